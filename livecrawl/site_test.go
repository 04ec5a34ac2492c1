package livecrawl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/web/live"
	"weft/web/warc"
)

// A site is a made site on loopback, which counts what it is asked for.
type site struct {
	*httptest.Server
	pages map[string]string // bodies of HTML by path
	mu    sync.Mutex
	asked map[string]int
	delay atomic.Int64 // ns before each answer
	tags  bool         // answers have an ETag, and conditions are kept
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.RequestURI]++
	s.mu.Unlock()
	time.Sleep(time.Duration(s.delay.Load()))
	body, ok := s.pages[r.RequestURI]
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		body = "<title>not found</title><a href=/>home</a>"
	}
	if ok && s.tags {
		tag := fmt.Sprintf("%q", warc.Digest([]byte(body)))
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	fmt.Fprint(w, body)
}

// requests returns how often a path was asked for, and how many requests for pages there were.
func (s *site) requests() (of map[string]int, all int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of = map[string]int{}
	for path, n := range s.asked {
		if of[path] = n; path != "/robots.txt" {
			all += n
		}
	}
	return of, all
}

// newSite serves pages; those without a body get 404.
func newSite(t testing.TB, pages map[string]string) *site {
	s := &site{pages: pages, asked: map[string]int{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// randomPages makes n pages with links to some of them, all of which can be reached from /.
func randomPages(seed uint64, n int) map[string]string {
	r := rand.New(rand.NewPCG(seed, 77))
	pages := map[string]string{}
	name := func(i int) string {
		if i == 0 {
			return "/"
		}
		return fmt.Sprintf("/%c/p%d.html", 'a'+i%7, i)
	}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "<!DOCTYPE html><title>page %d</title>\n", i)
		for _, to := range []int{2*i + 1, 2*i + 2, r.IntN(n), r.IntN(n)} {
			if to < n {
				fmt.Fprintf(&b, "<a href=%q>to %d</a>\n", name(to), to)
			}
		}
		fmt.Fprintf(&b, "<a href='http://elsewhere.example/%d'>out</a><a href=/missing/%d>gone</a>", i%10, i%20)
		for range 60 {
			fmt.Fprintf(&b, " %c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
		}
		pages[name(i)] = b.String()
	}
	return pages
}

// options of a crawl of this machine, without politeness.
func options(dir string) livecrawl.Options {
	return livecrawl.Options{
		Dir: dir, Version: "test",
		Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 8, Lookup: lookup},
	}
}

// lookup knows localhost alone: no test asks a name server.
func lookup(_ context.Context, host string) ([]netip.Addr, error) {
	if host == "localhost" {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

func config(seeds ...string) folder.Config {
	return folder.Config{Seeds: seeds, Scope: folder.Scope{Depth: -1}, Traps: true, Repeats: repeats, Nofollow: true, RandomSeed: 1}
}

// crawl runs a crawl to its end.
func crawl(t testing.TB, c folder.Config, o livecrawl.Options) livecrawl.Result {
	t.Helper()
	j, err := livecrawl.Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, j)
}

func resume(t testing.TB, o livecrawl.Options) livecrawl.Result {
	t.Helper()
	j, err := livecrawl.Resume(o)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, j)
}

func run(t testing.TB, j *livecrawl.Job) livecrawl.Result {
	t.Helper()
	r, err := j.Run(t.Context())
	if err != nil {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	return r
}

// long skips a test that takes seconds, or much longer with the race detector, with -short.
func long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes seconds, and -short is given")
	}
}
