package livecrawl

import (
	"sync"
	"time"

	"weft/crawl/estimate"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/internal/mem"
	"weft/livecrawl/fetch"
	"weft/livecrawl/memo"
)

// Status is the state of a crawl. Any goroutine may request it at any time.
//
//json:object status
type Status struct {
	Began    time.Time     `json:"began"`      // when this run began, RFC 3339
	Elapsed  time.Duration `json:"elapsed_ns"` // time since then, ns
	Strategy string        `json:"strategy"`   // strategy that chooses the next page
	Paused   bool          `json:"paused"`     // the run is paused
	// reason why the run ends
	Why string `json:"why,omitempty" absent:"there are as many as requested, or the run goes on"`

	memo.Counts
	Waiting    uint64           `json:"waiting"`    // known pages that were not requested yet, those in the queues of hosts too
	Unanswered patience.Waiting `json:"unanswered"` // pages that were picked and are still unanswered
	Hosts      int              `json:"hosts"`      // hosts that were met
	// estimated number of pages known at the end of the crawl: `low`, `estimate`, `high`. `high` is
	// null while no upper end is known, as while a trap rule holds pages back
	Size     estimate.Interval `json:"size"`
	PageRate float64           `json:"pages_per_second"` // pages per second, over the last seconds
	ByteRate float64           `json:"bytes_per_second"` // bytes per second, over the last seconds
	// estimated time until the limit or the estimated size is reached, ns
	Left time.Duration `json:"left_ns,omitempty"`

	CutPages *memo.Cut `json:"cut_pages,omitempty"` // pages held back by trap rules and limits

	// what the frontier has left that the crawl shares with others
	Frontier *SharedFrontier `json:"frontier,omitempty" absent:"the crawl has a frontier of its own"`

	Told []Message `json:"told,omitempty"` // urgent messages, newest last

	Trust    *Trust `json:"trust,omitempty"`       // newest estimate of fidelity
	TrustWhy string `json:"trust_error,omitempty"` // reason why there is no newer estimate

	Queue   polite.Stats       `json:"queue"`            // state of the queues of hosts
	Slowest []polite.HostStats `json:"slowest"`          // hosts with the longest time left
	Busy    []fetch.Busy       `json:"busy"`             // pages that are being fetched
	Memory  int64              `json:"anonymous_memory"` // peak of the anonymous memory of the process, bytes
	Planned Memory             `json:"memory"`           // memory of the run by part
}

// Status returns how the crawl stands.
func (j *Job) Status() Status {
	t := j.trackers.Standing()
	s := Status{
		Began: j.meter.began, Elapsed: time.Since(j.meter.began), Strategy: j.currentStrategy(), Counts: t.Counts, Hosts: t.Hosts, Size: t.Size, CutPages: t.Cut,
	}
	s.Why = j.ending.reason()
	if s.Known > s.Picked {
		s.Waiting = s.Known - s.Picked
	}
	s.PageRate, s.ByteRate = j.meter.rate(time.Now(), s.Counts)
	s.Memory, s.Told, s.Planned = mem.Anonymous(), j.told.list(), j.memory.status()
	s.Trust, s.TrustWhy = j.trust.state()
	if s.Frontier = j.sharedFrontier(); s.Frontier != nil {
		s.Waiting = 0 // others may have fetched these pages
	}
	if j.source.live != nil {
		s.Queue, s.Slowest, s.Busy, s.Unanswered = j.source.live.Standing()
		s.Paused = s.Queue.Paused
		s.Waiting += uint64(max(s.Queue.Items, 0)) //nolint:gosec // not negative
	}
	s.Left = j.eta(&s)
	return s
}

// eta guesses how long the run continues.
func (j *Job) eta(s *Status) time.Duration {
	done := s.Fetched - min(j.First().Fetched, s.Fetched)
	if s.Unanswered.Pages > 0 && s.Waiting == 0 && len(s.Busy) == 0 {
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

// A meter measures rates.
type meter struct {
	began time.Time // the run

	mu    sync.Mutex
	first memo.Counts // when the run began
	times []time.Time
	pages []uint64
	bytes []uint64
}

// window is over how many moments, about a second apart, a rate is taken.
const window = 30

func (m *meter) begin(c memo.Counts) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.first, m.times, m.pages, m.bytes = c, nil, nil, nil // a replay is no progress
}

// rate returns pages and bytes a second, over the time since the oldest moment that is kept. Counts may have been taken
// before the run began: a replay may have ended since.
func (m *meter) rate(now time.Time, c memo.Counts) (pages, bytes float64) {
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
