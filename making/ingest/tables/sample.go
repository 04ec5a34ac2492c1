package tables

import (
	"bytes"
	"strings"

	"weft/making/ingest/scan"
)

// The part of a text that decides how it is read, in lines that are not comments and in their bytes. As many comments may
// stand before and between these lines, within the peeked bytes.
const (
	SampleLines = 1000
	SampleBytes = 1 << 20
)

// A Sample is the beginning of a text, line by line, without empty lines.
type Sample struct {
	Lines []sampleLine
	Plain int // lines that begin with no sign of comments
	head  []byte
	whole bool // the head is all of the text
	sep   byte // that the first line states, as Excel's "sep=;"; 0 if it does not
}

type sampleLine struct {
	Text []byte
	Sign int  // the sign that it begins with, as an index into signBytes; −1 for none
	cut  bool // there is more of it
}

// TakeSample takes the first lines of a text. The last one is left out if it may be cut.
func TakeSample(head []byte) *Sample {
	peeked := len(head)
	head = bytes.TrimPrefix(head, scan.BOM)
	s := &Sample{whole: peeked < scan.TextPeek}
	head, s.sep = CutDirective(head)
	s.head = head
	size, signed := 0, 0
	for len(head) > 0 && s.Plain < SampleLines && size < SampleBytes {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		head = rest
		l := sampleLine{Text: bytes.TrimRight(line, "\r"), Sign: -1, cut: !whole && peeked >= scan.TextPeek}
		if len(l.Text) > scan.LongRow {
			l.Text, l.cut = l.Text[:scan.LongRow], true
		}
		first := bytes.TrimLeftFunc(l.Text, scan.IsBlankRune)
		if len(first) == 0 {
			continue
		}
		if l.Sign = strings.IndexByte(SignBytes, first[0]); l.Sign >= 0 {
			if signed++; signed <= SampleLines {
				s.Lines = append(s.Lines, l)
			}
			continue
		}
		s.Plain++
		size += len(l.Text)
		s.Lines = append(s.Lines, l)
	}
	return s
}

// CutDirective cuts off Excel's first line "sep=;", which states the separator; 0 if there is none.
func CutDirective(head []byte) (rest []byte, sep byte) {
	line, rest, _ := bytes.Cut(head, []byte{'\n'})
	line = bytes.Trim(bytes.TrimRight(line, "\r"), `"`)
	if text, ok := bytes.CutPrefix(bytes.ToLower(line), []byte("sep=")); ok && len(text) == 1 {
		return rest, text[0]
	}
	return head, 0
}

// Texts returns the lines that begin with no sign, or all if there are no such, whole ones only if there are any.
func (s *Sample) Texts() [][]byte {
	var whole, cut [][]byte
	for _, l := range s.Lines {
		switch {
		case l.Sign >= 0 && s.Plain > 0:
		case l.cut:
			cut = append(cut, l.Text)
		default:
			whole = append(whole, l.Text)
		}
	}
	if len(whole) == 0 {
		return cut
	}
	return whole
}

// ShareOf returns the share of lines for which f holds.
func ShareOf(lines [][]byte, f func([]byte) bool) float64 {
	n := 0
	for _, l := range lines {
		if f(l) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(lines)))
}
