package redis

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/crawl/shared/redis/redistest"
	"weft/internal/drawn"
)

// Pages are known although the sets that know them are cut anew as they grow. The sets stay small and compact.
func TestManyPages(t *testing.T) {
	s := open(t, redistest.Start(t, "appendonly no"), "x")
	x, _, err := s.Join(t.Context(), "a", time.Hour)
	must(t, err)
	const n = 31_000 // three numbers of digits
	r := drawn.Rand(t)
	pages := make([]shared.Page, n)
	for i := range pages {
		pages[i] = shared.Page{Key: crawl.Key(r.Uint64()), Host: fmt.Sprint("h", i%7), URL: []byte("http://x/")}
	}
	must(t, x.Offer(t.Context(), pages))
	early, _, err := x.Pull(t.Context(), 50, 10)
	must(t, err)
	var keys []crawl.Key
	for _, p := range early {
		keys = append(keys, p.Key)
	}
	must(t, x.Done(t.Context(), keys))
	must(t, x.Offer(t.Context(), pages))
	want := shared.Left{Queued: n - 50, Crawlers: 1}
	if _, left, err := x.Pull(t.Context(), 0, 1); err != nil || left != want {
		t.Errorf("after the second offer %+v, %v; want %+v", left, err, want)
	}
	must(t, x.Again(t.Context(), pages))
	want.Queued = n
	if _, left, err := x.Pull(t.Context(), 0, 1); err != nil || left != want {
		t.Errorf("after Again %+v, %v; want %+v", left, err, want)
	}
	audit(t, s)
	digits := map[int]bool{}
	dumpOf(t, s).of("open", func(name string, members []string) {
		digits[len(name)] = true
		encoding := do(t, s, "OBJECT", "ENCODING", s.pool.address.prefix()+"open:"+name).([]byte)
		if string(encoding) != "intset" {
			t.Errorf("the set of %s has %d members and encoding %s, want intset", name, len(members), encoding)
		}
	})
	if len(digits) != 3 {
		t.Errorf("sets have names of %v digits, want three lengths", digits)
	}
}

// One call queues no more than REAPED pages of lapsed sessions, whatever number of crawlers had them.
func TestReapsInPieces(t *testing.T) {
	s := open(t, redistest.Start(t, "appendonly no"), "x")
	const each = 1000 // as many as a call may return
	for c := range 3 {
		x, _, err := s.Join(t.Context(), fmt.Sprint("c", c), time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		var pages []shared.Page
		for i := range each {
			pages = append(pages, shared.Page{Key: crawl.Key(c*each + i), Host: strings.Repeat("h", c+1)})
		}
		if err := x.Offer(t.Context(), pages); err != nil {
			t.Fatal(err)
		}
		if got, _, err := x.Pull(t.Context(), each, each); err != nil || len(got) != each {
			t.Fatalf("pulled %d, %v", len(got), err)
		}
	}
	advance(t, s, time.Hour)
	y, _, err := s.Join(t.Context(), "y", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for calls := uint64(2); calls <= 3; calls++ { // Join was the first
		if _, left, err := y.Pull(t.Context(), 0, 1); err != nil || left.Held != (3-calls)*each {
			t.Errorf("after %d calls %d pages are held, %v; want %d", calls, left.Held, err, (3-calls)*each)
		}
		audit(t, s)
	}
}
