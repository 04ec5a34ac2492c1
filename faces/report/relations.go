package report

import (
	"weft/answers/answer"
	"weft/answers/measure"
)

// relations shows how strongly scores of pages go together.
func (b *builder) relations() {
	d := b.data.Degrees
	if d == nil || len(d.Correlations) == 0 {
		return
	}
	how := []string{
		"Both are computed over the pages of the population. Pearson's r asks for a straight line and is ruled by the largest values. " +
			"Kendall's τ-b asks only whether two pages are ordered alike by both, with ties taken out of either side; it is exact, by sorting (Knight, “A computer method for calculating Kendall's tau”, JASA 61, 1966).",
		"There is no value where one of the scores is the same for all pages.",
	}
	b.Relations = b.newSection("correlations", "Correlations", how,
		answer.Text("How strongly the scores of a page go together, from −1 to 1."), measure.CorrelationTable(d.Correlations))
}
