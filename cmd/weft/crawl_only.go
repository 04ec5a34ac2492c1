package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/missing"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/web/weburl"
)

// mostOnly is the number of pages of --only at most. A run keeps them in memory.
const mostOnly = 1_000_000

// readOnly reads the list of --only: canonical URLs, each once, in the order of the file.
func (a *app) readOnly(cmd *cobra.Command, fl *crawlFlags) error {
	if fl.only == "" {
		return nil
	}
	if cmd.Flags().Changed("strategy") {
		return usagef("--only and --strategy exclude each other: --only requests the pages in the order in which they were found")
	}
	in, err := ingest.OpenText(fl.only, a.stdin, a.budget)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	urls, err := folder.ReadSeeds(in, fl.only)
	if err != nil {
		return usagef("%w", err)
	}
	seen := map[string]bool{}
	for _, text := range urls {
		url, err := weburl.Parse(text)
		if err != nil {
			return usagef("--only %s: %s is no URL of a page", fl.only, inert.First(text, 200))
		}
		if name := url; !seen[name] {
			seen[name] = true
			fl.run.Only = append(fl.run.Only, name)
		}
	}
	switch n := len(fl.run.Only); {
	case n == 0:
		return usagef("--only %s: the file has no URL: expected one URL per line; empty lines and lines that begin with # are skipped", fl.only)
	case n > mostOnly:
		return usagef("--only %s: %s pages, expected %s or fewer", fl.only, digits.Grouped(n), digits.Grouped(mostOnly))
	}
	return nil
}

// listed returns the fates of the pages of --only, after the run; nil without --only.
func (a *app) listed(fl *crawlFlags) ([]missing.Found, error) {
	if len(fl.run.Only) == 0 {
		return nil, nil
	}
	return missing.Find(a.ctx, fl.run.Dir, fl.run.Only, a.budget)
}

// shownListed is the number of listed pages that the result in a terminal names.
const shownListed = 100

// printListed prints the fates of the pages of --only.
func printListed(w io.Writer, r *crawlResult) {
	if r.Listed == nil {
		return
	}
	here := 0
	for _, f := range r.Listed {
		if f.IsFetched() {
			here++
		}
	}
	row(w, "listed", "%s: %s fetched or redirected", digits.Plural(len(r.Listed), "page"), grouped(here))
	for _, f := range slices.Clip(r.Listed[:min(len(r.Listed), shownListed)]) {
		row(w, "", "%s: %s", inert.Text(f.URL), inert.Text(f.Text()))
	}
	if more := len(r.Listed) - shownListed; more > 0 {
		row(w, "", "%s", fmt.Sprintf("%s more; --json lists all", grouped(more)))
	}
}
