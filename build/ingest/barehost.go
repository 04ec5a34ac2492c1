package ingest

import (
	"bytes"

	"weft/internal/ascii"
	"weft/web/weburl"
)

// bareNote counts names that would be URLs under the option Hosts.
const bareNote = "names that look like URLs without http://, and are kept as they are (--hosts makes pages of them)"

// isBareURL reports whether a name looks like a URL without its scheme: a host in lower case whose last label
// begins with a letter, and perhaps a path.
func isBareURL(name []byte) bool {
	host, _, _ := bytes.Cut(bytes.TrimSpace(name), []byte{'/'})
	last := host[bytes.LastIndexByte(host, '.')+1:]
	return isHost(host) && len(last) > 1 && ascii.IsLetter(last[0])
}

// hostKey returns the key of the page that a name is without its scheme.
func (t *text) hostKey(dst, name []byte) ([]byte, bool) {
	if !isBareURL(name) {
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
