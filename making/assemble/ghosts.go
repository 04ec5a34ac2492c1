package assemble

import (
	"weft/graph"
	"weft/graph/page"
)

// absentNote counts the numbers that are no pages.
const absentNote = "numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)"

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
