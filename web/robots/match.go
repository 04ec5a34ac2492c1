package robots

import "strings"

// match reports whether a pattern matches the start of a path. "*" matches any octets, "$" at the end matches the
// end. The pieces between the stars are searched from left to right, each at its first occurrence, which leaves
// most to the next. So nothing is tried twice.
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
