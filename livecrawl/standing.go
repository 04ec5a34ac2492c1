package livecrawl

import (
	"cmp"
	"slices"
	"time"

	"weft/crawl/patience"
	"weft/crawl/polite"
)

// A BusyVisit is a page that is being fetched.
type BusyVisit struct {
	URL string        `json:"url"`
	For time.Duration `json:"for_ns"`
}

// standing returns how the queue stands, its slowest hosts, the pages that are being fetched, and what waits for hosts.
func (w *liveWeb) standing() (polite.Stats, []polite.HostStats, []BusyVisit, patience.Waiting) {
	return w.sched.Stats(), w.sched.Slowest(shown), w.fetching(), w.waits.Waiting()
}

// fetching returns the pages that are being fetched.
func (w *liveWeb) fetching() []BusyVisit {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []BusyVisit
	now := time.Now()
	for v, since := range w.busy {
		list = append(list, BusyVisit{string(v.URL), now.Sub(since)})
	}
	slices.SortFunc(list, func(a, b BusyVisit) int { return cmp.Compare(b.For, a.For) })
	return list[:min(len(list), shown)]
}
