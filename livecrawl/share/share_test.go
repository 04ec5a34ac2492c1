package share

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/shared"
	"weft/crawl/shared/sharedtest"
	"weft/graph/page"
	"weft/livecrawl/memo"
	"weft/livecrawl/visit"
)

// A book is what a crawl knows of its pages, in a test.
type book struct {
	urls      []string
	postponed map[crawl.Page]memo.Postponed
	sync      func() error
}

func (b *book) page(p crawl.Page) (shared.Page, error) {
	if int(p) >= len(b.urls) {
		return shared.Page{}, fmt.Errorf("there is no page %d", p)
	}
	return pageOf(b.urls[p]), nil
}

func pageOf(url string) shared.Page {
	return PageOf(frontier.Fingerprint([]byte(url)), []byte(url), &visit.Found{Depth: 1})
}

// newFeed joins a service.
func newFeed(t *testing.T, s shared.Service, b *book) *Feed {
	t.Helper()
	c, err := shared.Connect(t.Context(), s, shared.ClientOptions{Crawler: t.Name(), Tell: func(text string) { t.Log(text) }})
	if err != nil {
		t.Fatal(err)
	}
	if b.sync == nil {
		b.sync = func() error { return nil }
	}
	f := New(t.Context(), Options{
		Client: c, Page: b.page, Postponed: func(p crawl.Page) memo.Postponed { return b.postponed[p] }, Sync: b.sync, InHand: 100,
	})
	t.Cleanup(func() { f.Abandon() })
	return f
}

// next waits for pages.
func next(t *testing.T, f *Feed) []crawl.Handed {
	t.Helper()
	for {
		list, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		if len(list) > 0 {
			return list
		}
		<-f.Ready()
	}
}

// other returns a session of another crawler.
func other(t *testing.T, s shared.Service) shared.Session {
	t.Helper()
	session, _, err := s.Join(t.Context(), "another", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func note(n visit.Note) []byte { return n.Append(nil) }

// Nothing that the disk does not have is told to the frontier.
func TestDiskFirst(t *testing.T) {
	var synced atomic.Bool
	m := sharedtest.New(time.Now)
	m.Fail(func(method string) sharedtest.Fault {
		if (method == "Offer" || method == "Done") && !synced.Load() {
			t.Errorf("%s comes before the log is on the disk", method)
		}
		return sharedtest.Fine
	})
	f := newFeed(t, m, &book{urls: []string{"http://a.example/", "http://a.example/2"}, sync: func() error {
		synced.Store(true)
		return nil
	}})
	if err := f.Begin(nil); err != nil {
		t.Fatal(err)
	}
	if err := f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}, {To: 1, New: true, Barred: true}}); err != nil {
		t.Fatal(err)
	}
	list := next(t, f)
	if len(list) != 1 || string(list[0].Name) != "http://a.example/" || !synced.Load() {
		t.Fatalf("handed out are %v", list)
	}
	synced.Store(false)
	if err := f.Learnt(crawl.Pick{Key: list[0].Key}, &crawl.Reply{State: page.Fetched, Note: note(visit.Note{Status: 200})}, nil); err != nil {
		t.Fatal(err)
	}
	if !f.Left() {
		t.Error("nothing is left, though the frontier does not know yet that the page was fetched")
	}
	for f.Left() {
		<-f.Ready()
		if list, err := f.Next(); err != nil || len(list) > 0 {
			t.Fatalf("handed out are %v, %v", list, err)
		}
	}
	if left, err := f.End(t.Context(), true); err != nil || !left.Over() {
		t.Errorf("left is %+v, %v", left, err)
	}
}

// If the disk fails, the frontier learns nothing, and the crawl gets the error.
func TestDiskFails(t *testing.T) {
	m := sharedtest.New(time.Now)
	broken := errors.New("the disk is full")
	f := newFeed(t, m, &book{urls: []string{"http://a.example/"}, sync: func() error { return broken }})
	if err := f.Begin(nil); err != nil { // there is no news yet
		t.Fatal(err)
	}
	if err := f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}}); err != nil {
		t.Fatal(err)
	}
	<-f.Ready()
	if _, err := f.Next(); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
	if err := f.Flush(); !errors.Is(err, broken) {
		t.Errorf("got error %v of Flush, want %v", err, broken)
	}
	if pages, left, err := other(t, m).Pull(t.Context(), 10, 10); err != nil || len(pages) > 0 || left.Queued > 0 {
		t.Errorf("another crawler gets %v, left is %+v, %v", pages, left, err)
	}
}

// Pages that no crawl has offered end the crawl with an error that harms no terminal.
func TestHostileFrontier(t *testing.T) {
	good := pageOf("http://a.example/")
	for name, change := range map[string]func(*shared.Page){
		"another key":      func(p *shared.Page) { p.Key++ },
		"another host":     func(p *shared.Page) { p.Host = "b.example" },
		"a URL with color": func(p *shared.Page) { *p = pageOf("http://a.example/\x1b[31m") },
		"a scheme":         func(p *shared.Page) { *p = pageOf("ftp://a.example/") },
		"no URL":           func(p *shared.Page) { *p = pageOf("nonsense") },
		"a long URL":       func(p *shared.Page) { *p = pageOf("nonsense" + strings.Repeat("x", 1<<20)) },
		"an empty note":    func(p *shared.Page) { p.Note = nil },
		"two notes":        func(p *shared.Page) { p.Note = append(p.Note, p.Note...) },
		"a wrong note":     func(p *shared.Page) { p.Note = []byte{0, 1, 2} },
	} {
		t.Run(name, func(t *testing.T) {
			m := sharedtest.New(time.Now)
			p := good
			change(&p)
			if err := other(t, m).Offer(t.Context(), []shared.Page{p}); err != nil {
				t.Fatal(err)
			}
			f := newFeed(t, m, new(book))
			if err := f.Begin(nil); err != nil {
				t.Fatal(err)
			}
			<-f.Ready()
			list, err := f.Next()
			if !errors.Is(err, shared.ErrRefused) || len(list) > 0 {
				t.Fatalf("handed out are %v, %v", list, err)
			}
			if text := err.Error(); strings.Contains(text, "\x1b") || len(text) > 1000 {
				t.Errorf("the error is %q", text)
			}
			if !f.Left() {
				t.Error("nothing is left: the crawl would end without the error")
			}
		})
	}
}

// Pages that wait keep other crawls at work, until this crawl has nothing else to do. Pages that a rule holds do not.
func TestFates(t *testing.T) {
	m := sharedtest.New(time.Now)
	urls := []string{"http://a.example/", "http://b.example/", "http://c.example/", "http://d.example/"}
	f := newFeed(t, m, &book{urls: urls})
	if err := f.Begin(nil); err != nil {
		t.Fatal(err)
	}
	var links []crawl.Link
	for i := range urls {
		links = append(links, crawl.Link{To: crawl.Page(i), New: true})
	}
	if err := f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), links); err != nil {
		t.Fatal(err)
	}
	for got := 0; got < len(urls); {
		got += len(next(t, f))
	}
	replies := []crawl.Reply{
		{State: page.Fetched, Note: note(visit.Note{Status: 200})},
		{State: page.Ghost, Again: true, Note: note(visit.Note{Status: 503})},
		{State: page.Ghost, Again: true, Note: note(visit.Note{Status: visit.StatusLeftOut})},
		{State: page.Failed, Again: true, Note: note(visit.Note{Status: -2, Final: true})},
	}
	for i := range replies {
		if err := f.Learnt(crawl.Pick{Key: pageOf(urls[i]).Key}, &replies[i], nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	watcher := other(t, m)
	held := func() uint64 {
		t.Helper()
		_, left, err := watcher.Pull(context.Background(), 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		return left.Held
	}
	if n := held(); n != 1 {
		t.Errorf("%d pages are held, want only the page that waits", n)
	}
	f.Left() // the loop has nothing else to do
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	if n := held(); n != 0 {
		t.Errorf("%d pages are held, want none", n)
	}
	if left, err := f.End(t.Context(), true); err != nil || left.Queued != 0 {
		t.Errorf("the complete crawl leaves %+v, %v: its pages stay with it", left, err)
	}
}

// A crawl that stops returns what it holds, pages that wait among them.
func TestStops(t *testing.T) {
	m := sharedtest.New(time.Now)
	urls := []string{"http://a.example/", "http://b.example/"}
	f := newFeed(t, m, &book{urls: urls})
	if err := errors.Join(f.Begin(nil), f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}, {To: 1, New: true}})); err != nil {
		t.Fatal(err)
	}
	for got := 0; got < len(urls); {
		got += len(next(t, f))
	}
	if err := f.Learnt(crawl.Pick{Key: pageOf(urls[0]).Key}, &crawl.Reply{Again: true, Note: note(visit.Note{Status: 503})}, nil); err != nil {
		t.Fatal(err)
	}
	left, err := f.End(t.Context(), false)
	if err != nil || left.Queued != 2 || left.Held != 0 {
		t.Errorf("the stopped crawl leaves %+v, %v: want both pages queued", left, err)
	}
}

// An empty frontier ends no crawl that has news for it.
func TestNewsIsLeft(t *testing.T) {
	f := newFeed(t, sharedtest.New(time.Now), &book{urls: []string{"http://a.example/"}})
	if err := f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}}); err != nil {
		t.Fatal(err)
	}
	if n, err := f.pullOnce(); n > 0 || err != nil {
		t.Fatalf("%d pages are pulled, %v", n, err)
	}
	if !f.Left() {
		t.Error("nothing is left, though a page was not offered yet")
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, err := f.pullOnce(); n != 1 || err != nil || !f.Left() {
		t.Errorf("%d pages are pulled, %v, and left is %v", n, err, f.Left())
	}
}

// If no page is in hand, news goes to the frontier at once, since it may hold the next page.
func TestNewsOfTheLastPage(t *testing.T) {
	defer func(every time.Duration) { newsEvery = every }(newsEvery)
	newsEvery = time.Hour
	urls := []string{"http://a.example/", "http://a.example/2", "http://a.example/3"}
	f := newFeed(t, sharedtest.New(time.Now), &book{urls: urls})
	if err := f.Begin(nil); err != nil {
		t.Fatal(err)
	}
	pick, reply := crawl.Pick{Page: crawl.None}, new(crawl.Reply)
	for i, url := range urls {
		if err := f.Learnt(pick, reply, []crawl.Link{{To: crawl.Page(i), New: true}}); err != nil { //nolint:gosec // small
			t.Fatal(err)
		}
		var list []crawl.Handed
		for len(list) == 0 {
			var err error
			if list, err = f.Next(); err != nil {
				t.Fatal(err)
			}
			if len(list) > 0 {
				break
			}
			select {
			case <-f.Ready():
			case <-time.After(30 * time.Second):
				t.Fatalf("the frontier does not hand out %s", url)
			}
		}
		if len(list) != 1 || string(list[0].Name) != url {
			t.Fatalf("handed out are %v, want %s", list, url)
		}
		pick, reply = crawl.Pick{Page: crawl.Page(i), Key: list[0].Key}, &crawl.Reply{State: page.Fetched, Note: note(visit.Note{Status: 200})} //nolint:gosec // small
	}
}

// slow is a service whose sessions pull for a while.
type slow struct{ shared.Service }

func (s slow) Join(ctx context.Context, crawler string, lease time.Duration) (shared.Session, []shared.Page, error) {
	session, pages, err := s.Service.Join(ctx, crawler, lease)
	return slowSession{session}, pages, err
}

type slowSession struct{ shared.Session }

// Pull returns pages a while after the service has handed them out, and loses them if ctx ends before.
func (s slowSession) Pull(ctx context.Context, most, perHost int) ([]shared.Page, shared.Left, error) {
	pages, left, err := s.Session.Pull(ctx, most, perHost)
	if len(pages) == 0 || err != nil {
		return pages, left, err
	}
	select {
	case <-time.After(100 * time.Millisecond):
		return pages, left, nil
	case <-ctx.Done():
		return nil, shared.Left{}, ctx.Err()
	}
}

// The end of a feed waits for a pull under way, so that its pages return, and not only when the lease is over.
func TestEndWaitsForPull(t *testing.T) {
	m := sharedtest.New(time.Now)
	urls := []string{"http://a.example/", "http://b.example/"}
	ctx, cancel := context.WithCancel(t.Context())
	c, err := shared.Connect(ctx, slow{m}, shared.ClientOptions{Crawler: "a"})
	if err != nil {
		t.Fatal(err)
	}
	b := book{urls: urls}
	f := New(ctx, Options{Client: c, Page: b.page, Sync: func() error { return nil }, InHand: 100})
	if err := errors.Join(f.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}, {To: 1, New: true}}), f.Begin(nil)); err != nil {
		t.Fatal(err)
	}
	watcher := other(t, m)
	for {
		_, left, err := watcher.Pull(t.Context(), 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if left.Held == 2 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel() // the pull is under way
	if left, err := f.End(t.Context(), false); err != nil || left.Queued != 2 || left.Held != 0 {
		t.Errorf("the stopped crawl leaves %+v, %v: want both pages queued", left, err)
	}
	if n := len(f.active); n != 2 {
		t.Errorf("%d pages were pulled: want 2", n)
	}
}
