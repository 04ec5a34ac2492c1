package warc

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// WriterOptions say how records are written; the zero value is WARC/1.1, each record a gzip member of level 3.
type WriterOptions struct {
	Version string // "1.1" if empty, or "1.0"
	Plain   bool   // no gzip
	Level   int    // of gzip; 3 if 0
	Seed    uint64 // of the record identifiers: the same seed, dates and records give the same bytes
}

// A Writer writes one WARC file. It is not safe for concurrent use.
type Writer struct {
	w      io.Writer
	opts   WriterOptions
	offset int64
	random *rand.Rand
	gz     *gzip.Writer
	head   bytes.Buffer
	out    bytes.Buffer
	err    error
}

// NewWriter returns a Writer to w. It fails if the options make no sense.
func NewWriter(w io.Writer, opts WriterOptions) (*Writer, error) {
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
	return &Writer{w: w, opts: opts, gz: gz, random: rand.New(rand.NewPCG(opts.Seed, 0x77617263))}, nil
}

// A NewRecord is what Write needs to know. Content-Length, the digests and, unless given, the identifier are its own
// doing.
type NewRecord struct {
	Type        string
	ID          string // urn:uuid:… without brackets; made from the seed if empty
	Date        time.Time
	TargetURI   string
	ContentType string
	Extra       []string // further fields: name, value, name, value, …
	// HTTP says that the block is an HTTP message whose body is the payload, and gets a WARC-Payload-Digest. If false
	// there is none, unless Type is resource, whose block is the payload.
	HTTP  bool
	Block []byte
}

// A Placed says where a record was written.
type Placed struct {
	ID             string // urn:uuid:…
	Offset, Length int64  // in the file, in stored bytes
	PayloadDigest  string // sha1:…; "" if there is none
}

// Write writes one record, with one call of the underlying writer. After an error the file ends in a torn record and
// all further calls return that error. Dates are written in UTC, to the second, or to the nanosecond in WARC/1.1 if
// they have a fraction.
func (w *Writer) Write(rec NewRecord) (Placed, error) {
	if w.err != nil {
		return Placed{}, w.err
	}
	if rec.ID == "" {
		rec.ID = "urn:uuid:" + w.uuid()
	}
	placed := Placed{ID: rec.ID, Offset: w.offset, PayloadDigest: rec.payloadDigest()}
	if err := w.header(rec, placed.PayloadDigest); err != nil {
		return Placed{}, err
	}
	w.out.Reset()
	var to io.Writer = &w.out
	if !w.opts.Plain {
		w.gz.Reset(&w.out)
		to = w.gz
	}
	for _, part := range [][]byte{w.head.Bytes(), rec.Block, []byte("\r\n\r\n")} {
		if _, err := to.Write(part); err != nil {
			return Placed{}, err
		}
	}
	if !w.opts.Plain {
		if err := w.gz.Close(); err != nil {
			return Placed{}, err
		}
	}
	n, err := w.w.Write(w.out.Bytes())
	w.offset += int64(n)
	if err != nil {
		w.err = fmt.Errorf("write record at %d: %w", placed.Offset, err)
		return Placed{}, w.err
	}
	placed.Length = int64(n)
	return placed, nil
}

func (w *Writer) header(rec NewRecord, payload string) error {
	w.head.Reset()
	fmt.Fprintf(&w.head, "WARC/%s\r\n", w.opts.Version)
	fields := []string{
		"WARC-Type", rec.Type,
		"WARC-Record-ID", "<" + rec.ID + ">",
		"WARC-Date", w.date(rec.Date),
		"WARC-Target-URI", strings.ReplaceAll(rec.TargetURI, " ", "%20"),
		"Content-Type", rec.ContentType,
		"WARC-Block-Digest", Digest(rec.Block),
		"WARC-Payload-Digest", payload,
	}
	fields = append(fields, rec.Extra...)
	fields = append(fields, "Content-Length", strconv.Itoa(len(rec.Block)))
	if len(fields)%2 != 0 {
		return fmt.Errorf("write record: Extra has a name without a value")
	}
	for i := 0; i < len(fields); i += 2 {
		name, value := fields[i], fields[i+1]
		if value == "" {
			continue
		}
		if name == "WARC-Profile" { // the standard profiles have the version in their names
			value = strings.Replace(value, "/warc/1.1/", "/warc/"+w.opts.Version+"/", 1)
		}
		if strings.ContainsAny(name, "\r\n: \t") || strings.ContainsAny(value, "\r\n") || name == "" {
			return fmt.Errorf("write record: field %q with value %q cannot be written", name, value)
		}
		w.head.WriteString(name + ": " + value + "\r\n")
	}
	w.head.WriteString("\r\n")
	return nil
}

func (w *Writer) date(t time.Time) string {
	t = t.UTC()
	if t.Nanosecond() != 0 && w.opts.Version == "1.1" {
		return t.Format(time.RFC3339Nano)
	}
	return t.Format("2006-01-02T15:04:05Z")
}

// uuid makes a version 4 identifier (RFC 9562, section 5.4).
func (w *Writer) uuid() string {
	var b [16]byte
	for i := range 2 {
		x := w.random.Uint64()
		for j := range 8 {
			b[8*i+j] = byte(x >> (8 * j))
		}
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// payloadDigest returns the digest of the payload: what stands behind the HTTP header, as stored.
func (rec *NewRecord) payloadDigest() string {
	switch {
	case rec.HTTP:
		_, rest := cutLine(rec.Block)
		size, _ := headerSize(rest)
		return Digest(rest[size:])
	case rec.Type == TypeResource:
		return Digest(rec.Block)
	}
	return ""
}

// Digest returns the labelled SHA-1 digest that WARC files use: "sha1:" and 32 letters of base 32.
func Digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

// Warcinfo makes the record that begins a file. fields are name, value, name, value, …, such as "software", "weft".
func Warcinfo(date time.Time, filename string, fields ...string) NewRecord {
	var b bytes.Buffer
	for i := 0; i+1 < len(fields); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", fields[i], fields[i+1])
	}
	rec := NewRecord{Type: TypeWarcinfo, Date: date, ContentType: "application/warc-fields", Block: b.Bytes()}
	if filename != "" {
		rec.Extra = []string{"WARC-Filename", filename}
	}
	return rec
}

// HTTPResponse makes the record of a response: block is status line, header and body as received.
func HTTPResponse(uri string, date time.Time, block []byte) NewRecord {
	return NewRecord{
		Type: TypeResponse, TargetURI: uri, Date: date, Block: block, HTTP: true,
		ContentType: "application/http; msgtype=response",
	}
}

// HTTPRequest makes the record of the request that got the response with the given identifier.
func HTTPRequest(uri string, date time.Time, response string, block []byte) NewRecord {
	rec := NewRecord{
		Type: TypeRequest, TargetURI: uri, Date: date, Block: block, HTTP: true,
		ContentType: "application/http; msgtype=request",
	}
	if response != "" {
		rec.Extra = []string{"WARC-Concurrent-To", "<" + response + ">"}
	}
	return rec
}

// Revisit makes the record of a response whose payload equals that of an earlier one (ISO 28500, section 6.7.2): block
// is its status line and header alone, digest the common WARC-Payload-Digest.
func Revisit(uri string, date time.Time, block []byte, digest, earlierURI string, earlier time.Time) NewRecord {
	return NewRecord{
		Type: TypeRevisit, TargetURI: uri, Date: date, Block: block,
		ContentType: "application/http; msgtype=response",
		Extra: []string{
			"WARC-Payload-Digest", digest,
			"WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
			"WARC-Refers-To-Target-URI", earlierURI,
			"WARC-Refers-To-Date", earlier.UTC().Format("2006-01-02T15:04:05Z"),
		},
	}
}
