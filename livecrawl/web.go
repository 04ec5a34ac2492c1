package livecrawl

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

// backOff is what a host waits that fails, at first.
const backOff = time.Second

// underWay are the pages that a crawl picks, and what is known of each.
type underWay interface {
	// start begins the visit of a pick. It is called for each pick, in their order.
	Start(p crawl.Pick)
	// at returns the visit of a pick; nil if it is not under way.
	At(seq uint64) *visit.Visit
	// err returns what start could not say.
	Err() error
	// config returns the configuration that holds now.
	Config() *folder.Config
	// worth reports whether a request may bring more of a page than what is kept, if so many bytes are received and read.
	Worth(p crawl.Page, body, read int64) bool
}

// webOptions are what the live Web of a run is made with.
type webOptions struct {
	politeness Politeness
	net        live.Options // number of workers and bounds of memory are those of room
	robots     string       // as Config.Robots, from now on
	room       *room
	archive    string           // folder of WARC files in which payloads are looked for that come again; "" for none
	since      *archive.Archive // of an earlier crawl; nil without
	tell       func(string)     // told what somebody should know at once
}

// newLiveWeb makes the live Web of a run.
func newLiveWeb(t underWay, o webOptions) (*liveWeb, error) {
	m := o.room
	o.net.Workers, o.net.MaxBody, o.net.Budget = m.workers, m.body, m.answers
	client, err := live.NewClient(o.net)
	if err != nil {
		return nil, err
	}
	cfg := t.Config()
	w := &liveWeb{visits: t, body: m.body, larder: newLarder(cfg.Strict, m.workers, m.replies), reading: m.reading, client: client, polite: o.politeness, since: o.since, probes: map[string]*similar.Probe{}, busy: map[*task]time.Time{}, tasks: map[uint64]*task{}, walks: map[string]int{}}
	w.polite.Tries = cmp.Or(w.polite.Tries, 3)
	w.waits = patience.New(w.patienceOptions(o.tell, func(p crawl.Page) bool { return t.Worth(p, m.body, m.mostRead()) }))
	w.sched = polite.New[*task](polite.Options{
		Delay: w.polite.Delay, AddressDelay: w.polite.AddressDelay, PerHost: w.polite.Connections,
		MaxDelay: maxCrawlDelay, BackOff: w.backOff(), MaxBackOff: maxBackOff,
	})
	w.robots, err = live.NewRobots(w.fetchRobots, live.RobotsOptions{
		Agent: o.net.UserAgent, Ignore: o.robots == "ignore", Google: o.robots == "google", MaxBytes: m.robots, Retry: time.Millisecond, Tries: math.MaxInt, // patience says when
	})
	if err != nil {
		client.Close()
		return nil, err
	}
	w.cookies = o.net.Cookies || len(o.net.CookieList) > 0
	if o.archive != "" {
		w.originals = newOriginals(o.archive)
		w.originals.most = max(m.originals, 1)
	}
	w.workers = sync.Pool{New: func() any {
		packer, err := warc.NewPacker(warc.WriterOptions{})
		if err != nil {
			panic(err) // options without choice
		}
		f := &fetcher{web: w, linker: newLinker(t.Config()), packer: packer}
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
	return nil
}

// pause lets no further request begin until resume.
func (w *liveWeb) pause() { w.sched.Pause() }

func (w *liveWeb) resume() { w.sched.Resume() }

// rest pauses for the delay of a host, as nobody knows when hosts were asked last.
func (w *liveWeb) rest() {
	if w.polite.Delay > 0 {
		w.sched.Pause()
		time.AfterFunc(w.polite.Delay, w.sched.Resume)
	}
}

// begin says that the log was replayed: next is the first pick to be learnt, and had says whether pages were had before.
func (w *liveWeb) begin(next uint64, had bool) {
	w.larder.take(next, 0)
	w.waits.Begin(had)
}

// learnt gives back what a reply took in memory, and lets the next one be learnt.
func (w *liveWeb) learnt(p crawl.Pick, r *crawl.Reply) {
	pc, ok := r.Attached.(*parcel)
	if !ok {
		return
	}
	w.larder.take(p.Seq+1, pc.weight)
	if pc.empty(); cap(r.Links) > maxKeptLinks {
		r.Links = nil
	}
}

// unlearnt gives back what a reply took that is not going to be learnt.
func (w *liveWeb) unlearnt(r *crawl.Reply) {
	if pc, ok := r.Attached.(*parcel); ok {
		w.larder.give(pc.weight)
	}
}

// heardOf returns what the page of a reply says; nil if nothing is known of that.
func heardOf(r *crawl.Reply) *visit.Heard {
	if pc, ok := r.Attached.(*parcel); ok {
		return &pc.heard
	}
	return nil
}
