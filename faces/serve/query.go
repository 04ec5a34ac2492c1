package serve

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/pages"
	"weft/internal/option"
)

// byURL is the order of the sort keys.
const byURL = pages.ByURL

// stateNames are the values of the field of states, by state.
var stateNames = pages.StateNames

// A query chooses pages, their order, the columns that are shown, and where the table begins.
type query struct {
	pages.Query
	Columns string // names with commas between them; empty for the usual columns
	From    int    // byURL: the position of the first row among the keys; else the number of rows before it
}

// fields are the fields of a query with a name in addresses.
func (q *query) fields() []struct {
	name string
	to   *string
} {
	return []struct {
		name string
		to   *string
	}{
		{"words", &q.Words},
		{"address", &q.Address},
		{"site", &q.Site},
		{"state", &q.State},
		{"status", &q.Status},
		{"type", &q.Type},
		{"since", &q.Since},
		{"until", &q.Until},
		{"links", &q.Links},
		{"sort", &q.Sort},
	}
}

// pagesAt returns the link to the pages whose URLs begin so, or of a host with its subdomains.
func pagesAt(address string) string { return "pages?" + url.Values{"address": {address}}.Encode() }

// pagesOfHost returns the link to the pages of a host, without its subdomains.
func pagesOfHost(host string) string { return pagesAt(host + "/") }

// parseQuery reads a query from an address. It refuses unknown values.
func (o *opened) parseQuery(v url.Values) (q query, err error) {
	for _, f := range q.fields() {
		*f.to = v.Get(f.name)
		if f.name != "words" { // a space at the end means that the last word is whole
			*f.to = strings.TrimSpace(*f.to)
		}
	}
	if strings.TrimSpace(q.Words) == "" {
		q.Words = ""
	}
	if q.Sort == "" {
		q.Sort = byURL
	}
	if err := q.Check(o.orders()); err != nil {
		return q, errors.New(option.Text(err, func(name string) string { return name + "=" }))
	}
	q.Columns = strings.Join(v["columns"], ",")
	if err := pages.CheckColumns(q.columns()); err != nil {
		return q, errors.New(option.Text(err, func(name string) string { return name + "=" }))
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

// columns are the columns that the query names; nil for the usual ones.
func (q *query) columns() []string {
	if q.Columns == "" {
		return nil
	}
	return strings.FieldsFunc(q.Columns, func(r rune) bool { return r == ',' })
}

// orders are the orders that the crawl has values for.
func (o *opened) orders() []string { return o.find.Orders() }

// with returns the query of an address with another order or beginning. Values that are the defaults are left out.
func (q query) with(sort string, from int) string {
	v := url.Values{}
	for _, f := range q.fields() {
		if *f.to != "" && f.name != "sort" {
			v.Set(f.name, *f.to)
		}
	}
	for _, c := range q.columns() {
		v.Add("columns", c)
	}
	if sort != byURL {
		v.Set("sort", sort)
	}
	if from > 0 {
		v.Set("from", strconv.Itoa(from))
	}
	return "?" + v.Encode()
}

// Shows reports whether a column is shown.
func (q query) Shows(column string) bool { return slices.Contains(q.columns(), column) }
