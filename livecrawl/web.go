package livecrawl

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"time"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/web/live"
	"weft/web/similar"
	"weft/web/warc"
)

// ErrOptions marks options of a run that make no sense.
var ErrOptions = errors.New("options")

// backOff is what a host waits that fails, at first.
const backOff = time.Second

// newLiveWeb makes the live Web of a run.
func newLiveWeb(j *Job, now *Config) (*liveWeb, error) {
	t, o, m := j.trackers, &j.opts, j.memory
	o.Net.Workers, o.Net.MaxBody, o.Net.Budget = m.workers, m.body, m.answers
	client, err := live.NewClient(o.Net)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	cfg := t.config()
	w := &liveWeb{trackers: t, body: m.body, larder: newLarder(cfg.Strict, m.workers, m.replies), reading: m.reading, client: client, polite: o.Politeness, probes: map[string]*similar.Probe{}, busy: map[*task]time.Time{}, tasks: map[uint64]*task{}, walks: map[string]int{}}
	w.polite.Tries = cmp.Or(w.polite.Tries, 3)
	w.waits = patience.New(w.patienceOptions(j.told.add, func(p crawl.Page) bool {
		return t.worth(p, m.body, min(m.reading.Size()/readFactor, maxDecoded))
	}))
	t.await(w.waits)
	w.sched = polite.New[*task](polite.Options{
		Delay: w.polite.Delay, AddressDelay: w.polite.AddressDelay, PerHost: w.polite.Connections,
		MaxDelay: maxCrawlDelay, BackOff: w.backOff(), MaxBackOff: maxBackOff,
	})
	w.robots, err = live.NewRobots(w.fetchRobots, live.RobotsOptions{
		Agent: o.Net.UserAgent, Ignore: now.Robots == "ignore", Google: now.Robots == "google", MaxBytes: m.robots, Retry: time.Millisecond, Tries: math.MaxInt, // patience says when
	})
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	w.cookies = o.Net.Cookies || len(o.Net.CookieList) > 0
	if !o.NoDedup {
		w.originals = newOriginals(filepath.Join(o.Dir, warcDir))
		w.originals.most = max(m.originals, 1)
	}
	if cfg.Since != "" {
		if w.since, err = openSince(cfg.Since); err != nil {
			client.Close()
			return nil, err
		}
	}
	w.workers = sync.Pool{New: func() any {
		packer, err := warc.NewPacker(warc.WriterOptions{})
		if err != nil {
			panic(err) // options without choice
		}
		f := &fetcher{web: w, linker: newLinker(t.config()), packer: packer}
		if w.since != nil {
			f.since = w.since.NewReader()
			f.since.Bound(min(w.reading.Size()/storedFactor, maxDecoded))
		}
		return f
	}}
	return w, nil
}

// backOff is what a host waits at first that fails; nothing without politeness.
func (w *liveWeb) backOff() time.Duration {
	if w.polite.Delay == 0 {
		return 0
	}
	return max(w.polite.Delay, backOff)
}

// patienceOptions says how long to wait for what does not answer.
func (w *liveWeb) patienceOptions(tell func(string), worth func(crawl.Page) bool) patience.Options {
	return patience.Options{
		Total: w.polite.Patience, First: min(max(10*w.polite.Delay, 2*backOff), longestPause), Longest: longestPause, Tell: tell,
		OfPage: isOfPage, Worth: worth, ForSeeds: w.polite.ForSeeds,
	}
}

const (
	// longestPause is how long nobody asks an origin that does not answer.
	longestPause = 30 * time.Minute
	// maxCrawlDelay is the longest crawl-delay that is kept; a host that asks for more is not crawled.
	maxCrawlDelay = 24 * time.Hour
	// maxRest is the longest rest that a host gets for its Retry-After while its pages wait in the queue; for a longer
	// one it is put down.
	maxRest = 5 * time.Minute
)

// maxBackOff is what a host waits that fails again and again.
const maxBackOff = 2 * time.Minute

// close ends connections, and what was opened.
func (w *liveWeb) close() error {
	w.client.Close()
	w.waits.Close()
	if w.since != nil {
		return w.since.Close()
	}
	return nil
}
