package scope

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"weft/graph/kinds"
)

// The meanings are those that the Heritrix 3 manual and the comments of SurtPrefixSet give to each form.
func TestSURTForms(t *testing.T) {
	for _, c := range []struct{ rule, in, out string }{
		{"http://(org,debian,", "http://debian.org/ https://debian.org:81/x http://a.b.debian.org/", "http://debianfoo.org/ http://org/"},
		{"http://(org,debian,)", "http://debian.org/ http://debian.org/x", "http://www.debian.org/"},
		{"http://(org,debian,)/", "http://debian.org/ http://debian.org/?q", "http://www.debian.org/"},
		{"http://(org,deb", "http://deb.org/ http://debian.org/ http://www.debian.org/", "http://dab.org/"},
		{"http://(org,debian,www,)/intro/a", "http://www.debian.org/intro/a http://www.debian.org/intro/about?x", "http://www.debian.org/intro/b http://debian.org/intro/a"},
		{"(org,debian,www)/a.", "http://www.debian.org/a.html", "http://www.debian.org/a"},
		{"org,debian,www)/Bugs", "http://www.debian.org/Bugs/", "http://www.debian.org/bugs/"},
		{"org,debian", "http://www.debian.org/", "http://www.debjan.org/"},
		{"http://(org,debian,:8080)/", "http://debian.org:8080/ https://debian.org:8080/x", "http://debian.org/"},
		{"http://debian.org:8080/x/", "http://debian.org:8080/x/y", "http://debian.org/x/y"},
		{"http://www.debian.org/a/b", "http://www.debian.org/a/c", "http://www.debian.org/b"},
		{"http://www.debian.org/", "http://www.debian.org/a", "http://x.www.debian.org/"},
		{"# a comment\r+http://debian.org\r", "http://www.debian.org/a http://debian.org/", "http://org/"},
		{"DEBIAN.org", "http://www.debian.org/a http://debian.org/", "http://org/"},
		{"(192.0.2.7)/x", "http://192.0.2.7/x", "http://192.0.2.77/x"},
		{"([2001:db8::1]:81)/", "http://[2001:db8::1]:81/", "http://[2001:db8::1]/"},
		{"example.org/a,b/c", "http://example.org/a,b/d", "http://example.org/a"},
		{"http://(", "http://anything.example/", "ftp://anything.example/"},
		{"(localhost,)", "http://localhost:8980/", "http://local/"},
		{"(example,bücher,)/ä", "http://xn--bcher-kva.example/%C3%A4", "http://xn--bcher-kva.example/a"},
	} {
		s := mustNew(t, Options{Area: Listed, Lists: []*List{mustRead(t, c.rule)}})
		for u := range strings.FieldsSeq(c.in) {
			if v := s.Judge([]byte(u), Place{}, kinds.Link); !v.In {
				t.Errorf("%s leaves out %s: %s", c.rule, u, v.Rule)
			}
		}
		for u := range strings.FieldsSeq(c.out) {
			if v := s.Judge([]byte(u), Place{}, kinds.Link); v.In {
				t.Errorf("%s lets in %s", c.rule, u)
			}
		}
	}
}

func TestBadLines(t *testing.T) {
	for text, want := range map[string]string{
		"# ok\n\n+\n":                "l: line 3: \"+\": no prefix after the sign",
		"+http://(org,exa mple,)/":   "labels do not make a host",
		"(org,x,:99999)/":            "port is not a number",
		"(org,x,@user)/":             "credentials",
		"http://user@x.org/":         "credentials",
		"(org,x,)y":                  "begins with a slash",
		"(192,168,":                  "labels do not make a host",
		"org,x/(y)":                  "labels do not make a host",
		"http://[::g]/":              "invalid host",
		strings.Repeat("x", 2<<20):   "l: line 1: it has 1048576 bytes or more: want an entry a line",
		"+ok.example\n-gopher://x/y": "l: line 2: ",
	} {
		if _, err := ReadList(strings.NewReader(text), "l"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// slowRule is a rule of a random list, and slow says by net/url and strings alone whether it holds.
type slowRule struct {
	host, path string
	below      bool // hosts below too, and any path
	include    bool
}

func (r slowRule) text() string {
	labels := strings.Split(r.host, ".")
	s := "http://("
	for _, l := range slices.Backward(labels) {
		s += l + ","
	}
	if !r.below {
		s += ")" + r.path
	}
	if r.include {
		return "+" + s
	}
	return "-" + s
}

func (r slowRule) holds(u *url.URL) bool {
	if r.below {
		return u.Hostname() == r.host || strings.HasSuffix(u.Hostname(), "."+r.host)
	}
	return u.Hostname() == r.host && strings.HasPrefix(u.RequestURI(), r.path)
}

func (r slowRule) less(other slowRule) bool {
	if a, b := strings.Count(r.host, "."), strings.Count(other.host, "."); a != b {
		return a < b
	}
	if r.below != other.below {
		return r.below
	}
	if len(r.path) != len(other.path) {
		return len(r.path) < len(other.path)
	}
	return r.include && !other.include
}

func slow(u *url.URL, seeds []*url.URL, area Area, rules []slowRule) bool {
	var best *slowRule
	for i, r := range rules {
		if r.holds(u) && (best == nil || best.less(r)) {
			best = &rules[i]
		}
	}
	if best != nil {
		return best.include
	}
	for _, s := range seeds {
		switch area {
		case Host:
			if u.Hostname() == s.Hostname() {
				return true
			}
		case Domain:
			a, err1 := publicsuffix.EffectiveTLDPlusOne(u.Hostname())
			b, err2 := publicsuffix.EffectiveTLDPlusOne(s.Hostname())
			if err1 == nil && err2 == nil && a == b {
				return true
			}
		case Prefix:
			if u.Hostname() == s.Hostname() && strings.HasPrefix(u.Path, s.Path[:strings.LastIndexByte(s.Path, '/')+1]) {
				return true
			}
		default:
		}
	}
	return false
}

func TestAgainstSlow(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 1))
	words := []string{"a", "b", "ab", "co"}
	randomHost := func() string {
		h := []string{"org", "co.uk"}[rng.IntN(2)]
		for range 1 + rng.IntN(3) {
			h = words[rng.IntN(len(words))] + "." + h
		}
		return h
	}
	randomPath := func() string {
		var p strings.Builder
		for range rng.IntN(3) {
			p.WriteString("/" + words[rng.IntN(len(words))])
		}
		return p.String() + "/" + words[rng.IntN(len(words))]
	}
	ins := 0
	for round := range 300 {
		var rules []slowRule
		var list strings.Builder
		for range rng.IntN(12) {
			r := slowRule{host: randomHost(), below: rng.IntN(2) == 0, include: rng.IntN(2) == 0}
			if !r.below {
				r.path = randomPath()
			}
			rules = append(rules, r)
			fmt.Fprintln(&list, r.text())
		}
		area := Area(rng.IntN(3))
		raw := []string{"http://" + randomHost() + randomPath(), "https://" + randomHost() + randomPath()}
		var seeds []*url.URL
		for _, s := range raw {
			u, _ := url.Parse(s)
			seeds = append(seeds, u)
		}
		s := mustNew(t, Options{Seeds: raw, Area: area, Lists: []*List{mustRead(t, list.String())}})
		for range 100 {
			href := "http://" + randomHost() + randomPath()
			u, _ := url.Parse(href)
			want := slow(u, seeds, area, rules)
			if v := s.Judge([]byte(href), Place{}, kinds.Link); v.In != want {
				t.Fatalf("seed %d round %d: %s: in %v (%s), want %v; area %v of %v, list\n%s", seed, round, href, v.In, v.Rule, want, area, raw, list.String())
			}
			if want {
				ins++
			}
		}
	}
	if ins < 1000 || ins > 29000 {
		t.Errorf("%d of 30000 were in: the test tells nothing", ins)
	}
}

func FuzzReadList(f *testing.F) {
	for _, s := range []string{"+http://(org,debian,", "-(org,debian,lists,)/x # y", "# c\n\n+", "(a,:80)/b", "http://h/\r\n", "([::1])/", "org,a)/%2"} {
		f.Add([]byte(s), []byte("http://www.debian.org/x"))
	}
	f.Fuzz(func(t *testing.T, list, href []byte) {
		l, err := ReadList(bytes.NewReader(list), "l")
		if err != nil {
			return
		}
		s, err := New(Options{Area: Listed, Lists: []*List{l}})
		if err != nil {
			t.Fatal(err)
		}
		v := s.Judge(href, Place{}, kinds.Link)
		if v.In && l.Len() == 0 {
			t.Errorf("%q is in an empty list: %s", href, v.Rule)
		}
		var buf []byte
		u, why := s.read(buf, href)
		if why != "" {
			return
		}
		best := -1
		for _, e := range l.entries {
			if strings.HasPrefix(string(u.key), e.prefix) && (e.port == anyPort || e.port == u.port) {
				best = max(best, len(e.prefix))
			}
		}
		if e := s.prefixes.longest(&u); e == nil && best >= 0 || e != nil && len(e.prefix) != best {
			t.Errorf("longest of %q for %q: %v, want one of %d bytes", list, href, e, best)
		}
	})
}
