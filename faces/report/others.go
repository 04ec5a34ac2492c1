package report

import (
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/held"
	"weft/internal/option"
)

// A sectionView is a section of the page with the blocks of a result. Sections of questions that the report
// knows have plots, too.
type sectionView struct {
	card
	Lead   string // a sentence that stands for the parts, which are folded then
	Parts  []partView
	Folded []partView  // further parts
	Figure *figureView // of the result; nil if there is none
	Size   string      // class of a card of another width
}

// A partView is figures in a row, a sentence, or a table.
type partView struct {
	Facts []row
	Text  string
	Table *tableView
}

// A tableView is a table with its cells ready to be set.
type tableView struct {
	Title   string
	Fold    bool // the table is folded under its title
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

// Long reports whether a text has a word, such as a URL, that may break anywhere.
func (c *cellView) Long() bool {
	const longest = 24
	return slices.ContainsFunc(strings.Fields(c.Text), func(w string) bool { return len(w) > longest })
}

// newSection makes a section of blocks, and counts it in the chapter.
func (b *builder) newSection(id, title string, how []string, blocks ...answer.Block) *sectionView {
	v := &sectionView{card: b.card(id, title, how)}
	for _, block := range blocks {
		v.add(block)
	}
	for i := range v.Parts {
		v.Parts[i].join()
	}
	return v
}

// join merges figures without a value that share the reason.
func (p *partView) join() {
	why := map[string]int{}
	for _, f := range p.Facts {
		if reason, is := strings.CutPrefix(f.Value, "none: "); is {
			why[reason]++
		}
	}
	for reason, n := range why {
		if n > 1 {
			var names []string
			p.Facts = slices.DeleteFunc(p.Facts, func(f row) bool {
				same := f.Value == "none: "+reason
				if same {
					names = append(names, strings.ToLower(f.Label))
				}
				return same
			})
			p.Facts = append(p.Facts, row{"None", strings.Join(names, "; ") + ": " + reason})
		}
	}
}

// linked shows the results that have no chapter of their own. A single page has no links to others.
func (b *builder) linked() {
	if b.data.Info.Pages < 2 {
		return
	}
	compared := slices.ContainsFunc(b.data.Others, func(a Answered) bool { return a.Name == "chance" && hasTable(a.Blocks) })
	b.Linked = b.others(func(name string) bool {
		repeated := compared && (name == "reciprocity" || name == "assortativity")         // rows of the table beside chance
		few := b.Small && slices.Contains([]string{"chance", "inequality", "kcore"}, name) // they need many pages
		return name != "missing" && !inParts(name) && !repeated && !few
	})
	for i := range b.Linked {
		switch v := &b.Linked[i]; v.ID {
		case "chance":
			if compared {
				v.Size = "eight"
				v.spreadOut(b.Small)
			}
		case brokenLinks:
			if hasTables(v.Parts) {
				v.Size = "eight"
				v.unfoldTables()
			}
		case "inequality":
			v.spreadOut(b.Small)
		case "kcore":
			v.foldTables()
		}
	}
}

// brokenLinks is the identifier of the section of the question links, as there is one of links between hosts.
const brokenLinks = "broken"

func hasTables(parts []partView) bool {
	return slices.ContainsFunc(parts, func(p partView) bool { return p.Table != nil })
}

func hasTable(blocks []answer.Block) bool {
	return slices.ContainsFunc(blocks, func(b answer.Block) bool { _, is := b.(*answer.Table); return is })
}

// spreadOut shows sentences and tables, and folds figures. Next to a picture, and in a small report, it folds tables, too.
func (v *sectionView) spreadOut(small bool) {
	var shown []partView
	for _, p := range v.Parts {
		switch {
		case p.Table != nil && v.Figure == nil:
			p.Table.Fold = small
			shown = append(shown, p)
		case p.Text != "":
			shown = append(shown, p)
		default:
			if p.Table != nil {
				p.Table.Fold = false // with the other parts
			}
			v.Folded = append(v.Folded, p)
		}
	}
	v.Parts = shown
}

// foldTables folds all tables.
func (v *sectionView) foldTables() {
	var shown []partView
	for _, p := range v.Parts {
		if p.Table == nil {
			shown = append(shown, p)
			continue
		}
		p.Table.Fold = false // with the other parts
		v.Folded = append(v.Folded, p)
	}
	v.Parts = shown
}

// unfoldTables shows all tables.
func (v *sectionView) unfoldTables() {
	for _, p := range v.Parts {
		if p.Table != nil {
			p.Table.Fold = false
		}
	}
}

// parts shows how the crawl falls into sites and clusters.
func (b *builder) parts() {
	if b.data.Info.Pages < leastParted {
		return
	}
	b.Parts = b.others(inParts)
	for i := range b.Parts {
		b.Parts[i].Lead = b.Parts[i].leadOf()
	}
}

// leastParted is the number of pages from which sites and clusters say something.
const leastParted = 20

// leadOf says in a sentence or two how sure a division is; empty if its figures are unknown.
func (v *sectionView) leadOf() string {
	facts := map[string]string{}
	for _, p := range v.Parts {
		for _, f := range p.Facts {
			facts[f.Label] = f.Value
		}
	}
	switch {
	case facts["Sites"] != "" && facts["Nothing foreign"] != "" && facts["Whole"] != "":
		text := facts["Sites"] + " logical websites."
		if facts["Sites"] == "1" {
			text = "1 logical website."
		}
		for _, x := range []struct{ what, label string }{{"Sites whose pages all belong to them, as expected", "Nothing foreign"}, {"Sites that share their domain with no other site", "Whole"}} {
			if v, _, _ := strings.Cut(facts[x.label], ":"); !strings.HasPrefix(v, "0 ") {
				text += " " + x.what + ": " + v + "."
			}
		}
		return text
	case facts["Clusters"] != "" && facts["Modularity"] != "":
		text := facts["Clusters"] + " clusters, the largest of " + facts["Largest"] + "; modularity " + facts["Modularity"] + "."
		return text
	}
	return ""
}

// inParts reports whether a question divides the crawl or chooses from it.
func inParts(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return first == "site" || first == "clusters" || first == "seeds"
}

// others makes a section of each result whose question's name is wanted.
func (b *builder) others(wanted func(name string) bool) (all []sectionView) {
	for _, a := range b.data.Others {
		if wanted(a.Name) {
			id := strings.ReplaceAll(a.Name, " ", "-")
			if a.Name == "links" {
				id = brokenLinks
			}
			v := b.newSection(id, a.Section.Title, a.Section.How, a.Blocks...)
			if a.Figure != nil && !b.Small {
				v.Figure = b.picture(*a.Figure)
			}
			all = append(all, *v)
		}
	}
	return all
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
		last.Facts = append(last.Facts, row{upperFirst(x.Label), minus(cutWords(x.Value))})
	case answer.Text:
		if x != "" {
			v.Parts = append(v.Parts, partView{Text: minus(cutWords(string(x)))})
		}
	case *answer.Table:
		v.Parts = append(v.Parts, partView{Table: newTableView(x)})
	}
}

// newTableView sets the cells of a table.
func newTableView(t *answer.Table) *tableView {
	v := &tableView{Title: titled(t.Title), NoHead: t.NoHead, Columns: t.Columns, Fold: t.NoHead || len(t.Rows) > mostUnfolded}
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
		return cellView{Text: minus(cutWords(text)), Number: c.Width > 0}
	}
	return cellView{Place: &place}
}

// titled is a title with a large first letter, unless it begins with a URL.
func titled(s string) string {
	if head, _, _ := strings.Cut(s, " "); strings.Contains(head, "://") {
		return s
	}
	return upperFirst(s)
}

// upperFirst is upper of a text that may be empty.
func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return upper(s)
}

// mostUnfolded is the largest number of rows of a table that is not folded.
const mostUnfolded = 5

// Summary is the line that stands for a folded table.
func (v *tableView) Summary() string {
	if v.Title != "" {
		return v.Title
	}
	return "Table of " + plural(len(v.Rows), "row")
}

// minus gives negative numbers in a text a real minus sign.
func minus(text string) string { return negative().ReplaceAllString(text, "${1}−${2}") }

var negative = held.Regexp(`(^|[\s(])-(\d)`)
