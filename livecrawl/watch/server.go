package watch

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"weft/internal/inert"
	"weft/livecrawl"
)

// A server serves the status page of a Watcher. The methods of a nil server do nothing.
type server struct {
	watcher  *Watcher
	listener *Listener
	http     http.Server
	token    string // must come with whatever changes the crawl
	name     string // of this machine
	done     chan struct{}
}

// serve answers on a listener until close.
func (w *Watcher) serve(l *Listener) *server {
	s := &server{watcher: w, listener: l, token: rand.Text(), done: make(chan struct{})}
	s.name, _ = os.Hostname() // "" if it has none
	s.http = http.Server{
		Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 20 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() {
		defer close(s.done)
		s.http.Serve(l) //nolint:errcheck // it ends with close
	}()
	return s
}

func (s *server) close() {
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		s.http.Close() //nolint:errcheck // nothing is to be done about it
	}
	<-s.done
}

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /status.json", s.status)
	mux.Handle("GET /metrics", s.watcher.metrics())
	mux.HandleFunc("POST /pause", s.action(func() bool { return s.watcher.Pause(true) }))
	mux.HandleFunc("POST /resume", s.action(func() bool { return s.watcher.Pause(false) }))
	mux.HandleFunc("POST /stop", s.action(func() bool { s.watcher.Stop("it was stopped by the status page"); return true }))
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

// guard refuses requests under a name that this server does not know. Another site may point its own name here,
// and the browser then takes both for one origin. Reading is allowed under any name where other machines may read
// anyway. A request that changes the crawl must come from a page of this server: browsers send Origin or
// Sec-Fetch-Site with each such request.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer forms would be sent with the origin null
		h.Set("Cache-Control", "no-store")
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case !s.knows(r.Host) && (!read || !s.listener.Open()):
			http.Error(w, "this is not the name that --listen gives; use the address", http.StatusMisdirectedRequest)
		case !read && !FromHere(r):
			http.Error(w, "the request does not come from the status page", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows reports whether a Host names this server.
func (s *server) knows(host string) bool { return s.listener.Knows(host, s.name) }

// action does something to the crawl, if the request comes from the status page itself.
func (s *server) action(do func() bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
		if subtle.ConstantTimeCompare([]byte(r.PostFormValue("token")), []byte(s.token)) != 1 {
			http.Error(w, "the token of the status page is missing: reload the page", http.StatusForbidden)
			return
		}
		if !do() {
			http.Error(w, "this crawl cannot be paused", http.StatusConflict)
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// A Report is the content of /status.json.
type Report struct {
	Time    time.Time        `json:"time"` // of the status
	Status  livecrawl.Status `json:"status"`
	History History          `json:"history"` // of the last hour
	Course  Course           `json:"course"`  // estimates, over the run
	View    Standing         `json:"view"`    // the same as text
	Charts  []Chart          `json:"charts"`
	Tiles   []Figure         `json:"tiles"`
	Tables  []Table          `json:"tables"`
}

// moments is the number of points of the history that are shown.
const moments = 240

// Report returns how the crawl stood when it was last asked.
func (w *Watcher) Report() Report {
	w.mu.Lock()
	s := w.last
	h := w.history.thin(moments, s.Began)
	c := w.course.until(&s)
	w.mu.Unlock()
	s.wide = true
	v := newView(&s)
	return Report{
		Time: s.now.UTC().Truncate(time.Millisecond), Status: s.Status, History: h, Course: c,
		View: v, Charts: append(charts(&h), courseCharts(&c, s.Trust != nil && len(s.Trust.Doubts) > 0)...), Tiles: v.tiles(), Tables: v.tables(),
	}
}

func (s *server) status(w http.ResponseWriter, _ *http.Request) {
	text, err := json.MarshalIndent(s.watcher.Report(), "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(append(inert.JSON(text), '\n')) //nolint:errcheck // to somebody who has gone
}
