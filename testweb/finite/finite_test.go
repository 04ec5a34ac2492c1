package finite

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"weft/internal/drawn"
)

// targets returns the targets on this site that a document links to: by a, area, frame and iframe, and by link
// elements for the next and previous page and for other forms.
func targets(t *testing.T, at string, body []byte) (all []string) {
	t.Helper()
	base, err := url.Parse("http://site.test" + at)
	if err != nil {
		t.Fatalf("%q: %v", at, err)
	}
	z := html.NewTokenizer(strings.NewReader(string(body)))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return all
		case html.StartTagToken, html.SelfClosingTagToken:
			ref := reference(z.Token())
			if strings.HasPrefix(ref, "/") && !strings.ContainsAny(ref, "# \"<>") && !strings.HasPrefix(ref, "//") && !strings.Contains(ref, "/.") && isASCII(ref) {
				all = append(all, ref) // resolved already
				continue
			}
			u, err := base.Parse(ref)
			if ref == "" || err != nil || u.Host != base.Host {
				continue
			}
			u.Fragment = ""
			all = append(all, u.RequestURI())
		}
	}
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 126 })
}

// reference returns the URL that a tag links to, or nothing.
func reference(t html.Token) string {
	attr := map[string]string{}
	for _, a := range t.Attr {
		attr[a.Key] = a.Val
	}
	switch t.Data {
	case "a", "area":
		return attr["href"]
	case "frame", "iframe":
		return attr["src"]
	case "link":
		if rel := attr["rel"]; rel == "next" || rel == "prev" || rel == "alternate" {
			return attr["href"]
		}
	}
	return ""
}

// absolute finds the URLs of feeds, sitemaps and robots.txt.
var absolute = regexp.MustCompile(`(?:<loc>|<link>|Sitemap: )http://site.test([^<\n]+)`)

// linked returns the targets on this site that an answer of any type links to.
func linked(t *testing.T, at string, a Answer) (all []string) {
	t.Helper()
	switch {
	case a.Location != "":
		return targets(t, at, []byte(`<a href="`+html.EscapeString(a.Location)+`">`))
	case strings.HasPrefix(a.Type, "text/html"):
		return targets(t, at, a.Body)
	}
	for _, m := range absolute.FindAllSubmatch(a.Body, -1) {
		all = append(all, html.UnescapeString(string(m[1])))
	}
	return all
}

// walk fetches all pages breadth first, at most a number of them.
func walk(t *testing.T, s *Site, most int) (pages []string, missing map[string]string) {
	t.Helper()
	known, from, missing := []string{"/", "/robots.txt"}, map[string]string{"/": "", "/robots.txt": ""}, map[string]string{}
	for i := 0; i < len(known) && len(pages) < most; i++ {
		a := s.Answer(Request{Host: "site.test", Target: known[i], Number: uint64(i)})
		if a.Location == "" && a.Status != 200 {
			missing[known[i]] = from[known[i]]
			continue
		}
		if a.Location == "" && known[i] != "/robots.txt" {
			pages = append(pages, known[i])
		}
		for _, to := range linked(t, known[i], a) {
			if _, seen := from[to]; !seen {
				from[to] = known[i]
				known = append(known, to)
			}
		}
	}
	return pages, missing
}

// A walk over the links of a finite site finds the pages that Paths lists, and no others.
func TestListIsWhatAWalkFinds(t *testing.T) {
	for _, k := range slices.Concat(All(), Drawn(drawn.Seed(t))) {
		if k.Endless {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			s := k.Site()
			listed := map[string]bool{}
			for target := range s.Paths() {
				if listed[target] {
					t.Errorf("%s is listed twice", target)
				}
				listed[target] = true
			}
			if n := s.Pages(); n != len(listed) || n < 1500 || n > 17_000 {
				t.Errorf("Pages is %d, Paths lists %d, expected 1500 to 17,000", n, len(listed))
			}
			pages, missing := walk(t, s, 20000)
			delete(missing, "/robots.txt")
			for target, from := range missing {
				t.Errorf("%s links to %s, which does not exist", from, target)
			}
			for _, target := range pages {
				if !listed[target] {
					t.Errorf("the walk found %s, which is not listed", target)
				}
				delete(listed, target)
			}
			for target := range listed {
				t.Errorf("the walk did not find %s", target)
			}
		})
	}
}

// The walk of an endless site does not end, and finds the real pages early: among the first 1,200, or 400 of variants.
func TestEndlessSitesAreEndless(t *testing.T) {
	for _, k := range All() {
		if !k.Endless {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			s, most := k.Site(), 1200
			if strings.Contains(k.Name, "+") {
				most = 400 // the same site once more
			}
			pages, missing := walk(t, s, most)
			delete(missing, "/robots.txt")
			if len(pages) < most {
				t.Errorf("the walk ended after %d pages", len(pages))
			}
			if len(missing) > 0 {
				t.Errorf("links lead to nothing: %v", missing)
			}
			found := map[string]bool{}
			for _, target := range pages {
				found[s.Page(target)] = true
			}
			if n := s.Pages(); n < 40 {
				t.Errorf("%d real pages, expected 40 at least", n)
			}
			for target := range s.Paths() {
				if !found[target] {
					t.Errorf("the walk did not find %s", target)
				}
			}
		})
	}
}

// The walk of a drawn endless site does not end, whatever its options are.
func TestDrawnEndlessSites(t *testing.T) {
	const most = 500
	for _, k := range Drawn(drawn.Seed(t)) {
		if !k.Endless {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			s := k.Site()
			pages, missing := walk(t, s, most)
			delete(missing, "/robots.txt")
			if len(pages) < most || len(missing) > 0 || s.Pages() < 40 {
				t.Errorf("%s: %d pages, %d of them in earnest; links lead to nothing: %v", k.About, len(pages), s.Pages(), missing)
			}
		})
	}
}

// quiet returns a page without its changing part.
func quiet(s *Site, a Answer, n uint64) string {
	p := page{Site: s, n: n}
	return strings.ReplaceAll(string(a.Body), p.noise(), "")
}

// Two answers to one request are the same; those to two requests differ in the declared part alone.
func TestOnlyTheDeclaredPartChanges(t *testing.T) {
	for _, k := range slices.Concat(All(), Drawn(drawn.Seed(t))) {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			s, again := k.Site(), k.Site()
			differ := false
			pages, _ := walk(t, s, 120)
			for i, target := range pages {
				r := Request{Host: "site.test", Target: target, Number: uint64(i)}
				a := s.Answer(r)
				if b := again.Answer(r); !bytes.Equal(a.Body, b.Body) || a.Type != b.Type || a.Status != b.Status {
					t.Fatalf("%s: two answers to one request differ", target)
				}
				r.Number += 1234567
				b := s.Answer(r)
				differ = differ || !bytes.Equal(a.Body, b.Body)
				if k.Noise != Generated && quiet(s, a, uint64(i)) != quiet(s, b, r.Number) {
					t.Fatalf("%s: more than %s changes:\n%s\n%s", target, k.Noise, a.Body, b.Body)
				}
			}
			if differ != (k.Noise != Quiet) {
				t.Errorf("declared to change: %s; changes: %v", k.Noise, differ)
			}
		})
	}
}

// A site can be asked from several goroutines.
func TestConcurrentRequests(t *testing.T) {
	for _, k := range slices.Concat(All(), Drawn(drawn.Seed(t))) {
		s := k.Site()
		ask := func(i int) []byte { return s.Answer(Request{Target: s.At(i * 7 % s.Pages()), Number: uint64(i)}).Body }
		var want [10][]byte
		for i := range want {
			want[i] = ask(i)
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for i := range want {
					if !bytes.Equal(ask(i), want[i]) {
						t.Errorf("%s: another answer beside other requests", k.Name)
					}
				}
			})
		}
		wg.Wait()
	}
}

// Names are different, and the halves have about as many kinds.
func TestHalves(t *testing.T) {
	names := map[string]bool{}
	for _, k := range All() {
		if names[k.Name] || k.About == "" {
			t.Errorf("%s: the name is taken, or there is no description", k.Name)
		}
		names[k.Name] = true
	}
	count := func(kinds []Kind, of func(Kind) bool) (n int) {
		for _, k := range kinds {
			if of(k) {
				n++
			}
		}
		return n
	}
	for name, of := range map[string]func(Kind) bool{"finite": func(k Kind) bool { return !k.Endless }, "endless": func(k Kind) bool { return k.Endless && !strings.Contains(k.Name, "+") }} {
		open, kept := count(Open(), of), count(Kept(), of)
		t.Logf("%s: %d open, %d kept", name, open, kept)
		if open-kept > 1 || kept-open > 1 {
			t.Errorf("%s: %d open kinds, %d kept ones", name, open, kept)
		}
	}
	if n := count(All(), func(k Kind) bool { return k.Unbounded && k.Noise == Quiet }); n > 3 {
		t.Errorf("%d kinds are unbounded, expected 3 at most", n)
	}
}

// The text of a value is found again as the value, and dates are those of the calendar.
func TestDimensions(t *testing.T) {
	for name, d := range map[string]dim{
		"nums": nums(7, 40), "pad": pad(0, 120, 4), "steps": steps(100, 30, 25, 1), "list": words("a b c"),
		"slugs": slugs(5, 20, func(i int) string { return english.tail(i) }), "tailed": tailed(5, 20, func(i int) string { return english.tail(i) }),
		"hexes": hexes(5000, 40, 12), "coined": coined(2000), "days": days(ymd(1899, 12, 30), 90000, "YYYY/MM/DD"), "months": months(1999, 11, 50, "YYYY-MM"),
	} {
		seen := map[string]bool{}
		for i := range d.n {
			text := d.text(i)
			if got := d.find(text); got != i || seen[text] {
				t.Fatalf("%s: value %d is %q, which is found as %d; seen before: %v", name, i, text, got, seen[text])
			}
			seen[text] = true
		}
	}
	for text, want := range map[date]string{ymd(1970, 1, 1): "1970-01-01 Thu", ymd(2000, 2, 29): "2000-02-29 Tue", ymd(1900, 3, 1).plus(-1): "1900-02-28 Wed", ymd(-1, 3, 1).plus(-1): "-001-02-28 Sun"} {
		if got := text.format("YYYY-MM-DD Mon"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if !slices.Equal(strings.Fields(english.sentence(Kind{Name: "x", lay: func(*Site) {}}.Site().dice(1), 5)), strings.Fields(english.sentence(Kind{Name: "x", lay: func(*Site) {}}.Site().dice(1), 5))) {
		t.Error("a sentence of one seed is not always the same")
	}
}
