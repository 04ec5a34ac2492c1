package livecrawl_test

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/livecrawl/fetch"
)

// A politeHost is a host that takes its time, and what it was asked. A request ends in its log just before its answer
// is written: what comes after the answer comes after that.
type politeHost struct {
	name    string
	pages   int
	service time.Duration
	delay   time.Duration // it may be asked so long after an answer
	robots  string
	tooMany int           // this request is answered with 429
	after   time.Duration // Retry-After of that

	mu  sync.Mutex
	log []politeRequest
}

type politeRequest struct {
	began, ended time.Time
	wait         time.Duration // until the next
}

func (h *politeHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := politeRequest{began: time.Now(), wait: h.delay}
	time.Sleep(h.service)
	h.mu.Lock()
	status, body := http.StatusOK, "page "+r.RequestURI
	switch {
	case r.RequestURI == "/robots.txt":
		body = h.robots
	case h.tooMany > 0 && len(h.log) == h.tooMany:
		status, q.wait = http.StatusTooManyRequests, max(h.after, 2*time.Second) // twice the first back-off
		if h.after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(h.after.Seconds()))
		}
	case r.RequestURI == "/":
		for i := range h.pages - 1 {
			body += fmt.Sprintf("<a href=/%d>%d</a> ", i, i)
		}
	}
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	q.ended = time.Now()
	h.log = append(h.log, q)
	h.mu.Unlock()
	fmt.Fprint(w, body)
}

// check returns what a log says: how long the host could have been asked at most, and how long it was.
func (h *politeHost) check(t *testing.T) (allowed, took time.Duration) {
	t.Helper()
	if len(h.log) < h.pages {
		t.Errorf("%s: %d requests, want %d and more", h.name, len(h.log), h.pages)
	}
	allowed, took = checkGaps(t, h.name, h.log)
	return allowed, took
}

// checkGaps checks that no request came before the one before it was answered and the wait was over.
func checkGaps(t *testing.T, name string, log []politeRequest) (allowed, took time.Duration) {
	t.Helper()
	slices.SortFunc(log, func(a, b politeRequest) int { return a.began.Compare(b.began) })
	for i := 1; i < len(log); i++ {
		a, b := log[i-1], log[i]
		gap := b.began.Sub(a.ended)
		if gap < 0 {
			t.Errorf("%s: request %d came while the one before was being answered", name, i)
		} else if gap < a.wait {
			t.Errorf("%s: request %d came %s after the answer before it, want %s", name, i, gap, a.wait)
		}
		allowed += a.ended.Sub(a.began) + a.wait
		took += b.began.Sub(a.began)
	}
	return allowed, took
}

// politeDelay is the delay of these tests. WEFT_POLITE says otherwise, and asks for nine tenths of the allowed rate,
// which no machine that is busy with other things can promise.
func politeDelay(t *testing.T) (delay time.Duration, rate float64) {
	if text := os.Getenv("WEFT_POLITE"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		return d, 0.9
	}
	return 100 * time.Millisecond, 0
}

func serveOn(t *testing.T, addr string, h http.Handler) string {
	t.Helper()
	l, err := net.Listen("tcp", addr+":0")
	if err != nil {
		t.Skipf("this machine has no %s: %v", addr, err)
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// Twenty hosts with addresses of their own are each asked as often as they allow, and not more often.
func TestPoliteToHosts(t *testing.T) {
	long(t)
	t.Parallel()
	delay, rate := politeDelay(t)
	var hosts []*politeHost
	var seeds []string
	for i := range 20 {
		addr := fmt.Sprintf("127.0.0.%d", i+1)
		h := &politeHost{name: addr, pages: 16, delay: delay, service: time.Duration(i) * delay / 10}
		switch i % 5 {
		case 1:
			h.robots, h.delay = fmt.Sprintf("User-agent: *\nCrawl-delay: %g", 2*delay.Seconds()), 2*delay
		case 2:
			h.robots = fmt.Sprintf("User-agent: *\nCrawl-delay: %g", delay.Seconds()/2) // shorter than ours
		case 3:
			h.tooMany, h.after = 4+i%3, 3*time.Second*time.Duration(i%2)
		}
		hosts = append(hosts, h)
		seeds = append(seeds, "http://"+addr+":"+serveOn(t, addr, h)+"/")
	}
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Net.Workers = 32
	o.Politeness = fetch.Politeness{Delay: delay, AddressDelay: delay}
	if r := crawl(t, config(seeds...), o); r.Fetched != 20*16 {
		t.Errorf("got %+v", r.Counts)
	}
	worst := 1.0
	for _, h := range hosts {
		allowed, took := h.check(t)
		worst = min(worst, allowed.Seconds()/took.Seconds())
	}
	t.Logf("delay %s: the host asked least often got %.1f %% of what it allows", delay, 100*worst)
	if worst < rate {
		t.Errorf("a host got %.2f of the rate it allows", worst)
	}
}

// Twenty names of one address are asked in turn: the delay of the address holds for all of them, that of each host besides.
func TestPoliteToAnAddress(t *testing.T) {
	long(t)
	t.Parallel()
	delay, rate := politeDelay(t)
	delay /= 4
	var hosts []*politeHost
	byName := http.NewServeMux()
	for i := range 20 {
		h := &politeHost{name: fmt.Sprintf("h%d.test", i), pages: 6, delay: 4 * delay, service: time.Duration(i%3) * delay / 8}
		hosts = append(hosts, h)
		byName.Handle(h.name+"/", h)
	}
	port := serveOn(t, "127.0.0.1", byName)
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Net.Resolve = []string{"*:" + port + ":127.0.0.1"}
	o.Politeness = fetch.Politeness{Delay: 4 * delay, AddressDelay: delay}
	var seeds []string
	for _, h := range hosts {
		seeds = append(seeds, "http://"+h.name+":"+port+"/")
	}
	if r := crawl(t, config(seeds...), o); r.Fetched != 20*6 {
		t.Errorf("got %+v", r.Counts)
	}
	var all []politeRequest
	for _, h := range hosts {
		h.check(t)
		for _, q := range h.log {
			q.wait = delay
			all = append(all, q)
		}
	}
	allowed, took := checkGaps(t, "the address", all)
	share := allowed.Seconds() / took.Seconds()
	t.Logf("delay of the address %s: it got %.1f %% of what it allows", delay, 100*share)
	if share < rate {
		t.Errorf("the address got %.2f of the rate it allows", share)
	}
}

// Several connections to a host, if that is asked for, and never one more.
func TestConnectionsToAHost(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	pages := anchors(strings.Fields("/1 /2 /3 /4 /5 /6 /7 /8 /9 /10 /11 /12")...)
	port := serveOn(t, "127.0.0.1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(10 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		if r.RequestURI == "/" {
			fmt.Fprint(w, pages)
		}
	}))
	for _, n := range []int{0, 1, 3} {
		most = 0
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Politeness.Connections = n
		crawl(t, config("http://127.0.0.1:"+port+"/"), o)
		if want := cmp.Or(n, 1); most != want {
			t.Errorf("%d connections at once, want %d", most, want)
		}
	}
}
