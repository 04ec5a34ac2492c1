package captures_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
)

// rec is a record of WARC. Fields are lines of its header.
func rec(kind, uri, fields, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, len(block), uri, fields, len(block), block)
}

const (
	isHTTP = "Content-Type: application/http; msgtype=response\r\n"
	isText = "Content-Type: text/html\r\n"
	a      = "http://a.example/"
	b      = "http://b.example/"
)

// answer is a response of HTTP.
func answer(status, fields, body string) string {
	return "HTTP/1.1 " + status + "\r\n" + fields + "\r\n" + body
}

// page is a record of a page with a body.
func page(uri, body string) string {
	return rec("response", uri, isHTTP, answer("200 OK", isText, body))
}

// wat is a record of WAT about a record of a type.
func wat(kind, uri, more string) string {
	text := fmt.Sprintf(`{"Envelope":{"WARC-Header-Metadata":{"WARC-Type":%q,"WARC-Target-URI":%q,"WARC-Date":"2018-02-03T04:05:06Z"%s}}`, kind, uri, more)
	return rec("metadata", uri, "Content-Type: application/json\r\n", text)
}

// archive is the case of an archive.
func archive(records ...string) ingesttest.Options {
	return ingesttest.Options{MaxBad: 1, Stdin: strings.NewReader(strings.Join(records, "")), Inputs: []string{"-"}}
}

// strict is such a case of a strict import.
func strict(records ...string) ingesttest.Options {
	o := archive(records...)
	o.Strict = true
	return o
}

// Records of all kinds.
func TestRecords(t *testing.T) {
	const described = `,"WARC-Payload-Digest":"sha1:XYZ","Content-Length":"321"},"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},"Headers":{"Content-Type":"text/html"},"HTML-Metadata":{"Head":{"Title":"T"},"Links":[{"path":"A@/href","url":"/x","text":"to x"}]}}}`
	const dated = "WARC-Payload-Digest: sha1:ABC\r\n"
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a page", Options: archive(rec("response", a, isHTTP+dated, answer("200 OK", "Content-Type: text/html; charset=utf-8\r\n", "<title>A &amp; B</title><meta property=og:site_name content=S><link rel=stylesheet href=s.css><a href=/x>to x</a><a rel=nofollow href=/y>y</a><a href=mailto:x>m</a><a href='http://['>bad</a>"))), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y:link+nofollow
text http://a.example/→http://a.example/x to x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 249 bytes "text/html" "sha1:ABC" "A & B" "S" 2020-01-01T00:00:00.000 styled
responses 1 of 249 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 bad links
note 1 html
note 1 mailto: links, which do not lead to pages
note 1 responses
records 1+0, 1 bad links
log - 0 links 1 links of http://a.example/ are not URLs`},
		{Name: "statuses", Options: archive(
			rec("response", a, isHTTP, answer("301 Moved", "Location: /x\r\n", "")), rec("response", a+"no", isHTTP, answer("404 No", isText, "<a href=/e>e</a>")),
			rec("response", a+"i.png", isHTTP, answer("200 OK", "Content-Type: image/png\r\n", "x")), rec("response", a+"empty", isHTTP, answer("200 OK", isText, "")),
			rec("response", a+"part", isHTTP, answer("206 Part", isText+"Content-Range: bytes 0-9/100\r\n", "<a href=/p>p</a>"))), Want: `
as archive
pages http://a.example/:redirected http://a.example/e:ghost http://a.example/no:failed http://a.example/p:ghost http://a.example/part:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x:redirect http://a.example/no→http://a.example/e http://a.example/part→http://a.example/p
text http://a.example/no→http://a.example/e e
text http://a.example/part→http://a.example/p p
facts http://a.example/ 301 36 bytes 2020-01-01T00:00:00.000
facts http://a.example/no 404 60 bytes "text/html" 2020-01-01T00:00:00.000
facts http://a.example/part 206 92 bytes "text/html" 2020-01-01T00:00:00.000
responses 5 of 277 bytes, 0 revisits, 0 resources, 200: 2, 206: 1, 301: 1, 404: 1, image/png: 1, no media type: 1, text/html: 3, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures of a page in part: their links count unless a whole capture of the page exists
note 2 captures that are not HTML and have no links: pages only if a page links to them
note 2 html
note 5 responses
note 2 responses without a body
records 5+0`},
		{Name: "other records", Options: archive(
			rec("warcinfo", "", "", "software: x"), rec("request", a, "Content-Type: application/http; msgtype=request\r\n", "GET / HTTP/1.1\r\n\r\n"),
			rec("conversion", a, "Content-Type: text/plain\r\n", "x"), rec("metadata", a, "Content-Type: text/plain\r\n", "x"),
			rec("response", "dns:a.example", "Content-Type: text/dns\r\n", "x"), rec("resource", "dns:a.example", "Content-Type: text/dns\r\n", "x"),
			rec("resource", "urn:x", isText, "<a href=/x>"), page(a, "<a href=/x>x</a>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 captures of addresses that cannot be pages, such as dns: and ftp:
note 1 html
note 5 records other than captures, such as requests
note 1 responses
records 8+0`},
		{Name: "resources", Options: archive(
			rec("resource", a, isText, "<title>T</title><a href=/x>x</a>"), rec("resource", a+"t", "Content-Type: text/plain\r\n", "<a href=/y>"), rec("resource", a+"n", "", "<html><a href=/z>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/n:fetched http://a.example/x:ghost http://a.example/z:ghost
arcs http://a.example/→http://a.example/x http://a.example/n→http://a.example/z
text http://a.example/→http://a.example/x x
facts http://a.example/ 32 bytes "text/html" "T" 2020-01-01T00:00:00.000
facts http://a.example/n 17 bytes 2020-01-01T00:00:00.000
responses 3 of 60 bytes, 0 revisits, 3 resources, 0: 3, no media type: 1, text/html: 1, text/plain: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 2 html
note 3 resources
records 3+0`},
		{Name: "revisits", Options: archive(
			rec("revisit", a, isHTTP+"WARC-Profile: x\r\n", answer("200 OK", isText, "")), rec("revisit", a+"i", isHTTP, answer("200 OK", "Content-Type: image/png\r\n", "")),
			rec("revisit", a+"r", isHTTP, answer("302 Found", "Location: /x\r\n", "")), rec("revisit", a+"n", "", "")), Want: `
as archive
pages http://a.example/r:redirected http://a.example/x:ghost
arcs http://a.example/r→http://a.example/x:redirect
facts http://a.example/r 302 2020-01-01T00:00:00.000
responses 4 of 124 bytes, 4 revisits, 0 resources, 0: 1, 200: 2, 302: 1, image/png: 1, no media type: 2, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 2 pages known only by revisit records and without links to them, left out
note 4 revisits
records 4+0`},
		{Name: "a page and its revisit", Options: archive(page(a, "<a href=/x>x</a>"), rec("revisit", a, isHTTP, answer("200 OK", isText, "")), page(a, "<a href=/y>y</a>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://a.example/y:ghost
arcs http://a.example/→http://a.example/x http://a.example/→http://a.example/y
text http://a.example/→http://a.example/x x
text http://a.example/→http://a.example/y y
facts http://a.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 3 of 164 bytes, 1 revisits, 0 resources, 200: 3, text/html: 3, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 captures of pages that were captured before: the best state holds, and the links of all are joined
note 2 html
note 2 responses
note 1 revisits
records 3+0`},
		{Name: "notes of a crawl", Options: archive(
			rec("metadata", a, "Content-Type: application/warc-fields\r\n", "weft-state: fetched\r\noutlink: link\t"+a+"x\r\noutlink: nofollow+link\t"+b+"\r\n"),
			rec("metadata", b, "Content-Type: application/warc-fields\r\n", "weft-state: failed\r\n"),
			rec("metadata", a+"o", "Content-Type: application/warc-fields\r\n", "fetchTimeMs: 12\r\noutlink: http://c.example/ L a/@href\r\n")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost http://b.example/:failed
arcs http://a.example/→http://a.example/x http://a.example/→http://b.example/:link+nofollow
note 2 crawl notes
records 3+0`},
		{Name: "notes of a revisit", Options: archive(
			rec("revisit", a, isHTTP, answer("200 OK", isText, "")), rec("metadata", a, "Content-Type: application/warc-fields\r\n", "outlink: link\t"+a+"x\r\n")), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
facts http://a.example/ 200 "text/html" 2020-01-01T00:00:00.000
responses 1 of 44 bytes, 1 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 crawl notes
note 1 revisits
records 2+0`},
		{Name: "WAT of responses", Options: archive(wat("response", a, described)), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x to x
facts http://a.example/ 200 321 bytes "text/html" "sha1:XYZ" "T" 2018-02-03T04:05:06.000
responses 1 of 321 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2018-02-03 04:05:06 to 2018-02-03 04:05:06
note 1 html
note 1 wat
records 1+0`},
		{Name: "WAT of others", Options: archive(wat("request", a, "},"+`"x":{}`), wat("revisit", a+"r", `,"Content-Length":"12"},"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},"Headers":{"Content-Type":"text/html"}}}`),
			wat("resource", a+"s", `,"Content-Type":"text/html","Content-Length":"5"},"x":{}`), wat("response", a+"z", `},"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"404"},"Headers":{"Content-Type":"text/html"}}}`),
			page(b, "x")), Want: `
as archive
pages http://b.example/:fetched
facts http://b.example/ 200 45 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 45 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 captures that are not HTML and have no links: pages only if a page links to them
note 1 html
note 1 responses
note 3 responses that WAT files, indexes or crawl logs describe: not counted beside other responses, which may be the same
note 2 wat
records 5+0`},
		{Name: "what pages need", Options: archive(
			page(a, "<a href=/style>x</a>"),
			rec("response", a+"style", isHTTP+"WARC-Weft-Purpose: requisite\r\n", answer("200 OK", isText, "<a href=/z>z</a>")),
			rec("response", a+"unlinked", isHTTP+"WARC-Weft-Purpose: requisite\r\n", answer("200 OK", isText, "<a href=/z>z</a>")),
			rec("response", a+"map", isHTTP+"WARC-Weft-Purpose: sitemap\r\n", answer("200 OK", "Content-Type: text/xml\r\n", "x")),
			rec("request", a+"style", isHTTP+"WARC-Weft-Purpose: requisite\r\n", answer("200 OK", isText, "")),
			rec("revisit", a+"style2", isHTTP+"WARC-Weft-Purpose: requisite\r\n", answer("200 OK", isText, "")),
			rec("response", a+"robots.txt", isHTTP+"WARC-Weft-Purpose: robots\r\n", answer("404 No", "Content-Type: text/plain\r\n", "User-agent: *"))), Want: `
as archive
pages http://a.example/:fetched http://a.example/style:fetched
arcs http://a.example/→http://a.example/style
text http://a.example/→http://a.example/style x
facts http://a.example/ 200 64 bytes "text/html" 2020-01-01T00:00:00.000
facts http://a.example/style 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 5 of 286 bytes, 0 revisits, 0 resources, 200: 4, 404: 1, text/html: 3, text/plain: 1, text/xml: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 3 records other than captures, such as requests
note 4 responses
records 7+0`},
		{Name: "passwords", Options: archive(page("http://u:p@a.example/", "<a href='http://v:q@b.example/'>x</a>")), Want: `
as archive
pages http://a.example/:fetched http://b.example/:ghost
arcs http://a.example/→http://b.example/
text http://a.example/→http://b.example/ x
facts http://a.example/ 200 81 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 81 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 2 URLs with a user name or a password, which was cut
note 1 html
note 1 responses
records 1+0`},
	})
}

// Archives in the older format ARC.
func TestARC(t *testing.T) {
	record := func(uri, media, body string) string {
		return fmt.Sprintf("%s 1.2.3.4 20080430204825 %s %d\n%s\n", uri, media, len(body), body)
	}
	head := "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 76\n1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n\n"
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "responses", Options: archive(head, record(a, "text/html", answer("200 OK", isText, "<a href=/x>x</a>")), record(a+"i", "image/png", answer("200 OK", "Content-Type: image/png\r\n", "x"))), Want: `
as archive
pages http://a.example/:fetched http://a.example/x:ghost
arcs http://a.example/→http://a.example/x
text http://a.example/→http://a.example/x x
facts http://a.example/ 200 60 bytes "text/html" 2008-04-30T20:48:25.000
responses 2 of 105 bytes, 0 revisits, 0 resources, 200: 2, image/png: 1, text/html: 1, 2008-04-30 20:48:25 to 2008-04-30 20:48:25
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 1 html
note 1 records other than captures, such as requests
note 2 responses
records 3+0`},
		{Name: "bodies without a header", Options: archive(head, record(a, "text/html", "<a href=/x>x</a>"), record(a+"n", "no-type", "<html><a href=/y>y</a>"), record(a+"s", "/html", "<html><a href=/z>z</a>"), record(a+"e", "text/", "<html><a href=/w>w</a>"), record(a+"p", "text/plain", "<html><a href=/q>q</a>")), Want: `
as archive
pages http://a.example/:fetched http://a.example/e:fetched http://a.example/n:fetched http://a.example/s:fetched http://a.example/w:ghost http://a.example/x:ghost http://a.example/y:ghost http://a.example/z:ghost
arcs http://a.example/→http://a.example/x http://a.example/e→http://a.example/w http://a.example/n→http://a.example/y http://a.example/s→http://a.example/z
text http://a.example/e→http://a.example/w w
text http://a.example/→http://a.example/x x
text http://a.example/n→http://a.example/y y
text http://a.example/s→http://a.example/z z
facts http://a.example/ 16 bytes "text/html" 2008-04-30T20:48:25.000
facts http://a.example/e 22 bytes 2008-04-30T20:48:25.000
facts http://a.example/n 22 bytes 2008-04-30T20:48:25.000
facts http://a.example/s 22 bytes 2008-04-30T20:48:25.000
responses 5 of 104 bytes, 0 revisits, 0 resources, 0: 5, no media type: 3, text/html: 1, text/plain: 1, 2008-04-30 20:48:25 to 2008-04-30 20:48:25
note 1 captures that are not HTML and have no links: pages only if a page links to them
note 4 html
note 1 records other than captures, such as requests
note 5 responses
records 6+0`},
		{Name: "other addresses", Options: archive(head, record("dns:a.example", "text/dns", "x"), record("ftp://a.example/", "text/html", "<a href=/x>")), Want: `
records 3+0
error bad input: it has records, but no page: neither a response of HTML, nor a WAT record of one, nor an arc`},
	})
}
