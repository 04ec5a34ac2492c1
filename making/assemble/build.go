package assemble

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/npy"
	"weft/store"
)

// A Builder writes the files of a draft from collected names and arcs.
type Builder struct {
	*store.Draft
	Ctx       context.Context //nolint:containedctx // a builder lives as long as one call of Import
	Budget    int64           // of the process, bytes
	Memory    int64           // for sorting, bytes
	KeepOrder bool            // the order of first mention is requested
	captured  int64           // captured pages, including those left out
	linking   bool            // unknown pages were fetched if they have arcs, and are ghosts otherwise
	byRank    []uint32
	Named     func(m *Merged, n uint32) // receives each name and its number, or None; nil if not needed
	Notes     map[string]int64
	mentioned bitset.Set       // a bit for each number that occurs in a line; nil where the input counts its pages
	whole     bitset.Set       // pages by rank with a whole capture; nil unless some pages were captured in part
	gathers   bool             // every name gets a number, and arcs keep their marks
	weights   *extsort.Weights // of arcs; nil if they are not kept
	raw       []uint8          // of gathered pages: their states as they were collected
}

// ArcsMemory returns the share of the memory for sorting arcs, in bytes.
func (b *Builder) ArcsMemory() int64 { return b.Memory * 2 / 5 }

func (b *Builder) anchorsMemory() int64 { return b.Memory / 8 }

// WriteNames gives every page its number, and writes the names in order. The table maps the ranks of each batch to these
// numbers; the caller closes it. With KeepOrder, first has the number of the first mention of each page.
func (b *Builder) WriteNames(c *Collector) (t *numberTable, first []uint64, err error) {
	b.Note("sorting names", 0, 0)
	runs := make([]part, len(c.batches))
	for i, bt := range c.batches {
		runs[i] = part{count: bt.pages, first: bt.first, lo: bt.namesAt, hi: bt.namesEnd, extra: true}
	}
	err = b.Draft.WriteNames(func(add func([]byte) error) error {
		t, err = mergeNames(c.names, runs, b.Memory/4, b.Dir(), func(m Merged) (uint32, error) {
			n := len(b.States)
			if n >= None {
				return 0, fmt.Errorf("more than %d pages: they cannot be numbered", n)
			}
			number := uint32(n)
			if m.state&Firm == 0 && !b.gathers {
				number = None
			}
			if b.gathers {
				b.raw = append(b.raw, m.state)
			}
			b.noteKnown(m.state)
			if b.Named != nil {
				b.Named(&m, number)
			}
			if number == None {
				return None, nil
			}
			if c.Parts && m.state&LinksKnown != 0 {
				b.whole.Put(n)
			}
			b.States = append(b.States, uint8(settled(m.state)))
			if b.KeepOrder {
				first = append(first, m.First)
			}
			if err := b.pause(n); err != nil {
				return 0, err
			}
			return number, add(m.name)
		})
		return err
	})
	if err != nil {
		t.Close()
	}
	return t, first, err
}

// noteKnown counts captured pages, and pages known only from a revisit record.
func (b *Builder) noteKnown(state uint8) {
	if state&WasCaptured != 0 {
		b.captured++
	}
	switch {
	case state&(Revisited|LinksKnown) != Revisited || settled(state) != page.Fetched:
	case state&Firm == 0:
		b.Notes["pages known only by revisit records and without links to them, left out"]++
	default:
		b.Notes["pages known only by revisit records: they count as fetched, and their links are not known"]++
	}
}

// pause is called from time to time with the amount of work done. It returns an error if the import must stop, or
// if the states of the pages exceed the budget.
func (b *Builder) pause(n int) error {
	if n%(1<<14) != 0 {
		return nil
	}
	if err := b.Ctx.Err(); err != nil {
		return err
	}
	per := int64(3) // states, while they grow
	if b.KeepOrder {
		per += 30 // the order of mention, and the permutations
	}
	return mem.Check(fmt.Sprintf("an import of %d pages and more", n), per*int64(n), b.Budget)
}

// Stopped returns the reason to stop. It checks the context once in 4096 steps u.
func (b *Builder) Stopped(u uint32) error {
	if u%(1<<12) != 0 {
		return nil
	}
	return b.Ctx.Err()
}

// Reorder numbers the pages in the order of the given values, one for each rank, instead of by rank.
func (b *Builder) Reorder(values []uint64) error {
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
		states[p] = b.States[r]
	}
	b.States = states
	b.Manifest.Order = store.ByInput
	return errors.Join(npy.WriteFile(b.Path(store.RankFile), rank), npy.WriteFile(b.Path(store.ByRankFile), b.byRank))
}

// PageOf returns the page whose name has this rank among all names; None for None.
func (b *Builder) PageOf(rank uint32) uint32 {
	if b.byRank == nil || rank == None {
		return rank
	}
	return b.byRank[rank]
}

// A tables maps names and texts of batches to their final numbers.
type tables struct{ pages, texts *numberTable }

// writeTexts writes the texts of anchors.
func (b *Builder) writeTexts(c *Collector) (t *numberTable, err error) {
	runs := make([]part, len(c.batches))
	for i, bt := range c.batches {
		runs[i] = part{count: bt.texts, lo: bt.wordsAt, hi: bt.wordsEnd}
	}
	n := uint32(0)
	err = b.WriteTexts(func(add func([]byte) error) error {
		t, err = mergeNames(c.words, runs, b.Memory/4, b.Dir(), func(m Merged) (uint32, error) {
			n++
			return n - 1, add(m.name)
		})
		return err
	})
	if err != nil {
		t.Close()
	}
	return t, err
}

// sortArcs puts the arcs and anchors of all batches under their final numbers into sorters. number gets the final
// numbers of pages that the input numbers.
func (b *Builder) sortArcs(c *Collector, t tables, arcs, anchors *extsort.Sorter, number []uint32) error {
	b.Note("sorting arcs", 0, 0)
	whole := b.wholePages()
	for i, bt := range c.batches {
		if err := b.Ctx.Err(); err != nil {
			return err
		}
		final, err := t.pages.load(i)
		if err != nil {
			return err
		}
		for k, r := range final {
			final[k] = b.PageOf(r)
		}
		word, err := t.texts.load(i)
		if err != nil {
			return err
		}
		err = errors.Join(
			c.rest.Each(bt.arcsAt, bt.anchorsAt, c.numbersOfArc(), func(v []uint64) error {
				if v[2]&PartArc != 0 && whole.Has(int(final[v[0]])) {
					return nil
				}
				return b.sortArc(arcs, final[v[0]], final[v[1]], v)
			}),
			c.rest.Each(bt.anchorsAt, bt.numbersAt, 3, func(v []uint64) error {
				if v[2]&1 != 0 && whole.Has(int(final[v[1]])) {
					return nil
				}
				label := word[v[2]/2]
				if b.gathers {
					label = 2*label + uint32(v[2]&1)
				}
				return anchors.Add(final[v[0]], final[v[1]], label)
			}),
			c.rest.Each(bt.numbersAt, bt.end, 2, func(v []uint64) error {
				number[v[0]] = final[v[1]]
				return nil
			}))
		if err != nil {
			return err
		}
	}
	return nil
}

// wholePages returns by number the pages with a whole capture, if some pages were captured in part.
func (b *Builder) wholePages() bitset.Set {
	if b.byRank == nil || b.whole == nil {
		return b.whole
	}
	var by bitset.Set
	for rank, p := range b.byRank {
		if b.whole.Has(rank) {
			by.Put(int(p))
		}
	}
	return by
}

// sortArc puts an arc between pages under their final numbers into the sorter, with its label and its weight, as the
// collector wrote them.
func (b *Builder) sortArc(arcs *extsort.Sorter, from, to uint32, v []uint64) error {
	label := uint32(v[2] &^ PartArc)
	if b.gathers && v[2]&PartArc == 0 {
		label |= wholeArc
	}
	if b.weights != nil {
		if err := b.weights.Add(from, to, WeightOf(v[3])); err != nil {
			return err
		}
	}
	return arcs.Add(from, to, label)
}

// WriteSorted sorts and closes arcs, and writes the graph, its transpose and the weights. Arcs have the labels of their
// kinds if labelled; otherwise they are plain links.
func (b *Builder) WriteSorted(arcs *extsort.Sorter, labelled bool) error {
	it, err := arcs.Sort()
	if err != nil {
		return err
	}
	if err := errors.Join(b.writeGraph(store.Sorted(it, len(b.States), labelled)), arcs.Close()); err != nil {
		return err
	}
	if err := b.Transpose(b.ArcsMemory()); err != nil {
		return err
	}
	return b.keepWeights(b.weights)
}

// writeGraph writes the lists of all pages except ghosts.
func (b *Builder) writeGraph(lists store.Lists) error {
	return b.WriteGraph("compressing", func(add func([]graph.Node, []kinds.Set) error) error {
		u := 0
		err := lists(func(succ []graph.Node, ks []kinds.Set) error {
			s := &b.States[u]
			b.mention(u, succ)
			u++
			if b.linking && page.State(*s) == page.Unknown {
				*s = uint8(linkingState(len(succ)))
			}
			if page.State(*s) == page.Ghost && len(succ) > 0 {
				b.Notes[GhostArcsNote] += int64(len(succ))
				succ, ks = nil, nil
			}
			return add(succ, ks)
		})
		if err == nil {
			b.settleAbsent()
		}
		return err
	})
}

// GhostArcsNote counts arcs of pages that were not fetched.
const GhostArcsNote = "arcs of pages that were not fetched, left out"

// linkingState returns the state of a page by the number of its links, where pages with links were fetched.
func linkingState(links int) page.State {
	if links > 0 {
		return page.Fetched
	}
	return page.Ghost
}

// writeAnchors writes the anchors of all pages, or removes the texts if there are none.
func (b *Builder) writeAnchors(anchors *extsort.Sorter) error {
	if anchors.Len() == 0 {
		return os.Remove(b.Path(store.TextsFile))
	}
	return writeAnchorsOf(b.Draft, anchors)
}

// writeAnchorsOf writes sorted anchors: their targets, sources and numbers of texts.
func writeAnchorsOf(d *store.Draft, anchors *extsort.Sorter) error {
	d.Note("writing anchors", 0, 0)
	it, err := anchors.Sort()
	if err != nil {
		return err
	}
	return d.WriteAnchors(func(add func([]store.Anchor) error) error {
		var list []store.Anchor
		return store.EachList(it, len(d.States), func(from []graph.Node, texts []uint32) error {
			list = list[:0]
			for i, u := range from {
				list = append(list, store.Anchor{From: u, Text: texts[i]})
			}
			return add(list)
		})
	})
}
