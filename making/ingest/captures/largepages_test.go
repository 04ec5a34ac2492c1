package captures_test

import (
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
)

// Pages that are larger than a page may be, or than a worker may read.
func TestLargePages(t *testing.T) {
	first := page(a, "<a href=/x>x</a>")
	links := func(n int) string {
		return strings.Repeat("<a href=/y>y</a>", n) + "<a href=/last>last</a>"
	}
	large := func(memory, most int64, records ...string) ingesttest.Options {
		o := archive(records...)
		o.Memory, o.MaxPage, o.Workers = memory, most, 2
		return o
	}
	coded := rec("response", b, isHTTP, answer("200 OK", isText+"Content-Encoding: gzip\r\n", packed("<a href=/y>y</a>"+strings.Repeat(" ", 3<<20)+"<a href=/last>l</a>")))
	ignored := rec("response", b, isHTTP, answer("200 OK", "Content-Type: image/png\r\n", strings.Repeat("x", 5000)))
	aside := rec("response", b, isHTTP+"WARC-Weft-Purpose: requisite\r\n", answer("200 OK", isText, links(60_000)))
	part := rec("response", b, isHTTP+"WARC-Truncated: length\r\n", answer("200 OK", isText, links(60_000)))
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a page above the limit", Options: large(0, 500, first, page(b, links(100))), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 1666 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 1726 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the block of 1666 bytes is read up to 500`},
		{Name: "an image above the limit", Options: large(0, 500, first, ignored), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 5104 bytes, 0 revisits, 0 resources, 200: 2, image/png: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 1 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the body unpacks to more than 500 bytes, and is read up to there`},
		{Name: "a packed page above the limit", Options: large(0, 1<<20, first, coded), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 3190 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 3250 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
note 2 responses
records 2+0, 1 incomplete captures
log - 267 cut the body unpacks to more than 1048576 bytes, and is read up to there`},
		{Name: "a packed page above the share of a worker", Options: large(mem.Least, 8<<20, first, coded), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/last:ghost http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/last http://b.example/→http://b.example/y
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/last l
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 3190 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 3250 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
records 2+0`},
		{Name: "a packed page above the budget", Options: large(mem.Least, 8<<20, first, rec("response", b, isHTTP, answer("200 OK", isText+"Content-Encoding: gzip\r\n", packed(strings.Repeat(" ", 5<<20)+"<a href=/last>l</a>")))), Want: `
records 2+0
error -: a page that unpacks to more than 4.0 MiB needs 48.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 48MiB`},
		{Name: "a page above the budget", Options: large(mem.Least, 64<<20, first, page(b, strings.Repeat(" ", 3<<20))), Want: `
records 1+0
error -: the record at offset 267, which has 3.0 MiB, needs 34.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 35MiB`},
		{Name: "an image above the budget", Options: large(mem.Least, 64<<20, first, rec("response", b, isHTTP, answer("200 OK", "Content-Type: image/png\r\n", strings.Repeat("x", 5<<20)))), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 5242984 bytes, 0 revisits, 0 resources, 200: 2, image/png: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 1 html
note 2 responses
records 2+0`},
		{Name: "many links", Options: large(mem.Least, 64<<20, first, page(b, links(60_000)), page(b+"z", "<a href=/w>w</a>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/last:ghost http://b.example/w:ghost http://b.example/y:ghost http://b.example/z:fetched
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/last http://b.example/→http://b.example/y http://b.example/z→http://b.example/w
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/last last
text http://b.example/z→http://b.example/w w
text http://b.example/→http://b.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 960066 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/z 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 3 of 960186 bytes, 0 revisits, 0 resources, 200: 3, text/html: 3, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 3 html
note 3 responses
records 3+0`},
		{Name: "many links of a part", Options: large(mem.Least, 64<<20, first, part, page(b, "<a href=/w>w</a>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched http://b.example/last:ghost http://b.example/w:ghost http://b.example/y:ghost
arcs http://a.example/→http://a.example/x http://b.example/→http://b.example/w
text http://a.example/→http://a.example/x x
text http://b.example/→http://b.example/w w
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 3 of 960186 bytes, 0 revisits, 0 resources, 200: 3, text/html: 3, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 captures of pages that were captured before: the best state holds, and the links of all are joined
note 3 html
note 1 incomplete captures, read as far as they go
note 3 responses
records 3+0, 1 incomplete captures
log - 267 cut the archive marks it as incomplete: length`},
		{Name: "many links of notes", Options: large(mem.Least, 64<<20, rec("revisit", a, isHTTP, answer("200 OK", isText, "")), rec("metadata", a, "Content-Type: application/warc-fields\r\n", strings.Repeat("outlink: link\t"+a+"x\r\n", 60_000)+"outlink: link\t"+a+"last\r\n")), Want: `
as archive
pages http://a.example/:fetched http://a.example/last:ghost http://a.example/x:ghost
arcs http://a.example/→http://a.example/last http://a.example/→http://a.example/x
facts http://a.example/ 200 "text/html" 2020-01-01T00:00:00.000
responses 1 of 44 bytes, 1 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 crawl notes
note 1 revisits
records 2+0`},
		{Name: "many links of what a page needs", Options: large(mem.Least, 64<<20, page(a, "<a href="+b+">b</a>"), aside), Want: `
as archive
pages http://a.example/:fetched http://b.example/:fetched
arcs http://a.example/→http://b.example/
text http://a.example/→http://b.example/ b
facts http://a.example/ 200 75 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 960066 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 960141 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 2 responses
records 2+0`},
	})
}
