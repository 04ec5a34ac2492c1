// Package sharedtest keeps shared frontiers in memory for tests, and tests what each shared frontier must do.
package sharedtest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
)

// A Memory is a shared.Service in memory. It is simple and slow: tests compare others with it.
type Memory struct {
	now  func() time.Time
	fail func(method string) Fault

	mu       sync.Mutex
	open     map[crawl.Key]bool       // of all pages ever offered, whether they are not done
	queues   map[string][]shared.Page // by host; none is empty
	last     map[string]string        // the crawler that holds a host, or held it last
	crawlers map[string]*crawler
	tokens   int
}

// A crawler is a crawler as the service sees it. Without a session (token 0) it holds nothing.
type crawler struct {
	token int
	lease time.Duration
	until time.Time
	held  []held // in the order in which they were pulled
	left  int    // the token of the session that left, until the next Join
}

type held struct {
	shared.Page
	state state
	pull  int // which Pull of the session took it
}

// A state is the state of a page that a crawler holds.
type state int

const (
	active state = iota
	waits
	aside
)

// A Fault is a way in which a call fails.
type Fault int

// The faults of a call.
const (
	Fine    Fault = iota
	Refused       // the call does nothing and fails
	Lost          // the call does its work, but its response is lost
)

// ErrFault is the error of calls that a test lets fail.
var ErrFault = errors.New("a fault that the test injects")

// New returns an empty frontier whose leases pass by the clock now.
func New(now func() time.Time) *Memory {
	return &Memory{
		now: now, fail: func(string) Fault { return Fine },
		open: map[crawl.Key]bool{}, queues: map[string][]shared.Page{}, last: map[string]string{}, crawlers: map[string]*crawler{},
	}
}

// Fail lets calls fail as fail says for the name of the method, such as "Pull". Set it before the first call.
func (m *Memory) Fail(fail func(method string) Fault) { m.fail = fail }

// Close implements [shared.Service]. The frontier can still be used.
func (m *Memory) Close() error { return nil }

// do runs a method under the lock, with its fault.
func (m *Memory) do(ctx context.Context, method string, run func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	fault := m.fail(method)
	if fault == Refused {
		return ErrFault
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := run(); err != nil || fault == Fine {
		return err
	}
	return ErrFault
}

// Join implements [shared.Service].
func (m *Memory) Join(ctx context.Context, name string, lease time.Duration) (shared.Session, []shared.Page, error) {
	var s *session
	var pages []shared.Page
	err := m.do(ctx, "Join", func() error {
		s, pages = m.join(name, lease)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return s, pages, nil
}

func (m *Memory) join(name string, lease time.Duration) (s *session, pages []shared.Page) {
	c := m.crawlers[name]
	if c == nil {
		c = new(crawler)
		m.crawlers[name] = c
	}
	m.tokens++
	c.token, c.lease, c.until, c.left = m.tokens, lease, m.now().Add(lease), 0
	m.reap()
	for i := range c.held {
		c.held[i].state, c.held[i].pull = active, 0
		pages = append(pages, c.held[i].Page)
	}
	return &session{m: m, name: name, token: c.token, pulls: 1}, pages
}

// reap ends the sessions that have lapsed.
func (m *Memory) reap() {
	for _, c := range m.crawlers {
		if c.token != 0 && !m.now().Before(c.until) {
			m.end(c)
		}
	}
}

// end returns all pages of a crawler, and ends its session.
func (m *Memory) end(c *crawler) {
	for _, h := range slices.Backward(c.held) {
		m.front(h.Page)
	}
	c.held, c.token = nil, 0
}

// front puts a page at the front of the queue of its host.
func (m *Memory) front(p shared.Page) {
	m.queues[p.Host] = append([]shared.Page{p}, m.queues[p.Host]...)
}

func (m *Memory) leftover() (l shared.Left) {
	for _, q := range m.queues {
		l.Queued += uint64(len(q))
	}
	for _, c := range m.crawlers {
		for _, h := range c.held {
			if h.state != aside {
				l.Held++
			}
		}
		if c.token != 0 && m.now().Before(c.until) {
			l.Crawlers++
		}
	}
	return l
}

// holds counts the pages of a host that a crawler holds: all, and the active pages.
func (c *crawler) holds(host string) (all, working int) {
	for _, h := range c.held {
		if h.Host == host {
			all++
			if h.state == active {
				working++
			}
		}
	}
	return all, working
}

// A choice is a host that a session may pull from.
type choice struct {
	host string
	rank int // 0: the session holds it, 1: the crawler held it last, 2: other free hosts
	room int // how many pages it may pull
}

// choices lists the hosts that a crawler may pull from, the preferred ones first.
func (m *Memory) choices(name string, perHost int) (list []choice) {
	for host, q := range m.queues {
		last := m.last[host]
		if c := m.crawlers[last]; c != nil && last != name {
			if all, _ := c.holds(host); all > 0 {
				continue
			}
		}
		all, working := m.crawlers[name].holds(host)
		rank := 2
		if all > 0 {
			rank = 0
		} else if last == name {
			rank = 1
		}
		if room := min(len(q), perHost+min(all-working, 7*perHost)-working); room > 0 {
			list = append(list, choice{host, rank, room})
		}
	}
	slices.SortFunc(list, func(a, b choice) int {
		return cmp.Or(a.rank-b.rank, cmp.Compare(a.host, b.host))
	})
	return list
}

// hold moves the first n pages of a host from its queue to a crawler.
func (m *Memory) hold(name, host string, n, pull int) (pages []shared.Page) {
	c, q := m.crawlers[name], m.queues[host]
	for _, p := range q[:n] {
		c.held = append(c.held, held{Page: p, pull: pull})
	}
	m.last[host] = name
	if m.queues[host] = q[n:]; n == len(q) {
		delete(m.queues, host)
	}
	return q[:n]
}
