package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"weft/gen/model"
	"weft/generate"
	"weft/graph"
	"weft/internal/mem"
	"weft/measure"
	"weft/store"
)

// generateFlags are what the command line says of a model.
type generateFlags struct {
	output         string
	force, loops   bool
	pages          int
	arcs           int64
	degree, alpha  float64
	ghosts, failed float64
}

func (a *app) generateCmd() *cobra.Command {
	var fl generateFlags
	c := &cobra.Command{
		Use:   "generate web|gnp|copying -o CRAWL --pages N",
		Short: "Make a crawl of a random graph",
		Long: `Make a crawl of a random graph. It is a function of its parameters and of --random-seed: the same for any --workers and
--memory. Each list is made once, and decoded a few times for the transpose.

  web      a Web as crawlers find it: named pages in the order of their URLs, hosts of power-law sizes, directories, menus,
           a bow tie; in-degrees with an exponent of about 2.1. --arcs and --degree are met within a few per cent,
           unless there are so few pages that no more arcs fit, which is told.
           No page can exist: hosts are below .alt, .example, .internal, .invalid and .test
  gnp      every arc with the same probability (Gilbert 1959): --arcs is the expected number
  copying  each page copies links of an earlier one with probability --alpha, else links to any earlier page (Kumar et al. 2000): in-degrees
           have the exponent 1 + 1/alpha. Pages draw --degree links, of which repetitions are merged

Nothing appears at CRAWL before everything is done.`,
		Example:   "  weft generate web -o web --pages 100000 --degree 20 && weft rank pagerank web --top 5",
		ValidArgs: []string{"web", "gnp", "copying"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.check(cmd, args); err != nil {
				return err
			}
			g, err := fl.model(args[0], a.seed)
			if err != nil {
				return &usageError{err}
			}
			o := generate.Options{
				Model: g, Degree: fl.degree, Output: fl.output, Replace: fl.force, Memory: a.budget, Workers: a.workers,
				Command: a.args, Version: version, Seed: a.seed, Now: time.Now().UTC().Truncate(time.Second), Progress: a.progress.Steps,
			}
			if a.plan {
				return a.planGenerate(o)
			}
			m, err := generate.Run(cmd.Context(), o)
			if err != nil {
				return err
			}
			for what, n := range m.Steps[0].Notes {
				a.say("%s %s", grouped(n), what)
			}
			return a.printMade(fl.output)
		},
	}
	fl.add(c)
	return c
}

func (fl *generateFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&fl.output, "output", "o", "", "`CRAWL` to make")
	f.BoolVar(&fl.force, "force", false, "replace a crawl that is there")
	f.IntVar(&fl.pages, "pages", 0, "`N` pages")
	f.Int64Var(&fl.arcs, "arcs", 0, "about `M` arcs; instead of --degree")
	f.Float64Var(&fl.degree, "degree", 20, "`MEAN` number of arcs of a page")
	f.Float64Var(&fl.alpha, "alpha", 0.5, "copying: `PROBABILITY` that a link is copied")
	f.BoolVar(&fl.loops, "loops", false, "gnp: pages may link to themselves")
	f.Float64Var(&fl.ghosts, "ghosts", 0, "web: `SHARE` of pages that were never asked for, and have no arcs")
	f.Float64Var(&fl.failed, "failed", 0, "web: `SHARE` of pages that gave no answer, and have no arcs")
}

// check completes the flags, and refuses those that the model does not have.
func (fl *generateFlags) check(cmd *cobra.Command, args []string) error {
	own := map[string][]string{"web": {"ghosts", "failed"}, "gnp": {"loops"}, "copying": {"alpha"}}
	if len(args) != 1 || own[args[0]] == nil {
		return usagef("say what to generate: web, gnp or copying")
	}
	for model, flags := range own {
		for _, name := range flags {
			if model != args[0] && cmd.Flags().Changed(name) {
				return usagef("--%s is for generate %s", name, model)
			}
		}
	}
	switch {
	case fl.output == "":
		return usagef("say with -o where the crawl is to be made")
	case fl.pages < 1:
		return usagef("say with --pages how many pages there are to be")
	case cmd.Flags().Changed("arcs") && cmd.Flags().Changed("degree"):
		return usagef("--arcs and --degree say the same: give one of them")
	case cmd.Flags().Changed("arcs"):
		fl.degree = float64(fl.arcs) / float64(fl.pages)
	}
	return nil
}

func (fl *generateFlags) model(name string, seed uint64) (graph.Graph, error) {
	switch name {
	case "web":
		return model.NewWeb(model.WebOptions{Pages: fl.pages, Degree: fl.degree, Ghosts: fl.ghosts, Failed: fl.failed, Seed: seed})
	case "gnp":
		return model.NewGNP(model.GNPOptions{Pages: fl.pages, Degree: fl.degree, Loops: fl.loops, Seed: seed})
	}
	return model.NewCopying(model.CopyingOptions{Pages: fl.pages, Degree: fl.degree, Alpha: fl.alpha, Seed: seed})
}

func (a *app) planGenerate(o generate.Options) error {
	need := mem.Base + generate.Need(o.Model.NumNodes(), o.Degree, o.Workers)
	arcs := int64(o.Degree * float64(o.Model.NumNodes()))
	const form = "lists are made once, and transposed in blocks, or on disk, within the budget"
	return a.printPlanned(plan{Arcs: arcs, Form: form, Need: need, Passes: "1 over the model, and up to 7 over the graph"})
}

func (a *app) printMade(path string) error {
	return a.open(path, func(c *store.Crawl) error {
		info, err := measure.GetInfo(c)
		if err != nil {
			return err
		}
		return a.print(info, func(w io.Writer) {
			row(w, "crawl", "%s", path)
			row(w, "pages", "%s: %s fetched, %s ghosts", grouped(info.Pages), grouped(info.Fetched), grouped(info.Ghosts))
			row(w, "arcs", "%s, %.2f bits each, %.2f in the transpose", grouped(info.Arcs), info.BitsPerArc, info.TransBitsPA)
			if info.Names {
				row(w, "hosts", "%s in %s domains", grouped(info.Hosts), grouped(info.Domains))
			}
		})
	})
}
