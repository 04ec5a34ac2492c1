package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"weft/making/ingest/unpack"
)

// maxLayers is how many times over an input may be compressed, such as a .warc.gz that was packed by xz.
const maxLayers = 3

// leadSize is the number of bytes in which the start of an archive is searched; empty lines may precede it.
const leadSize = 4 << 10

// unwrap removes the packing of an input as a whole. An archive of captures with records packed one by one, or an
// input that looks like one, stays packed, because offsets count in it; in.captures is set.
func (in *input) unwrap() error {
	if in.unwrapped {
		return nil
	}
	in.unwrapped = true
	for range maxLayers {
		magic, _ := in.peek.Peek(unpack.MagicSize)
		p := unpack.PackingOf(magic)
		if in.captures = p <= unpack.ZstdPacked && in.holdsCaptures(magic); in.captures || p == unpack.Unpacked {
			return nil
		}
		r, err := unpack.Decompress(in.peek, in.memory)
		if err != nil {
			return err
		}
		in.damper = &unpack.Damper{R: r, Left: -1, Packed: func() int64 { return in.raw.n }}
		in.peek, in.packed = bufio.NewReaderSize(in.damper, peekSize), true
	}
	if magic, _ := in.peek.Peek(unpack.MagicSize); unpack.PackingOf(magic) != unpack.Unpacked {
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
	if z, err := unpack.Decompress(bufio.NewReader(seen), in.memory); err == nil {
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
