package bv_test

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
)

const hubPages = 1 << 20

// hubLists are lists of many nodes: ranges, every so many, drawn ones, and mixtures.
func hubLists(r *rand.Rand) map[string][]graph.Node {
	pick := func(is func(v int) bool) (list []graph.Node) {
		for v := range hubPages {
			if is(v) {
				list = append(list, graph.Node(v))
			}
		}
		return list
	}
	return map[string][]graph.Node{
		"all":     pick(func(int) bool { return true }),
		"some":    pick(func(int) bool { return r.IntN(2) == 0 }),
		"ranges":  pick(func(v int) bool { return v%40 > 0 }),
		"mixture": pick(func(v int) bool { return v%1000 < 500 || r.IntN(9) == 0 }),
	}
}

// writeHub writes a graph in which one node of each hundred has a long list, and others that of the one before with
// some nodes left out, if they are to be alike.
func writeHub(t *testing.T, hub []graph.Node, alike bool) (*bv.Graph, [][]graph.Node) {
	t.Helper()
	lists := make([][]graph.Node, hubPages)
	for u := range 300 {
		lists[u] = []graph.Node{graph.Node(u), graph.Node(u * u % hubPages)}
		slices.Sort(lists[u])
		lists[u] = slices.Compact(lists[u])
	}
	for u := 50; u < 300; u += 100 {
		lists[u] = hub
		if alike {
			lists[u+1] = slices.DeleteFunc(slices.Clone(hub), func(v graph.Node) bool { return v%97 == 5 })
			lists[u+3] = lists[u+1]
		}
	}
	return write(t, func(u int) []graph.Node { return lists[u] }), lists
}

// write writes a graph of hubPages nodes.
func write(t *testing.T, list func(u int) []graph.Node) *bv.Graph {
	t.Helper()
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		for u := range hubPages {
			if err := add(list(u)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	g, err := bv.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// Long lists are read as they were written, by both ways, and by one buffer.
func TestHubs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 26))
	for name, hub := range hubLists(r) {
		g, lists := writeHub(t, hub, true)
		if got, want := g.Properties().Longest, longest(lists, 7); got != want {
			t.Errorf("%s: the longest lists have %+v nodes, the properties say %+v", name, want, got)
		}
		for c := g.Scan(graph.Everything(g)); c.Next(); {
			if u := c.Node(); !slices.Equal(c.Succ(), lists[u]) {
				t.Fatalf("%s: the list of node %d differs", name, u)
			}
		}
		var buf []graph.Node
		for range 40 {
			u := []int{r.IntN(400), 50 + 100*r.IntN(3) + r.IntN(4)}[r.IntN(2)]
			var err error
			if buf, err = g.AppendSucc(buf[:0], graph.Node(u)); err != nil || !slices.Equal(buf, lists[u]) {
				t.Fatalf("%s: the list of node %d alone differs, %v", name, u, err)
			}
		}
		two, err := g.AppendSucc([]graph.Node{7}, 51)
		if err != nil || two[0] != 7 || !slices.Equal(two[1:], lists[51]) {
			t.Errorf("%s: a list after another differs, %v", name, err)
		}
	}
}

// Who reads a long list that stands alone takes what is said of it, and gives it back while short ones are read.
func TestLongest(t *testing.T) {
	for name, hub := range hubLists(rand.New(rand.NewPCG(2, 26))) {
		g, _ := writeHub(t, hub, false)
		if got, want := g.Longest().ReadBytes(), 8*int64(len(hub)); got < want || got > want+4*14 {
			t.Errorf("%s: %d bytes for the longest list, want %d", name, got, want)
		}
		base := heapInUse()
		c := g.Scan(graph.Everything(g))
		var most int64
		for u := 0; u < 100 && c.Next(); u++ {
			if u >= 50 && u < 55 || u > 95 {
				held := heapInUse() - base
				most = max(most, held)
				if u > 95 && held > 3*int64(len(hub)) { // the list at least is gone
					t.Errorf("%s: %d bytes are held long after the long list", name, held)
				}
			}
		}
		if most > g.Longest().ReadBytes() || most < 4*int64(len(hub))-1<<16 {
			t.Errorf("%s: the cursor takes %d bytes, stated are %d", name, most, g.Longest().ReadBytes())
		}
		if got := allocated(func() { _, _ = g.AppendSucc(nil, 50) }); got > g.Longest().ReadBytes()+1<<20 {
			t.Errorf("%s: the list alone takes %d bytes, stated are %d", name, got, g.Longest().ReadBytes())
		}
		runtime.KeepAlive(c)
	}
}

// longest is what the properties should say.
func longest(lists [][]graph.Node, window int) (l bv.Longest) {
	for u := range lists {
		arcs := int64(0)
		for _, list := range lists[max(u-window, 0) : u+1] {
			arcs += int64(len(list))
		}
		l = bv.Longest{List: max(l.List, int64(len(lists[u]))), Window: max(l.Window, arcs)}
	}
	return l
}

// A window with many long lists is stated, and what was read of it is not held when the cursor is at its end.
func TestWindowOfHubs(t *testing.T) {
	hub := hubLists(rand.New(rand.NewPCG(3, 26)))["mixture"]
	for between := range 3 { // empty lists between those that are long
		g := write(t, func(u int) []graph.Node {
			if u%(between+1) == 0 && u < 60 {
				return hub
			}
			return nil
		})
		stated := g.Longest().ReadBytes()
		base, most := heapInUse(), int64(0)
		c := g.Scan(graph.Everything(g))
		for c.Next() {
			if u := c.Node(); u%9 == 1 && u < 70 {
				most = max(most, heapInUse()-base)
			}
		}
		if c.Err() != nil || most > stated+stated/10 || most < stated/2 {
			t.Errorf("%d empty lists between: the cursor takes %d bytes, stated are %d; %v", between, most, stated, c.Err())
		}
		c = g.Scan(graph.Range{Lo: 0, Hi: 50}) // at its end there are long lists in the window
		for c.Next() {
			continue
		}
		if held := heapInUse() - base; c.Err() != nil || held > 1<<20 {
			t.Errorf("%d empty lists between: %d bytes are held by who is at the end; %v", between, held, c.Err())
		}
		runtime.KeepAlive(g)
	}
}

func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what lay in pools
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// What properties say of the longest lists counts if it can be, and no need that follows from it is beyond all numbers.
func TestLongestThatCannotBe(t *testing.T) {
	for text, want := range map[string]bv.Longest{
		"maxoutdegree=70000\nmaxwindowarcs=80000":               {List: 70000, Window: 80000},
		"maxoutdegree=70000\nmaxwindowarcs=280000":              {List: 70000, Window: 280000},
		"maxoutdegree=70000\nmaxwindowarcs=280001":              {List: 70000, Window: 70000},
		"maxoutdegree=70000\nmaxwindowarcs=4000000000000000000": {List: 70000, Window: 70000},
		"maxoutdegree=70000\nmaxwindowarcs=-1":                  {List: 70000, Window: 70000},
		"maxoutdegree=70000":                                    {List: 70000, Window: 70000},
		"maxoutdegree=2147483648\nmaxwindowarcs=8589934592":     {},
		"maxoutdegree=2000000000\nmaxwindowarcs=8000000000":     {List: 2_000_000_000, Window: 8_000_000_000},
		"maxwindowarcs=80000":                                   {},
	} {
		p, err := bv.ParseProperties(strings.NewReader("graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=2147483647\narcs=4611686014132420609\nwindowsize=3\nminintervallength=4\nmaxrefcount=3\nzetak=3\ncompressionflags=\n" + text + "\n"))
		if err != nil || p.Longest != want || p.Longest.ReadBytes() < 0 || p.Longest.WriteBytes() < 0 {
			t.Errorf("%q: got %+v, %v; want %+v", text, p.Longest, err, want)
		}
	}
}
