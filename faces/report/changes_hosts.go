package report

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"weft/answers/compare"
	"weft/internal/plots"
)

// A changedHosts view shows the hosts that are new or gone, and the hosts that grew or shrank most.
type changedHosts struct {
	Sentence  string
	Fates     *twoForms // how many hosts are gone, kept and new
	Figure    *twoForms // the hosts that changed most; nil if none changed by more than a page
	Even      string    // stands for the figure then
	New, Gone hostList
	Table     []hostChange
}

// A hostList is hosts of one crawl only.
type hostList struct {
	Title string
	Rows  []hostChange
	More  string // what is not listed
}

// A hostChange is a host with its pages in the first and in the last crawl.
type hostChange struct{ Host, Before, After, Change string }

const (
	mostGrown  = 12 // hosts of the picture
	leastGrown = 2  // pages by which the first host of the picture changed at least
)

// hosts shows the hosts that changed; nothing without names.
func (b *changesBuilder) hosts() {
	m, counts := b.whole.More, b.whole.HostCounts
	if m == nil || counts == nil || len(m.NewHosts)+len(m.GoneHosts)+len(m.Grown) == 0 {
		return
	}
	v := &changedHosts{Sentence: b.sayHosts(counts)}
	v.New = listHosts("Only in "+b.last(), m.NewHosts, counts.New)
	v.Gone = listHosts("Only in "+b.first(), m.GoneHosts, counts.Gone)
	grown := b.grown()
	for i := range grown {
		v.Table = append(v.Table, newHostChange(&grown[i]))
	}
	v.Fates = b.fates(counts)
	switch {
	case len(grown) == 0:
	case difference(&grown[0]) < leastGrown:
		v.Even = "No host changed by more than one page."
	default:
		f := Figure{
			Name: "host-growth", Title: "Pages by host, before and after", Description: describeGrown(grown), Columns: []string{"host", "before", "after"},
			Caption: "Change of the number of known pages from " + b.named(0) + " to " + b.named(len(b.crawls)-1) + ", for the hosts with the largest changes. In brackets: pages before and after.",
		}
		for i := range grown {
			f.Rows = append(f.Rows, []any{grown[i].Host, pagesBefore(&grown[i]), pagesAfter(&grown[i])})
		}
		v.Figure = b.twice(f, func(wide bool) *plots.Sheet { return b.drawGrown(grown, wide) })
	}
	b.Hosts = v
	b.section("hosts", "Hosts")
}

// grown returns the hosts whose number of pages changed most. Gone, new and other hosts take at least a quarter of the list
// each, if there are enough.
func (b *changesBuilder) grown() []compare.Host {
	m := b.whole.More
	byDifference := func(x, y compare.Host) int { return cmp.Compare(difference(&y), difference(&x)) }
	var best, rest []compare.Host
	for _, hosts := range [][]compare.Host{m.GoneHosts, m.NewHosts, m.Grown} {
		sure := min(len(hosts), mostGrown/4)
		best, rest = append(best, hosts[:sure]...), append(rest, hosts[sure:]...)
	}
	slices.SortStableFunc(rest, byDifference)
	best = append(best, rest[:min(len(rest), mostGrown-len(best))]...)
	slices.SortStableFunc(best, byDifference)
	return best
}

// A fate is a part of the hosts of both crawls.
type fate struct {
	text string
	n    int64
	ink  color.Color
}

// fates draws how many hosts are gone, in both crawls, and new.
func (b *changesBuilder) fates(c *compare.Change) *twoForms {
	all := []fate{{"only in " + b.first(), c.Gone, fitColour}, {"in both", c.Kept, mutedColour}, {"only in " + b.last(), c.New, dataColour}}
	f := Figure{
		Name: "host-fates", Title: "Hosts that are gone, kept and new", Columns: []string{"hosts", "number"},
		Caption: "Number of hosts that only " + b.named(0) + " knows, that both crawls know, and that only " + b.named(len(b.crawls)-1) + " knows.",
	}
	var texts []string
	for _, x := range all {
		f.Rows = append(f.Rows, []any{x.text, x.n})
		texts = append(texts, x.text+": "+count(x.n))
	}
	f.Description = strings.Join(texts, "; ") + "."
	return b.twice(f, func(wide bool) *plots.Sheet { return drawFates(all, wide) })
}

// drawFates draws a bar for each fate.
func drawFates(all []fate, wide bool) *plots.Sheet {
	const size, row, bar, above = 11.5, 22.0, 13.0, 22.0
	width, left := sheetWidth(wide), 230.0
	high := row
	if !wide {
		left, high = 0, row+above
	}
	most, total, room := int64(1), int64(0), 0.0
	for _, x := range all {
		most, total = max(most, x.n), total+x.n
	}
	label := func(x fate) string { return plural(x.n, "host") + " (" + share(x.n, total) + ")" }
	for _, x := range all {
		room = max(room, slack*plots.Width(label(x), size)+10)
	}
	s := plots.NewSheet(width, high*float64(len(all)), plots.Ink)
	for i, x := range all {
		top := s.Max.Y - high*float64(i)
		middle := top - row/2
		name := plots.Label{Text: fit(x.text, size, left-10), At: plots.Point{X: left - 8, Y: middle}, Size: size, AlongAt: plots.End, AcrossAt: plots.Middle}
		if !wide {
			middle = top - 16 - bar/2
			name = plots.Label{Text: fit(x.text, size, width), At: plots.Point{X: 0, Y: top - 1}, Size: size, AcrossAt: plots.End}
		}
		s.Write(plots.Ink, name)
		to := left + max(1, (width-left-room)*float64(x.n)/float64(most))
		if x.n > 0 {
			s.Polygons(x.ink, plots.Rect{Min: plots.Point{X: left, Y: middle - bar/2}, Max: plots.Point{X: to, Y: middle + bar/2}}.Corners())
		}
		s.Write(plots.Ink, plots.Label{Text: label(x), At: plots.Point{X: to + 6, Y: middle}, Size: size, AcrossAt: plots.Middle})
	}
	return s
}

// difference is the change of the number of pages, without its sign.
func difference(h *compare.Host) int64 {
	return max(h.Pages.New-h.Pages.Gone, h.Pages.Gone-h.Pages.New)
}

func pagesBefore(h *compare.Host) int64 { return h.Pages.Kept + h.Pages.Gone }
func pagesAfter(h *compare.Host) int64  { return h.Pages.Kept + h.Pages.New }

func newHostChange(h *compare.Host) hostChange {
	return hostChange{shownHost(h.Host), count(pagesBefore(h)), count(pagesAfter(h)), signed(pagesAfter(h) - pagesBefore(h))}
}

// signed writes a number with its sign.
func signed(n int64) string {
	if n > 0 {
		return "+" + count(n)
	}
	return count(n)
}

func listHosts(title string, hosts []compare.Host, all int64) hostList {
	l := hostList{Title: title}
	for i := range hosts {
		l.Rows = append(l.Rows, newHostChange(&hosts[i]))
	}
	if rest := all - int64(len(hosts)); rest > 0 {
		l.More = "and " + plural(rest, "host") + " more with fewer pages"
	}
	return l
}

func (b *changesBuilder) sayHosts(c *compare.Change) string {
	both := "No host has pages in both crawls; "
	if c.Kept > 0 {
		both = plural(c.Kept, "host") + verb(c.Kept, " has", " have") + " pages in both crawls; "
	}
	return both + count(c.New) + verb(c.New, " is", " are") + " new in " + b.last() + ", and " +
		count(c.Gone) + verb(c.Gone, " is", " are") + " only in " + b.first() + ". Known pages count, fetched or not."
}

func describeGrown(hosts []compare.Host) string {
	all := make([]string, len(hosts))
	for i := range hosts {
		all[i] = shownHost(hosts[i].Host) + ": " + count(pagesBefore(&hosts[i])) + " to " + count(pagesAfter(&hosts[i])) + "."
	}
	return "Pages of each host in the first and in the last crawl. " + strings.Join(all, " ")
}

// slack is the room for texts in typefaces that are wider than Helvetica.
const slack = 1.2

// drawGrown draws a bar for each host: to the right of the middle line where it grew, to the left where it shrank.
func (b *changesBuilder) drawGrown(hosts []compare.Host, wide bool) *plots.Sheet {
	const size = 11.5
	width, left, row, bar := sheetWidth(wide), 230.0, 22.0, 13.0
	if !wide {
		left, row = 0, row+22
	}
	least, most, room := int64(0), int64(0), 0.0
	for i := range hosts {
		d := pagesAfter(&hosts[i]) - pagesBefore(&hosts[i])
		least, most = min(least, d), max(most, d)
		room = max(room, slack*plots.Width(growth(&hosts[i]), size)+10)
	}
	lowRoom, highRoom := room, room
	if least == 0 {
		lowRoom = 0
	} else if most == 0 {
		highRoom = 0
	}
	scale := (width - left - lowRoom - highRoom) / float64(max(1, most-least))
	zero := left + lowRoom - scale*float64(least)
	s := plots.NewSheet(width, row*float64(len(hosts)), plots.Ink)
	for i := range hosts {
		h := &hosts[i]
		top := s.Max.Y - row*float64(i)
		name := plots.Label{Text: fit(shownHost(h.Host), size, width), At: plots.Point{X: 0, Y: top - 1}, Size: size, AcrossAt: plots.End}
		middle := top - 16 - bar/2
		if wide {
			middle = top - row/2
			name = plots.Label{Text: fit(shownHost(h.Host), size, left-10), At: plots.Point{X: left - 8, Y: middle}, Size: size, AlongAt: plots.End, AcrossAt: plots.Middle}
		}
		s.Write(plots.Ink, name)
		d := float64(pagesAfter(h) - pagesBefore(h))
		ink, from, to := dataColour, zero, max(zero+scale*d, zero+1)
		label := plots.Label{Text: growth(h), At: plots.Point{X: to + 6, Y: middle}, Size: size, AcrossAt: plots.Middle}
		if d < 0 {
			ink, from, to = fitColour, min(zero+scale*d, zero-1), zero
			label.At.X, label.AlongAt = from-6, plots.End
		}
		s.Polygons(ink, plots.Rect{Min: plots.Point{X: from, Y: middle - bar/2}, Max: plots.Point{X: to, Y: middle + bar/2}}.Corners())
		s.Write(plots.Ink, label)
	}
	s.Lines(plots.Line{Ink: mutedColour, Width: 1}, []plots.Point{{X: zero, Y: 0}, {X: zero, Y: s.Max.Y}})
	return s
}

// growth is the label of the bar of a host.
func growth(h *compare.Host) string {
	return signed(pagesAfter(h)-pagesBefore(h)) + " (" + count(pagesBefore(h)) + " to " + count(pagesAfter(h)) + ")"
}
