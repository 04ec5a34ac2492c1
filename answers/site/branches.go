package site

import (
	"cmp"
	"slices"
	"strings"

	"weft/graph"
	"weft/graph/page"
	"weft/store"
	"weft/web/weburl"
)

// A Branch is a host, a folder or a page of a host, with the pages below it.
type Branch struct {
	Text string // host, or the last part of the address
	// Of names it in an Edit. Under is the address below which its own branches are; empty for a page.
	Of, Under string
	Page      graph.Node // if it is a page
	// pages below it: of the site, other pages that were fetched, and pages that were not
	Inside, Outside, Unfetched int
}

// Hosts returns the hosts with pages of the site, most pages first.
func (o *Outline) Hosts() ([]Branch, error) {
	groups, err := o.c.Hosts()
	if err != nil {
		return nil, err
	}
	at := map[int]*Branch{}
	for _, u := range o.pages {
		k := groups.Of(u)
		if at[k] == nil {
			at[k] = &Branch{}
		}
		at[k].Inside++
	}
	for u := range graph.Node(o.c.NumPages()) { //nolint:gosec // of at most 2³² pages
		if b := at[groups.Of(u)]; b != nil && !o.Has(u) {
			b.addOther(o.c, u)
		}
	}
	var all []Branch
	for k, b := range at {
		name, err := groups.Name(k)
		if err != nil {
			return nil, err
		}
		if b.Text = name; name != "" {
			b.Under, b.Of = name+"/", name+"/"+anyRest
		}
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b Branch) int { return cmp.Or(b.Inside-a.Inside, cmp.Compare(a.Text, b.Text)) })
	return all, nil
}

// addOther counts a page that is not of the site.
func (b *Branch) addOther(c *store.Crawl, u graph.Node) {
	if s := c.State(u); s == page.Ghost || s == page.Failed || s == page.Excluded {
		b.Unfetched++
	} else {
		b.Outside++
	}
}

// Branches returns up to most folders and pages directly below an address, in the order of their keys, from the page at a key
// on; from is 0 for the first. next is the key from which the next ones follow, or -1.
func (o *Outline) Branches(under string, from, most int) (all []Branch, next int, err error) {
	keys, err := o.c.Addressed(under)
	if err != nil {
		return nil, -1, err
	}
	for i := max(keys.Lo, from); i < keys.Hi; {
		if len(all) == most {
			return all, i, nil
		}
		b, end, err := o.branch(under, i, keys.Hi)
		if err != nil {
			return nil, -1, err
		}
		for ; i < end; i++ {
			if u := o.c.AtKey(i); o.Has(u) {
				b.Inside++
			} else {
				b.addOther(o.c, u)
			}
		}
		all = append(all, b)
	}
	return all, -1, nil
}

// branch returns the branch below an address that the page at a key belongs to, and the key after its last.
func (o *Outline) branch(under string, at, hi int) (b Branch, end int, err error) {
	b.Page = o.c.AtKey(at)
	name := o.c.Label(b.Page)
	b.Of, b.Text = name, name
	rest, ok := strings.CutPrefix(withoutPort(name), under)
	if !ok {
		return b, at + 1, nil
	}
	if b.Text = rest; rest == "" {
		b.Text = "/"
	}
	folder, _, deeper := strings.Cut(rest, "/")
	if query := strings.IndexByte(rest, '?'); !deeper || query >= 0 && query < len(folder) {
		return b, at + 1, nil
	}
	b.Text, b.Under = folder+"/", under+folder+"/"
	b.Of = b.Under + anyRest
	keys, err := o.c.Addressed(b.Under)
	if err != nil {
		return b, 0, err
	}
	return b, min(hi, max(at+1, keys.Hi)), nil
}

// withoutPort returns a URL without scheme, user and port.
func withoutPort(href string) string {
	host, path, ok := weburl.HostPath(href)
	if !ok {
		return href
	}
	return host + "/" + path
}
