package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/seeds"
	"weft/build/ingest"
	"weft/graph"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/plots"
	"weft/store"
)

func (a *app) seedsEvalCmd() *cobra.Command {
	var q seeds.Comparison
	var file, sites, output string
	c := &cobra.Command{
		Use:   "eval CRAWL --seeds FILE",
		Short: "Say how good seeds are, beside random pages and the best by PageRank and in-degree",
		Long: `Crawl the graph breadth first from seeds, over all links, and say what is met at each depth: pages, their mean PageRank, and
how many hosts, or sites of a list in --sites. Beside them as many random pages, the mean of several draws with its 95 %
interval; a draw that meets no new page at a depth has no PageRank there, so that it is left out of that mean, and how many are left is
said. And the best pages by PageRank and in-degree. --against FILE takes a list of others.

With -o plots go to a folder, as SVG: pagerank.svg, pages.svg, and hosts.svg or sites.svg.`,
		Example: madeCrawl + "  weft seeds crawl -k 5 -o seeds.txt\n  weft seeds eval crawl --seeds seeds.txt -o plots",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				return usagef("say with --seeds which pages")
			}
			if q.Depth < 1 || q.Draws < 1 {
				return usagef("--depth and --draws want 1 or more")
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.evalSeeds(cmd, c, q, file, sites, output) })
		},
	}
	f := c.Flags()
	f.StringVar(&file, "seeds", "", "`FILE` of seeds: URLs or page numbers, a line each")
	f.StringSliceVar(&q.Against, "against", seeds.Rivals, "`WHAT` they are compared with: random, pagerank, indegree, or files of seeds")
	f.IntVar(&q.Depth, "depth", 20, "look `N` links far")
	f.IntVar(&q.Draws, "draws", 10, "draw random pages `N` times")
	f.StringVar(&sites, "sites", "", "count the sites of `FILE` and not hosts: URL or page, tab, site")
	f.StringVarP(&output, "output", "o", "", "`DIR` for plots")
	return c
}

// evalSeeds compares seeds.
func (a *app) evalSeeds(cmd *cobra.Command, c *store.Crawl, q seeds.Comparison, file, sites, output string) error {
	var err error
	if q.Seeds, err = a.readPages(c, file); err != nil {
		return err
	}
	q.Lists = map[string][]graph.Node{}
	for _, name := range q.Against {
		if slices.Contains(seeds.Rivals, name) {
			continue
		}
		if q.Lists[name], err = a.readPages(c, name); err != nil {
			return err
		}
	}
	if sites != "" {
		if q.Sites, err = a.readSites(c, sites); err != nil {
			return err
		}
	}
	q.Memory, q.Workers, q.Seed, q.Note = a.budget, a.workers, a.seed, a.progress.Steps
	r, err := seeds.Compare(cmd.Context(), c, q)
	if err != nil {
		return err
	}
	if output != "" {
		if err := writePlots(r, output); err != nil {
			return err
		}
	}
	return a.print(r, func(w io.Writer) { printCompared(w, r) })
}

// A plotter is a result that can be drawn.
type plotter interface {
	Plots() ([]plots.Picture, error)
}

// writePlots writes the plots of a result into a folder, which is made if need be.
func writePlots(of plotter, dir string) error {
	pictures, err := of.Plots()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range pictures {
		if err := atomicfile.WriteFile(filepath.Join(dir, p.Name), p.SVG); err != nil {
			return err
		}
	}
	return nil
}

// readPages reads a list of pages of a crawl, by URL or number, a line each.
func (a *app) readPages(c *store.Crawl, path string) (pages []graph.Node, err error) {
	in, err := ingest.OpenText(path, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	missing := 0
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		u, ok, err := c.Page(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		case !ok:
			missing++
		default:
			pages = append(pages, u)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if missing > 0 {
		a.say("not in the crawl: %s of %s", digits.Plural(missing, "page"), path)
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("%s: no page of the crawl stands in it", path)
	}
	return pages, nil
}

func printCompared(w io.Writer, r *seeds.Compared) {
	table := func(title string, value func(d *seeds.Depth) float64, format string) {
		fmt.Fprintf(w, "%s\n%5s", title, "depth") //nolint:errcheck // a strings.Builder does not fail
		for _, walk := range r.Walks {
			fmt.Fprintf(w, "  %*s", columnOf(walk), walk.Name) //nolint:errcheck // likewise
		}
		fmt.Fprintln(w) //nolint:errcheck // likewise
		for d := range r.Depth + 1 {
			fmt.Fprintf(w, "%5d", d) //nolint:errcheck // likewise
			for _, walk := range r.Walks {
				fmt.Fprintf(w, "  %*s", columnOf(walk), valueOf(walk, d, value, format)) //nolint:errcheck // likewise
			}
			fmt.Fprintln(w) //nolint:errcheck // likewise
		}
		fmt.Fprintln(w) //nolint:errcheck // likewise
	}
	table("pages visited", func(d *seeds.Depth) float64 { return d.Visited }, "%.0f")
	table("mean PageRank of the new pages", func(d *seeds.Depth) float64 { return d.PageRank }, "%.3g")
	if r.Groups != "" {
		table(r.Groups+" visited", func(d *seeds.Depth) float64 { return d.Groups }, "%.4g")
	}
	for _, walk := range r.Walks {
		printLeft(w, walk)
	}
}

// columnOf is how wide a column of a walk is: those of draws have intervals.
func columnOf(w *seeds.Walk) int {
	if w.Low != nil {
		return 30
	}
	return 22
}

// valueOf writes what a walk has at a depth, with its interval.
func valueOf(w *seeds.Walk, d int, value func(d *seeds.Depth) float64, format string) string {
	probe := seeds.Depth{PageRank: 1}
	if w.Depths[d].Pages == 0 && value(&probe) != 0 {
		return "-"
	}
	text := fmt.Sprintf(format, value(&w.Depths[d]))
	if low, high, ok := w.Range(d, value); ok {
		text += fmt.Sprintf(" ("+format+"–"+format+")", low, high)
	}
	return text
}

// printLeft says at which depths draws have ended.
func printLeft(w io.Writer, walk *seeds.Walk) {
	if len(walk.Left) == 0 || walk.Left[len(walk.Left)-1] == walk.Left[0] {
		return
	}
	var parts []string
	last := walk.Left[0]
	for d, n := range walk.Left {
		if n != last {
			parts = append(parts, fmt.Sprintf("%d from depth %d on", n, d))
			last = n
		}
	}
	fmt.Fprintf(w, "Of the %d draws of %s pages there are left, with new pages: %s. The mean PageRank is theirs.\n", walk.Left[0], walk.Name, strings.Join(parts, ", ")) //nolint:errcheck // a strings.Builder does not fail
}
