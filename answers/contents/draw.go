package contents

import (
	"cmp"
	"image/color"
	"slices"

	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/plots"
	"weft/web/weburl"
)

// Sizes of the pictures, in units of about a pixel.
const (
	mapWidth, mapHeight   = 1000, 255
	timeWidth, timeHeight = 1000, 110
	labelSize             = 11.0
	lineHeight            = 13.5
	slack                 = 1.12 // fonts of some systems are wider than the measured one
)

// Colours of the pictures, besides [plots.Shades] and [plots.Ink].
var (
	None = color.NRGBA{R: 0xe9, G: 0xe4, B: 0xda, A: 255} // of a host without a fetched page, and of hosts that are not listed
)

// A tile is a rectangle of the treemap.
type tile struct {
	name    string
	pages   int
	fetched int // -1 where the share is not shown
}

// Treemap draws the hosts as rectangles within their domains: the area is the number of pages, the colour the share that
// was fetched. Hosts that are not listed share the last rectangle, unless it is large. Treemap returns nil if there are
// fewer than two hosts.
func (r *Contents) Treemap() *plots.Sheet {
	if r.Hosts < 2 || len(r.Top) < 2 {
		return nil
	}
	s := plots.NewSheet(mapWidth, mapHeight, plots.Ink)
	domains := r.domains()
	areas := make([]float64, len(domains))
	for i, d := range domains {
		for _, t := range d {
			areas[i] += float64(t.pages)
		}
	}
	for i, box := range plots.Squarify(areas, s.Rect) {
		areas := make([]float64, len(domains[i]))
		for k, t := range domains[i] {
			areas[k] = float64(t.pages)
		}
		for k, part := range plots.Squarify(areas, inset(box, 1.5)) {
			drawTile(s, inset(part, 0.5), &domains[i][k])
		}
	}
	return s
}

// domains are the tiles by domain, the largest first. Hosts that are not listed are a domain of their own, at the end.
func (r *Contents) domains() [][]tile {
	of := map[string]int{}
	var all [][]tile
	for _, h := range r.Top {
		key := cmp.Or(h.Domain, h.Name)
		i, ok := of[key]
		if !ok {
			i = len(all)
			of[key], all = i, append(all, nil)
		}
		all[i] = append(all[i], tile{h.Name, h.Pages, h.Fetched})
	}
	sum := func(tiles []tile) (n int) {
		for _, t := range tiles {
			n += t.pages
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b []tile) int { return cmp.Compare(sum(b), sum(a)) })
	if rest := r.Unlisted(); rest > 0 && r.Drawn(rest) {
		all = append(all, []tile{{digits.Plural(r.Hosts-len(r.Top), "other host"), rest, -1}})
	}
	return all
}

// mostRest is the largest share of the pages that the rectangle of hosts that are not listed may take.
const mostRest = 0.4

// Unlisted returns the number of pages on hosts that are not listed.
func (r *Contents) Unlisted() int {
	rest := r.Pages
	for _, h := range r.Top {
		rest -= h.Pages
	}
	return rest
}

// Drawn reports whether the treemap has a rectangle for hosts that are not listed, with rest pages. A larger rectangle
// would leave no room for the others.
func (r *Contents) Drawn(rest int) bool { return float64(rest) <= mostRest*float64(r.Pages) }

func inset(r plots.Rect, by float64) plots.Rect {
	by = min(by, (r.Max.X-r.Min.X)/4, (r.Max.Y-r.Min.Y)/4)
	return plots.Rect{Min: plots.Point{X: r.Min.X + by, Y: r.Min.Y + by}, Max: plots.Point{X: r.Max.X - by, Y: r.Max.Y - by}}
}

func drawTile(s *plots.Sheet, box plots.Rect, t *tile) {
	fill, ink := color.Color(None), color.Color(plots.Ink)
	if t.fetched > 0 {
		k := min(t.fetched*len(plots.Shades)/max(t.pages, 1), len(plots.Shades)-1)
		fill = plots.Shades[k]
		if k >= len(plots.Shades)/2 {
			ink = plots.Paper
		}
	}
	s.Polygons(fill, box.Corners())
	const pad = 4
	wide, high := (box.Max.X-box.Min.X-2*pad)/slack, box.Max.Y-box.Min.Y-2*pad
	lines := plots.Break(inert.Text(weburl.Shown(t.name)), labelSize, wide)
	if pages := digits.Plural(t.pages, "page"); float64(len(lines)+1)*lineHeight <= high {
		lines = append(lines, pages)
	}
	for _, line := range lines {
		if plots.Width(line, labelSize) > wide || float64(len(lines))*lineHeight > high {
			return
		}
	}
	for i, line := range lines {
		y := box.Max.Y - pad - lineHeight*(0.5+float64(i))
		s.Write(ink, plots.Label{Text: line, At: plots.Point{X: box.Min.X + pad, Y: y}, Size: labelSize, AcrossAt: plots.Middle})
	}
}

// Timeline draws the responses in time as columns. It returns nil if there are fewer than two spans of time.
func (r *Contents) Timeline() *plots.Sheet {
	if len(r.Times) < 2 {
		return nil
	}
	const below, above, left = 22, 16, 4
	s := plots.NewSheet(timeWidth, timeHeight, plots.Ink)
	most := int64(1)
	for _, m := range r.Times {
		most = max(most, m.Responses)
	}
	step := (s.Max.X - 2*left) / float64(len(r.Times))
	var columns [][]plots.Point
	for i, m := range r.Times {
		if m.Responses > 0 {
			x := left + float64(i)*step
			box := plots.Rect{Min: plots.Point{X: x + step*0.08, Y: below}}
			box.Max = plots.Point{X: x + step*0.92, Y: below + max(1, (s.Max.Y-below-above)*float64(m.Responses)/float64(most))}
			columns = append(columns, box.Corners())
		}
	}
	s.Polygons(plots.Blue, columns...)
	s.Lines(plots.Line{Ink: plots.Ink, Width: 0.8}, []plots.Point{{X: left, Y: below}, {X: s.Max.X - left, Y: below}})
	write := func(x, along, y float64, text string) {
		s.Write(plots.Ink, plots.Label{Text: text, At: plots.Point{X: x, Y: y}, Size: labelSize, AlongAt: along, AcrossAt: plots.Middle})
	}
	write(left, plots.Start, below/2, clock(r.Times[0].From))
	write(s.Max.X-left, plots.End, below/2, clock(r.Times[len(r.Times)-1].From)+" UTC")
	write(left, plots.Start, s.Max.Y-above/2, "at most "+digits.Grouped(most)+" responses in a column")
	return s
}

// clock writes a time for people: "2026-11-26 07:04:44".
func clock(rfc3339 string) string {
	const date, seconds = 10, 19
	if len(rfc3339) < seconds {
		return rfc3339
	}
	return rfc3339[:date] + " " + rfc3339[date+1:seconds]
}
