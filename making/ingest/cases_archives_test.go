package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/mem"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
)

// pageOf makes a WARC record of a page, with a Content-Length that may lie by some bytes, and more header fields.
func pageOf(uri, fields, html string, off int) string {
	return responseOf(uri, fields, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+html, off)
}

// responseOf is pageOf for any block.
func responseOf(uri, fields, block string, off int) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2014-05-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%x>\r\n"+
		"Content-Type: application/http; msgtype=response\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", uri, len(block)+len(uri)*1000, fields, len(block)+off, block)
}

func linkTo(uri string) string { return `<a href="` + uri + `">x</a>` }

// tryImport imports and returns the error.
func tryImport(t *testing.T, o ingest.Options) (ingest.Summary, error) {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "c")
	return ingest.Import(context.Background(), o)
}

// namesOf returns the names of the pages, each with its state.
func namesOf(c *store.Crawl) (names []string) {
	for u := range c.NumPages() {
		names = append(names, fmt.Sprint(c.Label(graph.Node(u)), "=", c.State(graph.Node(u))))
	}
	slices.Sort(names)
	return names
}

const (
	arcAB = "http://a.example/ http://b.example/ link"
	arcCD = "http://c.example/ http://d.example/ link"
)

// The damaged archives among the cases have the pages and arcs that an independent reader finds in them.
func TestCasesOfArchives(t *testing.T) {
	for name, c := range map[string]struct {
		arcs     []string
		pages    int
		notWhole int64
	}{
		"cut-last.warc":               {[]string{arcCD}, 3, 1}, // the tag of the other link is cut: HTML has none there
		"node-warc-short-length.warc": {[]string{arcAB, arcCD}, 4, 1},
		"arc-no-http-header.arc":      {[]string{arcAB, arcCD}, 4, 0},
		"segmented.warc":              {[]string{arcAB, arcCD}, 4, 0},
	} {
		crawl, s := imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", name)}})
		if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) || crawl.NumPages() != c.pages || s.NotWhole != c.notWhole || s.Bad != 0 {
			t.Errorf("%s: got %d pages, %q, %d not whole, %d bad; want %+v", name, crawl.NumPages(), got, s.NotWhole, s.Bad, c)
		}
	}
	hole := ingest.Options{Inputs: []string{shared.File(t, "cases-import", "hole-60-percent.warc")}}
	if _, err := tryImport(t, hole); !errors.Is(err, tally.ErrMostlyBad) || !strings.Contains(err.Error(), "60.1 %") {
		t.Errorf("a hole of 60 %%: got %v", err)
	}
	hole.MaxBad = 0.7
	if s, err := tryImport(t, hole); err != nil || s.SkippedBytes < 155_000 || s.SkippedBytes > 156_000 || s.MissingRecords < 590 || s.MissingRecords > 610 {
		t.Errorf("a hole of 60 %%, allowed: got %+v, %v", s, err)
	}
	if _, err := tryImport(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "access-denied.warc.gz")}}); err == nil || !strings.Contains(err.Error(), "called like an archive") {
		t.Errorf("an error page: got %v", err)
	}
	crawl, _ := imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "wayback-cdx-server.txt")}})
	if got := namesOf(crawl); !slices.Equal(got, []string{"http://example.com/=fetched", "http://example.com/x=fetched"}) {
		t.Errorf("a CDX server: got %q", got)
	}
	packages, _ := imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "multi.wacz")}})
	if packages.NumPages() != 7 || len(arcsOf(t, packages)) != 15 {
		t.Errorf("a package of packages: got %d pages and %d arcs", packages.NumPages(), len(arcsOf(t, packages)))
	}
	imported(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import", "base-href-amplifier.warc")}, DraftOptions: store.DraftOptions{Memory: 64 << 20}})
}

// The share of bad bytes decides, also where there is one bad place: holes of zeros and of noise, plain and packed.
func TestHolesInArchives(t *testing.T) {
	var records []string
	for i := range 400 {
		records = append(records, pageOf(fmt.Sprintf("http://a.example/%d", i), "", linkTo(fmt.Sprintf("/%d", i+1))+noiseOf(i, 300), 0))
	}
	for name, hole := range map[string]string{"zeros": strings.Repeat("\x00", 60_000), "text": strings.Repeat("no record, just text\n", 3000)} {
		for packing, pack := range map[string]func(...string) string{"plain": func(s ...string) string { return strings.Join(s, "") }, "members": membersOf} {
			text := pack(records[:100]...) + hole + pack(records[200:]...)
			o := ingest.Options{Inputs: []string{writtenAs(t, "x.warc", text)}}
			if _, err := tryImport(t, o); !errors.Is(err, tally.ErrMostlyBad) || !strings.Contains(err.Error(), "bytes of the archives") {
				t.Errorf("%s, %s: got %v", name, packing, err)
			}
			o.MaxBad = 0.9
			s, err := tryImport(t, o)
			if err != nil || s.SkippedBytes < int64(len(hole))-300 || s.SkippedBytes > int64(len(hole))+1000 {
				t.Errorf("%s, %s: got %v and %d bytes skipped of a hole of %d", name, packing, err, s.SkippedBytes, len(hole))
			}
			if s.Records < 299 || s.MissingRecords < 20 {
				t.Errorf("%s, %s: got %d records and about %d missing", name, packing, s.Records, s.MissingRecords)
			}
		}
	}
}

func noiseOf(i, n int) string {
	var b strings.Builder
	for x := uint32(i + 1); b.Len() < n; {
		x = x*1664525 + 1013904223
		b.WriteByte("abcdefghijklmnopqrstuvwxyz012345"[x>>27])
	}
	return b.String()
}

func membersOf(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(gzipped(p))
	}
	return b.String()
}

// An archive may end anywhere in its last record: the others are read, that one is not whole, and the file is named.
func TestArchivesCutAnywhere(t *testing.T) {
	whole := pageOf("http://a.example/", "", linkTo("http://b.example/"), 0)
	last := pageOf("http://c.example/", "", linkTo("http://d.example/"), 0)
	for name, pack := range map[string]func(string) string{"plain": func(s string) string { return s }, "gzip": gzipped} {
		first, packed := pack(whole), pack(last)
		for cut := 1; cut < len(packed)-8; cut += 1 + len(packed)/40 {
			path := writtenAs(t, "x.warc", first+packed[:cut])
			crawl, s := imported(t, ingest.Options{Inputs: []string{path}})
			if arcs := arcsOf(t, crawl); len(arcs) == 0 || arcs[0] != arcAB || s.Bad != 0 || s.NotWhole != 1 || len(s.Breaks) != 1 || s.SkippedBytes != 0 {
				t.Errorf("%s, cut at %d: got %q, %d bad, %d not whole, breaks %v, %d bytes skipped", name, cut, arcs, s.Bad, s.NotWhole, s.Breaks, s.SkippedBytes)
			}
			if _, err := tryImport(t, ingest.Options{Inputs: []string{path}, Strict: true}); !errors.Is(err, tally.ErrBadInput) {
				t.Errorf("%s, cut at %d, strict: got %v", name, cut, err)
			}
		}
	}
}

// Bodies of ARC files without HTTP header are pages or files, as their type or their beginning says.
func TestARCWithoutHeaders(t *testing.T) {
	body := func(uri, kind, text string) string {
		return fmt.Sprintf("%s 1.2.3.4 20010926085547 %s %d\n%s\n", uri, kind, len(text), text)
	}
	arc := "filedesc://x.arc 0.0.0.0 20040101000000 text/plain 76\n1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n\n" +
		body("http://a.example/", "text/html", "<title>x</title>"+linkTo("http://b.example/")) +
		body("http://a.example/none", "no-type", "<html>"+linkTo("http://c.example/")) +
		body("http://a.example/text", "text/plain", "say "+linkTo("http://d.example/")) +
		body("http://a.example/image", "image/gif", "GIF89a"+linkTo("http://e.example/"))
	crawl, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x.arc", arc)}})
	want := []string{"http://a.example/ http://b.example/ link", "http://a.example/none http://c.example/ link"}
	if got := arcsOf(t, crawl); !slices.Equal(got, want) || s.Bad != 0 {
		t.Errorf("got %q and %d bad, want %q", got, s.Bad, want)
	}
}

// Segments are joined over files, by identifier; what lacks one is not whole, and what lacks the first is counted.
func TestSegments(t *testing.T) {
	part := func(number int, id, text, fields string) string {
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: continuation\r\nWARC-Target-URI: http://a.example/\r\nWARC-Record-ID: <urn:uuid:c%d>\r\nWARC-Segment-Number: %d\r\n"+
			"WARC-Segment-Origin-ID: %s\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", number, number, id, fields, len(text), text)
	}
	first := pageOf("http://a.example/", "WARC-Segment-Number: 1\r\n", "<p>"+linkTo("/1")+"<a hre", 0)
	id := first[strings.Index(first, "<urn:"):]
	id = id[:strings.Index(id, ">")+1]
	second, third := part(2, id, `f="/2">2</a>`, ""), part(3, id, linkTo("/3"), "WARC-Segment-Total-Length: ")
	head := len("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
	total := head + len("<p>"+linkTo("/1")+"<a hre") + len(`f="/2">2</a>`) + len(linkTo("/3"))
	third = strings.Replace(third, "Total-Length: ", fmt.Sprintf("Total-Length: %d\r\n", total), 1)
	for name, c := range map[string]struct {
		files    []string
		arcs     string
		notWhole int64
		lone     int64
	}{
		"one file":     {[]string{first + second + third}, "1 2 3", 0, 0},
		"three files":  {[]string{first, second, third}, "1 2 3", 0, 0},
		"no last":      {[]string{first + second}, "1 2", 1, 0},
		"no first":     {[]string{second + third + pageOf("http://a.example/", "", linkTo("/x"), 0)}, "x", 0, 2},
		"first alone":  {[]string{first}, "1", 1, 0},
		"no second":    {[]string{first + third}, "1", 1, 0},
		"wrong length": {[]string{first + second + strings.Replace(third, fmt.Sprintf("Total-Length: %d", total), "Total-Length: 9", 1)}, "1 2 3", 1, 0},
	} {
		var o ingest.Options
		for i, f := range c.files {
			o.Inputs = append(o.Inputs, writtenAs(t, fmt.Sprint(i, ".warc"), f))
		}
		crawl, s := imported(t, o)
		var got []string
		for _, a := range arcsOf(t, crawl) {
			got = append(got, strings.TrimPrefix(strings.Fields(a)[1], "http://a.example/"))
		}
		slices.Sort(got)
		if lone := s.Manifest.Steps[0].Notes["segments of records whose first segment is not in the input, left out"]; strings.Join(got, " ") != c.arcs || s.NotWhole != c.notWhole || lone != c.lone {
			t.Errorf("%s: got the links %q, %d not whole, %d alone; want %q, %d, %d", name, got, s.NotWhole, lone, c.arcs, c.notWhole, c.lone)
		}
	}
}

// Files that cannot be read are left out as if they had not been named, listed and counted; others make the crawl.
func TestSkipBadFiles(t *testing.T) {
	good := writtenAs(t, "a.warc", pageOf("http://a.example/", "", linkTo("http://b.example/"), 0))
	more := writtenAs(t, "b.warc.gz", membersOf(pageOf("http://c.example/", "", linkTo("http://d.example/"), 0)))
	hole := writtenAs(t, "hole.warc", pageOf("http://x.example/", "", linkTo("http://y.example/"), 0)+strings.Repeat("\x00", 9000))
	denied := writtenAs(t, "c.warc.gz", "Access denied\n")
	page := writtenAs(t, "d.warc.gz", "<!DOCTYPE html><html><body>503</body></html>")
	prose := writtenAs(t, "README", "two words\nagain two\n")
	sums := writtenAs(t, "sums.txt", "d41d8cd98f00b204e9800998ecf8427e  a.warc\n0cc175b9c0f1b6a831c399e269772661  b.warc.gz\n")
	cut := writtenAs(t, "e.warc.xz", xzed(pageOf("http://z.example/", "", noiseOf(1, 5000), 0))[:900])
	missing := filepath.Join(t.TempDir(), "missing.warc")
	bad := []string{hole, denied, page, prose, sums, cut, missing}
	for _, b := range bad {
		for _, inputs := range [][]string{{good, b, more}, {b, good, more}} {
			if _, err := tryImport(t, ingest.Options{Inputs: inputs}); err == nil {
				t.Errorf("%s is read", inputs)
			}
		}
	}
	want := []string{arcAB, arcCD}
	for i := range bad {
		inputs := slices.Concat(bad[i:], []string{good}, bad[:i], []string{more})
		crawl, s := imported(t, ingest.Options{Inputs: inputs, SkipBad: true})
		if got := arcsOf(t, crawl); !slices.Equal(got, want) || crawl.NumPages() != 4 || len(s.Skipped) != len(bad) || s.Records != 2 || s.SkippedBytes != 0 {
			t.Errorf("got %d pages, %q, %d records and %d files left out: %v", crawl.NumPages(), got, s.Records, len(s.Skipped), s.Skipped)
		}
		log, err := os.ReadFile(s.Log)
		if err != nil || strings.Count(string(log), "\tleft out\t") != len(bad) {
			t.Errorf("the log has %q, %v", log, err)
		}
	}
	var long strings.Builder // more than a batch holds
	for i := range 15_000 {
		long.WriteString(pageOf(fmt.Sprint("http://x.example/", noiseOf(i, 200)), "", linkTo(fmt.Sprint("http://y.example/", noiseOf(i+1, 200))), 0))
	}
	big := writtenAs(t, "big.warc", long.String()+strings.Repeat("\x00", 1<<20))
	crawl, s := imported(t, ingest.Options{Inputs: []string{good, big, more}, SkipBad: true, DraftOptions: store.DraftOptions{Memory: mem.Least}})
	if got := arcsOf(t, crawl); !slices.Equal(got, want) || crawl.NumPages() != 4 || len(s.Skipped) != 1 {
		t.Errorf("a bad file of many batches: got %d pages, %d arcs, %v left out", crawl.NumPages(), len(got), s.Skipped)
	}
	if _, err := tryImport(t, ingest.Options{Inputs: bad, SkipBad: true}); !errors.Is(err, tally.ErrBadInput) {
		t.Errorf("bad files alone: got %v", err)
	}
}

// A list of URLs may stand beside an archive; no other words, nor numbers, in either order, in files and in a tar archive.
func TestOtherKindsAmongArchives(t *testing.T) {
	archive := pageOf("http://a.example/", "", linkTo("http://b.example/"), 0)
	urls := "http://c.example/\thttp://d.example/\nhttp://d.example/\thttp://c.example/\n"
	if crawl, _ := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x", archive), writtenAs(t, "y", urls)}}); crawl.NumPages() != 4 {
		t.Errorf("an archive and URLs: got %d pages", crawl.NumPages())
	}
	for name, text := range map[string]string{"words": "a b\nb c\n", "numbers": "0 1\n1 2\n", "Pajek": "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Arcs\n1 2\n"} {
		x, y := writtenAs(t, "x", archive), writtenAs(t, "y", text)
		for _, inputs := range [][]string{{x, y}, {y, x}} {
			if _, err := tryImport(t, ingest.Options{Inputs: inputs}); err == nil {
				t.Errorf("%s among archives: %q are read", name, inputs)
			}
		}
		crawl, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x.tar", tarred("a.warc", archive, "notes.txt", text))}})
		if crawl.NumPages() != 2 || s.Manifest.Steps[0].Notes["files in archives that were left out: see import.log"] != 1 {
			t.Errorf("%s behind an archive in a tar: got %q", name, namesOf(crawl))
		}
		if _, err := tryImport(t, ingest.Options{Inputs: []string{writtenAs(t, "x.tar", tarred("notes", text, "a.warc", archive))}}); err == nil {
			t.Errorf("%s before an archive in a tar is read", name)
		}
	}
}

// An empty file that is called like an archive is refused, unless a crawl was writing it; it can be left out.
func TestEmptyArchives(t *testing.T) {
	archive := writtenAs(t, "x.warc", pageOf("http://a.example/", "", linkTo("http://b.example/"), 0))
	empty, open := writtenAs(t, "e.warc.gz", ""), writtenAs(t, "e.warc.gz.open", "")
	if _, err := tryImport(t, ingest.Options{Inputs: []string{archive, empty}}); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Errorf("got %v", err)
	}
	for _, o := range []ingest.Options{{Inputs: []string{archive, empty}, SkipBad: true}, {Inputs: []string{archive, open}, MaxBad: 1}} {
		if crawl, _ := imported(t, o); crawl.NumPages() != 2 {
			t.Errorf("%q: got %q", o.Inputs, namesOf(crawl))
		}
	}
}

// A page whose links are thousands of times as long as it is, and one that unpacks to much, make the same crawl with any
// budget; a page that is too large for the budget is refused with what it needs.
func TestLargePagesWithAnyBudget(t *testing.T) {
	base := "http://b.example/" + strings.Repeat("x/", 3000)
	var links, many strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&links, "<a href=%d>%d</a>", i, i)
	}
	for i := range 150_000 {
		fmt.Fprintf(&many, "<a href=/%d>%d</a>", i%1000, i)
	}
	packed := responseOf("http://a.example/z", "", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"+gzipped(many.String()), 0)
	text := pageOf("http://a.example/", "", `<base href="`+base+`">`+links.String(), 0) + packed
	path := writtenAs(t, "x.warc", text)
	var want map[string]store.FileInfo
	for _, memory := range []int64{mem.Least, 64 << 20, 1 << 30} {
		crawl, s := imported(t, ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Memory: memory}})
		files := crawl.Manifest.Files
		delete(files, store.LogFile)
		if want == nil {
			want = files
		}
		if fmt.Sprint(files) != fmt.Sprint(want) || s.Bad != 0 || len(arcsOf(t, crawl)) != 3000 {
			t.Errorf("with %d MiB: got another crawl, %d arcs, %d bad", memory>>20, len(arcsOf(t, crawl)), s.Bad)
		}
	}
	huge := pageOf("http://a.example/", "", strings.Repeat("<p>x", 3<<20), 0)
	var short *mem.ShortError
	if _, err := tryImport(t, ingest.Options{Inputs: []string{writtenAs(t, "x.warc", huge)}, DraftOptions: store.DraftOptions{Memory: mem.Least}}); !errors.As(err, &short) || short.Need < 40<<20 {
		t.Errorf("a page of 12 MiB in %d: got %v", mem.Least, err)
	}
}
