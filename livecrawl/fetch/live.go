package fetch

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"
	"unsafe"

	"weft/crawl"
	"weft/crawl/archive"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/internal/mem"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/similar"
	"weft/web/warc"
)

// A Web is the live Web as a crawl.Web, and the queue of its hosts as a crawl.Queue.
type Web struct {
	visits  Visits
	client  *live.Client
	robots  *live.Robots
	sched   *polite.Scheduler[*task]
	polite  Politeness
	workers sync.Pool // *fetcher

	body      int64 // bytes of a body at most
	larder    *larder
	reading   *mem.Room  // for pages that are read
	originals *originals // nil if what comes again is kept again
	cookies   bool       // are sent back

	waits *patience.Patience   // the trackers share it
	hold  Hold                 // nil if no other crawl asks the hosts
	idles func(crawl.Key) bool // see Options.Idles

	mu     sync.Mutex
	since  *archive.Archive          // of an earlier crawl; nil without
	probes map[string]*similar.Probe // of hosts; nil while they are probed
	tasks  map[uint64]*task          // by their picks, until they are fetched
	busy   map[*task]time.Time       // being fetched, since when
	walks  map[string]int            // walks after walls in vain, by origin
	steps  map[string]time.Time      // the last step of a walk, by origin
}

// Politeness says how hosts are asked. It may change from run to run.
type Politeness struct {
	Delay        time.Duration // between the end of a response and the next request to the host
	AddressDelay time.Duration // the same for an address; less than 0 for Delay
	Connections  int           // to a host at a time; 1 if it is 0
	Tries        int           // requests for a page without a response, before it is postponed; 3 if it is 0
	// Patience is how long the run repeats requests to hosts that do not respond, before it ends without their pages.
	// Pauses between requests grow up to half an hour. Pages that fail while their host responds have a tenth of it.
	// Such pages hold up the end of a crawl for about a minute, plus one last request to each. A host that never gave a
	// page, and has no seed, holds it up for two minutes. With 0 no page is postponed.
	Patience time.Duration
	// ForAll lets the end of a crawl wait for Patience also for hosts that never gave a page.
	ForAll bool
	// ForSeeds enables patience also for a crawl whose seeds never responded.
	ForSeeds bool
}

// mentionBytes is about what something takes that a page mentions, with its URL.
const mentionBytes = 160

// A task is a visit on the live Web.
type task struct {
	*visit.Visit
	turn      *polite.Turn[*task]
	tries     int
	cutAt     int             // bytes of a response that broke off
	cuts      int             // how often it did there in a row
	asked     bool            // robots.txt or a sitemap was requested in this turn
	packer    *warc.Packer    // of the worker, while the page is being fetched
	before    []warc.Packed   // records of the requests before the page
	mentions  []mention       // what is found besides links
	mapped    bool            // robots.txt was searched for sitemaps
	walled    bool            // it was sent back once, with cookies, or elsewhere
	wall      string          // the next step of where it was sent to; see walk
	steps     int             // so far
	doubt     *doubt          // its origin is to be checked; nil if it is not
	kept      *live.Answer    // the first of two responses; nil before it came
	firstSaid *similar.Tokens // of the first of two answers; nil before it came
}

// Start implements [crawl.Web].
func (w *Web) Start(p crawl.Pick) { w.visits.Start(p) }

// Put implements [crawl.Queue]. A page that is left out waits for nothing.
func (w *Web) Put(p crawl.Pick) {
	v := w.visits.At(p.Seq)
	if v == nil {
		return // the crawl ends with the error that Start has recorded
	}
	host := v.Host
	if v.Rule != "" || v.Out != "" {
		host = "left out " + strconv.FormatUint(p.Seq, 10)
	}
	t := &task{Visit: v}
	w.mu.Lock()
	w.tasks[p.Seq] = t
	w.mu.Unlock()
	w.sched.Put(host, t)
}

// Take implements [crawl.Queue].
func (w *Web) Take(ctx context.Context) (crawl.Pick, error) {
	if err := w.visits.Err(); err != nil {
		return crawl.Pick{}, err
	}
	t, err := w.sched.Take(ctx)
	if err != nil {
		return crawl.Pick{}, err
	}
	t.Item.turn = t
	return t.Item.Pick, nil
}

// Fetch implements [crawl.Web].
func (w *Web) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	v := w.enter(p.Seq)
	if v == nil {
		return fmt.Errorf("pick %d was not begun", p.Seq)
	}
	f := w.workers.Get().(*fetcher) //nolint:forcetypeassert // nothing else is put there
	defer w.workers.Put(f)
	defer w.leave(v)
	v.packer = f.packer
	f.v, f.r, f.p = v, r, parcelOf(r, v.Visit)
	f.linker.note.Reset()
	f.outer = nil
	err := f.visitHeld(ctx)
	f.answer.Release()
	f.shrink()
	f.giveRoom()
	if err != nil {
		return err
	}
	w.done(v)
	w.waits.Ended(&v.Attempt, r.Again && v.Rule == "")
	f.p.before, f.p.heard.First = v.before, v.firstSaid
	r.Note = f.linker.note.Append(r.Note[:0])
	f.p.weight = f.p.bytes() + int64(cap(r.Links))*int64(unsafe.Sizeof(crawl.Out{})) + mentionBytes*int64(len(v.mentions))
	return w.larder.put(ctx, p.Seq, f.p.weight)
}

// Bytes returns upper limits for the memory of hosts, such as probes and cookie walls, and of the queue.
func (w *Web) Bytes() (hosts, queued int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return 1200*int64(len(w.probes)) + mem.Map(len(w.walks)+len(w.steps), 128), w.sched.Bytes()
}

// enter begins to fetch a task. It returns nil if there is none of this pick.
func (w *Web) enter(seq uint64) *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.tasks[seq]
	if t != nil {
		w.busy[t] = time.Now()
	}
	return t
}

// done forgets a task that was fetched.
func (w *Web) done(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.tasks, t.Pick.Seq)
}

func (w *Web) leave(v *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, v)
}
