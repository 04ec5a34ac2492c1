package links

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"weft/graph/kinds"
	"weft/web/weburl"
)

const pageURL = "http://example.com/dir/page.html"

// lines extracts the links of a page as "kinds url [anchor]".
func lines(t testing.TB, x *Extractor, p Document) ([]string, Info) {
	t.Helper()
	if p.URL == nil {
		p.URL = []byte(pageURL)
	}
	var out []string
	info, err := x.Extract(p, func(l Reference) {
		line := l.Kinds.String() + " " + strings.TrimPrefix(string(l.URL), "http://example.com")
		if l.Anchor != nil {
			line += " [" + string(l.Anchor) + "]"
		}
		out = append(out, line)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, info
}

var elementTable = []struct{ name, html, want string }{
	{"a", `<a href=x>one</a>`, "link /dir/x [one]"},
	{"case and quotes", `<A HREF = ' ../x '  title=t>One <B>two</B>  three</A >`, "link /x [One two three]"},
	{"fragment dropped, loop kept", `<a href="#top">top</a><a href="">self</a>`, "link /dir/page.html [top]\nlink /dir/page.html [self]"},
	{"white space inside", "<a href=\" /a\n\tb \">x</a>", "link /ab [x]"},
	{"no href", `<a name=x>text</a>`, ""},
	{"a closes a", `<a href=1>one<a href=2>two<a name=3>three`, "link /dir/1 [one]\nlink /dir/2 [two]"},
	{"unclosed", `<a href=1>one <p>two`, "link /dir/1 [one two]"},
	{"image alt", `<a href=1> <img alt="a &amp; b" src=i> <img alt=c></a>`, "link /dir/1 [a & b c]"},
	{"text before alt", `<a href=1>t<img alt=a></a>`, "link /dir/1 [t]"},
	{"title attribute", `<a href=1 title=" the  title "></a>`, "link /dir/1 [the title]"},
	{"empty", `<a href=1></a>`, "link /dir/1 []"},
	{"area", `<area href=1 alt=A title=T><area href=2 title=T><area nohref>`, "link /dir/1 [A]\nlink /dir/2 [T]"},
	{"area in a", `<a href=1>x<area href=2 alt=y>z</a>`, "link /dir/2 [y]\nlink /dir/1 [xz]"},
	{"nofollow", `<a rel="external NoFollow" href=1>x</a><a rel=ugc href=2>y</a><area rel=sponsored href=3><a rel=nofollower href=4>z</a>`, "link+nofollow /dir/1 [x]\nlink+nofollow /dir/2 [y]\nlink+nofollow /dir/3 []\nlink /dir/4 [z]"},
	{"frames", `<frameset><frame src=1><frame></frameset><iframe src="2"><a href=3>in</a></iframe><iframe src="">`, "embed /dir/1\nembed /dir/2"},
	{"link element", `<link rel=canonical href=1><link rel="prev next" href=2><link rel=previous href=3><link rel=alternate href=4><link rel="alternate stylesheet" href=5><link rel=icon href=6><link rel=next href="">`, "canonical /dir/1\nnext+prev /dir/2\nprev /dir/3\nalternate /dir/4"},
	{"refresh", `<meta http-equiv=Refresh content="0; URL='next?a=1&amp;b=2'">`, "refresh /dir/next?a=1&b=2"},
	{"refresh without url=", `<meta http-equiv=refresh content="5 ; next"><meta http-equiv=refresh content=5><meta http-equiv=refresh content="x;url=y">`, "refresh /dir/next"},
	{"base before and after", `<a href=1>x</a><base><base href="/b/"><base href=/c/><a href=2>y</a>`, "link /b/1 [x]\nlink /b/2 [y]"},
	{"base relative", `<base href="sub/x.html?q#f"><a href=1>x</a><a href="">y</a>`, "link /dir/sub/1 [x]\nlink /dir/sub/x.html?q [y]"},
	{"base of a frame", `<base href="//h/"><frame src=1>`, "embed http://h/1"},
	{"bad base", `<base href="http://[/"><a href=1>x</a>`, "link /dir/1 [x]"},
	{"data base", `<base href=" Data:,x"><a href=1>x</a>`, "link /dir/1 [x]"},
	{"other base", `<base href="file:///x/"><a href=1>x</a><a href=http://h>y</a>`, "link http://h/ [y]"},
	{"commented base", `<!-- <base href=/b/> --><a href=1>x</a>`, "link /dir/1 [x]"},
	{"meta robots", `<a href=1>x</a><META NAME=Robots content="noindex,NOFOLLOW"><iframe src=2>`, "link+nofollow /dir/1 [x]\nembed /dir/2"},
	{"meta of another robot", `<meta name=otherbot content=none><a href=1>x</a>`, "link /dir/1 [x]"},
	{"where links do not count", `<!--<a href=1>--><script>"<a href=2>"</script><style><a href=3></style><textarea><a href=4></textarea><title><a href=5></title><xmp><a href=6></xmp><noframes><a href=8></noframes><noembed><a href=9></noembed><![CDATA[<a href=7>`, ""},
	{"where they do", `<template><a href=1>a</a></template><noscript><a href=2>b</a></noscript><svg><a href=3>c</a></svg>`, "link /dir/1 [a]\nlink /dir/2 [b]\nlink /dir/3 [c]"},
	{"plaintext", `<a href=1>x</a><plaintext><a href=2>`, "link /dir/1 [x]"},
	{"entities", `<a href="?a=1&copy=2&amp;b&lt;&#x26;c&eacute;">&eacute;&nbsp;&#8364;&notit;</a>`, "link /dir/page.html?a=1&copy=2&b%3C&c%C3%A9 [é €¬it;]"},
	{"other schemes", `<a href=mailto:x>a</a><a href="javascript:void(0)">b</a><a href=ftp://h/>c</a><a href=tel:1>d</a>`, ""},
	{"bad URLs", `<a href="http://a b/">x</a><a href="http://h:x/">y</a>`, ""},
	{"duplicate attributes", `<a href=1 href=2>x</a>`, "link /dir/1 [x]"},
	{"slash in unquoted", `<a href=x/>y</a>`, "link /dir/x/ [y]"},
	{"quotes run on", `<a href="1>x</a><a href="2">y</a>`, "link /dir/1%3Ex%3C/a%3E%3Ca%20href= [y]"},
	{"nul", "<a href='a\x00b'>x\x00y</a>", "link /dir/a%EF%BF%BDb [xy]"},
	{"svg", `<svg><a href=1>x</a></svg>`, "link /dir/1 [x]"},
	{"empty in svg", `<svg><a href=1 /><text>x</text><a href=2/></svg>y</a>`, "link /dir/1 []\nlink /dir/2/ [y]"},
	{"end of input in a tag", `<a href=1>x</a><a href=2`, "link /dir/1 [x]"},
	{"comment in anchor", `<a href=1>x<!-- no -->y<script>z</script></a>`, "link /dir/1 [xy]"},
	{"credentials and port", `<a href="http://u@h:81/">x</a>`, "link http://u@h:81/ [x]"},
}

func TestElements(t *testing.T) {
	var x Extractor
	for _, c := range elementTable {
		got, _ := lines(t, &x, Document{Body: []byte(c.html)})
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: %s\ngot\n%s\nwant\n%s", c.name, c.html, strings.Join(got, "\n"), c.want)
		}
	}
}

// A name in which one letter is another is no name that counts, be it of a tag or of an attribute, at any place of it.
func TestNamesThatAreNearlyKnown(t *testing.T) {
	var x Extractor
	for _, c := range []struct{ html, name, without string }{
		{`<a href=1>x</a>`, "a", ""},
		{`<a href=1>x</a>`, "href", ""},
		{`<area href=1 alt=y>`, "area", ""},
		{`<area href=1 alt=y>`, "alt", "link /dir/1 []"},
		{`<a href=1 rel=nofollow>x</a>`, "rel", "link /dir/1 [x]"},
		{`<a href=1 title=x></a>`, "title", "link /dir/1 []"},
		{`<a href=1><img alt=x></a>`, "img", "link /dir/1 []"},
		{`<frame src=1>`, "frame", ""},
		{`<iframe src=1>`, "iframe", ""},
		{`<iframe src=1>`, "src", ""},
		{`<link rel=next href=1>`, "link", ""},
		{`<link rel=next href=1>`, "rel", ""},
		{`<base href=/b/><a href=1>x</a>`, "base", "link /dir/1 [x]"},
		{`<meta http-equiv=refresh content="0;url=1">`, "meta", ""},
		{`<meta http-equiv=refresh content="0;url=1">`, "http-equiv", ""},
		{`<meta http-equiv=refresh content="0;url=1">`, "content", ""},
		{`<meta name=robots content=nofollow><a href=1>x</a>`, "name", "link /dir/1 [x]"},
		{"<meta charset=iso-8859-5><a href=1>\xe9</a>", "charset", "link /dir/1 [\u00e9]"},
		{`<script><a href=1>x</a></script>`, "script", "link /dir/1 [x]"},
		{`<style><a href=1>x</a></style>`, "style", "link /dir/1 [x]"},
		{`<title><a href=1>x</a></title>`, "title", "link /dir/1 [x]"},
		{`<xmp><a href=1>x</a></xmp>`, "xmp", "link /dir/1 [x]"},
		{`<textarea><a href=1>x</a></textarea>`, "textarea", "link /dir/1 [x]"},
		{`<noembed><a href=1>x</a></noembed>`, "noembed", "link /dir/1 [x]"},
		{`<noframes><a href=1>x</a></noframes>`, "noframes", "link /dir/1 [x]"},
		{`<plaintext><a href=1>x</a>`, "plaintext", "link /dir/1 [x]"},
	} {
		known, _ := lines(t, &x, Document{Body: []byte(c.html)})
		for i := range c.name {
			other := c.name[:i] + "w" + c.name[i+1:]
			html := strings.NewReplacer("<"+c.name+" ", "<"+other+" ", "<"+c.name+">", "<"+other+">", "</"+c.name, "</"+other, " "+c.name+"=", " "+other+"=").Replace(c.html)
			if html == c.html {
				t.Fatalf("%s is not in %s", c.name, html)
			}
			if got, _ := lines(t, &x, Document{Body: []byte(html)}); strings.Join(got, "\n") != c.without {
				t.Errorf("%s: got %q, want %q", html, got, c.without)
			}
		}
		if strings.Join(known, "\n") == c.without {
			t.Errorf("%s: %s makes no difference", c.html, c.name)
		}
	}
}

func sum(u Unlinked) int { return u.FTP + u.Mailto + u.JavaScript + u.Other }

func TestInfo(t *testing.T) {
	var x Extractor
	_, info := lines(t, &x, Document{Body: []byte("<title>\n A &amp; <b>  t\xffitle</title><title>2</title><base href=/b/><meta name=robots content=none>" +
		"<a href=1></a><a href=mailto:x></a><a href=ftp://x/></a><a href='http://a b'></a><a href='/" + strings.Repeat("x", 1<<20) + "'></a><a href='data:" + strings.Repeat("x", 1<<20) + "'></a>")})
	got := fmt.Sprintf("%d %d %d %d %q %q %v %v %s", info.Links, info.Bad, info.TooLong, sum(info.Unlinked), info.Title, info.Base, info.Nofollow, info.Noindex, info.Charset)
	want := `1 1 1 3 "A & <b> t�itle" "http://example.com/b/" true true windows-1252`
	want = strings.Replace(want, "t�itle", "tÿitle", 1) // undeclared and no UTF-8
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, err := x.Extract(Document{URL: []byte("nonsense")}, func(Reference) {}); err == nil {
		t.Error("a page without URL: no error")
	}
}

func TestHeaders(t *testing.T) {
	var x Extractor
	h := Header{
		Link: []string{
			`<../c>; rel="canonical", <n?a,b;c>;rel=next;title="a, \"b\"; rel=prev" , <p>; REL = "foo PREV"; rel=next`,
			`<x>; rel=preload, <y>; rel=canonical; anchor="#z", <z> ; ; rel=alternate, <unclosed`,
			`<mailto:x>; rel=alternate`, ``, `<>;rel="next`,
		},
		Refresh: []string{"3; url=/r", "3"},
		Robots:  []string{"otherbot: nofollow", "noindex"},
	}
	got, info := lines(t, &x, Document{Header: h, Body: []byte(`<base href=/b/><a href=1>x</a>`)})
	want := "canonical /c\nnext /dir/n?a,b;c\nprev /dir/p\nalternate /dir/z\nnext /dir/page.html\nrefresh /r\nlink /b/1 [x]"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if !info.Noindex || info.Nofollow || sum(info.Unlinked) != 1 {
		t.Errorf("info: %+v", info)
	}
}

var charsetTable = []struct{ name, contentType, body, charset, want string }{
	{"utf-8 header", "text/html; charset=UTF-8", "<a href='é?é'>é</a>", "utf-8", "link /dir/%C3%A9?%C3%A9 [é]"},
	{"utf-8 undeclared", "", "<a href='é?é'>é</a>", "utf-8", "link /dir/%C3%A9?%C3%A9 [é]"},
	{"default", "", "<a href='\xe9?\xe9'>\x80</a>", "windows-1252", "link /dir/%C3%A9?%E9 [€]"},
	{"latin1 header beats meta", `text/html; Charset="iso-8859-1"`, "<meta charset=utf-8><a href='\xe9?\xe9'>\xe9</a>", "windows-1252", "link /dir/%C3%A9?%E9 [é]"},
	{"bom beats header", "text/html; charset=iso-8859-1", "\xef\xbb\xbf<a href='é?é'>é</a>", "utf-8", "link /dir/%C3%A9?%C3%A9 [é]"},
	{"meta", "text/html", "<meta charset=iso-8859-2><a href='?\xb9'>\xb9</a>", "iso-8859-2", "link /dir/page.html?%B9 [š]"},
	{"meta http-equiv", "text/html", "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'><a href='?\xc1'>\xc1</a>", "koi8-r", "link /dir/page.html?%C1 [а]"},
	{"meta behind others", "text/html", "<meta name=viewport content='width=device-width'><meta http-equiv=refresh content=9><meta charset=iso-8859-2><a href='?\xb9'>\xb9</a>", "iso-8859-2", "link /dir/page.html?%B9 [š]"},
	{"meta without a known name first", "text/html", "<meta charset=klingon><meta http-equiv=Content-Type content='text/html; charset=koi8-r'><a href='?\xc1'>\xc1</a>", "koi8-r", "link /dir/page.html?%C1 [а]"},
	{"meta too late", "text/html", strings.Repeat(" ", 1024) + "<meta charset=koi8-r><a href='?\xc1'>\xc1</a>", "windows-1252", "link /dir/page.html?%C1 [Á]"},
	{"meta says utf-16", "text/html", "<meta charset=utf-16><a href='?é'>é</a>", "utf-8", "link /dir/page.html?%C3%A9 [é]"},
	{"unmappable in query", "text/html; charset=windows-1252", "<a href='?&#x416;&amp;x&eacute;'>x</a>", "windows-1252", "link /dir/page.html?%26%231046%3B&x%E9 [x]"},
	{"shift_jis", "text/html; charset=shift_jis", "<a href='\x93\xfa?\x93\xfa'>\x93\xfa\x96{</a>", "shift_jis", "link /dir/%E6%97%A5?%93%FA [日本]"},
	{"gbk unmappable", "text/html; charset=gb2312", "<a href='?\xc4\xe3&#x1F600;'>\xc4\xe3</a>", "gbk", "link /dir/page.html?%C4%E3%26%23128512%3B [你]"},
	{"iso-2022-jp", "text/html; charset=iso-2022-jp", "<a href='?\x1b$BF|\x1b(B&amp;\x1b$BF|\x1b(B'>\x1b$BF|\x1b(B</a>", "iso-2022-jp", "link /dir/page.html?%1B$BF|%1B(B&%1B$BF|%1B(B [日]"},
	{"utf-16 bom", "", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xe9\x00>\x00\xe9\x00", "utf-8", "link /dir/page.html?%C3%A9 [é]"},
	{"invalid utf-8", "text/html; charset=utf-8", "<a href='\xe9?\xe2\x82'>a\xffb\xe2\x82</a>", "utf-8", "link /dir/%EF%BF%BD?%EF%BF%BD [a�b��]"},
	{"unknown label", "text/html; charset=klingon", "<a href='?\xe9'>x</a>", "windows-1252", "link /dir/page.html?%E9 [x]"},
}

func TestCharsets(t *testing.T) {
	var x Extractor
	for range 2 { // codecs are kept
		for _, c := range charsetTable {
			got, info := lines(t, &x, Document{ContentType: c.contentType, Body: []byte(c.body)})
			if strings.Join(got, "\n") != c.want || info.Charset != c.charset {
				t.Errorf("%s: got %q in %s, want %q in %s", c.name, got, info.Charset, c.want, c.charset)
			}
		}
	}
}

// Each byte above ASCII is what its charset says, alone, first and last.
func TestBytesAboveASCII(t *testing.T) {
	var x Extractor
	for name, table := range map[string]*charmap.Charmap{"windows-1252": charmap.Windows1252, "iso-8859-2": charmap.ISO8859_2, "koi8-r": charmap.KOI8R} {
		for c := 0x80; c <= 0xff; c++ {
			want := string(table.DecodeByte(byte(c)))
			if strings.TrimSpace(want) == "" || strings.Trim(want, "\u00a0\ufffd") == "" || want < "\u00a0" {
				continue // blanks and controls
			}
			for _, text := range []string{"\x00", "\x00a", "a\x00", "a\x00\x00b"} {
				body := strings.ReplaceAll(text, "\x00", string([]byte{byte(c)}))
				got, _ := lines(t, &x, Document{ContentType: "text/html; charset=" + name, Body: []byte("<a href=1>" + body + "</a>")})
				if line := "link /dir/1 [" + strings.ReplaceAll(text, "\x00", want) + "]"; len(got) != 1 || got[0] != line {
					t.Errorf("%s, %#x: got %q, want %q", name, c, got, line)
				}
			}
		}
	}
}

func TestXHTML(t *testing.T) {
	var x Extractor
	body := []byte(`<title/><script src="s"/><a href="1">x</a>`)
	if got, _ := lines(t, &x, Document{Body: body}); len(got) != 0 {
		t.Errorf("as HTML: got %q, want nothing", got)
	}
	body = append(body, `<a href="2" title="t"/>text`...)
	for _, kind := range []string{"application/xhtml+xml; x=y", "text/xml", "application/xml"} {
		if got, _ := lines(t, &x, Document{Body: body, ContentType: kind}); strings.Join(got, "\n") != "link /dir/1 [x]\nlink /dir/2 [t]" {
			t.Errorf("as %s: got %q, want two links", kind, got)
		}
	}
}

func TestIsHTML(t *testing.T) {
	for _, c := range []struct {
		contentType, body string
		want              bool
	}{
		{"text/html", "", true},
		{" TEXT/HTML ;charset=x", "", true},
		{"application/xhtml+xml", "", true},
		{"application/xml", "<?xml version='1.0'?>\n<!-- a page -->\n<!DOCTYPE html>\n<html xmlns='http://www.w3.org/1999/xhtml'>", true},
		{"text/xml; charset=utf-8", "<html lang='en'\n xmlns=\"http://www.w3.org/1999/xhtml\">", true},
		{"text/xml", "<?xml-stylesheet href='a.xsl'?><rss xmlns:h='http://www.w3.org/1999/xhtml'><html>", false},
		{"text/xml", "<html><body><p>no such page", false},
		{"text/xml", "<?xml version='1.0'", false},
		{"text/xml", "<!-- <html xmlns='http://www.w3.org/1999/xhtml'>", false},
		{"text/xml", "<htmlx xmlns='http://www.w3.org/1999/xhtml'>", false},
		{"application/xml", "", false},
		{"image/svg+xml", "<html xmlns='http://www.w3.org/1999/xhtml'>", false},
		{"text/plain", "<html>", false},
		{"image/png", "", false},
		{"", " \n<!DOCTYPE html>", true},
		{"", "\xef\xbb\xbf<HTML >", true},
		{"", "<!-- x", true},
		{"", "<?xml version='1.0'?><html xmlns='x'>", true},
		{"", "<?xml version='1.0'?><rss>", false},
		{"", "<a href=x>", true},
		{"", "<abbr>", false},
		{"", "%PDF-1.4", false},
		{"", "", false},
		{"html", "<html>", true},
		{"html", "%PDF-1.4", false},
		{"*/*", "<html>", true},
		{"unknown/unknown", "<html>", true},
		{"application/unknown", "<p>", true},
		{"text/html charset=utf-8", "<html>", true},
		{"text/html charset=utf-8", "GIF89a", false},
		{"text/html, text/html; charset=utf-8", "", true},
		{"text/html, */*", "", true},
		{"text/html, text/plain", "<html>", false},
		{"text/plain, text/html;charset=x", "", true},
		{`text/plain; x=", text/html"`, "<html>", false},
		{`text/plain; x="\\", text/html"`, "<html>", false},
		{"text/html,", "", true},
		{"/", "<html>", true},
		{"text/", "<html>", true},
		{"/html", "x", false},
	} {
		if got := IsHTML(c.contentType, []byte(c.body)); got != c.want {
			t.Errorf("IsHTML(%q, %q) = %v", c.contentType, c.body, got)
		}
	}
}

func TestBeginsLikeHTML(t *testing.T) {
	for body, want := range map[string]bool{
		"<!DOCTYPE html><p>": true, "\xef\xbb\xbf\n<HTML lang=en>": true, "<p>an example": false, "": false, "<html": false, "// <html>": false,
	} {
		if got := BeginsLikeHTML([]byte(body)); got != want {
			t.Errorf("%q: got %v", body, got)
		}
	}
}

// TestHostile gives inputs that are large in one way each; linear time lets all end in a moment.
func TestHostile(t *testing.T) {
	const n = 1 << 20
	var x Extractor
	for name, body := range map[string]string{
		"deep":           strings.Repeat("<div>", n/5),
		"deep anchors":   strings.Repeat("<a href=x>", n/10),
		"open tags":      strings.Repeat("<a ", n/3),
		"open comments":  strings.Repeat("<!--", n/4),
		"dashes":         "<!--" + strings.Repeat("-", n) + "<a href=x>",
		"open scripts":   "<script>" + strings.Repeat("<!--<script>", n/12),
		"open title":     "<title>" + strings.Repeat("</titl", n/6),
		"text":           "<a href=x>" + strings.Repeat("t ", n/2) + "</a>",
		"ampersands":     "<a href='" + strings.Repeat("&", n) + "'>" + strings.Repeat("&x", n/2),
		"digits":         "<a href='&#" + strings.Repeat("9", n) + ";'>&#" + strings.Repeat("0", n) + "65;",
		"attributes":     "<a " + strings.Repeat("href=x ", n/7) + ">",
		"at signs":       "<a href='http://" + strings.Repeat("@", 60_000) + "/'>",
		"dots":           "<a href='" + strings.Repeat("../x/", 12_000) + "'>",
		"rels":           "<link href=x rel='" + strings.Repeat("next ", n/5) + "'>",
		"metas":          strings.Repeat("<meta charset=", n/14),
		"nul":            strings.Repeat("\x00", n),
		"idn":            "<a href='http://" + strings.Repeat("ä", 30_000) + "/'>",
		"invalid utf-8":  "<meta charset=utf-8><a href='" + strings.Repeat("\xe2", 60_000) + "'>" + strings.Repeat("\xe2", n),
		"windows-1252":   strings.Repeat("\xe9", n),
		"image alts":     "<a href=x>" + strings.Repeat("<img alt='"+strings.Repeat("y", 1000)+"'>", n/1000),
		"late meta":      strings.Repeat("<a href=x>", n/10) + "<meta name=robots content=nofollow>",
		"refresh header": "<meta http-equiv=refresh content='" + strings.Repeat("1", n) + "'>",
	} {
		var anchors int
		_, err := x.Extract(Document{URL: []byte(pageURL), Body: []byte(body)}, func(l Reference) {
			anchors = max(anchors, len(l.Anchor))
		})
		if err != nil || anchors > MaxText {
			t.Errorf("%s: %v, longest anchor %d", name, err, anchors)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, c := range elementTable {
		f.Add([]byte(c.html), "text/html", `<x>; rel="next"`)
	}
	for _, c := range charsetTable {
		f.Add([]byte(c.body), c.contentType, "")
	}
	var x Extractor
	f.Fuzz(func(t *testing.T, body []byte, contentType, header string) {
		p := Document{URL: []byte(pageURL), ContentType: contentType, Body: body, Header: Header{Link: []string{header}, Refresh: []string{header}, Robots: []string{header}}}
		n := 0
		info, err := x.Extract(p, func(l Reference) {
			n++
			checkLink(t, l)
		})
		if err != nil || n != info.Links {
			t.Fatalf("%d links, info %+v, %v", n, info, err)
		}
		if !utf8.Valid(info.Title) || len(info.Title) > MaxText {
			t.Fatalf("title %q", info.Title)
		}
	})
}

func checkLink(t *testing.T, l Reference) {
	t.Helper()
	again, err := weburl.Append(nil, l.URL)
	if err != nil || string(again) != string(l.URL) {
		t.Fatalf("URL %q parses to %q, %v", l.URL, again, err)
	}
	if _, err := weburl.AppendKey(nil, l.URL); err != nil {
		t.Fatalf("key of %q: %v", l.URL, err)
	}
	if !utf8.Valid(l.Anchor) || len(l.Anchor) > MaxText {
		t.Fatalf("anchor %q", l.Anchor)
	}
	if l.Kinds == 0 || l.Kinds&^kinds.All != 0 {
		t.Fatalf("kinds %v", l.Kinds)
	}
}

func ExampleExtractor() {
	var x Extractor
	page := Document{
		URL:         []byte("https://www.debian.org/intro/"),
		ContentType: "text/html; charset=utf-8",
		Body:        []byte(`<title>Intro</title><a href="../News/#top">All <b>news</b></a> <a rel=nofollow href="//example.com">ad</a>`),
	}
	info, err := x.Extract(page, func(l Reference) { fmt.Printf("%s %s %q\n", l.Kinds, l.URL, l.Anchor) })
	fmt.Printf("%q %d %v\n", info.Title, info.Links, err)
	// Output:
	// link https://www.debian.org/News/ "All news"
	// link+nofollow https://example.com/ "ad"
	// "Intro" 2 <nil>
}
