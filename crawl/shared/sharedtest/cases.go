package sharedtest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
)

// page returns the page with a number of a host.
func page(host string, n int) shared.Page {
	return shared.Page{Key: crawl.Key(n), Host: host, URL: fmt.Appendf(nil, "http://%s/%d", host, n)}
}

// some returns the pages of a host with numbers from up to below to.
func some(host string, from, to int) (pages []shared.Page) {
	for n := from; n < to; n++ {
		pages = append(pages, page(host, n))
	}
	return pages
}

func keys(pages []shared.Page) (list []crawl.Key) {
	for _, p := range pages {
		list = append(list, p.Key)
	}
	return list
}

func join(t *testing.T, s Subject, name string) (shared.Session, []shared.Page) {
	t.Helper()
	session, pages, err := s.Join(t.Context(), name, lease)
	if err != nil {
		t.Fatal(err)
	}
	return session, pages
}

// must fails the test if a call failed.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantPull pulls, and wants pages with these numbers in this order.
func wantPull(t *testing.T, s shared.Session, most, perHost int, numbers ...crawl.Key) {
	t.Helper()
	got, _, err := s.Pull(t.Context(), most, perHost)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(keys(got), numbers) {
		t.Fatalf("pulled %v, want %v", keys(got), numbers)
	}
}

// order: first in, first out; returned pages come first, in the order of their return.
func order(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	must(t, a.Offer(t.Context(), some("h", 0, 10)))
	wantPull(t, a, 4, 9, 0, 1, 2, 3)
	must(t, a.Back(t.Context(), []crawl.Key{3, 1}))
	must(t, a.Offer(t.Context(), some("h", 8, 12)))
	wantPull(t, a, 3, 9, 3, 1, 4)
	if _, err := a.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	b, _ := join(t, s, "b")
	wantPull(t, b, 99, 99, 0, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11)
}

// roomOfWaiting: pages that wait take no room, make as much room as they are, up to a bound, and keep others from their host.
func roomOfWaiting(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	b, _ := join(t, s, "b")
	must(t, a.Offer(t.Context(), some("h", 0, 8)))
	wantPull(t, a, 9, 2, 0, 1)
	wantPull(t, a, 9, 2)
	must(t, a.Wait(t.Context(), []crawl.Key{0, 1}))
	must(t, a.Wait(t.Context(), []crawl.Key{0, 1}))
	wantPull(t, b, 9, 2)
	wantPull(t, a, 9, 2, 2, 3, 4, 5)
	must(t, a.Done(t.Context(), []crawl.Key{2, 3, 4, 5, 0}))
	wantPull(t, b, 9, 2)
	must(t, a.Done(t.Context(), []crawl.Key{1}))
	wantPull(t, b, 9, 2, 6, 7)
	must(t, a.Offer(t.Context(), some("k", 20, 60)))
	for n := crawl.Key(20); n < 36; n++ {
		wantPull(t, a, 1, 1, n)
		must(t, a.Wait(t.Context(), []crawl.Key{n}))
	}
	wantPull(t, a, 99, 1, 36, 37, 38, 39, 40, 41, 42, 43)
}

// setAside: pages that are set aside keep their host, and keep no crawler from its end.
func setAside(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	b, _ := join(t, s, "b")
	must(t, a.Offer(t.Context(), some("h", 0, 3)))
	wantPull(t, a, 9, 9, 0, 1, 2)
	must(t, a.Done(t.Context(), []crawl.Key{0}))
	must(t, a.Aside(t.Context(), []crawl.Key{1, 2}))
	if got, left, err := b.Pull(t.Context(), 9, 9); err != nil || len(got) > 0 || !left.Over() {
		t.Errorf("pulled %v, left %+v, %v; want nothing, and an end", keys(got), left, err)
	}
	must(t, a.Done(t.Context(), []crawl.Key{1}))
	must(t, a.Back(t.Context(), []crawl.Key{2}))
	wantPull(t, b, 9, 9, 2)
}

// onceMore: pages that are done are queued again, others are not.
func onceMore(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	must(t, a.Offer(t.Context(), some("h", 0, 4)))
	wantPull(t, a, 3, 9, 0, 1, 2)
	must(t, a.Done(t.Context(), []crawl.Key{0, 1}))
	for range 2 {
		must(t, a.Again(t.Context(), some("h", 0, 5))) // 0 and 1 are done, 2 is held, 3 is queued, 4 is new
	}
	wantPull(t, a, 9, 9, 0, 1, 4, 3)
	must(t, a.Offer(t.Context(), some("h", 0, 5)))
	wantPull(t, a, 9, 9)
}

// takeover: a new session of a crawler holds the pages of the session before, and no page waits.
func takeover(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	must(t, a.Offer(t.Context(), slices.Concat(some("h", 0, 4), some("k", 4, 8))))
	pulled, _, err := a.Pull(t.Context(), 6, 3)
	must(t, err)
	must(t, a.Wait(t.Context(), keys(pulled)))
	again, got := join(t, s, "a")
	if !slices.EqualFunc(got, pulled, equalPages) {
		t.Errorf("the new session holds\n%s\nwant\n%s", text(got), text(pulled))
	}
	if err := a.Done(t.Context(), keys(pulled)); !errors.Is(err, shared.ErrLapsed) {
		t.Errorf("Done of the session before: %v, want ErrLapsed", err)
	}
	wantPull(t, again, 9, 3)
	s.Advance(lease + time.Second) // no other crawler has called, so the pages are still its own
	_, got = join(t, s, "a")
	if !slices.EqualFunc(got, pulled, equalPages) {
		t.Errorf("after a lapse the crawler holds\n%s\nwant\n%s", text(got), text(pulled))
	}
}

// lateWork: a session that lapsed can do nothing, and others have its pages.
func lateWork(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	must(t, a.Offer(t.Context(), some("h", 0, 4)))
	wantPull(t, a, 2, 9, 0, 1)
	s.Advance(lease / 2)
	must(t, a.Renew(t.Context()))
	s.Advance(lease / 2)
	b, _ := join(t, s, "b")
	wantPull(t, b, 9, 9) // renewed
	s.Advance(lease/2 + time.Second)
	for name, err := range map[string]error{
		"Offer": a.Offer(t.Context(), some("h", 9, 10)), "Done": a.Done(t.Context(), []crawl.Key{0}), "Wait": a.Wait(t.Context(), nil),
		"Back": a.Back(t.Context(), []crawl.Key{1}), "Renew": a.Renew(t.Context()),
	} {
		if !errors.Is(err, shared.ErrLapsed) {
			t.Errorf("%s after the lapse: %v, want ErrLapsed", name, err)
		}
	}
	wantPull(t, b, 9, 9, 0, 1, 2, 3)
	if _, _, err := a.Pull(t.Context(), 1, 1); !errors.Is(err, shared.ErrLapsed) {
		t.Errorf("Pull after the lapse: %v, want ErrLapsed", err)
	}
	if _, err := a.Leave(t.Context()); !errors.Is(err, shared.ErrLapsed) {
		t.Errorf("Leave after the lapse: %v, want ErrLapsed", err)
	}
	must(t, b.Done(t.Context(), []crawl.Key{0, 1, 2, 3}))
}

// hostsStay: a crawler gets hosts back that it had, and new ones only when these have nothing.
func hostsStay(t *testing.T, s Subject) {
	a, _ := join(t, s, "a")
	b, _ := join(t, s, "b")
	must(t, a.Offer(t.Context(), slices.Concat(some("h", 0, 1), some("k", 10, 11))))
	wantPull(t, a, 1, 9, 0)
	wantPull(t, b, 1, 9, 10)
	must(t, a.Done(t.Context(), []crawl.Key{0}))
	must(t, b.Done(t.Context(), []crawl.Key{10}))
	must(t, a.Offer(t.Context(), slices.Concat(some("n", 20, 21), some("k", 11, 13), some("h", 1, 3))))
	wantPull(t, b, 2, 9, 11, 12)
	wantPull(t, a, 2, 9, 1, 2)
	must(t, a.Done(t.Context(), []crawl.Key{1, 2}))
	must(t, b.Done(t.Context(), []crawl.Key{11, 12}))
	must(t, a.Offer(t.Context(), some("k", 13, 14)))
	if got, _, err := a.Pull(t.Context(), 9, 9); err != nil || len(got) != 2 { // in the end also hosts that others had
		t.Errorf("pulled %v, %v; want the pages of n and k", keys(got), err)
	}
}

// manyHeldLapse: a crawler that held very many pages lapses. All are queued again, in their order.
func manyHeldLapse(t *testing.T, s Subject) {
	const n = 2500
	a, _ := join(t, s, "a")
	b, _ := join(t, s, "b")
	must(t, a.Offer(t.Context(), slices.Concat(some("h", 0, n/2), some("k", n/2, n))))
	for held := 0; held < n-2; {
		got, _, err := a.Pull(t.Context(), n-2-held, n)
		must(t, err)
		held += len(got)
	}
	s.Advance(lease / 2)
	must(t, b.Renew(t.Context()))
	s.Advance(lease/2 + time.Second)
	next := map[string]int{"h": 0, "k": n / 2}
	for left := n; left > 0; {
		got, after, err := b.Pull(t.Context(), 400, n)
		must(t, err)
		if sum := after.Queued + after.Held; sum != uint64(left) {
			t.Fatalf("%d pages are queued or held, want %d", sum, left)
		}
		for _, p := range got {
			if int(p.Key) != next[p.Host] {
				t.Fatalf("page %d comes, want %d of %s", p.Key, next[p.Host], p.Host)
			}
			next[p.Host]++
		}
		must(t, b.Done(t.Context(), keys(got)))
		left -= len(got)
	}
}

// manyJoin: a new session gets very many pages of the one before; it leaves with all of them.
func manyJoin(t *testing.T, s Subject) {
	const n = 2500
	a, _ := join(t, s, "a")
	must(t, a.Offer(t.Context(), some("h", 0, n)))
	for held := 0; held < n; {
		got, _, err := a.Pull(t.Context(), n, n)
		must(t, err)
		held += len(got)
	}
	a, got := join(t, s, "a")
	if len(got) != n || got[0].Key != 0 || got[n-1].Key != n-1 {
		t.Fatalf("Join returns %d pages, want %d in their order", len(got), n)
	}
	left, err := a.Leave(t.Context())
	if want := (shared.Left{Queued: n}); err != nil || left != want {
		t.Fatalf("Leave: %+v, %v; want %+v", left, err, want)
	}
	b, _ := join(t, s, "b")
	wantPull(t, b, 3, 9, 0, 1, 2)
}

const atOncePages, atOnceHosts = 600, 9

// A record notes which pages came, and who holds the hosts.
type record struct {
	t       *testing.T
	holders [atOnceHosts]atomic.Int32
	times   [atOncePages]atomic.Int32
}

// atOnce: many crawlers at once get each page once, and no host is held by two.
func atOnce(t *testing.T, s Subject) {
	var all []shared.Page
	for n := range atOncePages {
		all = append(all, page(fmt.Sprint("h", n%atOnceHosts), n))
	}
	seen := &record{t: t}
	var wg sync.WaitGroup
	for c := range 4 {
		session, _ := join(t, s, fmt.Sprint("c", c))
		must(t, session.Offer(t.Context(), all[:1]))
		wg.Go(func() {
			if err := session.Offer(t.Context(), all); err != nil {
				t.Error(err)
			}
			for seen.round(session) {
			}
		})
	}
	wg.Wait()
	for n := range seen.times {
		if c := seen.times[n].Load(); c != 1 {
			t.Errorf("page %d came %d times, want once", n, c)
		}
	}
}

// round pulls pages and says that they are done. It reports whether there may be more.
func (r *record) round(session shared.Session) bool {
	got, left, err := session.Pull(r.t.Context(), 7, 3)
	if err != nil {
		r.t.Error(err)
		return false
	}
	mine := map[int]bool{}
	for _, p := range got {
		r.times[p.Key].Add(1)
		mine[int(p.Key)%atOnceHosts] = true
	}
	for h := range mine {
		if r.holders[h].Add(1) > 1 {
			r.t.Errorf("two crawlers hold h%d", h)
		}
	}
	for h := range mine {
		r.holders[h].Add(-1)
	}
	if err := session.Done(r.t.Context(), keys(got)); err != nil {
		r.t.Error(err)
		return false
	}
	return !left.Over()
}
