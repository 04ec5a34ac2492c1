package robots

import "strings"

// match reports whether a pattern matches a path from its beginning: "*" stands for any octets, "$" at the end for the end.
// The pieces between the stars are looked for from left to right, each where it first occurs, which leaves the most
// to the next; so nothing is tried twice.
func match(pattern, path string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	piece, pattern, more := strings.Cut(pattern, "*")
	path, ok := strings.CutPrefix(path, piece)
	if !ok {
		return false
	}
	for more {
		piece, pattern, more = strings.Cut(pattern, "*")
		if !more && anchored {
			return strings.HasSuffix(path, piece)
		}
		i := strings.Index(path, piece)
		if i < 0 {
			return false
		}
		path = path[i+len(piece):]
	}
	return !anchored || path == ""
}
