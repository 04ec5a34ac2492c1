package report

import "math"

// topShares counts missing pages at the top.
type topShares struct {
	Title string
	Rows  []topShare
}

type topShare struct {
	Class, Label, Crawled, Missing string
	Width                          float64 // of its bar, of 100
}

// trustTables lists who is missing, what to mind, and what to crawl next.
func (b *builder) trustTables(v *trustView) {
	r := b.data.Fidelity
	if r.Top.Pages < r.Crawled+r.Ghosts { // of all pages the shares are known
		v.Top = &topShares{Title: "The best " + count(r.Top.Pages) + " pages, including missing ones", Rows: []topShare{
			newTopShare("by in-links", r.Top.ByLinks), newTopShare("by PageRank", r.Top.ByPageRank),
		}}
	}
	if len(r.AtRisk) > 0 {
		v.Tables = append(v.Tables, newTableView(r.RiskTable(mostListed)))
	}
	for _, t := range r.WantedTables(mostListed) {
		v.Tables = append(v.Tables, newTableView(t))
	}
	for _, t := range v.Tables {
		t.Fold = true
	}
}

func newTopShare(label string, crawled float64) topShare {
	return topShare{"fetched", label, percentOf(crawled), percentOf(1 - crawled), math.Round(1000*crawled) / 10}
}
