package bv_test

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
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

// writeHub writes a graph in which one node of each hundred has a long list, and others that of the one before with some nodes left out, if they are to be alike.
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
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		for _, list := range lists {
			if err := add(list); err != nil {
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
	return g, lists
}

// Long lists are read as they were written, by both ways, and by one buffer.
func TestHubs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 26))
	for name, hub := range hubLists(r) {
		g, lists := writeHub(t, hub, true)
		if got := g.Properties().Longest; got != len(hub) {
			t.Errorf("%s: the longest list has %d nodes, the properties say %d", name, len(hub), got)
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

// Who reads a long list that stands alone takes what LongestBytes says, and gives it back while short ones are read.
func TestLongestBytes(t *testing.T) {
	for name, hub := range hubLists(rand.New(rand.NewPCG(2, 26))) {
		g, _ := writeHub(t, hub, false)
		if got, want := g.LongestBytes(), 8*int64(len(hub)); got != want {
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
		if most > g.LongestBytes() || most < 4*int64(len(hub))-1<<16 {
			t.Errorf("%s: the cursor takes %d bytes, stated are %d", name, most, g.LongestBytes())
		}
		if got := allocated(func() { _, _ = g.AppendSucc(nil, 50) }); got > g.LongestBytes()+1<<20 {
			t.Errorf("%s: the list alone takes %d bytes, stated are %d", name, got, g.LongestBytes())
		}
		runtime.KeepAlive(c)
	}
}

func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
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
