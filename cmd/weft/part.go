package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/faces/export"
	"weft/making/ingest"
	"weft/store"
)

// partFlags choose some pages of a crawl.
type partFlags struct {
	top                              int
	by, host, domain, pages, results string
}

func (p *partFlags) add(f *pflag.FlagSet) {
	f.IntVarP(&p.top, "top", "n", 0, "take the `N` pages with the best scores, and the arcs between them")
	f.StringVar(&p.by, "by", "", "use the saved result `NAME` as the score of --top, or in-degree; the default is pagerank if it is saved, else in-degree")
	f.StringVar(&p.host, "host", "", "take the pages of `HOST`, and the arcs between them")
	f.StringVar(&p.domain, "domain", "", "take the pages of the registered `DOMAIN`, and the arcs between them")
	f.StringVar(&p.pages, "pages", "", "take the pages listed in `FILE`, one URL or number per line, and the arcs between them")
	f.StringVar(&p.results, "results", "", "read saved results from `FOLDER`; the default is CRAWL/results")
}

// check refuses flags that do not go together.
func (p *partFlags) check(cmd *cobra.Command) error {
	chosen := 0
	for _, flag := range []string{"top", "host", "domain", "pages"} {
		if cmd.Flags().Changed(flag) {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return usagef("--top, --host, --domain and --pages exclude each other: use one")
	case p.top < 0:
		return usagef("--top %d: expected 0 or more", p.top)
	}
	return nil
}

// chosen says whether the flags choose anything.
func (p *partFlags) chosen() bool {
	return p.top > 0 || p.host != "" || p.domain != "" || p.pages != ""
}

// open returns the saved results that --top may go by; nil for a bare graph, which has none.
func (p *partFlags) open(c *store.Crawl) (*store.Results, error) {
	if info, err := os.Stat(p.results); p.results != "" && (err != nil || !info.IsDir()) {
		return nil, usagef("--results %s: there is no such folder", p.results)
	}
	if p.results == "" && c.Manifest == nil {
		return nil, nil //nolint:nilnil // a bare graph has no results
	}
	return c.Results(p.results)
}

// part returns the pages that the flags choose.
func (a *app) part(ctx context.Context, j *export.Job, results *store.Results, p partFlags) (export.Part, error) {
	switch {
	case p.top > 0:
		part, by, err := j.Top(ctx, results, p.by, p.top, a.budget)
		if err == nil && p.by == "" {
			a.say("pages chosen by %s; --by chooses another score", by)
		}
		return part, err
	case p.host != "":
		return j.Host(p.host)
	case p.domain != "":
		return j.Domain(p.domain)
	}
	return a.listedPart(j, p.pages)
}

func (a *app) listedPart(j *export.Job, path string) (export.Part, error) {
	in, err := ingest.OpenText(path, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	part, err := j.List(in, path)
	return part, errors.Join(err, in.Close())
}
