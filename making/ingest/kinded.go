package ingest

import (
	"weft/graph/kinds"
)

// Kinds of arcs come from tables and graphs that weft exported. Most inputs have plain links only: their sorter holds no
// kinds, which saves a third of its memory. Arcs of other kinds go to a sorter, or a scratch file, of their own.

// parseKinds reads the kinds of an arc as weft writes them, such as link+nofollow; ok is false for any other text.
func parseKinds(text []byte) (k kinds.Set, ok bool) {
	k, err := kinds.Parse(string(text))
	return k, err == nil && k.String() == string(text)
}
