package weburl

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"weft/internal/ascii"
)

// Faults of a name or a key.
var (
	ErrNotCanonical = errors.New("not a canonical URL")
	ErrKey          = errors.New("malformed sort key")
)

// AppendKey appends the sort key of a canonical URL, as [Base.AppendResolve] makes it, to dst. AppendName restores
// every accepted URL unchanged. AppendKey checks the parts of the URL and their bytes, but not whether parsing
// would change the URL (dot segments, IDNA). For other input it returns ErrNotCanonical and dst unchanged.
func AppendKey(dst, href []byte) ([]byte, error) {
	p, ok := splitURL(href)
	if !ok || !validSuffix(p) || !validPath(p.path) {
		return dst, ErrNotCanonical
	}
	out, ok := appendKeyHost(dst, p.host)
	if !ok {
		return dst, ErrNotCanonical
	}
	out = append(out, p.path...)
	out = append(out, ' ', codes[p.scheme])
	out = append(out, p.port...)
	if len(p.credentials) > 0 {
		out = append(append(out, '@'), p.credentials...)
	}
	return out, nil
}

// AppendOpaqueKey appends the key of a name that is no URL: any bytes. A table of names forbids newlines; keys do not.
func AppendOpaqueKey(dst, name []byte) []byte {
	return append(append(dst, '!'), name...)
}

// IsOpaque reports whether key belongs to a name that is no URL.
func IsOpaque(key []byte) bool { return len(key) > 0 && key[0] == '!' }

// AppendName appends the URL, or the raw name, of a key to dst. It accepts exactly the keys that AppendKey and
// AppendOpaqueKey make; any other is ErrKey, with dst as it was.
func AppendName(dst, key []byte) ([]byte, error) {
	if IsOpaque(key) {
		return append(dst, key[1:]...), nil
	}
	host, p, ok := splitKey(key)
	if !ok || !validSuffix(p) || !validPath(p.path) {
		return dst, ErrKey
	}
	out := append(dst, starts[p.scheme]...)
	if len(p.credentials) > 0 {
		out = append(append(out, p.credentials...), '@')
	}
	if out, ok = appendURLHost(out, host); !ok {
		return dst, ErrKey
	}
	return append(append(out, p.port...), p.path...), nil
}

// parts are slices of a URL or of a key.
type parts struct {
	scheme      scheme
	host        []byte // as in the URL; not set from a key
	port        []byte // with its colon, or empty
	credentials []byte // nil where there is no "@"
	path        []byte // path and query
}

func splitURL(href []byte) (p parts, ok bool) {
	for p.scheme = http; ; p.scheme++ {
		if p.scheme == otherScheme {
			return p, false
		}
		if rest, found := bytes.CutPrefix(href, []byte(starts[p.scheme])); found {
			href = rest
			break
		}
	}
	slash := bytes.IndexByte(href, '/')
	if slash < 0 {
		return p, false
	}
	auth := href[:slash]
	p.path = href[slash:]
	if at := bytes.LastIndexByte(auth, '@'); at >= 0 {
		p.credentials, auth = auth[:at], auth[at+1:]
	}
	p.host, p.port = splitPort(auth)
	return p, true
}

func splitKey(key []byte) (host []byte, p parts, ok bool) {
	end, space := bytes.IndexByte(key, ')'), bytes.LastIndexByte(key, ' ')
	if end < 0 || space < end || space+1 == len(key) {
		return nil, p, false
	}
	p.path = key[end+1 : space]
	for p.scheme = http; codes[p.scheme] != key[space+1]; {
		if p.scheme++; p.scheme == otherScheme {
			return nil, p, false
		}
	}
	p.port = key[space+2:]
	if at := bytes.IndexByte(p.port, '@'); at >= 0 {
		p.port, p.credentials = p.port[:at], p.port[at+1:]
	}
	return key[:end], p, true
}

// validSuffix checks that port and credentials are written in their only way.
func validSuffix(p parts) bool {
	if len(p.port) > 0 {
		n, err := strconv.ParseUint(string(p.port[1:]), 10, 16)
		if err != nil || p.port[0] != ':' || int(n) == ports[p.scheme] || len(p.port) > 2 && p.port[1] == '0' {
			return false
		}
	}
	if p.credentials == nil {
		return true
	}
	user, password, colon := bytes.Cut(p.credentials, []byte(":"))
	if len(user)+len(password) == 0 || colon && len(password) == 0 {
		return false
	}
	return !holds(user, inUserinfo) && !holds(password, inUserinfo)
}

func validPath(path []byte) bool {
	if len(path) == 0 || path[0] != '/' {
		return false
	}
	if before, after, ok := bytes.Cut(path, []byte{'?'}); ok {
		return !holds(before, inPath) && !holds(after, inQuery)
	}
	return !holds(path, inPath)
}

func holds(s []byte, set uint8) bool {
	for _, c := range s {
		if class[c]&set != 0 {
			return true
		}
	}
	return false
}

// appendKeyHost appends the reversed labels of a canonical host and the parenthesis.
func appendKeyHost(dst, host []byte) ([]byte, bool) {
	if isAddress(host) {
		return append(append(dst, host...), ')'), true
	}
	if len(host) == 0 || holds(host, noHost|upper) || endsInNumber(host) {
		return dst, false
	}
	for {
		dot := bytes.LastIndexByte(host, '.')
		for _, c := range host[dot+1:] {
			if class[c]&lowKey != 0 {
				dst = ascii.AppendEscaped(dst, c)
			} else {
				dst = append(dst, c)
			}
		}
		if dot < 0 {
			return append(dst, ')'), true
		}
		dst = append(dst, ',')
		host = host[:dot]
	}
}

// appendURLHost undoes appendKeyHost; host has lost the parenthesis.
func appendURLHost(dst, host []byte) ([]byte, bool) {
	if bytes.IndexByte(host, '.') >= 0 || len(host) > 0 && host[0] == '[' {
		return append(dst, host...), isAddress(host)
	}
	start := len(dst)
	for {
		comma := bytes.LastIndexByte(host, ',')
		var ok bool
		if dst, ok = appendLabel(dst, host[comma+1:]); !ok {
			return dst, false
		}
		if comma < 0 {
			break
		}
		dst = append(dst, '.')
		host = host[:comma]
	}
	return dst, len(dst) > start && !endsInNumber(dst[start:])
}

// appendLabel undoes the escapes of a label, which stand for bytes up to ',' and for no others.
func appendLabel(dst, label []byte) ([]byte, bool) {
	for i := 0; i < len(label); i++ {
		c := label[i]
		if c == '%' {
			if i+2 >= len(label) {
				return dst, false
			}
			hi, lo := strings.IndexByte(ascii.HexDigits, label[i+1]), strings.IndexByte(ascii.HexDigits, label[i+2])
			if hi < 0 || lo < 0 || class[byte(hi<<4|lo)]&lowKey == 0 {
				return dst, false
			}
			c = byte(hi<<4 | lo)
			i += 2
		} else if class[c]&lowKey != 0 {
			return dst, false
		}
		if class[c]&(noHost|upper) != 0 {
			return dst, false
		}
		dst = append(dst, c)
	}
	return dst, true
}

// isAddress reports whether host is an IPv4 or IPv6 address in its canonical form.
func isAddress(host []byte) bool {
	var buf [48]byte
	if len(host) == 0 || len(host) > len(buf) {
		return false
	}
	if host[0] == '[' {
		out, err := appendIPv6(buf[:0], host)
		return err == nil && bytes.Equal(out, host)
	}
	if !endsInNumber(host) {
		return false
	}
	addr, ok := parseIPv4(host)
	return ok && bytes.Equal(appendIPv4(buf[:0], addr), host)
}
