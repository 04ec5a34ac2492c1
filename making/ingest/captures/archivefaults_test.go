package captures_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
)

// packed is a text in gzip.
func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// Records that are bad, incomplete or cut.
func TestDamagedRecords(t *testing.T) {
	first := page(a, "<a href=/x>x</a>")
	second := page(b, "<a href=/y>y</a><a href=/z>z</a>")
	bad := "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: x\r\n\r\n\r\n\r\n"
	z := packed("<a href=/p>p</a>" + strings.Repeat("<p>text</p>", 2000) + "<a href=/q>q</a>")
	coded := rec("response", b, isHTTP, answer("200 OK", isText+"Content-Encoding: gzip\r\n", z[:len(z)-20]))
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a bad record", Options: archive(first, bad, second), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost http://b.example/z:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y http://b.example/→http://b.example/z
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
text http://b.example/→http://b.example/z z
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 76 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 136 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+1, 56 bytes skipped
log - 267 skipped bad record at offset 267: found Content-Length "x", expected a Content-Length in bytes`},
		{Name: "a bad record in a strict import", Options: strict(first, bad, second), Want: `
records 1+1, 56 bytes skipped
error bad input: -, offset 267: bad record at offset 267: found Content-Length "x", expected a Content-Length in bytes`},
		{Name: "a bad record at the end", Options: archive(first, bad), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+1, 56 bytes skipped
log - 267 skipped bad record at offset 267: found Content-Length "x", expected a Content-Length in bytes`},
		{Name: "bytes at the end", Options: archive(first, "garbage\r\n"), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+1, 9 bytes skipped
log - 267 skipped bad record at offset 267: found "garbage\r\n", expected WARC/ and a version`},
		{Name: "bytes between records", Options: archive(first, "garbage\r\n", second), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost http://b.example/z:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y http://b.example/→http://b.example/z
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
text http://b.example/→http://b.example/z z
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 76 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 136 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+1, 9 bytes skipped
log - 267 skipped bad record at offset 267: found "garbage\r\n", expected WARC/ and a version`},
		{Name: "a response that is no HTTP", Options: archive(first, rec("response", b, isHTTP, "x")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+1
log - 267 skipped bad record: no HTTP response: "x"`},
		{Name: "a response that is no HTTP in a strict import", Options: strict(first, rec("response", b, isHTTP, "x")), Want: `
records 1+1
error bad input: -, offset 267: bad record: no HTTP response: "x"`},
		{Name: "an ignored response that is no HTTP", Options: archive(first, rec("response", b, isHTTP+"WARC-Weft-Purpose: robots\r\n", "x")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 records other than captures, such as requests
note 1 responses
records 2+0`},
		{Name: "a cut body", Options: archive(first, second[:len(second)-30]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 76 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 136 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 1 inputs that break off: the rest is missing
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut bad record at offset 267: found the end of the file, expected a block of 76 bytes
break - 267 (-1 bytes missing) bad record at offset 267: found the end of the file, expected a block of 76 bytes`},
		{Name: "a cut body in a strict import", Options: strict(first, second[:len(second)-30]), Want: `
records 1+1
error bad input: -, offset 267: bad record at offset 267: found the end of the file, expected a block of 76 bytes`},
		{Name: "a cut resource", Options: archive(first, rec("resource", b, isText, "<a href=/y>y</a>, and more")[:200]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 26 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 86 bytes, 0 revisits, 1 resources, 0: 1, 200: 1, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 1 inputs that break off: the rest is missing
note 1 resources
note 1 responses
records 2+0, 1 incomplete captures
log - 267 cut bad record at offset 267: found the end of the file, expected a block of 26 bytes
break - 267 (-1 bytes missing) bad record at offset 267: found the end of the file, expected a block of 26 bytes`},
		{Name: "a cut header", Options: archive(first, second[:40]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 inputs that break off: the rest is missing
note 1 records cut before their content at the end of archives
note 1 responses
records 2+0, 1 incomplete captures
log - 267 cut bad record at offset 267: found the end of the file, expected a whole record header
break - 267 (-1 bytes missing) bad record at offset 267: found the end of the file, expected a whole record header`},
		{Name: "a cut header in a strict import", Options: strict(first, second[:40]), Want: `
records 1+1, 40 bytes skipped
error bad input: -, offset 267: bad record at offset 267: found the end of the file, expected a whole record header`},
		{Name: "a cut before the block", Options: archive(first, second[:strings.Index(second, "HTTP")]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 inputs that break off: the rest is missing
note 1 records cut before their content at the end of archives
note 1 responses
records 2+0, 1 incomplete captures
log - 267 cut bad record at offset 267: found the end of the file, expected a block of 76 bytes
break - 267 (-1 bytes missing) bad record at offset 267: found the end of the file, expected a block of 76 bytes`},
		{Name: "a cut request", Options: archive(first, rec("request", b, "", "GET / HTTP/1.1\r\n\r\n")[:165]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 inputs that break off: the rest is missing
note 1 records other than captures, such as requests
note 1 responses
records 2+0
break - 267 (-1 bytes missing) bad record at offset 267: found the end of the file, expected a block of 18 bytes`},
		{Name: "a cut of packed records", Options: archive(packed(first), packed(second)[:60]), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 inputs that break off: the rest is missing
note 1 records cut before their content at the end of archives
note 1 responses
records 2+0, 1 incomplete captures
log - 215 cut bad record at offset 215: found a cut gzip member: unexpected EOF
break - 215 (-1 bytes missing) bad record at offset 215: found a cut gzip member: unexpected EOF`},
		{Name: "a cut of packed records in a strict import", Options: strict(packed(first), packed(second)[:60]), Want: `
records 1+1, 60 bytes skipped
error bad input: -, offset 215: bad record at offset 215: found a cut gzip member: unexpected EOF`},
		{Name: "a packed record before a cut one", Options: archive(packed(first), packed(second)[:60], packed(page(a+"q", "<a href=/r>r</a>"))), Want: `
as archive
pages http://a.example/:fetched http://a.example/q:fetched http://a.example/r:ghost http://a.example/x:ghost
arcs http://a.example/→http://a.example/x http://a.example/q→http://a.example/r
text http://a.example/q→http://a.example/r r
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://a.example/q 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+1, 60 bytes skipped
log - 215 skipped bad record at offset 215: found a damaged gzip member: flate: corrupt input before offset 52`},
		{Name: "marked as incomplete", Options: archive(first, rec("response", b, isHTTP+"WARC-Truncated: length\r\n", answer("200 OK", isText, "<a href=/y>y</a>"))), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the archive marks it as incomplete: length`},
		{Name: "marked as incomplete, beside a whole", Options: archive(page(b, "<a href=/w>w</a>"), rec("response", b, isHTTP+"WARC-Truncated: length\r\n", answer("200 OK", isText, "<a href=/y>y</a>"))), Want: `
as archive
pages http://b.example/:fetched http://b.example/w:ghost http://b.example/y:ghost
arcs http://b.example/→http://b.example/w
text http://b.example/→http://b.example/w w
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 120 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 captures of pages that were captured before: the best state holds, and the links of all are joined
note 2 html
note 1 incomplete captures, read as far as they go
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the archive marks it as incomplete: length`},
		{Name: "a resource marked as incomplete", Options: archive(rec("resource", b, isText+"WARC-Truncated: time\r\n", "<a href=/y>y</a>"), rec("resource", b, isText, "<a href=/w>w</a>")), Want: `
as archive
pages http://b.example/:fetched http://b.example/w:ghost http://b.example/y:ghost
arcs http://b.example/→http://b.example/w http://b.example/→http://b.example/y
text http://b.example/→http://b.example/w w
text http://b.example/→http://b.example/y y
facts http://b.example/ 16 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 32 bytes, 0 revisits, 2 resources, 0: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of pages that were captured before: the best state holds, and the links of all are joined
note 2 html
note 1 incomplete captures, read as far as they go
note 2 resources
records 2+0, 1 incomplete captures
log - 0 cut the archive marks it as incomplete: time`},
		{Name: "an encoding that breaks off", Options: archive(first, coded), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/p:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/p
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/p p
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 167 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 227 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the body breaks off inside its encoding; what came before is used`},
	})
}

// cut returns a text without its last bytes.
func cut(text string, n int) string { return text[:len(text)-n] }
