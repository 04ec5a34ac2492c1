package simulate

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// zeros never end, and have no line.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	if z.read > 64*mostOfLine {
		panic("it is read on and on")
	}
	return len(p), nil
}

// What has no lines is not read to its end, wherever they stop.
func TestLinesAreBounded(t *testing.T) {
	for _, head := range []string{"", "{}\n", "{}\n{}\n"} {
		z := &zeros{}
		l := lines{path: "r.jsonl", of: "tests"}
		_, err := l.each(&both{strings.NewReader(head), z}, func(int, []byte) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "r.jsonl:") || z.read > 2*mostOfLine {
			t.Errorf("behind %q: %v after %d bytes", head, err, z.read)
		}
	}
	long := bytes.Repeat([]byte("x"), mostOfLine-1)
	lengths := []int{}
	l := lines{path: "r.jsonl"}
	end, err := l.each(bytes.NewReader(append(append(append(long, '\n'), "y\n"...), long...)), func(_ int, text []byte) error {
		lengths = append(lengths, len(text))
		return nil
	})
	if err != nil || end != mostOfLine+2 || len(lengths) != 2 || lengths[0] != mostOfLine-1 || lengths[1] != 1 {
		t.Errorf("lines of %d bytes, whole up to %d, %v", lengths, end, err)
	}
}

type both struct {
	head *strings.Reader
	rest *zeros
}

func (b *both) Read(p []byte) (int, error) {
	if b.head.Len() > 0 {
		return b.head.Read(p)
	}
	return b.rest.Read(p)
}

// A folder and a device are refused as what they are.
func TestLinesWantAFile(t *testing.T) {
	paths := []string{t.TempDir()}
	if runtime.GOOS == "linux" {
		paths = append(paths, "/dev/full", "/dev/null")
	}
	for _, path := range paths {
		l := lines{path: path, of: "tests"}
		if err := l.open(struct{}{}, func(int, []byte) error { return nil }); err == nil || !strings.Contains(err.Error(), path+" is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	path := filepath.Join(t.TempDir(), "new")
	l := lines{path: path, of: "tests"}
	if err := l.open(7, func(int, []byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "7\n" {
		t.Errorf("%q, %v", text, err)
	}
}
