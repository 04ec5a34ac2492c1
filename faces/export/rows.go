package export

import (
	"bufio"
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"

	"weft/graph"
	"weft/internal/ascii"
	"weft/internal/sheet"
	"weft/making/ingest/tables"
	"weft/web/weburl"
)

// rows writes a table of texts, line by line. Names and texts are in quotes where a reader needs them (RFC 4180). Imports
// read them back below the header [ingest.NamedSource].
type rows struct {
	w      *bufio.Writer
	sep    byte
	end    string
	guard  bool // texts that a spreadsheet could take for formulas
	line   []byte
	fields int
}

func newRows(out io.Writer, sep byte) *rows {
	return &rows{w: bufio.NewWriterSize(out, bufSize), sep: sep, end: "\n"}
}

// begin starts a field.
func (r *rows) begin() {
	if r.fields > 0 {
		r.line = append(r.line, r.sep)
	}
	r.fields++
}

// word writes a field that is no name: a number, or words of ours.
func (r *rows) word(s []byte) {
	r.begin()
	r.line = append(r.line, s...)
}

// name writes the name of a page, or a text. Control characters are written as in URLs, %0A, as imports write them.
func (r *rows) name(s []byte) {
	r.begin()
	if r.guard && sheet.NeedsGuard(s) {
		r.line = append(r.line, '"', sheet.Mark)
		r.line = append(r.double(s), '"')
		return
	}
	if !r.needsQuotes(s) {
		r.line = ascii.AppendInert(r.line, s)
		return
	}
	r.line = append(r.line, '"')
	r.line = append(r.double(s), '"')
}

// double appends a name to the line with its quotes doubled.
func (r *rows) double(s []byte) []byte {
	return ascii.AppendInert(r.line, bytes.ReplaceAll(s, []byte(`"`), []byte(`""`)))
}

// needsQuotes reports whether a field must be in quotes. Lenient readers would lose blanks at its ends, a mark of UTF-8, or
// a line that begins with a sign of comments. A name may also be a word of the header.
func (r *rows) needsQuotes(s []byte) bool {
	if len(s) == 0 || bytes.IndexByte(s, r.sep) >= 0 || bytes.ContainsAny(s, "\"\r\n") {
		return true
	}
	first, _ := utf8.DecodeRune(s)
	last, _ := utf8.DecodeLastRune(s)
	return unicode.IsSpace(first) || unicode.IsSpace(last) || first == '\ufeff' || s[0] == '#' || s[0] == '%' ||
		string(s) == tables.NamedSource || string(s) == tables.NamedTarget
}

// flush ends the line.
func (r *rows) flush() error {
	r.line = append(r.line, r.end...)
	_, err := r.w.Write(r.line)
	r.line, r.fields = r.line[:0], 0
	return err
}

// areASCII says whether every name is ASCII, as URLs are.
func (j *Job) areASCII() (bool, error) {
	return j.allNames(func(name []byte) bool {
		return !bytes.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
	})
}

// allNames says whether something holds of every name that is no URL, where names are written.
func (j *Job) allNames(is func(name []byte) bool) (bool, error) {
	if !j.Names {
		return true, nil
	}
	keys, err := j.Crawl.ScanKeys()
	if err != nil {
		return false, err
	}
	var name []byte
	for keys.Next() {
		key := keys.Key()
		if !weburl.IsOpaque(key) {
			if len(key) > 0 && key[0] > '!' { // they come first
				break
			}
			continue
		}
		if name, err = weburl.AppendName(name[:0], key); err != nil {
			return false, err
		}
		if !is(name) {
			return false, nil
		}
	}
	return true, keys.Err()
}

// pageField writes the number or the name of a page.
func (j *Job) pageField(r *rows, buf []byte, u graph.Node) ([]byte, error) {
	buf, err := j.label()(buf[:0], u)
	if err != nil {
		return buf, err
	}
	if j.Names {
		r.name(buf)
	} else {
		r.word(buf)
	}
	return buf, nil
}
