package links

import (
	"context"
	"io"
	"slices"

	"weft/answers/pages"
	"weft/graph/kinds"
	"weft/store"
)

// A Choice chooses links of a crawl: broken links, links to redirects, or both kinds.
type Choice struct{ Broken, Redirected bool }

// A List has the pages that chosen links lead to, the page with the most links first, and counts their links. It does not
// change, and is safe for concurrent use. Memory: 24 bytes for each page.
type List struct {
	Counts Links // without targets

	chosen *selection
	pages  []counted
}

// NewList lists the pages that chosen links of a crawl lead to. Links of the measured kinds count. One pass over the graph and
// its transpose. A crawl whose pages were not requested has an empty list, with Known false.
func NewList(ctx context.Context, c *store.Crawl, choice Choice) (*List, error) {
	l := &List{Counts: *newLinks(&asked{broken: choice.Broken, redirected: choice.Redirected}), chosen: selected(c, choice)}
	if l.Counts.Known = Judged(c); !l.Counts.Known {
		return l, nil
	}
	j, err := newJudge(c)
	if err != nil {
		return nil, err
	}
	defer j.close() //nolint:errcheck // only read
	if err := l.Counts.count(ctx, l.chosen, j, func(p counted) { l.pages = append(l.pages, p) }); err != nil {
		return nil, err
	}
	slices.SortFunc(l.pages, mostLinks)
	return l, nil
}

// Bytes is the memory of the list.
func (l *List) Bytes() int64 { return 24 * int64(cap(l.pages)) }

func selected(c *store.Crawl, choice Choice) *selection {
	return &selection{c: c, kinds: kinds.Measured, broken: choice.Broken, redirected: choice.Redirected}
}

// Part returns some pages of the list from a position on, each with its first links; with all of them if most is 0.
func (l *List) Part(from, n, most int) ([]Target, error) {
	j, err := newJudge(l.chosen.c)
	if err != nil {
		return nil, err
	}
	defer j.close() //nolint:errcheck // only read
	var part Links
	from = min(from, len(l.pages))
	for i := range l.pages[from:min(from+n, len(l.pages))] {
		if err := part.add(l.chosen, j, &l.pages[from+i], most); err != nil {
			return nil, err
		}
	}
	return part.Targets, l.chosen.c.Damage()
}

// Write writes all chosen links of a crawl in a format, a row for each link, in the order of their targets.
func Write(ctx context.Context, c *store.Crawl, choice Choice, format *pages.Format, out io.Writer) error {
	return selected(c, choice).write(ctx, format, out)
}
