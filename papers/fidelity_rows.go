package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/answers/simulate"
	"weft/internal/digits"
)

// rows writes the table: a row for each line of the paper that can be looked at.
func (f *fidelityRun) rows() {
	f.introRows()
	f.drawingRows()
	f.tableRows()
	f.webRows()
	f.modelRows()
	f.claimRows()
	f.componentRows()
	f.settingRows()
	f.openRows()
	f.r.Rows = f.all
}

// The reasons why a row was not run.
const (
	wantsCrawl  = "name a crawl"
	wantsModels = "the models were left out"
)

func (f *fidelityRun) introRows() {
	const (
		where, what = "Introduction", "the top 1,000 pages that were fetched"
		paper       = "a .de crawl of 2012, ghosts ranked, too: about 30 % of the best by in-links, less than 20 % of the best by PageRank"
		shift       = "mean displacement of the top 30 %"
		shiftPaper  = "66,216 ranks on half of GOV, a target of 5,418,054 pages; tau .55"
	)
	t, s := f.r.Top, f.r.Crawl
	if s == nil {
		f.notRun(where, what, paper, wantsCrawl)
		f.notRun(where, shift, shiftPaper, wantsCrawl)
		return
	}
	v, note := OtherData, "the crawl has no ghosts, so half of it was left out at random, whatever the rank of a page: nothing that a crawler would leave out"
	if t.Of == "the crawl" {
		v = verdict(t.ByPageRank < t.ByLinks && t.ByLinks < 0.5, t.ByPageRank < 1)
		note = "agrees if most of the best by in-links are missing, and more of the best by PageRank; cannot be told if some are"
	}
	f.on(where, what, paper).add(v, note, "%s, the top %s: %.1f %% by in-links, %.1f %% by PageRank; of all pages %.1f %%", t.Of, digits.Grouped(t.Top), 100*t.ByLinks, 100*t.ByPageRank, 100*t.Fetched)
	c := s.cell(simulate.Blocked, 0.5)
	if c.Crawled.Value == 0 {
		f.notRun(where, shift, shiftPaper, "the half of so few pages has none")
		return
	}
	d := c.Shares[0].Displacement
	f.on(where, shift, shiftPaper).add(OtherData, "in ranks of all crawled pages; GOV's number of crawled pages is not told, 66,216 is 2.4 % of half of its target",
		"%.0f ranks (95 %%: %.0f to %.0f), %.1f %% of the %.0f pages crawled; %s", d.Value, d.Low, d.High, 100*d.Value/c.Crawled.Value, c.Crawled.Value, digits.Plural(c.Sets, "set"))
}

func (f *fidelityRun) drawingRows() {
	const note = "the paper prints pictures, no arcs: ours is a graph of 15 pages of the kind that its text describes, and the bounds are ours, too. "
	for i, p := range []struct {
		change string
		rule   string
		agrees func(d *Drawing) bool
	}{
		{"no change", "Agrees if tau-b is 1 in all crawls", func(d *Drawing) bool { return d.Least > 1-1e-9 }},
		{"large change", "Agrees if tau-b is below 0.75", func(d *Drawing) bool { return d.TauB < 0.75 }},
		{"small change", "Agrees if the mean tau-b is above 0.9", func(d *Drawing) bool { return d.TauB > 0.9 }},
		{"drastic change", "Agrees if tau-b falls by four times as much as in (c), though one page is left out, not two", func(d *Drawing) bool { return 1-d.TauB > 4*(1-f.r.Drawings[2].TauB) }},
	} {
		d := &f.r.Drawings[i]
		f.on("Fig. 2 "+d.Name, d.What, p.change).add(verdict(p.agrees(d), false), note+p.rule, "tau-b %.3f, mean of %s; least %.3f", d.TauB, digits.Plural(d.Crawls, "crawl"), d.Least)
	}
}

func (f *fidelityRun) tableRows() {
	const paper = "GOV: 301,128,778 → 5,418,054 pages, 2,111,229,433 → 180,657,788 arcs; DE: 247,641,473 → 133,895,590, 14,795,732,782 → 10,085,242,536; " +
		"UK: 39,454,746 → 38,838,959, 936,364,282 → 928,939,162; Friendster: 68,349,466 → 61,100,375, 2,586,147,869 → 2,575,600,737"
	if r := f.r.Reduced; r == nil {
		f.notRun("Table 1", "what the best 1 % by PageRank reach", paper, wantsCrawl)
	} else {
		f.on("Table 1", "what the best 1 % by PageRank reach", paper).add(OtherData, "of crawled pages and the links between them", "%s → %s, %s → %s",
			digits.Grouped(r.Pages), digits.Plural(r.TargetPages, "page"), digits.Grouped(r.Arcs), digits.Plural(r.TargetArcs, "arc"))
	}
	for i := range fidelityModels {
		m := &fidelityModels[i]
		s := f.named(m.name)
		what, printed := "arcs of "+m.name, digits.Grouped(m.paper)
		if s == nil {
			f.notRun("Table 2", what, printed, wantsModels)
			continue
		}
		d := s.Drawn
		z := (float64(m.paper) - d.Mean) / d.SD
		v, note := verdict(math.Abs(z) < 1.96, math.Abs(z) < 3), "agrees if the paper's lies within 1.96 standard deviations of the mean of our draws, cannot be told within 3"
		if s.Pages != paperPages {
			v, note = OtherData, "of models of another size"
		}
		switch m.name {
		case gnp:
			note += "; p is printed as 0.0003, which has a tenth of the arcs: 0.003"
		case scaleFree:
			note += "; parallel arcs counted, as NetworkX does"
		case ffBacklinks:
			note += "; a fire of its own: the paper's two totals fit one fire badly"
		}
		f.on("Table 2", what, printed).add(v, note, "%s; %s: %.0f, standard deviation %.0f; the paper's is %+.2f of these away", digits.Grouped(d.Ours), digits.Plural(d.Draws, "draw"), d.Mean, d.SD, z)
	}
}

const paperPages = 10_000

// named returns the subject of a model; nil if it was left out.
func (f *fidelityRun) named(name string) *Subject {
	for _, s := range f.r.Models {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// openRows are about what the paper leaves open.
func (f *fidelityRun) openRows() {
	var parts []string
	for _, m := range f.meanFates() {
		parts = append(parts, fmt.Sprintf("%s %.3f", m.ranking, m.tau))
	}
	f.on("Conclusion", "other rankings", "“to determine the confidence of results produced by other centrality measures on partially discovered graphs” is future work").add(Beyond,
		"PageRank alone is compared with a target that teleports to the crawl, which makes it look better than it is: pagerank-plain is to be compared with the others", "tau-b of the best 30 %%, crawls of half of the target, mean over graphs and orders, %s: %s",
		digits.Plural(f.Few, "set"), strings.Join(parts, ", "))
	parts = nil
	for _, e := range f.r.Estimators {
		if e.Order == "" {
			parts = append(parts, fmt.Sprintf("%s %.3f, %.3f, %.3f", e.Graph, e.HAK.RMS, e.Recrawl.RMS, e.Gamma.RMS))
		}
	}
	f.on("Effectiveness of HAK", "another estimate", "“as our final goal, we will like to extend HAK as a black-box of measures, from which a suitable measure can be chosen”").add(Beyond,
		"Recrawl keeps a share γ of the crawl's pages and takes the tau of that part for the crawl's own; γ itself is there as what any estimate must beat",
		"root mean square error of HAK, of Recrawl (%s), and of γ taken for tau; blocks of 10, 30 and 50 %%, all orders, %s: %s", digits.Plural(f.Draws, "draw"), digits.Plural(f.Few, "set"), strings.Join(parts, "; "))
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
