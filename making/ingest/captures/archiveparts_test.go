package captures

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/making/ingest/tally"
	"weft/web/warc"
)

// segmentHeader returns the record of a segment. Fields are names and values by turns.
func segmentHeader(kind string, fields ...string) *warc.Record {
	r := &warc.Record{Type: kind}
	for i := 0; i < len(fields); i += 2 {
		r.Header = append(r.Header, warc.Field{Name: []byte(fields[i]), Value: []byte(fields[i+1])})
	}
	return r
}

// Which waiting record a segment belongs to.
func TestRecordsOfSegments(t *testing.T) {
	s := &segments{Open: []*Segmented{{id: "urn:1", uri: "u", next: 2}, {id: "urn:2", uri: "v", next: 3}, {id: "urn:3", uri: "v", next: 3}, {id: "urn:4", uri: "", next: 2}}}
	const origin, number, uri = "WARC-Segment-Origin-ID", "WARC-Segment-Number", "WARC-Target-URI"
	for i, c := range []struct {
		rec  *warc.Record
		want int
	}{
		{segmentHeader("continuation", origin, "<urn:2>"), 1},
		{segmentHeader("continuation", origin, "urn:3"), 2},
		{segmentHeader("continuation", origin, "<urn:3"), -1},
		{segmentHeader("continuation", origin, "<urn:1>", number, "9", uri, "v"), 0}, // the identifier decides
		{segmentHeader("continuation", origin, "<x>", number, "2", uri, "u"), 0},
		{segmentHeader("continuation", number, "2", uri, "u"), 0},
		{segmentHeader("continuation", number, "3", uri, "u"), -1},
		{segmentHeader("continuation", uri, "u"), -1},
		{segmentHeader("continuation", number, "3", uri, "v"), -1}, // two wait
		{segmentHeader("continuation", number, "2", uri, "w"), -1},
		{segmentHeader("continuation", number, "2"), -1},
		{segmentHeader("response", origin, "<urn:2>"), -1},
	} {
		if got := s.find(c.rec); got != c.want || s.continues(c.rec) != (c.want >= 0) {
			t.Errorf("segment %d belongs to record %d, want %d", i, got, c.want)
		}
	}
	if got := (&segments{}).find(segmentHeader("continuation", origin, "")); got != -1 {
		t.Errorf("a segment belongs to record %d of none", got)
	}
	for text, want := range map[string]int{"1": 1, "12": 12, "0": 0, "-1": 0, "x": 0, "": 0, "1x": 0} {
		if got := segmentNumber(segmentHeader("response", number, text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// Files of a zip file that share bytes are refused; files side by side are not.
func TestFilesShareBytes(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"b", "a", "c"} {
		f, err := w.CreateRaw(&zip.FileHeader{Name: name, CompressedSize64: 10, UncompressedSize64: 10}) // without a descriptor after its bytes
		if err == nil {
			_, err = io.WriteString(f, "0123456789")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const size = 30 + 1 + 10 // of a file
	entry := bytes.Index(b.Bytes(), []byte("PK\x01\x02"))
	for _, c := range []struct {
		what string
		file int
		at   int // in the entry of the directory
		to   uint32
		want string
	}{
		{"as they were written", 0, 20, 10, ""},
		{"a file of another's bytes", 2, 42, size, `"a" and "c"`},
		{"a first byte of the next", 0, 20, 11, `"b" and "a"`},
		{"a file of all bytes", 0, 20, 3 * size, `"b" and "a"`},
		{"a file without a header", 1, 42, 5, ""},
		{"a file beyond all sizes", 2, 20, 1 << 31, ""},
	} {
		data := bytes.Clone(b.Bytes())
		binary.LittleEndian.PutUint32(data[entry+c.file*(46+1)+c.at:], c.to)
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		err = LiesApart(z)
		if (err != nil) != (c.want != "") || err != nil && (!errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want the names %s", c.what, err, c.want)
		}
	}
}

// A file of an archive that ends before its size breaks the archive.
func TestCutFilesOfArchives(t *testing.T) {
	failed := errors.New("failed")
	for i, c := range []struct {
		text   string
		err    error
		size   int64
		broken bool
		want   string
	}{
		{"12345", io.EOF, 5, false, "EOF"},
		{"12345", io.EOF, 4, false, "EOF"},
		{"1234", io.EOF, 5, true, "a file of it lacks 1 bytes: EOF"},
		{"", failed, 3, true, "a file of it lacks 3 bytes: failed"},
		{"123", failed, 3, false, "failed"},
	} {
		r := &sizedReader{io.MultiReader(strings.NewReader(c.text), ended{c.err}), c.size}
		var err error
		n := 0
		for err == nil {
			var k int
			k, err = r.Read(make([]byte, 2))
			n += k
		}
		if n != len(c.text) || err.Error() != c.want || (broken(err) != nil) != c.broken {
			t.Errorf("case %d: got %d bytes and %v, broken %t; want %d, %q and %t", i, n, err, broken(err) != nil, len(c.text), c.want, c.broken)
		}
	}
	if broken(nil) != nil || broken(io.EOF) != nil || broken(fmt.Errorf("x: %w", &brokenArchive{io.EOF})) == nil {
		t.Error("broken archives are confused with others")
	}
}

// ended is a text that ends with an error.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) { return 0, e.err }

// Backup copies of editors, by their names.
func TestBackups(t *testing.T) {
	for name, want := range map[string]bool{
		"a~": true, "a.BAK": true, "a.orig": true, "a.old": true, "a.Save": true, "a.swp": true, "a.rej": true, "#a#": true, ".#a": true, "._a": true,
		"~": false, ".bak": false, "#": false, "a": false, ".a": false, "a.bak.html": false, "a~b": false,
	} {
		if got := isBackup(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
