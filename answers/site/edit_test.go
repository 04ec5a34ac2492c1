package site

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/drawn"
	"weft/internal/option"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// drawnSites makes a crawl of URLs in a few hosts and folders, not all fetched, and the front page of each page's site.
func drawnSites(t *testing.T, rng *rand.Rand) (c *store.Crawl, front []uint32) {
	t.Helper()
	url := func() string {
		host := []string{"a.test", "www.a.test", "b.test:8080", "10.0.0.1"}[rng.IntN(4)]
		path := ""
		for range rng.IntN(3) {
			path += []string{"news/", "news-old/", "n/"}[rng.IntN(3)]
		}
		return "http://" + host + "/" + path + []string{"", "x", "x.html", "x?q=1/2"}[rng.IntN(4)]
	}
	var lines, fetched strings.Builder
	for range 150 {
		from := url()
		fmt.Fprintf(&lines, "%s\t%s\n", from, url())
		if rng.IntN(4) > 0 {
			fetched.WriteString(from + "\n")
		}
	}
	c = ingesttest.Fetched(t, lines.String(), fetched.String())
	return c, twoSites(c)
}

// twoSites are sites by the first letter of the host.
func twoSites(c *store.Crawl) []uint32 {
	first := map[bool]uint32{}
	front := make([]uint32, c.NumPages())
	for u := range front {
		k := strings.Contains(c.Label(graph.Node(u)), "a.test")
		if _, known := first[k]; !known {
			first[k] = uint32(u)
		}
		front[u] = first[k]
	}
	return front
}

// drawnEdits draws edits, and returns the beginning of URLs of each, without scheme and port; with "=" first for a page.
func drawnEdits(c *store.Crawl, rng *rand.Rand) (edits []Edit, starts []string) {
	for range 1 + rng.IntN(4) {
		u := graph.Node(rng.IntN(c.NumPages()))
		full := withoutPort(c.Label(u))
		e := Edit{In: rng.IntN(2) > 0}
		switch rng.IntN(4) {
		case 0:
			e.Of = []string{c.Label(u), strconv.Itoa(int(u))}[rng.IntN(2)]
			starts = append(starts, "="+c.Label(u))
		case 1:
			host, _, _ := strings.Cut(full, "/")
			e.Of = host + "*"
			starts = append(starts, host)
		default:
			slash := strings.IndexByte(full, '/')
			start := full[:slash+1+rng.IntN(len(full)-slash)]
			e.Of = []string{"", "https://"}[rng.IntN(2)] + start + "*"
			starts = append(starts, start)
		}
		edits = append(edits, e)
	}
	return edits, starts
}

// names reports whether an edit names a page.
func names(start, label string) bool {
	if page, one := strings.CutPrefix(start, "="); one {
		return page == label
	}
	full := withoutPort(label)
	if strings.Contains(start, "/") {
		return strings.HasPrefix(full, start)
	}
	host, _, _ := strings.Cut(full, "/")
	return host == start || strings.HasSuffix(host, "."+start)
}

// TestEdits compares the sides of pages with those by their URLs, and the rules with the edits.
func TestEdits(t *testing.T) {
	rng := drawn.Rand(t)
	checked := 0
	for range 60 {
		c, front := drawnSites(t, rng)
		u := graph.Node(rng.IntN(c.NumPages()))
		edits, starts := drawnEdits(c, rng)
		want, last := bitset.New(c.NumPages()), make([]int, c.NumPages())
		contradiction := false
		for v := range graph.Node(c.NumPages()) {
			in, size := front[v] == front[u], 1<<30
			last[v] = -1
			for i, start := range starts {
				if !names(start, c.Label(v)) {
					continue
				}
				pages := 2 * numNamed(c, start)
				if start[0] == '=' {
					pages = 1
				}
				switch {
				case pages < size:
					in, size, last[v] = edits[i].In, pages, i
				case pages == size && in != edits[i].In:
					contradiction = true
				}
			}
			if in {
				want.Add(int(v))
			}
		}
		o, err := Draw(c, front, u, edits, 1<<30)
		if contradiction || !hasAny(want) {
			if _, ok := errors.AsType[*answer.OptionError](err); !ok {
				t.Fatalf("%+v: %v, want a refusal", edits, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %s", edits, option.Text(err, option.Quoted))
		}
		for v := range graph.Node(c.NumPages()) {
			if o.Has(v) != want.Has(int(v)) {
				t.Fatalf("%+v: %s is inside: %v", edits, c.Label(v), o.Has(v))
			}
		}
		checkRules(t, c, o, last)
		checked++
		checkBranches(t, c, o)
	}
	if checked == 0 {
		t.Error("all edits were refused")
	}
}

func numNamed(c *store.Crawl, start string) (n int) {
	for v := range graph.Node(c.NumPages()) {
		if names(start, c.Label(v)) {
			n++
		}
	}
	return n
}

// checkRules checks the counts of the rules against their expressions, and that pages with edits are on their side. Rules
// cannot let pages in below a prefix that is kept out, so that such edits are skipped.
func checkRules(t *testing.T, c *store.Crawl, o *Outline, last []int) {
	t.Helper()
	accept, reject := expressions(o.Scope.Accept), expressions(o.Scope.Reject)
	missed, nested := 0, false
	for i, e := range o.edits {
		for _, outer := range o.edits[:i] {
			nested = nested || e.In && outer.keys.Lo <= e.keys.Lo && e.keys.Hi <= outer.keys.Hi && !outer.In
		}
	}
	for v := range graph.Node(c.NumPages()) {
		in := matches(accept, c.Label(v)) && !matches(reject, c.Label(v))
		if o.Has(v) && !in {
			missed++
		}
		if last[v] >= 0 && in != o.Has(v) && !nested && !prefixOfAnother(c, c.Label(v)) {
			t.Errorf("%+v: the rules %q and %q let in %s: %v", o.Edits, o.Scope.Accept, o.Scope.Reject, c.Label(v), in)
		}
	}
	for _, e := range o.edits { // for URLs that the crawl does not know
		unknown := "http://" + withoutPort("http://"+strings.TrimPrefix(e.start, "https://")) + "zz"
		if e.start == "" || nested || !strings.Contains(e.start, "/") || isBelow(o.edits, e) || beginsWithRemoved(c, o.edits, e) {
			continue
		}
		if in := matches(accept, unknown) && !matches(reject, unknown); in != e.In {
			t.Errorf("%+v: the rules %q and %q let in %s: %v", o.Edits, o.Scope.Accept, o.Scope.Reject, unknown, in)
		}
	}
	for _, u := range o.Scope.missed {
		if p := placeOf([]byte(c.Label(u)), true); !foreignHost(c, o, u) || len(p.parts) > 0 && p.parts[len(p.parts)-1] != "/" {
			t.Errorf("%+v: the rules %q and %q miss %s", o.Edits, o.Scope.Accept, o.Scope.Reject, c.Label(u))
		}
	}
	if missed != o.Scope.Missed || len(o.Scope.MissedPages().Pages) != min(missed, mostExamples) {
		t.Errorf("%+v: %d pages are missed, want %d", o.Edits, o.Scope.Missed, missed)
	}
}

// foreignHost reports whether the domain of a page belongs to the site neither before nor after the changes by hand.
func foreignHost(c *store.Crawl, o *Outline, u graph.Node) bool {
	domains, err := c.Domains()
	if err != nil {
		return false
	}
	mostOf := func(list []graph.Node) bool {
		in, all := map[graph.Node]bool{}, 0
		for _, v := range list {
			in[v] = domains.Of(v) == domains.Of(u) && c.State(v) >= page.Redirected
		}
		mine := 0
		for v := range graph.Node(c.NumPages()) {
			if domains.Of(v) == domains.Of(u) && c.State(v) >= page.Redirected {
				all++
				if in[v] {
					mine++
				}
			}
		}
		return 2*mine > all
	}
	return !mostOf(o.found) && !mostOf(o.pages)
}

// isBelow reports whether another edit names the same pages as an edit.
func isBelow(all []edited, e edited) bool {
	for _, other := range all {
		if other.Edit != e.Edit && other.keys == e.keys {
			return true
		}
	}
	return false
}

// beginsWithRemoved reports whether an edit adds all URLs that begin with the URL of a page, and another edit removes this
// page: no rule can let in the others, and keep out the page.
func beginsWithRemoved(c *store.Crawl, all []edited, e edited) bool {
	start := strings.TrimPrefix(strings.TrimPrefix(e.start, "https://"), "http://")
	return e.In && slices.ContainsFunc(all, func(other edited) bool {
		return other.start == "" && !other.In && withoutPort(c.Label(c.AtKey(other.keys.Lo))) == start
	})
}

// prefixOfAnother reports whether another URL begins with a URL, so that no rule can separate both.
func prefixOfAnother(c *store.Crawl, label string) bool {
	for v := range graph.Node(c.NumPages()) {
		if other := c.Label(v); other != label && strings.HasPrefix(other, label) {
			return true
		}
	}
	return false
}

func expressions(rules []string) (all []*regexp.Regexp) {
	for _, r := range rules {
		all = append(all, regexp.MustCompile(Regexp(r)))
	}
	return all
}

func matches(rules []*regexp.Regexp, url string) bool {
	for _, r := range rules {
		if r.MatchString(url) {
			return true
		}
	}
	return false
}

// checkBranches walks through all hosts and folders: each page of their domain is in one of them.
func checkBranches(t *testing.T, c *store.Crawl, o *Outline) {
	t.Helper()
	hosts, err := o.Hosts()
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for _, h := range hosts {
		inside += h.Inside
		checkBranch(t, c, o, h)
	}
	if inside != o.Pages() {
		t.Errorf("the hosts have %d pages, want %d", inside, o.Pages())
	}
}

func checkBranch(t *testing.T, c *store.Crawl, o *Outline, b Branch) {
	t.Helper()
	if b.Under == "" {
		if b.Of != c.Label(b.Page) || b.Inside+b.Outside+b.Unfetched != 1 || (b.Inside == 1) != o.Has(b.Page) {
			t.Errorf("page %s is %+v", c.Label(b.Page), b)
		}
		return
	}
	sum, from := Branch{}, 0
	for from >= 0 {
		list, next, err := o.Branches(b.Under, from, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range list {
			sum.Inside, sum.Outside, sum.Unfetched = sum.Inside+x.Inside, sum.Outside+x.Outside, sum.Unfetched+x.Unfetched
			if len(x.Under) > 0 && len(x.Under) <= len(b.Under) {
				t.Fatalf("%+v is below %+v", x, b)
			}
			checkBranch(t, c, o, x)
		}
		from = next
	}
	if sum.Inside != b.Inside || sum.Outside != b.Outside || sum.Unfetched != b.Unfetched {
		t.Errorf("below %s are %+v, want %+v", b.Under, sum, b)
	}
}

// TestFolderIsTakenAway removes a large folder, and more, from a site of a whole host: the rules let in all of its other
// pages. Without an addition within the folder they let in these pages only.
func TestFolderIsTakenAway(t *testing.T) {
	var lines strings.Builder
	for i := range 60 {
		fmt.Fprintf(&lines, "http://a.test/\thttp://a.test/catalogue/%d\n", i)
	}
	for _, lone := range []string{"about/", "visit/hours.html", "visit/", "news/1", "x.html", "x.html?lang=de"} {
		fmt.Fprintf(&lines, "http://a.test/\thttp://a.test/%s\nhttp://www.a.test/\thttp://www.a.test/%s\n", lone, lone)
	}
	all := lines.String()
	c := ingesttest.Fetched(t, all, strings.NewReplacer("\t", "\n").Replace(all))
	front := make([]uint32, c.NumPages())
	home, _, err := c.Find("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	for u := range front {
		front[u] = uint32(home)
	}
	for _, x := range []struct {
		out, in []string
		want    string
	}{
		{[]string{"a.test/catalogue/*"}, nil, "[http://(test,a,] [http://(test,a,)/catalogue/]"},
		{[]string{"a.test/catalogue/*", "www.a.test*"}, nil, "[http://(test,a,)/] [http://(test,a,)/catalogue/]"},
		{[]string{"a.test/catalogue/*", "www.a.test/visit/*"}, nil, "[http://(test,a,] [http://(test,a,)/catalogue/ http://(test,a,www,)/visit/]"},
		{[]string{"a.test/catalogue/*"}, []string{"http://a.test/catalogue/7"}, ""},
	} {
		o, err := Draw(c, front, home, EditsOf(x.in, x.out), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(o.Scope.Accept, " ", o.Scope.Reject); o.Scope.Missed > 0 || x.want != "" && (got != x.want || o.Scope.Extra > 0) {
			t.Errorf("without %q, with %q: %s, %d missed, %d extra, want %s", x.out, x.in, got, o.Scope.Missed, o.Scope.Extra, x.want)
		}
	}
}

// TestEditsAreRefused names what is wrong with edits.
func TestEditsAreRefused(t *testing.T) {
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("http://a.test/\thttp://b.test/\n")})
	for of, want := range map[string]string{
		"http://c.test/":  `no page "http://c.test/"`,
		"http://c.test/*": `no page whose URL begins with "http://c.test/"`,
		"*":               "all URLs",
		" * ":             "all URLs",
		"77":              `no page "77"`,
		"":                `no page ""`,
	} {
		if _, err := Draw(c, []uint32{0, 1}, 0, []Edit{{Of: of}}, 1<<30); err == nil || !strings.Contains(option.Text(err, option.Quoted), want) {
			t.Errorf("%q: %v, want %s", of, err, want)
		}
	}
	both := []Edit{{Of: "b.test*", In: true}, {Of: "http://b.test/*"}}
	if _, err := Draw(c, []uint32{0, 1}, 0, both, 1<<30); err == nil || !strings.Contains(err.Error(), "the same pages") {
		t.Errorf("contrary edits: %v", err)
	}
	bare := ingesttest.Text(t, "0\t1\n")
	if _, err := Draw(bare, []uint32{0, 1}, 0, []Edit{{Of: "a*"}}, 1<<30); err == nil {
		t.Error("the beginning of URLs is accepted without URLs")
	}
}
