package ingest

import (
	"weft/graph"
	"weft/graph/page"
	"weft/internal/option"
)

// absentNote counts the numbers that are no pages.
const absentNote = "numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"

// mention notes the pages of a list.
func (b *builder) mention(u int, succ []graph.Node) {
	if b.mentioned == nil || len(succ) == 0 {
		return
	}
	b.mentioned.Add(u)
	for _, v := range succ {
		b.mentioned.Add(int(v))
	}
}

// settleAbsent makes numbers that occur in no line ghosts, once all lists are written. They were counted as dangling.
func (b *builder) settleAbsent() {
	if b.mentioned == nil {
		return
	}
	for u := range b.States {
		if b.mentioned.Has(u) {
			continue
		}
		switch page.State(b.States[u]) {
		case page.Unknown:
			b.States[u] = uint8(page.Ghost)
			b.Manifest.Counts.Dangling--
		case page.Ghost:
		default: // a list says that it was fetched
			continue
		}
		b.notes[absentNote]++
	}
}

// checkCompact refuses the option Compact where it has no effect, or would leave out pages that the input counts.
func (im *importer) checkCompact() error {
	switch {
	case !im.opts.Compact:
		return nil
	case im.arcs == nil || im.findNames() != "":
		return option.Errorf("%w: {compact} is for lists of numbers, and these pages have names or come from a compressed graph", ErrOptions)
	case im.counted || im.opts.Pages > 0:
		return option.Errorf("%w: {compact} leaves out numbers that occur in no line, and here the number of pages is given: leave out one of them", ErrOptions)
	}
	return nil
}
