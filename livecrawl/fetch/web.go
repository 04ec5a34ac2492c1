package fetch

import (
	"cmp"
	"math"
	"sync"
	"time"

	"weft/crawl"
	"weft/crawl/archive"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/similar"
	"weft/web/warc"
)

// backOff is the first delay of a failing host.
const backOff = time.Second

// Visits are the pages that a crawl picks, and what is known of each.
type Visits interface {
	// Start begins the visit of a pick. It is called for each pick, in their order.
	Start(p crawl.Pick)
	// At returns the visit of a pick; nil if it is not under way.
	At(seq uint64) *visit.Visit
	// Err returns what start could not say.
	Err() error
	// Config returns the configuration that holds now.
	Config() *folder.Config
	// Name appends the URL of a page.
	Name(dst []byte, p crawl.Page) ([]byte, error)
	// Worth reports whether a request may bring more of a page than was kept, given the bytes received and read.
	Worth(p crawl.Page, body, read int64) bool
	// Echoes reports whether links of pages of a form echoed their addresses, see trap.Suspicion. Any goroutine may call
	// it.
	Echoes(form uint64) bool
}

// Options are the options of the live Web of a run.
type Options struct {
	Politeness Politeness
	Net        live.Options // Room overrides the number of workers and the bounds of memory
	Robots     string       // as Config.Robots, from now on
	Room       *Room
	Archive    string           // folder of WARC files to search for repeated payloads; "" for none
	Since      *archive.Archive // of an earlier crawl; nil without
	Tell       func(string)     // receives messages that need attention at once
	// Only, if not nil, reports whether the run requests a page that an earlier run could not fetch.
	Only func(crawl.Page) bool
	// Hold, if not nil, says which pages this crawl may request, and how long.
	Hold Hold
	// Idles reports whether the frontier lets no crawl request a page now that failed here. With a Hold it must be set. This
	// run gives such a page up.
	Idles func(crawl.Key) bool
}

// New makes the live Web of a run.
func New(t Visits, o Options) (*Web, error) {
	m := o.Room
	o.Net.Workers, o.Net.MaxBody, o.Net.Budget = m.Workers, m.Body, m.Answers
	client, err := live.NewClient(o.Net)
	if err != nil {
		return nil, err
	}
	cfg := t.Config()
	w := &Web{visits: t, body: m.Body, larder: newLarder(cfg.Strict, m.Workers, m.Replies), reading: m.Reading, client: client, polite: o.Politeness, hold: o.Hold, idles: o.Idles, since: o.Since, probes: map[string]*similar.Probe{}, busy: map[*task]time.Time{}, tasks: map[uint64]*task{}, walks: map[string]int{}, steps: map[string]time.Time{}}
	w.polite.Tries = cmp.Or(w.polite.Tries, 3)
	w.waits = patience.New(w.patienceOptions(o.Tell, func(p crawl.Page) bool { return (o.Only == nil || o.Only(p)) && t.Worth(p, m.Body, m.mostRead()) }))
	w.sched = polite.New[*task](polite.Options{
		Delay: w.polite.Delay, AddressDelay: w.polite.AddressDelay, PerHost: w.polite.Connections,
		Rests: o.Hold != nil, MaxDelay: maxCrawlDelay, BackOff: w.backOff(), MaxBackOff: maxBackOff,
	})
	w.robots, err = live.NewRobots(w.fetchRobots, live.RobotsOptions{
		Agent: o.Net.UserAgent, Ignore: o.Robots == "ignore", Google: o.Robots == "google", MaxBytes: m.Robots, Retry: time.Millisecond, Tries: math.MaxInt, // patience says when
	})
	if err != nil {
		client.Close()
		return nil, err
	}
	w.cookies = o.Net.Cookies || len(o.Net.CookieList) > 0
	if o.Archive != "" {
		w.originals = newOriginals(o.Archive)
		w.originals.most = max(m.Originals, 1)
	}
	w.workers = sync.Pool{New: func() any {
		packer, err := warc.NewPacker(warc.WriterOptions{})
		if err != nil {
			panic(err) // options without choice
		}
		f := &fetcher{web: w, linker: newLinker(t), packer: packer}
		if w.since != nil {
			f.since = w.since.NewReader()
			f.since.Bound(min(w.reading.Size()/StoredFactor, MaxDecoded))
		}
		return f
	}}
	return w, nil
}

// backOff returns the first delay of a failing host; 0 without politeness.
func (w *Web) backOff() time.Duration {
	if w.polite.Delay == 0 {
		return 0
	}
	return max(w.polite.Delay, backOff)
}

// patienceOptions returns how long to wait for hosts that do not respond.
func (w *Web) patienceOptions(tell func(string), worth func(crawl.Page) bool) patience.Options {
	return patience.Options{
		Total: w.polite.Patience, First: min(max(10*w.polite.Delay, 2*backOff), longestPause), Longest: longestPause, Tell: tell,
		OfPage: isOfPage, Worth: worth, ForSeeds: w.polite.ForSeeds, Whole: w.polite.ForAll, Shared: w.hold != nil,
	}
}

const (
	// longestPause is the longest time without a request to an origin that does not respond.
	longestPause = 30 * time.Minute
	// maxCrawlDelay is the longest crawl-delay that is kept; a host that asks for more is not crawled.
	maxCrawlDelay = 24 * time.Hour
	// maxRest is the longest Retry-After for which a host's pages wait in the queue. For a longer one, the host is
	// put down.
	maxRest = 5 * time.Minute
)

// maxBackOff is the longest delay of a host that fails again and again.
const maxBackOff = 2 * time.Minute

// Close ends connections and alarms. Options.Since stays open: it belongs to the caller.
func (w *Web) Close() error {
	w.client.Close()
	w.waits.Close()
	return nil
}

// Patience returns what waits for hosts.
func (w *Web) Patience() *patience.Patience { return w.waits }

// Pause lets no further request begin until resume.
func (w *Web) Pause() { w.sched.Pause() }

// Resume ends a pause.
func (w *Web) Resume() { w.sched.Resume() }

// Rest pauses for the delay of a host, because the times of the last requests are not known.
func (w *Web) Rest() {
	if w.polite.Delay > 0 {
		w.sched.Pause()
		time.AfterFunc(w.polite.Delay, w.sched.Resume)
	}
}

// Begin ends the replay of the log: next is the first pick to be learnt, and had reports whether pages were
// fetched before.
func (w *Web) Begin(next uint64, had bool) {
	w.larder.take(next, 0)
	w.waits.Begin(had)
}

// Learnt gives back what a reply took in memory, and lets the next one be learnt.
func (w *Web) Learnt(p crawl.Pick, r *crawl.Reply) {
	pc, ok := r.Attached.(*parcel)
	if !ok {
		return
	}
	w.larder.take(p.Seq+1, pc.weight)
	if pc.empty(); cap(r.Links) > maxKeptLinks {
		r.Links = nil
	}
}

// Unlearnt gives back what a reply took that is not going to be learnt.
func (w *Web) Unlearnt(r *crawl.Reply) {
	if pc, ok := r.Attached.(*parcel); ok {
		w.larder.give(pc.weight)
	}
}

// HeardOf returns what the page of a reply says; nil if nothing is known of that.
func HeardOf(r *crawl.Reply) *visit.Heard {
	if pc, ok := r.Attached.(*parcel); ok {
		return &pc.heard
	}
	return nil
}
