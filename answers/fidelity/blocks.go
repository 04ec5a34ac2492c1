package fidelity

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/internal/digits"
)

// Blocks are γ, HAK and the doubts in it, who is missing, and what to crawl next.
func (r *Report) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("crawled", "%s of %s known pages%s%s", digits.Grouped(r.Crawled), digits.Grouped(r.Crawled+r.Ghosts), r.inVain(), r.unseen())}
	if r.Crawled < 2 {
		why := "no page was crawled"
		if r.Crawled == 1 {
			why = "one page alone has none"
		}
		return append(append(all, answer.Row("mind", "there is no order that could be right or wrong: %s", why)), r.wantedBlocks()...)
	}
	all = append(
		all,
		answer.Row("γ", "%.4f%s: the mean share of a page's links that lead to crawled pages", r.Gamma, interval(r.GammaInterval)),
		answer.Row("Im", "%.4f: the mean impact of a page on those that it links to", r.Im),
		answer.Row("x", "%.4f: the share of crawled pages taken to be out of place", r.X),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau between the order here and that of the whole, 1 if they agree; with a PageRank that has converged %.4f", r.HAK, interval(r.Interval), r.Converged.HAK),
	)
	all = append(all, r.mind()...)
	all = append(all, answer.Text(""), answer.Text(fmt.Sprintf("In words: of the %s among the top %s %s out of order.",
		digits.Plural(int64(r.Top.Pairs), "pair"), digits.Plural(min(r.Top.Pages, r.Crawled), "crawled page"), r.discordant())))
	if r.Top.Pages < r.Crawled+r.Ghosts { // of all pages it is said above
		all = append(all, answer.Text(fmt.Sprintf("Of the top %s pages, missing ones included, %s by number of in-links and %s by PageRank were crawled.",
			digits.Grouped(r.Top.Pages), digits.Percent(r.Top.ByLinks), digits.Percent(r.Top.ByPageRank))))
	}
	if len(r.AtRisk) > 0 {
		risks := &answer.Table{Title: "pages of the top that hang most on a single link", Columns: []answer.Column{{Title: "rank", Width: 6}, {Title: "share", Width: 6}, {Title: "page, and where the link comes from"}}}
		for _, x := range r.AtRisk {
			risks.Add(fmt.Sprint(x.Rank), digits.Percent(x.Share), nameOf(x.URL, x.Page)+"  ← "+nameOf(x.FromURL, x.From))
		}
		all = append(all, risks)
	}
	return append(all, r.wantedBlocks()...)
}

// mind are the doubts.
func (r *Report) mind() []answer.Block {
	var all []answer.Block
	for _, d := range r.Doubts {
		all = append(all, answer.Row("mind", "%s", d.Text))
	}
	return all
}

// inVain says how many pages failed.
func (r *Report) inVain() string {
	if r.Failed == 0 {
		return ""
	}
	return fmt.Sprintf("; %s of the others failed", digits.Grouped(r.Failed))
}

// unseen says how many pages there are by γ, if that is more than are known.
func (r *Report) unseen() string {
	if r.Pages <= float64(r.Crawled+r.Ghosts) {
		return ""
	}
	return "; a whole crawl would have about " + digits.About(r.Pages) + " pages"
}

// discordant says how many pairs may be out of order.
func (r *Report) discordant() string {
	expected := digits.About(r.Top.Discordant) + " " + digits.Verb(int64(math.Round(r.Top.Discordant)), "is", "are") + " expected to be"
	switch few := r.Top.Discordant < 0.5; {
	case r.X > 0.5:
		return "as many as half may be"
	case r.Gamma < 0.5 && few:
		return "nobody knows how many are"
	case r.Gamma < 0.5:
		return "at least " + expected
	case few:
		return "none is expected to be"
	}
	return "about " + expected
}

// wantedBlocks are what the next crawl should take.
func (r *Report) wantedBlocks() []answer.Block {
	if len(r.Wanted) == 0 {
		if r.Barred > 0 {
			return []answer.Block{answer.Text(""), answer.Advise("", "What is missing failed, or is not to be fetched (held back, robots.txt, nofollow, scope): weft missing lists it, and {any} with {with-excluded} takes it all the same.")}
		}
		if r.Failed > 0 {
			return []answer.Block{answer.Text(""), answer.Text("All that is missing was asked for and failed: there is nothing to crawl next.")}
		}
		return nil
	}
	pages := &answer.Table{Title: "pages that the next crawl should take", Columns: []answer.Column{{Title: "γ gains", Width: 8}, {Title: "links", Width: 6}, {Title: "page"}}}
	for _, g := range r.Wanted[:min(r.listed, len(r.Wanted))] {
		pages.Add(fmt.Sprintf("%.5f", g.Gain), fmt.Sprint(g.Arcs), nameOf(g.URL, g.Page))
	}
	if len(r.Hosts) == 0 {
		return []answer.Block{pages}
	}
	hosts := &answer.Table{Title: r.By + "s whose completion would help most", Columns: []answer.Column{{Title: "γ gains", Width: 8}, {Title: "crawled", Width: 8}, {Title: "missing", Width: 8}, {Title: r.By}}}
	for _, h := range r.Hosts {
		hosts.Add(fmt.Sprintf("%.5f", h.Gain), digits.Grouped(h.Crawled), digits.Grouped(h.Ghosts), cmp.Or(h.Host, "(no "+r.By+")"))
	}
	return []answer.Block{pages, hosts}
}

func nameOf(url string, page uint32) string { return cmp.Or(url, fmt.Sprintf("page %d", page)) }

// interval writes an interval behind its value; nothing if there is none.
func interval(e *distance.Estimate) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf(" (95 %%: %.4f to %.4f)", e.Low, e.High)
}

// Blocks are HAK beside the tau that it estimates, and how the rankings agree.
func (t *Truth) Blocks() []answer.Block {
	absent := ""
	if t.Absent > 0 {
		absent = fmt.Sprintf("; %s more are not in it", digits.Grouped(t.Absent))
	}
	all := []answer.Block{
		answer.Row("compared", "%s crawled pages, in a target of %s%s", digits.Grouped(t.Matched), digits.Grouped(t.TargetPages), absent),
		answer.Row("links", "%s of %s of the crawl that were looked at are in the target; by chance %s", digits.Grouped(t.Links.Found), digits.Grouped(t.Links.Looked), digits.Grouped(t.Links.Chance)),
		answer.Row("γ", "%.4f%s", t.Gamma, interval(t.GammaInterval)),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau that the crawl alone gives", t.HAK, interval(t.Interval)),
	}
	all = append(all, t.mind()...)
	all = append(all, t.verdict()...)
	rankings := &answer.Table{Apart: true, Columns: []answer.Column{
		{Title: "ranking", Width: -15}, {Title: "best", Width: 8}, {Title: "pages", Width: 8}, {Title: "tau-b", Width: 8}, {Title: "tau-a", Width: 8}, {Title: "displacement", Width: 12},
	}}
	for _, c := range t.Compared {
		name := c.Ranking
		for _, s := range c.Shares {
			rankings.Add(agreement(name, fmt.Sprintf("%.0f %%", 100*s.Share), s)...)
			name = ""
		}
		rankings.Add(agreement("", "top", c.Top)...)
		weighted := fmt.Sprintf("%8.4f", c.Weighted)
		if all := c.Shares[len(c.Shares)-1]; all.Undefined {
			weighted = "all tied"
		}
		rankings.Add("", "weighted", digits.Grouped(t.Matched), weighted)
	}
	return append(all, rankings)
}

// verdict says how far HAK is from the tau that it estimates, if that was measured.
func (t *Truth) verdict() []answer.Block {
	var all []answer.Block
	for _, c := range t.Compared {
		if c.Ranking != Personalised || c.Shares[0].Undefined {
			continue
		}
		how := "too high"
		if t.Error < 0 {
			how = "too low"
		}
		all = append(all, answer.Row("tau-b", "%.4f: of the pages that PageRank of either puts into its best 30 %%; HAK is %s by %.4f", t.Tau.Top30, how, math.Abs(t.Error)))
	}
	return all
}

func agreement(name, best string, g hak.Agreement) []string {
	if g.Undefined {
		return []string{name, best, digits.Grouped(g.Pages), "all tied"}
	}
	return []string{name, best, digits.Grouped(g.Pages), fmt.Sprintf("%.4f", g.TauB), fmt.Sprintf("%.4f", g.TauA), fmt.Sprintf("%.1f", g.Displacement)}
}

// Blocks are what HAK and Recrawl say, and what came of crawling again.
func (k *Calibration) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("γ", "%.4f%s", k.Gamma, interval(k.GammaInterval)),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau between the order here and that of the whole", k.HAK, interval(k.Interval)),
	}
	for i := range k.Recrawl.Tau {
		name := ""
		if i == 0 {
			name = "Recrawl"
		}
		all = append(all, answer.Row(name, "%s for the best %.0f %%", k.Recrawl.Tau[i].text(), 100*k.Recrawl.Tau[i].Share))
	}
	all = append(all, k.mind()...)
	all = append(all, answer.Text(""), answer.Text(fmt.Sprintf("parts of the %s crawled pages, %s each, mean ± its 95 %%", digits.Grouped(k.Pages), digits.Plural(k.Sets, "crawl"))))
	all = append(all, simulate.CellBlocks(k.Cells, false)...)
	end := fmt.Sprintf("HAK differs from tau of the best 30 %% by %.3f in the mean.", k.Error)
	if !k.Measured() {
		end = "No tau was measured: from the best 1 % of the pages links lead to too few others, or none is before another."
	}
	return append(all, answer.Text(""), answer.Text(end))
}

func (t *RecrawlTau) text() string {
	switch {
	case t.Draws == 0:
		return "-"
	case t.Crawls == 0:
		return fmt.Sprintf("%.4f (no interval: too few crawls of the crawl have an order)", t.Value)
	}
	return fmt.Sprintf("%.4f (95 %%: %.4f to %.4f)", t.Value, t.Low, t.High)
}

// Blocks are how much was selected, the components, and what other ways select.
func (r *Components) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("crawled", "%s of %s known pages, γ %.4f; %s are below tau %v", digits.Grouped(r.Crawled), digits.Grouped(r.Crawled+r.Ghosts), r.Whole.Gamma, digits.Grouped(r.Whole.BelowTau), r.Tau)}
	for _, d := range r.Doubts {
		all = append(all, answer.Row("mind", "%s", d.Text))
	}
	if k := r.Whole.Kendall; k != nil {
		all = append(all, answer.Row("", "Kendall's tau %s on the top %s; the target lacks %s of the pages", tau(k), digits.Grouped(r.Settings.Top), digits.Grouped(r.Whole.Missing)))
	}
	all = append(
		all,
		answer.Row("selected", "%s in %s by %s, γ %.4f; %s are below tau", digits.Plural(r.Members.Pages, "page"), digits.Plural(r.Count, "component"), r.Method, r.Members.Gamma, digits.Grouped(r.Members.BelowTau)),
		r.list(), r.methods(),
	)
	if r.beganSmall() {
		all = append(all, answer.Text(""), answer.Advise("", "Few pages have the least number of links, with which %s begins, so that it found little: try {init} quantile or {method} maximum.", r.Method))
	}
	return all
}

func (r *Components) list() *answer.Table {
	t := &answer.Table{Apart: true, Columns: []answer.Column{
		{Title: "component", Width: 9}, {Title: "pages", Width: 10, Gap: 1}, {Title: "arcs", Width: 12, Gap: 1}, {Title: "γ", Width: 8, Gap: 1}, {Title: "below tau", Width: 10, Gap: 1},
	}}
	judged := r.Whole.Kendall != nil
	if judged {
		t.Columns = append(t.Columns, answer.Column{Title: "tau", Width: 8, Gap: 1}, answer.Column{Title: "in whole", Width: 8, Gap: 1})
	}
	t.Columns = append(t.Columns, answer.Column{Title: "hosts"})
	for i := range r.Components {
		c := &r.Components[i]
		row := []string{fmt.Sprint(c.Component), digits.Grouped(c.Pages), digits.Grouped(c.Arcs), fmt.Sprintf("%.4f", c.Gamma), digits.Grouped(c.BelowTau)}
		if judged {
			row = append(row, tau(c.Kendall), tau(c.InWhole))
		}
		hosts := make([]string, 0, len(c.Hosts))
		for _, h := range c.Hosts {
			hosts = append(hosts, cmp.Or(h.Host, "(no host)")+" "+digits.Grouped(h.Pages))
		}
		t.Add(append(row, strings.Join(hosts, ", "))...)
	}
	return t
}

func (r *Components) methods() *answer.Table {
	t := &answer.Table{Apart: true, Columns: []answer.Column{
		{Title: "method", Width: -9},
		{Title: "pages", Width: 10, Gap: 1},
		{Title: "γ", Width: 8, Gap: 1},
		{Title: "below tau", Width: 10, Gap: 1},
		{Title: "components", Width: 10, Gap: 1},
		{Title: "the largest:", Width: 12, Gap: 1},
		{Title: "arcs", Width: 12, Gap: 1},
		{Title: "γ", Width: 8, Gap: 1},
	}}
	for i := range r.Methods {
		m := &r.Methods[i]
		t.Add(m.Method, digits.Grouped(m.Pages), fmt.Sprintf("%.4f", m.Gamma), digits.Grouped(m.BelowTau), digits.Grouped(m.Components),
			digits.Grouped(m.Largest.Pages), digits.Grouped(m.Largest.Arcs), fmt.Sprintf("%.4f", m.Largest.Gamma))
	}
	return t
}

// beganSmall says whether growing from the pages with the fewest links found less than half of what there is.
func (r *Components) beganSmall() bool {
	return r.Init == FromMinimum && slices.ContainsFunc(r.Methods, func(m Selected) bool {
		return r.Method != m.Method && m.Method == Maximum && 2*r.Members.Pages < m.Pages
	})
}

// tau writes Kendall's tau-b.
func tau(g *hak.Agreement) string {
	if g == nil || g.Undefined {
		return "-"
	}
	return fmt.Sprintf("%.4f", g.TauB)
}
