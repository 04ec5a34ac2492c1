package livecrawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/livecrawl"
)

// Waiting counts all known pages that the server was not asked for: during the run, when most are in the queue of their host,
// and at the end of a run that stopped at a limit.
func TestWaiting(t *testing.T) {
	const links, limit = 50, 10
	var mu sync.Mutex
	requested, release := map[string]bool{}, make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		mu.Lock()
		requested[r.URL.Path] = true
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/" {
			<-release
			return
		}
		for i := range links {
			fmt.Fprintf(w, "<a href=/%d>%d</a>", i, i)
		}
	}))
	defer server.Close()
	count := func() uint64 {
		mu.Lock()
		defer mu.Unlock()
		return uint64(len(requested))
	}
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Limits.Pages = limit
	j, err := livecrawl.Create(config(server.URL+"/"), o)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan livecrawl.Result)
	go func() { done <- run(t, j) }()
	var s livecrawl.Status
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		before := count()
		if s = j.Status(); s.Known == links+1 && before > 1 && before == count() && s.Waiting == s.Known-before {
			break
		}
	}
	if s.Known != links+1 || s.Waiting != s.Known-count() || s.Queue.Items == 0 {
		t.Errorf("%d of %d pages wait, %d in queues, and the server was asked for %d", s.Waiting, s.Known, s.Queue.Items, count())
	}
	close(release)
	r := <-done
	if r.Known != links+1 || r.Waiting != r.Known-count() {
		t.Errorf("at the end %d of %d pages wait, and the server was asked for %d: %s", r.Waiting, r.Known, count(), strings.TrimSpace(r.Why))
	}
}
