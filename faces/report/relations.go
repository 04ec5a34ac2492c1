package report

import (
	"strings"

	"weft/answers/measure"
)

type relationsView struct {
	Rows []relation
	How  []string
}

type relation struct{ A, B, Population, Pearson, Kendall, Undefined string }

// relations shows how strongly scores of pages go together.
func (b *builder) relations() {
	d := b.data.Degrees
	if d == nil || len(d.Correlations) == 0 {
		return
	}
	v := &relationsView{How: []string{
		"Both are computed over the pages of the population. Pearson's r asks for a straight line and is ruled by the largest values. " +
			"Kendall's τ-b asks only whether two pages are ordered alike by both, with ties taken out of either side; it is exact, by sorting (Knight, “A computer method for calculating Kendall's tau”, JASA 61, 1966).",
		"A value is undefined where one of the scores is the same for all pages.",
	}}
	for _, c := range d.Correlations {
		v.Rows = append(v.Rows, newRelation(c))
	}
	b.Relations = v
	b.section("correlations", "Correlations")
}

func newRelation(c measure.Correlation) relation {
	r := relation{A: scoreName(c.A), B: scoreName(c.B), Population: c.Population, Undefined: c.Undefined}
	if r.Undefined == "" {
		r.Pearson, r.Kendall = fixed(c.Pearson, 3), fixed(c.KendallB, 3)
	}
	return r
}

// scoreName writes the name of a score as the text does.
func scoreName(name string) string {
	switch strings.ToLower(name) {
	case "in", "in-degree", "indegree":
		return "in-degree"
	case "out", "out-degree", "outdegree":
		return "out-degree"
	case "total":
		return "total degree"
	case "pagerank":
		return "PageRank"
	case "hits":
		return "HITS"
	case "salsa":
		return "SALSA"
	}
	return name
}
