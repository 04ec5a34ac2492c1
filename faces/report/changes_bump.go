package report

import (
	"math"
	"strings"

	"weft/answers/compare"
	"weft/internal/plots"
)

// Sizes of the picture of ranks, in units of about a pixel.
const (
	bumpRow  = 19
	bumpText = 11.5
)

// drawBumps draws the best k pages of both crawls as two columns of ranks. Lines join the pages that are in both columns.
func (b *changesBuilder) drawBumps(k int, wide bool) *plots.Sheet {
	s := plots.NewSheet(sheetWidth(wide), float64(bumpRow*k)+24, plots.Ink)
	left, right := 330.0, wideSheet-330.0
	if !wide {
		left, right = 24, 110
	}
	y := func(rank int64) float64 { return s.Max.Y - 24 - bumpRow*(float64(rank)-0.5) }
	s.Write(plots.Ink, plots.Label{Text: fit(b.named(0), 12.5, left), At: plots.Point{X: max(left, 60), Y: s.Max.Y - 2}, Size: 12.5, AlongAt: plots.End, AcrossAt: plots.End})
	s.Write(plots.Ink, plots.Label{Text: fit(b.named(len(b.crawls)-1), 12.5, s.Max.X-right), At: plots.Point{X: right, Y: s.Max.Y - 2}, Size: 12.5, AcrossAt: plots.End})
	host, same := b.commonHost(k), map[string]int{}
	for i := range b.whole.More.Best {
		same[withoutScheme(b.whole.More.Best[i].Name)]++
	}
	for i := range b.whole.More.Best {
		p := &b.whole.More.Best[i]
		inA, inB := amongBest(p.RankA, k), amongBest(p.RankB, k)
		if inA && inB {
			ink, w := mutedColour, 1.2
			if p.RankB != p.RankA {
				ink, w = dataColour, 1.8
			}
			s.Lines(plots.Line{Ink: ink, Width: w}, bump(left+6, right-6, y(p.RankA), y(p.RankB)))
		}
		name := p.Name
		if bare := withoutScheme(name); same[bare] == 1 {
			name = strings.TrimPrefix(bare, host)
		}
		if !b.crawls[0].Info.Names {
			name = "page " + name
		}
		if inA {
			bumpEnd{name, p.RankA, p.RankB, inB, plots.Point{X: left, Y: y(p.RankA)}, -1}.draw(s, wide)
		}
		if inB {
			bumpEnd{name, p.RankB, p.RankA, inA, plots.Point{X: right, Y: y(p.RankB)}, 1}.draw(s, wide)
		}
	}
	return s
}

// A bumpEnd is a page in one of the two columns.
type bumpEnd struct {
	name        string
	rank, other int64 // rank here and in the other crawl
	both        bool  // whether it is among the best of the other crawl, too
	at          plots.Point
	side        float64 // −1 for the left column, 1 for the right column
}

// draw draws the place of a page, and writes its rank and name beside it. In the narrow form the left column has ranks only.
func (e bumpEnd) draw(s *plots.Sheet, wide bool) {
	if e.both {
		s.Discs(dataColour, 3, e.at)
	} else {
		s.Ring(plots.Line{Ink: fitColour, Width: 1.5}, e.at, 3)
	}
	l := plots.Label{At: plots.Point{X: e.at.X + 8*e.side, Y: e.at.Y}, Size: bumpText, AcrossAt: plots.Middle}
	room := s.Max.X - l.At.X
	if e.side < 0 {
		l.AlongAt, room = plots.End, l.At.X
	}
	note := ""
	switch {
	case e.both:
	case e.other > 0:
		note = " (" + count(e.other) + ")"
	case e.side < 0:
		note = " (gone)"
	default:
		note = " (new)"
	}
	number := count(e.rank)
	name := fit(e.name, slack*bumpText, room-slack*plots.Width(number+note+"  ", bumpText))
	switch {
	case e.side < 0 && !wide:
		l.Text = number
	case e.side < 0:
		l.Text = name + note + "  " + number
	default:
		l.Text = number + "  " + name + note
	}
	s.Write(plots.Ink, l)
}

func withoutScheme(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "https://"), "http://")
}

// amongBest says whether a rank is among the best k.
func amongBest(rank int64, k int) bool { return rank > 0 && rank <= int64(k) }

// bump is a line between two ranks, level at both ends.
func bump(x1, x2, y1, y2 float64) []plots.Point {
	if y1 == y2 {
		return []plots.Point{{X: x1, Y: y1}, {X: x2, Y: y2}}
	}
	const steps = 16
	var line []plots.Point
	for i := range steps + 1 {
		t := float64(i) / steps
		line = append(line, plots.Point{X: x1 + (x2-x1)*t, Y: y1 + (y2-y1)*(1-math.Cos(math.Pi*t))/2})
	}
	return line
}

// commonHost is the host of all pages of the picture; empty if there are several, or pages without a host.
func (b *changesBuilder) commonHost(k int) string {
	common := ""
	for i := range b.whole.More.Best {
		p := &b.whole.More.Best[i]
		if !amongBest(p.RankA, k) && !amongBest(p.RankB, k) {
			continue
		}
		scheme, host, _ := splitURL(p.Name)
		if scheme == "" || common != "" && host != common {
			return ""
		}
		common = host
	}
	return common
}

func (b *changesBuilder) describeBumps(k int) string {
	var moved []string
	for i := range b.whole.More.Best {
		if p := &b.whole.More.Best[i]; amongBest(p.RankA, k) || amongBest(p.RankB, k) {
			moved = append(moved, p.Name+": "+rankWord(p, true)+" to "+rankWord(p, false))
		}
	}
	return "Ranks in the first and in the last crawl. " + strings.Join(moved, "; ") + "."
}

func rankWord(p *compare.Placed, first bool) string {
	rank := p.RankB
	if first {
		rank = p.RankA
	}
	if rank == 0 {
		return "absent"
	}
	return count(rank)
}
