package livecrawl_test

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// grown says how large the sites are that go on for long: WEFT_FULL=1 makes them as large as they may well be.
func grown(small, large int) int {
	return drawn.Draws(small, large)
}

// A served is a site of a function, which counts what it is asked for.
type served struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
	every atomic.Pointer[stopper]
}

// A stopper stops a crawl at a request.
type stopper struct {
	at   int64
	n    atomic.Int64
	stop func()
}

// serve answers with what page makes of a URL; "" is 404.
func serve(t *testing.T, page func(uri string) string) *served {
	t.Helper()
	s := &served{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.RequestURI]++
		s.mu.Unlock()
		if x := s.every.Load(); x != nil && x.n.Add(1) == x.at {
			x.stop()
		}
		text := page(r.RequestURI)
		switch {
		case text == "":
			http.NotFound(w, r)
			return
		case strings.HasPrefix(text, "{"):
			w.Header().Set("Content-Type", "application/json")
		case strings.HasPrefix(text, "<?xml"):
			w.Header().Set("Content-Type", "application/xml")
		case strings.HasPrefix(text, "User-agent"):
			w.Header().Set("Content-Type", "text/plain")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(w, text)
	}))
	t.Cleanup(s.Close)
	return s
}

// of counts the pages that were asked for whose URLs begin so, and those that were asked for more than once.
func (s *served) of(prefix string) (n, more int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, times := range s.asked {
		if strings.HasPrefix(uri, prefix) {
			n++
			if times > 1 {
				more++
			}
		}
	}
	return n, more
}

// link makes links to numbered pages.
func link(form string, list ...int) string {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, "<a href='"+form+"'>%d</a> ", n, n)
	}
	return b.String()
}

// below returns those of a list that are less than n.
func below(n int, list ...int) (out []int) {
	for _, i := range list {
		if i < n {
			out = append(out, i)
		}
	}
	return out
}

// ten are ten words of a page, of a small vocabulary.
func ten(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 9))
	var w []string
	for range 10 {
		w = append(w, spelt(r.IntN(80)))
	}
	return strings.Join(w, " ")
}

// What is finite is fetched whole, once, beside a calendar that ends after 200 pages.
func TestFiniteBesideEndless(t *testing.T) {
	long(t)
	n := grown(2500, 30_000)
	list := func(form string) string {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return link(form, all...)
	}
	for name, c := range map[string]struct {
		form string
		home func() string
		page func(i int) string
		more func(uri string) string // other pages
	}{
		"list, ten words":      {form: "/article/%d", home: func() string { return list("/article/%d") }, page: ten},
		"list, all the same":   {form: "/article/%d", home: func() string { return list("/article/%d") }, page: func(int) string { return "sold out" }},
		"list of dates":        {form: "/news/2011/%d", home: func() string { return list("/news/2011/%d") }, page: func(int) string { return "no news today" }},
		"list that is no seed": {form: "/item?id=%d", home: func() string { return "<a href=/all>all</a>" }, page: func(int) string { return "sold out" }, more: func(string) string { return "all of them: " + list("/item?id=%d") }},
		"chain, ten words":     {form: "/post/%d", page: func(i int) string { return ten(i) + link("/post/%d", below(n, i+1)...) }},
		"tree, template": {form: "/doc/%d.html", page: func(i int) string {
			return strings.Repeat("<p>"+around, 3) + "<p>" + ten(i) + link("/doc/%d.html", below(n, 3*i+1, 3*i+2, 3*i+3)...)
		}},
		"Chinese": {form: "/zh/%d", page: func(i int) string { return "<p>" + chinese(i) + link("/zh/%d", below(n, 2*i+1, 2*i+2)...) }},
		"images": {form: "/photo/%d", page: func(i int) string {
			return fmt.Sprintf("<img src=/img/%d.jpg>", 7*i) + link("/photo/%d", below(n, 2*i+1, 2*i+2)...)
		}},
		"numbers": {form: "/station/%d", page: func(i int) string { return numbersTable(i) + link("/station/%d", below(n, 2*i+1, 2*i+2)...) }},
		"every third says more": {form: "/t/%d", page: func(i int) string {
			return map[bool]string{true: ten(i), false: "no replies"}[i%3 == 0] + link("/t/%d", below(n, 2*i+1, 2*i+2)...)
		}},
		"pages of a list": {form: "/story/%d", home: func() string { return link("/list?page=%d", 0) }, page: ten, more: func(uri string) string { return pageOf(uri, n, "/story/%d") }},
		"pages, all the same": {form: "/goods/%d", home: func() string { return link("/list?page=%d", 0) }, page: func(int) string { return "sold out" }, more: func(uri string) string {
			if text := pageOf(uri, n, "/goods/%d"); text != "" {
				return ten(numbersOf(uri, "/list?page=%d", 0)[0]) + text
			}
			return ""
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(name, "list, ") {
				t.Parallel()
			}
			s := serve(t, func(uri string) string {
				switch v := numbersOf(uri, c.form, -1); {
				case uri == "/":
					home := link(c.form, 0)
					if c.home != nil {
						home = c.home()
					}
					return around + "<a href=/cal?year=2026&month=1>events</a>" + home
				case strings.HasPrefix(uri, "/cal"):
					return calendar(uri, "/cal?year=%d&month=%d", "", "/cal?year=%d")
				case v[0] >= 0 && v[0] < n:
					return c.page(v[0])
				case c.more != nil:
					return c.more(uri)
				}
				return ""
			})
			o := options(filepath.Join(t.TempDir(), "c"))
			o.Politeness.Connections = 8
			r := crawl(t, config(s.URL+"/"), o)
			got, more := s.of(strings.Split(c.form, "%")[0])
			cal, _ := s.of("/cal")
			t.Logf("%d of %d pages and %d of the calendar; cut %+v", got, n, cal, r.Rules)
			if got != n || more > mostTwice(n) || !r.Done {
				t.Errorf("%d of %d pages were fetched, %d of them more than once; cut %v", got, n, more, r.Rules)
			}
			if cal > most+n/4 || cal < 50 { // a good page in four allows one that repeats others
				t.Errorf("%d pages of the calendar were fetched, want at most %d", cal, most+n/4)
			}
		})
	}
}

func chinese(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 3))
	var b strings.Builder
	for range 12 {
		b.WriteRune(rune(0x4e00 + r.IntN(500)))
	}
	return b.String()
}

func numbersTable(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 4))
	var b strings.Builder
	for range 20 {
		fmt.Fprintf(&b, "<td>%d", 10_000+r.IntN(1e8))
	}
	return b.String()
}

// pageOf is a page of a list with fifty items.
func pageOf(uri string, n int, form string) string {
	p := numbersOf(uri, "/list?page=%d", -1)[0]
	if p < 0 {
		return ""
	}
	var items []int
	for i := 50 * p; i < min(50*p+50, n); i++ {
		items = append(items, i)
	}
	text := link(form, items...)
	if 50*p+50 < n {
		text += link("/list?page=%d", p+1)
	}
	return text
}

// Pages of sitemaps are fetched whole, whatever they are called, say, and redirect to.
func TestSitemapsAreNeverCut(t *testing.T) {
	long(t)
	n := grown(3000, 50_000)
	forms := []string{"/a/b/a/b/a/b/a/b/%d", "/cal/2099/%d", "/x?sid=%032x", "/old/%d"}
	s := serve(t, func(uri string) string {
		switch {
		case uri == "/robots.txt":
			return "User-agent: *\nDisallow:\nSitemap: /sitemap.xml\n"
		case uri == "/sitemap.xml":
			var b strings.Builder
			b.WriteString("<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>")
			for i := range n {
				fmt.Fprintf(&b, "<url><loc>http://HOST"+forms[i%len(forms)]+"</loc></url>", i)
			}
			return b.String() + "</urlset>"
		case strings.HasPrefix(uri, "/old/"):
			return "<meta http-equiv=refresh content='0;url=/new" + uri[4:] + "'>moved"
		}
		return "nothing to see"
	})
	handler := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sitemap.xml" {
			rec := httptest.NewRecorder()
			handler.ServeHTTP(rec, r)
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprint(w, strings.ReplaceAll(rec.Body.String(), "HOST", r.Host))
			return
		}
		handler.ServeHTTP(w, r)
	})
	c := config(s.URL + "/")
	c.Sitemaps = true
	dir := filepath.Join(t.TempDir(), "c")
	r := crawl(t, c, options(dir))
	total := 0
	for _, form := range forms {
		got, _ := s.of(strings.Split(form, "%")[0])
		total += got
	}
	t.Logf("%d of %d pages; cut %v", total, n, r.Rules)
	if moved, _ := s.of("/new/"); total != n || moved != n/len(forms) || r.Cut > 0 {
		t.Errorf("%d of %d pages of the sitemap were fetched; cut %v", total, n, r.Rules)
	}
	sameImport(t, dir)
}

// stopped crawls to the end with stops in between.
func (s *served) stopped(t *testing.T, o livecrawl.Options, open func(livecrawl.Options) (*livecrawl.Job, error)) (r livecrawl.Result) {
	t.Helper()
	for !r.Done {
		j, err := open(o)
		if err != nil {
			t.Fatal(err)
		}
		s.every.Store(&stopper{at: 20 + rand.Int64N(200), stop: func() { j.Stop("the test has it so") }})
		r = run(t, j)
		open = livecrawl.Resume
	}
	s.every.Store(nil)
	return r
}

// Pages that are held, and why others are above suspicion, survive checkpoints: the log is that of a crawl that was
// never stopped.
func TestHeldPagesSurviveCheckpoints(t *testing.T) {
	long(t)
	const n = 1500
	s := serve(t, func(uri string) string {
		if uri == "/" {
			return link("/d/%d", 0) + "<a href=/x1/list>x</a>"
		}
		if uri == "/x1/list" {
			var all []int
			for i := range 400 {
				all = append(all, i)
			}
			return "a list that says something new" + link("/s/%d", all...)
		}
		if strings.HasPrefix(uri, "/s/") {
			return "sold out"
		}
		i := numbersOf(uri, "/d/%d", n)[0]
		if i >= n {
			return ""
		}
		return ten(i) + link("/d/%d", below(n, 3*i+1, 3*i+2, 3*i+3)...)
	})
	livecrawl.SetGrowth(1000)
	defer livecrawl.SetGrowth(128 << 20)
	c := config(s.URL + "/")
	c.Strict, c.Window = true, 600
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	if r := crawl(t, c, options(whole)); r.Fetched != n+402 || r.PutOff > 0 || r.Cut > 0 {
		t.Errorf("got %+v", r.Counts)
	}
	s.stopped(t, options(parts), func(o livecrawl.Options) (*livecrawl.Job, error) { return livecrawl.Create(c, o) })
	if !bytes.Equal(read(t, whole, "log", "events"), read(t, parts, "log", "events")) {
		t.Error("with stops the log is another one")
	}
	if _, err := os.Stat(filepath.Join(parts, "log", "checkpoint")); err != nil {
		t.Errorf("no checkpoint was made: %v", err)
	}
	sameGraph(t, whole, parts)
}

// What was cut is counted, listed and estimated, stands in the graph as a ghost, and --no-traps or a pattern takes it back;
// stops and checkpoints in between change nothing, and strict order gives the same log.
func TestCutIsTakenBack(t *testing.T) {
	long(t)
	for name, free := range map[string]func(c *folder.Config){
		"without traps": func(c *folder.Config) { c.Traps = false },
		"released":      func(c *folder.Config) { c.Release = []string{"http://*/none", "http://*/i/*"} },
	} {
		t.Run(name, func(t *testing.T) { cutIsTakenBack(t, free) })
	}
}

func cutIsTakenBack(t *testing.T, free func(c *folder.Config)) {
	const n = 700
	site := func(uri string) string {
		i := numbersOf(uri, "/i/%d", -1)[0]
		if uri == "/" {
			i = 0
		}
		if i < 0 || i >= n {
			return ""
		}
		return "the same" + link("/i/%d", below(n, 3*i+1, 3*i+2, 3*i+3)...)
	}
	livecrawl.SetGrowth(2000)
	defer livecrawl.SetGrowth(128 << 20)
	s := serve(t, site)
	c := config(s.URL + "/")
	c.Strict = true
	whole := filepath.Join(t.TempDir(), "whole")
	r := crawl(t, c, options(whole))
	asked, _ := s.of("/i/")
	if asked > most || asked < 50 || !r.Done || r.Cut == 0 || r.CutPages == nil || r.CutPages.Pages != r.Cut || r.Rules["trap: pages of one shape"] != r.Cut {
		t.Fatalf("%d pages were asked for, cut %+v, %v", asked, r.CutPages, r.Rules)
	}
	if l := r.CutPages.Largest[0]; l.Origin != s.URL || l.Looked < asked-5 || l.Looked > asked || l.New != 0 {
		t.Errorf("of the pages %+v is told, want that %d were fetched", l, asked)
	}
	if lines := bytes.Count(read(t, whole, folder.CutFile), []byte("trap: pages of one shape\t"+s.URL+"/i/")); uint64(lines) != r.Cut {
		t.Errorf("%s names %d pages, want %d", folder.CutFile, lines, r.Cut)
	}
	checkArchive(t, whole)
	sameImport(t, whole)
	if s, err := livecrawl.MakeSnapshot(t.Context(), whole, importOptions("")); err != nil || s.Learnt != r.Learnt {
		t.Errorf("the snapshot is of %d replies, want %d; %v", s.Learnt, r.Learnt, err)
	}
	if got := count(t, snapshot(t, whole)); uint64(got.Ghosts) != r.Cut || got.Excluded != 0 {
		t.Errorf("the graph has %+v, want %d ghosts", got, r.Cut)
	}

	parts := filepath.Join(t.TempDir(), "parts")
	s.stopped(t, options(parts), func(o livecrawl.Options) (*livecrawl.Job, error) { return livecrawl.Create(c, o) })
	if !bytes.Equal(read(t, whole, "log", "events"), read(t, parts, "log", "events")) {
		t.Error("with stops the log is another one")
	}

	o := options(whole)
	o.Config = steered(t, whole, free)
	resume(t, o)
	o = options(parts)
	o.Config, o.Limits.Time = steered(t, parts, free), 1 // it ends before anything is picked
	resume(t, o)
	o.Config, o.Limits.Time = nil, 0 // it stays so
	s.stopped(t, o, livecrawl.Resume)
	for _, dir := range []string{whole, parts} {
		r := resume(t, options(dir))
		if r.Fetched != n || r.Cut != 0 || r.CutPages != nil || !r.Done || len(r.Rules) > 0 {
			t.Errorf("freed: got %+v, cut %+v", r.Counts, r.CutPages)
		}
		if _, err := os.Stat(filepath.Join(dir, folder.CutFile)); err == nil {
			t.Errorf("%s is there, and nothing was cut", folder.CutFile)
		}
		checkArchive(t, dir)
	}
	if !bytes.Equal(read(t, whole, "log", "events"), read(t, parts, "log", "events")) {
		t.Error("freed, the log is another one")
	}
	sameGraph(t, whole, parts)
	o = options(whole)
	o.Config = steered(t, whole, func(c *folder.Config) { c.Traps = true })
	if r := resume(t, o); r.Fetched != n || !r.Done {
		t.Errorf("with traps again: got %+v", r.Counts)
	}
}

// A crawl that was begun without trap rules cannot get them.
func TestTrapsCannotBeTurnedOnLater(t *testing.T) {
	s := serve(t, func(string) string { return "home" })
	c := config(s.URL + "/")
	c.Traps = false
	o := options(filepath.Join(t.TempDir(), "c"))
	crawl(t, c, o)
	o.Config = steered(t, o.Dir, func(c *folder.Config) { c.Traps = true })
	if j, err := livecrawl.Resume(o); err == nil || !strings.Contains(err.Error(), "without trap rules") {
		t.Errorf("got %v", err)
		j.Close()
	}
}

// maxTwice is how many of a few thousand pages are requested twice at most, so that what changes by itself is known.
const maxTwice = 20

// mostTwice is maxTwice for a number of pages: one more for each time that they double.
func mostTwice(pages int) int { return maxTwice + bits.Len(uint(pages/4096)) } //nolint:gosec // not below 0
