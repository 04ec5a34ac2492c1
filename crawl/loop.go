package crawl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/par"
)

// Options of Run.
type Options struct {
	Web      Web
	Strategy Strategy
	Pages    Pages
	// Seeds are learnt first, as links from None.
	Seeds []Out
	// Window is how many picks may be under way; 0 stands for 1, or for twice the workers in the order of arrival.
	Window int
	// Workers fetch; 0 stands for one a processor, and more than the window is of no use. With a window of 1, one worker and no
	// Queue there is no goroutine but the caller's.
	Workers int
	// Queue decides the order in which picks are fetched; nil for the order of the picks.
	Queue Queue
	// Again, if not nil, provides pages to be picked once more. They precede the pages that the strategy chooses.
	// The crawl without goroutines does not support it.
	Again Again
	// Feed, if not nil, hands out the pages that may be fetched, in the order of arrival. The strategy is Fed.
	Feed Feed
	// Arrival learns replies as they come, instead of in the order of the picks.
	Arrival bool
	// Limit is how many pages are fetched at most, page.Fetched being their state; 0 for no limit.
	Limit uint64
	// Batch is how many pages more than were replayed are fetched at most; 0 for no limit.
	Batch uint64
	// Log, if not nil, receives everything.
	Log Log
	// Learnt, if not nil, is called after each learnt reply, with its links as the strategy learns them. In a
	// replay the reply has only state and note. Seeds are the reply of a Pick with None as page, as are pages that a Feed
	// handed out. An error ends the crawl; ErrStop ends it as Stop does.
	Learnt func(Pick, *Reply, []Link) error
	// Fits, if not nil, is asked before a reply is learnt, or seeds, but not when a crawl is replayed. With false the
	// crawl ends as by Stop, and the pick is one of the crawl that continues. It may be asked of further replies then.
	Fits func(*Reply) bool
	// Stop, if closed, ends the crawl without an error. In the order of arrival, pages that are being fetched are
	// learnt first. In strict order they are not, so the log is a prefix of the log of the whole crawl. The
	// resumed crawl picks them again.
	Stop <-chan struct{}
	// More, if not nil, is called once the seeds were learnt, or after a replay. It receives the pages with only
	// barred links to them. If it returns true, its pages are learnt as further seeds.
	More func(barred iter.Seq[Page]) ([]Out, bool, error)
	// Only, if not nil, reports which of the picks that an earlier run left under way are fetched. The others stay under way
	// for a later run. It is asked once, after the replay. In strict order all are fetched, because replies are learnt in the
	// order of the picks.
	Only func(Page) bool
	// Replay says how a crawl continues that was stopped or killed.
	Replay Replay
	// Checkpoint, if not nil, is called after each page that was learnt, and may save the state of the crawl.
	Checkpoint func(save func(io.Writer) error) error
}

// ErrStop says that a crawl is to end here.
var ErrStop = errors.New("stop")

// Stats says how a crawl went, what was replayed included.
type Stats struct {
	Picked  uint64 // pages
	Learnt  uint64 // of them
	Fetched uint64 // of these, with content
	Known   int    // pages that were mentioned
	Links   uint64 // that were learnt, the seeds not among them
	Stopped bool   // the strategy, the limit, Learnt or Stop ended it, and not that there was nothing left
}

// Run crawls until nothing is left to be fetched, or the crawl is stopped. When the strategy or the limit stops
// it, pages under way are learnt first. It returns errors of the Web, of the Log, of numbering, of a strategy that
// breaks its rules, and of ctx.
func Run(ctx context.Context, o Options) (Stats, error) {
	o.setDefaults()
	l := &loop{o: o, ctx: ctx, under: map[uint64]Pick{}, shelved: map[uint64]Pick{}, anew: map[uint64]bool{}}
	err := l.begin()
	if err == nil {
		err = l.run()
	}
	l.stats.Known = o.Pages.Len()
	if errors.Is(err, ErrStop) {
		l.stats.Stopped, err = true, nil
	}
	return l.stats, err
}

func (o *Options) setDefaults() {
	o.Workers = par.Workers(o.Workers)
	if o.Window == 0 {
		o.Window = 1
		if o.Arrival {
			o.Window = 2 * o.Workers
		}
	}
	o.Workers = min(o.Workers, o.Window)
}

// A loop is a crawl under way.
type loop struct {
	o         Options
	ctx       context.Context //nolint:containedctx // a loop lives as long as one call of Run
	stats     Stats
	seeded    bool // the seeds were learnt
	replaying bool
	stopped   bool // nothing is picked any more
	leave     bool // nothing that waits is fetched any more
	links     []Link
	taken     bitset.Set // pages that were picked
	barred    bitset.Set // pages with only barred links to them
	again     bitset.Set // pages that may be picked once more
	part      bitset.Set // pages that were fetched in part: they count as fetched, and may be picked once more
	under     map[uint64]Pick
	shelved   map[uint64]Pick // under way for a later run, see Options.Only, or until their pages are handed out again
	anew      map[uint64]bool // picks under way whose pages were handed out again
}

// begin learns the seeds, or what was replayed.
func (l *loop) begin() error {
	l.replaying = true
	if err := l.replay(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	l.replaying = false
	l.shelve()
	if end := l.stats.Fetched + l.o.Batch; l.o.Batch > 0 && (l.o.Limit == 0 || end < l.o.Limit) {
		l.o.Limit = end
	}
	if l.stopped {
		return nil
	}
	if !l.seeded {
		if err := l.learn(Pick{Page: None}, &Reply{Links: l.o.Seeds}); err != nil {
			return err
		}
	}
	return l.seedMore()
}

// shelve sets the picks aside that a later run fetches.
func (l *loop) shelve() {
	if l.o.Only == nil || !l.o.Arrival {
		return
	}
	for seq, p := range l.under {
		if !l.o.Only(p.Page) {
			l.shelved[seq] = p
			delete(l.under, seq)
		}
	}
}

// seedMore learns further seeds.
func (l *loop) seedMore() error {
	if l.o.More == nil || l.stopped {
		return nil
	}
	outs, ok, err := l.o.More(bitset.Each[Page](l.barred))
	if err != nil || !ok {
		return err
	}
	return l.learn(Pick{Page: None}, &Reply{Links: outs})
}

func (l *loop) run() error {
	switch {
	case l.o.Window == 1 && l.o.Workers == 1 && l.o.Queue == nil:
		return l.inLine()
	case l.o.Arrival:
		return l.arrival()
	}
	return l.strict()
}

// pick asks the strategy for a page; false if there is none for now.
func (l *loop) pick() (p Pick, ok bool, err error) {
	if l.o.Limit > 0 && l.stats.Fetched+uint64(len(l.under)) >= l.o.Limit {
		l.stopped = l.stopped || l.stats.Fetched >= l.o.Limit
		return p, false, nil
	}
	if l.stopped {
		return p, false, nil
	}
	p, ok, err = l.once()
	if err != nil {
		return p, false, err
	}
	if !ok {
		var turn Turn
		if p, turn, err = l.choose(); err != nil || turn == Stop {
			l.stopped = turn == Stop
			return p, false, err
		}
		if turn == Wait {
			if p, ok, err = l.last(); err != nil || !ok {
				return p, false, err
			}
		}
	}
	return p, true, l.begun(p)
}

// begun logs a pick, and puts it under way.
func (l *loop) begun(p Pick) error {
	if l.o.Log != nil {
		if err := l.o.Log.Picked(p); err != nil {
			return err
		}
	}
	l.start(p)
	return nil
}

// once asks for a page to be picked once more.
func (l *loop) once() (p Pick, ok bool, err error) {
	if l.o.Again == nil {
		return p, false, nil
	}
	return l.pickAgain(l.o.Again.Next())
}

// last asks for a page to be picked once more when there is nothing better.
func (l *loop) last() (p Pick, ok bool, err error) {
	if l.o.Again == nil {
		return p, false, nil
	}
	return l.pickAgain(l.o.Again.Last())
}

func (l *loop) pickAgain(at Page, ok bool) (p Pick, _ bool, err error) {
	if !ok {
		return p, false, nil
	}
	if !l.again.Has(int(at)) {
		return p, false, fmt.Errorf("page %d must be picked once more, and was not postponed", at)
	}
	return Pick{Seq: l.stats.Picked, Page: at, Key: l.o.Pages.Key(at)}, true, nil
}

// choose asks the strategy, and checks what it says.
func (l *loop) choose() (Pick, Turn, error) {
	for {
		at, turn := l.o.Strategy.Next()
		if turn != Take {
			return Pick{}, turn, nil
		}
		known := int64(at) < int64(l.o.Pages.Len())
		if known && l.taken.Has(int(at)) && l.o.Replay.Since > 0 {
			continue // the strategy before has picked it
		}
		if !known || l.taken.Has(int(at)) || l.barred.Has(int(at)) {
			return Pick{}, turn, fmt.Errorf("the strategy chose page %d, which is unknown, barred, or was chosen before", at)
		}
		return Pick{Seq: l.stats.Picked, Page: at, Key: l.o.Pages.Key(at)}, Take, nil
	}
}

// start puts a pick under way.
func (l *loop) start(p Pick) {
	l.taken.Put(int(p.Page))
	l.again.Remove(int(p.Page))
	l.stats.Picked++
	l.under[p.Seq] = p
	l.o.Web.Start(p)
}

// learn numbers the links of a reply and tells everybody.
func (l *loop) learn(p Pick, r *Reply) error {
	if l.o.Fits != nil && !l.o.Fits(r) {
		return ErrStop
	}
	l.links = l.links[:0]
	for i := range r.Links {
		link, err := l.number(&r.Links[i])
		if err != nil {
			return err
		}
		l.links = append(l.links, link)
	}
	return l.record(p, r)
}

// record logs a reply whose links were numbered, and tells everybody.
func (l *loop) record(p Pick, r *Reply) error {
	if l.o.Log != nil {
		if err := l.o.Log.Learnt(p, r, l.links); err != nil {
			return err
		}
	}
	return l.learnt(p, r, l.links)
}

// number makes the strategy's view of a link.
func (l *loop) number(out *Out) (Link, error) {
	to, first, err := l.o.Pages.Number(out.Key)
	if err != nil {
		return Link{}, err
	}
	link := Link{To: to, Kinds: out.Kinds, LetIn: !first && !out.Barred && l.barred.Has(int(to))}
	if link.New = first || link.LetIn; link.New {
		link.Name = out.Name
		l.bar(Link{To: to, Barred: out.Barred})
	}
	link.Barred = l.barred.Has(int(to))
	return link, nil
}

// reopen lets pages be picked once more whose responses were lost.
func (l *loop) reopen(links []Link) {
	for _, link := range links {
		if link.Kinds&kinds.Lost != 0 && !link.New && l.taken.Has(int(link.To)) {
			l.again.Put(int(link.To))
		}
	}
}

// bar notes whether the page of a new link may be picked.
func (l *loop) bar(link Link) {
	if link.Barred {
		l.barred.Put(int(link.To))
	} else {
		l.barred.Remove(int(link.To))
	}
}

// learnt tells the strategy and who asked of a reply that was logged.
func (l *loop) learnt(p Pick, r *Reply, links []Link) error {
	if r.Handed {
		return l.learntHanded(p, r, links)
	}
	if r.Again {
		l.again.Put(int(p.Page))
	}
	had := p.Page != None && l.part.Has(int(p.Page))
	fetched := p.Page != None && r.State == page.Fetched && !r.Aside
	if !r.Again || len(links) > 0 || fetched {
		l.o.Strategy.Learn(p.Page, r.State, links)
	}
	if s, ok := l.o.Strategy.(Patient); ok && r.Again && !fetched && !had {
		s.PutOff(p.Page, r.State)
	}
	if p.Page == None {
		l.seeded = true
		l.reopen(links)
	} else {
		l.count(p, r, links)
	}
	return l.tell(p, r, links)
}

// tell passes a reply to Options.Learnt and to Options.Checkpoint, after loop and strategy have learnt it.
func (l *loop) tell(p Pick, r *Reply, links []Link) error {
	if l.o.Learnt != nil {
		if err := l.o.Learnt(p, r, links); errors.Is(err, ErrStop) {
			l.stopped, l.leave = true, true
		} else if err != nil {
			return err
		}
	}
	if l.o.Checkpoint != nil && !l.replaying {
		return l.o.Checkpoint(l.save)
	}
	return nil
}

func (l *loop) count(p Pick, r *Reply, links []Link) {
	delete(l.under, p.Seq)
	delete(l.anew, p.Seq)
	l.stats.Learnt++
	l.stats.Links += uint64(len(links))
	if r.State != page.Fetched || r.Aside {
		return
	}
	if !l.part.Has(int(p.Page)) {
		l.stats.Fetched++
	}
	if r.Again {
		l.part.Put(int(p.Page))
	} else {
		l.part.Remove(int(p.Page))
	}
}

// end says how a crawl ends when nothing is under way and nothing was picked.
func (l *loop) end() error {
	if l.stopped {
		return ErrStop
	}
	return nil
}

// inLine crawls without goroutines.
func (l *loop) inLine() error {
	var r Reply
	for _, p := range l.waiting() {
		if err := l.step(p, &r); err != nil {
			return err
		}
	}
	for {
		p, ok, err := l.pick()
		if err != nil {
			return err
		}
		if !ok {
			return l.end()
		}
		if err := l.step(p, &r); err != nil {
			return err
		}
	}
}

// step fetches and learns a page.
func (l *loop) step(p Pick, r *Reply) error {
	if p.Seq%1024 == 0 {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		select {
		case <-l.o.Stop:
			return ErrStop
		default:
		}
	}
	r.reset()
	if err := l.o.Web.Fetch(l.ctx, p, r); err != nil {
		return err
	}
	return l.learn(p, r)
}
