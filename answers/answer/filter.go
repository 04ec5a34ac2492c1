package answer

import (
	"context"

	"weft/store"
)

// NewFilter returns the filter with a name, of store.Filters, between the groups of a file for store.BetweenSites; nil for the crawl as it is.
func (o *Options) NewFilter(ctx context.Context, c *store.Crawl, name, sites string) (*store.Filter, error) {
	switch {
	case name != "":
		if err := CheckAll(OneOf("view", name, store.Filters)); err != nil {
			return nil, err
		}
		if name == store.BetweenSites && sites == "" {
			return nil, Refused("{view} %s: say with {sites} which page is of which site", name)
		}
	case sites == "":
		return nil, nil //nolint:nilnil // a nil filter shows the crawl as it is
	}
	if name != store.BetweenSites && sites != "" {
		return nil, Refused("{sites} goes with {view} %s", store.BetweenSites)
	}
	if sites == "" {
		return c.NewFilter(ctx, name, nil, o.Memory)
	}
	s, err := o.Sites(c, sites)
	if err != nil {
		return nil, err
	}
	return c.NewFilter(ctx, name, s, o.Memory)
}
