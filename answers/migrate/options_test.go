package migrate_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/migrate"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{migrate.Question}, `
seeds carry => no pages given: use --seeds for a list, or --all
seeds carry --seeds list
seeds carry --all
seeds carry --all --seeds list => no pages given
seeds carry --all --old-text a => --old-text and --new-text require each other
seeds carry --all --new-text a => --old-text and --new-text require each other
seeds carry --all --old-text a --new-text b
seeds carry --all --least 1
seeds carry --all --least 1.5 => --least 1.5: expected 0 to 1
seeds carry --all --least -0.5 => --least -0.5
`)
}
