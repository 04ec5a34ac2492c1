package compare

import (
	"context"
	"errors"

	"weft/graph/alloc"
	"weft/internal/mmap"
	"weft/store"
)

// Scores are a ranking of a crawl that is read or computed once, for several comparisons. They lie in the mapped result of
// the crawl, or in a scratch file without a name.
type Scores struct {
	c *store.Crawl
	s *scores
}

// Score returns the scores of a crawl by o.Ranking: the saved scores with the default options if there are any, else
// computed scores. Of o the ranking and the shared options count.
func Score(ctx context.Context, c *store.Crawl, o Options) (*Scores, error) {
	o.A, o.B = c, c
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	s, err := saved(c, o.Ranking, o.arcs)
	if err == nil && s.about.Kinds == o.arcs.String() && s.about.View == "" {
		return &Scores{c, s}, nil
	}
	if err == nil {
		err = errors.Join(errNotSaved, s.close())
	}
	if !errors.Is(err, errNotSaved) {
		return nil, err
	}
	if s, err = o.compute(ctx, c, 0); err != nil {
		return nil, err
	}
	return &Scores{c, s}, s.moveOut()
}

// moveOut moves computed scores from memory to a scratch file.
func (s *scores) moveOut() error {
	if len(s.floats) == 0 {
		return nil
	}
	space := mmap.NewScratch("")
	moved, err := alloc.Make[float64](space, len(s.floats))
	if err != nil {
		return errors.Join(err, space.Close())
	}
	copy(moved, s.floats)
	s.floats, s.close = moved, space.Close
	return nil
}

// lent returns the scores for one comparison, which does not close them.
func (s *Scores) lent() *scores {
	lent := *s.s
	lent.close = func() error { return nil }
	return &lent
}

// Best returns the names of the k best pages, or their numbers; of pages that tie, the smaller number comes first.
func (s *Scores) Best(k int) ([]string, error) {
	var names []string
	for _, u := range top(s.s, s.c.NumPages(), k, func(uint32) bool { return true }) {
		name, err := nameOf(s.c, u)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// Close frees the scores.
func (s *Scores) Close() error { return s.s.close() }
