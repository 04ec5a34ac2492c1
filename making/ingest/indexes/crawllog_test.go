package indexes_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/indexes"
	"weft/making/ingest/tables"
)

func TestDetectCrawlLog(t *testing.T) {
	const line = "2020-01-02T03:04:05.678Z 200 1234 http://a.example/x LL http://a.example/ text/html #001 - - - -"
	for text, want := range map[string]bool{
		line: true, strings.Repeat(line+"\n", 20): true,
		"20200102030405 -2 - dns:a.example - - text/dns\n": true,
		"2020-01-02 03:04:05 1 0 http://a.example/ 12+P -": true,
		strings.Repeat(line+"\n", 9) + "x\n":               true,
		strings.Repeat(line+"\n", 2) + "x\nx\n":            false,
		"x\n":                                              false,
		"":                                                 false,
		strings.Replace(line, "200", "OK", 1):              false,
		strings.Replace(line, "http://a.example/x", "/x", 1): false,
	} {
		if got := indexes.IsCrawlLog(tables.TakeSample([]byte(text))); got != want {
			t.Errorf("%.200q: got %t, want %t", text, got, want)
		}
	}
}

func TestCrawlLog(t *testing.T) {
	log := func(status, url, path, via, media string) string {
		return "2020-01-02T03:04:05.678Z " + status + " 100 " + url + " " + path + " " + via + " " + media + " #001 20200102030405+7 sha1:A -"
	}
	const a, b = "http://a.example/", "http://b.example/"
	formatstest.Run(t, &indexes.CrawlLogFormat, []formatstest.Case{
		{Name: "pages", Text: log("200", a, "-", "-", "text/html") + " -\n" + log("404", b, "L", a, "text/html") + "\n" + log("200", b+"x", "LR", b, "TEXT/HTML;charset=x") + "\n", Graph: "http://a.example/(fetched) http://b.example/(failed) http://b.example/x(fetched); http://a.example/>http://b.example/ http://b.example/>http://b.example/x(redirect); 3 records", Notes: "2 arcs of crawl logs, which hold only the first link to each page", Replies: "log: 3 responses, 300 bytes, 0 revisits; 200=2; 404=1; text/html=3; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "statuses", Text: log("0", a+"0", "L", b, "-") + "\n" + log("-1", a+"1", "L", b, "-") + "\n" + log("-9998", a+"2", "L", b, "-") + "\n" + log("-9997", a+"3", "L", b, "-") + "\n" + log("-4000", a+"4", "L", b, "-") + "\n" + log("-3999", a+"5", "L", b, "-") + "\n" + log("-5999", a+"6", "L", b, "-") + "\n" + log("-6000", a+"7", "L", b, "-") + "\n" + log("99", a+"8", "L", b, "-") + "\n" + log("100", a+"9", "L", b, "-") + "\n" + log("503", a+"A", "L", b, "-") + "\n", Graph: "http://a.example/0(ghost) http://a.example/1(failed) http://a.example/2(excluded) http://a.example/3(failed) http://a.example/4(excluded) http://a.example/5(failed) http://a.example/6(excluded) http://a.example/7(failed) http://a.example/8(failed) http://a.example/9(failed) http://a.example/A(failed) http://b.example/; http://b.example/>http://a.example/0 http://b.example/>http://a.example/1 http://b.example/>http://a.example/2 http://b.example/>http://a.example/3 http://b.example/>http://a.example/4 http://b.example/>http://a.example/5 http://b.example/>http://a.example/6 http://b.example/>http://a.example/7 http://b.example/>http://a.example/8 http://b.example/>http://a.example/9 http://b.example/>http://a.example/A; 11 records", Notes: "11 arcs of crawl logs, which hold only the first link to each page", Replies: "log: 2 responses, 200 bytes, 0 revisits; 100=1; 503=1; no media type=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "requisites", Text: log("200", a+"i.png", "E", a, "image/png") + "\n" + log("404", a+"j.png", "E", a, "image/png") + "\n" + log("200", a+"f", "E", a, "text/html") + "\n" + log("200", a+"g", "X", a, "text/css") + "\n" + log("200", a+"h", "X", a, "text/html") + "\n" + log("200", a+"k.pdf", "L", a, "application/pdf") + "\n" + log("199", a+"l", "E", a, "image/png") + "\n" + log("299", a+"m", "E", a, "image/png") + "\n" + log("300", a+"n", "E", a, "image/png") + "\n", Graph: "http://a.example/ http://a.example/f(fetched) http://a.example/h(fetched) http://a.example/j.png(failed) http://a.example/k.pdf(fetched) http://a.example/l(failed) http://a.example/n(redirected); http://a.example/>http://a.example/f(embed) http://a.example/>http://a.example/h(embed) http://a.example/>http://a.example/j.png(embed) http://a.example/>http://a.example/k.pdf http://a.example/>http://a.example/l(embed) http://a.example/>http://a.example/n(embed); 9 records", Notes: "6 arcs of crawl logs, which hold only the first link to each page\n3 images, style sheets and other requisites, left out", Replies: "log: 9 responses, 900 bytes, 0 revisits; 199=1; 200=5; 299=1; 300=1; 404=1; application/pdf=1; image/png=5; text/css=1; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "linked files", Text: log("200", a+"k.pdf", "L", "-", "application/pdf") + "\n" + log("200", a, "-", "-", "text/html") + "\n", Graph: "http://a.example/(fetched); ; 2 records", Replies: "log: 2 responses, 200 bytes, 0 revisits; 200=2; application/pdf=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "other hops", Text: log("200", a+"robots.txt", "P", a, "text/plain") + "\n" + log("200", a+"s.xml", "M", a, "text/xml") + "\n" + log("200", a+"m", "M", a, "text/html") + "\n" + log("200", a+"s", "S", a, "text/html") + "\n" + log("200", a+"z", "LI", a, "text/html") + "\n" + log("1", "dns:a.example", "LP", a, "text/dns") + "\n", Graph: "http://a.example/m(fetched) http://a.example/z(fetched); ; 6 records", Notes: "4 lines about other things than pages of the Web, such as dns: and robots.txt, left out\n2 pages found by a sitemap or a guess, which is not an arc", Replies: "log: 5 responses, 500 bytes, 0 revisits; 200=5; text/html=3; text/plain=1; text/xml=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "no page refers", Text: log("200", a, "L", "dns:x", "text/html") + "\n", Graph: "http://a.example/(fetched); ; 1 records", Replies: "log: 1 responses, 100 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "few columns", Text: "2020-01-02T03:04:05Z 200 100 " + a + " L " + b + "\n2020-01-02T03:04:05Z 200 100 " + a + " L\n", Graph: "http://a.example/(fetched) http://b.example/; http://b.example/>http://a.example/; 1 records", Notes: "1 arcs of crawl logs, which hold only the first link to each page", Bad: "67 line 2: 5 columns: expected time, status, size, URL, path and referrer: \"2020-01-02T03:04:05Z 200 100 http://a.example/ L\"", Replies: "log: 1 responses, 100 bytes, 0 revisits; 200=1; no media type=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "bad status", Text: log("OK", a, "L", b, "text/html") + "\n" + log("200", a, "L", b, "text/html") + "\n", Graph: "http://a.example/(fetched) http://b.example/; http://b.example/>http://a.example/; 1 records", Notes: "1 arcs of crawl logs, which hold only the first link to each page", Bad: "0 line 1: the status \"OK\" is not a number: \"2020-01-02T03:04:05.678Z OK 100 http://a.example/ L http://b.example/ text/html \"", Replies: "log: 1 responses, 100 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "bad names", Text: log("200", "http://[x/", "L", b, "text/html") + "\n" + log("200", a+"\xff", "L", b, "text/html") + "\n" + log("200", a, "L", b+"\xff", "text/html") + "\n" + log("200", a, "L", b, "text/html") + "\n", Graph: "http://[x/(fetched) http://a.example/(fetched) http://b.example/; http://b.example/>http://[x/ http://b.example/>http://a.example/; 2 records", Notes: "2 arcs of crawl logs, which hold only the first link to each page", Bad: "105 line 2: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"2020-01-02T03:04:05.678Z 200 100 http://a.example/\\xff L http://b.example/ text/htm\"\n218 line 3: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"2020-01-02T03:04:05.678Z 200 100 http://a.example/ L http://b.example/\\xff text/htm\"", Replies: "log: 4 responses, 400 bytes, 0 revisits; 200=4; text/html=4; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "not asked again", Text: log("200", a, "-", "-", "text/html") + " unasked\n" + log("404", b, "-", "-", "text/html") + " unasked\n" + log("200", b+"c", "-", "-", "text/html") + " asked\n", Graph: "http://a.example/(failed) http://b.example/(failed) http://b.example/c(fetched); ; 3 records", Replies: "log: 3 responses, 300 bytes, 0 revisits; 200=2; 404=1; text/html=3; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "duplicates", Text: log("200", a, "-", "-", "text/html") + " duplicate:digest\n" + log("200", b, "-", "-", "text/html") + " x\n", Graph: "http://a.example/(fetched) http://b.example/(fetched); ; 2 records", Replies: "log: 2 responses, 200 bytes, 1 revisits; 200=2; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "responses", Text: strings.ReplaceAll(log("200", a, "-", "-", "-"), "2020-01-02T03:04:05.678Z", "20190102030405") + "\n" + strings.ReplaceAll(log("999", b, "-", "-", "text/html"), " 100 ", " - ") + "\n" + log("1000", b+"x", "-", "-", "text/html") + "\n" + strings.ReplaceAll(log("301", b+"y", "-", "-", "text/html"), " 100 ", " -5 ") + "\n" + strings.ReplaceAll(log("200", b+"z", "-", "-", "text/html"), "2020-01-02T03:04:05.678Z", "yesterday") + "\n", Graph: "http://a.example/(fetched) http://b.example/(failed) http://b.example/x(failed) http://b.example/y(redirected) http://b.example/z(fetched); ; 5 records", Replies: "log: 4 responses, 200 bytes, 0 revisits; 200=2; 301=1; 999=1; no media type=1; text/html=3; 2019-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "comments are none", Text: "# 200 100 " + a + " L " + b + "\n", Graph: "http://a.example/(fetched) http://b.example/; http://b.example/>http://a.example/; 1 records", Notes: "1 arcs of crawl logs, which hold only the first link to each page", Replies: "log: 1 responses, 100 bytes, 0 revisits; 200=1; no media type=1"},
	})
}

func TestPageList(t *testing.T) {
	const header = `{"format": "json-pages-1.0", "id": "pages", "title": "x", "more": {}}` + "\n"
	formatstest.Detect(t, &indexes.PageListFormat, map[string]bool{
		header: true, "\n " + header: true, `{"format": "json-pages-2"}`: true, `{"format": "json"}`: false, `{"x": "json-pages-1.0"}`: false, `{"format": "json", "x": "json-pages-1.0"}`: false,
		`{"format": "json-pages-1.0"`: false, `["json-pages-1.0"]`: false, `{"format": ["json-pages-1.0"]}`: false, "": false,
	})
	page := func(more string) string { return `{"url": "http://a.example/"` + more + "}\n" }
	formatstest.Run(t, &indexes.PageListFormat, []formatstest.Case{
		{Name: "pages", Text: header + `{"id": "1", "url": "http://a.example/", "title": "A", "status": 200}` + "\n" + `{"url": "http://b.example/", "status": 404, "loadState": 4, "more": {"a": [1]}}` + " \r\n", Graph: "http://a.example/(fetched) http://b.example/(failed); ; 2 records", Notes: "2 html"},
		{Name: "no status", Text: header + page(""), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html"},
		{Name: "status of nothing", Text: header + page(`, "status": 0`), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html"},
		{Name: "page that did not load", Text: header + page(`, "loadState": 0`), Graph: "http://a.example/(failed); ; 1 records", Notes: "1 html"},
		{Name: "page that did not load, with a status", Text: header + page(`, "loadState": 0, "status": 200`), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html"},
		{Name: "load state", Text: header + page(`, "loadState": "2", "status": ""`), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html"},
		{Name: "other media", Text: header + page(`, "mime": "application/pdf", "status": 200`) + `{"url": "http://b.example/"}` + "\n", Graph: "http://b.example/(fetched); ; 2 records", Notes: "1 captures that are not HTML and have no links: pages only if a page links to them\n1 html"},
		{Name: "bad lines", Text: header + "[]\n\n" + `{"title": "x"}` + "\n" + `{"url": "http://a.example/"` + "\n" + `{"url": "http://a.example/", "status": "x"}` + "\n" + page(""), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "70 line 2: it is no object: expected a page, such as {\"url\": \"https://a.example/\"}: \"[]\"\n74 line 4: it has no url: \"{\\\"title\\\": \\\"x\\\"}\"\n89 line 5: line 1, offset 27: the text ends inside an object: \"{\\\"url\\\": \\\"http://a.example/\\\"\"\n117 line 6: \"x\" is not an HTTP status: \"{\\\"url\\\": \\\"http://a.example/\\\", \\\"status\\\": \\\"x\\\"}\""},
		{Name: "other things than pages", Text: header + `{"url": "dns:a.example"}` + "\n" + page(""), Graph: "http://a.example/(fetched); ; 2 records", Notes: "1 captures of other things than web pages\n1 html"},
		{Name: "bad line, strict", Options: formatstest.Options{Strict: true}, Text: header + page("") + "[]\n", Bad: "1 bad", Err: "bad input: text, offset 99: line 3: it is no object: expected a page, such as {\"url\": \"https://a.example/\"}: \"[]\""},
		{Name: "bad JSON without a URL", Text: header + "{\"title\": x}\n" + page(""), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "70 line 2: line 1, offset 11: found 'x': expected a value: \"{\\\"title\\\": x}\""},
		{Name: "header again", Text: header + page("") + header, Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html"},
	})
}
