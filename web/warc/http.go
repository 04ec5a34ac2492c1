package warc

import (
	"bytes"
	"fmt"

	"weft/internal/ascii"
	"weft/internal/http1"
)

// DefaultMaxDecoded is how many bytes of a decoded body are kept unless Response.MaxBody says otherwise.
const DefaultMaxDecoded = 16 << 20

// ErrNotHTTP says that a block does not begin with an HTTP status line. It wraps ErrBadRecord.
var ErrNotHTTP = fmt.Errorf("%w: no HTTP response", ErrBadRecord)

// A Response is an HTTP response as an archive holds it. The zero value is ready; use one for many records, since it
// keeps its buffers and decoders. Not safe for concurrent use.
type Response struct {
	// MaxBody limits the decoded body, against decompression bombs; DefaultMaxDecoded if 0.
	MaxBody int64

	Status    int    // 200, 301, …; 0 if the status line has no number
	Header    Header // lent, like the rest, until the next Parse or Next
	Raw       []byte // the body as stored
	Body      []byte // the body without chunks and content encodings, as far as it really had them
	Decoded   bool   // Body is not Raw
	Damaged   bool   // chunks or encoding broke off; Body is the part before, or Raw
	BrokeOff  bool   // Damaged, because the block ends within the encoding
	Truncated bool   // Body was cut at MaxBody

	raw  []byte    // header bytes, which unfolding writes over
	bufs [2][]byte // decoded bodies; an encoding reads one and writes the other
	turn int
	dec  decoders
}

// Parse reads the block of a response record: status line, header, body. It is lenient, because archives hold real
// responses:
//
//   - the reason phrase may be missing, and versions such as HTTP/2 and ICY are accepted;
//   - lines may end in any mixture of CR and LF, and odd lines are skipped;
//   - without an empty line the body is empty.
//
// Parse undoes the transfer encoding chunked if the body is chunked (many writers store it undone and keep the
// header), and the content encodings gzip, deflate, br and zstd. A body without the announced encoding stays as it
// is. The only error wraps ErrNotHTTP.
//
// The block must not change while the Response is in use. Memory: two buffers of at most MaxBody.
func (r *Response) Parse(block []byte) error {
	if _, err := r.ParseHeader(block); err != nil {
		return err
	}
	r.dechunk()
	r.decode()
	if int64(len(r.Body)) > r.MaxBody {
		r.Body, r.Truncated = r.Body[:r.MaxBody], true
	}
	return nil
}

// ParseHeader parses only status line and header, as Parse does, from the start of a block. Body stays as stored.
// It reports whether the header ended before the block did.
func (r *Response) ParseHeader(block []byte) (ended bool, err error) {
	*r = Response{
		MaxBody: r.MaxBody, Header: r.Header[:0], raw: r.raw[:0], bufs: r.bufs, dec: r.dec,
	}
	if r.MaxBody <= 0 {
		r.MaxBody = DefaultMaxDecoded
	}
	line, header, body, ended := cutHeader(block)
	if !r.statusLine(line) {
		return false, fmt.Errorf("%w: %s", ErrNotHTTP, excerpt(line))
	}
	r.raw = append(r.raw, header...)
	r.Header, _ = appendFields(r.Header, r.raw)
	r.Raw, r.Body = body, body
	return ended, nil
}

// ContentType returns the media type in lower case without parameters, such as "text/html"; "" if there is none.
func (r *Response) ContentType() string {
	ct, _, _ := bytes.Cut(r.Header.Bytes("Content-Type"), []byte{';'})
	ct = bytes.TrimSpace(ct)
	switch {
	case ascii.EqualFold(ct, "text/html"):
		return "text/html"
	case ascii.EqualFold(ct, "application/xhtml+xml"):
		return "application/xhtml+xml"
	}
	return string(bytes.ToLower(ct))
}

// statusLine reads "HTTP/1.1 200 OK", without a reason or a version too.
func (r *Response) statusLine(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	proto, rest, _ := bytes.Cut(line, []byte{' '})
	if !ascii.HasPrefixFold(proto, "HTTP") && !ascii.EqualFold(proto, "ICY") {
		return false
	}
	r.Status = http1.Status(bytes.TrimLeft(rest, " \t"))
	return true
}

// cutHeader cuts an HTTP message into its first line, the header lines with the empty line that ends them, and the
// body. If there is no such line, all are header.
func cutHeader(block []byte) (line, header, body []byte, ended bool) {
	line, header = http1.CutLine(block)
	end, _ := http1.HeaderEnd(block, 0)
	if end == 0 {
		return line, header, header[len(header):], false
	}
	return line, header[:len(header)-len(block)+end], block[end:], true
}

// buffer returns the buffer that the body is not in, empty.
func (r *Response) buffer() []byte {
	r.turn = 1 - r.turn
	return r.bufs[r.turn][:0]
}

// set makes b, which came from buffer, the body.
func (r *Response) set(b []byte) {
	r.bufs[r.turn] = b
	r.Body, r.Decoded = b, true
}

// dechunk undoes Transfer-Encoding: chunked.
func (r *Response) dechunk() {
	if !inChunks(r.Header) || !isChunked(r.Body) {
		return
	}
	out := r.buffer()
	r.Damaged = !eachChunk(r.Body, func(data []byte) { out = append(out, data...) })
	r.set(out)
}

// inChunks reports whether a header announces a chunked body.
func inChunks(h Header) bool {
	for v := range h.All("Transfer-Encoding") {
		if http1.HasToken(v, "chunked") {
			return true
		}
	}
	return false
}

// isChunked reports whether a body begins with a chunk. Otherwise it was stored without chunks, whatever its
// header says.
func isChunked(body []byte) bool {
	_, _, ok := chunkSize(body)
	return ok
}

// eachChunk calls f with the data of each chunk of a body (RFC 9112, section 7.1), without extensions and
// trailers. From the first invalid chunk on, the rest is passed as it is. It reports whether the body was whole.
func eachChunk(body []byte, f func(data []byte)) (whole bool) {
	rest := body
	n, after, ok := chunkSize(rest)
	for ok && n > 0 {
		if n > len(after) {
			f(after)
			return false
		}
		f(after[:n])
		if rest = cutLineEnd(after[n:]); len(rest) == 0 {
			return false
		}
		if n, after, ok = chunkSize(rest); !ok {
			f(rest)
			return false
		}
	}
	return true
}

const maxChunkLine = 4 << 10

// chunkSize reads the line before a chunk. An incomplete line is not read.
func chunkSize(b []byte) (n int, after []byte, ok bool) {
	end := bytes.IndexByte(b[:min(len(b), maxChunkLine)], '\n')
	if end < 0 && len(b) > maxChunkLine {
		return 0, nil, false
	}
	line, after := http1.CutLine(b)
	size, ok := http1.ChunkSize(line)
	return int(size), after, ok && size < 1<<32
}

// cutLineEnd removes one CRLF, LF or CR.
func cutLineEnd(b []byte) []byte {
	if len(b) > 0 && b[0] == '\r' {
		b = b[1:]
	}
	if len(b) > 0 && b[0] == '\n' {
		b = b[1:]
	}
	return b
}
