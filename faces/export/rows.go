package export

import (
	"bufio"
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"

	"weft/build/ingest"
	"weft/graph"
	"weft/internal/ascii"
	"weft/internal/sheet"
	"weft/web/weburl"
)

// rows writes a table of texts, line by line. Two ways to write it are tried, as weft imports what it exports:
//
//   - bare: fields as they are, no header. Programs such as cut and awk read it.
//   - quoted: every name in quotes, as in RFC 4180, below a header that says so. A list is written so if it could be read
//     otherwise bare: a name begins with a sign of comments or a blank, is a number, says the same as a header, and so on.
type rows struct {
	w      *bufio.Writer
	sep    byte
	end    string
	style  style
	guard  bool // formulas
	line   []byte
	fields int
}

// style says how fields are written.
type style uint8

const (
	bare   style = iota // as they are
	quoted              // names in quotes, always
	csv                 // names in quotes where they need them
)

func newRows(out io.Writer, sep byte, s style) *rows {
	return &rows{w: bufio.NewWriterSize(out, bufSize), sep: sep, end: "\n", style: s}
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
	if r.style == bare || r.style == csv && !r.needsQuotes(s) {
		r.line = appendInert(r.line, s)
		return
	}
	r.line = append(r.line, '"')
	r.line = append(r.double(s), '"')
}

// double appends a name to the line with its quotes doubled.
func (r *rows) double(s []byte) []byte {
	return appendInert(r.line, bytes.ReplaceAll(s, []byte(`"`), []byte(`""`)))
}

// appendInert appends a text without control characters.
func appendInert(dst, s []byte) []byte {
	for _, c := range s {
		if c < ' ' || c == 0x7f {
			dst = ascii.AppendEscaped(dst, c)
			continue
		}
		dst = append(dst, c)
	}
	return dst
}

// needsQuotes says whether a field of CSV must be in quotes: also where blanks at its ends, or a sign at its beginning,
// would be lost on readers that are lenient.
func (r *rows) needsQuotes(s []byte) bool {
	if len(s) == 0 || bytes.IndexByte(s, r.sep) >= 0 || bytes.ContainsAny(s, "\"\r\n") {
		return true
	}
	first, _ := utf8.DecodeRune(s)
	last, _ := utf8.DecodeLastRune(s)
	return unicode.IsSpace(first) || unicode.IsSpace(last) || s[0] == '#' || s[0] == '%'
}

// flush ends the line.
func (r *rows) flush() error {
	r.line = append(r.line, r.end...)
	_, err := r.w.Write(r.line)
	r.line, r.fields = r.line[:0], 0
	return err
}

// header writes names of columns, in quotes if names are.
func (r *rows) header(columns ...string) error {
	for _, c := range columns {
		if r.style == quoted {
			r.name([]byte(c))
		} else {
			r.word([]byte(c))
		}
	}
	return r.flush()
}

// arePlainNames says whether every name that is no URL is read as it is from a list without quotes.
func (j *Job) arePlainNames() (bool, error) {
	return j.allNames(func(name []byte) bool { return ingest.IsPlainName(name) && !sheet.NeedsGuard(name) })
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

// sampleLimit is how much of a list is tried.
const sampleLimit = 1 << 20

// isPlain says whether the beginning of a list, which write writes bare, is read as it was meant.
func (j *Job) isPlain(sep byte, header bool, write func(out io.Writer, upTo int) error) (bool, error) {
	if plain, err := j.arePlainNames(); !plain || err != nil {
		return false, err
	}
	var head bytes.Buffer
	if err := write(&head, sampleLimit); err != nil {
		return false, err
	}
	return head.Len() == 0 || ingest.IsPlainList(head.Bytes(), sep, header, !j.Names), nil
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
