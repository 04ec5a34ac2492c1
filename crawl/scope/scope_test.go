package scope

import (
	"strings"
	"testing"

	"weft/graph/kinds"
)

func mustNew(tb testing.TB, o Options) *Scope {
	tb.Helper()
	s, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func mustRead(tb testing.TB, text string) *List {
	tb.Helper()
	l, err := ReadList(strings.NewReader(text), "l")
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestAreas(t *testing.T) {
	seeds := []string{"https://www.example.co.uk/a/b/c.html?x=/y/", "http://192.0.2.7:8080/", "https://alice.github.io"}
	for _, c := range []struct {
		area Area
		url  string
		in   bool
	}{
		{Host, "http://www.example.co.uk:81/", true},
		{Host, "http://example.co.uk/", false},
		{Host, "ftp://www.example.co.uk/", false}, // by its scheme
		{Host, "http://192.0.2.7/", true},
		{Host, "http://192.0.2.77/", false},
		{Domain, "http://x.y.example.co.uk/", true},
		{Domain, "http://notexample.co.uk/", false},
		{Domain, "http://other.co.uk/", false},
		{Domain, "http://x.alice.github.io/", true},
		{Domain, "http://bob.github.io/", false},
		{Domain, "http://192.0.2.7/x", true},
		{Domain, "http://1.192.0.2/", false},
		{Prefix, "http://www.example.co.uk/a/b/", true},
		{Prefix, "http://www.example.co.uk/a/b/d/e", true},
		{Prefix, "http://www.example.co.uk/a/b", false},
		{Prefix, "http://www.example.co.uk/a/", false},
		{Prefix, "http://192.0.2.7/any", true},
		{Listed, "https://alice.github.io/", false},
		{Anywhere, "http://nowhere.example/", true},
	} {
		v := mustNew(t, Options{Seeds: seeds, Area: c.area}).Judge([]byte(c.url), Place{}, kinds.Link)
		if v.In != c.in {
			t.Errorf("area %v, %s: in %v (%s), want %v", c.area, c.url, v.In, v.Rule, c.in)
		}
	}
}

// A public suffix below a domain has domains of its own.
func TestDomainBelow(t *testing.T) {
	s := mustNew(t, Options{Seeds: []string{"https://aws.amazonaws.com/"}, Area: Domain})
	for url, in := range map[string]bool{
		"https://x.amazonaws.com/":               true,
		"https://bucket.s3.amazonaws.com/":       false,
		"https://amazonaws.com/":                 true,
		"https://amazonaws.com.example/":         false,
		"https://amazonaws.com.:8080/final-dot/": false,
	} {
		if v := s.Judge([]byte(url), Place{}, kinds.Link); v.In != in {
			t.Errorf("%s: in %v, want %v", url, v.In, in)
		}
	}
}

func TestRulesAreNamed(t *testing.T) {
	s := mustNew(t, Options{
		Seeds: []string{"http://h.example/"}, Include: []string{`^https?://w\d+\.example/`}, Exclude: []string{`\.iso$`},
		Lists:    []*List{mustRead(t, "-h.example/private/x\n+h.example/private/public/\n")},
		Segments: AtMost(3), Hops: AtMost(2),
	})
	for _, c := range []struct {
		url, rule string
		place     Place
		final     bool
	}{
		{"http://h.example/a", "host", Place{}, false},
		{"http://w12.example/", `regex +^https?://w\d+\.example/`, Place{}, false},
		{"http://h.example/a.iso", `regex -\.iso$`, Place{}, true},
		{"http://h.example/private/y", "surt -h.example/private/x (line 1 of l)", Place{}, true},
		{"http://h.example/private/public/", "surt +h.example/private/public/ (line 2 of l)", Place{}, false},
		{"https://h.example:81/", "host", Place{}, false},
		{"ftp://h.example/", "scope: scheme ftp", Place{}, true},
		{"http://h.example/1/2/3/4", "scope: path of more than 3 segments", Place{}, true},
		{"http://h.example//1//2//3//?/4/5", "host", Place{}, false},
		{"http://h.example/a", "scope: more than 2 hops", Place{Hops: 2}, false},
		{"http://other.example/", "scope: host", Place{}, true},
		{"http://other.example", "scope: not a canonical URL", Place{}, true},
		{"mailto:x", "scope: not a canonical URL", Place{}, true},
	} {
		v := s.Judge([]byte(c.url), c.place, kinds.Link)
		if v.Rule != c.rule || v.Final != c.final || v.In == (strings.HasPrefix(c.rule, "scope: ") || strings.Contains(c.rule, " -")) {
			t.Errorf("%s: %+v, want rule %q, final %v", c.url, v, c.rule, c.final)
		}
	}
}

func TestBeyond(t *testing.T) {
	s := mustNew(t, Options{Seeds: []string{"http://h.example/"}, Outside: 1, Embeds: 1, Hops: AtMost(3)})
	in, outside := "http://h.example/x", "http://o.example/x"
	for i, c := range []struct {
		url  string
		from Place
		how  kinds.Set
		want Place
		in   bool
	}{
		{in, Place{2, 1, 1}, kinds.Link, Place{3, 0, 0}, true},
		{outside, Place{}, kinds.Link, Place{1, 1, 0}, true},
		{outside, Place{1, 1, 0}, kinds.Link, Place{}, false},
		{outside, Place{1, 1, 0}, kinds.Embed, Place{2, 1, 1}, true},
		{outside, Place{1, 1, 0}, kinds.Embed | kinds.Link, Place{}, false},
		{outside, Place{1, 1, 1}, kinds.Embed, Place{}, false},
		{outside, Place{1, 0, 0}, kinds.Redirect, Place{1, 0, 1}, true},
		{outside, Place{1, 0, 1}, kinds.Refresh, Place{2, 1, 1}, true},
		{in, Place{3, 0, 0}, kinds.Redirect, Place{3, 0, 0}, true},
		{in, Place{3, 0, 0}, kinds.Link, Place{}, false},
	} {
		v := s.Judge([]byte(c.url), c.from, c.how)
		if v.In != c.in || v.Place != c.want || v.Final {
			t.Errorf("case %d: %+v, want in %v at %+v", i, v, c.in, c.want)
		}
	}
}

func TestSeed(t *testing.T) {
	s := mustNew(t, Options{Area: Listed, Exclude: []string{"logout"}, Lists: []*List{mustRead(t, "-b.example")}})
	for url, in := range map[string]bool{
		"http://h.example/": true, "http://h.example/logout": false, "http://b.example/": false, "ftp://h.example/": false,
	} {
		if v := s.Seed([]byte(url)); v.In != in {
			t.Errorf("seed %s: %+v, want in %v", url, v, in)
		}
	}
	more, err := mustNew(t, Options{Seeds: []string{"http://h.example/"}}).WithSeed("http://www.h.example/")
	if err != nil || !more.Judge([]byte("http://www.h.example/x"), Place{}, kinds.Redirect).In {
		t.Errorf("with a seed more: %v", err)
	}
}

func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Seeds: []string{"http://ok.example/", "no url"}}, `scope: seed 2: "no url": relative URL without a base`},
		{Options{Include: []string{"a", "("}}, "scope: include pattern 2: error parsing regexp: missing closing )"},
		{Options{Exclude: []string{"["}}, "scope: exclude pattern 1: error parsing regexp"},
		{Options{Hops: AtMost(70000)}, "scope: hops: 70000 is not within 0 and 65534"},
		{Options{Segments: AtMost(-1)}, "scope: segments: -1 is not within"},
		{Options{Outside: -1}, "scope: outside: -1 is not within 0 and 254"},
		{Options{Area: 9}, "scope: area: 9 is not within 0 and 4"},
	} {
		if _, err := New(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%+v): %v, want %q", c.o, err, c.want)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	o := Options{Seeds: []string{"https://www.debian.org/doc/"}}
	var lines strings.Builder
	for i := range 10_000 {
		lines.WriteString("-(org,debian,www,)/doc/" + strings.Repeat("a", i%7) + string(rune('a'+i%26)) + "/\n")
	}
	o.Lists = []*List{mustRead(b, lines.String())}
	for _, area := range []Area{Host, Domain, Prefix} {
		b.Run(area.String(), func(b *testing.B) {
			o.Area = area
			s := mustNew(b, o)
			url := []byte("https://www.debian.org/doc/manuals/debian-reference/ch01.en.html")
			b.ReportAllocs()
			for b.Loop() {
				verdict = s.Judge(url, Place{}, kinds.Link)
			}
		})
	}
}

var verdict Verdict

// The domain of one seed may lie below that of another.
func TestDomainAtHosts(t *testing.T) {
	s := mustNew(t, Options{Seeds: []string{"https://a.s3.amazonaws.com/", "https://aws.amazonaws.com/"}, Area: Domain})
	for range 2 { // the second time from the host kept
		for url, in := range map[string]bool{
			"https://x.a.s3.amazonaws.com/": true, "https://b.s3.amazonaws.com/": false, "https://x.amazonaws.com/": true,
		} {
			for range 2 {
				if v := s.Judge([]byte(url), Place{}, kinds.Link); v.In != in {
					t.Errorf("%s: in %v, want %v", url, v.In, in)
				}
			}
		}
	}
}
