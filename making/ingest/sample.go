package ingest

import (
	"bytes"
	"strings"
	"weft/making/ingest/scan"
)

// The part of a text that decides how it is read: a number of lines that are not comments, or of their bytes, and
// as many comments before and between them, within the peeked bytes.
const (
	sampleLines = 1000
	sampleBytes = 1 << 20
)

// A sample is the beginning of a text, line by line, without empty lines.
type sample struct {
	lines []sampleLine
	plain int // lines that begin with no sign of comments
	head  []byte
	whole bool // the head is all of the text
	sep   byte // that the first line states, as Excel's "sep=;"; 0 if it does not
}

type sampleLine struct {
	text []byte
	sign int  // the sign that it begins with, as an index into signBytes; −1 for none
	cut  bool // there is more of it
}

// takeSample takes the first lines of a text. The last one is left out if it may be cut.
func takeSample(head []byte) *sample {
	peeked := len(head)
	head = bytes.TrimPrefix(head, scan.BOM)
	s := &sample{whole: peeked < textPeek}
	head, s.sep = cutDirective(head)
	s.head = head
	size, signed := 0, 0
	for len(head) > 0 && s.plain < sampleLines && size < sampleBytes {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		head = rest
		l := sampleLine{text: bytes.TrimRight(line, "\r"), sign: -1, cut: !whole && peeked >= textPeek}
		if len(l.text) > longRow {
			l.text, l.cut = l.text[:longRow], true
		}
		first := bytes.TrimLeftFunc(l.text, scan.IsBlankRune)
		if len(first) == 0 {
			continue
		}
		if l.sign = strings.IndexByte(signBytes, first[0]); l.sign >= 0 {
			if signed++; signed <= sampleLines {
				s.lines = append(s.lines, l)
			}
			continue
		}
		s.plain++
		size += len(l.text)
		s.lines = append(s.lines, l)
	}
	return s
}

// cutDirective cuts off Excel's first line "sep=;", which states the separator; 0 if there is none.
func cutDirective(head []byte) (rest []byte, sep byte) {
	line, rest, _ := bytes.Cut(head, []byte{'\n'})
	line = bytes.Trim(bytes.TrimRight(line, "\r"), `"`)
	if text, ok := bytes.CutPrefix(bytes.ToLower(line), []byte("sep=")); ok && len(text) == 1 {
		return rest, text[0]
	}
	return head, 0
}

// texts returns the lines that begin with no sign, or all if there are no such, whole ones only if there are any.
func (s *sample) texts() [][]byte {
	var whole, cut [][]byte
	for _, l := range s.lines {
		switch {
		case l.sign >= 0 && s.plain > 0:
		case l.cut:
			cut = append(cut, l.text)
		default:
			whole = append(whole, l.text)
		}
	}
	if len(whole) == 0 {
		return cut
	}
	return whole
}

// shareOf returns the share of lines for which f holds.
func shareOf(lines [][]byte, f func([]byte) bool) float64 {
	n := 0
	for _, l := range lines {
		if f(l) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(lines)))
}
