package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/seeds"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/store"
)

const seedsHelp = `Find pages from which the next crawl should start: hubs of different communities. Pages are ranked by HITS, without the
links inside hosts; the core around the best authority is taken out, its best hub is a seed; and again.

--prune says which links are left out: those inside a host, a domain, a site (of a list in --sites), or none. --core density
takes cores of at least --density percent of all links that there could be between hubs and authorities: a hub and an authority
are added in turn, the first that would make it too thin closes its side, and the other goes on. --literal has the loop as the paper prints
it, which adds both before it looks, so that a core ends with those that made it too thin. --core size takes cores of --size pages. A core of fewer hubs and authorities than --min-core gives no seed.

With -o the seeds go to a file: a URL a line, or with --format what Heritrix or Browsertrix take.`

// seedFlags are what the command line says.
type seedFlags struct {
	r                   seeds.Request
	prune, sites, core  string
	minCore, kinds      string
	output, format      string
	random, both, apart bool
}

func (a *app) seedsCmd() *cobra.Command {
	var fl seedFlags
	c := &cobra.Command{
		Use:     "seeds CRAWL",
		Short:   "Find pages from which the next crawl should start",
		Long:    seedsHelp,
		Example: madeCrawl + "  weft seeds crawl -k 10\n  weft seeds crawl -k 10 --prune none -o seeds.txt",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.set(a); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.seeds(cmd, c, &fl) })
		},
	}
	f := c.Flags()
	f.IntVarP(&fl.r.Seeds, "seeds", "k", 10, "`N` seeds")
	f.StringVar(&fl.prune, "prune", "host", "leave out links inside a `GROUP`: host, domain, site, none")
	f.StringVar(&fl.sites, "sites", "", "`FILE` of lines: URL or page, tab, site; for --prune site")
	f.StringVar(&fl.core, "core", "density", "`HOW` a core ends: density, size")
	f.Float64Var(&fl.r.Core.Density, "density", 100, "`PERCENT` of links in a core, at least")
	f.BoolVar(&fl.r.Core.Literal, "literal", false, "grow cores of a density by the loop that the paper prints")
	f.IntVar(&fl.r.Core.Size, "size", 20, "`N` pages of a core")
	f.IntVar(&fl.r.Core.Members, "members", 1, "`N` hubs, then authorities, are added at a time to a core of a size")
	f.IntVar(&fl.r.Core.MaxHubs, "max-hubs", 999, "`N` hubs of a core at most; 0 for any number")
	f.StringVar(&fl.minCore, "min-core", "3x3", "`HxA` hubs and authorities that a core must have to give a seed")
	f.IntVar(&fl.r.Rounds, "rounds", 0, "look at `N` cores at most; 0 is 20 for each seed")
	f.IntVar(&fl.r.Iterations, "iterations", 60, "`N` iterations of HITS for each core at most")
	f.Float64Var(&fl.r.Tolerance, "tolerance", 1e-9, "end them when the residual is at most `T`; less than 0 for never")
	f.BoolVar(&fl.r.Cold, "cold", false, "begin each ranking anew, as the paper does")
	f.BoolVar(&fl.apart, "distances", false, "say how far the cores are from each other, along all links, beside the average distance of pages")
	f.BoolVar(&fl.both, "both", false, "find them cold and warm, and say what differs")
	f.BoolVar(&fl.random, "random-hub", false, "a seed is any hub of its core, by --random-seed, and not the best")
	f.StringVar(&fl.kinds, "kinds", "", "`KINDS` of arcs that count, as in weft rank; empty for what a reader follows")
	f.StringVarP(&fl.output, "output", "o", "", "write the seeds to `FILE`")
	f.StringVar(&fl.format, "format", "list", "`FORMAT` of that file: list, heritrix, browsertrix")
	c.AddCommand(a.seedsEvalCmd(), a.seedsCarryCmd())
	return c
}

// set reads what the flags say.
func (fl *seedFlags) set(a *app) error {
	r := &fl.r
	r.Memory, r.Workers, r.Note = a.budget, a.workers, a.progress.Steps
	r.Progress = func(round, found int) {
		a.progress.Steps(fmt.Sprintf("core %d, seeds found", round), int64(found), int64(r.Seeds))
	}
	if r.Seeds < 1 {
		return usagef("-k %d: want 1 or more", r.Seeds)
	}
	if !slices.Contains(prunes, fl.prune) {
		return usagef("--prune %s: want %s", fl.prune, choice.Of(fl.prune, prunes))
	}
	switch fl.core {
	case "density":
		r.Core.Size = 0
		if !(r.Core.Density > 0 && r.Core.Density <= 100) {
			return usagef("--density %g: want more than 0, and at most 100", r.Core.Density)
		}
	case "size":
		r.Core.Density = 0
		if r.Core.Literal {
			return usagef("--literal goes with --core density")
		}
		if r.Core.Size < 2 || r.Core.Members < 1 {
			return usagef("--size and --members: want at least 2 pages, 1 at a time")
		}
	default:
		return usagef("--core %s: want %s", fl.core, choice.Of(fl.core, cores))
	}
	if _, err := fmt.Sscanf(fl.minCore, "%dx%d", &r.MinHubs, &r.MinAuthorities); err != nil || r.MinHubs < 1 || r.MinAuthorities < 1 {
		return usagef("--min-core %s: want two numbers such as 3x3", fl.minCore)
	}
	if r.Core.MaxHubs < 0 || r.Rounds < 0 || r.Iterations < 1 {
		return usagef("--max-hubs, --rounds and --iterations are not negative")
	}
	if fl.random {
		r.Random = rand.New(rand.NewPCG(a.seed, 0x7365656473))
	}
	if _, err := seeds.ParseFormat(fl.format); err != nil {
		return usagef("--format: %w", err)
	}
	if fl.kinds != "" {
		var err error
		if r.Kinds, err = kinds.Parse(fl.kinds); err != nil {
			return err
		}
	}
	return nil
}

// What --core and --prune can be.
var (
	cores  = []string{"density", "size"}
	prunes = []string{"host", "domain", "site", "none"}
)

// pruneLens returns the lens that leaves out arcs inside groups.
func (a *app) pruneLens(c *store.Crawl, prune, sites string) (*store.Lens, error) {
	views := map[string]string{"host": store.BetweenHosts, "domain": store.BetweenDomains, "site": store.BetweenSites, "none": ""}
	view, ok := views[prune]
	switch {
	case !ok:
		return nil, usagef("--prune %s: want %s", prune, choice.Of(prune, prunes))
	case prune == "site" && sites == "":
		return nil, usagef("--prune site: say with --sites which page is of which site")
	case prune != "site" && sites != "":
		return nil, usagef("--sites goes with --prune site")
	case (prune == "host" || prune == "domain") && !c.HasNames():
		return nil, fmt.Errorf("--prune %s: %w (--prune none takes all links)", prune, store.ErrNoNames)
	}
	return a.lens(c, view, sites)
}

// seeds finds the seeds of a crawl.
func (a *app) seeds(cmd *cobra.Command, c *store.Crawl, fl *seedFlags) error {
	var err error
	if fl.r.Lens, err = a.pruneLens(c, fl.prune, fl.sites); err != nil {
		return err
	}
	if a.plan {
		v, err := c.Plan(fl.r.Plan(c))
		if err != nil {
			return err
		}
		return a.printPlanned(plan{Form: v.Form, Need: v.NeedBytes, Passes: "up to 60 over the graph and as many over the transpose, for each core"})
	}
	f, err := seeds.InCrawl(cmd.Context(), c, fl.r)
	if err != nil {
		return err
	}
	if fl.both {
		again := fl.r
		again.Cold = !again.Cold
		other, err := seeds.InCrawl(cmd.Context(), c, again)
		if err != nil {
			return err
		}
		f.Other = seeds.Differ(f.Starting, other.Starting, again.Cold)
	}
	if fl.apart {
		if f.Apart, err = seeds.HowFar(cmd.Context(), c, f.Seeds, a.options(fl.kinds)); err != nil {
			return err
		}
	}
	if fl.output != "" {
		format, err := seeds.ParseFormat(fl.format)
		if err != nil {
			return err
		}
		if err := atomicfile.Write(fl.output, func(w io.Writer) error { return seeds.Write(w, f.Starting, format) }); err != nil {
			return err
		}
	}
	if err := a.print(f, func(w io.Writer) { printSeeds(w, f) }); err != nil {
		return err
	}
	if len(f.Starting) == 0 {
		return errors.New("no seed was found: " + f.Why + "; --min-core 1x1 takes smaller cores, --prune none all links")
	}
	return nil
}

func printSeeds(w io.Writer, f *seeds.Found) {
	row(w, "arcs", "%s that count, of %s", grouped(f.Arcs), digits.Plural(f.Pages, "page"))
	row(w, "cores", "%s, %d of them with a seed", grouped(len(f.Rounds)), len(f.Starting))
	if f.Why != "" {
		row(w, "ended as", "%s", f.Why)
	}
	if d := f.Other; d != nil {
		row(w, "found "+d.How, "%d the same, %s", d.Same, digits.Plural(len(d.Only), "other"))
	}
	if d := f.Apart; d != nil {
		switch {
		case d.Pairs == 0:
			row(w, "cores apart", "unknown: it takes two cores")
		case d.Apart == d.Pairs:
			row(w, "cores apart", "no link leads from one to another, in %d pairs", d.Pairs)
		default:
			row(w, "cores apart", "%d to %s, %.2f in the mean; %d of %d pairs are not joined", d.Least, digits.Plural(d.Greatest, "link"), d.Mean, d.Apart, d.Pairs)
		}
		row(w, "pages apart", "%.2f links in the mean (95 %%: %.2f to %.2f)", d.Average.Value, d.Average.Low, d.Average.High)
	}
	fmt.Fprintf(w, "\n%5s  %5s  %11s  %7s  seed\n", "round", "hubs", "authorities", "density") //nolint:errcheck // a strings.Builder does not fail
	for _, s := range f.Starting {
		title := ""
		if s.Title != "" {
			title = "  " + strings.Join(strings.Fields(s.Title), " ")
		}
		fmt.Fprintf(w, "%5d  %5d  %11d  %5.0f %%  %s%s\n", s.Round, len(s.Core.Hubs), len(s.Core.Authorities), s.Core.Density, inert.Text(s.URL), inert.Text(title)) //nolint:errcheck // likewise
	}
}
