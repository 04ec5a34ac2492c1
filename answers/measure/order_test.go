package measure_test

import (
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/option"
)

// Tables of pages and of hosts have the same order: scores first, then names.
func TestScoresStandFirst(t *testing.T) {
	r := measure.Ranking{
		Name: "pagerank", Top: []measure.Top{{Page: 1, URL: "http://a.example/", Score: 0.5}},
		TopHosts: []measure.TopHost{{Host: "a.example", Score: 0.75}, {Score: 0.25}},
	}
	var b strings.Builder
	answer.Print(&b, r.Blocks(), option.Quoted)
	got := strings.Join(strings.Fields(b.String()), " ")
	if want := "pages score page 1 0.5 http://a.example/ hosts, by the sum of their pages score host 1 0.75 a.example 2 0.25 (no host)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
