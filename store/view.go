package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/view"
	"weft/internal/mem"
	"weft/internal/mmap"
)

// ViewOptions say what an algorithm wants to see of a crawl.
type ViewOptions struct {
	// The name of the algorithm, for errors.
	What string
	// Kinds are the arcs that count; kinds.Measured if it is zero.
	Kinds kinds.Set
	// Out and In say whether successors and predecessors are read.
	Out, In bool
	// Need is the memory of the algorithm itself.
	Need Need
	// Budget is the memory of the process, in bytes.
	Budget int64
	// Stream keeps lists out of memory even where the budget would hold them decoded.
	Stream bool
	// Often declares that the algorithm makes many passes, or reads single lists everywhere. If the budget does
	// not hold the decoded lists, scratch files may.
	Often bool
	// Singly declares that the algorithm also reads single lists. If lists stay compressed, the start of each is
	// indexed, if the budget has room.
	Singly bool
	// Workers decode lists, one for each processor if it is 0.
	Workers int
	// Filter, if not nil, changes what arcs there are.
	Filter *Filter
	// Ctx, if not nil, ends the opening of a view, whatever is done.
	Ctx context.Context //nolint:containedctx // options live as long as one call of View
	// Note, if not nil, receives the name of a pass of the opening, the number of pages done, and of all pages;
	// both are 0 if unknown.
	Note func(phase string, done, total int64)
}

// A View is a crawl as an algorithm reads it.
type View struct {
	// Out has an arc u → v for each arc, In has v → u; nil unless requested.
	Out, In graph.Random
	// Kinds are the arcs that were kept.
	Kinds kinds.Set
	// Filter is the name of the filter through which the crawl is seen; empty for none.
	Filter string
	// Form is one of InMemory, Unpacked, Streamed and OnDisk.
	Form string
	// Space is the memory for the algorithm's arrays: nil for the heap, or scratch files. Arrays live as long as
	// the crawl is open.
	Space alloc.Space
	// Parts lists the demands for memory: the process itself, the view, the algorithm.
	Parts []mem.Part
	// NeedBytes is their sum.
	NeedBytes int64
	// ScratchBytes is the most of mapped scratch files beside that: of lists, and of the algorithm's arrays.
	ScratchBytes int64
	// Passed is the reason why the graph named as the transpose of a bare graph is not used. It is nil if the
	// graph is used or missing, or if another view of this crawl has reported the reason.
	Passed error

	c       *Crawl
	arcs    int64
	longest int64         // bytes of the longest lists while they are read
	mapped  bool          // the algorithm's arrays are mapped scratch files
	fine    bool          // the start of each compressed list is known
	lists   *mmap.Scratch // of the lists, if they are unpacked
	closers []func() error
}

// Forms of a View, from the quickest to the leanest.
const (
	InMemory = "memory"  // lists are decoded once and kept
	Unpacked = "scratch" // lists are decoded once into mapped scratch files; so may the algorithm's arrays be
	Streamed = "stream"  // lists are decoded from the mapped files in each pass
	OnDisk   = "disk"    // so are they, and the algorithm's arrays are mapped scratch files
)

// Crawl returns the crawl of the view.
func (v *View) Crawl() *Crawl { return v.c }

// Work returns workers and memory for an algorithm on this view.
func (v *View) Work(workers int) graph.Work { return graph.Work{Workers: workers, Space: v.Space} }

// WorkWithin is Work with most of the rest of a budget: the arrays that are allocated first lie on the heap, and
// only the others in scratch files.
func (v *View) WorkWithin(workers int, budget int64) graph.Work {
	return graph.Work{Workers: workers, Space: alloc.HeapFirst((budget-v.NeedBytes)/8*7, v.Space)}
}

// Scratch returns a space of scratch files for any form of the view. It is for arrays that are read in order,
// while the rest of the budget has better uses.
func (v *View) Scratch() alloc.Space { return v.c.scratchSpace() }

// ScratchDir returns the folder for scratch files, as sorters take it.
func (v *View) ScratchDir() string { return v.c.scratchDir() }

// Aside returns a space for arrays that are given back by its function, before the crawl is closed.
func (v *View) Aside() (alloc.Space, func() error) {
	if !v.mapped {
		return nil, func() error { return nil }
	}
	s := mmap.NewScratch(v.c.scratchDir())
	return s, s.Close
}

// Close gives back what belongs to the view alone.
func (v *View) Close() error {
	var err error
	for _, f := range v.closers {
		err = errors.Join(err, f())
	}
	return err
}

// planned is a form that a view may have: what its lists take, and where they begin, and whether arrays are on the heap.
type planned struct {
	form         string
	lists, index int64
	arrays       bool
	fine         bool  // it has an index of its own
	unpacked     int64 // lists in scratch files
}

// Plan says which form a view would have and how much memory it takes, without reading the graph. A budget that cannot
// be kept is an error of type *mem.ShortError.
func (c *Crawl) Plan(o ViewOptions) (*View, error) {
	if o.Kinds == 0 {
		o.Kinds = kinds.Measured
	}
	arcs, err := c.countKinds(&o)
	if err != nil {
		return nil, err
	}
	n, most := c.NumPages(), arcs
	v := &View{c: c, Kinds: o.Kinds, Filter: o.Filter.Name(), arcs: arcs, longest: c.Longest(o).ReadBytes()}
	load, index := o.loadBytes(n, arcs), c.indexBytes(&o, arcs)
	if o.Filter != nil {
		if load, index, err = o.Filter.needs(o, n, arcs); err != nil {
			return nil, err
		}
		most = 2 * arcs // of pages that are joined
	}
	if !o.Stream && most <= graph.MaxInMemory && v.fits(&o, planned{form: InMemory, lists: load, arrays: true}) {
		return v, nil
	}
	forms := c.packed(&o, index)
	if o.Often && most <= graph.MaxInMemory && c.unpacks(arcs, load, o.Need.Arrays()) {
		if o.Filter == nil {
			index = indexes(c.packs(&o)) // of some of them
		}
		forms = []planned{{form: Unpacked, index: index, arrays: true, unpacked: load}, {form: Unpacked, index: index, unpacked: load}}
	}
	if slices.ContainsFunc(forms, func(f planned) bool { return v.fits(&o, f) }) {
		return v, nil
	}
	return v, mem.Check(o.What, v.NeedBytes-mem.Base, o.Budget)
}

// packed returns the forms with compressed lists, from the fastest to the smallest. If single lists are read, the
// form has an index of its own, if there is room for it.
func (c *Crawl) packed(o *ViewOptions, index int64) []planned {
	forms := []planned{{form: Streamed, index: index, arrays: true}, {form: OnDisk, index: index}}
	var finer []*bv.Graph
	for _, g := range c.packs(o) {
		if fine := g.Fine(); fine != g {
			finer = append(finer, fine)
		}
	}
	if !o.Singly && !o.Often || len(finer) == 0 {
		return forms
	}
	index += indexes(finer)
	return append([]planned{{form: Streamed, index: index, arrays: true, fine: true}, {form: OnDisk, index: index, fine: true}}, forms...)
}

// fits gives a view a form, and reports whether the budget has room for it.
func (v *View) fits(o *ViewOptions, f planned) bool {
	v.Form, v.mapped, v.fine = f.form, !f.arrays, f.fine
	seen := Heap("the lists, decoded", f.lists).And(Heap("the longest lists, while they are read", v.longest)).And(Heap("where the lists begin", f.index))
	v.Parts = slices.Concat([]mem.Part{mem.Itself}, seen.parts(false), o.Need.parts(f.arrays))
	v.NeedBytes = mem.Sum(v.Parts)
	if v.ScratchBytes = f.unpacked; !f.arrays {
		v.ScratchBytes += o.Need.Arrays()
	}
	if o.Filter != nil {
		v.ScratchBytes += o.Filter.mapped
	}
	return v.NeedBytes <= o.Budget
}

func (o *ViewOptions) context() context.Context {
	if o.Ctx == nil {
		return context.Background()
	}
	return o.Ctx
}

// look returns the function that a pass over n pages calls regularly; nil if nothing needs it.
func (o *ViewOptions) look(phase string, n int) func(u graph.Node) error {
	if o.Ctx == nil && o.Note == nil {
		return nil
	}
	return func(u graph.Node) error {
		if o.Note != nil {
			o.Note(phase, int64(u), int64(n))
		}
		return o.context().Err()
	}
}

// watched returns g with calls of look, which may stop the opening.
func (o *ViewOptions) watched(phase string, g graph.Graph) graph.Graph {
	return graph.Watched(g, o.look(phase, g.NumNodes()))
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

// loadBytes is the memory of the decoded lists.
func (o *ViewOptions) loadBytes(n int, arcs int64) int64 {
	return o.directions() * graph.LoadBytes(n, arcs)
}

// View returns the arcs of the wanted kinds, decoded into memory if the budget allows it. A budget that cannot be kept
// is an error of type *mem.ShortError. A bare graph without a transpose beside it is transposed, in memory or on disk.
func (c *Crawl) View(o ViewOptions) (*View, error) {
	turns := o.In || o.Filter != nil // reads the transpose
	if turns {
		if err := c.checkBack(&o); err != nil {
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
	if turns {
		c.mu.Lock()
		defer c.mu.Unlock()
		v.Passed, c.passed = c.passed, nil
	}
	return v, nil
}

// checkBack drops the graph that is named as the transpose of a bare graph, if it is not its transpose. Only its
// arcs show this, so the check takes one pass over each, once. Other views wait for it.
func (c *Crawl) checkBack(o *ViewOptions) error {
	c.checking.Lock()
	defer c.checking.Unlock()
	if c.Manifest != nil || c.back() == nil || c.backChecked {
		return nil
	}
	look := o.look("comparing with the transpose", c.NumPages())
	out, err := c.sumArcs(c.Scan(graph.Everything(c.graph)), false, look)
	if err != nil {
		return err
	}
	in, err := c.sumArcs(c.ScanBack(graph.Everything(c.back())), true, look)
	if stopped := o.context().Err(); stopped != nil {
		return stopped
	}
	if err == nil && in.mixed != out.mixed {
		err = fmt.Errorf("%s-t is not the transpose of %s", c.Path, c.Path)
	}
	if err == nil {
		err = c.back().TryOffsets()
	}
	if err != nil {
		c.pass(err)
	}
	c.backChecked = true
	return nil
}

func (v *View) open(c *Crawl, o ViewOptions, arcs int64) error {
	var err error
	if v.mapped {
		v.Space = c.scratchSpace()
	}
	if v.Form == Unpacked {
		v.lists = mmap.NewScratch(c.scratchDir())
		v.closers = append(v.closers, v.lists.Close)
	}
	if o.Filter != nil {
		return o.Filter.open(v, o)
	}
	v.lookUpBoth(&o)
	if o.Out {
		if v.Out, err = v.read(&o, c.only(v.indexed(c.graph), c.kinds, o.Kinds, arcs)); err != nil {
			return err
		}
	}
	if !o.In {
		return nil
	}
	if c.back() != nil {
		v.In, err = v.read(&o, c.only(v.indexed(c.back()), c.backKinds, o.Kinds, arcs))
		return err
	}
	out := v.Out
	if !o.Out {
		out = c.only(c.graph, c.kinds, o.Kinds, arcs)
	}
	return v.transpose(o, out)
}

// indexed returns g with an index for the view, if the view has one.
func (v *View) indexed(g *bv.Graph) *bv.Graph {
	if v.fine {
		return g.Fine()
	}
	return g
}

// packs returns the compressed graphs that a view reads; the graph itself for a transpose that is still to be made.
func (c *Crawl) packs(o *ViewOptions) (all []*bv.Graph) {
	both := o.Filter.joins()
	if o.Out || both {
		all = append(all, c.graph)
	}
	if o.In || both {
		all = append(all, cmp.Or(c.back(), c.graph))
	}
	return all
}

// indexes is the memory of the indexes of graphs.
func indexes(graphs []*bv.Graph) (bytes int64) {
	for _, g := range graphs {
		bytes += g.IndexBytes()
	}
	return bytes
}

// Longest returns the longest lists that a view reads side by side. It returns zero if they are short, or their
// length is unknown.
func (c *Crawl) Longest(o ViewOptions) (l bv.Longest) {
	for _, g := range c.packs(&o) {
		l = l.And(g.Longest())
	}
	return l
}

// indexBytes returns the memory of the indexes of compressed lists: the indexes of the crawl, by which it is cut
// into parts, and the indexes of arcs of some kinds only.
func (c *Crawl) indexBytes(o *ViewOptions, arcs int64) int64 {
	read := c.packs(o)
	bytes := indexes(read)
	if c.hides(c.kinds, o.Kinds, arcs) {
		bytes += int64(len(read)) * view.IndexBytes(c.NumPages(), arcs)
	}
	return bytes
}

// only returns g without arcs of other kinds; g itself where it has none.
func (c *Crawl) only(g *bv.Graph, p *perList, want kinds.Set, arcs int64) graph.Random {
	if !c.hides(p, want, arcs) {
		return g
	}
	return newOfKinds(g, p, want, arcs)
}

// hides reports whether there are arcs of other kinds.
func (c *Crawl) hides(p *perList, want kinds.Set, arcs int64) bool {
	return (p != nil || want&kinds.Link == 0) && arcs != c.graph.NumArcs()
}

// transposing is the progress message while the opening of a view makes a transpose.
const transposing = "transposing"

func (v *View) read(o *ViewOptions, g graph.Random) (graph.Random, error) {
	switch v.Form {
	case InMemory:
		return v.decoded(o, nil, g)
	case Unpacked:
		return v.unpacked(o, g)
	}
	return g, nil
}
