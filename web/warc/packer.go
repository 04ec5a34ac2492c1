package warc

import (
	crand "crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"weft/internal/http1"
	"weft/internal/splitmix"
)

// WriterOptions say how records are written; the zero value is WARC/1.1, each record a gzip member of level 3.
type WriterOptions struct {
	Version string // "1.1" if empty, or "1.0"
	Plain   bool   // no gzip
	Level   int    // of gzip; 3 if 0
	Seed    uint64 // of the record identifiers: the same seed, dates and records give the same bytes
}

// A Packer makes records ready to be appended to a file: each is compressed, and the line is made that an index has of it.
// So the work can be done by many, each with a Packer of its own, and one appends what they made ([Files]). It is not safe
// for concurrent use.
//
// Memory: 300 KiB, and what was added and not taken.
type Packer struct {
	opts    WriterOptions
	random  *rand.Rand
	gz      *gzip.Writer
	head    []byte
	out     sliceWriter
	entries []entry
	index   []byte
	fields  Header // scratch
	date    []byte
}

// An entry is a line of an index without its last fields, which say where the record is: index[from:to] of the packed.
type entry struct {
	offset, length int64
	from, to       int
}

// Packed are records ready to be appended to a file, in their order. They are used again.
type Packed struct {
	Bytes   []byte
	entries []entry
	index   []byte
}

// keepBytes is how much of its memory a Packed keeps for the next records.
const keepBytes = 1 << 20

// ofRecords draws the identifiers of records.
const ofRecords splitmix.Domain = 0x77617263

// NewPacker returns a Packer. Records of several Packers may be written to one file, and equal seeds could give
// two records the same identifier. A seed of 0 draws a seed from the system.
func NewPacker(opts WriterOptions) (*Packer, error) {
	if opts.Seed == 0 {
		var b [8]byte
		crand.Read(b[:])
		opts.Seed = binary.LittleEndian.Uint64(b[:])
	}
	if opts.Version == "" {
		opts.Version = "1.1"
	}
	if opts.Version != "1.0" && opts.Version != "1.1" {
		return nil, fmt.Errorf("WARC version %q: want 1.0 or 1.1", opts.Version)
	}
	if opts.Level == 0 {
		opts.Level = 3
	}
	gz, err := gzip.NewWriterLevel(io.Discard, opts.Level)
	if err != nil {
		return nil, fmt.Errorf("WARC writer: %w", err)
	}
	return &Packer{opts: opts, gz: gz, random: rand.New(ofRecords.PCG(opts.Seed))}, nil
}

// A Placed says where a record was written.
type Placed struct {
	ID             string // urn:uuid:…
	Offset, Length int64  // in the file, in stored bytes
	PayloadDigest  string // sha1:…; "" without a payload
}

// Add adds a record to what will be taken. Placed.Offset counts from there. A record that cannot be written, as a field
// would break its line, is an error and leaves no trace.
func (p *Packer) Add(rec NewRecord) (Placed, error) {
	if rec.ID == "" {
		rec.ID = "urn:uuid:" + p.uuid()
	}
	placed := Placed{ID: rec.ID, Offset: int64(len(p.out))}
	placed.PayloadDigest, _ = rec.payloadDigest()
	if err := p.header(&rec, placed.PayloadDigest); err != nil {
		return Placed{}, err
	}
	if err := p.compress(rec.Block); err != nil {
		p.out = p.out[:placed.Offset]
		return Placed{}, err
	}
	placed.Length = int64(len(p.out)) - placed.Offset
	p.addEntry(&rec, placed)
	return placed, nil
}

// addEntry makes the line of the index from the record as its readers will see it.
func (p *Packer) addEntry(rec *NewRecord, placed Placed) {
	_, fields := http1.CutLine(p.head)
	p.fields, _ = appendFields(p.fields[:0], fields)
	from := len(p.index)
	line, ok := appendCaptureLine(p.index, &captured{kind: rec.Type, header: p.fields, block: rec.Block})
	if ok {
		p.index = line
		p.entries = append(p.entries, entry{placed.Offset, placed.Length, from, len(line)})
	}
}

// compress appends the record to out: the header in head, and the block.
func (p *Packer) compress(block []byte) error {
	var to io.Writer = &p.out
	if !p.opts.Plain {
		p.gz.Reset(&p.out)
		to = p.gz
	}
	for _, part := range [...][]byte{p.head, block, recordEnd} {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	if p.opts.Plain {
		return nil
	}
	return p.gz.Close()
}

var recordEnd = []byte("\r\n\r\n")

// header writes the record's header to head.
func (p *Packer) header(rec *NewRecord, payload string) error {
	if len(rec.Extra)%2 != 0 {
		return errors.New("write record: Extra has a name without a value")
	}
	h := headWriter{b: append(append(append(p.head[:0], "WARC/"...), p.opts.Version...), "\r\n"...)}
	h.field("WARC-Type", rec.Type)
	h.bracketed("WARC-Record-ID", rec.ID)
	p.date = appendDate(p.date[:0], rec.Date, p.opts.Version == "1.1")
	h.field("WARC-Date", string(p.date))
	h.field("WARC-Target-URI", strings.ReplaceAll(rec.TargetURI, " ", "%20"))
	h.field("Content-Type", rec.ContentType)
	h.field("WARC-Block-Digest", Digest(rec.Block))
	h.field("WARC-Payload-Digest", payload)
	if rec.IP.IsValid() {
		h.field("WARC-IP-Address", rec.IP.Unmap().WithZone("").String())
	}
	for _, protocol := range rec.Protocols {
		h.field("WARC-Protocol", protocol)
	}
	h.field("WARC-Truncated", rec.Truncated)
	h.bracketed("WARC-Concurrent-To", rec.ConcurrentTo)
	for i := 0; i < len(rec.Extra); i += 2 {
		value := rec.Extra[i+1]
		if rec.Extra[i] == "WARC-Profile" { // the standard profiles have the version in their names
			value = strings.Replace(value, "/warc/1.1/", "/warc/"+p.opts.Version+"/", 1)
		}
		if whole, _, fraction := strings.Cut(value, "."); rec.Extra[i] == refersToDate && fraction && p.opts.Version != "1.1" {
			value = whole + "Z"
		}
		h.field(rec.Extra[i], value)
	}
	h.field("Content-Length", strconv.Itoa(len(rec.Block)))
	p.head = append(h.b, "\r\n"...)
	return h.err
}

// A headWriter writes the fields of a header.
type headWriter struct {
	b   []byte
	err error
}

// field writes a field unless it has no value.
func (h *headWriter) field(name, value string) {
	if value == "" {
		return
	}
	if strings.ContainsAny(name, "\r\n: \t") || strings.ContainsAny(value, "\r\n") || name == "" {
		if h.err == nil {
			h.err = fmt.Errorf("write record: field %q with value %.200q cannot be written", name, value)
		}
		return
	}
	h.b = append(append(append(append(h.b, name...), ": "...), value...), "\r\n"...)
}

// bracketed writes a field whose value is an identifier.
func (h *headWriter) bracketed(name, id string) {
	if id != "" {
		h.field(name, "<"+id+">")
	}
}

// appendDate appends a date, with its fraction of a second if it may have one.
func appendDate(dst []byte, t time.Time, fraction bool) []byte {
	t = t.UTC()
	if t.Nanosecond() != 0 && fraction {
		return t.AppendFormat(dst, time.RFC3339Nano)
	}
	return t.AppendFormat(dst, "2006-01-02T15:04:05Z")
}

// uuid makes a version 4 identifier (RFC 9562, section 5.4).
func (p *Packer) uuid() string {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], p.random.Uint64())
	binary.LittleEndian.PutUint64(b[8:], p.random.Uint64())
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Take moves the records added since the last Take to to, and reuses the memory of to's former content.
func (p *Packer) Take(to *Packed) {
	to.Bytes, p.out = p.out, sliceWriter(to.Bytes)
	to.entries, p.entries = p.entries, to.entries
	to.index, p.index = p.index, to.index
	if cap(p.out) > keepBytes {
		p.out = nil
	}
	p.reset()
}

// reset forgets what was added and not taken.
func (p *Packer) reset() {
	p.out, p.entries, p.index = p.out[:0], p.entries[:0], p.index[:0]
}

// A sliceWriter appends to itself.
type sliceWriter []byte

func (w *sliceWriter) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}
