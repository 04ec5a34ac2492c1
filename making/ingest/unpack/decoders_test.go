package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"testing"

	"weft/internal/mem"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// What is packed in one piece and cut anywhere is not whole, however it is packed.
func TestCutDecoders(t *testing.T) {
	text := "a list of words"
	var gz, zst, lz bytes.Buffer
	zstdWriter, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{gzip.NewWriter(&gz), zstdWriter, lz4.NewWriter(&lz)} {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{
		"gzip": gz.Bytes(), "zstd": zst.Bytes(), "lz4": lz.Bytes(), "bzip2": []byte(bzip2Words),
		"xz": packed(t, text, 1<<16, 1<<30), "xz, in blocks": packed(t, text, 1<<16, 8),
	} {
		for n := MagicSize; n <= len(data); n++ {
			if n < len(data)-2 && n%7 != 0 && name != "xz, in blocks" { // decoders that take megabytes
				continue
			}
			var got []byte
			z, err := Decompress(bufio.NewReader(bytes.NewReader(data[:n])), mem.Least)
			if err == nil {
				got, err = io.ReadAll(z)
			}
			if (err == nil) != (n == len(data)) || err == nil && string(got) != text {
				t.Errorf("%s cut to %d bytes of %d: got %v, and %q", name, n, len(data), err, got)
			}
		}
	}
}

// The first block of a stream, too, must not ask for more memory than there is.
func TestFirstBlockOfXZ(t *testing.T) {
	flipped := packed(t, "x", 1<<16, 9)
	flipped[12+4] = 40 // the dictionary of the first block, 4 GiB
	z, err := NewXZ(bufio.NewReader(bytes.NewReader(flipped)), 0)
	if err == nil {
		_, err = io.ReadAll(z)
	}
	if _, short := errors.AsType[*mem.ShortError](err); !short {
		t.Errorf("a first block with a dictionary of 4 GiB: got %v", err)
	}
}

// bzip2Words is a list of words, packed by another program.
const bzip2Words = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x5c\x40\xe3\x43\x00\x00\x01\x91\x80\x40\x00\x25\x24\x9c\x80\x20\x00\x31\x00\xd3\x4d\x04\x00\x3d\x43\x12\x01\x89\xd0\x76\x57\x8b\xb9\x22\x9c\x28\x48\x2e\x20\x71\xa1\x80"

// The dictionary that the header of a block asks for, whatever stands before it; 0 where the header is none.
func TestDictionariesOfXZ(t *testing.T) {
	lzma2, delta := []byte{0x21, 1, 18}, []byte{3, 1, 0} // 2 MiB
	header := func(flags byte, parts ...[]byte) []byte {
		return slices.Concat([]byte{2, flags}, slices.Concat(parts...))
	}
	sizes := []byte{0x80, 1}
	for name, c := range map[string]struct {
		header []byte
		want   int64
	}{
		"alone":                    {header(0, lzma2), 2 << 20},
		"padded":                   {header(0, lzma2, make([]byte, 5)), 2 << 20},
		"compressed size":          {header(0x40, sizes, lzma2), 2 << 20},
		"both sizes":               {header(0xc0, sizes, []byte{5}, lzma2), 2 << 20},
		"size that does not end":   {header(0x40, []byte{0x80}), 0},
		"second of two":            {header(1, delta, lzma2), 2 << 20},
		"fourth of four":           {header(3, delta, delta, delta, lzma2), 2 << 20},
		"behind the only one":      {header(0, delta, lzma2), 0},
		"behind the second of two": {header(1, delta, delta, lzma2), 0},
		"none":                     {header(1, delta, delta), 0},
		"properties that are cut":  {header(0, lzma2[:2]), 0},
		"two properties":           {header(0, []byte{0x21, 2, 18, 18}), 0},
		"filter that is cut":       {header(1, delta[:1]), 0},
		"filter without an end":    {header(0, []byte{0x80}), 0},
		"16 properties before":     {header(1, []byte{3, 16}, make([]byte, 16), lzma2), 2 << 20},
		"17 properties before":     {header(1, []byte{3, 17}, make([]byte, 17), lzma2), 0},
		"no such dictionary":       {header(0, []byte{0x21, 1, 41}), 0},
		"the largest":              {header(0, []byte{0x21, 1, 40}), 1<<32 - 1},
		"nothing":                  {nil, 0},
	} {
		if got := xzDictionary(c.header); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}
