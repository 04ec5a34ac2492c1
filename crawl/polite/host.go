package polite

import (
	"math"
	"net/http"
	"net/netip"
	"time"
)

// A host has items. It is listed, among the ready hosts or at its address, only if it has any.
type host[T any] struct {
	station[T]
	name  string
	items queue[T]
	at    *address[T] // where it was last found, nil if that is unknown or does not matter
	delay int64       // its own, 0 if it has none
	ended int64       // when it last answered
	took  float32     // s, a mean of its last answers
	level uint8       // failures that slow it down, less what was made good
	mute  bool        // the last failure was that it did not answer
	share float32     // of bad answers among the last, see learn; less than 0 before the first
	rests bool        // its delay is over, and due is when a failure is forgiven
}

// An address has hosts that might be asked if it might be.
type address[T any] struct {
	station[T]
	addr  netip.Addr
	hosts list[T]
	known int // hosts that were found there
}

const never = math.MinInt64

func (s *Scheduler[T]) host(name string) *host[T] {
	h := s.hosts[name]
	if h == nil {
		h = &host[T]{name: name, ended: never, share: -1}
		h.station = station[T]{host: h}
		s.hosts[name] = h
	}
	return h
}

// settle puts a host that is nowhere where it belongs.
func (s *Scheduler[T]) settle(h *host[T]) {
	switch {
	case h.where != nowhere || int(h.busy) >= s.o.PerHost:
	case h.due > s.now:
		s.timed.push(&h.station)
	case h.items.n > 0 && h.at != nil:
		h.at.hosts.append(&h.station)
		s.settleAddress(h.at)
	case h.items.n > 0:
		s.ready.append(&h.station)
	case h.busy == 0:
		s.forget(h)
	}
}

func (s *Scheduler[T]) settleAddress(a *address[T]) {
	switch {
	case a.where != nowhere || int(a.busy) >= s.o.PerHost:
	case a.due > s.now:
		s.timed.push(&a.station)
	case a.hosts.n > 0:
		s.ready.append(&a.station)
	case a.known == 0 && a.busy == 0:
		delete(s.addresses, a.addr)
	}
}

// lift takes a host from wherever it is.
func (s *Scheduler[T]) lift(h *host[T]) {
	switch h.where {
	case timed:
		s.timed.remove(&h.station)
	case listed:
		h.in.remove(&h.station)
		if a := h.at; a != nil && a.hosts.n == 0 && a.where == listed {
			s.ready.remove(&a.station)
			s.settleAddress(a)
		}
	}
}

// forget drops a host without items whose time has come, if nothing is to be kept of it. Until then failures are forgiven one
// by one.
func (s *Scheduler[T]) forget(h *host[T]) {
	for h.level > 0 && h.due <= s.now {
		h.level--
		h.due += s.wait(h)
		h.rests = true
	}
	switch {
	case h.due > s.now:
		s.timed.push(&h.station)
	case h.delay == 0:
		s.moved(h, nil)
		delete(s.hosts, h.name)
	}
}

// moved notes where a host is found from now on. It must be nowhere, or have no address.
func (s *Scheduler[T]) moved(h *host[T], to *address[T]) {
	from := h.at
	if h.at = to; to != nil {
		to.known++
	}
	if from != nil {
		from.known--
		s.settleAddress(from)
	}
}

// wait returns how long to leave a host alone after a response, in ns.
func (s *Scheduler[T]) wait(h *host[T]) int64 {
	wait := max(int64(s.o.Delay), h.delay)
	if h.level == 0 {
		return wait
	}
	most := int64(s.o.MaxBackOff)
	longer := max(int64(s.o.BackOff), h.delay)
	for range h.level {
		if longer = min(2*longer, most); longer == most {
			break
		}
	}
	return max(wait, longer)
}

// maxLevel keeps recovery short: from there on all waits are the longest, as 2²⁰ seconds are twelve days.
const maxLevel = 20

// learn updates a host after a response that ended now, and returns how long to leave the host alone.
func (s *Scheduler[T]) learn(h *host[T], o Outcome) (wait int64, kept bool) {
	h.ended = s.now
	if o.Took > 0 {
		if h.took == 0 {
			h.took = float32(o.Took.Seconds())
		}
		h.took += (float32(o.Took.Seconds()) - h.took) / 4
	}
	if bad := h.weigh(o); bad {
		h.mute = o.Failed
	}
	switch {
	case !o.bad() && h.mute:
		h.level, h.mute = 0, false // it was away, and did not ask for patience
	case !o.bad():
		h.level -= min(h.level, 1)
	case !h.troubled(o):
	case s.o.BackOff > 0 && s.wait(h) < int64(s.o.MaxBackOff) && h.level < maxLevel:
		h.level++
	}
	after := max(o.RetryAfter, 0)
	if kept = after <= s.o.MaxRetryAfter; !kept {
		after = s.o.MaxRetryAfter
	}
	return max(s.wait(h), int64(after)), kept
}

// weigh adds a response to the share of bad ones: it weighs a quarter, and earlier ones the rest. It returns
// whether it was bad.
func (h *host[T]) weigh(o Outcome) bool {
	is := float32(0)
	if o.bad() {
		is = 1
	}
	if h.share < 0 {
		h.share = is
	}
	h.share += (is - h.share) / 4
	return o.bad()
}

// troubled reports whether a bad response means a longer pause for the host: there was no response, or the host
// asks for a pause, or most of its pages fail. One broken page among good ones is no reason.
func (h *host[T]) troubled(o Outcome) bool {
	return o.Failed || o.Status == http.StatusTooManyRequests || h.share > 0.5
}

// SetDelay gives a host a delay of its own, such as the crawl-delay of its robots.txt, counted from its last answer on. It
// holds if it is longer than Options.Delay, and up to Options.MaxDelay. SetDelay returns the delay that holds.
func (s *Scheduler[T]) SetDelay(name string, d time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d = min(d, s.o.MaxDelay); d <= s.o.Delay {
		d = 0
	}
	if d == 0 && s.hosts[name] == nil {
		return s.o.Delay
	}
	s.advance()
	h := s.host(name)
	h.delay = int64(d)
	if h.ended != never && h.ended+h.delay > h.due {
		s.lift(h)
		h.due, h.rests = h.ended+h.delay, false
	}
	s.settle(h)
	s.serve()
	return max(d, s.o.Delay)
}
