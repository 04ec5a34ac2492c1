package report

import (
	"fmt"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/digits"
)

// leastShare is the share of the joined pairs from which a distance has a row of its own.
const leastShare = 0.0005

// A distancesView shows how far pages are from each other.
type distancesView struct {
	sectionView
	Figure *figureView
	Rows   []barRow
}

// distances shows what weft distances has kept.
func (b *builder) distances() {
	d := b.data.Distances
	if d == nil {
		if b.data.DistancesWhy != "" {
			b.Distances = &distancesView{sectionView: *b.newSection("distances", "Distances", []string{
				"Run weft distances " + quotedPath(b.data.Info.Path) + " to measure distances; the report shows its saved result for this graph.",
			}, answer.Text("The saved distances are left out: "+b.data.DistancesWhy+"."))}
		} else if b.data.Info.Pages > 1 && b.data.Info.Arcs > 0 {
			b.Distances = &distancesView{sectionView: *b.newSection("distances", "Distances", nil,
				answer.Text("Not measured in this report, because the crawl is large. weft distances "+quotedPath(b.data.Info.Path)+" measures them, and the next report shows the result."))}
		}
		return
	}
	sentence := distanceSentence(d)
	blocks := append([]answer.Block{answer.Text(sentence)}, distanceWarnings(d)...)
	for _, f := range d.Figures() {
		if _, is := f.(answer.Advice); !is { // which names options of the command: the warnings say the same
			blocks = append(blocks, f)
		}
	}
	v := &distancesView{sectionView: *b.newSection("distances", "Distances", distanceHow(d), blocks...)}
	v.Rows = distanceRows(d.Pairs, d.PairsCounted())
	if bars, ok := newDistanceBars(d.Pairs, d.Effective.Value); ok && !b.Small {
		v.Figure = b.picture(Figure{
			Name: "distances", Title: "Distances between connected pages", Sheet: bars.sheet(), Description: bars.describe(),
			Caption: "Ordered pairs of different pages, the first leading to the second, by the links of a shortest path.",
			Columns: []string{"distance", "pairs_within"}, Rows: pairRows(d.Pairs),
		})
	}
	for _, t := range d.TopTables() {
		v.add(t)
	}
	b.Distances = v
}

// Texts are the sentences, which are not folded.
func (v *distancesView) Texts() []partView { return v.only(true) }

// Folded are the figures and tables.
func (v *distancesView) Folded() []partView { return v.only(false) }

func (v *distancesView) only(texts bool) (parts []partView) {
	for _, p := range v.Parts {
		if (p.Text != "") == texts {
			parts = append(parts, p)
		}
	}
	return parts
}

// pairRows is the neighbourhood function for a table.
func pairRows(pairs []float64) (rows [][]any) {
	for t, n := range pairs {
		rows = append(rows, []any{t, fmt.Sprintf("%.0f", n)})
	}
	return rows
}

// distanceWarnings say what the figures leave out.
func distanceWarnings(d *measure.Distances) (all []answer.Block) {
	if d.Cut {
		all = append(all, answer.Text("Pairs farther apart than "+plural(d.Longest, "link")+" are left out: the search stopped there."))
	}
	if d.MostUnseen() {
		all = append(all, answer.Text("More connected pairs may exist than the searches met; the intervals of distances do not cover these."))
	}
	return all
}

func distanceHow(d *measure.Distances) []string {
	of := arcsThatCount(d.Kinds) + " A pair is two different pages, the first leading to the second. The row “other” holds the distances of less than 0.05\u00a0% of the pairs each. "
	const centrality = "The harmonic centrality of a page is the sum of 1/distance over all pages that lead to it"
	pairs := "Counted by searches along links from all pages. " + of
	if d.Exact {
		return []string{pairs, centrality + "."}
	}
	if !d.PairsCounted() {
		pairs = "Pairs are estimated by searches along links from random pages; 95\u00a0% intervals come from the spread of the searches. " + of +
			"The longest distance is a lower bound: the greatest distance met."
	}
	return []string{
		pairs,
		centrality + ", estimated by HyperBall (Boldi and Vigna, “In-core computation of geometric centralities with HyperBall”, ICDM Workshops 2013). The error is the standard error relative to the value: the root mean square over all pages, and the largest. " +
			"These results were saved by weft distances before this report was written.",
	}
}

func distanceSentence(d *measure.Distances) string {
	if d.NoneFound() {
		return "None of the " + plural(d.Sources, "page") + " with a search leads to another page, so distances are unknown."
	}
	if !(d.Reachable.Value > 0) {
		return "No page leads to another, so there are no distances."
	}
	within := "the effective diameter is " + fixed(d.Effective.Value, 1) + " (nine of ten such pairs lie within it, interpolated between whole numbers)"
	if d.Effective.Value <= 1 {
		within = "at least nine of ten such pairs are joined by a link"
	}
	return "Between connected pages, a path takes " + fixed(d.Average.Value, 1) + " links on average; " + within + "; " + percentOf(d.Reachable.Value) + " of all pairs are connected."
}

// distanceRows shows how many pairs are at each distance; pairs is the neighbourhood function, counted exactly or not.
func distanceRows(pairs []float64, exactly bool) []barRow {
	var rows []barRow
	last := len(pairs) - 1
	most, rest := 0.0, 0.0
	for t := 1; t <= last; t++ {
		most = max(most, pairs[t]-pairs[t-1])
	}
	for t := 1; t <= last; t++ {
		n := pairs[t] - pairs[t-1]
		if joined := pairs[last] - pairs[0]; joined > 0 && n/joined >= leastShare {
			number := typeset(digits.About(n))
			if exactly {
				number = count(int64(n))
			}
			rows = append(rows, barRow{Class: "data", Label: count(t), Count: number, Part: percentOf(n / joined), Width: 100 * n / most})
		} else {
			rest += n
		}
	}
	if rest >= 0.5 {
		rows = append(rows, barRow{Class: "data", Label: "other", Count: count(int64(rest)), Part: percentOf(rest / (pairs[last] - pairs[0])), Width: 100 * rest / most})
	}
	return rows
}
