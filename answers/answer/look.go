package answer

import (
	"context"

	"weft/store"
)

// A Look is a question without options that is answered in one view of the crawl.
type Look struct {
	// Stage says what is seen.
	Stage func(ctx context.Context, c *store.Crawl, o Options) (Stage, error)
	// Work is done on it. It does not close the view.
	Work func(ctx context.Context, v *store.View, o Options) (Answer, error)
}

// Flags implements Asker.
func (Look) Flags(Flags) {}

// Check implements Asker.
func (Look) Check() error { return nil }

// Stages implements Asker.
func (l Look) Stages(ctx context.Context, c *store.Crawl, o Options) ([]Stage, error) {
	s, err := l.Stage(ctx, c, o)
	return []Stage{s}, err
}

// Ask implements Asker.
func (l Look) Ask(ctx context.Context, c *store.Crawl, o Options) (Answer, error) {
	s, err := l.Stage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	v, err := o.Open(c, s.View)
	if err != nil {
		return nil, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	return l.Work(ctx, v, o)
}
