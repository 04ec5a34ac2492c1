package export_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/faces/export"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// weighted imports a random list with kinds and weights, loops among them; of names or of numbers.
func weighted(t *testing.T, named bool) *store.Crawl {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 1))
	text := "source,target,kinds,weight\n"
	if named {
		text = "source_name,target_name,kinds,weight\n"
	}
	name := func(u int) string {
		if named {
			return fmt.Sprintf("n%d", u)
		}
		return fmt.Sprint(u)
	}
	for u := range 40 { // no number is left out
		text += fmt.Sprintf("%s,%s,link,%v\n", name(u), name((u+1)%40), r.ExpFloat64())
	}
	for range 300 {
		x := []float64{0, 1, -2.5, r.NormFloat64() * 1e-9, 1 / 3., 1e17}[r.IntN(6)]
		text += fmt.Sprintf("%s,%s,%s,%v\n", name(r.IntN(40)), name(r.IntN(40)), []string{"link", "redirect", "link+nofollow"}[r.IntN(3)], x)
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), Weights: "auto"})
}

// weightedArcs returns the arcs of a crawl with their kinds and weights.
func weightedArcs(t *testing.T, c *store.Crawl, withKinds bool) map[string]float64 {
	t.Helper()
	weights, err := c.ScanWeights(graph.Everything(c.Graph()))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for cur := c.Scan(graph.Everything(c.Graph())); cur.Next() && weights.Next(); {
		for i, v := range cur.Succ() {
			arc := c.Label(cur.Node()) + " " + c.Label(v)
			if withKinds {
				arc += " " + cur.Kinds()[i].String()
			}
			all[arc] = weights.Weights()[i]
		}
	}
	return all
}

// An export gives weights back to the last bit, and an import of it reads them.
func TestWeightsRoundTrip(t *testing.T) {
	for _, named := range []bool{false, true} {
		c := weighted(t, named)
		if !c.HasWeights() || len(weightedArcs(t, c, true)) < 200 {
			t.Fatal("the crawl has no weights")
		}
		file := func(write func(io.Writer) (export.Summary, error)) func(string) (export.Summary, error) {
			return func(path string) (s export.Summary, err error) {
				var b bytes.Buffer
				if s, err = write(&b); err != nil {
					return s, err
				}
				return s, os.WriteFile(path, b.Bytes(), 0o600)
			}
		}
		job := func() *export.Job { return &export.Job{Crawl: c, Names: named, KindsColumn: true} }
		drawing := func() *export.Drawing { return drawingOf(&export.Job{Crawl: c}) }
		ctx := t.Context()
		for name, f := range map[string]struct {
			write func(path string) (export.Summary, error)
			kinds bool
		}{
			"a.tsv":     {file(func(w io.Writer) (export.Summary, error) { return job().TSV(ctx, w) }), true},
			"a.csv":     {file(func(w io.Writer) (export.Summary, error) { return job().CSV(ctx, w) }), true},
			"a.graphml": {file(func(w io.Writer) (export.Summary, error) { return drawing().GraphML(ctx, w) }), true},
			"a.gexf":    {file(func(w io.Writer) (export.Summary, error) { return drawing().GEXF(ctx, w) }), true},
			"parquet":   {func(path string) (export.Summary, error) { return job().Parquet(ctx, path) }, true},
			"a.mtx":     {file(func(w io.Writer) (export.Summary, error) { return job().MatrixMarket(ctx, w) }), false},
			"csr":       {func(path string) (export.Summary, error) { return job().CSR(ctx, path) }, false},
		} {
			if named && !f.kinds { // these hold numbers only
				continue
			}
			path := filepath.Join(t.TempDir(), name)
			s, err := f.write(path)
			if err != nil {
				t.Fatal(name, err)
			}
			for _, l := range s.Lost {
				if l.What == export.LostWeights {
					t.Errorf("%s: %d weights are said to be left out", name, l.Count)
				}
			}
			again := ingesttest.Import(t, ingest.Options{Inputs: []string{path}, Weights: "auto"})
			if got, want := weightedArcs(t, again, f.kinds), weightedArcs(t, c, f.kinds); !maps.Equal(got, want) {
				t.Errorf("%s, names %v: the arcs or their weights have changed: got %d, want %d", name, named, len(got), len(want))
			}
		}
	}
}

// Weights of some kinds of arcs are written beside these arcs; what has no place for weights says so.
func TestWeightsOfSomeArcs(t *testing.T) {
	c := weighted(t, true)
	var b bytes.Buffer
	j := &export.Job{Crawl: c, Names: true, KindsColumn: true, Kinds: kinds.Redirect}
	if _, err := j.TSV(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	want := weightedArcs(t, c, true)
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")[1:]
	if len(lines) < 20 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		f := strings.Fields(line)
		if len(f) != 4 || fmt.Sprint(want[strings.Join(f[:3], " ")]) != fmt.Sprint(parse(t, f[3])) {
			t.Errorf("got %q", line)
		}
	}
	dir := t.TempDir()
	bare, err := j.BVGraph(t.Context(), filepath.Join(dir, "g"), bv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shards, err := (&export.Job{Crawl: c}).Shards(t.Context(), filepath.Join(dir, "shards"), export.ShardOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []export.Summary{bare, shards} {
		found := false
		for _, l := range s.Lost {
			found = found || l.What == export.LostWeights
		}
		if !found {
			t.Errorf("no word that weights are left out: %v", s.Lost)
		}
	}
}

func parse(t *testing.T, text string) (x float64) {
	t.Helper()
	if _, err := fmt.Sscan(text, &x); err != nil {
		t.Fatal(err)
	}
	return x
}
