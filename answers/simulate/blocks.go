package simulate

import (
	"fmt"
	"math"
	"slices"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/internal/digits"
)

// CellBlocks returns a table of the results of crawls. If some crawls have no γ, HAK or tau, it also shows the
// number of crawls in each mean.
func CellBlocks(cells []Cell, orders bool) []answer.Block {
	all := []answer.Block{cellTable(cells, orders, meanOf)}
	short := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool {
		return c.HAKSets == c.Sets && !slices.ContainsFunc(c.Shares, func(s CellShare) bool { return s.Sets < c.Sets })
	})
	if len(short) == 0 {
		return all
	}
	return append(
		all, answer.Text(""),
		answer.Text(fmt.Sprintf("Not every crawl has all figures: γ needs one crawled page, HAK two, and tau two with different scores. Number of crawls in the means, of %s each:", digits.Plural(short[0].Sets, "crawl"))),
		cellTable(short, orders, func(_ distance.Estimate, sets int) string { return digits.Grouped(sets) }),
	)
}

// cellTable has a row for each cell. say writes each mean with its number of sets.
func cellTable(cells []Cell, orders bool, say func(e distance.Estimate, sets int) string) *answer.Table {
	t := &answer.Table{Columns: []answer.Column{{Title: "blocked", Width: 8}, {Title: "crawled", Width: 10}, {Title: "γ", Width: 17}, {Title: "HAK", Width: 17}}}
	if orders {
		t.Columns = append([]answer.Column{{Title: "order", Width: -8}}, t.Columns...)
		t.Columns[1].Gap = -1
	}
	if len(cells) > 0 {
		for _, s := range cells[0].Shares {
			t.Columns = append(t.Columns, answer.Column{Title: fmt.Sprintf("tau, best %.0f %%", 100*s.Share), Width: 17})
		}
	}
	last := Order("")
	for i := range cells {
		c := &cells[i]
		row := []string{fmt.Sprintf("%.0f %%", 100*c.Block), digits.Grouped(int64(c.Crawled.Value + 0.5)), say(c.Gamma, c.GammaSets), say(c.HAK, c.HAKSets)}
		for _, s := range c.Shares {
			row = append(row, say(s.TauB, s.Sets))
		}
		if orders {
			name := string(c.Order)
			if c.Order == last {
				name = ""
			}
			last, row = c.Order, append([]string{name}, row...)
		}
		t.Add(row...)
	}
	return t
}

// meanOf writes a mean with half of its interval, or with its ends where it was cut to what the mean can be.
func meanOf(e distance.Estimate, draws int) string {
	switch draws {
	case 0:
		return "-"
	case 1:
		return fmt.Sprintf("%.4f", e.Value)
	}
	if below, above := e.Value-e.Low, e.High-e.Value; math.Abs(below-above) > 1e-9 {
		return fmt.Sprintf("%.3f (%.2f–%.2f)", e.Value, e.Low, e.High)
	}
	return fmt.Sprintf("%.4f ± %.4f", e.Value, e.Half())
}
