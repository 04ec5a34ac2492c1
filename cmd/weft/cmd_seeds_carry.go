package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/answers/migrate"
	"weft/crawl/archive"
	"weft/internal/atomicfile"
	"weft/internal/inert"
	"weft/livecrawl"
	"weft/store"
)

// carryFlags are what the command line says.
type carryFlags struct {
	q                migrate.Request
	file, output     string
	oldText, newText []string
}

func (a *app) seedsCarryCmd() *cobra.Command {
	var fl carryFlags
	var all bool
	c := &cobra.Command{
		Use:   "carry OLD NEW --seeds FILE",
		Short: "Say which seeds of a crawl are still in a newer one, and what became of the others",
		Long: `Say which pages of crawl OLD are still in crawl NEW; for each that is gone the page of NEW, not of OLD, that is likest to it: by
its name, by the neighbours that were kept or found again, and by the texts of links to it, or with --old-text and --new-text by what both pages say. Pages for which nothing of --least
confidence is found are gone. A page that was fetched and is only linked to now is gone too.

A confidence is the probability that the page is the right one, calibrated on crawls whose truth is known: of pages with 0.8 some four
in five are right. It is above 0.5 only if two of the three kinds of evidence, name, neighbours and texts, speak for it; names alone,
as in lists without links, are worth 0.5 at most, and without texts 0.25 where less than one page in a hundred stayed.

--seeds takes a list of pages of OLD, --all all that were fetched. -o writes those that were kept and carried, as NEW calls them, a
line each; with --all only the carried ones.`,
		Example: madeTwo + "  weft seeds older -k 5 -o seeds.txt\n  weft seeds carry older newer --seeds seeds.txt -o carried.txt\n  weft seeds carry older newer --all",
		Args:    exactly(2, "two crawls"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (fl.file == "") != all {
				return usagef("say which pages: with --seeds a list, or with --all all of them")
			}
			if len(fl.oldText) == 0 != (len(fl.newText) == 0) {
				return usagef("--old-text and --new-text go together")
			}
			if !(fl.q.Least >= 0 && fl.q.Least <= 1) {
				return usagef("--least %g: want 0 to 1", fl.q.Least)
			}
			return a.open(args[0], func(older *store.Crawl) error {
				return a.open(args[1], func(newer *store.Crawl) error {
					return fl.withTexts(cmd.Context(), older, newer, func() error {
						return a.carrySeeds(cmd, older, newer, &fl)
					})
				})
			})
		},
	}
	f := c.Flags()
	f.StringVar(&fl.file, "seeds", "", "`FILE` of pages of OLD: URLs or page numbers, a line each")
	f.StringArrayVar(&fl.oldText, "old-text", nil, "compare what pages say: `FILE` of an archive, or folder of the live crawl, with the pages of OLD; may be repeated")
	f.StringArrayVar(&fl.newText, "new-text", nil, "`FILE` of an archive, or folder of the live crawl, with the pages of NEW; may be repeated")
	f.BoolVar(&all, "all", false, "map all pages that are gone")
	f.Float64Var(&fl.q.Least, "least", 0.5, "a page is gone if the probability that what was found is right, its `CONFIDENCE`, is less")
	f.StringVarP(&fl.output, "output", "o", "", "write the pages that were kept and carried to `FILE`")
	return c
}

// withTexts opens archives with the texts of pages, if there are any, for f.
func (fl *carryFlags) withTexts(ctx context.Context, older, newer *store.Crawl, f func() error) (err error) {
	for _, side := range []struct {
		c     *store.Crawl
		paths []string
		to    *migrate.Texts
	}{{older, fl.oldText, &fl.q.OldTexts}, {newer, fl.newText, &fl.q.NewTexts}} {
		if len(side.paths) == 0 {
			continue
		}
		_, files, err := livecrawl.Replayed(side.paths)
		if err != nil {
			return err
		}
		a, err := archive.Open(ctx, files)
		if err != nil {
			return err
		}
		defer a.Close() //nolint:errcheck // only read
		*side.to = migrate.ArchiveTexts(side.c, a)
	}
	return f()
}

// carrySeeds looks for pages of a crawl in another.
func (a *app) carrySeeds(cmd *cobra.Command, older, newer *store.Crawl, fl *carryFlags) error {
	q, file, output := &fl.q, fl.file, fl.output
	q.Memory, q.Workers, q.Note = a.budget, a.workers, a.progress.Steps
	if a.plan {
		v, err := newer.Plan(q.Plan(newer))
		if err != nil {
			return err
		}
		return a.printPlanned(plan{Form: v.Form, Need: v.NeedBytes, Passes: "1 over the names of both, and at most 6 over the lists of pages that are gone or new"})
	}
	if file != "" {
		var err error
		if q.Pages, err = a.readPages(older, file); err != nil {
			return err
		}
	}
	q.Warn = func(doubt string) {
		fmt.Fprintf(a.stderr, "weft: warning: %s\n", doubt) //nolint:errcheck // nobody else to tell
	}
	r, err := migrate.InCrawls(cmd.Context(), older, newer, *q)
	if err != nil {
		return err
	}
	if output != "" {
		err := atomicfile.Write(output, func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for _, url := range r.Starting {
				fmt.Fprintln(out, url) //nolint:errcheck // kept until Flush
			}
			return out.Flush()
		})
		if err != nil {
			return err
		}
	}
	return a.print(r, func(w io.Writer) { printCarried(w, r) })
}

func printCarried(w io.Writer, r *migrate.Result) {
	row(w, "kept", "%s", grouped(r.KeptPages))
	row(w, "carried", "%s, with a confidence of at least %g", grouped(len(r.Carried)), r.Least)
	if n := ofOneKind(r); n > 0 {
		row(w, "", "%s of them by one kind of evidence alone", grouped(n))
	}
	row(w, "gone", "%s", grouped(len(r.Gone)))
	for _, left := range []struct {
		n    int
		what string
	}{
		{r.Left.Names, "pages have names of more than 32 parts: the others count as one"},
		{r.Left.Texts, "pages have so many words that only the first were looked at"},
		{r.Left.Features, "pages share so much with so many that only what is rarest led to candidates"},
	} {
		if left.n > 0 {
			row(w, "", "%s %s", grouped(left.n), left.what)
		}
	}
	if len(r.Carried) > 0 {
		fmt.Fprintf(w, "\n%10s  %5s  %10s  %5s  page\n", "confidence", "name", "neighbours", "texts") //nolint:errcheck // a strings.Builder does not fail
	}
	for _, c := range r.Carried {
		fmt.Fprintf(w, "%10.2f  %5s  %10s  %5s  %s → %s\n", c.Confidence, share(c.Name), share(c.Neighbours), share(c.Texts), inert.Text(c.Old), inert.Text(c.New)) //nolint:errcheck // likewise
	}
	if len(r.Gone) > 0 {
		fmt.Fprintf(w, "\ngone\n") //nolint:errcheck // likewise
	}
	for _, url := range r.Gone {
		fmt.Fprintf(w, "  %s\n", inert.Text(url)) //nolint:errcheck // likewise
	}
}

// ofOneKind counts the pages for which no second kind of evidence speaks.
func ofOneKind(r *migrate.Result) (n int) {
	for _, c := range r.Carried {
		if c.Kinds < 2 {
			n++
		}
	}
	return n
}

// share writes how much something agrees, or that nothing is known.
func share(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *v)
}
