// Package answers lists what can be asked of every crawl.
package answers

import (
	"slices"

	"weft/answer"
	"weft/answers/assortativity"
	"weft/answers/reciprocity"
	"weft/measure"
)

// Questions are all of them, in the order of the help. A new one is a line here.
var Questions = append(slices.Clone(measure.Questions),
	reciprocity.Question,
	assortativity.Question,
)

// Find returns the question with a name, as typed.
func Find(name string) (answer.Question, bool) {
	i := slices.IndexFunc(Questions, func(q answer.Question) bool { return q.Name == name })
	if i < 0 {
		return answer.Question{}, false
	}
	return Questions[i], true
}
