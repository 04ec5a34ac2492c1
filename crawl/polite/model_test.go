package polite_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl/polite"
)

// A model is the rules of a Scheduler, told by looking at every host each time. Times are since the start.
type model struct {
	o         polite.Options
	hosts     map[string]*modelHost
	addresses map[netip.Addr]*modelAddress
}

type modelHost struct {
	items      []int
	busy       int
	due, since time.Duration // since: when it last came to have an item and a free connection
	ended      time.Duration
	addr       netip.Addr
	own        time.Duration
	failures   int
	mute       bool          // the last failure was that there was no answer
	share      float32       // of bad answers, less than 0 before the first
	rest       time.Duration // of one without items: when the next failure is forgiven
}

type modelAddress struct {
	busy       int
	due, since time.Duration
}

const (
	forever = time.Duration(math.MaxInt64)
	unasked = -time.Hour
)

func (m *model) wait(h *modelHost, failures int) time.Duration {
	wait := max(m.o.Delay, h.own)
	if failures > 0 {
		longer := float64(max(m.o.BackOff, h.own)) * math.Pow(2, float64(failures))
		wait = max(wait, time.Duration(min(longer, float64(m.o.MaxBackOff))))
	}
	return wait
}

// pass lets time go by.
func (m *model) pass(now time.Duration) {
	for _, h := range m.hosts {
		if len(h.items) > 0 || h.busy > 0 {
			continue
		}
		for h.failures > 0 && h.rest <= now {
			h.failures--
			h.rest += m.wait(h, h.failures)
		}
		if h.rest <= now && h.own == 0 {
			h.addr, h.ended, h.share, h.mute = netip.Addr{}, unasked, -1, false
		}
	}
}

// ready returns when a host could be asked, were it not for its address.
func (m *model) ready(h *modelHost) time.Duration {
	if len(h.items) == 0 || h.busy >= m.o.PerHost {
		return forever
	}
	return max(h.due, h.since)
}

// next returns the hosts that may come next, and when.
func (m *model) next() (hosts []string, at time.Duration) {
	at = forever
	offer := func(when time.Duration, names ...string) {
		if when < at {
			hosts, at = nil, when
		}
		if when == at && when < forever {
			hosts = append(hosts, names...)
		}
	}
	for name, h := range m.hosts {
		if !h.addr.IsValid() {
			offer(m.ready(h), name)
		}
	}
	for addr, a := range m.addresses {
		first, names := forever, []string(nil)
		for name, h := range m.hosts {
			if h.addr != addr {
				continue
			}
			if r := m.ready(h); r < first {
				first, names = r, nil
			}
			if m.ready(h) == first && first < forever {
				names = append(names, name)
			}
		}
		if a.busy < m.o.PerHost && first < forever {
			offer(max(first, a.due, a.since), names...)
		}
	}
	return hosts, at
}

// modelTurn is a turn beside that of the scheduler.
type modelTurn struct {
	turn *polite.Turn[int]
	host *modelHost
	at   *modelAddress
}

func (m *model) take(t *polite.Turn[int]) modelTurn {
	h := m.hosts[t.Host]
	h.items = h.items[1:]
	h.busy++
	a := m.addresses[h.addr]
	if a != nil {
		a.busy++
	}
	return modelTurn{t, h, a}
}

func (m *model) located(t *modelTurn, addr netip.Addr, now time.Duration) bool {
	if m.o.AddressDelay == 0 || t.at != nil && t.host.addr == addr {
		return true
	}
	if t.at != nil {
		t.at.busy--
		t.at.since = now
	}
	to := m.addresses[addr]
	if to == nil {
		to = &modelAddress{}
		m.addresses[addr] = to
	}
	free := to.busy < m.o.PerHost && to.due <= now
	for _, h := range m.hosts {
		free = free && (h.addr != addr || m.ready(h) > now)
	}
	t.host.addr, t.at = addr, nil
	if free {
		t.at = to
		to.busy++
		return true
	}
	m.end(t, now, true)
	return false
}

func (m *model) end(t *modelTurn, now time.Duration, back bool) {
	t.host.busy--
	t.host.since = now
	t.host.rest = t.host.due
	if back {
		t.host.items = append([]int{t.turn.Item}, t.host.items...)
	}
}

func (m *model) asked(t *modelTurn, o polite.Outcome, now time.Duration, back bool) {
	h := t.host
	h.ended = now
	bad := o.Failed || o.Status == 429 || o.Status >= 500
	switch {
	case h.share < 0 && bad:
		h.share = 1
	case h.share < 0:
		h.share = 0
	case bad:
		h.share += (1 - h.share) / 4
	default:
		h.share -= h.share / 4
	}
	if bad {
		if m.o.BackOff > 0 && m.wait(h, h.failures) < m.o.MaxBackOff && (o.Failed || o.Status == 429 || h.share > 0.5) {
			h.failures++
		}
		h.mute = o.Failed
	} else if h.mute {
		h.failures, h.mute = 0, false
	} else {
		h.failures = max(h.failures-1, 0)
	}
	h.due = max(h.due, now+max(m.wait(h, h.failures), min(o.RetryAfter, m.o.MaxRetryAfter)))
	if t.at != nil {
		t.at.busy--
		t.at.since, t.at.due = now, max(t.at.due, now+m.o.AddressDelay)
	}
	m.end(t, now, back)
}

func (m *model) drop(t *modelTurn, now time.Duration) {
	if t.at != nil {
		t.at.busy--
		t.at.since = now
	}
	m.end(t, now, false)
}

func (m *model) put(name string, item int, now time.Duration) {
	h := m.hosts[name]
	if h == nil {
		h = &modelHost{ended: unasked, share: -1}
		m.hosts[name] = h
	}
	if len(h.items) == 0 && h.busy == 0 {
		h.since = now
	}
	h.items = append(h.items, item)
}

// The scheduler hands out what the model does, at the very time. Which of two that were ready at the same time comes first is
// left open.
func TestAgainstModel(t *testing.T) {
	for seed := range uint64(1000) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 7))
			pick := func(ms ...int) time.Duration { return time.Duration(ms[r.IntN(len(ms))]) * time.Millisecond }
			o := polite.Options{
				Delay: pick(0, 10, 1000), AddressDelay: pick(0, 5, 500, 3000), PerHost: 1,
				MaxDelay: 4 * time.Second, MaxRetryAfter: 20 * time.Second, BackOff: pick(1, 700, 2000), MaxBackOff: 9 * time.Second,
			}
			d := &driver{
				TB: t, r: r, start: time.Now(), s: polite.New[int](o), seed: seed,
				m: &model{o, map[string]*modelHost{}, map[netip.Addr]*modelAddress{}},
			}
			for range 400 {
				d.step()
			}
			if want := d.m.items(); d.s.Len() != want {
				t.Fatalf("seed %d: %d items are left, want %d", seed, d.s.Len(), want)
			}
		})
	}
}

func (m *model) items() (n int) {
	for _, h := range m.hosts {
		n += len(h.items)
	}
	return n
}

// A driver does the same to a scheduler and a model.
type driver struct {
	testing.TB
	r     *rand.Rand
	start time.Time
	s     *polite.Scheduler[int]
	m     *model
	turns []modelTurn
	n     int
	seed  uint64
}

func (d *driver) now() time.Duration { return time.Since(d.start) }

func (d *driver) step() {
	d.m.pass(d.now())
	switch x := d.r.IntN(10); {
	case x < 3:
		name := fmt.Sprint("h", d.r.IntN(6))
		d.n++
		d.s.Put(name, d.n)
		d.m.put(name, d.n, d.now())
	case x < 4:
		time.Sleep(time.Duration(d.r.IntN(2000)) * time.Millisecond)
	case x < 6 && len(d.turns) > 0:
		d.endOne()
	case x < 7 && len(d.turns) > 0:
		t := d.turns[d.r.IntN(len(d.turns))]
		own := time.Duration(d.r.IntN(6)) * time.Second
		d.s.SetDelay(t.turn.Host, own)
		if t.host.own = min(own, d.m.o.MaxDelay); t.host.own <= d.m.o.Delay {
			t.host.own = 0
		}
		t.host.due = max(t.host.due, t.host.ended+t.host.own)
	default:
		d.take()
	}
}

func (d *driver) take() {
	hosts, at := d.m.next()
	if at == forever {
		return
	}
	at = max(at, d.now())
	turn, err := d.s.Take(context.Background())
	if err != nil {
		d.Fatal(err)
	}
	if !slices.Contains(hosts, turn.Host) || d.now() != at {
		d.Fatalf("seed %d: got %s at %v, want one of %v at %v", d.seed, turn.Host, d.now(), hosts, at)
	}
	if want := d.m.hosts[turn.Host].items[0]; turn.Item != want {
		d.Fatalf("seed %d: %s at %v: got item %d, want %d", d.seed, turn.Host, at, turn.Item, want)
	}
	mt := d.m.take(turn)
	addr := netip.AddrFrom4([4]byte{10, 0, 0, byte(int(turn.Host[1])%2 + d.r.IntN(40)/39)}) // hosts move now and then
	got, want := d.s.Located(turn, addr), d.m.located(&mt, addr, d.now())
	if got != want {
		d.Fatalf("seed %d: %s at %v may be asked at its address: got %v, want %v", d.seed, turn.Host, at, got, want)
	}
	if got {
		d.turns = append(d.turns, mt)
	}
}

func (d *driver) endOne() {
	i := d.r.IntN(len(d.turns))
	t := d.turns[i]
	d.turns = slices.Delete(d.turns, i, i+1)
	o := polite.Outcome{Status: []int{200, 200, 404, 429, 500, 503}[d.r.IntN(6)]}
	o.Failed = o.Status == 503 && d.n%2 == 0
	if d.r.IntN(5) == 0 {
		o.RetryAfter = time.Duration(d.r.IntN(30)) * time.Second
	}
	switch d.r.IntN(4) {
	case 0:
		d.m.asked(&t, o, d.now(), true)
		d.s.Back(t.turn, o)
	case 1:
		d.m.drop(&t, d.now())
		d.s.Drop(t.turn)
	default:
		d.m.asked(&t, o, d.now(), false)
		if kept := d.s.Done(t.turn, o); kept != (o.RetryAfter <= d.m.o.MaxRetryAfter) {
			d.Fatalf("seed %d: a Retry-After of %v: got kept %v", d.seed, o.RetryAfter, kept)
		}
	}
}
