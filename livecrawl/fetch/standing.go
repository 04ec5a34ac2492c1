package fetch

import (
	"cmp"
	"slices"
	"time"

	"weft/crawl/patience"
	"weft/crawl/polite"
)

// A Busy is a page that is being fetched.
//
//json:object busy visit
type Busy struct {
	URL string        `json:"url"`    // URL of the page
	For time.Duration `json:"for_ns"` // time since the visit began, ns
}

// Standing returns how the queue stands, its slowest hosts, the pages that are being fetched, and what waits for hosts.
func (w *Web) Standing() (polite.Stats, []polite.HostStats, []Busy, patience.Waiting) {
	return w.sched.Stats(), w.sched.Slowest(shown), w.fetching(), w.waits.Waiting()
}

// fetching returns the pages that are being fetched.
func (w *Web) fetching() []Busy {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []Busy
	now := time.Now()
	for v, since := range w.busy {
		list = append(list, Busy{string(v.URL), now.Sub(since)})
	}
	slices.SortFunc(list, func(a, b Busy) int { return cmp.Compare(b.For, a.For) })
	return list[:min(len(list), shown)]
}

// shown is how many hosts and pages a Status names.
const shown = 10
