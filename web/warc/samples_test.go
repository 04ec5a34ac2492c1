package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"weft/internal/shared"
)

// pages reads an archive and counts its HTML responses, and those of them that have a body.
func pages(tb testing.TB, path string) (n tally, html, filled int, uris []string) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var resp Response
	r := NewReader(f, Options{Want: func(rec *Record, _ []byte) bool {
		n.records++
		if rec.Type == TypeRevisit {
			n.revisits++
		}
		return rec.Type == TypeResponse && rec.IsHTTP()
	}})
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return n, html, filled, uris
		}
		if err != nil {
			tb.Fatalf("%s: %v", path, err)
		}
		if rec.Type != TypeResponse || !rec.IsHTTP() {
			continue
		}
		n.http++
		if err := resp.Parse(rec.Body); err != nil {
			tb.Errorf("%s at %d: %v", path, rec.Offset, err)
		}
		if ct := resp.ContentType(); ct == "text/html" || ct == "application/xhtml+xml" {
			html++
			if len(resp.Body) > 0 {
				filled++
				uris = append(uris, rec.TargetURI()+" "+Digest(resp.Body))
			}
		}
	}
}

// TestCounts holds us to COUNTS.tsv of the shared data, which an independent reader made. Its responses are those of
// http and https, ours too; its html pages are those with a body.
func TestCounts(t *testing.T) {
	lines := strings.Split(string(load(t, "warc-samples", "COUNTS.tsv")), "\n")
	checked := 0
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		path := filepath.Join(shared.Dir(t), "warc-samples", f[0])
		if _, err := os.Stat(path); err != nil || len(f) < 6 {
			continue // the table lists files that are not in this copy of the data
		}
		checked++
		n, html, filled, _ := pages(t, path)
		got := fmt.Sprint(n.records, n.http, n.revisits, filled)
		if want := strings.Join(f[2:6], " "); got != want {
			t.Errorf("%s: records, responses, revisits, html %s, want %s (html with empty ones: %d)", f[0], got, want, html)
		}
	}
	if checked < 10 {
		t.Errorf("only %d files of COUNTS.tsv are there", checked)
	}
}

// TestBlackbook compares the same crawl as WARC and as ARC.
func TestBlackbook(t *testing.T) {
	_, html, filled, w := pages(t, shared.File(t, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz"))
	_, html2, filled2, a := pages(t, shared.File(t, "warc-samples", "IAH-20080430204825-00000-blackbook.arc.gz"))
	if html != 140 || filled != 135 || html2 != 140 || filled2 != 135 {
		t.Errorf("WARC %d, %d with a body; ARC %d, %d; want 140 and 135", html, filled, html2, filled2)
	}
	if strings.Join(w, "\n") != strings.Join(a, "\n") {
		t.Error("the pages of WARC and ARC differ")
	}
}

// TestOffsets compares offsets and sizes with the CDX file that came with the archive. Columns 9 to 11 of a line are
// size, offset and file.
func TestOffsets(t *testing.T) {
	const name = "IAH-20080430204825-00000-blackbook.warc.gz"
	places := map[string]bool{}
	r := NewReader(bytes.NewReader(load(t, "warc-samples", name)), Options{})
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		places[fmt.Sprint(rec.Size, rec.Offset)] = true
	}
	lines := bufio.NewScanner(bytes.NewReader(load(t, "warc-samples", name+".cdx")))
	n := 0
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) != 11 || f[10] != name {
			continue
		}
		n++
		if !places[f[8]+" "+f[9]] {
			t.Errorf("no record of %s bytes at %s", f[8], f[9])
		}
	}
	if n != 822 {
		t.Errorf("%d lines of the CDX compared, want 822", n)
	}
}

// cases are the published test files of other readers: records, HTTP responses, revisits, bad records. Records equal
// those of Python warcio 1.8.1 (ArchiveIterator with arc2warc=False) unless a comment says otherwise.
var cases = []struct {
	file                        string
	records, http, revisit, bad int
}{
	{"LAW-Unimi+BUbiNG/data/it/unimi/di/law/warc/io/misc.warc", 7, 3, 0, 0},
	{"archivesunleashed+aut/src/test/resources/warc/example.txt.warc.gz", 6, 2, 0, 0},
	{"archivesunleashed+aut/src/test/resources/warc/issue-493.warc", 32, 10, 5, 0},
	{"archivesunleashed+aut/src/test/resources/warc/issue-514.warc", 8, 2, 0, 0},
	// Three records in one member; the last, whose date is "null", says 680 bytes where far fewer are.
	// warcio stops after the first.
	{"archivesunleashed+aut/src/test/resources/arc/badexample.arc.gz", 3, 1, 0, 3},
	// The length of the version block is a byte too large or its newline is missing; warcio stops there.
	{"commoncrawl+ia-web-commons/src/test/resources/org/archive/format/arc/IAH-20080430204825-00000-blackbook-truncated.arc", 9, 7, 0, 0},
	{"commoncrawl+ia-web-commons/src/test/resources/org/archive/format/warc/mutliple-headers.warc", 1, 1, 0, 0},
	{"commoncrawl+ia-web-commons/src/test/resources/org/archive/resource/html/link-extraction-test.warc", 10, 9, 0, 0},
	// A gzip file of one line of text, and one of nothing.
	{"commoncrawl+ia-web-commons/src/test/resources/org/archive/format/gzip/hi.gz", 0, 0, 0, 1},
	{"commoncrawl+ia-web-commons/src/test/resources/org/archive/format/gzip/empty.gz", 0, 0, 0, 1},
	{"commoncrawl+whirlwind-python/whirlwind.warc.wet.gz", 2, 0, 0, 0},
	{"iipc+jwarc/test-resources/org/netpreserve/jwarc/cc.warc.gz", 1, 1, 0, 0},
	{"iipc+jwarc/test-resources/org/netpreserve/jwarc/gzip_extra_sl.warc.gz", 1, 0, 0, 0},
	{"iipc+warc-specifications/primers/web-archive-formats/hello-world.warc", 6, 1, 0, 0},
	{"iipc+warc-specifications/specifications/warc-deduplication/samples/20141124-heritrix-server-not-modified.warc.gz", 1, 0, 1, 0},
	// Many records in one member: warcio refuses such files after the first record or two. Text stands behind the
	// member of the two corrupted ones.
	{"internetarchive+gowarc/testdata/warcs/corrupted-mid-record.warc.gz.open", 12, 12, 0, 1},
	{"internetarchive+gowarc/testdata/warcs/corrupted-trailing-bytes.warc.gz.open", 30, 30, 0, 1},
	{"internetarchive+gowarc/testdata/warcs/good.warc.gz.open", 50, 50, 0, 0},
	{"internetarchive+gowarc/testdata/warcs/skip-non-open.warc.gz", 10, 10, 0, 0},
	{"internetarchive+gowarc/testdata/warcs/empty.warc.gz.open", 0, 0, 0, 1}, // no record is an error to us
	{"internetarchive+gowarc/testdata/warcs/test.warc.gz", 3, 1, 0, 0},
	{"webrecorder+pywb/sample_archive/warcs/example-bad.warc.gz.bad", 6, 2, 1, 0}, // one member, as before
	{"webrecorder+warcio/test/data/example-bad-non-chunked.warc.gz", 6, 1, 1, 0},  // one member, as before
	// Lengths -1, -1 and abc: warcio takes them for 0 and finds 4 records.
	{"webrecorder+pywb/sample_archive/warcs/bad.arc", 1, 1, 0, 3},
	{"webrecorder+pywb/sample_archive/warcs/dupes.warc.gz", 25, 3, 9, 0},
	{"webrecorder+pywb/sample_archive/warcs/example-extra.warc", 6, 2, 2, 0},
	// A request is two bytes longer than it says: warcio keeps it, cut short, with a warning; it is a bad record to us.
	{"webrecorder+pywb/sample_archive/warcs/example.warc", 5, 2, 1, 1},
	{"webrecorder+pywb/sample_archive/warcs/example-wget-1-14.warc.gz", 6, 1, 0, 0},
	{"webrecorder+pywb/sample_archive/warcs/missing-status-text.warc", 1, 1, 0, 0},
	{"webrecorder+warcio/test/data/example-trunc.warc", 3, 0, 0, 1}, // a response two bytes too long, as before
	// Its line ends were made LF, so the block is 12 bytes shorter than it says and the file ends too early.
	{"webrecorder+warcio/test/data/example-space-in-url.arc", 1, 0, 0, 1},
	{"webrecorder+warcio/test/data/example-space-in-target-uri.warc.gz", 2, 0, 0, 0},
	{"webrecorder+warcio/test/data/example-wget-bad-target-uri.warc.gz", 6, 1, 0, 0},
	{"webrecorder+warcio/test/data/example-wrong-chunks.warc.gz", 2, 1, 0, 0}, // a response over two members: warcio stops
	{"webrecorder+warcio/test/data/example-iana.org-chunked.warc", 3, 1, 0, 0},
	{"webrecorder+warcio/test/data/example-digest.warc", 4, 0, 0, 0},
	{"webrecorder+warcio/test/data/example.arc", 2, 1, 0, 0},
	{"webrecorder+warcio/test/data/example.arc.gz", 2, 1, 0, 0},
	{"webrecorder+warcio/test/data/post-test.warc.gz", 6, 3, 0, 0},
}

func TestPublishedCases(t *testing.T) {
	for _, c := range cases {
		n := count(t, bytes.NewReader(load(t, "crawler-cases", c.file)), Options{})
		got, want := []int{n.records, n.http, n.revisits, len(n.bad)}, []int{c.records, c.http, c.revisit, c.bad}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: records, responses, revisits, bad %v, want %v; %v", filepath.Base(c.file), got, want, n.bad)
		}
	}
}

// TestEverySample reads every file of the shared data as an archive, whatever it is, and undoes every response.
func TestEverySample(t *testing.T) {
	var resp Response
	var page WATPage
	err := filepath.Walk(shared.Dir(t), func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || info.Size() > 4<<20 {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		r := NewReader(f, Options{})
		for range 1000 {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if errors.Is(err, ErrBadRecord) {
				continue
			}
			if err != nil {
				return err
			}
			_ = resp.Parse(rec.Body)
			_ = ParseWAT(rec.Body, &page)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPayloadDigests checks bodies against the WARC-Payload-Digest of those who wrote them: what stands behind the
// HTTP header, as stored.
func TestPayloadDigests(t *testing.T) {
	for name, least := range map[string]int{"iana.warc.gz": 48, "ipwb-sample-1.warc.gz": 65, "IAH-20080430204825-00000-blackbook.warc.gz": 250} {
		var resp Response
		r := NewReader(bytes.NewReader(load(t, "warc-samples", name)), Options{})
		same, differ := 0, 0
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type != TypeResponse || !rec.IsHTTP() || rec.PayloadDigest() == "" {
				continue
			}
			if err := resp.Parse(rec.Body); err != nil {
				t.Fatal(err)
			}
			if Digest(resp.Raw) == rec.PayloadDigest() {
				same++
			} else if n, _ := strconv.Atoi(resp.Header.Get("Content-Length")); n == len(resp.Raw) {
				differ++
			}
		}
		if same < least || differ > 0 {
			t.Errorf("%s: %d digests equal, %d differ, want at least %d and 0", name, same, differ, least)
		}
	}
}
