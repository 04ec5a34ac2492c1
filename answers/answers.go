// Package answers lists what can be asked of every crawl.
package answers

import (
	"slices"

	"weft/answers/assortativity"
	"weft/answers/measure"
	"weft/answers/reciprocity"
)

// Questions are all of them, in the order of the help. A new one is a line here.
var Questions = append(slices.Clone(measure.Questions),
	reciprocity.Question,
	assortativity.Question,
)
