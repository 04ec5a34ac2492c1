package polite

import (
	"net/netip"
	"time"
)

// A Turn is leave to ask a host for an item. Done, Back, Retry, Drop, or Located if it returns false, end it; after that
// they do nothing.
type Turn[T any] struct {
	Item T
	Host string
	host *host[T]    // nil if the turn is over
	at   *address[T] // whose connection it has
}

// Open reports whether a turn has not ended yet.
func (s *Scheduler[T]) Open(t *Turn[T]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.host != nil
}

// Located gives the address of the host before the request. If the address may not be requested now, because
// another host was requested too recently, it returns false: the turn is over. The item comes again, as the first
// of its host, when the address may be requested. From now on the host waits for that address.
func (s *Scheduler[T]) Located(t *Turn[T], addr netip.Addr) bool {
	if s.o.AddressDelay <= 0 {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := t.host
	addr = addr.Unmap()
	if h == nil || t.at != nil && t.at.addr == addr {
		return h != nil
	}
	s.advance()
	s.lift(h)
	s.hangUp(t, 0)
	to := s.addresses[addr]
	if to == nil {
		to = &address[T]{addr: addr}
		to.station = station[T]{address: to}
		s.addresses[addr] = to
	}
	if h.at != to {
		s.moved(h, to)
	}
	free := to.due <= s.now && int(to.busy) < s.o.PerHost && to.hosts.n == 0
	if free {
		t.at = to
		to.busy++
		s.settle(h)
	} else {
		s.end(t, true)
	}
	s.serve()
	return free
}

// Done ends a turn whose item was fetched, or is given up. The host may be requested again after its delay, from
// now on. Done returns false if the host's Retry-After exceeds the limit, and the limit holds.
func (s *Scheduler[T]) Done(t *Turn[T], o Outcome) bool { return s.asked(t, o, false) }

// Back ends a turn like Done, but the item is the first of its host again: something else was requested, such as
// robots.txt.
func (s *Scheduler[T]) Back(t *Turn[T], o Outcome) bool { return s.asked(t, o, true) }

// Retry is Back after a failure: the whole host waits so long, and at least until it may be asked after a failure.
func (s *Scheduler[T]) Retry(t *Turn[T], after time.Duration) bool {
	return s.asked(t, Outcome{RetryAfter: after, Failed: true}, true)
}

// Drop says that the host was not asked: no delay begins.
func (s *Scheduler[T]) Drop(t *Turn[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.host == nil {
		return
	}
	s.advance()
	s.lift(t.host)
	s.hangUp(t, 0)
	s.end(t, false)
	s.serve()
}

func (s *Scheduler[T]) asked(t *Turn[T], o Outcome, back bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := t.host
	if h == nil {
		return true
	}
	s.advance()
	s.lift(h)
	wait, kept := s.learn(h, o)
	h.due = max(h.due, s.now+wait)
	s.hangUp(t, s.o.AddressDelay)
	s.end(t, back)
	s.serve()
	return kept
}

// end gives back the connection to the host, which is nowhere.
func (s *Scheduler[T]) end(t *Turn[T], back bool) {
	h := t.host
	t.host = nil
	s.turns--
	h.busy--
	if back {
		h.items.pushFront(t.Item)
		s.items++
	}
	s.settle(h)
}

// hangUp gives back the connection to the address, if there is one.
func (s *Scheduler[T]) hangUp(t *Turn[T], delay time.Duration) {
	a := t.at
	if a == nil {
		return
	}
	t.at = nil
	a.busy--
	if delay > 0 {
		a.due = max(a.due, s.now+int64(delay))
		switch a.where {
		case timed:
			s.timed.remove(&a.station)
		case listed:
			s.ready.remove(&a.station)
		}
	}
	s.settleAddress(a)
}
