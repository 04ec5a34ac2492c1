package scan

import "weft/internal/ascii"

// BOM is the byte order mark that may begin a text in UTF-8.
var BOM = []byte("\xef\xbb\xbf")

// IsBlank reports whether a byte separates words within a line: blanks, tabs, form feeds and carriage returns.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' }

// IsBlankRune is IsBlank for runes.
func IsBlankRune(r rune) bool { return r < 0x80 && IsBlank(byte(r)) }

// IsNumberByte reports whether a byte may stand in a number, such as 1.5e-3, or inf and nan as NetworkX writes them.
func IsNumberByte(c byte) bool {
	return ascii.IsAlnum(c) || c == '.' || c == '-' || c == '+'
}
