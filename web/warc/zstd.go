package warc

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	maxWindow     = 128 << 20 // largest zstd window accepted: what zstd --long=27 writes
	maxDictionary = 16 << 20
	dictionaryTag = 0xd // skippable frame 0x184D2A5D holds the dictionary of a .warc.zst
)

// zstdUnit decodes one zstd frame at a time. The dictionary of the "WARC and zstd" proposal
// (https://iipc.github.io/warc-specifications/specifications/warc-zstd/) is taken from the skippable frame at the
// beginning of the file.
type zstdUnit struct {
	dec   *zstd.Decoder
	dict  []byte
	frame zstdFrame
}

// open returns the decoded bytes of the frame at the source's position.
func (z *zstdUnit) open(src *source) (io.Reader, error) {
	if err := z.frame.reset(src.br); err != nil {
		return nil, err
	}
	if z.dec == nil {
		dec, err := newZstdDecoder(z.dict)
		if err != nil {
			return nil, err
		}
		z.dec = dec
	}
	if err := z.dec.Reset(&z.frame); err != nil {
		return nil, err
	}
	return z.dec, nil
}

func newZstdDecoder(dict []byte) (*zstd.Decoder, error) {
	opts := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow),
	}
	if dict != nil {
		opts = append(opts, zstd.WithDecoderDicts(dict))
	}
	return zstd.NewReader(nil, opts...)
}

// skip passes over a skippable frame; the first of a file may be the dictionary of all frames.
func (z *zstdUnit) skip(src *source, first bool) error {
	var head [8]byte
	if _, err := io.ReadFull(src.br, head[:]); err != nil {
		return fmt.Errorf("skippable frame: %w", err)
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if !first || head[0]&0xf != dictionaryTag {
		_, err := io.CopyN(io.Discard, src.br, size)
		return noEOF(err)
	}
	if size > maxDictionary {
		return fmt.Errorf("a dictionary of %d bytes is larger than %d", size, maxDictionary)
	}
	dict, err := io.ReadAll(io.LimitReader(src.br, size))
	if err == nil && int64(len(dict)) < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("dictionary: %w", err)
	}
	return z.setDict(dict)
}

// setDict keeps the dictionary, which may itself be a zstd frame.
func (z *zstdUnit) setDict(dict []byte) error {
	if isZstd(dict) {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
		if err != nil {
			return err
		}
		defer dec.Close()
		if dict, err = dec.DecodeAll(dict, nil); err != nil {
			return fmt.Errorf("dictionary: %w", err)
		}
	}
	dec, err := newZstdDecoder(dict)
	if err != nil {
		return fmt.Errorf("dictionary: %w", err)
	}
	z.dict, z.dec = dict, dec
	return nil
}

// zstdFrame returns the bytes of exactly one frame, by walking its block headers (RFC 8878, section 3.1.1).
// Afterwards the source stands at the next frame.
type zstdFrame struct {
	br       *bufio.Reader
	left     int // bytes of the current piece: frame header, block or checksum
	checksum bool
	last     bool // the current block is the last one
	done     bool
}

func (f *zstdFrame) reset(br *bufio.Reader) error {
	head, err := br.Peek(zstd.HeaderMaxSize)
	if len(head) == 0 {
		return err
	}
	var h zstd.Header
	if err := h.Decode(head); err != nil {
		return err
	}
	*f = zstdFrame{br: br, left: h.HeaderSize, checksum: h.HasCheckSum}
	return nil
}

// Read implements io.Reader.
func (f *zstdFrame) Read(p []byte) (int, error) {
	if f.left == 0 {
		if err := f.nextPiece(); err != nil {
			return 0, err
		}
	}
	n, err := f.br.Read(p[:min(len(p), f.left)])
	f.left -= n
	if n > 0 {
		err = nil
	}
	return n, noEOF(err)
}

func (f *zstdFrame) nextPiece() error {
	switch {
	case f.done, f.last && !f.checksum:
		return io.EOF
	case f.last:
		f.left, f.done = 4, true
		return nil
	}
	b, err := f.br.Peek(3)
	if err != nil {
		return noEOF(err)
	}
	head := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
	size := head >> 3
	switch head >> 1 & 3 {
	case 1:
		size = 1 // a run: one byte repeated
	case 3:
		return errors.New("zstd block of the reserved type")
	}
	f.last, f.left = head&1 == 1, 3+size
	return nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
