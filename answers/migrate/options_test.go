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
seeds carry => say which pages: with --seeds a list, or with --all all of them
seeds carry --seeds list
seeds carry --all
seeds carry --all --seeds list => say which pages
seeds carry --all --old-text a => --old-text and --new-text go together
seeds carry --all --new-text a => --old-text and --new-text go together
seeds carry --all --old-text a --new-text b
seeds carry --all --least 1
seeds carry --all --least 1.5 => --least 1.5: want 0 to 1
seeds carry --all --least -0.5 => --least -0.5
`)
}
