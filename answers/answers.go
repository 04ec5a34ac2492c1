// Package answers lists what can be asked of every crawl.
package answers

import (
	"slices"

	"weft/answers/answer"
	"weft/answers/assortativity"
	"weft/answers/atlas"
	"weft/answers/chance"
	"weft/answers/clusters"
	"weft/answers/compare"
	"weft/answers/contents"
	"weft/answers/cores"
	"weft/answers/course"
	"weft/answers/fidelity"
	"weft/answers/inequality"
	"weft/answers/kcore"
	"weft/answers/links"
	"weft/answers/measure"
	"weft/answers/migrate"
	"weft/answers/missing"
	"weft/answers/order"
	"weft/answers/portrait"
	"weft/answers/reciprocity"
	"weft/answers/seeds"
	"weft/answers/site"
	"weft/answers/strategies"
	"weft/answers/triangles"
)

// Questions are all of them, in the order of the help. A new one is a line here. Where names have two words, the
// question of the first comes before.
var Questions = slices.Concat(measure.Questions, fidelity.Questions, []answer.Question{strategies.Question}, seeds.Questions, site.Questions, []answer.Question{
	clusters.Question,
	cores.Question,
	migrate.Question,
	compare.Question,
	reciprocity.Question,
	assortativity.Question,
	triangles.Question,
	kcore.Question,
	chance.Question,
	inequality.Question,
	order.Question,
	portrait.Question,
	course.Question,
	course.FitQuestion,
	missing.Question,
	links.Question,
	contents.Question,
	atlas.Question,
})

// Groups are the first words of names that are no questions themselves.
var Groups = []answer.Group{measure.Group}
