package ingest

import (
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/option"
)

// build makes the graph from everything that was read.
func (im *importer) build(b *builder) error {
	defer b.closeWeights()
	if err := im.joinKinds(); err != nil {
		return err
	}
	if im.col == nil || im.graph != "" {
		if err := im.nameOrCompact(); err != nil {
			return err
		}
	}
	switch {
	case im.graph != "":
		return im.buildFromGraph(b)
	case im.compacted:
		err := im.buildNamed(b)
		if im.notes[sparseNote] == 0 {
			im.notes[sparseNote] = int64(len(b.States))
		}
		im.noteFetched(func(n int) bool { return im.met.Has(n) })
		return err
	case im.col != nil:
		return im.buildNamed(b)
	}
	return im.buildNumbered(b)
}

// nameOrCompact makes numbered pages named ones if there are names for them, or far fewer pages than numbers.
func (im *importer) nameOrCompact() error {
	if names := im.findNames(); names != "" {
		return im.nameNumbers(names)
	}
	if err := im.checkCompact(); err != nil {
		return err
	}
	if im.opts.Compact {
		return im.compact()
	}
	if im.arcs == nil || im.counted || im.declared != nil || im.opts.Pages > 0 || !isSparse(im.numPages, 2*im.arcs.Len()+im.lones) {
		return nil
	}
	return im.compact()
}

// useGraph notes that the import is of a BVGraph.
func (im *importer) useGraph(base string) error {
	if im.arcs != nil || im.graph != "" || im.col != nil && (len(im.inputs) > 0 || !im.listsFetched()) {
		return errMixed
	}
	if im.graph = base; im.col != nil && im.findNames() == "" {
		return im.namesListed()
	}
	return nil
}

// buildFromGraph copies a BVGraph.
func (im *importer) buildFromGraph(b *builder) error {
	g, err := bv.Open(im.graph)
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	n, err := im.countPages(g.NumNodes())
	if err != nil {
		return err
	}
	if l := g.Longest(); l.List > 0 {
		if err := mem.Check("a graph with long lists", int64(n)*2+l.ReadBytes()+l.WriteBytes(), im.opts.Memory); err != nil {
			return err
		}
	}
	b.States = im.statesByNumber(n)
	err = b.writeGraph(func(add func([]graph.Node, []kinds.Set) error) error {
		c := g.Scan(graph.Everything(g))
		for c.Next() {
			if err := add(c.Succ(), nil); err != nil {
				return err
			}
		}
		for range n - g.NumNodes() {
			if err := add(nil, nil); err != nil {
				return err
			}
		}
		return c.Err()
	})
	if err != nil {
		return err
	}
	im.tally.records += int64(g.NumNodes())
	im.inputs = append(im.inputs, graphInput(im.graph, g))
	return b.Transpose(b.arcsMemory())
}

// countPages returns the number of pages of a numbered graph of at least n.
func (im *importer) countPages(n int) (int, error) {
	if im.opts.Pages > 0 && im.opts.Pages < n {
		return 0, option.Errorf("{pages} %d: there is a page with number %d", im.opts.Pages, n-1)
	}
	n = max(n, im.opts.Pages)
	if n > graph.MaxNodes {
		return 0, fmt.Errorf("%d pages: at most %d can be numbered", n, graph.MaxNodes)
	}
	return n, mem.Check("the state of each page", int64(n)*2, im.opts.Memory)
}

// statesByNumber returns the states of numbered pages. A list names the fetched pages; a rule decides the others.
// Numbers without a page are ghosts.
func (im *importer) statesByNumber(n int) []uint8 {
	states := make([]uint8, n)
	for u := range states {
		switch {
		case im.fetched.Has(u):
			states[u] = uint8(page.Fetched)
		case u < len(im.stated) && im.stated[u] > 0:
			states[u] = im.stated[u] - 1
		case im.declared == nil || im.declared.Has(u):
			states[u] = uint8(im.listedState())
		}
	}
	im.noteFetched(func(u int) bool { return u < n })
	return states
}

func (im *importer) buildNumbered(b *builder) error {
	if im.arcs == nil { // an empty list
		im.arcs = extsort.New(extsort.Options{Dir: im.draft.Dir()})
	}
	n, err := im.countPages(int(im.numPages))
	if err != nil {
		return err
	}
	b.States = im.statesByNumber(n)
	if err := im.noteMentioned(b); err != nil {
		return err
	}
	if b.weights = im.newWeights(); im.weigh != nil && im.weigh.byNumber != nil {
		b.weights = im.weigh.byNumber
	}
	return b.writeSorted(im.arcs, im.labelled)
}

func (im *importer) buildNamed(b *builder) error {
	c := im.col
	if err := c.finish(); err != nil {
		return err
	}
	pages, first, err := b.writeNames(c)
	if err != nil {
		return err
	}
	defer pages.close()
	im.notes[againNote] = im.numCaptures - b.captured
	if len(b.States) == 0 {
		return fmt.Errorf("%w: it has records, but no page: neither a response of HTML, nor a WAT record of one, nor an arc", ErrBadInput)
	}
	if err := im.order(b, c, pages, first); err != nil {
		return err
	}
	if err := b.writeFacts(c, pages); err != nil {
		return err
	}
	texts, err := b.writeTexts(c)
	if err != nil {
		return err
	}
	defer texts.close()
	arcs := extsort.New(extsort.Options{Memory: b.arcsMemory(), Dir: im.draft.Dir(), Labels: extsort.Union, Expect: c.collected()})
	defer arcs.Close() //nolint:errcheck // a scratch file
	anchors := extsort.New(extsort.Options{Memory: b.anchorsMemory(), Dir: im.draft.Dir(), Labels: extsort.Distinct})
	defer anchors.Close() //nolint:errcheck // a scratch file
	number, err := im.numberMap()
	if err != nil {
		return err
	}
	b.weights = im.newWeights()
	err = b.sortArcs(c, tables{pages, texts}, arcs, anchors, number)
	if err == nil {
		err = im.looseArcs(number, arcs, b.weights)
	}
	if err != nil {
		return err
	}
	im.markFetched(b, number)
	im.applyStates(b.States, number)
	if im.numNames > 0 {
		im.notes["numbers that share a page, because their URLs are equal"] = int64(countNamed(number) - len(b.States))
	}
	if err := b.writeSorted(arcs, true); err != nil {
		return err
	}
	return b.writeAnchors(anchors)
}

func countNamed(number []uint32) int {
	n := 0
	for _, p := range number {
		if p != none {
			n++
		}
	}
	return n
}

// numberMap returns room for the page of each number that the input gave a name.
func (im *importer) numberMap() ([]uint32, error) {
	if err := mem.Check(fmt.Sprintf("pages that are numbered up to %d", im.numNames), 4*int64(im.numNames), im.opts.Memory); err != nil {
		return nil, err
	}
	number := make([]uint32, im.numNames)
	for i := range number {
		number[i] = none
	}
	return number, nil
}

// markFetched applies a list of numbers of fetched pages to pages that have names.
func (im *importer) markFetched(b *builder, number []uint32) {
	if im.compacted { // they were checked together with the arcs
		return
	}
	im.noteFetched(func(n int) bool { return n < len(number) && number[n] != none })
	for n, p := range number {
		if p != none && im.fetched.Has(n) {
			b.States[p] = uint8(page.Fetched)
		}
	}
}

// order renumbers the pages if their order in the input is to be kept: by their numbers, or by their first mention.
func (im *importer) order(b *builder, c *collector, pages *numberTable, first []uint64) error {
	if !im.opts.KeepNumbers {
		return nil
	}
	if im.numNames == 0 {
		return b.reorder(first)
	}
	values := make([]uint64, len(b.States))
	for i := range values {
		values[i] = math.MaxUint64
	}
	err := im.eachNumber(c, pages, func(n, rank uint32) error {
		if values[rank] != math.MaxUint64 {
			return fmt.Errorf("page %d has the name of page %d, or two names", n, values[rank])
		}
		values[rank] = uint64(n)
		return nil
	})
	if err != nil {
		return err
	}
	if uint64(len(values)) != uint64(im.numNames) {
		return option.Errorf("%d pages have names, the largest number is %d: leave out {keep-numbers}, because the numbers have gaps", len(values), im.numNames-1)
	}
	return b.reorder(values)
}

// eachNumber calls f with each number of the input and the rank of its page.
func (im *importer) eachNumber(c *collector, pages *numberTable, f func(n, rank uint32) error) error {
	for i, bt := range c.batches {
		rank, err := pages.load(i)
		if err != nil {
			return err
		}
		err = c.rest.each(bt.numbersAt, bt.end, 2, func(v []uint64) error { return f(uint32(v[0]), rank[v[1]]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// looseArcs sorts the arcs that were given by number.
func (im *importer) looseArcs(number []uint32, arcs *extsort.Sorter, weights *extsort.Weights) error {
	return im.eachLoose(func(u, v uint64, label uint32, offset int64) error {
		if u >= uint64(len(number)) || v >= uint64(len(number)) || number[u] == none || number[v] == none {
			return im.tally.reject(offset, fmt.Sprintf("arc %d → %d: there is no page with this number", u, v))
		}
		if weights != nil {
			if err := weights.Add(number[u], number[v], im.weigh.next); err != nil {
				return err
			}
		}
		return arcs.Add(number[u], number[v], label)
	})
}
