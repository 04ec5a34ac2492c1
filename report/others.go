package report

import (
	"strings"

	"weft/answer"
)

// An otherView is the answer to a question that the report knows nothing of but what all answers tell.
type otherView struct {
	ID, Title string
	Facts     []row
	Texts     []string
	Tables    []*answer.Table
	How       []string
}

func (b *builder) others() {
	for _, a := range b.data.Others {
		v := otherView{ID: strings.ReplaceAll(a.Name, " ", "-"), Title: a.Title, How: []string{strings.Join(strings.Fields(a.Long), " ")}}
		for _, block := range a.Blocks {
			switch x := block.(type) {
			case answer.Figure:
				v.Facts = append(v.Facts, row{upper(x.Label), x.Value})
			case answer.Text:
				v.Texts = append(v.Texts, string(x))
			case *answer.Table:
				v.Tables = append(v.Tables, x)
			}
		}
		b.Others = append(b.Others, v)
		b.section(v.ID, v.Title)
	}
}
