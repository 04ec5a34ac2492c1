package report

import (
	"strconv"
	"unicode/utf8"
)

// A splitView is one bar whose parts are the fates of all pages. Each part has a label below it, so that the bar needs
// no legend. The labels are laid out twice: for wide screens and for narrow ones.
type splitView struct {
	Label        string // the parts as text, for screen readers
	Wide, Narrow splitBar
	Figure       *figureView
}

// A splitBar is a bar with its labels. Widths are shares of 100; heights are pixels.
type splitBar struct {
	Class  string
	Height int
	Parts  []splitPart
}

// A splitPart is a part of the bar. Its label begins at the left end of the part, or ends at the right end if AtEnd.
type splitPart struct {
	Class        string
	X, Width     string // percentages
	TextX        string
	TextY, SignY int // of the base of the label, and of the square of its colour
	AtEnd        bool
	Name, Count  string
	left, right  float64
}

// Sizes of a bar and its labels in pixels. A letter of a label is taken to be as wide as letterWidth.
const (
	splitHeight = 30
	labelHeight = 20
	letterWidth = 7.6
	wideBar     = 640
	narrowBar   = 280
)

// newSplit returns the bar of the fates of pages; nil if all pages have the same.
func newSplit(f fates, pages int64) *splitView {
	v := &splitView{}
	var parts []splitPart
	at := int64(0)
	for _, p := range []struct {
		class, name string
		n           int64
	}{
		{"fetched", "fetched", f.fetched},
		{"redirected", "redirected", f.redirected},
		{"failed", "failed", f.failed},
		{"excluded", "held back or skipped", f.skipped},
		{"ghost", f.notRequested(), f.never},
		{"unknown", "unknown", f.unknown},
	} {
		if p.n == 0 {
			continue
		}
		left := 100 * float64(at) / float64(pages)
		at += p.n
		right := 100 * float64(at) / float64(pages)
		parts = append(parts, splitPart{Class: p.class, Name: p.name, Count: count(p.n), X: percentage(left), Width: percentage(right - left), left: left, right: right})
		v.Label += upper(p.name) + " " + count(p.n) + " (" + share(p.n, pages) + "). "
	}
	if len(parts) < 2 {
		return nil
	}
	v.Wide, v.Narrow = newSplitBar("wide", parts, wideBar), newSplitBar("narrow", parts, narrowBar)
	return v
}

// newSplitBar puts each label in the first row with room for it. The width is in pixels. On a wider bar the labels of a
// row lie farther apart.
func newSplitBar(class string, parts []splitPart, width float64) splitBar {
	bar := splitBar{Class: class}
	var rows []float64 // where the last label of each row ends, in pixels
	for _, p := range parts {
		long := letterWidth * float64(utf8.RuneCountInString(p.Name)+4+utf8.RuneCountInString(p.Count))
		from, at := p.left*width/100, p.left
		if from+long > width {
			if p.AtEnd, at = true, p.right; p.right*width/100 < long {
				at = 100
			}
			from = at*width/100 - long
		}
		row := 0
		for row < len(rows) && rows[row] > from {
			row++
		}
		if row == len(rows) {
			rows = append(rows, 0)
		}
		rows[row] = from + long
		p.TextX = percentage(at)
		p.TextY = splitHeight + (row+1)*labelHeight - 4
		p.SignY = p.TextY - 10
		bar.Parts = append(bar.Parts, p)
	}
	bar.Height = splitHeight + len(rows)*labelHeight + 4
	return bar
}

// percentage writes a length of a bar.
func percentage(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" }
