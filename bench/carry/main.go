// Command carry searches for pages of crawls in newer crawls whose truth is known. It prints how many are found,
// with what precision, and the share of correct ones at each confidence.
//
//	go run ./bench/carry [-links 0.1] [-lost 0.02] [-with links+texts] CRAWL...
//	go run ./bench/carry -pairs FILE -chance 6 -dump real.txt
//	go run ./bench/carry -load '*.txt' -fit
//
// It has three sources of truth. It renames a fifth of the pages of each CRAWL. It reads pairs of crawls of
// folders of HTML and derives the fate of pages from their texts. And it makes sites whose names agree by chance.
// It also fits the parameters of a confidence.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"weft/answers/migrate"
	"weft/answers/migrate/migratetest"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
)

// settings are the flags of the command.
type settings struct {
	migratetest.Options
	least             float64
	draws             uint64
	with              string
	pairs, dump, load string
	chance            int
	fit               bool
}

func main() {
	var o settings
	flag.Float64Var(&o.Moved, "moved", 0.2, "share of pages that move")
	flag.Float64Var(&o.Links, "links", 0, "share of links that change")
	flag.Float64Var(&o.Lost, "lost", 0, "share of pages that vanish, and of new ones")
	flag.Float64Var(&o.least, "least", 0.5, "confidence from which on a page counts as found")
	flag.Uint64Var(&o.draws, "draws", 3, "seeds, from 1")
	flag.StringVar(&o.with, "with", "links", "what is known beside names: names, for nothing, links, texts, or links+texts")
	flag.StringVar(&o.pairs, "pairs", "", "`FILE` with a line for each pair of crawls: set, both crawls, the folders that they are of, and the address of these")
	flag.IntVar(&o.chance, "chance", 0, "draws of made sites where names are alike by chance")
	flag.StringVar(&o.dump, "dump", "", "write what is known of each pair to `FILE`")
	flag.StringVar(&o.load, "load", "", "read what was dumped to the files of this `PATTERN`")
	flag.BoolVar(&o.fit, "fit", false, "fit logistic regressions")
	flag.Parse()
	if err := o.run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "carry:", err)
		os.Exit(1)
	}
}

// run runs all chosen parts.
func (o *settings) run(crawls []string) error {
	var all []observation
	for _, source := range []func() ([]observation, error){
		func() ([]observation, error) { return loadAll(o.load) },
		func() ([]observation, error) { return pairsOf(o.pairs) },
		func() ([]observation, error) { return chances(o.chance) },
		func() ([]observation, error) { return o.renamings(crawls) },
	} {
		list, err := source()
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	reliability(all)
	if o.fit {
		fit(all)
	}
	return write(o.dump, all)
}

// chances examines generated sites, with their links and without.
func chances(draws int) (all []observation, err error) {
	for seed := range draws {
		x := migratetest.Chance(60, float64(seed%2)*0.1, uint64(seed))
		for _, with := range evidences[2:] {
			found, err := find(x, nil, with)
			if err != nil {
				return nil, err
			}
			all = append(all, judged("made", with, x, found)...)
		}
	}
	return all, nil
}

// renamings renames pages of crawls, some times each.
func (o *settings) renamings(crawls []string) (all []observation, err error) {
	for _, path := range crawls {
		for seed := range o.draws {
			start := time.Now()
			o.Seed = seed + 1
			s, list, err := run(path, o.Options, o.least, o.with)
			if err != nil {
				return nil, err
			}
			fmt.Printf("%s, draw %d: %s; %.1f s\n", path, o.Seed, s, time.Since(start).Seconds())
			all = append(all, list...)
		}
	}
	return all, nil
}

// run renames the fetched pages of a crawl and searches for them.
func run(path string, o migratetest.Options, least float64, with string) (s migratetest.Score, list []observation, err error) {
	c, err := store.Open(path)
	if err != nil {
		return s, nil, err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	v, err := c.View(store.ViewOptions{What: "carry", Kinds: kinds.Measured, Out: true, Budget: 1 << 30})
	if err != nil {
		return s, nil, err
	}
	defer v.Close() //nolint:errcheck // likewise
	g, names, texted, err := fetched(c, v.Out)
	if err != nil {
		return s, nil, err
	}
	x, err := migratetest.Rename(g, names, o)
	if err != nil {
		return s, nil, err
	}
	pairs, err := find(x, texted, with)
	if err != nil {
		return s, nil, err
	}
	found := map[graph.Node]graph.Node{}
	for _, p := range pairs {
		if p.Confidence >= least {
			found[p.Old] = p.New
		}
	}
	return x.Judge(found), judged(filepath.Base(path), with, x, pairs), nil
}

// fetched returns the graph of the fetched pages of a crawl, their names, and the texts that point to them.
func fetched(c *store.Crawl, g graph.Random) (out *graph.Memory, names []string, texts [][]string, err error) {
	number := make([]graph.Node, c.NumPages())
	for u := range number {
		number[u] = migrate.None
		if c.State(graph.Node(u)) == page.Fetched {
			number[u] = graph.Node(len(names))
			names = append(names, c.Label(graph.Node(u)))
		}
	}
	var arcs []graph.Arc
	err = graph.EachList(g, graph.Everything(g), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if number[u] != migrate.None && number[v] != migrate.None {
				arcs = append(arcs, graph.Arc{From: number[u], To: number[v]})
			}
		}
	})
	if err != nil {
		return nil, nil, nil, err
	}
	texts = make([][]string, len(names))
	err = migrate.EachText(c, func(u graph.Node, text []byte) error {
		if number[u] != migrate.None {
			texts[number[u]] = append(texts[number[u]], string(text))
		}
		return nil
	})
	return graph.FromArcs(len(names), arcs), names, texts, err
}

// find searches for the successors of renamed pages.
func find(x *migratetest.Renaming, texted [][]string, with string) ([]migrate.Pair, error) {
	older, newer, same, err := x.Sides()
	if err != nil {
		return nil, err
	}
	if with == "names" || with == "texts" {
		unlink(older)
		unlink(newer)
	}
	if strings.Contains(with, "texts") {
		older.Texts = func(f func(graph.Node, []byte) error) error { return each(texted, x.OldFrom, f) }
		newer.Texts = func(f func(graph.Node, []byte) error) error { return each(texted, x.From, f) }
	}
	return migrate.Map(context.Background(), older, newer, same, migrate.Options{})
}

// each calls f with texts of pages, given what each page was before.
func each(texted [][]string, from []graph.Node, f func(graph.Node, []byte) error) error {
	for u, before := range from {
		for _, text := range texted[before] {
			if err := f(graph.Node(u), []byte(text)); err != nil {
				return err
			}
		}
	}
	return nil
}
