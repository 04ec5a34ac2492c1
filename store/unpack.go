package store

import (
	"cmp"
	"os"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/bv"
	"weft/internal/mem"
	"weft/internal/mmap"
	"weft/internal/par"
)

// unpackedFrom is from how many arcs on it pays to decode lists into scratch files.
var unpackedFrom int64 = 1 << 20

// unpacks reports whether lists are kept decoded in scratch files, if the budget has no room for them. load is
// their decoded size in bytes. Algorithms with many passes need not decode them each time, and algorithms that
// read single lists wait less for memory. It pays while the lists fit into the system's cache, half of the
// machine's memory, beside the algorithm's arrays. The disk must have twice the room.
func (c *Crawl) unpacks(arcs, load, arrays int64) bool {
	if arcs < unpackedFrom || load+arrays > mem.Machine()/2 {
		return false
	}
	return mmap.Free(cmp.Or(c.scratchDir(), os.TempDir()))/2 > load+arrays
}

// unpacked returns the lists of g in scratch files. If the disk has no room after all, or g is damaged, it returns
// g itself. A damaged g reports its error when it is read.
func (v *View) unpacked(o *ViewOptions, g graph.Random) (graph.Random, error) {
	m, err := v.decoded(o, v.lists, g)
	if err == nil {
		return m, nil
	}
	return g, o.context().Err()
}

// sharedFrom is from how many arcs on it pays to look up where parts of a graph begin, to have them decoded by several
// workers.
var sharedFrom int64 = 1 << 20

// isShared reports whether several workers decode the parts of a graph: there is room for the longest lists of each.
func (v *View) isShared(o *ViewOptions, g *bv.Graph) bool {
	workers := par.Workers(o.Workers)
	return workers > 1 && g.NumArcs() >= sharedFrom && g.HasOffsets() && graph.Believable(g) && v.NeedBytes+int64(workers-1)*v.longest <= o.Budget
}

// lookUpBoth looks up the starts of the parts of both graphs concurrently, if both are to be decoded. The decoder
// reports errors.
func (v *View) lookUpBoth(o *ViewOptions) {
	c := v.c
	if !o.Out || !o.In || v.Form != InMemory && v.Form != Unpacked || c.back() == nil || c.hides(c.kinds, o.Kinds, v.arcs) || c.hides(c.backKinds, o.Kinds, v.arcs) {
		return
	}
	both := []*bv.Graph{c.graph, c.back()}
	if v.isShared(o, both[0]) && v.isShared(o, both[1]) {
		_ = par.Do(o.context(), len(both), o.Workers, func(i int) error { return both[i].Index() })
	}
}

// decoded returns the lists of g in a space. If workers cannot decode it in parts, one worker reads all of it,
// because it gives the best error.
func (v *View) decoded(o *ViewOptions, s alloc.Space, g graph.Random) (graph.Random, error) {
	const phase = "decoding"
	if b, is := g.(*bv.Graph); is && v.isShared(o, b) {
		m, err := graph.LoadParts(o.context(), b, graph.Parts(b), graph.Work{Workers: o.Workers, Space: s}, o.look(phase, g.NumNodes()))
		if err == nil {
			return m, nil
		}
		if err := o.context().Err(); err != nil {
			return nil, err
		}
		mem.Release() // memory of the failed attempt
	}
	if s == nil {
		return graph.Load(o.watched(phase, g))
	}
	return graph.LoadIn(s, o.watched(phase, g))
}

// transpose makes v.In from the outgoing arcs, in the form of the view.
func (v *View) transpose(o ViewOptions, out graph.Random) error {
	var space alloc.Space
	if v.Form == Unpacked {
		space = v.lists
	} else if v.Form != InMemory {
		return v.transposeOnDisk(o, out)
	}
	m, err := graph.TransposeIn(space, o.watched(transposing, out))
	switch {
	case err == nil:
		v.In = m
		return nil
	case v.Form == InMemory:
		return err
	case o.context().Err() != nil:
		return o.context().Err()
	}
	return v.transposeOnDisk(o, out)
}
