package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/fetch"
)

// Pages that were answered with an error, and given up when their origin was down, have no answer in the archive that
// the log would tell of; each is said to have failed as it did, whatever the origin said last.
func TestGivenUpWithTheOrigin(t *testing.T) {
	var hits sync.Map
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Store(r.URL.Path, true)
		switch path := r.URL.Path; {
		case path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href="/500/1">a</a><a href="/503/2">b</a><a href="/drop/3">c</a><a href="/500/4">d</a><a href="/503/5">e</a>`)
		case strings.HasPrefix(path, "/drop"):
			panic(http.ErrAbortHandler)
		case strings.HasPrefix(path, "/500"):
			w.WriteHeader(http.StatusInternalServerError)
		case strings.HasPrefix(path, "/503"):
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Politeness = fetch.Politeness{Tries: 3, Patience: time.Second}
	if r := crawl(t, config(s.URL), o); r.Done || r.Stats.Fetched != 1 {
		t.Errorf("it ended: %s: %+v", r.Why, r.Counts)
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("weft verify finds damage: %+v", v.Damage)
	}
	for path, want := range map[string]struct {
		status string
		reason *regexp.Regexp
	}{"/500/": {"500", regexp.MustCompile("status 500")}, "/503/": {"503", regexp.MustCompile("status 503")}, "/drop/": {"-3", regexp.MustCompile("reset|status -3")}} {
		asked := 0
		for n := range 6 {
			url := fmt.Sprint(s.URL, path, n)
			if _, hit := hits.Load(fmt.Sprint(path, n)); !hit {
				continue // what is said of it is what its origin said
			}
			asked++
			if log := lastOf(readIf(dir, "log", "crawl.log"), url+" "); len(log) == 0 || log[1] != want.status {
				t.Errorf("the crawl log says of %s %q, want status %s", url, log, want.status)
			}
			if waits := lastOf(readIf(dir, "waiting.tsv"), url+"\t"); len(waits) > 0 && !want.reason.MatchString(strings.Join(waits[1:], " ")) {
				t.Errorf("waited for is %q, want %v", waits, want.reason)
			}
		}
		if asked == 0 {
			t.Errorf("nothing of %s was asked for", path)
		}
	}
}

// lastOf returns the fields of the last line with a URL in it.
func lastOf(text, url string) (fields []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, url) {
			fields = strings.Fields(line)
		}
	}
	return fields
}

// Broken pages among good ones end a crawl as failed, after a tenth of the patience, and do not make a dead host of
// theirs; also those of a run before.
func TestBrokenPagesAreNotWaitedFor(t *testing.T) {
	var hits atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		w.Header().Set("Content-Type", "text/html")
		if strings.HasPrefix(r.URL.Path, "/broken") {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		for i := range 5 {
			fmt.Fprintf(w, `<a href="/broken/%d">a</a><a href="/%d">b</a>`, i, i)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Politeness = fetch.Politeness{Tries: 3, Patience: 20 * time.Second}
	for run := range 2 {
		began, res := time.Now(), livecrawl.Result{}
		if run == 0 {
			res = crawl(t, config(s.URL), o)
		} else {
			res = resume(t, o)
		}
		if took := time.Since(began); !res.Done || res.Failed != 5 || res.Stats.Fetched != 6 || took > 15*time.Second {
			t.Errorf("run %d took %v: %s: %+v", run, took, res.Why, res.Counts)
		}
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("weft verify finds damage: %+v", v.Damage)
	}
}

// Many broken pages, the last of a host, do not make a dead host of theirs. When the host is away for a while, with a few
// good pages left, they come. Requests that check the host are no pages.
func TestManyBrokenPages(t *testing.T) {
	long(t)
	t.Parallel()
	for _, c := range []struct {
		name   string
		broken int           // of 30 pages, the last ones
		from   int64         // the request from which on all are answered with 500
		away   time.Duration // how long
	}{{"broken", 12, 0, 0}, {"broken, and away", 12, 12, 4 * time.Second}, {"away before the last two", 0, 31, 4 * time.Second}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var hits, since atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := hits.Add(1)
				var page int
				_, err := fmt.Sscanf(r.URL.Path, "/%d", &page)
				away := false
				if c.away > 0 && n >= c.from {
					since.CompareAndSwap(0, time.Now().UnixNano())
					away = time.Since(time.Unix(0, since.Load())) < c.away
				}
				w.Header().Set("Content-Type", "text/html")
				switch {
				case r.URL.Path == "/robots.txt":
					w.WriteHeader(http.StatusNotFound)
				case away, err == nil && page >= 30-c.broken:
					w.WriteHeader(http.StatusInternalServerError)
				case r.URL.Path == "/":
					for i := range 30 {
						fmt.Fprintf(w, `<a href="/%d">a</a>`, i)
					}
				default:
					fmt.Fprintf(w, "<title>Page %d</title>", page)
				}
			}))
			defer s.Close()
			dir := filepath.Join(t.TempDir(), "c")
			o := options(dir)
			o.Politeness = fetch.Politeness{Tries: 3, Patience: time.Minute}
			began := time.Now()
			res := crawl(t, config(s.URL), o)
			if took := time.Since(began); !res.Done || res.Failed != uint64(c.broken) || res.Stats.Fetched != uint64(31-c.broken) || took > 45*time.Second { //nolint:gosec // few
				t.Errorf("it took %v: %s: %+v", took, res.Why, res.Counts)
			}
			if checks := keptFor(t, dir, "check"); len(checks) == 0 {
				t.Errorf("the host was checked by %v", checks)
			}
			if v := verify(t, dir); len(v.Damage) > 0 {
				t.Errorf("weft verify finds damage: %+v", v.Damage)
			}
		})
	}
}

// nonsense answers with what is no HTTP, or a header without end, as a server or who stands before it does when it is out of
// order.
func nonsense(w http.ResponseWriter, endless bool) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer c.Close()
	if endless {
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nX: %s", strings.Repeat("x", 2<<20))
		return
	}
	fmt.Fprint(c, "\x00\x01 of another protocol\r\n\r\n")
}

// A host that answers with what is no HTTP for a while, when it had answered before, has an outage: its pages are asked for
// again. A page that it goes on to answer so has failed, and the next run asks once more.
func TestNonsenseForAWhile(t *testing.T) {
	long(t)
	var hits, lone atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := hits.Add(1)
		switch {
		case r.URL.Path == "/robots.txt":
			w.WriteHeader(http.StatusNotFound)
			return
		case r.URL.Path == "/lone":
			lone.Add(1)
			nonsense(w, false)
			return
		case n > 4 && n <= 9:
			nonsense(w, n%3 == 0)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			fmt.Fprint(w, `<a href="/lone">l</a>`)
		}
		for i := range 12 {
			fmt.Fprintf(w, `<a href="/%d">a</a>`, i)
		}
	}))
	defer s.Close()
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Politeness = fetch.Politeness{Tries: 2, Patience: 10 * time.Second}
	for run := range 2 {
		before, res := lone.Load(), livecrawl.Result{}
		if run == 0 {
			res = crawl(t, config(s.URL), o)
		} else {
			res = resume(t, o)
		}
		if !res.Done || res.Stats.Fetched != 13 || res.Failed != 1 || lone.Load() == before {
			t.Errorf("run %d: %s: %+v; the page that fails was asked for %d times", run, res.Why, res.Counts, lone.Load()-before)
		}
	}
	if log := lastOf(readIf(dir, "log", "crawl.log"), "/lone "); len(log) == 0 || log[1] != "-5" {
		t.Errorf("the crawl log says %q of the page that fails", log)
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("weft verify finds damage: %+v", v.Damage)
	}
}
