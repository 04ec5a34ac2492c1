package report

import (
	"weft/answers/answer"
	"weft/answers/measure"
)

// relations shows how strongly scores of pages go together.
func (b *builder) relations() {
	d := b.data.Degrees
	if d == nil || len(d.Correlations) == 0 || b.Small {
		return
	}
	how := []string{
		"Both are computed over all pages of the population. Pearson's r measures linear dependence and is dominated by the largest values. " +
			"Kendall's τ-b compares only the order of each two pages, with a correction for ties. It is exact, by sorting (Knight, “A computer method for calculating Kendall's tau”, JASA 61, 1966).",
		"There is no value if one of the scores is the same for all pages.",
	}
	table := measure.CorrelationTable(d.Correlations)
	for _, row := range table.Rows {
		for i, cell := range row {
			if cell == measure.PageRank {
				row[i] = scoreName(cell)
			}
		}
	}
	b.Relations = b.newSection("correlations", "Correlations", how, answer.Text("Correlation between the scores of pages, from −1 to 1."), table)
}
