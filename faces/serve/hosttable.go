package serve

import (
	"math"
	"sync"

	"weft/algo/rank"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/stats"
	"weft/store"
)

// Orders of hosts that need no ranking.
const (
	byPages   = "pages"   // most pages first
	byFetched = "fetched" // most fetched pages first
	byName    = "host"    // by domain: example.org before www.example.org
)

// A hostTable has figures of all hosts, by the number of their group. It is safe for concurrent use.
type hostTable struct {
	groups  store.Groups
	first   int      // number of the first group that is a host
	fetched []uint32 // pages, by the number of the group

	making sync.Mutex // held while an order is made
}

// A hostText chooses the hosts with a text in their names, in an order.
type hostText struct{ text, order string }

// A hostOrder is an order of hosts.
type hostOrder struct {
	best   []graph.Node // numbers of groups, the best first
	values []float64    // by number of group; nil for an order without a ranking
}

// mostOrders is the number of orders of hosts that are kept: 4 bytes a host each, and 8 more for a ranking.
const mostOrders = 6

// hosts returns the hosts of a crawl.
func (o *opened) hosts() (*hostTable, error) {
	return o.byHost.Get(func() (*hostTable, error) {
		groups, err := o.Hosts()
		if err != nil {
			return nil, err
		}
		t := &hostTable{groups: groups, fetched: make([]uint32, groups.Len())}
		o.numHosts.Store(int64(groups.Len()))
		for g, u := range groups.Sorted() {
			if o.State(u) == page.Fetched {
				t.fetched[g]++
			}
		}
		t.first, err = measure.FirstHost(groups)
		return t, err
	})
}

// hostOrders are the orders of hosts that the crawl has values for.
func (o *opened) hostOrders() []string {
	orders := []string{byPages, byFetched, byName}
	for _, m := range o.scores() {
		if m.Sums {
			orders = append(orders, m.Name)
		}
	}
	return orders
}

// order returns an order of all hosts. A ranking orders them by the sums over their pages, as weft rank does.
func (t *hostTable) order(o *opened, name string) *hostOrder {
	t.making.Lock()
	defer t.making.Unlock()
	if h, ok := o.ranked.get(name); ok {
		return h
	}
	h := t.makeOrder(o, name)
	o.ranked.put(name, h, h.bytes(), mostOrders, math.MaxInt64)
	return h
}

// hostBytes is the memory of the figures of hosts that were read.
func (o *opened) hostBytes() int64 { return 4 * o.numHosts.Load() }

// bytes is the memory of an order.
func (h *hostOrder) bytes() int64 { return 4*int64(cap(h.best)) + 8*int64(cap(h.values)) }

func (t *hostTable) makeOrder(o *opened, name string) *hostOrder {
	h := &hostOrder{}
	n, ties := t.groups.Len(), stats.Ties(0)
	value := func(int) float64 { return 0 } // numbers are in the order of names
	switch name {
	case byPages:
		value = func(g int) float64 { return float64(t.groups.Size(g)) }
	case byFetched:
		value = func(g int) float64 { return float64(t.fetched[g]) }
	case byName:
	default:
		m, _ := o.score(name)
		h.values, ties = make([]float64, n), m.Ties
		for g, u := range t.groups.Sorted() {
			h.values[g] += m.At(u)
		}
		value = func(g int) float64 { return h.values[g] }
	}
	h.best = rank.Top(n, n, ties, value, func(g int) bool { return g >= t.first })
	return h
}
