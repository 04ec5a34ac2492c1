package captures_test

import (
	"bytes"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
)

// Files of a zip file that cannot be unpacked end the import, if they may be pages. Other files are not read.
func TestZipFaults(t *testing.T) {
	all := files{"a.html", "<a href=b.html>b</a>" + strings.Repeat("<p>", 100), "b.html", "x", "c.css", "p {}"}
	changed := func(change func(data []byte)) ingesttest.Options {
		data := []byte(zippedFiles(t, all))
		change(data)
		return site(ingesttest.Options{}, ingesttest.File(t, "tree", string(data)))
	}
	entry := func(data []byte, name string) []byte { return data[bytes.LastIndex(data, []byte(name))-46:] } // of the directory
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a damaged page", Options: changed(func(data []byte) { copy(data[30+len("a.html"):], "\xff\xff\xff") }), Want: `
records 0+0
error tree: "a.html": the file cannot be unpacked: flate: corrupt input before offset 1`},
		{Name: "an encrypted page", Options: changed(func(data []byte) { entry(data, "b.html")[8] |= 1 }), Want: `
records 1+0
error tree: "b.html": the file cannot be unpacked: it is encrypted`},
		{Name: "a page packed in another way", Options: changed(func(data []byte) { entry(data, "b.html")[10] = 99 }), Want: `
records 1+0
error tree: "b.html": the file cannot be unpacked: zip: unsupported compression algorithm`},
		{Name: "a style packed in another way", Options: changed(func(data []byte) { entry(data, "c.css")[10] = 99 }), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:fetched
arcs http://a.example/d/a.html→http://a.example/d/b.html
text http://a.example/d/a.html→http://a.example/d/b.html b
facts http://a.example/d/a.html 320 bytes "text/html"
facts http://a.example/d/b.html 1 bytes "text/html"
note 2 files
note 1 files left out: of another type by their names
note 2 html
records 2+0
log tree#c.css 0 left out of another type by their names`},
		{Name: "a symbolic link", Options: changed(func(data []byte) {
			e := entry(data, "b.html")
			e[5], e[41] = 3, 0xa0 // a link of Unix
		}), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b.html:ghost
arcs http://a.example/d/a.html→http://a.example/d/b.html
text http://a.example/d/a.html→http://a.example/d/b.html b
facts http://a.example/d/a.html 320 bytes "text/html"
note 1 files
note 1 files left out: links and devices, which are not followed
note 1 files left out: of another type by their names
note 1 html
records 1+0
log tree#b.html 0 left out links and devices, which are not followed
log tree#c.css 0 left out of another type by their names`},
		{Name: "a page of two", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", zippedFiles(t, files{"a.html", "one", "./a.html", "<a href=b>b</a>"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b:ghost
arcs http://a.example/d/a.html→http://a.example/d/b
text http://a.example/d/a.html→http://a.example/d/b b
facts http://a.example/d/a.html 15 bytes "text/html"
note 1 files
note 1 html
records 1+0`},
		{Name: "a page of two in a tar archive", Options: site(ingesttest.Options{}, ingesttest.File(t, "tree", tarred(t, files{"a.html", "one", "./a.html", "<a href=b>b</a>"}))), Want: `
as html
pages http://a.example/d/a.html:fetched http://a.example/d/b:ghost
arcs http://a.example/d/a.html→http://a.example/d/b
text http://a.example/d/a.html→http://a.example/d/b b
facts http://a.example/d/a.html 15 bytes "text/html"
note 1 files
note 1 html
records 1+0`},
	})
}
