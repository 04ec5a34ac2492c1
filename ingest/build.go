package ingest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"weft/extsort"
	"weft/graph"
	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/internal/mem"
	"weft/internal/npy"
	"weft/internal/par"
	"weft/kinds"
	"weft/names"
	"weft/page"
	"weft/store"
)

// A builder writes the files of a draft from names and arcs that were collected.
type builder struct {
	ctx       context.Context //nolint:containedctx // a builder lives as long as one call of Import
	d         *store.Draft
	budget    int64 // of the process
	memory    int64 // for sorting
	keepOrder bool  // the order of first mention is asked for
	m         store.Manifest
	states    []uint8 // of each page; nil if all are unknown
	captured  int64   // pages that captures tell of, also those that are left out
	linking   bool    // unknown pages were fetched if they have arcs, and are ghosts otherwise
	byRank    []uint32
	named     func(m *merged, n uint32) // told of each name and its number, or none; nil if nobody wants to know
	note      func(what string)
	notes     map[string]int64
	bv        bv.Options
}

// Shares of the memory.
func (b *builder) arcsMemory() int64    { return b.memory * 2 / 5 }
func (b *builder) anchorsMemory() int64 { return b.memory / 8 }

// compression says how lists are written by as many workers as take an eighth of the memory.
func compression(o *Options, memory int64) bv.Options {
	batch := int64(bv.BatchBytes)
	if o.Dense {
		batch = bv.DenseBatchBytes
	}
	return bv.Options{Dense: o.Dense, Workers: int(max(1, min(int64(par.Workers(o.Workers)), (memory/8/batch-2)/2)))}
}

// writeNames gives every page its number and writes the names. The table says how the pages of each batch are numbered
// by rank.
func (b *builder) writeNames(c *collector) (*numberTable, []uint64, error) {
	b.note("sorting names")
	w, err := b.d.CreateNames()
	if err != nil {
		return nil, nil, err
	}
	defer w.Abort()
	runs := make([]part, len(c.batches))
	spans := make([][2]int64, len(c.batches))
	for i, bt := range c.batches {
		runs[i] = part{count: bt.pages, first: bt.first, extra: true}
		spans[i] = [2]int64{bt.namesAt, bt.namesEnd}
	}
	var first []uint64
	t, err := mergeNames(c.names, runs, spans, b.memory/4, b.d.Dir(), func(m merged) (uint32, error) {
		n := len(b.states)
		if n >= none {
			return 0, fmt.Errorf("more than %d pages: they cannot be numbered", n)
		}
		number := uint32(n)
		if m.state&firm == 0 {
			number = none
		}
		b.noteKnown(m.state)
		if b.named != nil {
			b.named(&m, number)
		}
		if number == none {
			return none, nil
		}
		b.states = append(b.states, m.state&stateBits)
		if b.keepOrder {
			first = append(first, m.first)
		}
		if err := b.pause(n); err != nil {
			return 0, err
		}
		b.m.Counts.NameBytes += int64(len(m.name))
		return number, w.Append(m.name)
	})
	if err != nil {
		t.close()
		return nil, nil, err
	}
	b.m.Names, b.m.Order = true, store.ByName
	b.m.Counts.Pages = len(b.states)
	b.m.Counts.Hosts, b.m.Counts.Domains, err = w.Finish()
	return t, first, err
}

// noteKnown counts the pages that were captured, and those that only a revisit record tells of.
func (b *builder) noteKnown(state uint8) {
	if state&wasCaptured != 0 {
		b.captured++
	}
	switch {
	case state&(revisited|linksKnown) != revisited || page.State(state&stateBits) != page.Fetched:
	case state&firm == 0:
		b.notes["pages known by revisit records alone, to which nothing links, left out"]++
	default:
		b.notes["pages known by revisit records alone: they count as fetched, and their links are not known"]++
	}
}

// againNote counts captures beyond the first of each page.
const againNote = "captures of pages that were captured before: the best state holds, and the links of all are joined"

// pause is called now and then with what was done: it tells that the import is to stop, or that the budget is used up by
// the states of the pages.
func (b *builder) pause(n int) error {
	if n%(1<<14) != 0 {
		return nil
	}
	if err := b.ctx.Err(); err != nil {
		return err
	}
	per := int64(3) // states, while they grow
	if b.keepOrder {
		per += 30 // the order of mention, and the permutations
	}
	return mem.Check(fmt.Sprintf("an import of %d pages and more", n), per*int64(n), b.budget)
}

// reorder numbers the pages in the order of the given values, one for each rank, instead of by rank.
func (b *builder) reorder(values []uint64) error {
	n := len(values)
	rank := make([]uint32, n)
	for i := range rank {
		rank[i] = uint32(i)
	}
	slices.SortFunc(rank, func(x, y uint32) int {
		switch {
		case values[x] < values[y]:
			return -1
		case values[x] > values[y]:
			return 1
		}
		return 0
	})
	b.byRank = make([]uint32, n)
	states := make([]uint8, n)
	for p, r := range rank {
		b.byRank[r] = uint32(p)
		states[p] = b.states[r]
	}
	b.states = states
	b.m.Order = store.ByInput
	return errors.Join(npy.WriteFile(b.d.Path(store.RankFile), rank), npy.WriteFile(b.d.Path(store.ByRankFile), b.byRank))
}

// pageOf returns the number of the page whose name has a rank.
func (b *builder) pageOf(rank uint32) uint32 {
	if b.byRank == nil || rank == none {
		return rank
	}
	return b.byRank[rank]
}

// writeTexts writes the texts of anchors.
func (b *builder) writeTexts(c *collector) (*numberTable, error) {
	out, err := atomicfile.Create(b.d.Path(store.TextsFile))
	if err != nil {
		return nil, err
	}
	defer out.Abort()
	w := names.NewWriter(out)
	runs := make([]part, len(c.batches))
	spans := make([][2]int64, len(c.batches))
	for i, bt := range c.batches {
		runs[i] = part{count: bt.texts}
		spans[i] = [2]int64{bt.wordsAt, bt.wordsEnd}
	}
	n := uint32(0)
	t, err := mergeNames(c.words, runs, spans, b.memory/4, b.d.Dir(), func(m merged) (uint32, error) {
		n++
		return n - 1, w.Append(m.name)
	})
	if err == nil {
		err = w.Finish()
	}
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// sortArcs puts the arcs and anchors of all batches under their final numbers into sorters. numbered, if not nil, is
// called with what the input calls a page and its final number.
func (b *builder) sortArcs(c *collector, pages, texts *numberTable, arcs, anchors *extsort.Sorter, numbered func(n, page uint32)) error {
	b.note("sorting arcs")
	for i, bt := range c.batches {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		number, err := pages.load(i)
		if err != nil {
			return err
		}
		for k, r := range number {
			number[k] = b.pageOf(r)
		}
		word, err := texts.load(i)
		if err != nil {
			return err
		}
		r := c.rest.section(bt.arcsAt, bt.end, 1<<16)
		read := func(n int) (v [3]uint64) {
			for k := range n {
				var e error
				if v[k], e = binary.ReadUvarint(r); e != nil && err == nil {
					err = fmt.Errorf("read a scratch file: %w", e)
				}
			}
			return v
		}
		for range bt.arcs {
			v := read(3)
			if err == nil {
				err = arcs.Add(number[v[0]], number[v[1]], uint32(v[2]))
			}
		}
		for range bt.anchors {
			v := read(3)
			if err == nil {
				err = anchors.Add(number[v[0]], number[v[1]], word[v[2]])
			}
		}
		for range bt.nums {
			v := read(2)
			if err == nil {
				numbered(uint32(v[0]), number[v[1]])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A lister hands out the successor list of each of n nodes in turn; labels are as in the collector, nil for plain
// links.
type lister func(f func(list []graph.Node, labels []uint32) error) error

// writeGraph writes the graph, its transpose, and the kinds of arcs of both. Of plain lists all labels are nil. At most
// about expect arcs will come.
func (b *builder) writeGraph(n int, expect int64, plain bool, lists lister) error {
	b.note("compressing")
	how := extsort.Union
	if plain {
		how = extsort.None
	}
	back := extsort.New(extsort.Options{Memory: b.arcsMemory(), Dir: b.d.Dir(), Labels: how, Expect: expect})
	defer back.Close() //nolint:errcheck // a scratch file
	counts := &b.m.Counts
	u := uint32(0)
	st, err := b.writeLists(store.GraphBase, store.KindsFile, func(f func([]graph.Node, []uint32) error) error {
		return lists(func(list []graph.Node, labels []uint32) error {
			if b.linking && b.state(u) == page.Unknown {
				b.states[u] = uint8(linkingState(len(list)))
			}
			if b.state(u) == page.Ghost && len(list) > 0 {
				b.notes["arcs of pages that were not fetched, left out"] += int64(len(list))
				list, labels = list[:0], labels[:0]
			}
			b.count(u, list, labels)
			if err := addBack(back, u, list, labels); err != nil {
				return err
			}
			u++
			if err := b.stopped(u); err != nil {
				return err
			}
			return f(list, labels)
		})
	})
	if err != nil {
		return err
	}
	counts.Arcs, counts.GraphBits, counts.BitsPerArc = st.Arcs, st.Bits, st.BitsPerArc()
	b.note("transposing")
	it, err := back.Sort()
	if err != nil {
		return err
	}
	u = 0
	st, err = b.writeLists(store.TransposeBase, store.BackKindsFile, func(f func([]graph.Node, []uint32) error) error {
		return store.EachList(it, n, func(list []graph.Node, labels []uint32) error {
			u++
			if plain {
				labels = nil
			}
			if err := b.stopped(u); err != nil {
				return err
			}
			return f(list, labels)
		})
	})
	counts.TransBitsPA = st.BitsPerArc()
	return err
}

// addBack adds the arcs of a list, turned round.
func addBack(back *extsort.Sorter, u uint32, list []graph.Node, labels []uint32) error {
	for i, v := range list {
		l := uint32(0)
		if labels != nil {
			l = labels[i]
		}
		if err := back.Add(uint32(v), u, l); err != nil {
			return err
		}
	}
	return nil
}

// stopped returns the reason to stop, looked for now and then.
func (b *builder) stopped(u uint32) error {
	if u%(1<<12) != 0 {
		return nil
	}
	return b.ctx.Err()
}

// writeLists writes one graph and its kinds; the kinds only if some arc is not a plain link.
func (b *builder) writeLists(base, kindsFile string, lists lister) (bv.Stats, error) {
	kw, err := store.CreateKinds(b.d.Path(kindsFile))
	if err != nil {
		return bv.Stats{}, err
	}
	defer kw.Abort()
	var ks []kinds.Set
	special := false
	st, err := bv.Create(b.d.Path(base), b.bv, func(add func([]graph.Node) error) error {
		return lists(func(list []graph.Node, labels []uint32) error {
			ks = ks[:0]
			for i := range list {
				k := kinds.Link
				if labels != nil {
					k = kinds.OfLabel(labels[i])
				}
				special = special || k != kinds.Link
				ks = append(ks, k)
			}
			if err := kw.Append(ks); err != nil {
				return err
			}
			return add(list)
		})
	})
	if err == nil && special {
		err = kw.Finish()
	}
	return st, err
}

func (b *builder) state(u uint32) page.State {
	if b.states == nil {
		return page.Unknown
	}
	return page.State(b.states[u])
}

// count adds the list of a page to the counts.
func (b *builder) count(u uint32, list []graph.Node, labels []uint32) {
	c := &b.m.Counts
	if len(list) == 0 && b.state(u).MayLink() {
		c.Dangling++
	}
	if _, loop := slices.BinarySearch(list, graph.Node(u)); loop {
		c.SelfLoops++
	}
	if labels == nil {
		c.Measured += int64(len(list))
		b.countKinds(kinds.Link, len(list))
		return
	}
	links := 0
	for i := range list {
		k := kinds.OfLabel(labels[i])
		if k&kinds.Measured != 0 {
			c.Measured++
		}
		if k == kinds.Link {
			links++ // the common case
			continue
		}
		b.countKinds(k, 1)
	}
	b.countKinds(kinds.Link, links)
}

// linkingState returns the state of a page by the number of its links, where pages with links were fetched.
func linkingState(links int) page.State {
	if links > 0 {
		return page.Fetched
	}
	return page.Ghost
}

// countKinds counts n arcs of the same kinds.
func (b *builder) countKinds(k kinds.Set, n int) {
	if n == 0 {
		return
	}
	if b.m.Counts.Kinds == nil {
		b.m.Counts.Kinds = map[string]int64{}
	}
	for one := kinds.Set(1); one <= kinds.All; one <<= 1 {
		if k&one != 0 {
			b.m.Counts.Kinds[one.String()] += int64(n)
		}
	}
}

// writeAnchors writes the anchors of all pages, or removes the texts if there are none.
func (b *builder) writeAnchors(n int, anchors *extsort.Sorter) error {
	if anchors.Len() == 0 {
		return os.Remove(b.d.Path(store.TextsFile))
	}
	b.note("writing anchors")
	it, err := anchors.Sort()
	if err != nil {
		return err
	}
	w, err := store.CreateAnchors(b.d.Path(store.AnchorsFile))
	if err != nil {
		return err
	}
	defer w.Abort()
	var list []store.Anchor
	err = store.EachList(it, n, func(from []graph.Node, texts []uint32) error {
		list = list[:0]
		for i, u := range from {
			list = append(list, store.Anchor{From: u, Text: texts[i]})
		}
		b.m.Counts.Anchors += int64(len(list))
		return w.Append(list)
	})
	if err != nil {
		return err
	}
	return w.Finish()
}

// writeStates writes the states of the pages and counts them.
func (b *builder) writeStates(n int) error {
	if b.states == nil {
		b.states = slices.Repeat([]uint8{uint8(page.Unknown)}, n)
	}
	return b.d.WriteStates(&b.m.Counts, b.states)
}
