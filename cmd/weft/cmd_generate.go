package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/build/generate"
	"weft/graph/random"
	"weft/internal/digits"
	"weft/store"
)

// generateFlags are what the command line says of a model.
type generateFlags struct {
	madeFlags
	loops          bool
	pages          int
	arcs           int64
	degree         float64
	ghosts, failed float64
	alpha          float64
	scale          int
	initiator      []float64
	plusRandom     string
	growth         random.ScaleFreeOptions // but for alpha
	fire           random.ForestFireOptions
}

const generateHelp = `Make a crawl of a random graph. It is a function of its parameters and of --random-seed: the same for any --workers and
--memory. Each list is made once, and decoded a few times for the transpose.

  web      a Web as crawlers find it: named pages in the order of their URLs, hosts of power-law sizes, directories, menus,
           a bow tie; in-degrees with an exponent of about 2.1. --arcs and --degree are met within a few per cent,
           unless there are so few pages that no more arcs fit, which is told.
           No page can exist: hosts are below .alt, .example, .internal, .invalid and .test
  gnp      every arc with the same probability (Gilbert 1959): --arcs is the expected number
  copying  each page copies links of an earlier one with probability --alpha, else links to any earlier page (Kumar et al. 2000): in-degrees
           have the exponent 1 + 1/alpha. Pages draw --degree links, of which repetitions are merged
  evolving each link of a page leads to an earlier one, with a probability proportional to its in-degree + 1 (the Evolving Network of
           Albert, Barabási, Jeong 1999): in-degrees have the exponent 2 + 1/degree. Pages draw --degree links; repetitions are merged
  kronecker
           each of --degree arcs a page falls to a quarter of the matrix of 2^scale pages with the probabilities of --initiator, to a quarter
           of this, and so on to a pair (R-MAT: Chakrabarti, Zhan, Faloutsos 2004). Repetitions are merged, loops kept
  scale-free
           pages and arcs come one by one and choose by degree (Bollobás, Borgs, Chayes, Riordan 2003): with probability --alpha a new
           page that links, --beta an arc, --gamma a new page that is linked to. Parallel arcs are merged, loops kept
  forest-fire
           each page links to those that burn from an earlier one on (Leskovec, Kleinberg, Faloutsos 2007); with --back-links, any
           earlier page may link to any later one too. Fires of many pages are large: 100,000 pages have some 2 million arcs

The last two need one processor, and within --memory up to 40 bytes a page and 20 an arc; how many arcs there are follows
from their parameters. Of a crawl are made, with its names and states:

  plus     the crawl with --plus-random arcs more; its arcs keep their kinds
  rewired  a null model: each page has as many arcs to it and from it as in the crawl, but whose they are is drawn anew. There are no
           parallel arcs, and loops only if the crawl has some; all arcs are plain links. It needs one processor, some 3 µs an arc, up to 10 where no more arcs fit, 4 bytes a page and 4 an arc

--plus-random 50% adds to any of these half as many arcs as there are pages, each from any page to any page, itself too. Those that are there already are
not there twice, and pages that were not fetched get none: how many there are of both is told. Nothing appears at CRAWL before everything is done.`

func (a *app) generateCmd() *cobra.Command {
	var fl generateFlags
	c := &cobra.Command{
		Use:   "generate web|gnp|copying|evolving|kronecker|scale-free|forest-fire|plus|rewired [CRAWL] -o CRAWL --pages N",
		Short: "Make a crawl of a random graph",
		Long:  generateHelp,
		Example: "  weft generate web -o web --pages 100000 --degree 20 && weft rank pagerank web --top 5\n" +
			"  weft generate kronecker -o kronecker --scale 16 --degree 8 --plus-random 50%\n" +
			"  weft generate rewired web -o null && weft triangles null",
		ValidArgs: models,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.check(cmd, args); err != nil {
				return err
			}
			if slices.Contains(fromCrawls, args[0]) {
				return a.open(args[1], func(c *store.Crawl) error { return a.generateOf(cmd.Context(), &fl, args[0], c) })
			}
			g, err := a.model(cmd.Context(), &fl, args[0])
			if err != nil {
				return err
			}
			o := generate.Options{
				Model: g, Degree: fl.degree, Notes: notesOf(g), Seed: a.seed, DraftOptions: a.draft(fl.madeFlags),
			}
			return a.generate(cmd.Context(), &fl, o)
		},
	}
	fl.add(c)
	return c
}

// generate makes a crawl of a model, with what --plus-random adds, and tells what it is, or how it would be made.
func (a *app) generate(ctx context.Context, fl *generateFlags, o generate.Options) (err error) {
	if fl.plusRandom != "" {
		share, err := parsePercent(fl.plusRandom)
		if err != nil {
			return usagef("--plus-random %w", err)
		}
		pages := o.Model.NumNodes()
		if o.Extra, err = random.NewUniform(random.UniformOptions{Pages: pages, Draws: int64(math.Round(share * float64(pages))), Seed: a.seed}); err != nil {
			return &usageError{err}
		}
	}
	if a.plan {
		if err := o.Check(); err != nil {
			return err
		}
		return a.planGenerate(o)
	}
	m, err := generate.Run(ctx, o)
	if err != nil {
		return err
	}
	notes := m.Steps[0].Notes
	for _, what := range slices.Sorted(maps.Keys(notes)) {
		a.say("%s %s", grouped(notes[what]), what)
	}
	return a.printMade(fl.output)
}

// parsePercent reads 50% or 0.5, as far as arcs can be drawn.
func parsePercent(text string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v <= 1000) {
		return 0, fmt.Errorf("%q: want a share of the number of pages, such as 50%% or 0.5, up to 100000%%", text)
	}
	if !percent && v > 1 { // whoever writes 50 does not mean fifty arcs a page
		return 0, fmt.Errorf("%q: say which share of the number of pages is meant: %s%% or %g%%", text, number, 100*v)
	}
	return v, nil
}

func (fl *generateFlags) add(c *cobra.Command) {
	f := c.Flags()
	fl.madeFlags.add(f)
	f.IntVar(&fl.pages, "pages", 0, "`N` pages")
	f.Int64Var(&fl.arcs, "arcs", 0, "about `M` arcs; instead of --degree")
	f.Float64Var(&fl.degree, "degree", 20, "`MEAN` number of arcs of a page")
	f.Float64Var(&fl.alpha, "alpha", 0.5, "copying: `PROBABILITY` that a link is copied; scale-free: of a new page that links, 0.41 if not said")
	f.IntVar(&fl.scale, "scale", 0, "kronecker: there are 2 to the power of `S` pages, up to 2^31")
	f.Float64SliceVar(&fl.initiator, "initiator", []float64{0.57, 0.19, 0.19, 0.05}, "kronecker: four `NUMBERS`, in proportion to the arcs from the upper half of the pages to the upper and the lower one, and from the lower half")
	f.Lookup("initiator").DefValue = "0.57,0.19,0.19,0.05"
	f.StringVar(&fl.plusRandom, "plus-random", "", "add random arcs: a `SHARE` of the number of pages, such as 50% or 200%")
	f.BoolVar(&fl.loops, "loops", false, "gnp: pages may link to themselves")
	f.Float64Var(&fl.ghosts, "ghosts", 0, "web: `SHARE` of pages, such as 0.3, that were never asked for, and have no arcs")
	f.Float64Var(&fl.failed, "failed", 0, "web: `SHARE` of pages, such as 0.1, that gave no answer, and have no arcs")
	f.Float64Var(&fl.growth.Beta, "beta", 0.54, "scale-free: `PROBABILITY` of an arc between pages that are there")
	f.Float64Var(&fl.growth.Gamma, "gamma", 0.05, "scale-free: `PROBABILITY` of a new page that is linked to")
	f.Float64Var(&fl.growth.DeltaIn, "delta-in", 0.2, "scale-free: `X` is added to in-degrees where pages are chosen by them")
	f.Float64Var(&fl.growth.DeltaOut, "delta-out", 0, "scale-free: `X` is added to out-degrees where pages are chosen by them")
	f.Float64Var(&fl.fire.Forward, "forward", 0.37, "forest-fire: `PROBABILITY` of burning on along arcs")
	f.Float64Var(&fl.fire.Backward, "backward", 0.32, "forest-fire: `PROBABILITY` of burning on against arcs")
	f.Float64Var(&fl.fire.Back, "back-links", 0, "forest-fire: `PROBABILITY` that an earlier page links to a later one")
}

func (a *app) planGenerate(o generate.Options) error {
	const form = "lists are made once, and transposed in blocks, or on disk, within the budget"
	return a.printPlanned(plan{Arcs: o.Arcs(), Form: form, Parts: o.Need().Parts(), Passes: "1 over the model, and up to 7 over the graph"})
}

// infoOf returns what a crawl is that was made.
func (a *app) infoOf(path string) (info measure.Info, err error) {
	err = a.open(path, func(c *store.Crawl) error {
		info, err = measure.GetInfo(c)
		return err
	})
	return info, err
}

func (a *app) printMade(path string) error {
	return a.open(path, func(c *store.Crawl) error {
		info, err := measure.GetInfo(c)
		if err != nil {
			return err
		}
		return a.print(info, func(w io.Writer) {
			row(w, "crawl", "%s", path)
			row(w, "pages", "%s: %s", grouped(info.Pages), stateCounts(&info.Counts))
			row(w, "arcs", "%s, %.2f bits each, %.2f in the transpose", grouped(info.Arcs), info.BitsPerArc, info.TransBitsPA)
			if info.Names {
				row(w, "hosts", "%s in %s", grouped(info.Hosts), digits.Plural(info.Domains, "domain"))
			}
		})
	})
}
