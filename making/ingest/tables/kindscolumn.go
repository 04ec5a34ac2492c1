package tables

import (
	"slices"
	"strings"

	"weft/graph/kinds"
)

// isKinds says whether a field holds the kinds of an arc as weft writes them.
func isKinds(f []byte) bool {
	_, ok := kinds.ParseWritten(f)
	return ok
}

// saysNames reports whether the header marks a list whose names weft wrote in quotes.
func (c *candidate) saysNames() bool {
	return c.Header != nil && strings.EqualFold(c.Header[c.Source], NamedSource) && strings.EqualFold(c.Header[c.Target], NamedTarget)
}

// areNamedEnds says whether the first two columns are called so.
func areNamedEnds(names []string) bool {
	return len(names) >= 2 && strings.EqualFold(names[0], NamedSource) && strings.EqualFold(names[1], NamedTarget)
}

// linksHeader begins the header of a table of weft links.
var linksHeader = []string{"from", "to", "kinds", "text", "state", "status", "fault"}

// useOfWeft applies the header of a list that weft wrote.
func (c *candidate) useOfWeft() {
	ofLinks := len(c.Header) >= len(linksHeader) && slices.Equal(c.Header[:len(linksHeader)], linksHeader)
	c.ours = len(c.Header) > 1 && (c.saysNames() || ofLinks)
	c.guarded = c.ours && c.Sep == ','
}

// findKinds finds the column of the kinds of arcs: all its fields are kinds, and the header, if there is one, calls it so.
func (c *candidate) findKinds() {
	for i := 2; i < c.Columns; i++ {
		if i == c.Source || i == c.Target || c.Header != nil && !strings.EqualFold(c.Header[i], "kinds") {
			continue
		}
		if c.columnShare(i, isKinds) == 1 {
			c.Kinds = i + 1
			return
		}
	}
}
