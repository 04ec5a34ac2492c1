package watch_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
	"weft/web/live"
)

// newSite serves pages of a tree, and counts what it is asked for.
func newSite(t testing.TB, pages int, asked *atomic.Int64) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		time.Sleep(2 * time.Millisecond)
		i := 0
		if n, err := fmt.Sscanf(r.URL.Path, "/p%d", &i); r.URL.Path != "/" && (n != 1 || err != nil) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for to := 2*i + 1; to <= 2*i+2 && to < pages; to++ {
			fmt.Fprintf(w, "<a href=/p%d>on</a>\n", to)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func options(dir string) livecrawl.Options {
	return livecrawl.Options{Dir: dir, Version: "test", Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 4}}
}

func newJob(t testing.TB, url string, o livecrawl.Options) *livecrawl.Job {
	j, err := livecrawl.Create(folder.Config{Seeds: []string{url}, Scope: folder.Scope{Depth: -1}, Nofollow: true, RandomSeed: 1}, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// A pause stops the requests, and afterwards the crawl goes on to its end. Nothing is left running.
func TestPauseOfACrawl(t *testing.T) {
	const pages = 400
	var asked atomic.Int64
	s := newSite(t, pages, &asked)
	before := runtime.NumGoroutine()
	j := newJob(t, s.URL, options(filepath.Join(t.TempDir(), "c")))
	l, err := watch.Listen(":0")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := watch.Start(j, watch.Options{Out: &out, Listener: l})
	result := make(chan livecrawl.Result, 1)
	go func() {
		r, err := j.Run(t.Context())
		if err != nil {
			t.Error(err)
		}
		result <- r
	}()
	wait(t, "the crawl does not begin", func() bool { return asked.Load() > 50 })
	if !w.TogglePause() {
		t.Fatal("it cannot be paused")
	}
	wait(t, "pages under way do not end", func() bool { return j.Status().Queue.Turns == 0 })
	n := asked.Load()
	time.Sleep(200 * time.Millisecond)
	if got := asked.Load(); got != n || n > pages {
		t.Errorf("%d requests in the pause", got-n)
	}
	wait(t, "the page does not say that it is paused", func() bool { return status(t, l.URL()).View.State == "paused" })
	w.TogglePause()
	if r := <-result; !r.Done || r.Stats.Fetched != pages {
		t.Errorf("ended as %q with %d pages", r.Why, r.Stats.Fetched)
	}
	w.Close()
	w.Close()
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the page is still served")
		c.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	s.Close()
	wait(t, "goroutines are left", func() bool { return runtime.NumGoroutine() <= before })
}

// wait waits for something to become true.
func wait(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

func status(t *testing.T, url string) watch.Report {
	t.Helper()
	a, err := http.Get(url + "status.json")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var r struct {
		View watch.Standing `json:"view"`
	}
	if err := json.NewDecoder(a.Body).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return watch.Report{View: r.View}
}

// A crawl that is paused can be stopped.
func TestStopInAPause(t *testing.T) {
	var asked atomic.Int64
	s := newSite(t, 400, &asked)
	j := newJob(t, s.URL, options(filepath.Join(t.TempDir(), "c")))
	w := watch.Start(j, watch.Options{Quiet: true})
	defer w.Close()
	w.Pause(true)
	time.AfterFunc(50*time.Millisecond, func() { w.Stop("enough") })
	r, err := j.Run(t.Context())
	if err != nil || r.Why != "enough" || r.Stats.Fetched > 0 || asked.Load() > 0 {
		t.Errorf("%v, %q, %d pages, %d requests", err, r.Why, r.Stats.Fetched, asked.Load())
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// What a crawl that goes on learns again from its log is no progress of this run.
func TestResumed(t *testing.T) {
	var asked atomic.Int64
	s := newSite(t, 200, &asked)
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Limits.Pages = 100
	j := newJob(t, s.URL, o)
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	o.Limits.Pages = 0
	j, err := livecrawl.Resume(o)
	if err != nil {
		t.Fatal(err)
	}
	w := watch.Start(j, watch.Options{Quiet: true})
	defer w.Close()
	w.Pause(true)
	ended := make(chan error)
	go func() {
		_, err := j.Run(t.Context())
		ended <- err
	}()
	wait(t, "the log is not replayed", func() bool { return j.First().Learnt >= 100 })
	time.Sleep(10 * time.Millisecond)
	if r := j.Status().PageRate; r != 0 {
		t.Errorf("%v pages a second in a pause", r)
	}
	w.Pause(false)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := j.Status().Fetched; n != 200 {
		t.Errorf("%d pages", n)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}
