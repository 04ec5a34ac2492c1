package measure

import (
	"fmt"
	"path/filepath"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv"
	"weft/internal/digits"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/internal/splitmix"
	"weft/store"
)

var operations = []operation{
	{"scan", func(r *racer, t timer) error { return r.scan(t, 1) }},
	{"scan on all", func(r *racer, t timer) error { return r.scan(t, r.o.Workers) }},
	{"random lists", (*racer).randomLists},
	{"load", (*racer).load},
	{"compress", func(r *racer, t timer) error { return r.compress(t, bv.Options{Workers: 1}) }},
	{"compress on all", func(r *racer, t timer) error { return r.compress(t, bv.Options{Workers: r.o.Workers}) }},
	{"compress densely", func(r *racer, t timer) error { return r.compress(t, bv.Options{Workers: r.o.Workers, Dense: true}) }},
	{"transpose on disk", (*racer).transpose},
	{"pagerank 1e-6", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-6, false) }},
	{"pagerank 1e-9", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-9, false) }},
	{"pagerank power 1e-9", func(r *racer, t timer) error { return r.pageRank(t, rank.Power, 1e-9, false) }},
	{"pagerank 1e-6 streaming", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-6, true) }},
	{"hits", (*racer).hits},
	{"bfs", (*racer).bfs},
	{"bfs of both", (*racer).bfsBoth},
	{"wcc", (*racer).wcc},
	{"scc", (*racer).scc},
	{"scc of both", (*racer).sccBoth},
	{"hyperball", (*racer).hyperBall},
}

// scan reads all lists from the compressed file in order.
func (r *racer) scan(timed timer, workers int) error {
	g := r.c.Graph()
	parts := graph.Parts(g)
	return timed(workers, func() (outcome, error) {
		sums := make([]uint64, len(parts))
		err := par.Do(r.ctx, len(parts), workers, func(i int) error {
			sum := uint64(0)
			err := graph.EachList(g, parts[i], func(_ graph.Node, succ []graph.Node) {
				for _, v := range succ {
					sum += uint64(v)
				}
			})
			sums[i] = sum
			return err
		})
		total := uint64(0)
		for _, s := range sums {
			total += s
		}
		return outcome{passes: 1, result: fmt.Sprintf("successors add up to %d", total)}, err
	})
}

// ofLists draws the pages whose lists are read.
const ofLists splitmix.Domain = 0x6c69737473

// randomLists reads as many lists as there are pages, drawn at random.
func (r *racer) randomLists(timed timer) error {
	g := r.c.Graph().Fine()
	if err := g.Index(); err != nil {
		return err
	}
	n, seed := uint64(g.NumNodes()), ofLists.Seed(r.o.Seed)
	return timed(1, func() (outcome, error) {
		var list []graph.Node
		var err error
		arcs := 0
		for i := range n {
			if list, err = g.AppendSucc(list[:0], graph.Node(splitmix.Mix(seed+i*splitmix.Golden)%n)); err != nil {
				return outcome{}, err
			}
			if arcs += len(list); i&0xffff == 0 && r.ctx.Err() != nil {
				return outcome{}, r.ctx.Err()
			}
		}
		return outcome{passes: 1, result: fmt.Sprintf("%d arcs", arcs)}, nil
	})
}

// load decodes the graph into memory.
func (r *racer) load(timed timer) error {
	g := r.c.Graph()
	return timed(1, func() (outcome, error) {
		m, err := graph.Load(g)
		if err != nil {
			return outcome{}, err
		}
		return outcome{passes: 1, need: graph.LoadBytes(g.NumNodes(), g.NumArcs()), result: fmt.Sprintf("%d arcs", m.NumArcs())}, nil
	})
}

// compress writes the graph, which is in memory, as a BVGraph.
func (r *racer) compress(timed timer, o bv.Options) error {
	m, err := graph.Load(r.c.Graph())
	if err != nil {
		return err
	}
	return timed(o.Workers, func() (outcome, error) {
		st, err := bv.Write(filepath.Join(r.o.Dir, "compressed"), m, o)
		return outcome{passes: 1, result: fmt.Sprintf("%.3f bits an arc", st.BitsPerArc())}, err
	})
}

// transpose makes the compressed transpose of the compressed graph, within the budget.
func (r *racer) transpose(timed timer) error {
	o := store.TransposeOptions{Dir: r.o.Dir, Workers: r.o.Workers}
	o.Memory = max(r.o.Memory-r.o.Memory/16-mem.Base, extsort.MinMemory)
	return timed(r.o.Workers, func() (outcome, error) {
		_, err := store.Transpose(r.ctx, filepath.Join(r.o.Dir, "transposed"), r.c.Graph(), o)
		return outcome{passes: 1, need: store.TransposeBytes(r.c.Graph(), o), result: "compressed to compressed"}, err
	})
}

// view opens what an algorithm reads, and calls f with it.
func (r *racer) view(o store.ViewOptions, f func(*store.View) error) error {
	o.Budget, o.Workers, o.Ctx = r.o.Memory, r.o.Workers, r.ctx
	v, err := r.c.View(o)
	if err != nil {
		return err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	return f(v)
}

func (r *racer) pageRank(timed timer, method rank.Method, tolerance float64, stream bool) error {
	need := NeedOf(PageRank, r.c)
	return r.view(store.ViewOptions{What: PageRank, In: true, Stream: stream, Need: need}, func(v *store.View) error {
		room := int64(1) // streaming is measured
		if !stream {
			room = Room(v, r.o.Memory)
		}
		taken := need.Arrays()
		if method == rank.GaussSeidel {
			taken = rank.GaussSeidelBytes(v.In.NumNodes())
		}
		taken += streamBytes(v.In, r.o.Workers)
		return timed(r.o.Workers, func() (outcome, error) {
			res, err := rank.PageRank(r.ctx, v.In, nil, rank.PageRankOptions{
				Method: method, Tolerance: tolerance, MaxIterations: 1000, Room: room, Spare: Spare(v), Work: v.Work(r.o.Workers),
			})
			if err != nil {
				return outcome{}, err
			}
			return outcome{res.Iterations, taken, fmt.Sprintf("%s, error at most %.2g", v.Form, res.Bound)}, nil
		})
	})
}

// streamBytes is the memory for reading a compressed graph, besides its index: a cursor for each worker.
func streamBytes(g graph.Random, workers int) int64 {
	packed, ok := g.(*bv.Graph)
	if !ok {
		return 0
	}
	longest := int64(0)
	for u := range g.NumNodes() {
		longest = max(longest, outdegree(g, u))
	}
	return int64(workers) * packed.ScanBytes(longest)
}

func (r *racer) hits(timed timer) error {
	need := NeedOf(HITS, r.c)
	return r.view(store.ViewOptions{What: HITS, Out: true, In: true, Need: need}, func(v *store.View) error {
		return timed(r.o.Workers, func() (outcome, error) {
			res, err := rank.HITS(r.ctx, v.Out, v.In, rank.HITSOptions{Iterations: 20, Loops: true, Room: Room(v, r.o.Memory), Work: v.Work(r.o.Workers)}) // loops count in other programs
			if err != nil {
				return outcome{}, err
			}
			return outcome{res.Iterations, need.Arrays(), fmt.Sprintf("%s, residual %.2g", v.Form, res.Residual)}, nil
		})
	})
}

// bfs reads the graph alone.
func (r *racer) bfs(timed timer) error {
	return r.search(timed, false, distance.BFSBytes(r.c.NumPages()), func(v *store.View, from []graph.Node) (*distance.Levels, error) {
		return distance.BFS(r.ctx, v.Out, from, v.Work(1))
	})
}

// bfsBoth reads the transpose too.
func (r *racer) bfsBoth(timed timer) error {
	return r.search(timed, true, distance.BFSBothBytes(r.c.NumPages()), func(v *store.View, from []graph.Node) (*distance.Levels, error) {
		return distance.BFSBoth(r.ctx, v.Out, v.In, from, v.Work(1))
	})
}

// search searches from the page with the greatest outdegree.
func (r *racer) search(timed timer, in bool, need int64, search func(v *store.View, from []graph.Node) (*distance.Levels, error)) error {
	return r.view(store.ViewOptions{What: "bfs", Out: true, In: in, Singly: true, Need: store.Arrays("the work", need)}, func(v *store.View) error {
		source := graph.Node(0)
		for u := range v.Out.NumNodes() {
			if outdegree(v.Out, u) > outdegree(v.Out, int(source)) {
				source = graph.Node(u)
			}
		}
		return timed(1, func() (outcome, error) {
			l, err := search(v, []graph.Node{source})
			if err != nil {
				return outcome{}, err
			}
			return outcome{1, need, fmt.Sprintf("%d pages within %d", l.Reached(), len(l.Counts)-1)}, nil
		})
	})
}

func outdegree(g graph.Random, u int) int64 { return g.ArcsBefore(u+1) - g.ArcsBefore(u) }

func (r *racer) wcc(timed timer) error {
	n := r.c.NumPages()
	return r.view(store.ViewOptions{What: "wcc", Out: true, Need: store.Arrays("the work", component.WCCBytes(n, n))}, func(v *store.View) error {
		return timed(r.o.Workers, func() (outcome, error) {
			c, err := component.WCC(r.ctx, v.Out, v.Work(r.o.Workers))
			return counted(c, err, func() int64 { return component.WCCBytes(n, c.Count()) })
		})
	})
}

// scc reads the graph alone.
func (r *racer) scc(timed timer) error {
	need := component.SCCBytes(r.c.NumPages())
	return r.view(store.ViewOptions{What: "scc", Out: true, Singly: true, Need: store.Arrays("the work", need)}, func(v *store.View) error {
		return timed(1, func() (outcome, error) {
			c, err := component.SCC(r.ctx, v.Out, v.Work(1))
			return counted(c, err, func() int64 { return c.Took() })
		})
	})
}

// sccBoth reads the transpose too.
func (r *racer) sccBoth(timed timer) error {
	n := r.c.NumPages()
	return r.view(store.ViewOptions{What: "scc", Out: true, In: true, Singly: true, Need: store.Arrays("the work", component.SCCBothBytes(n, 0))}, func(v *store.View) error {
		return timed(r.o.Workers, func() (outcome, error) {
			c, err := component.SCCBoth(r.ctx, v.Out, v.In, v.Work(r.o.Workers))
			return counted(c, err, func() int64 { return c.Took() })
		})
	})
}

func counted(c *component.Components, err error, need func() int64) (outcome, error) {
	if err != nil {
		return outcome{}, err
	}
	return outcome{1, need(), fmt.Sprintf("%s, the largest of %s", digits.Plural(c.Count(), "component"), digits.Grouped(c.Largest()))}, nil
}

// hyperBall makes one run of up to 20 iterations.
func (r *racer) hyperBall(timed timer) error {
	need := distance.HyperBallBytes(r.c.NumPages(), false)
	return r.view(store.ViewOptions{What: "hyperball", In: true, Need: store.Arrays("the work", need)}, func(v *store.View) error {
		return timed(r.o.Workers, func() (outcome, error) {
			b, err := distance.HyperBall(r.ctx, v.In, distance.HyperBallOptions{Runs: 1, MaxIterations: 20, Work: v.Work(r.o.Workers)})
			if err != nil {
				return outcome{}, err
			}
			return outcome{len(b.Pairs) - 1, need, fmt.Sprintf("%s, average distance %.3g", v.Form, b.Mean.Value)}, nil
		})
	})
}
