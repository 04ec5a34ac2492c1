package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	weftcrawl "weft/crawl"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/ledger"
)

// A brokenSite answers some paths in part as long as broken is set.
type brokenSite struct {
	*httptest.Server
	mu     sync.Mutex
	broken bool
	robots string
	asked  map[string]int
	bodies map[string]string
	how    map[string]func(w http.ResponseWriter, body string, n int)
}

func newBrokenSite(t *testing.T) *brokenSite {
	s := &brokenSite{broken: true, asked: map[string]int{}, bodies: map[string]string{}, how: map[string]func(http.ResponseWriter, string, int){}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *brokenSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.URL.Path]++
	n, broken, body := s.asked[r.URL.Path], s.broken, s.bodies[r.URL.Path]
	how := s.how[r.URL.Path]
	s.mu.Unlock()
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, s.robots)
	case body == "":
		http.NotFound(w, r)
	default:
		kind := "text/html"
		if strings.HasSuffix(r.URL.Path, ".xml") {
			kind = "text/xml"
		} else if strings.HasSuffix(r.URL.Path, ".css") {
			kind = "text/css"
		}
		w.Header().Set("Content-Type", kind)
		if how != nil && broken {
			how(w, body, n)
			return
		}
		fmt.Fprint(w, body)
	}
}

// times returns how often a path was asked for, and forgets it.
func (s *brokenSite) times() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.asked
	s.asked = map[string]int{}
	return was
}

func (s *brokenSite) mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = false
}

// breakAt announces the whole body and closes the connection after a part, at another place each time if wobble is set.
func breakAt(part int, wobble bool) func(http.ResponseWriter, string, int) {
	return func(w http.ResponseWriter, body string, n int) {
		end := part // requests of several paths come at the same time
		if wobble {
			end += n
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		fmt.Fprint(w, body[:end])
		w.(http.Flusher).Flush()
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			c.Close()
		}
	}
}

// chunked breaks off between two chunks.
func chunked(w http.ResponseWriter, body string, _ int) {
	fmt.Fprint(w, body[:len(body)/2])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// cutGzip sends all bytes that it announces, and the coding goes on.
func cutGzip(w http.ResponseWriter, body string, _ int) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, body[:len(body)/2])
	z.Flush()
	packed := b.Bytes()
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Length", fmt.Sprint(len(packed)))
	w.Write(packed)
}

// drip sends the second half too late.
func drip(w http.ResponseWriter, body string, _ int) {
	fmt.Fprint(w, body[:len(body)/2])
	w.(http.Flusher).Flush()
	time.Sleep(600 * time.Millisecond)
	fmt.Fprint(w, body[len(body)/2:])
}

// partOf answers with a part that nobody asked for.
func partOf(w http.ResponseWriter, body string, _ int) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", len(body)/2-1, len(body)))
	w.WriteHeader(http.StatusPartialContent)
	fmt.Fprint(w, body[:len(body)/2])
}

// longPage links to some pages first and to some at its end.
func longPage(first, last string) string {
	return anchors(first) + "<p>" + strings.Repeat("Text that goes on and on. ", 400) + anchors(last)
}

// Whatever is kept in part is asked for again by the next run, and once it came whole neither the graph nor the archive
// has links of the part alone.
func TestPartsAreAskedForAgain(t *testing.T) {
	for name, how := range map[string]func(http.ResponseWriter, string, int){
		"a broken body": breakAt(3000, false), "broken at other places": breakAt(3000, true), "broken between chunks": chunked,
		"a broken coding": cutGzip, "a slow body": drip, "a part unasked": partOf,
	} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, strict %v", name, strict), func(t *testing.T) {
				t.Parallel()
				s := newBrokenSite(t)
				s.robots = "Sitemap: /map.xml"
				s.bodies["/"] = anchors("/long", "/other") + `<link rel=stylesheet href=/style.css>`
				s.bodies["/long"], s.bodies["/other"] = longPage("/once", "/late"), "other"
				s.bodies["/once"], s.bodies["/late"], s.bodies["/mapped"] = "once", "late", "mapped"
				s.bodies["/style.css"] = strings.Repeat("/* a rule */", 900)
				s.bodies["/map.xml"] = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><!--` + strings.Repeat("-x ", 2000) + `--><url><loc>` + s.URL + `/mapped</loc></url></urlset>`
				for _, p := range []string{"/long", "/style.css", "/map.xml"} {
					s.how[p] = how
				}
				c := config(s.URL + "/")
				c.Strict, c.Sitemaps, c.Requisites = strict, true, 10
				dir := filepath.Join(t.TempDir(), "c")
				o := options(dir)
				o.Net.TotalTimeout = 400 * time.Millisecond
				r := crawl(t, c, o)
				if !r.Done || r.CutShort != 3 {
					t.Errorf("the first run: done %v, %d cut short, want 3: %s", r.Done, r.CutShort, r.Why)
				}
				list := string(read(t, dir, folder.PartsFile))
				if n := strings.Count(list, "\n"); n != 3 || !strings.Contains(list, s.URL+"/long\t") {
					t.Errorf("the list is %q", list)
				}
				sameGraph(t, dir, dir)
				had := r.Fetched
				s.times()
				s.mu.Lock() // the page has changed meanwhile: what the part linked to is no link any more
				s.bodies["/long"] = longPage("/late", "/other")
				s.mu.Unlock()
				s.mend()
				r = resume(t, o)
				asked := s.times()
				for _, p := range []string{"/long", "/style.css", "/map.xml"} {
					if asked[p] != 1 {
						t.Errorf("%s was asked for %d times by the second run", p, asked[p])
					}
				}
				if asked["/other"] > 0 || asked["/once"] > 0 || asked["/late"]+asked["/mapped"] == 0 {
					t.Errorf("the second run asked for %v", asked)
				}
				if r.CutShort != 0 || r.Fetched <= had || r.Sitemaps != 1 || r.Requisites != 1 || r.LostMaps+r.LostParts > 0 || r.Near > 0 {
					t.Errorf("in the end %d are cut short, %d fetched after %d, %d sitemaps, %d requisites, %d near", r.CutShort, r.Fetched, had, r.Sitemaps, r.Requisites, r.Near)
				}
				if r.Fetched != uint64(len([]string{"/", "/long", "/other", "/once", "/late", "/mapped"})) {
					t.Errorf("%d pages count as fetched, want 6", r.Fetched)
				}
				if _, err := os.Stat(filepath.Join(dir, folder.PartsFile)); !os.IsNotExist(err) {
					t.Errorf("the list is left: %v", err)
				}
				graph := snapshot(t, dir)
				sameGraph(t, dir, dir)
				if got := linksOf(t, graph, s.URL+"/long"); !slices.Equal(got, []string{s.URL + "/late", s.URL + "/other"}) {
					t.Errorf("the page links to %q: links of its part are left", got)
				}
				if r = resume(t, o); len(s.times()) > 0 && r.CutShort > 0 {
					t.Error("a third run asks again")
				}
			})
		}
	}
}

// A page that was too large is asked for again with a larger limit, and only then.
func TestLargerLimitAsksAgain(t *testing.T) {
	s := newBrokenSite(t)
	s.bodies["/"], s.bodies["/long"], s.bodies["/late"] = anchors("/long"), longPage("/a", "/late"), "late"
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	for i, step := range []struct {
		limit    int64
		asked    int
		cut      uint64
		lateSeen bool
	}{{4000, 1, 1, false}, {4000, 0, 1, false}, {3000, 0, 1, false}, {5000, 1, 1, false}, {4999, 0, 1, false}, {1 << 20, 1, 0, true}, {2 << 20, 0, 0, false}} {
		o.Net.MaxBody = step.limit
		var r livecrawl.Result
		if i == 0 {
			r = crawl(t, config(s.URL+"/"), o)
		} else {
			r = resume(t, o)
		}
		asked := s.times()
		if asked["/long"] != step.asked || r.CutShort != step.cut || asked["/late"] > 0 != step.lateSeen || !r.Done {
			t.Errorf("run %d, limit %d: asked %v, %d cut short, done %v", i+1, step.limit, asked, r.CutShort, r.Done)
		}
		sameGraph(t, dir, dir)
	}
}

// A page that fails when it is asked for again keeps its part, and its counts.
func TestPartStaysWhenThePageFails(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter, string, int){
		"gone":          func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(http.StatusGone) },
		"an error":      func(w http.ResponseWriter, _ string, _ int) { w.WriteHeader(http.StatusBadGateway) },
		"the same part": breakAt(3000, false),
		"a redirect": func(w http.ResponseWriter, _ string, _ int) {
			w.Header().Set("Location", "/")
			w.WriteHeader(http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrokenSite(t)
			s.bodies["/"], s.bodies["/long"], s.bodies["/a"] = anchors("/long"), longPage("/a", "/late"), "a"
			s.how["/long"] = breakAt(3000, false)
			dir := filepath.Join(t.TempDir(), "c")
			o := options(dir)
			first := crawl(t, config(s.URL+"/"), o)
			s.how["/long"] = answer
			s.times()
			r := resume(t, o)
			if n := s.times()["/long"]; n == 0 {
				t.Error("it was not asked for")
			}
			if r.CutShort != 1 || r.Fetched != first.Fetched || r.Learnt != first.Learnt || r.Failed != first.Failed {
				t.Errorf("it counts as cut short %d, fetched %d, learnt %d, failed %d; before %d, %d, %d", r.CutShort, r.Fetched, r.Learnt, r.Failed, first.Fetched, first.Learnt, first.Failed)
			}
			l, err := ledger.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if err := l.Each(func(_ weftcrawl.Page, url []byte, e ledger.Entry) error {
				if string(url) == s.URL+"/long" && (e.Fate != ledger.CutShort || e.Reason != "the body breaks off") {
					t.Errorf("its fate is %d: %s", e.Fate, e.Reason)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			graph := snapshot(t, dir)
			sameGraph(t, dir, dir)
			if got := linksOf(t, graph, s.URL+"/long"); !slices.Contains(got, s.URL+"/a") {
				t.Errorf("it links to %q: the part is lost", got)
			}
		})
	}
}

// A crawl with pages in part that is stopped again and again, and goes on from checkpoints or from its log alone, ends with
// the counts, the list and the graph of one that was not disturbed.
func TestPartsSurviveRuns(t *testing.T) {
	for _, checkpoints := range []bool{false, true} {
		if checkpoints {
			livecrawl.SetGrowth(1)
			defer livecrawl.SetGrowth(128 << 20)
		}
		s := newBrokenSite(t)
		const n = 30
		for i := range n {
			s.bodies[fmt.Sprintf("/p%d", i)] = longPage(fmt.Sprintf("/p%d", (i+1)%n), fmt.Sprintf("/p%d", (7*i)%n))
			if i%3 == 1 {
				s.how[fmt.Sprintf("/p%d", i)] = breakAt(2000+i, false)
			}
		}
		c := config(s.URL + "/p0")
		whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "c")
		want := crawl(t, c, options(whole))
		o := options(dir)
		o.Limits.Batch = 4
		r := crawl(t, c, o)
		for range 40 {
			if r.Done {
				break
			}
			r = resume(t, o)
		}
		if !r.Done || r.Fetched != want.Fetched || r.CutShort != want.CutShort || r.CutShort != 10 || r.Learnt != want.Learnt {
			t.Errorf("checkpoints %v: done %v, %d fetched, %d cut short, %d learnt; want %d, %d, %d", checkpoints, r.Done, r.Fetched, r.CutShort, r.Learnt, want.Fetched, want.CutShort, want.Learnt)
		}
		sameGraph(t, whole, dir)
		s.mend()
		o.Limits.Batch = 3
		for range 40 {
			if r = resume(t, o); r.CutShort == 0 {
				break
			}
		}
		if r.CutShort != 0 || r.Fetched != want.Fetched {
			t.Errorf("checkpoints %v: in the end %d cut short, %d fetched, want %d", checkpoints, r.CutShort, r.Fetched, want.Fetched)
		}
		sameGraph(t, dir, dir)
	}
}

// A page that takes too long is asked for once more in the same run, as long as there is patience, and comes whole if it is
// quicker then.
func TestSlowPageIsAskedOnceMore(t *testing.T) {
	for _, quicker := range []bool{false, true} {
		s := newBrokenSite(t)
		s.bodies["/"], s.bodies["/long"], s.bodies["/late"] = anchors("/long"), longPage("/", "/late"), "late"
		s.how["/long"] = func(w http.ResponseWriter, body string, n int) {
			if n > 1 && quicker {
				fmt.Fprint(w, body)
				return
			}
			drip(w, body, n)
		}
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Net.TotalTimeout, o.Politeness.Patience = 400*time.Millisecond, time.Minute
		r := crawl(t, config(s.URL+"/"), o)
		asked := s.times()
		if asked["/long"] != 2 || r.CutShort > 0 == quicker || asked["/late"] > 0 != quicker || !r.Done {
			t.Errorf("quicker %v: asked %v, %d cut short, done %v: %s", quicker, asked, r.CutShort, r.Done, r.Why)
		}
	}
}
