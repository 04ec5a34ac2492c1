package polite

import (
	"cmp"
	"slices"
	"time"
)

// Stats count what a Scheduler holds.
//
//json:object queues
type Stats struct {
	Hosts     int  `json:"hosts"`     // known hosts
	Addresses int  `json:"addresses"` // known addresses
	Items     int  `json:"items"`     // pages that wait
	Turns     int  `json:"turns"`     // turns taken and not ended
	Ready     int  `json:"ready"`     // hosts that may be requested now; hosts of one address count once
	Timed     int  `json:"timed"`     // hosts and addresses that wait for a delay to end
	Workers   int  `json:"workers"`   // workers that wait for a host
	Paused    bool `json:"paused"`    // the queues are paused
}

// Len returns how many items wait.
func (s *Scheduler[T]) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items
}

// Stats returns what the scheduler holds now.
func (s *Scheduler[T]) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	return Stats{
		Hosts: len(s.hosts), Addresses: len(s.addresses), Items: s.items, Turns: s.turns, Ready: s.ready.n,
		Timed: s.timed.Len(), Workers: len(s.waiters), Paused: s.paused,
	}
}

// HostStats describe a host.
//
//json:object host stats
type HostStats struct {
	Host     string        `json:"host"`     // name of the host
	Items    int           `json:"items"`    // pages that wait
	Busy     int           `json:"busy"`     // open connections
	Next     time.Time     `json:"next"`     // time of the earliest next request, RFC 3339
	Delay    time.Duration `json:"delay_ns"` // delay after each response, ns
	Failures int           `json:"failures"` // failures in a row, minus later successes
	Took     time.Duration `json:"took_ns"`  // mean duration of the last responses, ns
	Left     time.Duration `json:"left_ns"`  // estimated time until its items are done, ns
}

// Slowest returns the hosts whose items will take longest, at most n of them. It reads all hosts, while other
// calls wait.
func (s *Scheduler[T]) Slowest(n int) []HostStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
	type candidate struct {
		host *host[T]
		left int64
	}
	var all []candidate
	order := func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.left, a.left), cmp.Compare(b.host.items.n, a.host.items.n), cmp.Compare(a.host.name, b.host.name))
	}
	for _, h := range s.hosts {
		if h.items.n == 0 && h.busy == 0 {
			continue
		}
		all = append(all, candidate{h, s.left(h)})
		if len(all) >= 2*n+64 {
			slices.SortFunc(all, order)
			all = all[:n]
		}
	}
	slices.SortFunc(all, order)
	out := make([]HostStats, min(n, len(all)))
	for i, c := range all[:len(out)] {
		out[i] = s.hostStats(c.host, c.left)
	}
	return out
}

// left estimates when a host will be through, in ns from now.
func (s *Scheduler[T]) left(h *host[T]) int64 {
	each := float64(s.wait(h)) + float64(h.took)*1e9
	return max(s.due(h)-s.now, 0) + int64(float64(h.items.n)*each/float64(s.o.PerHost))
}

func (s *Scheduler[T]) due(h *host[T]) int64 {
	if h.at != nil {
		return max(h.due, h.at.due)
	}
	return h.due
}

func (s *Scheduler[T]) hostStats(h *host[T], left int64) HostStats {
	return HostStats{
		Host: h.name, Items: int(h.items.n), Busy: int(h.busy), Next: s.start.Add(time.Duration(s.due(h))), Delay: time.Duration(s.wait(h)),
		Failures: int(h.level), Took: time.Duration(float64(h.took) * 1e9), Left: time.Duration(left),
	}
}

// Bytes returns an upper limit for the memory of the scheduler, except the data that items point to: 600 bytes per
// host or address with its place in a map and the timetable, and 36 per item (the ring of a host has room for four
// times as many).
func (s *Scheduler[T]) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 600*int64(len(s.hosts)+len(s.addresses)) + 36*int64(s.items)
}
