package weburl_test

import (
	"testing"

	"golang.org/x/net/idna"

	"weft/web/weburl"
)

// encoded is a host in ASCII.
func encoded(t *testing.T, host string) string {
	t.Helper()
	ascii, err := idna.Punycode.ToASCII(host)
	if err != nil {
		t.Fatal(err)
	}
	return ascii
}

// Hosts are shown in their own letters, with the encoded host beside them where they can be taken for others.
func TestShownHost(t *testing.T) {
	for _, host := range []string{"bücher.example", "пример.испытание", "例え.テスト", "例えabc.example", "παράδειγμα.δοκιμή", "straße.example", "한국.example", "مثال.example"} {
		if got := weburl.ShownHost(encoded(t, host)); got != host {
			t.Errorf("%s is shown as %q, want %q", encoded(t, host), got, host)
		}
	}
	for _, host := range []string{"pаypal.example" /* Cyrillic а */, "аррӏе.example" /* all Cyrillic */, "www.gооgle.example", "οχο.example" /* all Greek */} {
		if got, want := weburl.ShownHost(encoded(t, host)), host+" ("+encoded(t, host)+")"; got != want {
			t.Errorf("%s is shown as %q, want %q", encoded(t, host), got, want)
		}
	}
	for _, host := range []string{"", "www.example", "xn--", "xn--a.example", "xn---.example", "xn--zzzzzzzzzzz99999999.example", "xn--.xn--", "192.0.2.7", "[2001:db8::1]", "a.xn--\xff"} {
		if got := weburl.ShownHost(host); got != host {
			t.Errorf("%q is shown as %q", host, got)
		}
	}
}

// Only the host of a URL changes.
func TestShown(t *testing.T) {
	for name, want := range map[string]string{
		"https://xn--bcher-kva.example/xn--bcher-kva?xn--bcher-kva": "https://bücher.example/xn--bcher-kva?xn--bcher-kva",
		"http://user:xn--bcher-kva@xn--bcher-kva.example:8080/":     "http://user:xn--bcher-kva@bücher.example:8080/",
		"xn--bcher-kva.example":                                     "bücher.example",
		"xn--bcher-kva.example/a":                                   "bücher.example/a",
		"http://a.example/":                                         "http://a.example/",
	} {
		if got := weburl.Shown(name); got != want {
			t.Errorf("%s is shown as %q, want %q", name, got, want)
		}
	}
}

// Nothing unseen comes into a shown name, whatever the host.
func FuzzShown(f *testing.F) {
	f.Add("xn--bcher-kva.example")
	f.Add("http://xn--80ak6aa92e.com:80/")
	f.Fuzz(func(t *testing.T, name string) {
		shown := weburl.Shown(name)
		if shown != name && len([]rune(shown)) > 3*len(name)+3 {
			t.Errorf("%q is shown as %q", name, shown)
		}
	})
}
