package ingest

import (
	"bytes"

	"weft/making/ingest/judge"
	"weft/web/weburl"
)

// bareNote counts names that would be URLs under the option Hosts.
const bareNote = "names that look like URLs without http://, and are kept as they are (--hosts makes pages of them)"

// hostKey returns the key of the page that a name is without its scheme.
func (t *text) hostKey(dst, name []byte) ([]byte, bool) {
	if !judge.IsBareURL(name) {
		return dst, false
	}
	t.plain = append(append(t.plain[:0], "http://"...), bytes.TrimSpace(name)...)
	href, err := weburl.Append(t.href[:0], t.plain)
	if err != nil {
		return dst, false
	}
	t.href = href
	key, err := weburl.AppendKey(dst, href)
	return key, err == nil
}
