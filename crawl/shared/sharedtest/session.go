package sharedtest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"

	"weft/crawl"
	"weft/crawl/shared"
)

// A session is a session at a Memory.
type session struct {
	m     *Memory
	name  string
	token int

	pulling sync.Mutex
	pulls   int  // the number of the next Pull
	again   bool // the response of the last Pull was lost
}

// do runs a method, unless the session has ended.
func (s *session) do(ctx context.Context, method string, run func(c *crawler) error) error {
	return s.m.do(ctx, method, func() error {
		c := s.m.crawlers[s.name]
		if c.token != s.token || !s.m.now().Before(c.until) {
			return shared.ErrLapsed
		}
		return run(c)
	})
}

// Offer implements [shared.Session].
func (s *session) Offer(ctx context.Context, pages []shared.Page) error {
	return s.do(ctx, "Offer", func(*crawler) error {
		for _, p := range pages {
			if _, seen := s.m.open[p.Key]; !seen {
				s.m.open[p.Key] = true
				s.m.queues[p.Host] = append(s.m.queues[p.Host], copied(p))
			}
		}
		return nil
	})
}

func copied(p shared.Page) shared.Page {
	p.URL, p.Note = bytes.Clone(p.URL), bytes.Clone(p.Note)
	return p
}

// Again implements [shared.Session].
func (s *session) Again(ctx context.Context, pages []shared.Page) error {
	return s.do(ctx, "Again", func(*crawler) error {
		var closed []shared.Page
		for _, p := range pages {
			if !s.m.open[p.Key] {
				s.m.open[p.Key] = true
				closed = append(closed, copied(p))
			}
		}
		for _, p := range slices.Backward(closed) {
			s.m.front(p)
		}
		return nil
	})
}

// Pull implements [shared.Session].
func (s *session) Pull(ctx context.Context, most, perHost int) (pages []shared.Page, left shared.Left, err error) {
	s.pulling.Lock()
	defer s.pulling.Unlock()
	err = s.do(ctx, "Pull", func(c *crawler) error {
		s.m.reap()
		if s.again {
			pages = s.repeated(c)
		} else {
			pages = s.pull(most, perHost)
		}
		left = s.m.leftover()
		s.again = true
		return nil
	})
	if err != nil {
		return nil, shared.Left{}, err
	}
	s.again = false
	return pages, left, nil
}

// repeated returns the pages that the last Pull took, as far as they are still held.
func (s *session) repeated(c *crawler) (pages []shared.Page) {
	for _, h := range c.held {
		if h.pull == s.pulls-1 {
			pages = append(pages, h.Page)
		}
	}
	return pages
}

func (s *session) pull(most, perHost int) (pages []shared.Page) {
	for _, choice := range s.m.choices(s.name, perHost) {
		if n := min(choice.room, most-len(pages)); n > 0 {
			pages = append(pages, s.m.hold(s.name, choice.host, n, s.pulls)...)
		}
	}
	s.pulls++
	return pages
}

// Done implements [shared.Session].
func (s *session) Done(ctx context.Context, keys []crawl.Key) error {
	return s.do(ctx, "Done", func(c *crawler) error {
		for _, p := range c.take(keys) {
			s.m.open[p.Key] = false
		}
		return nil
	})
}

// take removes pages from a crawler, and returns them in the order of keys.
func (c *crawler) take(keys []crawl.Key) (taken []shared.Page) {
	for _, key := range keys {
		if i := slices.IndexFunc(c.held, func(h held) bool { return h.Key == key }); i >= 0 {
			taken = append(taken, c.held[i].Page)
			c.held = slices.Delete(c.held, i, i+1)
		}
	}
	return taken
}

// Wait implements [shared.Session].
func (s *session) Wait(ctx context.Context, keys []crawl.Key) error {
	return s.do(ctx, "Wait", func(c *crawler) error {
		c.set(keys, waits)
		return nil
	})
}

// Aside implements [shared.Session].
func (s *session) Aside(ctx context.Context, keys []crawl.Key) error {
	return s.do(ctx, "Aside", func(c *crawler) error {
		c.set(keys, aside)
		return nil
	})
}

// set sets the state of pages that a crawler holds.
func (c *crawler) set(keys []crawl.Key, to state) {
	for i := range c.held {
		if slices.Contains(keys, c.held[i].Key) {
			c.held[i].state = to
		}
	}
}

// Back implements [shared.Session].
func (s *session) Back(ctx context.Context, keys []crawl.Key) error {
	return s.do(ctx, "Back", func(c *crawler) error {
		for _, p := range slices.Backward(c.take(keys)) {
			s.m.front(p)
		}
		return nil
	})
}

// Renew implements [shared.Session].
func (s *session) Renew(ctx context.Context) error {
	return s.do(ctx, "Renew", func(c *crawler) error {
		c.until = s.m.now().Add(c.lease)
		return nil
	})
}

// Leave implements [shared.Session].
func (s *session) Leave(ctx context.Context) (left shared.Left, err error) {
	err = s.do(ctx, "Leave", func(c *crawler) error {
		s.m.end(c)
		c.left = s.token
		left = s.m.leftover()
		return nil
	})
	if errors.Is(err, shared.ErrLapsed) { // it has perhaps left, and the response was lost
		err = s.m.do(ctx, "Leave", func() error {
			if s.m.crawlers[s.name].left != s.token {
				return shared.ErrLapsed
			}
			left = s.m.leftover()
			return nil
		})
	}
	if err != nil {
		return shared.Left{}, err
	}
	return left, nil
}
