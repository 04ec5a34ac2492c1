package export_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/atlas"
	"weft/faces/export"
	"weft/graph/random"
	"weft/making/generate/generatetest"
	"weft/making/ingest"
	"weft/store"
)

// The places of a kept map are in GEXF and GraphML, at the pages of the map and no others, and the files can be imported.
func TestPlaces(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 300, Degree: 5, Seed: 4})
	d := &export.Drawing{Job: export.Job{Crawl: c}}
	d.Part = d.Everything()
	if places, err := atlas.PagePlaces(c); err != nil || places != nil {
		t.Fatalf("without a map: %d places, %v", len(places), err)
	}
	q := answertest.Ask(t, atlas.Question.New(), "--by", "page")
	m := answertest.Result[*atlas.Map](t, q, c, answer.Options{Memory: 1 << 30, Workers: 1})
	k, err := answer.NewKeeper(c, "", store.Step{})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Keep(m.Kept()); err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if d.Places, err = atlas.PagePlaces(c); err != nil || len(d.Places) != len(m.Nodes) || len(m.Nodes) != 200 {
		t.Fatalf("%d places of %d nodes: %v", len(d.Places), len(m.Nodes), err)
	}
	n := m.Nodes[7]
	for ending, f := range map[string]struct {
		write func(context.Context, io.Writer) (export.Summary, error)
		place string
	}{
		".gexf":    {d.GEXF, fmt.Sprintf(`<viz:position x="%.2f" y="%.2f" z="0"/><viz:size value="%.2f"/><viz:color r=`, n.X, atlas.Height-n.Y, 2*n.Radius)},
		".graphml": {d.GraphML, fmt.Sprintf(`<data key="map-x">%.2f</data><data key="map-y">%.2f</data><data key="map-size">%.2f</data>`, n.X, atlas.Height-n.Y, 2*n.Radius)},
	} {
		var b bytes.Buffer
		if _, err := f.write(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		with := 0
		for line := range strings.Lines(b.String()) {
			has := strings.Contains(line, "viz:position") || strings.Contains(line, `<data key="map-x">`)
			if has {
				with++
			}
			if strings.Contains(line, ">"+n.Name+"<") || strings.Contains(line, `label="`+n.Name+`"`) {
				if !strings.Contains(line, f.place) {
					t.Errorf("%s: no %s in %s", ending, f.place, line)
				}
			}
		}
		if with != len(m.Nodes) {
			t.Errorf("%s: %d places, want %d", ending, with, len(m.Nodes))
		}
		in, out := filepath.Join(t.TempDir(), "in"+ending), filepath.Join(t.TempDir(), "again")
		if err := os.WriteFile(in, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{in}, DraftOptions: store.DraftOptions{Output: out, Memory: 1 << 30, Workers: 1}}); err != nil {
			t.Fatal(err)
		}
		again, err := store.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if again.NumPages() != c.NumPages() || again.Graph().NumArcs() != c.Graph().NumArcs() {
			t.Errorf("%s: %d pages and %d arcs came back, want %d and %d", ending, again.NumPages(), again.Graph().NumArcs(), c.NumPages(), c.Graph().NumArcs())
		}
	}
}
