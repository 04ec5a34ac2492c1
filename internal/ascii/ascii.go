// Package ascii compares and converts ASCII letters and digits only. Names of HTML, HTTP and URLs must not match
// letters of other scripts that fold to ASCII, such as the Kelvin sign.
package ascii

// EqualFold reports whether two texts are equal except for the case of letters.
func EqualFold[T string | []byte](s T, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i := range len(s) {
		x, y := s[i], word[i]
		if x != y && (x|0x20 != y|0x20 || !IsLetter(x)) {
			return false
		}
	}
	return true
}

// HasPrefixFold reports whether s begins with prefix, except for the case of letters.
func HasPrefixFold(s []byte, prefix string) bool {
	return len(s) >= len(prefix) && EqualFold(s[:len(prefix)], prefix)
}

// IsLetter reports whether c is a letter.
func IsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsAlnum reports whether c is a letter or a decimal digit.
func IsAlnum(c byte) bool { return IsLetter(c) || IsDigit(c) }

// Is reports whether a text is of ASCII alone.
func Is[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsNumber reports whether a text is decimal digits, one at least, and nothing else.
func IsNumber[T string | []byte](s T) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return len(s) > 0
}

// Hex returns the value of a hexadecimal digit, or -1 for other bytes.
func Hex(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// HexDigits are the digits in escapes of canonical URLs.
const HexDigits = "0123456789ABCDEF"

// AppendEscaped appends c as "%HH".
func AppendEscaped(dst []byte, c byte) []byte {
	return append(dst, '%', HexDigits[c>>4], HexDigits[c&15])
}

// AppendInert appends a text without control characters: they are escaped as in URLs, %0A.
func AppendInert(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			dst = AppendEscaped(dst, c)
			continue
		}
		dst = append(dst, c)
	}
	return dst
}

// Escaped decodes "%hh" at the beginning of s. It returns false if s does not begin with such an escape.
func Escaped[T string | []byte](s T) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	hi, lo := Hex(s[1]), Hex(s[2])
	return byte(hi<<4 | lo&15), hi >= 0 && lo >= 0 //nolint:gosec // two digits
}
