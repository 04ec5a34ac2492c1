// Package http1 reads the parts of HTTP/1.1 messages (RFC 9112): lines, the end of the header, lists of tokens,
// lengths, chunks. Its users differ. A live connection follows the framing while bytes arrive, and refuses
// ambiguous framing (web/live). An archive contains what servers really sent, whole or cut, and is read as well as
// possible (warc).
package http1

import (
	"bytes"

	"weft/internal/ascii"
)

// CutLine cuts b behind its first line feed and returns the line without its end.
func CutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte{'\n'})
	return bytes.TrimRight(line, "\r"), rest
}

// HeaderEnd returns where the header at the beginning of b ends, behind its empty line; 0 if it does not yet. It looks from
// an offset on, and returns the one to look from when there is more. A line of nothing but CR is empty.
func HeaderEnd(b []byte, from int) (end, next int) {
	for {
		i := bytes.IndexByte(b[from:], '\n')
		if i < 0 {
			return 0, len(b)
		}
		from += i
		at := from + 1
		for at < len(b) && b[at] == '\r' {
			at++
		}
		switch {
		case at == len(b):
			return 0, from
		case b[at] == '\n':
			return at + 1, 0
		}
		from++
	}
}

// Status reads the three digits that text begins with; 0 if there are no three, or more.
func Status(text []byte) int {
	if len(text) < 3 || len(text) > 3 && ascii.IsDigit(text[3]) {
		return 0
	}
	n, _ := Number(text[:3])
	return int(n)
}

// Number reads a decimal number of at most 18 digits.
func Number(digits []byte) (n int64, ok bool) {
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if !ascii.IsDigit(c) {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// HasToken reports whether a comma-separated list contains a token.
func HasToken(list []byte, token string) bool {
	for len(list) > 0 {
		var item []byte
		item, list, _ = bytes.Cut(list, []byte{','})
		if ascii.EqualFold(bytes.TrimSpace(item), token) {
			return true
		}
	}
	return false
}

// ChunkSize reads the line before a chunk (section 7.1): up to 15 hexadecimal digits, blanks, perhaps an extension.
func ChunkSize(line []byte) (n int64, ok bool) {
	digits := 0
	for digits < len(line) && digits < 16 && ascii.Hex(line[digits]) >= 0 {
		n = n<<4 | int64(ascii.Hex(line[digits]))
		digits++
	}
	ext := bytes.TrimSpace(line[digits:])
	return n, digits > 0 && digits < 16 && (len(ext) == 0 || ext[0] == ';')
}
