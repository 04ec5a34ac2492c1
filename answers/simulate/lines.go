package simulate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/internal/atomicfile"
	"weft/internal/flock"
)

// lines is a file that grows during the work. Its first line of JSON describes the work. Each later line describes
// a finished piece, in the order in which they finished. A process that was killed while it wrote continues after
// the last complete line. The zero value is no file.
type lines struct {
	file *os.File // nil if there is none
	lock *flock.Lock
	path string
	of   string // what the first line is about: "an experiment"
}

// open opens or makes the file, locks it, passes its lines to take with their numbers from 1, and cuts off an
// incomplete last line.
func (l *lines) open(first any, take func(n int, text []byte) error) error {
	text, err := json.Marshal(first)
	if err != nil {
		return err
	}
	switch info, err := os.Stat(l.path); {
	case errors.Is(err, os.ErrNotExist):
		if err := atomicfile.WriteFile(l.path, append(text, '\n')); err != nil {
			return err
		}
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: choose another", l.path)
	}
	if l.lock, err = flock.Acquire(l.path); err != nil {
		return fmt.Errorf("another process may be writing outcomes: %w", err)
	}
	if l.file, err = os.OpenFile(l.path, os.O_RDWR, 0o644); err != nil {
		return errors.Join(err, l.lock.Release())
	}
	if err := l.goOn(take); err != nil {
		return errors.Join(err, l.file.Close(), l.lock.Release())
	}
	return nil
}

// goOn reads what is there, and cuts off what is not whole.
func (l *lines) goOn(take func(n int, text []byte) error) error {
	end, err := l.each(l.file, take)
	if err != nil {
		return err
	}
	if err := l.file.Truncate(end); err != nil {
		return err
	}
	_, err = l.file.Seek(end, io.SeekStart)
	return err
}

// mostOfLine bounds a line in bytes: what is written is a hundredth of it.
const mostOfLine = 1 << 20

// each reads the existing lines, and returns the offset after the last complete line. take must not keep its
// argument.
func (l *lines) each(from io.Reader, take func(n int, text []byte) error) (end int64, err error) {
	in := bufio.NewReaderSize(from, mostOfLine)
	for n := 1; ; n++ {
		text, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			return 0, fmt.Errorf("%s:%d: longer than %d bytes, so this is no file of %s: choose another file", l.path, n, mostOfLine, l.of)
		}
		if err != nil {
			return 0, err
		}
		if err := take(n, bytes.TrimSpace(text)); err != nil {
			return 0, fmt.Errorf("%s:%d: %w", l.path, n, err)
		}
		end += int64(len(text))
	}
	if end == 0 {
		return 0, fmt.Errorf("%s: the first line is not about %s: choose another file", l.path, l.of)
	}
	return end, nil
}

// add writes a line, if there is a file.
func (l *lines) add(v any) error {
	if l.file == nil {
		return nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	return nil
}

// Close syncs and closes the file.
func (l *lines) Close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Sync(), l.file.Close(), l.lock.Release())
}

// A differing is a part of the first line of a file, and its expected value.
type differing struct {
	what      string
	got, want any
}

// unlike reports how the first line of a file differs from the expected line.
func unlike(parts []differing) error {
	text := ""
	for _, x := range parts {
		if x.got != x.want {
			if text != "" {
				text += "; "
			}
			text += fmt.Sprintf("its %s: %v, here %v", x.what, x.got, x.want)
		}
	}
	return errors.New(text)
}
