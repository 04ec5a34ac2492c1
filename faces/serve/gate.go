package serve

import (
	"context"
	"net/http"
	"path"
	"runtime"
	"strings"
	"sync"
	"time"
)

// A gate bounds the number of requests that do the same at a time. Others wait.
type gate chan struct{}

const (
	// gatePatience is how long a request waits at a gate. After it, the reader is asked to come back.
	// A gate bounds memory: on a busy machine a late page is better than none.
	gatePatience = 20 * time.Second
	// mostDownloads is the number of downloads at a time. A download lasts as long as its reader reads.
	mostDownloads = 16
)

// mostSearches is the number of searches at a time within a budget. Searches have a sixteenth of the budget. A search in
// ten million pages takes about 4 MiB. At least 16 run, and eight for each processor: some wait for the disk.
func mostSearches(memory int64) int {
	const each, least, most, search = 8, 16, 256, 4 << 20
	return max(least, each*runtime.GOMAXPROCS(0), int(min(memory/16/search, most)))
}

// enter takes a place. It returns false if none is free in time, or the reader has gone.
func (g gate) enter(ctx context.Context, patience time.Duration) bool {
	select {
	case g <- struct{}{}: // without a timer
		return true
	default:
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case g <- struct{}{}:
		return true
	case <-late.C:
	case <-ctx.Done():
	}
	return false
}

// leave gives the place back.
func (g gate) leave() { <-g }

// searches are the last parts of the addresses of requests that read much of a crawl for one response.
var searches = map[string]bool{"pages": true, "page": true, "hosts": true, "links": true, "record": true}

// apiMapPattern is the end of the route of maps for programs. A map may have many megabytes.
const apiMapPattern = apiRoot + "/crawls/{crawl}/map"

// gateOf returns the gate of a route; nil for none. A download of a table has an ending.
func (s *Server) gateOf(pattern string) (g gate, stream bool) {
	last := path.Base(pattern)
	switch table, _, ending := strings.Cut(last, "."); {
	case searches[last]:
		return s.searches, false
	case ending && searches[table], last == "urls", strings.HasSuffix(pattern, apiMapPattern):
		return s.downloads, true
	}
	return nil, false
}

// gated lets requests wait at the gates of their routes. A search leaves its gate with the first byte of its response, so
// that a slow reader holds up no other. A download keeps its place to the end.
func (s *Server) gated(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		g, stream := s.gateOf(pattern)
		switch {
		case g == nil:
			mux.ServeHTTP(w, r)
			return
		case !g.enter(r.Context(), s.gatePatience):
			s.busy(w, r)
			return
		}
		leave := sync.OnceFunc(g.leave)
		defer leave()
		if !stream {
			w = &leaving{w, leave}
		}
		mux.ServeHTTP(w, r)
	})
}

// busy asks a reader to come back.
func (s *Server) busy(w http.ResponseWriter, r *http.Request) {
	if r.Context().Err() != nil {
		return
	}
	const what = "Many readers search or download at this moment"
	w.Header().Set("Retry-After", "5")
	if isAPI(r) {
		s.apiError(w, http.StatusServiceUnavailable, what+": ask again later")
		return
	}
	s.fail(w, http.StatusServiceUnavailable, what+".", "Load this page again in some seconds.")
}

// A leaving response leaves a gate before its first byte.
type leaving struct {
	http.ResponseWriter
	leave func()
}

// WriteHeader implements [http.ResponseWriter].
func (l *leaving) WriteHeader(status int) {
	l.leave()
	l.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (l *leaving) Write(b []byte) (int, error) {
	l.leave()
	return l.ResponseWriter.Write(b)
}

// Unwrap returns the response for [http.ResponseController].
func (l *leaving) Unwrap() http.ResponseWriter { return l.ResponseWriter }
