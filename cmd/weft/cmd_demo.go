package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"weft/demo"
	"weft/gen"
	"weft/ingest"
	"weft/internal/mem"
	"weft/measure"
	"weft/store"
)

func (a *app) demoCmd() *cobra.Command {
	var dir string
	var pages int
	c := &cobra.Command{
		Use:   "demo",
		Short: "Do the whole job on a small Web made for it",
		Long: `Make a small Web, serve it on loopback, fetch it, write a WARC file of the answers, import that, measure it, and write
the report: DIR/demo.warc.gz and DIR/crawl. Only loopback is contacted.`,
		Example: "  weft demo -o weft-demo",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if pages < 200 || pages > 1_000_000 {
				return usagef("--pages %d: want 200 to 1000000", pages)
			}
			if a.plan {
				return a.printPlanned(plan{Form: importForm, Need: mem.Least, Passes: "1 over the archive of the answers"})
			}
			return a.demo(cmd.Context(), dir, pages)
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "weft-demo", "`DIR` for the archive and the crawl")
	c.Flags().IntVar(&pages, "pages", gen.DefaultPages, "`N` pages, about")
	return c
}

// demoResult is what the demo tells.
type demoResult struct {
	Archive string       `json:"archive"`
	Crawl   string       `json:"crawl"`
	Report  string       `json:"report"`
	Web     demo.Stats   `json:"web"`
	Info    measure.Info `json:"info"`
	Seconds float64      `json:"seconds"`
	Peak    int64        `json:"anonymous_memory"`
}

func (a *app) demo(ctx context.Context, dir string, pages int) error {
	begin := time.Now()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	r := demoResult{Archive: filepath.Join(dir, "demo.warc.gz"), Crawl: filepath.Join(dir, "crawl")}
	var err error
	r.Web, err = demo.Record(ctx, r.Archive, demo.Options{Web: gen.Options{Pages: pages, Seed: a.seed}, Workers: a.workers},
		func(done, total int) { a.progress.Steps("fetching the made Web", int64(done), int64(total)) })
	if err != nil {
		return err
	}
	_, err = ingest.Import(ctx, ingest.Options{
		Inputs: []string{r.Archive}, Output: r.Crawl, Replace: true, Memory: a.budget, Workers: a.workers,
		Command: a.args, Version: version, Now: time.Now().UTC().Truncate(time.Second), Progress: a.importProgress,
	})
	if err != nil {
		return err
	}
	err = a.open(r.Crawl, func(c *store.Crawl) error {
		if r.Report, err = a.writeReport(ctx, c, resultFlags{top: 20}, 0); err != nil {
			return err
		}
		r.Info, err = measure.GetInfo(c)
		return err
	})
	if err != nil {
		return err
	}
	r.Seconds, r.Peak = time.Since(begin).Seconds(), mem.Anonymous()
	return a.print(r, func(w io.Writer) { printDemo(w, r) })
}

func printDemo(w io.Writer, r demoResult) {
	n := r.Info
	row(w, "a made Web", "%s URLs on %d hosts, served on loopback", grouped(r.Web.URLs), r.Web.Hosts)
	row(w, "archive", "%s: %s answers, %s", r.Archive, grouped(r.Web.Requests), mem.Format(r.Web.Bytes))
	row(w, "crawl", "%s: %s pages (%s fetched, %s ghosts), %s arcs, %.2f bits each", r.Crawl,
		grouped(n.Pages), grouped(n.Fetched), grouped(n.Ghosts), grouped(n.Arcs), n.BitsPerArc)
	row(w, "report", "%s", r.Report)
	row(w, "time", "%.1f s", r.Seconds)
	fmt.Fprintf(w, "\nOpen the report in a browser. Then try: weft rank pagerank %s --top 20\n", r.Crawl) //nolint:errcheck // a strings.Builder does not fail
}
