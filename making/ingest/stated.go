package ingest

import (
	"weft/graph/page"
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
