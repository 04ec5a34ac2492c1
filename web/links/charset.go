package links

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"weft/internal/ascii"
)

// sniffLen is the number of bytes in which the standard searches for a meta element that names the encoding.
const sniffLen = 1024

// A codec is one legacy encoding as the extractor needs it.
type codec struct {
	name    string
	decoder *encoding.Decoder
	encoder transform.Transformer // for queries; nil if they are UTF-8
	table   *[128][]byte          // of a single-byte superset of ASCII: UTF-8 of the upper half
}

// decoder finds encodings and decodes; it keeps what it has made.
type decoder struct {
	codecs map[string]*codec // by label
	meta   scanner
	buf    []byte
}

// A Decoder decodes pages as an Extractor does. The zero value is ready; one goroutine may use it.
type Decoder struct{ d decoder }

// Decode returns the body of a page in UTF-8, by the standard for encodings. Bytes of a UTF-8 page come back as they are; other
// text is valid until the next call.
func (d *Decoder) Decode(body []byte, contentType string) []byte {
	text, _ := d.d.decode(body, contentType)
	return text
}

// decode returns the body in UTF-8, without byte order mark, and its codec, nil for UTF-8. Bytes of an ASCII or UTF-8
// document, valid or not, come back as they are; other text lives in d until the next call.
func (d *decoder) decode(body []byte, contentType string) ([]byte, *codec) {
	switch {
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		return body[3:], nil
	case bytes.HasPrefix(body, []byte("\xfe\xff")):
		return d.convert(body, d.lookup("utf-16be")), nil
	case bytes.HasPrefix(body, []byte("\xff\xfe")):
		return d.convert(body, d.lookup("utf-16le")), nil
	}
	c := d.lookup(charsetOf(contentType))
	if c == nil {
		c = d.sniffMeta(body[:min(len(body), sniffLen)])
	}
	if c == nil {
		if utf8.Valid(body) {
			return body, nil
		}
		c = d.lookup("windows-1252")
	}
	text := d.convert(body, c)
	if c.encoder == nil {
		return text, nil
	}
	return text, c
}

// lookup returns nil for a label that the Encoding Standard does not know.
func (d *decoder) lookup(label string) *codec {
	if label == "" {
		return nil
	}
	if c, ok := d.codecs[label]; ok {
		return c
	}
	var c *codec
	if enc, err := htmlindex.Get(label); err == nil {
		c = newCodec(enc)
	}
	if d.codecs == nil || len(d.codecs) > 1000 { // labels are hostile input, too
		d.codecs = map[string]*codec{}
	}
	d.codecs[label] = c
	return c
}

func newCodec(enc encoding.Encoding) *codec {
	name, _ := htmlindex.Name(enc) // enc is from the same index
	c := &codec{name: name, decoder: enc.NewDecoder()}
	switch name {
	case "utf-8", "replacement", "utf-16be", "utf-16le":
	default:
		c.encoder = enc.NewEncoder().Transformer
	}
	if cm, ok := enc.(*charmap.Charmap); ok {
		c.table = new([128][]byte)
		for i := range c.table {
			c.table[i] = utf8.AppendRune(nil, cm.DecodeByte(byte(i+0x80)))
		}
	}
	return c
}

// convert decodes body; an encoding that fails half way leaves what it got.
func (d *decoder) convert(body []byte, c *codec) []byte {
	switch {
	case c.name == "utf-8":
		return body
	case c.table != nil:
		return d.convertBytes(body, c.table)
	}
	c.decoder.Reset()
	// The decoders of x/text put U+FFFD for bad bytes; an error could only concern the end, and what is before it counts.
	d.buf, _, _ = transform.Append(c.decoder, d.buf[:0], body)
	return d.buf
}

func (d *decoder) convertBytes(body []byte, table *[128][]byte) []byte {
	i := 0
	for i < len(body) && body[i] < utf8.RuneSelf {
		i++
	}
	if i == len(body) {
		return body
	}
	out := d.buf[:0]
	for from := 0; ; i++ {
		for i < len(body) && body[i] < utf8.RuneSelf {
			i++
		}
		out = append(out, body[from:i]...)
		if i == len(body) {
			d.buf = out
			return out
		}
		out = append(out, table[body[i]-0x80]...)
		from = i + 1
	}
}

// sniffMeta is the standard's "prescan a byte stream to determine its encoding".
func (d *decoder) sniffMeta(head []byte) *codec {
	s := &d.meta
	s.reset(head)
	s.flat = true
	for tok := s.next(); tok != endOfInput; tok = s.next() {
		if tok != startTag || s.elem != elemMeta {
			continue
		}
		label, ok := s.attr(attrCharset)
		if !ok {
			kind, _ := s.attr(attrHTTPEquiv)
			content, _ := s.attr(attrContent)
			if !ascii.EqualFold(kind, "content-type") {
				continue
			}
			label = []byte(charsetOf(string(content)))
		}
		if c := d.lookup(metaLabel(label)); c != nil {
			return c
		}
	}
	return nil
}

// metaLabel replaces the labels that cannot be meant where they were read as ASCII.
func metaLabel(label []byte) string {
	label = bytes.ToLower(bytes.TrimSpace(label))
	switch {
	case bytes.HasPrefix(label, []byte("utf-16")), bytes.HasPrefix(label, []byte("utf16")):
		return "utf-8"
	case string(label) == "x-user-defined":
		return "windows-1252"
	}
	return string(label[:min(len(label), 64)])
}

// charsetOf finds "charset=…" as the standard does in a meta element; a Content-Type header gives the same in practice.
func charsetOf(s string) string {
	for {
		i := indexFold(s, "charset")
		if i < 0 {
			return ""
		}
		s = trimSpace(s[i+len("charset"):])
		if s == "" || s[0] != '=' {
			continue
		}
		s = trimSpace(s[1:])
		if s == "" {
			return ""
		}
		stop := "; \t\n\r\f"
		if s[0] == '"' || s[0] == '\'' {
			stop, s = s[:1], s[1:]
		}
		for j := range len(s) {
			if bytes.IndexByte([]byte(stop), s[j]) >= 0 {
				return s[:j]
			}
		}
		return s
	}
}

// UTF8 returns the text of a document in UTF-8, in the encoding in which its links are read. Invalid bytes of an ASCII or
// UTF-8 document come back as they are.
func UTF8(p Document) []byte {
	var d decoder
	text, _ := d.decode(p.Body, p.ContentType)
	return bytes.Clone(text)
}
