package crawl

import (
	"context"
	"errors"
	"fmt"

	"weft/internal/par"
	"weft/page"
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
	// Workers fetch; 0 stands for one a processor, and more than the window is of no use. With a window of 1 and one worker
	// there is no goroutine but the caller's.
	Workers int
	// Arrival learns replies as they come, instead of in the order of the picks.
	Arrival bool
	// Limit is how many pages are picked at most; 0 for no limit.
	Limit uint64
	// Log, if not nil, is told of everything.
	Log Log
	// Watch, if not nil, is called after each page that was learnt; an error ends the crawl. ErrStop ends it without one.
	Watch func(Pick, *Reply) error
}

// ErrStop says that a crawl is to end here.
var ErrStop = errors.New("stop")

// Stats says how a crawl went.
type Stats struct {
	Picked  uint64 // pages that were fetched
	Known   int    // pages that were mentioned
	Links   uint64 // that were learnt, the seeds not among them
	Stopped bool   // the strategy, the limit or Watch ended it, and not that there was nothing left
}

// Run crawls until nothing is left to be fetched, or the crawl is stopped. Pages under way when it stops are learnt first.
// Errors are those of the Web, of the Log, of numbering, of a strategy that breaks its rules, and of ctx.
func Run(ctx context.Context, o Options) (Stats, error) {
	o.setDefaults()
	l := &loop{o: o, ctx: ctx}
	if err := l.learn(Pick{Page: None}, &Reply{Links: o.Seeds}); err != nil {
		return l.stats, err
	}
	run := l.strict
	switch {
	case o.Window == 1 && o.Workers == 1:
		run = l.inLine
	case o.Arrival:
		run = l.arrival
	}
	err := run()
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
	o       Options
	ctx     context.Context //nolint:containedctx // a loop lives as long as one call of Run
	stats   Stats
	stopped bool // nothing is picked any more
	links   []Link
	taken   bitset // pages that must not be picked: barred, or picked before
}

// pick asks the strategy for a page; false if there is none for now.
func (l *loop) pick() (p Pick, ok bool, err error) {
	if l.o.Limit > 0 && l.stats.Picked == l.o.Limit {
		l.stopped = true
	}
	if l.stopped {
		return p, false, nil
	}
	at, turn := l.o.Strategy.Next()
	switch turn {
	case Stop:
		l.stopped = true
		return p, false, nil
	case Wait:
		return p, false, nil
	}
	if int64(at) >= int64(l.o.Pages.Len()) || l.taken.has(at) {
		return p, false, fmt.Errorf("the strategy chose page %d, which is unknown, barred, or was chosen before", at)
	}
	p = Pick{Seq: l.stats.Picked, Page: at, Key: l.o.Pages.Key(at)}
	l.taken.add(at)
	l.stats.Picked++
	if l.o.Log != nil {
		if err := l.o.Log.Picked(p); err != nil {
			return p, false, err
		}
	}
	l.o.Web.Start(p)
	return p, true, nil
}

// learn numbers the links of a reply and tells everybody.
func (l *loop) learn(p Pick, r *Reply) error {
	l.links = l.links[:0]
	for i := range r.Links {
		out := &r.Links[i]
		to, isNew, err := l.o.Pages.Number(out.Key)
		if err != nil {
			return err
		}
		link := Link{To: to, Kinds: out.Kinds, New: isNew}
		if isNew {
			link.Barred, link.Name = out.Barred, out.Name
			if out.Barred {
				l.taken.add(to)
			}
		}
		l.links = append(l.links, link)
	}
	if l.o.Log != nil {
		if err := l.o.Log.Learnt(p, r.State, l.links); err != nil {
			return err
		}
	}
	l.o.Strategy.Learn(p.Page, r.State, l.links)
	if p.Page == None {
		return nil
	}
	l.stats.Links += uint64(len(r.Links))
	if l.o.Watch != nil {
		if err := l.o.Watch(p, r); errors.Is(err, ErrStop) {
			l.stopped = true
		} else if err != nil {
			return err
		}
	}
	return nil
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
	for {
		p, ok, err := l.pick()
		if err != nil {
			return err
		}
		if !ok {
			return l.end()
		}
		if p.Seq%1024 == 0 && l.ctx.Err() != nil {
			return l.ctx.Err()
		}
		if err := l.fetch(p, &r); err != nil {
			return err
		}
		if err := l.learn(p, &r); err != nil {
			return err
		}
	}
}

func (l *loop) fetch(p Pick, r *Reply) error {
	r.State, r.Links = page.Ghost, r.Links[:0]
	return l.o.Web.Fetch(l.ctx, p, r)
}
