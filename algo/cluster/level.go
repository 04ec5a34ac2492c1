package cluster

import (
	"context"
	"errors"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// A level is a graph on which nodes are moved: the given graph, or a graph whose nodes are clusters of the level
// below.
type level struct {
	n     int
	lists graph.Random // of the first level; nil in higher levels, which have ends
	mem   *graph.Memory
	// starts, ends and weights are rows whose lists are in no order. At the first level there are weights alone, or none.
	starts  []int64
	ends    []graph.Node
	weights []float32
	// mass of each node: its strength for modularity, the number of its pages for CPM.
	mass []float64
	back func() error // gives the space of the rows back; nil for the heap
}

// A reader reads the lists of a level for one worker.
type reader struct {
	*level
	lent []graph.Node
	err  error // the first one; lists are empty from then on
}

// list returns the neighbours of u and their weights, nil if all weigh 1. They are valid until the next call.
func (r *reader) list(u uint32) ([]graph.Node, []float32) {
	if r.lists == nil {
		lo, hi := r.starts[u], r.starts[u+1]
		return r.ends[lo:hi], r.weights[lo:hi]
	}
	var list []graph.Node
	switch {
	case r.mem != nil:
		list = r.mem.Succ(graph.Node(u))
	case r.err == nil:
		r.lent, r.err = r.lists.AppendSucc(r.lent[:0], graph.Node(u))
		list = r.lent
	}
	return list, r.weightsOf(u, len(list))
}

func (r *reader) weightsOf(u uint32, length int) []float32 {
	if r.weights == nil {
		return nil
	}
	at := r.lists.ArcsBefore(int(u))
	return r.weights[at : at+int64(length)]
}

// A tally adds up weights by label. Labels that were seen are in seen, in the order of their first appearance.
type tally struct {
	sum  []float64
	seen []uint32
}

func newTally(n int) *tally { return &tally{sum: make([]float64, n)} }

// add adds the weights of the edges of u, except loops, to the labels of the other ends.
func (t *tally) add(u uint32, list []graph.Node, weights []float32, of []uint32) {
	if weights == nil {
		for _, v := range list {
			if uint32(v) == u {
				continue
			}
			c := of[v]
			x := t.sum[c]
			if x == 0 {
				t.seen = append(t.seen, c)
			}
			t.sum[c] = x + 1
		}
		return
	}
	for i, v := range list {
		if uint32(v) == u {
			continue
		}
		c := of[v]
		x := t.sum[c]
		if x == 0 {
			t.seen = append(t.seen, c)
		}
		t.sum[c] = x + float64(weights[i])
	}
}

// clear forgets everything.
func (t *tally) clear() {
	for _, c := range t.seen {
		t.sum[c] = 0
	}
	t.seen = t.seen[:0]
}

// groups holds the nodes of each label. The nodes of label c are nodes[starts[c]:starts[c+1]], in increasing
// order.
type groups struct{ starts, nodes []uint32 }

func group(of []uint32, count int) groups {
	g := groups{make([]uint32, count+1), make([]uint32, len(of))}
	for _, c := range of {
		g.starts[c]++
	}
	sum := uint32(0)
	for c := range g.starts {
		g.starts[c], sum = sum, sum+g.starts[c]
	}
	for u, c := range of { // the starts move to the ends
		g.nodes[g.starts[c]] = uint32(u)
		g.starts[c]++
	}
	copy(g.starts[1:], g.starts)
	g.starts[0] = 0
	return g
}

func (g groups) of(c int) []uint32 { return g.nodes[g.starts[c]:g.starts[c+1]] }
func (g groups) count() int        { return len(g.starts) - 1 }

// nodesPerTask is how many nodes a worker takes at a time.
const nodesPerTask = 1 << 14

// tasks cuts groups into ranges of about equal numbers of nodes.
func (g groups) tasks() []graph.Range {
	var tasks []graph.Range
	lo := 0
	for c := range g.count() {
		if g.starts[c+1]-g.starts[lo] >= nodesPerTask || c+1 == g.count() {
			tasks = append(tasks, graph.Range{Lo: lo, Hi: c + 1})
			lo = c + 1
		}
	}
	return tasks
}

// aggregate returns the level whose nodes are the labels of the nodes of l, 0 ≤ label < count. It reads all lists twice: it
// counts the arcs, and then makes the rows in their place, so that no row is copied.
func (l *level) aggregate(ctx context.Context, of []uint32, count int, o *LeidenOptions) (*level, error) {
	up := &level{n: count, starts: make([]int64, count+1), mass: make([]float64, count)}
	for u, c := range of {
		up.mass[c] += l.mass[u]
	}
	g := group(of, count)
	err := l.eachGroup(ctx, of, g, o.Workers, func(c int, t *tally) {
		up.starts[c+1] = int64(len(t.seen))
		if t.sum[c] != 0 { // edges inside are no edges of the level
			up.starts[c+1]--
		}
	})
	if err != nil {
		return nil, err
	}
	for c := range count {
		up.starts[c+1] += up.starts[c]
	}
	if err := up.makeRoom(o.Aside); err != nil {
		return nil, err
	}
	err = l.eachGroup(ctx, of, g, o.Workers, func(c int, t *tally) {
		at := up.starts[c]
		for _, d := range t.seen {
			if int(d) != c {
				up.ends[at], up.weights[at] = graph.Node(d), float32(t.sum[d])
				at++
			}
		}
	})
	if err != nil {
		return nil, errors.Join(err, up.free())
	}
	return up, nil
}

// eachGroup calls f with the weights between the nodes of each group and the groups, on all workers.
func (l *level) eachGroup(ctx context.Context, of []uint32, g groups, workers int, f func(c int, t *tally)) error {
	tasks := g.tasks()
	tallies := make(par.Free[tally], par.Workers(workers))
	return par.Do(ctx, len(tasks), workers, func(i int) error {
		t := tallies.Get()
		if len(t.sum) == 0 {
			t.sum = make([]float64, g.count())
		}
		defer tallies.Put(t)
		r := reader{level: l}
		for c := tasks[i].Lo; c < tasks[i].Hi && r.err == nil; c++ {
			for _, u := range g.of(c) {
				list, weights := r.list(u)
				t.add(u, list, weights, of)
			}
			f(c, t)
			t.clear()
		}
		return r.err
	})
}

// makeRoom allocates the rows of a level whose starts are known.
func (l *level) makeRoom(aside func() (alloc.Space, func() error)) (err error) {
	m := alloc.Maker{}
	if aside != nil {
		m.Space, l.back = aside()
	}
	l.ends, l.weights = alloc.From[graph.Node](&m, int(l.starts[l.n])), alloc.From[float32](&m, int(l.starts[l.n]))
	if m.Err != nil {
		return errors.Join(m.Err, l.free())
	}
	return nil
}

// free gives the space of a level back. The level is not used afterwards.
func (l *level) free() error {
	if l.back == nil {
		return nil
	}
	back := l.back
	l.ends, l.weights, l.back = nil, nil, nil
	return back()
}
