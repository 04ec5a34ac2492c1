package missing

import (
	"context"
	"errors"

	"weft/graph"
	"weft/livecrawl/folder"
	"weft/store"
)

// A Why says why a crawl does not hold a page.
//
//json:object reason of a page
type Why struct {
	Class string `json:"class"` // class of the page, as in weft missing; here or redirected if it was fetched after the graph was made
	What  string `json:"what"`  // the class as a sentence
	// reason, such as 404 Not Found
	Reason string `json:"reason,omitempty" absent:"unknown"`
	Final  bool   `json:"-"` // failed, and no run of the crawl requests it again
}

// Text is the reason, or the class as a sentence.
func (w *Why) Text() string {
	switch {
	case w.Reason != "":
		return w.Reason
	case w.Class == Here || w.Class == Redirected:
		return "fetched after this graph was made"
	}
	return w.What
}

// errFound ends the search for pages.
var errFound = errors.New("found")

// Explain says why a crawl does not hold some pages, in their order. It reads the log of a live crawl once for all of them, as
// weft missing does, within a memory budget in bytes. Of a stored crawl it reads the states and the statuses of the pages.
func Explain(ctx context.Context, c *store.Crawl, pages []graph.Node, memory int64) ([]*Why, error) {
	if dir, live := folder.Of(c.Path); live {
		return explainLive(ctx, c, pages, dir, memory)
	}
	return explainStored(ctx, c, pages)
}

func explainStored(ctx context.Context, c *store.Crawl, pages []graph.Node) (all []*Why, err error) {
	s := graphed{ctx: ctx, c: c}
	if c.HasFacts() {
		if s.facts, err = c.OpenFacts(); err != nil {
			return nil, err
		}
		defer s.facts.Close() //nolint:errcheck // only read
	}
	for _, u := range pages {
		w := &Why{Class: byState[c.State(u)]}
		w.What, w.Final = what[w.Class], w.Class == Failed
		if w.Reason, err = s.reason(u); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

func explainLive(ctx context.Context, c *store.Crawl, pages []graph.Node, dir string, memory int64) ([]*Why, error) {
	all, of := make([]*Why, len(pages)), map[string]*Why{}
	for i, u := range pages {
		name, err := c.AppendName(nil, u)
		if err != nil {
			return nil, err
		}
		if of[string(name)] == nil {
			of[string(name)] = &Why{Class: byState[c.State(u)]}
		}
		all[i] = of[string(name)]
	}
	l, err := openLog(ctx, dir, memory)
	if err != nil {
		return nil, err
	}
	defer l.Close() //nolint:errcheck // only read
	left := len(of)
	err = l.each(func(x *url) error {
		w := of[string(x.name)]
		if w == nil {
			return nil
		}
		w.Class, w.Reason, w.Final = x.class, x.reason, x.final
		if left--; left == 0 {
			return errFound
		}
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	for _, w := range of {
		w.What = what[w.Class]
	}
	return all, err
}
