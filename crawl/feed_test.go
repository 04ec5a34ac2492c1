package crawl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/page"
	"weft/internal/drawn"
)

// A pool is a frontier that crawls share. It is the oracle of a Feed: a page is fetched only by the crawl that holds it, and
// once.
type pool struct {
	t *testing.T

	mu      sync.Mutex
	draw    *rand.Rand
	seen    map[crawl.Key]bool
	queue   []crawl.Key
	holder  map[crawl.Key]*member
	fetched map[crawl.Key]int
	failed  map[crawl.Key]bool // pages whose first request fails
	members []*member
}

func newPool(t *testing.T) *pool {
	return &pool{t: t, draw: drawn.Rand(t), seen: map[crawl.Key]bool{}, holder: map[crawl.Key]*member{}, fetched: map[crawl.Key]int{}, failed: map[crawl.Key]bool{}}
}

// A member is a crawl at a pool: its Web, its Feed, and what learns for it.
type member struct {
	*web
	pool    *pool
	ready   chan struct{}
	had     []crawl.Key
	replays bool
}

func (p *pool) join(w *web) *member {
	m := &member{web: w, pool: p, ready: make(chan struct{}, 1)}
	p.members = append(p.members, m)
	return m
}

// options are those of a crawl at the pool.
func (m *member) options(log crawl.Log) crawl.Options {
	return crawl.Options{
		Web: m, Strategy: strategy.FromFrontier.New(strategy.Given{}), Pages: crawl.NewDense(replaySize), Seeds: seeds(3, 4), Window: 16, Workers: 3, Arrival: true,
		Queue: make(testQueue, 1000), Log: log, Learnt: m.learnt, Feed: m,
	}
}

// A testQueue never blocks the loop.
type testQueue chan crawl.Pick

func (q testQueue) Put(p crawl.Pick) { q <- p }

func (q testQueue) Take(ctx context.Context) (crawl.Pick, error) {
	select {
	case p := <-q:
		return p, nil
	case <-ctx.Done():
		return crawl.Pick{}, ctx.Err()
	}
}

func (p *pool) wake() {
	for _, m := range p.members {
		select {
		case m.ready <- struct{}{}:
		default:
		}
	}
}

// Next implements [crawl.Feed]: it hands out a few pages, and now and then a page that the crawl has already.
func (m *member) Next() (list []crawl.Handed, err error) {
	p := m.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := p.draw.IntN(4); n > 0 && len(p.queue) > 0; n-- {
		k := p.queue[0]
		p.queue = p.queue[1:]
		p.holder[k] = m
		list = append(list, crawl.Handed{Out: crawl.Out{Key: k}, Note: fmt.Append(nil, k, " ")})
		if p.draw.IntN(10) == 0 {
			list = append(list, list[len(list)-1])
		}
	}
	if len(p.queue) > 0 {
		p.wake()
	}
	return list, nil
}

// Postponed implements [crawl.Feed]. Nothing else picks postponed pages here.
func (m *member) Postponed(crawl.Page) bool { return false }

func (m *member) Had(k crawl.Key) {
	m.pool.mu.Lock()
	defer m.pool.mu.Unlock()
	m.had = append(m.had, k)
	delete(m.pool.holder, k)
	m.pool.wake()
}

func (m *member) Ready() <-chan struct{} { return m.ready }

func (m *member) Left() bool {
	m.pool.mu.Lock()
	defer m.pool.mu.Unlock()
	return len(m.pool.queue)+len(m.pool.holder) > 0
}

// Fetch implements [crawl.Web]. Some pages are lost before they are fetched, and some fail at first.
func (m *member) Fetch(ctx context.Context, pick crawl.Pick, r *crawl.Reply) error {
	p := m.pool
	p.mu.Lock()
	lost := p.holder[pick.Key] != m
	if !lost && p.draw.IntN(6) == 0 {
		lost = true
		p.giveBack(pick.Key)
	}
	fails := !lost && pick.Key%5 == 2 && !p.failed[pick.Key]
	if fails {
		p.failed[pick.Key] = true
	}
	p.mu.Unlock()
	switch {
	case lost:
		return crawl.ErrLost
	case fails:
		r.State, r.Again = page.Failed, true
		return nil
	}
	return m.web.Fetch(ctx, pick, r)
}

// giveBack puts a page back into the queue.
func (p *pool) giveBack(k crawl.Key) {
	delete(p.holder, k)
	p.queue = append(p.queue, k)
	p.wake()
}

func (m *member) learnt(pick crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if r.Handed || m.replays {
		return nil
	}
	p := m.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Again {
		p.giveBack(pick.Key)
		return nil
	}
	for i := range links {
		if k := r.Links[i].Key; !p.seen[k] {
			p.seen[k] = true
			p.queue = append(p.queue, k)
		}
	}
	if pick.Page != crawl.None {
		delete(p.holder, pick.Key)
		p.fetched[pick.Key]++
	}
	p.wake()
	return nil
}

// Crawls that share a frontier fetch each page once, whatever they lose, and all of them end.
func TestFeed(t *testing.T) {
	for n := range 30 {
		p := newPool(t)
		w := randomWeb(uint64(n), replaySize)
		var group sync.WaitGroup
		for range 3 {
			p.join(&web{lists: w.lists, slow: true})
		}
		for _, m := range p.members {
			group.Go(func() {
				if _, err := crawl.Run(t.Context(), m.options(new(events))); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		want := reachable(w, 3, 4)
		if len(p.fetched) != want {
			t.Errorf("%d pages were fetched, want %d", len(p.fetched), want)
		}
		for k, times := range p.fetched {
			if times != 1 {
				t.Errorf("page %d was fetched %d times", k, times)
			}
		}
	}
}

// A crawl that is cut anywhere goes on from its log alone. Picks under way that the frontier has given to others are not
// fetched before it hands them out again.
func TestFeedReplay(t *testing.T) {
	w := randomWeb(8, replaySize)
	whole := new(events)
	if _, err := crawl.Run(t.Context(), newPool(t).join(&web{lists: w.lists}).options(whole)); err != nil {
		t.Fatal(err)
	}
	for n := 0; n <= len(whole.all); n += 7 {
		cut, pages := whole.cut(n, replaySize)
		p := newPool(t)
		m := p.join(&web{lists: w.lists})
		o := m.options(cut)
		p.resume(cut.all, whole)
		m.replays = true
		read := (&events{all: slices.Clone(cut.all)}).read()
		o.Pages, o.Replay.Next = pages, func() (*crawl.Event, error) {
			e, err := read()
			m.replays = err == nil
			return e, err
		}
		o.Only = func(at crawl.Page) bool { return p.holder[pages.Key(at)] == m }
		if _, err := crawl.Run(t.Context(), o); err != nil {
			t.Fatalf("cut behind %d events: %v", n, err)
		}
		if !slices.Equal(cut.lines[:n], whole.lines[:n]) {
			t.Fatalf("cut behind %d events: another begin of the log", n)
		}
		if got, want := learntOnce(t, cut), reachable(w, 3, 4); got != want {
			t.Errorf("cut behind %d events: %d pages were learnt, want %d", n, got, want)
		}
	}
}

// resume makes the pool what it is for a log: learnt pages are done, and of the others that were handed out the crawl holds
// every second one.
func (p *pool) resume(log []crawl.Event, whole *events) {
	handed, done := map[crawl.Key]bool{}, map[crawl.Key]bool{}
	for _, e := range log {
		for _, l := range e.Links {
			if k := whole.key(l.To); e.Reply.Handed {
				handed[k] = true
			} else if !p.seen[k] {
				p.seen[k] = true
			}
		}
		if e.Learnt && !e.Reply.Handed && e.Pick.Page != crawl.None && !e.Reply.Again {
			done[e.Pick.Key] = true
		}
	}
	for k := range p.seen {
		switch {
		case done[k]:
		case handed[k] && k%2 == 0:
			p.holder[k] = p.members[0]
			p.queue = append(p.queue, k) // Join returns it
		default:
			p.queue = append(p.queue, k)
		}
	}
}

// learntOnce counts the pages of a log that were learnt, each of which must be learnt once.
func learntOnce(t *testing.T, log *events) int {
	t.Helper()
	of := map[crawl.Page]int{}
	for i, line := range log.lines {
		if e := log.all[i]; e.Learnt && e.Pick.Page != crawl.None && !e.Reply.Again {
			if of[e.Pick.Page]++; of[e.Pick.Page] > 1 {
				t.Errorf("a page was learnt twice: %s", line)
			}
		}
	}
	return len(of)
}

// A strategy that chooses pages itself cannot crawl with a Feed.
func TestFeedWantsAStrategy(t *testing.T) {
	o := newPool(t).join(randomWeb(8, replaySize)).options(nil)
	o.Strategy = new(strategy.DepthFirst)
	if _, err := crawl.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "handed out") {
		t.Errorf("got error %v", err)
	}
}
