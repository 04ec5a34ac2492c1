package core_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	tasks := map[string]graphtest.Task{}
	for name, o := range map[string]core.Options{"read": {MaxDegree: -1}, "held": {MaxDegree: -1, Held: 1 << 20}} {
		o.Workers = 1
		tasks[name] = func(ctx context.Context, out, in graph.Random) error {
			first, err := core.Peel(ctx, out, in, core.Shape{Fans: 1, Centers: 1}, o)
			if err != nil {
				return err
			}
			return first.Each(ctx, core.Shape{Fans: 2, Centers: 2}, nil, func(c *core.Core) error {
				_, err := c.Disjoint(ctx, func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
				return err
			})
		}
	}
	graphtest.StoppedAndBroken(t, out, in, tasks)
}

// tearing is a graph of which, once it is torn, a list cannot be read: who reads others waits until somebody has come to that.
type tearing struct {
	graph.Random
	torn  bool
	at    graph.Node
	met   chan struct{}
	once  sync.Once
	since atomic.Int64 // lists that were read after it
}

func (g *tearing) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	if g.torn && u == g.at {
		g.once.Do(func() { close(g.met) })
		return nil, graphtest.ErrBroken
	}
	if g.torn {
		<-g.met
		g.since.Add(1)
	}
	return g.Random.AppendSucc(dst, u)
}

// When one of several workers comes to what cannot be read, the others do not go on to the end.
func TestOneFailureEndsAllWorkers(t *testing.T) {
	const n = 1 << 17
	arcs := make([]graph.Arc, n)
	for u := range arcs {
		arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % n)}
	}
	g := graph.FromArcs(n, arcs)
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	for what, count := range map[string]func(*core.Core) error{
		"sets": func(c *core.Core) error {
			_, err := c.Sets(t.Context(), 2, core.Keep[core.CountState]{})
			return err
		},
		"maximal": func(c *core.Core) error {
			_, err := c.Maximal(t.Context(), 0, nil, core.Keep[core.CountState]{})
			return err
		},
	} {
		in := &tearing{Random: back, at: 0, met: make(chan struct{})}
		c, err := core.Peel(t.Context(), g, in, core.Shape{Fans: 1, Centers: 1}, core.Options{Work: graph.Work{Workers: 2}})
		if err != nil {
			t.Fatal(err)
		}
		in.torn = true
		if err := count(c); !errors.Is(err, graphtest.ErrBroken) {
			t.Errorf("%s: got %v, want %v", what, err, graphtest.ErrBroken)
		}
		if read := in.since.Load(); read > n/2 {
			t.Errorf("%s: %d lists of %d were read after one could not be", what, read, n)
		}
	}
}
