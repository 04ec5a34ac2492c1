package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"weft/internal/atomicfile"
	"weft/measure"
	"weft/report"
	"weft/store"
)

func (a *app) reportCmd() *cobra.Command {
	var rf resultFlags
	var samples int
	c := &cobra.Command{
		Use:   "report CRAWL",
		Short: "Measure everything and write a page that shows it",
		Long: `Measure degrees, PageRank, HITS, SALSA and components, keep the results, and write one self-contained HTML page that
shows them: CRAWL/report/index.html, or the file named with -o; of a bare graph BASENAME.report.html in the current
folder.`,
		Example: "  weft report crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkTop(rf.top); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error {
				if a.plan {
					need := measure.ComponentsNeed(c.NumPages()).Max(measure.DegreesNeedOf(c))
					return a.printPlan(c, a.options(rf.kinds), "the report", true, true, need, "those of degrees, all rankings and components")
				}
				path, err := a.writeReport(cmd.Context(), c, rf, samples)
				if err != nil {
					return err
				}
				return a.print(map[string]string{"report": path}, func(w io.Writer) { row(w, "report", "%s", path) })
			})
		},
	}
	f := c.Flags()
	f.StringVarP(&rf.output, "output", "o", "", "`FILE` of the page")
	f.StringVar(&rf.kinds, "kinds", "", "the `KINDS` of arcs that count, such as link,embed or all (default: link,embed,redirect,refresh)")
	f.IntVar(&rf.top, "top", 20, "list the `K` best pages and hosts")
	f.IntVar(&samples, "samples", measure.FitSamples, "`N` synthetic samples for the p of a fit; -1 for none")
	return c
}

// writeReport measures, keeps the results and writes the page; it returns where.
func (a *app) writeReport(ctx context.Context, c *store.Crawl, rf resultFlags, samples int) (string, error) {
	path, inside := reportPath(c, rf.output)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	out, err := atomicfile.Create(path) // before all the work, as it may not be possible
	if err != nil {
		return "", err
	}
	defer out.Abort()
	kept := rf
	kept.output = "" // the page's name is no folder of results
	err = a.keep(c, kept, func(k *measure.Keeper) error {
		data, err := a.measureAll(ctx, c, k, rf, samples)
		if err == nil {
			err = report.Write(out, data)
		}
		if err == nil && inside {
			err = k.Page()
		}
		if err != nil {
			return err
		}
		return out.Commit()
	})
	return path, err
}

// reportPath returns where the page goes, and whether that is in the crawl.
func reportPath(c *store.Crawl, output string) (string, bool) {
	switch {
	case output != "":
		return output, false
	case c.Manifest == nil:
		return filepath.Base(c.Path) + ".report.html", false
	}
	return filepath.Join(c.Path, store.ReportDir, "index.html"), true
}

// measureAll computes and keeps what a report shows.
func (a *app) measureAll(ctx context.Context, c *store.Crawl, k *measure.Keeper, rf resultFlags, samples int) (report.Data, error) {
	d := report.Data{Title: filepath.Base(c.Path), Generated: report.Generated{Version: version, Time: time.Now().UTC().Truncate(time.Second)}}
	var err error
	if d.Info, err = measure.GetInfo(c); err != nil {
		return d, err
	}
	o := a.options(rf.kinds)
	scores, err := a.rankAll(ctx, c, k, measure.RankOptions{Options: o, Top: rf.top}, &d)
	if err != nil {
		return d, err
	}
	do := measure.DegreeOptions{Options: o, Samples: samples, PageRank: scores}
	if d.Degrees, err = measure.GetDegrees(ctx, c, do); err != nil {
		return d, err
	}
	if err := k.Degrees(d.Degrees); err != nil {
		return d, err
	}
	d.Degrees.InDegrees, d.Degrees.OutDegrees, do.PageRank = nil, nil, nil
	if d.Components, err = measure.GetComponents(ctx, c, do); err != nil {
		return d, err
	}
	if err := k.Components(d.Components); err != nil {
		return d, err
	}
	d.Components.WCCLabels, d.Components.SCCLabels, d.Components.Classes = nil, nil, nil
	return d, a.relations(ctx, c, o, &d)
}

// rankAll computes and keeps all rankings; it returns the scores of PageRank, which are correlated with degrees.
func (a *app) rankAll(ctx context.Context, c *store.Crawl, k *measure.Keeper, o measure.RankOptions, d *report.Data) ([]float64, error) {
	var scores []float64
	for _, name := range slices.Backward(measure.Rankings) { // PageRank last: its scores stay in memory
		r, err := measure.GetRanking(ctx, c, name, o)
		if err != nil {
			return nil, err
		}
		if err := k.Ranking(r); err != nil {
			return nil, err
		}
		scores = r.Scores
		r.Scores, r.HubScores = nil, nil
		d.Rankings = append([]measure.Ranking{*r}, d.Rankings...)
	}
	return scores, nil
}

// relations adds what needs names and anchors.
func (a *app) relations(ctx context.Context, c *store.Crawl, o measure.Options, d *report.Data) error {
	if c.HasNames() {
		links, err := measure.GetHostLinks(ctx, c, 400, o)
		if err != nil {
			return err
		}
		d.HostLinks, d.HostTotals = links.Top, &report.HostTotals{Pairs: links.Pairs, Arcs: links.Arcs}
	}
	texts, err := measure.GetAnchorTexts(ctx, c, 30)
	for _, t := range texts {
		d.Words = append(d.Words, report.Word{Text: t.Text, Count: t.Arcs})
	}
	return err
}
