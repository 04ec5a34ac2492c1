package links

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/html"

	"weft/internal/ascii"
)

// maxEntity is the length of the longest named character reference, "&CounterClockwiseContourIntegral;".
const maxEntity = 33

// unescape returns s with its character references decoded (HTML Standard 13.2.5.72 and on), in buf if there are any. In an
// attribute a name without semicolon before '=', a letter or a digit is text: the "&copy=1" of a query. NUL is U+FFFD there.
func unescape(buf *[]byte, s []byte, inAttr bool) []byte {
	if inAttr {
		s = withoutNUL(s)
	}
	i := bytes.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	dst := (*buf)[:0]
	for i >= 0 {
		dst = append(dst, s[:i]...)
		var n int
		dst, n = appendReference(dst, s[i:], inAttr)
		s = s[i+n:]
		i = bytes.IndexByte(s, '&')
	}
	*buf = append(dst, s...)
	return *buf
}

// withoutNUL puts U+FFFD for NUL, as the standard does everywhere but between elements, where it drops NUL.
func withoutNUL(s []byte) []byte {
	if bytes.IndexByte(s, 0) < 0 {
		return s
	}
	return bytes.ReplaceAll(s, []byte{0}, []byte("\ufffd"))
}

// appendReference decodes what begins with an ampersand and returns how many bytes of it are done.
func appendReference(dst, s []byte, inAttr bool) ([]byte, int) {
	if bytes.HasPrefix(s, []byte("&amp;")) {
		return append(dst, '&'), 5
	}
	if len(s) > 1 && s[1] == '#' {
		return appendNumeric(dst, s)
	}
	n := 1
	for n < len(s) && n < maxEntity && ascii.IsAlnum(s[n]) {
		n++
	}
	closed := n < len(s) && s[n] == ';'
	if closed {
		n++
	}
	name := string(s[:n])
	text := html.UnescapeString(name)
	whole := text != name
	switch {
	case !inAttr:
	case closed: // a shorter name within leaves the semicolon
		whole = whole && (text == ";" || text[len(text)-1] != ';')
	default: // all names that need no semicolon stand for one code point
		whole = whole && utf8.RuneCountInString(text) == 1 && (n == len(s) || s[n] != '=')
	}
	if !whole {
		text = name
	}
	return append(dst, text...), n
}

// appendNumeric decodes "&#…": any number of digits, the semicolon may be missing.
func appendNumeric(dst, s []byte) ([]byte, int) {
	base, i := 10, 2
	if i < len(s) && s[i]|0x20 == 'x' {
		base, i = 16, 3
	}
	first, code := i, 0
	for ; i < len(s); i++ {
		d := ascii.Hex(s[i])
		if d < 0 || d >= base {
			break
		}
		code = min(code*base+d, utf8.MaxRune+1)
	}
	if i == first {
		return append(dst, s[:i]...), i
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	return append(dst, html.UnescapeString("&#"+strconv.Itoa(code)+";")...), i
}
