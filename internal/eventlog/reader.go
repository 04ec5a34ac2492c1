package eventlog

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"weft/internal/corrupt"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Position is a place between two records.
type Position struct {
	Offset int64  `json:"offset"` // bytes before it
	Sum    uint32 `json:"sum"`    // of them
}

// A Reader reads a log from its start, or from a position on.
type Reader struct {
	in      *bufio.Reader
	header  []byte
	at      Position
	kind    byte
	payload []byte
	err     error
}

// NewReader returns a Reader of the log at the start of r. It returns errors of r and an error for a log of
// another version. It returns ErrCorrupt if there is no log, or its header is cut or damaged.
func NewReader(r io.Reader) (*Reader, error) {
	l := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	var fixed [len(magic) + 8]byte
	if n, err := io.ReadFull(l.in, fixed[:]); err != nil {
		return nil, cut(err, "a log of %d bytes: its header is cut", n)
	}
	if string(fixed[:len(magic)]) != magic {
		return nil, corrupt.Errorf("not a log: it begins with %q, want %q", fixed[:len(magic)], magic)
	}
	if v := binary.LittleEndian.Uint32(fixed[len(magic):]); v != version {
		return nil, fmt.Errorf("log of version %d: only version %d can be read", v, version)
	}
	length := binary.LittleEndian.Uint32(fixed[len(magic)+4:])
	if length > maxHeader {
		return nil, corrupt.Errorf("log with a header of %d bytes: want at most %d", length, maxHeader)
	}
	if err := l.fill(int(length)); err != nil {
		return nil, cut(err, "a log whose header of %d bytes is cut", length)
	}
	l.header, l.payload = l.payload, nil
	sum := crc32.Update(crc32.Checksum(fixed[:], castagnoli), castagnoli, l.header)
	var stored [sumLen]byte
	if _, err := io.ReadFull(l.in, stored[:]); err != nil {
		return nil, cut(err, "a log whose header is cut")
	}
	if binary.LittleEndian.Uint32(stored[:]) != sum {
		return nil, corrupt.Errorf("log: its header does not have its checksum")
	}
	l.at = Position{int64(len(fixed)+len(l.header)) + sumLen, sum}
	return l, nil
}

// Resume returns a Reader of the records of r, which begin at a position that was read or written before.
func Resume(r io.Reader, at Position) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 1<<16), at: at}
}

func cut(err error, format string, args ...any) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return corrupt.Errorf(format, args...)
	}
	return err
}

// Header returns the header of the log; nil after Resume.
func (l *Reader) Header() []byte { return l.header }

// Position returns the place after the last record that Next has read.
func (l *Reader) Position() Position { return l.at }

// Next reads a record; false at the end of the log, or where it cannot be read, which Err tells.
func (l *Reader) Next() bool {
	if l.err != nil {
		return false
	}
	if _, err := l.in.Peek(1); errors.Is(err, io.EOF) {
		return false
	}
	l.err = l.record()
	return l.err == nil
}

func (l *Reader) record() error {
	length, err := corrupt.ReadUvarint(l.in)
	if err != nil || length > MaxRecord {
		return l.damaged(err, "a length of %d", length)
	}
	var lead [binary.MaxVarintLen64 + 1]byte
	n := binary.PutUvarint(lead[:], length)
	if l.kind, err = l.in.ReadByte(); err != nil {
		return l.damaged(err, "no kind")
	}
	lead[n] = l.kind
	if err := l.fill(int(length)); err != nil {
		return l.damaged(err, "%d of %d bytes", len(l.payload), length)
	}
	var stored [sumLen]byte
	if _, err := io.ReadFull(l.in, stored[:]); err != nil {
		return l.damaged(err, "no checksum")
	}
	sum := crc32.Update(crc32.Update(l.at.Sum, castagnoli, lead[:n+1]), castagnoli, l.payload)
	if got := binary.LittleEndian.Uint32(stored[:]); got != sum {
		return l.damaged(nil, "the checksum %08x, want %08x", got, sum)
	}
	l.at = Position{l.at.Offset + int64(n+1+len(l.payload)) + sumLen, sum}
	return nil
}

// fill reads the payload in steps, so that a wrong length takes no memory that the log has no bytes for.
func (l *Reader) fill(length int) error {
	l.payload = l.payload[:0]
	for len(l.payload) < length {
		n := min(length-len(l.payload), 1<<20)
		old := len(l.payload)
		l.payload = append(l.payload, make([]byte, n)...)
		got, err := io.ReadFull(l.in, l.payload[old:])
		l.payload = l.payload[:old+got]
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Reader) damaged(err error, format string, args ...any) error {
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, ErrCorrupt) {
		return err
	}
	return corrupt.Errorf("log, offset %d: a record with %s", l.at.Offset, fmt.Sprintf(format, args...))
}

// Kind returns the kind of the record that Next has read.
func (l *Reader) Kind() byte { return l.kind }

// Payload returns its payload, lent until the next call of Next.
func (l *Reader) Payload() []byte { return l.payload }

// Err returns what ended the reading, if that is not the end of the log.
func (l *Reader) Err() error { return l.err }
