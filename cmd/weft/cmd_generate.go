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
	"weft/graph/random"
	"weft/internal/digits"
	"weft/making/generate"
	"weft/store"
)

// generateFlags are the flags of weft generate.
type generateFlags struct {
	madeFlags
	generate.Parameters
	plusRandom string
}

// generateHelp describes the models, as they describe themselves.
func generateHelp() string {
	about := func(ofCrawl bool) string {
		var b strings.Builder
		for _, m := range generate.Models {
			if m.OfCrawl == ofCrawl {
				fmt.Fprintf(&b, "  %-11s  %s\n", m.Name, strings.ReplaceAll(m.About, "\n", "\n"+strings.Repeat(" ", 15)))
			}
		}
		return b.String()
	}
	return `Generate a random graph as a crawl. The result depends only on the parameters and --random-seed, not on --workers or
--memory.

` + about(false) + `
These models change a crawl and keep its names and states:

` + about(true) + `
--plus-random 50% adds half as many arcs as there are pages, to any model. Each arc joins two random pages, which may be the
same. Existing arcs are not added again, and pages that were not fetched get no arcs; the summary counts both. CRAWL appears
only when everything is done.`
}

func (a *app) generateCmd() *cobra.Command {
	var fl generateFlags
	c := &cobra.Command{
		Use:   "generate " + strings.Join(generate.ModelNames(), "|") + " [CRAWL] -o CRAWL --pages N",
		Short: "Generate a random graph as a crawl",
		Long:  generateHelp(),
		Example: "  weft generate web -o web --pages 100000 --degree 20 && weft rank pagerank web --top 5\n" +
			"  weft generate kronecker -o kronecker --scale 16 --degree 8 --plus-random 50%\n" +
			"  weft generate rewired web -o null && weft triangles null",
		ValidArgs: generate.ModelNames(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil // check says it
			}
			if _, err := generate.FindModel(args[0]); err != nil {
				return &usageError{err}
			}
			return nil
		},
		Annotations: map[string]string{groupMark: "model"},
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := fl.check(args)
			if err != nil {
				return &usageError{err}
			}
			if m.OfCrawl {
				return a.open(args[1], func(c *store.Crawl) error { return a.generateOf(cmd.Context(), &fl, m, c) })
			}
			g, err := a.model(cmd.Context(), &fl, m)
			if err != nil {
				return err
			}
			o := generate.Options{
				Model: g, Degree: fl.Degree, Notes: notesOf(g), Seed: a.seed, DraftOptions: a.draft(fl.madeFlags),
			}
			return a.generate(cmd.Context(), &fl, o)
		},
	}
	fl.add(c)
	return c
}

// generate makes a crawl of a model, with the arcs of --plus-random, and prints its data or its plan.
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
		return 0, fmt.Errorf("%q: expected a share of the number of pages, such as 50%% or 0.5, up to 100000%%", text)
	}
	if !percent && v > 1 { // 50 hardly means fifty arcs per page
		return 0, fmt.Errorf("%q is ambiguous: expected a share of the number of pages, %s%% or %g%%", text, number, 100*v)
	}
	return v, nil
}

func (fl *generateFlags) add(c *cobra.Command) {
	f := c.Flags()
	fl.madeFlags.add(f)
	f.StringVar(&fl.plusRandom, "plus-random", "", "add random arcs: a `SHARE` of the number of pages, such as 50% or 200%")
	fl.Flags(f)
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
