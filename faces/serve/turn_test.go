package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A held-up reader takes the first bytes of a response, and no more until it is freed.
type heldUp struct {
	*httptest.ResponseRecorder
	begun, freed chan struct{}
}

func (h *heldUp) Write(b []byte) (int, error) {
	close(h.begun)
	<-h.freed
	return h.ResponseRecorder.Write(b)
}

// TestSlowReader lets a reader of a list stop: other work of the server, and jobs, do not wait for the reader.
func TestSlowReader(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}})
	free := s.jobs.Free()
	w := &heldUp{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	r := httptest.NewRequest(http.MethodGet, "/c/stated/missing/urls?class=failed", http.NoBody)
	r.Host = "127.0.0.1:80"
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.ServeHTTP(w, r)
	}()
	<-w.begun
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if !s.work.wait(ctx) {
		t.Error("the reader holds up all work of the server")
	} else {
		s.work.Unlock()
	}
	if got := s.jobs.Free(); got != free {
		t.Errorf("the reader holds %d bytes of the memory of jobs", free-got)
	}
	close(w.freed)
	<-done
	if w.Code != http.StatusOK || w.Body.Len() == 0 {
		t.Errorf("status %d: %q", w.Code, w.Body)
	}
}

// TestGoneReaders ends requests that wait for work of the server when their readers have gone.
func TestGoneReaders(t *testing.T) {
	dir := sitedCrawl(t)
	s := serving(t, Options{Crawls: []string{dir}})
	get(s, "/c/sited/site?n=0") // it is kept
	s.work.Lock()
	defer s.work.Unlock()
	s.draws.Lock()
	defer s.draws.Unlock()
	for _, path := range []string{"/c/sited/missing/urls?class=failed", "/c/sited/site?n=1", "/c/sited/sites"} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
		r.Host = "127.0.0.1:80"
		s.ServeHTTP(httptest.NewRecorder(), r) // hangs if it waits on
		cancel()
	}
	if w := get(s, "/c/sited/site?n=0"); w.Code != http.StatusOK { // hangs if it waits for another site
		t.Errorf("a kept outline: status %d", w.Code)
	}
}
