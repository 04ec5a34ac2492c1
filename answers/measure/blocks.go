package measure

import (
	"fmt"
	"strings"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/stats"
)

// list returns the laws.
func (d *Degrees) list() []Law {
	laws := []Law{d.In, d.Out, d.Total}
	if d.Hosts != nil {
		laws = append(laws, d.Hosts.In, d.Hosts.Out, d.Hosts.Pages)
	}
	return laws
}

// Blocks are the laws and the correlations.
func (d *Degrees) Blocks() []answer.Block {
	laws := LawTable(d.list())
	laws.Apart = false
	if len(d.Correlations) == 0 {
		return []answer.Block{laws}
	}
	return []answer.Block{laws, CorrelationTable(d.Correlations)}
}

// CorrelationTable shows correlations.
func CorrelationTable(all []Correlation) *answer.Table {
	return answer.TableOf("", all,
		answer.Extra[Correlation]{Title: "Pearson", Number: true, Text: func(c *Correlation) string { return c.text(c.Pearson) }},
		answer.Extra[Correlation]{Title: "Kendall tau-b", Number: true, Text: func(c *Correlation) string { return c.text(c.KendallB) }})
}

// text writes a coefficient, if there is one.
func (c *Correlation) text(of float64) string {
	if c.Undefined != "" {
		return digits.None
	}
	return digits.Fixed(of, 3)
}

// LawTable shows laws.
func LawTable(laws []Law) *answer.Table {
	return answer.TableOf("", laws, answer.Extra[Law]{Title: "power law", Text: (*Law).fitText})
}

// fitText states the fitted law, or why there is none.
func (l *Law) fitText() string {
	f := l.Fit
	if f == nil {
		return "no fit: " + l.FitError
	}
	p, verdict := "p not computed", ""
	if f.P != nil {
		if p = digits.P(*f.P, f.Samples); *f.P < stats.Rejected {
			verdict = ": rejected at " + digits.Level(stats.Rejected)
		}
	}
	return fmt.Sprintf("x_min %s, exponent %s, tail %s (%s), %s%s", digits.Grouped(f.XMin), digits.WithError(f.Exponent, f.StdErr), digits.Grouped(f.Tail),
		digits.Share(f.Tail, l.Count), p, verdict)
}

// Blocks are the components, the bow tie, and the laws of sizes.
func (r *Components) Blocks() []answer.Block {
	all := r.Figures()
	all = append(all, r.BowTie.blocks()...)
	if all = append(all, LawTable([]Law{r.WCC.Sizes, r.SCC.Sizes})); r.Growth != nil {
		all = append(all, r.Growth.blocks()...)
	}
	return all
}

// Figures are how many components there are, and how large the largest is.
func (r *Components) Figures() []answer.Block {
	return []answer.Block{
		answer.Row("weak", "%s, the largest of %s", digits.Plural(r.WCC.Count, "component"), digits.Plural(r.WCC.Largest, "page")),
		answer.Row("strong", "%s, the largest of %s", digits.Plural(r.SCC.Count, "component"), digits.Plural(r.SCC.Largest, "page")),
	}
}

// Any reports whether there is a core for the classes. A single page is not a core: its choice would be an
// accident.
func (b *BowTie) Any() bool { return b.SCC > 1 }

// blocks are the classes around the core.
func (b *BowTie) blocks() []answer.Block {
	if !b.Any() {
		return []answer.Block{answer.Row("bow tie", "none: no two pages reach each other")}
	}
	pages := b.SCC + b.In + b.Out + b.TendrilsIn + b.TendrilsOut + b.Tubes + b.Other + b.Disconnected
	var all []answer.Block
	for _, c := range []struct {
		name string
		n    int
	}{
		{"SCC", b.SCC},
		{"IN", b.In},
		{"OUT", b.Out},
		{"tendrils of IN", b.TendrilsIn},
		{"tendrils of OUT", b.TendrilsOut},
		{"tubes", b.Tubes},
		{"other", b.Other},
		{"disconnected", b.Disconnected},
	} {
		all = append(all, answer.Row(c.name, "%12s  %8s", digits.Grouped(c.n), digits.Share(c.n, pages)))
	}
	return all
}

// Blocks are how the computation ended, and the best pages and hosts.
func (r *Ranking) Blocks() []answer.Block {
	var all []answer.Block
	if r.Iterations > 0 {
		how := "stopped before the tolerance was reached"
		switch {
		case r.Converged:
			how = "converged"
		case r.Params["tolerance"] == 0.0:
			how = "the requested number"
		}
		all = append(all, answer.Row(r.Name, "%s, residual %.3g in the %s norm, %s", digits.Plural(r.Iterations, "iteration"), r.Residual, strings.ToUpper(r.Norm), how))
		if !r.Converged && r.Params["tolerance"] != 0.0 {
			all = append(all, answer.Advise("tolerance", "{iterations} sets how many iterations are allowed; if more do not help, rounding limits the result: choose a larger {tolerance}"))
		}
	}
	all = append(all, r.howScored()...)
	for _, l := range []struct {
		title string
		top   []Top
	}{{"pages", r.Top}, {"authorities", r.Authorities}, {"hubs", r.Hubs}} {
		all = append(all, topTable(l.title, l.top)...)
	}
	if len(r.TopHosts) > 0 {
		by := "hosts, by the sum of their pages"
		if r.HubScores != nil {
			by += " as authorities"
		}
		all = append(all, answer.TableOf(by, r.TopHosts).Ending("host").Numbered())
	}
	return all
}

// topTable lists the best pages, if there are any.
func topTable(title string, top []Top) []answer.Block {
	if len(top) == 0 {
		return nil
	}
	return []answer.Block{answer.TableOf(title, top).Numbered()}
}

// Blocks are the estimates, the pairs at each distance, and the pages with the greatest centrality.
func (d *Distances) Blocks() []answer.Block {
	all := append(d.Figures(), d.pairTable())
	return append(all, d.TopTables()...)
}

// harmonicTitle is the title of the table of pages by centrality.
const harmonicTitle = "pages by harmonic centrality"

// TopTables are the table of the pages with the greatest centrality, if it was requested. Pages that no page leads to have
// no rank: their order means nothing.
func (d *Distances) TopTables() []answer.Block {
	reached := d.Top
	for i := range d.Top {
		if d.Top[i].Score == 0 {
			reached = d.Top[:i]
			break
		}
	}
	return topTable(harmonicTitle, reached)
}

// Figures are the estimates, how they were made, and what they leave out.
func (d *Distances) Figures() []answer.Block {
	links := func(v float64) string { return digits.Fixed(v, 3) }
	estimate := func(label string, e distance.Estimate, write func(float64) string) answer.Block {
		if d.PairsCounted() {
			return answer.Row(label, "%s", write(e.Value))
		}
		return answer.Row(label, "%s (95 %%: %s to %s)", write(e.Value), write(e.Low), write(e.High))
	}
	all := []answer.Block{answer.Row("average", "none: no page leads to another")}
	switch {
	case d.NoneFound():
		all = []answer.Block{answer.Advise("average", "unknown: no search met another page; {sources} sets the number of searches")}
	case d.Reachable.Value > 0:
		all = []answer.Block{estimate("average", d.Average, links), estimate("effective diameter", d.Effective, links)}
	}
	all = append(all, estimate("joined pairs", d.Reachable, digits.Percent), d.longest())
	switch {
	case d.Exact:
	case d.PairsCounted():
		all = append(all, answer.Row("counted by", "searches from all pages, but centralities are estimated by %s of HyperBall", digits.Plural(d.Runs, "run")))
	default:
		all = append(all, answer.Row("estimated by", "searches from %s, centralities by %s of HyperBall", digits.Plural(d.Sources, "page"), digits.Plural(d.Runs, "run")))
	}
	if d.MostUnseen() && !d.NoneFound() {
		all = append(all, answer.Advise("intervals", "cover only pairs that the searches met; most pairs may not have been met, as where few pages lead to many; use {sources} for more searches, {exact} to count all"))
	}
	if d.Cut {
		all = append(all, answer.Advise("cut", "pairs farther apart are left out; {iterations} 0 includes them"))
	}
	if e := d.HarmonicError; e != nil {
		all = append(all, answer.Row("error", "of centralities %s (root mean square), at most %s: standard errors from the spread of the runs", digits.Percent(e.RMS), digits.Percent(e.Worst)))
	}
	return all
}

// longest is the longest distance, as far as it is known.
func (d *Distances) longest() answer.Block {
	switch {
	case !d.PairsCounted():
		return answer.Row("longest", "at least %s", digits.Grouped(d.Longest))
	case d.Cut:
		return answer.Row("longest", "%s or more", digits.Grouped(d.Longest))
	}
	return answer.Row("longest", "%s", digits.Grouped(d.Longest))
}

// leastShare of the joined pairs has a row of its own; pairs at other distances are added up in one.
const leastShare = 0.0005

func (d *Distances) pairTable() *answer.Table {
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "distance", Width: 8}, {Title: "pairs", Width: 14}, {Title: "share of connected pairs"}}}
	rest := 0.0
	for i := 1; i < len(d.Lengths); i++ {
		if e := d.Lengths[i]; e.Value < leastShare {
			rest += d.Pairs[i] - d.Pairs[i-1]
		} else {
			pairs, share := digits.About(d.Pairs[i]-d.Pairs[i-1]), fmt.Sprintf("%7s ± %-7s", digits.Percent(e.Value), digits.Percent(e.Half()))
			if d.PairsCounted() {
				pairs, share = digits.Grouped(int64(d.Pairs[i]-d.Pairs[i-1])), fmt.Sprintf("%7s", digits.Percent(e.Value))
			}
			t.Add(fmt.Sprint(i), pairs, share+" "+bar(e.Value))
		}
	}
	if rest >= 0.5 {
		joined := d.Pairs[len(d.Pairs)-1] - d.Pairs[0]
		pairs := digits.About(rest)
		if d.PairsCounted() {
			pairs = digits.Grouped(int64(rest))
		}
		t.Add("other", pairs, fmt.Sprintf("%7s", digits.Percent(rest/joined)))
	}
	return t
}

// bar draws a share, a half being 30 characters wide.
func bar(share float64) string { return strings.Repeat("▇", min(60, int(60*share+0.5))) }

// mostLevels are listed each, however few pages are there.
const mostLevels = 100

// Blocks lists the number of pages at each distance. If there are very many distances, as along a path, distances
// with few pages are merged.
func (s *Search) Blocks() []answer.Block {
	t := &answer.Table{NoHead: true, Columns: []answer.Column{{Width: 8}, {Width: 14}, {}}}
	share := func(n int64) float64 { return float64(n) / float64(max(1, s.Reached)) }
	rest, others := int64(0), 0
	for d, n := range s.Levels {
		if len(s.Levels) > mostLevels && share(n) < leastShare {
			rest += n
			others++
			continue
		}
		t.Add(fmt.Sprint(d), digits.Plural(n, "page"), bar(share(n)))
	}
	if others > 0 {
		t.Add("other", digits.Plural(rest, "page"), fmt.Sprintf("at %s; the longest is %s", digits.Plural(others, "distance"), digits.Grouped(len(s.Levels)-1)))
	}
	return []answer.Block{answer.Row("reached", "%s of %s", digits.Grouped(s.Reached), digits.Plural(len(s.Distances), "page")), t}
}
