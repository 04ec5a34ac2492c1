package links

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func requisites(t *testing.T, contentType, body string) []string {
	t.Helper()
	var x Requisites
	var got []string
	p := Document{URL: []byte("http://a.example/dir/page.html"), ContentType: contentType, Body: []byte(body)}
	read := x.HTML
	if contentType == "text/css" {
		read = x.CSS
	}
	if err := read(p, func(u []byte) { got = append(got, strings.TrimPrefix(string(u), "http://a.example")) }); err != nil {
		t.Fatal(err)
	}
	return got
}

// What stands in each place that makes a browser load something, by the HTML Standard and CSS Syntax; what stands
// elsewhere does not.
func TestRequisites(t *testing.T) {
	for _, c := range []struct{ kind, body, want string }{
		{"text/html", `<img src=a.png><IMG SRC="/b.png#x" alt>`, "/dir/a.png /b.png"},
		{"text/html", `<img srcset="s.png 1x, /m.png 2x,l,1.png, 'x.png">`, "/dir/s.png /m.png /dir/l,1.png /dir/'x.png"},
		{"text/html", `<img srcset="a.png, b.png 100w (x,y), c.png">`, "/dir/a.png /dir/b.png /dir/c.png"},
		{"text/html", `<picture><source srcset="a.webp 2x"><img data-src=late.png src=data:image/gif;base64,R0></picture>`, "/dir/a.webp /dir/late.png"},
		{"text/html", `<script src=a.js></script><script>var x = "<img src=no.png>"</script>`, "/dir/a.js"},
		{"text/html", `<link rel="Shortcut ICON" href=/f.ico><link rel=stylesheet href=s.css><link rel=next href=2.html><link rel="alternate stylesheet" href=t.css>`, "/f.ico /dir/s.css /dir/t.css"},
		{"text/html", `<a href=page.html>x</a><iframe src=frame.html></iframe><form action=/post></form>`, ""},
		{"text/html", `<video poster=p.jpg src=v.mp4><track src=t.vtt></video><audio><source src=s.ogg></audio>`, "/dir/p.jpg /dir/v.mp4 /dir/t.vtt /dir/s.ogg"},
		{"text/html", `<object data=o.svg></object><embed src=e.swf><input type=image src=i.gif><body background=bg.gif>`, "/dir/o.svg /dir/e.swf /dir/i.gif /dir/bg.gif"},
		{"text/html", `<svg><image xlink:href=x.png /><use href="sprite.svg#one"/><use href="#two"/></svg>`, "/dir/x.png /dir/sprite.svg"},
		{"text/html", `<p style="background: url('a b.png')">x<p style="color:red">`, "/dir/a%20b.png"},
		{"text/html", `<style>@import "i.css"; p { background: url(u.png) } /* url(no.png) */</style><p>url(no.png)`, "/dir/i.css /dir/u.png"},
		{"text/html", `<base href=/other/><base href=/no/><img src=a.png>`, "/other/a.png"},
		{"text/html", `<base><base target=_top><base href=/other/><img src=a.png>`, "/other/a.png"},
		{"text/html", `<!-- <img src=no.png> --><noscript><img src=yes.png></noscript><template><img src=too.png></template>`, "/dir/yes.png /dir/too.png"},
		{"text/html", `<img src="  "><img src=#x><img src="mailto:a@b"><img src="http://b.example/x.png">`, "http://b.example/x.png"},
		{"text/html; charset=iso-8859-1", "<img src=\"caf\xe9.png\">", "/dir/caf%C3%A9.png"},
		{"text/css", `@import url("a.css") screen; @import 'b.css'; @font-face { src: url(f.woff2) format("woff2"), url( "f.woff" ) }`, "/dir/a.css /dir/b.css /dir/f.woff2 /dir/f.woff"},
		{"text/css", `p { content: "no.png"; background: image-set("a.png" 1x, url(b.png) 2x) } q { content: 'x' }`, "/dir/a.png /dir/b.png"},
		{"text/css", `p { background: url(a\20 b\).png) ; mask: url("c\"d.png") }`, "/dir/a%20b).png /dir/c%22d.png"},
		{"text/css", `p { background: url(data:image/png;base64,AAAA) } @charset "utf-8"; q { b: url( ) }`, ""},
		{"text/css", `p { background: url("broken.png`, "/dir/broken.png"},
		{"text/html", `<svg><style/><title/><image href=i.png /><base href=/no/ /><script/><title>t<title>u</title></title></svg><img src=a.png>`, "/dir/i.png /dir/a.png"},
		{"text/html", `<svg><style>@import "s.css";</style><desc><style>@import "d.css"</style><img src=d.png></desc></svg><style/><img src=no.png></style>`, "/dir/s.css /dir/d.css /dir/d.png"},
		{"text/html", `<svg><text><![CDATA[ a > b <style> <img src=no.png> ]]></text></svg><img src=a.png>`, "/dir/a.png"},
		{"text/html", `<img src=a.png`, ""},
		{"text/css", "p { background: url('a\x00b\\0 c.png') } q { mask: url(\u00a0d) }", "/dir/a%EF%BF%BDb%EF%BF%BDc.png /dir/%C2%A0d"},
	} {
		if got, want := requisites(t, c.kind, c.body), strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", c.body, got, want)
		}
	}
}

func FuzzRequisites(f *testing.F) {
	f.Add(`<img srcset="a 1x, b"><style>@import "x";p{a:url(b\20 c)}</style>`)
	f.Add(`<link rel=icon href=x><p style='a:url("'>`)
	f.Fuzz(func(t *testing.T, body string) {
		var x Requisites
		p := Document{URL: []byte("http://a.example/"), Body: []byte(body)}
		check := func(u []byte) {
			if !strings.HasPrefix(string(u), "http") {
				t.Errorf("%q", u)
			}
		}
		if err := x.HTML(p, check); err != nil {
			t.Error(err)
		}
		if err := x.CSS(p, check); err != nil {
			t.Error(err)
		}
	})
}

// What nobody closes, over and over, takes no longer than other pages.
func TestRequisitesOfHostilePages(t *testing.T) {
	var x Requisites
	for _, s := range []string{
		"<noscript>", "<noscript><img src=a>", "<noscript><style>", "<style>", "<svg><style>", "<base href=x>", "<img style='url(", "<img srcset='a (", "<img srcset='a (b, ", "<img srcset='a,,",
		"<style>url(", "<style>/*", "<style>'", "<link rel='stylesheet x ", "<![CDATA[", "<!--", "<a b=",
	} {
		body := []byte(strings.Repeat(s, 1+400_000/len(s)))
		for kind, read := range map[string]func(Document, func([]byte)) error{"page": x.HTML, "style sheet": x.CSS} {
			began := time.Now()
			if err := read(Document{URL: []byte("http://a.test/"), Body: body}, func([]byte) {}); err != nil {
				t.Errorf("%s: %v", s, err)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("a %s of %d bytes of %q takes %v", kind, len(body), s, took)
			}
		}
	}
	for _, s := range []string{"url(", "url('", "/*", "'", "\\", "@import ", "@import url(", "a{", "u+", "-->", "<!--", "\\110000 ", "image-set("} {
		body := []byte(strings.Repeat(s, 400_000/len(s)))
		began := time.Now()
		if err := x.CSS(Document{URL: []byte("http://a.test/"), Body: body}, func([]byte) {}); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("a style sheet of %d bytes of %q takes %v", len(body), s, took)
		}
	}
}
