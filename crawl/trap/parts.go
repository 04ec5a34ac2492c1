package trap

import (
	"bytes"
	"slices"
)

// parts are the parts of a canonical URL, as slices of it.
type parts struct {
	host     []byte   // with scheme and port
	path     []byte   // without a session
	segments [][]byte // of the path, between slashes; an empty last segment is left out
	params   [][]byte // of the query, without sessions
	session  bool     // the URL has a session
	classes  []string // masked segments, see appendShape
}

// read splits a URL. Text without a slash is all host.
func (p *parts) read(url []byte) {
	*p = parts{segments: p.segments[:0], params: p.params[:0], classes: p.classes[:0]}
	start := 0
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		start = i + 3
	}
	slash := bytes.IndexByte(url[start:], '/')
	if slash < 0 {
		p.host = url
		return
	}
	p.host = url[:start+slash]
	path, query, _ := bytes.Cut(url[start+slash:], []byte{'?'})
	p.path, p.session = cutSession(path)
	for s := range bytes.SplitSeq(p.path[1:], []byte{'/'}) {
		p.segments = append(p.segments, s)
	}
	if last := len(p.segments) - 1; len(p.segments[last]) == 0 {
		p.segments = p.segments[:last]
	}
	for s := range bytes.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		if key, value, _ := bytes.Cut(s, []byte{'='}); isSession(key, value) {
			p.session = true
		} else {
			p.params = append(p.params, s)
		}
	}
}

// cutSession removes a session from a path: ";jsessionid=…" and the like at the end, or "/(S(…))" of ASP.NET.
func cutSession(path []byte) ([]byte, bool) {
	if i := bytes.LastIndexByte(path, ';'); i > 0 {
		if key, value, ok := bytes.Cut(path[i+1:], []byte{'='}); ok && isSession(key, value) {
			return path[:i], true
		}
	}
	if i := bytes.Index(path, []byte("/(S(")); i >= 0 {
		if end := bytes.Index(path[i:], []byte("))/")); end >= 0 {
			return slices.Concat(path[:i], path[i+end+2:]), true
		}
	}
	return path, false
}

// sessionKeys are the names of parameters that hold a session, whatever the value.
var sessionKeys = map[string]bool{
	"jsessionid": true, "phpsessid": true, "phpsession": true, "sessionid": true, "session_id": true, "session-id": true,
	"aspsessionid": true, "cfid": true, "cftoken": true, "oscsid": true, "zenid": true, "xtcsid": true, "sesskey": true,
}

// isSession reports whether a parameter holds a session: by its name, or by a short name and a random value.
func isSession(key, value []byte) bool {
	var buf [16]byte
	if len(key) > len(buf) {
		return bytes.HasPrefix(bytes.ToLower(key), []byte("aspsessionid"))
	}
	lower := buf[:copy(buf[:], key)]
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] |= 0x20
		}
	}
	if sessionKeys[string(lower)] {
		return len(value) > 0
	}
	switch string(lower) {
	case "sid", "s", "session", "sess", "ses":
		return isRandom(value)
	}
	return false
}

// isRandom reports whether a value is an identifier: at least 16 hexadecimal digits, or at least 20 letters and digits
// with 4 digits.
func isRandom(v []byte) bool {
	hex, digits := true, 0
	for _, c := range v {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'f', c == '-':
		case 'g' <= c|0x20 && c|0x20 <= 'z':
			hex = false
		default:
			return false
		}
	}
	return hex && len(v) >= 16 && digits > 0 || len(v) >= 20 && digits >= 4
}

// appendIdentity appends the URL without its session and with sorted parameters. It returns the rule for other URLs of
// the same identity. The rule is None, and nothing is appended, if the URL has neither a session nor two parameters.
func (p *parts) appendIdentity(dst []byte) ([]byte, Rule) {
	var rule Rule
	switch {
	case p.session:
		rule = Session
	case len(p.params) > 1:
		rule = Permuted
	default:
		return dst, None
	}
	slices.SortFunc(p.params, bytes.Compare)
	dst = append(append(append(dst, p.host...), p.path...), '?')
	for _, s := range p.params {
		dst = append(append(dst, s...), '&')
	}
	return dst, rule
}
