package report

import (
	"regexp"
	"strings"

	"weft/answers/answer"
	"weft/internal/option"
)

// An otherView is the answer to a question that the report knows nothing of but what all answers tell.
type otherView struct {
	ID, Title string
	Parts     []otherPart
	How       []string
}

// An otherPart is figures in a row, a sentence, or a table.
type otherPart struct {
	Facts []row
	Text  string
	Table *answer.Table
}

func (b *builder) others() {
	for _, a := range b.data.Others {
		v := otherView{ID: strings.ReplaceAll(a.Name, " ", "-"), Title: a.Section.Title, How: a.Section.How}
		for _, block := range a.Blocks {
			v.add(block)
		}
		b.Others = append(b.Others, v)
		b.section(v.ID, v.Title)
	}
}

// add adds a block behind those that are there. An empty text parts blocks on a terminal alone.
func (v *otherView) add(block answer.Block) {
	if a, is := block.(answer.Advice); is {
		block = a.As(option.Quoted)
	}
	switch x := block.(type) {
	case answer.Figure:
		if n := len(v.Parts); n == 0 || v.Parts[n-1].Facts == nil {
			v.Parts = append(v.Parts, otherPart{})
		}
		last := &v.Parts[len(v.Parts)-1]
		last.Facts = append(last.Facts, row{upper(x.Label), minus(x.Value)})
	case answer.Text:
		if x != "" {
			v.Parts = append(v.Parts, otherPart{Text: minus(string(x))})
		}
	case *answer.Table:
		t := *x
		t.Rows = nil
		for _, cells := range x.Rows {
			texts := make([]string, len(cells))
			for i, cell := range cells {
				texts[i] = minus(cell)
			}
			t.Rows = append(t.Rows, texts)
		}
		v.Parts = append(v.Parts, otherPart{Table: &t})
	}
}

// minus gives negative numbers in a text a real minus sign.
func minus(text string) string { return negative.ReplaceAllString(text, "${1}−${2}") }

var negative = regexp.MustCompile(`(^|[\s(])-(\d)`)
