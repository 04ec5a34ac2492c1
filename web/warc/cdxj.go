package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weft/internal/ascii"
)

// A captured is a record as an index sees it.
type captured struct {
	kind   string // type
	header Header
	block  []byte // whole, unless a payload digest is given
}

// indexable reports whether an index lists records of this type and Content-Type. cdxj-indexer lists the same by
// default.
func indexable(kind string, contentType []byte) bool {
	switch kind {
	case TypeResponse, TypeRevisit:
		return true
	case TypeResource, TypeMetadata:
		return string(contentType) != "application/warc-fields"
	}
	return false
}

// appendCaptureLine appends the line of a record in an index, up to its length. It returns false and dst unchanged
// if the record has no line. A line of CDXJ, as cdxj-indexer writes it (Webrecorder;
// https://specs.webrecorder.net/cdxj/0.1.0/), is
//
//	SURT YYYYMMDDhhmmss {"url": …, "mime": …, "status": …, "digest": …, "length": …, "offset": …, "filename": …}
//
// All values are strings in ASCII. Unknown values are left out.
func appendCaptureLine(dst []byte, c *captured) ([]byte, bool) {
	contentType := c.header.Bytes("Content-Type")
	date := parseDate(string(c.header.Bytes("WARC-Date")))
	if !indexable(c.kind, contentType) || date.IsZero() {
		return dst, false
	}
	uri := bytes.ReplaceAll(unbracket(c.header.Bytes("WARC-Target-URI")), []byte(" "), []byte("%20"))
	out := AppendSURT(dst, uri)
	out = date.AppendFormat(append(out, ' '), "20060102150405")
	j := jsonWriter{b: append(out, " {"...)}
	if len(uri) > 0 {
		j.text("url", uri)
	}
	http := readHTTPHead(c, uri)
	switch {
	case c.kind == TypeRevisit:
		j.text("mime", []byte("warc/revisit"))
	case c.kind == TypeResponse && http.typed:
		j.text("mime", mediaType(http.contentType))
	case c.kind != TypeResponse && contentType != nil:
		j.text("mime", mediaType(contentType))
	}
	if http.found {
		j.text("status", http.status)
	}
	if digest := c.header.Bytes("WARC-Payload-Digest"); len(digest) > 0 {
		j.text("digest", digest)
	} else if c.kind != TypeRevisit {
		j.text("digest", appendDigest(nil, c.block[http.size:]))
	}
	return append(j.b, `, "length": "`...), true
}

// appendPlace completes a line by where the record is.
func appendPlace(line []byte, length, offset int64, filename string) []byte {
	line = strconv.AppendInt(line, length, 10)
	line = append(line, `", "offset": "`...)
	line = strconv.AppendInt(line, offset, 10)
	line = append(line, `", "filename": `...)
	line = appendJSONText(line, []byte(filename))
	return append(line, "}\n"...)
}

// An httpHead holds the fields of an HTTP header that an index shows.
type httpHead struct {
	found       bool
	typed       bool // there is a Content-Type
	status      []byte
	contentType []byte
	size        int // of the header in the block
}

func readHTTPHead(c *captured, uri []byte) (h httpHead) {
	if len(c.block) == 0 || c.kind != TypeResponse && c.kind != TypeRevisit ||
		!bytes.HasPrefix(uri, []byte("http:")) && !bytes.HasPrefix(uri, []byte("https:")) {
		return h
	}
	line, header, body, _ := cutHeader(c.block)
	h.size = len(c.block) - len(body)
	_, status, _ := bytes.Cut(bytes.TrimRight(line, " \t"), []byte{' '})
	h.status, _, _ = bytes.Cut(bytes.TrimSpace(status), []byte{' '})
	fields, _ := appendFields(nil, bytes.Clone(header))
	h.found = len(h.status)+len(fields) > 0
	for _, f := range fields {
		if ascii.EqualFold(f.Name, "Content-Type") {
			h.typed, h.contentType = true, f.Value
			break
		}
	}
	return h
}

// mediaType cuts a Content-Type at its first semicolon or white space.
func mediaType(b []byte) []byte {
	text := decodeText(b)
	if i := strings.IndexFunc(text, func(r rune) bool { return r == ';' || isSpace(r) }); i >= 0 {
		text = text[:i]
	}
	return []byte(text)
}

// isSpace reports whether Python counts a rune as white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// decodeText decodes UTF-8, or Latin-1 if the bytes are not valid UTF-8.
func decodeText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

// A jsonWriter writes the members of an object.
type jsonWriter struct {
	b    []byte
	some bool
}

func (j *jsonWriter) text(name string, value []byte) {
	if j.some {
		j.b = append(j.b, ", "...)
	}
	j.some = true
	j.b = append(append(append(j.b, '"'), name...), `": `...)
	j.b = appendJSONText(j.b, value)
}

// appendJSONText appends a string of JSON in ASCII.
func appendJSONText(dst, text []byte) []byte {
	dst = append(dst, '"')
	for _, r := range decodeText(text) {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r >= ' ' && r <= '~':
			dst = append(dst, byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\f':
			dst = append(dst, `\f`...)
		case r == '\b':
			dst = append(dst, `\b`...)
		case r > 0xffff:
			r -= 0x10000
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
	}
	return append(dst, '"')
}

// EachCDXJ calls f with a line of CDXJ for each record of an archive that an index lists, in the order of the
// records. The lines equal the output of "cdxj-indexer FILE" (1.5.0). A line is valid until f returns. Records
// that share a gzip member cannot be found by their offset and are an error. Damage is an error too, which wraps
// ErrBadRecord; f was called for the records before it.
//
// Memory: the memory of a Reader. Where the archive gives no payload digest, also the whole block of a record.
func EachCDXJ(r io.Reader, filename string, f func(line []byte) error) error {
	return eachCDXJ(r, filename, 0, f)
}

// eachCDXJ is EachCDXJ of an archive that r holds from base on.
func eachCDXJ(r io.Reader, filename string, base int64, f func(line []byte) error) error {
	_, err := cdxjOf(r, filename, base, nil, f)
	return err
}

// cdxjOf is eachCDXJ. If damaged is not nil, it is called with the damage that is passed over. It returns where the
// last record ends that is whole.
func cdxjOf(r io.Reader, filename string, base int64, damaged func(*BadRecord), f func(line []byte) error) (end int64, err error) {
	rd := NewReader(r, Options{MaxBody: math.MaxInt64 >> 4, Want: func(rec *Record, _ []byte) bool {
		return len(rec.Header.Bytes("WARC-Payload-Digest")) == 0 && indexable(indexedType(rec), rec.Header.Bytes("Content-Type"))
	}})
	var line []byte
	end = base
	for {
		rec, err := rd.Next()
		if err == io.EOF {
			return end, nil
		}
		if bad, ok := errors.AsType[*BadRecord](err); ok && damaged != nil {
			bad.Offset += base
			damaged(bad)
			continue
		}
		if err != nil {
			return end, err
		}
		end = base + rec.Offset + rec.Size
		var ok bool
		if line, ok = appendCaptureLine(line[:0], &captured{indexedType(rec), rec.Header, rec.Body}); !ok {
			continue
		}
		length := rec.Size
		if rec.plain {
			length = int64(rec.headSize) + rec.Length
		} else if length == 0 {
			if damaged != nil {
				continue
			}
			return end, fmt.Errorf("%w: the record at offset %d+%d shares its gzip member with others: compress each record separately", errNoOffset, rec.Offset, rec.Inner)
		}
		line = appendPlace(line, length, base+rec.Offset, filename)
		if err := f(line); err != nil {
			return end, err
		}
	}
}

var errNoOffset = errors.New("the archive cannot be indexed")

// indexedType is the type by which a record is indexed: all of ARC are responses.
func indexedType(rec *Record) string {
	if rec.Version == versionARC && rec.Type == TypeResource {
		return TypeResponse
	}
	return rec.Type
}
