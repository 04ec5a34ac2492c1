package trap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

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
		if got := g.Check([]byte(url)); got != want {
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
		{"http://h8/a12b/7/8/x-2.3", "http://h8/a#b/#/x-#.#", Shape},
		{"http://h/page/1/2/3/4", "http://h/page/#", Shape},
		{"http://h/x?b=1&a=2", "http://h/x?", Shape},
		{"http://h/commit/0fec6d2a9b/diff", "http://h/commit/#/diff", Shape},
		{"http://h/u/8a6e0804-2bd0-4672-b79d-d97027f9071a", "http://h/u/#", Shape},
		{"http://h/cal/2031/06/07?view=x", "http://h/cal date", Calendar},
		{"http://h/cal?year=2031", "http://h/cal date", Calendar},
		{"http://h/a/b/a/c/b", "http://h again", Paths},
		{"http://h/decade", "http://h/decade", None},
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
		if got := g.Admit([]byte(c.url), -1); got != c.want {
			t.Errorf("%s: %q, want %q", c.url, got, c.want)
		}
	}
}

// crawl walks a made site breadth first as a crawl would, with a window of pages under way, and returns how many were fetched.
func crawl(g *Guard, start string, window, most int, links func(url string) []string, content func(url string) Content) int {
	known, queue, flying := map[string]bool{start: true}, []string{start}, []string(nil)
	n := 0
	for len(queue)+len(flying) > 0 && n < most {
		if len(queue) > 0 && len(flying) < window {
			url := queue[0]
			queue = queue[1:]
			if g.Admit([]byte(url), -1) == None {
				n++
				flying = append(flying, url)
			}
			continue
		}
		url := flying[0]
		flying = flying[1:]
		c := content(url)
		for _, l := range links(url) {
			if known[l] || g.Check([]byte(l)) != None {
				continue
			}
			known[l] = true
			if own := g.ShapeOf([]byte(url)); own == 0 || g.ShapeOf([]byte(l)) != own {
				c.Leads = true
			}
			queue = append(queue, l)
		}
		g.Learn([]byte(url), c)
	}
	return n
}

func same(string) Content { return Content{Hash: 0x123456789abcdef0, Words: 200} }

func TestEndlessSites(t *testing.T) {
	month := func(format string, url string, link func(y, m int) []string) []string {
		var y, m int
		if _, err := fmt.Sscanf(url, format, &y, &m); err != nil {
			y, m = 2026, 11
		}
		next, before := 12*y+m, 12*y+m-2
		return slices.Concat(link(next/12, next%12+1), link(before/12, before%12+1))
	}
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
		"path":       func(u string) []string { return []string{u + "loop/", u + "loop/x"} },
		"two words":  func(u string) []string { return []string{u + "a/", u + "b/"} },
		"four words": func(u string) []string { return []string{u + "a/", u + "b/", u + "c/", u + "d/"} },
		"numbers":    func(u string) []string { return []string{u + "1/", u + "22/", u + "3/"} },
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
		n := crawl(New(Options{Year: 2026, Month: 11}), "http://h/", 8, 5000, links, same)
		t.Logf("%s: %d pages", name, n)
		if n > 200 {
			t.Errorf("%s: %d pages were fetched, want at most 200", name, n)
		}
	}
}

// An archive whose pages differ goes on, also where one of three is like others.
func TestArchiveGoesOn(t *testing.T) {
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, 1))
	links := func(u string) []string {
		if u != "http://h/list/" {
			return nil
		}
		var out []string
		for i := range 3000 {
			out = append(out, fmt.Sprintf("http://h/list/2003/01/msg%05d.html", i))
		}
		return out
	}
	differ := func(u string) Content {
		if rng.IntN(3) == 0 {
			return same(u)
		}
		return Content{Hash: rng.Uint64(), Words: 100}
	}
	if n := crawl(New(Options{}), "http://h/list/", 64, 1e6, links, differ); n != 3001 {
		t.Errorf("seed %d: %d pages were fetched, want 3001", seed, n)
	}
	if n := crawl(New(Options{}), "http://h/list/", 64, 1e6, links, same); n != 1+16+100+2 {
		t.Errorf("%d pages of an archive of equal pages, want 119", n)
	}
}

// No rule leaves out a page of real documentation, as long as two of three pages of a shape differ.
func TestRealPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := New(Options{Year: 2026, Month: 11})
	lost, blind := map[Rule]int{}, map[Rule]int{}
	unlearnt := New(Options{Year: 2026, Month: 11})
	n := 0
	judge := func(url string) {
		n++
		if r := g.Admit([]byte(url), -1); r != None {
			if lost[r]++; lost[r] <= 5 {
				t.Errorf("%s: %s", url, r)
			}
		}
		if r := unlearnt.Admit([]byte(url), -1); r != None {
			blind[r]++
		}
		if rng.IntN(3) > 0 {
			g.Learn([]byte(url), Content{Hash: rng.Uint64(), Words: 100})
		}
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
	t.Logf("%d pages; lost by a guard that learns nothing: %v", n, blind)
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
	contents := make([]Content, len(urls))
	for i := range contents {
		contents[i] = Content{Hash: rng.Uint64() >> (rng.IntN(2) * 60), Words: rng.IntN(60)}
	}
	a := New(o)
	for i, u := range urls {
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
		ra := a.Admit([]byte(u), -1)
		if ra == None {
			a.Learn([]byte(u), contents[i])
		}
		urls[i] += " " + string(ra)
	}
	unbroken := New(o)
	for i, line := range urls {
		u, want, _ := strings.Cut(line, " ")
		got := unbroken.Admit([]byte(u), -1)
		if string(got) != want {
			t.Fatalf("seed %d: %s: unbroken %q, saved and loaded %q", seed, u, got, want)
		}
		if got == None {
			unbroken.Learn([]byte(u), contents[i])
		}
	}
	if n := len(unbroken.shapes.young) + len(unbroken.shapes.old); n > 64 {
		t.Errorf("%d shapes are kept, want at most 64", n)
	}
}

func TestDamage(t *testing.T) {
	g := New(Options{})
	for i := range 40 {
		g.Admit(fmt.Appendf(nil, "http://h/%d?a=1&b=%d", i, i), -1)
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
		g.Admit(fmt.Appendf(nil, "http://h/%d?a=1&b=%d", i, i), -1)
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
		if ra, rb := a.Admit(url, -1), b.Admit(before, -1); ra != rb {
			t.Errorf("%q and then %q", ra, rb)
		}
		a.Learn(url, Content{Hash: 1, Words: 100})
		if !bytes.Equal(url, before) {
			t.Errorf("%q became %q", before, url)
		}
		if rule := a.Check(url); rule != b.Check(url) {
			t.Errorf("learning changed what one URL says: %q", rule)
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
		rule = g.Admit(urls[i&(1<<12-1)], -1)
		i++
	}
}

var rule Rule
