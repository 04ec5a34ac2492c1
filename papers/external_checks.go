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

// externalChecks compare the claims of claims/external.toml with a run.
var externalChecks = checks[*externalRun]{
	"data":                   ofCrawl(sizeOfCrawl),
	"in-degree":              ofCrawl(inDegreeLaw),
	"out-degree":             ofCrawl(outDegreeLaw),
	"in and out":             ofCrawl(inAndOut),
	"PageRank":               ofCrawl(pageRankLaw),
	"PageRank and in-degree": ofCrawl(pageRankAndIn),
	"cliques":                ofCrawl(cliques),
	"cliques of 4 fans":      ofCrawl(cliquesOf4Fans),
	"pruning":                ofCrawl(pruning),
	"scans":                  ofCrawl(scans),
	"memory of cliques":      (*externalRun).memoryOfCliques,
	"time of cliques":        timeOf("cliques", func(t ExternalTime) float64 { return t.Cliques }),
	"time of PageRank":       timeOf("PageRank", func(t ExternalTime) float64 { return t.PageRank }),
	"time of SCC":            timeOf("SCC", func(t ExternalTime) float64 { return t.SCC }),
	"time of generating":     timeOf("generating", func(t ExternalTime) float64 { return t.Generate }),
	"cliques of WebBase":     (*externalRun).cliquesOfWebBase,
	"PageRank of WebBase":    (*externalRun).pageRankOfWebBase,
	"memory of SCC":          (*externalRun).memoryOfSCC,
	"growth":                 (*externalRun).growth,
	"threshold":              (*externalRun).threshold,
	"quoted":                 ofCrawl(quoted),
}

// noCrawl is why nothing was measured about a crawl.
const noCrawl = "no crawl was named"

// ofCrawl is a check that requires a crawl.
func ofCrawl(check func(*portrait.Portrait, *claim) []finding) func(*externalRun, *claim) []finding {
	return func(r *externalRun, c *claim) []finding {
		if r.r.Portrait == nil {
			return notRun(noCrawl)
		}
		return check(r.r.Portrait, c)
	}
}

func sizeOfCrawl(p *portrait.Portrait, _ *claim) []finding {
	return found(
		OtherData,
		"%s and %s, %.2f a page",
		digits.Plural(p.Pages, "page"),
		digits.Plural(p.Arcs, "link"),
		p.Mean,
	)
}

func inDegreeLaw(p *portrait.Portrait, c *claim) []finding {
	return found(lawVerdict(p.In, c.Value), "%s", law(p.In))
}

func outDegreeLaw(p *portrait.Portrait, _ *claim) []finding {
	return found(opposite(heldP(p.Out)), "%s; the largest is %s", law(p.Out), digits.Grouped(p.Out.Max))
}

func pageRankLaw(p *portrait.Portrait, c *claim) []finding {
	return found(lawVerdict(p.PageRank, c.Value), "%s", law(p.PageRank))
}

func lawVerdict(l measure.Law, exponent float64) Verdict {
	f := l.Fit
	if f == nil {
		return CannotTell
	}
	e := distance.Estimate{Value: f.Exponent, Low: f.Exponent - 1.96*f.StdErr, High: f.Exponent + 1.96*f.StdErr}
	return together(held(e, true, exponent-0.2, exponent+0.2), heldP(l))
}

func inAndOut(p *portrait.Portrait, c *claim) []finding { return correlation(p.Correlations[0], c) }
func pageRankAndIn(p *portrait.Portrait, c *claim) []finding {
	return correlation(p.Correlations[1], c)
}

func correlation(k measure.Correlation, c *claim) []finding {
	if k.Undefined != "" {
		return found(CannotTell, "none: %s", k.Undefined)
	}
	return found(c.judge(math.Abs(k.Pearson)), "%.3f over %s (Kendall's tau-b %.3f)", k.Pearson, k.Population, k.KendallB)
}

func cliques(p *portrait.Portrait, _ *claim) []finding {
	var ours []string
	for _, k := range []int{1, 2, 3, 4, 6, 8, 10} {
		if n, is := p.Cliques(k, k); is {
			ours = append(ours, fmt.Sprintf("(%d,%d) %s", k, k, digits.Grouped(n)))
		}
	}
	rising, cells := rises(p), len(p.Cores.Cells)
	return found(judgedIf(cells, verdict(rising == 0, 10*rising <= cells)), "%s; %d of %d rise",
		strings.Join(ours, ", "), rising, cells)
}

func cliquesOf4Fans(p *portrait.Portrait, _ *claim) []finding {
	var ours []string
	for j := 1; j <= externalCliques; j++ {
		if n, is := p.Cliques(4, j); is {
			ours = append(ours, digits.Grouped(n))
		}
	}
	return found(OtherData, "%s for j from 1 on", strings.Join(ours, " "))
}

func pruning(p *portrait.Portrait, _ *claim) []finding {
	left := p.Cores.Cells[0].Left
	if left == nil {
		return nil
	}
	return found(OtherData, "(1,1), without fans and centers of 50 links or more: %s of %s remain; "+
		"%s of the %s removed pages have one link in and none out; %.2f links a page remain",
		digits.Grouped(left.Pages), digits.Plural(p.Pages, "page"), digits.Grouped(left.Border),
		digits.Grouped(left.Removed), left.Degree)
}

func scans(p *portrait.Portrait, _ *claim) []finding {
	peeling := p.Cores.Peeling
	return found(OtherData, "pruning to (1,1): %d passes over the graph or its transpose, and %s read one by one",
		peeling.Passes, digits.Plural(peeling.Lists, "list"))
}

// rises counts the shapes that have more cliques than the shape with a fan or a center fewer.
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

// nothingTimed is the finding about times if none were measured.
func (r *externalRun) nothingTimed() []finding { return notRun("nothing was timed") }

func (r *externalRun) memoryOfCliques(*claim) []finding {
	if len(r.r.Times) == 0 {
		return r.nothingTimed()
	}
	return found(OtherData, "%s for %s; fans and centers take 2.1 bytes a page, in scratch files where memory is short",
		digits.Size(r.within(smallMemory).Memory), digits.Plural(r.last().Pages, "page"))
}

// last returns the times of the largest graph.
func (r *externalRun) last() ExternalTime { return r.r.Times[len(r.r.Times)-1] }

// timeOf is the check of how the time of a kind of work grows with the arcs.
func timeOf(work string, seconds func(ExternalTime) float64) func(*externalRun, *claim) []finding {
	return func(r *externalRun, c *claim) []finding {
		if len(r.r.Times) == 0 {
			return r.nothingTimed()
		}
		steepest, of := r.steepest(work)
		f := found(c.judge(steepest), "%s; the steepest is the power %.2f, of %s", r.series(seconds), steepest, of)
		switch {
		case len(r.Sizes) < 2:
			f[0].verdict, f[0].note = NotRun, "One size has no slope"
		case r.longest(seconds) < leastTimed:
			f[0].verdict = OtherData
			f[0].note = fmt.Sprintf("All times are below %g s, too short for a slope: use larger graphs", leastTimed)
		}
		return f
	}
}

func (r *externalRun) cliquesOfWebBase(*claim) []finding {
	if len(r.r.Times) == 0 {
		return r.nothingTimed()
	}
	t := r.last()
	return found(OtherData, "%.1f s for %s: %.1f s per million pages",
		t.Cliques, digits.Plural(t.Pages, "page"), t.Cliques/float64(t.Pages)*1e6)
}

func (r *externalRun) pageRankOfWebBase(*claim) []finding {
	if len(r.r.Times) == 0 {
		return r.nothingTimed()
	}
	t := r.last()
	return found(OtherData, "%.1f s for %s, %s: %.1f s per million pages",
		t.PageRank, digits.Plural(t.Pages, "page"), digits.Plural(t.Iterations, "iteration"), t.PageRank/float64(t.Pages)*1e6)
}

func (r *externalRun) memoryOfSCC(c *claim) []finding {
	if len(r.r.Times) == 0 {
		return r.nothingTimed()
	}
	bytes := r.last().SCCBytes
	return ofTinyModel(r.last().Pages, found(c.judge(bytes), "%.3f bytes a page, by a depth-first visit that reads lists at random. The times are of "+
		"weft components, which also reads the transpose; it takes up to 33.4 bytes, "+
		"in scratch files where memory is short", bytes))
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

// series formats the times of the last model by size.
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

// byChance returns the growth of a random graph, which has a threshold; nil if none was measured.
func (r *externalRun) byChance() *ModelGrowth {
	if len(r.r.Growths) == 0 {
		return nil
	}
	return &r.r.Growths[len(r.r.Growths)-1]
}

func (r *externalRun) growth(*claim) (all []finding) {
	random := r.byChance()
	if random == nil {
		return notRun("no graph was grown")
	}
	for _, g := range r.r.Growths[:len(r.r.Growths)-1] {
		falls, grows := true, true
		for i := 1; i < len(g.Points); i++ {
			falls = falls && g.Points[i].Count <= g.Points[i-1].Count
			grows = grows && g.Points[i].Largest >= g.Points[i-1].Largest
		}
		f := found(verdict(falls && grows && g.Jump < random.Jump/2, falls && grows),
			"%s; steepest rise %.1f %% of the pages, of the random graph %.1f %%",
			growthText(g.Growth), 100*g.Jump, 100*random.Jump)
		f[0].of = g.Model
		all = append(all, ofTinyModel(g.Pages, f)...)
	}
	return all
}

// ofTinyModel gives no verdict on models of fewer pages than the least of the other papers with models.
func ofTinyModel(pages int, all []finding) []finding {
	if pages < paperPages {
		all[0].verdict, all[0].note = OtherData, fmt.Sprintf("A model of %s; a verdict requires %s", digits.Plural(pages, "page"), digits.Grouped(paperPages))
	}
	return all
}

func (r *externalRun) threshold(c *claim) []finding {
	g := r.byChance()
	if g == nil {
		return nil
	}
	return ofTinyModel(g.Pages, found(c.judge(100*g.Jump), "%s", growthText(g.Growth)))
}

func growthText(g *measure.Growth) string {
	var all []string
	for _, p := range g.Points {
		all = append(
			all,
			fmt.Sprintf("%g %%: %s, largest %s", p.Percent, digits.Grouped(p.Count), digits.Share(p.Largest, g.Pages)),
		)
	}
	return digits.Plural(g.Pages, "page") + "; " + strings.Join(all, "; ")
}

func quoted(p *portrait.Portrait, _ *claim) []finding {
	exponent := func(x measure.Law) string {
		if x.Fit == nil {
			return "none"
		}
		return fmt.Sprintf("%.2f", x.Fit.Exponent)
	}
	return found(OtherData, "%s, %s, %s, %.1f",
		digits.Share(p.LargestSCC, p.Pages), exponent(p.In), exponent(p.Out), p.Mean)
}
