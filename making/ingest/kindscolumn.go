package ingest

import (
	"slices"
	"strings"

	"weft/graph/kinds"
	"weft/internal/sheet"
	"weft/making/assemble"
	"weft/making/ingest/tally"
)

// isKinds says whether a field holds the kinds of an arc as weft writes them.
func isKinds(f []byte) bool {
	_, ok := assemble.ParseKinds(f)
	return ok
}

// saysNames reports whether the header marks a list whose names weft wrote in quotes.
func (c *candidate) saysNames() bool {
	return c.header != nil && strings.EqualFold(c.header[c.source], NamedSource) && strings.EqualFold(c.header[c.target], NamedTarget)
}

// areNamedEnds says whether the first two columns are called so.
func areNamedEnds(names []string) bool {
	return len(names) >= 2 && strings.EqualFold(names[0], NamedSource) && strings.EqualFold(names[1], NamedTarget)
}

// linksHeader begins the header of a table of weft links.
var linksHeader = []string{"from", "to", "kinds", "text", "state", "status", "fault"}

// useOfWeft applies the header of a list that weft wrote.
func (c *candidate) useOfWeft() {
	ofLinks := len(c.header) >= len(linksHeader) && slices.Equal(c.header[:len(linksHeader)], linksHeader)
	c.guarded = len(c.header) > 1 && (c.saysNames() || ofLinks) && c.sep == ','
}

// findKinds finds the column of the kinds of arcs: all its fields are kinds, and the header, if there is one, calls it so.
func (c *candidate) findKinds() {
	for i := 2; i < c.columns; i++ {
		if i == c.source || i == c.target || c.header != nil && !strings.EqualFold(c.header[i], "kinds") {
			continue
		}
		if c.columnShare(i, isKinds) == 1 {
			c.kinds = i + 1
			return
		}
	}
}

// kindsIn returns the kinds of the arc of a line.
func (t *text) kindsIn(fields [][]byte) (kinds.Set, error) {
	at := t.layout.kinds - 1
	if at < 0 || at >= len(fields) {
		return kinds.Link, nil
	}
	k, ok := assemble.ParseKinds(fields[at])
	if !ok {
		return 0, tally.Badf("%.40q is not a kind of arc", fields[at])
	}
	return k, nil
}

// unguarded removes the apostrophe that guards a name from being taken for a formula, and the apostrophes around each field.
func (l *layout) unguarded(field []byte) []byte {
	if l.guarded {
		return sheet.Unguarded(field)
	}
	if n := len(field); l.apostrophes && n >= 2 && field[0] == '\'' && field[n-1] == '\'' {
		return field[1 : n-1]
	}
	return field
}
