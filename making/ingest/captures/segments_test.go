package captures_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
)

// segment is a segment of a record: the first has number 1.
func segment(uri string, number int, fields, block string) string {
	kind := "continuation"
	if number == 1 {
		kind, fields = "response", isHTTP+fields
	}
	return rec(kind, uri, fmt.Sprintf("WARC-Segment-Number: %d\r\n%s", number, fields), block)
}

func TestSegments(t *testing.T) {
	head := answer("200 OK", isText, "<a href=/x>x</a>")
	from := fmt.Sprintf("WARC-Segment-Origin-ID: <urn:uuid:%d>\r\n", len(head))
	const two, three = "<a href=/y>y</a>", "<a href=/z>z</a>"
	total := func(n int) string { return fmt.Sprintf("WARC-Segment-Total-Length: %d\r\n", n) }
	one := segment(a, 1, "", head)
	end := total(len(head) + len(two))
	within := func(memory, most int64, records ...string) ingesttest.Options {
		o := archive(records...)
		o.Memory, o.MaxPage = memory, most
		return o
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "two segments", Options: archive(one, segment(a, 2, from+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records, joined to their first
records 1+0`},
		{Name: "three segments", Options: archive(one, segment(a, 2, from, two), page(b, "<a href=/w>w</a>"), segment(a, 3, from+total(len(head)+len(two)+len(three)), three)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost http://a.example/z:ghost http://b.example/:fetched http://b.example/w:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y http://a.example/→http://a.example/z http://b.example/→http://b.example/w
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
text http://a.example/→http://a.example/z z
text http://b.example/→http://b.example/w w
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 152 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 html
note 2 responses
note 2 segments of records, joined to their first
records 3+0`},
		{Name: "two files", Options: ingesttest.Options{Inputs: []string{ingesttest.File(t, "1.warc", one), ingesttest.File(t, "2.warc", segment(a, 2, from+end, two))}}, Want: `
as archive
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records, joined to their first
records 1+0`},
		{Name: "an identifier without brackets", Options: archive(one, segment(a, 2, strings.NewReplacer("<", "", ">", "").Replace(from)+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records, joined to their first
records 1+0`},
		{Name: "an invented identifier", Options: archive(one, segment(a, 2, "WARC-Segment-Origin-ID: <urn:uuid:x>\r\n"+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records, joined to their first
records 1+0`},
		{Name: "an invented identifier and another number", Options: archive(one, segment(a, 3, "WARC-Segment-Origin-ID: <urn:uuid:x>\r\n"+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 1 segments of records whose first segment is not in the input, left out
records 2+0, 1 incomplete captures
log - 0 cut segment 2 of the record is missing`},
		{Name: "an invented identifier and another address", Options: archive(one, segment(b, 2, "WARC-Segment-Origin-ID: <urn:uuid:x>\r\n"+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 1 segments of records whose first segment is not in the input, left out
records 2+0, 1 incomplete captures
log - 0 cut segment 2 of the record is missing`},
		{Name: "an invented identifier and no address", Options: archive(segment("", 1, "", head), segment("", 2, "WARC-Segment-Origin-ID: <urn:uuid:x>\r\n"+end, two), page(b, "x")), Want: `
as archive
pages http://b.example/:fetched
facts http://b.example/ 200 45 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 45 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 records other than captures, such as requests
note 1 responses
note 1 segments of records whose first segment is not in the input, left out
records 3+0`},
		{Name: "two records that it may belong to", Options: archive(one, segment(a, 1, "", head+" "), segment(a, 2, "WARC-Segment-Origin-ID: <urn:uuid:x>\r\n"+end, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 61 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 121 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 captures of a page in part: their links count unless a whole capture of the page exists
note 1 captures of pages that were captured before: the best state holds, and the links of all are joined
note 2 html
note 2 incomplete captures, read as far as they go
note 2 responses
note 1 segments of records whose first segment is not in the input, left out
records 3+0, 2 incomplete captures
log - 0 cut segment 2 of the record is missing
log - 291 cut segment 2 of the record is missing`},
		{Name: "no last segment", Options: archive(one, segment(a, 2, from, two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 1 segments of records, joined to their first
records 2+0, 1 incomplete captures
log - 0 cut segment 3 of the record is missing`},
		{Name: "the first segment alone", Options: archive(one, page(b, "x")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:fetched
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://b.example/ 200 45 bytes "text/html" 2020-01-01T00:00:00.000
responses 2 of 105 bytes, 0 revisits, 0 resources, 200: 2, text/html: 2, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 html
note 1 incomplete captures, read as far as they go
note 2 responses
records 2+0, 1 incomplete captures
log - 0 cut segment 2 of the record is missing`},
		{Name: "a segment missing", Options: archive(one, segment(a, 3, from+total(99), three)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 1 segments of records, joined to their first
records 1+0, 1 incomplete captures
log - 0 cut its segments have 76 bytes, and 99 by WARC-Segment-Total-Length`},
		{Name: "a segment missing before others", Options: archive(one, segment(a, 3, from, three), segment(a, 4, from+total(99), two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 92 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 2 segments of records, joined to their first
records 2+0, 1 incomplete captures
log - 0 cut its segments have 92 bytes, and 99 by WARC-Segment-Total-Length`},
		{Name: "no first segment", Options: archive(segment(a, 2, from+end, two), page(b, "x")), Want: `
as archive
pages http://b.example/:fetched
facts http://b.example/ 200 45 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 45 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records whose first segment is not in the input, left out
records 2+0`},
		{Name: "another length", Options: archive(one, segment(a, 2, from+total(99), two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 responses
note 1 segments of records, joined to their first
records 1+0, 1 incomplete captures
log - 0 cut its segments have 76 bytes, and 99 by WARC-Segment-Total-Length`},
		{Name: "a length that is no number", Options: archive(one, segment(a, 2, from+"WARC-Segment-Total-Length: x\r\n", two)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
note 1 segments of records, joined to their first
records 1+0`},
		{Name: "a whole first segment", Options: archive(segment(a, 1, total(len(head)), head)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+0`},
		{Name: "a number that is none", Options: archive(rec("response", a, isHTTP+"WARC-Segment-Number: x\r\n", head)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+0`},
		{Name: "the number 0", Options: archive(rec("response", a, isHTTP+"WARC-Segment-Number: 0\r\n", head)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 responses
records 1+0`},
		{Name: "segments of other records", Options: archive(rec("request", a, "WARC-Segment-Number: 1\r\n", "GET / HTTP/1.1\r\n\r\n"), page(b, "x")), Want: `
as archive
pages http://b.example/:fetched
facts http://b.example/ 200 45 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 45 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 records other than captures, such as requests
note 1 responses
records 2+0`},
		{Name: "a cut segment", Options: archive(one, cut(segment(a, 2, from+end, two), 10)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 76 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 1 html
note 1 incomplete captures, read as far as they go
note 1 inputs that break off: the rest is missing
note 1 responses
note 1 segments of records, joined to their first
records 1+0, 1 incomplete captures
log - 0 cut bad record at offset 291: found the end of the file, expected a block of 16 bytes
break - 291 (-1 bytes missing) bad record at offset 291: found the end of the file, expected a block of 16 bytes`},
		{Name: "segments above the limit of a page", Options: within(0, int64(len(head)+20), one, segment(a, 2, from, two), segment(a, 3, from+total(len(head)+len(two)+len(three)), three)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 92 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 incomplete captures, read as far as they go
note 1 pages larger than the option max-page allows, read up to there
note 1 responses
note 2 segments of records, joined to their first
records 2+0, 1 incomplete captures
log - 0 cut its segments are read up to 80 bytes`},
		{Name: "segments above the budget", Options: within(mem.Least, 0, segment(a, 1, "", head+strings.Repeat(" ", 1_500_000)), segment(b, 1, "", head+strings.Repeat(" ", 1_500_001))), Want: `
records 0+0
error -: 2 records whose next segments are awaited needs 38.9 MiB, 'memory' is 32.0 MiB: give at least 'memory' 39MiB`},
		{Name: "a strict import", Options: strict(one, segment(a, 3, from+total(99), three)), Want: `
records 0+1
error bad input: -, offset 0: its segments have 76 bytes, and 99 by WARC-Segment-Total-Length`},
		{Name: "no last segment in a strict import", Options: strict(one), Want: `
records 0+1
error bad input: -, offset 0: segment 2 of the record is missing`},
	})
}
