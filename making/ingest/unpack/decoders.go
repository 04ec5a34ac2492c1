package unpack

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"

	"weft/making/ingest/tally"
	"weft/web/warc"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A packing is a way in which an input is compressed.
type packing uint8

// Packings.
const (
	Unpacked packing = iota
	gzipPacked
	ZstdPacked
	xzPacked
	lz4Packed
	bzip2Packed
)

// PackingOf knows packings by their first bytes.
func PackingOf(magic []byte) packing {
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzipPacked
	case warc.BeginsZstd(magic):
		return ZstdPacked
	case bytes.HasPrefix(magic, []byte(xzMagic)):
		return xzPacked
	case bytes.HasPrefix(magic, []byte{0x04, 0x22, 0x4d, 0x18}), bytes.HasPrefix(magic, []byte{0x02, 0x21, 0x4c, 0x18}): // the old form
		return lz4Packed
	case len(magic) >= 10 && bytes.HasPrefix(magic, []byte("BZh")) && magic[3] >= '1' && magic[3] <= '9' &&
		(string(magic[4:10]) == "1AY&SY" || string(magic[4:10]) == "\x17\x72\x45\x38\x50\x90"): // a block, or the end
		return bzip2Packed
	}
	return Unpacked
}

// MagicSize is how many bytes packingOf wants.
const MagicSize = 10

// Decompress undoes gzip, zstd, xz, lz4 or bzip2, of any number of members. Other input passes. The window of a
// decoder may take a quarter of memory.
func Decompress(r *bufio.Reader, memory int64) (io.Reader, error) {
	magic, _ := r.Peek(MagicSize)
	switch PackingOf(magic) {
	case xzPacked:
		return NewXZ(r, memory/4)
	case gzipPacked:
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return z, nil
	case ZstdPacked:
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

// A Damper follows a decoder, or a file of an archive, and remembers why it ended too early. Archives of captures
// report damage at their end: for them the damper is soft, and the end looks ordinary.
type Damper struct {
	R    io.Reader
	Left int64 // what the directory says that there is; negative if it says nothing
	N    int64
	Err  error
	Soft bool
	// Noted says that the tally knows of the error.
	Noted bool
	// Packed returns how many bytes were decoded so far, or of how many; nil if it is not known.
	Packed func() int64
}

// An input that unpacks to more than bombBytes, and to bombRatio times its size, counts as a bomb. Texts of the
// Web shrink to a fifth or a twentieth, the most repetitive lists of arcs to a hundredth.
const (
	bombBytes = 256 << 20
	bombRatio = 250
)

// errBomb says that an input is taken for a bomb.
var errBomb = fmt.Errorf("%w: it unpacks to more than %d MiB and %d times its size, like a zip bomb: unpack it by hand if you want it",
	tally.ErrBadInput, bombBytes>>20, bombRatio)

func (d *Damper) Read(p []byte) (int, error) {
	n, err := d.R.Read(p)
	d.N += int64(n)
	if d.N > bombBytes && d.Packed != nil && d.N > bombRatio*d.Packed() {
		d.Err = errBomb
		return n, errBomb
	}
	if d.Left >= 0 {
		d.Left = max(0, d.Left-int64(n))
	}
	switch {
	case err == nil:
		return n, nil
	case err == io.EOF && d.Left <= 0:
		return n, io.EOF
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	if d.Err = err; d.Soft {
		err = io.EOF
	}
	return n, err
}
