package eventlog

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
)

// A Writer appends records to a log. It keeps its first error, after which it writes nothing: what reached the file is a
// log, maybe with a record that is cut.
type Writer struct {
	file *disk.File
	out  *bufio.Writer
	at   Position
	err  error
}

// Create makes a log with a header. It must not exist; it does in whole when Create returns.
func Create(path string, header []byte) (*Writer, error) {
	if len(header) > maxHeader {
		return nil, fmt.Errorf("log: a header of %d bytes: want at most %d", len(header), maxHeader)
	}
	b := append([]byte(magic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[len(magic):], version)
	binary.LittleEndian.PutUint32(b[len(magic)+4:], uint32(len(header)))
	b = append(b, header...)
	sum := crc32.Checksum(b, castagnoli)
	b = binary.LittleEndian.AppendUint32(b, sum)
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s: %w", path, os.ErrExist)
	}
	if err := atomicfile.WriteFile(path, b); err != nil {
		return nil, err
	}
	file, err := disk.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	return newWriter(file, Position{int64(len(b)), sum}), nil
}

func newWriter(file *disk.File, at Position) *Writer {
	return &Writer{file: file, out: bufio.NewWriterSize(file, 1<<16), at: at}
}

// Recovery says how a log is opened again.
type Recovery struct {
	// From is the position to read from; the zero Position is the first record. Durable is an offset up to which
	// the log is known to be synced. Damage before it is an error; unreadable data after it is cut.
	From    Position
	Durable int64
	// Header, if not nil, receives the header first, and Record every record from there on. They must not keep the
	// slices. An error of either ends Open.
	Header func(header []byte) error
	Record func(kind byte, payload []byte, after Position) error
}

// Open reads a log and continues at its end. cut is the number of dropped bytes that were no whole record.
func Open(path string, r Recovery) (w *Writer, cut int64, err error) {
	file, err := disk.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, errors.Join(err, file.Close()))
			w = nil
		}
	}()
	at, err := r.replay(file)
	if err != nil {
		return nil, 0, err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, err
	}
	if cut = size - at.Offset; cut > 0 {
		if err := file.Truncate(at.Offset); err != nil {
			return nil, cut, err
		}
	}
	if _, err := file.Seek(at.Offset, io.SeekStart); err != nil {
		return nil, cut, err
	}
	return newWriter(file, at), cut, nil
}

// replay reads the log and returns where its last whole record ends.
func (r *Recovery) replay(file *disk.File) (Position, error) {
	l, err := NewReader(file)
	if err != nil {
		return Position{}, err
	}
	if r.Header != nil {
		if err := r.Header(l.Header()); err != nil {
			return Position{}, err
		}
	}
	if r.From.Offset > l.at.Offset {
		if _, err := file.Seek(r.From.Offset, io.SeekStart); err != nil {
			return Position{}, err
		}
		l = Resume(file, r.From)
	}
	for l.Next() {
		if r.Record == nil {
			continue
		}
		if err := r.Record(l.kind, l.payload, l.at); err != nil {
			return l.at, fmt.Errorf("offset %d: %w", l.at.Offset, err)
		}
	}
	switch err := l.Err(); {
	case err != nil && !errors.Is(err, ErrCorrupt):
		return l.at, err
	case l.at.Offset >= r.Durable:
		return l.at, nil
	case err != nil:
		return l.at, err
	}
	return l.at, corrupt.Errorf("the log ends at offset %d, and had %d bytes before", l.at.Offset, r.Durable)
}

// Append adds a record, which the system has after Flush and the disk after Sync.
func (w *Writer) Append(kind byte, payload []byte) error {
	if w.err != nil {
		return w.err
	}
	if len(payload) > MaxRecord {
		w.err = fmt.Errorf("log: a record of %d bytes: want at most %d", len(payload), MaxRecord)
		return w.err
	}
	var lead [binary.MaxVarintLen64 + 1]byte
	n := binary.PutUvarint(lead[:], uint64(len(payload)))
	lead[n] = kind
	sum := crc32.Update(crc32.Update(w.at.Sum, castagnoli, lead[:n+1]), castagnoli, payload)
	var stored [sumLen]byte
	binary.LittleEndian.PutUint32(stored[:], sum)
	for _, b := range [][]byte{lead[:n+1], payload, stored[:]} {
		if _, err := w.out.Write(b); err != nil {
			return w.fail(err)
		}
	}
	w.at = Position{w.at.Offset + int64(n+1+len(payload)) + sumLen, sum}
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", filepath.Base(w.file.Name()), err)
	}
	return w.err
}

// Position returns the place after the last record that was appended.
func (w *Writer) Position() Position { return w.at }

// Flush hands all records to the system: they survive the process.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	return w.fail(w.out.Flush())
}

// Sync writes all records to the disk: they survive the system.
func (w *Writer) Sync() error {
	if err := w.Flush(); err != nil {
		return err
	}
	return w.fail(w.file.Sync())
}

// Close flushes and closes the log.
func (w *Writer) Close() error {
	return errors.Join(w.Flush(), w.file.Close())
}
