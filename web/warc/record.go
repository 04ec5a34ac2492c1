package warc

import (
	"bytes"
	"strings"
	"time"

	"weft/internal/ascii"
)

// The record types of ISO 28500, section 5.5, and of Common Crawl.
const (
	TypeWarcinfo   = "warcinfo"
	TypeResponse   = "response"
	TypeResource   = "resource"
	TypeRequest    = "request"
	TypeMetadata   = "metadata"
	TypeRevisit    = "revisit"
	TypeConversion = "conversion"
)

// A Defect is something wrong with a record that was nevertheless read whole.
type Defect uint8

// The defects that are tolerated because the length of the record proved right.
const (
	DefectTrailer Defect = 1 << iota // no empty lines after the block
	DefectHeader                     // a header line that is not "name: value", which was passed over
	DefectSplit                      // the record goes over several gzip members or zstd frames
)

// A Field is one header field. Both slices are valid until the next call of Next or Parse.
type Field struct{ Name, Value []byte }

// A Header is a list of fields in their order; a name may occur several times.
type Header []Field

// Bytes returns the value of the first field of that name, in any case; nil if there is none.
func (h Header) Bytes(name string) []byte {
	for i := range h {
		if ascii.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return nil
}

// Get returns a copy of the value of the first field of that name, in any case; "" if there is none.
func (h Header) Get(name string) string { return string(h.Bytes(name)) }

// All calls yield with the value of every field of that name, in order, until yield returns false.
func (h Header) All(name string) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for i := range h {
			if ascii.EqualFold(h[i].Name, name) && !yield(h[i].Value) {
				return
			}
		}
	}
}

// A Record is one record of an archive. A record of an ARC file becomes the WARC record that would hold the same
// block: response for http and https, warcinfo for the version block, resource for the rest (dns). It has the
// header fields WARC-Target-URI, WARC-Date, WARC-IP-Address and Content-Type. All slices are valid until the next
// call of Next.
type Record struct {
	Offset    int64  // of the gzip member or zstd frame, or of the record itself in plain files
	Inner     int64  // offset of the record in the decompressed member; 0 in plain files
	Size      int64  // stored bytes of the record's member, or of the plain record; 0 if it shares its member
	Version   string // "1.0", "1.1", …; "arc" for ARC
	Type      string // in lower case
	Length    int64  // bytes of the block by the header
	Header    Header
	Body      []byte // the block, or its beginning if Truncated
	Truncated bool   // Body is shorter than Length: the reader's limit was reached, or the block was not wanted
	Defects   Defect
	Flaw      *BadRecord // why the record is not whole, with Options.Partial; Body is then what there is of it. nil if it is whole

	raw []byte // the header as read; what Header points into
	own []byte // Body, where it is not in the stream's window

	plain    bool // it is not compressed
	headSize int  // bytes of its header, the version line included
}

// TargetURI returns the URI that the record describes. The angle brackets that WARC 1.0 writers such as wget put
// around it and outer blanks are removed; inner blanks are left for the URL parser.
func (r *Record) TargetURI() string { return string(r.TargetURIBytes()) }

// TargetURIBytes is TargetURI without the copy.
func (r *Record) TargetURIBytes() []byte { return unbracket(r.Header.Bytes("WARC-Target-URI")) }

func unbracket(b []byte) []byte {
	b = bytes.TrimSpace(b)
	if len(b) >= 2 && b[0] == '<' && b[len(b)-1] == '>' {
		b = b[1 : len(b)-1]
	}
	return b
}

// ID returns the record's identifier without angle brackets.
func (r *Record) ID() string { return string(unbracket(r.Header.Bytes("WARC-Record-ID"))) }

// RefersToTargetURI returns the URI of the record that a revisit repeats; "" if it is not said.
func (r *Record) RefersToTargetURI() string {
	return string(unbracket(r.Header.Bytes("WARC-Refers-To-Target-URI")))
}

// Date returns when the record was made, in UTC; the zero time if the field is missing or makes no sense.
func (r *Record) Date() time.Time { return parseDate(r.Header.Get("WARC-Date")) }

// ContentType returns the media type of the block, such as "application/http; msgtype=response".
func (r *Record) ContentType() string { return r.Header.Get("Content-Type") }

// PayloadDigest returns the digest of the payload as labelled, such as "sha1:B2LTWW…".
func (r *Record) PayloadDigest() string { return r.Header.Get("WARC-Payload-Digest") }

// BlockDigest returns the digest of the block as labelled.
func (r *Record) BlockDigest() string { return r.Header.Get("WARC-Block-Digest") }

// IsHTTP reports whether the block is an HTTP response (of a response or revisit record) that Response.Parse can
// read.
func (r *Record) IsHTTP() bool {
	if r.Type != TypeResponse && r.Type != TypeRevisit {
		return false
	}
	uri := r.TargetURIBytes()
	if !ascii.HasPrefixFold(uri, "http:") && !ascii.HasPrefixFold(uri, "https:") {
		return false
	}
	ct := r.Header.Bytes("Content-Type")
	return r.Version == versionARC || len(ct) == 0 || ascii.HasPrefixFold(bytes.TrimSpace(ct), "application/http")
}

// parseDate reads the W3C profile of ISO 8601 that WARC requires, at any precision, and ARC's 14 digits (archives
// also have 12 to 17).
func parseDate(s string) time.Time {
	s = strings.TrimSpace(s)
	layouts := []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02", "2006-01", "2006", "2006-01-02T15:04:05"}
	if len(s) >= 12 && strings.IndexFunc(s, notDigit) < 0 {
		layouts = []string{"20060102150405"[:min(len(s), 14)]}
		s = s[:min(len(s), 14)]
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

// knownType returns the constant for the usual types, so that most records need no copy of it.
func knownType(b []byte) string {
	for _, t := range [...]string{
		TypeResponse, TypeRequest, TypeMetadata, TypeRevisit, TypeWarcinfo, TypeResource, TypeConversion,
	} {
		if ascii.EqualFold(b, t) {
			return t
		}
	}
	return strings.ToLower(string(b))
}
