// Package serve makes HTTP handlers of the generated sites of package finite, and counts their requests.
package serve

import (
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"weft/testweb/finite"
)

// A Handler serves one site and counts requests by target. It is safe for concurrent use.
type Handler struct {
	site     *finite.Site
	requests atomic.Uint64
	mu       sync.Mutex
	asked    map[string]int
}

// New returns a handler for the site of a kind.
func New(kind finite.Kind) *Handler { return &Handler{site: kind.Site(), asked: map[string]int{}} }

// ServeHTTP answers a request; its number is the number of requests before.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target := r.URL.RequestURI()
	n := h.requests.Add(1)
	h.mu.Lock()
	h.asked[target]++
	h.mu.Unlock()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD are served", http.StatusMethodNotAllowed)
		return
	}
	a := h.site.Answer(finite.Request{Host: r.Host, Target: target, Number: n})
	if a.Location != "" {
		w.Header().Set("Location", a.Location)
		w.WriteHeader(a.Status)
		return
	}
	w.Header().Set("Content-Type", a.Type)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.Body)))
	w.WriteHeader(a.Status)
	w.Write(a.Body) //nolint:errcheck // the client sees it
}

// A Count counts the requests of a handler.
type Count struct {
	Site     int      // pages that the site has in earnest
	Fetched  int      // pages of these that were requested
	Missing  []string // pages of these that were not, in the order of Site.Paths
	Lost     []string // pages of these whose text no page has that was requested
	Requests int      // all requests
	Repeated int      // requests for a target that had been requested before
}

// Count returns the requests so far.
func (h *Handler) Count() (c Count) {
	h.mu.Lock()
	defer h.mu.Unlock()
	pages := make(map[string]bool, len(h.asked))
	for target, n := range h.asked {
		c.Requests += n
		c.Repeated += n - 1
		pages[h.site.Page(target)] = true
	}
	texts := map[uint64]bool{}
	for target := range h.site.Paths() {
		c.Site++
		if pages[target] {
			c.Fetched++
			texts[h.site.Text(target)] = true
		} else {
			c.Missing = append(c.Missing, target)
		}
	}
	for _, target := range c.Missing {
		if text := h.site.Text(target); !texts[text] {
			texts[text] = true
			c.Lost = append(c.Lost, target)
		}
	}
	return c
}
