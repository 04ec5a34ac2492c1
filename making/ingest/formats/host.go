package formats

import (
	"bytes"

	"weft/web/weburl"
)

// AppendHost appends the page that stands for a host or a domain: its front page, so that pages sort by domain. A host
// that is written otherwise in URLs stays as it is, so that different names are different pages.
func AppendHost(dst, host []byte) []byte {
	at := len(dst)
	dst = append(append(append(dst, "http://"...), host...), '/')
	var room [128]byte
	if href, err := weburl.Append(room[:0], dst[at:]); err != nil || !bytes.Equal(href, dst[at:]) {
		return append(dst[:at], host...)
	}
	return dst
}
