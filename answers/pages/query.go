package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"weft/graph/page"
	"weft/internal/choice"
	"weft/internal/option"
	"weft/store/lookup"
)

// Orders that need no kept ranking. All other orders are kept rankings, the greatest score first.
const (
	ByURL    = "url"    // by sort key
	Newest   = "newest" // by time of the request, the newest first; unknown times last
	Oldest   = "oldest"
	ByStatus = "status"   // of HTTP, the smallest first; unknown ones last
	InDegree = "indegree" // by the number of pages that link here, as in weft rank indegree
)

// StateNames are the words for states, by state.
var StateNames = [page.NumStates]string{
	page.Ghost: "ghost", page.Excluded: "excluded", page.Failed: "failed", page.Redirected: "redirected", page.Fetched: "fetched", page.Unknown: "unknown",
}

// A Query chooses pages and their order. The zero value chooses all pages, in the order of their URLs.
type Query struct {
	Words   string // words of the URL or title; a last word that is not followed by a space may be the beginning of a word
	Address string // beginning of the URL, or a host with its subdomains
	Site    string // URL or number of a page: the pages of the same site
	State   string // one of StateNames
	Status  string // of HTTP: 404, or 4xx
	Type    string // media type: text/html, or image/*
	Since   string // first day of the request in UTC, as 2006-01-02
	Until   string // last day
	Links   string // in-degree: 7, 5-, -9 or 5-9
	Sort    string // the order; empty for ByURL
	Tag     string // tags that the page has all of, with commas between them
	// Text chooses pages whose texts match, by the index of texts: words, phrases within quotes, and beginnings
	// of words with *.
	Text string
	// Orphan chooses pages without a followed link from another page. They are fetched, or of unknown state.
	Orphan bool
	// Duplicate, one of Repeated, chooses fetched pages whose text another page of the result shares.
	Duplicate string
	// No, one of Absent, chooses fetched HTML pages without this text.
	No string
}

// A filter is the part of a query that is read from text.
type filter struct {
	asked        lookup.Asked
	state        int  // -1 for any
	status       int  // -1 for any
	class        bool // the status is a class: 4 for 4xx
	media        string
	medias       bool // the media type is a beginning: "image/"
	since, until time.Time
	least, most  uint32 // in-degree
}

// links reports whether the filter restricts the in-degree.
func (f *filter) links() bool { return f.least > 0 || f.most < math.MaxUint32 }

// facts reports whether the filter needs facts.
func (f *filter) facts() bool {
	return f.status >= 0 || f.media != "" || !f.since.IsZero() || !f.until.IsZero()
}

// indexed reports whether the index makes the filter fast.
func (f *filter) indexed() bool { return f.facts() || f.links() || !f.asked.Empty() }

// Indexed reports whether the index makes the query fast. A query that cannot be parsed needs none.
func (q *Query) Indexed() bool {
	f, err := q.parse()
	return err == nil && f.indexed()
}

// mostWords is the largest number of different words of a query. Each takes up to a millisecond for 10 M pages.
const mostWords = 250

// parse reads the texts of a query. Errors name the option.
func (q *Query) parse() (f filter, err error) {
	f = filter{state: -1, status: -1, most: math.MaxUint32, asked: lookup.Ask(q.Words)}
	if q.Words != "" && f.asked.Empty() {
		return f, fmt.Errorf("words %q: expected letters or digits", q.Words)
	}
	if n := len(f.asked.Words) + len(f.asked.Starts); n > mostWords {
		return f, fmt.Errorf("words: %d different words, expected at most %d", n, mostWords)
	}
	if q.State != "" {
		if f.state = slices.Index(StateNames[:], q.State); f.state < 0 {
			return f, option.Errorf("{state} %s: expected %s", q.State, choice.Of(q.State, StateNames[:]))
		}
	}
	if err := f.parseStatus(q.Status); err != nil {
		return f, err
	}
	f.media, f.medias = strings.CutSuffix(strings.ToLower(q.Type), "*")
	if f.medias && f.media == "" {
		return f, option.Errorf("{type} %s: expected a media type such as text/html, or image/*", q.Type)
	}
	if f.since, err = day("since", q.Since); err != nil {
		return f, err
	}
	if f.until, err = day("until", q.Until); err != nil {
		return f, err
	}
	if !f.since.IsZero() && !f.until.IsZero() && f.until.Before(f.since) {
		return f, option.Errorf("{until} %s is before {since} %s: expected a later day", q.Until, q.Since)
	}
	if q.Duplicate != "" && !slices.Contains(Repeated, q.Duplicate) {
		return f, option.Errorf("{duplicate} %s: expected %s", q.Duplicate, choice.Of(q.Duplicate, Repeated))
	}
	if q.No != "" && !slices.Contains(Absent, q.No) {
		return f, option.Errorf("{no} %s: expected %s", q.No, choice.Of(q.No, Absent))
	}
	if q.Text != "" {
		if _, err := parseText(q.Text); err != nil {
			return f, err
		}
	}
	return f, f.parseLinks(q.Links)
}

func (f *filter) parseStatus(text string) error {
	if text == "" {
		return nil
	}
	digits, class := strings.CutSuffix(text, "xx")
	n, err := strconv.ParseUint(digits, 10, 10)
	if err != nil || class && (n < 1 || n > 5) || !class && (n < 100 || n > 999) {
		return option.Errorf("{status} %s: expected a status of HTTP such as 404, or a class from 1xx to 5xx", text)
	}
	f.status, f.class = int(n), class //nolint:gosec // 10 bits
	return nil
}

func day(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(lookup.Day, text)
	if err != nil {
		return at, option.Errorf("{"+name+"} %s: expected a day such as 2026-01-31", text)
	}
	return at, nil
}

// parseLinks reads a range of in-degrees.
func (f *filter) parseLinks(text string) error {
	if text == "" {
		return nil
	}
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	number := func(s string, unsaid uint32) (uint32, error) {
		if s == "" {
			return unsaid, nil
		}
		n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 32)
		return uint32(n), err
	}
	var err1, err2 error
	f.least, err1 = number(low, 0)
	f.most, err2 = number(high, math.MaxUint32)
	if err1 != nil || err2 != nil || f.least > f.most || text == "-" {
		return option.Errorf("{links} %s: expected a number of pages, or a range such as 10-, -9 or 5-9", text)
	}
	return nil
}

// Check reports a fault of a query, as an error that names the option. orders are the orders that the crawl has
// values for.
func (q *Query) Check(orders []string) error {
	if q.Text != "" {
		orders = append(slices.Clip(orders), Best)
	}
	if q.Sort != "" && !slices.Contains(orders, q.Sort) {
		return option.Errorf("{sort} %s: expected %s", q.Sort, choice.Of(q.Sort, orders))
	}
	_, err := q.parse()
	return err
}
