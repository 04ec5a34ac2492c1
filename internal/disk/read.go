package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrKind says that a path names a folder, a pipe, a device or a socket in place of a file.
var ErrKind = errors.New("expected a regular file: remove it, or put the file back")

// ErrLong says that a file is longer than any file of its kind.
var ErrLong = errors.New("the file is too long")

// OpenRegular opens a regular file, or a link to one, to read it. It refuses all else with [ErrKind], and never
// waits. To open a pipe would last until another program writes to it, and a device may have no end.
func OpenRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path, ErrKind)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ReadRegular reads a regular file of up to most bytes. It refuses a longer file with [ErrLong], and all that OpenRegular
// refuses.
func ReadRegular(path string, most int64) ([]byte, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	long := fmt.Errorf("%s: more than %d bytes: %w", path, most, ErrLong)
	if info.Size() > most {
		return nil, long
	}
	var text bytes.Buffer
	text.Grow(int(info.Size()) + bytes.MinRead) // read in one piece, without a copy
	if _, err := text.ReadFrom(io.LimitReader(f, most+1)); err != nil {
		return nil, err
	}
	if int64(text.Len()) > most { // it grows
		return nil, long
	}
	return text.Bytes(), nil
}
