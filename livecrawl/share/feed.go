// Package share joins a crawl to a frontier that several crawls share.
//
// A [Feed] stands between the loop of the crawl and the client of the frontier. Pages come in one direction: a goroutine
// pulls them, and the loop takes them. Links and fates of pages go in the other direction, and only when the log that has
// them is on the disk. So whatever is killed, the frontier knows nothing that the log does not have.
//
// The crawl keeps a page that waits for its host (Wait), and a page that a rule holds (Aside). The frontier forgets pages
// that were fetched, left out or given up (Done). The next run of the crawl asks again for the pages that were given up.
package share

import (
	"context"
	"slices"
	"sync"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/internal/mem"
	"weft/livecrawl/memo"
	"weft/livecrawl/visit"
)

// Options of a Feed. The goroutine of the loop calls the functions.
type Options struct {
	Client *shared.Client
	// Page returns a page as other crawls learn it.
	Page func(crawl.Page) (shared.Page, error)
	// Postponed says why a page is not requested now that was picked before.
	Postponed func(crawl.Page) memo.Postponed
	// Sync writes everything that was learnt to the disk.
	Sync func() error
	// InHand is how many pages the crawl holds at most that it could request now.
	InHand int
}

// A Feed is a [crawl.Feed]. The loop calls its methods, except Hold, Left and Ready, which any goroutine may call.
type Feed struct {
	o      Options
	ready  chan struct{}
	wake   chan struct{}   // lets the frontier be asked at once
	ctx    context.Context //nolint:containedctx // it ends with the feed
	cancel context.CancelFunc
	// pulling is the context of a pull under way. It may end after ctx: of a pull that is broken off, the frontier may think
	// that this crawl has its pages.
	pulling  context.Context //nolint:containedctx // likewise
	breakOff context.CancelFunc
	pulls    sync.WaitGroup
	handed   []crawl.Handed // lent by Next

	mu      sync.Mutex
	inbox   []shared.Page
	active  map[crawl.Key]bool // pages in hand
	kept    map[crawl.Key]fate // pages that wait or that a rule holds
	news    news
	changes uint64 // how often something became news
	over    uint64 // the number of changes at which the frontier had nothing left, plus 1
	left    shared.Left
	err     error // ends the crawl
}

// New returns a Feed, which ends with ctx. It asks for nothing before Begin.
func New(ctx context.Context, o Options) *Feed {
	f := &Feed{o: o, ready: make(chan struct{}, 1), wake: make(chan struct{}, 1), active: map[crawl.Key]bool{}, kept: map[crawl.Key]fate{}}
	f.news.of = map[crawl.Key]fate{}
	f.ctx, f.cancel = context.WithCancel(ctx)
	f.pulling, f.breakOff = context.WithCancel(context.WithoutCancel(ctx))
	return f
}

// Begin begins to pull pages, when the log was replayed. It asks again for pages that the frontier takes for fetched, and
// that this run requests again.
func (f *Feed) Begin(again []crawl.Page) error {
	var list []shared.Page
	for _, p := range again {
		page, err := f.o.Page(p)
		if err != nil {
			return err
		}
		if !f.o.Client.Holds(page.Key) {
			list = append(list, page)
		}
	}
	if err := f.release(); err != nil {
		return err
	}
	if len(list) > 0 {
		f.o.Client.Again(list)
	}
	if err := f.o.Client.Flush(f.ctx); err != nil {
		return err
	}
	f.pulls.Go(f.pull)
	return nil
}

// Next implements [crawl.Feed].
func (f *Feed) Next() ([]crawl.Handed, error) {
	if f.newsDue() {
		if err := f.release(); err != nil {
			return nil, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, f.err
	}
	f.handed = f.handed[:0]
	for _, p := range f.inbox {
		f.handed = append(f.handed, crawl.Handed{Out: crawl.Out{Key: p.Key, Kinds: kindsOf(&p), Name: p.URL}, Note: p.Note})
	}
	f.inbox = nil
	return f.handed, nil
}

// Had implements [crawl.Feed].
func (f *Feed) Had(key crawl.Key) { f.settle(key, done) }

// Postponed implements [crawl.Feed]: it tells the frontier again why the page is kept.
func (f *Feed) Postponed(p crawl.Page) bool {
	why := f.o.Postponed(p)
	if why == memo.NotPostponed {
		return false
	}
	page, err := f.o.Page(p)
	if err != nil {
		f.fail(err)
		return true
	}
	f.settle(page.Key, map[memo.Postponed]fate{memo.Held: aside, memo.Shut: done, memo.Waits: waits}[why])
	return true
}

// Ready implements [crawl.Feed].
func (f *Feed) Ready() <-chan struct{} { return f.ready }

// Left implements [crawl.Feed]: the crawl waits until the frontier has had nothing left, and nothing has changed since. As
// the loop asks when nothing is left to do here, other crawls need not wait for the pages that wait here.
func (f *Feed) Left() bool {
	f.retire()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err != nil || f.over != f.changes+1
}

// Hold is a fetch.Hold.
func (f *Feed) Hold(ctx context.Context, key crawl.Key) (context.Context, context.CancelFunc, bool) {
	held, release, ok := f.o.Client.Context(ctx, key)
	if !ok {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.active, key)
	}
	return held, release, ok
}

// Standing returns what the frontier had left when it was last asked.
func (f *Feed) Standing() shared.Left {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left
}

// Bytes bounds the memory of the feed and of its client: pages in hand, pages that are kept, and news.
func (f *Feed) Bytes() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return mem.Map(2*(len(f.active)+len(f.kept)), 16) + mem.Map(len(f.news.of), 16) + pageBytes*int64(len(f.inbox)+2*len(f.news.offers))
}

// pageBytes is the memory of a page on its way, with a URL of usual length.
const pageBytes = 400

// Flush waits until the frontier has everything that was learnt so far.
func (f *Feed) Flush() error {
	if err := f.release(); err != nil {
		return err
	}
	return f.o.Client.Flush(f.ctx)
}

// End ends the feed, and returns the pages that this crawl holds to the frontier. complete says that nothing is left to be
// fetched now. Then the crawl keeps the pages that wait or that a rule holds, and the frontier takes them for fetched. So
// other crawls end, too. The next run asks again for the pages that wait.
func (f *Feed) End(ctx context.Context, complete bool) (shared.Left, error) {
	f.cancel()
	pulling, end := context.WithTimeout(ctx, lastPull)
	defer end()
	stop := context.AfterFunc(pulling, f.breakOff)
	f.pulls.Wait()
	stop()
	f.breakOff()
	if err := f.release(); err != nil {
		return shared.Left{}, err
	}
	if complete {
		f.o.Client.Done(slices.Concat(f.keptAs(aside), f.keptAs(waits), f.keptAs(idle)))
	}
	left, err := f.o.Client.Leave(ctx)
	if err == nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.left = left
	}
	return left, err
}

// lastPull is how long the end of a feed waits for a pull under way.
const lastPull = 3 * time.Second

// Abandon ends the feed and says nothing to the frontier, which returns the pages of this crawl to itself when its lease is
// over. A run that begins before then keeps them.
func (f *Feed) Abandon() error {
	f.cancel()
	f.breakOff()
	err := f.o.Client.Close()
	f.pulls.Wait()
	return err
}

// retire makes the pages idle that wait for their hosts.
func (f *Feed) retire() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, is := range f.kept {
		if is == waits {
			f.settled(key, idle)
		}
	}
}

// keptAs returns the pages that are kept for a reason.
func (f *Feed) keptAs(why fate) (keys []crawl.Key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, is := range f.kept {
		if is == why {
			keys = append(keys, key)
		}
	}
	return keys
}

func (f *Feed) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
	signal(f.ready)
}

// signal wakes who waits for a channel, now or next.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

var _ crawl.Feed = (*Feed)(nil)

// PageOf returns a page as other crawls learn it.
func PageOf(key crawl.Key, url []byte, found *visit.Found) shared.Page {
	return shared.Page{Key: key, Host: hostOf(url), URL: url, Note: found.Append(nil)}
}
