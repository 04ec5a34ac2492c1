package job

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"weft/crawl"
	"weft/polite"
	"weft/similar"
	"weft/warc"
	"weft/web/archive"
	"weft/web/live"
)

// A liveWeb is the Web as a crawl.Web, and the queue of its hosts as a crawl.Queue.
type liveWeb struct {
	keeper  *keeper
	client  *live.Client
	robots  *live.Robots
	sched   *polite.Scheduler[*visit]
	polite  Politeness
	workers sync.Pool // *fetcher

	larder    *larder
	originals *originals // nil if what comes again is kept again
	cookies   bool       // are sent back

	mu       sync.Mutex
	hosts    map[string]*hostHealth
	silent   map[string]bool           // hosts that failed since one answered
	answered bool                      // some host, in this run
	since    *archive.Archive          // of an earlier crawl; nil without
	probes   map[string]*similar.Probe // of hosts; nil while they are probed
	busy     map[*visit]time.Time      // being fetched, since when
}

// Politeness says how hosts are asked. It may change from run to run.
type Politeness struct {
	Delay        time.Duration // between the end of an answer and the next request to the host
	AddressDelay time.Duration // the same for an address; less than 0 for Delay
	Connections  int           // to a host at a time; 1 if it is 0
	Tries        int           // of a page that is not answered; 3 if it is 0
}

// A visit on the live Web.
type liveVisit struct {
	turn    *polite.Turn[*visit]
	tries   int
	asked   bool          // robots.txt or a sitemap was asked for in this turn
	packer  *warc.Packer  // of the worker, while the page is being fetched
	before  []warc.Packed // records of what was asked for before the page
	maps    []string      // sitemaps to be read
	nextMap int           // of them
	entries []string      // of the one under way
	found   [][]byte      // pages of sitemaps
	mapped  bool          // robots.txt was asked for sitemaps
	walled  bool          // it was sent back once, with cookies
}

// Start is that of [crawl.Web].
func (w *liveWeb) Start(p crawl.Pick) { w.keeper.start(p) }

// Put is that of [crawl.Queue]. A page that is left out waits for nobody.
func (w *liveWeb) Put(p crawl.Pick) {
	v := w.keeper.visit(p.Seq)
	if v == nil {
		return // the crawl ends with what Start has noted
	}
	host := v.host
	if v.rule != "" {
		host = "left out " + strconv.FormatUint(p.Seq, 10)
	}
	w.sched.Put(host, v)
}

// Take is that of [crawl.Queue].
func (w *liveWeb) Take(ctx context.Context) (crawl.Pick, error) {
	if err := w.keeper.failed(); err != nil {
		return crawl.Pick{}, err
	}
	t, err := w.sched.Take(ctx)
	if err != nil {
		return crawl.Pick{}, err
	}
	t.Item.live.turn = t
	return t.Item.pick, nil
}

// Fetch is that of [crawl.Web].
func (w *liveWeb) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	v := w.keeper.visit(p.Seq)
	if v == nil {
		return fmt.Errorf("pick %d was not begun", p.Seq)
	}
	f := w.workers.Get().(*fetcher) //nolint:forcetypeassert // nothing else is put there
	defer w.workers.Put(f)
	defer f.answer.Release()
	defer f.shrink()
	w.enter(v)
	defer w.leave(v)
	v.live.packer = f.packer
	f.v, f.r, f.p = v, r, parcelOf(r, v)
	f.linker.note = note{places: f.linker.note.places[:0]}
	err := f.visit(ctx)
	f.answer.Release()
	if err != nil {
		return err
	}
	f.p.before = v.live.before
	r.Note = f.linker.note.append(r.Note[:0])
	f.p.weight = f.p.bytes()
	return w.larder.put(ctx, p.Seq, f.p.weight)
}

func (w *liveWeb) enter(v *visit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy[v] = time.Now()
}

func (w *liveWeb) leave(v *visit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, v)
}
