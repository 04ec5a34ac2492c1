package links

import (
	"strings"
	"testing"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/html"

	"weft/graph/kinds"
	"weft/internal/drawn"
)

// hrefPieces are parts of addresses, and what the standards treat in its own way: C0 controls, DEL, C1 controls, blanks
// of all kinds, raw and as references.
var hrefPieces = []string{
	"http://", "//", "/", "/", "?", "#", "a", "b.example", "x", "q", "..", ":", ":80", "%00", "%",
	"\x00", "\x00", "\x01", "\x08", "\t", "\n", "\r", "\r\n", "\v", "\f", "\x1b", "\x1f", " ", "\x7f", "\u0080", "\u0085", "\u009f", "\u00a0", "\u2028", "\u3000", "\ufeff", "\ufffd",
	"&#0;", "&#1;", "&#9;", "&#10;", "&#13;", "&#31;", "&#32;", "&#127;", "&#x80;", "&#x85;", "&#xd800;", "&#x110000;", "&#xFFFE;", "&Tab;", "&NewLine;", "&nbsp;", "&ZeroWidthSpace;",
}

// asBrowsersRead returns the link of an attribute's value as it stands in a page: by the tokenizer's rules (HTML
// Standard, 13.2.3.5 and 13.2.5.36), then the URL parser of a library; "" if it is none.
func asBrowsersRead(raw string) string {
	raw = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd").Replace(raw)
	u, err := nlnwa.NewParser().ParseRef("http://a.example/dir/page", html.UnescapeString(raw))
	if err != nil || u.Scheme() != "http" {
		return ""
	}
	return u.Href(true)
}

// Control characters in addresses come to the same as in browsers: NUL is U+FFFD in a page, C0 controls and blanks at
// the ends are cut, tabs and line ends go, others are escaped, and no host has any.
func TestControlsInAddresses(t *testing.T) {
	r := drawn.Rand(t)
	var x Extractor
	good := 0
	for range 20_000 {
		raw := ""
		for range 1 + r.IntN(7) {
			raw += hrefPieces[r.IntN(len(hrefPieces))]
		}
		quote := []string{"'", "\"", ""}[r.IntN(3)]
		if quote == "" && (strings.ContainsAny(raw, " \t\n\f\r") || raw == "") {
			quote = "'"
		}
		for _, form := range []struct {
			open, close string
			kind        kinds.Set
		}{{"<a href=", ">", kinds.Link}, {"<area x href=", "\n>", kinds.Link}, {"<iframe src=", "></iframe>", kinds.Embed}, {"<link rel=next href=", ">", kinds.Next}} {
			got := ""
			page := form.open + quote + raw + quote + form.close
			if _, err := x.Extract(Document{URL: []byte("http://a.example/dir/page"), ContentType: "text/html; charset=utf-8", Body: []byte(page)}, func(l Reference) {
				if got += string(l.URL); l.Kinds != form.kind {
					t.Errorf("%q: got %v", page, l.Kinds)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if want := asBrowsersRead(raw); got != want {
				t.Fatalf("%q: got %q, want %q", page, got, want)
			}
		}
		if asBrowsersRead(raw) != "" {
			good++
		}
	}
	if good < 5000 {
		t.Errorf("only %d links", good)
	}
}

// Images are read as links are.
func TestControlsInRequisites(t *testing.T) {
	r := drawn.Rand(t)
	for range 20_000 {
		raw := "x"
		for range r.IntN(6) {
			raw += hrefPieces[r.IntN(len(hrefPieces))]
		}
		raw = []string{"\u00a0", "\x00", " \x1f", "\u0085", ""}[r.IntN(5)] + raw
		var x Requisites
		got := ""
		if err := x.HTML(Document{URL: []byte("http://a.example/dir/page"), ContentType: "text/html; charset=utf-8", Body: []byte("<img src='" + raw + "'>")}, func(u []byte) { got += string(u) }); err != nil {
			t.Fatal(err)
		}
		if want := asBrowsersRead(raw); got != want {
			t.Fatalf("%q: got %q, want %q", raw, got, want)
		}
	}
}

// Words in attributes are read as addresses are: with their references, and NUL makes another word of them.
func TestReferencesInWords(t *testing.T) {
	for _, c := range []struct {
		page string
		want string // kinds of the links
	}{
		{"<a rel='no&#102;ollow' href=x>", "link+nofollow"},
		{"<a rel='nofollow\x00' href=x>", "link"},
		{"<area rel='&Tab;ugc&#32;' href=x>", "link+nofollow"},
		{"<link rel='&#110;ext' href=x>", "next"},
		{"<link rel='next\x00' href=x>", ""},
		{"<meta http-equiv='&#114;efresh' content='0;url=x'>", "refresh"},
		{"<meta http-equiv='refresh\x00' content='0;url=x'>", ""},
		{"<meta name='&#114;obots' content='no&#102;ollow'><a href=x>", "link+nofollow"},
		{"<meta name='robots' content='nofollow\x00'><a href=x>", "link"},
	} {
		var x Extractor
		got := ""
		if _, err := x.Extract(Document{URL: []byte("http://a.example/"), Body: []byte(c.page)}, func(l Reference) { got += l.Kinds.String() }); err != nil || got != c.want {
			t.Errorf("%q: got %q, %v; want %q", c.page, got, err, c.want)
		}
	}
}
