package measure_test

import (
	"testing"

	"weft/answers/answer/answertest"
	"weft/answers/measure"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, measure.Questions, `
degrees
degrees --samples 9 => --samples 9: expected 10 or more, or -1 for none
degrees --samples 10
degrees --samples -1
degrees --samples -2 => --samples -2
degrees --samples 0 => --samples 0
components
components --samples 9 => --samples 9
components --grow 10,50,200%
components --grow 10,50 => --grow "10,50": expected shares
components --grow 50,10% => --grow "50,10%"
components --grow 0..10% => --grow
components --grow 1..300% --plots dir
components --plots dir => --plots requires --grow
components --grow 10% --plots - => --plots -: expected a folder
distances
distances --from 0 --back
distances --back => --back requires --from
distances --from 0 --diameter => --diameter cannot be combined with --from
distances --exact
distances --exact --from 0 => --exact cannot be combined with
distances --exact --diameter => --exact cannot be combined with
distances --exact --runs 3 => --exact cannot be combined with
distances --exact --sources 3 => --exact cannot be combined with
distances --from 0 --runs 3 => --from and --diameter cannot be combined with
distances --diameter --sources 3 => --from and --diameter cannot be combined with
distances --diameter --iterations 3 => --from and --diameter cannot be combined with
distances --sources 1 => --sources 1 gives no interval
distances --sources 2
distances --sources -1 => --sources -1
distances --runs -1 => --runs -1
distances --iterations -1 => --iterations -1
distances --top -1 => --top -1
rank pagerank
rank pagerank --alpha 0 => --alpha 0: expected a number between 0 and 1
rank pagerank --alpha 1 => --alpha 1
rank pagerank --alpha 0.99
rank pagerank --iterations 0 => --iterations 0: expected 1 or more
rank pagerank --iterations 1
rank pagerank --tolerance -1 => --tolerance -1: expected a number, 0 or more
rank pagerank --tolerance 0
rank pagerank --tolerance Inf => --tolerance +Inf
rank pagerank --method jacobi => --method jacobi: expected one of
rank pagerank --method power
rank pagerank --dangling none => --dangling none: expected one of strong, weak, pseudo
rank pagerank --dangling weak
rank pagerank --weights kept
rank pagerank --weights heavy => --weights heavy: expected one of one, kept
rank pagerank --weights kept --method power
rank pagerank --weights kept --method gauss-seidel => --weights kept cannot be combined with --method gauss-seidel
rank pagerank --top -1 => --top -1
rank hits --norm l3 => --norm l3: expected one of
rank hits --norm l1
rank hits --iterations 0 => --iterations 0
rank hits --tolerance -1 => --tolerance -1
rank salsa --top 0
rank salsa --top -1 => --top -1
rank indegree
`)
}
