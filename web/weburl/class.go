package weburl

import "weft/internal/ascii"

// The classes of bytes, as bits of the table class.
const (
	inPath     uint8 = 1 << iota // must be percent-encoded in a path (path percent-encode set)
	inQuery                      // … in the query of an http URL (special-query percent-encode set)
	inUserinfo                   // … in a user name or password (userinfo percent-encode set)
	pathStop                     // ends a path segment: / and \
	noHost                       // forbidden domain code point, or not ASCII
	upper                        // A-Z; its value is the bit that makes them small
	schemeByte                   // may follow the first letter of a scheme
	lowKey                       // at most ',', and so written %XX within a label of a sort key
)

// class follows the sets of the URL Standard, sections 1.3 and 3.1, as of 2025: '^' belongs to the path set.
var class = makeClass()

func makeClass() (t [256]uint8) {
	set := func(bits uint8, bytes string) {
		for i := range len(bytes) {
			t[bytes[i]] |= bits
		}
	}
	for c := range t {
		if c <= 0x20 || c >= 0x7f {
			t[c] |= inPath | inQuery | inUserinfo | noHost
		}
		if c <= ',' {
			t[c] |= lowKey
		}
	}
	for c := 'A'; c <= 'Z'; c++ {
		t[c] |= upper | schemeByte
		t[c+'a'-'A'] |= schemeByte
	}
	set(schemeByte, "0123456789+-.")
	set(inQuery, `"#<>'`)
	set(inPath, "\"#<>?^`{}")
	set(inUserinfo, "\"#<>?^`{}/:;=@[\\]|")
	set(noHost, `#/:<>?@[\]^|%`)
	set(pathStop, `/\`)
	return t
}

// appendEscaped appends s with the bytes of a class percent-encoded. Bytes that are no UTF-8 stand for U+FFFD, as after
// the standard's "UTF-8 decode".
func appendEscaped(dst, s []byte, set uint8) []byte {
	for len(s) > 0 {
		i := 0
		for i < len(s) && class[s[i]]&set == 0 {
			i++
		}
		dst = append(dst, s[:i]...)
		if i == len(s) {
			break
		}
		n := 1
		if s[i] < 0x80 {
			dst = ascii.AppendEscaped(dst, s[i])
		} else {
			dst, n = appendEscapedRune(dst, s[i:])
		}
		s = s[i+n:]
	}
	return dst
}

// appendEscapedRune percent-encodes the first code point of s, which is not ASCII, and returns its length in s.
func appendEscapedRune(dst, s []byte) ([]byte, int) {
	n, ok := runeLen(s)
	if !ok {
		return append(dst, "%EF%BF%BD"...), n
	}
	for _, c := range s[:n] {
		dst = ascii.AppendEscaped(dst, c)
	}
	return dst, n
}

// runeLen returns the length of the first code point of s, which is not ASCII. For invalid UTF-8 it returns false
// and the number of bytes that one U+FFFD replaces: the longest start of a well-formed sequence (Unicode 15,
// section 3.9, "maximal subparts").
func runeLen(s []byte) (n int, ok bool) {
	lo, hi, want := byte(0x80), byte(0xbf), 0
	switch c := s[0]; {
	case c >= 0xc2 && c <= 0xdf:
		want = 2
	case c >= 0xe0 && c <= 0xef:
		want = 3
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		want = 4
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	default:
		return 1, false
	}
	for n = 1; n < want; n++ {
		if n == len(s) || s[n] < lo || s[n] > hi {
			return n, false
		}
		lo, hi = 0x80, 0xbf
	}
	return n, true
}
