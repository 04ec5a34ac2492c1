package papers

import (
	"cmp"
	"fmt"
	"strings"

	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/internal/digits"
)

// Blocks returns the rows of the comparison with the paper.
func (r *Result) Blocks() []answer.Block { return rowBlocks(r.Rows) }

// Blocks returns the rows of the comparison with the paper, and the crawls they were made from.
func (r *FidelityResult) Blocks() []answer.Block {
	all := rowBlocks(r.Rows)
	for _, s := range r.Models {
		all = append(all, s.blocks("Fig. 4")...)
	}
	if r.Crawl != nil {
		all = append(all, r.Crawl.blocks("Fig. 3")...)
	}
	return append(all, fateTable(r.Rankings), estimatorTable(r.Estimators))
}

// rowBlocks returns the rows of a comparison with a paper, and the number of each verdict.
func rowBlocks(rows []Row) (all []answer.Block) {
	counts := map[Verdict]int{}
	for _, x := range rows {
		counts[x.Verdict]++
		all = append(all, answer.Text(x.Where+": "+x.What+" — "+strings.ToUpper(string(x.Verdict))))
		for _, said := range [][2]string{{"paper", x.Paper}, {"ours", x.Ours}, {"note", x.Note}} {
			if said[0] != "note" || said[1] != "" {
				all = append(all, wrapped(said[0], said[1])...)
			}
		}
		all = append(all, answer.Text(""))
	}
	for _, v := range []Verdict{Agrees, Differs, CannotTell, OtherData, Beyond, NotRun} {
		if counts[v] > 0 || v != Beyond {
			all = append(all, answer.Row(string(v), "%d", counts[v]))
		}
	}
	return all
}

// wrapped is a text in lines of about a hundred characters, with a label before the first.
func wrapped(label, text string) (all []answer.Block) {
	const width = 100
	line, used := fmt.Sprintf("  %-6s", label), 0
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		if used > 0 && used+1+n > width {
			all = append(all, answer.Text(line))
			line, used = strings.Repeat(" ", 8), 0
		}
		line += " " + word
		used += 1 + n
	}
	return append(all, answer.Text(line))
}

func (s *Subject) blocks(where string) []answer.Block {
	head := fmt.Sprintf(
		"%s: %s, %s, %s; mean of %s ± 95 %%",
		where,
		s.Name,
		digits.Plural(s.Pages, "page"),
		digits.Plural(s.Arcs, "arc"),
		digits.Plural(s.Sets, "set"),
	)
	return append([]answer.Block{answer.Text(""), answer.Text(head)}, simulate.CellBlocks(s.Cells, true)...)
}

func fateTable(all []RankingFate) *answer.Table {
	t := &answer.Table{
		Title:   "Other rankings, crawls of half of the target: tau-b of the top 30 %",
		Columns: []answer.Column{{}, {Title: "graph", Width: -12}, {Title: "ranking", Width: -15, Gap: 1}},
	}
	for _, o := range simulate.Orders {
		t.Columns = append(t.Columns, answer.Column{Title: string(o), Width: 7, Gap: 1})
	}
	for i, x := range all {
		if i%len(simulate.Orders) == 0 {
			t.Add("", x.Graph, x.Ranking)
		}
		text := digits.None
		if x.Sets > 0 {
			text = fmt.Sprintf("%.3f", x.Top30.Value)
		}
		last := len(t.Rows) - 1
		t.Rows[last] = append(t.Rows[last], text)
	}
	return t
}

func estimatorTable(all []EstimatorError) *answer.Table {
	t := &answer.Table{
		Title: "Estimates of tau of the top 30 %: root mean square error (mean error)",
		Columns: []answer.Column{
			{},
			{Title: "graph", Width: -12},
			{Title: "order", Width: -8, Gap: 1},
			{Title: "crawls", Width: 6, Gap: 1},
			{Title: "HAK", Width: -15},
			{Title: "Recrawl", Width: -15, Gap: 1},
			{Title: "γ for tau", Width: -15, Gap: 1},
		},
	}
	for _, e := range all {
		row := []string{"", e.Graph, cmp.Or(string(e.Order), "all"), fmt.Sprint(e.Crawls)}
		for _, d := range []Deviation{e.HAK, e.Recrawl, e.Gamma} {
			row = append(row, fmt.Sprintf("%.3f (%s)", d.RMS, strings.Replace(fmt.Sprintf("%+.3f", d.Mean), "-", "−", 1)))
		}
		t.Add(row...)
	}
	return t
}
