package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"

	"weft/answers/measure"
)

const (
	mostTaken   = 200 // rows of the table to take away
	mostPairs   = 20  // rows of the table
	fewPairs    = 4   // such rows of a small crawl
	shownPairs  = 6   // rows that are not folded
	shades      = 8   // steps of the heat map
	leastMatrix = 3   // hosts from which a matrix shows more than a sentence
)

type linksView struct {
	card
	Sentence template.HTML
	Table    *figureView // the matrix; nil if there is none
	List     *figureView // the pairs
	Heads    []string
	Matrix   []matrixRow
	Left     string // what the matrix does not show
	Pairs    []pairRow
	More     []pairRow // folded
}

type matrixRow struct {
	Host  string
	Cells []cell
}

// A cell of the matrix; Shade is from 1 to shades, 0 where there is no arc.
type cell struct {
	Shade       int
	Class       string // of a cell without a shade: self or zero
	Text, Title string
}

type pairRow struct {
	Class, From, To, Arcs, Part string
	Width                       float64
}

// links describes the links between hosts.
func (b *builder) links() {
	if b.data.Links == nil || len(b.data.Links.Top) == 0 {
		return
	}
	t := b.data.Links
	links := slices.SortedStableFunc(slices.Values(t.Top), func(x, y measure.HostLink) int {
		return cmp.Or(cmp.Compare(y.Arcs, x.Arcs), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	v, first := &linksView{}, links[0]
	sentence := plural(t.Arcs, "arc") + verb(t.Arcs, " leads", " lead") + " from one host to another (" + share(t.Arcs, b.data.Info.Arcs) + " of all arcs), between " +
		plural(t.Pairs, "pair") + " of hosts."
	v.Sentence = template.HTML(template.HTMLEscapeString(sentence+heaviest(links, t.Pairs))) + isolated(hostName(first.From)) + " to " + //nolint:gosec // escaped
		isolated(hostName(first.To)) + ": " + template.HTML(count(first.Arcs)) + "." //nolint:gosec // a number
	if slices.ContainsFunc(links, func(l measure.HostLink) bool { return l.From == "" || l.To == "" }) {
		v.Sentence += " Pages without URLs have no host; they are shown together as one host."
	}
	list := Figure{
		Name: "links", Title: "Links between hosts", Columns: []string{"from", "to", "arcs"},
		Caption: "Pairs of different hosts by the arcs from pages of the first to pages of the second.",
	}
	for i, l := range links[:min(len(links), mostTaken)] {
		if list.Rows = append(list.Rows, []any{hostName(l.From), hostName(l.To), l.Arcs}); i < mostPairs {
			v.Pairs = append(v.Pairs, pairRow{"data", shownHost(l.From), shownHost(l.To), count(l.Arcs), share(l.Arcs, t.Arcs), percent(l.Arcs, first.Arcs)})
		}
	}
	how := []string{
		fmt.Sprintf("Each arc between pages of different hosts counts for its pair of hosts, from → to. Shares are of all arcs between hosts. Pairs: the %s with the most arcs of %s.", count(len(v.Pairs)), count(t.Pairs)),
	}
	if !b.Small {
		if text := v.matrix(t.Matrix, first.Arcs, t.Arcs, t.Pairs); text != "" {
			how = append(how, text)
		}
	}
	v.card = b.card("links", "Links between hosts", how)
	shown := min(len(v.Pairs), shownPairs)
	if b.Small {
		shown = min(shown, fewPairs)
	}
	v.Pairs, v.More = v.Pairs[:shown], v.Pairs[shown:]
	if v.Matrix != nil {
		v.Table = b.table(matrixFigure(t.Matrix, first.Arcs))
	}
	v.List = b.table(list)
	b.Links = v
}

// heaviest begins the sentence on the pair with the most arcs, which may share the first place with others.
func heaviest(links []measure.HostLink, pairs int64) string {
	switch {
	case pairs == 1:
		return verb(links[0].Arcs, " It leads from ", " They lead from ")
	case links[1].Arcs == links[0].Arcs:
		most := 2
		for most < len(links) && links[most].Arcs == links[0].Arcs {
			most++
		}
		if most == len(links) && int64(most) < pairs { // pairs that are not listed may tie, too
			return " Several pairs have the most arcs, such as from "
		}
		return " " + count(most) + " pairs have the most arcs, such as from "
	}
	return " Most lead from "
}

// matrix fills the heat map of the largest crawled hosts and of the hosts that they link to, and returns its
// description. A matrix of few hosts or pairs is left out: it repeats the list of pairs. most is the count of the darkest
// shade, total the number of arcs between hosts.
func (v *linksView) matrix(m measure.HostMatrix, most, total, pairs int64) string {
	if len(m.Rows) == 0 || len(m.Columns) == 0 || pairs <= shownPairs {
		return ""
	}
	for _, h := range m.Columns {
		v.Heads = append(v.Heads, shownHost(h))
	}
	out, shown := int64(0), int64(0)
	for i, r := range m.Rows {
		out, shown = out+r.Out, shown+r.Shown
		row := matrixRow{shownHost(r.Host), make([]cell, len(m.Columns))}
		for j, n := range m.Arcs[i] {
			row.Cells[j] = newCell(r.Host == m.Columns[j], n, most)
			row.Cells[j].Title = shownHost(r.Host) + " → " + shownHost(m.Columns[j]) + ": " + row.Cells[j].Title
		}
		v.Matrix = append(v.Matrix, row)
	}
	v.Left = "The columns take " + count(shown) + " of " + plural(out, "arc") + " from the hosts of the rows to other hosts (" + share(shown, out) + "); " +
		"the matrix holds " + share(shown, total) + " of all arcs between hosts."
	return fmt.Sprintf("Matrix: the rows are the %s with the most fetched pages, the columns the %s, crawled or not, with the most arcs from these. A row links to a column. "+
		"Shades grow with the logarithm of the count. “0” is a pair without an arc.", plural(len(m.Rows), "host"), plural(len(m.Columns), "host"))
}

// newCell is the cell of a count.
func newCell(self bool, n, most int64) cell {
	switch {
	case self:
		return cell{Class: "self", Title: "links inside a host are not shown"}
	case n == 0:
		return cell{Class: "zero", Text: "0", Title: "0"}
	}
	return cell{Shade: shade(n, most), Text: short(n), Title: count(n)}
}

// hostName names a host; pages whose names are no URLs have none.
func hostName(name string) string {
	if name == "" {
		return "(no host)"
	}
	return name
}

// shade maps 1 ... most to 1 ... shades by logarithm.
func shade(n, most int64) int {
	if most <= 1 {
		return shades
	}
	return min(shades, 1+int(math.Round((shades-1)*math.Log(float64(n))/math.Log(float64(most)))))
}
