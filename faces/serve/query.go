package serve

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/graph/page"
	"weft/internal/choice"
)

// byURL is the order of the sort keys. All other orders are kept rankings, the greatest first.
const byURL = "url"

// stateNames are the values of the field of states, by state.
var stateNames = [page.NumStates]string{
	page.Ghost: "ghost", page.Excluded: "excluded", page.Failed: "failed", page.Redirected: "redirected", page.Fetched: "fetched", page.Unknown: "unknown",
}

// A query chooses pages and their order.
type query struct {
	Address string // beginning of the URL, or a host; empty for all
	State   string // one of stateNames; empty for all
	Sort    string // byURL, or the name of a kept ranking
	From    int    // byURL: the position of the first row among the keys; else the number of rows before it
}

// parseQuery reads a query from an address. It refuses unknown values.
func (o *opened) parseQuery(v url.Values) (q query, err error) {
	q = query{Address: strings.TrimSpace(v.Get("address")), State: v.Get("state"), Sort: v.Get("sort")}
	if q.State != "" && !slices.Contains(stateNames[:], q.State) {
		return q, fmt.Errorf("state=%s: expected %s", q.State, choice.Of(q.State, stateNames[:]))
	}
	if q.Sort == "" {
		q.Sort = byURL
	}
	if orders := o.orders(); !slices.Contains(orders, q.Sort) {
		return q, fmt.Errorf("sort=%s: expected %s", q.Sort, choice.Of(q.Sort, orders))
	}
	if text := v.Get("from"); text != "" {
		from, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return q, fmt.Errorf("from=%s: expected a whole number", text)
		}
		q.From = int(from) //nolint:gosec // 31 bits
	}
	return q, nil
}

// orders are the orders that the crawl has values for.
func (o *opened) orders() []string {
	orders := []string{byURL}
	for _, m := range o.scores() {
		orders = append(orders, m.Name)
	}
	return orders
}

// with returns the query of an address with another order or beginning. Values that are the defaults are left out.
func (q query) with(sort string, from int) string {
	v := url.Values{}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	set("address", q.Address)
	set("state", q.State)
	if sort != byURL {
		v.Set("sort", sort)
	}
	if from > 0 {
		v.Set("from", strconv.Itoa(from))
	}
	return "?" + v.Encode()
}
