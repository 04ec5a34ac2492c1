package warc

import (
	"bytes"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"weft/internal/ascii"
)

// decoders of content encodings, made when first needed and used again.
type decoders struct {
	in    bytes.Reader
	gzip  *gzip.Reader
	flate io.ReadCloser
	br    *brotli.Reader
	zstd  *zstd.Decoder
}

// maxEncodings bounds the content encodings undone for one body.
const maxEncodings = 4

// decode undoes the content encodings that the header lists, last applied first (RFC 9110, section 8.4). It stops
// at the first encoding that the body does not have.
func (r *Response) decode() {
	names := encodings(r.Header)
	for i := len(names) - 1; i >= 0 && i >= len(names)-maxEncodings; i-- {
		if len(r.Body) == 0 || ascii.EqualFold(names[i], "identity") || ascii.EqualFold(names[i], "none") {
			continue
		}
		src := r.dec.open(names[i], r.Body)
		if src == nil || !r.inflate(src) {
			return
		}
	}
}

func encodings(h Header) (names [][]byte) {
	for v := range h.All("Content-Encoding") {
		for name := range bytes.SplitSeq(v, []byte{','}) {
			if name = bytes.TrimSpace(name); len(name) > 0 {
				names = append(names, name)
			}
		}
	}
	return names
}

// open returns the decoded bytes of an encoded body, or nil if it is not so encoded.
func (d *decoders) open(name, body []byte) io.Reader {
	d.in.Reset(body)
	switch {
	case ascii.EqualFold(name, "gzip"), ascii.EqualFold(name, "x-gzip"):
		return d.openGzip(body)
	case ascii.EqualFold(name, "deflate"), ascii.EqualFold(name, "x-deflate"):
		if isGzip(body) {
			return d.openGzip(body)
		}
		return d.openDeflate(body)
	case ascii.EqualFold(name, "br"):
		if looksLikeText(body) {
			return nil
		}
		if d.br == nil {
			d.br = brotli.NewReader(nil)
		}
		if d.br.Reset(&d.in) != nil {
			return nil
		}
		return d.br
	case ascii.EqualFold(name, "zstd") && isZstd(body):
		return d.openZstd()
	}
	return nil
}

func (d *decoders) openGzip(body []byte) io.Reader {
	if !isGzip(body) {
		return nil
	}
	if d.gzip == nil {
		d.gzip = new(gzip.Reader)
	}
	if d.gzip.Reset(&d.in) != nil {
		return nil
	}
	return d.gzip
}

// openDeflate accepts zlib (RFC 1950), as RFC 9110 requires, and bare deflate, which many servers send. It ignores
// the checksum of zlib.
func (d *decoders) openDeflate(body []byte) io.Reader {
	if len(body) > 2 && body[0]&0x0f == 8 && (int(body[0])<<8|int(body[1]))%31 == 0 && body[1]&0x20 == 0 {
		_, _ = d.in.Seek(2, io.SeekStart)
	}
	if d.flate == nil {
		d.flate = flate.NewReader(&d.in)
	} else if d.flate.(flate.Resetter).Reset(&d.in, nil) != nil {
		return nil
	}
	return d.flate
}

func (d *decoders) openZstd() io.Reader {
	if d.zstd == nil {
		dec, err := zstd.NewReader(
			nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20),
		) // RFC 9659: at most 8 MB for the Web
		if err != nil {
			return nil
		}
		d.zstd = dec
	}
	if d.zstd.Reset(&d.in) != nil {
		return nil
	}
	return d.zstd
}

// inflate reads src into the other buffer, up to MaxBody, and makes that the body. If nothing at all can be decoded the
// body stays and the result is false; if src breaks off, what came before is kept.
func (r *Response) inflate(src io.Reader) bool {
	out := r.buffer()
	for idle := 0; int64(len(out)) < r.MaxBody; {
		if len(out) == cap(out) {
			out = append(out, make([]byte, max(len(out), 32<<10))...)[:len(out)]
		}
		room := min(int64(cap(out)), r.MaxBody) - int64(len(out))
		n, err := src.Read(out[len(out) : len(out)+int(room)])
		out = out[:len(out)+n]
		if err == io.EOF {
			r.set(out)
			return true
		}
		if n == 0 {
			idle++
		}
		if err != nil || idle > 100 {
			return r.salvage(out, err)
		}
	}
	r.Truncated = true
	r.set(out)
	return true
}

// salvage decides what to do with the beginning of a body whose encoding broke off, or went wrong.
func (r *Response) salvage(out []byte, why error) bool {
	r.Damaged = true
	r.BrokeOff = errors.Is(why, io.ErrUnexpectedEOF) && !looksLikeText(r.Body) && !r.dec.gzipEnds(r.Body, len(out))
	if len(out) == 0 || looksLikeText(r.Body) {
		r.turn = 1 - r.turn
		return false
	}
	r.set(out)
	return true
}

// gzipEnds reports whether a body is a whole gzip file of n bytes with something after it. A remainder that is too
// short for another member, such as an empty line, looks like a member that breaks off.
func (d *decoders) gzipEnds(body []byte, n int) bool {
	if d.in.Reset(body); d.openGzip(body) == nil {
		return false
	}
	d.gzip.Multistream(false)
	got, err := io.Copy(io.Discard, io.LimitReader(d.gzip, int64(n)+1))
	return err == nil && got == int64(n)
}

// looksLikeText reports whether a body begins with 64 bytes of ASCII text, or is all ASCII text. No compressed
// body does.
func looksLikeText(b []byte) bool {
	for _, c := range b[:min(len(b), 64)] {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}
