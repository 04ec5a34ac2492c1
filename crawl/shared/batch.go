package shared

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"weft/crawl"
)

// A state is the state of a page that this crawler holds.
type state byte

const (
	active  state = iota
	waiting       // see Session.Wait
	aside         // see Session.Aside
)

// A batch gathers the arguments of several calls. It is sent in the order of its fields. Links of a page are offered
// before the page is done: otherwise another crawler could see an empty frontier and end.
type batch struct {
	offered []Page
	states  map[crawl.Key]state // the last word on each page
	done    []crawl.Key
	again   []Page
}

// set sets the state of pages.
func (b *batch) set(keys []crawl.Key, to state) {
	if b.states == nil {
		b.states = map[crawl.Key]state{}
	}
	for _, key := range keys {
		b.states[key] = to
	}
}

// with returns the pages that have a state, in order of their keys.
func (b *batch) with(s state) (keys []crawl.Key) {
	for _, key := range slices.Sorted(maps.Keys(b.states)) {
		if b.states[key] == s {
			keys = append(keys, key)
		}
	}
	return keys
}

// A part is a call of a batch.
type part struct {
	size int // of its argument; without an argument there is no call
	call func(context.Context) error
	sent func() // drops the argument
}

// parts returns the calls of a batch.
func (b *batch) parts(s Session) []part {
	told := func(to state, call func(context.Context, []crawl.Key) error) part {
		keys := b.with(to)
		return part{len(keys), func(ctx context.Context) error { return call(ctx, keys) }, func() {
			maps.DeleteFunc(b.states, func(_ crawl.Key, s state) bool { return s == to })
		}}
	}
	return []part{
		{len(b.offered), func(ctx context.Context) error { return s.Offer(ctx, b.offered) }, func() { b.offered = nil }},
		told(waiting, s.Wait),
		told(aside, s.Aside),
		{len(b.done), func(ctx context.Context) error { return s.Done(ctx, b.done) }, func() { b.done = nil }},
		{len(b.again), func(ctx context.Context) error { return s.Again(ctx, b.again) }, func() { b.again = nil }},
	}
}

// Offer queues pages, as [Session.Offer] does. Like all calls without a result, it copies its pages and does not wait
// for the service. It takes effect within a short time; [Client.Flush] waits until it has.
func (c *Client) Offer(pages []Page) {
	c.say(func(b *batch) { b.offered = append(b.offered, clone(pages)...) })
}

// Again queues pages also if they are done, as [Session.Again] does. If its response is lost and another crawler fetches
// the page before the repetition, the page is fetched once more.
func (c *Client) Again(pages []Page) {
	c.say(func(b *batch) { b.again = append(b.again, clone(pages)...) })
}

// Done says that pages need not be fetched again. The client holds them no more.
func (c *Client) Done(keys []crawl.Key) {
	c.say(func(b *batch) {
		b.done = append(b.done, keys...)
		for _, key := range keys {
			delete(c.held, key)
		}
	})
}

// Wait marks pages that wait, as [Session.Wait] does. After a lapse the client marks them again.
func (c *Client) Wait(keys []crawl.Key) { c.mark(keys, waiting) }

// Aside sets pages aside, as [Session.Aside] does. After a lapse the client sets them aside again.
func (c *Client) Aside(keys []crawl.Key) { c.mark(keys, aside) }

func (c *Client) mark(keys []crawl.Key, to state) {
	c.say(func(b *batch) {
		b.set(keys, to)
		for _, key := range keys {
			if _, held := c.held[key]; held {
				c.held[key] = to
			}
		}
	})
}

// say adds to the next batch.
func (c *Client) say(add func(*batch)) {
	c.mu.Lock()
	add(c.next)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func clone(pages []Page) []Page {
	pages = slices.Clone(pages)
	for i, p := range pages {
		pages[i].URL, pages[i].Note = bytes.Clone(p.URL), bytes.Clone(p.Note)
	}
	return pages
}

// Flush returns when the service has confirmed all that was said before.
func (c *Client) Flush(ctx context.Context) error { return c.try(ctx, c.send) }

// send sends the batch that was not confirmed, and then the next.
func (c *Client) send(ctx context.Context, s Session) error {
	if err := c.sending.take(ctx); err != nil {
		return err
	}
	defer c.sending.give()
	for range 2 {
		for _, p := range c.out.parts(s) {
			if p.size == 0 {
				continue
			}
			if err := p.call(ctx); err != nil {
				return err
			}
			c.mu.Lock()
			p.sent()
			c.mu.Unlock()
		}
		c.mu.Lock()
		c.out, c.next = c.next, new(batch)
		c.mu.Unlock()
	}
	return nil
}

// gather is how long small calls are gathered before they are sent.
const gather = 50 * time.Millisecond

// deliver sends what calls say.
func (c *Client) deliver() {
	for {
		select {
		case <-c.wake:
		case <-c.ctx.Done():
			return
		}
		select {
		case <-time.After(gather):
		case <-c.ctx.Done():
			return
		}
		if c.Flush(c.ctx) != nil {
			return // the client has ended
		}
	}
}

// restore notes the pages that Join returned: all that the session holds. Pages that are done already, although the
// service does not know it, are left out. Others keep their states.
func (c *Client) restore(pages []Page) {
	finished := map[crawl.Key]bool{}
	for _, b := range []*batch{c.out, c.next} {
		for _, key := range b.done {
			finished[key] = true
		}
	}
	before := c.held
	c.held, c.returned = map[crawl.Key]state{}, nil
	for _, p := range pages {
		if finished[p.Key] {
			continue
		}
		state := before[p.Key]
		c.held[p.Key] = state
		c.returned = append(c.returned, p)
		if state != active {
			c.next.set([]crawl.Key{p.Key}, state)
		}
	}
}
