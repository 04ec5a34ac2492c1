// Package order finds an order of the pages of a crawl in which its graph compresses well. It is for crawls
// without names to sort by.
package order

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"weft/algo/order"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/par"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "order", Short: "Find an order of the pages in which the graph compresses well",
	Long: `Find an order of the pages in which the graph compresses well, from its links alone, by Layered Label Propagation (Boldi,
Rosa, Santini and Vigna 2011). weft prints the bits per link of the graph and of its transpose before and after, as a
BVGraph with the default options of WebGraph.

Page numbers in the crawl do not change. results/order.npy holds the new position of each page. --bvgraph writes the
graph in the new order for other programs: BASENAME.graph with offsets and properties, its transpose as BASENAME-t,
BASENAME.order.npy with the new number of each page, and BASENAME.urls if pages have names.

Each resolution in --gammas gives clusters: few large ones near 0, many small ones near 1. All are combined into one
order. The first round starts from the present order or, if that costs less, from a breadth-first order; each further
round starts from the last order. A crawl sorted by URL may already compress as well or better: compare the figures.`,
	More:  "\nweft order crawl --rounds 4 --bvgraph ordered",
	Gives: []answer.Answer{(*Ordering)(nil)},
	New:   func() answer.Asker { return new(asked) },
}

type asked struct {
	gammas  []string
	rounds  int
	bvgraph string

	values []float64 // of gammas
}

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.StringSliceVar(&q.gammas, "gammas", nil, "use the resolutions `γ,γ,…` for label propagation; the default is 0, 1, 1/2, 1/4, … 1/1024")
	f.IntVar(&q.rounds, "rounds", order.Rounds, "repeat all resolutions `N` times, each time from the last order")
	f.StringVar(&q.bvgraph, "bvgraph", "", "write the reordered graph as the BVGraph `BASENAME`")
	ending.Set(f, "bvgraph", ending.Basename)
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	q.values = nil
	for _, text := range q.gammas {
		gamma, err := readGamma(text)
		if err != nil || !(gamma >= 0) || gamma > 1<<20 {
			return answer.CheckAll(answer.Rule{Option: "gammas", Value: text, Want: "numbers from 0 to 1048576, such as 0.25 or 1/4, with commas between"})
		}
		q.values = append(q.values, gamma)
	}
	return answer.CheckAll(answer.AtLeast("rounds", q.rounds, 1))
}

// readGamma reads a number, or a fraction as in the default values of the help.
func readGamma(text string) (float64, error) {
	above, below, is := strings.Cut(text, "/")
	gamma, err := strconv.ParseFloat(above, 64)
	if !is || err != nil {
		return gamma, err
	}
	by, err := strconv.ParseFloat(below, 64)
	return gamma / by, err
}

// Parts of a plan.
const (
	arraysPart  = "orders and labels"
	setsPart    = "pages to examine"
	batchesPart = "batches of compressed lists"
	listsPart   = "links of both directions"
)

// Plan implements answer.Asker. Lists are read from the files. If there is room, the lists of both directions are
// kept merged in memory.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	if err := q.free(c); err != nil {
		return w, err
	}
	n, arcs := c.NumPages(), c.Graph().NumArcs()
	gammas := len(q.values)
	if gammas == 0 {
		gammas = len(order.Gammas())
	}
	arrays, heap := order.Bytes(n, gammas, o.Workers)
	batches := int64(2*par.Workers(o.Workers)+2)*bv.BatchBytes + longBytes(c.Longest(store.ViewOptions{Out: true, In: true}))
	lean := store.Arrays(arraysPart, arrays).And(store.Heap(setsPart, heap)).And(store.Heap(batchesPart, batches)).And(store.Heap(listsPart, view.IndexBytes(n, 2*arcs)))
	v, err := o.View(ctx, "order", true, true, lean.And(store.Heap(listsPart, graph.LoadBytes(n, 2*arcs))))
	v.Stream = true
	loaded := 2*arcs <= graph.MaxInMemory // as many as there are if no page links back
	if planned, errShort := c.Plan(v); !loaded || errShort != nil || planned.Form == store.OnDisk {
		loaded, v.Need = false, lean
	}
	v.Often = !loaded
	stage := answer.Stage{View: v, Passes: passes(gammas * q.rounds)}
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) { return answer.Got(q.find(ctx, c, v, &o, loaded)) })
	}
	return w, err
}

// longBytes is the memory of long lists, besides reading them: they are merged, renumbered, and compressed.
func longBytes(l bv.Longest) int64 { return 2*4*l.List + l.WriteBytes() }

// passes says how often the lists are read.
func passes(times int) string {
	return "up to 100 for each of " + digits.Plural(times, "propagation") + ", 5 to 15 as a rule, over graph and transpose"
}

// free refuses files of the crawl itself, and names of other pages.
func (q *asked) free(c *store.Crawl) error {
	if q.bvgraph == "" {
		return nil
	}
	dir, name := filepath.Split(q.bvgraph)
	if name == "" || name == "." || name == ".." {
		return answer.Refused("{bvgraph} %s is a folder: add the first part of the file names", q.bvgraph)
	}
	if in, err := os.Stat(filepath.Clean(dir)); err != nil || !in.IsDir() {
		return answer.Refused("{bvgraph} %s: there is no folder %s to write to", q.bvgraph, filepath.Clean(dir))
	}
	for _, base := range []string{q.bvgraph, q.back()} {
		if c.Owns(base) || c.Owns(base+bv.GraphExt) {
			return answer.Refused("{bvgraph} %s is a file of the crawl itself: choose another name", q.bvgraph)
		}
	}
	if path := q.bvgraph + store.URLsExt; !c.HasNames() {
		if _, err := os.Lstat(path); err == nil {
			return answer.Refused("{bvgraph} %s: the pages have no names, but %s exists and would be taken for their names: move it away", q.bvgraph, path)
		}
	}
	return nil
}

// back is the basename of the transpose, as in WebGraph.
func (q *asked) back() string { return q.bvgraph + store.BackSuffix }

// An Ordering is an order of the pages, and what it is worth.
//
//json:object order
type Ordering struct {
	Kinds string `json:"kinds"`          // kinds of arcs that count, joined by +
	View  string `json:"view,omitempty"` // filter applied to the crawl, such as between-hosts
	Pages int    `json:"pages"`          // all pages
	Arcs  int64  `json:"arcs"`           // arcs that count
	// compressed sizes with pages in the order of their numbers
	Before *Sizes  `json:"before" absent:"null: there are no arcs"`
	After  *Sizes  `json:"after" absent:"null: there are no arcs"` // compressed sizes with pages in the order found
	Start  string  `json:"start"`                                  // initial order: numbers or breadth-first
	Begun  int64   `json:"begun"`                                  // bits of all gaps of links in both directions in the initial order
	Rounds []int64 `json:"rounds"`                                 // the same bits after each round; the round with the least is kept
	Layers []Layer `json:"layers"`                                 // results of each resolution in the last round

	numbers []uint32
	params  map[string]any
}

// Sizes are bits an arc.
//
//json:object sizes
type Sizes struct {
	Graph     float64 `json:"graph"`     // compressed graph, bits per arc
	Transpose float64 `json:"transpose"` // compressed transpose, bits per arc
}

// A Layer is the result of one resolution.
//
//json:object layer
type Layer struct {
	Gamma    float64 `json:"gamma" label:"resolution" show:"digits:6"` // resolution γ
	Passes   int     `json:"passes" label:"passes"`                    // passes over the pages
	Clusters int     `json:"clusters" label:"clusters"`                // labels left at the end
	Gaps     int64   `json:"gaps" label:"bits of gaps"`                // bits of all gaps when pages are ordered by these clusters
}

// Blocks implements answer.Answer.
func (r *Ordering) Blocks() []answer.Block {
	if r.Before == nil {
		return []answer.Block{answer.Text("There are no links, so that any order is as good.")}
	}
	row := func(label string, before, after float64) answer.Block {
		return answer.Row(label, "%s bits a link before, %s after (%s %%)", digits.Fixed(before, 3), digits.Fixed(after, 3), signed(100*(after/before-1)))
	}
	begun := "the numbers of the pages"
	if r.Start == breadthFirst {
		begun = "a visit in breadth"
	}
	all := []answer.Block{
		row("graph", r.Before.Graph, r.After.Graph), row("transpose", r.Before.Transpose, r.After.Transpose),
		answer.Row("begun with", "%s", begun),
	}
	return append(all, answer.TableOf("", r.Layers))
}

// signed writes a change.
func signed(x float64) string {
	switch {
	case math.Abs(x) < 0.05:
		return "0.0"
	case x > 0:
		return "+" + digits.Fixed(x, 1)
	}
	return "−" + digits.Fixed(math.Abs(x), 1)
}

// Kept implements answer.Answer.
func (r *Ordering) Kept() answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View}
	answer.AddVector(&k, "order", r.params, r.numbers)
	return k
}
