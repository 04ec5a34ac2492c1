// Command pairs crawls parts of graphs breadth first, and compares the pairs that HAK expects to be out of order with the
// true numbers. The true numbers are against two rankings of the whole graph: by PageRank, and by a walk that restarts at
// the crawled pages.
//
//	pairs CRAWL... > pairs.tsv
//
// Each crawl is taken as whole: pages without links have none. Columns: graph, pages, crawled pages, γ, HAK, and
// three numbers of pairs: expected, by the walk, by PageRank. The last two columns are multiples of the expected pairs.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
	"weft/internal/splitmix"
	"weft/stats"
	"weft/store"
)

const (
	seeds      = 10
	top        = 1000
	iterations = 30
	sets       = 3
)

var shares = []float64{0.1, 0.25, 0.5, 0.75}

func main() {
	fmt.Println("graph\tpages\tcrawled\tgamma\thak\texpected\twalk\tpagerank\twalk_factor\tpagerank_factor")
	for _, path := range os.Args[1:] {
		if err := measure(path); err != nil {
			fmt.Fprintf(os.Stderr, "pairs: %s: %v\n", path, err)
			os.Exit(1)
		}
	}
}

func measure(path string) error {
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // it is only read
	g, err := graph.Load(c.Graph())
	if err != nil {
		return err
	}
	whole, err := scores(g, nil, 0)
	if err != nil {
		return err
	}
	for _, share := range shares {
		for set := range sets {
			if err := one(filepath.Base(path), g, whole, share, uint64(set)); err != nil {
				return err
			}
		}
	}
	return nil
}

// scores is PageRank, from some pages or from all; iterations of 0 run until it converges.
func scores(g *graph.Memory, from []graph.Node, iterations int) ([]float64, error) {
	in, err := graph.Transpose(g)
	if err != nil {
		return nil, err
	}
	degrees := make([]uint32, g.NumNodes())
	for u := range degrees {
		degrees[u] = uint32(len(g.Succ(graph.Node(u)))) //nolint:gosec // fewer than nodes
	}
	o := rank.PageRankOptions{Pages: from}
	if iterations > 0 {
		o.MaxIterations, o.Tolerance, o.Method = iterations, -1, rank.Power
	}
	res, err := rank.PageRank(context.Background(), in, degrees, o)
	if err != nil {
		return nil, err
	}
	return res.Scores, nil
}

// crawl returns the pages that a crawl from random seeds fetches first, breadth first.
func crawl(g *graph.Memory, pages int, seed uint64) []graph.Node {
	r := splitmix.Rand(seed)
	known := view.NewBits(g.NumNodes())
	var queue []graph.Node
	add := func(u graph.Node) {
		if !known.Has(int(u)) {
			known.Add(int(u))
			queue = append(queue, u)
		}
	}
	for len(queue) < seeds {
		if u := graph.Node(r.IntN(g.NumNodes())); len(g.Succ(u)) > 0 {
			add(u)
		}
	}
	for i := 0; i < len(queue) && i < pages; i++ {
		for _, v := range g.Succ(queue[i]) {
			add(v)
		}
	}
	return queue[:min(pages, len(queue))]
}

func one(name string, g *graph.Memory, whole []float64, share float64, seed uint64) error {
	fetched := crawl(g, int(share*float64(g.NumNodes())), seed)
	if len(fetched) < 1000 {
		return nil
	}
	part, old := partOf(g, fetched)
	crawled := view.NewBits(part.NumNodes())
	for i := range fetched {
		crawled.Add(i)
	}
	e, mine, err := estimate(part, crawled)
	if err != nil {
		return err
	}
	walk, err := scores(g, fetched, iterations)
	if err != nil {
		return err
	}
	n := e.Crawled
	best := rank.TopK(mine[:n], min(top, n), stats.Rounding)
	x, y, z := make([]float64, len(best)), make([]float64, len(best)), make([]float64, len(best))
	for i, u := range best {
		x[i], y[i], z[i] = mine[u], walk[old[u]], whole[old[u]]
	}
	expected := e.Discordant(len(best))
	byWalk, byRank := discordant(x, y), discordant(x, z)
	fmt.Printf("%s\t%d\t%d\t%.4f\t%.4f\t%.0f\t%d\t%d\t%.3f\t%.3f\n", name, g.NumNodes(), n, e.Gamma, e.HAK, expected, byWalk, byRank, float64(byWalk)/expected, float64(byRank)/expected)
	return nil
}

// partOf returns the graph of a crawl: the fetched pages first, with their links, then the missing pages.
func partOf(g *graph.Memory, fetched []graph.Node) (*graph.Memory, []graph.Node) {
	number := make([]int, g.NumNodes())
	old := slices.Clone(fetched)
	for i, u := range fetched {
		number[u] = i + 1
	}
	var arcs []graph.Arc
	for i, u := range fetched {
		for _, v := range g.Succ(u) {
			if number[v] == 0 {
				old = append(old, v)
				number[v] = len(old)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(i), To: graph.Node(number[v] - 1)})
		}
	}
	return graph.FromArcs(len(old), arcs), old
}

func estimate(part *graph.Memory, crawled view.Bits) (hak.Estimate, []float64, error) {
	ctx := context.Background()
	links, err := hak.Scan(ctx, part, crawled, hak.ScanOptions{})
	if err != nil {
		return hak.Estimate{}, nil, err
	}
	mine, err := scores(part, nil, iterations)
	if err != nil {
		return hak.Estimate{}, nil, err
	}
	in, err := graph.Transpose(part)
	if err != nil {
		return hak.Estimate{}, nil, err
	}
	impacts, err := hak.GetImpacts(ctx, in, crawled, hak.Ranked{Scores: mine, Degrees: links.Degrees}, hak.ImpactOptions{})
	if err != nil {
		return hak.Estimate{}, nil, err
	}
	n := links.Whole.Crawled
	return hak.Of(n, part.NumNodes()-n, links.Gamma(), impacts.Im()), mine, nil
}

// discordant counts the pairs in opposite order; ties are in no order.
func discordant(x, y []float64) int64 {
	all, err := hak.CompareTied(x, y, stats.Rounding, stats.Rounding, []float64{1})
	if err != nil {
		return 0
	}
	return all[0].Discordant
}
