package compare_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/compare"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{compare.Question}, `
compare
compare --list gone
compare --list new -o -
compare --list kept
compare --list lost => --list lost: expected gone, new or kept
compare --top -1 => --top -1
compare -o - => --output -: expected a file
compare -o table
`)
}
