package warc

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"weft/internal/ascii"
)

// A NewRecord is what is needed to write a record. Content-Length, the digests and, unless given, the identifier are the
// writer's own doing.
type NewRecord struct {
	Type        string
	ID          string // urn:uuid:… without brackets; made by the writer if empty
	Date        time.Time
	TargetURI   string
	ContentType string
	// IP is the address that answered, or that was asked, if valid.
	IP netip.Addr
	// Protocols are how it was asked, such as "http/1.1", "h2", "tls/1.3": the field WARC-Protocol, one for each
	// (iipc/warc-specifications, issue 42).
	Protocols []string
	// Truncated says why the block ends before the answer did: length, time, disconnect or unspecified; else empty.
	Truncated string
	// ConcurrentTo is the identifier of a record of the same exchange.
	ConcurrentTo string
	Extra        []string // further fields: name, value, name, value, …
	// HTTP says that the block is an HTTP message whose body is the payload, and gets a WARC-Payload-Digest. If false
	// there is none, unless Type is resource, whose block is the payload.
	HTTP  bool
	Block []byte
	// Digest is that of the payload, if it is known.
	Digest string
}

// httpBody returns what follows the header of an HTTP message.
func httpBody(block []byte) []byte {
	_, _, body, _ := cutHeader(block)
	return body
}

// payloadDigest returns the digest of the payload; false if the record has none.
func (rec *NewRecord) payloadDigest() (string, bool) {
	switch {
	case rec.Digest != "":
		return rec.Digest, true
	case rec.HTTP:
		return PayloadDigest(rec.Block), true
	case rec.Type == TypeResource:
		return Digest(rec.Block), true
	}
	return "", false
}

// PayloadDigest returns the labelled digest of the payload of an HTTP message: of what follows its header,
// without chunks (ISO 28500:2017, section 6.3.2: "with any transfer-encoding removed"; other transfer codings are not
// asked for and left as they are), but with content codings such as gzip. Of a body that breaks off it is what came;
// chunks that make no sense, or that only the header speaks of, are taken as they are: it is the digest of what
// Response.Parse reads before it undoes content codings.
func PayloadDigest(block []byte) string {
	sum := sha1.New()
	eachPayload(block, func(data []byte) { sum.Write(data) })
	return string(base32.StdEncoding.AppendEncode([]byte("sha1:"), sum.Sum(nil)))
}

// eachPayload calls f with the pieces of the payload of an HTTP message.
func eachPayload(block []byte, f func(data []byte)) {
	_, header, body, _ := cutHeader(block)
	if saysChunked(header) && isChunked(body) {
		eachChunk(body, f)
	} else {
		f(body)
	}
}

// saysChunked reports whether an HTTP header says that the body is in chunks.
func saysChunked(header []byte) bool {
	for line := range bytes.Lines(header) {
		if ascii.HasPrefixFold(line, "Transfer-Encoding") {
			fields, _ := appendFields(nil, bytes.Clone(header))
			return inChunks(fields)
		}
	}
	return false
}

// Digest returns the labelled SHA-1 digest that WARC files use: "sha1:" and 32 letters of base 32.
func Digest(b []byte) string {
	var out [digestLen]byte
	return string(appendDigest(out[:0], b))
}

const digestLen = 5 + 32

func appendDigest(dst, b []byte) []byte {
	sum := sha1.Sum(b)
	return base32.StdEncoding.AppendEncode(append(dst, "sha1:"...), sum[:])
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

// HTTPRequest makes the record of the request that got the response with the given identifier, if not empty.
func HTTPRequest(uri string, date time.Time, response string, block []byte) NewRecord {
	return NewRecord{
		Type: TypeRequest, TargetURI: uri, Date: date, Block: block, HTTP: true,
		ContentType: "application/http; msgtype=request", ConcurrentTo: response,
	}
}

// Metadata makes a record about a page, in fields "name: value" of a line each, and about the record with the given
// identifier, if not empty.
func Metadata(uri string, date time.Time, response string, fields []byte) NewRecord {
	return NewRecord{
		Type: TypeMetadata, TargetURI: uri, Date: date, Block: fields,
		ContentType: "application/warc-fields", ConcurrentTo: response,
	}
}

// An Earlier is the record of a response that a later one repeats.
type Earlier struct {
	Digest string // WARC-Payload-Digest; "" if it is not known
	URI    string
	Date   time.Time
}

// Revisit makes the record of a response whose payload equals that of an earlier one (ISO 28500, section 6.7.2): block
// is its status line and header alone.
func Revisit(uri string, date time.Time, block []byte, e Earlier) NewRecord {
	return revisit("identical-payload-digest", uri, date, block, e)
}

// NotModified makes the record of a response of status 304 (ISO 28500, section 6.7.3): block is the status line and header
// that the page has now, see [Freshen]. With those of the response itself pywb replays an empty page of status 304.
func NotModified(uri string, date time.Time, block []byte, e Earlier) NewRecord {
	return revisit("server-not-modified", uri, date, block, e)
}

// refersToDate is the field of a revisit that has the date of the earlier record, as it stands there.
const refersToDate = "WARC-Refers-To-Date"

func revisit(profile, uri string, date time.Time, block []byte, e Earlier) NewRecord {
	return NewRecord{
		Type: TypeRevisit, TargetURI: uri, Date: date, Block: block,
		ContentType: "application/http; msgtype=response",
		Extra: []string{
			"WARC-Payload-Digest", e.Digest,
			"WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/" + profile,
			"WARC-Refers-To-Target-URI", strings.ReplaceAll(e.URI, " ", "%20"),
			refersToDate, string(appendDate(nil, e.Date, true)),
		},
	}
}
