package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/answers/simulate"
	"weft/internal/digits"
)

// fidelityChecks compare the claims of claims/fidelity.toml with a run.
var fidelityChecks = checks[*fidelityRun]{
	"missing best": (*fidelityRun).missingBest,
	"displacement": (*fidelityRun).displacement,
	"no change": func(f *fidelityRun, c *claim) []finding {
		return f.drawing(0, func(d *Drawing) Verdict { return c.judge(d.Least) })
	},
	"large change": func(f *fidelityRun, c *claim) []finding {
		return f.drawing(1, func(d *Drawing) Verdict { return c.judge(d.TauB) })
	},
	"small change": func(f *fidelityRun, c *claim) []finding {
		return f.drawing(2, func(d *Drawing) Verdict { return c.judge(d.TauB) })
	},
	"drastic change":       (*fidelityRun).drasticChange,
	"reach of the best":    (*fidelityRun).reachOfTheBest,
	"arcs of G(n,p)":       arcsOf(gnp),
	"arcs of ScaleFree":    arcsOf(scaleFree),
	"arcs of ForestFire":   arcsOf(forestFire),
	"arcs of FFBacklinks":  arcsOf(ffBacklinks),
	"fall of tau":          ofFidelityCrawl((*fidelityRun).fallOfTau),
	"half":                 ofFidelityCrawl((*fidelityRun).atHalf),
	"real graphs":          ofFidelityCrawl((*fidelityRun).realGraphs),
	"tau of G(n,p)":        ofModels((*fidelityRun).tauOfGNP),
	"HAK of G(n,p)":        ofModels((*fidelityRun).hakOfGNP),
	"hardly any deviation": ofModels((*fidelityRun).hardly),
	"small crawls":         ofModels((*fidelityRun).small),
	"falling":              ofModels((*fidelityRun).falling),
	"overestimated":        ofModels((*fidelityRun).overestimated),
	"underestimated":       ofModels((*fidelityRun).underestimated),
	"top shares":           ofModels((*fidelityRun).shares),
	"components":           ofParts((*PartsTable).largestComponents),
	"gain":                 ofParts((*PartsTable).gain),
	"γ and tau":            ofParts((*PartsTable).gammaAndTau),
	"naive pruning":        ofParts((*PartsTable).naivePruning),
	"higher τ":             ofParts((*PartsTable).higherTau),
	"settings":             (*fidelityRun).settings,
	"other rankings":       (*fidelityRun).otherRankings,
	"other estimate":       (*fidelityRun).otherEstimate,
}

// The reasons why a claim was not checked.
const (
	wantsCrawl  = "name a crawl"
	wantsModels = "the models were left out"
)

type fidelityCheck = func(*fidelityRun, *claim) []finding

// ofFidelityCrawl is a check that requires a crawl.
func ofFidelityCrawl(check fidelityCheck) fidelityCheck {
	return func(f *fidelityRun, c *claim) []finding {
		if f.r.Crawl == nil {
			return notRun(wantsCrawl)
		}
		return check(f, c)
	}
}

// ofModels is a check that requires the models. Models of another size than the paper's give no verdict.
func ofModels(check fidelityCheck) fidelityCheck {
	return func(f *fidelityRun, c *claim) []finding {
		if len(f.r.Models) == 0 {
			return notRun(wantsModels)
		}
		all := check(f, c)
		for _, s := range f.r.Models {
			if s.Pages != paperPages && len(all) > 0 {
				return f.ofPaperSize(s, all)
			}
		}
		return all
	}
}

// ofParts is a check that requires the components of a crawl.
func ofParts(check func(*PartsTable, *claim) []finding) fidelityCheck {
	return func(f *fidelityRun, c *claim) []finding {
		if f.r.Components == nil {
			return notRun(wantsCrawl)
		}
		return check(f.r.Components, c)
	}
}

func (f *fidelityRun) missingBest(*claim) []finding {
	t := f.r.Top
	if f.r.Crawl == nil {
		return notRun(wantsCrawl)
	}
	v := OtherData
	if t.Of == "the crawl" {
		v = verdict(t.ByPageRank < t.ByLinks && t.ByLinks < 0.5, t.ByPageRank < 1)
	}
	all := found(v, "%s, the top %s: %.1f %% by in-links, %.1f %% by PageRank; of all pages %.1f %%",
		t.Of, digits.Grouped(t.Top), 100*t.ByLinks, 100*t.ByPageRank, 100*t.Fetched)
	if v == OtherData {
		return noted(all, "The crawl has no ghosts. So half of it was left out at random, whatever the rank of a page; "+
			"a crawler would leave out other pages")
	}
	return all
}

func (f *fidelityRun) displacement(*claim) []finding {
	if f.r.Crawl == nil {
		return notRun(wantsCrawl)
	}
	c := f.r.Crawl.cell(simulate.Blocked, 0.5)
	if c.Crawled.Value == 0 {
		return notRun("the half of so few pages has none")
	}
	d := c.Shares[0].Displacement
	return found(OtherData, "%.0f ranks (95 %%: %.0f to %.0f), %.1f %% of the %.0f pages crawled; %s",
		d.Value, d.Low, d.High, 100*d.Value/c.Crawled.Value, c.Crawled.Value, digits.Plural(c.Sets, "set"))
}

// drawing judges one of the drawings of Fig. 2.
func (f *fidelityRun) drawing(i int, judge func(*Drawing) Verdict) []finding {
	d := &f.r.Drawings[i]
	all := found(judge(d), "tau-b %.3f, mean of %s; least %.3f", d.TauB, digits.Plural(d.Crawls, "crawl"), d.Least)
	all[0].of = d.What
	return all
}

func (f *fidelityRun) drasticChange(*claim) []finding {
	large, small := f.r.Drawings[1].TauB, f.r.Drawings[2].TauB
	return f.drawing(3, func(d *Drawing) Verdict {
		falls := 1-d.TauB > 4*(1-small)
		return verdict(falls && d.TauB <= large, falls)
	})
}

func (f *fidelityRun) reachOfTheBest(*claim) []finding {
	r := f.r.Reduced
	if r == nil {
		return notRun(wantsCrawl)
	}
	return found(OtherData, "%s → %s, %s → %s", digits.Grouped(r.Pages), digits.Plural(r.TargetPages, "page"),
		digits.Grouped(r.Arcs), digits.Plural(r.TargetArcs, "arc"))
}

// arcsOf judges the number of arcs of a model of the paper's size.
func arcsOf(model string) fidelityCheck {
	return func(f *fidelityRun, c *claim) []finding {
		s := f.named(model)
		if s == nil {
			return notRun(wantsModels)
		}
		d := s.Drawn
		z := (c.Value - d.Mean) / d.SD
		all := found(verdict(math.Abs(z) < 1.96, math.Abs(z) < 3),
			"%s; %s: %.0f, standard deviation %.0f; the paper's is %+.2f of these away",
			digits.Grouped(d.Ours), digits.Plural(d.Draws, "draw"), d.Mean, d.SD, z)
		return f.ofPaperSize(s, all)
	}
}

const paperPages = 10_000

// ofPaperSize gives no verdict on a model of another size than the paper's.
func (f *fidelityRun) ofPaperSize(s *Subject, all []finding) []finding {
	if s.Pages != paperPages {
		all[0].verdict, all[0].note = OtherData, fmt.Sprintf(
			"A model of another size than the paper's %s",
			digits.Plural(paperPages, "page"),
		)
	}
	return all
}

// named returns the subject of a model; nil if it was left out.
func (f *fidelityRun) named(name string) *Subject {
	for _, s := range f.r.Models {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// otherRankings is about a question that the paper leaves open.
func (f *fidelityRun) otherRankings(*claim) []finding {
	var parts []string
	for _, m := range f.meanFates() {
		parts = append(parts, fmt.Sprintf("%s %.3f", m.ranking, m.tau))
	}
	return found(Beyond, "tau-b of the best 30 %%, crawls of half of the target, mean over graphs and orders, %s: %s",
		digits.Plural(f.Few, "set"), strings.Join(parts, ", "))
}

// otherEstimate is about a question that the paper leaves open.
func (f *fidelityRun) otherEstimate(*claim) []finding {
	var parts []string
	for _, e := range f.r.Estimators {
		if e.Order == "" {
			parts = append(parts, fmt.Sprintf("%s %.3f, %.3f, %.3f", e.Graph, e.HAK.RMS, e.Recrawl.RMS, e.Gamma.RMS))
		}
	}
	return found(Beyond, "root mean square error of HAK, of Recrawl (%s), and of γ taken for tau; "+
		"blocks of 10, 30 and 50 %%, all orders, %s: %s",
		digits.Plural(f.Draws, "draw"), digits.Plural(f.Few, "set"), strings.Join(parts, "; "))
}

type meanFate struct {
	ranking string
	tau     float64
}

// meanFates returns the mean of each ranking over graphs and orders.
func (f *fidelityRun) meanFates() (all []meanFate) {
	at := map[string]int{}
	var counts []int
	for _, r := range f.r.Rankings {
		if r.Sets == 0 {
			continue
		}
		i, ok := at[r.Ranking]
		if !ok {
			i = len(all)
			at[r.Ranking], all, counts = i, append(all, meanFate{ranking: r.Ranking}), append(counts, 0)
		}
		all[i].tau += r.Top30.Value
		counts[i]++
	}
	for i := range all {
		all[i].tau /= float64(counts[i])
	}
	return all
}
