package sharedtest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"weft/crawl/shared"
)

// A Clock is a clock that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) Subject {
		c := &clock{now: time.Unix(7, 0)}
		return Subject{New(c.Now), c.advance}
	})
}

// A call whose response is lost has done its work, and a repetition does nothing more.
func TestMemoryLosesResponses(t *testing.T) {
	m := New(time.Now)
	fault := Fine
	m.Fail(func(string) Fault { return fault })
	s := Subject{Service: m}
	a, _ := join(t, s, "a")
	for _, fault = range []Fault{Lost, Refused, Fine} {
		if err := a.Offer(t.Context(), some("h", 0, 9)); errors.Is(err, ErrFault) != (fault != Fine) {
			t.Fatalf("fault %d: %v", fault, err)
		}
	}
	fault = Lost
	if got, _, err := a.Pull(t.Context(), 3, 9); !errors.Is(err, ErrFault) || got != nil {
		t.Fatalf("got %v, %v; want only an error", got, err)
	}
	fault = Fine
	wantPull(t, a, 5, 9, 0, 1, 2)
	wantPull(t, a, 2, 9, 3, 4)
	fault = Lost
	if _, err := a.Leave(t.Context()); !errors.Is(err, ErrFault) {
		t.Fatal(err)
	}
	fault = Fine
	if left, err := a.Leave(t.Context()); err != nil || left != (shared.Left{Queued: 9}) {
		t.Fatalf("left %+v, %v; want 9 queued", left, err)
	}
}
