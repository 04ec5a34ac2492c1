package order_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/order"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{order.Question}, `
order
order --rounds 0 => --rounds 0: expected 1 or more
order --rounds 1
order --gammas 0,1/4,0.5,1048576
order --gammas 1048577 => --gammas 1048577: expected numbers from 0 to 1048576
order --gammas -1 => --gammas -1
order --gammas 1,x => --gammas x
order --gammas 1/x => --gammas 1/x
order --gammas NaN => --gammas NaN
`)
}
