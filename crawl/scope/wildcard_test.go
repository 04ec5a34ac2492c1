package scope_test

import (
	"regexp"
	"testing"

	"weft/crawl/scope"
	"weft/internal/drawn"
)

func TestWildcard(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"http://a.test/x", "http://a.test/x", true},
		{"http://a.test/x", "http://a.test/xy", false},
		{"http://a.test/x*", "http://a.test/x", true},
		{"http://a.test/*/b/*", "http://a.test/1/b/2", true},
		{"http://a.test/*/b/*", "http://a.test/1/c/2", false},
		{"http://a.test/*/b/*/b", "http://a.test/1/b/b", false},
		{"http://a.test/?d=*&p=*", "http://a.test/?d=1&p=2", true},
		{"http://*", "https://a.test/", false},
	} {
		w, err := scope.ParseWildcard(c.pattern)
		if err != nil || w.Match([]byte(c.url)) != c.want {
			t.Errorf("%s, %s: got %v, %v", c.pattern, c.url, !c.want, err)
		}
	}
	for _, text := range []string{"", "*", "/x*", "ftp://a.test/*", "example.org/*"} {
		if _, err := scope.ParseWildcard(text); err == nil {
			t.Errorf("%q is taken for a pattern", text)
		}
	}
}

// A pattern matches what its regular expression matches.
func TestWildcardIsRegexp(t *testing.T) {
	rng := drawn.Rand(t)
	text := func(letters string) string {
		b := []byte("http://")
		for range rng.IntN(8) {
			b = append(b, letters[rng.IntN(len(letters))])
		}
		return string(b)
	}
	matched := 0
	for range 20_000 {
		w, err := scope.ParseWildcard(text("ab.**"))
		if err != nil {
			t.Fatal(err)
		}
		url, want := text("ab."), regexp.MustCompile(w.Regexp())
		if got := w.Match([]byte(url)); got != want.MatchString(url) {
			t.Fatalf("%s, %s: got %v", w.String(), url, got)
		} else if got {
			matched++
		}
	}
	if matched < 100 {
		t.Errorf("%d of the URLs match", matched)
	}
}
