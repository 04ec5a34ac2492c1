package warc

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/shared"
)

// What "cdxj-indexer FILE" of cdxj-indexer 1.5.0 (PyPI; warcio 1.8.1, surt 0.3.1, Python 3.11) writes, as the number of lines
// and the beginning of its sha256. bench/archives compares with the program itself.
func TestCDXJOfSamples(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines int
		sum   string
	}{
		{"BL-20140325121225068-00000-32090~opera~8443.warc.gz", 65, "c03f5b253beffdd1"},
		{"BL-20140325122341434-00000-32090~opera~8443.warc.gz", 65, "ef3e5bbf69d96d31"},
		{"IAH-20080430204825-00000-blackbook.arc.gz", 299, "ad3c4db89a59d5fc"},
		{"IAH-20080430204825-00000-blackbook.warc.gz", 560, "8f07df0ab9eb4c5b"},
		{"IAH-urls-wget.warc.gz", 19, "869bcd6881677ab7"},
		{"books.toscrape.warc", 30, "9f5552f191b3dfb3"},
		{"iana.warc.gz", 171, "79ee1ff7cc327366"},
		{"ipwb-sample-1.warc.gz", 80, "d72c153750a28d25"},
		{"whirlwind.warc", 1, "2cd907127219972f"},
		{"whirlwind.warc.gz", 1, "51010953acfefc06"},
	} {
		f, err := os.Open(shared.File(t, "warc-samples", c.name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sum, lines := sha256.New(), 0
		err = EachCDXJ(f, c.name, func(line []byte) error {
			lines++
			sum.Write(line)
			return nil
		})
		if got := hex.EncodeToString(sum.Sum(nil))[:16]; err != nil || lines != c.lines || got != c.sum {
			t.Errorf("%s: got %d lines with sum %s, error %v; want %d with %s", c.name, lines, got, err, c.lines, c.sum)
		}
	}
}

// ourRecords are of every kind that a crawl writes, and some odd ones.
func ourRecords() []NewRecord {
	page := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\n\r\n<p>page</p>")
	head := page[:bytes.Index(page, []byte("<p>"))]
	digest := Digest([]byte("<p>page</p>"))
	date := fixedDate
	response := func(uri, block string) NewRecord { return HTTPResponse(uri, date, []byte(block)) }
	return []NewRecord{
		Warcinfo(date, "own.warc", "software", "weft"),
		HTTPResponse("http://www.a.example/X y?b&a=\"\\ü", date, page),
		HTTPRequest("http://www.a.example/", date, "urn:uuid:1", []byte("GET / HTTP/1.1\r\n\r\n")),
		Metadata("http://www.a.example/", date, "urn:uuid:1", []byte("weft-state: failed\r\n")),
		Revisit("http://a.example/2", date.Add(1), head, Earlier{Digest: digest, URI: "http://www.a.example/", Date: date}),
		NotModified("http://a.example/3", date, []byte("HTTP/1.1 304 Not Modified\r\n\r\n"), Earlier{Digest: "", URI: "http://www.a.example/", Date: date}),
		response("http://a.example:8080/4", "HTTP/1.1 404\r\nContent-Type:\r\n\r\n"),
		response("http://a.example/5", "HTTP/2 301 \r\nLocation: /x\r\ncontent-type: a b\r\n\r\n"),
		response("http://a.example/6", ""),
		response("https://a.example/7", "HTTP/1.0  500  Odd\nContent-Type: t\xe9xt/plain\n\nx"),
		{Type: TypeResource, Date: date, TargetURI: "ftp://a.example/f", ContentType: "text/plain; x", Block: []byte("file")},
		{Type: TypeMetadata, Date: date, TargetURI: "http://a.example/8", ContentType: "application/json", Block: []byte("{}")},
		{Type: TypeConversion, Date: date, TargetURI: "http://a.example/9", ContentType: "text/plain", Block: []byte("x")},
		{Type: TypeResponse, Date: date, TargetURI: "dns:a.example", ContentType: "text/dns", Block: []byte("a")},
	}
}

// testdata/own.cdxj is what "cdxj-indexer own.warc" of cdxj-indexer 1.5.0 wrote for the file that this test makes; with
// WEFT_KEEP=DIR it is left there.
func TestCDXJOfOurRecords(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, WriterOptions{Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	packer, err := NewPacker(WriterOptions{Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range ourRecords() {
		if _, err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
		if _, err := packer.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	if dir := os.Getenv("WEFT_KEEP"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "own.warc"), file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	err = EachCDXJ(&file, "own.warc", func(line []byte) error {
		got.Write(line)
		return nil
	})
	want, e := os.ReadFile(filepath.Join("testdata", "own.cdxj"))
	if err != nil || e != nil || got.String() != string(want) {
		t.Errorf("got %v, %v\n%s\nwant\n%s", err, e, got.String(), want)
	}
	// A packer makes the same lines, but for what follows a record in a plain file, which an index leaves out.
	var p Packed
	packer.Take(&p)
	var packed []byte
	for _, e := range p.entries {
		packed = append(packed, p.index[e.from:e.to]...)
		packed = appendPlace(packed, e.length-int64(len(recordEnd)), e.offset, "own.warc")
	}
	if string(packed) != string(want) {
		t.Errorf("of a packer got\n%s\nwant\n%s", packed, want)
	}
}

// testdata/surt.txt holds URLs, each followed by what surt.surt of the Python package surt 0.3.1 makes of it; where that
// fails the URL itself, as cdxj-indexer has it. Names were not looked up.
func TestSURT(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "surt.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) < 600 {
		t.Fatalf("only %d lines", len(lines))
	}
	for i := 0; i < len(lines); i += 2 {
		if got := string(AppendSURT(nil, []byte(lines[i]))); got != lines[i+1] {
			t.Errorf("%q: got %q, want %q", lines[i], got, lines[i+1])
		}
	}
	if got := string(AppendSURT([]byte("x"), nil)); got != "x-" {
		t.Errorf("of nothing: got %q", got)
	}
}

func FuzzSURT(f *testing.F) {
	f.Add([]byte("http://www.%41.example:80//../a?b=1&a=2"))
	f.Fuzz(func(t *testing.T, url []byte) {
		before := bytes.Clone(url)
		if got := AppendSURT([]byte("key "), url); !bytes.HasPrefix(got, []byte("key ")) || !bytes.Equal(url, before) {
			t.Errorf("%q: got %q", before, got)
		}
	})
}

func BenchmarkSURT(b *testing.B) {
	url := []byte("https://docs.example.org/manual/en/mod/core.html?lang=de&page=2")
	var key []byte
	b.ReportAllocs()
	for b.Loop() {
		key = AppendSURT(key[:0], url)
	}
	sink = len(key)
}

// Each line is one, and says where its record is.
func FuzzEachCDXJ(f *testing.F) {
	var file bytes.Buffer
	w, err := NewWriter(&file, WriterOptions{Plain: true})
	if err != nil {
		f.Fatal(err)
	}
	for _, rec := range ourRecords() {
		if _, err := w.Write(rec); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(file.Bytes())
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2020-01-01\r\nWARC-Target-URI: <http://a b/>\r\nContent-Length: 5\r\n\r\nHTTP/\r\n\r\n"))
	f.Add([]byte("http://a.example/ 1.2.3.4 20200101000000 text/html 20\nHTTP/1.1 200 OK\r\n\r\nx\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := EachCDXJ(bytes.NewReader(data), "x\"\n.warc", func(line []byte) error {
			start, end, ok := placeOf(line)
			if !ok || start > end || end > int64(len(data)) || bytes.Count(line, []byte("\n")) != 1 {
				t.Errorf("line %q: at %d to %d of %d, %v", line, start, end, len(data), ok)
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrBadRecord) && !errors.Is(err, errNoOffset) {
			t.Error(err)
		}
	})
}
