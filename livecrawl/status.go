package livecrawl

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"weft/crawl/estimate"
	"weft/crawl/polite"
	"weft/internal/mem"
)

// Status says how a crawl stands. It may be asked for at any time, by anybody.
//
//json:object status
type Status struct {
	Began    time.Time     `json:"began"`      // when this run began, RFC 3339
	Elapsed  time.Duration `json:"elapsed_ns"` // time since then, ns
	Strategy string        `json:"strategy"`   // strategy that chooses the next page
	Paused   bool          `json:"paused"`     // the run is paused
	// reason why the run ends
	Why string `json:"why,omitempty" absent:"there are as many as requested, or the run goes on"`

	Counts
	Waiting    uint64     `json:"waiting"`    // known pages that were not picked yet
	Unanswered Unanswered `json:"unanswered"` // pages that were picked and are still unanswered
	Hosts      int        `json:"hosts"`      // hosts that were met
	// estimated number of pages known at the end of the crawl: `low`, `estimate`, `high`. `high` is
	// null while no upper end is known, as while a trap rule holds pages back
	Size     estimate.Interval `json:"size"`
	PageRate float64           `json:"pages_per_second"` // pages per second, over the last seconds
	ByteRate float64           `json:"bytes_per_second"` // bytes per second, over the last seconds
	// estimated time until the limit or the estimated size is reached, ns
	Left time.Duration `json:"left_ns,omitempty"`

	CutPages *Cut `json:"cut_pages,omitempty"` // pages held back by trap rules and limits

	Told []Message `json:"told,omitempty"` // urgent messages, newest last

	Trust    *Trust `json:"trust,omitempty"`       // newest estimate of fidelity
	TrustWhy string `json:"trust_error,omitempty"` // reason why there is no newer estimate

	Queue   polite.Stats       `json:"queue"`            // state of the queues of hosts
	Slowest []polite.HostStats `json:"slowest"`          // hosts with the longest time left
	Busy    []BusyVisit        `json:"busy"`             // pages that are being fetched
	Memory  int64              `json:"anonymous_memory"` // peak of the anonymous memory of the process, bytes
	Planned Memory             `json:"memory"`           // memory of the run by part
}

// A BusyVisit is a page that is being fetched.
//
//json:object busy visit
type BusyVisit struct {
	URL string        `json:"url"`    // URL of the page
	For time.Duration `json:"for_ns"` // time since the visit began, ns
}

// shown is how many hosts and pages a Status names.
const shown = 10

// Status returns how the crawl stands.
func (j *Job) Status() Status {
	t := &j.trackers.tally
	t.mu.Lock()
	s := Status{
		Began: j.began, Elapsed: time.Since(j.began), Strategy: j.currentStrategy(), Counts: t.counts.clone(), Hosts: t.hosts, Size: t.size, CutPages: t.cut,
	}
	t.mu.Unlock()
	s.Why = j.reason()
	if s.Known > s.Picked {
		s.Waiting = s.Known - s.Picked
	}
	s.PageRate, s.ByteRate = j.meter.rate(time.Now(), s.Counts)
	s.Memory, s.Told, s.Planned = mem.Anonymous(), j.told.list(), j.memory.status()
	s.Trust, s.TrustWhy = j.trust.state()
	if j.live != nil {
		s.Queue, s.Slowest, s.Busy = j.live.sched.Stats(), j.live.sched.Slowest(shown), j.live.fetching()
		s.Paused = s.Queue.Paused
		s.Unanswered = j.live.waits.unanswered()
	}
	s.Left = j.eta(&s)
	return s
}

// eta guesses how long the run goes on.
func (j *Job) eta(s *Status) time.Duration {
	done := s.Fetched - min(j.First().Fetched, s.Fetched)
	if s.Unanswered.Pages > 0 && s.Waiting == 0 && s.Queue.Items == 0 && len(s.Busy) == 0 {
		return 0 // all that is left waits for its next try
	}
	if done < 10 || s.Elapsed < time.Second {
		return 0
	}
	end := s.Size.Estimate
	if l := j.opts.Limits.Pages; l > 0 {
		end = min(end, float64(l))
	}
	left := time.Duration(max(end-float64(s.Learnt), 0) / float64(done) * float64(s.Elapsed))
	if t := j.opts.Limits.Time; t > 0 {
		left = min(left, t-s.Elapsed)
	}
	return left
}

// fetching returns the pages that are being fetched.
func (w *liveWeb) fetching() []BusyVisit {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []BusyVisit
	now := time.Now()
	for v, since := range w.busy {
		list = append(list, BusyVisit{string(v.url), now.Sub(since)})
	}
	slices.SortFunc(list, func(a, b BusyVisit) int { return cmp.Compare(b.For, a.For) })
	return list[:min(len(list), shown)]
}

// A meter measures rates.
type meter struct {
	mu    sync.Mutex
	first Counts // when the run began
	times []time.Time
	pages []uint64
	bytes []uint64
}

// window is over how many moments, about a second apart, a rate is taken.
const window = 30

func (m *meter) begin(c Counts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.first, m.times, m.pages, m.bytes = c, nil, nil, nil // a replay is no progress
}

// rate returns pages and bytes a second, over the time since the oldest moment that is kept. Counts may have been taken
// before the run began: a replay may have ended since.
func (m *meter) rate(now time.Time, c Counts) (pages, bytes float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c.Learnt, c.Bytes = max(c.Learnt, m.first.Learnt), max(c.Bytes, m.first.Bytes)
	if n := len(m.times); n == 0 || now.Sub(m.times[n-1]) >= time.Second {
		m.times, m.pages, m.bytes = append(m.times, now), append(m.pages, c.Learnt), append(m.bytes, c.Bytes)
	}
	if n := len(m.times) - window; n > 0 {
		m.times, m.pages, m.bytes = m.times[n:], m.pages[n:], m.bytes[n:]
	}
	s := now.Sub(m.times[0]).Seconds()
	if s <= 0 {
		return 0, 0
	}
	return float64(c.Learnt-min(m.pages[0], c.Learnt)) / s, float64(c.Bytes-m.bytes[0]) / s
}
