package assemble

import (
	"weft/graph"
	"weft/graph/page"
	"weft/internal/bitset"
)

// absentNote counts the numbers that are no pages.
const absentNote = "numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"

// noteMentioned prepares for a list of numbers without a count of pages. A number that occurs in no line is no page,
// although it takes a place below the largest number. Memory: one bit per number.
func (as *Assembly) noteMentioned(b *Builder) error {
	if as.Counted || as.Declared != nil || as.Set.Pages > 0 {
		return nil
	}
	b.mentioned = bitset.New(len(b.States))
	for n := range as.Stated { // an input lists them as pages
		if _, ok := as.stateSaid(n); ok && n < len(b.States) {
			b.mentioned.Add(n)
		}
	}
	if as.lone == nil {
		return nil
	}
	return as.lone.Each(0, as.lone.Size, 1, func(v []uint64) error {
		b.mentioned.Add(int(v[0])) //nolint:gosec // it was a number of a page
		return nil
	})
}

// mention notes the pages of a list.
func (b *Builder) mention(u int, succ []graph.Node) {
	if b.mentioned == nil || len(succ) == 0 {
		return
	}
	b.mentioned.Add(u)
	for _, v := range succ {
		b.mentioned.Add(int(v))
	}
}

// settleAbsent makes numbers that occur in no line ghosts, once all lists are written. They were counted as dangling.
func (b *Builder) settleAbsent() {
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
		b.Notes[absentNote]++
	}
}
