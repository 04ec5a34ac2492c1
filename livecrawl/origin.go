package livecrawl

import "weft/web/weburl"

// originOf returns scheme, host and port of a canonical URL, as in https://example.org:8443.
func originOf(url []byte) string {
	p := weburl.Cut(url)
	return p.Origin()
}
