// Package recheck compares pages of a crawl with a later crawl that requested only them.
package recheck

import (
	"context"
	"fmt"
	"slices"

	"weft/answers/answer"
	"weft/answers/links"
	"weft/answers/missing"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/store"
)

// Verdicts on pages, in the order of their importance.
const (
	BrokenNow   = "broken now"      // it worked before
	WorksAgain  = "works again"     // it was broken
	StillBroken = "still broken"    //
	Elsewhere   = "leads elsewhere" // it works, and redirects begin, end or lead to another page
	Broken      = "broken"          // the crawl had not requested it, or does not know it
	Works       = "works"           // the same
	Other       = "other content"   // it works, and its content is not the same
	Same        = "as before"       // it works
	Unchecked   = "not checked"     // it was not requested, for example because robots.txt forbids it
)

// Verdicts lists all verdicts.
var Verdicts = []string{BrokenNow, WorksAgain, StillBroken, Elsewhere, Broken, Works, Other, Same, Unchecked}

// A Check is the result of requests for pages.
//
//json:object recheck
type Check struct {
	Crawl   string         `json:"crawl"`   // path of the crawl with the pages
	Seconds float64        `json:"seconds"` // duration of the requests, s
	Counts  map[string]int `json:"counts"`  // pages by verdict
	// pages that were selected, and not requested
	Left int `json:"left,omitempty" absent:"0"`
	// folder with the responses, as a crawl
	Folder string `json:"folder,omitempty" absent:"the responses were not kept"`
	Rows   []Row  `json:"rows"` // the pages, by verdict and in the order of the selection
}

// A Row is a page that was requested once more.
//
//json:object recheck page
type Row struct {
	URL     string `json:"url"`     // the page
	Verdict string `json:"verdict"` // "works again", "still broken" and so on
	Before  Fate   `json:"before"`  // in the crawl
	Now     Fate   `json:"now"`     // found now
}

// A Fate is the end of a page in a crawl, fetched or not.
//
//json:object recheck fate
type Fate struct {
	// its HTTP status, of the last page if it redirects
	Status int `json:"status,omitempty" absent:"unknown"`
	// what happened: 404 Not Found, timeout, redirect loop, not requested
	Text string `json:"text"`
	// URL where its redirects end
	Final string `json:"final,omitempty" absent:"no redirects, or their end is unknown"`
	kind  kind
	sum   string // of its content
}

// A kind is a kind of fates.
type kind int

const (
	unasked kind = iota // not requested, or unknown to the crawl
	works
	broken
)

// A Side is a crawl whose fates of pages are compared.
type Side struct {
	Store *store.Crawl // its graph; nil if it has none
	Dir   string       // its folder, if it is a live crawl; else empty
}

// Compare compares the fates of pages, by their canonical URLs, in a crawl and in a later crawl. It reads the logs of live
// crawls within a budget in bytes.
func Compare(ctx context.Context, before, now Side, urls []string, memory int64) ([]Row, error) {
	old, err := before.fates(ctx, urls, memory)
	if err != nil {
		return nil, err
	}
	found, err := now.fates(ctx, urls, memory)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(urls))
	for i, u := range urls {
		rows[i] = Row{URL: u, Verdict: verdict(&old[i], &found[i]), Before: old[i], Now: found[i]}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return slices.Index(Verdicts, a.Verdict) - slices.Index(Verdicts, b.Verdict) })
	return rows, nil
}

// fates returns the fates of pages in a crawl.
func (s Side) fates(ctx context.Context, urls []string, memory int64) ([]Fate, error) {
	var ends []*links.End
	var logged []missing.Found
	var err error
	if s.Store != nil {
		if ends, err = links.Ends(s.Store, urls); err != nil {
			return nil, err
		}
	}
	if s.Dir != "" {
		if logged, err = missing.Find(ctx, s.Dir, urls, memory); err != nil {
			return nil, err
		}
	}
	all := make([]Fate, len(urls))
	for i := range urls {
		if ends != nil {
			all[i] = ofGraph(ends[i])
		}
		if logged != nil {
			all[i].of(&logged[i])
		}
		if all[i].Text == "" {
			all[i].Text = "not in the crawl"
		}
	}
	return all, nil
}

// ofGraph returns the fate of a page by a graph.
func ofGraph(e *links.End) (f Fate) {
	if e == nil {
		return f
	}
	last := &e.Hops[len(e.Hops)-1]
	f.Status, f.sum = last.Status, e.Digest
	if len(e.Hops) > 1 {
		f.Final = last.URL
	}
	switch {
	case e.Broken:
		f.kind, f.Text = broken, e.Fault
	case last.State == page.Fetched.String():
		f.kind, f.Text = works, "fetched"
	case e.Hops[0].State == page.Redirected.String(): // to a page that was not requested
		f.kind, f.Text = works, "redirected"
	default:
		f.Text = "not requested"
	}
	return f
}

// of adds the knowledge of a log: reasons, and pages that the graph does not have.
func (f *Fate) of(x *missing.Found) {
	switch {
	case f.kind == works || f.Status != 0:
		return
	case x.Class == missing.Unlisted:
		return
	case x.IsFetched():
		f.kind, f.Text = works, "fetched"
		if x.Class == missing.Redirected {
			f.Text = "redirected"
		}
		return
	case x.Class == missing.CutShort, x.Class == missing.Unread, x.Class == missing.Shells:
		f.kind, f.Text = works, "fetched: "+missing.What(x.Class)
		return
	case x.Class == missing.Failed, x.Class == missing.Waiting, x.Class == missing.Loops:
		f.kind = broken
	default:
		f.kind = unasked
	}
	f.Text = missing.What(x.Class)
	if x.Reason != "" {
		f.Text = x.Reason
	}
}

// verdict compares two fates of a page.
func verdict(before, now *Fate) string {
	switch {
	case now.kind == unasked:
		return Unchecked
	case before.kind == unasked && now.kind == broken:
		return Broken
	case before.kind == unasked:
		return Works
	case now.kind == broken && before.kind == broken:
		return StillBroken
	case now.kind == broken:
		return BrokenNow
	case before.kind == broken:
		return WorksAgain
	case now.Final != before.Final:
		return Elsewhere
	case now.sum != "" && before.sum != "" && now.sum != before.sum:
		return Other
	}
	return Same
}

// Count counts the verdicts.
func (c *Check) Count() {
	c.Counts = map[string]int{}
	for i := range c.Rows {
		c.Counts[c.Rows[i].Verdict]++
	}
}

// String describes a fate in a table.
func (f Fate) String() string {
	text := f.Text
	if f.Final != "" && f.kind == works {
		text += " at " + f.Final
	}
	return text
}

// Blocks implements [answer.Answer].
func (c *Check) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("requested", "%s of %s, in %.1f s", digits.Plural(len(c.Rows), "page"), c.Crawl, c.Seconds)}
	for _, v := range Verdicts {
		if n := c.Counts[v]; n > 0 {
			all = append(all, answer.Row(v, "%s", digits.Plural(n, "page")))
		}
	}
	if c.Left > 0 {
		all = append(all, answer.Advise("left", "%s more: {top} 0 requests all", digits.Plural(c.Left, "page")))
	}
	if c.Folder != "" {
		all = append(all, answer.Row("responses", "%s", c.Folder))
	}
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "verdict", Width: -20}, {Title: "before", Width: -24}, {Title: "now", Width: -24}, {Title: "page", Width: -1, Names: answer.OfPages}}}
	for i := range c.Rows {
		r := &c.Rows[i]
		t.Add(r.Verdict, r.Before.String(), r.Now.String(), r.URL)
	}
	return append(all, t)
}

// Kept implements [answer.Answer]: nothing is kept in the crawl.
func (c *Check) Kept() answer.Kept { return answer.Kept{} }

// Works reports whether no page is broken, and all were checked.
func (c *Check) Works() bool {
	return c.Counts[BrokenNow]+c.Counts[StillBroken]+c.Counts[Broken]+c.Counts[Unchecked] == 0
}

// Outcome describes the end of a check in a few words.
func (c *Check) Outcome() string {
	bad := c.Counts[BrokenNow] + c.Counts[StillBroken] + c.Counts[Broken]
	text := fmt.Sprintf("%s of %s broken", digits.Grouped(bad), digits.Plural(len(c.Rows), "page"))
	if n := c.Counts[Unchecked]; n > 0 {
		text += ", " + digits.Grouped(n) + " not checked"
	}
	return text
}
