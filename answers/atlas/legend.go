package atlas

import (
	"fmt"
	"image/color"
	"slices"

	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/plots"
)

// drawShares explains the colours of the share that was fetched in a line, with the rest.
func (m *Map) drawShares(s *plots.Sheet, rest string, factor float64) {
	const y, radius = 12.0, 6.0
	x, known := 8.0, m.hasKnown()
	if known {
		if factor > 1.2 { // a longer line would not fit
			factor, rest = min(factor, 1.6), ""
		}
	}
	size := factor * plots.FontSize
	write := func(text string) {
		s.Write(s.Ink, plots.Label{Text: text, At: plots.Point{X: x, Y: y}, Size: size, AcrossAt: plots.Middle})
		x += plots.Width(text, size) + 16
	}
	disc := func(ink color.Color, text string) {
		s.Discs(ink, radius, plots.Point{X: x + radius, Y: y})
		x += 2*radius + 5
		write(text)
	}
	write("Fetched pages:")
	if known {
		step := 100 / len(plots.Shades)
		for i, shade := range plots.Shades {
			disc(shade, fmt.Sprintf("%d to %d %%", i*step, (i+1)*step))
		}
		s.Ring(plots.Line{Ink: RingInk, Width: 1.5}, plots.Point{X: x + radius, Y: y}, radius)
		x += 2*radius + 5
		write("none")
	}
	if m.hasUnknown() {
		disc(UnknownInk, "unknown")
	}
	write(rest)
}

// hasKnown reports whether the state of a page of some node is known.
func (m *Map) hasKnown() bool {
	return slices.ContainsFunc(m.Nodes, func(n Node) bool { return n.Pages > n.Unknown })
}

func (m *Map) hasUnknown() bool {
	for i := range m.Nodes {
		if m.Nodes[i].Pages == m.Nodes[i].Unknown {
			return true
		}
	}
	return false
}

// sizeWords are the sizes as text.
var sizeWords = map[string]string{BySizePageRank: "PageRank", BySizeLinks: "links in", BySizePages: "pages", BySizeFetched: "fetched pages"}

// SizeWord is a size as text, such as "links in".
func SizeWord(size string) string { return sizeWords[size] }

// Placed says in a sentence what the places of the discs mean.
func (m *Map) Placed() string {
	look := m.look.WithDefaults()
	switch look.Layout {
	case Clusters:
		return "A cell for each cluster, the largest discs in its middle."
	case Domains:
		return "A cell for each domain, the largest discs in its middle."
	case Distances:
		start := look.Start
		if start == "" && len(m.Nodes) > 0 {
			start = m.Nodes[0].Name
		}
		return "Columns from the left: 0, 1, 2 … links from " + inert.Text(m.short(start)) + "; discs without a way come last."
	}
	return "Linked discs are near each other."
}

// drawLegend explains the colours with their counts in a line, and areas, places and lines in another.
func (m *Map) drawLegend(s *plots.Sheet, c *Colouring, lines string, factor float64) {
	const above, below, left = 22.0, 8.0, 8.0
	classes := slices.DeleteFunc(slices.Clone(c.Classes), func(x Class) bool { return x.Count == 0 })
	size, most := factor*plots.FontSize, longestLabel
	for ; legendWidth(c.Title, classes, size, most) > Width-left && most > 10; most -= 2 {
	}
	for size > 6 && legendWidth(c.Title, classes, size, most) > Width-left {
		size *= 0.95
	}
	x := left
	write := func(text string) {
		s.Write(s.Ink, plots.Label{Text: text, At: plots.Point{X: x, Y: above}, Size: size, AcrossAt: plots.Middle})
		x += slack*plots.Width(text, size) + size
	}
	write(c.Title + ":")
	for i := range classes {
		radius := size / 2
		at := plots.Point{X: x + radius, Y: above}
		if classes[i].Ring {
			s.Ring(plots.Line{Ink: RingInk, Width: 1.5}, at, radius-0.75)
		} else {
			s.Discs(classes[i].Ink, radius, at)
		}
		x += 1.4 * size
		write(classes[i].text(most))
	}
	s.Write(s.Ink, plots.Label{Text: "Area: " + SizeWord(m.look.Size) + ". " + m.Placed() + " Lines: " + lines, At: plots.Point{X: left, Y: below}, Size: plots.FontSize, AcrossAt: plots.Middle})
}

// text is the label of a class of at most some characters, with its count.
func (c *Class) text(most int) string {
	return cut(c.Label, most) + " (" + digits.Grouped(c.Count) + ")"
}

// legendWidth is the width of the line of the colours.
func legendWidth(title string, classes []Class, size float64, most int) float64 {
	sum := slack*plots.Width(title+":", size) + size
	for i := range classes {
		sum += 2.4*size + slack*plots.Width(classes[i].text(most), size)
	}
	return sum
}
