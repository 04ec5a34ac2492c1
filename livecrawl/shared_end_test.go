package livecrawl_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl/shared"
	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
)

// addHost adds a host with pages that the first page of all links to. A name with a port is of another server.
func (w *hostWeb) addHost(host string, pages int) (urls []string) {
	at := host
	if !strings.Contains(host, ":") {
		at = host + ":" + w.port()
	}
	links := ""
	for n := range pages {
		page := fmt.Sprintf("%s/%s%d.html", at, strings.Repeat("x", n%7), n)
		w.pages[page] = fmt.Sprintf("<title>%d</title>", n) + strings.Repeat(fmt.Sprintf("words of %s %d ", host, n), 30)
		links += "<a href=http://" + page + ">on</a> "
		urls = append(urls, "http://"+page)
	}
	w.pages[w.page(0, 0)] += links
	return urls
}

// Hosts that do not answer, with more pages than a crawl holds of a host, do not block the others, and crawls end when
// their patience does. Their next runs ask for these pages again, each once.
func TestSharedOutages(t *testing.T) {
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
	memory := sharedtest.New(time.Now)
	s := &livecrawl.Sharing{Service: memory}
	patient := func(_ *folder.Config, o *livecrawl.Options) {
		o.Politeness = fetch.Politeness{Tries: 2, Patience: time.Second}
	}
	dirs := []string{filepath.Join(dir, "1"), filepath.Join(dir, "2")}
	waiting := 0
	for _, r := range crawlShared(t, w, s, patient, dirs...) {
		if waiting += r.Unanswered.Pages; r.Done != (r.Unanswered.Pages == 0) {
			t.Errorf("%d pages wait, and it ended as: %s", r.Unanswered.Pages, r.Why)
		}
		if r.Frontier.Queued+r.Frontier.Held > 0 {
			t.Errorf("the frontier is left with %+v", r.Frontier)
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
	for i, d := range dirs {
		o := sharedOptions(d, s)
		patient(nil, &o)
		if r := resume(t, o); r.Unanswered.Pages > pages {
			t.Errorf("crawl %d still waits for %d pages: %s", i, r.Unanswered.Pages, r.Why)
		}
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

// Two crawls of an endless site end: each holds back what repeats itself, and none waits for the other.
func TestSharedEndless(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 4, 8)
	w.endless = true
	for h := range 4 {
		w.pages[w.page(h, 0)] += fmt.Sprintf("<a href=http://h%d.test:%s/cal/0>calendar</a>", h, w.port())
	}
	dir := t.TempDir()
	s := &livecrawl.Sharing{Service: sharedtest.New(time.Now)}
	few := func(c *folder.Config, _ *livecrawl.Options) { c.Repeats = 20 }
	dirs := []string{filepath.Join(dir, "1"), filepath.Join(dir, "2")}
	held, done := uint64(0), 0
	for _, r := range crawlShared(t, w, s, few, dirs...) {
		if held += r.HeldBack(); r.Done {
			done++
		}
		// What one crawl holds back it may let go later, when the other has ended.
		if !r.Done && r.Frontier.Queued+r.Frontier.Held == 0 || r.Fetched > 3000 {
			t.Errorf("it fetched %d pages, and ended as: %s", r.Fetched, r.Why)
		}
	}
	if held == 0 || done == 0 {
		t.Errorf("%d pages are held back, and %d crawls are done", held, done)
	}
	before := w.forget()
	for _, d := range dirs { // what is held stays held
		resume(t, sharedOptions(d, s))
	}
	for page := range w.forget() {
		t.Errorf("a resumed crawl asks for %s, which was asked for %d times before", page, before[page])
	}
}

// A failing is a service that refuses to renew sessions once fails is set. From then on Pull hangs until over is closed, so
// that the crawl learns of it by the request under way.
type failing struct {
	shared.Service
	fails atomic.Bool
	over  chan struct{}
}

type failingSession struct {
	shared.Session
	of *failing
}

func (f *failing) Join(ctx context.Context, crawler string, lease time.Duration) (shared.Session, []shared.Page, error) {
	s, pages, err := f.Service.Join(ctx, crawler, lease)
	return &failingSession{s, f}, pages, err
}

func (s *failingSession) Renew(ctx context.Context) error {
	if !s.of.fails.CompareAndSwap(true, false) {
		return s.Session.Renew(ctx)
	}
	time.AfterFunc(time.Second, func() { close(s.of.over) }) // long after the request has ended
	return shared.ErrRefused
}

func (s *failingSession) Pull(ctx context.Context, most, perHost int) ([]shared.Page, shared.Left, error) {
	if s.of.fails.Load() {
		<-s.of.over
	}
	return s.Session.Pull(ctx, most, perHost)
}

// A crawl whose frontier fails for good while a page is requested ends with the error, and not as at a limit.
func TestSharedFrontierFails(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 1, 3)
	f := &failing{Service: sharedtest.New(time.Now), over: make(chan struct{})}
	w.stall = func(string) {
		f.fails.Store(true)
		<-f.over
	}
	c, o := w.config(), sharedOptions(t.TempDir(), &livecrawl.Sharing{Service: f, Lease: 3 * time.Second})
	c.Frontier = "memory:"
	j, err := livecrawl.Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.Run(t.Context())
	if !errors.Is(err, shared.ErrRefused) || r.Done {
		t.Errorf("it ended as %q with %v, want the error of the frontier", r.Why, err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// A named is a service with an identity.
type named struct {
	shared.Service
	name string
}

func (n named) Identity() string { return n.name }

// A crawl is not continued with another frontier at the address of its own, whose pages it would take for all there are.
func TestSharedFrontierEmptied(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 2, 8)
	dir := filepath.Join(t.TempDir(), "a")
	memory := sharedtest.New(time.Now)
	s := &livecrawl.Sharing{Service: named{memory, "one"}}
	crawlShared(t, w, s, func(_ *folder.Config, o *livecrawl.Options) { o.Limits.Pages = 3 }, dir)
	j, err := livecrawl.Resume(sharedOptions(dir, &livecrawl.Sharing{Service: named{sharedtest.New(time.Now), "two"}}))
	if err != nil {
		t.Fatal(err)
	}
	if r, err := j.Run(t.Context()); !errors.Is(err, shared.ErrRefused) || !strings.Contains(err.Error(), "emptied") {
		t.Errorf("it ended as %q with %v, want that the frontier is another one", r.Why, err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if r := resume(t, sharedOptions(dir, s)); !r.Done {
		t.Errorf("with its own frontier it ended as: %s", r.Why)
	}
}

// A crawl at a frontier whose pages were all fetched says so, and not that nothing is left.
func TestSharedFrontierWithoutPages(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 2, 3)
	s := &livecrawl.Sharing{Service: sharedtest.New(time.Now)}
	dir := t.TempDir()
	crawlShared(t, w, s, nil, filepath.Join(dir, "first"))
	asked := len(w.forget())
	for _, r := range crawlShared(t, w, s, nil, filepath.Join(dir, "second")) {
		if !r.Done || r.Fetched != 0 || !strings.Contains(r.Why, "another name") {
			t.Errorf("done %v, %d pages, because %s", r.Done, r.Fetched, r.Why)
		}
	}
	if again := w.forget(); asked == 0 || len(again) > 0 {
		t.Errorf("%d pages were requested, and then again %v", asked, again)
	}
}
