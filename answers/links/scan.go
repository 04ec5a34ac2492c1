package links

import (
	"context"
	"errors"
	"slices"

	"weft/answers/pages"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
)

// A selection chooses links of a crawl.
type selection struct {
	c                  *store.Crawl
	kinds              kinds.Set
	broken, redirected bool        // only such links; both choose the links that are either
	of                 *graph.Node // the page of the links; nil for all
	in                 bool        // they point to the page
}

// wants reports whether links to pages with a fate are chosen.
func (s *selection) wants(j *judge, f *fate) bool {
	return !s.broken && !s.redirected || s.broken && f.broken || s.redirected && j.redirects(f)
}

// A target is a page with the links to it that were chosen.
type target struct {
	page    graph.Node
	fate    fate
	sources []graph.Node // valid until the next target
	kinds   []kinds.Set
}

// each calls f with the pages that chosen links lead to, in the order of their numbers.
func (s *selection) each(ctx context.Context, j *judge, f func(t *target) error) error {
	if s.of != nil && !s.in {
		return s.from(ctx, j, f)
	}
	r := graph.Everything(s.c.Graph())
	if s.of != nil {
		r = graph.Range{Lo: int(*s.of), Hi: int(*s.of) + 1}
	}
	cur := s.c.ScanBack(r)
	if cur == nil {
		return pages.ErrNoBack
	}
	var t target
	for cur.Next() {
		if cur.Node()%(1<<14) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t.page, t.sources, t.kinds = cur.Node(), t.sources[:0], t.kinds[:0]
		for i, v := range cur.Succ() {
			if k := cur.Kinds()[i]; k&s.kinds != 0 {
				t.sources, t.kinds = append(t.sources, v), append(t.kinds, k)
			}
		}
		if len(t.sources) == 0 {
			continue
		}
		if err := s.judged(j, &t, f); err != nil {
			return err
		}
	}
	return errors.Join(cur.Err(), s.c.Damage())
}

// from calls f with the pages that the page of the selection links to.
func (s *selection) from(ctx context.Context, j *judge, f func(t *target) error) error {
	cur := s.c.Scan(graph.Range{Lo: int(*s.of), Hi: int(*s.of) + 1})
	if !cur.Next() {
		return cur.Err()
	}
	succ, ks := slices.Clone(cur.Succ()), slices.Clone(cur.Kinds())
	for i, v := range succ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if ks[i]&s.kinds == 0 {
			continue
		}
		if err := s.judged(j, &target{page: v, sources: []graph.Node{*s.of}, kinds: ks[i : i+1]}, f); err != nil {
			return err
		}
	}
	return s.c.Damage()
}

// judged calls f with a target, if its fate is wanted.
func (s *selection) judged(j *judge, t *target, f func(t *target) error) (err error) {
	t.fate = fate{way: append(t.fate.way[:0], t.page)}
	if state := s.c.State(t.page); state == page.Failed || state == page.Redirected {
		if t.fate, err = j.of(t.page); err != nil {
			return err
		}
	}
	if !s.wants(j, &t.fate) {
		return nil
	}
	return f(t)
}

// texts returns the texts of the links from sources, which are in order, to a page.
func (s *selection) texts(u graph.Node, sources []graph.Node) ([][]string, error) {
	all := make([][]string, len(sources))
	cur := s.c.Anchors(graph.Range{Lo: int(u), Hi: int(u) + 1})
	if !cur.Next() {
		return all, cur.Err()
	}
	return all, textsOf(cur, sources, all)
}

// textsOf adds the texts at a cursor to the sources that carry them.
func textsOf(cur *store.AnchorCursor, sources []graph.Node, all [][]string) error {
	i := 0
	for _, a := range cur.Anchors() {
		for i < len(sources) && sources[i] < a.From {
			i++
		}
		if i == len(sources) {
			return nil
		}
		if sources[i] != a.From {
			continue
		}
		text, err := cur.Text(nil, a)
		if err != nil {
			return err
		}
		all[i] = append(all[i], string(text))
	}
	return nil
}
