package robots

import (
	"strings"

	"weft/internal/ascii"
)

// plain are the octets that mean the same encoded and decoded: the unreserved and the reserved characters of RFC
// 3986, except the delimiters "/?#" and the characters "*$", which are special in rules.
var plain = func() (is [256]bool) {
	for c := range is {
		b := byte(c)
		is[c] = ascii.IsAlnum(b) || strings.IndexByte("-._~:[]@!&'()+,;=", b) >= 0
	}
	return is
}()

// normalPath returns the form in which a path with its query is compared, mostly the path itself.
func normalPath(path string, google bool) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if google {
		return normalGoogle(path)
	}
	return normal(path, false)
}

// normal decodes and encodes as the package comment says. In a pattern "*" and a final "$" are special and stay.
func normal(s string, pattern bool) string {
	i := 0
	for i < len(s) {
		n := normalLen(s, i, pattern)
		if n == 0 {
			break
		}
		i += n
	}
	if i == len(s) {
		return s
	}
	dst := append(make([]byte, 0, len(s)+16), s[:i]...)
	for i < len(s) {
		c, n := s[i], 1
		if v, ok := ascii.Escaped(s[i:]); ok {
			c, n = v, 3
		}
		switch {
		case plain[c], n == 1 && (isDelimiter(c) || pattern && isSpecial(s, i)):
			dst = append(dst, c)
		default:
			dst = ascii.AppendEscaped(dst, c)
		}
		i += n
	}
	return string(dst)
}

// normalLen returns how many octets at i are in normal form already and belong together, 0 for none.
func normalLen(s string, i int, pattern bool) int {
	c := s[i]
	if plain[c] || isDelimiter(c) || pattern && isSpecial(s, i) {
		return 1
	}
	if v, ok := ascii.Escaped(s[i:]); ok && !plain[v] && isUpper(s[i+1:i+3]) {
		return 3
	}
	return 0
}

// normalGoogle encodes what is not ASCII and writes the digits of encodings in upper case, and nothing else.
func normalGoogle(s string) string {
	i := 0
	for i < len(s) && s[i] < 0x80 && s[i] != '%' {
		i++
	}
	if i == len(s) {
		return s
	}
	dst := append(make([]byte, 0, len(s)+16), s[:i]...)
	for i < len(s) {
		c := s[i]
		v, ok := ascii.Escaped(s[i:])
		switch {
		case ok:
			dst = ascii.AppendEscaped(dst, v)
			i += 2
		case c >= 0x80:
			dst = ascii.AppendEscaped(dst, c)
		default:
			dst = append(dst, c)
		}
		i++
	}
	return string(dst)
}

// encodeQuery encodes the delimiters of the query of a path or pattern in normal form.
func encodeQuery(s string) string {
	path, query, _ := strings.Cut(s, "?")
	if strings.IndexByte(query, '/') < 0 && strings.IndexByte(query, '?') < 0 {
		return s
	}
	return path + "?" + encodeDelimiters.Replace(query)
}

var encodeDelimiters = strings.NewReplacer("/", "%2F", "?", "%3F")

// hasDelimiter reports a delimiter in a query in normal form, encoded or not.
func hasDelimiter(query string) bool {
	return strings.ContainsAny(query, "/?") || strings.Contains(query, "%2F") || strings.Contains(query, "%3F")
}

func isDelimiter(c byte) bool { return c == '/' || c == '?' }

func isSpecial(s string, i int) bool { return s[i] == '*' || s[i] == '$' && i == len(s)-1 }

func isUpper(digits string) bool { return digits[0] < 'a' && digits[1] < 'a' }
