package livecrawl_test

import (
	"strings"
	"testing"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// tryAll tries behaviours, each as a test of its own.
func tryAll(t *testing.T, all []behaviour) {
	t.Helper()
	for _, b := range all {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			b.try(t)
		})
	}
}

func TestRobotsFromTheServer(t *testing.T) {
	page := func(robots string, urls ...string) map[string]string {
		return map[string]string{"/robots.txt": robots, "/": anchors(urls...)}
	}
	text := func(lines ...string) string {
		return httpAnswer("200 OK", "Content-Type: text/plain", strings.Join(lines, "\n"))
	}
	tryAll(t, []behaviour{
		{name: "prefix and exception", serve: page(text("User-agent: *", "Disallow: /private", "Allow: /private/open"), "/private", "/private/x", "/private/open/y", "/public"), want: "/ /private/open/y /public"},
		{name: "wildcards and anchors", serve: page(text("User-agent: *", "Disallow: /*.gif$", "Disallow: /a/*/c"), "/x.gif", "/x.gif?y", "/d/x.gif", "/a/b/c/d", "/a/c"), want: "/ /x.gif?y /a/c"},
		{name: "the longest rule holds", serve: page(text("User-agent: *", "Allow: /p", "Disallow: /", "Allow: /$"), "/page", "/q"), want: "/ /page"},
		{name: "allow wins a tie", serve: page(text("User-agent: *", "Disallow: /t", "Allow: /t"), "/t"), want: "/ /t"},
		{name: "rules for queries", serve: page(text("User-agent: *", "Disallow: /*?", "Allow: /?"), "/q?a", "/q", "/?b"), want: "/ /q"},
		{name: "a group of ours", serve: page(text("User-agent: *", "Disallow: /", "", "User-agent: Weft-Test", "Disallow: /w"), "/w", "/x"), want: "/ /x"},
		{name: "groups of ours are joined", serve: page(text("User-agent: weft-test", "Disallow: /a", "User-agent: other", "Disallow: /b", "User-agent: weft-test", "Disallow: /c"), "/a", "/b", "/c"), want: "/ /b"},
		{name: "several agents in a group", serve: page(text("User-agent: one", "User-agent: weft-test", "Disallow: /a"), "/a", "/b"), want: "/ /b"},
		{name: "agents whose name is longer are others", serve: page(text("User-agent: weft-test-2", "Disallow: /"), "/a"), want: "/ /a"},
		{name: "spelling, comments, byte order mark", serve: page(text("\ufeffUSER-AGENT : * # all", "disallow:/a # this", "Disallow: # nothing"), "/a", "/b"), want: "/ /b"},
		{name: "old line ends", serve: page(text("User-agent: *\rDisallow: /a\rDisallow: /b\r"), "/a", "/b", "/c"), want: "/ /c"},
		{name: "escapes", serve: page(text("User-agent: *", "Disallow: /%7Ejoe", "Disallow: /ü"), "/~joe/x", "/%7ejoe/y", "/%C3%BC", "/z"), want: "/ /z"},
		{name: "case of paths", serve: page(text("User-agent: *", "Disallow: /A"), "/a", "/A"), want: "/ /a"},
		{name: "none", serve: map[string]string{"/": anchors("/a")}, want: "/ /a"},
		{name: "forbidden", serve: page(httpAnswer("403 Forbidden", "", "User-agent: *\nDisallow: /"), "/a"), want: "/ /a"},
		{name: "unauthorised", serve: page(httpAnswer("401 Unauthorized", "", ""), "/a"), want: "/ /a"},
		{name: "server error", serve: page(httpAnswer("500 Oops", "", ""), "/a"), want: ""},
		{name: "unavailable", serve: page(httpAnswer("503 Later", "", ""), "/a"), want: ""},
		{name: "connection cut", serve: page("HTTP/1.1", "/a"), want: ""},
		{name: "redirected", serve: map[string]string{"/robots.txt": redirectTo("301 Moved", "/r2"), "/r2": redirectTo("302 Found", "http://b.test/r3"), "http://b.test/r3": text("User-agent: *", "Disallow: /a"), "/": anchors("/a", "/b")}, want: "/ /b /r2 http://b.test/r3"},
		{name: "redirected in a circle", serve: page(redirectTo("301 Moved", "/robots.txt"), "/a"), want: "/ /a"},
		{name: "a page of HTML", serve: page("<!DOCTYPE html><title>no</title>Disallow: /", "/a"), want: "/ /a"},
		{name: "ten megabytes", serve: page(text("User-agent: *", "Disallow: /early", strings.Repeat("# filling filling filling filling\n", 300_000), "Disallow: /late"), "/early", "/late"), want: "/ /late"},
		{name: "compressed", serve: page(httpAnswer("200 OK", "Content-Encoding: gzip", gzipped("User-agent: *\nDisallow: /a")), "/a", "/b"), want: "/ /b"},
		{name: "ignored by option", serve: page(text("User-agent: *", "Disallow: /"), "/a"), set: func(c *folder.Config, _ *livecrawl.Options) { c.Robots = "ignore" }, want: "/ /a"},
		{
			name: "one for each scheme and port", seeds: []string{"/", "https://a.test/", "http://a.test:81/"},
			serve: map[string]string{
				"/robots.txt": text("User-agent: *", "Disallow: /x"), "https://a.test/robots.txt": text("User-agent: *", "Disallow: /y"),
				"/": anchors("/x", "/y"), "https://a.test/": anchors("/x", "/y"), "http://a.test:81/": anchors("/x", "/y"),
			},
			want: "/ /y https://a.test/ https://a.test/x http://a.test:81/ http://a.test:81/x http://a.test:81/y",
		},
	})
}

func TestLinksFromTheServer(t *testing.T) {
	one := func(body string) map[string]string { return map[string]string{"/": body} }
	sjis := "\x93\xfa\x96{" // 日本
	anywhere := func(c *folder.Config, _ *livecrawl.Options) { c.Scope.Area = "anywhere" }
	tryAll(t, []behaviour{
		{name: "base", serve: one("<base href=/dir/sub/><base href=/other/><a href=x><a href=../y><a href=?q><a href=//a.test/z>"), want: "/ /dir/sub/x /dir/y /dir/sub/?q /z"},
		{name: "base behind a link", serve: one("<a href=x><base href=/dir/>"), want: "/ /dir/x"},
		{name: "base of another host", serve: one("<base href=http://b.test/><a href=x>"), want: "/"},
		{name: "base that is none", serve: one("<base href=javascript:0><base><a href=x>"), want: "/ /x"},
		{name: "fragments", serve: one(anchors("/a#x", "/a#y", "/a", "#top", "", "/b?q#r", "/c#!spa")), want: "/ /a /b?q /c"},
		{name: "dots", serve: one(anchors("../../x", "./y", "/a/./b/../c", "/%2e%2e/z", "/d/..", "/e/.", "a//b")), want: "/ /x /y /a/c /z /e/ /a//b"},
		{name: "blanks", serve: one("<a href=' /sp '><a href='/ta\tb'><a href='\n/new\nline'><a href='/in ner'><a href = /eq >"), want: "/ /sp /tab /newline /in%20ner /eq"},
		{name: "entities", serve: one("<a href='/q?a=1&amp;b=2'><a href=&#x2f;ent><a href='/r?x=1&copy=2'><a href='/e&eacute;'>"), want: "/ /q?a=1&b=2 /ent /r?x=1&copy=2 /e%C3%A9"},
		{name: "backslashes", serve: one(`<a href='\b\c'><a href='\\a.test/d'>`), want: "/ /b/c /d"},
		{name: "queries in windows-1252", serve: map[string]string{"/": html("Content-Type: text/html; charset=windows-1252", "<a href='/\xe9?q=\xe9&r=&#8364;&s=&#26085;'>")}, want: "/ /%C3%A9?q=%E9&r=%80&s=%26%2326085%3B"},
		{name: "queries in shift_jis", serve: one("<meta charset=shift_jis><a href='/p?q=" + sjis + "'>"), want: "/ /p?q=%EF%BF%BD%EF%BF%BD%EF%BF%BD{"},
		{name: "queries in shift_jis, no charset in the header", serve: map[string]string{"/": html("", "<meta charset=shift_jis><a href='/p?q="+sjis+"'>")}, want: "/ /p?q=%93%FA%96{"},
		{name: "queries in a page that names no charset", serve: map[string]string{"/": html("", "<a href='/p?q=\xe9'>")}, want: "/ /p?q=%E9"},
		{name: "queries in utf-8", serve: one("<a href='/p?q=é日'>"), want: "/ /p?q=%C3%A9%E6%97%A5"},
		{name: "hosts of other scripts", serve: map[string]string{"/": anchors("http://bücher.test/x"), "http://xn--bcher-kva.test/x": anchors("http://BÜCHER.test/y")}, set: anywhere, want: "/ http://xn--bcher-kva.test/x http://xn--bcher-kva.test/y"},
		{name: "canonical, next, prev, alternate", serve: one("<link rel=canonical href=/c><link rel=next href=/n><link rel=prev href=/p><link rel=alternate hreflang=de href=/de>"), want: "/ /c /n /p /de"},
		{name: "what a page is made of", serve: one("<link rel=stylesheet href=/s.css><link rel=icon href=/i><link rel=preload href=/l><img src=/i.png><script src=/s.js></script><video src=/v></video><form action=/f></form><object data=/o></object>"), want: "/"},
		{name: "meta refresh", serve: one("<meta http-equiv=refresh content='0; url=/r1'><meta http-equiv=Refresh content=\"5;URL='/r2'\"><meta http-equiv=refresh content='3, /r3'><meta http-equiv=refresh content=9>"), want: "/ /r1 /r2 /r3"},
		{name: "Refresh as a field", serve: map[string]string{"/": html("Refresh: 2; url=/r", "")}, want: "/ /r"},
		{name: "Link as a field", serve: map[string]string{"/": html("Link: </n>; rel=next, <c?a,b>; rel=\"canonical\"\nLink: </s.css>; rel=stylesheet", "")}, want: "/ /n /c?a,b"},
		{name: "frames and areas", serve: one("<iframe src=/i></iframe><map><area href=/a></map><frameset><frame src=/f></frameset>"), want: "/ /i /a /f"},
		{name: "a frameset", serve: one("<frameset><frame src=/f><frame src=g></frameset>"), want: "/ /f /g"},
		{name: "what is no link", serve: one("<!-- <a href=/comment> --><script>'<a href=/script>'</script><textarea><a href=/textarea></textarea><title><a href=/title></title><style><a href=/style></style><a href=/yes>"), want: "/ /yes"},
		{name: "schemes", serve: one(anchors("javascript:go()", "mailto:x@a.test", "data:text/html,<a href=/x>", "tel:1", "ftp://a.test/f", "about:blank", "file:///etc/passwd", "blob:http://a.test/1", "http:/same", "HTTP://a.test/up")), want: "/ /same /up"},
		{name: "one page, many spellings", serve: one(anchors("http://A.TEST/x", "http://a.test:80/x", "http://a.test/x#f", "//a.test/x", "/y/../x", "http://a.test", "HTTP://a.test:80", "http:///a.test/x", "http://a.test/./x?#")), want: "/ /x /x?"},
		{name: "spellings that the standard keeps apart", serve: one(anchors("/~u", "/%7Eu", "/%7eu", "/?", "http://a.test./")), want: "/ /~u /%7Eu /%7eu /?"},
		{name: "text", serve: map[string]string{"/": anchors("/t"), "/t": httpAnswer("200 OK", "Content-Type: text/plain", anchors("/no"))}, want: "/ /t"},
		{name: "types", serve: map[string]string{
			"/":  anchors("/x", "/n", "/i", "/u", "/j"),
			"/x": httpAnswer("200 OK", "Content-Type: application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><a href='/x1'/></html>"),
			"/n": httpAnswer("200 OK", "", "<!DOCTYPE html><a href=/n1>"), "/i": httpAnswer("200 OK", "Content-Type: image/png", "<!DOCTYPE html><a href=/i1>"),
			"/u": httpAnswer("200 OK", "content-type:TEXT/HTML ;charset=\"utf-8\"", anchors("/u1")), "/j": httpAnswer("200 OK", "Content-Type: application/json", `{"a": "<a href=/j1>"}`),
		}, want: "/ /x /n /i /u /j /x1 /n1 /u1"},
		{name: "XHTML as XML", serve: map[string]string{
			"/":  anchors("/x", "/y", "/f"),
			"/x": httpAnswer("200 OK", "Content-Type: application/xml", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><a href='/x1'/></html>"),
			"/y": httpAnswer("200 OK", "Content-Type: text/xml\nX-Content-Type-Options: nosniff", "<html xmlns='http://www.w3.org/1999/xhtml'><a href='/y1'/></html>"),
			"/f": httpAnswer("200 OK", "Content-Type: text/xml", "<rss><channel><a href='/f1'/></channel></rss>"),
		}, want: "/ /x /y /f /x1 /y1"},
		{name: "error pages", serve: map[string]string{"/": anchors("/e", "/f"), "/e": httpAnswer("404 No", "Content-Type: text/html", anchors("/e1")), "/f": httpAnswer("500 No", "Content-Type: text/html", anchors("/f1"))}, want: "/ /e /f /e1 /f1"},
		{name: "empty pages", serve: map[string]string{"/": anchors("/e", "/n"), "/e": html("", ""), "/n": "HTTP/1.1 204 No Content\r\n\r\n"}, want: "/ /e /n"},
		{name: "very long URLs", serve: one(anchors("/"+strings.Repeat("long", 600), "/short")), want: "/ /short /" + strings.Repeat("long", 600)},
		{name: "noscript", serve: one("<noscript><a href=/ns></a></noscript>"), want: "/ /ns"},
		{name: "broken HTML", serve: one("<a href=/a<a href='/b><b></a><a href=/c'>x<table><a href=/d><tr></p></html><a href=/e"), want: "/ /a%3Ca /d"},
	})
}

func TestNofollowFromTheServer(t *testing.T) {
	ignore := func(c *folder.Config, _ *livecrawl.Options) { c.Nofollow = false }
	rel := map[string]string{"/": "<a rel='ugc nofollow' href=/n><a href=/y><a rel=sponsored href=/s><a rel=NoFollow href=/both>", "/y": anchors("/both")}
	meta := map[string]string{"/": anchors("/m"), "/m": "<meta name=ROBOTS content='noindex, NOFOLLOW'><a href=/m1>"}
	tag := map[string]string{"/": anchors("/h", "/o", "/us"), "/h": html("X-Robots-Tag: noindex, nofollow", "<a href=/h1>"), "/o": html("X-Robots-Tag: otherbot: nofollow", "<a href=/o1>"), "/us": html("X-Robots-Tag: none", "<a href=/us1>")}
	tryAll(t, []behaviour{
		{name: "rel", serve: rel, want: "/ /y /both"},
		{name: "rel ignored", serve: rel, set: ignore, want: "/ /y /both /n /s"},
		{name: "meta", serve: meta, want: "/ /m"},
		{name: "meta ignored", serve: meta, set: ignore, want: "/ /m /m1"},
		{name: "field", serve: tag, want: "/ /h /o /us /o1"},
		{name: "meta for us alone", serve: map[string]string{"/": anchors("/w", "/o"), "/w": "<meta name=WEFT content=' nofollow;noindex'><a href=/w1>", "/o": "<meta name=otherbot content=nofollow><meta name=weft-2 content=none><a href=/o1>"}, want: "/ /w /o /o1"},
		{name: "fields for us and for others", serve: map[string]string{
			"/": anchors("/a", "/b", "/c", "/d", "/e", "/f"), "/a": html("X-Robots-Tag: weft: nofollow", "<a href=/a1>"), "/b": html("X-Robots-Tag: otherbot: noindex, weft: none", "<a href=/b1>"),
			"/c": html("X-Robots-Tag: weft: noindex, otherbot: nofollow", "<a href=/c1>"), "/d": html("X-Robots-Tag: otherbot: nofollow\nX-Robots-Tag: Weft : NoFollow", "<a href=/d1>"),
			"/e": html("X-Robots-Tag: unavailable_after: 25 Jun 2031 15:00:00 PST, nofollow", "<a href=/e1>"), "/f": html("X-Robots-Tag: unavailable_after: 25 Jun 2031 15:00:00 PST", "<a href=/f1>"),
		}, want: "/ /a /b /c /d /e /f /c1 /f1"},
		{name: "for us, ignored", serve: map[string]string{"/": html("X-Robots-Tag: weft: nofollow", "<meta name=weft content=nofollow><a href=/x>")}, set: ignore, want: "/ /x"},
		{name: "field ignored", serve: tag, set: ignore, want: "/ /h /o /us /h1 /o1 /us1"},
	})
}

func TestRedirectsFromTheServer(t *testing.T) {
	tryAll(t, []behaviour{
		{name: "all kinds", serve: map[string]string{
			"/": anchors("/1", "/2", "/3", "/7", "/8"), "/1": redirectTo("301 a", "/a"), "/2": redirectTo("302 b", "http://a.test/b"), "/3": redirectTo("303 c", "c"),
			"/7": redirectTo("307 d", "//a.test/d"), "/8": redirectTo("308 e", "/e"), "/a": anchors("/a1"),
		}, want: "/ /1 /2 /3 /7 /8 /a /b /c /d /e /a1"},
		{name: "to nowhere", serve: map[string]string{"/": anchors("/1", "/2", "/3"), "/1": "HTTP/1.1 302 Found\r\n\r\n", "/2": redirectTo("302 x", "mailto:x@y.test"), "/3": redirectTo("302 x", "http://[")}, want: "/ /1 /2 /3"},
		{name: "circles", serve: map[string]string{"/": anchors("/1", "/3"), "/1": redirectTo("302 x", "/2"), "/2": redirectTo("302 x", "/1"), "/3": redirectTo("302 x", "/3#f")}, want: "/ /1 /2 /3"},
		{name: "to another host", serve: map[string]string{"/": anchors("/1"), "/1": redirectTo("302 x", "http://b.test/")}, want: "/ /1"},
		{name: "a seed to another host", serve: map[string]string{"/": redirectTo("301 x", "http://www.a.test/"), "http://www.a.test/": anchors("/x", "http://a.test/y", "http://c.test/")}, want: "/ http://www.a.test/ http://www.a.test/x /y"},
		{name: "a seed to https", serve: map[string]string{"/": redirectTo("301 x", "https://a.test/"), "https://a.test/": anchors("/x")}, want: "/ https://a.test/ https://a.test/x"},
		{name: "an answer with links as well", serve: map[string]string{"/": httpAnswer("301 x", "Location: /to\nContent-Type: text/html", anchors("/also"))}, want: "/ /to /also"},
		{name: "letters of other scripts", serve: map[string]string{"/": redirectTo("302 x", "/\xc3\xa9?q=\xc3\xa9")}, want: "/ /%C3%A9?q=%C3%A9"},
		{name: "letters of Latin-1", serve: map[string]string{"/": redirectTo("302 x", "/caf\xe9?q=\xfc%20\xdf")}, want: "/ /caf%E9?q=%FC%20%DF"},
		{name: "letters of two charsets", serve: map[string]string{"/": redirectTo("302 x", "http://a.test/\xe9\xc3\xa9\xff\xe2\x98")}, want: "/ /%E9%C3%A9%FF%E2%98"},
		{name: "a host in UTF-8", serve: map[string]string{"/": redirectTo("302 x", "http://b\xc3\xbccher.test/"), "http://xn--bcher-kva.test/": anchors("x")}, want: "/ http://xn--bcher-kva.test/ http://xn--bcher-kva.test/x"},
		{name: "a host in Latin-1", serve: map[string]string{"/": anchors("/1"), "/1": redirectTo("302 x", "http://b\xfccher.test/")}, want: "/ /1"},
		{name: "a chain", serve: map[string]string{"/": redirectTo("302 x", "/1"), "/1": redirectTo("302 x", "/2"), "/2": redirectTo("302 x", "/3"), "/3": redirectTo("302 x", "/4"), "/4": anchors("/5")}, want: "/ /1 /2 /3 /4 /5"},
	})
}

func TestAnswersOfAllForms(t *testing.T) {
	type m = map[string]string
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	link := anchors("/x")
	chunked := func(s string) string {
		var b strings.Builder
		for len(s) > 0 {
			n := min(len(s), 7)
			b.WriteString(string("0123456789"[n]) + ";ext=1\r\n" + s[:n] + "\r\n")
			s = s[n:]
		}
		return b.String() + "0\r\nTrailer: x\r\n\r\n"
	}
	tryAll(t, []behaviour{
		{name: "gzip", serve: m{"/": html("Content-Encoding: gzip", gzipped(link))}, want: "/ /x"},
		{name: "x-gzip", serve: m{"/": html("Content-Encoding: x-gzip", gzipped(link))}, want: "/ /x"},
		{name: "deflate", serve: m{"/": html("Content-Encoding: deflate", deflated(link))}, want: "/ /x"},
		{name: "raw deflate", serve: m{"/": html("Content-Encoding: deflate", deflated(link)[2:])}, want: "/ /x"},
		{name: "not compressed, but says so", serve: m{"/": html("Content-Encoding: gzip", link)}, want: "/ /x"},
		{name: "identity", serve: m{"/": html("Content-Encoding: identity", link)}, want: "/ /x"},
		{name: "chunks", serve: m{"/": ok + "Transfer-Encoding: chunked\r\n\r\n" + chunked(link)}, want: "/ /x"},
		{name: "chunks of gzip", serve: m{"/": ok + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" + chunked(gzipped(link))}, want: "/ /x"},
		{name: "until the connection ends", serve: m{"/": ok + "\r\n" + link}, want: "/ /x"},
		{name: "HTTP/1.0", serve: m{"/": "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + link}, want: "/ /x"},
		{name: "no reason", serve: m{"/": "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n" + link}, want: "/ /x"},
		{name: "bare line ends", serve: m{"/": "HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + link}, want: "/ /x"},
		{name: "first 100 and 103", serve: m{"/": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s>; rel=preload\r\n\r\n" + ok + "\r\n" + link}, want: "/ /x"},
		{name: "too short", serve: m{"/": ok + "Content-Length: 9999\r\n\r\n" + link}, want: "/ /x"},
		{name: "too long", serve: m{"/": ok + "Content-Length: 10\r\n\r\n<a href=/1" + link}, want: "/"},
		{name: "fields folded and repeated", serve: m{"/": "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Type: text/html\r\nX: c\r\n\r\n" + link}, want: "/ /x"},
		{name: "a byte order mark", serve: m{"/": html("", "\ufeff"+link)}, want: "/ /x"},
		{name: "utf-16", serve: m{"/": html("Content-Type: text/html; charset=utf-16le", utf16le(link))}, want: "/ /x"},
		{name: "bytes that are no text", serve: m{"/": html("", "\xff\xfe\x00\x01\x80"[2:]+link)}, want: "/ /x"},
	})
}

func utf16le(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.Write([]byte{c, 0})
	}
	return b.String()
}

func TestOddThingsFromTheServer(t *testing.T) {
	text := func(lines ...string) string {
		return httpAnswer("200 OK", "Content-Type: text/plain", strings.Join(lines, "\n"))
	}
	page := func(robots string, urls ...string) map[string]string {
		return map[string]string{"/robots.txt": robots, "/": anchors(urls...)}
	}
	one := func(body string) map[string]string { return map[string]string{"/": body} }
	tryAll(t, []behaviour{
		{name: "a tag for another agent", serve: map[string]string{"/": html("X-Robots-Tag: otherbot: noindex, nofollow", "<a href=/x>")}, want: "/ /x"},
		{name: "tags for another agent and for all", serve: map[string]string{"/": html("X-Robots-Tag: otherbot: noindex\nX-Robots-Tag: nofollow", "<a href=/x>")}, want: "/"},
		{name: "meta robots behind the link", serve: one("<a href=/x><meta name=robots content=nofollow>"), want: "/"},
		{name: "robots.txt is gone", serve: page(httpAnswer("410 x", "", ""), "/x"), want: "/ /x"},
		{name: "robots.txt is empty", serve: page("HTTP/1.1 204 No\r\n\r\n", "/x"), want: "/ /x"},
		{name: "too many requests for robots.txt", serve: page(httpAnswer("429 x", "", ""), "/x"), want: ""}, // as Google does, unlike RFC 9309
		{name: "a rule before any group", serve: page(text("Disallow: /x", "User-agent: *", "Disallow: /y"), "/x", "/y"), want: "/ /x"},
		{name: "other lines do not divide groups", serve: page(text("User-agent: weft-test", "Crawl-delay: 0", "User-agent: other", "Disallow: /x"), "/x", "/y"), want: "/ /y"},
		{name: "a dollar inside a rule", serve: page(text("User-agent: *", "Disallow: /a$b"), "/a$b", "/a"), want: "/ /a"},
		{name: "a whole URL as a rule", serve: page(text("User-agent: *", "Disallow: http://a.test/x"), "/x"), want: "/ /x"},
		{name: "a rule with a query", serve: page(text("User-agent: *", "Disallow: /x?a=1"), "/x?a=1&b", "/x?a=2"), want: "/ /x?a=2"},
		{name: "an escaped slash is another", serve: page(text("User-agent: *", "Disallow: /a/b"), "/a%2Fb", "/a/b"), want: "/ /a%2Fb"},
		{name: "blanks in Location", serve: map[string]string{"/": redirectTo("302 x", " /a b#c ")}, want: "/ /a%20b"},
		{name: "several choices", serve: map[string]string{"/": httpAnswer("300 x", "Location: /a\nContent-Type: text/html", "<a href=/b>")}, want: "/ /a /b"},
		{name: "Location without redirect", serve: map[string]string{"/": httpAnswer("201 x", "Location: /a\nContent-Type: text/html", "<a href=/b>")}, want: "/ /b"},
		{name: "several words in rel", serve: one("<link rel='alternate stylesheet' href=/s><link rel='prefetch next' href=/n><link rel=NEXT href=/m>"), want: "/ /n /m"},
		{name: "feeds", serve: one("<link rel=alternate type=application/rss+xml href=/feed>"), want: "/ /feed"},
		{name: "ports of the other scheme", serve: one(anchors("http://a.test:443/x", "https://a.test:443/y", "https://a.test:80/z")), want: "/ http://a.test:443/x https://a.test/y https://a.test:80/z"},
		{name: "letters that look like blanks", serve: one("<a href='/x\u00a0y'><a href='/\u200bz'>"), want: "/ /x%C2%A0y /%E2%80%8Bz"},
		{name: "letters to be escaped", serve: one("<a href='/a\"b'><a href='/<x>'><a href='/{y}|z^`'><a href=\"/q?'x'\">"), want: "/ /a%22b /%3Cx%3E /%7By%7D|z%5E%60 /q?%27x%27"},
		{name: "an open quote", serve: one("<a href='/x>text</a> <a href=/y>"), want: "/"},
		{name: "addresses in odd spellings", serve: one(anchors("http://2130706433/x", "http://0x7f.1/y")), want: "/"},
		{name: "links of SVG", serve: one("<svg><a href=/y></svg>"), want: "/ /y"},
	})
}
