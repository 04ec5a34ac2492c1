package report

import (
	"math"
	"slices"

	"weft/answers/compare"
	"weft/graph/page"
	"weft/internal/plots"
)

// Sizes of the picture of flows, in units of about a pixel.
const (
	flowHeight = 300 // of all blocks of a column with the gaps between them
	flowLow    = 170 // the same, for a few pages
	flowHead   = 40  // for the names of crawls
	flowGap    = 12  // between two blocks of a column
	flowBlock  = 12  // width of a block
	flowLine   = 14  // height of a line of a label
	flowText   = 12
)

// A flowBlockOf is a state in a crawl: a block of a column.
type flowBlockOf struct {
	state     string
	pages     int64
	low, high float64
	in, out   float64 // where the next band arrives and leaves, from the top down
}

// A flowColumn is the blocks of a crawl, and the side of them where bands begin or end.
type flowColumn struct {
	blocks []*flowBlockOf
	x      float64
}

// drawFlow draws the states of all crawls as columns of blocks, with bands between them.
func (b *changesBuilder) drawFlow(wide bool) *plots.Sheet {
	left, right, head := 150.0, 150.0, float64(flowHead)
	if !wide {
		left, right = 90, 90
		head += flowLine
	}
	s := plots.NewSheet(sheetWidth(wide), b.flowHeight()+head+8, plots.Ink)
	columns := b.flowColumns()
	xs := make([]float64, len(columns))
	for i := range xs {
		xs[i] = left + (s.Max.X-left-right-flowBlock)*float64(i)/float64(len(xs)-1)
	}
	for i, step := range b.r.Steps {
		drawBands(s, step, [2]flowColumn{{columns[i], xs[i] + flowBlock}, {columns[i+1], xs[i+1]}})
	}
	for i, column := range columns {
		for _, k := range column {
			ink := stateInks()[k.state][0]
			s.Polygons(ink, plots.Rect{Min: plots.Point{X: xs[i], Y: k.low}, Max: plots.Point{X: xs[i] + flowBlock, Y: k.high}}.Corners())
		}
		b.labelColumn(s, column, i, xs[i], wide)
	}
	return s
}

// flowHeight is the height of the columns.
func (b *changesBuilder) flowHeight() float64 {
	if p := b.whole.Pages; p.Kept+p.Gone+p.New < 100 {
		return flowLow
	}
	return flowHeight
}

// flowColumns lays out the blocks of all crawls, with the same number of pages for a unit of height in all columns.
func (b *changesBuilder) flowColumns() [][]*flowBlockOf {
	columns := make([][]*flowBlockOf, len(b.crawls))
	most, blocks := int64(1), 0
	for i := range columns {
		all := int64(0)
		for _, state := range flowStates {
			in, out := int64(0), int64(0)
			for _, other := range flowStates {
				if i > 0 {
					in += pagesOf(b.r.Steps[i-1], other, state)
				}
				if i < len(b.r.Steps) {
					out += pagesOf(b.r.Steps[i], state, other)
				}
			}
			if n := max(in, out); n > 0 {
				columns[i] = append(columns[i], &flowBlockOf{state: state, pages: n})
				all += n
			}
		}
		most, blocks = max(most, all), max(blocks, len(columns[i]))
	}
	scale := (b.flowHeight() - flowGap*float64(blocks-1)) / float64(most)
	for _, column := range columns {
		y := b.flowHeight()
		for _, k := range column {
			k.high, k.low = y, y-scale*float64(k.pages)
			k.in, k.out = y, y
			y = k.low - flowGap
		}
	}
	return columns
}

// drawBands draws the pages that go from the states of one crawl to the states of the next.
func drawBands(s *plots.Sheet, step *compare.Comparison, between [2]flowColumn) {
	for _, a := range between[0].blocks {
		for _, z := range between[1].blocks {
			n := pagesOf(step, a.state, z.state)
			if n == 0 {
				continue
			}
			high := float64(n) * (a.high - a.low) / float64(a.pages)
			ink := stateInks()[a.state][2]
			if a.state == z.state {
				ink = stateInks()[a.state][1]
			} else if a.state == compare.Absent {
				ink = stateInks()[z.state][2]
			}
			s.Polygons(ink, band(plots.Point{X: between[0].x, Y: a.out}, plots.Point{X: between[1].x, Y: z.in}, max(high, 0.6)))
			a.out, z.in = a.out-high, z.in-high
		}
	}
}

// band is a band of a height from one place to another, level at both ends.
func band(from, to plots.Point, high float64) []plots.Point {
	const steps = 20
	var above, below []plots.Point
	for i := range steps + 1 {
		t := float64(i) / steps
		y := from.Y + (to.Y-from.Y)*(1-math.Cos(math.Pi*t))/2
		x := from.X + (to.X-from.X)*t
		above, below = append(above, plots.Point{X: x, Y: y}), append(below, plots.Point{X: x, Y: y - high})
	}
	slices.Reverse(below)
	return append(above, below...)
}

// labelColumn writes the name of a crawl above its column, and labels beside its blocks. The labels of the first and the last
// crawl stand outside. Of the crawls between them, only blocks with room have a label.
func (b *changesBuilder) labelColumn(s *plots.Sheet, column []*flowBlockOf, i int, x float64, wide bool) {
	first, last := i == 0, i == len(b.crawls)-1
	anchor, at := plots.Middle, x+flowBlock/2
	room := (s.Max.X - 2*flowBlock) / float64(len(b.crawls)) * 0.9
	if first {
		anchor, at, room = plots.End, x+flowBlock, max(room, x)
	} else if last {
		anchor, at, room = plots.Start, x, max(room, s.Max.X-x)
	}
	lines := []string{fit(b.name(i), flowText+1, room)}
	if d := b.crawls[i].Date.Text; d != "" && d != b.name(i) {
		lines = append(lines, d)
	}
	if !wide && !first && !last && len(b.crawls) > 3 {
		lines = []string{value(i + 1)}
	}
	for j, line := range lines {
		s.Write(plots.Ink, plots.Label{Text: line, At: plots.Point{X: at, Y: s.Max.Y - 2 - float64(j)*(flowLine+1)}, Size: flowText + 1 - float64(j), AlongAt: anchor, AcrossAt: plots.End})
	}
	if !first && !last {
		b.labelWithin(s, column, x, wide)
		return
	}
	ys := apartBy(column, labelHigh(wide))
	for j, k := range column {
		name, n := stateShort[k.state], count(k.pages)
		label := plots.Label{At: plots.Point{X: x - 6, Y: ys[j]}, Size: flowText, AlongAt: plots.End, AcrossAt: plots.Middle}
		if last {
			label.At.X, label.AlongAt = x+flowBlock+6, plots.Start
		}
		if wide {
			label.Text = name + " " + n
			s.Write(plots.Ink, label)
			continue
		}
		if k.state == page.Ghost.String() { // the usual words are too long here
			name = "never asked"
		}
		label.Text, label.At.Y = name, ys[j]+flowLine/2
		s.Write(plots.Ink, label)
		label.Text, label.At.Y = n, ys[j]-flowLine/2
		s.Write(plots.Ink, label)
	}
}

// labelHigh is the height of a label beside a block.
func labelHigh(wide bool) float64 {
	if wide {
		return flowLine + 1
	}
	return 2*flowLine + 2
}

// labelWithin writes numbers to the right of the blocks that are high enough.
func (b *changesBuilder) labelWithin(s *plots.Sheet, column []*flowBlockOf, x float64, wide bool) {
	if !wide && len(b.crawls) > 3 {
		return
	}
	for _, k := range column {
		if k.high-k.low >= flowLine {
			s.Write(plots.Ink, plots.Label{Text: count(k.pages), At: plots.Point{X: x + flowBlock + 4, Y: (k.low + k.high) / 2}, Size: flowText, AcrossAt: plots.Middle})
		}
	}
}

// stateShort are the names of states in pictures.
var stateShort = map[string]string{
	"fetched": "fetched", "redirected": "redirected", "failed": "failed", "excluded": "held back", "ghost": "known by links", "unknown": "not known", compare.Absent: "absent",
}

// apartBy returns the middles of labels beside blocks: near the middles of the blocks, and at least high apart, from the
// top down.
func apartBy(column []*flowBlockOf, high float64) []float64 {
	ys := make([]float64, len(column))
	for i, k := range column {
		if ys[i] = (k.low + k.high) / 2; i > 0 {
			ys[i] = min(ys[i], ys[i-1]-high)
		}
	}
	least := high / 2
	for i := len(ys) - 1; i >= 0 && ys[i] < least; i-- { // push up what would leave the sheet
		ys[i] = least
		least += high
	}
	return ys
}

// fit cuts a text in its middle to a width at a size of the font.
func fit(text string, size, width float64) string {
	letters := []rune(text)
	for cut := range letters {
		if cut == 0 && plots.Width(text, size) <= width {
			return text
		}
		keep := len(letters) - cut
		head := keep / 3
		short := string(letters[:head]) + "…" + string(letters[len(letters)-(keep-head):])
		if plots.Width(short, size) <= width {
			return short
		}
	}
	return "…"
}
