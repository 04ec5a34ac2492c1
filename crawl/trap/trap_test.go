package trap

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/shared"
)

func TestRulesOfOneURL(t *testing.T) {
	g := New(Options{Year: 2026, Month: 11})
	long := strings.Repeat("x", 3000)
	for url, want := range map[string]Rule{
		"http://h/":                                           None,
		"http://h/" + long:                                    Long,
		"http://h/a/b/a/b/a/b/":                               None,
		"http://h/a/b/a/b/a/b/a/b":                            Repeated,
		"http://h/x/a/a/a/a/y":                                Repeated,
		"http://h/x/a/a/a/y":                                  None,
		"http://h/a/b/c/a/c/b/b/a/c":                          Repeated, // six segments again, in no order
		"http://h/1/2/1/3/2/1/2/3/2":                          None,     // numbers
		"http://h/x/a/b/c/a/b/c/a/b/":                         None,
		"http://h" + strings.Repeat("/", 9) + "x":             Repeated,
		"http://h/a?" + strings.Repeat("p=1&", 17):            Params,
		"http://h/0/1/2/3/4/5/6/7/8/9/a/b/c/d/e/f/g/h/i/j":    None,
		"http://h/0/1/2/3/4/5/6/7/8/9/a/b/c/d/e/f/g/h/i/j/k":  Deep,
		"http://h/0/1/2/3/4/5/6/7/8/9/a/b/c/d/e/f/g/h/i/j/":   None,
		"http://h/calendar/2028/11":                           None,
		"http://h/archive/t-260901.html":                      None,
		"http://h/archive/260901":                             Far,
		"http://h/calendar/2028/12":                           Far,
		"http://h/calendar/2028/dec/3":                        Far,
		"http://h/blog/2031/06":                               Far,
		"http://h/thread/2345/12":                             None,
		"http://h/thread/2345/2":                              None,
		"http://h/cal?year=2029&month=1":                      Far,
		"http://h/cal?month=2029-01-07":                       Far,
		"http://h/cal?date=20290107":                          Far,
		"http://h/events/june-2031/":                          Far,
		"http://h/events/06-2031":                             Far,
		"http://h/events/june/2031":                           Far,
		"http://h/day?d=1901-01-01":                           Far,
		"http://h/paper/1950/05":                              None,
		"http://h/item?id=20290107":                           None,
		"http://h/v1/2029-13":                                 None,
		"http://h/releases/203011":                            None,
		"no URL":                                              None,
		"http://h":                                            None,
		"http://h/isbn/978-3-2345-1234-5":                     None,
		"http://h/docs/9.4/libpq-2010.html":                   None,
		"http://h/doc/html/boost/units/bas_1_3_43_8_1_1_22_1": None,
	} {
		got := g.Of([]byte(url)).Rule
		if got == Shape || got == Calendar || got == Paths { // it is suspected of what others like it do
			got = None
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", url, got, want)
		}
	}
}

func TestShapes(t *testing.T) {
	g := New(Options{})
	for _, c := range []struct {
		url, shape string
		rule       Rule
	}{
		{"http://h/a/b.html", "http://h/a/b.html", None},
		{"http://h8/a12b/7/8/x-2.3", "http://h8/# # a#b x-#.#", Shape},
		{"http://h/page/1/2/3/4", "http://h/page/# #", Shape},
		{"http://h/x?b=1&a=2", "http://h/x?", Shape},
		{"http://h/commit/0fec6d2a9b/diff", "http://h/commit/#/diff #", Shape},
		{"http://h/u/8a6e0804-2bd0-4672-b79d-d97027f9071a", "http://h/u/# #", Shape},
		{"http://h/cal/2031/06/07?view=x", "http://h/cal date", Calendar},
		{"http://h/cal?year=2031", "http://h/cal date", Calendar},
		{"http://h/a/b/a/c/b", "http://h again", Paths},
		{"http://h/decade", "http://h/decade", None},
		{"http://h/x1/y2/x3/y4/", "http://h/# x# y#", Shape},
		{"http://h/v1/a/v2/b", "http://h/#/a/#/b v#", Shape},
		{"http://h/t/a-walk-in-the-park-1234.html", "http://h/t/# words-#", Shape},
		{"http://h/t/8a6e0804-2bd0-4672-b79d-d97027f9071a", "http://h/t/# #", Shape},
	} {
		g.parts.read([]byte(c.url))
		got, rule := g.parts.appendShape(nil)
		if c.rule != None && string(got) != c.shape || rule != c.rule {
			t.Errorf("%s: %q %q, want %q %q", c.url, got, rule, c.shape, c.rule)
		}
	}
}

func TestSessionsAndOrders(t *testing.T) {
	g := New(Options{})
	for _, c := range []struct {
		url  string
		want Rule
	}{
		{"http://h/a;jsessionid=1A2B", None},
		{"http://h/a;jsessionid=3C4D", Session},
		{"http://h/a?PHPSESSID=3C4D", Session}, // the same page again
		{"http://h/b?x=1&sid=0123456789abcdef0123", None},
		{"http://h/b?sid=fedcba9876543210fedc&x=1", Session},
		{"http://h/b?sid=2&x=1", None},
		{"http://h/c?x=1&y=2", None},
		{"http://h/c?y=2&x=1", Permuted},
		{"http://h/c?y=2&x=2", None},
		{"http://h/(S(abc))/d", None},
		{"http://h/(S(xyz))/d", Session},
		{"http://h/e?ASPSESSIONIDQQABCDEF=1", None},
		{"http://h/e?ASPSESSIONIDQQABCDEF=2", Session},
		{"http://h/;a=1/x", None},
	} {
		for range 2 { // asked again it says the same
			got := g.Judge([]byte(c.url))
			if other := got.Rule == Session || got.Rule == Permuted; other != (c.want != None) || other && got.Rule != c.want {
				t.Errorf("%s: %q, want %q", c.url, got.Rule, c.want)
			}
			if got.Listable() != (c.want == None) {
				t.Errorf("%s: a list names it: %v", c.url, got.Listable())
			}
		}
	}
}

// A walker crawls a made site breadth first, as a crawl does: with a window of pages under way, which are learnt in any
// order, and pages that wait until the guard has room.
type walker struct {
	*Guard
	rng    *rand.Rand
	window int
	links  func(url string) []string
	says   func(url string) []uint64
	held   map[Suspicion][]string
	n      int
}

func (w *walker) walk(start string, most int) int {
	w.held = map[Suspicion][]string{}
	known, queue := map[string]bool{start: true}, []string{start}
	var flying []string
	doubts := map[string]Suspicion{}
	for w.n < most {
		for s, urls := range w.held {
			for len(urls) > 0 && w.Admit(s) {
				i := w.rng.IntN(len(urls))
				flying, doubts[urls[i]] = append(flying, urls[i]), s
				urls = slices.Delete(urls, i, i+1)
			}
			w.held[s] = urls
		}
		if len(queue) > 0 && len(flying) < w.window {
			url := queue[0]
			queue = queue[1:]
			if s := w.Judge([]byte(url)); w.Admit(s) {
				flying, doubts[url] = append(flying, url), s
			} else {
				w.held[s] = append(w.held[s], url)
			}
			continue
		}
		if len(flying) == 0 {
			break
		}
		i := w.rng.IntN(len(flying))
		url, s := flying[i], doubts[flying[i]]
		flying = slices.Delete(flying, i, i+1)
		w.n++
		news := w.News(nil, s.Host, w.says(url), nil, 16)
		w.Keep(news)
		o := Same
		if len(news) > 0 {
			o = News
		}
		w.Learn(s, o, true)
		for _, l := range w.links(url) {
			if !known[l] {
				known[l] = true
				queue = append(queue, l)
			}
		}
	}
	return w.n
}

func (w *walker) left() (n int) {
	for _, urls := range w.held {
		n += len(urls)
	}
	return n
}

func same(string) []uint64 { return []uint64{1, 2, 3, 4, 5} }

func TestEndlessSites(t *testing.T) {
	month := func(format string, url string, link func(y, m int) []string) []string {
		var y, m int
		if _, err := fmt.Sscanf(url, format, &y, &m); err != nil {
			y, m = 2026, 11
		}
		next, before := 12*y+m, 12*y+m-2
		return slices.Concat(link(next/12, next%12+1), link(before/12, before%12+1))
	}
	seed := drawn.Seed(t)
	for name, links := range map[string]func(string) []string{
		"calendar in the path": func(u string) []string {
			return month("http://h/calendar/%d/%d", u, func(y, m int) []string { return []string{fmt.Sprintf("http://h/calendar/%d/%02d", y, m)} })
		},
		"calendar with days": func(u string) []string {
			return month("http://h/calendar/%d/%d", u, func(y, m int) []string {
				out := []string{fmt.Sprintf("http://h/calendar/%d/%02d/", y, m)}
				for d := range 30 {
					out = append(out, fmt.Sprintf("http://h/calendar/%d/%02d/%02d", y, m, d+1), fmt.Sprintf("http://h/day/%d-%02d-%02d", y, m, d+1))
				}
				return out
			})
		},
		"calendar in the query": func(u string) []string {
			return month("http://h/c.php?year=%d&month=%d", u, func(y, m int) []string { return []string{fmt.Sprintf("http://h/c.php?year=%d&month=%d", y, m)} })
		},
		"counter": func(u string) []string {
			var n int
			fmt.Sscanf(u, "http://h/page/%d", &n)
			return []string{fmt.Sprintf("http://h/page/%d", n+1), fmt.Sprintf("http://h/page/%d", n+2)}
		},
		"tree of numbers": func(u string) []string {
			var n int
			fmt.Sscanf(u, "http://h/i/%d", &n)
			return []string{fmt.Sprintf("http://h/i/%d", 3*n+1), fmt.Sprintf("http://h/i/%d", 3*n+2), fmt.Sprintf("http://h/i/%d", 3*n+3)}
		},
		"path":               func(u string) []string { return []string{u + "loop/", u + "loop/x"} },
		"two words":          func(u string) []string { return []string{u + "a/", u + "b/"} },
		"four words":         func(u string) []string { return []string{u + "a/", u + "b/", u + "c/", u + "d/"} },
		"numbers":            func(u string) []string { return []string{u + "1/", u + "22/", u + "3/"} },
		"numbers with words": func(u string) []string { return []string{u + "x1/", u + "y2/", u + fmt.Sprintf("z%d/", len(u))} },
		"sessions": func(u string) []string {
			return []string{fmt.Sprintf("http://h/a?PHPSESSID=%x", len(u)+rand.IntN(1e9)), "http://h/b;jsessionid=" + fmt.Sprint(rand.Int())}
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
	} {
		for _, window := range []int{1, 8, 50_000} {
			w := walker{Guard: New(Options{Year: 2026, Month: 11}), rng: rand.New(rand.NewPCG(seed, 1)), window: window, links: links, says: same}
			n := w.walk("http://h/", 5000)
			t.Logf("%s, window %d: %d pages, and %d held", name, window, n, w.left())
			if n > 200 || w.left() == 0 {
				t.Errorf("seed %d: %s, window %d: %d pages were fetched and %d are held, want at most 200, and some", seed, name, window, n, w.left())
			}
		}
	}
}

// What says something new goes on, whatever leads to it, in whatever order it is learnt, and beside a trap; also where
// four of five pages say nothing new, and where the first two dozen do not.
func TestFiniteSitesGoOn(t *testing.T) {
	const pages = 5000
	seed := drawn.Seed(t)
	number := func(u string) (n int) {
		fmt.Sscanf(u[strings.LastIndexByte(u, '/')+1:], "%d", &n)
		return n
	}
	upTo := func(form string, list ...int) (out []string) {
		for _, n := range list {
			if n < pages {
				out = append(out, fmt.Sprintf(form, n))
			}
		}
		return out
	}
	every := func(n int) func(string) []uint64 {
		return func(u string) []uint64 {
			if i := number(u); i%n == 0 && strings.Contains(u, "/p/") {
				return []uint64{1, 2, uint64(100 + i)}
			}
			return []uint64{1, 2}
		}
	}
	links := map[string]func(string) []string{
		"chain": func(u string) []string { return upTo("http://h/p/%d", number(u)+1) },
		"tree":  func(u string) []string { n := number(u); return upTo("http://h/p/%d", 3*n+1, 3*n+2, 3*n+3) },
		"list": func(u string) (out []string) {
			for i := 1; i < pages && !strings.Contains(u, "/p/"); i++ {
				out = append(out, fmt.Sprintf("http://h/p/%d", i))
			}
			return out
		},
	}
	for name, l := range links {
		for _, window := range []int{1, 64, 50_000} {
			for _, share := range []int{1, 2, 4} {
				beside := func(u string) []string {
					if strings.Contains(u, "/trap/") || u == "http://h/" {
						return append(l(u), fmt.Sprintf("http://h/trap/%d/cal?month=%d", number(u), rand.IntN(1e9)))
					}
					return l(u)
				}
				w := walker{Guard: New(Options{}), rng: rand.New(rand.NewPCG(seed, 1)), window: window, links: beside, says: every(share)}
				if n := w.walk("http://h/", 2*pages); n < pages || n > pages+200 {
					t.Errorf("seed %d: %s, window %d, one of %d says something new: %d pages, want %d and at most 200", seed, name, window, share, n, pages)
				}
			}
		}
	}
}

// A page that leads to others that say something makes good for its group; pages above suspicion cost nothing.
func TestMakingGood(t *testing.T) {
	g := New(Options{})
	list := g.Judge([]byte("http://h/list?page=1"))
	for range 1000 {
		if !g.Admit(list) {
			t.Fatal("there is no room for a list that leads to news")
		}
		g.Learn(list, Same, true)
		g.Credit(list)
	}
	item := g.Judge([]byte("http://h/item/1"))
	for range 1000 {
		g.Learn(item, Same, false)
	}
	if !g.Room(item) {
		t.Error("pages above suspicion have used up the room")
	}
	if s := g.Sample(item); s.Looked != 1000 || s.New != 0 || s.Last != 64 {
		t.Errorf("got %+v", s)
	}
	for range 102 {
		g.Admit(item)
	}
	if g.Room(item) {
		t.Error("there is room for 103 pages in doubt")
	}
	for range 102 {
		g.Learn(item, Unknown, true)
	}
	if !g.Room(item) {
		t.Error("pages that were not had have used up the room")
	}
}

func TestNews(t *testing.T) {
	g := New(Options{})
	many := func(from, n uint64) (list []uint64) {
		for i := range n {
			list = append(list, from+i)
		}
		return list
	}
	for i, c := range []struct {
		host          uint64
		said, numbers []uint64
		want          int // marks, that of the whole page among them
	}{
		{1, many(0, 5), nil, 6},
		{1, []uint64{4, 2, 0, 1, 3}, nil, 0},
		{1, many(0, 6), nil, 2},
		{1, many(0, 4), nil, 0}, // a part of what was said
		{2, many(0, 4), nil, 5}, // on another host
		{1, many(100, 40), nil, 16},
		{1, many(0, 5), many(1000, 7), 0}, // a clock
		{1, many(0, 5), many(1000, 8), 8},
		{1, many(0, 5), many(1000, 12), 0},
		{1, nil, nil, 0},
		{1, []uint64{7, 7, 7}, nil, 2},
	} {
		got := g.News(nil, c.host, c.said, c.numbers, 16)
		if len(got) != c.want {
			t.Errorf("page %d: %d things are new, want %d", i, len(got), c.want)
		}
		g.Keep(got)
	}
}

// No rule puts off a page of real documentation, as long as two of three pages of a group say something new.
func TestRealPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := New(Options{Year: 2026, Month: 11})
	lost := map[Rule]int{}
	n := 0
	judge := func(url string) {
		n++
		s := g.Judge([]byte(url))
		if !g.Admit(s) {
			if lost[s.Rule]++; lost[s.Rule] <= 5 {
				t.Errorf("%s: %s", url, s.Rule)
			}
		}
		o := Same
		if rng.IntN(3) > 0 {
			o = News
		}
		g.Learn(s, o, true)
	}
	for line := range strings.Lines(shared.Gunzip(t, "docsites", "mid.nodes.tsv.gz")) {
		url, _, _ := strings.Cut(line, "\t")
		judge(url)
	}
	for _, name := range []string{"httpd-docs-2snap/2013-01-01", "httpd-docs-2snap/2026-01-01", "kafka-site-2snap/2017-06-30", "kafka-site-2snap/2019-06-30"} {
		dir, date, _ := strings.Cut(name, "/")
		for line := range strings.Lines(readFile(t, shared.File(t, dir, date+".paths"))) {
			judge("http://" + strings.ReplaceAll(name, "/", "-") + ".test/" + strings.TrimSpace(line))
		}
	}
	t.Logf("%d pages", n)
}

func readFile(tb testing.TB, path string) string {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func TestSaveAndLoad(t *testing.T) {
	const seed = 21
	rng := rand.New(rand.NewPCG(seed, 1))
	o := Options{Memory: 64}
	urls := make([]string, 5000)
	for i := range urls {
		urls[i] = fmt.Sprintf("http://h%d/p%d/%d?a=%d&b=%d", rng.IntN(3), rng.IntN(4), i, rng.IntN(20), rng.IntN(20))
	}
	step := func(g *Guard, i int) string {
		s := g.Judge([]byte(urls[i]))
		news := g.News(nil, s.Host, []uint64{uint64(i) % 700, uint64(i) % 91}, nil, 16)
		if !g.Admit(s) {
			return string(s.Rule)
		}
		g.Keep(news)
		g.Learn(s, Outcome(min(len(news), 2)), true)
		return fmt.Sprint(len(news), g.Sample(s))
	}
	got := make([]string, len(urls))
	a := New(o)
	for i := range urls {
		if i%500 == 250 {
			var state, again bytes.Buffer
			if err := a.Save(&state); err != nil {
				t.Fatal(err)
			}
			b := New(o)
			if err := b.Load(bytes.NewReader(state.Bytes())); err != nil {
				t.Fatal(err)
			}
			if err := b.Save(&again); err != nil || !bytes.Equal(state.Bytes(), again.Bytes()) {
				t.Fatalf("seed %d: %d: saved again it differs: %v", seed, i, err)
			}
			a = b
		}
		got[i] = step(a, i)
	}
	unbroken := New(o)
	for i, url := range urls {
		if want := step(unbroken, i); got[i] != want {
			t.Fatalf("seed %d: %s: unbroken %q, saved and loaded %q", seed, url, want, got[i])
		}
	}
	if n := len(unbroken.groups.young) + len(unbroken.groups.old); n > 64 {
		t.Errorf("%d groups are kept, want at most 64", n)
	}
}

func TestDamage(t *testing.T) {
	g := New(Options{})
	for i := range 40 {
		g.Admit(g.Judge(fmt.Appendf(nil, "http://h/%d?a=1&b=%d", i, i)))
		g.Keep(g.News(nil, 1, []uint64{uint64(i), uint64(i) + 7}, nil, 16))
	}
	var state bytes.Buffer
	if err := g.Save(&state); err != nil {
		t.Fatal(err)
	}
	for i := range state.Len() {
		bad := bytes.Clone(state.Bytes())
		bad[i] ^= 1 << (i % 8)
		if err := New(Options{}).Load(bytes.NewReader(bad)); err == nil {
			t.Errorf("byte %d changed: no error", i)
		}
		if err := New(Options{}).Load(bytes.NewReader(bad[:i])); err == nil {
			t.Errorf("cut at byte %d: no error", i)
		}
	}
	if err := New(Options{Free: 3}).Load(&state); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("loaded by other options: %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	g := New(Options{})
	for i := range 3 {
		g.Admit(g.Judge(fmt.Appendf(nil, "http://h/%d?a=1&b=%d", i, i)))
		g.Keep(g.News(nil, 1, []uint64{uint64(i), uint64(i) + 7}, nil, 16))
	}
	var state bytes.Buffer
	g.Save(&state)
	f.Add(state.Bytes())
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		g := New(Options{})
		if g.Load(bytes.NewReader(data)) != nil {
			return
		}
		var again bytes.Buffer
		if err := g.Save(&again); err != nil || !bytes.HasPrefix(data, again.Bytes()) {
			t.Errorf("%v: saved again it differs", err)
		}
	})
}

func FuzzJudge(f *testing.F) {
	for _, s := range []string{"http://h/a/2031-06?x=1;y", "http://h//;s=1/(S(x))/", "?", "http://h/june-2031/2031/june", "http://h/12345678ab"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, url []byte) {
		a, b := New(Options{Year: 2026, Month: 1}), New(Options{Year: 2026, Month: 1})
		before := bytes.Clone(url)
		x, y := a.Judge(url), b.Judge(before)
		if x != y || a.Admit(x) != b.Admit(y) {
			t.Errorf("%v and then %v", x, y)
		}
		a.Learn(x, News, true)
		if !bytes.Equal(url, before) {
			t.Errorf("%q became %q", before, url)
		}
		if x, y := a.Of(url), b.Of(url); x != y || x.Host != HostOf(url) {
			t.Errorf("learning changed what one URL is suspected of: %v, %v", x, y)
		}
	})
}

func BenchmarkAdmit(b *testing.B) {
	var urls [][]byte
	for i := range 1 << 12 {
		urls = append(urls, fmt.Appendf(nil, "https://docs.example.org/manual/2.4/chapter-%d/section.html", i))
	}
	g := New(Options{Budget: 1 << 40})
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		x := g.Judge(urls[i&(1<<12-1)])
		g.Admit(x)
		rule = x.Rule
		i++
	}
}

var rule Rule

// To ask a guard changes nothing, also where it forgets.
func TestAskingLeavesNoTrace(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		asked, other := New(Options{Memory: 16}), New(Options{Memory: 16})
		var seen []Suspicion
		for range 400 {
			url := fmt.Appendf(nil, "http://h%d.example/%c/%d?a=%d", r.IntN(3), rune(97+r.IntN(9)), r.IntN(9), r.IntN(30))
			s := asked.Judge(url)
			if got := other.Judge(url); got != s {
				t.Fatalf("seed %d: %s is %v, and was %v where nobody asked", seed, url, s, got)
			}
			room, admitted := asked.Room(s), asked.Admit(s)
			if got := other.Admit(s); got != admitted || room != admitted {
				t.Fatalf("seed %d: %s: room %v, admitted %v, and %v where nobody asked", seed, url, room, admitted, got)
			}
			o := []Outcome{Unknown, Same, News}[r.IntN(3)]
			asked.Learn(s, o, admitted)
			other.Learn(s, o, admitted)
			for seen = append(seen, s); r.IntN(3) > 0; {
				x := seen[r.IntN(len(seen))]
				asked.Room(x)
				asked.Sample(x)
			}
		}
		var a, b bytes.Buffer
		if err := errors.Join(asked.Save(&a), other.Save(&b)); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("seed %d: it is saved otherwise where nobody asked: %v", seed, err)
		}
	}
}
