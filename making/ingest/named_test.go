package ingest_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/store"
)

// Numbers with large gaps are the names of pages, in every format of numbered arcs that does not count its pages, and cost what
// the pages cost.
func TestSparseNumbers(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		ids := make([]uint32, 2+r.IntN(50))
		for i := range ids {
			ids[i] = r.Uint32N(1<<32 - 2)
		}
		ids[0] = 1<<32 - 2
		var edges, lists, objects, gml strings.Builder
		want, pages := map[string]bool{}, map[uint32]bool{}
		for range 1 + r.IntN(200) {
			u, v := ids[r.IntN(len(ids))], ids[0]
			if r.IntN(3) > 0 {
				v = ids[r.IntN(len(ids))]
			}
			fmt.Fprintf(&edges, "%d,%d\n", u, v)
			fmt.Fprintf(&lists, "%d: %d\n", u, v)
			fmt.Fprintf(&objects, "{\"from\":%d,\"to\":%d}\n", u, v)
			fmt.Fprintf(&gml, "edge [ source %d target %d ]\n", u, v)
			want[fmt.Sprintf("%d %d link", u, v)] = true
			pages[u], pages[v] = true, true
		}
		if !pages[ids[0]] {
			continue
		}
		for u := range pages {
			fmt.Fprintf(&gml, "node [ id %d ]\n", u)
		}
		for _, text := range []string{edges.String(), lists.String(), objects.String(), "graph [ directed 1\n" + gml.String() + "]\n"} {
			c, s := importText(t, text, ingest.Options{Strict: true, DraftOptions: store.DraftOptions{Memory: mem.Least}})
			if got := arcsOf(t, c); !slices.Equal(got, keysOf(want)) || c.NumPages() != len(pages) {
				t.Errorf("seed %d: %.60q: got %d pages and arcs %.200q, want %d and %.200q", seed, text, c.NumPages(), got, len(pages), keysOf(want))
			}
			if u, ok, err := c.Page(fmt.Sprint(ids[0])); !ok || err != nil || c.Label(u) != fmt.Sprint(ids[0]) {
				t.Errorf("seed %d: page %d is not found: %v, %v", seed, ids[0], ok, err)
			}
			if said := fmt.Sprint(s.Manifest.Steps[0].Notes); !strings.Contains(said, fmt.Sprintf("called by its number, and numbered anew:%d", len(pages))) {
				t.Errorf("seed %d: the notes are %s", seed, said)
			}
		}
	}
	c, _ := importText(t, "0 3000000\n3000000 5000000\n", ingest.Options{Fetched: written(t, "0\n5000000\n")})
	for name, want := range map[string]page.State{"0": page.Fetched, "3000000": page.Ghost, "5000000": page.Fetched} {
		if u, ok, err := c.Page(name); !ok || err != nil || c.State(u) != want {
			t.Errorf("page %s: got %v, %v, %v; want %v", name, c.State(u), ok, err, want)
		}
	}
	c, _ = importText(t, "0 3000000\n", ingest.Options{Pages: 3000001})
	if c.NumPages() != 3000001 || c.HasNames() {
		t.Errorf("with the number of pages said: got %d pages", c.NumPages())
	}
}

// Pages without arcs stay, whether their numbers have gaps or not, and whoever says that they are there.
func TestNumbersWithoutArcs(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 7))
		for what, ids := range map[string][]uint32{"gaps": drawnIDs(r, 3+r.IntN(40)), "all": everyID(1<<20 + 3 + r.IntN(50))} {
			if what == "all" && seed > 0 {
				continue // it takes a second
			}
			var lists, gml strings.Builder
			gml.WriteString("graph [ directed 1\n")
			for i, u := range ids {
				fmt.Fprintf(&gml, "node [ id %d ]\n", u)
				fmt.Fprintf(&lists, "%d:%s\n", u, []string{"", " -1"}[i%2])
			}
			for range 2 {
				u, v := ids[r.IntN(len(ids))], ids[r.IntN(len(ids))]
				fmt.Fprintf(&gml, "edge [ source %d target %d ]\n", u, v)
				fmt.Fprintf(&lists, "%d: %d\n", u, v)
			}
			for _, text := range []string{lists.String(), gml.String() + "]\n"} {
				if c, _ := importText(t, text, ingest.Options{Strict: true}); c.NumPages() != len(ids) || c.HasNames() != (what == "gaps") {
					t.Errorf("seed %d, %s: %.60q: got %d pages, names: %v; want %d", seed, what, text, c.NumPages(), c.HasNames(), len(ids))
				}
			}
		}
	}
}

// drawnIDs draws different numbers with gaps, of which one is large.
func drawnIDs(r *rand.Rand, n int) []uint32 {
	ids := map[uint32]bool{1<<25 + r.Uint32N(1<<20): true}
	for len(ids) < n {
		ids[r.Uint32N(1<<uint(2+r.IntN(24)))] = true
	}
	return slices.Sorted(maps.Keys(ids))
}

func everyID(n int) []uint32 {
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(i)
	}
	return ids
}

// A list of fetched pages has the numbers that the input has, in every format of numbers with gaps.
func TestFetchedAmongSparseNumbers(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 11))
		ids := drawnIDs(r, 4+r.IntN(30))
		var edges, lists, gml, fetched strings.Builder
		states, strangers := map[uint32]page.State{}, int64(0)
		for i, u := range ids {
			states[u] = page.Ghost
			if r.IntN(2) == 0 {
				states[u] = page.Fetched
				fmt.Fprintf(&fetched, "%d\n", u)
			}
			if !slices.Contains(ids, u+1) && r.IntN(4) == 0 {
				strangers++
				fmt.Fprintf(&fetched, "%d\n", u+1)
			}
			v := ids[(i+1)%len(ids)]
			fmt.Fprintf(&edges, "%d %d\n", u, v)
			fmt.Fprintf(&lists, "%d: %d\n", u, v)
			fmt.Fprintf(&gml, "node [ id %d ] edge [ source %d target %d ]\n", u, u, v)
		}
		for _, text := range []string{edges.String(), lists.String(), "graph [ directed 1\n" + gml.String() + "]\n"} {
			checkFetched(t, []string{text}, fetched.String(), states, strangers)
		}
	}
	checkFetched(t, []string{
		"graph [ directed 1 node [ id 7 ] node [ id 30000000 ] edge [ source 7 target 30000000 ] ]",
		"graph [ directed 1 node [ id 9 ] node [ id 7 ] edge [ source 9 target 7 ] ]",
	}, "7\n9\n1\n", map[uint32]page.State{7: page.Fetched, 9: page.Fetched, 30000000: page.Ghost}, 1)
}

func checkFetched(t *testing.T, texts []string, list string, states map[uint32]page.State, strangers int64) {
	t.Helper()
	o := ingest.Options{Fetched: written(t, list)}
	for _, text := range texts {
		o.Inputs = append(o.Inputs, written(t, text))
	}
	c, s := imported(t, o)
	if c.NumPages() != len(states) {
		t.Errorf("%.80q: got %d pages, want %d", texts, c.NumPages(), len(states))
	}
	for u, want := range states {
		if at, ok, err := c.Page(fmt.Sprint(u)); !ok || err != nil || c.State(at) != want {
			t.Errorf("%.80q: page %d: got %v, %v, %v; want %v", texts, u, c.State(at), ok, err, want)
		}
	}
	if got := s.Manifest.Steps[0].Notes["numbers of the list of fetched pages that no page has, left out"]; got != strangers {
		t.Errorf("%.80q: %d numbers are of no page, want %d", texts, got, strangers)
	}
}

// namedGraph draws a graph and the names of its pages.
func namedGraph(seed uint64) (arcs [][2]int, names []string) {
	r := rand.New(rand.NewPCG(seed, 5))
	n := 2 + r.IntN(40)
	for i := range n {
		names = append(names, []string{fmt.Sprintf("http://h%d.example/%d", r.IntN(5), i), fmt.Sprintf("Page %d", i), fmt.Sprintf("#p%d", i)}[r.IntN(3)])
	}
	for range 1 + r.IntN(100) {
		arcs = append(arcs, [2]int{r.IntN(n), r.IntN(n)})
	}
	return append(arcs, [2]int{n - 1, 0}), names
}

func writeBV(t *testing.T, base string, n int, arcs [][2]int) {
	t.Helper()
	lists := make([][]graph.Node, n)
	for _, a := range arcs {
		lists[a[0]] = append(lists[a[0]], graph.Node(a[1]))
	}
	_, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		for _, l := range lists {
			slices.Sort(l)
			if err := add(slices.Compact(l)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Names of numbered pages come from a list by position, or with numbers, beside a BVGraph or named; the arcs are the same.
func TestNamesOfNumbers(t *testing.T) {
	for seed := range uint64(10) {
		arcs, names := namedGraph(seed)
		want := map[string]bool{}
		var list, byPosition, byNumber strings.Builder
		for _, a := range arcs {
			fmt.Fprintf(&list, "%d %d\n", a[0], a[1])
			want[names[a[0]]+" "+names[a[1]]+" link"] = true
		}
		for i, name := range names {
			fmt.Fprintf(&byPosition, "%s\n", name)
			fmt.Fprintf(&byNumber, "%d\t%s\n", len(names)-1-i, names[len(names)-1-i])
		}
		dir := t.TempDir()
		base := filepath.Join(dir, "g")
		writeBV(t, base, len(names), arcs)
		packed, err := os.Create(base + ".urls.gz")
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(packed)
		z.Write([]byte(byPosition.String()))
		z.Close()
		packed.Close()
		urls, nodes := written(t, byPosition.String()), written(t, byNumber.String())
		edges := written(t, list.String())
		for _, o := range []ingest.Options{
			{Inputs: []string{base}}, {Inputs: []string{base}, Names: nodes}, {Inputs: []string{edges}, Names: urls}, {Inputs: []string{edges}, Names: nodes},
		} {
			o.Strict = true
			o.Fetched = written(t, names[0]+"\n"+names[len(names)-1]+"\n")
			for _, a := range arcs {
				if a[0] != 0 && a[0] != len(names)-1 {
					o.Fetched = ""
				}
			}
			c, s := imported(t, o)
			if got := arcsOf(t, c); !slices.Equal(got, keysOf(want)) || c.NumPages() != len(names) {
				t.Errorf("seed %d, %+v: got %d pages, arcs %.300q; want %d, %.300q", seed, o, c.NumPages(), got, len(names), keysOf(want))
			}
			if inputs := s.Manifest.Steps[0].Inputs; len(inputs) != 2 || inputs[1].Format != "names" || inputs[1].Records != int64(len(names)) || inputs[1].SHA256 == "" {
				t.Errorf("seed %d: got inputs %+v", seed, inputs)
			}
		}
		c, _ := imported(t, ingest.Options{Inputs: []string{base}, Names: ingest.NoNames})
		if c.HasNames() {
			t.Errorf("seed %d: pages have names, which were not wanted", seed)
		}
	}
}

// States go by name or number, and pages without a name are called by their numbers.
func TestNamesAndStates(t *testing.T) {
	for _, fetched := range []string{"0\n2\n", "http://a.example/\nc\n"} {
		c, _ := importText(t, "0 1\n2 1\n3 0\n3 0\n", ingest.Options{Names: written(t, "2\tc\n0\thttp://a.example/\n1\tb\n"), Fetched: written(t, fetched)})
		got := map[string]page.State{}
		for u := range c.NumPages() {
			got[c.Label(graph.Node(u))] = c.State(graph.Node(u))
		}
		want := map[string]page.State{"http://a.example/": page.Fetched, "b": page.Ghost, "c": page.Fetched, "3": page.Ghost}
		if fmt.Sprint(got) != fmt.Sprint(want) || c.Manifest.Counts.Arcs != 2 {
			t.Errorf("%q: got %v and %d arcs, want %v and 2", fetched, got, c.Manifest.Counts.Arcs, want)
		}
	}
}

// The query graphs of Tsaparas and others have a file of nodes beside their lists: a block of lines each. Hosts and the first
// names were counted and read by grep.
func TestQueryGraphs(t *testing.T) {
	c, s := imported(t, ingest.Options{Inputs: []string{shared.File(t, "tsaparas-querygraphs", "Cars.adj_list")}, Names: shared.File(t, "tsaparas-querygraphs", "Cars.nodes")})
	shares := s.Manifest.Steps[0].Notes["numbers that share a page, because their URLs are equal"]
	if got := s.Manifest.Steps[0].Inputs[1]; got.Records != 3460 || int64(c.NumPages())+shares != 3460 {
		t.Errorf("got %d names for %d pages, %d of them shared; want 3,460", got.Records, c.NumPages(), shares)
	}
	// 0: 158 -1
	u, ok, err := c.Page("http://vintagecars.about.com")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	succ, err := c.Graph().AppendSucc(nil, u)
	if err != nil || len(succ) != 1 || c.Label(succ[0]) != blockName(t, "158 (") {
		t.Errorf("page 0 links to %v (%v), want %s", succ, err, blockName(t, "158 ("))
	}
}

// blockName returns the line behind the one that begins so.
func blockName(t *testing.T, head string) string {
	t.Helper()
	text, err := os.ReadFile(shared.File(t, "tsaparas-querygraphs", "Cars.nodes"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n"+head)
	_, rest, _ = strings.Cut(rest, "\n")
	name, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(name) + "/"
}

// Names of another graph are refused with the file and what to do.
func TestNamesThatDoNotFit(t *testing.T) {
	dir := t.TempDir()
	base := filepath.Join(dir, "g")
	writeBV(t, base, 3, [][2]int{{0, 1}, {2, 0}})
	for _, c := range []struct{ text, names, want string }{
		{"", "a\nb\n", "names 2 pages, of 3"},
		{"", "a\nb\nc\nd\n", "there are 3 pages"},
		{"", "a\n\nc\n", "page 1 has no name"},
		{"", "0 a\n7 b\n", "there are 3 pages"},
		{"", "0 a\n0 b\n", "named twice"},
		{"", "0 a\n1 \xff\n2 c\n", "not UTF-8"},
		{"0 1\n1 9\n", "a\nb\n", "names 2 pages, of 10"},
		{"a b\nb a\n", "a\nb\n", "these have names"},
	} {
		o := ingest.Options{Inputs: []string{base}, Names: written(t, c.names), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}}
		if c.text != "" {
			o.Inputs = []string{written(t, c.text)}
		}
		_, err := ingest.Import(context.Background(), o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q of %q: got %v, want %q", c.names, c.text, err, c.want)
		}
		if _, err := os.Stat(o.Output); err == nil {
			t.Errorf("%q: there is a crawl", c.names)
		}
	}
}
