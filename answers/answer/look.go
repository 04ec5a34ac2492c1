package answer

import (
	"context"

	"weft/store"
)

// A Look is a question without options that is answered in one view of the crawl.
type Look struct {
	// Stage returns the stage that reads the crawl.
	Stage func(ctx context.Context, c *store.Crawl, o Options) (Stage, error)
	// Work is done on it. It does not close the view.
	Work func(ctx context.Context, v *store.View, o Options) (Answer, error)
}

// Flags implements Asker.
func (Look) Flags(Flags) {}

// Check implements Asker.
func (Look) Check() error { return nil }

// Plan implements Asker.
func (l Look) Plan(ctx context.Context, c *store.Crawl, o Options) (Work, error) {
	s, err := l.Stage(ctx, c, o)
	return Work{Stages: []Stage{s}, Do: func() (Answer, error) {
		return See(c, &o, s, func(v *store.View) (Answer, error) { return l.Work(ctx, v, o) })
	}}, err
}

// See opens the view of a stage for f.
func See[T any](c *store.Crawl, o *Options, s Stage, f func(*store.View) (T, error)) (T, error) {
	v, err := o.Open(c, s.View)
	if err != nil {
		var none T
		return none, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	return f(v)
}
