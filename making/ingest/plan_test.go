package ingest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

func TestPlanImport(t *testing.T) {
	const names = "http://a.example/ http://b.example/\n"
	for _, c := range []struct {
		text, format string
		pages, need  int64
	}{
		{names, "edges", 0, mem.Least},
		{"%%MatrixMarket matrix coordinate pattern general\n3 40000000 1\n1 2\n", "matrixmarket", 40_000_003, mem.Base + 80_000_006},
		{"*Vertices 9000000\n1 \"a\"\n", "pajek", 9_000_000, mem.Base + 34*9_000_000},
		{"WARC/1.0\r\n", "archive", 0, mem.Least},
		{"PAR1", "parquet", 0, mem.Least},
		{"30000000 5\n1 http://a.example/\n2 http://b.example/\n", "numbered", 30_000_000, mem.Base + 8*30_000_000},
		{"40000000\n1 2 3\n2\n", "asciigraph", 40_000_000, mem.Base + 80_000_000},
		{"% c\n3 2\n2\n1 3\n2\n", "metis", 3, mem.Least},
		{"*Network x\n*vertices 9000000\n*Arcs\n1 2\n", "pajek", 9_000_000, mem.Base + 18_000_000},
	} {
		p, err := ingest.PlanImport(t.Context(), ingest.Options{Inputs: []string{written(t, c.text)}, DraftOptions: store.DraftOptions{Output: "none", Memory: 1 << 30}})
		if err != nil {
			t.Errorf("%.20q: %v", c.text, err)
			continue
		}
		if got := p.Inputs[0]; got.Format != c.format || got.Bytes != int64(len(c.text)) || p.Pages != c.pages || p.Need != c.need {
			t.Errorf("%.20q: got %+v, %d pages, need %d; want %s, %d, %d", c.text, got, p.Pages, p.Need, c.format, c.pages, c.need)
		}
		if p.Takes < p.Need || p.Takes > 1<<30 || c.need == mem.Least && c.format == "edges" && p.Takes != min(1<<30, mem.Least+3*int64(len(c.text))) {
			t.Errorf("%.20q: takes %d of a need of %d", c.text, p.Takes, p.Need)
		}
		if two := strings.HasPrefix(p.Passes, "2 "); two != (c.format == "parquet") {
			t.Errorf("%s: got %q passes", c.format, p.Passes)
		}
	}
	checkPlanOfAll(t)
	here := written(t, names)
	for name, c := range map[string]struct {
		o    ingest.Options
		want error
	}{
		"no input":   {ingest.Options{DraftOptions: store.DraftOptions{Memory: mem.Least}}, nil},
		"missing":    {ingest.Options{Inputs: []string{here + "x"}, DraftOptions: store.DraftOptions{Memory: mem.Least}}, nil},
		"no format":  {ingest.Options{Inputs: []string{written(t, "\x00\x01")}, DraftOptions: store.DraftOptions{Memory: mem.Least}}, nil},
		"no graph":   {ingest.Options{Inputs: []string{here}, Format: ingest.BVGraph, DraftOptions: store.DraftOptions{Memory: mem.Least}}, nil},
		"output":     {ingest.Options{Inputs: []string{here}, DraftOptions: store.DraftOptions{Output: here, Memory: mem.Least}}, store.ErrExists},
		"too little": {ingest.Options{Inputs: []string{here}, DraftOptions: store.DraftOptions{Memory: 1 << 20}}, &mem.ShortError{}},
	} {
		_, err := ingest.PlanImport(t.Context(), c.o)
		_, short := errors.AsType[*mem.ShortError](err)
		if _, wantShort := errors.AsType[*mem.ShortError](c.want); err == nil || short != wantShort || c.want != nil && !short && !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

// checkPlanOfAll plans what is not a list: a graph with names beside it, a folder, a pipe.
func checkPlanOfAll(t *testing.T) {
	t.Helper()
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error { return errors.Join(add([]graph.Node{1}), add(nil)) }); err != nil {
		t.Fatal(err)
	}
	dir, _ := siteOf(t, map[string]string{"a.html": ""})
	plan := func(o ingest.Options) string {
		o.Output, o.Memory = "none", 1<<30
		p, err := ingest.PlanImport(t.Context(), o)
		if err != nil {
			return err.Error()
		}
		said := fmt.Sprint(p.Pages)
		for _, in := range p.Inputs {
			said += fmt.Sprintf(" %s:%s:%d", filepath.Base(in.Path), in.Format, in.Bytes)
		}
		return said
	}
	list := written(t, "http://a.example/\n")
	for what, c := range map[string]struct {
		o    ingest.Options
		want string
	}{
		"a graph":              {ingest.Options{Inputs: []string{base}}, "2 g:bvgraph:2"},
		"a graph, by a file":   {ingest.Options{Inputs: []string{base + ".graph"}}, "2 g:bvgraph:2"},
		"a graph, and names":   {ingest.Options{Inputs: []string{base}, Names: list}, "2 g:bvgraph:2 list:names:18"},
		"a graph, and nothing": {ingest.Options{Inputs: []string{base}, Names: ingest.NoNames}, "2 g:bvgraph:2"},
		"names that are not":   {ingest.Options{Inputs: []string{base}, Names: base + ".no"}, "stat " + base + ".no: no such file or directory"},
		"a pipe":               {ingest.Options{Inputs: []string{"-"}}, "0 -::-1"},
		"a folder":             {ingest.Options{Inputs: []string{dir}, BaseURL: "http://a.example/"}, "0 site:html:-1"},
		"a folder, by force":   {ingest.Options{Inputs: []string{dir}, Format: ingest.HTML}, "0 site:html:-1"},
		"two":                  {ingest.Options{Inputs: []string{base, "-"}}, "2 g:bvgraph:2 -::-1"},
	} {
		if got := plan(c.o); got != c.want {
			t.Errorf("%s: got %q, want %q", what, got, c.want)
		}
	}
	if err := os.WriteFile(base+".urls", []byte("http://a.example/\nhttp://b.example/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := plan(ingest.Options{Inputs: []string{base}}); got != "2 g:bvgraph:2 g.urls:names:36" {
		t.Errorf("a graph with names beside it: got %q", got)
	}
	for _, path := range []string{base + ".graph", base + ".offsets"} {
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
	}
	if got := plan(ingest.Options{Inputs: []string{base}}); !strings.Contains(got, base) {
		t.Errorf("a graph without content: got %q", got)
	}
}
