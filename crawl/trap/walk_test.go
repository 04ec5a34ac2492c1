package trap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"weft/internal/drawn"
	"weft/internal/splitmix"
	"weft/web/similar"
)

// A visitor takes, reads and learns pages as a crawl does, and keeps a log from which a replay learns the same.
type visitor struct {
	*Guard
	page func(url string, request int) string // HTML of the response to a request

	hasher    *similar.Hasher
	tokenizer similar.Tokenizer
	requests  int
	log       []entry
}

// An entry is what a log has of a page.
type entry struct {
	url     string
	does    byte // judge, take or learn
	share   Share
	finding []byte
}

const (
	doesJudge = iota
	doesTake
	doesLearn
)

func newVisitor(o Options, page func(url string, request int) string) *visitor {
	return &visitor{Guard: New(o), page: page, hasher: similar.NewHasher(similar.Options{Loose: true, Phrases: true})}
}

// A flight is a page in flight.
type flight struct {
	url   string
	s     Suspicion
	share Share
	twice bool
}

// judge returns what a URL is suspected of.
func (v *visitor) judge(url string) Suspicion {
	v.log = append(v.log, entry{url: url})
	return v.Judge([]byte(url))
}

// take counts a page as requested.
func (v *visitor) take(url string, s Suspicion, share Share) flight {
	v.Take(s, share)
	v.log = append(v.log, entry{url: url, does: doesTake, share: share})
	twice := v.Twice(s)
	if twice {
		v.Compares(s)
	}
	return flight{url, s, share, twice}
}

func (v *visitor) read(url string) (page string, tokens *similar.Tokens) {
	v.requests++
	page = v.page(url, v.requests)
	tokens = new(similar.Tokens)
	v.tokenizer.Read(tokens, []byte(url), []byte(page), true)
	return page, tokens
}

// learn requests a page, twice if it must, and learns it.
func (v *visitor) learn(tb testing.TB, x flight) Finding {
	tb.Helper()
	p := Evidence{URL: []byte(x.url)}
	if x.twice {
		_, p.Before = v.read(x.url)
	}
	page, tokens := v.read(x.url)
	v.hasher.Reset()
	v.hasher.Echo(p.URL)
	fmt.Fprint(v.hasher, page)
	v.hasher.Hidden([]byte(page))
	p.Said = v.hasher.Said()
	if x.twice || v.Doubtful(x.s) {
		p.Tokens = tokens
	} else if len(p.Said) < 4 {
		p.Said = append(p.Said, xxhash.Sum64String(page)) // a crawl takes the links
	}
	var f, again Finding
	v.Examine(&f, x.s, &p, 16)
	v.Examine(&again, x.s, &p, 16)
	b := f.Append(nil)
	if !bytes.Equal(b, again.Append(nil)) {
		tb.Fatalf("%s: examined twice: %+v, %+v", x.url, f, again)
	}
	if err := again.Parse(b); err != nil || !bytes.Equal(again.Append(nil), b) {
		tb.Fatalf("%s: %v: %+v is parsed as %+v", x.url, err, f, again)
	}
	v.Keep(x.s, p.URL, &f)
	v.Learn(x.s, f.Verdict, x.share)
	v.log = append(v.log, entry{url: x.url, does: doesLearn, share: x.share, finding: b})
	return f
}

// replay checks that a new guard learns from the log what this one has learnt, also if it is saved and loaded on the
// way.
func (v *visitor) replay(tb testing.TB) {
	tb.Helper()
	g := New(v.opt)
	var f Finding
	for i, e := range v.log {
		url := []byte(e.url)
		if i == len(v.log)/2 {
			g = reload(tb, g)
		}
		s := g.Judge(url)
		if e.does == doesTake {
			if g.Take(s, e.share); g.Twice(s) { // as the crawl does when it replays a pick
				g.Compares(s)
			}
		}
		if e.does != doesLearn {
			continue
		}
		if err := f.Parse(e.finding); err != nil {
			tb.Fatal(err)
		}
		g.Keep(s, url, &f)
		g.Learn(s, f.Verdict, e.share)
	}
	if got, want := state(tb, g), state(tb, v.Guard); !bytes.Equal(got, want) {
		tb.Errorf("a replay of %d entries gives another state: %d and %d bytes", len(v.log), len(got), len(want))
	}
}

func state(tb testing.TB, g *Guard) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := g.Save(&b); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// reload returns a guard that has loaded what another has saved.
func reload(tb testing.TB, g *Guard) *Guard {
	tb.Helper()
	fresh := New(g.opt)
	if err := fresh.Load(bytes.NewReader(state(tb, g))); err != nil {
		tb.Fatal(err)
	}
	return fresh
}

// A walker crawls a made site breadth first with a window of pages in flight, which are learnt in any order. Pages wait
// until their group can pay, and pages in doubt until nothing else is left.
type walker struct {
	*visitor
	rng    *rand.Rand
	window int
	links  func(url string) []string

	held  map[Suspicion][]string
	order []Suspicion // keys of held
	n     int
}

func (w *walker) walk(tb testing.TB, start string, most int) int {
	tb.Helper()
	w.held = map[Suspicion][]string{}
	known, queue := map[string]bool{start: true}, []string{start}
	var flying []flight
	for w.n < most {
		for _, s := range w.order {
			for len(w.held[s]) > 0 && w.Room(s) {
				flying = append(flying, w.take(w.release(s), s, Group))
			}
		}
		if len(queue) > 0 && len(flying) < w.window {
			url := queue[0]
			queue = queue[1:]
			if s := w.judge(url); w.Room(s) {
				flying = append(flying, w.take(url, s, Group))
			} else {
				w.hold(s, url)
			}
			continue
		}
		if len(flying) == 0 {
			s, ok := w.spare()
			if !ok {
				break
			}
			flying = append(flying, w.take(w.release(s), s, Site))
		}
		i := w.rng.IntN(len(flying))
		x := flying[i]
		flying = slices.Delete(flying, i, i+1)
		w.n++
		w.learn(tb, x)
		for _, l := range w.links(x.url) {
			if !known[l] {
				known[l] = true
				queue = append(queue, l)
			}
		}
	}
	return w.n
}

func (w *walker) hold(s Suspicion, url string) {
	if _, ok := w.held[s]; !ok {
		w.order = append(w.order, s)
	}
	w.held[s] = append(w.held[s], url)
}

// release takes any page of a group.
func (w *walker) release(s Suspicion) string {
	i := w.rng.IntN(len(w.held[s]))
	url := w.held[s][i]
	w.held[s] = slices.Delete(w.held[s], i, i+1)
	return url
}

// spare returns a group whose site can pay for a page.
func (w *walker) spare() (Suspicion, bool) {
	i := slices.IndexFunc(w.order, func(s Suspicion) bool { return len(w.held[s]) > 0 && w.Spare(s) })
	if i < 0 {
		return Suspicion{}, false
	}
	return w.order[i], true
}

func (w *walker) left() (n int) {
	for _, urls := range w.held {
		n += len(urls)
	}
	return n
}

const around = "<title>House</title><h1>Events</h1><p>Here you find what goes on in our house, and where to buy tickets.</p>"

// plainPage is a page that says nothing but its links.
func plainPage(links func(string) []string) func(string, int) string {
	return func(url string, _ int) string {
		var b strings.Builder
		b.WriteString(around)
		for _, l := range links(url) {
			fmt.Fprintf(&b, "<a href='%s'>more</a>", l)
		}
		return b.String()
	}
}

// numberOf returns the number at the end of a URL, or 0.
func numberOf(url string) (n int) {
	i := len(url)
	for i > 0 && '0' <= url[i-1] && url[i-1] <= '9' {
		i--
	}
	fmt.Sscan(url[i:], &n)
	return n
}

// monthsAround links to the month before that of a URL and to the next.
func monthsAround(format, url string, link func(y, m int) []string) []string {
	var y, m int
	if _, err := fmt.Sscanf(url, format, &y, &m); err != nil {
		y, m = 2026, 11
	}
	next, before := 12*y+m, 12*y+m-2
	return slices.Concat(link(next/12, next%12+1), link(before/12, before%12+1))
}

// endless are sites without end whose pages say nothing.
var endless = map[string]func(string) []string{
	"calendar in the path": func(u string) []string {
		return monthsAround("http://h/calendar/%d/%d", u, func(y, m int) []string { return []string{fmt.Sprintf("http://h/calendar/%d/%02d", y, m)} })
	},
	"calendar with days": func(u string) []string {
		return monthsAround("http://h/calendar/%d/%d", u, func(y, m int) []string {
			out := []string{fmt.Sprintf("http://h/calendar/%d/%02d/", y, m)}
			for d := range 30 {
				out = append(out, fmt.Sprintf("http://h/calendar/%d/%02d/%02d", y, m, d+1), fmt.Sprintf("http://h/day/%d-%02d-%02d", y, m, d+1))
			}
			return out
		})
	},
	"calendar in the query": func(u string) []string {
		return monthsAround("http://h/c.php?year=%d&month=%d", u, func(y, m int) []string { return []string{fmt.Sprintf("http://h/c.php?year=%d&month=%d", y, m)} })
	},
	"counter": func(u string) []string {
		n := numberOf(u)
		return []string{fmt.Sprintf("http://h/page/%d", n+1), fmt.Sprintf("http://h/page/%d", n+2)}
	},
	"tree of numbers": func(u string) []string {
		n := numberOf(u)
		return []string{fmt.Sprintf("http://h/i/%d", 3*n+1), fmt.Sprintf("http://h/i/%d", 3*n+2), fmt.Sprintf("http://h/i/%d", 3*n+3)}
	},
	"path":               func(u string) []string { return []string{u + "loop/", u + "loop/x"} },
	"two words":          func(u string) []string { return []string{u + "a/", u + "b/"} },
	"four words":         func(u string) []string { return []string{u + "a/", u + "b/", u + "c/", u + "d/"} },
	"numbers":            func(u string) []string { return []string{u + "1/", u + "22/", u + "3/"} },
	"numbers with words": func(u string) []string { return []string{u + "x1/", u + "y2/", u + fmt.Sprintf("z%d/", len(u))} },
	"words that are new": func(u string) []string {
		h := xxhash.Sum64String(u)
		return []string{"http://h/" + word(h), "http://h/" + word(h+1)}
	},
	"words with a number":      slugs("http://h/%s-%d", 5),
	"words and a number below": slugs("http://h/%s/%d", 5),
	"words with a number, 40":  slugs("http://h/%s-%d", 40),
	"hosts of a domain": func(u string) []string {
		return []string{fmt.Sprintf("http://%s.example.org/", word(xxhash.Sum64String(u)))}
	},
	"sessions": func(u string) []string {
		h := xxhash.Sum64String(u)
		return []string{fmt.Sprintf("http://h/a?PHPSESSID=%x", h), fmt.Sprintf("http://h/b;jsessionid=%x", h+1)}
	},
	"facets": func(u string) []string {
		var out []string
		for i := range 20 {
			sep := "?"
			if strings.Contains(u, "?") {
				sep = "&"
			}
			out = append(out, u+sep+fmt.Sprintf("f%d=%d", i, i*len(u)))
		}
		return out
	},
}

// slugs links to addresses of a word and a number.
func slugs(format string, links int) func(string) []string {
	return func(u string) (out []string) {
		h := xxhash.Sum64String(u)
		for i := range links {
			out = append(out, fmt.Sprintf(format, word(h+uint64(i)), h%1000)) //nolint:gosec // not negative
		}
		return out
	}
}

// word makes a word of a number.
func word(h uint64) string {
	h = splitmix.Mix(h + 1)
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte('a' + h>>(8*i)%26)
	}
	return string(b)
}

func TestEndlessSites(t *testing.T) {
	const budget = 100
	seed := drawn.Seed(t)
	for name, links := range endless {
		for _, window := range []int{1, 8, 50_000} {
			w := walker{visitor: newVisitor(Options{Year: 2026, Month: 11, Budget: budget}, plainPage(links)), rng: rand.New(rand.NewPCG(seed, 1)), window: window, links: links}
			start := "http://h/"
			if name == "hosts of a domain" {
				start = "http://www.example.org/"
			}
			n := w.walk(t, start, 5000)
			t.Logf("%s, window %d: %d pages, and %d held", name, window, n, w.left())
			if n > 2*budget || w.left() == 0 {
				t.Errorf("seed %d: %s, window %d: %d pages were fetched and %d are held, want at most %d, and some", seed, name, window, n, w.left(), 2*budget)
			}
			w.replay(t)
		}
	}
}

// finitePages are pages of which each says something that no other says, and no phrase of its own after the first.
var finitePages = map[string]func(i int, rng *rand.Rand) string{
	"a phrase": func(i int, _ *rand.Rand) string { return "<p>" + word(uint64(i)) + " is the name of this one" },
	"decimals": func(_ int, rng *rand.Rand) string {
		return fmt.Sprintf("<table><tr><td>height<td>%.2f<tr><td>tide<td>%.2f</table>", rng.Float64()*9, rng.Float64()*9)
	},
	"a picture": func(i int, _ *rand.Rand) string { return fmt.Sprintf("<img src='/img.php?id=%d'>", i) },
	"background": func(i int, _ *rand.Rand) string {
		return fmt.Sprintf("<div style='background:url(/scan/%d.png)'></div>", i)
	},
	"a grid": func(_ int, rng *rand.Rand) string { return grid(rng, "<td>%d", "<tr>%s") },
	"a drawing": func(_ int, rng *rand.Rand) string {
		return fmt.Sprintf("<svg viewBox='0 0 9 9'><path d='M%d %dL%d'/></svg>", rng.IntN(999), rng.IntN(999), rng.IntN(999))
	},
	"known words": func(_ int, rng *rand.Rand) string {
		words := strings.Fields("bolt nut screw washer steel brass zinc long short wide thin hex")
		var b strings.Builder
		for range 8 {
			b.WriteString("<li>" + words[rng.IntN(len(words))])
		}
		return b.String()
	},
}

// grid writes nine rows of nine digits.
func grid(rng *rand.Rand, cell, row string) string {
	var b strings.Builder
	for range 9 {
		var cells strings.Builder
		for _, d := range rng.Perm(9) {
			fmt.Fprintf(&cells, cell, d+1)
		}
		fmt.Fprintf(&b, row, cells.String())
	}
	return b.String()
}

// What says something new is fetched whole, in any order and beside a trap; also if three of four pages say nothing.
func TestFiniteSitesGoOn(t *testing.T) {
	const pages, budget = 1500, 100
	seed := drawn.Seed(t)
	upTo := func(list ...int) (out []string) {
		for _, n := range list {
			if n < pages {
				out = append(out, fmt.Sprintf("http://h/p/%d", n))
			}
		}
		return out
	}
	links := map[string]func(string) []string{
		"chain": func(u string) []string { return upTo(numberOf(u) + 1) },
		"tree":  func(u string) []string { n := numberOf(u); return upTo(3*n+1, 3*n+2, 3*n+3) },
		"list": func(u string) (out []string) {
			for i := 1; i < pages && u == "http://h/"; i++ {
				out = append(out, fmt.Sprintf("http://h/p/%d", i))
			}
			return out
		},
	}
	for kind, says := range finitePages {
		for name, l := range links {
			for _, window := range []int{1, 64, 50_000} {
				share := 1
				if kind == "a phrase" {
					share = 4
				}
				beside := func(u string) []string {
					if u == "http://h/" || strings.Contains(u, "/trap/") {
						n := numberOf(u) + 1
						return append(l(u), fmt.Sprintf("http://h/trap/%d/cal?month=%d", n, n))
					}
					return l(u)
				}
				finite := 0
				page := func(u string, _ int) string {
					switch i := numberOf(u); {
					case strings.Contains(u, "/trap/"):
						return around
					case i%share != 0:
						finite++
						return "<h1>one of many</h1><p>just as it was"
					default:
						finite++
						return "<h1>one of many</h1>" + says(i, rand.New(rand.NewPCG(seed, uint64(i))))
					}
				}
				w := walker{visitor: newVisitor(Options{Budget: budget}, page), rng: rand.New(rand.NewPCG(seed, 1)), window: window, links: beside}
				n := w.walk(t, "http://h/", 4*pages)
				if finite < pages || n > pages+2*(budget+pages/4) {
					t.Errorf("seed %d: %s, %s, window %d: %d of %d pages, %d in all, and %d held", seed, kind, name, window, finite, pages, n, w.left())
				}
				if window == 64 {
					w.replay(t)
				}
			}
		}
	}
}
