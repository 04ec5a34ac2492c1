package weburl_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/web/weburl"
)

// Parts of canonical URLs, beside those that net/url finds.
func TestCutAgainstNetURL(t *testing.T) {
	r := drawn.Rand(t)
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for range 5000 {
		raw := pick("http", "https", "ftp") + "://" + pick("", "", "user@", "user:pass@", "a%40b:c%3Ad@") +
			pick("example.org", "www.example.org", "192.0.2.1", "[2001:db8::1]", "xn--bcher-kva.example", "a.b.") + pick("", ":0", ":1", ":8443", ":65535", ":80", ":443") +
			pick("/", "/a", "/a/b.html", "//", "/a//b@c:d/", "/a:b") + pick("", "?", "?q", "?a=b/c&d=http://x/?y", "?@:")
		href, err := weburl.Parse(raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		u, err := url.Parse(href)
		if err != nil {
			t.Fatalf("%s: %v", href, err)
		}
		p := weburl.Cut(href)
		host := strings.TrimSuffix(u.Host, ":"+u.Port())
		if u.Port() == "" {
			host = u.Host
		}
		user := ""
		if u.User != nil {
			user = href[len(u.Scheme)+3 : strings.Index(href, "@"+u.Host)]
		}
		path, query, asks := strings.Cut(href[strings.Index(href[8:], "/")+8:], "?")
		if asks {
			query = "?" + query
		}
		want := weburl.Parts[string]{Scheme: u.Scheme, Userinfo: user, Authority: u.Host, Host: host, Port: u.Port(), Path: path, Query: query}
		if p != want {
			t.Fatalf("%s: got %q, want %q", href, p, want)
		}
		if b := weburl.Cut([]byte(href)); fmt.Sprintf("%s", b) != fmt.Sprintf("%s", want) {
			t.Fatalf("bytes of %s: got %q, want %q", href, b, want)
		}
		if got, want := p.Origin(), u.Scheme+"://"+u.Host; got != want {
			t.Fatalf("%s: got origin %s, want %s", href, got, want)
		}
		key, err := weburl.AppendKey(nil, []byte(href))
		if err != nil {
			t.Fatalf("%s: %v", href, err)
		}
		own := map[string]int{"http": 80, "https": 443, "ftp": 21}[u.Scheme]
		wantPort := -1
		fmt.Sscan(u.Port(), &wantPort)
		if said, scheme := weburl.KeyPort(key); said != wantPort || scheme != own {
			t.Fatalf("%s: got ports %d and %d, want %d and %d", key, said, scheme, wantPort, own)
		}
	}
}

// Of what is not canonical, an authority ends before a slash, a question mark or a hash.
func TestCutOfWhatHasNoPath(t *testing.T) {
	for text, want := range map[string]weburl.Parts[string]{
		"http://a":       {Scheme: "http", Authority: "a", Host: "a"},
		"x://u@h:1?q@r":  {Scheme: "x", Userinfo: "u", Authority: "h:1", Host: "h", Port: "1", Query: "?q@r"},
		"http://a#b/c@d": {Scheme: "http", Authority: "a", Host: "a", Path: "#b/c@d"},
		"://":            {},
	} {
		if got := weburl.Cut(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What is no URL has no parts.
func TestCutOfOthers(t *testing.T) {
	for _, text := range []string{"", ":", "a", "a/b", "http:", "http:/", "http:/a/b", "mailto:a@b", "!name", "http:a:/"} {
		if p := weburl.Cut(text); p != (weburl.Parts[string]{}) {
			t.Errorf("%q: got %q", text, p)
		}
	}
	for _, key := range []string{"", "!a", "!a)b h", "org,example)/", "org,example)/ ", "org,example)/ x"} {
		if said, own := weburl.KeyPort([]byte(key)); said != -1 || own != 0 {
			t.Errorf("%q: got ports %d and %d", key, said, own)
		}
	}
}
