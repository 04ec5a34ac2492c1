package plots

import "strconv"

// A Picture is a plot of a result, and the values that it shows.
type Picture struct {
	Name  string // of its files, without an ending
	Title string
	Sheet *Sheet
	// Rows are the drawn values, a head first; nil if the picture has none.
	Rows [][]string
}

// RunsHead is the head of the rows of curves: the name of the curve, and a point with its interval. Low and high are empty
// without an interval.
var RunsHead = []string{"curve", "x", "y", "low", "high"}

// Rows returns the points of a curve as rows for [RunsHead].
func Rows(curve string, points []Mean, banded bool) (rows [][]string) {
	for _, m := range points {
		row := []string{curve, Exact(m.X), Exact(m.Value), "", ""}
		if banded {
			row[3], row[4] = Exact(m.Low), Exact(m.High)
		}
		rows = append(rows, row)
	}
	return rows
}

// Exact writes a number with as many digits as needed to read the same number again.
func Exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// AddTo adds the chart to pictures, unless no curve has a point.
func (c *Chart) AddTo(all []Picture, name string) []Picture {
	sheet := c.Sheet()
	if sheet == nil {
		return all
	}
	rows := [][]string{RunsHead}
	for _, x := range c.Series {
		rows = append(rows, Rows(x.Name, x.Points, x.Banded)...)
	}
	return append(all, Picture{Name: name, Title: c.Title, Sheet: sheet, Rows: rows})
}
