package order

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/algo/order"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/npy"
	"weft/store"
)

// Where an order begins.
const (
	asNumbered   = "numbers"
	breadthFirst = "breadth-first"
)

// find finds the order, and what it is worth. It continues where a command with the same options was killed, also where
// it was killed while the graph was compressed.
func (q *asked) find(ctx context.Context, c *store.Crawl, v *store.View, o *answer.Options, load bool) (*Ordering, error) {
	r := &Ordering{Kinds: v.Kinds.String(), View: v.Filter, Pages: v.Out.NumNodes(), Arcs: v.Out.NumArcs()}
	g, err := joined(ctx, v, o, load)
	if err != nil {
		return nil, err
	}
	u := o.Unfinished(v, "order", fmt.Sprintf("seed %d rounds %d gammas %v", o.Seed, q.rounds, q.values))
	lo := order.Options{Work: v.Work(o.Workers), Gammas: q.values, Rounds: q.rounds, Seed: o.Seed, Progress: func(done, all int) {
		o.Tell("propagating labels", int64(done), int64(all))
	}}
	lo.SetDefaults()
	resume(u, &lo)
	l, err := order.Layered(ctx, g, lo)
	if err == nil {
		r.describe(l)
		r.params = map[string]any{"rounds": q.rounds, "seed": o.Seed, "gammas": gammasOf(l), "start": r.Start}
		err = r.weigh(ctx, v, o, &l.Order, written{q.bvgraph, beside(c, &l.Order)})
	}
	return r, u.Ended(err)
}

// resume makes label propagation continue, and saves its state.
func resume(u *answer.Unfinished, lo *order.Options) {
	arrays := func(s *order.State) []npy.Piece {
		all := []npy.Piece{npy.PieceOf(&s.Now), npy.PieceOf(&s.Best)}
		for i := range s.Labels {
			all = append(all, npy.NumbersOf(&s.Labels[i]))
		}
		return all
	}
	at := func(s *order.State) string {
		return "after " + digits.Plural(len(lo.Gammas)*s.Round+s.Ended(), "resolution")
	}
	lo.Resume, lo.Save = answer.Resume(u, order.State{Labels: make([][]graph.Node, len(lo.Gammas))}, arrays, at)
}

// joined is the graph whose links go both ways.
func joined(ctx context.Context, v *store.View, o *answer.Options, load bool) (graph.Random, error) {
	o.Tell("joining links of both directions", 0, 0)
	both, err := view.Symmetrised(v.Out, v.In)
	if err != nil {
		return nil, err
	}
	if load {
		return graph.Load(graph.Watched(both, func(graph.Node) error { return ctx.Err() }))
	}
	_, err = both.Count(func(graph.Node) error { return ctx.Err() })
	return both, err
}

// describe says how the order came about.
func (r *Ordering) describe(l *order.Layering) {
	r.Start, r.Begun, r.Rounds = asNumbered, l.Start, l.Costs
	if l.BreadthFirst {
		r.Start = breadthFirst
	}
	for _, x := range l.Layers {
		r.Layers = append(r.Layers, Layer{x.Gamma, x.Updates, x.Clusters, x.Cost})
	}
	r.numbers = l.Numbers
}

func gammasOf(l *order.Layering) []float64 {
	all := make([]float64, 0, len(l.Layers))
	for _, x := range l.Layers {
		all = append(all, x.Gamma)
	}
	return all
}

// A written holds the basename of the graph in the new order, and its further files. Without a basename nothing is written.
type written struct {
	base   string
	beside []bv.Beside
}

// weigh compresses graph and transpose as they are and in the order, which is written where there is a basename.
func (r *Ordering) weigh(ctx context.Context, v *store.View, o *answer.Options, by *order.Order, to written) error {
	before, after := new(Sizes), new(Sizes)
	for _, d := range []struct {
		g             graph.Random
		suffix        string
		before, after *float64
		beside        []bv.Beside
	}{ // the graph comes last, because its presence marks the set as complete
		{v.In, store.BackSuffix, &before.Transpose, &after.Transpose, nil},
		{v.Out, "", &before.Graph, &after.Graph, to.beside},
	} {
		o.Tell("compressing", 0, 0)
		st, err := compressed(ctx, d.g, "", o)
		if err != nil {
			return err
		}
		*d.before = st.BitsPerArc()
		permuted, err := view.Permuted(d.g, by.Nodes, by.Numbers)
		if err != nil {
			return err
		}
		base := to.base
		if base != "" {
			if err := removeKey(base); err != nil {
				return err
			}
			base += d.suffix
		}
		o.Tell("compressing in the order", 0, 0)
		if st, err = compressed(ctx, permuted, base, o, d.beside...); err != nil {
			return err
		}
		*d.after = st.BitsPerArc()
	}
	if r.Arcs > 0 {
		r.Before, r.After = before, after
	}
	return nil
}

// compressed compresses a graph, into files if there is a basename.
func compressed(ctx context.Context, g graph.Graph, base string, o *answer.Options, beside ...bv.Beside) (bv.Stats, error) {
	opts := bv.Options{Workers: o.Workers}
	all := func(add func([]graph.Node) error) error {
		watched := graph.Watched(g, func(graph.Node) error { return ctx.Err() })
		c := watched.Scan(graph.Everything(g))
		for c.Next() {
			if err := add(c.Succ()); err != nil {
				return err
			}
		}
		return c.Err()
	}
	if base != "" {
		return bv.Create(base, opts, all, beside...)
	}
	w, err := bv.NewWriter(io.Discard, io.Discard, opts)
	if err != nil {
		return bv.Stats{}, err
	}
	failed := all(w.Append)
	st, err := w.Finish()
	return st, errors.Join(failed, err)
}

// removeKey removes the properties of a graph that will be replaced. Readers then cannot combine them with parts
// of the new graph.
func removeKey(base string) error {
	if base == "" {
		return nil
	}
	if err := disk.Remove(base + bv.PropertiesExt); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// beside are the files beside the graph in the new order: where each page stands, and the names.
func beside(c *store.Crawl, by *order.Order) []bv.Beside {
	files := []bv.Beside{{Ext: ".order.npy", Write: func(w io.Writer) error { return npy.Write(w, by.Numbers) }}}
	if !c.HasNames() {
		return files
	}
	return append(files, bv.Beside{Ext: store.URLsExt, Write: func(out io.Writer) error {
		w := bufio.NewWriter(out)
		names := c.Names()
		var line []byte
		var err error
		for _, u := range by.Nodes {
			if line, err = names.Append(line[:0], u); err != nil {
				return err
			}
			if _, err = w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return w.Flush()
	}})
}
