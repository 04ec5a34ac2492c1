package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/extsort"
	"weft/internal/par"
)

// transposeOnDisk makes v.In in a scratch folder of the system, as nothing is written beside a bare graph.
func (v *View) transposeOnDisk(opts ViewOptions, g graph.Random) error {
	dir, remove, err := scratchFolder()
	if err != nil {
		return err
	}
	v.closers = append(v.closers, remove)
	base := filepath.Join(dir, TransposeBase)
	if opts.Note != nil {
		opts.Note("transposing on disk", 0, 0)
	}
	o := TransposeOptions{Memory: max(opts.Budget-v.NeedBytes, extsort.MinMemory), Dir: dir}
	if _, err := Transpose(opts.context(), base, g, o); err != nil {
		return fmt.Errorf("transpose on disk: %w", err)
	}
	t, err := bv.Open(base)
	if err != nil {
		return err
	}
	v.closers = append([]func() error{t.Close}, v.closers...)
	v.In = v.indexed(t.Coarse())
	os.RemoveAll(dir) //nolint:errcheck // it is mapped; where files in use cannot be removed, Close does
	return nil
}

// TransposeOptions of Transpose.
type TransposeOptions struct {
	// Memory is about the maximum memory, in bytes; beyond it scratch files are written to Dir.
	Memory  int64
	Dir     string
	Workers int
	// Dense is as of bv.Options.
	Dense bool
	// Note, if not nil, is called whenever a part of the graph is read. Several goroutines may call it.
	Note func()
}

// packing returns the options for writing the transpose with workers.
func (o *TransposeOptions) packing(workers int) bv.Options {
	return bv.Options{Workers: workers, Dense: o.Dense}
}

// maxBlocks is the largest number of blocks of a transpose. Each block takes a pass over the graph. More passes would
// cost as much as sorting the arcs.
const maxBlocks = 6

// Transpose writes the transpose of g as a BVGraph with a basename.
//
// The nodes are cut into blocks with as many predecessors as fit in memory. For each block a pass over g puts the
// predecessors into their places. This needs no sorting, because sources come in order. One more pass counts them.
// If there would be too many blocks, the arcs are sorted on disk instead.
//
// Memory: 8 bytes a node, 4 for each arc of a block, 8 MiB a worker, a bv.Writer, and the index of a compressed
// graph. A tenth of the sum is added for garbage. If the arcs are sorted instead, the memory of the sorter.
func Transpose(ctx context.Context, basename string, g graph.Random, o TransposeOptions) (bv.Stats, error) {
	t := &transposer{ctx: ctx, g: inOrder(g), o: o}
	blocks, err := t.plan()
	if err != nil {
		return bv.Stats{}, err
	}
	if blocks == nil {
		return t.sorted(func(lists Lists) (bv.Stats, error) {
			return t.create(basename, func(add func([]graph.Node) error) error {
				return lists(func(list []graph.Node, _ []kinds.Set) error { return add(list) })
			})
		})
	}
	return t.inBlocks(basename, blocks)
}

// inBlocks makes the transpose block by block.
func (t *transposer) inBlocks(basename string, blocks []graph.Range) (bv.Stats, error) {
	return t.create(basename, func(add func([]graph.Node) error) error {
		for _, b := range blocks {
			if err := t.block(b, add); err != nil {
				return err
			}
		}
		return nil
	})
}

// TransposeBytes is the memory that [Transpose] takes for g at most, with the index of a compressed graph.
func TransposeBytes(g graph.Random, o TransposeOptions) int64 {
	in := 8*int64(g.NumNodes()) + 4*g.NumArcs() + besides(g, o.packing(par.Workers(o.Workers)))
	return min(o.Memory, in+in/garbageShare)
}

// garbageShare is the share of the memory in use that garbage may add, see [mem.KeepClean].
const garbageShare = 10

// inOrder returns g with as much of an index as reading it in order takes.
func inOrder(g graph.Random) graph.Random {
	if packed, ok := g.(*bv.Graph); ok {
		return packed.Coarse()
	}
	return g
}

// besides returns the memory of a transpose that does not depend on its blocks: the index of a compressed graph,
// and lists in progress.
func besides(g graph.Random, o bv.Options) int64 {
	index := int64(0)
	if packed, ok := inOrder(g).(*bv.Graph); ok {
		index = packed.IndexBytes()
	}
	return index + int64(o.Workers)*perWorker + int64(2*o.Workers+2)*o.BytesOfBatch()
}

// A transposer makes a transpose block by block, or by sorting.
type transposer struct {
	ctx   context.Context
	g     graph.Random
	o     TransposeOptions
	kinds *perList // kinds of the arcs; nil if all are plain links, or kinds are not needed
	ends  []int64  // of a node: first its indegree; while its block is made, where its next predecessor belongs
	parts []graph.Range
	room  []graph.Node
}

// perWorker is the memory of the lists that a worker has under way.
const perWorker = 8 << 20

// partSize is about the number of nodes and arcs in a part whose lists are in progress together.
const partSize = 1 << 17

// plan cuts the nodes into blocks that the memory holds; nil if there would be too many.
func (t *transposer) plan() ([]graph.Range, error) {
	n := t.g.NumNodes()
	t.o.Workers = par.Workers(t.o.Workers)
	if most := int(t.o.Memory / 4 / perWorker); t.o.Workers > most {
		t.o.Workers = max(1, most)
	}
	room := (t.o.Memory/(garbageShare+1)*garbageShare - 8*int64(n) - besides(t.g, t.o.packing(t.o.Workers))) / 4
	if room <= 0 || t.g.NumArcs()/room >= maxBlocks {
		return nil, nil
	}
	return t.cut(room, int((t.g.NumArcs()+int64(n))/partSize)+1)
}

// cut counts the predecessors, in parts of the graph, and cuts the nodes into blocks that fit into room. It
// returns nil if a node does not fit.
func (t *transposer) cut(room int64, parts int) ([]graph.Range, error) {
	n := t.g.NumNodes()
	t.parts = graph.Split(t.g, parts)
	t.ends = make([]int64, n)
	err := t.each(func(_ graph.Node, succ []graph.Node) {
		for _, v := range succ {
			t.ends[v]++
		}
	})
	if err != nil {
		return nil, err
	}
	blocks := []graph.Range{}
	most, sum, lo := int64(0), int64(0), 0
	for v, d := range t.ends {
		if d > room {
			return nil, nil
		}
		if sum+d > room {
			blocks = append(blocks, graph.Range{Lo: lo, Hi: v})
			sum, lo = 0, v
		}
		sum += d
		most = max(most, sum)
	}
	t.room = make([]graph.Node, most)
	return append(blocks, graph.Range{Lo: lo, Hi: n}), nil
}

// block makes the lists of the nodes in b and adds them.
func (t *transposer) block(b graph.Range, add func([]graph.Node) error) error {
	at := int64(0)
	for v := b.Lo; v < b.Hi; v++ {
		at, t.ends[v] = at+t.ends[v], at
	}
	lo, size := graph.Node(b.Lo), graph.Node(b.Hi-b.Lo)
	room, ends := t.room, t.ends
	err := t.each(func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v-lo < size {
				room[ends[v]] = u
				ends[v]++
			}
		}
	})
	if err != nil {
		return err
	}
	at = 0
	for v := b.Lo; v < b.Hi; v++ {
		if v&0xfffff == 0 && t.ctx.Err() != nil {
			return t.ctx.Err()
		}
		if err := add(room[at:ends[v]]); err != nil {
			return err
		}
		at = ends[v]
	}
	return nil
}

// A batch holds the lists of a part.
type batch struct {
	r    graph.Range
	ends []int
	succ []graph.Node
	err  error
}

// each calls f with every list in order, on one goroutine, while the workers decode those to come.
func (t *transposer) each(f func(u graph.Node, succ []graph.Node)) error {
	if _, ok := t.g.(*graph.Memory); ok || t.o.Workers == 1 {
		for _, r := range t.parts {
			if err := t.ctx.Err(); err != nil {
				return err
			}
			t.note()
			if err := graph.EachList(t.g, r, f); err != nil {
				return err
			}
		}
		return nil
	}
	free := make(par.Free[batch], 8*t.o.Workers)
	return par.Ordered(t.ctx, t.o.Workers, func(put func(*batch) error) error {
		for _, r := range t.parts {
			b := free.Get()
			b.r = r
			if err := put(b); err != nil {
				return err
			}
		}
		return nil
	}, func() func(*batch) {
		return func(b *batch) {
			t.note()
			b.fill(t.g)
		}
	}, func(b *batch) error {
		if b.err != nil {
			return b.err
		}
		at := 0
		for i, end := range b.ends {
			f(graph.Node(b.r.Lo+i), b.succ[at:end])
			at = end
		}
		free.Put(b)
		return nil
	})
}

// fill reads the lists of the part.
func (b *batch) fill(g graph.Random) {
	if b.succ == nil {
		b.succ, b.ends = make([]graph.Node, 0, partSize), make([]int, 0, partSize/4)
	}
	b.succ, b.ends = b.succ[:0], b.ends[:0]
	b.err = graph.EachList(g, b.r, func(_ graph.Node, succ []graph.Node) {
		b.succ = append(b.succ, succ...)
		b.ends = append(b.ends, len(b.succ))
	})
}

// sorted makes the transpose by sorting the arcs, and writes it.
func (t *transposer) sorted(write func(Lists) (bv.Stats, error)) (bv.Stats, error) {
	t.ends = nil
	o := extsort.Options{Memory: t.o.Memory, Dir: t.o.Dir, Expect: t.g.NumArcs()}
	if t.kinds != nil {
		o.Labels = extsort.Union
	}
	s := extsort.New(o)
	defer s.Close() //nolint:errcheck // a scratch file
	if err := t.addTo(s); err != nil {
		return bv.Stats{}, err
	}
	it, err := s.Sort()
	if err != nil {
		return bv.Stats{}, err
	}
	return write(Sorted(it, t.g.NumNodes(), t.kinds != nil))
}

// addTo puts all arcs, turned round, into a sorter.
func (t *transposer) addTo(s *extsort.Sorter) error {
	t.note()
	c := newKindCursor(t.g, t.kinds, graph.Everything(t.g))
	for c.Next() {
		if c.Node()&0xfff == 0 && t.ctx.Err() != nil {
			return t.ctx.Err()
		}
		ks := c.Kinds()
		for i, w := range c.Succ() {
			if err := s.Add(uint32(w), uint32(c.Node()), ks[i].Label()); err != nil {
				return err
			}
		}
	}
	return c.Err()
}

func (t *transposer) create(basename string, fill func(func([]graph.Node) error) error) (bv.Stats, error) {
	return bv.Create(basename, t.o.packing(t.o.Workers), fill)
}

func (t *transposer) note() {
	if t.o.Note != nil {
		t.o.Note()
	}
}

// EachList calls f with the list of each of n nodes, and the labels of its arcs. f must not keep them. Arcs that
// are repeated with other labels are repeated in the list.
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
