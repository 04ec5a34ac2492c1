package portrait_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/portrait"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{portrait.Question}, `
portrait
portrait --samples 9 => --samples 9
portrait --cores -1 => --cores -1: expected 0 to 10
portrait --cores 0
portrait --cores 10
portrait --cores 11 => --cores 11
portrait --plots - => --plots -: expected a folder
`)
}
