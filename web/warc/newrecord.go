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

// A NewRecord holds the content of a record to write. The writer adds Content-Length, the digests and, unless
// given, the identifier.
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
	// HTTP marks a block that is an HTTP message: its body is the payload and gets a WARC-Payload-Digest.
	// Otherwise only a record of Type resource has a payload, its block.
	HTTP  bool
	Block []byte
	// Digest is the digest of the payload, if known.
	Digest string
}

// httpBody returns the bytes after the header of an HTTP message.
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

// PayloadDigest returns the labelled digest of the payload of an HTTP message: the bytes after its header, without
// chunks, but with content codings such as gzip (ISO 28500:2017, section 6.3.2: "with any transfer-encoding
// removed"). weft requests no other transfer codings and leaves them as they are. If the body breaks off, the
// digest covers the bytes that came. Chunks that are invalid, or that only the header announces, are taken as they
// are. So the digest covers the bytes that Response.Parse reads before it undoes content codings.
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

// saysChunked reports whether an HTTP header announces a chunked body.
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

// Metadata makes a record about a page, with one field "name: value" per line. If response is not empty, the
// record refers to the record with that identifier.
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

// Revisit makes the record of a response with the same payload as an earlier response (ISO 28500, section 6.7.2).
// block is its status line and header.
func Revisit(uri string, date time.Time, block []byte, e Earlier) NewRecord {
	return revisit("identical-payload-digest", uri, date, block, e)
}

// NotModified makes the record of a response of status 304 (ISO 28500, section 6.7.3). block is the status line
// and header that the page has now, see [Freshen]. With the header of the 304 response itself, pywb would replay
// an empty page.
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
