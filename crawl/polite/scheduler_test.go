package polite_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl/polite"
)

func take(t *testing.T, s *polite.Scheduler[int]) *polite.Turn[int] {
	t.Helper()
	turn, err := s.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

// A host that fails waits twice as long each time, up to a bound, and recovers by and by.
func TestBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: time.Second, MaxBackOff: 10 * time.Second})
		outcomes := []polite.Outcome{
			{Status: 200},
			{Status: 503},
			{Failed: true},
			{Status: 429},
			{Status: 500},
			{Status: 500},
			{Status: 404},
			{Status: 200},
			{Status: 200},
			{Status: 200},
			{Status: 200},
			{Status: 200, RetryAfter: 7 * time.Second},
		}
		want := []int{0, 1, 1, 2, 4, 8, 10, 8, 4, 2, 1, 1, 7} // the first 503 is one page among good ones
		var got []int
		for i := range want {
			s.Put("a", i)
			before := time.Now()
			turn := take(t, s)
			got = append(got, int(time.Since(before)/time.Second))
			if i < len(outcomes) {
				s.Done(turn, outcomes[i])
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("waited %v seconds, want %v", got, want)
		}
	})
}

// Broken pages among good ones do not slow a host down; a host of which most answers are bad is left alone for longer.
func TestShareOfBadAnswers(t *testing.T) {
	for seed := range uint64(20) {
		for _, c := range []struct {
			share   float64
			slowest time.Duration
			fastest time.Duration
		}{{0, time.Second, time.Second}, {0.2, 1500 * time.Millisecond, time.Second}, {0.9, 20 * time.Second, 5 * time.Second}} {
			synctest.Test(t, func(t *testing.T) {
				s, r := polite.New[int](polite.Options{Delay: time.Second, MaxBackOff: 20 * time.Second}), rand.New(rand.NewPCG(seed, 3))
				start := time.Now()
				for i := range 200 {
					s.Put("a", i)
					o := polite.Outcome{Status: 200}
					if i > 0 && r.Float64() < c.share {
						o.Status = []int{500, 502, 503}[r.IntN(3)]
					}
					s.Done(take(t, s), o)
				}
				if each := time.Since(start) / 199; each < c.fastest || each > c.slowest {
					t.Errorf("seed %d: with %.0f %% bad answers %v a page, want %v to %v", seed, 100*c.share, each, c.fastest, c.slowest)
				}
			})
		}
	}
}

func TestRetryAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: time.Second, MaxRetryAfter: time.Minute})
		for i := range 3 {
			s.Put("a", i)
		}
		start := time.Now()
		expect := func(item int, at time.Duration) *polite.Turn[int] {
			t.Helper()
			turn := take(t, s)
			if turn.Item != item || time.Since(start) != at {
				t.Fatalf("got item %d at %v, want %d at %v", turn.Item, time.Since(start), item, at)
			}
			return turn
		}
		s.Back(expect(0, 0), polite.Outcome{Status: 200}) // robots.txt
		if !s.Retry(expect(0, time.Second), 30*time.Second) {
			t.Error("a Retry-After of 30 s is below the bound")
		}
		if s.Retry(expect(0, 31*time.Second), time.Hour) {
			t.Error("a Retry-After of an hour is beyond the bound of a minute")
		}
		turn := expect(0, 91*time.Second)
		s.Drop(turn) // nothing was asked
		turn = expect(1, 91*time.Second)
		s.Done(turn, polite.Outcome{Status: 200})
		s.Done(turn, polite.Outcome{Status: 200}) // does nothing
		s.Drop(turn)
		expect(2, 92*time.Second) // it is back, and all failures are made good
		if got := s.Stats(); got.Turns != 1 || got.Items != 0 {
			t.Errorf("got %+v, want one turn and no items", got)
		}
	})
}

func TestSharedAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		addr, mapped := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("::ffff:10.0.0.1")
		s := polite.New[int](polite.Options{Delay: 10 * time.Second, AddressDelay: 3 * time.Second})
		s.Put("a", 1)
		s.Put("b", 2)
		s.Put("c", 3)
		a, b, c := take(t, s), take(t, s), take(t, s)
		start := time.Now()
		if !s.Located(a, addr) || s.Located(b, mapped) || s.Located(c, addr) {
			t.Fatal("of three hosts at an address only one may be asked")
		}
		time.Sleep(time.Second)
		s.Done(a, polite.Outcome{})
		s.Put("a", 4)
		for _, want := range []struct {
			host string
			at   int
		}{{"b", 4}, {"c", 7}, {"a", 11}} {
			turn := take(t, s)
			if turn.Host != want.host || time.Since(start) != time.Duration(want.at)*time.Second {
				t.Fatalf("got %s at %v, want %v", turn.Host, time.Since(start), want)
			}
			if !s.Located(turn, addr) {
				t.Fatal("a turn has the connection to the address that is known")
			}
			s.Done(turn, polite.Outcome{})
		}
	})
}

func TestPauseAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{})
		s.Pause()
		s.Put("a", 1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if turn, err := s.Take(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("while paused: got %v, %v", turn, err)
		}
		if turn, err := s.Take(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("of a context that is done: got %v, %v", turn, err)
		}
		var got atomic.Int32
		go func() {
			turn, err := s.Take(context.WithoutCancel(ctx))
			if err == nil {
				got.Store(int32(turn.Item))
			}
		}()
		synctest.Wait()
		if st := s.Stats(); st.Workers != 1 || st.Ready != 1 || !st.Paused || got.Load() != 0 {
			t.Errorf("got %+v, item %d, want a worker waiting", st, got.Load())
		}
		s.Resume()
		synctest.Wait()
		if got.Load() != 1 {
			t.Errorf("after Resume: got item %d, want 1", got.Load())
		}
	})
}

func TestSlowest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: time.Second})
		for h := range 200 {
			for range h {
				s.Put(fmt.Sprintf("h%03d", h), 0)
			}
		}
		s.SetDelay("h050", 30*time.Second)
		s.SetDelay("h010", time.Hour)
		list := s.Slowest(3)
		var got []string
		for _, h := range list {
			got = append(got, fmt.Sprint(h.Host, " ", h.Items, " ", h.Left))
		}
		if want := []string{"h050 50 25m0s", "h010 10 10m0s", "h199 199 3m19s"}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := s.Slowest(1000); len(got) != 199 {
			t.Errorf("got %d hosts, want 199", len(got))
		}
	})
}

// Many goroutines do everything at the same time, in real time; nothing is lost, and no host is asked twice at a time.
func TestConcurrently(t *testing.T) {
	s := polite.New[int](polite.Options{Delay: 20 * time.Microsecond, AddressDelay: 10 * time.Microsecond, PerHost: 2})
	const items, hosts = 4000, 50
	var busy [hosts]atomic.Int32
	var left atomic.Int32
	left.Store(items)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for {
				turn, err := s.Take(ctx)
				if err != nil {
					return
				}
				h := turn.Item % hosts
				if !s.Located(turn, netip.AddrFrom4([4]byte{10, 0, 0, byte(h % 20)})) {
					continue
				}
				if n := busy[h].Add(1); n > 2 {
					t.Errorf("host %d has %d connections", h, n)
				}
				kind := r.IntN(10)
				busy[h].Add(-1)
				switch kind {
				case 0:
					s.Retry(turn, time.Microsecond)
					continue
				case 1:
					s.Back(turn, polite.Outcome{})
					continue
				case 2:
					s.SetDelay(turn.Host, time.Duration(r.IntN(100))*time.Microsecond)
					s.Drop(turn)
				default:
					s.Done(turn, polite.Outcome{Took: time.Microsecond})
				}
				if left.Add(-1) == 0 {
					cancel()
				}
			}
		})
	}
	for i := range items {
		s.Put(fmt.Sprint(i%hosts), i)
		if i%100 == 0 {
			s.Stats()
			s.Slowest(3)
		}
	}
	wg.Wait()
	if got := s.Stats(); left.Load() != 0 || got.Items != 0 || got.Turns != 0 {
		t.Errorf("%d left, %+v", left.Load(), got)
	}
}

// With Rests, a host that had no items waits before its next request, also if it is known by a delay of its own: another
// process may have asked it meanwhile.
func TestRestsBeforeHostsThatComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: time.Second, MaxDelay: time.Minute, Rests: true})
		took := func() time.Duration {
			t.Helper()
			s.Put("a", 1)
			before := time.Now()
			s.Done(take(t, s), polite.Outcome{Status: 200})
			return time.Since(before)
		}
		if d := took(); d != time.Second {
			t.Errorf("a new host is requested after %v, want 1s", d)
		}
		s.SetDelay("a", 5*time.Second)
		time.Sleep(time.Hour)
		if d := took(); d != 5*time.Second {
			t.Errorf("a host with a delay of its own that comes back is requested after %v, want 5s", d)
		}
	})
}
