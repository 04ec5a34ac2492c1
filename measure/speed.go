package measure

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/internal/usage"
	"weft/store"
)

// A Speed is what an operation on a graph cost on this machine.
type Speed struct {
	Operation string  `json:"operation"`
	Workers   int     `json:"workers"`
	Passes    int     `json:"passes"`  // iterations, where there are several
	CPU       float64 `json:"cpu_ns"`  // per arc and pass
	Wall      float64 `json:"wall_ns"` // per arc and pass
	Seconds   float64 `json:"seconds"` // by the clock, in all
	// Need is what the operation says it takes, in bytes, and Peak what it took at most, with what it reads from.
	Need   int64  `json:"need_bytes"`
	Peak   int64  `json:"peak_bytes"`
	Result string `json:"result"` // what came out, so that two programs can be seen to have done the same
}

// SpeedOptions of GetSpeeds.
type SpeedOptions struct {
	Options
	// Only are the operations to be measured; all if there are none.
	Only []string
	// Dir is a folder for what compression and transposition write.
	Dir string
	// Each is called with each speed when it is known.
	Each func(Speed)
}

// A racer runs operations on one crawl.
type racer struct {
	ctx context.Context
	c   *store.Crawl
	o   SpeedOptions
}

// An operation returns how many passes it made and what came out. Its cost is measured by the function that it is given.
type operation struct {
	name string
	run  func(r *racer, timed timer) error
}

// A timer measures f, which returns its passes and its result; need is what it says it takes.
type timer func(workers int, need int64, f func() (passes int, result string, err error)) error

var operations = []operation{
	{"scan", func(r *racer, t timer) error { return r.scan(t, 1) }},
	{"scan on all", func(r *racer, t timer) error { return r.scan(t, r.o.Workers) }},
	{"random lists", (*racer).randomLists},
	{"load", (*racer).load},
	{"compress", func(r *racer, t timer) error { return r.compress(t, 1) }},
	{"transpose on disk", (*racer).transpose},
	{"pagerank 1e-6", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-6, false) }},
	{"pagerank 1e-9", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-9, false) }},
	{"pagerank power 1e-9", func(r *racer, t timer) error { return r.pageRank(t, rank.Power, 1e-9, false) }},
	{"pagerank 1e-6 streaming", func(r *racer, t timer) error { return r.pageRank(t, rank.GaussSeidel, 1e-6, true) }},
	{"hits", (*racer).hits},
	{"bfs", (*racer).bfs},
	{"wcc", (*racer).wcc},
	{"scc", (*racer).scc},
	{"scc of both", (*racer).sccBoth},
	{"hyperball", (*racer).hyperBall},
}

// Operations are the names of what GetSpeeds measures.
func Operations() []string {
	var names []string
	for _, op := range operations {
		names = append(names, op.name)
	}
	return names
}

// GetSpeeds measures how fast this machine does what measures are made of, and in how much memory.
func GetSpeeds(ctx context.Context, c *store.Crawl, o SpeedOptions) ([]Speed, error) {
	r := &racer{ctx, c, o}
	for _, name := range o.Only {
		if !slices.Contains(Operations(), name) {
			return nil, fmt.Errorf("there is no operation %q: want some of %q", name, Operations())
		}
	}
	var all []Speed
	for _, op := range operations {
		if len(o.Only) > 0 && !slices.Contains(o.Only, op.name) {
			continue
		}
		o.note(op.name, 0, 0)
		err := op.run(r, func(workers int, need int64, f func() (int, string, error)) error {
			s, err := r.time(op.name, workers, need, f)
			if err != nil {
				return err
			}
			if all = append(all, s); o.Each != nil {
				o.Each(s)
			}
			return nil
		})
		if err != nil {
			return all, fmt.Errorf("%s: %w", op.name, err)
		}
	}
	return all, nil
}

func (r *racer) time(name string, workers int, need int64, f func() (int, string, error)) (Speed, error) {
	s := Speed{Operation: name, Workers: par.Workers(workers), Need: need}
	cost, err := usage.Of(func() (err error) {
		s.Passes, s.Result, err = f()
		return err
	})
	per := 1 / float64(max(1, r.c.Graph().NumArcs())*int64(max(1, s.Passes)))
	s.CPU, s.Wall = float64(cost.CPU)*per, float64(cost.Wall)*per
	s.Seconds, s.Peak = cost.Wall.Seconds(), cost.Peak
	return s, err
}

// scan reads all lists from the compressed file in order.
func (r *racer) scan(timed timer, workers int) error {
	g := r.c.Graph()
	parts := graph.Parts(g)
	return timed(workers, 0, func() (int, string, error) {
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
		return 1, fmt.Sprintf("successors add up to %d", total), err
	})
}

// randomLists reads as many lists as there are pages, drawn at random.
func (r *racer) randomLists(timed timer) error {
	g := r.c.Graph()
	n := uint64(g.NumNodes())
	return timed(1, 0, func() (int, string, error) {
		var list []graph.Node
		var err error
		arcs := 0
		for i := range n {
			if list, err = g.AppendSucc(list[:0], graph.Node(mix(i+r.o.Seed)%n)); err != nil {
				return 0, "", err
			}
			if arcs += len(list); i&0xffff == 0 && r.ctx.Err() != nil {
				return 0, "", r.ctx.Err()
			}
		}
		return 1, fmt.Sprintf("%d arcs", arcs), nil
	})
}

// mix is the output function of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// load decodes the graph into memory.
func (r *racer) load(timed timer) error {
	g := r.c.Graph()
	return timed(1, graph.LoadBytes(g.NumNodes(), g.NumArcs()), func() (int, string, error) {
		m, err := graph.Load(g)
		if err != nil {
			return 0, "", err
		}
		return 1, fmt.Sprintf("%d arcs", m.NumArcs()), nil
	})
}

// compress writes the graph, which is in memory, as a BVGraph.
func (r *racer) compress(timed timer, workers int) error {
	m, err := graph.Load(r.c.Graph())
	if err != nil {
		return err
	}
	return timed(workers, 0, func() (int, string, error) {
		st, err := bv.Write(filepath.Join(r.o.Dir, "compressed"), m, bv.Options{})
		return 1, fmt.Sprintf("%d bits", st.Bits), err
	})
}

// transpose makes the compressed transpose of the compressed graph, within the budget.
func (r *racer) transpose(timed timer) error {
	memory := r.o.Memory - r.o.Memory/16 - mem.Base
	return timed(r.o.Workers, memory, func() (int, string, error) {
		o := store.TransposeOptions{Memory: memory, Dir: r.o.Dir, Workers: r.o.Workers}
		err := store.Transpose(r.ctx, filepath.Join(r.o.Dir, "transposed"), r.c.Graph(), o)
		return 1, "", err
	})
}

// view opens what an algorithm reads, and calls f with it.
func (r *racer) view(name string, out, in, stream bool, need store.Need, f func(*store.View) error) error {
	v, err := r.c.View(store.ViewOptions{What: name, Out: out, In: in, Need: need, Budget: r.o.Memory, Stream: stream})
	if err != nil {
		return err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	return f(v)
}

func (r *racer) pageRank(timed timer, method rank.Method, tolerance float64, stream bool) error {
	need := NeedOf(PageRank, r.c)
	return r.view(PageRank, false, true, stream, need, func(v *store.View) error {
		return timed(r.o.Workers, need.Arrays, func() (int, string, error) {
			res, err := rank.PageRank(r.ctx, v.In, nil, rank.PageRankOptions{Method: method, Tolerance: tolerance, MaxIterations: 1000, Work: v.Work(r.o.Workers)})
			if err != nil {
				return 0, "", err
			}
			return res.Iterations, fmt.Sprintf("%s, error at most %.2g", v.Form, res.Bound), nil
		})
	})
}

func (r *racer) hits(timed timer) error {
	need := NeedOf(HITS, r.c)
	return r.view(HITS, true, true, false, need, func(v *store.View) error {
		return timed(r.o.Workers, need.Arrays, func() (int, string, error) {
			res, err := rank.HITS(r.ctx, v.Out, v.In, rank.HITSOptions{Iterations: 20, Work: v.Work(r.o.Workers)})
			if err != nil {
				return 0, "", err
			}
			return res.Iterations, fmt.Sprintf("%s, residual %.2g", v.Form, res.Residual), nil
		})
	})
}

// bfs searches from the page with the greatest outdegree.
func (r *racer) bfs(timed timer) error {
	need := distance.BFSBytes(r.c.NumPages())
	return r.view("bfs", true, false, false, store.Need{Arrays: need}, func(v *store.View) error {
		source := graph.Node(0)
		for u := range v.Out.NumNodes() {
			if outdegree(v.Out, u) > outdegree(v.Out, int(source)) {
				source = graph.Node(u)
			}
		}
		return timed(1, need, func() (int, string, error) {
			l, err := distance.BFS(r.ctx, v.Out, []graph.Node{source}, v.Work(1))
			if err != nil {
				return 0, "", err
			}
			return 1, fmt.Sprintf("%d pages within %d", len(l.Order), len(l.Counts)-1), nil
		})
	})
}

func outdegree(g graph.Random, u int) int64 { return g.ArcsBefore(u+1) - g.ArcsBefore(u) }

// hyperBall makes one run of up to 20 iterations.
func (r *racer) hyperBall(timed timer) error {
	need := distance.HyperBallBytes(r.c.NumPages(), false)
	return r.view("hyperball", false, true, false, store.Need{Arrays: need}, func(v *store.View) error {
		return timed(r.o.Workers, need, func() (int, string, error) {
			b, err := distance.HyperBall(r.ctx, v.In, distance.HyperBallOptions{Runs: 1, MaxIterations: 20, Work: v.Work(r.o.Workers)})
			if err != nil {
				return 0, "", err
			}
			return b.Iterations, fmt.Sprintf("%s, average distance %.3g", v.Form, b.Mean.Value), nil
		})
	})
}

func (r *racer) wcc(timed timer) error {
	need := component.WCCBytes(r.c.NumPages())
	return r.view("wcc", true, false, false, store.Need{Arrays: need}, func(v *store.View) error {
		return timed(r.o.Workers, need, func() (int, string, error) {
			return counted(component.WCC(r.ctx, v.Out, v.Work(r.o.Workers)))
		})
	})
}

// scc reads the graph alone.
func (r *racer) scc(timed timer) error {
	need := component.SCCBytes(r.c.NumPages())
	return r.view("scc", true, false, false, store.Need{Arrays: need}, func(v *store.View) error {
		return timed(1, need, func() (int, string, error) {
			return counted(component.SCC(r.ctx, v.Out, v.Work(1)))
		})
	})
}

// sccBoth reads the transpose too.
func (r *racer) sccBoth(timed timer) error {
	need := component.SCCBothBytes(r.c.NumPages())
	return r.view("scc", true, true, false, store.Need{Arrays: need}, func(v *store.View) error {
		return timed(r.o.Workers, need, func() (int, string, error) {
			return counted(component.SCCBoth(r.ctx, v.Out, v.In, v.Work(r.o.Workers)))
		})
	})
}

func counted(c *component.Components, err error) (int, string, error) {
	if err != nil {
		return 0, "", err
	}
	return 1, fmt.Sprintf("%d components, the largest of %d", c.Count(), c.Largest()), nil
}
