package frontier

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/crawl"
	"weft/internal/drawn"
)

// Every byte that is flipped in a folder of names, blocks and tail, is found, and the file is named.
func TestVerifyFindsFlips(t *testing.T) {
	dir := t.TempDir()
	n, err := CreateNames(dir)
	if err != nil {
		t.Fatal(err)
	}
	n.full = 4096
	const most = 1000
	for i := range most {
		if err := n.Append(fmt.Appendf(nil, "http://host%d.example/%d/%x", i%7, i, i*i)); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			n.Flush()
		}
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	met := 0
	c, err := Verify(dir, most, func(crawl.Page, []byte) error { met++; return nil })
	if err != nil || c.Names != most || met != most || c.Loose != 0 || len(c.Files) < 2 {
		t.Fatalf("got %+v, %v", c, err)
	}
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	for _, name := range c.Files {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			data := bytes.Clone(whole)
			at := r.IntN(len(data))
			data[at] ^= byte(1 + r.IntN(255))
			os.WriteFile(path, data, 0o644)
			_, err := Verify(dir, most, nil)
			if of, ok := errors.AsType[*FileError](err); !ok || of.Path != path || !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%s: byte %d of %d: got %v", name, at, len(whole), err)
			}
		}
		os.WriteFile(path, whole, 0o644)
	}
	appendFile(t, filepath.Join(dir, c.Where), "torn")
	if c, err := Verify(dir, most, nil); err != nil || c.Loose != 4 {
		t.Errorf("torn: %+v, %v", c, err)
	}
	appendFile(t, filepath.Join(dir, blocksFile), "unwritten")
	if _, err := Verify(dir, most+1, nil); err == nil {
		t.Error("a name that is missing was not missed")
	}
}

// A name that stands there twice is found.
func TestVerifyFindsTwins(t *testing.T) {
	dir := t.TempDir()
	n, err := CreateNames(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"http://a.example/", "http://b.example/", "http://a.example/"} {
		if err := n.Append([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(dir, 0, nil); err == nil || !strings.Contains(err.Error(), "fingerprint") {
		t.Errorf("got %v", err)
	}
}

func appendFile(t *testing.T, path, text string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString(text)
}

// A frame whose checksum holds and whose names do not end where it does gives none of them.
func TestFramesOfBadNames(t *testing.T) {
	for what, payload := range map[string][]byte{
		"a length that is cut":      {1, 'a', 0x80},
		"a length beyond 64 bits":   {1, 'a', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"a name that is cut":        {1, 'a', 3, 'b', 'c'},
		"a name beyond what is one": append([]byte{1, 'a', 0x81, 0x80, 0x40}, make([]byte, MaxName+1)...),
	} {
		tl := &tail{}
		tl.write([]byte("first"))
		whole := append([]byte(nil), tl.seal()...)
		sum := tl.sum
		tl.frame = append(tl.frame[:frameHeader:frameHeader], payload...)
		both := append(append([]byte(nil), whole...), tl.seal()...)
		read := &tail{}
		if n := read.parse(both); n != len(whole) || len(read.ends) != 1 || string(read.text) != "first" || read.sum != sum {
			t.Errorf("%s: %d of %d bytes are read, with %d names: %.40q", what, n, len(whole), len(read.ends), read.text)
		}
	}
}
