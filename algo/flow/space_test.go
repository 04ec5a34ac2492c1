package flow_test

import (
	"errors"
	"testing"

	"weft/algo/flow"
	"weft/graph"
	"weft/internal/drawn"
)

// A counter is a space that counts what it hands out, and has no more room after a number of times.
type counter struct {
	bytes int64
	times int // how often there is room; negative: always
}

var errFull = errors.New("no room")

func (c *counter) Bytes(n int64) ([]byte, error) {
	if c.times == 0 {
		return nil, errFull
	}
	c.times--
	c.bytes += n
	return make([]byte, n), nil
}

// Memory is what the formulas say, which is close to it for a graph without links back, and half of that for arcs where
// all are linked back. Loops and arcs without capacity take none.
func TestMemory(t *testing.T) {
	r := drawn.Rand(t)
	n := 1000 + r.IntN(1000)
	var oneWay, both, nothing []graph.Arc
	for u := range n {
		for range 4 {
			a := graph.Arc{From: graph.Node(u), To: graph.Node(u + r.IntN(n-u))}
			if a.From != a.To {
				oneWay = append(oneWay, a)
				both = append(both, a, graph.Arc{From: a.To, To: a.From})
			}
		}
		nothing = append(nothing, graph.Arc{From: graph.Node(u), To: graph.Node(u)}, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
	}
	for _, c := range []struct {
		name  string
		arcs  []graph.Arc
		value int64
		share int64 // of each arc's bytes, in halves
	}{{"one way", oneWay, 3, 2}, {"both ways", both, 3, 1}, {"nothing", nothing, 0, 0}} {
		g := graph.FromArcs(n, c.arcs)
		capacity := flow.Capacities(g, func(u, v graph.Node) int64 {
			if u == v {
				return 3
			}
			return c.value
		})
		laid, cut, swept := &counter{times: -1}, &counter{times: -1}, &counter{times: -1}
		net, err := flow.New(t.Context(), g, capacity, graph.Work{Space: laid})
		if err != nil {
			t.Fatal(err)
		}
		terminals := flow.Terminals{Sources: []graph.Node{0}}
		if _, err := net.MinCut(t.Context(), terminals, graph.Work{Space: cut}); err != nil {
			t.Fatal(err)
		}
		if _, err := net.Sweep(t.Context(), terminals, []int64{5, 2}, graph.Work{Space: swept}); err != nil {
			t.Fatal(err)
		}
		arcs := g.NumArcs() * c.share / 2
		if want := flow.NetworkBytes(n, arcs); laid.bytes != want {
			t.Errorf("%s: a network took %d bytes, want %d", c.name, laid.bytes, want)
		}
		want := flow.CutBytes(n, arcs)
		if cut.bytes > want || swept.bytes > want || cut.bytes < want-6*int64(n) || swept.bytes < want-2*int64(n) {
			t.Errorf("%s: a cut took %d bytes, a sweep %d, want up to %d", c.name, cut.bytes, swept.bytes, want)
		}
	}
}

// Where there is no room that is said, wherever it ends.
func TestNoRoom(t *testing.T) {
	g := drawGraph(drawn.Rand(t), 50)
	capacity := drawCapacities(drawn.Rand(t), int(g.NumArcs()))
	net := network(t, g, capacity)
	terminals := flow.Terminals{Sources: []graph.Node{0}}
	for name, run := range map[string]func(w graph.Work) error{
		"network": func(w graph.Work) error { _, err := flow.New(t.Context(), g, capacity, w); return err },
		"cut":     func(w graph.Work) error { _, err := net.MinCut(t.Context(), terminals, w); return err },
		"sweep":   func(w graph.Work) error { _, err := net.Sweep(t.Context(), terminals, []int64{1}, w); return err },
	} {
		times := 0
		for ; ; times++ {
			err := run(graph.Work{Space: &counter{times: times}})
			if err == nil {
				break
			}
			if !errors.Is(err, errFull) {
				t.Fatalf("%s: got %v", name, err)
			}
		}
		if times < 2 {
			t.Errorf("%s: it asked for room %d times", name, times)
		}
	}
}
