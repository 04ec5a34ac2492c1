package warc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// watText is a record as Common Crawl writes them, shortened, with keys out of order, escapes, and repeated fields.
const watText = `{"Container":{"Filename":"x.warc.gz","Compressed":true,"Offset":"80","Gzip-Metadata":{"Deflate-Length":"423"}},
"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{
"HTML-Metadata":{"Head":{"Base":"http://b.test/base/","Title":"A \"page\" \u00e9\ud83d\ude00","Metas":[
{"http-equiv":"refresh","content":"0; url=/next"},{"name":"robots","content":"nofollow"},{"name":"empty"}],
"Link":[{"path":"LINK@/href","url":"http://b.test/c","rel":"canonical"}],"Scripts":[{"path":"SCRIPT@/src","url":"/s.js"}]},
"Links":[{"path":"A@/href","url":"/one?a=1&amp;b=\u0032","text":"One \\ \/ link\n"},{"path":"IMG@/src","url":"/i.png","alt":"picture"},
{"path":"FORM@/action"},{"url":"two","path":"A@/href","rel":"nofollow ugc","target":"_blank"}]},
"Response-Message":{"Version":"HTTP/1.1","Status":"301","Reason":"Moved"},"Headers-Length":"263",
"Headers":{"content-type":"text/html; charset=utf-8","Location":"/there","Link":["</a>; rel=next","</b>"],"X-Robots-Tag":"noindex"}}},
"Format":"WARC/1.0","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Date":"2024-05-18T01:58:10Z","WARC-Target-URI":"http://a.test/",
"WARC-Payload-Digest":"sha1:X","Content-Length":265}}}`

func render(p *WATPage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %s %d %s %s %v %s|%s|%q %q\n",
		p.Type, p.URI, p.Date, p.Digest, p.Status, p.ContentType, p.Location, p.HTML, p.Base, p.Title, p.LinkHeaders, p.RobotsTags)
	for _, m := range p.Metas {
		fmt.Fprintf(&b, "meta %s|%s|%s|%s\n", m.Name, m.HTTPEquiv, m.Property, m.Content)
	}
	for _, l := range append(slices.Clip(p.Head), p.Links...) {
		fmt.Fprintf(&b, "link %s|%s|%q|%s\n", l.Path, l.URL, l.Text, l.Rel)
	}
	return b.String()
}

func TestParseWAT(t *testing.T) {
	want := `response http://a.test/ 2024-05-18T01:58:10Z sha1:X 301 text/html; charset=utf-8 /there true http://b.test/base/|A "page" é😀|["</a>; rel=next" "</b>"] ["noindex"]
meta |refresh||0; url=/next
meta robots|||nofollow
link LINK@/href|http://b.test/c|""|canonical
link A@/href|/one?a=1&amp;b=2|"One \\ / link\n"|
link IMG@/src|/i.png|"picture"|
link A@/href|two|""|nofollow ugc
`
	var p WATPage
	for range 2 { // the second time with the memory of the first
		if err := ParseWAT([]byte(watText), &p); err != nil {
			t.Fatal(err)
		}
		if got := render(&p); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
	for cut := range len(watText) {
		if err := ParseWAT([]byte(watText[:cut]), &p); !errors.Is(err, ErrBadRecord) {
			t.Fatalf("cut at %d: error %v", cut, err)
		}
	}
	for _, bad := range []string{"", "[]", "nonsense", watText + "x", `{"a" 1}`, `{"a":1 "b":2}`, `{"Envelope":}`, `{"a":` + strings.Repeat("[", 500)} {
		if err := ParseWAT([]byte(bad), &p); !errors.Is(err, ErrBadRecord) {
			t.Errorf("%s: error %v", excerpt([]byte(bad)), err)
		}
	}
	if err := ParseWAT([]byte(`{"Envelope":{"WARC-Header-Metadata":{"WARC-Type":"request"}}}`), &p); err != ErrNotWAT || string(p.Type) != "request" {
		t.Errorf("a request: type %s, error %v", p.Type, err)
	}
}

func TestWhirlwindWAT(t *testing.T) {
	var p WATPage
	r := NewReader(bytes.NewReader(load(t, "warc-samples", "whirlwind.warc.wat.gz")), Options{})
	n := 0
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type != TypeMetadata {
			continue
		}
		n++ // the only one in the sample is about a request
		if err := ParseWAT(rec.Body, &p); err != ErrNotWAT || string(p.Type) != "request" || string(p.URI) != "https://an.wikipedia.org/wiki/Escopete" {
			t.Errorf("type %s of %s, error %v", p.Type, p.URI, err)
		}
	}
	if n != 1 {
		t.Errorf("%d metadata records, want 1", n)
	}
}

// slowWAT gets links and the simplest fields with encoding/json, by another way than ParseWAT. Key names are matched
// exactly, as in a map.
func slowWAT(text []byte) (status string, links [][2]string, ok bool) {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return "", nil, false
	}
	at := func(v any, keys ...string) any {
		for _, k := range keys {
			m, _ := v.(map[string]any)
			v = m[k]
		}
		return v
	}
	http := at(v, "Envelope", "Payload-Metadata", "HTTP-Response-Metadata")
	status = fmt.Sprint(at(http, "Response-Message", "Status"))
	list, _ := at(http, "HTML-Metadata", "Links").([]any)
	for _, l := range list {
		if url, isText := at(l, "url").(string); isText {
			path, _ := at(l, "path").(string)
			links = append(links, [2]string{path, url})
		}
	}
	return status, links, true
}

// TestWATAgainstJSON compares with encoding/json on made records with all kinds of characters.
func TestWATAgainstJSON(t *testing.T) {
	var p WATPage
	for i := range 300 {
		text := madeWAT(i, i%40)
		status, links, ok := slowWAT(text)
		if err := ParseWAT(text, &p); err != nil || !ok {
			t.Fatalf("record %d: %v, encoding/json %v", i, err, ok)
		}
		if fmt.Sprint(p.Status) != status || len(links) != len(p.Links) {
			t.Fatalf("record %d: status %d, %d links; want %s, %d", i, p.Status, len(p.Links), status, len(links))
		}
		for j, l := range p.Links {
			if string(l.Path) != links[j][0] || string(l.URL) != links[j][1] {
				t.Fatalf("record %d, link %d: %s %s, want %s", i, j, l.Path, l.URL, links[j])
			}
		}
	}
}

// madeWAT makes a record with n links.
func madeWAT(seed, n int) []byte {
	type object = map[string]any
	links := make([]object, n)
	for i := range links {
		odd := string([]rune{rune(seed*7 + i), '"', '\\', rune(0x1f600 + i), '<'})
		links[i] = object{"path": "A@/href", "url": fmt.Sprintf("/page/%d/%d?%s", seed, i, odd), "text": "link to a page " + odd}
	}
	text, _ := json.Marshal(object{
		"Container": object{"Filename": "made.warc.gz", "Offset": fmt.Sprint(seed), "Gzip-Metadata": object{"Deflate-Length": "423"}},
		"Envelope": object{
			"Format":               "WARC/1.0",
			"WARC-Header-Metadata": object{"WARC-Type": "response", "WARC-Target-URI": fmt.Sprintf("http://a.test/%d", seed)},
			"Payload-Metadata": object{"HTTP-Response-Metadata": object{
				"Response-Message": object{"Status": 200 + seed%100, "Version": "HTTP/1.1"},
				"Headers":          object{"Content-Type": "text/html", "Server": "made", "Date": "Sat, 18 May 2024 01:58:10 GMT"},
				"HTML-Metadata":    object{"Head": object{"Title": "made", "Metas": []object{{"name": "a", "content": "b"}}}, "Links": links},
			}},
		},
	})
	return text
}
