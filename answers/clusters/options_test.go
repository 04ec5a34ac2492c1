package clusters_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/clusters"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{clusters.Question}, `
clusters
clusters --method louvain => --method louvain: expected one of leiden, mcl, closed
clusters --weights kept
clusters --weights two => --weights two: expected one of one, directions, returned
clusters --quality size => --quality size: expected one of modularity, cpm
clusters --method mcl --quality cpm => --quality requires --method leiden
clusters --method mcl --resolution 2 => --resolution requires --method leiden
clusters --method closed --resolution 2 => --resolution requires --method leiden
clusters --inflation 2 => --inflation requires --method mcl
clusters --keep 5 => --keep requires --method mcl
clusters --first-wins => --first-wins requires --method mcl
clusters --method mcl --inflation 3 --keep 5 --first-wins
clusters --resolution 0 => --resolution 0: expected more than 0
clusters --method mcl --inflation 1 => --inflation 1: expected more than 1, and at most 30
clusters --method mcl --inflation 30
clusters --method mcl --inflation 30.5 => --inflation 30.5
clusters --method mcl --keep 0 => --keep 0: expected 1 or more
clusters --method mcl --keep 1
clusters --iterations -1 => --iterations -1: expected 0 or more
clusters --max-size -1 => --max-size -1: expected 0 or more
clusters --max-size 5 --again 0.5
clusters --again -1 => --again -1: expected 0 or more
clusters --method mcl --again 1 => --again 1: expected 0 or more; of mcl 0, or more than 1
clusters --method mcl --again 0
clusters --method mcl --again 1.5
clusters --top -1 => --top -1
clusters --top 0
`)
}
