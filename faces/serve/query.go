package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/pages"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/option"
)

// byURL is the order of the sort keys.
const byURL = pages.ByURL

// stateNames are the values of the field of states, by state.
var stateNames = pages.StateNames

// A query chooses pages, their order, the columns that are shown, and where the table begins.
type query struct {
	pages.Query
	Only    string // one of onlyChoices; empty for all pages
	Columns string // names with commas between them; empty for the usual columns
	From    int    // byURL: the position of the first row among the keys; else the number of rows before it
	Rows    int    // rows of a part
}

// An onlyChoice chooses pages with a fault.
type onlyChoice struct {
	Name, Title string
	set         func(q *pages.Query)
	flags       string // of weft pages, in braces
}

var onlyChoices = []onlyChoice{
	{"orphan", "without a link from another page", func(q *pages.Query) { q.Orphan = true }, "{orphan}"},
	{"duplicate-title", "with the title of another page", func(q *pages.Query) { q.Duplicate = pages.Title }, "{duplicate} title"},
	{"duplicate-content", "with the content of another page", func(q *pages.Query) { q.Duplicate = pages.Content }, "{duplicate} content"},
	{"no-title", "without a title", func(q *pages.Query) { q.No = pages.Title }, "{no} title"},
}

// onlyChoices returns the choices for a crawl. Without facts only orphans are known.
func (o *opened) onlyChoices() []onlyChoice {
	if !o.HasFacts() {
		return onlyChoices[:1] // orphans
	}
	return onlyChoices
}

// only returns the choice with a name; nil for none.
func only(name string) *onlyChoice {
	i := slices.IndexFunc(onlyChoices, func(c onlyChoice) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &onlyChoices[i]
}

// setOnly applies the field of faults.
func (q *query) setOnly() error {
	if q.Only == "" {
		return nil
	}
	c := only(q.Only)
	if c == nil {
		names := make([]string, len(onlyChoices))
		for i := range onlyChoices {
			names[i] = onlyChoices[i].Name
		}
		return fmt.Errorf("only=%s: expected %s", q.Only, choice.Of(q.Only, names))
	}
	c.set(&q.Query)
	return nil
}

// ranked reports whether a position is the number of a row, and not a key. Only the order of URLs has keys. Pages with equal
// texts are not in that order.
func (q *query) ranked() bool { return q.Sort != byURL || q.Duplicate != "" }

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
		{"text", &q.Text},
		{"address", &q.Address},
		{"site", &q.Site},
		{"state", &q.State},
		{"status", &q.Status},
		{"type", &q.Type},
		{"since", &q.Since},
		{"until", &q.Until},
		{"links", &q.Links},
		{"only", &q.Only},
		{"tag", &q.Tag},
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
	if err := q.setOnly(); err != nil {
		return q, err
	}
	if strings.TrimSpace(q.Words) == "" {
		q.Words = ""
	}
	switch {
	case q.Sort == "" && q.Text != "":
		q.Sort = pages.Best
	case q.Sort == "":
		q.Sort = byURL
	}
	if err := q.Check(o.orders()); err != nil {
		return q, errors.New(option.Text(err, func(name string) string { return name + "=" }))
	}
	q.Columns = strings.Join(v["columns"], ",")
	if err := pages.CheckColumns(q.columns()); err != nil {
		return q, errors.New(option.Text(err, func(name string) string { return name + "=" }))
	}
	var err1, err2 error
	q.From, err1 = wholeNumber(v, "from")
	q.Rows, err2 = partRows(v)
	return q, cmp.Or(err1, err2)
}

// partRows reads the number of rows of a part: 100 if it is absent.
func partRows(v url.Values) (int, error) {
	text := v.Get("rows")
	if text == "" {
		return rowsShown, nil
	}
	n, err := wholeNumber(v, "rows")
	if err != nil || n < 1 || n > mostRows {
		return 0, fmt.Errorf("rows=%.100s: expected a number from 1 to %s", text, digits.Grouped(mostRows))
	}
	return n, nil
}

// rowChoices are the numbers of rows that a screen offers, with the present one.
func rowChoices(now int) []int {
	all := []int{25, rowsShown, 500, 2500, mostRows}
	if at, has := slices.BinarySearch(all, now); !has {
		all = slices.Insert(all, at, now)
	}
	return all
}

// addRows adds the number of rows to an address, unless it is the usual one.
func addRows(v url.Values, rows int) {
	if rows != rowsShown {
		v.Set("rows", strconv.Itoa(rows))
	}
}

// wholeNumber reads a number of an address; 0 if it is absent.
func wholeNumber(v url.Values, name string) (int, error) {
	text := v.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%s=%s: expected a whole number", name, text)
	}
	return int(n), nil //nolint:gosec // 31 bits
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
	addRows(v, q.Rows)
	return "?" + v.Encode()
}

// Shows reports whether a column is shown.
func (q query) Shows(column string) bool { return slices.Contains(q.columns(), column) }
