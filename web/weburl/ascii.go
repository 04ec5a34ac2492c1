package weburl

import "weft/internal/ascii"

// AppendASCII appends a reference to dst with its non-ASCII bytes percent-encoded one by one. Browsers read the
// field Location so (whatwg/fetch, issue 883; web-platform-tests, fetch/api/redirect/redirect-location-escape).
// The field need not be UTF-8: a byte E9 becomes %E9, whereas in a document's links it would become U+FFFD.
func AppendASCII(dst, ref []byte) []byte {
	for _, c := range ref {
		if c < 0x80 {
			dst = append(dst, c)
		} else {
			dst = ascii.AppendEscaped(dst, c)
		}
	}
	return dst
}
