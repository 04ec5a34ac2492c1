package store_test

import (
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/store"
)

// damages change a file.
var damages = map[string]func(path string, data []byte, at int) error{
	"flipped": func(path string, data []byte, at int) error {
		data = append([]byte(nil), data...)
		data[at%len(data)] ^= byte(1 + at%255)
		return os.WriteFile(path, data, 0o644)
	},
	"cut": func(path string, data []byte, at int) error { return os.WriteFile(path, data[:at%len(data)], 0o644) },
	"extended": func(path string, data []byte, _ int) error {
		return os.WriteFile(path, append(slices.Clip(data), 0), 0o644)
	},
	"zeros": func(path string, data []byte, at int) error {
		data = append([]byte(nil), data...)
		clear(data[at%len(data):])
		return os.WriteFile(path, data, 0o644)
	},
	"missing": func(path string, _ []byte, _ int) error { return os.Remove(path) },
}

// Verify and readers agree on what is damaged: what a reader refuses as damaged Verify finds, and what Verify passes every
// reader reads, as before.
func TestVerifyAgreesWithReaders(t *testing.T) {
	rng := drawn.Rand(t)
	for kind := range 6 {
		dir := someCrawl(t, rng, kind)
		want := make([]string, len(readers))
		for i, read := range readers {
			var err error
			if want[i], err = whatIsRead(dir, read); err != nil {
				t.Fatal(err)
			}
		}
		checkAgreement(t, filesOf(t, dir), rng.IntN, func() error { return store.Verify(dir, nil) }, func() error {
			var all error
			for i, read := range readers {
				got, err := whatIsRead(dir, read)
				if err == nil && got != want[i] {
					err = fmt.Errorf("reader %d tells something else", i)
				}
				all = errors.Join(all, err)
			}
			return all
		})
	}
}

// The same of a graph that is no crawl.
func TestVerifyAgreesWithReadersOfGraphs(t *testing.T) {
	rng := drawn.Rand(t)
	for kind := range 3 {
		crawl := someCrawl(t, rng, kind)
		dir := t.TempDir()
		base := filepath.Join(dir, "g")
		for _, ext := range []string{".graph", ".offsets", ".properties"} {
			data, err := os.ReadFile(filepath.Join(crawl, "graph"+ext))
			if err == nil {
				err = os.WriteFile(base+ext, data, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		read := func() (string, error) { return bareRead(base, readBare) }
		want, err := read()
		if err != nil {
			t.Fatal(err)
		}
		checkAgreement(t, filesOf(t, dir), rng.IntN, func() error { return store.Verify(base, nil) }, func() error {
			got, err := read()
			if err == nil && got != want {
				err = errors.New("something else is told")
			}
			return err
		})
	}
}

func bareRead(base string, read reader) (sum string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("PANIC: %v", r)
		}
	}()
	c, err := store.Open(base)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	h := new(sums)
	err = read(c, h)
	return string(h.b), err
}

// sums keeps what is written.
type sums struct {
	hash.Hash
	b []byte
}

func (s *sums) Write(p []byte) (int, error) { s.b = append(s.b, p...); return len(p), nil }

// readBare reads all lists in order, and each by its number.
func readBare(c *store.Crawl, h hash.Hash) error {
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		fmt.Fprintln(h, cur.Node(), cur.Succ())
	}
	if err := cur.Err(); err != nil {
		return err
	}
	var list []graph.Node
	for u := range graph.Node(c.NumPages()) {
		var err error
		if list, err = c.Graph().AppendSucc(list[:0], u); err != nil {
			return err
		}
		fmt.Fprintln(h, list)
	}
	return nil
}

// checkAgreement damages each file in each way.
func checkAgreement(t *testing.T, paths []string, draw func(int) int, verify, read func() error) {
	t.Helper()
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) == 0 {
			continue
		}
		for what, damage := range damages {
			at := draw(len(data))
			if err := damage(path, data, at); err != nil {
				t.Fatal(err)
			}
			found, refused := verify(), read()
			if (refused != nil) && found == nil {
				t.Errorf("%s, %s at %d of %d: readers say %v, and Verify nothing", filepath.Base(path), what, at, len(data), refused)
			}
			if found != nil && !errors.Is(found, store.ErrCorrupt) && errors.Is(refused, store.ErrCorrupt) {
				t.Errorf("%s, %s at %d of %d: readers say that it is damaged, Verify only that %v", filepath.Base(path), what, at, len(data), found)
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
