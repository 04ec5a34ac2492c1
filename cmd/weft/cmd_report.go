package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/faces/report"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/livecrawl/folder"
	"weft/store"
)

// reported says where the report is.
//
//json:object report
type reported struct {
	Report  string `json:"report"`                                         // path of the report
	Figures string `json:"figures,omitempty" absent:"without '--figures'"` // folder of the figures
}

func (a *app) reportCmd() *cobra.Command {
	rf := reportFlags{calibrate: "auto"}
	c := &cobra.Command{
		Use:   "report CRAWL [LATER…]",
		Short: "Measure everything and write one HTML page, of one crawl or of the changes between several",
		Long: `Measure degrees, PageRank, HITS, SALSA, components and fidelity, draw a map, save the results, and write one self-contained
HTML page: CRAWL/report/index.html, or the file of -o. The report of a bare graph is BASENAME.report.html in the current folder.

Fidelity estimates how far the PageRank order can be trusted although pages are missing (weft fidelity --help). It takes
about as long as one PageRank. --calibrate tests this estimate by crawling parts of the crawl, which takes ten to twenty
times as long. auto calibrates if pages are missing, at least 100 were crawled, there are at most 2 million arcs, and
memory suffices.

Distances are counted in crawls of up to 65,536 pages. For larger crawls, run "weft distances" first: the report shows its
saved result.

With two crawls or more the page shows the changes from each crawl to the next, in the given order. It compares states,
hosts, pages, ranks and degrees. From three crawls on it also shows figures over time. The page is FIRST-LAST.report.html in the current
folder, or the file of -o. weft changes nothing in the crawls. --dates names the dates of crawls without a log, such as
imports.`,
		Example: made["crawl"] + "  weft report crawl\n" + made["older newer"] + "  weft report older newer",
		Args:    atLeast(1, "a crawl, or several"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := rf.check(args); err != nil {
				return err
			}
			if len(args) > 1 {
				return a.reportChanges(cmd, args, rf)
			}
			return a.again(args[0], func() error {
				return a.open(args[0], func(c *store.Crawl) error { return a.reportOne(cmd.Context(), c, rf) })
			})
		},
	}
	f := c.Flags()
	f.StringVarP(&rf.output, "output", "o", "", "write the page to `FILE`; the default is CRAWL/report/index.html, or with several crawls FIRST-LAST.report.html")
	f.StringVar(&rf.figures, "figures", "", "also write the figures to the folder `DIR`: numbers as CSV, pictures as SVG and PDF")
	ending.Set(f, "figures", ending.Folder)
	ending.Set(f, "output", "html")
	addKinds(f, &rf.kinds)
	f.IntVarP(&rf.top, "top", "n", 20, "list the `K` best pages and hosts")
	f.StringVar(&rf.calibrate, "calibrate", rf.calibrate, "test the estimate of fidelity `WHEN`, by crawling parts of the crawl")
	offered.List(f, "calibrate", calibrateWhen)
	measure.SamplesFlag(f, &rf.samples)
	f.StringVar(&rf.dates, "dates", "", "name the dates of several crawls, `LIST`, in their order: years, months or days, such as 2018,2026-01,2026-11-26")
	return c
}

// check refuses flags that do not apply to the crawls.
func (rf *reportFlags) check(crawls []string) error {
	if err := answer.CheckAll(answer.AtLeast("top", rf.top, 0), measure.SamplesRule(rf.samples)); err != nil {
		return err
	}
	if !slices.Contains(calibrateWhen, rf.calibrate) {
		return usagef("--calibrate %s: expected %s", rf.calibrate, choice.Of(rf.calibrate, calibrateWhen))
	}
	if err := checkFolder("--figures", rf.figures); err != nil {
		return err
	}
	if len(crawls) == 1 && rf.dates != "" {
		return usagef("--dates %s: expected two crawls or more", rf.dates)
	}
	return nil
}

// reportOne writes the page on one crawl, or prints its plan.
func (a *app) reportOne(ctx context.Context, c *store.Crawl, rf reportFlags) error {
	r := a.newReporting(ctx, c, rf)
	if a.plan {
		return r.plan()
	}
	if err := r.fits(); err != nil {
		return err
	}
	path, err := r.write()
	if err != nil {
		return err
	}
	if rf.figures != "" {
		figures, err := report.Figures(r.d)
		if err != nil {
			return err
		}
		if err := a.writeFigures(rf.figures, figures); err != nil {
			return err
		}
	}
	return a.printReported(reported{path, rf.figures})
}

// reportFlags holds the flags of the command line.
type reportFlags struct {
	output, kinds string
	figures       string // folder; empty for none
	dates         string // of several crawls
	top, samples  int
	calibrate     string // one of calibrateWhen
}

var calibrateWhen = []string{"auto", "always", "never"}

// write measures, keeps the results and writes the page; it returns where.
func (r *reporting) write() (string, error) {
	path, inside := reportPath(r.c, r.rf.output)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	out, err := atomicfile.Create(path) // before all the work, as it may not be possible
	if err != nil {
		return "", err
	}
	defer out.Abort()
	defer r.free()                                       //nolint:errcheck // after an error, which says more
	err = r.keep(r.c, "", func(k *answer.Keeper) error { // the page's name is no folder of results
		r.k = k
		for _, p := range r.parts() {
			if err := p.do(); err != nil {
				return err
			}
		}
		err := report.Write(out, r.d)
		if err == nil && inside {
			err = k.Page()
		}
		if err != nil {
			return err
		}
		return out.Commit()
	})
	if err == nil {
		r.o.Interim.Done()
	}
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

// crawlName returns the name of a crawl: its folder, or for a snapshot the folder of the live crawl.
func crawlName(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if live := filepath.Dir(path); filepath.Base(path) == folder.SnapshotDir && folder.Is(live) {
		return filepath.Base(live)
	}
	return filepath.Base(path)
}
