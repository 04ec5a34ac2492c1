package shared

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A trouble is a row of calls that failed.
type trouble struct {
	since time.Time
	calls int
	err   error // the last
	pause time.Duration
}

func (t *trouble) began() bool { return t.calls > 0 }

// after notes a failed call, and returns the pause before the next attempt, which grows up to a tenth of the lease. It
// returns an error instead if there is no sense in another attempt.
func (t *trouble) after(err error, o ClientOptions) (time.Duration, error) {
	if errors.Is(err, ErrRefused) {
		return 0, err
	}
	if t.calls == 0 {
		t.since, t.pause = time.Now(), o.Lease/600
	}
	t.calls++
	t.err = err
	if away := time.Since(t.since); away >= o.Away {
		return 0, fmt.Errorf("%w for %v: %w; nothing is lost, continue the crawl later", ErrAway, away.Round(time.Second), err)
	}
	t.pause = min(2*t.pause, o.Lease/10)
	return t.pause, nil
}

// try makes calls to the service, until they succeed in one session.
func (c *Client) try(ctx context.Context, calls func(context.Context, Session) error) error {
	var t trouble
	for {
		x, err := c.sure(ctx)
		if err != nil {
			return err
		}
		if err = c.attempt(ctx, x, calls); err == nil {
			return nil
		}
		switch {
		case errors.Is(err, ErrLapsed):
			c.refused(x)
			continue
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case c.ctx.Err() != nil:
			return context.Cause(c.ctx)
		}
		pause, err := t.after(err, c.o)
		if err != nil {
			c.end(err)
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		case <-c.ctx.Done():
		}
	}
}

// attempt makes calls in a session, at most as long as it certainly lasts.
func (c *Client) attempt(ctx context.Context, x *span, calls func(context.Context, Session) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.Lease/3)
	defer cancel()
	defer context.AfterFunc(x.ctx, cancel)()
	return calls(ctx, x.session)
}

// A turn is a lock for which a goroutine waits no longer than its context allows.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t turn) give() { <-t }
