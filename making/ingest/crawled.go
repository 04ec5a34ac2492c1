package ingest

import (
	"context"
	"errors"
	"fmt"

	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/making/assemble"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/weburl"
)

// A Crawled is a crawl as its log records it. It must not change while it is read; it is read several times.
type Crawled interface {
	// Pages is how many pages are known. They are numbered in the order of their first mention.
	Pages() int
	// EachName calls f with the canonical URL of each page, or another name, in turn, valid until f returns.
	EachName(f func(p uint32, url []byte) error) error
	// States returns the facts about each page, joined by JoinStates: its page.State, LeftOut and LetIn, and the
	// bit Firm if it belongs to the graph even without links to it. The caller may change the result.
	States() []uint8
	// EachPage calls f with each reply about a page. A page may have several. The value is valid until f returns.
	EachPage(f func(l *Learnt) error) error
}

// A Learnt is a reply about a page.
type Learnt struct {
	From       uint32
	To, Labels []uint32 // of its arcs, in any order, repeated or not; labels of kinds.Set.Label
	State      page.State
	Part       bool // the response holds the page in part
	Facts      store.Facts
}

// ErrNoPage says that a crawl has no graph. It is joined to ErrBadInput.
var ErrNoPage = errors.New("no page of the crawl belongs to its graph so far: nothing fetched is HTML or leads to a page")

// FromCrawl makes a crawl with a graph, at o.Output, from everything that a crawl has found so far. Graph, names,
// kinds and states equal those that Import makes of its WARC files, byte for byte. There are no anchors, because
// logs do not keep them. Options about inputs have no effect.
//
// Time: two passes over the log, one over the names, and sorting. Memory: as the options say, with 6 bytes per
// page besides. Names that are not URLs are kept. A crawl without any page is ErrNoPage.
func FromCrawl(ctx context.Context, f Crawled, o Options) (Summary, error) {
	if err := o.setMemory(); err != nil {
		return Summary{}, err
	}
	n := int64(f.Pages())
	if err := mem.Check(fmt.Sprintf("a graph of the %d pages of a crawl", n), mem.Least+6*n, o.Memory); err != nil {
		return Summary{}, err
	}
	memory := o.Memory - mem.Base - 6*n
	draft, err := o.begin(ctx, memory)
	if err != nil {
		return Summary{}, err
	}
	defer draft.Abort()
	s := &snapshot{found: f, states: f.States()}
	s.b = &assemble.Builder{Draft: draft, Ctx: ctx, Budget: o.Memory, Memory: memory, Notes: map[string]int64{}, KeepOrder: o.KeepNumbers}
	if err := s.make(); err != nil {
		return Summary{}, err
	}
	return Summary{Manifest: &draft.Manifest, Records: n}, draft.Commit(store.Step{Notes: s.b.Notes})
}

// A snapshot makes a graph of a Found.
type snapshot struct {
	found  Crawled
	b      *assemble.Builder
	states []uint8
	number []uint32 // of each page of the log in the graph; none for pages outside it
	arcs   int64
	names  []uint32 // place of each page of the graph among the names, if the pages are not in their order
}

func (s *snapshot) make() error {
	if len(s.states) != s.found.Pages() {
		return corrupt.Errorf("%d pages have %d states", s.found.Pages(), len(s.states))
	}
	s.b.Note("reading the log", 0, 0)
	if err := s.markLinked(); err != nil {
		return err
	}
	if err := s.numberPages(); err != nil {
		return err
	}
	mem.Release()
	facts := extsort.NewRows(s.b.Memory/8, s.b.Dir())
	defer facts.Close() //nolint:errcheck // a scratch file
	arcs := extsort.New(extsort.Options{Memory: s.b.ArcsMemory(), Dir: s.b.Dir(), Labels: extsort.Union, Expect: s.arcs})
	defer arcs.Close() //nolint:errcheck // a scratch file
	if err := s.sortArcs(arcs, facts); err != nil {
		return err
	}
	s.number, s.names = nil, nil
	if err := s.b.WriteRows(facts); err != nil {
		return err
	}
	return s.b.WriteSorted(arcs, true)
}

// markLinked makes firm the pages with links to or from them.
func (s *snapshot) markLinked() error {
	calls := uint32(0)
	return s.found.EachPage(func(l *Learnt) error {
		from, to, labels := l.From, l.To, l.Labels
		if len(to) == 0 {
			return nil
		}
		if len(to) != len(labels) || int64(from) >= int64(len(s.states)) {
			return corrupt.Errorf("page %d of %d has %d arcs with %d labels", from, len(s.states), len(to), len(labels))
		}
		s.states[from] |= assemble.Firm
		for _, v := range to {
			if int64(v) >= int64(len(s.states)) {
				return corrupt.Errorf("page %d links to page %d of %d", from, v, len(s.states))
			}
			s.states[v] |= assemble.Firm
		}
		s.arcs += int64(len(to))
		calls++
		return s.b.Stopped(calls)
	})
}

// numberPages sorts the names, writes the names of firm pages, and numbers these pages.
func (s *snapshot) numberPages() error {
	s.b.Note("reading names", 0, 0)
	c, err := assemble.NewCollector(s.b.Memory/2, s.b.Dir())
	if err != nil {
		return err
	}
	defer c.Close()
	if err := s.collectNames(c); err != nil {
		return err
	}
	if err := c.Finish(); err != nil {
		return err
	}
	s.number = make([]uint32, len(s.states))
	distinct := 0
	s.b.Named = func(m *assemble.Merged, n uint32) {
		s.number[m.First] = n
		distinct++
	}
	pages, first, err := s.b.WriteNames(c)
	if err != nil {
		return err
	}
	pages.Close()
	switch {
	case distinct != len(s.states):
		return corrupt.Errorf("%d pages have %d names", len(s.states), distinct)
	case len(s.b.States) == 0:
		return fmt.Errorf("%w: %w", tally.ErrBadInput, ErrNoPage)
	}
	if s.b.KeepOrder {
		if err := s.b.Reorder(first); err != nil {
			return err
		}
		s.names = make([]uint32, len(first))
		for p, rank := range s.number {
			if s.number[p] = s.b.PageOf(rank); rank != assemble.None {
				s.names[s.number[p]] = rank
			}
		}
	}
	return nil
}

// collectNames puts the names into batches: the mentions of the collector are the pages.
func (s *snapshot) collectNames(c *assemble.Collector) error {
	next := uint32(0)
	var key []byte
	err := s.found.EachName(func(p uint32, url []byte) error {
		if p != next || int64(p) >= int64(len(s.states)) {
			return corrupt.Errorf("found the name of page %d of %d, expected the name of page %d", p, len(s.states), next)
		}
		next++
		var err error
		if key, err = weburl.AppendKey(key[:0], url); err != nil { // of a graph that was crawled
			key = weburl.AppendOpaqueKey(key[:0], url)
		}
		before := len(c.States)
		if c.Page(key, s.states[p]); len(c.States) == before {
			return corrupt.Errorf("page %d has the name of another, %.200q", p, url)
		}
		if err := s.b.Stopped(next); err != nil {
			return err
		}
		return c.Room()
	})
	if err == nil && int(next) != len(s.states) {
		err = corrupt.Errorf("%d pages have %d names", len(s.states), next)
	}
	return err
}

// decides reports whether a reply in one state may decide the state of a page. A page may have been fetched by a version that
// kept no facts: it does not get the facts of a later failure.
func decides(reply, of page.State) bool { return page.Join(reply, of) == reply }

// sortArcs puts the arcs, and the facts of their pages, under their numbers in the graph into sorters.
func (s *snapshot) sortArcs(arcs *extsort.Sorter, facts *extsort.Rows) error {
	s.b.Note("sorting arcs", 0, 0)
	calls := uint32(0)
	var row []byte
	return s.found.EachPage(func(l *Learnt) error {
		from := s.number[l.From]
		for i, v := range l.To {
			if err := arcs.Add(from, s.number[v], l.Labels[i]); err != nil {
				return err
			}
		}
		if from != assemble.None && l.Facts.Known() && decides(l.State, page.State(s.b.States[from])) {
			seen := assemble.Sighting{State: l.State, Whole: !l.Part, Facts: l.Facts}
			if row = seen.Append(row[:0]); s.names != nil {
				from = s.names[from]
			}
			if err := facts.Add(from, row); err != nil {
				return err
			}
		}
		calls++
		return s.b.Stopped(calls)
	})
}
