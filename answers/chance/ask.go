// Package chance compares how pages are linked with random graphs in which every page keeps its degrees.
package chance

import (
	"context"
	"fmt"

	"weft/algo/rewire"
	"weft/algo/triangle"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

const long = `Compare a crawl with chance: random graphs in which every page keeps its number of links in and out. Where a figure of the
crawl is far from the figures of these graphs, degrees alone do not explain it.

The figures:
  - returned links and rho (weft reciprocity)
  - transitivity and local clustering (weft triangles)
  - four correlations of degrees (weft assortativity)
  - links within a host

Each random graph begins with the crawl. Again and again two links, drawn at random, exchange their ends; links from a
page to itself and double links do not arise. Cycles of three links are also turned around, which no exchange can do.
--swaps 10 tries 10 steps per link. weft reports how many of the crawl's links remain halfway and at the end. If the two
differ, take more. The graphs are drawn in parallel and depend only on --random-seed. Each takes about a second per
million links and --swaps 10.

The figures of each random graph are written to results/chance.parquet.`

var how = []string{
	"Each random graph has the pages of the crawl, and every page has the same number of links in and out as in the crawl. A page from which no link leads has none in any of them. " +
		"Links of a page to itself are left out. Two links a → b and c → d, drawn at random, become a → d and c → b, unless that makes a loop or a double link. " +
		"One step in eight tries to turn a cycle of three links around, which exchanges cannot do. With enough steps every such graph is equally likely " +
		"(Rao, Jana and Bandyopadhyay, Sankhyā A 58, 1996; Milo et al., “On the uniform generation of random graphs with prescribed degree sequences”, 2003).",
	"z is the distance of the crawl from the mean of the random graphs, in their standard deviations. " +
		"p is the probability that one more random graph is as far from the mean of the others, times the number of figures. " +
		"It uses Student's t with n − 1 degrees of freedom for n random graphs. " +
		"If the random graphs have few different values, p comes from ranks: 2(b + 1)/(n + 1) with b random graphs at least as far out. " +
		"A figure differs if p is at most 0.05 and its value lies beyond all random graphs.",
	"Returned links, ρ, transitivity, local clustering and the correlations of degrees are defined as in the results of their own names. Within a host: both pages have the same host.",
}

// Defaults of the options.
const (
	usualDraws = 20
	usualSwaps = 10
)

// Question asks how a crawl compares with chance.
var Question = answer.Question{
	Name: "chance", Short: "Compare links with random graphs of the same degrees", Long: long, More: "\nweft chance crawl --draws 100",
	Gives:   []answer.Answer{(*Chance)(nil)},
	New:     func() answer.Asker { return new(asked) },
	Section: &answer.Section{Title: "Compared with chance", Asked: new(askedByReport), How: how},
}

type asked struct{ draws, swaps int }

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.IntVar(&q.draws, "draws", usualDraws, "draw `N` random graphs, 2 or more")
	f.IntVar(&q.swaps, "swaps", usualSwaps, "try `N` steps per link for each random graph, 1 or more")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	return answer.CheckAll(answer.AtLeast("draws", q.draws, 2), answer.AtLeast("swaps", q.swaps, 1))
}

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	if err := graph.CheckInMemory(c.Graph().NumArcs()); err != nil {
		return answer.Work{}, err
	}
	s, atOnce, err := q.stage(ctx, c, &o)
	return answer.Work{Stages: []answer.Stage{s}, Do: func() (answer.Answer, error) {
		return answer.See(c, &o, s, func(v *store.View) (answer.Answer, error) {
			return answer.Got(q.compare(ctx, c, v, &o, atOnce))
		})
	}}, err
}

// stage plans as many draws at once as there are workers and as the budget permits.
func (q *asked) stage(ctx context.Context, c *store.Crawl, o *answer.Options) (s answer.Stage, atOnce int, err error) {
	for atOnce = max(1, min(o.Workers, q.draws)); ; atOnce-- {
		v, err := o.View(ctx, "chance", true, false, q.need(c, atOnce, max(1, o.Workers/atOnce)))
		if err != nil {
			return s, 0, err
		}
		if _, short := c.Plan(v); short == nil || atOnce == 1 {
			s = answer.Stage{View: v, Passes: "1 over the graph", How: []answer.Figure{
				answer.Row("draws", "%d, %d at once", q.draws, atOnce), answer.Row("steps", "%d per link", q.swaps),
			}}
			return s, atOnce, nil
		}
	}
}

// need is the memory for the graph without loops and for some draws at once, each measured by some workers.
func (q *asked) need(c *store.Crawl, atOnce, workers int) store.Need {
	n, m := c.NumPages(), c.Graph().NumArcs()
	need := store.Heap("the links", graph.LoadBytes(n, m)).And(store.Heap(fmt.Sprintf("%s at once", digits.Plural(atOnce, "draw")), int64(atOnce)*drawBytes(n, m, workers)))
	if c.HasNames() {
		need = need.And(store.Heap("hosts of pages", 4*int64(n)))
	}
	return need
}

// drawBytes is the memory of a draw: of the chain, or later of the graph, its transpose and its triangles.
func drawBytes(pages int, arcs int64, workers int) int64 {
	arrays, marks := triangle.Bytes(pages, workers)
	return max(rewire.Bytes(arcs), 4*arcs+graph.LoadBytes(pages, arcs)+arrays+marks+triangle.ListBytes(arcs))
}
