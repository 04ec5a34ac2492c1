package store

import (
	"cmp"
	"os"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/mem"
	"weft/internal/mmap"
)

// unpackedFrom is from how many arcs on it pays to decode lists into scratch files.
var unpackedFrom int64 = 1 << 20

// unpacks says whether lists that the budget has no room for, and that take load bytes when they are decoded, are kept
// in scratch files. Who goes through them often need not decode them each time then, and who reads them one by one
// waits for fewer places of memory. It pays as long as the system's cache holds them in half of the machine's memory,
// beside the algorithm's arrays; the disk has to have twice the room.
func (c *Crawl) unpacks(arcs, load, arrays int64) bool {
	if arcs < unpackedFrom || load+arrays > mem.Machine()/2 {
		return false
	}
	return mmap.Free(cmp.Or(c.scratchDir(), os.TempDir()))/2 > load+arrays
}

// unpacked returns the lists of g in scratch files. Where the disk has no room for them after all, or g is not what it
// says, that is g itself: who reads it is told what is wrong with it.
func (v *View) unpacked(o *ViewOptions, g graph.Random) (graph.Random, error) {
	m, err := graph.LoadIn(v.lists, o.watched("decoding", g))
	if err == nil {
		return m, nil
	}
	return g, o.context().Err()
}

// transpose makes v.In of what leads out, in the form of the view.
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
