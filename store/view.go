package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"weft/extsort"
	"weft/graph"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/kinds"
)

// ViewOptions say what an algorithm wants to see of a crawl.
type ViewOptions struct {
	// What is the name of the algorithm, for errors.
	What string
	// Kinds are the arcs that count; kinds.Measured if it is zero.
	Kinds kinds.Set
	// Out and In say whether successors and predecessors are read.
	Out, In bool
	// Need is what the algorithm allocates itself, in bytes.
	Need int64
	// Budget is the memory of the process, in bytes.
	Budget int64
	// Stream leaves lists compressed even where the budget would hold them decoded.
	Stream bool
}

// A View is a crawl as an algorithm reads it.
type View struct {
	// Out has an arc u → v for each arc, In has v → u; nil unless asked for.
	Out, In graph.Random
	// Kinds are the arcs that were kept.
	Kinds kinds.Set
	// Form is "memory" if lists are decoded once and kept, "stream" if they are decoded each time.
	Form string
	// NeedBytes is what view and algorithm take together, with the base of the process.
	NeedBytes int64

	arcs    int64
	closers []func() error
}

// Forms of a View.
const (
	InMemory = "memory"
	Streamed = "stream"
)

// Close gives back what belongs to the view alone.
func (v *View) Close() error {
	var err error
	for _, f := range v.closers {
		err = errors.Join(err, f())
	}
	return err
}

// Plan says which form a view would have and how much memory it takes, without reading the graph. A budget that cannot
// be kept is an error of type *mem.ShortError.
func (c *Crawl) Plan(o ViewOptions) (*View, error) {
	if o.Kinds == 0 {
		o.Kinds = kinds.Measured
	}
	arcs, err := c.countKinds(o.Kinds)
	if err != nil {
		return nil, err
	}
	n := c.NumPages()
	v := &View{Kinds: o.Kinds, Form: InMemory, arcs: arcs}
	load := c.loadBytes(o, n, arcs)
	if o.Stream || mem.Check(o.What, o.Need+load, o.Budget) != nil {
		v.Form = Streamed
		load = o.directions() * bv.IndexBytes(n, arcs, c.graph.SizeBits())
	}
	v.NeedBytes = mem.Base + o.Need + load
	return v, mem.Check(o.What, o.Need+load, o.Budget)
}

func (o *ViewOptions) directions() int64 {
	n := int64(0)
	if o.Out {
		n++
	}
	if o.In {
		n++
	}
	return n
}

// loadBytes is the memory of the decoded lists, and of transposing them where there is no transpose.
func (c *Crawl) loadBytes(o ViewOptions, n int, arcs int64) int64 {
	load := o.directions() * graph.LoadBytes(n, arcs)
	if !o.In || c.back != nil {
		return load
	}
	return load + 8*int64(n)
}

// View returns the arcs of the wanted kinds, decoded into memory if the budget allows it. A budget that cannot be kept
// is an error of type *mem.ShortError. A bare graph without a transpose beside it is transposed, in memory or on disk.
func (c *Crawl) View(o ViewOptions) (*View, error) {
	if o.In {
		if err := c.checkBack(); err != nil {
			return nil, err
		}
	}
	v, err := c.Plan(o)
	if err != nil {
		return nil, err
	}
	o.Kinds = v.Kinds // the default, if none were named
	if err := v.open(c, o, v.arcs); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
}

// checkBack forgets the graph beside a bare one that has the name of its transpose, if it is not: nothing but its arcs
// tells. One pass over each, once.
func (c *Crawl) checkBack() error {
	if c.Manifest != nil || c.back == nil || c.backChecked {
		return nil
	}
	out, err := c.sumArcs(c.Scan(graph.Everything(c.graph)), false)
	if err != nil {
		return err
	}
	in, err := c.sumArcs(c.ScanBack(graph.Everything(c.back)), true)
	if err != nil || in.mixed != out.mixed {
		c.back = nil
	}
	c.backChecked = true
	return nil
}

func (v *View) open(c *Crawl, o ViewOptions, arcs int64) error {
	var err error
	if o.Out {
		if v.Out, err = v.read(c.only(c.graph, c.kinds, o.Kinds, arcs)); err != nil {
			return err
		}
	}
	if !o.In {
		return nil
	}
	if c.back != nil {
		v.In, err = v.read(c.only(c.back, c.backKinds, o.Kinds, arcs))
		return err
	}
	var out graph.Graph = v.Out
	if !o.Out {
		out = c.only(c.graph, c.kinds, o.Kinds, arcs)
	}
	if v.Form == InMemory {
		v.In, err = graph.Transpose(out)
		return err
	}
	return v.transposeOnDisk(out, o.Budget-v.NeedBytes)
}

// only returns g without arcs of other kinds; g itself where it has none.
func (c *Crawl) only(g *bv.Graph, p *perList, want kinds.Set, arcs int64) graph.Random {
	if p == nil && want&kinds.Link != 0 || arcs == g.NumArcs() {
		return g
	}
	return newFiltered(g, p, want, arcs)
}

func (v *View) read(g graph.Random) (graph.Random, error) {
	if v.Form == InMemory {
		return graph.Load(g)
	}
	return g, nil
}

// transposeOnDisk makes v.In in a scratch folder.
func (v *View) transposeOnDisk(g graph.Graph, memory int64) error {
	dir, err := os.MkdirTemp("", "weft-transpose-*")
	if err != nil {
		return err
	}
	v.closers = append(v.closers, func() error { return os.RemoveAll(dir) })
	base := filepath.Join(dir, TransposeBase)
	if err := transpose(base, g, max(memory, extsort.MinMemory), dir); err != nil {
		return fmt.Errorf("transpose on disk: %w", err)
	}
	t, err := bv.Open(base)
	if err != nil {
		return err
	}
	v.closers = append([]func() error{t.Close}, v.closers...)
	v.In = t
	return nil
}

func transpose(base string, g graph.Graph, memory int64, dir string) error {
	s := extsort.New(extsort.Options{Memory: memory, Dir: dir})
	defer s.Close() //nolint:errcheck // a scratch file
	c := g.Scan(graph.Everything(g))
	for c.Next() {
		for _, w := range c.Succ() {
			if err := s.Add(uint32(w), uint32(c.Node()), 0); err != nil {
				return err
			}
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	it, err := s.Sort()
	if err != nil {
		return err
	}
	_, err = bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		return EachList(it, g.NumNodes(), func(list []graph.Node, _ []uint32) error { return add(list) })
	})
	return err
}

// EachList calls f with the list of each of n nodes in turn, and the labels of its arcs, lent. Arcs that are repeated
// with other labels are repeated in the list.
func EachList(it *extsort.Iterator, n int, f func(list []graph.Node, labels []uint32) error) error {
	var list []graph.Node
	var labels []uint32
	more := it.Next()
	for u := range n {
		list, labels = list[:0], labels[:0]
		for more && it.From() == uint32(u) {
			list = append(list, graph.Node(it.To()))
			labels = append(labels, it.Label())
			more = it.Next()
		}
		if err := f(list, labels); err != nil {
			return err
		}
	}
	return it.Err()
}
