package strategies_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/strategies"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{strategies.Question}, `
simulate
simulate --orders bfs,sec
simulate --orders bfs,best => --orders: 
simulate --orders bfs,bfs => --orders bfs,bfs: bfs is given twice
simulate --blocks 1 => --blocks 1
simulate --start top
simulate --start best => --start best: expected random or top
simulate --sets 0 => --sets 0: expected 1 or more
simulate --sets 1
simulate --iterations 0 => --iterations 0
simulate --seed-share 0 => --seed-share 0: expected more than 0, at most 1
simulate --seed-share 1
simulate --seed-share 1.1 => --seed-share 1.1
simulate --alpha 1 => --alpha 1
simulate --count 3 => --count requires --strategy
simulate --pages 3 => --pages requires --strategy
simulate --by host => --by requires --strategy
simulate --sites list => --sites requires --strategy
simulate --plots dir => --plots requires --strategy
simulate --fidelity-points 3 => --fidelity-points requires --strategy
simulate --strategy bfs --orders bfs => --orders cannot be combined with --strategy
simulate --strategy bfs --blocks 0.5 => --blocks cannot be combined with --strategy
simulate --strategy bfs --seed-share 0.5 => --seed-share cannot be combined with --strategy
simulate --strategy bfs,opic --count 3 --pages 5 --by domain
simulate --strategy all
simulate --strategy bfs,bfs => --strategy bfs,bfs: bfs is given twice
simulate --strategy bfs,all => --strategy bfs,all: bfs is given twice
simulate --strategy walk => --strategy: 
simulate --strategy bfs --by page => --by page: expected host, domain or site
simulate --strategy bfs --sites list
simulate --strategy bfs --by host --sites list => --sites requires --by site
simulate --strategy bfs --start top --sets 2 => --sets 2: --start top gives only one set of seeds
simulate --strategy bfs --start top --sets 1
simulate --strategy bfs --start top
simulate --strategy bfs --sets 0 => --sets 0: expected 1 to 1,000,000
simulate --strategy bfs --sets 1000001 => --sets 1000001
simulate --strategy bfs --count 0 => --count 0
simulate --strategy bfs --pages -1 => --pages -1
simulate --strategy bfs --fidelity-points -1 => --fidelity-points -1
`)
}
