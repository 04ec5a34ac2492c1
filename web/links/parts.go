package links

import (
	"weft/graph/kinds"
)

// This file serves readers of links that another program extracted from a page, such as WAT records.

// NofollowRel returns kinds.Nofollow if the rel attribute of an a or area element asks not to follow it.
func NofollowRel(rel string) kinds.Set {
	if unendorsed([]byte(rel)) {
		return kinds.Nofollow
	}
	return 0
}

// CleanText returns text as an anchor is stored: white space collapsed, valid UTF-8, at most MaxText bytes. The result
// is new unless it is empty.
func CleanText(text []byte) []byte {
	if len(text) == 0 {
		return nil
	}
	var b textBuffer
	b.add(text)
	return b.buf
}
