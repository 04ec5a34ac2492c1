package warc

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/idna"

	"weft/internal/ascii"
)

// AppendSURT appends the key under which indexes of archives file a URL: the host with its labels reversed, joined
// by commas and closed by a parenthesis, then path and query. URLs that the Wayback Machine takes for one page get
// one key: lower case, without www., user, default port, session identifiers and final slash, query arguments
// sorted. The key equals surt.surt of the Python package surt (0.3.1; Internet Archive), so that indexes can be
// merged with others. It does not name a page; weburl does.
//
// A blank URL, or a URL with a port that is not a number, is its own key, as in cdxj-indexer. An empty URL has the
// key "-".
func AppendSURT(dst, url []byte) []byte {
	if len(url) == 0 {
		return append(dst, '-')
	}
	if bytes.HasPrefix(url, []byte("filedesc")) {
		return append(dst, url...)
	}
	var u surtURL
	if !u.parse(url) {
		return append(dst, url...)
	}
	u.unify()
	u.simplify()
	return u.append(dst)
}

// A surtURL is a URL split leniently into its parts, because archives hold the URLs that were requested, valid or
// not.
type surtURL struct {
	scheme, host, path, query []byte
	port                      int // 0 if none is given
}

func (u *surtURL) parse(raw []byte) bool {
	raw = bytes.Trim(raw, " \t\n\r\v\f")
	if bytes.ContainsAny(raw, "\n\r\t") {
		raw = bytes.Map(func(r rune) rune {
			if r == '\n' || r == '\r' || r == '\t' {
				return -1
			}
			return r
		}, raw)
	}
	if len(raw) == 0 {
		return false
	}
	if schemeLen(raw) == 0 {
		raw = append([]byte("http://"), raw...)
	}
	raw = lastProtocol(raw)
	n := schemeLen(raw)
	u.scheme, raw = raw[:n], raw[n+1:]
	raw, _, _ = bytes.Cut(raw, []byte{'#'})
	raw, u.query, _ = bytes.Cut(raw, []byte{'?'})
	var authority []byte
	if rest, ok := bytes.CutPrefix(raw, []byte("//")); ok {
		slash := bytes.IndexByte(rest, '/')
		if slash < 0 {
			slash = len(rest)
		}
		authority, raw = rest[:slash], rest[slash:]
	}
	u.path = raw
	if !u.parseAuthority(bytes.TrimRight(authority, ":")) {
		return false
	}
	if len(u.host) == 0 && len(u.path) > 0 && bytes.HasPrefix(u.scheme, []byte("http")) { // http:////a.example
		host, path, _ := bytes.Cut(bytes.TrimLeft(u.path, "/"), []byte{'/'})
		u.host, u.path = host, append([]byte{'/'}, path...)
	}
	return true
}

// schemeLen returns the length of the text before the colon, or 0 if that text is not a scheme.
func schemeLen(b []byte) int {
	for i, c := range b {
		switch {
		case ascii.IsLetter(c), i > 0 && (ascii.IsDigit(c) || c == '+' || c == '-' || c == '.'):
		case c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// lastProtocol turns http://https://a.example into https://a.example.
func lastProtocol(b []byte) []byte {
	for {
		n := 0
		for _, p := range [...]string{"http://", "https://"} {
			if bytes.HasPrefix(b, []byte(p)) {
				n = len(p)
			}
		}
		if rest := b[n:]; n > 0 && (bytes.HasPrefix(rest, []byte("http://")) || bytes.HasPrefix(rest, []byte("https://"))) {
			b = rest
			continue
		}
		return b
	}
}

// parseAuthority sets host and port; false if the port is no number.
func (u *surtURL) parseAuthority(b []byte) bool {
	if at := bytes.LastIndexByte(b, '@'); at >= 0 {
		b = b[at+1:]
	}
	host, port, _ := bytes.Cut(b, []byte{':'})
	if _, inside, ok := bytes.Cut(b, []byte{'['}); ok {
		var rest []byte
		host, rest, _ = bytes.Cut(inside, []byte{']'})
		_, port, _ = bytes.Cut(rest, []byte{':'})
	}
	u.host = bytes.ToLower(host)
	if zone := bytes.IndexByte(host, '%'); zone >= 0 {
		u.host = append(bytes.ToLower(host[:zone]), host[zone:]...)
	}
	if len(port) == 0 {
		return true
	}
	n, err := strconv.ParseUint(string(port), 10, 16)
	u.port = int(n) //nolint:gosec // of 16 bits
	return err == nil
}

// unify writes equal URLs in one way: escapes, addresses, dots.
func (u *surtURL) unify() {
	u.query = escape(unescape(u.query))
	if len(u.host) > 0 {
		host := unescape(u.host)
		if !ascii.Is(host) {
			host = punycode(host)
		}
		host = bytes.Trim(bytes.ReplaceAll(host, []byte(".."), []byte(".")), ".")
		if ip := numericHost(host); ip != nil {
			u.host = ip
		} else {
			u.host = escape(lowerASCII(host))
		}
	}
	u.path = unescape(u.path)
	if len(u.host) > 0 {
		u.path = dotless(u.path)
	}
	u.path = escape(u.path)
}

var surtIDNA = sync.OnceValue(func() *idna.Profile {
	return idna.New(idna.MapForLookup(), idna.Transitional(true), idna.StrictDomainName(false))
})

// punycode returns a host in ASCII, or the host itself if it has no such form.
func punycode(host []byte) []byte {
	ascii, err := surtIDNA().ToASCII(strings.ToValidUTF8(string(host), ""))
	if err != nil {
		return host
	}
	if ascii == "" {
		return nil
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(ascii, "."), ".") {
		if len(label) == 0 || len(label) > 63 {
			return host
		}
	}
	return []byte(ascii)
}

// simplify drops what seldom makes another page.
func (u *surtURL) simplify() {
	u.host = lowerASCII(u.host)
	if string(u.scheme) != "dns" {
		u.host = withoutWWW(u.host)
	}
	switch scheme := strings.ToLower(string(u.scheme)); {
	case scheme == "http" && u.port == 80, scheme == "https" && u.port == 443:
		u.port = 0
	}
	u.path = withoutSession(lowerASCII(u.path), pathSessions, ".aspx")
	if n := len(u.path); n > 1 && u.path[n-1] == '/' {
		u.path = u.path[:n-1]
	}
	u.query = lowerASCII(withoutSession(u.query, querySessions, "id", "cftoken"))
	if len(u.query) > 1 {
		u.query = sortedQuery(u.query)
	}
}

func (u *surtURL) append(dst []byte) []byte {
	if len(u.host) == 0 {
		dst = append(append(dst, u.scheme...), ':')
	} else {
		labels := bytes.Split(u.host, []byte{'.'})
		slices.Reverse(labels)
		dst = append(dst, bytes.Join(labels, []byte{','})...)
		if u.port != 0 {
			dst = strconv.AppendInt(append(dst, ':'), int64(u.port), 10)
		}
		dst = append(dst, ')')
	}
	dst = append(dst, u.path...)
	if len(u.query) > 0 {
		if len(u.path) == 0 {
			dst = append(dst, '/')
		}
		dst = append(append(dst, '?'), u.query...)
	}
	return dst
}

func lowerASCII(b []byte) []byte {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return b
}

// unescape undoes percent escapes until none is left, including escapes that undoing creates. The result is new
// memory.
func unescape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		out = append(out, c)
		for n := len(out); n >= 3 && out[n-3] == '%'; n = len(out) {
			c, ok := ascii.Escaped(out[n-3:])
			if !ok {
				break
			}
			out = append(out[:n-3], c)
		}
	}
	return out
}

// escape writes controls, blanks, "#", "%" and what is not ASCII as %XX.
func escape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '%' {
			out = ascii.AppendEscaped(out, c)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// dotless resolves "." and ".." in a path, and makes several slashes one.
func dotless(path []byte) []byte {
	var kept [][]byte
	for i, p := range bytes.Split(path, []byte{'/'}) {
		switch {
		case i == 0, string(p) == ".":
		case string(p) == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		default:
			kept = append(kept, p)
		}
	}
	out := []byte{'/'}
	for i, p := range kept {
		out = append(out, p...)
		if len(p) > 0 && i < len(kept)-1 {
			out = append(out, '/')
		}
	}
	return out
}

// numericHost returns the address that a host of numbers stands for, as inet_aton reads it, or nil for other
// hosts.
func numericHost(host []byte) []byte {
	parts := strings.Split(string(host), ".")
	if len(host) == 0 || len(parts) > 4 || bytes.ContainsFunc(host, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
		return nil
	}
	var addr uint64
	if len(parts) == 1 {
		for _, c := range host { // its last 32 bits
			addr = (addr*10 + uint64(c-'0')) & 0xffffffff
		}
		return appendIPv4(nil, uint32(addr))
	}
	for i, p := range parts {
		base, width := 10, 8
		if len(p) > 1 && p[0] == '0' {
			base = 8
		}
		if i == len(parts)-1 {
			width = 8 * (5 - len(parts))
		}
		n, err := strconv.ParseUint(p, base, 32)
		if err != nil || n >= 1<<width {
			return nil
		}
		addr = addr<<width | n
	}
	return appendIPv4(nil, uint32(addr))
}

func appendIPv4(dst []byte, addr uint32) []byte {
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, addr))).AppendTo(dst)
}

// withoutWWW cuts www., www2. and such.
func withoutWWW(host []byte) []byte {
	rest, ok := bytes.CutPrefix(host, []byte("www"))
	if !ok {
		return host
	}
	if rest = bytes.TrimLeft(rest, "0123456789"); len(rest) > 0 && rest[0] == '.' {
		return rest[1:]
	}
	return host
}

// Session identifiers as the Wayback Machine knows them.
var (
	pathSessions = lazily(
		`(?i)^(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)/)([^?]+\.aspx.*)$`,
		`(?i)^(.*/)(?:\([0-9a-z]{24}\)/)([^?]+\.aspx.*)$`,
	)
	querySessions = lazily(
		`(?i)^(.*)(?:jsessionid=[0-9a-z]{32})(?:&(.*))?$`,
		`(?i)^(.*)(?:phpsessid=[0-9a-z]{32})(?:&(.*))?$`,
		`(?i)^(.*)(?:sid=[0-9a-z]{32})(?:&(.*))?$`,
		`(?i)^(.*)(?:aspsessionid[a-z]{8}=[a-z]{24})(?:&(.*))?$`,
		`(?i)^(.*)(?:cfid=[^&]+&cftoken=[^&]+)(?:&(.*))?$`,
	)
)

// lazily compiles regular expressions at their first use.
func lazily(texts ...string) func() []*regexp.Regexp {
	return sync.OnceValue(func() (all []*regexp.Regexp) {
		for _, text := range texts {
			all = append(all, regexp.MustCompile(text))
		}
		return all
	})
}

// withoutSession cuts the session identifiers out; none is there unless one of the words is.
func withoutSession(b []byte, sessions func() []*regexp.Regexp, words ...string) []byte {
	lower := bytes.ToLower(b)
	if !slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(lower, []byte(w)) }) {
		return b
	}
	for _, r := range sessions() {
		if m := r.FindSubmatch(b); m != nil {
			b = slices.Concat(m[1], m[2])
		}
	}
	return b
}

// sortedQuery orders the arguments by name and value; one without "=" comes before those with.
func sortedQuery(query []byte) []byte {
	args := bytes.Split(query, []byte{'&'})
	slices.SortStableFunc(args, func(a, b []byte) int {
		name1, value1, some1 := bytes.Cut(a, []byte{'='})
		name2, value2, some2 := bytes.Cut(b, []byte{'='})
		if c := bytes.Compare(name1, name2); c != 0 {
			return c
		}
		if some1 != some2 {
			if some2 {
				return -1
			}
			return 1
		}
		return bytes.Compare(value1, value2)
	})
	return bytes.Join(args, []byte{'&'})
}
