package report

import (
	"strings"
	"testing"

	"weft/answers/answer"
)

// Sections of answers have the minus of the rest of the page, in figures, sentences and tables; what is no number keeps
// its hyphens, and the answer its own.
func TestMinusOfAnswers(t *testing.T) {
	table := &answer.Table{Columns: []answer.Column{{Title: "pair"}, {Title: "r"}}}
	table.Add("in-out of 2026-03", "-0.25")
	d := Data{Info: infoOf(3, 2), Others: []Answered{{
		Question: answer.Question{Name: "x", Long: "Take --exact for more.", Section: &answer.Section{Title: "X-rays", How: []string{"Each ray is counted."}}},
		Blocks:   []answer.Block{answer.Row("rho", "-1.5 (-2 to 7)"), answer.Text("It fell by -3, in a well-known way: x-1."), table},
	}}}
	page, _ := render(t, d)
	for _, want := range []string{"−1.5 (−2 to 7)", "It fell by −3, in a well-known way: x-1.", "in-out of 2026-03", "−0.25", "X-rays", "Each ray is counted."} {
		if !strings.Contains(page, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(page, "--exact") {
		t.Error("the help text of the command stands in the report")
	}
	if table.Rows[0][1] != "-0.25" {
		t.Errorf("the answer says %q now", table.Rows[0][1])
	}
}
