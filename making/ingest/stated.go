package ingest

import (
	"fmt"

	"weft/graph/page"
	"weft/internal/mem"
)

// Lists of pages that weft exported say in which state each page is, by its number.

// stateNamed returns the state that a word means.
func stateNamed(word []byte) (page.State, bool) {
	for s := range page.State(page.NumStates) {
		if s.String() == string(word) {
			return s, true
		}
	}
	return page.Unknown, false
}

// setState notes the state of the page with a number: a byte for each number.
func (im *importer) setState(n uint32, s page.State) error {
	if int(n) >= len(im.stated) {
		if err := mem.Check(fmt.Sprintf("the states of pages that are numbered up to %d", n), 2*int64(n), im.opts.Memory); err != nil {
			return err
		}
		im.stated = append(im.stated, make([]uint8, int(n)+1-len(im.stated))...)
	}
	im.stated[n] = 1 + uint8(s)
	return nil
}

// stateSaid returns the state of the page with a number, if an input says it.
func (im *importer) stateSaid(n int) (page.State, bool) {
	if n >= len(im.stated) || im.stated[n] == 0 {
		return page.Unknown, false
	}
	return page.State(im.stated[n] - 1), true
}

// applyStates gives pages with names the states that inputs state by number. The state in an archive is joined; a
// mere mention in a list has no effect.
func (im *importer) applyStates(states []uint8, number []uint32) {
	for n, p := range number {
		if s, ok := im.stateSaid(n); ok && p != none {
			if page.State(states[p]) != page.Unknown {
				s = page.Join(page.State(states[p]), s)
			}
			states[p] = uint8(s)
		}
	}
}
