package combine

import (
	"context"
	"errors"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/store"
)

// A builder makes one crawl.
type builder struct {
	*store.Draft
	r *recipe
}

func (b *builder) build(ctx context.Context) error {
	b.joinStates()
	for _, step := range []func() error{b.writeGraphs, b.writeNames, b.writeFacts, b.writeAnchors, b.writeNumbers} {
		if err := errors.Join(ctx.Err(), step()); err != nil {
			return err
		}
	}
	var step store.Step
	for _, c := range b.r.inputs {
		in, err := c.AsInput()
		if err != nil {
			return err
		}
		step.Inputs = append(step.Inputs, in)
	}
	step.Notes = store.LeaveWeights(nil, b.r.inputs...)
	return b.Commit(step)
}

// pass is called with every page of a pass.
func (b *builder) pass(phase string, x graph.Node) error { return b.Pass(phase, int(x), b.r.pages) }

// joinStates gives every page the best state that it has in a part.
func (b *builder) joinStates() {
	b.States = make([]uint8, b.r.pages)
	for _, p := range b.r.parts {
		for u := range graph.Node(p.c.NumPages()) {
			if x, taken := p.place(u); taken {
				b.States[x] = uint8(page.Join(page.State(b.States[x]), p.c.State(u)))
			}
		}
	}
}

// writeGraphs writes graph and transpose, which the parts have both.
func (b *builder) writeGraphs() error {
	lists := func(back bool) store.Lists {
		return func(add func([]graph.Node, []kinds.Set) error) error { return b.r.eachList(back, add) }
	}
	if err := b.WriteGraph("joining arcs", lists(false)); err != nil {
		return err
	}
	return b.WriteTranspose("joining arcs of the transpose", lists(true))
}

// writeNumbers keeps which pages of the input the new ones are.
func (b *builder) writeNumbers() error {
	if b.r.numbers == nil {
		return nil
	}
	numbers := make([]uint32, b.r.pages)
	for i := range numbers {
		numbers[i] = uint32(b.r.numbers.Select(i))
	}
	res := store.Result{Name: SourceVector, Kinds: kinds.All.String(), Params: map[string]any{"crawl": b.r.inputs[0].Path}}
	return store.AddResult(b.Draft, res, numbers)
}
