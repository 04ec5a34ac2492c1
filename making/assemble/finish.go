package assemble

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/ingest/tally"
)

// Finish writes names, states, facts, graph and weights into the draft.
func (as *Assembly) Finish(ctx context.Context) error {
	b := &Builder{
		Draft: as.Draft, Ctx: ctx, Budget: as.Set.Memory, Memory: as.Memory(), Notes: as.Notes, KeepOrder: as.Set.KeepNumbers,
		linking: as.Set.Fetched == LinkingFetched,
	}
	defer b.closeWeights()
	switch {
	case as.Graph != "":
		return as.buildFromGraph(b)
	case as.Compacted:
		err := as.buildNamed(b)
		if as.Notes[sparseNote] == 0 {
			as.Notes[sparseNote] = int64(len(b.States))
		}
		as.noteFetched(func(n int) bool { return as.met.Has(n) })
		return err
	case as.Col != nil:
		return as.buildNamed(b)
	}
	return as.buildNumbered(b)
}

func (as *Assembly) buildNumbered(b *Builder) error {
	if as.Arcs == nil { // an empty list
		as.Arcs = extsort.New(extsort.Options{Dir: as.Draft.Dir()})
	}
	n, err := as.CountPages(int(as.NumPages))
	if err != nil {
		return err
	}
	b.States = as.statesByNumber(n)
	if err := as.noteMentioned(b); err != nil {
		return err
	}
	if b.weights = as.newWeights(); as.Weigher != nil && as.Weigher.byNumber != nil {
		b.weights = as.Weigher.byNumber
	}
	return b.WriteSorted(as.Arcs, as.labelled)
}

// CountPages returns the number of pages of a numbered graph with at least n pages: n, or the number that the settings
// say. It returns an error if the settings say less, or the states of the pages exceed the budget.
func (as *Assembly) CountPages(n int) (int, error) {
	if as.Set.Pages > 0 && as.Set.Pages < n {
		return 0, option.Errorf("{pages} %d: there is a page with number %d", as.Set.Pages, n-1)
	}
	n = max(n, as.Set.Pages)
	if n > graph.MaxNodes {
		return 0, fmt.Errorf("%d pages: at most %d can be numbered", n, graph.MaxNodes)
	}
	return n, mem.Check("the state of each page", int64(n)*2, as.Set.Memory)
}

func (as *Assembly) buildNamed(b *Builder) error {
	c := as.Col
	if err := c.Finish(); err != nil {
		return err
	}
	pages, first, err := b.WriteNames(c)
	if err != nil {
		return err
	}
	defer pages.Close()
	as.Notes[againNote] = as.NumCaptures - b.captured
	if len(b.States) == 0 {
		return fmt.Errorf("%w: it has records, but no page: neither a response of HTML, nor a WAT record of one, nor an arc", tally.ErrBadInput)
	}
	if err := as.order(b, c, pages, first); err != nil {
		return err
	}
	if err := b.writeFacts(c, pages); err != nil {
		return err
	}
	texts, err := b.writeTexts(c)
	if err != nil {
		return err
	}
	defer texts.Close()
	arcs := extsort.New(extsort.Options{Memory: b.ArcsMemory(), Dir: as.Draft.Dir(), Labels: extsort.Union, Expect: c.collected()})
	defer arcs.Close() //nolint:errcheck // a scratch file
	anchors := extsort.New(extsort.Options{Memory: b.anchorsMemory(), Dir: as.Draft.Dir(), Labels: extsort.Distinct})
	defer anchors.Close() //nolint:errcheck // a scratch file
	number, err := as.numberMap()
	if err != nil {
		return err
	}
	b.weights = as.newWeights()
	err = b.sortArcs(c, tables{pages, texts}, arcs, anchors, number)
	if err == nil {
		err = as.looseArcs(number, arcs, b.weights)
	}
	if err != nil {
		return err
	}
	as.markFetched(b, number)
	as.applyStates(b.States, number)
	if as.NumNames > 0 {
		as.Notes["numbers that share a page, because their URLs are equal"] = countShared(number, len(b.States))
	}
	if err := b.WriteSorted(arcs, true); err != nil {
		return err
	}
	return b.writeAnchors(anchors)
}

// againNote counts captures beyond the first of each page.
const againNote = "captures of pages that were captured before: the best state holds, and the links of all are joined"

// numberMap returns room for the page of each number that the input gave a name.
func (as *Assembly) numberMap() ([]uint32, error) {
	if err := mem.Check(fmt.Sprintf("pages that are numbered up to %d", as.NumNames), 4*int64(as.NumNames), as.Set.Memory); err != nil {
		return nil, err
	}
	number := make([]uint32, as.NumNames)
	for i := range number {
		number[i] = None
	}
	return number, nil
}

// order renumbers the pages if their order in the input is to be kept: by their numbers, or by their first mention.
func (as *Assembly) order(b *Builder, c *Collector, pages *numberTable, first []uint64) error {
	if !as.Set.KeepNumbers {
		return nil
	}
	if as.NumNames == 0 {
		return b.Reorder(first)
	}
	values := make([]uint64, len(b.States))
	for i := range values {
		values[i] = math.MaxUint64
	}
	err := as.eachNumber(c, pages, func(n, rank uint32) error {
		if values[rank] != math.MaxUint64 {
			return fmt.Errorf("page %d has the name of page %d, or two names", n, values[rank])
		}
		values[rank] = uint64(n)
		return nil
	})
	if err != nil {
		return err
	}
	if uint64(len(values)) != uint64(as.NumNames) {
		return option.Errorf("%d pages have names, the largest number is %d: leave out {keep-numbers}, because the numbers have gaps", len(values), as.NumNames-1)
	}
	return b.Reorder(values)
}

// eachNumber calls f with each number of the input and the rank of its page.
func (as *Assembly) eachNumber(c *Collector, pages *numberTable, f func(n, rank uint32) error) error {
	for i, bt := range c.batches {
		rank, err := pages.load(i)
		if err != nil {
			return err
		}
		err = c.rest.Each(bt.numbersAt, bt.end, 2, func(v []uint64) error { return f(uint32(v[0]), rank[v[1]]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// looseArcs sorts the arcs by number between pages that have names.
func (as *Assembly) looseArcs(number []uint32, arcs *extsort.Sorter, weights *extsort.Weights) error {
	return as.eachLoose(func(u, v uint64, label uint32, offset int64) error {
		if u >= uint64(len(number)) || v >= uint64(len(number)) || number[u] == None || number[v] == None {
			return as.Tally.Reject(offset, fmt.Sprintf("arc %d → %d: there is no page with this number", u, v))
		}
		if weights != nil {
			if err := weights.Add(number[u], number[v], as.Weigher.Next); err != nil {
				return err
			}
		}
		return arcs.Add(number[u], number[v], label)
	})
}

// countShared returns how many numbers have the page of an earlier number.
func countShared(number []uint32, pages int) (n int64) {
	taken := bitset.New(pages)
	for _, p := range number {
		switch {
		case p == None:
		case taken.Has(int(p)):
			n++
		default:
			taken.Add(int(p))
		}
	}
	return n
}
