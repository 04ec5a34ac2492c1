package livecrawl_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weft/livecrawl"
)

// repeats is how many pages of a site may repeat others in these tests, and most how many requests an endless site may cost
// then. bench/crawl has the figures for the default.
const (
	repeats = 100
	most    = 500
)

// trapped crawls a site that never ends, and counts what is asked for. A crawl that walks into it is stopped.
func trapped(t *testing.T, page func(r *http.Request) string) (asked int, r livecrawl.Result) {
	t.Helper()
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		n.Add(1)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>site</title>", page(r))
	}))
	t.Cleanup(s.Close)
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 10 * most
	r = crawl(t, config(s.URL+"/"), o)
	checkArchive(t, dir)
	sameImport(t, dir)
	return int(n.Load()), r
}

const around = "<h1>Events</h1><p>Here you find what is going on in our house, from readings to concerts, and where to buy tickets for each of them in advance."

// numbersOf reads numbers out of a path or query, and makes others where there are none.
func numbersOf(text, form string, or ...int) []int {
	got := make([]int, len(or))
	to := make([]any, len(or))
	for i := range got {
		to[i] = &got[i]
	}
	if n, _ := fmt.Sscanf(text, form, to...); n < len(or) {
		return or
	}
	return got
}

// A month links to its neighbours, to the years around it, and to its days.
func calendar(uri, month, day, year string) string {
	v := numbersOf(uri, month, 2026, 6)
	at := time.Date(v[0], time.Month(v[1]), 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	fmt.Fprintf(&b, "%s<h2>%s</h2><table>", around, at.Format("January 2006"))
	for _, step := range []int{-1, 1} {
		to := at.AddDate(0, step, 0)
		fmt.Fprintf(&b, "<a href='"+month+"'>month</a>", to.Year(), to.Month())
		if year != "" {
			fmt.Fprintf(&b, "<a href='"+year+"'>year</a>", at.Year()+step)
		}
	}
	for d := 1; day != "" && d <= 28; d++ {
		fmt.Fprintf(&b, "<td><a href='"+day+"'>%d</a>", at.Year(), at.Month(), d, d)
	}
	return b.String()
}

func TestTraps(t *testing.T) {
	words := strings.Fields("red green blue large small old")
	var session atomic.Int64
	for name, page := range map[string]func(r *http.Request) string{
		"calendar, query": func(r *http.Request) string {
			return calendar(r.RequestURI, "/cal?year=%d&month=%d", "/cal?year=%d&month=%d&day=%d", "/cal?year=%d")
		},
		"calendar, one parameter": func(r *http.Request) string {
			return calendar(r.RequestURI, "/cal?month=%d-%02d", "/cal?date=%d-%02d-%02d", "")
		},
		"calendar, path": func(r *http.Request) string {
			return calendar(r.RequestURI, "/events/%d/%02d/", "/events/%d/%02d/%02d/", "/events/%d/")
		},
		"calendar, one segment": func(r *http.Request) string {
			return calendar(r.RequestURI, "/agenda/%d-%02d", "/agenda/%d-%02d-%02d", "")
		},
		"calendar, months alone": func(r *http.Request) string { return calendar(r.RequestURI, "/m/%d/%d", "", "") },
		"repeated path":          func(*http.Request) string { return "<a href='a/'>a</a><a href='b/'>b</a>" },
		"relative without slash": func(*http.Request) string { return "<a href='docs/index.html'>d</a><a href='docs/more/x.html'>m</a>" },
		"two in turn": func(r *http.Request) string {
			return "<a href='" + r.URL.Path + map[bool]string{true: "a/", false: "b/"}[strings.Count(r.URL.Path, "/")%2 == 1] + "'>next</a>"
		},
		"sessions in queries": func(*http.Request) string {
			return around + fmt.Sprintf("<a href='/p?id=1&sid=%032x'>1</a><a href='/p?id=2&sid=%032x'>2</a>", session.Add(1), session.Add(1))
		},
		"sessions in paths": func(*http.Request) string {
			return around + fmt.Sprintf("<a href='/p;jsessionid=%032X'>1</a>", session.Add(1))
		},
		"sessions of ASP.NET": func(*http.Request) string {
			return around + fmt.Sprintf("<a href='/(S(%024x))/a.aspx'>1</a><a href='/(S(%024x))/b.aspx'>2</a>", session.Add(7), session.Add(9))
		},
		"orders of parameters": func(r *http.Request) string {
			q := strings.Split(r.URL.RawQuery, "&")
			var b strings.Builder
			for _, w := range words {
				if !strings.Contains(r.URL.RawQuery, w) {
					fmt.Fprintf(&b, "<a href='/list?%s'>%s</a>", strings.Trim(strings.Join(append(slices.Clip(q), w+"=1"), "&"), "&"), w)
				}
			}
			return around + b.String()
		},
		"sort orders": func(*http.Request) string {
			var b strings.Builder
			for _, s := range words {
				for _, d := range []string{"asc", "desc"} {
					for p := range 8 {
						fmt.Fprintf(&b, "<a href='/list?sort=%s&dir=%s&page=%d'>x</a>", s, d, p)
					}
				}
			}
			return around + b.String()
		},
		"pages without end, query": func(r *http.Request) string {
			return around + fmt.Sprintf("<a href='/news?page=%d'>older</a>", numbersOf(r.RequestURI, "/news?page=%d", 1)[0]+1)
		},
		"pages without end, path": func(r *http.Request) string {
			return around + fmt.Sprintf("<a href='/news/page/%d'>older</a>", numbersOf(r.RequestURI, "/news/page/%d", 1)[0]+1)
		},
		"pages by offset": func(r *http.Request) string {
			return around + fmt.Sprintf("<a href='/x?start=%d'>older</a>", numbersOf(r.RequestURI, "/x?start=%d", 0)[0]+20)
		},
		"numbers without end, a tree": func(r *http.Request) string {
			n := numbersOf(r.RequestURI, "/i/%d", 0)[0]
			return around + link("/i/%d", 3*n+1, 3*n+2, 3*n+3)
		},
		"a clock and a counter": func(r *http.Request) string {
			n := numbersOf(r.RequestURI, "/i/%d", 0)[0]
			return around + fmt.Sprintf("You are visitor %d. It is %s.", session.Add(77777), time.Now()) + link("/i/%d", n+1, n+2)
		},
		"its URL is what it says": func(r *http.Request) string {
			n := numbersOf(r.RequestURI, "/find/%d", 0)[0]
			return around + "<h1>Nothing found for " + r.RequestURI + "</h1>" + fmt.Sprintf("<a href='/find/%d?q=%s'>x</a><a href='/find/%d'>y</a>", n, spelt(n+99), n+1)
		},
		"sorted otherwise": func(r *http.Request) string {
			n := numbersOf(r.RequestURI, "/shop?order=%d", 0)[0]
			items := strings.Fields("apple pear plum cherry quince medlar fig grape currant sloe")
			rand.New(rand.NewPCG(uint64(n), 1)).Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			return around + "<ul><li>" + strings.Join(items, "<li>") + "</ul>" + link("/shop?order=%d", 2*n+1, 2*n+2)
		},
		"facets": func(r *http.Request) string {
			var b strings.Builder
			for i := range 12 {
				fmt.Fprintf(&b, "<a href='%s%sf%d=%d'>%s</a>", r.RequestURI, map[bool]string{true: "&", false: "?"}[strings.Contains(r.RequestURI, "?")], i, session.Add(1), words[i%len(words)])
			}
			return around + b.String()
		},
		"calendar, a few events": func(r *http.Request) string {
			v := numbersOf(r.RequestURI, "/cal?year=%d&month=%d", 2026, 6)
			text := calendar(r.RequestURI, "/cal?year=%d&month=%d", "/cal?year=%d&month=%d&day=%d", "")
			if v[0] == 2026 && v[1]%2 == 0 {
				text += "<p>" + ten(v[1])
			}
			return text
		},
		"calendar, German": func(r *http.Request) string {
			v := numbersOf(r.RequestURI, "/termine/%d/%d", 2026, 6)
			days := strings.Fields("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag")
			months := strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
			m := 12*v[0] + v[1] - 1
			return around + "<h1>" + days[m%7] + ", 1. " + months[m%12] + fmt.Sprintf(" %d</h1>", m/12) + fmt.Sprintf("<a href='/termine/%d/%d'>x</a><a href='/termine/%d/%d'>x</a>", (m+1)/12, (m+1)%12+1, (m-1)/12, (m-1)%12+1)
		},
		"not found, and yet": func(r *http.Request) string {
			return "<h1>Sorry</h1>" + around + fmt.Sprintf("<a href='%s/%d'>back</a><a href='/x/%d'>on</a>", strings.TrimSuffix(r.URL.Path, "/"), session.Add(3), session.Add(1))
		},
		"numbers in words": func(r *http.Request) string {
			return around + fmt.Sprintf("<a href='%sx%d/'>1</a><a href='%sy%d/'>2</a>", r.URL.Path, len(r.URL.Path), r.URL.Path, len(r.URL.Path)+1)
		},
		"redirects without end": func(r *http.Request) string {
			return around + fmt.Sprintf("<meta http-equiv=refresh content='0;url=/go/%d'>", numbersOf(r.RequestURI, "/go/%d", 1)[0]+1)
		},
	} {
		if testing.Short() && rand.IntN(3) > 0 {
			continue // crawlers are the same in each; a third is drawn
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, r := trapped(t, page)
			t.Logf("%d pages; left out %v", asked, r.Rules)
			if asked > most || !r.Done {
				t.Errorf("%d pages were asked for, want at most %d: %v", asked, most, r.Why)
			}
		})
	}
}

// spelt writes a number without digits.
func spelt(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return spelt(n/26) + string(rune('a'+n%26))
}

// A site that ends is fetched whole, if a list names its pages, or if they say different things, however few.
func TestFiniteSites(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 1000
	}
	for name, c := range map[string]struct {
		form  string
		links func(i int) []int
	}{
		"all from a list, query": {"/item?id=%d", func(i int) []int {
			if i > 0 {
				return nil
			}
			all := make([]int, n-1)
			for j := range all {
				all[j] = j + 1
			}
			return all
		}},
		"a tree, path": {"/item/%d.html", func(i int) []int { return []int{3*i + 1, 3*i + 2, 3*i + 3} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := map[string]string{}
			for i := range n {
				var b strings.Builder
				fmt.Fprintf(&b, "<title>%d</title>number %d", i, i)
				if name != "all from a list, query" {
					fmt.Fprintf(&b, ", which is called %s %s", spelt(i/60), spelt(i%60))
				}
				for _, to := range c.links(i) {
					if to < n {
						fmt.Fprintf(&b, "<a href='"+c.form+"'>%d</a>", to, to)
					}
				}
				url := fmt.Sprintf(c.form, i)
				if i == 0 {
					url = "/"
				}
				pages[url] = b.String()
			}
			s := newSite(t, pages)
			o := options(filepath.Join(t.TempDir(), "c"))
			o.Politeness.Connections = 8
			if r := crawl(t, config(s.URL), o); r.Fetched != uint64(n) || !r.Done {
				t.Errorf("%d of %d pages were fetched: %v", r.Fetched, n, r.Rules)
			}
		})
	}
}
