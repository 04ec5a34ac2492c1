package livecrawl_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/crawl/shared/open"
	"weft/crawl/shared/urlfrontier/urlfrontiertest"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
)

// grpcLease is a lease in which each page of these tests is fetched. No crawl may wait until it is over.
const grpcLease = 5 * time.Minute

// sharingAt shares the frontier at an address.
func sharingAt(t *testing.T, address string) *livecrawl.Sharing {
	t.Helper()
	a, err := open.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	service, _, err := a.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Close() })
	return &livecrawl.Sharing{Service: service, Lease: grpcLease}
}

// One, two and three crawls with a frontier at a server of URLFrontier fetch each page once, end, and have together what
// one crawl has.
func TestURLFrontierUnion(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 6, 12)
	server, dir := urlfrontiertest.Start(t), t.TempDir()
	alone := filepath.Join(dir, "alone")
	crawl(t, w.config(), sharedOptions(alone, nil))
	want := w.forget()
	single := newUnited()
	single.add(t, snapshotOf(t, alone))
	for crawls := 1; crawls <= 3; crawls++ {
		s := sharingAt(t, server.URL(fmt.Sprint("c", crawls)))
		var dirs []string
		for i := range crawls {
			dirs = append(dirs, filepath.Join(dir, fmt.Sprint(crawls, "-", i)))
		}
		for _, r := range crawlShared(t, w, s, nil, dirs...) {
			if !r.Done || r.Frontier.Queued+r.Frontier.Held > 0 {
				t.Errorf("of %d crawls one ended as: %s, %+v", crawls, r.Why, r.Frontier)
			}
		}
		w.check(t, want)
		w.forget()
		for _, d := range dirs {
			if v := verify(t, d); len(v.Damage) > 0 {
				t.Errorf("%s is damaged: %+v", d, v.Damage)
			}
		}
		sameUnion(t, dirs, single)
	}
}

// A crawl that stops at a limit returns its pages to URLFrontier. Another continues, and the first then finds nothing.
func TestURLFrontierStop(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 6, 12)
	dir := t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	s := sharingAt(t, urlfrontiertest.Start(t).URL("c"))
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	limit := func(_ *folder.Config, o *livecrawl.Options) { o.Limits.Pages = 15 }
	if r := crawlShared(t, w, s, limit, first)[0]; r.Done || r.Frontier.Queued == 0 || r.Frontier.Held != 0 {
		t.Errorf("after the limit: done %v, frontier %+v: want queued pages, and none held", r.Done, r.Frontier)
	}
	if r := crawlShared(t, w, s, limit, second)[0]; r.Done {
		t.Errorf("the second ended as: %s", r.Why)
	}
	for _, d := range []string{first, second} {
		if r := resume(t, sharedOptions(d, s)); !r.Done {
			t.Errorf("resumed, %s ended as: %s", filepath.Base(d), r.Why)
		}
	}
	w.check(t, want)
}

// Hosts that do not answer let crawls end when their patience does, long before the lease. The next runs request their
// pages again.
func TestURLFrontierOutages(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 3, 6)
	const pages = 40
	w.addHost("busy.test", pages)
	w.addHost("closes.test", pages)
	w.addHost("dead.test:1", pages) // nothing listens there
	busy, closes := "busy.test:"+w.port(), "closes.test:"+w.port()
	dir := t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	w.broken[busy], w.broken[closes] = "503", "closes"
	s := sharingAt(t, urlfrontiertest.Start(t).URL("c"))
	patient := func(_ *folder.Config, o *livecrawl.Options) {
		o.Politeness = fetch.Politeness{Tries: 2, Patience: time.Second}
	}
	dirs := []string{filepath.Join(dir, "1"), filepath.Join(dir, "2")}
	waiting := 0
	for _, r := range crawlShared(t, w, s, patient, dirs...) {
		waiting += r.Unanswered.Pages
		if r.Frontier.Queued+r.Frontier.Held > 0 {
			t.Errorf("the frontier is left with %+v: %s", r.Frontier, r.Why)
		}
	}
	if waiting == 0 {
		t.Error("no page waits for its host")
	}
	w.mu.Lock()
	clear(w.broken)
	w.overlap = nil
	w.mu.Unlock()
	before := w.forget()
	for _, d := range dirs {
		o := sharedOptions(d, s)
		patient(nil, &o)
		resume(t, o)
	}
	got := w.forget()
	for page, n := range got {
		if n > 1 {
			t.Errorf("%s was asked for %d times", page, n)
		}
	}
	for page := range want {
		if strings.HasPrefix(page, "dead") {
			continue
		}
		if got[page]+before[page] == 0 || got[page] == 0 && (strings.HasPrefix(page, busy) || strings.HasPrefix(page, closes)) {
			t.Errorf("%s was not fetched", page)
		}
	}
}

// The server refuses calls for a while. The crawls wait for it, and fetch each page once.
func TestURLFrontierAway(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 4, 10)
	server, dir := urlfrontiertest.Start(t), t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	s := sharingAt(t, server.URL("c"))
	refused := 0 // guarded by the server
	w.at(10, func() {
		server.Fail(func(string) int {
			if refused++; refused <= 4 {
				return 14 // unavailable
			}
			return 0
		})
	})
	for _, r := range crawlShared(t, w, s, nil, filepath.Join(dir, "1"), filepath.Join(dir, "2")) {
		if !r.Done {
			t.Errorf("it ended as: %s", r.Why)
		}
	}
	if refused <= 4 {
		t.Errorf("the server refused %d calls", refused)
	}
	w.check(t, want)
}
