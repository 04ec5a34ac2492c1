package ingest

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"weft/internal/ascii"
)

// The header of a list whose names weft wrote in quotes because they could be misread: the columns hold names,
// even if these are numbers.
const (
	NamedSource = "source_name"
	NamedTarget = "target_name"
)

// isOfWeftNames says whether a text is a list that begins with that header.
func isOfWeftNames(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, bom), `"`)
	rest, ok := bytes.CutPrefix(head, []byte(NamedSource))
	if !ok {
		return false
	}
	rest = bytes.TrimLeft(rest, `"`)
	return len(rest) > 0 && (rest[0] == '\t' || rest[0] == ',') && bytes.HasPrefix(bytes.TrimLeft(rest[1:], `"`), []byte(NamedTarget))
}

// IsPlainName reports whether a name in a list without quotes is read back unchanged: it has no blanks at its
// ends, no control characters, no sign of a comment or quote at its start, and is not a number.
func IsPlainName(name []byte) bool {
	if len(name) == 0 || len(name) > longRow/4 || !utf8.Valid(name) || ascii.IsNumber(name) {
		return false
	}
	switch name[0] {
	case '"', '\'', '#', '%', '=', '+', '-', '@', '*', '<', '[', '{':
		return false
	}
	for _, r := range string(name) {
		if r < ' ' || r == 0x7f || r == '"' || r == '\ufeff' {
			return false
		}
	}
	first, _ := utf8.DecodeRune(name)
	last, _ := utf8.DecodeLastRune(name)
	return !unicode.IsSpace(first) && !unicode.IsSpace(last)
}

// IsPlainList reports whether the start of a list of arcs, with a separator, is read as intended: two columns, or
// more with the ends of arcs in the first two, of numbers or of names. Quotes between tabs belong to names.
func IsPlainList(head []byte, sep byte, header, numbers bool) bool {
	o := new(layoutOptions)
	r, err := o.read(Auto, head)
	if err != nil || r.format != Edges || r.layout == nil {
		return false
	}
	l := r.layout
	if sep == '\t' && l.quotes == quotesAlways || l.both || l.right > 0 || l.counts != nil {
		return false
	}
	return l.sep == sep && l.source == 0 && l.target == 1 && l.skipHeader == header && l.numbers == numbers && l.columns >= 2 && l.direction < 0 && !l.seeds
}
