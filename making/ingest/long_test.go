package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/internal/stoptest"
	"weft/making/ingest"
	"weft/store"
)

// Names and identifiers that are longer than what is read of them are refused, and not cut: two that differ behind that
// stay two.
func TestLongWords(t *testing.T) {
	const most = 64 << 10
	gml := "graph [ directed 1 node [ id %[1]s label \"b\" ] node [ id 2 label %[2]s ] node [ id 3 label \"c\" url %[3]s ] edge [ source %[1]s target 3 ] edge [ source 3 target %[1]s ] node [ id 4 label \"z\" ] ]"
	json := `{"nodes": [{"id": %[1]s}, {"label": %[2]s}, {"name": %[3]s}, {"name": "z"}], "links": [{"source": %[1]s, "target": %[3]s}, {"source": %[3]s, "target": %[1]s}]}`
	for format, text := range map[string]string{"gml": gml, "jsongraph": json} {
		for long, bad := range map[string]int64{
			strings.Repeat("x", most-1): 0, strings.Repeat("x", most+1): 5, strings.Repeat("x", most) + `\n`: 5, strings.Repeat(`\u00e9`, most/2+1): 5,
		} {
			if format == "gml" {
				long = strings.NewReplacer(`\n`, "&#10;y", `\u00e9`, "&#233;").Replace(long)
			}
			c, s := importText(t, fmt.Sprintf(text, `"1`+long[1:]+`"`, `"2`+long[1:]+`"`, `"3`+long[1:]+`"`), ingest.Options{MaxBad: 1})
			if got := s.Manifest.Steps[0].Inputs[0].Format; got != format || s.Bad != bad {
				t.Errorf("%s, %.9s and so on, %d bytes: got %d bad records of %s, want %d", format, long, len(long), s.Bad, got, bad)
			}
			if bad > 0 != (c.NumPages() == 1) {
				t.Errorf("%s, %.9s and so on, %d bytes: there are %d pages", format, long, len(long), c.NumPages())
			}
		}
	}
}

// A BVGraph that cannot be read to its end makes no crawl; one that is whole makes one without kinds of arcs.
func TestDamagedBVGraph(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	const n = 500
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		for u := range graph.Node(n) {
			if err := add([]graph.Node{u * 7 % 50, 100 + u*u%400}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	whole, _ := imported(t, ingest.Options{Inputs: []string{base}})
	for name := range whole.Manifest.Files {
		if strings.Contains(name, "kinds") {
			t.Errorf("plain links have the file %s", name)
		}
	}
	path := base + bv.GraphExt
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 2; i < len(data); i++ {
		data[i] = 0 // endless unary codes
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "c")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{base}, DraftOptions: store.DraftOptions{Output: out}}); err == nil || !strings.Contains(err.Error(), base) {
		t.Errorf("got %v, want that %s is damaged", err, base)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a damaged BVGraph leaves a crawl")
	}
}

// An import that is told to stop at its first look, its second and so on, says so and leaves nothing, whatever it reads.
func TestStoppedAnywhere(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		return errors.Join(add([]graph.Node{1}), add([]graph.Node{0, 2}), add(nil))
	}); err != nil {
		t.Fatal(err)
	}
	_, site := siteOf(t, map[string]string{"a.html": "<a href=b.html>b</a>", "b.html": "<a href=a.html>a</a>"})
	for name, o := range map[string]ingest.Options{
		"numbers": {Inputs: []string{written(t, "0 1\n1 2\n")}}, "names": {Inputs: []string{written(t, "a b\nb c\n")}}, "BVGraph": {Inputs: []string{base}},
		"GML": {Inputs: []string{written(t, "graph [ node [ id 1 ] edge [ source 1 target 1 ] ]")}}, "site": {Inputs: []string{site}, BaseURL: "http://a.example/"},
	} {
		stopped := stoptest.Everywhere(t, func(ctx context.Context) error {
			dir := t.TempDir()
			o.Output, o.Workers, o.Memory = filepath.Join(dir, "c"), 1, mem.Least
			_, err := ingest.Import(ctx, o)
			if entries, _ := os.ReadDir(dir); err != nil && len(entries) > 0 {
				t.Errorf("%s: %v is left", name, entries)
			}
			return err
		})
		if stopped == 0 {
			t.Errorf("%s: stopped %d times", name, stopped)
		}
	}
}
