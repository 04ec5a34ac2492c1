package plots

import (
	"image/color"
	"math"
	"strconv"
)

// A Scale makes an axis between two values, as [Log] does.
type Scale func(a *Axis, least, most float64, ink color.Color)

// Shares is the scale from 0 to 1.
func Shares(a *Axis, _, _ float64, ink color.Color) { Between(a, 0, 1, ink) }

// Wholes is the scale of whole numbers from 0 on.
func Wholes(a *Axis, _, most float64, ink color.Color) { Steps(a, 0, int(most), ink) }

// FromOne is the scale of whole numbers from 1 on, for sizes and for numbered items.
func FromOne(a *Axis, _, most float64, ink color.Color) { Steps(a, 1, int(most), ink) }

// FromZero makes an axis linear, from 0 on, with thousands and millions written short.
func FromZero(a *Axis, _, most float64, ink color.Color) {
	Between(a, 0, most*1.03, ink)
	a.Ticks = shortRound
}

// shortRound ticks are Round ones, with 20000000 written 20M.
func shortRound(least, largest float64) []Tick {
	ticks := Round(least, largest)
	if largest < 10_000 {
		return ticks
	}
	unit, suffix := 1e3, "k"
	if largest >= 2e6 {
		unit, suffix = 1e6, "M"
	}
	for i, t := range ticks {
		if t.Value > 0 {
			ticks[i].Label = strconv.FormatFloat(math.Round(t.Value/unit*1000)/1000, 'f', -1, 64) + suffix
		}
	}
	return ticks
}

// A Chart is curves over one another, with a key beside them.
type Chart struct {
	Title          string
	Caption        string // name of the axis to the right, with its unit
	CaptionUpwards string // name of the axis upwards
	X, Y           Scale
	Series         []Series
}

// A Series is a curve with a name.
type Series struct {
	Name   string
	Points []Mean
	Banded bool // draw the intervals of the points under the curves
	Dots   bool // draw the points without lines between them
	Bare   bool // draw the line without its points
	Aside  bool // it is there to be compared with: grey and dashed, and takes no colour
}

// The size of a chart, and the room beside it for its key.
const (
	chartWidth, chartHeight = 640, 380
	chartRoom               = 170
	chartLeft, chartBelow   = 26, 36
)

// aside is the style of lines for comparison.
var aside = Line{Ink: color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: 255}, Width: 1.4, Dashes: []float64{2, 3}}

// styles returns the styles of the curves of a chart.
func (c *Chart) styles() (all []Line) {
	next := 0
	for _, x := range c.Series {
		if x.Aside {
			all = append(all, aside)
			continue
		}
		all = append(all, styles[next%len(styles)])
		next++
	}
	return all
}

// styles distinguish the curves of a chart by colours, and from the eighth curve on by dashes, too.
var styles = chartStyles()

func chartStyles() (all []Line) {
	inks := []color.Color{Blue, Vermilion, Green, Pink, Orange, Sky, Ink}
	for i := range 2 * len(inks) {
		s := Line{Ink: inks[i%len(inks)], Width: 1.8}
		if i >= len(inks) {
			s.Width, s.Dashes = 1.4, []float64{5, 3}
		}
		all = append(all, s)
	}
	return all
}

// faint is a colour through which others are seen.
func faint(ink color.Color) color.Color {
	c, _ := color.NRGBAModel.Convert(ink).(color.NRGBA)
	c.A = 40
	return c
}

// Sheet draws the chart; nil if no curve has a point.
func (c *Chart) Sheet() *Sheet {
	least, most, any := c.ends()
	if !any {
		return nil
	}
	s, styles := NewPaper(chartWidth, chartHeight), c.styles()
	s.Draw(chartLeft, chartRoom, chartBelow, 34, func(p *Plot) {
		c.X(&p.X, least.X, most.X, Ink)
		c.Y(&p.Y, least.Value, most.Value, Ink)
		p.Add(Grid{Rule})
		for i, x := range c.Series {
			if x.Banded {
				p.Add(Band{Ink: faint(styles[i].Ink), Runs: [][]Mean{x.Points}})
			}
		}
		for i, x := range c.Series {
			p.Add(Curve{Runs: [][]Mean{x.Points}, Style: styles[i], Dots: x.Dots, Bare: x.Bare})
		}
	})
	s.Title(10, chartHeight-12, c.Title)
	s.Caption((chartLeft+chartWidth-chartRoom)/2, 8, c.Caption)
	s.CaptionUpwards(8, (chartBelow+chartHeight-34)/2, c.CaptionUpwards)
	for i, x := range c.Series {
		at := Point{X: chartWidth - chartRoom + 10, Y: float64(chartHeight - 56 - 20*i)}
		if x.Dots {
			s.Discs(styles[i].Ink, styles[i].Width, Point{at.X + 9, at.Y})
			s.Note(Point{at.X + 24, at.Y}, x.Name)
			continue
		}
		s.Key(styles[i], at, 18, x.Name)
	}
	return s
}

// ends returns the least and the greatest values of both axes.
func (c *Chart) ends() (least, most Mean, some bool) {
	for _, x := range c.Series {
		for _, m := range x.Points {
			if !some {
				least, most, some = m, m, true
			}
			least.X, least.Value = min(least.X, m.X), min(least.Value, m.Value)
			most.X, most.Value = max(most.X, m.X), max(most.Value, m.Value)
		}
	}
	return least, most, some
}
