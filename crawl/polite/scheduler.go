package polite

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// A Scheduler keeps items until their hosts may be asked. It is safe for concurrent use.
type Scheduler[T any] struct {
	o     Options
	start time.Time

	mu        sync.Mutex
	now       int64 // ns since start, when a call that depends on time last took the lock
	hosts     map[string]*host[T]
	addresses map[netip.Addr]*address[T]
	timed     timetable[T] // those whose time has not come
	ready     list[T]      // hosts without address, and addresses, that may be asked
	items     int
	turns     int
	paused    bool

	waiters []*waiter[T] // who is in Take, when nothing is ready
	spare   []*waiter[T]
	alarm   *time.Timer
	rings   int64 // when the alarm rings; 0 if it does not
}

// A waiter is handed a turn.
type waiter[T any] struct{ turn chan *Turn[T] }

// New returns a Scheduler without items.
func New[T any](o Options) *Scheduler[T] {
	return &Scheduler[T]{
		o: o.withDefaults(), start: time.Now(),
		hosts: map[string]*host[T]{}, addresses: map[netip.Addr]*address[T]{}, timed: newTimetable[T](),
	}
}

// Put appends an item to a host's queue. Any string may name a host, such as "example.org:443".
func (s *Scheduler[T]) Put(name string, item T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	h := s.host(name)
	if h.rests {
		s.lift(h)
		h.due, h.rests = s.now, false
	}
	if s.o.Rests && h.where == nowhere && h.items.n == 0 && h.busy == 0 {
		h.due = max(h.due, s.now+max(int64(s.o.Delay), h.delay))
	}
	h.items.pushBack(item)
	s.items++
	s.settle(h)
	s.serve()
}

// Take waits for an item that may be requested now. One of the scheduler's methods must end the turn. The error is
// the error of ctx; a turn may still come at the same time.
func (s *Scheduler[T]) Take(ctx context.Context) (*Turn[T], error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.advance()
	if t := s.next(); t != nil {
		s.mu.Unlock()
		return t, nil
	}
	w := s.wants()
	s.mu.Unlock()
	select {
	case t := <-w.turn:
		s.mu.Lock()
		s.spare = append(s.spare, w)
		s.mu.Unlock()
		return t, nil
	case <-ctx.Done():
		return s.leave(ctx, w)
	}
}

// wants registers a waiting caller.
func (s *Scheduler[T]) wants() *waiter[T] {
	var w *waiter[T]
	if n := len(s.spare); n > 0 {
		w, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		w = &waiter[T]{make(chan *Turn[T], 1)}
	}
	s.waiters = append(s.waiters, w)
	s.setAlarm()
	return w
}

// leave ends waiting; if a turn has come meanwhile it is taken.
func (s *Scheduler[T]) leave(ctx context.Context, w *waiter[T]) (*Turn[T], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiters, w); i >= 0 {
		s.waiters = slices.Delete(s.waiters, i, i+1)
		return nil, ctx.Err()
	}
	return <-w.turn, nil
}

// advance reads the clock, and moves the stations whose time has come. They move in the order of their times, so
// that the list of ready stations is in that order too.
func (s *Scheduler[T]) advance() {
	s.now = int64(time.Since(s.start))
	for s.timed.Len() > 0 && s.timed.First().due <= s.now {
		st := s.timed.First()
		s.timed.remove(st)
		if st.host != nil {
			s.settle(st.host)
		} else {
			s.settleAddress(st.address)
		}
	}
}

// next hands out a turn of the host that has been ready longest; nil if none is.
func (s *Scheduler[T]) next() *Turn[T] {
	st := s.ready.first
	if st == nil || s.paused {
		return nil
	}
	s.ready.remove(st)
	h, a := st.host, st.address
	if a != nil {
		h = a.hosts.first.host
		a.hosts.remove(&h.station)
		a.busy++
		s.settleAddress(a)
	}
	h.busy++
	s.items--
	s.turns++
	t := &Turn[T]{Item: h.items.popFront(), Host: h.name, host: h, at: a}
	s.settle(h)
	return t
}

// serve gives turns to waiting callers, the latest first, because its data is still in caches.
func (s *Scheduler[T]) serve() {
	for n := len(s.waiters); n > 0; n-- {
		t := s.next()
		if t == nil {
			s.setAlarm()
			return
		}
		s.waiters[n-1].turn <- t
		s.waiters = s.waiters[:n-1]
	}
}

// setAlarm sets the alarm for the time of the next ready host, if a caller waits. It may ring too early.
func (s *Scheduler[T]) setAlarm() {
	if len(s.waiters) == 0 || s.timed.Len() == 0 || s.paused {
		return
	}
	due := s.timed.First().due
	if s.rings != 0 && s.rings <= due {
		return
	}
	s.rings = due
	if s.alarm == nil {
		s.alarm = time.AfterFunc(time.Duration(due-s.now), s.ring)
	} else {
		s.alarm.Reset(time.Duration(due - s.now))
	}
}

func (s *Scheduler[T]) ring() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rings = 0
	s.advance()
	s.serve()
}

// Pause makes Take return nothing until Resume; delays continue to run.
func (s *Scheduler[T]) Pause() { s.pause(true) }

// Resume ends a pause.
func (s *Scheduler[T]) Resume() { s.pause(false) }

func (s *Scheduler[T]) pause(paused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paused = paused
	s.advance()
	s.serve()
}
