package live

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"weft/internal/drawn"
)

// TestBudgetNeverBlocksForEver lets many answers grow by random steps under a budget that holds hardly more than one.
func TestBudgetNeverBlocksForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 10 << 20
		b := newBudget(size)
		seed := drawn.Seed(t)
		var held atomic.Int64
		var wg sync.WaitGroup
		for w := range 20 {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(seed, uint64(w)))
				var l lease
				for range 50 {
					l.begin(b, freeBytes-minRead+1+r.Int64N(size))
					for at := int64(0); at < l.most; {
						next := min(l.most, at+1+r.Int64N(l.most))
						if err := l.grow(context.Background(), next); err != nil {
							t.Error(err)
						}
						if now := held.Add(next - at); now > size || now < 0 {
							t.Errorf("seed %d: %d bytes are held, of %d", seed, now, size)
						}
						at = next
						time.Sleep(time.Duration(r.IntN(1000)))
						if r.IntN(4) == 0 {
							break
						}
					}
					l.settle()
					time.Sleep(time.Duration(r.IntN(1000)))
					held.Add(-l.held)
					l.release()
				}
			})
		}
		wg.Wait() // in a bubble, waiting for ever is a failure
		if b.free != size || len(b.open) > 0 || len(b.queue) > 0 {
			t.Errorf("seed %d: %d of %d free in the end, %d open, %d waiting", seed, b.free, size, len(b.open), len(b.queue))
		}
	})
}

// Who waits is served in order, unless somebody must grow to come to an end.
func TestBudgetIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(10)
		lease := func(most int64) *lease {
			l := new(lease)
			l.begin(b, most+freeBytes-minRead)
			return l
		}
		first := lease(10)
		if err := first.grow(t.Context(), 6); err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 3)
		wait := func(name string, most int64) {
			l := lease(most)
			go func() {
				if l.grow(t.Context(), most) == nil {
					order <- name
					l.release()
				}
			}()
			synctest.Wait()
		}
		wait("large", 10)
		wait("small", 1) // would fit, but it is not its turn, and the first could not end
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := lease(3).grow(ctx, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("a context that has ended: %v", err)
		}
		if len(order) > 0 {
			t.Errorf("%s did not wait", <-order)
		}
		if err := first.grow(t.Context(), 10); err != nil { // ahead of all, or nobody would get anything
			t.Fatal(err)
		}
		first.release()
		if a, b := <-order, <-order; a != "large" || b != "small" {
			t.Errorf("%s before %s", a, b)
		}
	})
}

// TestBudgetOfManyPages gets many large pages at once: all come whole, and never more than the budget is held.
func TestBudgetOfManyPages(t *testing.T) {
	const size = 3 << 20
	body := strings.Repeat("0123456789abcdef", size/16)
	url := rawServer(t, func(c net.Conn, r *http.Request) bool {
		head := "Content-Length: 3145728\r\n"
		if r.URL.Path == "/open" {
			head = ""
		}
		_, err := io.WriteString(c, "HTTP/1.1 200 OK\r\n"+head+"\r\n"+body)
		return head != "" && err == nil
	})
	o := quick()
	o.MaxBody, o.Budget, o.MaxHeader, o.TotalTimeout = 4<<20, 5<<20, 16<<10, time.Minute // for all of them
	c := newClient(t, o)
	total := c.budget.free
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			var a Answer
			defer a.Release()
			for i := range 3 {
				if err := c.Get(context.Background(), url+[]string{"/", "/open"}[i%2], Condition{}, &a); err != nil || len(a.Body()) != size || a.Truncated != "" {
					t.Errorf("%d bytes (%s), %v", len(a.Body()), a.Truncated, err)
				}
			}
		})
	}
	wg.Wait()
	if c.budget.free != total {
		t.Errorf("%d bytes of %d are free in the end", c.budget.free, total)
	}
}

// Who waits for memory is not taken for a slow server, unless it takes too long.
func TestWaitsForMemory(t *testing.T) { patiently(t, 100*time.Millisecond, waitsForMemory) }

func waitsForMemory(t testing.TB, unit time.Duration) {
	const size = 3 << 20
	body := strings.Repeat("0123456789abcdef", size/16)
	change := func(o *Options) {
		o.MaxBody, o.Budget, o.MaxHeader = 4<<20, 1, 16<<10
		o.TotalTimeout, o.RateTime, o.MinRate = 6*unit, unit, 20
	}
	o := quick()
	change(&o)
	c1, url1 := newClient(t, o), rawServer(t, says("HTTP/1.1 200 OK\r\nContent-Length: 3145728\r\n\r\n"+body, true))
	c2, url2 := http2Client(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }, change)
	for _, tc := range []struct {
		c   *Client
		url string
	}{{c1, url1}, {c2, url2}} {
		var first, second Answer
		get(t, tc.c, tc.url, &first)
		done := make(chan struct{})
		time.AfterFunc(unit*5/2, func() { first.Release(); close(done) })
		get(t, tc.c, tc.url, &second)
		if len(second.Body()) != size || second.Truncated != "" || second.Took < unit*3/2 {
			t.Errorf("%s: %d bytes after %s (%s)", tc.url, len(second.Body()), second.Took, second.Truncated)
		}
		<-done
		get(t, tc.c, tc.url, &first)
		if n := len(first.Body()); n < freeBytes/2 || n == size || first.Truncated != TruncatedTime || first.Took < 6*unit {
			t.Errorf("%s: %d bytes after %s (%s), want the part that needs no waiting", tc.url, n, first.Took, first.Truncated)
		}
		second.Release()
	}
}

// Connections are kept up to a number and for a time.
func TestIdleConnections(t *testing.T) {
	var open atomic.Int64
	talk := func(c net.Conn, _ *http.Request) bool {
		_, err := io.WriteString(c, exact["length"])
		return err == nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			open.Add(1)
			go func() { serveRaw(c, talk); open.Add(-1) }()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	o := quick()
	o.Workers, o.IdleTimeout, o.Resolve = 2, 60*time.Millisecond, []string{"*:" + port + ":127.0.0.1"}
	c := newClient(t, o)
	var a Answer
	for _, host := range []string{"a", "b", "c", "d", "e", "f", "a", "f"} {
		get(t, c, "http://"+host+":"+port, &a)
		if n, sites := idle(c); n > 4 || n != sites {
			t.Errorf("%d connections are kept of %d sites, want at most 4", n, sites)
		}
	}
	for deadline := time.Now().Add(5 * time.Second); open.Load() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d connections are still open", open.Load())
		}
	}
	c.Close()
	get(t, c, "http://a:"+port, &a)
	if n, _ := idle(c); n != 0 {
		t.Errorf("%d connections are kept after Close", n)
	}
}
