package capture_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/shared"
	"weft/web/capture"
	"weft/web/warc"
)

// show lists what matters of a page.
func show(p *capture.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v firm=%v html=%v %d", p.Key, p.State, p.Firm, p.HTML, p.Status)
	if p.Unread {
		b.WriteString(" unread")
	}
	for _, l := range p.Links {
		fmt.Fprintf(&b, "\n%s %s %v %q", l.URL, l.Key, l.Kinds, l.Anchor)
	}
	for _, x := range p.Excluded {
		fmt.Fprintf(&b, "\nexcluded %s %s %q", x.URL, x.Key, x.Rule)
	}
	for _, l := range p.LetIn {
		fmt.Fprintf(&b, "\nlet in %s %s", l.URL, l.Key)
	}
	return b.String()
}

func TestResponse(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	for _, c := range []struct{ name, block, want string }{
		{
			"HTML", ok + "\r\n<title>T</title><a href=b>B</a><a href=b rel=nofollow>again</a><iframe src=//c.example/>",
			"example,a)/x h fetched firm=true html=true 200\nhttp://a.example/b example,a)/b h link \"B\"\n" +
				"http://a.example/b example,a)/b h link+nofollow \"again\"\nhttp://c.example/ example,c)/ h embed \"\"",
		},
		{
			"redirect", "HTTP/1.1 301 Moved\r\nLocation: /y\r\n\r\n",
			"example,a)/x h redirected firm=true html=false 301\nhttp://a.example/y example,a)/y h redirect \"\"",
		},
		{"redirect to nothing", "HTTP/1.1 302 Found\r\n\r\n", "example,a)/x h failed firm=false html=false 302"},
		{"redirect to another scheme", "HTTP/1.1 302 Found\r\nLocation: mailto:x@y.example\r\n\r\n", "example,a)/x h redirected firm=false html=false 302"},
		{"an error page with links", "HTTP/1.1 404 No\r\nContent-Type: text/html\r\n\r\n<a href=/>", "example,a)/x h failed firm=true html=true 404\nhttp://a.example/ example,a)/ h link \"\""},
		{"an image", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<a href=b>", "example,a)/x h fetched firm=false html=false 200"},
		{
			"a document with a canonical page", "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nLink: </p>; rel=canonical\r\n\r\n",
			"example,a)/x h fetched firm=true html=false 200\nhttp://a.example/p example,a)/p h canonical \"\"",
		},
		{"no type, but HTML", "HTTP/1.1 200 OK\r\n\r\n<html><a href=b>", "example,a)/x h fetched firm=true html=true 200\nhttp://a.example/b example,a)/b h link \"\""},
		{"no type, no sniffing", "HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\n\r\n<html><a href=b>", "example,a)/x h fetched firm=false html=false 200 unread"},
		{"an odd type", "HTTP/1.1 200 OK\r\nContent-Type: text/html charset=utf-8\r\n\r\n<html><a href=b>", "example,a)/x h fetched firm=true html=true 200\nhttp://a.example/b example,a)/b h link \"\""},
		{"two types", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: text/html\r\n\r\n<html><a href=b>", "example,a)/x h fetched firm=true html=true 200\nhttp://a.example/b example,a)/b h link \"\""},
		{"text that looks like HTML", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n<html><a href=b>", "example,a)/x h fetched firm=false html=false 200 unread"},
		{"an error that looks like HTML", "HTTP/1.1 404 No\r\nContent-Type: text/plain\r\n\r\n<html><a href=b>", "example,a)/x h failed firm=false html=false 404"},
		{"no type, no HTML", "HTTP/1.1 200 OK\r\n\r\nGIF89a", "example,a)/x h fetched firm=false html=false 200"},
		{"HTML without a body", ok + "Link: </n>; rel=next\r\n\r\n", "example,a)/x h fetched firm=true html=false 200\nhttp://a.example/n example,a)/n h next \"\""},
		{"links that are no pages", ok + "\r\n<a href=mailto:x><a href=ftp://a.example/><a href='http://[/'>", "example,a)/x h fetched firm=true html=true 200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r capture.Reader
			var p capture.Reading
			if err := r.Response([]byte("HTTP://A.example/x#f"), []byte(c.block), &p); err != nil {
				t.Fatal(err)
			}
			if got := show(&p); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if string(p.URL) != "http://a.example/x" {
				t.Errorf("got URL %s", p.URL)
			}
			r.NoURLs = true
			links := len(p.Links)
			if err := r.Response([]byte("http://a.example/x"), []byte(c.block), &p); err != nil || len(p.Links) != links || links > 0 && p.Links[0].URL != nil {
				t.Errorf("without URLs: got %v, %d links with URL %q; want %d without", err, len(p.Links), p.Links, links)
			}
		})
	}
}

func TestResponseSaysWhatAPageAsks(t *testing.T) {
	var r capture.Reader
	var p capture.Reading
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1252\r\nX-Robots-Tag: noindex\r\n\r\n<title>a\n b</title><meta name=robots content=nofollow><a href=http://[>"
	if err := r.Response([]byte("http://a.example/"), []byte(block), &p); err != nil {
		t.Fatal(err)
	}
	if string(p.Title) != "a b" || !p.Nofollow || p.BadLinks != 1 || !bytes.HasPrefix(p.Body, []byte("<title>")) {
		t.Errorf("got %+v", p)
	}
}

func TestErrors(t *testing.T) {
	var r capture.Reader
	var p capture.Reading
	for _, c := range []struct {
		uri, block string
		want       error
	}{
		{"dns:a.example", "", capture.ErrNotWeb},
		{"http:/a", "", capture.ErrNotWeb},
		{"http://[/", "", capture.ErrURI},
		{"http://a.example/", "SSH-2.0", warc.ErrNotHTTP},
	} {
		if err := r.Response([]byte(c.uri), []byte(c.block), &p); !errors.Is(err, c.want) || len(p.Key) > 0 {
			t.Errorf("%s: got %v, page %q; want %v", c.uri, err, p.Key, c.want)
		}
	}
}

func TestRevisitAndResource(t *testing.T) {
	var r capture.Reader
	var p capture.Reading
	uri := []byte("http://a.example/")
	for _, c := range []struct {
		name string
		read func() error
		want string
	}{
		{"a revisit without a block", func() error { return r.Revisit(uri, nil, &p) }, "example,a)/ h fetched firm=false html=false 0"},
		{
			"a revisit of a redirect", func() error { return r.Revisit(uri, []byte("HTTP/1.1 301 x\r\nLocation: b\r\n\r\n"), &p) },
			"example,a)/ h redirected firm=true html=false 301\nhttp://a.example/b example,a)/b h redirect \"\"",
		},
		{"not modified", func() error { return r.Revisit(uri, []byte("HTTP/1.1 304 x\r\n\r\n"), &p) }, "example,a)/ h fetched firm=false html=false 304"},
		{"a file", func() error { return r.Resource(uri, "text/html", []byte("<a href=b>"), &p) }, "example,a)/ h fetched firm=true html=true 0\nhttp://a.example/b example,a)/b h link \"\""},
		{"an image", func() error { return r.Resource(uri, "image/png", []byte("<a href=b>"), &p) }, "example,a)/ h fetched firm=false html=false 0"},
		{"known HTML", func() error { return r.HTML(uri, "", []byte("x"), &p) }, "example,a)/ h fetched firm=true html=true 0"},
	} {
		if err := c.read(); err != nil || show(&p) != c.want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", c.name, err, show(&p), c.want)
		}
	}
}

// Where NeedsBody says that the head is enough, it is.
func TestNeedsBodyOnRealArchives(t *testing.T) {
	for _, name := range []string{"iana.warc.gz", "ipwb-sample-1.warc.gz", "whirlwind.warc.gz"} {
		f, err := os.Open(shared.File(t, "warc-samples", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rd := warc.NewReader(f, warc.Options{})
		var r capture.Reader
		n := 0
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.IsHTTP() {
				n++
				checkHead(t, &r, rec.TargetURIBytes(), rec.Body, 600)
			}
		}
		if n == 0 {
			t.Errorf("%s: no response", name)
		}
	}
}

func checkHead(t *testing.T, r *capture.Reader, uri, block []byte, size int) {
	t.Helper()
	var whole, head capture.Reading
	err1 := r.Response(uri, block, &whole)
	cut := block[:min(len(block), size)]
	if r.NeedsBody(cut) {
		return
	}
	err2 := r.Response(uri, cut, &head)
	if (err1 == nil) != (err2 == nil) || err1 == nil && show(&whole) != show(&head) {
		t.Errorf("%s: from %d of %d bytes got %v\n%s\nwant %v\n%s", uri, len(cut), len(block), err2, show(&head), err1, show(&whole))
	}
}

func FuzzResponse(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n<a href=b>"), 20)
	f.Add([]byte("HTTP/1.1 200 OK\nContent-Type: text/xml\nX-Content-Type-Options: nosniff\n\n<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><a href='b'/></html>"), 90)
	f.Add([]byte("HTTP/1.1 200 OK\nContent-Type: image/png\n\n<a href=b>"), 45)
	f.Add([]byte("HTTP/1.1 300 OK\r\nContent-Type : image/png\r\nContent-Type:\r\n text/html\r\nLocation: b\r\n\r\n<html>"), 60)
	f.Fuzz(func(t *testing.T, block []byte, size int) {
		var r capture.Reader
		checkHead(t, &r, []byte("http://a.example/b/"), block, max(size, 0))
	})
}

func TestNotes(t *testing.T) {
	link := func(k kinds.Set, url string) capture.Outlink { return capture.Outlink{Kinds: k, URL: []byte(url)} }
	for _, c := range []struct {
		name  string
		notes capture.Notes
		want  string
	}{
		{"failed", capture.Notes{State: page.Failed, Reason: "no such\nhost"}, "example,a)/ h failed firm=true html=false 0"},
		{"excluded", capture.Notes{State: page.Excluded, Reason: "robots: Disallow: /"}, "example,a)/ h excluded firm=true html=false 0"},
		{
			"pages left out",
			capture.Notes{Excluded: []capture.Exclusion{{URL: []byte("https://b.example/?a\tb"), Rule: []byte("scope:\thost")}}},
			"example,a)/ h ghost firm=false html=false 0\nexcluded https://b.example/?ab example,b)/?ab s \"scope: host\"",
		},
		{
			"pages let in",
			capture.Notes{LetIn: []capture.Outlink{{URL: []byte("https://b.example/?a%20b")}, {URL: []byte("http://c.example/")}}},
			"example,a)/ h ghost firm=false html=false 0\nlet in https://b.example/?a%20b example,b)/?a%20b s\nlet in http://c.example/ example,c)/ h",
		},
		{
			"links",
			capture.Notes{Outlinks: []capture.Outlink{link(kinds.Link|kinds.Nofollow, "http://b.example/"), link(kinds.Embed, "http://c.example/")}},
			"example,a)/ h ghost firm=true html=false 0\nhttp://b.example/ example,b)/ h link+nofollow \"\"\nhttp://c.example/ example,c)/ h embed \"\"",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r capture.Reader
			var p capture.Reading
			block := c.notes.Append(nil)
			if err := r.Notes([]byte("http://a.example/"), block, &p); err != nil || show(&p) != c.want {
				t.Errorf("%q: got %v\n%s\nwant\n%s", block, err, show(&p), c.want)
			}
			if c.notes.Empty() {
				t.Error("they are empty")
			}
			var joined capture.Reading
			joined.Join(&p)
			if err := r.Notes([]byte("http://x.example/yyyyyyyyy"), bytes.ReplaceAll(block, []byte("example"), []byte("invalid")), &p); err != nil || show(&joined) != c.want {
				t.Errorf("joined to nothing it is %v\n%s\nwant\n%s", err, show(&joined), c.want)
			}
		})
	}
}

func TestNotesOfOthers(t *testing.T) {
	var r capture.Reader
	var p capture.Reading
	for _, block := range []string{
		"", "via: http://b.example/\r\noutlink: http://c.example/ L a/@href\r\nfetchTimeMs: 12\r\n", "weft-state: odd\r\noutlink: odd\thttp://c.example/",
		"weft-excluded: rule http://c.example/\r\n", "weft-excluded: \r\n", "weft-excluded: rule http://c.example/\r\noutlink: link http://c.example/\r\n",
	} {
		if err := r.Notes([]byte("http://a.example/"), []byte(block), &p); err != nil || len(p.Key) > 0 || len(p.Links) > 0 || len(p.Excluded) > 0 || p.BadLinks > 0 {
			t.Errorf("%q: got %v, page %q, links %v; want nothing", block, err, p.Key, p.Links)
		}
	}
}

// A page that is set aside leads nowhere, leaves nothing out and lets nothing in. URLs of notes that are none are counted.
func TestNotesSetAside(t *testing.T) {
	var r capture.Reader
	var p capture.Reading
	const block = "weft-excluded: nofollow\thttp://b.example/\r\nweft-let-in: http://c.example/\r\nweft-let-in: mailto:x\r\nweft-excluded: r\tmailto:y\r\noutlink: link\thttp://d.example/\r\n"
	if err := r.Notes([]byte("http://a.example/"), []byte(block), &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Excluded) != 1 || len(p.LetIn) != 1 || len(p.Links) != 1 || p.BadLinks != 2 {
		t.Errorf("it is\n%s\nwith %d bad links, want 2", show(&p), p.BadLinks)
	}
	p.SetAside()
	if got, want := show(&p), "example,a)/ h ghost firm=false html=false 0"; got != want {
		t.Errorf("set aside it is\n%s\nwant\n%s", got, want)
	}
}

// What was read once is written and read again as it is.
func FuzzNotes(f *testing.F) {
	f.Add([]byte("weft-let-in: http://a.example/?x\r\nweft-let-in: http://u:p@b.example/\r\nweft-let-in: mailto:x"))
	f.Add([]byte("weft-state: failed\r\nweft-excluded: r\thttp://a.example/\r\noutlink: link+nofollow\thttp://b.example/"))
	f.Fuzz(func(t *testing.T, block []byte) {
		var r capture.Reader
		var p, again capture.Reading
		if err := r.Notes([]byte("http://a.example/"), block, &p); err != nil {
			t.Fatal(err)
		}
		n := capture.Notes{State: p.State, Excluded: p.Excluded, LetIn: p.LetIn, Outlinks: slices.Clone(p.Links)}
		if n.Empty() {
			return
		}
		for i, x := range p.Excluded { // rules are written as one line
			rule := bytes.Map(func(c rune) rune {
				if c < ' ' || c == 0x7f {
					return ' '
				}
				return c
			}, bytes.ToValidUTF8(x.Rule, []byte("?")))
			p.Excluded[i].Rule = bytes.TrimLeft(rule, " ")
		}
		if err := r.Notes([]byte("http://a.example/"), n.Append(nil), &again); err != nil || show(&p) != show(&again) {
			t.Errorf("got %v\n%s\nwant\n%s", err, show(&again), show(&p))
		}
	})
}
