package rank

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/view"
)

// allPages holds the data of all pages for a solver that iterates the pages with successors.
type allPages struct {
	n       int
	degrees []uint32 // as they were given, and not to be changed; nil if they are the solver's own
	pref    preference
	total   float64 // of the scores to begin with
	last    float64 // sum of the scores of pages with successors before the last pass
}

// lump makes s iterate the pages with successors alone, if many have none.
func (s *solver) lump(ctx context.Context, own bool, m *alloc.Maker) (err error) {
	if s.lead, err = newLeading(s.in, s.degrees); s.lead == nil || err != nil {
		return err
	}
	s.in = s.lead
	if s.o.Push != nil && s.o.Method == Power {
		if s.o.Push, err = view.Induced(s.o.Push, s.lead.rows.Subset); err != nil {
			return err
		}
	} else if s.in, err = s.lead.lists(ctx, &s.o); err != nil {
		return err
	}
	if s.o.Start != nil {
		s.all.total = total(0, s.o.Start)
	}
	pages := s.lead.rows
	s.all.pref, s.pref = s.pref, s.pref.among(pages.Subset, m)
	if !own {
		s.all.degrees = s.degrees
		s.degrees = alloc.From[uint32](m, s.all.n)
		copy(s.degrees, s.all.degrees)
	}
	if m.Err != nil {
		return m.Err
	}
	s.degrees = squeeze(s.degrees, pages)
	if s.o.Start != nil {
		squeeze(s.o.Start, pages)
	}
	if s.old != nil {
		s.old = s.old[:pages.Len()]
	}
	return nil
}

// mass returns the sum of the scores of all pages, given the sum over the pages with successors. Each of these passes on
// α of its score, and 1−α come from the preference.
func (s *solver) mass(sum float64) float64 { return float64(s.o.Alpha*sum) + (1 - s.o.Alpha) }

// unlump makes a vector of the contributions of all pages, and returns the tally of all. It sums the lists of dangling
// pages in one pass.
func (s *solver) unlump(ctx context.Context, t tally) (tally, error) {
	pages := s.lead.rows
	s.in, s.pref = s.lead.all, s.all.pref
	s.old, s.degrees = spread(s.old, pages), spread(s.degrees, pages)
	from := s.old
	if s.sweep == nil { // a step sums the contributions before it
		from = spread(s.next, pages)
	}
	s.parts = graph.Parts(s.in)
	s.tallies = make([]tally, len(s.parts))
	dangling, err := s.each(ctx, func(part int) (t tally, err error) {
		r := s.parts[part]
		w := s.pref.from(r.Lo)
		stray := false
		err = graph.EachList(s.in, r, func(u graph.Node, preds []graph.Node) {
			weight := w.weight(u)
			if pages.bits.Has(int(u)) {
				return
			}
			if stray = stray || !pages.haveAll(preds); stray { // another worker may write its score
				return
			}
			x := float64(s.o.Alpha*gather(from, preds)) + float64(s.a*weight) + s.b
			s.old[u] = x
			t.sum += x
		})
		if stray && err == nil {
			err = fmt.Errorf("pagerank: %w", errStray)
		}
		return t, err
	})
	t.sum += dangling.sum
	return t, err
}
