package report

import (
	"regexp"
	"strings"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/option"
)

// A sectionView is a section of the page with the blocks of a result. Sections of questions that the report
// knows have plots, too.
type sectionView struct {
	ID, Title string
	Parts     []partView
	Laws      []*lawView
	How       []string
}

// A partView is figures in a row, a sentence, a table, or bars.
type partView struct {
	Facts []row
	Text  string
	Table *tableView
	Bars  []barRow
}

// A tableView is a table with its cells ready to be set.
type tableView struct {
	Title   string
	NoHead  bool
	Columns []answer.Column
	Rows    [][]cellView
}

// A cellView is a text, or a page or host that may be linked.
type cellView struct {
	Text   string
	Place  *topRow
	Number bool
}

// newSection makes a section of blocks, and enters it in the table of contents.
func (b *builder) newSection(id, title string, how []string, blocks ...answer.Block) *sectionView {
	v := &sectionView{ID: id, Title: title, How: how}
	for _, block := range blocks {
		v.add(block)
	}
	b.section(id, title)
	return v
}

func (b *builder) others() {
	for _, a := range b.data.Others {
		b.Others = append(b.Others, *b.newSection(strings.ReplaceAll(a.Name, " ", "-"), a.Section.Title, a.Section.How, a.Blocks...))
	}
}

// add appends a block. An empty text parts blocks on a terminal alone.
func (v *sectionView) add(block answer.Block) {
	if a, is := block.(answer.Advice); is {
		block = a.As(option.Quoted)
	}
	switch x := block.(type) {
	case answer.Figure:
		if n := len(v.Parts); n == 0 || v.Parts[n-1].Facts == nil {
			v.Parts = append(v.Parts, partView{})
		}
		last := &v.Parts[len(v.Parts)-1]
		last.Facts = append(last.Facts, row{upper(x.Label), minus(x.Value)})
	case answer.Text:
		if x != "" {
			v.Parts = append(v.Parts, partView{Text: minus(string(x))})
		}
	case *answer.Table:
		v.Parts = append(v.Parts, partView{Table: newTableView(x)})
	}
}

// newTableView sets the cells of a table.
func newTableView(t *answer.Table) *tableView {
	v := &tableView{Title: upperFirst(t.Title), NoHead: t.NoHead, Columns: t.Columns}
	for _, cells := range t.Rows {
		row := make([]cellView, len(cells))
		for i, cell := range cells {
			row[i] = setCell(cell, t.Columns[i])
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

func setCell(text string, c answer.Column) cellView {
	var place topRow
	switch c.Names {
	case answer.OfPages:
		place = newNamedRow(text)
	case answer.OfHosts:
		place = newHostRow(measure.Top{URL: text})
	default:
		return cellView{Text: minus(text), Number: c.Width > 0}
	}
	return cellView{Place: &place}
}

// upperFirst is upper of a text that may be empty.
func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return upper(s)
}

// minus gives negative numbers in a text a real minus sign.
func minus(text string) string { return negative.ReplaceAllString(text, "${1}−${2}") }

var negative = regexp.MustCompile(`(^|[\s(])-(\d)`)
