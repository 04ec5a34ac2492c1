package quotient

import (
	"fmt"

	"weft/graph/kinds"
	"weft/internal/extsort"
	"weft/internal/par"
	"weft/store"
)

// Options of [Run].
type Options struct {
	// Crawl is divided into Groups: its hosts, its domains, or sites. By names the division: ByHost, ByDomain or
	// BySite.
	Crawl  *store.Crawl
	Groups store.Groups
	By     string
	// Kinds are the arcs that count; kinds.Measured if it is zero.
	Kinds kinds.Set
	// Loops keeps the arcs from a group to itself.
	Loops bool
	// Top is the number of pairs with the most arcs that are listed.
	Top int
	store.DraftOptions

	names int64 // memory of the names of groups; 0 if they come in order
}

// Divisions of the pages of a crawl.
const (
	ByHost   = "host"
	ByDomain = "domain"
	BySite   = "site"
)

func (o *Options) setDefaults() error {
	o.SetDefaults()
	if o.Kinds == 0 {
		o.Kinds = kinds.Measured
	}
	o.Top = max(o.Top, 0)
	if o.By != ByHost && o.By != ByDomain && o.By != BySite {
		return fmt.Errorf("groups by %q: expected %s, %s or %s", o.By, ByHost, ByDomain, BySite)
	}
	return nil
}

// groupBytes is the memory of a group: counts of arcs to it, inside it and of its pages, its state and its number.
const groupBytes = 36

// Need is the least memory of [Run]: 4 bytes per page, which may lie in a scratch file (as those of sites do), 36
// bytes per group, the memory of [store.Groups], 2 MiB per worker, 2 MiB, and the least memory for sorting. If
// groups do not come in the order of their names, as for sites and some domains, also 24 bytes per name and its
// length.
func (o *Options) Need() store.Need {
	groups, workers := int64(o.Groups.Len()), int64(par.Workers(o.Workers))
	need := store.Heap("counts of groups", groupBytes*groups).And(store.Heap("the groups", o.Groups.Bytes())).
		And(store.Heap("buffers of workers", (workers+1)<<21)).And(store.Heap("sorting", extsort.MinMemory))
	if o.By != BySite {
		need = need.And(store.Arrays("the group of each page", 4*int64(o.Crawl.NumPages())))
	}
	return need
}

// View returns how the crawl is read. It counts the memory of names after CountNames.
func (o *Options) View() store.ViewOptions {
	need := o.Need().And(store.Heap("names of groups, out of order", o.names))
	return store.ViewOptions{What: "the graph of groups", Kinds: o.Kinds, Out: true, Need: need, Budget: o.Memory, Stream: true}
}
