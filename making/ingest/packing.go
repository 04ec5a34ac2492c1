package ingest

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"weft/making/ingest/tally"
	"weft/web/warc"
)

// maxLayers is how many times over an input may be compressed, such as a .warc.gz that was packed by xz.
const maxLayers = 3

// A packing is a way in which an input is compressed.
type packing uint8

const (
	unpacked packing = iota
	gzipPacked
	zstdPacked
	xzPacked
	lz4Packed
	bzip2Packed
)

// packingOf knows packings by their first bytes.
func packingOf(magic []byte) packing {
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzipPacked
	case warc.BeginsZstd(magic):
		return zstdPacked
	case bytes.HasPrefix(magic, []byte(xzMagic)):
		return xzPacked
	case bytes.HasPrefix(magic, []byte{0x04, 0x22, 0x4d, 0x18}), bytes.HasPrefix(magic, []byte{0x02, 0x21, 0x4c, 0x18}): // the old form
		return lz4Packed
	case len(magic) >= 10 && bytes.HasPrefix(magic, []byte("BZh")) && magic[3] >= '1' && magic[3] <= '9' &&
		(string(magic[4:10]) == "1AY&SY" || string(magic[4:10]) == "\x17\x72\x45\x38\x50\x90"): // a block, or the end
		return bzip2Packed
	}
	return unpacked
}

// leadSize is the number of bytes in which the start of an archive is searched; empty lines may precede it.
const leadSize = 4 << 10

// magicSize is how many bytes packingOf wants.
const magicSize = 10

// decompress undoes gzip, zstd, xz, lz4 or bzip2, of any number of members. Other input passes. The window of a
// decoder may take a quarter of memory.
func decompress(r *bufio.Reader, memory int64) (io.Reader, error) {
	magic, _ := r.Peek(magicSize)
	switch packingOf(magic) {
	case xzPacked:
		return newXZ(r, memory/4)
	case gzipPacked:
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return z, nil
	case zstdPacked:
		window := uint64(max(memory/4, 8<<20))
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(window), zstd.WithDecoderMaxWindow(min(window, 1<<31)))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		return z.IOReadCloser(), nil
	case lz4Packed:
		z := lz4.NewReader(r)
		if err := z.Apply(lz4.ConcurrencyOption(1)); err != nil {
			return nil, fmt.Errorf("lz4: %w", err)
		}
		return z, nil
	case bzip2Packed:
		return bzip2.NewReader(r), nil
	}
	return r, nil
}

// A damper follows a decoder, or a file of an archive, and remembers why it ended too early. Archives of captures
// report damage at their end: for them the damper is soft, and the end looks ordinary.
type damper struct {
	r    io.Reader
	left int64 // what the directory says that there is; negative if it says nothing
	n    int64
	err  error
	soft bool
	// noted says that the tally knows of the error.
	noted bool
	// packed returns how many bytes were decoded so far, or of how many; nil if it is not known.
	packed func() int64
}

// An input that unpacks to more than bombBytes, and to bombRatio times its size, counts as a bomb. Texts of the
// Web shrink to a fifth or a twentieth, the most repetitive lists of arcs to a hundredth.
const (
	bombBytes = 256 << 20
	bombRatio = 250
)

// errBomb says that an input is taken for a bomb.
var errBomb = fmt.Errorf("%w: it unpacks to more than %d MiB and more than %d times its size, as a zip bomb does: unpack it by hand if it is wanted",
	tally.ErrBadInput, bombBytes>>20, bombRatio)

func (d *damper) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.n += int64(n)
	if d.n > bombBytes && d.packed != nil && d.n > bombRatio*d.packed() {
		d.err = errBomb
		return n, errBomb
	}
	if d.left >= 0 {
		d.left = max(0, d.left-int64(n))
	}
	switch {
	case err == nil:
		return n, nil
	case err == io.EOF && d.left <= 0:
		return n, io.EOF
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	if d.err = err; d.soft {
		err = io.EOF
	}
	return n, err
}

// unwrap removes the packing of an input as a whole. An archive of captures with records packed one by one, or an
// input that looks like one, stays packed, because offsets count in it; in.captures is set.
func (in *input) unwrap() error {
	if in.unwrapped {
		return nil
	}
	in.unwrapped = true
	for range maxLayers {
		magic, _ := in.peek.Peek(magicSize)
		p := packingOf(magic)
		if in.captures = p <= zstdPacked && in.holdsCaptures(magic); in.captures || p == unpacked {
			return nil
		}
		r, err := decompress(in.peek, in.memory)
		if err != nil {
			return err
		}
		in.damper = &damper{r: r, left: -1, packed: func() int64 { return in.raw.n }}
		in.peek, in.packed = bufio.NewReaderSize(in.damper, peekSize), true
	}
	if magic, _ := in.peek.Peek(magicSize); packingOf(magic) != unpacked {
		return fmt.Errorf("it is compressed more than %d times over: unpack it", maxLayers)
	}
	return nil
}

// holdsCaptures checks the first bytes of the first record, decompressed, however far the decoder must read for
// them.
func (in *input) holdsCaptures(magic []byte) bool {
	if bytes.HasPrefix(magic, []byte{0x5d, 0x2a, 0x4d, 0x18}) { // the dictionary of a .warc.zst
		return true
	}
	seen := &recorder{r: in.peek}
	head := make([]byte, leadSize)
	n := 0
	if z, err := decompress(bufio.NewReader(seen), in.memory); err == nil {
		n, _ = io.ReadFull(z, head)
	}
	in.peek = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(seen.seen), in.peek), peekSize)
	return beginsCaptures(head[:n])
}

// A recorder keeps what is read.
type recorder struct {
	r    io.Reader
	seen []byte
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.seen = append(r.seen, p[:n]...)
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return n, err
}
