package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/digits"
	"weft/internal/mem"
)

// models are what can be generated: from nothing, and of a crawl.
var (
	models     = []string{"web", "gnp", "copying", "evolving", "kronecker", "scale-free", "forest-fire", "plus", "rewired"}
	fromCrawls = models[7:]
)

// drawnBy are the models of which is said how many arcs they draw.
var drawnBy = models[:5]

// modelsWith are the models that have a flag; a flag that is not listed is for all.
var modelsWith = map[string][]string{
	"pages": {"web", "gnp", "copying", "evolving", "scale-free", "forest-fire"}, "arcs": drawnBy, "degree": drawnBy,
	"scale": {"kronecker"}, "initiator": {"kronecker"},
	"ghosts": {"web"}, "failed": {"web"},
	"loops": {"gnp"},
	"alpha": {"copying", "scale-free"},
	"beta":  {"scale-free"}, "gamma": {"scale-free"}, "delta-in": {"scale-free"}, "delta-out": {"scale-free"},
	"forward": {"forest-fire"}, "backward": {"forest-fire"}, "back-links": {"forest-fire"},
}

// check completes the flags, and refuses those that the model does not have.
func (fl *generateFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("say what to generate: %s", oneOf(models))
	case !slices.Contains(models, args[0]):
		return usagef("generate %s: want %s", args[0], oneOf(models))
	}
	switch ofCrawl := slices.Contains(fromCrawls, args[0]); {
	case ofCrawl && len(args) != 2:
		return usagef("generate %s takes the crawl that it is made of: got %s", args[0], digits.Plural(len(args)-1, "argument"))
	case !ofCrawl && len(args) != 1:
		return usagef("generate %s takes no other arguments: got %d", args[0], len(args)-1)
	}
	said := cmd.Flags().Changed
	for flag, have := range modelsWith {
		if flag == "pages" && said(flag) && args[0] == "kronecker" {
			return usagef("--pages is for generate %s: of kronecker, --scale says how many pages there are", oneOf(have))
		}
		if said(flag) && !slices.Contains(have, args[0]) {
			return usagef("--%s is for generate %s", flag, oneOf(have))
		}
	}
	switch {
	case fl.output == "":
		return usagef("say with -o where the crawl is to be made")
	case args[0] == "plus" && !said("plus-random"):
		return usagef("say with --plus-random how many arcs are to come, of the number of pages")
	case args[0] == "kronecker" && !said("scale"):
		return usagef("say with --scale how many pages there are to be: 2 to the power of it")
	case args[0] == "kronecker":
		fl.pages = 1 << min(max(fl.scale, 0), 31)
	}
	switch {
	case slices.Contains(fromCrawls, args[0]):
	case fl.pages < 1:
		return usagef("say with --pages how many pages there are to be")
	case said("arcs") && said("degree"):
		return usagef("--arcs and --degree say the same: give one of them")
	case fl.fire.Forward == 0 && fl.fire.Backward == 0:
		return usagef("nothing burns: say more than 0 with --forward or --backward")
	case said("arcs"):
		fl.degree = float64(fl.arcs) / float64(fl.pages)
	case args[0] == "scale-free" && !said("alpha"):
		fl.alpha = 0.41
	}
	return nil
}

// oneOf writes a choice for people.
func oneOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// model makes a model. What is wrong with its parameters is wrong usage.
func (a *app) model(ctx context.Context, fl *generateFlags, name string) (graph.Graph, error) {
	g, err := fl.model(name, a.seed, a.growing(ctx, fl.pages))
	if err != nil {
		if short := (*mem.ShortError)(nil); ctx.Err() != nil || errors.As(err, &short) {
			return nil, err
		}
		return nil, &usageError{err}
	}
	if !slices.Contains(drawnBy, name) {
		fl.degree = float64(g.NumArcs()) / float64(fl.pages)
	}
	return g, nil
}

// growing watches a model that is made before it is written: it tells how far it is, and ends what does not fit in memory.
func (a *app) growing(ctx context.Context, pages int) func(int, int64) error {
	return func(done int, arcs int64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		a.progress.Steps("growing", int64(done), int64(pages))
		what := fmt.Sprintf("a graph that has %s at %s of %s, and grows on,", digits.Plural(arcs, "arc"), grouped(done), digits.Plural(pages, "page"))
		return mem.Check(what, random.GrownBytes(pages, arcs), a.budget)
	}
}

func (fl *generateFlags) model(name string, seed uint64, watch func(int, int64) error) (graph.Graph, error) {
	switch name {
	case "web":
		return random.NewWeb(random.WebOptions{Pages: fl.pages, Degree: fl.degree, Ghosts: fl.ghosts, Failed: fl.failed, Seed: seed})
	case "gnp":
		return random.NewGNP(random.GNPOptions{Pages: fl.pages, Degree: fl.degree, Loops: fl.loops, Seed: seed})
	case "copying":
		return random.NewCopying(random.CopyingOptions{Pages: fl.pages, Degree: fl.degree, Alpha: fl.alpha, Seed: seed})
	case "evolving":
		return random.NewEvolving(random.EvolvingOptions{Pages: fl.pages, Degree: fl.degree, Seed: seed})
	case "kronecker":
		o := random.KroneckerOptions{Scale: fl.scale, Degree: fl.degree, Seed: seed}
		if len(fl.initiator) != len(o.Initiator) {
			return nil, fmt.Errorf("--initiator has %d numbers, want %d, such as 0.57,0.19,0.19,0.05", len(fl.initiator), len(o.Initiator))
		}
		copy(o.Initiator[:], fl.initiator)
		if o.Initiator == ([4]float64{}) { // which would stand for the default
			return nil, fmt.Errorf("an initiator of %v: want four numbers of 0 to 1e9, not all 0", o.Initiator)
		}
		return random.NewKronecker(o)
	case "scale-free":
		o := fl.growth
		o.Pages, o.Alpha, o.Seed, o.Watch = fl.pages, fl.alpha, seed, watch
		return random.NewScaleFree(o)
	}
	o := fl.fire
	o.Pages, o.Seed, o.Watch = fl.pages, seed, watch
	return random.NewForestFire(o)
}

// drawnNote is the note of a crawl whose model drew more arcs than it has, because parallel ones are merged.
const drawnNote = "arcs drawn, parallel ones counted"

// notesOf returns what is worth keeping about a model.
func notesOf(g graph.Graph) map[string]int64 {
	if g, ok := g.(interface{ Drawn() int64 }); ok {
		return map[string]int64{drawnNote: g.Drawn()}
	}
	return nil
}
