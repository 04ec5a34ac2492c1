package weburl

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"weft/internal/drawn"
)

var nastyHosts = []string{
	"example.com", "example-x.com", "a.example.com", "example.com.", "example,com", "example%2ccom", "example)com", "example.com)", "example.com,a", "example!.com",
	"a.example!.com", "example*.com", "a.example*.com", "example+.com", "b.a.example.com", "a-.example.com", "-a.example.com", "com", "example.com.a", "example~.com", "1example.com",
	"192.0.2.7", "192.0.2.70", "[::1]", "[::]", "a..example.com", ".example.com", "..", ".", "alice.github.io", "bob.github.io", "github.io", "www.bbc.co.uk", "bbc.co.uk",
	"co.uk", "_x.example.com", "x.example_.com", "example'.com", "example(.com", "example&.com", "example$.com", "example\".com", "xn--bcher-kva.example", "example.org", "www.example.org",
}

var nastyPaths = []string{"/", "//", "/a", "/a/", "/a/b", "/ab", "/a?b", "/a?", "/!", "/a!b", "/a%20h", "/~x", "/a)b", "/a,b"}

func nastyURLs(t *testing.T, r *rand.Rand, n int) (keys []string, hosts map[string]string) {
	t.Helper()
	hosts = map[string]string{}
	seen := map[string]bool{}
	for range n {
		host := nastyHosts[r.IntN(len(nastyHosts))]
		if r.IntN(4) == 0 && host[0] != '[' && (host[0] < '1' || host[0] > '9') {
			host = string(rune('a'+r.IntN(26))) + string("!)*,.-x"[r.IntN(7)]) + host
		}
		raw := []string{"http://", "https://", "ftp://", "http://u@"}[r.IntN(4)] + host + []string{"", ":81", ":8080"}[r.IntN(3)] + nastyPaths[r.IntN(len(nastyPaths))]
		href, err := Parse(raw)
		if err != nil {
			t.Fatalf("parse %q: %v", raw, err)
		}
		key := string(checkRoundTrip(t, href))
		if !seen[key] {
			seen[key] = true
			keys = append(keys, key)
			hosts[key] = hostOf(href)
		}
	}
	slices.Sort(keys)
	return keys, hosts
}

// hostOf finds the host of a canonical URL without help of the key.
func hostOf(href string) string {
	_, rest, _ := strings.Cut(href, "://")
	rest, _, _ = strings.Cut(rest, "/")
	if _, after, ok := strings.Cut(rest, "@"); ok {
		rest = after
	}
	if rest[0] != '[' {
		rest, _, _ = strings.Cut(rest, ":")
	} else {
		rest = rest[:strings.IndexByte(rest, ']')+1]
	}
	return rest
}

// TestRanges compares every range with a search through all names.
func TestRanges(t *testing.T) {
	seed := drawn.Seed(t)
	keys, hosts := nastyURLs(t, rand.New(rand.NewPCG(seed, 3)), 2_000)
	all := map[string]bool{}
	for _, h := range hosts {
		all[h] = true
	}
	for h := range all {
		lo, hi, err := HostRange(h)
		checkRange(t, "host "+h, keys, lo, hi, err, func(key string) bool { return hosts[key] == h })
	}
}

func checkRange(t *testing.T, what string, keys []string, lo, hi []byte, err error, want func(string) bool) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, key := range keys {
		if in := string(lo) <= key && key < string(hi); in != want(key) {
			t.Fatalf("%s is [%q, %q): in it %v, want %v: %q", what, lo, hi, in, want(key), key)
		}
	}
}

// TestDomains compares DomainName with publicsuffix's own reckoning, and holds that domains without public suffixes below them
// stand together.
func TestDomains(t *testing.T) {
	keys, hosts := nastyURLs(t, rand.New(rand.NewPCG(1, 4)), 5_000)
	last, done := "", map[string]bool{}
	for _, key := range keys {
		name, host := DomainName([]byte(key)), hosts[key]
		want, err := publicsuffix.EffectiveTLDPlusOne(host)
		if err == nil && !isAddress([]byte(host)) && name != want || err != nil && !strings.HasSuffix(host, name) {
			t.Fatalf("domain of %s: got %s, want %s", host, name, want)
		}
		if name != last && done[name] {
			t.Fatalf("the domain %q does not stand together: %q", name, key)
		}
		last, done[name] = name, true
	}
	for host, want := range map[string]string{
		"a.b.example.com": "example.com", "example.com.": "example.com.", "a.example.com.": "example.com.", "com": "com", "a.alice.github.io": "alice.github.io",
		"github.io": "github.io", "192.0.2.7": "192.0.2.7", "[::1]": "[::1]", "x.s3.amazonaws.com": "x.s3.amazonaws.com", "y.amazonaws.com": "amazonaws.com", "localhost": "localhost",
		"www.city.kawasaki.jp": "city.kawasaki.jp", "..": "..", "com.": "com.",
	} {
		key, err := AppendKey(nil, []byte("http://"+host+"/"))
		if err != nil || DomainName(key) != want || HostName(key) != host {
			t.Errorf("domain of %s: got %s of %s, %v, want %s", host, DomainName(key), HostName(key), err, want)
		}
	}
	for _, key := range []string{"", "x", ")", ",", "a.b)", "%)"} {
		if n := DomainLen([]byte(key)); n < 0 || n > len(key) {
			t.Errorf("domain length of %q: got %d", key, n)
		}
	}
}

func TestRangesOfBadNames(t *testing.T) {
	for _, bad := range []string{"", "a/b", "a b", "u@a", "[", "1.2.3.999", "a\x00"} {
		if _, _, err := HostRange(bad); err == nil {
			t.Errorf("host range of %q: no error", bad)
		}
	}
}

// TestHostPath splits URLs of each form.
func TestHostPath(t *testing.T) {
	for href, want := range map[string][2]string{
		"http://a.example/":               {"a.example", ""},
		"https://u:p@a.example:8080/x/?y": {"a.example", "x/?y"},
		"http://[::1]/x@y:z":              {"[::1]", "x@y:z"},
		"http://[::1]:80/":                {"[::1]", ""},
		"ftp://a.example":                 {"a.example", ""},
	} {
		if host, path, ok := HostPath(href); !ok || host != want[0] || path != want[1] {
			t.Errorf("%s: %q, %q, %v", href, host, path, ok)
		}
	}
	if host, path, ok := HostPath("name"); ok || host+path != "" {
		t.Errorf("a name: %q, %q, %v", host, path, ok)
	}
}
