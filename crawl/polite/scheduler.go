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
	now       int64 // ns since start, when the lock was last taken by somebody to whom time matters
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

// Put adds an item after those that wait for a host. Any string that stands for one will do, such as "example.org:443".
func (s *Scheduler[T]) Put(name string, item T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	h := s.host(name)
	if h.rests {
		s.lift(h)
		h.due, h.rests = s.now, false
	}
	h.items.pushBack(item)
	s.items++
	s.settle(h)
	s.serve()
}

// Take waits for an item that may be asked for now. The turn must be ended by one of its scheduler's methods. The error is
// that of ctx; at the same time as that a turn may come still.
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

// wants notes that somebody waits.
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

// advance looks at the clock, and moves those whose time has come. They move in the order of their times, so that the list
// of those that are ready is in that order too.
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

// serve hands turns to those who wait, the last to come first, as what it used is in caches still.
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

// setAlarm makes the alarm ring when the next host may be asked, if somebody waits. It may ring too early.
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

// Pause lets Take hand out nothing until Resume; delays go on.
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
