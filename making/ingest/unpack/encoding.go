package unpack

import (
	"bufio"
	"bytes"
	"io"

	"weft/making/ingest/scan"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// PlainText returns a text as UTF-8 with lines that end in line feeds. It converts UTF-16, as spreadsheets and
// Windows tools write it, and lines that end in carriage returns alone, as old Macintosh programs write them.
// Other texts stay unchanged. Offsets then count the bytes of the converted text. Memory: scan.TextPeek for each
// conversion.
func PlainText(r *bufio.Reader) *bufio.Reader {
	head, _ := r.Peek(scan.TextPeek) // an error is reported when the text is read as far
	if order, ok := utf16Order(head); ok {
		decoder := unicode.UTF16(order, unicode.UseBOM).NewDecoder()
		r = bufio.NewReaderSize(transform.NewReader(r, decoder), scan.TextPeek)
		head, _ = r.Peek(scan.TextPeek)
	}
	if endsInReturns(head) {
		r = bufio.NewReaderSize(&returnReader{r: r}, scan.TextPeek)
	}
	return r
}

// utf16Order returns the byte order of a text in UTF-16; false for other texts. A byte order mark decides. Without
// one, texts of mostly ASCII are recognised by their zeros. More than four in ten of the bytes at odd places are
// zeros, and eight times as many as at even places, or the reverse.
func utf16Order(head []byte) (unicode.Endianness, bool) {
	const enough = 0.4
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")): // UTF-32
		return unicode.BigEndian, false
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return unicode.BigEndian, true
	}
	head = head[:min(len(head), 4096)&^1]
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	least := int(enough * float64(len(head)/2))
	switch {
	case len(head) < 4:
		return unicode.BigEndian, false
	case zeros[1] > least && zeros[1] > 8*zeros[0]:
		return unicode.LittleEndian, true
	case zeros[0] > least && zeros[0] > 8*zeros[1]:
		return unicode.BigEndian, true
	}
	return unicode.BigEndian, false
}

// endsInReturns says whether the lines of a text end in carriage returns: there is one, and no line feed but at the end.
func endsInReturns(head []byte) bool {
	if i := bytes.IndexByte(head, '\n'); i >= 0 && len(bytes.Trim(head[i:], "\r\n")) > 0 {
		return false
	}
	body := bytes.TrimRight(head, "\r\n")
	return bytes.IndexByte(body, '\r') >= 0
}

// A returnReader reads carriage returns as line feeds.
type returnReader struct{ r io.Reader }

func (r *returnReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
