package migrate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/graph"
)

// strangers returns two crawls of so many pages without a name in common: long names of tokens that a hundred pages of
// both share, and a hub in each that links to a tenth of the pages, and to some that stayed.
func strangers(n int) (older, newer *Side, same []graph.Node) {
	make := func(host string, seed uint64) *Side {
		r := rand.New(rand.NewPCG(seed, 9))
		names := []string{}
		var arcs []graph.Arc
		for u := range n {
			var b strings.Builder
			fmt.Fprintf(&b, "http://%s%d.example", host, u)
			for range 100 {
				fmt.Fprintf(&b, "/w%d", r.IntN(n))
			}
			if names = append(names, b.String()); u < n/10 {
				arcs = append(arcs, graph.Arc{From: graph.Node(n / 2), To: graph.Node(u)})
			}
			for range 3 {
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n / 10))})
			}
		}
		g := graph.FromArcs(n, arcs)
		back, err := graph.Transpose(g)
		if err != nil {
			panic(err)
		}
		return &Side{Out: g, In: back, Name: func(dst []byte, u graph.Node) ([]byte, error) { return append(dst, names[u]...), nil }}
	}
	for u := range n {
		same = append(same, None)
		if u < n/10 {
			same[u] = graph.Node(u)
		}
	}
	return make("old", 1), make("new", 2), same
}

// What is looked at for a page does not grow with the crawls.
func TestWorkOfStrangersIsLinear(t *testing.T) {
	for _, n := range []int{200, 800} {
		older, newer, same := strangers(n)
		m, err := newMatcher(context.Background(), older, newer, same, Options{Rounds: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.rounds(context.Background(), same); err != nil {
			t.Fatal(err)
		}
		pages := int64(len(m.old.pages))
		t.Logf("%d pages: %+v", pages, m.work)
		for _, c := range []struct {
			what      string
			got, most int64
		}{
			{"votes", m.work.votes, pages * 4096},
			{"cells", m.work.cells, pages * 24 * 34 * 34},
			// Three successors and no predecessors, but for the hub.
			{"neighbours", m.work.neighbours, 24 * (3*pages + int64(n)/10 + 3)},
		} {
			if c.got > c.most || c.got == 0 {
				t.Errorf("%d pages: %d %s, want at most %d, and some", pages, c.got, c.what, c.most)
			}
		}
		if m.voc.long != 2*int(pages) {
			t.Errorf("%d names count as long, want %d", m.voc.long, 2*pages)
		}
	}
}

// However late it is told to stop, it does little more.
func TestStopsSoon(t *testing.T) {
	const n = 30000
	newSides := func() (older, newer *Side, same []graph.Node) {
		for range n {
			same = append(same, None)
		}
		g := graph.FromArcs(n, nil)
		name := func(dst []byte, u graph.Node) ([]byte, error) { return fmt.Appendf(dst, "http://a.example/%d", u), nil }
		return &Side{Out: g, In: g, Name: name}, &Side{Out: g, In: g, Name: name}, same
	}
	older, newer, same := newSides()
	ctx, stop := context.WithCancel(context.Background())
	calls := 0
	name := older.Name
	older.Name = func(dst []byte, u graph.Node) ([]byte, error) {
		if calls++; calls == 1000 {
			stop()
		}
		return name(dst, u)
	}
	if _, err := Map(ctx, older, newer, same, Options{}); !errors.Is(err, context.Canceled) || calls > 1000+1<<12 {
		t.Errorf("%v, after %d names: want it to stop after 4,096 more than 1,000", err, calls)
	}

	older, newer, same = newSides()
	ctx, stop = context.WithCancel(context.Background())
	calls = 0
	older.Texts = func(f func(graph.Node, []byte) error) error {
		for u := range graph.Node(n) {
			if calls++; calls == 1000 {
				stop()
			}
			if err := f(u, []byte("text")); err != nil {
				return err
			}
		}
		return nil
	}
	if _, err := Map(ctx, older, newer, same, Options{}); !errors.Is(err, context.Canceled) || calls > 1000+1<<12 {
		t.Errorf("%v, after %d texts: want it to stop after 4,096 more than 1,000", err, calls)
	}

	older, newer, same = newSides()
	ctx, stop = context.WithCancel(context.Background())
	m, err := newMatcher(ctx, older, newer, same, Options{Note: func(string, int64, int64) { stop() }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.rounds(ctx, same); !errors.Is(err, context.Canceled) || m.work.votes > 0 {
		t.Errorf("%v, after %d votes: want it to stop before the round begins", err, m.work.votes)
	}
}
