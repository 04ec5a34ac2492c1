// Command carry renames a fifth of the pages of a crawl, and prints how many are found again, at which precision.
//
//	go run ./bench/carry [-links 0.1] [-lost 0.02] [-texts] CRAWL...
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"weft/graph"
	"weft/kinds"
	"weft/page"
	"weft/seeds/carry"
	"weft/seeds/carry/carrytest"
	"weft/store"
)

func main() {
	var o carrytest.Options
	flag.Float64Var(&o.Moved, "moved", 0.2, "share of pages that move")
	flag.Float64Var(&o.Links, "links", 0, "share of links that change")
	flag.Float64Var(&o.Lost, "lost", 0, "share of pages that vanish, and of new ones")
	least := flag.Float64("least", 0.5, "confidence from which on a page counts as found")
	draws := flag.Uint64("draws", 3, "seeds, from 1")
	texts := flag.Bool("texts", false, "look at the texts of links too")
	flag.Parse()
	for _, path := range flag.Args() {
		for o.Seed = 1; o.Seed <= *draws; o.Seed++ {
			start := time.Now()
			s, err := run(path, o, *least, *texts)
			if err != nil {
				fmt.Fprintln(os.Stderr, "carry:", err)
				os.Exit(1)
			}
			fmt.Printf("%s, draw %d: %s; %.1f s\n", path, o.Seed, s, time.Since(start).Seconds())
		}
	}
}

// run renames the fetched pages of a crawl and looks for them.
func run(path string, o carrytest.Options, least float64, texts bool) (s carrytest.Score, err error) {
	c, err := store.Open(path)
	if err != nil {
		return s, err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	v, err := c.View(store.ViewOptions{What: "carry", Kinds: kinds.Measured, Out: true, Budget: 1 << 30})
	if err != nil {
		return s, err
	}
	defer v.Close() //nolint:errcheck // likewise
	g, names, texted, err := fetched(c, v.Out)
	if err != nil {
		return s, err
	}
	x, err := carrytest.Rename(g, names, o)
	if err != nil {
		return s, err
	}
	pairs, err := find(x, texted, texts)
	if err != nil {
		return s, err
	}
	found := map[graph.Node]graph.Node{}
	for _, p := range pairs {
		if p.Confidence >= least {
			found[p.Old] = p.New
		}
	}
	return x.Judge(found), nil
}

// fetched returns the graph of the fetched pages of a crawl, their names, and the texts that point to them.
func fetched(c *store.Crawl, g graph.Random) (out *graph.Memory, names []string, texts [][]string, err error) {
	number := make([]graph.Node, c.NumPages())
	for u := range number {
		number[u] = carry.None
		if c.State(graph.Node(u)) == page.Fetched {
			number[u] = graph.Node(len(names))
			names = append(names, c.Label(graph.Node(u)))
		}
	}
	var arcs []graph.Arc
	err = graph.EachList(g, graph.Everything(g), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if number[u] != carry.None && number[v] != carry.None {
				arcs = append(arcs, graph.Arc{From: number[u], To: number[v]})
			}
		}
	})
	if err != nil {
		return nil, nil, nil, err
	}
	texts = make([][]string, len(names))
	err = carry.EachText(c, func(u graph.Node, text []byte) {
		if number[u] != carry.None {
			texts[number[u]] = append(texts[number[u]], string(text))
		}
	})
	return graph.FromArcs(len(names), arcs), names, texts, err
}

// find looks for the successors of renamed pages.
func find(x *carrytest.Renaming, texted [][]string, texts bool) ([]carry.Pair, error) {
	older, newer, same, err := x.Sides()
	if err != nil {
		return nil, err
	}
	if texts {
		older.Texts = func(f func(graph.Node, []byte)) error { return each(texted, x.OldFrom, f) }
		newer.Texts = func(f func(graph.Node, []byte)) error { return each(texted, x.From, f) }
	}
	return carry.Map(context.Background(), older, newer, same, carry.Options{})
}

// each calls f with texts of pages, given what each page was before.
func each(texted [][]string, from []graph.Node, f func(graph.Node, []byte)) error {
	for u, before := range from {
		for _, text := range texted[before] {
			f(graph.Node(u), []byte(text))
		}
	}
	return nil
}
