package cores

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"weft/answers/answer"
	"weft/internal/drawn"
)

// Of commands that begin one file at the same moment one gets it, and what it writes is what lies there; the others say
// why they do not.
func TestOneCommandBeginsAFile(t *testing.T) {
	c := made(t, drawn.Rand(t), 30)
	q := defaults(disjoint)
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		q.output = filepath.Join(t.TempDir(), "cliques")
		var files [6]*file
		var errs [6]error
		var wg sync.WaitGroup
		for i := range files {
			wg.Go(func() { files[i], errs[i] = q.open(c, &Found{Kind: disjoint}, new(answer.Options)) })
		}
		wg.Wait()
		got := 0
		for i, f := range files {
			if errs[i] != nil {
				if !strings.Contains(errs[i].Error(), "another process") {
					t.Errorf("refused: %v", errs[i])
				}
				continue
			}
			got++
			mine, err1 := f.f.Stat()
			there, err2 := os.Stat(q.output)
			if err1 != nil || err2 != nil || !os.SameFile(mine, there) {
				t.Errorf("another file lies there than the one that is written (%v, %v)", err1, err2)
			}
			if err := f.close(); err != nil {
				t.Error(err)
			}
		}
		if got != 1 {
			t.Fatalf("%d of %d commands got the file", got, len(files))
		}
	}
}

// A command that was killed before the first line was whole has begun nothing: it is given again.
func TestAFileOfLessThanALine(t *testing.T) {
	c, o := made(t, drawn.Rand(t), 60), answer.Options{Memory: 1 << 30, Workers: 1}
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "cliques")
	if _, err := ask(t, c, q, o); err != nil {
		t.Fatal(err)
	}
	whole := read(t, q.output)
	for _, n := range []int{0, 1, strings.IndexByte(whole, '\n')} {
		write(t, q.output, whole[:n])
		if _, err := ask(t, c, q, o); err != nil || read(t, q.output) != whole {
			t.Errorf("after %d bytes: %v, or another file", n, err)
		}
	}
	for _, text := range []string{"x", "\n", strings.Replace(whole[:40], "a", "b", 1), string(bytes.Repeat([]byte{0}, 50))} {
		write(t, q.output, text)
		if _, err := ask(t, c, q, o); err == nil || !strings.Contains(err.Error(), q.output) || read(t, q.output) != text {
			t.Errorf("a file of %q: %v, or another file", text, err)
		}
	}
}

// nothings are bytes without end, and how many of them were read.
type nothings int

func (n *nothings) Read(p []byte) (int, error) {
	*n += nothings(len(p))
	clear(p)
	if *n > 1<<20 {
		return 0, io.ErrUnexpectedEOF
	}
	return len(p), nil
}

// Of what has no lines no more is read than a first line can have, and what is no file is not read at all.
func TestAFileWithoutLines(t *testing.T) {
	n := new(nothings)
	if _, err := newReader("cliques", n).header(); err == nil || !strings.Contains(err.Error(), "the first line is not about cliques") || *n > 1<<17 {
		t.Errorf("after %d bytes: %v", *n, err)
	}
	q := defaults(disjoint)
	q.output = os.DevNull
	if _, err := ask(t, made(t, drawn.Rand(t), 30), q, answer.Options{Memory: 1 << 30, Workers: 1}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("into a device: %v", err)
	}
}

// Only of a file that is held is it said that another process may have it.
func TestAFileThatCannotBeMade(t *testing.T) {
	c := made(t, drawn.Rand(t), 30)
	q := defaults(disjoint)
	q.output = filepath.Join(t.TempDir(), "none", "cliques")
	if _, err := ask(t, c, q, answer.Options{Memory: 1 << 30}); err == nil || !strings.Contains(err.Error(), q.output) || strings.Contains(err.Error(), "another process") {
		t.Errorf("got %v", err)
	}
	q.output = t.TempDir() // which is there, and no file
	if _, err := ask(t, c, q, answer.Options{Memory: 1 << 30}); err == nil || !strings.Contains(err.Error(), q.output) || strings.Contains(err.Error(), "another process") {
		t.Errorf("got %v", err)
	}
}
