package report

import (
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/digits"
)

// leastShare is the share of the joined pairs from which a distance has a row of its own.
const leastShare = 0.0005

// distances shows what weft distances has kept.
func (b *builder) distances() {
	d := b.data.Distances
	if d == nil {
		if b.data.DistancesWhy != "" {
			b.Distances = b.newSection("distances", "Distances", []string{
				"Distances are measured by weft distances, and shown here if they belong to this graph and their summary was kept with them.",
			}, answer.Text("Distances that are kept with the crawl are left out: "+b.data.DistancesWhy+"."))
		}
		return
	}
	sentence := distanceSentence(d)
	b.find("%s", sentence)
	blocks := append([]answer.Block{answer.Text(sentence)}, distanceWarnings(d)...)
	for _, f := range d.Figures() {
		if _, is := f.(answer.Advice); !is { // which names options of the command: the warnings say the same
			blocks = append(blocks, f)
		}
	}
	v := b.newSection("distances", "Distances", distanceHow(d), blocks...)
	if rows := distanceRows(d.Pairs, d.PairsCounted()); len(rows) > 0 {
		v.Parts = append(v.Parts, partView{Bars: rows})
	}
	for _, t := range d.TopTables() {
		v.add(t)
	}
	b.Distances = v
}

// distanceWarnings say what the figures leave out.
func distanceWarnings(d *measure.Distances) (all []answer.Block) {
	if d.Cut {
		all = append(all, answer.Text("Pairs farther apart than "+plural(d.Longest, "link")+" are left out of all this: the search was ended there."))
	}
	if d.MostUnseen() {
		all = append(all, answer.Text("There may be more joined pairs that no search came by than were found; the intervals of distances know nothing of them."))
	}
	return all
}

func distanceHow(d *measure.Distances) []string {
	of := arcsThatCount(d.Kinds) + " A pair is two different pages of which the first leads to the second. Distances seen in less than 0.05\u00a0% of the pairs have no row. "
	const centrality = "The harmonic centrality of a page is the sum of 1/distance over all pages that lead to it"
	pairs := "Counted by searches along links from all pages. " + of
	if d.Exact {
		return []string{pairs, centrality + "."}
	}
	if !d.PairsCounted() {
		pairs = "Pairs are estimated by searches along links from pages that were drawn; intervals are 95\u00a0% from the spread of the searches. " + of +
			"The longest distance is the greatest that was seen, a lower bound."
	}
	return []string{
		pairs,
		centrality + ", estimated by HyperBall (Boldi and Vigna, “In-core computation of geometric centralities with HyperBall”, ICDM Workshops 2013); its error is the standard error as a share of the value, root mean square over all pages and of the worst page. " +
			"These results were kept by weft distances before this report was written.",
	}
}

func distanceSentence(d *measure.Distances) string {
	if d.NoneFound() {
		return "None of the " + plural(d.Sources, "page") + " that were searched from leads to another, so that distances are not known."
	}
	if !(d.Reachable.Value > 0) {
		return "No page leads to another, so that there are no distances."
	}
	return "Where one page leads to another, it takes " + fixed(d.Average.Value, 1) + " links on average; the effective diameter is " + fixed(d.Effective.Value, 1) +
		": nine of ten such pairs lie within it, interpolated between whole numbers of links; " + percentOf(d.Reachable.Value) + " of all pairs are joined so."
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
