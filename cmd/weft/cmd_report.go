package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers"
	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/faces/report"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/livecrawl"
	"weft/store"
)

// reported says where the report is.
type reported struct {
	Report string `json:"report"`
}

func (a *app) reportCmd() *cobra.Command {
	rf := reportFlags{calibrate: "auto"}
	c := &cobra.Command{
		Use:   "report CRAWL",
		Short: "Measure everything and write a page that shows it",
		Long: `Measure degrees, PageRank, HITS, SALSA, components and fidelity, keep the results, and write one self-contained HTML page that
shows them: CRAWL/report/index.html, or the file named with -o; of a bare graph BASENAME.report.html in the current
folder.

Fidelity says how far the order by PageRank can be trusted though pages are missing (weft fidelity --help); it costs about
one PageRank more. How good that estimate is on this crawl is measured by crawling the crawl again, in parts, which costs
some ten or twenty: with --calibrate auto where pages are missing, 100 or more were crawled, there are at most 2 million arcs, and
memory suffices.

Distances are shown if weft distances has kept them; measuring them takes too long to be done unasked.`,
		Example: made["crawl"] + "  weft report crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := answer.CheckTop(rf.top); err != nil {
				return err
			}
			if !slices.Contains(calibrateWhen, rf.calibrate) {
				return usagef("--calibrate %s: want %s", rf.calibrate, choice.Of(rf.calibrate, calibrateWhen))
			}
			return a.open(args[0], func(c *store.Crawl) error {
				if a.plan {
					stages, err := reportStages(cmd.Context(), c, a.options(rf.kinds))
					if err != nil {
						return err
					}
					return a.printStages(c, "report", stages)
				}
				path, err := a.writeReport(cmd.Context(), c, rf)
				if err != nil {
					return err
				}
				return a.print(reported{path}, func(w io.Writer) { row(w, "report", "%s", path) })
			})
		},
	}
	f := c.Flags()
	f.StringVarP(&rf.output, "output", "o", "", "`FILE` of the page")
	addKinds(f, &rf.kinds)
	f.IntVar(&rf.top, "top", 20, "list the `K` best pages and hosts")
	f.StringVar(&rf.calibrate, "calibrate", rf.calibrate, "crawl the crawl again, to see how good the estimate of fidelity is: `WHEN` is "+strings.Join(calibrateWhen, ", "))
	f.IntVar(&rf.samples, "samples", measure.FitSamples, "`N` synthetic samples for the p of a fit; -1 for none")
	return c
}

// reportFlags are what the command line says.
type reportFlags struct {
	output, kinds string
	top, samples  int
	calibrate     string // one of calibrateWhen
}

var calibrateWhen = []string{"auto", "always", "never"}

// writeReport measures, keeps the results and writes the page; it returns where.
func (a *app) writeReport(ctx context.Context, c *store.Crawl, rf reportFlags) (string, error) {
	path, inside := reportPath(c, rf.output)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	out, err := atomicfile.Create(path) // before all the work, as it may not be possible
	if err != nil {
		return "", err
	}
	defer out.Abort()
	err = a.keep(c, "", func(k *answer.Keeper) error { // the page's name is no folder of results
		data, err := a.measureAll(ctx, c, k, rf)
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

// crawlName is what a crawl is called: after its folder, that of the live crawl if it is the snapshot of one.
func crawlName(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if live := filepath.Dir(path); filepath.Base(path) == livecrawl.SnapshotDir && livecrawl.IsFolder(live) {
		return filepath.Base(live)
	}
	return filepath.Base(path)
}

// measureAll computes and keeps what a report shows.
func (a *app) measureAll(ctx context.Context, c *store.Crawl, k *answer.Keeper, rf reportFlags) (report.Data, error) {
	d := report.Data{Title: crawlName(c.Path), Generated: report.Generated{Version: version, Time: time.Now().UTC().Truncate(time.Second)}}
	var err error
	if d.Info, err = measure.GetInfo(c); err != nil {
		return d, err
	}
	o := a.options(rf.kinds)
	scores, err := a.rankAll(ctx, c, k, measure.RankOptions{Options: o, Top: rf.top}, &d)
	if err != nil {
		return d, err
	}
	do := measure.DegreeOptions{Options: o, Samples: rf.samples, PageRank: scores, Ties: d.Rankings[0].Ties()}
	if d.Degrees, err = measure.GetDegrees(ctx, c, do); err != nil {
		return d, err
	}
	if err := k.Keep(d.Degrees.Kept()); err != nil {
		return d, err
	}
	d.Degrees.InDegrees, d.Degrees.OutDegrees, do.PageRank = nil, nil, nil
	if d.Components, err = measure.GetComponents(ctx, c, do); err != nil {
		return d, err
	}
	if err := k.Keep(d.Components.Kept()); err != nil {
		return d, err
	}
	d.Components.WCCLabels, d.Components.SCCLabels, d.Components.Classes = nil, nil, nil
	if d.Distances, err = measure.SavedDistances(c, rf.top); err != nil {
		if ctx.Err() != nil || errors.Is(err, store.ErrCorrupt) {
			return d, err
		}
		d.DistancesWhy = words(err)
		a.say("the report leaves saved distances out: %s", words(err))
	}
	if err := a.trust(ctx, c, k, rf, &d); err != nil {
		return d, err
	}
	if err := a.askOthers(ctx, c, k, o, &d); err != nil {
		return d, err
	}
	return d, a.relations(ctx, c, o, &d)
}

// trust measures how far the rankings can be trusted, and how good that estimate is.
func (a *app) trust(ctx context.Context, c *store.Crawl, k *answer.Keeper, rf reportFlags, d *report.Data) error {
	o := fidelity.Options{Options: a.options(rf.kinds)}
	var err error
	if c.Unknown() > 0 {
		if rf.calibrate == "always" {
			return c.CheckKnown(errors.New("--calibrate compares with γ and HAK, which cannot be given: tell with weft import --fetched"))
		}
		return nil // the report says so
	}
	if d.Fidelity, err = fidelity.Measure(ctx, c, o, k != nil); err != nil {
		return err
	}
	if err := k.Keep(d.Fidelity.Kept()); err != nil {
		return err
	}
	d.Fidelity.Gammas = nil
	if !calibrates(c, d.Fidelity, rf.calibrate, o) {
		return nil
	}
	d.Calibration, err = fidelity.Calibrate(ctx, c, fidelity.CalibrateOptions{Options: o, Report: d.Fidelity})
	return err
}

// askOthers asks what has a section of its own.
func (a *app) askOthers(ctx context.Context, c *store.Crawl, k *answer.Keeper, o answer.Options, d *report.Data) error {
	for _, q := range answers.Questions {
		if q.Section == nil {
			continue
		}
		work, err := q.Section.Asked.Plan(ctx, c, o)
		if err != nil {
			return err
		}
		got, err := work.Do()
		if err == nil {
			err = k.Keep(got.Kept())
		}
		if err != nil {
			return err
		}
		d.Others = append(d.Others, report.Answered{Question: q, Blocks: got.Blocks()})
	}
	return nil
}

// reportStages are those of all that a report shows.
func reportStages(ctx context.Context, c *store.Crawl, o answer.Options) ([]answer.Stage, error) {
	var all []answer.Stage
	var failed error
	add := func(s answer.Stage, err error) { all, failed = append(all, s), cmp.Or(failed, err) }
	for _, name := range slices.Backward(measure.Rankings) {
		add(measure.RankingStage(ctx, c, name, measure.RankOptions{Options: o}))
	}
	add(measure.DegreesStage(ctx, c, o))
	add(measure.ComponentsStage(ctx, c, o))
	if c.Unknown() == 0 {
		add(fidelity.Stage(ctx, c, fidelity.Options{Options: o}, c.Manifest != nil))
	}
	for _, q := range answers.Questions {
		if q.Section != nil {
			work, err := q.Section.Asked.Plan(ctx, c, o)
			all, failed = append(all, work.Stages...), cmp.Or(failed, err)
		}
	}
	if c.HasNames() {
		add(measure.HostLinksStage(ctx, c, o))
	}
	return all, failed
}

// Crawls that are crawled again without being asked for: small enough to cost little, large enough to say something.
const (
	mostAgain  = 2_000_000 // arcs
	leastAgain = 100       // pages
)

func calibrates(c *store.Crawl, r *fidelity.Report, when string, o fidelity.Options) bool {
	if when == "auto" {
		return r.Ghosts > 0 && r.Crawled >= leastAgain && c.Graph().NumArcs() <= mostAgain && fidelity.CalibrateFits(c, o)
	}
	return when == "always" && r.Crawled > 0
}

// rankAll computes and keeps all rankings; it returns the scores of PageRank, which are correlated with degrees.
func (a *app) rankAll(ctx context.Context, c *store.Crawl, k *answer.Keeper, o measure.RankOptions, d *report.Data) ([]float64, error) {
	var scores []float64
	for _, name := range slices.Backward(measure.Rankings) { // PageRank last: its scores stay in memory
		r, err := measure.GetRanking(ctx, c, name, o)
		if err != nil {
			return nil, err
		}
		if err := k.Keep(r.Kept()); err != nil {
			return nil, err
		}
		scores = r.Scores
		r.Scores, r.HubScores = nil, nil
		d.Rankings = append([]measure.Ranking{*r}, d.Rankings...)
	}
	return scores, nil
}

// relations adds what needs names and anchors.
func (a *app) relations(ctx context.Context, c *store.Crawl, o answer.Options, d *report.Data) error {
	if c.HasNames() {
		links, err := measure.GetHostLinks(ctx, c, 400, o)
		if err != nil {
			return err
		}
		d.HostMatrix = links.Matrix
		d.HostLinks, d.HostTotals = links.Top, &report.HostTotals{Pairs: links.Pairs, Arcs: links.Arcs}
	}
	texts, err := measure.GetAnchorTexts(ctx, c, 30)
	for _, t := range texts {
		d.Words = append(d.Words, report.Word{Text: t.Text, Count: t.Arcs})
	}
	return err
}
