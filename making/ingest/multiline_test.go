package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/lists"
	"weft/store"
)

// Multi-line adjacency lists as NetworkX 3 writes them, of graphs and of directed graphs.
func TestMultilineLists(t *testing.T) {
	const head = "#x.py\n# GMT Wed Nov 25 23:43:22 2026\n# \n"
	checkWild(t, []wild{
		{name: "nx-multiline.adjlist", text: caseText(t, "nx-multiline.adjlist"), how: "'directed' no if"},
		{name: "the case, undirected", text: caseText(t, "nx-multiline.adjlist"), o: ingest.Options{Directed: "no"}, arcs: []string{"0 1", "0 4", "1 0", "1 2", "1 3", "2 1", "2 4", "3 1", "3 4", "4 0", "4 2", "4 3"}, how: "multiline"},
		{name: "the case, directed", text: caseText(t, "nx-multiline.adjlist"), o: ingest.Options{Directed: "yes"}, arcs: []string{"0 1", "0 4", "1 2", "1 3", "2 4", "3 4"}},
		{name: "a directed graph", text: head + "a 1\nb {}\nb 2\na {'weight': 1.5, 't': 'x y'}\n%c {}\n%c 0\n", arcs: []string{"a b", "b %c", "b a"}},
		{name: "without attributes", text: head + "0 2\n1\n2\n1 1\n0\n2 0\n", arcs: []string{"0 1", "0 2", "1 0"}},
		{name: "a multigraph", text: "0 2\n1 {}\n1 {}\n1 1\n0 {}\n", arcs: []string{"0 1", "1 0"}},
		{name: "a text that ends", text: "0 1\n1\n1 2\n0\n", o: ingest.Options{Format: lists.Multiline}, how: "bad"},
		{name: "a list of arcs", text: "0 1\n1 2\n2 0\n", arcs: []string{"0 1", "1 2", "2 0"}, how: "edges"},
	})
	crawl, _ := importText(t, "5 0\n6 1\n5 {}\n", ingest.Options{})
	if got := arcsOf(t, crawl); crawl.NumPages() != 7 || !slices.Equal(got, []string{"6 5 link"}) {
		t.Errorf("pages without arcs: got %d pages, %q", crawl.NumPages(), got)
	}
	r := drawn.Rand(t)
	for range 10 {
		n, named := 2+r.IntN(3000), r.IntN(2) == 0
		var b strings.Builder
		want := map[string]bool{}
		label := func(u int) string {
			if named {
				return fmt.Sprintf("n%d", u)
			}
			return fmt.Sprint(u)
		}
		for u := range n {
			to := r.Perm(n)[:r.IntN(min(n, 6))]
			if u == 1 && !slices.Contains(to, 0) {
				to = append(to, 0) // so that it is directed
			}
			fmt.Fprintln(&b, label(u), len(to))
			for _, v := range to {
				fmt.Fprintln(&b, label(v)+[]string{"", " {}", " {'w': 2}"}[r.IntN(3)])
				want[label(u)+" "+label(v)+" link"] = true
			}
		}
		c, s := importText(t, b.String(), ingest.Options{Strict: true})
		if got := arcsOf(t, c); !slices.Equal(got, keysOf(want)) || c.NumPages() != n {
			t.Errorf("got %d pages and %d arcs, want %d and %d (%s)", c.NumPages(), len(got), n, len(want), s.Manifest.Steps[0].Inputs[0].ReadAs)
		}
	}
}

// Gephi's table of nodes gives the ends of the arcs of its table of edges their names.
func TestNodesAndEdges(t *testing.T) {
	files := func(nodes, edges string) (a, b string) {
		dir := t.TempDir()
		a, b = filepath.Join(dir, "nodes.csv"), filepath.Join(dir, "edges.csv")
		for path, text := range map[string]string{a: nodes, b: edges} {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return a, b
	}
	for _, c := range []struct {
		name, nodes, edges string
		pages              int
		arcs               []string
	}{
		{"numbers", "Id,Label,timeset,modularity_class\n0,Alpha,,1\n1,\"Beta, b\",,2\n2,,,2\n", "Source,Target,Type,Id,Label,timeset,Weight\n0,1,Directed,0,,,1.0\n1,2,Undirected,1,,,1.0\n", 3, []string{"2 Beta, b", "Alpha Beta, b", "Beta, b 2"}},
		{"texts", "\ufeffId;Label;Url\nn0;Alpha;http://a.example/\nn1;Beta;\n", "Source;Target\nn1;n0\nn0;n0\n", 2, []string{"Beta http://a.example/", "http://a.example/ http://a.example/"}},
		{"ends that are not listed", "id\tname\n7\tAlpha\n", "source\ttarget\n7\t9\n", 2, []string{"Alpha 9"}},
		{"labels that come again", "Id,Label\n1,x\n2,x\n3,y\n", "Source,Target\n1,2\n2,3\n", 3, []string{"x x #1", "x #1 y"}},
	} {
		a, b := files(c.nodes, c.edges)
		if strings.HasSuffix(c.nodes, "http://a.example/\nn1;Beta;\n") {
			c.arcs = []string{"n1 http://a.example/", "http://a.example/ http://a.example/"}
		}
		want := slices.Clone(c.arcs)
		for i := range want {
			want[i] += " link"
		}
		slices.Sort(want)
		for _, inputs := range [][]string{{a, b}, {b, a}} {
			crawl, s := imported(t, ingest.Options{Inputs: inputs, Strict: true})
			if got := arcsOf(t, crawl); crawl.NumPages() != c.pages || !slices.Equal(got, want) {
				t.Errorf("%s: got %d pages and %q, want %d and %q (%v)", c.name, crawl.NumPages(), got, c.pages, want, s.Manifest.Steps[0].Inputs)
			}
		}
	}
	checkRefused(t, "Id,Label\n0,Alpha\n1,Beta\n", ingest.Options{}, "'columns'")
	a, b := files("Id,Label\n0,A\n0,B\n", "Source,Target\n0,0\n")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{a, b}, Strict: true, DraftOptions: storeOptions(t)}); err == nil || !strings.Contains(err.Error(), "listed twice") {
		t.Errorf("a node twice: got %v", err)
	}
}

// storeOptions are those of a crawl in a folder of its own.
func storeOptions(t *testing.T) store.DraftOptions {
	t.Helper()
	return store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}
}
