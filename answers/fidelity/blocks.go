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
	"weft/internal/option"
)

// Blocks are γ, HAK and the doubts in it, who is missing, and what to crawl next.
func (r *Report) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("crawled", "%s of %s known pages%s%s", digits.Grouped(r.Crawled), digits.Grouped(r.Crawled+r.Ghosts), r.inVain(), r.unseen())}
	if why := r.noOrder(); why != "" {
		return append(append(all, answer.Row("mind", "there is no order to judge: %s", why)), r.wantedBlocks()...)
	}
	all = append(
		all,
		answer.Row("γ", "%.4f%s: the mean share of a page's links that lead to crawled pages", r.Gamma, interval(r.GammaInterval)),
		answer.Row("Im", "%.4f: the mean impact of a page on the pages it links to", r.Im),
		answer.Row("x", "%.4f: the expected share of misplaced pages", r.X),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau between this order and a walk through the whole Web that restarts at crawled pages; %.4f for converged PageRank", r.HAK, interval(r.Interval), r.Converged.HAK),
	)
	all = append(all, r.mind()...)
	all = append(all, answer.Text(""), answer.Text(fmt.Sprintf("This means: of the %s among the top %s, %s out of order, against that walk.",
		digits.Plural(int64(r.Top.Pairs), "pair"), digits.Plural(min(r.Top.Pages, r.Crawled), "crawled page"), r.discordant())))
	if r.X <= 0.5 && r.Top.Discordant >= 0.5 { // no multiple of none
		all = append(all, answer.Text(hak.PlainFactor))
	}
	if r.Top.Pages < r.Crawled+r.Ghosts { // of all pages it is said above
		all = append(all, answer.Text(fmt.Sprintf("Of the top %s pages, including missing ones, %s by in-links and %s by PageRank were crawled.",
			digits.Grouped(r.Top.Pages), digits.Percent(r.Top.ByLinks), digits.Percent(r.Top.ByPageRank))))
	}
	if len(r.AtRisk) > 0 {
		all = append(all, r.RiskTable(len(r.AtRisk)))
	}
	return append(all, r.wantedBlocks()...)
}

// noOrder says why there is no order to judge; empty if there is one.
func (r *Report) noOrder() string {
	switch {
	case r.Crawled == 0:
		return "no page was crawled"
	case r.Crawled == 1:
		return "only one page was crawled"
	case r.FoundLinks+r.LostLinks == 0:
		return "no link leads from a crawled page"
	}
	return ""
}

// mind are the doubts.
func (r *Report) mind() []answer.Block {
	return doubtRows(r.Doubts, r.Ghosts)
}

// doubtRows shows doubts about a crawl with a number of ghosts.
func doubtRows(doubts []Doubt, ghosts int) []answer.Block {
	var all []answer.Block
	for _, d := range doubts {
		if d.Name == hak.FewGhosts && ghosts == 0 {
			d.Text = "no link leads to a page that was not crawled: this crawl does not show how many pages are missing"
		}
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
		return "up to half may be"
	case r.Gamma < 0.5 && few:
		return "an unknown number is"
	case r.Gamma < 0.5:
		return "at least " + expected
	case few:
		return "none is expected to be"
	}
	return "about " + expected
}

// wantedBlocks lists the pages that the next crawl should fetch.
func (r *Report) wantedBlocks() []answer.Block {
	if len(r.Wanted) == 0 {
		if r.Barred > 0 {
			return []answer.Block{answer.Text(""), answer.Advise("", "All missing pages failed or are excluded (held back, robots.txt, nofollow, scope): weft missing %s lists them, and {any} with {with-excluded} includes them.", option.Word(r.path))}
		}
		if r.Failed > 0 {
			return []answer.Block{answer.Text(""), answer.Text("All missing pages were requested and failed: there is nothing to crawl next.")}
		}
		return nil
	}
	var all []answer.Block
	for _, t := range r.WantedTables(r.listed) {
		all = append(all, t)
	}
	return all
}

// RiskTable shows up to n pages of the top that depend most on a single link.
func (r *Report) RiskTable(n int) *answer.Table {
	return answer.TableOf("pages of the top that depend most on a single link", r.AtRisk[:min(n, len(r.AtRisk))])
}

// WantedTables show up to n pages, and up to n hosts, domains or sites, that the next crawl should take.
func (r *Report) WantedTables(n int) (all []*answer.Table) {
	if pages := r.Wanted[:min(n, len(r.Wanted))]; len(pages) > 0 {
		all = append(all, answer.TableOf("pages that the next crawl should fetch", pages))
	}
	if groups := r.Hosts[:min(n, len(r.Hosts))]; len(groups) > 0 {
		all = append(all, answer.TableOf(r.By+"s to complete first", groups))
	}
	return all
}

// interval writes an interval after its value; nothing if there is none.
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
		absent = fmt.Sprintf("; %s more are not in the target", digits.Grouped(t.Absent))
	}
	all := []answer.Block{
		answer.Row("compared", "%s crawled pages, in a target of %s%s", digits.Grouped(t.Matched), digits.Grouped(t.TargetPages), absent),
		answer.Row("links", "%s of %s sampled links of the crawl are in the target; by chance %s", digits.Grouped(t.Links.Found), digits.Grouped(t.Links.Looked), digits.Grouped(t.Links.Chance)),
		answer.Row("γ", "%.4f%s", t.Gamma, interval(t.GammaInterval)),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau from the crawl alone", t.HAK, interval(t.Interval)),
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
		all = append(all, answer.Row("tau-b", "%.4f: on the best 30 %% by PageRank of either; HAK is %s by %.4f", t.Tau.Top30, how, math.Abs(t.Error)))
	}
	return all
}

func agreement(name, best string, g hak.Agreement) []string {
	if g.Undefined {
		return []string{name, best, digits.Grouped(g.Pages), "all tied"}
	}
	return []string{name, best, digits.Grouped(g.Pages), fmt.Sprintf("%.4f", g.TauB), fmt.Sprintf("%.4f", g.TauA), fmt.Sprintf("%.1f", g.Displacement)}
}

// Blocks reports the estimates of HAK and Recrawl, and the results of crawling again.
func (k *Calibration) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("γ", "%.4f%s", k.Gamma, interval(k.GammaInterval)),
		answer.Row("HAK", "%.4f%s: the estimate of Kendall's tau between this order and a walk through the whole Web that restarts at crawled pages", k.HAK, interval(k.Interval)),
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
	end := fmt.Sprintf("HAK differs from tau on the best 30 %% by %.3f on average.", k.Error)
	if !k.Measured() {
		end = "No tau was measured: from the best 1 % of the pages, links lead to too few others, or all scores are equal."
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
	all = append(all, doubtRows(r.Doubts, r.Ghosts)...)
	if k := r.Whole.Kendall; k != nil {
		all = append(all, answer.Row("", "Kendall's tau %s on the top %s; the target lacks %s of the pages", tau(k), digits.Grouped(r.Settings.Top), digits.Grouped(r.Whole.Missing)))
	}
	all = append(
		all,
		answer.Row("selected", "%s in %s by %s, γ %.4f; %s are below tau", digits.Plural(r.Members.Pages, "page"), digits.Plural(r.Count, "component"), r.Method, r.Members.Gamma, digits.Grouped(r.Members.BelowTau)),
		r.list(), r.methods(),
	)
	if r.beganSmall() {
		all = append(all, answer.Text(""), answer.Advise("", "Few pages have the fewest links, with which %s starts, so it found little: try {init} quantile or {method} maximum.", r.Method))
	}
	return all
}

func (r *Components) list() *answer.Table {
	var more []answer.Extra[Component]
	if r.Whole.Kendall != nil {
		more = []answer.Extra[Component]{
			{Title: "tau", Number: true, Text: func(c *Component) string { return tau(c.Kendall) }},
			{Title: "in whole", Number: true, Text: func(c *Component) string { return tau(c.InWhole) }},
		}
	}
	return answer.TableOf("", r.Components, append(more, answer.Extra[Component]{Title: "hosts", Text: (*Component).hosts})...)
}

// hosts are the hosts with the most pages of a component.
func (c *Component) hosts() string {
	hosts := make([]string, 0, len(c.Hosts))
	for _, h := range c.Hosts {
		hosts = append(hosts, cmp.Or(h.Host, "(no host)")+" "+digits.Grouped(h.Pages))
	}
	return strings.Join(hosts, ", ")
}

func (r *Components) methods() *answer.Table {
	return answer.TableOf("", r.Methods, answer.Extra[Selected]{Title: "largest component", Text: func(m *Selected) string {
		return fmt.Sprintf("%s, %s, γ %.4f", digits.Plural(m.Largest.Pages, "page"), digits.Plural(m.Largest.Arcs, "arc"), m.Largest.Gamma)
	}})
}

// beganSmall reports whether growing from the pages with the fewest links found less than half of the pages.
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
