package robots

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// RFC 9309, the table of section 2.2.2 and the special characters of 2.2.3: each path equals each of its forms.
func TestEncodingsAreEqual(t *testing.T) {
	for _, forms := range [][]string{
		{"/foo/bar?baz=quz", "/foo/bar?b%61z=quz", "/foo/bar?baz%3dquz"},
		{"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3a/%2ffoo.bar"},
		{"/foo/bar/ツ", "/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"},
		{"/foo/bar/%62%61%7A", "/foo/bar/baz"},
		{"/path/file-with-a-%2A.html"},
		{"/a b", "/a%20b"},
		{"/100%", "/100%25"},
		{"/%zz", "/%25zz"},
	} {
		for _, rule := range forms {
			p := Parse([]byte("user-agent: *\ndisallow: "+rule), Options{}).For("x")
			for _, path := range forms {
				if p.Allowed(path) || p.Allowed(path+"/more") {
					t.Errorf("Disallow: %s does not match %s", rule, path)
				}
			}
		}
	}
}

func TestWhatStaysTwoThings(t *testing.T) {
	for rule, path := range map[string]string{"/a%2Fb": "/a/b", "/a/b": "/a%2Fb", "/a?b": "/a%3Fb", "/a%3Fb": "/a?b", "/A": "/a", "/a%2A": "/ab", "/a%24": "/a"} {
		if !Parse([]byte("user-agent: *\ndisallow: "+rule), Options{}).Allowed("x", path) {
			t.Errorf("Disallow: %s matches %s", rule, path)
		}
	}
}

func TestDelays(t *testing.T) {
	for _, c := range []struct {
		robots, token string
		want          int64
	}{
		{"user-agent: *\ncrawl-delay: 0.5", "a", 500},
		{"user-agent: *\ncrawl-delay: .25", "a", 250},
		{"user-agent: *\ncrawl-delay: 0", "a", 0},
		{"user-agent: *\ncrawl-delay: -1", "a", -1},
		{"user-agent: *\ncrawl-delay: 0x10", "a", -1},
		{"user-agent: *\ncrawl-delay: 1e9", "a", -1},
		{"user-agent: *\ncrawl-delay: Inf", "a", -1},
		{"user-agent: *\ncrawl-delay:", "a", -1},
		{"user-agent: *\ncrawl-delay: 1.2.3", "a", -1},
		{"user-agent: *\ncrawl-delay: 99999999999999999999999", "a", maxDelay * 1000},
		{"user-agent: *\ncrawl-delay: 2\ncrawl-delay: 7\ncrawl-delay: 3", "a", 7000},
		{"crawl-delay: 3\nuser-agent: *\ndisallow: /", "a", -1},
		{"user-agent: a\nuser-agent: b\ncrawl-delay: 3\ndisallow: /", "a", 3000},
		{"user-agent: a\ncrawl-delay: 3\nuser-agent: b\ncrawl-delay: 4\ndisallow: /", "a", 3000},
		{"user-agent: a\ncrawl-delay: 3\nuser-agent: b\ncrawl-delay: 4\ndisallow: /", "B", 4000},
		{"user-agent: a\ndisallow: /\nuser-agent: *\ncrawl-delay: 4", "a", 4000},
		{"user-agent: a\ncrawl-delay: 3\nuser-agent: *\ncrawl-delay: 4", "a", 3000},
	} {
		got, ok := Parse([]byte(c.robots), Options{}).For(c.token).DelayMillis()
		if got != c.want || ok != (c.want >= 0) {
			t.Errorf("delay of %s: got %d, %v, want %d, of\n%s", c.token, got, ok, c.want, c.robots)
		}
	}
}

func TestTheFirstTokenWithAGroupHolds(t *testing.T) {
	r := Parse([]byte("user-agent: news\ndisallow: /n\nuser-agent: bot\ndisallow: /b\nuser-agent: *\ndisallow: /s"), Options{})
	for _, c := range []struct{ tokens, not string }{
		{"bot-news news bot", "/n"}, {"bot-image bot", "/b"}, {"other", "/s"}, {"", "/s"}, {"BOT", "/b"}, {"*", "/s"},
	} {
		p := r.For(strings.Fields(c.tokens)...)
		for _, path := range []string{"/n", "/b", "/s"} {
			if got, want := p.Allowed(path), path != c.not; got != want {
				t.Errorf("%s: %s: got %v, want %v", c.tokens, path, got, want)
			}
		}
	}
}

func TestAllowAllTakesNoMemory(t *testing.T) {
	for _, robots := range []string{"", "user-agent: *\ndisallow:", "user-agent: *\nallow: /\nallow: /x", "user-agent: other\ndisallow: /", "<html>"} {
		if p := Parse([]byte(robots), Options{}).For("a"); p != (Policy{}) {
			t.Errorf("the policy of %q is %q", robots, p.s)
		}
	}
}

// Beyond MaxSize nothing counts, and no line is cut.
func TestMaxSize(t *testing.T) {
	head := "user-agent: *\ndisallow: /in\n"
	for _, last := range []string{"disallow: /out", "disallow: /"} {
		data := head + strings.Repeat("#", MaxSize-len(head)-len(last)-1) + "\n" + last
		for extra, want := range map[string]bool{"": false, "x": true, "\n": false} {
			r := Parse([]byte(data+extra), Options{})
			if got := r.Allowed("a", "/out"); got != want {
				t.Errorf("%q: with %q beyond the limit: may /out be fetched: got %v, want %v", last, extra, got, want)
			}
			if r.Allowed("a", "/in") {
				t.Errorf("%q: with %q beyond the limit /in may be fetched", last, extra)
			}
		}
	}
	if Parse([]byte(strings.Repeat("x", MaxSize+1)), Options{}) == nil {
		t.Error("no rules of a file that is one line")
	}
}

func TestNULAndControls(t *testing.T) {
	r := Parse([]byte("user-agent: a\x00b\ndisallow: /x\nuser-agent: *\nallow\x00: /\ndisallow: /y\x00\n\x00disallow: /z\ndisallow: /w"), Options{})
	for path, want := range map[string]bool{"/x": true, "/y": true, "/y%00": false, "/z": true, "/w": false} {
		if got := r.Allowed("a", path); got != want {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
}

func TestPolicyRoundTrip(t *testing.T) {
	for _, robots := range []string{"", "user-agent: *\ndisallow: /", "user-agent: *\ncrawl-delay: 3", rfpFile, "user-agent: *\nallow: /a?b/c\ndisallow: /*?x=/$"} {
		for _, o := range []Options{{}, {Google: true}} {
			p := Parse([]byte(robots), o).For("a")
			data, err := p.AppendBinary([]byte("kept"))
			if err != nil {
				t.Fatal(err)
			}
			var q Policy
			if err := q.UnmarshalBinary(data[4:]); err != nil || q != p {
				t.Errorf("%q: got %q, want %q: %v", robots, q.s, p.s, err)
			}
			for n := range len(data) - 5 {
				if err := q.UnmarshalBinary(data[4 : 5+n]); err != nil && !errors.Is(err, ErrCorrupt) {
					t.Errorf("%q cut at %d: %v", robots, n, err)
				}
				q.Allowed("/a")
			}
		}
	}
	var p Policy
	for _, data := range []string{"\x02\x00", "\x01", "\x01\x80", "\x01\x00\x30/", "\x01\x00\xff", "\x01\xff\xff\xff\xff\xff\x7f"} {
		if err := p.UnmarshalBinary([]byte(data)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%q: got %v", data, err)
		}
	}
}

// slowMatch is the plain definition: the first character of the pattern stands for itself, "*" for any beginning.
func slowMatch(pattern, path string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return path == ""
	case pattern[0] == '*':
		for i := range len(path) + 1 {
			if slowMatch(pattern[1:], path[i:]) {
				return true
			}
		}
		return false
	}
	return path != "" && path[0] == pattern[0] && slowMatch(pattern[1:], path[1:])
}

func TestMatchIsTheSlowMatch(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 0))
	word := func(letters string, n int) string {
		b := make([]byte, rng.IntN(n))
		for i := range b {
			b[i] = letters[rng.IntN(len(letters))]
		}
		return "/" + string(b)
	}
	seen := [2]int{}
	for range 200000 {
		pattern, path := word("aab/**$", 9), word("aab/", 12)
		got, want := match(pattern, path), slowMatch(pattern, path)
		if got != want {
			t.Fatalf("seed %d: pattern %q, path %q: got %v, want %v", seed, pattern, path, got, want)
		}
		if got {
			seen[1]++
		} else {
			seen[0]++
		}
	}
	if min(seen[0], seen[1]) < 10000 {
		t.Errorf("%d times no, %d times yes", seen[0], seen[1])
	}
}

// Patterns that make a matcher that goes back take exponential time, or one that keeps positions quadratic: the test would
// not end.
func TestHostilePatterns(t *testing.T) {
	path := "/" + strings.Repeat("a", 1<<16)
	for _, pattern := range []string{
		"/" + strings.Repeat("*a", 1<<15) + "b", strings.Repeat("*", 1<<17) + "b$", "/" + strings.Repeat("a*", 1000) + "$",
		"/*" + strings.Repeat("a", 1<<15) + "b",
	} {
		p := Parse([]byte("user-agent: *\ndisallow: "+pattern), Options{}).For("x")
		want := !strings.HasSuffix(pattern, "*$") // only that one matches
		if got := p.Allowed(path); got != want {
			t.Errorf("%.40q: got %v, want %v", pattern, got, want)
		}
	}
	var many strings.Builder
	for i := 0; many.Len() < MaxSize-100; i++ {
		fmt.Fprintf(&many, "user-agent: x\ndisallow: /*%x*b\nuser-agent: x\ncrawl-delay: 1\nsitemap: %x\n", i, i)
	}
	r := Parse([]byte(many.String()), Options{})
	if !r.Allowed("x", path[:2000]) || len(r.Sitemaps()) < 1000 {
		t.Error("many rules were misread")
	}
}

// reference answers by the words of the RFC: of the lines of the groups, the longest that matches, Allow among equals. It
// shares the reading of lines and the form of paths with the package, and nothing of how rules are ordered, kept and matched.
func reference(r *Rules, token, path string) bool {
	path, _, _ = strings.Cut(path, "#")
	if path == robotsPath {
		return true
	}
	groups := func(token string) (in []int32) {
		for _, a := range r.agents {
			if strings.EqualFold(a.token, token) && a.token != "" {
				in = append(in, a.group)
			}
		}
		return in
	}
	in := groups(token)
	if len(in) == 0 {
		in = groups("*")
	}
	path = normalPath(path, r.google)
	longest, allowed := -1, true
	for i, l := range r.lines {
		g, _ := slices.BinarySearch(r.first, int32(i)+1)
		if !slices.Contains(in, int32(g-1)) {
			continue
		}
		for _, rule := range appendRules(nil, l, r.google) {
			subject := path
			if rule.flags&queryBit != 0 {
				subject = encodeQuery(path)
			}
			if n := len(rule.pattern); slowMatch(rule.pattern, subject) && (n > longest || n == longest && l.allow) {
				longest, allowed = n, l.allow
			}
		}
	}
	return allowed
}

// Where a token of a user-agent line ends, for each byte that may follow it: by Google's parser at whatever is no
// letter, "-" or "_", else at a blank, and where a version, a list or a comment begins.
func TestTokensEnd(t *testing.T) {
	for c := range 256 {
		b := byte(c)
		text := []byte("User-agent: foo" + string([]byte{b}) + "bar\nDisallow: /\n")
		letter := b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b == '_'
		for google, ends := range map[bool]bool{true: !letter, false: strings.IndexByte(" \t\v\f\r\n#/,;(<", b) >= 0} {
			if got := !Parse(text, Options{Google: google}).Allowed("foo", "/x"); got != ends {
				t.Errorf("foo%q, Google's rule %v: it is the token foo: %v", b, google, got)
			}
		}
	}
}

func FuzzRobots(f *testing.F) {
	for _, c := range commonsText {
		path, _, _ := strings.Cut(c.not+" "+c.allowed, " ")
		f.Add([]byte(c.robots), c.token, path, false)
	}
	for _, c := range commonsEscaped {
		f.Add([]byte("user-agent: *\ndisallow: "+c.rule), "x", c.path, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, token, path string, google bool) {
		r := Parse(data, Options{Google: google})
		p := r.For(token)
		got := p.Allowed(path)
		if strings.Count(string(data), "*") < 12 && len(data) < 500 && len(path) < 100 && token != "*" {
			if want := reference(r, token, path); got != want {
				t.Errorf("may %q fetch %q: got %v, want %v", token, path, got, want)
			}
		}
		var q Policy
		if b, _ := p.AppendBinary(nil); q.UnmarshalBinary(b) != nil || q != p {
			t.Errorf("policy %q is decoded as %q", p.s, q.s)
		}
		if n := normalPath(path, google); normalPath(n, google) != n {
			t.Errorf("%q: normal form %q is not its own, %q", path, n, normalPath(n, google))
		}
	})
}

func FuzzPolicy(f *testing.F) {
	b, _ := Parse([]byte(rfpFile), Options{}).For("x").AppendBinary(nil)
	f.Add(b, "/org/plans.html")
	f.Fuzz(func(t *testing.T, data []byte, path string) {
		var p Policy
		if err := p.UnmarshalBinary(data); err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		p.Allowed(path)
		if ms, ok := p.DelayMillis(); ok != (ms >= 0) || ms > maxDelay*1000 {
			t.Errorf("%q: delay %d, %v", data, ms, ok)
		}
		if b, _ := p.AppendBinary(nil); string(b) != string(data) {
			t.Errorf("%q is encoded again as %q", data, b)
		}
	})
}

func TestRuleSaysWhatDecides(t *testing.T) {
	p := Parse([]byte("User-agent: *\nDisallow: /private\nAllow: /private/open*.html$\nDisallow: /caf\xc3\xa9\n"), Options{}).For("x")
	for path, want := range map[string]string{
		"/": "", "/private/a": "Disallow /private", "/private/open1.html": "Allow /private/open*.html$",
		"/caf%C3%A9/": "Disallow /caf%C3%A9", "/robots.txt": "",
	} {
		if got := p.Rule(path); got != want || p.Allowed(path) == strings.HasPrefix(got, "Disallow") {
			t.Errorf("rule for %s is %q, want %q; allowed %t", path, got, want, p.Allowed(path))
		}
	}
	if got := (Policy{}).Rule("/a"); got != "" {
		t.Errorf("the policy without rules says %q", got)
	}
}
