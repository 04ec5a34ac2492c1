//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A site is some hosts, whose pages are made of numbers, and what happens to them.
type site struct {
	name  string
	pages int      // of each host: page i links to 2i+1 and 2i+2
	names []string // of hosts that are good at last
	tls   []string // of hosts that have a port 443
	kills int
	args  []string // of the crawl
	// patience is the patience of the crawl; "" stands for 40 seconds. again, if not nil, is called when the crawl
	// has ended, and another run resumes it.
	patience string
	again    func(s *site)
	// fault, if not nil, answers instead of the page; it returns whether it did.
	fault func(s *site, rw http.ResponseWriter, r *http.Request, page []byte) bool
	life  func(s *site) // events of the site, from the first request on
	links []string      // on the first page of each host, beside its own
	dead  []string      // URLs that never answer, to be listed with a reason
	// endless, if not nil, returns the body of a URL without end; ok is false for others.
	endless func(path, query string) (body string, ok bool)

	bench *bench
	hosts []*host
	begin time.Time

	mu       sync.Mutex
	rand     *rand.Rand
	requests int
	useless  int             // of them to endless URLs
	whole    map[string]int  // answers that were written to the end, by URL
	asked    map[string]bool // URLs
	began    bool
}

func (s *site) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	url := scheme + r.Host + r.URL.RequestURI()
	s.note(url)
	body, ok := s.body(r)
	if s.fault != nil && s.fault(s, rw, r, body) {
		return
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	rw.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if !ok {
		rw.WriteHeader(http.StatusNotFound)
	}
	if _, err := rw.Write(body); err == nil && ok {
		s.mu.Lock()
		s.whole[url]++
		s.mu.Unlock()
	}
}

// note counts a request; with the first one life begins.
func (s *site) note(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if s.asked[url] = true; !s.began {
		s.began, s.begin = true, time.Now()
		if s.life != nil {
			go s.life(s)
		}
	}
}

// chance is true for a share of the times.
func (s *site) chance(share float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rand.Float64() < share
}

// since is the age of the site.
func (s *site) since() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.begin)
}

// body makes a page: of a number, or without end.
func (s *site) body(r *http.Request) ([]byte, bool) {
	if r.URL.Path == "/" {
		return s.page(r.Host, 0), true
	}
	if text, ok := strings.CutPrefix(r.URL.Path, "/texts/"); ok {
		if i, err := strconv.Atoi(strings.TrimSuffix(text, ".html")); err == nil && i > 0 && i < s.pages && path(i) == r.URL.Path {
			return s.page(r.Host, i), true
		}
	}
	if s.endless != nil {
		if body, ok := s.endless(r.URL.Path, r.URL.RawQuery); ok {
			s.mu.Lock()
			s.useless++
			s.mu.Unlock()
			return []byte(body), true
		}
	}
	return []byte("no such page"), false
}

func path(i int) string {
	if i == 0 {
		return "/"
	}
	return fmt.Sprintf("/texts/%d.html", i)
}

// page makes page i of a host, which says something that no other says.
func (s *site) page(host string, i int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>text %d of %s</title>\n", i, host)
	for _, to := range []int{2*i + 1, 2*i + 2} {
		if to < s.pages {
			fmt.Fprintf(&b, "<a href=%s>on</a>\n", path(to))
		}
	}
	if i == 0 {
		for _, to := range s.links {
			fmt.Fprintf(&b, "<a href='%s'>more</a>\n", to)
		}
	}
	r := rand.New(rand.NewPCG(uint64(i), uint64(len(host)))) //nolint:gosec // not negative
	for range 200 {
		b.WriteByte(' ')
		for range 3 + r.IntN(6) {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
	}
	return []byte(b.String())
}

// reachable returns the URLs that are available.
func (s *site) reachable() []string {
	var urls []string
	for _, name := range s.names {
		for i := range s.pages {
			urls = append(urls, "http://"+name+path(i))
		}
	}
	return urls
}

// known returns the reachable URLs with a link on a complete page: the crawl must know them.
func (s *site) known() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var urls []string
	for _, name := range s.names {
		for i := range s.pages {
			if url := "http://" + name; i == 0 || s.whole[url+path((i-1)/2)] > 0 {
				urls = append(urls, url+path(i))
			}
		}
	}
	return urls
}
