package captures_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
)

// Packages of archives (WACZ), whole and with damaged parts.
func TestPackages(t *testing.T) {
	first, second := page(a, "<a href=/x>x</a>"), page(b, "<a href=/y>y</a>")
	wacz := func(all ...string) ingesttest.Options {
		all = append(files{"datapackage.json", "{}"}, all...)
		return ingesttest.Options{MaxBad: 1, Inputs: []string{ingesttest.File(t, "p.wacz", zippedFiles(t, all))}}
	}
	broken := func(text string) ingesttest.Options {
		var data bytes.Buffer
		w := zip.NewWriter(&data)
		for i, part := range []string{"{}", first, second} {
			f, err := w.CreateHeader(&zip.FileHeader{Name: []string{"datapackage.json", "archive/1.warc", "archive/2.warc"}[i]})
			if err == nil {
				_, err = io.WriteString(f, part)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return ingesttest.Options{MaxBad: 1, Inputs: []string{ingesttest.File(t, "p.wacz", strings.Replace(data.String(), text, strings.ToUpper(text), 1))}}
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "two archives", Options: wacz("archive/1.warc", first, "archive/2.warc.gz", packed(second), "pages/pages.jsonl", "{}"), Want: `
as wacz
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+0`},
		{Name: "an archive that is cut", Options: wacz("archive/1.warc", cut(first, 20), "archive/2.warc", second), Want: `
as wacz
pages http://b.example/:fetched http://b.example/y:ghost
arcs http://b.example/→http://b.example/y
text http://b.example/→http://b.example/y y
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 1 html
note 1 incomplete captures, read as far as they go
note 1 inputs that break off: the rest is missing
note 2 responses
note 1 responses without a body
records 2+0, 1 incomplete captures
log p.wacz#archive/1.warc 0 cut bad record at offset 0: found the end of the file, expected a block of 60 bytes
break p.wacz#archive/1.warc 0 (-1 bytes missing) bad record at offset 0: found the end of the file, expected a block of 60 bytes`},
		{Name: "a packed archive that is cut", Options: wacz("archive/1.warc.gz", cut(packed(first), 20), "archive/2.warc", second), Want: `
as wacz
pages http://a.example/:fetched http://b.example/:fetched http://b.example/y:ghost
arcs http://b.example/→http://b.example/y
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 1 inputs that break off: the rest is missing
note 2 responses
records 2+0, 1 incomplete captures
log p.wacz#archive/1.warc.gz 0 cut bad record at offset 0: found a cut gzip member: unexpected EOF
break p.wacz#archive/1.warc.gz 0 (-1 bytes missing) bad record at offset 0: found a cut gzip member: unexpected EOF`},
		{Name: "a bad record", Options: wacz("archive/1.warc", "garbage\r\n"+first, "archive/2.warc", second), Want: `
as wacz
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+1, 9 bytes skipped
log p.wacz#archive/1.warc 0 skipped bad record at offset 0: found "garbage\r\n", expected WARC/ and a version, or an ARC header line`},
		{Name: "a part that is damaged", Options: broken("/x>x</a>"), Want: `
as wacz
pages http://a.example/:fetched http://a.example/X:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/X http://b.example/→http://b.example/y
text http://a.example/→http://a.example/X X
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 1 inputs that break off: the rest is missing
note 2 responses
records 2+1
log p.wacz#archive/1.warc 267 skipped a part of the package breaks off: zip: checksum error
break p.wacz#archive/1.warc 267 (0 bytes missing) zip: checksum error`},
		{Name: "no archive", Options: wacz("pages/pages.jsonl", "{}"), Want: `
records 0+0
error p.wacz: none of the 2 files in it can be read: datapackage.json: a description by its name; if it is the HTML of a site, give its address with 'base-url'`},
	})
}

// Records are used again after their captures were taken: no capture keeps anything of another.
func TestManyRecords(t *testing.T) {
	var records, pages, arcs []string
	for i := range 40 {
		uri := fmt.Sprintf("%s%02d", a, i)
		next := fmt.Sprintf("%s%02d", a, (i+1)%40)
		switch i % 4 {
		case 0:
			records = append(records, page(uri, "<title>T</title><a href="+next+">x</a>"))
			pages, arcs = append(pages, uri+":fetched"), append(arcs, uri+"→"+next)
		case 1:
			records = append(records, rec("response", uri, isHTTP, answer("404 No", "", "")))
			pages = append(pages, uri+":failed")
		case 2:
			records = append(records, rec("response", uri, isHTTP+"WARC-Truncated: length\r\n", answer("200 OK", isText, "x")))
			pages = append(pages, uri+":fetched")
		default:
			records = append(records, rec("request", uri, "", "GET"), rec("resource", uri, isText, "x"), rec("response", "dns:x", "Content-Type: text/dns\r\n", "x"))
			pages = append(pages, uri+":fetched")
		}
	}
	o := archive(records...)
	o.Workers = 1
	got := strings.Split(ingesttest.Tell(t, o), "\n")
	for _, want := range []string{"pages " + strings.Join(pages, " "), "arcs " + strings.Join(arcs, " "), "note 10 incomplete captures, read as far as they go", "note 20 records other than captures, such as requests", "note 10 resources", "note 30 responses", "records 60+0, 10 incomplete captures"} {
		if !slices.Contains(got, want) {
			t.Errorf("got %s, want a line %s", strings.Join(got, "\n"), want)
		}
	}
}

// Large pages of a site as files, with links to folders and to files that are pages of their folders.
func TestLargeFiles(t *testing.T) {
	large := files{"a.html", strings.Repeat("<a href=b/>b</a><a href=b/index.html>i</a>", 30_000) + "<a href=last>l</a>", "b/index.html", "x"}
	small := func(o ingesttest.Options) ingesttest.Options {
		o.Memory, o.Workers = mem.Least, 2
		return site(o, folder(t, large))
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "folders", Options: small(ingesttest.Options{}), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b/:ghost http://a.example/d/b/index.html:fetched http://a.example/d/last:ghost
arcs http://a.example/d/a.html→http://a.example/d/b/ http://a.example/d/a.html→http://a.example/d/b/index.html http://a.example/d/a.html→http://a.example/d/last
text http://a.example/d/a.html→http://a.example/d/b/ b
text http://a.example/d/a.html→http://a.example/d/b/index.html i
text http://a.example/d/a.html→http://a.example/d/last l
facts http://a.example/d/a.html 1260018 bytes "text/html"
facts http://a.example/d/b/index.html 1 bytes "text/html"
note 2 files
note 2 html
note 30000 links to a folder whose index file is in the tree as a page of its own (--index-files makes them one)
records 2+0`},
		{Name: "index files of large pages", Options: small(ingesttest.Options{IndexFiles: []string{"index.html"}}), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b/:fetched http://a.example/d/last:ghost
arcs http://a.example/d/a.html→http://a.example/d/b/ http://a.example/d/a.html→http://a.example/d/last
text http://a.example/d/a.html→http://a.example/d/b/ b
text http://a.example/d/a.html→http://a.example/d/b/ i
text http://a.example/d/a.html→http://a.example/d/last l
facts http://a.example/d/a.html 1260018 bytes "text/html"
facts http://a.example/d/b/ 1 bytes "text/html"
note 2 files
note 2 html
note 30000 links to index files, taken for links to their folders
records 2+0`},
	})
}
