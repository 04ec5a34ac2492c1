package pages

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/bitset"
	"weft/store"
	"weft/store/lookup"
)

// scan evaluates a filter without an index. It reads the states, names, facts and links of all pages of the range.
func (s *Source) scan(ctx context.Context, f *filter, found *Found) (err error) {
	w := scanner{c: s.c, f: f, names: s.c.Names()}
	if f.links() {
		if w.linked, err = s.linked(ctx, f); err != nil {
			return err
		}
	}
	if w.facts, err = s.c.OpenFacts(); err != nil && !errors.Is(err, store.ErrNoFacts) {
		return err
	}
	if w.facts != nil {
		defer w.facts.Close() //nolint:errcheck // only read
	}
	return found.keep(ctx, w.has)
}

// targets returns the pages that belongs accepts, by the links to each. One pass over the transpose; memory: a bit for each
// page.
func (s *Source) targets(ctx context.Context, belongs func(u int, from []graph.Node, by []kinds.Set) bool) (bitset.Set, error) {
	set := bitset.New(s.c.NumPages())
	cur := s.c.ScanBack(graph.Range{Lo: 0, Hi: s.c.NumPages()})
	if cur == nil {
		return set, ErrNoBack
	}
	for u := 0; cur.Next(); u++ {
		if u%checkEvery == 0 && ctx.Err() != nil {
			return set, ctx.Err()
		}
		if belongs(u, cur.Succ(), cur.Kinds()) {
			set.Add(u)
		}
	}
	return set, cur.Err()
}

// linked returns the pages with an in-degree of the filter.
func (s *Source) linked(ctx context.Context, f *filter) (bitset.Set, error) {
	return s.targets(ctx, func(_ int, _ []graph.Node, by []kinds.Set) bool {
		n := uint32(0)
		for _, k := range by {
			if k&kinds.Measured != 0 {
				n++
			}
		}
		return f.least <= n && n <= f.most
	})
}

// A scanner tests pages one by one.
type scanner struct {
	c      *store.Crawl
	f      *filter
	linked bitset.Set
	facts  *store.FactReader // nil if the crawl has none
	names  *store.NameReader
	name   []byte
}

// has reports whether the page at a position has what the filter asks for.
func (w *scanner) has(i int) (bool, error) {
	u, f := w.c.AtKey(i), w.f
	if f.state >= 0 && int(w.c.State(u)) != f.state || f.links() && !w.linked.Has(int(u)) {
		return false, nil
	}
	var facts store.Facts
	if w.facts != nil && (f.facts() || !f.asked.Empty()) {
		got, err := w.facts.At(u)
		if err != nil {
			return false, err
		}
		facts = *got
	}
	if !f.hasFacts(&facts) {
		return false, nil
	}
	if f.asked.Empty() {
		return true, nil
	}
	if w.c.HasNames() {
		var err error
		if w.name, err = w.names.Append(w.name[:0], u); err != nil {
			return false, err
		}
	}
	return hasWords(&f.asked, w.name, facts.Title), nil
}

// hasFacts reports whether facts are as the filter asks for.
func (f *filter) hasFacts(facts *store.Facts) bool {
	day := ""
	if !facts.Time.IsZero() {
		day = facts.Time.UTC().Format(lookup.Day)
	}
	switch {
	case f.class && !strings.HasPrefix(strconv.Itoa(facts.Status), strconv.Itoa(f.status)),
		f.status >= 0 && !f.class && facts.Status != f.status,
		f.medias && !strings.HasPrefix(string(facts.Type), f.media),
		f.media != "" && !f.medias && string(facts.Type) != f.media,
		!f.since.IsZero() && (day == "" || day < f.since.Format(lookup.Day)),
		!f.until.IsZero() && (day == "" || day > f.until.Format(lookup.Day)):
		return false
	}
	return true
}

// hasWords reports whether a name and a title together have all words.
func hasWords(a *lookup.Asked, name, title []byte) bool {
	words, starts := make([]bool, len(a.Words)), make([]bool, len(a.Starts))
	mark := func(w []byte, _ bool) {
		for i, want := range a.Words {
			words[i] = words[i] || string(w) == want
		}
		for i, want := range a.Starts {
			starts[i] = starts[i] || strings.HasPrefix(string(w), want)
		}
	}
	lookup.SplitName(name, mark)
	lookup.Split(title, mark)
	for _, has := range append(words, starts...) {
		if !has {
			return false
		}
	}
	return true
}
