package seeds

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

const evalLong = `Crawl the graph breadth first from seeds, over all links, and report for each depth the number of pages, their mean
PageRank, and the number of hosts, domains or sites (--by). Sites come from "weft site all" or from --sites.

For comparison weft crawls from as many random pages, and from the best pages by PageRank and by in-degree; --against
FILE adds a list of seeds. Random pages are drawn several times, and the table shows the mean with its 95 % interval. A
draw that finds no new page at a depth has no PageRank there. It is left out of this mean, and the number of draws left is
shown.

-o writes plots to a folder, as SVG, PDF and CSV: pagerank, pages, and hosts, domains or sites.`

// askedHowGood is the question how good seeds are.
type askedHowGood struct {
	q                       Comparison
	file, by, sites, output string
}

func (q *askedHowGood) Flags(f answer.Flags) {
	f.StringVar(&q.file, "seeds", "", "read the seeds from `FILE`, one URL or page number per line")
	f.StringSliceVar(&q.q.Against, "against", Rivals, "compare the seeds with `WHAT`: random, pagerank, indegree, or files of seeds")
	f.IntVar(&q.q.Depth, "depth", 20, "crawl to depth `N`")
	f.IntVar(&q.q.Draws, "draws", 10, "draw `N` sets of random pages")
	f.StringVar(&q.by, "by", "", "count `GROUPS` of pages: host, domain or site; the default is host, or site with --sites")
	offered.Set(f, "by", Groups)
	f.StringVar(&q.sites, "sites", "", "read the sites for --by site from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	f.StringVarP(&q.output, "output", "o", "", "write the plots to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
}

// Check implements answer.Asker.
func (q *askedHowGood) Check() error {
	if q.file == "" {
		return answer.Refused("{seeds} is missing: name a file of seeds")
	}
	if q.by == "" && q.sites != "" {
		q.by = "site"
	}
	if err := answer.SitesGo("by", q.by, "site", q.sites); err != nil {
		return err
	}
	return answer.CheckAll(answer.OneOf("by", cmp.Or(q.by, "host"), Groups), answer.AtLeast("depth", q.q.Depth, 1), answer.AtLeast("draws", q.q.Draws, 1),
		answer.Rule{Holds: q.output != "-", Option: "output", Value: q.output, Want: "a folder: plots cannot be printed"})
}

func (q *askedHowGood) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	asked := q.q
	asked.Options = o
	if err := q.read(c, &asked); err != nil {
		return w, err
	}
	for _, name := range []string{measure.PageRank, measure.InDegree} {
		if name == measure.PageRank || slices.Contains(asked.Against, name) {
			s, err := measure.RankingStage(ctx, c, name, measure.RankOptions{Options: o})
			if err != nil {
				return w, err
			}
			w.Stages = append(w.Stages, s)
		}
	}
	own, err := asked.stage(ctx, c)
	w.Stages = append(w.Stages, own)
	w.Do = func() (answer.Answer, error) {
		r, err := Compare(ctx, c, asked)
		if err == nil && q.output != "" {
			r.files = answer.Plots(q.output, r)
		}
		return answer.Got(r, err)
	}
	return w, err
}

// read reads the lists of pages and sites.
func (q *askedHowGood) read(c *store.Crawl, to *Comparison) (err error) {
	if to.Seeds, err = to.Pages(c, q.file); err != nil {
		return err
	}
	to.Lists = map[string][]graph.Node{}
	for _, name := range to.Against {
		if slices.Contains(Rivals, name) {
			continue
		}
		if to.Lists[name], err = to.Pages(c, name); err != nil {
			return err
		}
	}
	switch q.by {
	case "domain":
		to.Domains = true
		if !c.HasNames() {
			err = option.Errorf("{by} domain: %w", store.ErrNoNames)
		}
	case "site":
		to.Sites, err = to.SitesFor(c, "by", q.by, q.sites)
	}
	return err
}

// Kept is the plots.
func (r *Compared) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// Blocks reports the pages met at each depth, and the depths at which draws have ended.
func (r *Compared) Blocks() []answer.Block {
	all := r.table("pages visited", "%.0f", func(d *Depth) float64 { return d.Visited })
	all = append(all, r.table("mean PageRank of the new pages", "%.3g", func(d *Depth) float64 { return d.PageRank })...)
	if r.Groups != "" {
		all = append(all, r.table(r.Groups+" visited", "%.4g", func(d *Depth) float64 { return d.Groups })...)
	}
	for _, w := range r.Walks {
		if left := w.left(); left != "" {
			all = append(all, answer.Text(left))
		}
	}
	return all
}

// table shows a value of each walk at each depth.
func (r *Compared) table(title, format string, value func(d *Depth) float64) []answer.Block {
	t := &answer.Table{Columns: []answer.Column{{Title: "depth", Width: 5}}}
	for _, w := range r.Walks {
		width := 22
		if w.Low != nil { // there are intervals
			width = 30
		}
		t.Columns = append(t.Columns, answer.Column{Title: w.Name, Width: width})
	}
	for d := range r.Depth + 1 {
		row := []string{fmt.Sprint(d)}
		for _, w := range r.Walks {
			row = append(row, w.text(d, format, value))
		}
		t.Add(row...)
	}
	return []answer.Block{answer.Text(title), t, answer.Text("")}
}

// text writes what a walk has at a depth, with its interval.
func (w *Walk) text(d int, format string, value func(d *Depth) float64) string {
	probe := Depth{PageRank: 1}
	if w.Depths[d].Pages == 0 && value(&probe) != 0 {
		return "-"
	}
	text := fmt.Sprintf(format, value(&w.Depths[d]))
	if low, high, ok := w.Range(d, value); ok {
		text += fmt.Sprintf(" ("+format+"–"+format+")", low, high)
	}
	return text
}

// left says at which depths draws have ended; empty if none has.
func (w *Walk) left() string {
	if len(w.Left) == 0 || w.Left[len(w.Left)-1] == w.Left[0] {
		return ""
	}
	var parts []string
	last := w.Left[0]
	for d, n := range w.Left {
		if n != last {
			parts = append(parts, fmt.Sprintf("%d from depth %d on", n, d))
			last = n
		}
	}
	return fmt.Sprintf("Of the %d draws of %s pages there are left, with new pages: %s. The mean PageRank is theirs.", w.Left[0], w.Name, strings.Join(parts, ", "))
}
