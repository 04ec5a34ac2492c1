package assemble

import (
	"weft/graph/page"
)

// StateNamed returns the state that a word means.
func StateNamed(word []byte) (page.State, bool) {
	for s := range page.State(page.NumStates) {
		if s.String() == string(word) {
			return s, true
		}
	}
	return page.Unknown, false
}
