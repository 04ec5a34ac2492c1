package answer

import (
	"context"

	"weft/store"
)

// NewFilter returns the filter with a name from store.Filters; nil for the crawl without a filter. For
// store.BetweenSites it filters between the sites of a file, or between the sites that were found.
func (o *Options) NewFilter(ctx context.Context, c *store.Crawl, name, sites string) (*store.Filter, error) {
	if name != "" {
		if err := CheckAll(OneOf("view", name, store.Filters)); err != nil {
			return nil, err
		}
	}
	if err := SitesGo("view", name, store.BetweenSites, sites); err != nil || name == "" {
		return nil, err
	}
	if name != store.BetweenSites {
		return c.NewFilter(ctx, name, nil, o.Memory)
	}
	return o.BetweenSites(ctx, c, "view", name, sites)
}

// BetweenSites is the filter between sites; an option with a value asks for it.
func (o *Options) BetweenSites(ctx context.Context, c *store.Crawl, option, value, sites string) (*store.Filter, error) {
	s, err := o.SitesFor(c, option, value, sites)
	if err != nil {
		return nil, err
	}
	return c.NewFilter(ctx, store.BetweenSites, s, o.Memory)
}
