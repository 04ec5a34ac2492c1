package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/mem"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
	"weft/testweb"
	"weft/testweb/demo"
	"weft/web/live"
)

func (a *app) demoCmd() *cobra.Command {
	var dir string
	var pages int
	c := &cobra.Command{
		Use:   "demo",
		Short: "Try everything in some seconds, on a small Web of its own",
		Long: `Make a small Web, serve it on loopback, crawl it like "weft crawl", measure the graph, and write a report. The crawl is
DIR/crawl. The demo connects only to loopback.`,
		Example: "  weft demo -o weft-demo",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if pages < 200 || pages > 1_000_000 {
				return usagef("--pages %d: expected 200 to 1000000", pages)
			}
			if a.plan {
				return a.printPlanned(plan{Form: importForm, Parts: ingest.LeastNeed.Parts(), Passes: "1 over the log of the crawl"})
			}
			return a.demo(cmd.Context(), dir, pages)
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "weft-demo", "write everything to the folder `DIR`")
	ending.Set(c.Flags(), "output", ending.Folder)
	c.Flags().IntVar(&pages, "pages", testweb.DefaultPages, "make a Web of about `N` pages")
	return c
}

// demoResult is the result of the demo.
//
//json:object demo
type demoResult struct {
	Crawl    string           `json:"crawl"`            // path of the crawl
	Archive  string           `json:"archive"`          // path of the archive
	Report   string           `json:"report"`           // path of the report
	URLs     int              `json:"urls"`             // pages of the made Web
	Hosts    int              `json:"hosts"`            // hosts of the made Web
	Status   livecrawl.Status `json:"status"`           // status at the end of the crawl
	Info     measure.Info     `json:"info"`             // data of the graph
	Sites    demoSites        `json:"sites"`            // comparison of the sites found with the true sites
	Seconds  float64          `json:"seconds"`          // duration of the command, s
	Peak     int64            `json:"anonymous_memory"` // peak of the anonymous memory of the process, bytes
	snapshot livecrawl.Snapshot
}

// demo crawls a made Web, and writes the report.
func (a *app) demo(ctx context.Context, dir string, pages int) error {
	begin := time.Now()
	a.say("demo: makes a small Web, serves it on loopback, crawls it politely, measures it and writes a report; this takes some seconds; all files go to %s", dir)
	web := testweb.NewWeb(testweb.Options{Pages: pages, Seed: a.seed})
	r := demoResult{Crawl: filepath.Join(dir, "crawl"), URLs: len(web.URLs()), Hosts: len(web.Hosts())}
	r.Archive = filepath.Join(r.Crawl, "warc")
	if err := removeDemo(r.Crawl); err != nil {
		return err
	}
	if err := a.crawlDemo(ctx, web, &r); err != nil {
		return err
	}
	err := a.open(r.snapshot.Dir, func(c *store.Crawl) error {
		var err error
		if r.Report, err = a.newReporting(ctx, c, reportFlags{top: 20, calibrate: "auto"}).write(); err != nil {
			return err
		}
		if r.Info, err = measure.GetInfo(c); err != nil {
			return err
		}
		r.Sites, err = a.compareSites(c, web)
		return err
	})
	if err != nil {
		return err
	}
	r.Seconds, r.Peak = time.Since(begin).Seconds(), mem.Anonymous()
	return a.print(r, func(w io.Writer) { printDemo(w, &r) })
}

// removeDemo removes the crawl of an earlier demo, and nothing else.
func removeDemo(dir string) error {
	if c, err := folder.ReadConfig(dir); err == nil && c.Note == folder.DemoNote {
		return folder.Remove(dir)
	}
	return nil
}

// crawlDemo serves the Web and crawls it, in strict order: the same log and graph each time.
func (a *app) crawlDemo(ctx context.Context, web *testweb.Web, r *demoResult) error {
	server, err := demo.Serve(web)
	if err != nil {
		return err
	}
	defer server.Close()
	hosts := make([]string, 0, r.Hosts)
	for _, h := range web.Hosts() {
		hosts = append(hosts, regexp.QuoteMeta(h))
	}
	j, err := livecrawl.Create(folder.Config{
		Seeds: web.Seeds(), Strict: true, Traps: true, Nofollow: true, RandomSeed: a.seed, Note: folder.DemoNote,
		Scope: folder.Scope{Area: "listed", Include: []string{"^http://(" + strings.Join(hosts, "|") + ")/"}, Depth: -1},
	}, livecrawl.Options{
		Dir: r.Crawl, Command: a.args, Version: version, Politeness: fetch.Politeness{Tries: 1},
		Net: live.Options{UserAgent: "weft/" + version, Proxy: server.Proxy(), Workers: 2 * a.workers},
	})
	if err != nil {
		return err
	}
	w := a.watchJob(j, nil, nil)
	defer w.Close()
	result, err := j.Run(ctx)
	w.Close()
	if err = errors.Join(err, j.Close()); err != nil {
		return err
	}
	r.Status = result.Status
	r.snapshot, err = livecrawl.MakeSnapshot(ctx, r.Crawl, a.snapshotOptions())
	return err
}

func printDemo(w io.Writer, r *demoResult) {
	n, s := r.Info, &r.Status
	row(w, "a made Web", "%s URLs on %s, served on loopback", grouped(r.URLs), digits.Plural(r.Hosts, "host"))
	row(w, "crawled", "%s answers in %.1f s: %s fetched, %s redirected, %s failed", grouped(s.Learnt), s.Elapsed.Seconds(),
		grouped(s.Fetched), grouped(s.Redirected), grouped(s.Failed))
	row(w, "archive", "%s", r.Archive)
	row(w, "graph", "%s: %s (%s fetched, %s ghosts), %s, %.2f bits each", r.snapshot.Dir, digits.Plural(n.Pages, "page"), grouped(n.Fetched), grouped(n.Ghosts), digits.Plural(n.Arcs, "arc"), n.BitsPerArc)
	row(w, "sites", "%s found; of the %s of 10 pages or more that the Web has, %d are right (F1 of 0.9 or more)", grouped(r.Sites.Found), digits.Plural(r.Sites.Owners, "site"), r.Sites.Right)
	row(w, "report", "%s", r.Report)
	row(w, "time", "%.1f s", r.Seconds)
	//nolint:errcheck // a strings.Builder does not fail
	fmt.Fprintf(w, `
Open the report in a browser. Then try:
  weft rank pagerank %[1]s --top 20    the best pages
  weft site all %[1]s                  the logical websites
  weft fidelity calibrate %[1]s        how far the ranking can be trusted
  weft serve %[1]s                     walk through the crawl in a browser
`, r.Crawl)
}
