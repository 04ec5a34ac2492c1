package assemble

import (
	"weft/graph/kinds"
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

// ParseKinds reads the kinds of an arc as weft writes them, such as link+nofollow; ok is false for any other text.
func ParseKinds(text []byte) (k kinds.Set, ok bool) {
	k, err := kinds.Parse(string(text))
	return k, err == nil && k.String() == string(text)
}
