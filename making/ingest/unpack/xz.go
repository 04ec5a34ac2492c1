package unpack

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"weft/internal/mem"
)

const xzMagic = "\xfd7zXZ\x00"

// NewXZ decodes xz, of any number of streams. The decoder allocates the dictionary that a block requires. It may
// take at most limit bytes, or 8 MiB. Otherwise reading fails with a *mem.ShortError.
func NewXZ(r *bufio.Reader, limit int64) (io.Reader, error) {
	w := &xzWatch{r: r, limit: max(limit, 8<<20), next: (*xzWatch).streamHeader}
	z, err := xz.NewReader(w)
	switch {
	case w.err != nil:
		return nil, w.err
	case err != nil:
		return nil, fmt.Errorf("xz: %w", err)
	}
	return &xzReader{z, w}, nil
}

// An xzReader is the decoder, with the error of the watch.
type xzReader struct {
	z io.Reader
	w *xzWatch
}

func (r *xzReader) Read(p []byte) (int, error) {
	n, err := r.z.Read(p)
	if err != nil && r.w.err != nil {
		err = r.w.err
	}
	return n, err
}

// An xzWatch passes xz to its decoder and reads the header of each block before the decoder does. It follows the
// structure of streams, blocks and chunks (The .xz File Format 1.1, sections 2 to 4; LZMA2 as in liblzma). Other
// structures pass: the decoder refuses them.
type xzWatch struct {
	r     *bufio.Reader
	limit int64 // of a dictionary
	cut   bool  // it ends where there must be more
	err   error

	pass  int64            // bytes up to where next looks
	next  func(w *xzWatch) // looks ahead and sets pass and next
	check int64            // size of the checksum of a block
	size  int64            // of the block, or of the index, so far
	left  uint64           // numbers of the index
}

func (w *xzWatch) Read(p []byte) (int, error) {
	if err := w.look(); err != nil {
		return 0, err
	}
	n, err := w.r.Read(p[:min(int64(len(p)), w.pass)])
	w.pass -= int64(n)
	return n, w.ended(err)
}

// ReadByte makes the decoder read bytes without a call of Read for each.
func (w *xzWatch) ReadByte() (byte, error) {
	if err := w.look(); err != nil {
		return 0, err
	}
	c, err := w.r.ReadByte()
	if err == nil {
		w.pass--
	}
	return c, w.ended(err)
}

// ended distinguishes the end of a stream from a file that is cut. The decoder misses a cut
// before a block, in the header of a block, or in the last bytes of the footer.
func (w *xzWatch) ended(err error) error {
	within := 0 < w.pass && w.pass < math.MaxInt64/2
	if (w.cut || within) && errors.Is(err, io.EOF) {
		w.err = io.ErrUnexpectedEOF
		return w.err
	}
	return err
}

func (w *xzWatch) look() error {
	for w.pass == 0 && w.err == nil {
		w.next(w)
	}
	return w.err
}

// peek returns the next n bytes. If there are fewer, everything passes from now on, and the file is cut.
func (w *xzWatch) peek(n int) ([]byte, bool) {
	b, _ := w.r.Peek(n)
	if len(b) < n {
		w.pass, w.cut = math.MaxInt64, true
	}
	return b, len(b) == n
}

// then lets n bytes pass before the next look.
func (w *xzWatch) then(n int64, next func(*xzWatch)) { w.pass, w.next = n, next }

func (w *xzWatch) streamHeader() {
	if b, ok := w.peek(4); !ok {
		w.cut = len(b) > 0
		return
	} else if string(b) == "\x00\x00\x00\x00" { // padding
		w.then(4, (*xzWatch).streamHeader)
		return
	}
	b, ok := w.peek(12)
	if !ok || string(b[:6]) != xzMagic {
		w.pass = math.MaxInt64
		return
	}
	w.check = [...]int64{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}[b[7]&15]
	w.then(12, (*xzWatch).block)
}

func (w *xzWatch) block() {
	b, ok := w.peek(1)
	if !ok {
		return
	}
	if w.size = 0; b[0] == 0 {
		w.left = math.MaxUint64
		w.then(1, (*xzWatch).index)
		return
	}
	size := 4 * (int(b[0]) + 1)
	if b, ok = w.peek(size); !ok {
		return
	}
	if need := xzDictionary(b); need > w.limit {
		w.err = &mem.ShortError{What: "an xz file with a dictionary of " + mem.Format(need), Need: 4*need + mem.Base, Budget: 4 * w.limit}
		return
	}
	w.then(int64(size), (*xzWatch).chunk)
}

// chunk passes one of the chunks of LZMA2 that a block consists of.
func (w *xzWatch) chunk() {
	b, ok := w.peek(1)
	if !ok {
		return
	}
	var n int64
	switch control := b[0]; {
	case control == 0:
		w.size++
		w.then(1+padding(w.size)+w.check, (*xzWatch).block)
		return
	case control <= 2: // stored
		if b, ok = w.peek(3); !ok {
			return
		}
		n = 3 + int64(binary.BigEndian.Uint16(b[1:])) + 1
	case control < 0x80:
		w.pass = math.MaxInt64
		return
	default:
		if b, ok = w.peek(5); !ok {
			return
		}
		n = 5 + int64(binary.BigEndian.Uint16(b[3:])) + 1
		if control >= 0xc0 { // new properties
			n++
		}
	}
	w.size += n
	w.then(n, (*xzWatch).chunk)
}

// index passes a number of the index; the first counts pairs of others. The footer follows.
func (w *xzWatch) index() {
	b, _ := w.r.Peek(binary.MaxVarintLen64)
	v, n := binary.Uvarint(b)
	if n <= 0 {
		w.pass, w.cut = math.MaxInt64, n == 0
		return
	}
	w.size += int64(n)
	if w.left == math.MaxUint64 {
		w.left = 2*v + 1
	}
	if w.left--; w.left > 0 {
		w.then(int64(n), (*xzWatch).index)
		return
	}
	w.then(int64(n)+padding(w.size+1)+4+12, (*xzWatch).streamHeader)
}

// padding is the number of bytes that fill size up to a multiple of 4.
func padding(size int64) int64 { return -size & 3 }

// xzDictionary returns the size of the dictionary of a block, by its header; 0 if that, which the decoder then refuses, has
// none. The .xz File Format, sections 3.1 and 5.3.1.
func xzDictionary(header []byte) int64 {
	const lzma2 = 0x21
	if len(header) < 4 {
		return 0
	}
	flags, rest := header[1], header[2:]
	for _, present := range []byte{0x40, 0x80} { // compressed and uncompressed size
		if flags&present != 0 {
			_, n := binary.Uvarint(rest)
			if n <= 0 {
				return 0
			}
			rest = rest[n:]
		}
	}
	for range flags&3 + 1 {
		id, n := binary.Uvarint(rest)
		if n <= 0 {
			return 0
		}
		size, k := binary.Uvarint(rest[n:])
		if k <= 0 || size > 16 || uint64(len(rest)) < uint64(n+k)+size {
			return 0
		}
		properties := rest[n+k:]
		if id == lzma2 && size == 1 {
			dict, err := lzma.DecodeDictCap(properties[0])
			if err != nil {
				return 0
			}
			return dict
		}
		rest = properties[size:]
	}
	return 0
}
