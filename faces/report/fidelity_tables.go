package report

import (
	"math"

	"weft/answers/fidelity"
	"weft/answers/measure"
)

// topShares says who is missing at the top.
type topShares struct {
	Title string
	Rows  []topShare
}

type topShare struct {
	Class, Label, Crawled, Missing string
	Width                          float64 // of its bar, of 100
}

// A riskRow is a page and the one link that it hangs on.
type riskRow struct {
	topRow
	From topRow
}

// A helpRow is a host whose completion would help.
type helpRow struct {
	topRow
	Crawled, Missing string
}

// trustTables lists who is missing, what to mind, and what to crawl next.
func (b *builder) trustTables(v *trustView) {
	r, names := b.data.Fidelity, b.data.Info.Names
	if r.Top.Pages < r.Crawled+r.Ghosts { // of all pages the shares are known
		v.Top = &topShares{Title: "The best " + count(r.Top.Pages) + " pages, missing ones included", Rows: []topShare{
			newTopShare("by in-links", r.Top.ByLinks), newTopShare("by PageRank", r.Top.ByPageRank),
		}}
	}
	for _, x := range r.AtRisk[:min(mostListed, len(r.AtRisk))] {
		row := riskRow{newTopRow(measure.Top{Page: x.Page, URL: x.URL}, names), newTopRow(measure.Top{Page: x.From, URL: x.FromURL}, names)}
		row.Rank, row.Score = count(x.Rank), percentOf(x.Share)
		v.Risks = append(v.Risks, row)
	}
	v.Wanted = newWanted(r.Wanted, names)
	v.Hosts = newHelp(r.Hosts)
}

func newTopShare(label string, crawled float64) topShare {
	return topShare{"fetched", label, percentOf(crawled), percentOf(1 - crawled), math.Round(1000*crawled) / 10}
}

// newWanted lists the pages that the next crawl should take; nil if there are none.
func newWanted(wanted []fidelity.Wanted, names bool) *topList {
	wanted = wanted[:min(mostListed, len(wanted))]
	if len(wanted) == 0 {
		return nil
	}
	list := &topList{Title: "Pages to crawl next", What: "Page", Score: "γ gains"}
	gains := make([]float64, len(wanted))
	for i, g := range wanted {
		gains[i] = g.Gain
	}
	for i, text := range scores(gains) {
		row := newTopRow(measure.Top{Page: wanted[i].Page, URL: wanted[i].URL}, names)
		row.Rank, row.Score = count(i+1), text
		list.Rows = append(list.Rows, row)
	}
	return list
}

// newHelp lists hosts.
func newHelp(hosts []fidelity.Host) []helpRow {
	var rows []helpRow
	var gains []float64
	for _, h := range hosts {
		if len(rows) == mostListed {
			break
		}
		row := helpRow{newHostRow(measure.Top{URL: h.Host}), count(h.Crawled), count(h.Ghosts)}
		row.Rank = count(len(rows) + 1)
		rows, gains = append(rows, row), append(gains, h.Gain)
	}
	for i, text := range scores(gains) {
		rows[i].Score = text
	}
	return rows
}
