package tables

import (
	"bytes"

	"weft/making/ingest/scan"
)

// The header of a list of weft with names: the columns hold names, even if these are numbers, and quotes are as in RFC 4180.
const (
	NamedSource = "source_name"
	NamedTarget = "target_name"
)

// IsOfWeftNames says whether a text is a list that begins with that header.
func IsOfWeftNames(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, scan.BOM), `"`)
	rest, ok := bytes.CutPrefix(head, []byte(NamedSource))
	if !ok {
		return false
	}
	rest = bytes.TrimLeft(rest, `"`)
	return len(rest) > 0 && (rest[0] == '\t' || rest[0] == ',') && bytes.HasPrefix(bytes.TrimLeft(rest[1:], `"`), []byte(NamedTarget))
}
