package warc

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/internal/drawn"
)

// Any text, of any runes and of bytes that are none, is JSON in ASCII that is read as that text.
func TestJSONText(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		var text []byte
		for range r.IntN(20) {
			switch r.IntN(5) {
			case 0:
				text = append(text, byte(r.IntN(256)))
			case 1:
				text = append(text, "\"\\\n\r\t\f\b/<\x00\x7f "[r.IntN(12)])
			case 2:
				text = append(text, string(rune(0x10000+r.IntN(0x100000)))...)
			case 3:
				text = append(text, string(rune(0x80+r.IntN(0xd000)))...)
			default:
				text = append(text, byte(' '+r.IntN(95)))
			}
		}
		out := appendJSONText([]byte("x"), text)
		var got string
		if err := json.Unmarshal(out[1:], &got); err != nil || got != decodeText(text) || out[0] != 'x' {
			t.Fatalf("%q: %s is read as %q, %v", text, out, got, err)
		}
		if i := bytes.IndexFunc(out, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q: %s has another byte at %d", text, out, i)
		}
	}
}

// A member that is stored is a part of the package; one that is packed or encrypted is not, and the latter cannot be opened.
func TestWACZSections(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	text := gz(honest(1, "one"))
	for _, m := range []zip.FileHeader{{Name: "archive/a.warc.gz", Method: zip.Store}, {Name: "archive/b.warc.gz", Method: zip.Deflate}, {Name: "archive/c.warc.gz", Method: zip.Store}} {
		f, err := z.CreateHeader(&m)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	for at := len(data); ; { // the flags of the last member, in the directory
		at = bytes.LastIndex(data[:at], []byte("PK\x01\x02"))
		if bytes.HasPrefix(data[at+46:], []byte("archive/c")) {
			data[at+8] |= 1
			break
		}
	}
	w, err := OpenWACZ(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, stored := range []bool{true, false, false} {
		s, ok := w.Section(i)
		if ok != stored {
			t.Errorf("member %d is a part: %v", i, ok)
		}
		if ok {
			if got, err := io.ReadAll(s); err != nil || string(got) != text {
				t.Errorf("member %d: %d bytes, %v; want %d", i, len(got), err, len(text))
			}
		}
		if rc, err := w.Open(i); (err != nil) != (i == 2) || err != nil && (!errors.Is(err, ErrBadRecord) || !strings.Contains(err.Error(), "archive/c.warc.gz is encrypted")) {
			t.Errorf("member %d: got %v", i, err)
		} else if err == nil {
			rc.Close()
		}
	}
	b.Reset()
	z = zip.NewWriter(&b)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenWACZ(bytes.NewReader(b.Bytes()), int64(b.Len())); !errors.Is(err, ErrBadRecord) || !strings.Contains(err.Error(), "none of 0 files") {
		t.Errorf("a package of nothing: %v", err)
	}
}

// Frames of zstd that hold no records are passed over wherever they stand; a dictionary that is cut, too large, or
// none, and a block of no known type, are damage.
func TestZstdFrames(t *testing.T) {
	r := drawn.Rand(t)
	pieces := make([]string, 150)
	for i := range pieces {
		pieces[i] = honest(i, fmt.Sprintf("<p>page %d of a made archive</p>", r.Uint64()))
	}
	skip := func(tag byte, size int, text string) string {
		return string([]byte{tag, 0x2a, 0x4d, 0x18, byte(size), byte(size >> 8), byte(size >> 16), byte(size >> 24)}) + text
	}
	nothing := skip(0x50, 5, "words")
	dict := string(buildDict(t, pieces))
	pieces = pieces[:6]
	plain, packed := zst(t, nil, pieces...), zst(t, []byte(dict), pieces...)
	first := zst(t, nil, pieces[0])
	run := zst(t, nil, honest(1, strings.Repeat("\x00", 300_000)))
	reserved := []byte(first)
	reserved[zstdHeaderSize(t, first)] |= 6
	for name, c := range map[string]struct {
		text    string
		records int
		bad     bool
	}{
		"nothing first":             {nothing + plain, 6, false},
		"nothing between":           {first + nothing + skip(0x5f, 0, "") + plain, 7, false},
		"nothing behind":            {plain + nothing, 6, false},
		"a dictionary":              {skip(0x5d, len(dict), dict) + packed, 6, false},
		"nothing, then another tag": {skip(0x5e, 3, "abc") + plain, 6, false},
		"one between is none":       {first + skip(0x5d, 5, "words") + plain, 7, false},
		"one that is none":          {skip(0x5d, 5, "words") + plain, -1, true},
		"one that is cut":           {skip(0x5d, len(dict), dict[:99]), 0, true},
		"a frame in it that is cut": {skip(0x5d, 40, zst(t, nil, dict)[:40]) + packed, -1, true},
		"one that is too large":     {skip(0x5d, 1<<30, "x"), 0, true},
		"nothing that is cut":       {plain + nothing[:9], 6, true},
		"a head that is cut":        {plain + nothing[:6], 6, true},
		"runs of one byte":          {run + first, 2, false},
		"no type of block":          {string(reserved), 0, true},
	} {
		n := count(t, strings.NewReader(c.text), Options{})
		if c.records >= 0 && n.records != c.records || len(n.bad) > 0 != c.bad {
			t.Errorf("%s: %d records, bad: %v; want %d, and some bad: %v", name, n.records, n.bad, c.records, c.bad)
		}
	}
}

// zstdHeaderSize is where the first block of a frame begins.
func zstdHeaderSize(t *testing.T, frame string) int {
	t.Helper()
	size := 4 + 1
	flags := frame[4]
	if flags&0x20 == 0 {
		size++ // the window
	}
	return size + []int{0, 1, 2, 4}[flags&3] + map[bool][]int{true: {1, 2, 4, 8}, false: {0, 2, 4, 8}}[flags&0x20 != 0][flags>>6]
}
