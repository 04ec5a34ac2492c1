package missing_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/missing"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{missing.Question}, `
missing
missing --top -1 => --top -1
missing --top 0
missing --list all
missing --list everything => --list everything: expected one of all, 
missing --list all -o list
missing -o list => --output list requires --list
`)
}
