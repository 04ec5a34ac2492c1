package sites_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/algo/sites"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/stoptest"
)

// asked has a web whose division reads links for every reason: shelves, a shelf within a shelf, a host whose URLs say
// nothing, crumbs, copies, home pages, and units that are tied.
func asked() *web {
	l := new(laid).folder("a/", 12, true).folder("b/", 12, true).folder("s/x/", 10, false).folder("s/y/", 10, false).joined("a/", "b/", 8).
		folder("w/x/", 20, true).folder("w/y/", 20, true)
	w := &l.web
	add := func(url string, n int) graph.Node {
		first := graph.Node(len(w.urls)) //nolint:gosec // small
		for i := range n {
			w.urls, w.truth = append(w.urls, fmt.Sprintf(url, i)), append(w.truth, url)
			w.arcs = append(w.arcs, graph.Arc{From: first + graph.Node(i), To: first + graph.Node((i+1)%n)}) //nolint:gosec // small
		}
		return first
	}
	g := groups(30, 20, 15, 5).menu("20", "30", 20, true)
	opaque := graph.Node(len(w.urls)) //nolint:gosec // small
	for i, url := range g.urls {
		w.urls, w.truth = append(w.urls, strings.Replace(url, "//h.", "//n.", 1)), append(w.truth, g.truth[i])
	}
	for _, a := range g.arcs {
		w.arcs = append(w.arcs, graph.Arc{From: opaque + a.From, To: opaque + a.To})
	}
	crumb := add("http://a.test/p%d", 3)
	w.arcs = append(w.arcs, graph.Arc{From: crumb, To: 0}, graph.Arc{From: 0, To: crumb})
	return w
}

func (w *web) input(t *testing.T) sites.Input {
	in := sites.Input{Out: graph.FromArcs(len(w.truth), slices.Clone(w.arcs))}
	in.In = graphtest.Transpose(t, in.Out)
	w.folders(&in)
	return in
}

// A faulty graph fails at one read, and at no other.
type faulty struct {
	graph.Random
	left *int
}

func (g faulty) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	if *g.left--; *g.left == -1 {
		return dst, graphtest.ErrBroken
	}
	return g.Random.AppendSucc(dst, u)
}

// A list that cannot be read is an error of the division, whatever it was read for, in whichever pass, and though all
// later reads succeed.
func TestEachRead(t *testing.T) {
	in := asked().input(t)
	for reads := 0; ; reads++ {
		left, broken := reads, in
		broken.Out, broken.In = faulty{in.Out, &left}, faulty{in.In, &left}
		_, err := sites.Divide(t.Context(), broken, graph.Work{Workers: 1})
		if left >= 0 {
			if err != nil || reads < 500 {
				t.Errorf("%d reads, and no more: %v", reads, err)
			}
			break
		}
		if !errors.Is(err, graphtest.ErrBroken) {
			t.Errorf("read %d failed: got %v", reads, err)
		}
	}
}

// A division ends with the error of its context, wherever it ends.
func TestStoppedEverywhere(t *testing.T) {
	in := asked().input(t)
	if stopped := stoptest.Everywhere(t, func(ctx context.Context) error {
		_, err := sites.Divide(ctx, in, graph.Work{Workers: 1})
		return err
	}); stopped < 10 {
		t.Errorf("it looked %d times", stopped)
	}
}
