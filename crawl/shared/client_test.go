package shared_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
)

// All tests run by the clock of a bubble of testing/synctest: no time of the machine matters.

func connect(t *testing.T, s shared.Service, name string) *shared.Client {
	t.Helper()
	return connectFor(t, s, name, 0)
}

func connectFor(t *testing.T, s shared.Service, name string, away time.Duration) *shared.Client {
	t.Helper()
	c, err := shared.Connect(t.Context(), s, shared.ClientOptions{Crawler: name, Away: away, Tell: func(text string) { t.Log(name+":", text) }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func page(host string, n int) shared.Page {
	return shared.Page{Key: crawl.Key(n), Host: host, URL: fmt.Appendf(nil, "http://%s/%d", host, n)}
}

func pull(t *testing.T, c *shared.Client, most int) (numbers []crawl.Key, left shared.Left) {
	t.Helper()
	pages, left, err := c.Pull(t.Context(), most, 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		numbers = append(numbers, p.Key)
	}
	return numbers, left
}

// faults are the faults of a service, which a test switches on and off.
type faults struct {
	mu    sync.Mutex
	fault sharedtest.Fault
	of    string // the method; empty means all
}

func (f *faults) set(fault sharedtest.Fault, of string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault, f.of = fault, of
}

func (f *faults) fail(method string) sharedtest.Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of != "" && f.of != method {
		return sharedtest.Fine
	}
	return f.fault
}

func broken() (*sharedtest.Memory, *faults) {
	m, f := sharedtest.New(time.Now), new(faults)
	m.Fail(f.fail)
	return m, f
}

// Contexts end before the lease does, by the margin, when the service does not answer. What another crawler pulled
// meanwhile is lost, the rest is still held.
func TestContextsEndBeforeLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		a := connect(t, m, "a")
		a.Offer([]shared.Page{page("h", 1), page("k", 2)})
		if got, _ := pull(t, a, 9); len(got) != 2 {
			t.Fatalf("pulled %v, want 2 pages", got)
		}
		time.Sleep(5 * shared.DefaultLease) // it is renewed
		h, stop, ok := a.Context(t.Context(), 1)
		if !ok || h.Err() != nil {
			t.Fatal("the page is not held although the session was renewed")
		}
		defer stop()
		f.set(sharedtest.Refused, "")
		began := time.Now()
		<-h.Done()
		if took := time.Since(began); took > shared.DefaultLease*9/10 || took < shared.DefaultLease/2 {
			t.Errorf("the context ended %v after the last answer, want nearly the lease", took)
		}
		if !errors.Is(context.Cause(h), shared.ErrLapsed) {
			t.Errorf("the cause is %v, want ErrLapsed", context.Cause(h))
		}
		time.Sleep(shared.DefaultLease / 2)
		f.set(sharedtest.Refused, "Join") // the other is quicker
		if _, _, err := m.Join(t.Context(), "b", time.Hour); err == nil {
			t.Fatal("Join succeeds, want the fault")
		}
		f.set(sharedtest.Fine, "")
		other, _, err := m.Join(t.Context(), "b", time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := other.Pull(t.Context(), 1, 1); err != nil || len(got) != 1 || got[0].Key != 1 {
			t.Fatalf("the other pulled %v, %v; want page 1", got, err)
		}
		if _, _, ok := a.Context(t.Context(), 1); ok {
			t.Error("page 1 is held although another has it")
		}
		if _, left, err := other.Pull(t.Context(), 0, 1); err != nil || left.Crawlers != 2 {
			t.Errorf("left %+v, %v; want 2 crawlers", left, err)
		}
		if got, _ := pull(t, a, 9); !slices.Equal(got, []crawl.Key{2}) {
			t.Errorf("pulled %v, want page 2", got)
		}
		if _, err := a.Leave(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A short absence of the service changes nothing: contexts do not end, calls are repeated.
func TestShortAbsence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		a := connect(t, m, "a")
		a.Offer([]shared.Page{page("h", 1)})
		pull(t, a, 9)
		h, stop, _ := a.Context(t.Context(), 1)
		defer stop()
		for _, fault := range []sharedtest.Fault{sharedtest.Refused, sharedtest.Lost} {
			f.set(fault, "")
			time.AfterFunc(shared.DefaultLease/4, func() { f.set(sharedtest.Fine, "") })
			a.Offer([]shared.Page{page("h", 2+2*int(fault)), page("h", 3+2*int(fault))})
			if got, left := pull(t, a, 1); len(got) != 1 || left.Queued+left.Held != 3+2*uint64(fault-1) {
				t.Errorf("pulled %v, left %+v", got, left)
			}
		}
		time.Sleep(3 * shared.DefaultLease)
		if h.Err() != nil {
			t.Errorf("the context ended: %v", context.Cause(h))
		}
		if left, err := a.Leave(t.Context()); err != nil || left != (shared.Left{Queued: 5}) {
			t.Errorf("left %+v, %v; want 5 queued", left, err)
		}
	})
}

// A client whose service stays away gives up, after the time that its options allow.
func TestAwayForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		a := connect(t, m, "a")
		a.Offer([]shared.Page{page("h", 1)})
		pull(t, a, 9)
		h, stop, _ := a.Context(t.Context(), 1)
		defer stop()
		f.set(sharedtest.Refused, "")
		began := time.Now()
		<-a.Failed()
		if took := time.Since(began); took < shared.DefaultAway || took > shared.DefaultAway+shared.DefaultLease {
			t.Errorf("gave up after %v, want %v", took, shared.DefaultAway)
		}
		if !errors.Is(a.Err(), shared.ErrAway) || !errors.Is(a.Err(), sharedtest.ErrFault) || h.Err() == nil {
			t.Errorf("gave up with %v, context %v", a.Err(), h.Err())
		}
		if _, _, err := a.Pull(t.Context(), 1, 1); !errors.Is(err, shared.ErrAway) {
			t.Errorf("Pull: %v, want ErrAway", err)
		}
		if _, _, ok := a.Context(t.Context(), 1); ok {
			t.Error("a page is held after the end")
		}
		a.Close()
	})
}

// Two crawlers of one name end each other's sessions. One of them gives up, the other goes on.
func TestTwoOfOneName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := sharedtest.New(time.Now)
		first, second := connect(t, m, "same"), connect(t, m, "same")
		defer first.Close()
		defer second.Close()
		var left, failed *shared.Client
		select {
		case <-first.Failed():
			left, failed = second, first
		case <-second.Failed():
			left, failed = first, second
		}
		if err := failed.Err(); !errors.Is(err, shared.ErrRefused) || !strings.Contains(err.Error(), `"same"`) {
			t.Errorf("gave up with %v", err)
		}
		time.Sleep(2 * shared.DefaultLease)
		if left.Err() != nil {
			t.Errorf("the other gave up, too: %v", left.Err())
		}
	})
}

// A client of the same name continues after a kill: it holds the pages of the session before, and gets them by Pull.
// States of pages are said again after a lapse, and pages that are done do not come back.
func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		a := connect(t, m, "a")
		a.Offer([]shared.Page{page("h", 1), page("h", 2), page("h", 3), page("h", 4)})
		pull(t, a, 3)
		a.Close() // as if killed

		a = connect(t, m, "a")
		held := slices.Sorted(slices.Values(a.Held()))
		if got, _ := pull(t, a, 0); !slices.Equal(held, []crawl.Key{1, 2, 3}) || !slices.Equal(got, held) {
			t.Errorf("held %v, pulled %v; want pages 1 to 3", held, got)
		}
		if err := a.Flush(t.Context()); err != nil {
			t.Error(err)
		}
		f.set(sharedtest.Refused, "")
		a.Wait([]crawl.Key{2})
		a.Aside([]crawl.Key{3})
		a.Done([]crawl.Key{1})
		time.Sleep(2 * shared.DefaultLease)
		f.set(sharedtest.Fine, "")
		if got, left := pull(t, a, 0); !slices.Equal(got, []crawl.Key{2, 3}) || left != (shared.Left{Queued: 1, Held: 1, Crawlers: 1}) {
			t.Errorf("pulled %v, left %+v; want 2 and 3, 2 held and 4 queued", got, left)
		}
		if a.Holds(1) || !a.Holds(2) {
			t.Error("page 1 is held, or 2 is not")
		}
		for _, fault := range []sharedtest.Fault{sharedtest.Lost, sharedtest.Fine} { // a lapse after a Wait that was confirmed
			f.set(fault, "Renew")
			time.Sleep(2 * shared.DefaultLease)
			if _, left := pull(t, a, 0); left != (shared.Left{Queued: 1, Held: 1, Crawlers: 1}) {
				t.Errorf("left %+v, want 2 held and 4 queued", left)
			}
		}
		a.Close()
	})
}

func TestConnectFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		f.set(sharedtest.Refused, "")
		if _, err := shared.Connect(t.Context(), m, shared.ClientOptions{Crawler: "a"}); !errors.Is(err, sharedtest.ErrFault) {
			t.Errorf("got %v, want the error of the service", err)
		}
		for _, o := range []shared.ClientOptions{{}, {Crawler: "a", Lease: time.Second, Margin: time.Second}, {Crawler: "a", Lease: -1}} {
			if _, err := shared.Connect(t.Context(), m, o); err == nil || errors.Is(err, sharedtest.ErrFault) {
				t.Errorf("%+v: got %v, want that the options are wrong", o, err)
			}
		}
	})
}

// A trial is a Web that several clients crawl, with what they did.
type trial struct {
	t     *testing.T
	links map[crawl.Key][]shared.Page

	mu      sync.Mutex
	r       *rand.Rand
	at      map[string]string // who requests a host now
	request map[string]int    // how many requests of a host are under way
	fetched map[crawl.Key]int
}

func newTrial(t *testing.T) *trial {
	tr := &trial{t: t, r: drawn.Rand(t), links: map[crawl.Key][]shared.Page{}, at: map[string]string{}, request: map[string]int{}, fetched: map[crawl.Key]int{}}
	pages := sharedtest.Pages(tr.r, 120, 9)
	for i, p := range pages[1:] { // a tree, with further links
		from := pages[tr.r.IntN(i+1)].Key
		tr.links[from] = append(tr.links[from], p, pages[tr.r.IntN(len(pages))])
	}
	tr.links[^crawl.Key(0)^0x5555] = pages[:1]
	return tr
}

func (tr *trial) seed() []shared.Page { return tr.links[^crawl.Key(0)^0x5555] }

func (tr *trial) draw(n int) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.r.IntN(n)
}

// visit requests a page for a time, and reports whether it was fetched. No other crawler may request the host.
func (tr *trial) visit(ctx context.Context, crawler string, p shared.Page) bool {
	tr.mu.Lock()
	if tr.request[p.Host] > 0 && tr.at[p.Host] != crawler {
		tr.t.Errorf("%s requests %q while %s does", crawler, p.Host, tr.at[p.Host])
	}
	tr.at[p.Host] = crawler
	tr.request[p.Host]++
	took := time.Duration(tr.r.Int64N(int64(30 * time.Second)))
	tr.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(took):
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.request[p.Host]--
	if ctx.Err() != nil {
		return false
	}
	tr.fetched[p.Key]++
	return true
}

// A walker crawls by a client, as a crawl does: one goroutine pulls, others fetch.
type walker struct {
	*trial
	c     *shared.Client
	name  string
	under map[crawl.Key]bool // pages under way
	know  map[crawl.Key]bool // pages that this crawler has fetched
}

func (w *walker) run() {
	w.c.Offer(w.seed())
	for {
		w.mu.Lock()
		room := 6 - len(w.under)
		w.mu.Unlock()
		pages, left, err := w.c.Pull(w.t.Context(), max(0, room), 2)
		if err != nil {
			w.t.Error(err)
			return
		}
		w.mu.Lock()
		for _, p := range pages {
			switch {
			case w.know[p.Key]:
				w.c.Done([]crawl.Key{p.Key})
			case !w.under[p.Key]:
				w.under[p.Key] = true
				go w.fetch(p)
			}
		}
		over := left.Over() && len(w.under) == 0 && len(pages) == 0
		w.mu.Unlock()
		if over {
			break
		}
		time.Sleep(time.Second)
	}
	if _, err := w.c.Leave(w.t.Context()); err != nil {
		w.t.Error(err)
	}
}

func (w *walker) fetch(p shared.Page) {
	if w.draw(4) == 0 {
		w.c.Wait([]crawl.Key{p.Key})
		time.Sleep(time.Duration(w.draw(int(time.Minute))))
	}
	for {
		ctx, stop, held := w.c.Context(w.t.Context(), p.Key)
		if !held {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.c.Holds(p.Key) { // again
				go w.fetch(p)
			} else {
				delete(w.under, p.Key)
			}
			return
		}
		fetched := w.visit(ctx, w.name, p)
		stop()
		if fetched {
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.c.Offer(w.links[p.Key])
	w.c.Done([]crawl.Key{p.Key})
	w.know[p.Key] = true
	delete(w.under, p.Key)
}

// run crawls by three clients with faults, and returns how often each page was fetched.
func (tr *trial) run(fail func(method string) sharedtest.Fault) {
	m := sharedtest.New(time.Now)
	m.Fail(func(method string) sharedtest.Fault {
		if method == "Join" { // the first has to succeed
			return sharedtest.Fine
		}
		return fail(method)
	})
	var wg sync.WaitGroup
	for i := range 3 {
		name := fmt.Sprint("crawler ", i)
		w := &walker{trial: tr, c: connectFor(tr.t, m, name, time.Hour), name: name, under: map[crawl.Key]bool{}, know: map[crawl.Key]bool{}}
		wg.Go(w.run)
	}
	wg.Wait()
}

// Three crawlers fetch each page once, although calls fail before and after their work.
func TestEachPageOnce(t *testing.T) {
	for range 4 {
		synctest.Test(t, func(t *testing.T) {
			tr := newTrial(t)
			tr.run(func(string) sharedtest.Fault {
				return []sharedtest.Fault{sharedtest.Fine, sharedtest.Refused, sharedtest.Lost}[max(0, tr.draw(9)-6)]
			})
			tr.compare(1)
		})
	}
}

// Calls hang so long that leases lapse. Still no two crawlers request a host at once, and every page is fetched.
func TestLapses(t *testing.T) {
	for range 4 {
		synctest.Test(t, func(t *testing.T) {
			tr := newTrial(t)
			tr.run(func(string) sharedtest.Fault {
				if tr.draw(20) == 0 {
					time.Sleep(time.Duration(tr.draw(int(2 * shared.DefaultLease))))
				}
				return []sharedtest.Fault{sharedtest.Fine, sharedtest.Refused, sharedtest.Lost}[max(0, tr.draw(9)-6)]
			})
			tr.compare(99)
		})
	}
}

// compare wants that each page was fetched, at most so often.
func (tr *trial) compare(most int) {
	tr.t.Helper()
	for _, links := range tr.links {
		for _, p := range links {
			if n := tr.fetched[p.Key]; n < 1 || n > most {
				tr.t.Errorf("page %x was fetched %d times, want once to %d times", p.Key, n, most)
			}
		}
	}
}

// expiring is a service that holds each page for a time of its own.
type expiring struct{ *sharedtest.Memory }

type expiringSession struct {
	shared.Session
	until time.Time
}

func (e expiring) Join(ctx context.Context, crawler string, lease time.Duration) (shared.Session, []shared.Page, error) {
	s, pages, err := e.Memory.Join(ctx, crawler, lease)
	return expiringSession{s, time.Now().Add(lease)}, pages, err
}

func (e expiringSession) Expires(key crawl.Key) (time.Time, bool) { return e.until, key == 1 }
func (e expiringSession) Waits(crawl.Key) bool                    { return false }

// Contexts of pages that expire end before that, by the margin, and then the page is not held.
func TestExpiringPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := connect(t, expiring{sharedtest.New(time.Now)}, "a")
		defer a.Close()
		began := time.Now()
		a.Offer([]shared.Page{page("h", 1), page("h", 2)})
		pull(t, a, 9)
		if _, _, ok := a.Context(t.Context(), 2); ok || a.Holds(2) {
			t.Error("a page is held that the session does not hold")
		}
		ctx, stop, ok := a.Context(t.Context(), 1)
		if !ok {
			t.Fatal("page 1 is not held")
		}
		defer stop()
		<-ctx.Done()
		if took := time.Since(began); took != shared.DefaultLease*9/10 || !errors.Is(context.Cause(ctx), shared.ErrLapsed) {
			t.Errorf("ended after %v by %v, want nine tenths of the lease, and ErrLapsed", took, context.Cause(ctx))
		}
		if _, _, ok := a.Context(t.Context(), 1); ok || a.Holds(1) {
			t.Error("page 1 is held after its end")
		}
	})
}

// late is a service whose calls of one method return long after they did their work, whatever their context says.
type late struct {
	*sharedtest.Memory
	method string
	by     time.Duration
}

type lateSession struct {
	shared.Session
	late late
}

func (l late) Join(ctx context.Context, crawler string, lease time.Duration) (shared.Session, []shared.Page, error) {
	s, pages, err := l.Memory.Join(ctx, crawler, lease)
	return lateSession{s, l}, pages, err
}

func (l lateSession) Pull(ctx context.Context, most, perHost int) ([]shared.Page, shared.Left, error) {
	if l.late.method == "Pull" {
		defer time.Sleep(l.late.by)
	}
	return l.Session.Pull(ctx, most, perHost)
}

func (l lateSession) Leave(ctx context.Context) (shared.Left, error) {
	if l.late.method == "Leave" {
		defer time.Sleep(l.late.by)
	}
	return l.Session.Leave(ctx)
}

// A Pull returns after another session has begun, whose Join returned the same pages: they are handed out once.
func TestLatePull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := broken()
		a := connect(t, late{m, "Pull", 2 * shared.DefaultLease}, "a")
		defer a.Close()
		a.Offer([]shared.Page{page("h", 1), page("h", 2)})
		f.set(sharedtest.Refused, "Renew")
		time.AfterFunc(shared.DefaultLease, func() { f.set(sharedtest.Fine, "") })
		if got, _ := pull(t, a, 1); !slices.Equal(got, []crawl.Key{1}) {
			t.Errorf("pulled %v, want page 1 once", got)
		}
	})
}

// A client that leaves does not join again, although its Leave takes longer than a renewal waits.
func TestLateLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := sharedtest.New(time.Now)
		a := connect(t, late{m, "Leave", shared.DefaultLease / 2}, "a")
		if _, err := a.Leave(t.Context()); err != nil {
			t.Error(err)
		}
		b, _, err := m.Join(t.Context(), "b", shared.DefaultLease)
		if err != nil {
			t.Fatal(err)
		}
		if _, left, err := b.Pull(t.Context(), 1, 1); err != nil || left.Crawlers != 1 {
			t.Errorf("left %+v, %v; want one crawler", left, err)
		}
	})
}

// Sessions that another program ends now and then are begun again, as long as they are renewed between.
func TestEndedNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := sharedtest.New(time.Now)
		a := connect(t, m, "a")
		defer a.Close()
		for range 6 {
			if _, _, err := m.Join(t.Context(), "a", time.Hour); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * shared.DefaultLease)
			if err := a.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Links are offered before their page is done, also in one batch, and pages are done before they are queued again.
func TestOrderOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := sharedtest.New(time.Now)
		var calls []string
		var mu sync.Mutex
		m.Fail(func(method string) sharedtest.Fault {
			mu.Lock()
			defer mu.Unlock()
			if method != "Renew" && method != "Join" {
				calls = append(calls, method)
			}
			return sharedtest.Fine
		})
		a := connect(t, m, "a")
		defer a.Close()
		a.Done([]crawl.Key{1})
		a.Again([]shared.Page{page("h", 1)})
		a.Aside([]crawl.Key{2})
		a.Wait([]crawl.Key{3})
		a.Offer([]shared.Page{page("h", 4)})
		pull(t, a, 0)
		mu.Lock()
		defer mu.Unlock()
		if want := []string{"Offer", "Wait", "Aside", "Done", "Again", "Pull"}; !slices.Equal(calls, want) {
			t.Errorf("calls %v, want %v", calls, want)
		}
	})
}
