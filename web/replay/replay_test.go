package replay_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"weft/web/replay"
)

const png = "\x89PNG\r\n\x1a\n0000"

// archived are the responses of a small archive.
var archived = map[string]replay.Response{
	"http://a.example/pic.png":       {"image/png", []byte(png)},
	"http://a.example/sub/rel.png":   {"", []byte(png)},
	"http://a.example/css/main.css":  {"text/css; charset=utf-8", []byte(`@import "more.css" screen; @import url(loop.css); body { background: url('../pic.png') } @font-face { src: url(f.woff2) } p::after { content: "</style><b>" }`)},
	"http://a.example/css/more.css":  {"text/css", []byte(`h1 { background-image: url("/pic.png") } i { background: url(#mark) }`)},
	"http://a.example/css/loop.css":  {"text/css", []byte(`@import url(loop.css); u { color: red }`)},
	"http://a.example/css/f.woff2":   {"font/woff2", []byte("wOF2....")},
	"http://a.example/evil.png":      {"text/html", []byte(`<script>alert(1)</script>`)},
	"http://other.example/there.png": {"image/png", []byte(png)},
}

func options() replay.Options {
	return replay.Options{
		Get: func(_ context.Context, url string) (*replay.Response, error) {
			if r, ok := archived[url]; ok {
				return &r, nil
			}
			return nil, replay.ErrAbsent
		},
		Link: func(url string) string { return "/here?" + url },
	}
}

func make1(t *testing.T, text string) *replay.Page {
	t.Helper()
	p, err := replay.Document(t.Context(), "http://a.example/sub/page.html", replay.Response{Type: "text/html; charset=utf-8", Body: []byte(text)}, options())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDocument puts the parts of a page into it, and leaves out what runs or loads.
func TestDocument(t *testing.T) {
	p := make1(t, `<!doctype html><html><head><meta charset=utf-8><meta http-equiv=refresh content="0;url=http://evil.example/"><base href="http://a.example/sub/"><title>T & "x"</title>
<link rel=stylesheet href=/css/main.css media="screen and (min-width: 1px)"><link rel=stylesheet href=/absent.css><link rel=icon href=/pic.png><style>div{background:url(/pic.png)}</style>
<script src=x.js></script><script>document.write("<b>")</script></head><body onload=alert(1) background="/pic.png" style="background:url(rel.png)">
<img src=rel.png srcset="a 2x" onerror=alert(1)><img src="http://other.example/there.png"><img src=/gone.png><img src=/evil.png><img src="data:image/gif;base64,R0lGODlh">
<a href="next.html" ping=/p>next</a><a href="javascript:alert(1)">js</a><a href="#here">here</a><iframe src=frame.html>no</iframe><object data=/o.swf><object></object>fallback</object><embed src=/e.swf>
<form action=/post><input type=image src=/pic.png><button formaction=/x>b</button></form><noscript><p>no scripts</p><img src=/pic.png></noscript><svg><image href="/pic.png"/><use href="#a"/><use href="http://x.example/y.svg#a"/></svg>
<picture><source srcset=/pic.webp><img src=/pic.png></picture><video poster=/pic.png src=/v.mp4><source src=/v.webm></video></body></html>`)
	text := string(p.HTML)
	for _, want := range []string{
		"<!doctype html>", `<title>T & "x"</title>`, `<style media="screen and (min-width: 1px)">@media screen{h1`, "url(\"data:image/png;base64,", "url(\"data:font/woff2;base64,", `url("#mark")`, "u { color: red }",
		`content: "<\/style><b>"`, `<img src="data:image/png;base64,`, `<img src="data:image/gif;base64,R0lGODlh"`, `<a href="/here?http://a.example/sub/next.html" target="_top">`, `<a href="#here" target="_top">`,
		`href="/here?http://a.example/sub/frame.html"`, `href="/here?http://a.example/o.swf"`, `<p>no scripts</p>`, `<image href="data:image/png`, `<use href="#a"`, `poster="data:image/png`, `background="data:image/png`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	for _, unwanted := range []string{"<script", "onload", "onerror", "javascript:", "refresh", "evil.example", "x.example", "srcset", "action=", "fallback", "<iframe", "<object", "<embed", "<base", ".mp4", "absent.css", "ping"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("%q is in %s", unwanted, text)
		}
	}
	if p.Scripts != 2 || p.Frames != 3 || p.Absent != 2 || p.LeftOut == 0 || p.Parts != 7 {
		t.Errorf("%d parts, %d absent, %d left out, %d scripts, %d frames", p.Parts, p.Absent, p.LeftOut, p.Scripts, p.Frames)
	}
}

// TestLimits leaves out parts beyond the limits, and ends with an error of the archive.
func TestLimits(t *testing.T) {
	page := replay.Response{Type: "text/html", Body: []byte(`<img src=/pic.png><img src="http://other.example/there.png"><img src=/sub/rel.png>`)}
	for _, x := range []struct {
		parts       int
		bytes       int64
		in, leftOut int
	}{{1, 0, 1, 2}, {2, 0, 2, 1}, {0, int64(len(png)), 1, 2}, {0, int64(len(png)) - 1, 0, 3}, {0, 0, 3, 0}} {
		o := options()
		o.Parts, o.Bytes = x.parts, x.bytes
		p, err := replay.Document(t.Context(), "http://a.example/", page, o)
		if err != nil || p.Parts != x.in || p.LeftOut != x.leftOut {
			t.Errorf("%d parts, %d bytes: %+v, %v", x.parts, x.bytes, p, err)
		}
	}
	o := options()
	broken := errors.New("broken")
	o.Get = func(context.Context, string) (*replay.Response, error) { return nil, broken }
	if _, err := replay.Document(t.Context(), "http://a.example/", page, o); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := replay.Document(t.Context(), "nowhere", page, options()); err == nil {
		t.Error("no error of a wrong URL")
	}
}

// FuzzDocument makes documents of any page: in none does a parser of HTML see anything that runs or loads.
func FuzzDocument(f *testing.F) {
	f.Add(`<style>a{b:url(/pic.png)}</style><p style="x:url('/css/main.css')"><svg><style><img src=x></style><script>`, "text/html")
	f.Add(`<noscript><style></noscript><script>alert(1)</script>`, "text/html; charset=utf-16le")
	f.Add(`<textarea><img src=/pic.png></textarea><title><script></title><xmp><iframe src=a></xmp><plaintext><base href=b>`, "")
	f.Add(`<table background=/pic.png><object><object data=a></object><embed src=b></object><math><a xlink:href=c><mtext><script>x`, "text/html")
	f.Fuzz(func(t *testing.T, text, media string) {
		p, err := replay.Document(t.Context(), "http://a.example/", replay.Response{Type: media, Body: []byte(text)}, options())
		if err != nil {
			t.Fatal(err)
		}
		z := html.NewTokenizer(strings.NewReader(string(p.HTML)))
		for z.Next() != html.ErrorToken {
			tok := z.Token()
			if tok.Type != html.StartTagToken && tok.Type != html.SelfClosingTagToken {
				continue
			}
			switch tok.Data {
			case "script", "iframe", "object", "embed", "frame", "base", "link":
				t.Fatalf("an element %s in %q, made of %q", tok.Data, p.HTML, text)
			}
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Key, "on") || (a.Key == "src" || a.Key == "poster" || a.Key == "background") && !strings.HasPrefix(a.Val, "data:") {
					t.Fatalf("an attribute %s=%q in %q, made of %q", a.Key, a.Val, p.HTML, text)
				}
			}
		}
	})
}
