package cores

import "weft/answers/answer"

// Disjoint returns the question for the disjoint cliques of shapes, "4" or "1..10" fans and centers, as others ask it:
// it lists none. Its answer is a *Found. Check comes first.
func Disjoint(fans, centers string, maxDegree int) answer.Asker {
	return &asked{i: fans, j: centers, kind: disjoint, maxDegree: maxDegree}
}
