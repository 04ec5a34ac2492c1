package shared

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A span is the time in which one session certainly lasts. It begins in doubt, while the client joins.
type span struct {
	session Session       // set before ready is closed
	ready   chan struct{} // closed when the session has begun
	ctx     context.Context
	end     context.CancelCauseFunc
	timer   *time.Timer
	wall    time.Time // its end by the wall clock, which passes also while the machine sleeps; guarded by Client.mu
}

func (c *Client) newSpan() *span {
	x := &span{ready: make(chan struct{})}
	x.ctx, x.end = context.WithCancelCause(c.ctx)
	return x
}

// isReady reports whether the session has begun.
func (x *span) isReady() bool {
	select {
	case <-x.ready:
		return true
	default:
		return false
	}
}

// sure returns the present span, when its session has begun.
func (c *Client) sure(ctx context.Context) (*span, error) {
	for {
		c.mu.Lock()
		x := c.now
		late := x.isReady() && time.Now().Round(0).After(x.wall)
		c.mu.Unlock()
		if late {
			c.doubt(x)
			continue
		}
		select {
		case <-c.ctx.Done():
			return nil, context.Cause(c.ctx)
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-x.ready:
			return x, nil
		}
	}
}

// doubt ends a span, and with it the contexts of its pages. The keeper joins again.
func (c *Client) doubt(x *span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != x || !x.isReady() {
		return
	}
	x.timer.Stop()
	x.end(ErrLapsed)
	c.now = c.newSpan()
	select {
	case c.doubted <- struct{}{}:
	default:
	}
}

// refused ends a span whose session the service has ended. If that comes before the end of the lease repeatedly, another
// crawler has the same name.
func (c *Client) refused(x *span) {
	c.mu.Lock()
	if c.now == x && time.Now().Round(0).Before(x.wall) {
		c.usurped++
	}
	usurped := c.usurped
	c.mu.Unlock()
	if usurped >= 3 {
		c.end(fmt.Errorf("%w: another crawler uses the name %q: give each crawler its own name", ErrRefused, c.o.Crawler))
	}
	c.doubt(x)
}

// join begins a session, and a span of it.
func (c *Client) join(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.Lease/3)
	defer cancel()
	sent := time.Now()
	session, pages, err := c.service.Join(ctx, c.o.Crawler, c.o.Lease)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restore(pages)
	x := c.now
	x.session = session
	x.timer = time.AfterFunc(time.Until(c.over(sent)), func() { c.doubt(x) })
	x.wall = c.over(sent).Round(0)
	close(x.ready)
	return nil
}

// over returns until when a session certainly lasts, by the time when it was joined or renewed.
func (c *Client) over(sent time.Time) time.Time { return sent.Add(c.o.Lease - c.o.Margin) }

// keep renews the session, and joins after a lapse.
func (c *Client) keep() {
	var t trouble
	for pause := c.o.Lease / 3; c.rest(pause); {
		err := c.prolong()
		if err == nil {
			if t.began() {
				c.o.Tell("The shared frontier answers again.")
			}
			t, pause = trouble{}, c.o.Lease/3
			continue
		}
		pause, err = t.after(err, c.o)
		if err != nil {
			c.end(err)
		} else if t.calls == 1 {
			c.o.Tell(fmt.Sprintf("The shared frontier does not answer; the next attempt follows in %v: %v", pause, t.err))
		}
	}
}

// rest waits for a time, or until the session is in doubt. It returns false when the client has ended.
func (c *Client) rest(pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-c.doubted:
	case <-timer.C:
	case <-c.ctx.Done():
	}
	return c.ctx.Err() == nil
}

// prolong renews the session, or joins if it is in doubt.
func (c *Client) prolong() error {
	c.mu.Lock()
	x := c.now
	c.mu.Unlock()
	if !x.isReady() {
		err := c.join(c.ctx)
		if err == nil {
			c.o.Tell("The lease at the shared frontier had lapsed; this crawler has joined again.")
		}
		return err
	}
	sent, err := c.renew(x)
	switch {
	case errors.Is(err, ErrLapsed):
		c.refused(x)
		return nil // the next round joins
	case err != nil || sent.IsZero():
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == x {
		x.timer.Reset(time.Until(c.over(sent)))
		x.wall = c.over(sent).Round(0)
		c.usurped = 0
	}
	return nil
}

// renew renews the session, unless it is about to leave. It returns when it sent the call.
func (c *Client) renew(x *span) (sent time.Time, err error) {
	if err := c.renewing.take(c.ctx); err != nil {
		return time.Time{}, err
	}
	defer c.renewing.give()
	if c.leaving {
		return time.Time{}, nil
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.o.Lease/3)
	defer cancel()
	sent = time.Now()
	return sent, x.session.Renew(ctx)
}
