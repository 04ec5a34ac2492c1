package crawl

import (
	"context"
	"sync"
)

// A job is a pick under way.
type job struct {
	pick  Pick
	reply Reply
	err   error
	done  chan struct{} // closed, or sent to, when the reply is there
}

// A crew fetches.
type crew struct {
	todo   chan *job
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

// hire starts the workers; finished is called by them with each job.
func (l *loop) hire(finished func(*job)) *crew {
	c := &crew{todo: make(chan *job, l.o.Window)}
	l.ctx, c.cancel = context.WithCancel(l.ctx)
	for range l.o.Workers {
		c.wait.Go(func() {
			for j := range c.todo {
				j.err = l.fetch(j.pick, &j.reply)
				finished(j)
			}
		})
	}
	return c
}

// dismiss ends the workers, and what they are at.
func (c *crew) dismiss() {
	c.cancel()
	close(c.todo)
	c.wait.Wait()
}

// strict learns replies in the order of their picks. What is picked depends on what was learnt alone: the window is filled
// whenever a reply was learnt, and one is learnt when it is full or the strategy waits.
func (l *loop) strict() error {
	c := l.hire(func(j *job) { j.done <- struct{}{} })
	defer c.dismiss()
	ring := make([]*job, l.o.Window)
	for i := range ring {
		ring[i] = &job{done: make(chan struct{}, 1)}
	}
	for first, next := 0, 0; ; first++ { // jobs first … next-1 are under way
		for next-first < len(ring) {
			p, ok, err := l.pick()
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			j := ring[next%len(ring)]
			j.pick = p
			c.todo <- j
			next++
		}
		if first == next {
			return l.end()
		}
		if err := l.take(ring[first%len(ring)]); err != nil {
			return err
		}
	}
}

// take waits for a job and learns its reply.
func (l *loop) take(j *job) error {
	select {
	case <-j.done:
	case <-l.ctx.Done():
		return l.ctx.Err()
	}
	if j.err != nil {
		return j.err
	}
	return l.learn(j.pick, &j.reply)
}

// arrival learns replies as they come.
func (l *loop) arrival() error {
	ready := make(chan *job, l.o.Window)
	c := l.hire(func(j *job) { ready <- j })
	defer c.dismiss()
	free := make([]*job, l.o.Window)
	for i := range free {
		free[i] = new(job)
	}
	for {
		for len(free) > 0 {
			p, ok, err := l.pick()
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			j := free[len(free)-1]
			free = free[:len(free)-1]
			j.pick = p
			c.todo <- j
		}
		if len(free) == l.o.Window {
			return l.end()
		}
		select {
		case j := <-ready:
			if j.err != nil {
				return j.err
			}
			if err := l.learn(j.pick, &j.reply); err != nil {
				return err
			}
			free = append(free, j)
		case <-l.ctx.Done():
			return l.ctx.Err()
		}
	}
}
