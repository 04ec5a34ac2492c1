package crawl

import (
	"context"
	"errors"
	"sync"

	"weft/internal/par"
)

// A result is a pick that was fetched, or was lost.
type result struct {
	pick  Pick
	reply *Reply // nil if it was lost
}

// A crew fetches what its queue hands out.
type crew struct {
	queue    Queue
	free     par.Free[Reply]
	failed   chan error         // the first error of a worker
	stop     context.CancelFunc // what waits is left
	cancel   context.CancelFunc // and what is being fetched
	gone     chan struct{}      // closed when all workers have ended
	finished func(result)
}

// hire starts the workers; finished is called by them with each pick that was fetched.
func (l *loop) hire(finished func(result)) *crew {
	c := &crew{
		queue: l.o.Queue, free: make(par.Free[Reply], 2*l.o.Workers), failed: make(chan error, 1), gone: make(chan struct{}), finished: finished,
	}
	if c.queue == nil {
		c.queue = make(fifo, max(l.o.Window, len(l.under)))
	}
	ctx, cancel := context.WithCancel(l.ctx)
	taking, stop := context.WithCancel(ctx)
	c.cancel, c.stop = cancel, stop
	var wait sync.WaitGroup
	for range l.o.Workers {
		wait.Go(func() {
			if err := c.work(taking, ctx, l.o.Web); err != nil {
				select {
				case c.failed <- err:
				default:
				}
			}
		})
	}
	go func() {
		wait.Wait()
		close(c.gone)
	}()
	return c
}

// work fetches until it must stop, or an error ends the crawl.
func (c *crew) work(taking, ctx context.Context, web Web) error {
	for {
		p, err := c.queue.Take(taking)
		if err != nil {
			if taking.Err() != nil {
				return nil //nolint:nilerr // it was stopped
			}
			return err
		}
		r := c.reply()
		err = web.Fetch(ctx, p, r)
		switch {
		case errors.Is(err, ErrLater):
			c.free.Put(r)
		case errors.Is(err, ErrLost):
			c.free.Put(r)
			c.finished(result{pick: p})
		case err != nil:
			return err
		default:
			c.finished(result{p, r})
		}
	}
}

// reply returns an empty reply.
func (c *crew) reply() *Reply {
	r := c.free.Get()
	r.reset()
	return r
}

// dismiss ends the workers, and what they are at.
func (c *crew) dismiss() {
	c.cancel()
	<-c.gone
}

// A fifo is the default queue.
type fifo chan Pick

func (f fifo) Put(p Pick) { f <- p }

func (f fifo) Take(ctx context.Context) (Pick, error) {
	select {
	case p := <-f:
		return p, nil
	case <-ctx.Done():
		return Pick{}, ctx.Err()
	}
}

// strict learns replies in the order of their picks. The picks depend only on the learnt replies: the window is
// filled after each learnt reply, and a reply is learnt when the window is full or the strategy waits.
func (l *loop) strict() error {
	slots := make([]chan result, l.o.Window)
	for i := range slots {
		slots[i] = make(chan result, 1)
	}
	slot := func(seq uint64) chan result { return slots[seq%uint64(len(slots))] }
	waiting := l.waiting()
	c := l.hire(func(r result) { slot(r.pick.Seq) <- r })
	defer c.dismiss()
	for _, p := range waiting {
		c.queue.Put(p)
	}
	for first := l.stats.Picked - uint64(len(waiting)); ; { // picks from first on are under way
		if err := l.fill(c.queue); err != nil {
			return err
		}
		if l.over() {
			return l.end()
		}
		r, ok, err := l.await(slot(first), c)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		first++
		err = l.learn(r.pick, r.reply)
		c.free.Put(r.reply)
		if err != nil {
			return err
		}
		if l.leave {
			return ErrStop
		}
	}
}

// fill picks pages until the window is full, or there are none for now.
func (l *loop) fill(q Queue) error {
	if err := l.takeHanded(q); err != nil {
		return err
	}
	for len(l.under) < l.o.Window {
		p, ok, err := l.pick()
		if err != nil || !ok {
			return err
		}
		q.Put(p)
	}
	return nil
}

// over says whether nothing is under way, and nothing will be.
func (l *loop) over() bool {
	return len(l.under) == 0 && (l.stopped || (l.o.Again == nil || !l.o.Again.Left()) && (l.o.Feed == nil || !l.o.Feed.Left()))
}

// ready lets one read when a page may be picked once more.
func (l *loop) ready() <-chan struct{} {
	if l.o.Again == nil || l.stopped {
		return nil
	}
	return l.o.Again.Ready()
}

// fed lets one read when pages may have been handed out.
func (l *loop) fed() <-chan struct{} {
	if l.o.Feed == nil || l.stopped {
		return nil
	}
	return l.o.Feed.Ready()
}

// await returns the next result, or the reason why there is none; false if there may be another page to be picked.
func (l *loop) await(from <-chan result, c *crew) (r result, ok bool, err error) {
	select {
	case r := <-from:
		return r, true, nil
	case <-l.ready():
		return result{}, false, nil
	case <-l.fed():
		return result{}, false, nil
	case err := <-c.failed:
		return result{}, false, err
	case <-l.ctx.Done():
		return result{}, false, l.ctx.Err()
	case <-l.o.Stop:
		l.leave = true
		return result{}, false, ErrStop
	}
}

// arrival learns replies as they come.
func (l *loop) arrival() error {
	ready := make(chan result, max(l.o.Window, len(l.under)))
	c := l.hire(func(r result) { ready <- r })
	defer c.dismiss()
	for _, p := range l.waiting() {
		c.queue.Put(p)
	}
	for !l.leave {
		if err := l.fill(c.queue); err != nil {
			return err
		}
		if l.over() {
			return l.end()
		}
		r, ok, err := l.await(ready, c)
		if errors.Is(err, ErrStop) {
			break
		}
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if r.reply == nil {
			l.lose(c.queue, r.pick)
			continue
		}
		err = l.learn(r.pick, r.reply)
		c.free.Put(r.reply)
		if errors.Is(err, ErrStop) {
			break
		}
		if err != nil {
			return err
		}
	}
	return l.leaveOff(c, ready)
}

// leaveOff learns what is being fetched, as far as it fits, and leaves what waits.
func (l *loop) leaveOff(c *crew, ready <-chan result) error {
	c.stop()
	for gone := c.gone; gone != nil || len(ready) > 0; {
		select {
		case r := <-ready:
			if r.reply == nil { // the next run asks whether it may be fetched
				continue
			}
			if err := l.learn(r.pick, r.reply); err != nil && !errors.Is(err, ErrStop) {
				return err
			}
		case err := <-c.failed:
			return err
		case <-l.ctx.Done():
			return l.ctx.Err()
		case <-gone:
			gone = nil
		}
	}
	select {
	case err := <-c.failed:
		return err
	default:
		return ErrStop
	}
}
