package weburl

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

var keyTable = [][2]string{
	{"http://www.debian.org/intro?x=1", "org,debian,www)/intro?x=1 h"},
	{"https://www.debian.org/", "org,debian,www)/ s"},
	{"ftp://ftp.debian.org/a", "org,debian,ftp)/a f"},
	{"http://localhost:8080/", "localhost)/ h:8080"},
	{"http://localhost:0/", "localhost)/ h:0"},
	{"https://u:p@example.com:80/?", "com,example)/? s:80@u:p"},
	{"http://:p@example.com/", "com,example)/ h@:p"},
	{"http://192.0.2.7/", "192.0.2.7)/ h"},
	{"http://[2001:db8::1]:81/x", "[2001:db8::1])/x h:81"},
	{"http://example.com./", ",com,example)/ h"},
	{"http://./", ",)/ h"},
	{"http://a..b/", "b,,a)/ h"},
	{"http://a,b)c*.d-e/", "d-e,a%2Cb%29c%2A)/ h"},
	{"http://!/)%20,/", "%21)/)%20,/ h"},
}

func TestKeyTable(t *testing.T) {
	for _, c := range keyTable {
		checkRoundTrip(t, c[0])
		if key, err := AppendKey(nil, []byte(c[0])); err != nil || string(key) != c[1] {
			t.Errorf("key of %s: got %s, %v, want %s", c[0], key, err, c[1])
		}
	}
	for _, name := range []string{"", "plain", "!", "\xff\x00 )", "http://x"} {
		key := AppendOpaqueKey(nil, []byte(name))
		back, err := AppendName(nil, key)
		if err != nil || string(back) != name || !IsOpaque(key) || KeyHost(key) != nil || DomainLen(key) != 0 {
			t.Errorf("opaque name %q: key %q, back %q, %v", name, key, back, err)
		}
	}
}

// checkRoundTrip holds that a canonical URL parses to itself and comes back from its key, the only key for it.
func checkRoundTrip(t *testing.T, href string) []byte {
	t.Helper()
	if again, err := Parse(href); err != nil || again != href {
		t.Fatalf("parse the canonical URL %q again: got %q, %v", href, again, err)
	}
	key, err := AppendKey(nil, []byte(href))
	if err != nil {
		t.Fatalf("key of %q: %v", href, err)
	}
	name, err := AppendName([]byte("x"), key)
	if err != nil || string(name) != "x"+href {
		t.Fatalf("name of %q: got %q, %v, want %q", key, name, err, href)
	}
	return key
}

func TestKeyRejects(t *testing.T) {
	for _, href := range []string{
		"", "http:", "http://", "http://a", "http:///", "gopher://a/", "http://A/", "http://a:80/", "http://a:/", "http://a:01/", "http://a:65536/",
		"http://@a/", "http://:@a/", "http://u:@a/", "http://a/ ", "http://a/#", "http://a/\xff", "http://1.2.3/", "http://1.2.3.04/", "http://[::0]/",
		"http://a/?'", "http://a/^", "http://a%2E/", "http://a b/",
	} {
		if key, err := AppendKey([]byte("kept"), []byte(href)); !errors.Is(err, ErrNotCanonical) || string(key) != "kept" {
			t.Errorf("key of %q: got %q, %v", href, key, err)
		}
	}
	for _, key := range []string{
		"", "a", "a)", "a)/", "a)/ ", "a)/ x", ")/ h", "a) h", "a)x h", "a)/ h:80", "a)/ h:", "a)/ h:x", "a)/ h:08", "a)/ h@", "a)/ h@:", "a)/ h@u:", "a)/ h81",
		"a.b)/ h", "1.2.3.04)/ h", "4,3,2,1)/ h", "1)/ h", "[::0])/ h", "A)/ h", "a%41)/ h", "a%2)/ h", "a%2c)/ h", "a!)/ h", "a)/\x7f h", "%25)/ h", "a]/ h",
	} {
		if name, err := AppendName([]byte("kept"), []byte(key)); !errors.Is(err, ErrKey) || string(name) != "kept" {
			t.Errorf("name of %q: got %q, %v", key, name, err)
		}
	}
}

func TestKeysOfStandardCases(t *testing.T) {
	keys := map[string]string{}
	for _, file := range urlFiles {
		for _, c := range urlCases(t, file...) {
			if c.Href == nil {
				continue
			}
			href, err := Parse(*c.Href)
			if err != nil {
				continue
			}
			key := string(checkRoundTrip(t, href))
			if other, seen := keys[key]; seen && other != href {
				t.Errorf("key %q belongs to %q and to %q", key, href, other)
			}
			keys[key] = href
		}
	}
	if len(keys) < 150 {
		t.Errorf("only %d URLs went round", len(keys))
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range keyTable {
		f.Add(c[0], "../x?y#z")
	}
	for _, p := range pieces {
		f.Add("http://"+p+"/a/b", p)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		var b Base
		if b.Set([]byte(base)) != nil {
			b.Clear()
		} else {
			checkRoundTrip(t, string(b.Href()))
		}
		if href, err := b.AppendResolve(nil, []byte(ref)); err == nil {
			checkRoundTrip(t, string(href))
		}
	})
}

func FuzzKey(f *testing.F) {
	for _, c := range keyTable {
		f.Add([]byte(c[0]), []byte("http://example.com/"))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		ka, errA := AppendKey(nil, a)
		kb, errB := AppendKey(nil, b)
		if errA != nil || errB != nil {
			return
		}
		name, err := AppendName(nil, ka)
		if err != nil || !bytes.Equal(name, a) {
			t.Fatalf("name of %q: got %q, %v, want %q", ka, name, err, a)
		}
		if bytes.Equal(ka, kb) != bytes.Equal(a, b) {
			t.Fatalf("%q and %q have keys %q and %q", a, b, ka, kb)
		}
		if n := DomainLen(ka); n <= 0 || n >= len(KeyHost(ka)) {
			t.Fatalf("domain length of %q is %d", ka, n)
		}
	})
}

func FuzzName(f *testing.F) {
	for _, c := range keyTable {
		f.Add([]byte(c[1]))
	}
	f.Fuzz(func(t *testing.T, key []byte) {
		if n := DomainLen(key); n < 0 || n > len(key) {
			t.Fatalf("domain length of %q is %d", key, n)
		}
		name, err := AppendName(nil, key)
		if err != nil || IsOpaque(key) {
			return
		}
		again, err := AppendKey(nil, name)
		if err != nil || !bytes.Equal(again, key) {
			t.Fatalf("key of %q: got %q, %v, want %q", name, again, err, key)
		}
	})
}

func ExampleAppendKey() {
	key, err := AppendKey(nil, []byte("https://www.debian.org/intro?x=1"))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(key))
	fmt.Println(HostName(key), string(key[:DomainLen(key)]), DomainName(key))
	// Output:
	// org,debian,www)/intro?x=1 s
	// www.debian.org org,debian debian.org
}

func BenchmarkKey(b *testing.B) {
	href := []byte("https://www.debian.org/releases/stable/amd64/index.en.html?lang=en")
	key, _ := AppendKey(nil, href)
	b.Run("key", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sink, _ = AppendKey(sink[:0], href)
		}
	})
	b.Run("name", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sink, _ = AppendName(sink[:0], key)
		}
	})
	b.Run("domain", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			n += DomainLen(key)
		}
	})
}
