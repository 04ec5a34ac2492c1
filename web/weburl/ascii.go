package weburl

import "weft/internal/ascii"

// AppendASCII appends a reference to dst whose bytes beyond ASCII are percent-encoded as they are. So browsers read the
// field Location (whatwg/fetch, issue 883; web-platform-tests, fetch/api/redirect/redirect-location-escape): it need
// not be UTF-8, and a byte E9 asks for %E9, where a document's links would become U+FFFD.
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
