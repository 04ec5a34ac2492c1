package warc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// EachLine calls g with the lines of the indexes, lent, of one file after the other from the newest back, until it
// returns false. A file whose index is missing is passed over.
func (f *Files) EachLine(g func(file int, line []byte) bool) error {
	found, err := f.list()
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(found) {
		more, err := f.eachLine(a, g)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

func (f *Files) eachLine(a archive, g func(file int, line []byte) bool) (more bool, err error) {
	path, pending := f.indexPath(a.number, ""), []byte(nil)
	if a.open && f.cur != nil {
		path, pending = f.cur.index.path, f.cur.index.pending
	}
	for line := range bytes.Lines(pending) {
		if !g(a.number, line) {
			return false, nil
		}
	}
	more = true
	err = linesUntil(path, func(line []byte, _ int64) bool {
		more = line[len(line)-1] != '\n' || g(a.number, line)
		return more
	})
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	return more, err
}

// A Line is the line of a record in an index.
type Line struct {
	URL      string `json:"url"`
	Mime     string `json:"mime"`
	Status   string `json:"status"`
	Digest   string `json:"digest"`
	Length   int64  `json:"length,string"`
	Offset   int64  `json:"offset,string"`
	Filename string `json:"filename"`
}

// ParseLine reads a line of CDXJ: a key, a time and an object of JSON. It returns false for any other line.
func ParseLine(line []byte) (Line, bool) {
	l, err := ObjectAtEnd[Line](line, " {")
	return l, err == nil
}

// mostStarts is the number of places in a line at which ObjectAtEnd tries to read an object.
const mostStarts = 16

var errNoObject = errors.New("no JSON object begins in the line")

// ObjectAtEnd reads the JSON object at the end of a line of CDXJ. The object begins with the last byte of begin: "{" finds
// it anywhere, " {" after a blank. Keys may hold braces, and the keys of unreadable URLs also blanks. So up to 16 places are
// tried. The error is of the first.
func ObjectAtEnd[T any](line []byte, begin string) (T, error) {
	first := errNoObject
	for i := range mostStarts {
		_, after, found := bytes.Cut(line, []byte(begin))
		if !found {
			break
		}
		var o T
		err := json.Unmarshal(line[len(line)-len(after)-1:], &o)
		if err == nil {
			return o, nil
		}
		if i == 0 {
			first = err
		}
		line = after
	}
	return *new(T), first
}

// ReadAt reads the record at an offset of a file of a folder, finished or not: its header, and the first HeadBytes of
// its block.
func ReadAt(dir, name string, offset int64) (*Record, error) {
	in, err := os.Open(filepath.Join(dir, name))
	if errors.Is(err, os.ErrNotExist) {
		in, err = os.Open(filepath.Join(dir, name+openSuffix))
	}
	if errors.Is(err, os.ErrNotExist) { // it was finished just now
		in, err = os.Open(filepath.Join(dir, name))
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // it was only read
	if _, err := in.Seek(offset, io.SeekStart); err != nil {
		return nil, err
	}
	return NewReader(in, Options{Want: func(*Record, []byte) bool { return false }}).Next()
}
