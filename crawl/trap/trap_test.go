package trap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
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
		got := g.Of([]byte(url)).Rule
		if got == Shape || got == Calendar || got == Paths || got == Plain { // the URL alone breaks no limit
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

// No group holds back a page of real documentation if two of three pages have news and nobody pays for a page in doubt.
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
		v := Same
		if rng.IntN(3) > 0 {
			v = News
		}
		g.Learn(s, v, Group)
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
		a.Learn(x, News, Group)
		if !bytes.Equal(url, before) {
			t.Errorf("%q became %q", before, url)
		}
		if x, y := a.Of(url), b.Of(url); x != y || x.Host != Nowhere(url).Host {
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
