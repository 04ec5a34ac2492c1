package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/algo/distance"
	"weft/answers/measure"
	"weft/answers/portrait"
	"weft/internal/digits"
)

// rows writes the table: a row for each line of the paper that can be looked at.
func (r *externalRun) rows() {
	r.crawlRows()
	r.cliqueRows()
	r.timeRows()
	r.growthRows()
	r.quotedRow()
	r.r.Rows = r.all
}

// noCrawl is why rows about a crawl are empty.
const noCrawl = "no crawl was named"

// about begins a row about the crawl; it says whether there is one.
func (r *externalRun) about(where, what, paper string) (line, *portrait.Portrait) {
	if r.r.Portrait == nil {
		r.notRun(where, what, paper, noCrawl)
	}
	return r.on(where, what, paper), r.r.Portrait
}

func (r *externalRun) crawlRows() {
	if l, p := r.about("§1, §2", "data", "WebBase 2001: about 200 M pages and 1.4 G links, 7 a page"); p != nil {
		l.add(OtherData, "", "%s and %s, %.2f a page", digits.Plural(p.Pages, "page"), digits.Plural(p.Arcs, "link"), p.Mean)
	}
	if l, p := r.about("§2", "law of in-degree", "power law, γ = 2.1"); p != nil {
		l.add(lawVerdict(p.In, 2.1), "agrees if the power law that fits best has an exponent of 2.1 ± 0.2, by its 95 % interval, and a p of 0.1 or more, by that of the samples drawn; cannot be told without a fit", "%s", law(p.In))
	}
	if l, p := r.about("Fig. 1, §2", "law of out-degree", "no power law, not even the tail, which the crawler cut"); p != nil {
		l.add(opposite(heldP(p.Out)), "agrees if p is below 0.1, by the 95 % interval of the samples drawn; cannot be told without a fit", "%s; the largest is %s", law(p.Out), digits.Grouped(p.Out.Max))
	}
	if l, p := r.about("§2", "Pearson correlation of in-degree and out-degree", "0.022: almost uncorrelated"); p != nil {
		r.correlation(l, p, 0, 0.1, 0.3)
	}
	if l, p := r.about("§2", "law of PageRank", "power law, γ = 2.109; damping, stop and dangling pages are not told"); p != nil {
		l.add(lawVerdict(p.PageRank, 2.109), "as for in-degree; in hundredths of the mean score, damping 0.85", "%s", law(p.PageRank))
	}
	if l, p := r.about("§2", "Pearson correlation of PageRank and in-degree", "0.307: weak"); p != nil {
		r.correlation(l, p, 1, 0.5, 0.7)
	}
}

func lawVerdict(l measure.Law, exponent float64) Verdict {
	f := l.Fit
	if f == nil {
		return CannotTell
	}
	e := distance.Estimate{Value: f.Exponent, Low: f.Exponent - 1.96*f.StdErr, High: f.Exponent + 1.96*f.StdErr}
	return together(held(e, true, exponent-0.2, exponent+0.2), heldP(l))
}

func (r *externalRun) correlation(l line, p *portrait.Portrait, i int, weak, less float64) {
	k := p.Correlations[i]
	if k.Undefined != "" {
		l.add(CannotTell, "", "none: %s", k.Undefined)
		return
	}
	a := math.Abs(k.Pearson)
	l.add(verdict(a < weak, a < less), fmt.Sprintf("agrees below %g, cannot be told below %g", weak, less), "%.3f over %s (Kendall's tau-b %.3f)", k.Pearson, k.Population, k.KendallB)
}

func (r *externalRun) cliqueRows() {
	if l, p := r.about("Fig. 2", "number of disjoint cliques of i fans and j centers, 1 to 10", "a figure without numbers: it falls with i and j"); p != nil {
		var ours []string
		for _, k := range []int{1, 2, 3, 4, 6, 8, 10} {
			if n, is := p.Cliques(k, k); is {
				ours = append(ours, fmt.Sprintf("(%d,%d) %s", k, k, digits.Grouped(n)))
			}
		}
		rising := rises(p)
		l.add(looked(len(p.Cores.Cells), verdict(rising == 0, 10*rising <= len(p.Cores.Cells))), "agrees if no count is above that of a fan or a center fewer, cannot be told if at most a tenth of them are: the greedy choice promises neither",
			"%s; %d of %d rise", strings.Join(ours, ", "), rising, len(p.Cores.Cells))
	}
	if l, p := r.about("Fig. 2", "(4,j)", "more than ten times those of the crawl of 1997 by Alexa"); p != nil {
		var ours []string
		for j := 1; j <= externalCliques; j++ {
			if n, is := p.Cliques(4, j); is {
				ours = append(ours, digits.Grouped(n))
			}
		}
		l.add(OtherData, "", "%s for j from 1 on", strings.Join(ours, " "))
	}
	if l, p := r.about("§4.1", "pruning", "200 M to about 120 M pages; 65 M of the 80 M that go have one link in and none out; 8.75 links a page remain. For which i and j is not told"); p != nil && p.Cores.Cells[0].Left != nil {
		c := p.Cores.Cells[0].Left
		l.add(OtherData, "", "(1,1), with fans and centers of 50 links or more left out: %s of %s remain; %s of the %s that go have one link in and none out; %.2f links a page remain",
			digits.Grouped(c.Pages), digits.Plural(p.Pages, "page"), digits.Grouped(c.Border), digits.Grouped(c.Removed), c.Degree)
	}
	if l, p := r.about("§4.1", "scans", "at most two while cliques are enumerated"); p != nil {
		c := p.Cores.Peeling
		l.add(OtherData, "the paper's blocks are loaded twice at most; here the links that are left are held where memory has room, else read list by list, with no further scan",
			"pruning to (1,1): %s over the graph or its transpose, and %s read one by one", fmt.Sprintf("%d passes", c.Passes), digits.Plural(c.Lists, "list"))
	}
}

// rises counts the shapes of which there are more cliques than of a fan or a center fewer.
func rises(p *portrait.Portrait) (n int) {
	for _, x := range p.Cores.Cells {
		own, _ := p.Cliques(x.Fans, x.Centers)
		fewer, is1 := p.Cliques(x.Fans-1, x.Centers)
		less, is2 := p.Cliques(x.Fans, x.Centers-1)
		if is1 && own > fewer || is2 && own > less {
			n++
		}
	}
	return n
}

func (r *externalRun) timeRows() {
	if len(r.r.Times) == 0 {
		r.notRun("Figs. 4–7", "times on graphs of the models", "100,000 to 50 M pages, 7 links a page, 50 % and 200 % random links; linear", "nothing was timed")
		return
	}
	last := r.r.Times[len(r.r.Times)-1]
	pages := float64(last.Pages)
	r.on("§4.1", "memory of cliques", "0.25 bytes a page and 86 for each page of a block of 1 M, in 256 MB less 90").add(OtherData, "a budget that cannot be kept is refused before the start, so these were kept; the plan of weft cores tells the parts",
		"%s for %s; fans and centers take 2.1 bytes a page, in scratch files where memory is short", digits.Size(r.within(smallMemory).Memory), digits.Plural(last.Pages, "page"))
	for _, x := range []struct {
		where, of, paper string
		time             func(ExternalTime) float64
	}{
		{"Fig. 4", "cliques", "(4,4), 256 MB: linear once larger than a block", func(t ExternalTime) float64 { return t.Cliques }},
		{"Fig. 5", "PageRank", "256 MB: linear", func(t ExternalTime) float64 { return t.PageRank }},
		{"Fig. 6", "SCC", "1 GB, 12.375 bytes a page: linear", func(t ExternalTime) float64 { return t.SCC }},
		{"Fig. 7", "generating", "linear", func(t ExternalTime) float64 { return t.Generate }},
	} {
		steepest, of := r.steepest(x.of)
		v, note := verdict(steepest <= 1.05, steepest <= 1.2), "seconds of the processors. Agrees if they grow by no more than the power 1.05 of the arcs, cannot be told if by 1.2"
		switch {
		case len(r.Sizes) < 2:
			v, note = NotRun, "one size tells no slope"
		case r.longest(x.time) < leastTimed:
			v, note = OtherData, fmt.Sprintf("all took less than %g s, which tells no slope: larger graphs do", leastTimed)
		}
		r.on(x.where, "time of "+x.of+" on both models", x.paper).add(v, note, "%s; the steepest is the power %.2f, of %s", r.series(x.time), steepest, of)
	}
	r.on("§4.1", "(4,4) of the WebBase crawl", "4 hours, 256 MB").add(OtherData, "another machine; per million pages 72 s by the clock. Ours of the processors", "%.1f s for %s: %.1f s per million pages", last.Cliques, digits.Plural(last.Pages, "page"), last.Cliques/pages*1e6)
	r.on("§4.2", "PageRank of the WebBase crawl", "5.5 hours, 256 MB; iterations are not told").add(OtherData, "another machine; per million pages 99 s by the clock. Ours of the processors; it ends when the scores are within 1e-9 of the truth (L1)", "%.1f s for %s, %s: %.1f s per million pages", last.PageRank, digits.Plural(last.Pages, "page"), digits.Plural(last.Iterations, "iteration"), last.PageRank/pages*1e6)
	r.on("§4.3", "memory of SCC", "12.375 bytes a page").add(verdict(last.SCCBytes <= 12.375, false), "agrees if no more are stated", "%.3f bytes a page, by a depth-first visit that reads lists at random; weft components, which the times are of, reads the transpose as well, and takes up to 33.4, in scratch files where memory is short", last.SCCBytes)
}

// leastTimed is how many seconds the longest of some times takes at least, if they are to tell a slope.
const leastTimed = 0.1

// longest is the longest time of a kind of work.
func (r *externalRun) longest(of func(ExternalTime) float64) (most float64) {
	for _, t := range r.r.Times {
		most = max(most, of(t))
	}
	return most
}

// series tells the times of the last model by size.
func (r *externalRun) series(of func(ExternalTime) float64) string {
	var all []string
	for _, t := range r.r.Times {
		all = append(all, fmt.Sprintf("%s +%d %% %s: %.2f s", t.Model, t.Extra, digits.About(float64(t.Pages)), of(t)))
	}
	return strings.Join(all, ", ")
}

// steepest returns the greatest slope of a kind of work.
func (r *externalRun) steepest(of string) (most float64, model string) {
	for _, s := range r.r.Slopes {
		if s.Of == of && s.Slope > most {
			most, model = s.Slope, fmt.Sprintf("%s with %d %% random links", s.Model, s.Extra)
		}
	}
	return most, model
}

func (r *externalRun) growthRows() {
	const where, paper = "Fig. 3, §3", "10 M pages, 1 % to 300 % random links: the number of strong components falls smoothly, the largest grows smoothly, without a threshold; Evolving Network alike"
	if len(r.r.Growths) == 0 {
		r.notRun(where, "strong components when random links come", paper, "no graph was asked to grow")
		return
	}
	threshold := r.r.Growths[len(r.r.Growths)-1].Jump
	for _, g := range r.r.Growths[:len(r.r.Growths)-1] {
		falls, grows := true, true
		for i := 1; i < len(g.Points); i++ {
			falls, grows = falls && g.Points[i].Count <= g.Points[i-1].Count, grows && g.Points[i].Largest >= g.Points[i-1].Largest
		}
		r.on(where, "strong components of "+g.Model+" when random links come", paper).add(verdict(falls && grows && g.Jump < threshold/2, falls && grows),
			"agrees if the number never rises, the largest never shrinks, and its steepest rise, when links grow by a half, is less than half that of a random graph, which has a threshold at 100 %",
			"%s; steepest rise %.1f %% of the pages, of the random graph %.1f %%", growthText(g.Growth), 100*g.Jump, 100*threshold)
	}
	g := r.r.Growths[len(r.r.Growths)-1]
	r.on("§3", "a random graph beside it", "a giant component appears when links grow over a threshold of slightly more than the pages").add(verdict(g.Jump > 0.15, g.Jump > 0.1), "agrees if the steepest rise is above 15 % of the pages", "%s", growthText(g.Growth))
}

func growthText(g *measure.Growth) string {
	var all []string
	for _, p := range g.Points {
		all = append(all, fmt.Sprintf("%g %%: %s, largest %s", p.Percent, digits.Grouped(p.Count), digits.Share(p.Largest, g.Pages)))
	}
	return digits.Plural(g.Pages, "page") + "; " + strings.Join(all, "; ")
}

func (r *externalRun) quotedRow() {
	if l, p := r.about("§1", "quoted from others", "the largest strong component has 28 % of the pages, in-degree 2.1, out-degree 2.7, 7 links a page, more than 100,000 communities (Broder et al., Kumar et al.)"); p != nil {
		exponent := func(x measure.Law) string {
			if x.Fit == nil {
				return "none"
			}
			return fmt.Sprintf("%.2f", x.Fit.Exponent)
		}
		l.add(OtherData, "", "%s, %s, %s, %.1f", digits.Share(p.LargestSCC, p.Pages), exponent(p.In), exponent(p.Out), p.Mean)
	}
}
