package visit

import (
	"weft/web/weburl"
)

// OriginOf returns scheme, host and port of a canonical URL, as in https://example.org:8443.
func OriginOf(url []byte) string {
	p := weburl.Cut(url)
	return p.Origin()
}
