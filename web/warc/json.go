package warc

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep JSON values may nest.
const maxDepth = 100

// scanner pulls values out of one JSON text (RFC 8259), in order. After the first error all calls return zero values
// and at stays where the error is. Strings are slices of the text, or of the arena if they had escapes.
type scanner struct {
	b     []byte
	at    int
	what  string // the error
	arena []byte
}

func (s *scanner) fail(what string) {
	if s.what == "" {
		s.what = what
	}
}

// peek returns the next byte that is no blank; 0 at the end or after an error.
func (s *scanner) peek() byte {
	if s.what != "" {
		return 0
	}
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// open enters an object ('{') or array ('['). If the next value is another one, open skips it and returns false.
func (s *scanner) open(bracket byte) bool {
	if s.peek() != bracket {
		s.skip()
		return false
	}
	s.at++
	return true
}

// next moves to the next member of an array or object that ends with the closing bracket; false at its end. first must
// be true for the first member and is set to false.
func (s *scanner) next(closing byte, first *bool) bool {
	c := s.peek()
	switch {
	case c == closing:
		s.at++
		return false
	case *first:
		*first = false
		return s.what == "" && c != 0 || s.end()
	case c == ',':
		s.at++
		return true
	}
	s.fail("expected , or " + string(closing))
	return false
}

func (s *scanner) end() bool {
	s.fail("unexpected end")
	return false
}

// key reads a member's name and the colon.
func (s *scanner) key() []byte {
	k := s.str()
	if s.peek() != ':' {
		s.fail("expected :")
		return nil
	}
	s.at++
	return k
}

// object calls member for every key of the next value, which must consume the value; anything but an object is skipped.
func (s *scanner) object(member func(key []byte)) {
	if !s.open('{') {
		return
	}
	for first := true; s.next('}', &first); {
		if k := s.key(); s.what == "" {
			member(k)
		}
	}
}

// array calls element for every element of the next value, which must consume it; anything but an array is skipped.
func (s *scanner) array(element func()) {
	if !s.open('[') {
		return
	}
	for first := true; s.next(']', &first); {
		element()
	}
}

// str reads a string.
func (s *scanner) str() []byte {
	if s.peek() != '"' {
		s.fail("expected a string")
		return nil
	}
	s.at++
	start := s.at
	end := s.quote()
	if end < 0 {
		return nil
	}
	raw := s.b[start:end]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return s.unescape(raw)
}

// quote moves past the quotation mark that ends the string and returns the place of the mark, or -1 without a
// mark.
func (s *scanner) quote() int {
	for from := s.at; ; {
		i := bytes.IndexByte(s.b[from:], '"')
		if i < 0 {
			s.fail("unexpected end of a string")
			return -1
		}
		end := from + i
		slashes := 0
		for end-slashes > s.at && s.b[end-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			s.at = end + 1
			return end
		}
		from = end + 1
	}
}

// text reads a string, or a number or word as written; other values give nil.
func (s *scanner) text() []byte {
	c := s.peek()
	if c == '"' {
		return s.str()
	}
	start := s.at
	s.skip()
	if c == '{' || c == '[' || s.what != "" || string(s.b[start:s.at]) == "null" {
		return nil
	}
	return s.b[start:s.at]
}

// texts calls yield with a text, or with every text of an array: the way in which repeated header fields are written.
func (s *scanner) texts(yield func([]byte)) {
	if s.peek() == '[' {
		s.array(func() { yield(s.text()) })
		return
	}
	yield(s.text())
}

// skip passes over the next value, without looking closely at what is inside.
func (s *scanner) skip() {
	switch s.peek() {
	case '"':
		s.at++
		s.quote()
	case '{', '[':
		s.skipNested()
	case 0:
		s.end()
	default:
		start := s.at
		for s.at < len(s.b) && isScalar(s.b[s.at]) {
			s.at++
		}
		if s.at == start {
			s.fail("expected a value")
		}
	}
}

func isScalar(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

func (s *scanner) skipNested() {
	for depth := 0; s.at < len(s.b); {
		c := s.b[s.at]
		s.at++
		switch c {
		case '"':
			if s.quote() < 0 {
				return
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				s.fail("nested too deeply")
				return
			}
		case '}', ']':
			if depth--; depth == 0 {
				return
			}
		}
	}
	s.end()
}

// unescape appends a string's contents to the arena. Broken escapes and lone surrogates become U+FFFD.
func (s *scanner) unescape(raw []byte) []byte {
	start := len(s.arena)
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 == len(raw) {
			s.arena = append(s.arena, raw...)
			break
		}
		s.arena = append(s.arena, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		if c == 'u' {
			raw = s.unescapeRune(raw)
			continue
		}
		if j := bytes.IndexByte([]byte("bfnrt"), c); j >= 0 {
			c = "\b\f\n\r\t"[j]
		}
		s.arena = append(s.arena, c)
	}
	return s.arena[start:len(s.arena):len(s.arena)]
}

func (s *scanner) unescapeRune(raw []byte) []byte {
	r, ok := hex4(raw)
	if !ok {
		s.arena = utf8.AppendRune(s.arena, utf8.RuneError)
		return raw
	}
	raw = raw[4:]
	if utf16.IsSurrogate(r) && len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
		if low, ok := hex4(raw[2:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			r, raw = utf16.DecodeRune(r, low), raw[6:]
		}
	}
	s.arena = utf8.AppendRune(s.arena, r)
	return raw
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}
