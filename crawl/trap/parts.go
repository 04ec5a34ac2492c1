package trap

import (
	"bytes"
	"slices"
)

// parts are slices of a canonical URL.
type parts struct {
	host     []byte   // with scheme and port
	path     []byte   // without a session
	segments [][]byte // of the path, those between slashes; the one behind the last slash not if it is empty
	params   [][]byte // of the query, without sessions
	session  bool     // there was one
	classes  []string // of segments, see appendShape
}

// read takes a URL apart. What is no URL is a host.
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

// cutSession cuts ";jsessionid=…" and the like off the end of a path; "/(S(…))" of ASP.NET is cut out.
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

// sessionKeys are the parameters that hold a session whatever their value.
var sessionKeys = map[string]bool{
	"jsessionid": true, "phpsessid": true, "phpsession": true, "sessionid": true, "session_id": true, "session-id": true,
	"aspsessionid": true, "cfid": true, "cftoken": true, "oscsid": true, "zenid": true, "xtcsid": true, "sesskey": true,
}

// isSession says whether a parameter holds a session: by its name, or by a short name and a random value.
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

// isRandom says whether a value is an identifier of 16 hexadecimal digits or more, or of 20 letters with many digits.
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

// appendIdentity appends what a URL is apart from sessions and the order of parameters, and returns the rule that another URL
// of the same identity breaks; None where the identity is the URL.
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
