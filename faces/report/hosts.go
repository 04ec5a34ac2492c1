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
	mostMatrix = 12 // hosts in the matrix
	mostPairs  = 20 // rows of the table
	shades     = 8  // steps of the heat map
)

type linksView struct {
	Sentence template.HTML
	Heads    []matrixHead
	Matrix   []matrixRow
	Left     string // what the matrix does not show
	Pairs    []pairRow
	How      []string
}

type matrixHead struct{ Number, Host string }

type matrixRow struct {
	matrixHead
	Cells []cell
}

// A cell of the matrix; Shade is from 1 to shades, 0 where there is no arc.
type cell struct {
	Shade       int
	Class       string // of a cell without a shade: self, zero or unknown
	Text, Title string
}

type pairRow struct {
	Class, From, To, Arcs, Part string
	Width                       float64
}

// links shows which hosts link to which.
func (b *builder) links() {
	links := slices.DeleteFunc(slices.Clone(b.data.HostLinks), func(l measure.HostLink) bool { return l.From == l.To || l.Arcs <= 0 })
	if len(links) == 0 {
		return
	}
	slices.SortStableFunc(links, func(x, y measure.HostLink) int {
		return cmp.Or(cmp.Compare(y.Arcs, x.Arcs), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	v := &linksView{}
	total, pairs := int64(0), int64(len(links))
	for _, l := range links {
		total += l.Arcs
	}
	what := "the arcs listed"
	sentence := plural(pairs, "pair") + " of hosts, joined by " + plural(total, "arc") + "."
	if t := b.data.HostTotals; t != nil && t.Arcs >= total {
		total, pairs, what = t.Arcs, t.Pairs, "all arcs between hosts"
		sentence = plural(t.Arcs, "arc") + verb(t.Arcs, " leads", " lead") + " from one host to another (" + share(t.Arcs, b.data.Info.Arcs) + " of all arcs), between " +
			plural(t.Pairs, "pair") + " of hosts."
	}
	first := links[0]
	v.Sentence = template.HTML(template.HTMLEscapeString(sentence+heaviest(links, pairs))) + isolated(hostName(first.From)) + " to " + //nolint:gosec // escaped
		isolated(hostName(first.To)) + ": " + template.HTML(count(first.Arcs)) + "." //nolint:gosec // a number
	if slices.ContainsFunc(links, func(l measure.HostLink) bool { return l.From == "" || l.To == "" }) {
		v.Sentence += " Pages whose names are no URLs have no host; here they stand together, as if they were one."
	}
	for _, l := range links[:min(len(links), mostPairs)] {
		v.Pairs = append(v.Pairs, pairRow{"data", hostName(l.From), hostName(l.To), count(l.Arcs), share(l.Arcs, total), percent(l.Arcs, first.Arcs)})
	}
	v.How = []string{fmt.Sprintf("An arc between pages of different hosts counts once for its pair of hosts, from → to. Shares are of %s. Pairs: the %s with the most arcs of %s.",
		what, count(len(v.Pairs)), count(pairs))}
	v.How = append(v.How, v.matrix(b.data.HostMatrix, links, total, pairs))
	b.Links = v
	b.section("links", "Links between hosts")
}

// heaviest begins the sentence on the pair with the most arcs, which may share the first place with others.
func heaviest(links []measure.HostLink, pairs int64) string {
	switch {
	case pairs == 1:
		return verb(links[0].Arcs, " It leads from ", " They lead from ")
	case links[1].Arcs == links[0].Arcs:
		return " None joins more than, among others, those from "
	}
	return " Most lead from "
}

// matrix fills the heat map of the hosts with the most arcs, and says how: all their links if they were counted, else those that are
// listed, of so many arcs and pairs.
func (v *linksView) matrix(m measure.HostMatrix, links []measure.HostLink, total, pairs int64) string {
	known := func(_, _ int) bool { return true }
	what := "“0” is a pair without an arc."
	if len(m.Hosts) == 0 {
		listed := int64(len(links)) == pairs
		m = listedMatrix(links)
		if !listed {
			known = func(i, j int) bool { return m.Arcs[i][j] > 0 }
			what = "“?” is a pair that is not among the " + count(len(links)) + " listed of " + count(pairs) + ": it has no arc, or at most " + count(links[len(links)-1].Arcs) + "."
		}
	}
	if len(m.Hosts) < 2 {
		return "There is no matrix, as only one host has links to others."
	}
	shown := int64(0)
	for i, h := range m.Hosts {
		v.Heads = append(v.Heads, matrixHead{count(i + 1), hostName(h)})
		row := matrixRow{v.Heads[i], make([]cell, len(m.Hosts))}
		for j, n := range m.Arcs[i] {
			if i != j {
				shown += n
			}
			row.Cells[j] = newCell(i == j, known(i, j), n, links[0].Arcs)
			row.Cells[j].Title = hostName(h) + " → " + hostName(m.Hosts[j]) + ": " + row.Cells[j].Title
		}
		v.Matrix = append(v.Matrix, row)
	}
	v.Left = "The matrix holds " + count(shown) + " of " + plural(total, "arc") + " between hosts (" + share(shown, total) + "); the rest joins other hosts."
	if shown == total {
		v.Left = "The matrix holds all arcs between hosts."
	}
	return fmt.Sprintf("Matrix: the %d hosts with the most arcs to and from other hosts; a row links to a column. Shades grow with the logarithm of the count. ", len(m.Hosts)) + what
}

// newCell is the cell of a count, which is known or not.
func newCell(self, known bool, n, most int64) cell {
	switch {
	case self:
		return cell{Class: "self", Title: "links inside a host are not shown"}
	case !known:
		return cell{Class: "unknown", Text: "?", Title: "not among the pairs listed"}
	case n == 0:
		return cell{Class: "zero", Text: "0", Title: "0"}
	}
	return cell{Shade: shade(n, most), Text: short(n), Title: count(n)}
}

// listedMatrix has the hosts with the most arcs among some pairs, and what these say of them.
func listedMatrix(links []measure.HostLink) measure.HostMatrix {
	m := measure.HostMatrix{Hosts: busiest(links)}
	index := map[string]int{}
	for i, h := range m.Hosts {
		index[h] = i
		m.Arcs = append(m.Arcs, make([]int64, len(m.Hosts)))
	}
	for _, l := range links {
		i, from := index[l.From]
		j, to := index[l.To]
		if from && to {
			m.Arcs[i][j] = l.Arcs
		}
	}
	return m
}

// hostName names a host; pages whose names are no URLs have none.
func hostName(name string) string {
	if name == "" {
		return "(no host)"
	}
	return name
}

// busiest returns the hosts with the most arcs in and out, in that order.
func busiest(links []measure.HostLink) []string {
	sum := map[string]int64{}
	for _, l := range links {
		sum[l.From] += l.Arcs
		sum[l.To] += l.Arcs
	}
	hosts := make([]string, 0, len(sum))
	for h := range sum {
		hosts = append(hosts, h)
	}
	slices.SortFunc(hosts, func(x, y string) int { return cmp.Or(cmp.Compare(sum[y], sum[x]), cmp.Compare(x, y)) })
	return hosts[:min(len(hosts), mostMatrix)]
}

// shade maps 1 ... most to 1 ... shades by logarithm.
func shade(n, most int64) int {
	if most <= 1 {
		return shades
	}
	return min(shades, 1+int(math.Round((shades-1)*math.Log(float64(n))/math.Log(float64(most)))))
}
