package report

import (
	"cmp"
	"slices"
	"strings"

	"weft/answers/compare"
	"weft/internal/plots"
)

// A changedHosts view shows the hosts that are new or gone, and the hosts that grew or shrank most.
type changedHosts struct {
	Sentence  string
	Figure    *twoForms
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

// mostGrown bounds the hosts of the picture.
const mostGrown = 12

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
	if len(grown) > 0 {
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

// grown returns the hosts whose number of pages changed most, new and gone ones too.
func (b *changesBuilder) grown() []compare.Host {
	m := b.whole.More
	all := slices.Concat(m.Grown, m.NewHosts, m.GoneHosts)
	slices.SortStableFunc(all, func(x, y compare.Host) int { return cmp.Compare(difference(&y), difference(&x)) })
	return all[:min(len(all), mostGrown)]
}

// difference is the change of the number of pages, without its sign.
func difference(h *compare.Host) int64 {
	return max(h.Pages.New-h.Pages.Gone, h.Pages.Gone-h.Pages.New)
}

func pagesBefore(h *compare.Host) int64 { return h.Pages.Kept + h.Pages.Gone }
func pagesAfter(h *compare.Host) int64  { return h.Pages.Kept + h.Pages.New }

func newHostChange(h *compare.Host) hostChange {
	return hostChange{h.Host, count(pagesBefore(h)), count(pagesAfter(h)), signed(pagesAfter(h) - pagesBefore(h))}
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
	return plural(c.Kept, "host") + verb(c.Kept, " has", " have") + " pages in both crawls; " + count(c.New) + verb(c.New, " is", " are") + " new in " + b.last() + ", and " +
		count(c.Gone) + verb(c.Gone, " is", " are") + " only in " + b.first() + ". Known pages count, fetched or not."
}

func describeGrown(hosts []compare.Host) string {
	all := make([]string, len(hosts))
	for i := range hosts {
		all[i] = hosts[i].Host + ": " + count(pagesBefore(&hosts[i])) + " to " + count(pagesAfter(&hosts[i])) + "."
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
		name := plots.Label{Text: fit(h.Host, size, width), At: plots.Point{X: 0, Y: top - 1}, Size: size, AcrossAt: plots.End}
		middle := top - row + 2 + bar/2
		if wide {
			name = plots.Label{Text: fit(h.Host, size, left-10), At: plots.Point{X: left - 8, Y: middle}, Size: size, AlongAt: plots.End, AcrossAt: plots.Middle}
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
