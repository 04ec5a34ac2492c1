package folder

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"time"

	"weft/internal/disk"
	"weft/internal/mmap"
)

// Times is the file of the times of requests. For each pick, by its number, it has the milliseconds since 1970 in 8 bytes,
// little-endian; 0 if the time is not known. The event log has no times, so that it is the same for the same decisions. A power
// failure may lose the last times.
type Times struct{ f *os.File }

// OpenTimes opens a file of times to write to it, and makes it if it is missing. It refuses a symbolic link.
func OpenTimes(path string) (*Times, error) {
	if err := disk.NoLink(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return &Times{f}, nil
}

// Put writes the time of a pick.
func (t *Times) Put(seq uint64, at time.Time) error {
	var b [8]byte
	if !at.IsZero() {
		binary.LittleEndian.PutUint64(b[:], uint64(at.UnixMilli())) //nolint:gosec // two's complement
	}
	_, err := t.f.WriteAt(b[:], int64(seq)*8) //nolint:gosec // a crawl has fewer picks
	return err
}

// Close closes the file.
func (t *Times) Close() error { return t.f.Close() }

// ReadTimes is an open file of times. The zero value knows no time.
type ReadTimes struct{ file *mmap.File }

// OpenTimesReadOnly opens a file of times to read it. Without the file, no time is known.
func OpenTimesReadOnly(path string) (ReadTimes, error) {
	f, err := mmap.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ReadTimes{}, nil
	}
	return ReadTimes{f}, err
}

// At returns the time of a pick, in UTC; the zero time if it is not known.
func (t ReadTimes) At(seq uint64) time.Time {
	if t.file == nil || seq >= uint64(len(t.file.Data)/8) {
		return time.Time{}
	}
	ms := int64(binary.LittleEndian.Uint64(t.file.Data[8*seq:])) //nolint:gosec // two's complement
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Close closes the file.
func (t ReadTimes) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}
