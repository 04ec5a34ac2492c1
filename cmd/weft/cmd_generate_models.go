package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/making/generate"
)

// check returns the model that the command line names, with its parameters completed.
func (fl *generateFlags) check(args []string) (*generate.Model, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("no model given: expected %s", strings.Join(generate.ModelNames(), ", "))
	}
	m, err := generate.FindModel(args[0])
	switch {
	case err != nil:
		return nil, err
	case m.OfCrawl && len(args) != 2:
		return nil, fmt.Errorf("generate %s takes one crawl: got %s", m.Name, digits.Plural(len(args)-1, "argument"))
	case !m.OfCrawl && len(args) != 1:
		return nil, fmt.Errorf("generate %s takes no other arguments: got %d", m.Name, len(args)-1)
	case fl.output == "":
		return nil, errors.New("-o is missing: name the folder of the new crawl")
	}
	return m, m.Check(&fl.Parameters)
}

// model makes a model. Wrong parameters are wrong usage.
func (a *app) model(ctx context.Context, fl *generateFlags, m *generate.Model) (graph.Graph, error) {
	fl.Seed, fl.Watch = a.seed, a.growing(ctx, fl.Pages)
	g, err := m.New(&fl.Parameters)
	if err != nil {
		if short := (*mem.ShortError)(nil); ctx.Err() != nil || errors.As(err, &short) {
			return nil, err
		}
		return nil, &usageError{err}
	}
	if !m.Draws() {
		fl.Degree = float64(g.NumArcs()) / float64(fl.Pages)
	}
	return g, nil
}

// growing watches a model that grows in memory: it reports progress, and stops a model that exceeds --memory.
func (a *app) growing(ctx context.Context, pages int) func(int, int64) error {
	return func(done int, arcs int64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		a.progress.Steps("growing", int64(done), int64(pages))
		what := fmt.Sprintf("a graph that already has %s at %s of %s", digits.Plural(arcs, "arc"), grouped(done), digits.Plural(pages, "page"))
		return mem.Check(what, random.GrownBytes(pages, arcs), a.budget)
	}
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
