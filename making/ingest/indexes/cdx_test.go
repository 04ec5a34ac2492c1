package indexes_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/indexes"
	"weft/making/ingest/scan"
)

// Lines of indexes without a header, by the number of their columns.
const (
	line7  = "org,example)/ 20200102030405 http://example.org/ text/html 200 AAAA 1234"
	line9  = "org,example)/ 20200102030405 http://example.org/ text/html 200 AAAA - 1234 x.warc.gz"
	line11 = "org,example)/ 20200102030405 http://example.org/ text/html 200 AAAA - - 99 1234 x.warc.gz"
)

func TestDetectCDX(t *testing.T) {
	formatstest.Detect(t, &indexes.CDXFormat, map[string]bool{
		" CDX N b a m s k r V g\n": true, "CDX N b a\n": true, "CDX\tN\n": true, "CDX\t": true, ",CDX,N,b,a\n": true, "\n CDX N b\n": true,
		",CDX N b a\n": false, "xCDX N b\n": false, "CDXN b\n": false, "  CDX N b\n": true, "CDX": false,
		"!OpenWayback-CDXJ 1.0\n": true, "!meta {}\n": true, "!context x": true, "!id x": true, "!keys x": true, "!metas {}\n": false, "!": false,
		line7 + "\n": true, line7 + " 3\n": true, line9 + "\n": true, line11 + "\n": true, " \n" + line9: true,
		line9 + " x\n": false, line7 + " 3 4 5\n": false, "a b c d e f g\n": false,
		strings.Replace(line7, "http:", "http", 1):              false,
		strings.Replace(line7, "http:", "h:", 1):                false,
		strings.Replace(line7, "http:", "ht:", 1):               true,
		strings.Replace(line7, "http:", "h_p:", 1):              false,
		strings.Replace(line7, "http:", "abcdefghijklmno:", 1):  true,
		strings.Replace(line7, "http:", "abcdefghijklmnop:", 1): false,
		strings.Replace(line7, " 200 ", " - ", 1):               true,
		strings.Replace(line7, " 200 ", " 20 ", 1):              false,
		strings.Replace(line7, " 200 ", " abc ", 1):             false,
		strings.Replace(line7, "1234", "-", 1):                  true,
		strings.Replace(line7, "1234", "x", 1):                  false,
		strings.Replace(line7, "30405", "3040", 1):              false,
		strings.Replace(line7, "30405", "30405678", 1):          false,
		strings.Replace(line9, "30405", "30405678", 1):          true,
		strings.Replace(line9, "30405", "304056", 1):            false,
		strings.Replace(line9, "20200102030405", "2020", 1):     false,
		"org,example)/ 20200102030405 {\"url\": \"x\"}\n":       true, "org,example)/ 2020 {}\n": true, "k 202 {}\n": false, "k 20201 {}\n": false, "k 2020x {}\n": false, "k 2020\n": false, "k 202001020304056 {}\n": false, "k 20200102030405678 {}\n": true,
		`{"urlkey": "a", "timestamp": 2020, "more": {"x": [1]}}`: true, `{"urlkey": "a"}`: false, `{"timestamp": "1"}`: false, `{"urlkey": "a", "timestamp": "1"`: false,
		`[["urlkey","timestamp"]`: true, `[["original", 7, "timestamp"], [1]]`: true, " [ [\"original\",\n\"timestamp\"]": true, `[["original"]]`: false, `[["timestamp"]]`: false, `["original","timestamp"]`: false, `[[]]`: false, `[`: false, `[["original","timestamp"`: true,
		"": false, "a b\n": false,
		strings.Repeat("x", scan.LongRow) + " 2020 {}": false,
	})
}

func TestCDX(t *testing.T) {
	cdx := func(status, media string) string {
		return "org,example)/ 20200102030405 http://example.org/ " + media + " " + status + " A - - 99 1234 x\n"
	}
	formatstest.Run(t, &indexes.CDXFormat, []formatstest.Case{
		{Name: "eleven columns", Text: line11 + "\n", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "nine columns", Text: line9 + "\r\n", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "seven columns", Text: line7 + "\n" + line7 + " 3\n", Graph: "http://example.org/(fetched); ; 2 records", Notes: "1 captures of pages that were captured before: the best state holds, and the links of all are joined\n2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=2; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "ten columns", Text: line9 + " x\n" + line9 + "\n", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Bad: "0 line 1: 10 columns: expected a header \" CDX N b a …\" before, or 7, 9 or 11 columns, or a key, a time and JSON: \"org,example)/ 20200102030405 http://example.org/ text/html 200 AAAA - 1234 x.war\"", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "header", Text: " CDX a b s m\nhttp://a.example/ 2020 200 text/html\nhttp://b.example/ 20200102030405 404 TEXT/HTML\nhttp://b.example/ x\n", Graph: "http://a.example/(fetched) http://b.example/(failed); ; 3 records", Notes: "2 html", Bad: "97 line 4: 2 columns: the header names 4: \"http://b.example/ x\"", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=1; 404=1; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "header with another separator", Text: ",CDX,a,m,s\nhttp://a.example/x y,text/html,200\n", Graph: "http://a.example/x%20y(fetched); ; 2 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "header that begins with its name", Text: "CDX\ta\tm\ts\nhttp://a.example/x y\ttext/html\t200\n", Graph: "http://a.example/x%20y(fetched); ; 2 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "no header", Text: " CDX x\nCDX ab c\n" + line9 + "\n", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Bad: "0 line 1: 3 columns: expected a header \" CDX N b a …\" before, or 7, 9 or 11 columns, or a key, a time and JSON: \" CDX x\"\n7 line 2: 3 columns: expected a header \" CDX N b a …\" before, or 7, 9 or 11 columns, or a key, a time and JSON: \"CDX ab c\"", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "header with a second header", Text: " CDX a m s\nhttp://a.example/ text/html 200\n CDX s m a\n200 text/html http://b.example/\n", Graph: "http://a.example/(fetched) http://b.example/(fetched); ; 4 records", Notes: "2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=2; text/html=2"},
		{Name: "key alone", Text: " CDX N m s\ncom,example,www)/a?b text/html 200\ncom,example:8080)/ text/html 200\ncom,example:8)/ text/html 200\nhttp://(com,example,)/x text/html 200\ncom,example text/html 200\n)/ text/html 200\n", Graph: "http://example.com:8/(fetched) http://example.com:8080/(fetched) http://example.com/x(fetched) http://www.example.com/a?b(fetched); ; 7 records", Notes: "2 captures of other things than web pages\n4 html", Replies: "index: 4 responses, 0 bytes, 0 revisits; 200=4; text/html=4"},
		{Name: "second key", Text: " CDX A m s\ncom,example)/ text/html 200\n", Graph: "http://example.com/(fetched); ; 2 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "key and URL", Text: " CDX N a m s\ncom,example)/ - text/html 200\ncom,example)/ http://b.example/ text/html 200\n", Graph: "http://example.com/(fetched) http://b.example/(fetched); ; 3 records", Notes: "2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=2; text/html=2"},
		{Name: "states", Text: cdx("200", "text/html") + strings.ReplaceAll(cdx("404", "text/html")+cdx("-", "text/html"), "http://e", "http://f.e"), Graph: "http://example.org/(fetched) http://f.example.org/(failed); ; 3 records", Notes: "1 captures of pages that were captured before: the best state holds, and the links of all are joined\n3 html", Replies: "index: 3 responses, 0 bytes, 0 revisits; 0=1; 200=1; 404=1; text/html=3; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "statuses", Text: " CDX a s m\nhttp://a.example/1 304 text/html\nhttp://a.example/2 304 warc/revisit\nhttp://a.example/3 - warc/revisit\nhttp://a.example/4 301 text/html\nhttp://a.example/5 999 text/html\nhttp://a.example/6 1000 text/html\nhttp://a.example/7 x text/html\nhttp://a.example/8 503 text/html\n", Graph: "http://a.example/1(failed) http://a.example/4(redirected) http://a.example/5(failed) http://a.example/8(failed); ; 7 records", Notes: "2 captures that are not HTML and have no links: pages only if a page links to them\n4 html", Bad: "180 line 7: \"1000\" is not an HTTP status: \"http://a.example/6 1000 text/html\"\n214 line 8: \"x\" is not an HTTP status: \"http://a.example/7 x text/html\"", Replies: "index: 6 responses, 0 bytes, 2 revisits; 0=1; 301=1; 304=2; 503=1; 999=1; text/html=4; warc/revisit=2"},
		{Name: "media", Text: " CDX a s m\nhttp://a.example/1 200 application/xhtml+xml\nhttp://a.example/2 200 image/png\nhttp://a.example/3 200 Text/HTML;charset=utf-8\nhttp://a.example/4 - warc/request\nhttp://a.example/5 200 -\n", Graph: "http://a.example/1(fetched) http://a.example/3(fetched); ; 6 records", Notes: "3 captures that are not HTML and have no links: pages only if a page links to them\n2 html", Replies: "index: 4 responses, 0 bytes, 0 revisits; 200=4; application/xhtml+xml=1; image/png=1; no media type=1; text/html=1"},
		{Name: "times", Text: " CDX a b s m\nhttp://a.example/1 20200102030405 200 text/html\nhttp://a.example/2 20190102030405123 200 text/html\nhttp://a.example/3 2018 200 text/html\nhttp://a.example/4 20209902030405 200 text/html\n", Graph: "http://a.example/1(fetched) http://a.example/2(fetched) http://a.example/3(fetched) http://a.example/4(fetched); ; 5 records", Notes: "4 html", Replies: "index: 4 responses, 0 bytes, 0 revisits; 200=4; text/html=4; 2019-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "other things than pages", Text: " CDX a s m\nhttp://a.example/ 200 text/html\ndns:a.example 200 text/dns\nwarcinfo:x - -\nhttp:// 200 text/html\nhttp://[x/ 200 text/html\n", Graph: "http://a.example/(fetched); ; 5 records", Notes: "3 captures of other things than web pages\n1 html", Bad: "107 line 6: the URL cannot be a page: invalid host in URL: \"http://[x/ 200 text/html\"", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "captures of the same page", Text: line9 + "\n" + strings.Replace(line9, " 200 ", " 500 ", 1) + "\n", Graph: "http://example.org/(fetched); ; 2 records", Notes: "1 captures of pages that were captured before: the best state holds, and the links of all are joined\n2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=1; 500=1; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "empty lines and comments", Text: "!meta {}\n\n" + line9 + "\n  \n", Graph: "http://example.org/(fetched); ; 2 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "breaks off", Options: formatstest.Options{Broken: true}, Text: line9 + "\norg,ex", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Bad: "91 the text breaks off: the file ends too early", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
	})
}

func TestCDXJ(t *testing.T) {
	formatstest.Run(t, &indexes.CDXFormat, []formatstest.Case{
		{Name: "CDXJ", Text: "org,example)/ 20200102030405 {\"url\": \"http://example.org/\", \"mime\": \"text/html\", \"status\": \"200\", \"more\": {\"a\": [1]}}\n", Graph: "http://example.org/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "other names", Text: "k 2020 {\"original\": \"http://a.example/\", \"mimetype\": \"text/html\", \"statuscode\": 404}\nk 2020 {\"uri\": \"http://b.example/\", \"mime_type\": \"text/html\", \"status_code\": 200}\nk 2020 {\"url\": \"http://c.example/\", \"mime-type\": \"text/html\"}\n", Graph: "http://a.example/(failed) http://b.example/(fetched) http://c.example/(failed); ; 3 records", Notes: "3 html", Replies: "index: 3 responses, 0 bytes, 0 revisits; 0=1; 200=1; 404=1; text/html=3"},
		{Name: "key of the line", Text: "com,example)/a 2020 {\"mime\": \"text/html\", \"status\": 200}\n", Graph: "http://example.com/a(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "objects alone", Text: "{\"urlkey\": \"com,example)/a\", \"timestamp\": \"20200102030405\", \"mime\": \"text/html\", \"status\": \"200\"}\n{\"url\": \"http://b.example/\", \"urlkey\": \"com,example)/a\", \"mime\": \"text/html\", \"status\": \"200\"}\n", Graph: "http://example.com/a(fetched) http://b.example/(fetched); ; 2 records", Notes: "2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=2; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "URL after the key", Text: "{\"urlkey\": \"com,example)/a\", \"url\": \"http://b.example/\", \"mime\": \"text/html\", \"status\": \"200\"}\n", Graph: "http://b.example/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "bad JSON", Text: "k 2020 {\"url\": \"http://a.example/\"\nk 2020 {\"url\": \"http://a.example/\", \"mime\": \"text/html\", \"status\": 200}\n", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "0 line 1: line 1, offset 27: the text ends inside an object: \"k 2020 {\\\"url\\\": \\\"http://a.example/\\\"\"", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "bad time", Text: "k 202 {\"url\": \"http://a.example/\"}\nk 20200102030405 {\"url\": \"http://a.example/\", \"mime\": \"text/html\", \"status\": 200}\n", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "0 line 1: \"202\" between a key and JSON is no time: expected 14 digits, 17, or the first of them (2020, 202001): \"k 202 {\\\"url\\\": \\\"http://a.example/\\\"}\"", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "time of the line", Text: "k 20200102030405 {\"timestamp\": \"2019\", \"url\": \"http://a.example/\", \"mime\": \"text/html\", \"status\": 200}\n", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
	})
}

func TestCDXArray(t *testing.T) {
	const header = `["urlkey","timestamp","original","mimetype","statuscode","digest","length"],` + "\n"
	row := func(url, status string) string {
		return `["k","20200102030405","` + url + `","text/html","` + status + `","A",12]`
	}
	formatstest.Run(t, &indexes.CDXFormat, []formatstest.Case{
		{Name: "rows", Text: "[" + header + row("http://a.example/", "200") + ",\n" + row("http://b.example/", "404") + "]\n", Graph: "http://a.example/(fetched) http://b.example/(failed); ; 2 records", Notes: "2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=1; 404=1; text/html=2; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "key to continue with", Text: "[" + header + row("http://a.example/", "200") + ",[],[\"org,x)/\"]]", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html\n1 keys for requesting more captures from a CDX server: the index continues there", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "short row without an empty one before", Text: "[" + header + "[\"x\"]," + row("http://a.example/", "200") + "]", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "83 1 columns: the first row names 7: [\"x\"]", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "long row after an empty one", Text: "[" + header + "[]," + row("http://a.example/", "200") + "]", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "key for the URL", Text: `[["urlkey","mime","status","url"],["com,example)/","text/html","200","-"],["com,example)/","text/html","200","http://u.example/"]]`, Graph: "http://example.com/(fetched) http://u.example/(fetched); ; 2 records", Notes: "2 html", Replies: "index: 2 responses, 0 bytes, 0 revisits; 200=2; text/html=2"},
		{Name: "nested values", Text: `[["original","mime","x","status"],["http://a.example/","text/html",[{}],"200"],["http://a.example/","text/html",7,"200"]]`, Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "78 3 columns: the first row names 4: [\"http://a.example/\" \"text/html\" \"200\"]", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1"},
		{Name: "no statuses", Text: "[" + header + row("http://a.example/", "-") + "," + row("http://b.example/", "x") + "]", Graph: "http://a.example/(failed); ; 1 records", Notes: "1 html", Bad: "209 \"x\" is not an HTTP status: [\"k\" \"20200102030405\" \"http://b.example/\" \"text/html\" \"x\" \"A\" \"12\"]", Replies: "index: 1 responses, 0 bytes, 0 revisits; 0=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "byte order mark", Text: "\ufeff [" + header + row("http://a.example/", "200") + "]", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "no array", Text: "[" + header + row("http://a.example/", "200") + ",7]", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "147 the array breaks off: line 2, offset 147: expected an array for each capture", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "end missing", Text: "[" + header + row("http://a.example/", "200"), Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "145 the array breaks off: line 2, offset 145: the text ends inside a list", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "breaks off", Options: formatstest.Options{Broken: true}, Text: "[" + header + row("http://a.example/", "200") + ",[\"k\"", Graph: "http://a.example/(fetched); ; 1 records", Notes: "1 html", Bad: "150 the array breaks off: the file ends too early", Replies: "index: 1 responses, 0 bytes, 0 revisits; 200=1; text/html=1; 2020-01-02T03:04:05 to 2020-01-02T03:04:05"},
		{Name: "strict", Options: formatstest.Options{Strict: true}, Text: "[" + header + row("http://a.example/", "x") + "," + row("http://a.example/", "200") + "]", Bad: "1 bad", Err: "bad input: text, offset 143: \"x\" is not an HTTP status: [\"k\" \"20200102030405\" \"http://a.example/\" \"text/html\" \"x\" \"A\" \"12\"]"},
		{Name: "columns alone", Text: "[" + header[:len(header)-2] + "]", Err: "bad input: it has records, but no page: neither a response of HTML, nor a WAT record of one, nor an arc"},
	})
}
