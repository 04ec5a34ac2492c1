package serve

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"weft/web/weburl"
)

// Measures of the picture of the pages around a page, in units of the picture.
const (
	mostNear  = 10 // pages on each side
	nearRow   = 28 // height of a page
	nearWidth = 760
	nearLeft  = 250 // discs of pages that link here
	nearRight = nearWidth - nearLeft
	nearText  = 32 // characters of a label
)

// A near is the picture of the pages around a page. Pages that link to it are at the left, pages that it links to at the right.
type near struct {
	Width, Height int
	MidX, MidY    int
	State         string
	Nodes         []nearNode
}

// A nearNode is a page of the picture.
type nearNode struct {
	Link, Label, Name, State string
	X, Y, TextX              int
	IsLeft                   bool
}

// newNear chooses the pages of the lists with the most links to them, and places them in the order of the lists.
func newNear(v *single) *near {
	in, out := mostLinked(v.In.Links, v.Row.Page), mostLinked(v.Out.Links, v.Row.Page)
	rows := max(len(in), len(out))
	if rows == 0 {
		return nil
	}
	n := &near{Width: nearWidth, Height: nearRow * rows, MidX: nearWidth / 2, State: v.Row.State}
	n.MidY = n.Height / 2
	n.add(in, v.Host, nearLeft, -10, true)
	n.add(out, v.Host, nearRight, 10, false)
	return n
}

// add places a column of pages.
func (n *near) add(links []link, host string, x, toText int, isLeft bool) {
	top := (n.Height - nearRow*len(links)) / 2
	for i, l := range links {
		n.Nodes = append(n.Nodes, nearNode{
			Link: l.Row.Link(), Label: nearLabel(l.Row.Name(), host), Name: l.Row.Name(), State: l.Row.State,
			X: x, Y: top + nearRow*i + nearRow/2, TextX: x + toText, IsLeft: isLeft,
		})
	}
}

// mostLinked returns the links to the pages with the highest in-degree, in their order. It leaves out the page itself.
func mostLinked(links []link, itself uint32) []link {
	var all []int
	for i, l := range links {
		if l.Row.Page != itself {
			all = append(all, i)
		}
	}
	degree := func(i int) uint32 {
		if d := links[i].Row.InDegree; d != nil {
			return *d
		}
		return 0
	}
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(degree(j), degree(i)) })
	all = all[:min(len(all), mostNear)]
	slices.Sort(all)
	best := make([]link, 0, len(all))
	for _, i := range all {
		best = append(best, links[i])
	}
	return best
}

// nearLabel is a name without its scheme, and without the host of the page in the middle. The middle of a long name is cut.
func nearLabel(name, host string) string {
	if h, path, ok := weburl.HostPath(name); ok {
		if name = h + "/" + path; h == host {
			name = "/" + path
		}
	}
	name = short(name)
	if n := utf8.RuneCountInString(name); n > nearText {
		r := []rune(name)
		name = string(r[:nearText/2-1]) + "…" + string(r[n-nearText/2:])
	}
	return strings.TrimSuffix(name, " ")
}
