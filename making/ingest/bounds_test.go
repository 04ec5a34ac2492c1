package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"weft/internal/mem"
	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/lists"
)

// fewFiles is a tree by its names.
type fewFiles map[string]string

func (f fewFiles) each(func(string, verdict) error) error { return nil }
func (f fewFiles) has(name string) bool                   { return f[name] != "" }
func (f fewFiles) read(name string, most int64) ([]byte, bool, error) {
	text, ok := f[name]
	if !ok {
		return nil, false, fs.ErrNotExist
	}
	return []byte(text[:min(int64(len(text)), most)]), int64(len(text)) > most, nil
}

// Where an include of c/index.html leads, in a site that is /b/ of its server; "" is nowhere.
func TestLocate(t *testing.T) {
	tr := &tree{path: "/b/"}
	for target, want := range map[string]string{
		"x": "c/x", "/b/x": "x", "/b/d/../x": "x", "../x": "x", "x?y#z": "c/x", "x#": "c/x", "%78": "c/x", "/b//x": "x",
		"": "", "?x": "", "#x": "", "%zz": "", "%": "", "%00": "", "%00x": "", "x%00": "", "x%01": "c/x\x01", "%01": "c/\x01",
		"/x": "", "/b": "", "/b/": "", "/": "", "../../x": "", "../..": "", "../../b": "", "/bx": "",
		fileMark + "x": "c/x", fileMark + "d/x": "c/d/x", fileMark + "..x": "c/..x", fileMark + "x?y": "c/x?y",
		fileMark + "/x": "", fileMark + "../x": "", fileMark + "d/../x": "", fileMark + "d/..": "", fileMark + "..": "",
	} {
		got, ok := tr.locate("c/index.html", target)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: got %q, %v; want %q", target, got, ok, want)
		}
	}
}

// Includes stand inside each other up to a depth, there are so many of them, and a page grows by so much; what was left
// out is known.
func TestLimitsOfIncludes(t *testing.T) {
	mark := func(names ...string) string {
		var b strings.Builder
		for _, n := range names {
			fmt.Fprintf(&b, `<!--#include virtual="%s"-->`, n)
		}
		return b.String()
	}
	deep := fewFiles{}
	for i := range 30 {
		deep[fmt.Sprint("f", i)] = "x" + mark(fmt.Sprint("f", i+1))
	}
	big := fewFiles{"one": "1", "half": strings.Repeat("h", maxGrowth/2), "fits": strings.Repeat("f", maxGrowth+len(mark("fits"))), "fitX": strings.Repeat("f", maxGrowth+len(mark("fits"))+2), "all": strings.Repeat("a", 2*maxGrowth)}
	many := slices.Repeat([]string{"one"}, maxIncludes)
	for name, c := range map[string]struct {
		files    fewFiles
		body     string
		out      int // bytes
		included int
		missing  []string
		full     bool
	}{
		"depth":             {deep, mark("f0"), maxDepth, maxDepth, []string{fmt.Sprint("f", maxDepth)}, false},
		"nowhere":           {big, mark("%zz", "/", "none", "one"), 1, 1, []string{"%zz", "/", "none"}, false},
		"as many as can be": {big, mark(many...), maxIncludes, maxIncludes, nil, false},
		"one too many":      {big, mark(append(many, "one")...), maxIncludes, maxIncludes, nil, true},
		"missing ones too":  {big, mark(append([]string{"none"}, many...)...), maxIncludes - 1, maxIncludes - 1, []string{"none"}, true},
		"one that is cut":   {big, mark("all") + "x", maxGrowth + len(mark("all")) + 1, 1, nil, true},
		"as long as can be": {big, mark("fits") + "x", maxGrowth + len(mark("fits")) + 1, 1, nil, false},
		"a byte too long":   {big, mark("fitX") + "x", maxGrowth + len(mark("fitX")) + 1, 1, nil, true},
		"no room for more":  {big, "<p>" + mark("fits") + mark("all"), maxGrowth + len(mark("fits", "all")) + 3, 2, nil, true},
	} {
		tr := &tree{path: "/", files: c.files}
		out, e := tr.expandIncludes(nil, "index.html", []byte(c.body))
		if len(out) != c.out || e.included != c.included || !slices.Equal(e.missing, c.missing) || e.full != c.full {
			t.Errorf("%s: got %d bytes, %d included, %.80q missing, full %v; want %d, %d, %.80q, %v", name, len(out), e.included, e.missing, e.full, c.out, c.included, c.missing, c.full)
		}
	}
}

// Entities of GML, the longest among them; what is none stays.
func TestEntitiesOfGML(t *testing.T) {
	for _, text := range []string{
		"a", "&amp;", "x&amp;y", "&#38;&#x26;", "&CounterClockwiseContourIntegral;", "&DoubleLongLeftRightArrow;x", "&notin;&lt;", "&#000000000000000000000000000038;", "&unknown;", "&;",
	} {
		if got, want := string(graphs.UnescapeEntities([]byte(text))), html.UnescapeString(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"&": "&", "a & b": "a & b", "&amp x": "&amp x", "&&amp;": "&&", "a&" + strings.Repeat("x", 40) + ";": "a&" + strings.Repeat("x", 40) + ";"} {
		if got := string(graphs.UnescapeEntities([]byte(text))); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The first lines of texts that are nearly of a format are no such.
func TestNearlyOfAFormat(t *testing.T) {
	for text, want := range map[string]formats.Name{
		"n 0 a\n": lists.NodeLines, "e 0 1\n": lists.NodeLines, "e 0 1 5\n": lists.NodeLines,
		"n a b\n": lists.Edges, "n 0\n": lists.Edges, "e 0 a\n": lists.Edges, "e a 0\n": lists.Edges, "m 0 1\n": lists.Edges, "ne 0 1\n": lists.Edges, "n -1 x\n": lists.Edges,
		"2\n1\n0\n": lists.ASCIIGraph, "2\n": lists.Edges, "2\nx\n": lists.Edges, "2 1\n1\n": lists.Edges,
		"2 1 1\n1 http://a.example/\n": lists.Numbered, "2 1 1\n1 a\n": lists.Edges, "2 1\nx http://a.example/\n": lists.Edges, "2 x\n1 http://a.example/\n": lists.Edges, "2 1 1\n": lists.Edges,
		"2 2 2\n0 1 1\n1 0 1\n": lists.SMAT, "2 2 3\n0 1 1\n1 0 1\n": lists.Edges, "2 2 1\n0 1 1\n1 0 1\n": lists.Edges, "2 3 2\n0 1 1\n1 0 1\n": lists.Edges, "2 2 2\n0 1 1\n2 0 1\n": lists.Edges, "2 2 2\n0 1 1\n1 0\n": lists.Edges, "2 2 0\n": lists.Edges,
		"3 5 8\n" + strings.Repeat("2 4 1\n", 8): lists.SMAT, "3 5 8\n" + strings.Repeat("3 4 1\n", 8): lists.Edges, "3 5 8\n" + strings.Repeat("2 5 1\n", 8): lists.Edges, "3 5 9\n" + strings.Repeat("2 4 1\n", 8): lists.Edges, "2 4 9\n" + strings.Repeat("1 3 1\n", 9): lists.Edges,
		"30 50 70\n" + strings.Repeat("2 4 1\n", 70): lists.SMAT, "30 50 99\n" + strings.Repeat("2 4 1\n", 70): lists.Edges,
		"3 2\n2\n1 3\n2\n": lists.METIS, "% c\n3 2\n2\n1 3\n2\n": lists.METIS, "3 2\n2\n1 3\n2\n\n": lists.METIS, "4 2\n2\n1 3\n2\n": lists.Edges, "3 3\n2\n1 3\n2\n": lists.Edges, "3 1\n2\n1 3\n2\n": lists.Edges,
		"3 2\n2\n1 4\n2\n": lists.Edges, "3 2\n2\n0 3\n2\n": lists.Edges, "3 2\n2\n1 x\n2\n": lists.Edges, "3 1\n2\n1\n\n": lists.METIS, "3 3\n2 3\n1 3\n1 2\n": lists.METIS, "3 3\n2 3\n1 3\n3 2\n": lists.Edges, "3 3\n2 3\n3 1\n1 1\n": lists.Edges, "3 0\n1\n1 2\n\n": lists.Edges,
		"3 2 1\n2 7\n1 7 3 9\n2 9\n": lists.METIS, "3 2 10\n7 2\n7 1 3\n8 2\n": lists.METIS, "3 2 2\n2 7\n1 7 3 9\n2 9\n": lists.Edges,
		"0\tcom.a\n1\tcom.b\n": lists.Vertices, "1\tcom.a\n0\tcom.b\n": lists.Edges, "0\tcom\n1\torg\n": lists.Edges, "0\tcom.a\tx\n": lists.Edges, "0\tcom.a\n0\tcom.b\n": lists.Edges,
	} {
		if got := detectRows([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// bzip2Words is a list of words, packed by another program.
const bzip2Words = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x5c\x40\xe3\x43\x00\x00\x01\x91\x80\x40\x00\x25\x24\x9c\x80\x20\x00\x31\x00\xd3\x4d\x04\x00\x3d\x43\x12\x01\x89\xd0\x76\x57\x8b\xb9\x22\x9c\x28\x48\x2e\x20\x71\xa1\x80"

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
		for n := magicSize; n <= len(data); n++ {
			if n < len(data)-2 && n%7 != 0 && name != "xz, in blocks" { // decoders that take megabytes
				continue
			}
			var got []byte
			z, err := decompress(bufio.NewReader(bytes.NewReader(data[:n])), mem.Least)
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
	z, err := newXZ(bufio.NewReader(bytes.NewReader(flipped)), 0)
	if err == nil {
		_, err = io.ReadAll(z)
	}
	if _, short := errors.AsType[*mem.ShortError](err); !short {
		t.Errorf("a first block with a dictionary of 4 GiB: got %v", err)
	}
}

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
