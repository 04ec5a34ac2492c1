package crawl_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
)

// events is a log that is kept, as events and as text.
type events struct {
	journal
	all []crawl.Event
}

func (e *events) Picked(p crawl.Pick) error {
	e.all = append(e.all, crawl.Event{Pick: p})
	return e.journal.Picked(p)
}

func (e *events) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	e.all = append(e.all, crawl.Event{
		Learnt: true, Pick: p, Links: slices.Clone(links), Reply: crawl.Reply{State: r.State, Note: bytes.Clone(r.Note), Again: r.Again, Handed: r.Handed},
	})
	return e.journal.Learnt(p, r, links)
}

func (e *events) read() func() (*crawl.Event, error) {
	at := 0
	return func() (*crawl.Event, error) {
		if at == len(e.all) {
			return nil, io.EOF
		}
		at++
		return &e.all[at-1], nil
	}
}

// cut returns the first n events, and their pages.
func (e *events) cut(n, size int) (*events, crawl.Pages) {
	c := &events{journal{slices.Clone(e.lines[:n])}, slices.Clone(e.all[:n])}
	pages := crawl.NewDense(size)
	for _, ev := range c.all {
		for _, l := range ev.Links {
			if l.New && int(l.To) == pages.Len() {
				pages.Number(e.key(l.To))
			}
		}
	}
	return c, pages
}

func (e *events) key(p crawl.Page) crawl.Key {
	for _, ev := range e.all {
		if !ev.Learnt && ev.Pick.Page == p {
			return ev.Pick.Key
		}
	}
	panic("no such page was picked")
}

var strategies = map[string]func() crawl.Strategy{
	"bfs":      func() crawl.Strategy { return new(strategy.BreadthFirst) },
	"dfs":      func() crawl.Strategy { return new(strategy.DepthFirst) },
	"indegree": func() crawl.Strategy { return new(strategy.MostLinked) },
	"opic":     func() crawl.Strategy { return new(strategy.OPIC) },
	"random":   func() crawl.Strategy { return strategy.NewRandom(5) },
	"hosts": func() crawl.Strategy {
		return strategy.NewRoundRobin(func(l crawl.Link) uint32 { return uint32(l.To % 7) })
	},
}

const replaySize = 90

func replayOptions(name string, log crawl.Log) crawl.Options {
	w := randomWeb(8, replaySize)
	w.slow = true
	return crawl.Options{
		Web: w, Strategy: strategies[name](), Pages: crawl.NewDense(replaySize), Seeds: seeds(3, 4), Window: 6, Workers: 3, Log: log,
	}
}

// A crawl that is cut anywhere and goes on has the log of one that was not.
func TestReplay(t *testing.T) {
	for name := range strategies {
		whole := new(events)
		if _, err := crawl.Run(context.Background(), replayOptions(name, whole)); err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= len(whole.all); n += 5 {
			cut, pages := whole.cut(n, replaySize)
			o := replayOptions(name, cut)
			o.Pages, o.Replay.Next = pages, (&events{all: slices.Clone(cut.all)}).read()
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatalf("%s, cut behind %d events: %v", name, n, err)
			}
			if !slices.Equal(cut.lines, whole.lines) {
				t.Fatalf("%s, cut behind %d events: another log:\n%v\n%v", name, n, cut.lines, whole.lines)
			}
		}
	}
}

// The same from a checkpoint.
func TestReplayFromCheckpoint(t *testing.T) {
	for name := range strategies {
		var saved bytes.Buffer
		at := 0
		whole := new(events)
		o := replayOptions(name, whole)
		o.Checkpoint = func(save func(io.Writer) error) error {
			if len(whole.all) < 60 || at > 0 {
				return nil
			}
			at = len(whole.all)
			return save(&saved)
		}
		if _, err := crawl.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		for n := at; n <= len(whole.all); n += 9 {
			cut, pages := whole.cut(n, replaySize)
			o := replayOptions(name, cut)
			o.Pages = pages
			o.Replay = crawl.Replay{Saved: bytes.NewReader(saved.Bytes()), Next: (&events{all: slices.Clone(cut.all[at:])}).read()}
			if _, err := crawl.Run(context.Background(), o); err != nil {
				t.Fatalf("%s, cut behind %d events: %v", name, n, err)
			}
			if !slices.Equal(cut.lines, whole.lines) {
				t.Fatalf("%s, cut behind %d events: another log", name, n)
			}
		}
		for n := 0; n < saved.Len(); n += 3 {
			o := replayOptions(name, nil)
			_, o.Pages = whole.cut(at, replaySize)
			o.Replay.Saved = bytes.NewReader(saved.Bytes()[:n])
			if _, err := crawl.Run(context.Background(), o); err == nil {
				t.Fatalf("%s: a checkpoint of %d bytes of %d: no error", name, n, saved.Len())
			}
		}
	}
}

// Another strategy goes on with what the first has not picked.
func TestReplayWithAnotherStrategy(t *testing.T) {
	whole := new(events)
	if _, err := crawl.Run(context.Background(), replayOptions("bfs", whole)); err != nil {
		t.Fatal(err)
	}
	for name := range strategies {
		cut, pages := whole.cut(len(whole.all)/3, replaySize)
		picked := uint64(0)
		for _, e := range cut.all {
			if !e.Learnt {
				picked++
			}
		}
		o := replayOptions(name, cut)
		o.Pages = pages
		o.Replay = crawl.Replay{Next: (&events{all: slices.Clone(cut.all)}).read(), Since: picked}
		s, err := crawl.Run(context.Background(), o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n := reachable(randomWeb(8, replaySize), 3, 4); int(s.Fetched) != n {
			t.Errorf("%s: %d pages fetched, want %d", name, s.Fetched, n)
		}
	}
}

func TestReplayOfAnotherCrawl(t *testing.T) {
	whole := new(events)
	if _, err := crawl.Run(context.Background(), replayOptions("random", whole)); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func([]crawl.Event) []crawl.Event{
		"a pick is missing":     func(e []crawl.Event) []crawl.Event { return slices.Delete(e, 1, 2) },
		"a pick is there twice": func(e []crawl.Event) []crawl.Event { return slices.Insert(e, 2, e[1]) },
		"a reply comes first":   func(e []crawl.Event) []crawl.Event { return e[7:] },
		"another page is picked": func(e []crawl.Event) []crawl.Event {
			e[1].Pick.Page, e[2].Pick.Page = e[2].Pick.Page, e[1].Pick.Page
			return e
		},
		"a page that is not known is picked": func(e []crawl.Event) []crawl.Event {
			e[2].Pick.Page = 2 * replaySize
			return e
		},
	} {
		o := replayOptions("random", nil)
		_, o.Pages = whole.cut(len(whole.all), replaySize)
		o.Replay.Next = (&events{all: change(slices.Clone(whole.all))}).read()
		if _, err := crawl.Run(context.Background(), o); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// Stop leaves a log with which the crawl goes on.
func TestStop(t *testing.T) {
	for _, arrival := range []bool{false, true} {
		whole := new(events)
		if _, err := crawl.Run(context.Background(), replayOptions("bfs", whole)); err != nil {
			t.Fatal(err)
		}
		part := new(events)
		o := replayOptions("bfs", part)
		stop := make(chan struct{})
		o.Stop, o.Arrival = stop, arrival
		n := 0
		o.Learnt = func(crawl.Pick, *crawl.Reply, []crawl.Link) error {
			if n++; n == 21 { // the seeds are one
				close(stop)
			}
			return nil
		}
		s, err := crawl.Run(context.Background(), o)
		if err != nil || !s.Stopped || s.Learnt < 20 || s.Learnt > 40 {
			t.Fatalf("got %+v, %v", s, err)
		}
		if !arrival && !slices.Equal(part.lines, whole.lines[:len(part.lines)]) {
			t.Error("the log is not the beginning of the whole one")
		}
		o = replayOptions("bfs", part)
		o.Arrival = arrival
		o.Pages = part.pages()
		o.Replay.Next = (&events{all: slices.Clone(part.all)}).read()
		if s, err = crawl.Run(context.Background(), o); err != nil || s.Fetched != uint64(reachable(randomWeb(8, replaySize), 3, 4)) {
			t.Errorf("got %+v, %v", s, err)
		}
	}
}

// A reply that does not fit ends the crawl before it, and its pick is under way when the crawl goes on.
func TestFits(t *testing.T) {
	whole := new(events)
	if _, err := crawl.Run(context.Background(), replayOptions("bfs", whole)); err != nil {
		t.Fatal(err)
	}
	r := drawn.Rand(t)
	late := 0 // replies that came after the first that did not fit
	for _, how := range []string{"strict", "arrival", "in line", "strict", "arrival", "in line"} {
		log, fit := new(events), r.IntN(50)
		options := func(log *events) crawl.Options {
			o := replayOptions("bfs", log)
			if o.Arrival = how == "arrival"; how == "in line" {
				o.Window, o.Workers = 1, 1
			}
			return o
		}
		o := options(log)
		asked, learnt := 0, 0
		o.Fits = func(*crawl.Reply) bool {
			asked++
			fits := asked <= fit || asked > fit+1 && how == "arrival" && r.IntN(2) == 0 // of those that are fetched still some may
			if fits {
				learnt++
			}
			return fits
		}
		s, err := crawl.Run(context.Background(), o)
		if err != nil || !s.Stopped || int(s.Learnt) != max(learnt-1, 0) || how != "arrival" && learnt != fit { //nolint:gosec // few; the seeds are one
			t.Fatalf("%s, %d fit: got %+v, %v, %d learnt", how, fit, s, err, learnt)
		}
		if how == "strict" && !slices.Equal(log.lines, whole.lines[:len(log.lines)]) {
			t.Errorf("%s, %d fit: the log is not the beginning of the whole one", how, fit)
		}
		late += asked - fit - 1
		next := &events{journal{slices.Clone(log.lines)}, slices.Clone(log.all)}
		o = options(next)
		if learnt > 0 {
			o.Pages = log.pages()
		}
		o.Replay.Next = (&events{all: slices.Clone(log.all)}).read()
		if s, err = crawl.Run(context.Background(), o); err != nil || s.Fetched != uint64(reachable(randomWeb(8, replaySize), 3, 4)) { //nolint:gosec // positive
			t.Errorf("%s, %d fit: got %+v, %v", how, fit, s, err)
		}
		if how == "strict" && !slices.Equal(next.lines, whole.lines) {
			t.Errorf("%s, %d fit: another log", how, fit)
		}
	}
	if late == 0 {
		t.Error("in the order of arrival nothing was learnt that was being fetched")
	}
}

// pages returns the pages numbered as the log has them.
func (e *events) pages() crawl.Pages {
	pages := crawl.NewDense(replaySize)
	w := randomWeb(8, replaySize)
	for _, k := range []crawl.Key{3, 4} {
		pages.Number(k)
	}
	for _, ev := range e.all {
		if ev.Learnt && ev.Pick.Page != crawl.None {
			for _, k := range w.lists[ev.Pick.Key] {
				pages.Number(k)
			}
		}
	}
	return pages
}

// A page that a barred link was first to lead to is picked when another link leads there.
func TestBarredPageIsLetIn(t *testing.T) {
	w := &web{lists: [][]crawl.Key{{1, 2}, {3}, {3}, {}}}
	o := crawl.Options{Web: shy{w}, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(4), Seeds: seeds(0)}
	log := new(events)
	o.Log = log
	s, err := crawl.Run(context.Background(), o)
	if err != nil || s.Fetched != 4 || s.Known != 4 {
		t.Fatalf("got %+v, %v", s, err)
	}
	if last := log.all[len(log.all)-1]; last.Pick.Key != 3 {
		t.Errorf("the last was %d", last.Pick.Key)
	}
	var got []crawl.Link // to page 3
	for _, e := range log.all {
		for _, l := range e.Links {
			if l.To == 3 {
				got = append(got, l)
			}
		}
	}
	if want := []crawl.Link{{To: 3, Kinds: kinds.Link, New: true, Barred: true}, {To: 3, Kinds: kinds.Link, New: true, LetIn: true}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the links to it are %+v, want %+v", got, want)
	}
}

// shy bars what page 1 links to.
type shy struct{ *web }

func (s shy) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	err := s.web.Fetch(ctx, p, r)
	for i := range r.Links {
		r.Links[i].Barred = p.Key == 1
	}
	return err
}

// turnstile is a queue that hands out the youngest pick first, and some of them twice.
type turnstile struct {
	*web
	picks chan crawl.Pick
	later map[crawl.Page]bool
}

func (q *turnstile) Put(p crawl.Pick) { q.picks <- p }

func (q *turnstile) Take(ctx context.Context) (crawl.Pick, error) {
	select {
	case p := <-q.picks:
		return p, nil
	case <-ctx.Done():
		return crawl.Pick{}, ctx.Err()
	}
}

func (q *turnstile) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	if p.Page%3 == 0 && !q.later[p.Page] {
		q.later[p.Page] = true
		q.picks <- p
		return crawl.ErrLater
	}
	return q.web.Fetch(ctx, p, r)
}

func TestQueue(t *testing.T) {
	for _, arrival := range []bool{false, true} {
		w := randomWeb(2, replaySize)
		q := &turnstile{w, make(chan crawl.Pick, 100), map[crawl.Page]bool{}}
		s, err := crawl.Run(context.Background(), crawl.Options{
			Web: q, Queue: q, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(replaySize), Seeds: seeds(1), Window: 20, Workers: 1, Arrival: arrival,
		})
		if n := reachable(w, 1); err != nil || s.Fetched != uint64(n) {
			t.Errorf("got %+v, %v; want %d pages", s, err, n)
		}
	}
}

func TestLimitCountsWhatWasFetched(t *testing.T) {
	for _, arrival := range []bool{false, true} {
		o := replayOptions("bfs", nil)
		o.Web, o.Limit, o.Arrival = failing{o.Web.(*web)}, 20, arrival //nolint:forcetypeassert // made so
		s, err := crawl.Run(context.Background(), o)
		if err != nil || s.Fetched != 20 || s.Picked <= 20 || !s.Stopped {
			t.Errorf("got %+v, %v", s, err)
		}
	}
}

// failing has no page whose number is a multiple of 4.
type failing struct{ *web }

func (f failing) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	err := f.web.Fetch(ctx, p, r)
	if p.Key%4 == 0 {
		r.State = page.Failed
	}
	return err
}

func ExampleReplay() {
	w := &web{lists: [][]crawl.Key{{1, 2}, {3}, {3, 0}, {4}, {}}}
	log := new(events)
	options := crawl.Options{Web: w, Strategy: new(strategy.BreadthFirst), Pages: crawl.NewDense(5), Seeds: seeds(2), Log: log, Limit: 2}
	if _, err := crawl.Run(context.Background(), options); err != nil {
		fmt.Println(err)
	}
	options.Strategy, options.Limit, options.Replay.Next = new(strategy.BreadthFirst), 0, (&events{all: slices.Clone(log.all)}).read()
	s, err := crawl.Run(context.Background(), options)
	fmt.Println(s.Fetched, "of", s.Known, "pages", err)
	// Output: 5 of 5 pages <nil>
}
