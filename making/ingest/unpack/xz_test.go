package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"weft/internal/mem"
)

// packed returns a stream of xz with blocks of so many bytes.
func packed(t *testing.T, text string, dict int, block int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.WriterConfig{DictCap: dict, BlockSize: block}.NewWriter(&b)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every block of every stream is watched, and what is within the limit is decoded as it was.
func TestXZ(t *testing.T) {
	const small, large = 1 << 16, 64 << 20
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 300_000) // is stored
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	lines := strings.Repeat("http://a.example/ http://b.example/\n", 9000)
	texts := []string{"", "x", lines, string(noise), lines + string(noise)}
	pad := make([]byte, 8)
	var all, many []byte
	want, wantMany := "", ""
	for i, text := range texts {
		for _, block := range []int64{1000, 70_000, 1 << 30} {
			one := packed(t, text[:min(len(text), int(block)*50)], small, block)
			all, want = append(append(all, one...), pad[:4*(i%3)]...), want+text[:min(len(text), int(block)*50)]
		}
		many, wantMany = append(many, packed(t, text, small, 50_000)...), wantMany+text
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{"streams and padding": {all, want}, "blocks": {many, wantMany}} {
		z, err := NewXZ(bufio.NewReader(bytes.NewReader(c.data)), 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %d bytes and %v, want %d", name, len(got), err, len(c.want))
		}
		if w := z.(*xzReader).w; w.pass > 1<<40 && w.r.Buffered() > 0 {
			t.Errorf("%s: the watch lost its way", name)
		}
		hungry := append(bytes.Clone(c.data), packed(t, "y", large, 1<<30)...)
		z, err = NewXZ(bufio.NewReader(bytes.NewReader(hungry)), 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err = io.ReadAll(z)
		if _, short := errors.AsType[*mem.ShortError](err); !short || string(got) != c.want {
			t.Errorf("%s, then one with a large dictionary: got %d bytes and %v, want %d and that memory is short", name, len(got), err, len(c.want))
		}
	}
}

// A block in the middle of a stream may ask for more than the first.
func TestXZBlockInside(t *testing.T) {
	data := packed(t, "a list of few words", 1<<16, 5)
	header := []byte{2, 0, 0x21, 1} // size, flags, LZMA2, one byte of properties
	first := bytes.Index(data, header)
	last := bytes.LastIndex(data, header)
	if first < 0 || last <= first {
		t.Fatalf("the headers of the blocks are at %d and %d", first, last)
	}
	data[last+4] = 38 // 2 GiB
	z, err := NewXZ(bufio.NewReader(bytes.NewReader(data)), 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if _, short := errors.AsType[*mem.ShortError](err); !short || string(got) != "a list of few w" {
		t.Errorf("got %q and %v", got, err)
	}
	if !strings.Contains(fmt.Sprint(err), "2.0 GiB") {
		t.Errorf("got %v, want the size of the dictionary", err)
	}
}
