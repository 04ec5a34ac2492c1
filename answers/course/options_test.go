package course_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/course"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, []answer.Question{course.Question, course.FitQuestion}, `
simulate course
simulate course --strategy bfs,dfs
simulate course --strategy bfs,bfs => --strategy: 
simulate course --strategy flow => --strategy: 
simulate course --strategy crawlers:3
simulate course --strategy crawlers => --strategy: 
simulate course --measure none
simulate course --measure nothing => --measure: 
simulate course --progress 10,50%
simulate course --progress 0% => --progress 
simulate course --progress x => --progress 
simulate course --starts 0 => --starts 0: expected 1 or more
simulate course --starts 1
simulate course --plots - => --plots -: expected a folder
simulate fit
simulate fit --models 1 => --models 1: expected 2 or more
simulate fit --models 2
simulate fit --law zipf => --law zipf: expected one of fitted, observed
simulate fit --law observed
simulate fit --strategy bfs,dfs => --strategy bfs,dfs: expected one strategy
simulate fit --starts 0 => --starts 0
simulate fit --plots - => --plots -
`)
}
