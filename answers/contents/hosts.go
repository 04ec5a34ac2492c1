package contents

import (
	"cmp"
	"context"
	"strings"

	"golang.org/x/net/publicsuffix"

	"weft/graph/page"
	"weft/internal/topk"
	"weft/store"
)

// counted is a host with its pages.
type counted struct{ group, pages, fetched int }

// countHosts counts the pages of each host, and lists those with the most.
func (r *Contents) countHosts(ctx context.Context, c *store.Crawl, top int) error {
	groups, err := c.Hosts()
	if err != nil {
		return err
	}
	fetched := make([]int32, groups.Len())
	for group, u := range groups.Sorted() {
		const often = 1 << 14
		if int(u)%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if c.State(u) == page.Fetched {
			fetched[group]++
		}
	}
	best := topk.New(top, func(a, b counted) int { return cmp.Or(cmp.Compare(b.pages, a.pages), cmp.Compare(a.group, b.group)) })
	for g := range fetched {
		best.Add(counted{g, groups.Size(g), int(fetched[g])})
	}
	r.Hosts = groups.Len()
	for _, x := range best.Sorted() {
		name, err := groups.Name(x.group)
		if err != nil {
			return err
		}
		if name == "" {
			name = "(no host)"
		}
		domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(name, "."))
		if err != nil {
			domain = ""
		}
		r.Top = append(r.Top, Host{Name: name, Domain: domain, Pages: x.pages, Fetched: x.fetched})
	}
	return nil
}
