package store

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"weft/internal/corrupt"
	"weft/internal/table"
)

// Facts describe the response that decides the state of a page. A missing value is zero or
// empty.
type Facts struct {
	Status int       // of HTTP
	Size   int64     // bytes of header and body as they were received; of an import, of the block of the record
	Time   time.Time // when the request began, with milliseconds
	Type   []byte    // media type in lower case, without parameters
	Digest []byte    // of the body, as in WARC-Payload-Digest: the algorithm, a colon, the value
	Title  []byte    // of an HTML page: UTF-8 without control characters, spaces joined, at most [MaxTitle] bytes
	Site   []byte    // name that an HTML page gives its site, in the same form, at most [MaxSite] bytes
	Skin   uint64    // sketch of the style sheets and the generator of an HTML page, see links.Info
}

// MaxSite is the largest length of the name of a site in bytes. Longer ones are cut between letters.
const MaxSite = 128

// MaxTitle is the largest length of a title in bytes. Longer ones are cut between letters.
const MaxTitle = 512

// FactsBytes is the memory for writing [Facts], in bytes.
const FactsBytes = 14 << 20

// maxFact is the largest length of a media type or digest in bytes. Longer ones are left out.
const maxFact = 128

// SetType keeps the media type of the value of a Content-Type field.
func (f *Facts) SetType(field string) {
	f.Type = f.Type[:0]
	for i := 0; i < len(field) && field[i] != ';'; i++ {
		c := field[i]
		switch {
		case c <= ' ' && len(f.Type) == 0:
		case c <= ' ' || c >= 0x7f || len(f.Type) == maxFact:
			if c > ' ' {
				f.Type = f.Type[:0]
			}
			return
		case 'A' <= c && c <= 'Z':
			f.Type = append(f.Type, c+'a'-'A')
		default:
			f.Type = append(f.Type, c)
		}
	}
}

// SetDigest keeps a digest.
func (f *Facts) SetDigest(text string) {
	printable := func(c rune) bool { return ' ' < c && c < 0x7f }
	if f.Digest = f.Digest[:0]; len(text) <= maxFact && strings.IndexFunc(text, func(c rune) bool { return !printable(c) }) < 0 {
		f.Digest = append(f.Digest, text...)
	}
}

// SetTitle keeps a title.
func (f *Facts) SetTitle(text []byte) { f.Title = appendLine(f.Title[:0], text, MaxTitle) }

// SetSite keeps the name of a site.
func (f *Facts) SetSite(text []byte) { f.Site = appendLine(f.Site[:0], text, MaxSite) }

// appendLine appends a text as one line without control characters, cut to the given number of bytes.
func appendLine(to, text []byte, most int) []byte {
	space := false
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		letter := text[:n]
		text = text[n:]
		switch {
		case isBlank(r):
			space = len(to) > 0
			continue
		case r < ' ' || 0x7f <= r && r < 0xa0 || r == utf8.RuneError && n == 1:
			continue
		}
		if space {
			to, space = append(to, ' '), false
		}
		if len(to)+n > most {
			return to
		}
		to = append(to, letter...)
	}
	return to
}

func isBlank(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r' || r == 0x85 || r == 0xa0 || 0x2000 <= r && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x3000
}

// Reset forgets the values and keeps their memory.
func (f *Facts) Reset() {
	*f = Facts{Type: f.Type[:0], Digest: f.Digest[:0], Title: f.Title[:0], Site: f.Site[:0]}
}

// Known reports whether there is any value.
func (f *Facts) Known() bool {
	return f.Status != 0 || f.Size > 0 || !f.Time.IsZero() || len(f.Type)+len(f.Digest)+len(f.Title)+len(f.Site) > 0 || f.Skin != 0
}

// Append adds the values to b in a form for scratch files and logs, which Parse reads.
func (f *Facts) Append(b []byte) []byte {
	ms := int64(0)
	if !f.Time.IsZero() {
		ms = f.Time.UnixMilli()
	}
	b = binary.AppendUvarint(b, uint64(f.Status)) //nolint:gosec // of HTTP
	b = binary.AppendUvarint(b, uint64(f.Size))   //nolint:gosec // not negative
	b = binary.AppendVarint(b, ms)
	for _, text := range [][]byte{f.Type, f.Digest, f.Title, f.Site} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	return binary.AppendUvarint(b, f.Skin)
}

// Parse reads what Append wrote from the front of p. The texts are copied.
func (f *Facts) Parse(p *corrupt.Parser) {
	if f.ParseEarly(p); p.Bad {
		return
	}
	n := p.Uint()
	if n > MaxSite {
		p.Bad = true
		return
	}
	f.Site = append(f.Site, p.Bytes(n)...)
	if f.Skin = p.Uint(); f.Skin > MaxSkin {
		p.Bad = true
	}
}

// MaxSkin is the largest skin: four numbers of 15 bits.
const MaxSkin = 1<<60 - 1

// ParseEarly reads what Append of earlier versions wrote, without site and skin.
func (f *Facts) ParseEarly(p *corrupt.Parser) {
	f.Reset()
	status, size, ms := p.Uint(), p.Uint(), p.Int()
	if status > 999 || size > 1<<62 {
		p.Bad = true
		return
	}
	f.Status, f.Size = int(status), int64(size) //nolint:gosec // checked
	if ms != 0 {
		f.Time = time.UnixMilli(ms).UTC()
	}
	for _, text := range []*[]byte{&f.Type, &f.Digest, &f.Title} {
		n := p.Uint()
		if n > MaxTitle {
			p.Bad = true
			return
		}
		*text = append(*text, p.Bytes(n)...)
	}
}

// factColumns are the columns of [FactsFile].
var factColumns = []table.Column{
	{Name: "status", Type: table.Int, Optional: true},
	{Name: "type", Type: table.Text, Optional: true},
	{Name: "size", Type: table.Int, Optional: true},
	{Name: "digest", Type: table.Text, Optional: true},
	{Name: "time", Type: table.Time, Optional: true},
	{Name: "title", Type: table.Text, Optional: true},
	{Name: "site", Type: table.Text, Optional: true},
	{Name: "skin", Type: table.Int, Optional: true},
}

// FactColumns returns the columns of the facts of pages in tables.
func FactColumns() []table.Column { return slices.Clone(factColumns) }

// AppendRow appends the values of [FactColumns] to a row: nil for a missing one.
func (f *Facts) AppendRow(to []any) []any {
	var status, size, ms, skin any
	if f.Status != 0 {
		status = int64(f.Status)
	}
	if f.Size > 0 {
		size = f.Size
	}
	if !f.Time.IsZero() {
		ms = f.Time.UnixMilli()
	}
	if f.Skin != 0 {
		skin = int64(f.Skin) //nolint:gosec // of 60 bits
	}
	return append(to, status, orNil(f.Type), size, orNil(f.Digest), ms, orNil(f.Title), orNil(f.Site), skin)
}

func orNil(b []byte) any {
	if len(b) == 0 {
		return nil
	}
	return b
}

// WriteFacts writes the facts of pages, one row for each of the names written, in their order. each calls add in
// increasing order of names; names between them have no facts.
func (d *Draft) WriteFacts(each func(add func(name uint32, f *Facts) error) error) error {
	n := uint32(len(d.States)) //nolint:gosec // pages are numbered so
	return table.Create(d.Path(FactsFile), factColumns, func(w *table.Writer) error {
		next := uint32(0)
		var none Facts
		row := make([]any, 0, len(factColumns))
		until := func(name uint32) error {
			for ; next < name; next++ {
				if err := w.Append(none.AppendRow(row[:0])...); err != nil {
					return err
				}
			}
			return nil
		}
		err := each(func(name uint32, f *Facts) error {
			if name < next || name >= n {
				return corrupt.Errorf("the facts of name %d of %d follow the facts of name %d", name, n, next)
			}
			if err := until(name); err != nil {
				return err
			}
			next++
			return w.Append(f.AppendRow(row[:0])...)
		})
		if err == nil {
			err = until(n)
		}
		return err
	})
}
