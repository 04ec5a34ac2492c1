package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"weft/measure"
)

const (
	mostMatrix = 12 // hosts in the matrix
	mostPairs  = 20 // rows of the table
	shades     = 8  // steps of the heat map
)

type linksView struct {
	Sentence string
	Heads    []matrixHead
	Matrix   []matrixRow
	Pairs    []pairRow
	How      []string
}

type matrixHead struct{ Number, Host string }

type matrixRow struct {
	matrixHead
	Cells []cell
}

// A cell of the matrix; Shade is from 0, no arcs, to shades, and negative on the diagonal.
type cell struct {
	Shade       int
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
	total := int64(0)
	for _, l := range links {
		total += l.Arcs
	}
	what := "the arcs listed"
	v.Sentence = plural(len(links), "pair") + " of hosts, joined by " + plural(total, "arc") + "."
	if t := b.data.HostTotals; t != nil && t.Arcs >= total {
		total, what = t.Arcs, "all arcs between hosts"
		v.Sentence = plural(t.Arcs, "arc") + " lead from one host to another (" + share(t.Arcs, b.data.Info.Arcs) + " of all arcs), between " +
			plural(t.Pairs, "pair") + " of hosts."
	}
	first := links[0]
	v.Sentence += " Most lead from " + first.From + " to " + first.To + ": " + count(first.Arcs) + "."
	for _, l := range links[:min(len(links), mostPairs)] {
		v.Pairs = append(v.Pairs, pairRow{"data", l.From, l.To, count(l.Arcs), share(l.Arcs, total), percent(l.Arcs, first.Arcs)})
	}
	v.matrix(links)
	v.How = []string{
		fmt.Sprintf("An arc between pages of different hosts counts once for its pair of hosts, from → to. Shares are of %s. Pairs: the %d with the most arcs, at most %d shown.", what, len(links), mostPairs),
		fmt.Sprintf("Matrix: the %d hosts with the most arcs in and out among these pairs; a row links to a column. Shades grow with the logarithm of the count. An empty cell has no arc among the %d pairs.", len(v.Heads), len(links)),
	}
	b.Links = v
	b.section("links", "Links between hosts")
}

// matrix fills the heat map of the hosts with the most arcs.
func (v *linksView) matrix(links []measure.HostLink) {
	hosts := busiest(links)
	if len(hosts) < 2 {
		return
	}
	index := map[string]int{}
	for i, h := range hosts {
		index[h] = i
		v.Heads = append(v.Heads, matrixHead{count(i + 1), h})
		v.Matrix = append(v.Matrix, matrixRow{v.Heads[i], make([]cell, len(hosts))})
	}
	for i := range v.Matrix {
		v.Matrix[i].Cells[i].Shade = -1
	}
	for _, l := range links {
		i, from := index[l.From]
		j, to := index[l.To]
		if from && to {
			v.Matrix[i].Cells[j] = cell{shade(l.Arcs, links[0].Arcs), short(l.Arcs), l.From + " → " + l.To + ": " + count(l.Arcs)}
		}
	}
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
	return 1 + int(math.Round((shades-1)*math.Log(float64(n))/math.Log(float64(most))))
}
