package report

import (
	"math"
	"slices"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/fidelity"
	"weft/internal/digits"
	"weft/store"
)

// mostListed is the maximum number of rows in the tables of doubts and of pages to crawl next.
const mostListed = 10

// leastOrdered is of how many pages there is an order that can be right or wrong.
const leastOrdered = 2

// trustView says how far the ranks can be trusted.
type trustView struct {
	card
	Doubts    []string
	Sentence  string
	Sentences []string // folded
	whole     bool     // nothing is missing, as far as can be seen
	Facts     []row
	Plot      *figureView // HAK: on parts of the crawl, or by its formula
	Gammas    *figureView
	Top       *topShares
	Tables    []*tableView
}

const trustTitle = "How far to trust these ranks"

// trust shows how far the order of the pages by PageRank can be trusted, though others are missing.
func (b *builder) trust() {
	r := b.data.Fidelity
	if r == nil {
		return
	}
	v := &trustView{whole: r.Crawled > 0 && r.Ghosts == 0}
	sentences := trustSentences(r, b.data.Calibration)
	v.Sentence, v.Sentences = sentences[0], sentences[1:]
	for _, d := range r.Doubts {
		if d.Text == "" || v.whole || linkless(r) || r.Crawled > 0 && r.Crawled < leastOrdered { // a sentence says so, and HAK is not told
			continue
		}
		v.Doubts = append(v.Doubts, upper(d.Text)+".")
	}
	v.card = b.card("trust", trustTitle, trustHow(b.data.Info.Path, r, b.data.Calibration))
	b.Trust = v
	if r.Crawled == 0 {
		return
	}
	v.Facts = trustFacts(r, b.data.Calibration)
	if r.Crawled < leastOrdered || linkless(r) {
		v.Facts = v.Facts[:min(2, len(v.Facts))]
		b.trustTables(v)
		return
	}
	if !v.whole || b.data.Calibration != nil {
		b.trustPlots(v)
	}
	if !v.whole {
		b.trustTables(v)
	}
}

func doubts(r *fidelity.Report, name hak.Doubt) bool {
	for _, d := range r.Doubts {
		if d.Name == name {
			return true
		}
	}
	return false
}

// trustSentences explains the estimate in one or more sentences.
func trustSentences(r *fidelity.Report, k *fidelity.Calibration) []string {
	switch {
	case r.Crawled == 0:
		return []string{"No page was crawled, so there is no order to trust."}
	case linkless(r):
		return []string{"No link leads from a crawled page, so the crawl shows neither missing pages nor an order."}
	case r.Ghosts == 0:
		links := "No link leads"
		if r.View == store.InScope {
			links = "Except for excluded pages, no link leads"
		}
		return []string{links + " to a page that was not crawled, so no missing page is known. Pages without links to them cannot be known from the crawl."}
	}
	var all []string
	top := min(r.Top.Pages, r.Crawled)
	switch {
	case doubts(r, hak.Folded):
		all = append(all, pairsOf(r, top)+" up to half may be out of order: "+notCrawled(r)+", too many for an estimate.")
	case top > 1 && r.Top.Pairs > 0:
		about := " about "
		if doubts(r, hak.Thin) {
			about = " at least "
		}
		n := roughly(r.Top.Discordant)
		are := " are"
		if n == "1" {
			are = " is"
		}
		all = append(all, pairsOf(r, top)+about+n+" ("+percentOf(r.Top.Discordant/r.Top.Pairs)+")"+are+" expected to be out of order, because "+notCrawled(r)+
			". This compares with a walk through the whole Web that restarts at the crawled pages. "+hak.PlainFactor)
	default:
		all = append(all, "There are too few pages to estimate the order: "+notCrawled(r)+".")
	}
	if k != nil && k.Measured() && finite(k.Error) {
		all = append(all, "This estimate is based on HAK, an estimate of Kendall's τ between this order and that walk. In crawls of parts of this crawl, HAK was off by "+fixed(k.Error, 3)+
			" on average, on the best 30\u00a0% of the pages.")
	}
	return all
}

// linkless reports whether no link leads from a crawled page, as in an index of an archive. Then γ and HAK mean nothing.
func linkless(r *fidelity.Report) bool { return r.FoundLinks+r.LostLinks == 0 }

// pairsOf begins a sentence on the pairs of the best pages.
func pairsOf(r *fidelity.Report, top int) string {
	return "Of the " + plural(int64(r.Top.Pairs), "pair") + " among the top " + count(top) + " crawled pages by PageRank"
}

func notCrawled(r *fidelity.Report) string {
	text := count(r.Ghosts) + " known pages were not crawled"
	if r.Ghosts == 1 {
		text = "1 known page was not crawled"
	}
	switch r.Failed {
	case 0:
		return text
	case r.Ghosts:
		return text + " (requests for " + verb(r.Failed, "it", "them") + " failed)"
	}
	return text + " (requests for " + count(r.Failed) + " of them failed)"
}

// roughly writes a count that is estimated, to three digits.
func roughly(v float64) string { return typeset(digits.About(v)) }

// percentOf writes a share as a percentage.
func percentOf(v float64) string {
	const most = 1 << 40
	if !finite(v) {
		return none
	}
	return share(int64(math.Round(v*most)), most)
}

// within writes a value with its interval, if there is one.
func within(v float64, e *distance.Estimate, decimals int) string {
	if e == nil || !finite(e.Low, e.High) {
		return fixed(v, decimals)
	}
	return fixed(v, decimals) + " (" + fixed(e.Low, decimals) + " to " + fixed(e.High, decimals) + ")"
}

func trustFacts(r *fidelity.Report, k *fidelity.Calibration) []row {
	rows := []row{
		{"Crawled pages", count(r.Crawled)},
		{"Known, not crawled", count(r.Ghosts)},
		{"Fidelity γ", within(r.Gamma, r.GammaInterval, 4)},
		{"Mean impact Im", fixed(r.Im, 4)},
		{"Share out of place x", fixed(r.X, 4)},
		{"HAK, the expected τ", within(r.HAK, r.Interval, 4)},
		{"HAK, converged", fixed(r.Converged.HAK, 4)},
	}
	if r.Pages > float64(r.Crawled+r.Ghosts) { // fewer than are known say nothing
		rows = slices.Insert(rows, 2, row{"A whole crawl", "about " + roughly(r.Pages) + " pages"})
	}
	if r.Failed > 0 {
		rows = slices.Insert(rows, 2, row{"Failed among these", count(r.Failed)})
	}
	if e := recrawlOf(k); e != nil {
		rows = append(rows, row{"Recrawl, best 30\u00a0%", within(e.Value, e, 4)})
	}
	return rows
}

// trustPlots draws how good HAK is on this crawl, or where it stands, and the distribution of γ.
func (b *builder) trustPlots(v *trustView) {
	r, k := b.data.Fidelity, b.data.Calibration
	if !finite(r.Gamma, r.X, r.HAK) {
		return
	}
	v.Gammas = b.picture(Figure{
		Name: "gamma", Title: "Pages by their fidelity γ", Sheet: gammaBars(r.Bins[:]).sheet(), Description: gammaBars(r.Bins[:]).describe(),
		Caption: "Crawled pages by γ, the share of their links that lead into the crawl.", Columns: []string{"gamma_from", "gamma_to", "pages"}, Rows: gammaBars(r.Bins[:]).rows(),
	})
	if k != nil {
		if t, ok := newTrials(k, spot{r.Gamma, r.HAK, r.GammaInterval, r.Interval}); ok {
			v.Plot = b.picture(Figure{
				Name: "trust", Title: "Kendall's τ, measured and estimated by HAK", Sheet: t.sheet(), Description: t.describe(),
				Caption: "Parts of the crawl, crawled again. Kendall's τ compares the order of their pages with the order in the whole crawl; HAK is its estimate.",
				Columns: []string{"what", "gamma", "hak", "tau", "tau_low", "tau_high"}, Rows: t.rows(),
			})
			return
		}
	}
	p := parabola{spot{x: r.X, y: r.HAK, ys: r.Interval}}
	v.Plot = b.picture(Figure{
		Name: "trust", Title: "HAK by the share of pages out of place", Sheet: p.sheet(), Description: p.describe(),
		Caption: "HAK, the estimate of Kendall's τ, by the share of pages out of place, with this crawl on the curve.", Columns: []string{"x", "hak"}, Rows: [][]any{{r.X, r.HAK}},
	})
}
