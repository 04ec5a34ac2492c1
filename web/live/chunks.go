package live

import (
	"bytes"
	"errors"

	"weft/internal/ascii"
	"weft/internal/http1"
)

// maxChunkLine bounds the line before a chunk, extensions included.
const maxChunkLine = 4 << 10

var (
	errChunk   = errors.New("malformed chunk")
	errTrailer = errors.New("trailers are longer than the limit")
)

// chunks follows the framing of a chunked body (RFC 9112, section 7.1) while it comes in; nothing is taken out.
type chunks struct {
	at       int   // place up to which the body was scanned
	left     int64 // bytes of the chunk that are still to come
	state    chunkState
	trailers int // bytes
}

type chunkState uint8

const (
	chunkLine chunkState = iota
	chunkData
	chunkEnd // of a line, after the data
	chunkTrailer
)

// scan reads the bytes added to body and returns its length when it has ended, else 0.
func (c *chunks) scan(body []byte, maxTrailers int) (end int, err error) {
	for c.at < len(body) {
		rest := body[c.at:]
		if c.state == chunkData {
			n := min(c.left, int64(len(rest)))
			c.at += int(n)
			if c.left -= n; c.left == 0 {
				c.state = chunkEnd
			}
			continue
		}
		line := bytes.IndexByte(rest[:min(len(rest), c.maxLine(maxTrailers))], '\n')
		if line < 0 {
			return 0, c.partial(rest, maxTrailers)
		}
		c.at += line + 1
		done, err := c.line(rest[:line])
		if err != nil || done {
			return c.at, err
		}
		if c.trailers > maxTrailers {
			return 0, errTrailer
		}
	}
	return 0, nil
}

func (c *chunks) maxLine(maxTrailers int) int {
	if c.state == chunkTrailer {
		return maxTrailers - c.trailers + 1
	}
	return maxChunkLine
}

// partial checks a line without its end.
func (c *chunks) partial(line []byte, maxTrailers int) error {
	switch {
	case c.state == chunkLine && ascii.Hex(line[0]) < 0, c.state == chunkEnd && string(line) != "\r":
		return errChunk
	case len(line) < c.maxLine(maxTrailers):
		return nil
	case c.state == chunkTrailer:
		return errTrailer
	}
	return errChunk
}

// line handles a line without its line feed. After the data of a chunk only CR may precede the line feed, as in
// browsers and in weft's readers of archives.
func (c *chunks) line(line []byte) (done bool, err error) {
	switch c.state {
	case chunkLine:
		left, ok := http1.ChunkSize(line)
		if !ok {
			return false, errChunk
		}
		c.left, c.state = left, chunkData
		if c.left == 0 {
			c.state = chunkTrailer
		}
	case chunkEnd:
		if len(line) > 0 && string(line) != "\r" {
			return false, errChunk
		}
		c.state = chunkLine
	case chunkTrailer:
		line = bytes.TrimRight(line, blanks)
		c.trailers += len(line) + 2
		return len(line) == 0, nil
	case chunkData:
	}
	return false, nil
}
