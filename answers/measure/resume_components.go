package measure

import (
	"context"

	"weft/algo/component"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/npy"
	"weft/store"
)

// componentsDone is the state of a search for components, from which a command continues. Saved arrays are valid
// until the work has ended; the other arrays belong to the state.
type componentsDone struct {
	Weak   bool `json:"weak"`
	Strong bool `json:"strong"`

	weak, strong []uint32
	marks        []uint8 // of the searches for strong components

	unfinished *answer.Unfinished
	work       graph.Work // if arrays are scratch files, the first requested arrays of pages are on the heap as far as the budget allows
}

func beginComponents(v *store.View, o *answer.Options) *componentsDone {
	d := &componentsDone{unfinished: o.Unfinished(v, "components", "")}
	if d.unfinished.Load(d, d.arrays()...) {
		d.unfinished.GoesOn(d.at())
	} else {
		*d = componentsDone{unfinished: d.unfinished}
	}
	d.work = v.WorkWithin(o.Workers, o.Memory)
	return d
}

func (d *componentsDone) arrays() []npy.Piece {
	return []npy.Piece{npy.PieceOf(&d.weak), npy.PieceOf(&d.strong), npy.PieceOf(&d.marks)}
}

func (d *componentsDone) save() { d.unfinished.Save(d.at(), d, d.arrays()...) }

func (d *componentsDone) at() string {
	switch {
	case d.Strong:
		return "after the strong components"
	case len(d.marks) > 0:
		return "after the searches for strong components"
	}
	return "after the weak components"
}

// weakly returns the weak components.
func (d *componentsDone) weakly(ctx context.Context, v *store.View) (*component.Components, error) {
	if d.Weak {
		return component.Restored(d.weak, nil, d.work.Space)
	}
	wcc, err := component.WCCBoth(ctx, v.Out, v.In, d.work)
	if err == nil {
		d.Weak, d.weak = true, wcc.Labels
		d.save()
	}
	return wcc, err
}

// strongly returns the strong components.
func (d *componentsDone) strongly(ctx context.Context, v *store.View) (*component.Components, error) {
	if d.Strong {
		return component.Restored(d.strong, d.marks, d.work.Space)
	}
	scc, err := component.SCCBothFrom(ctx, v.Out, v.In, component.BothOptions{Work: d.work, Searches: true, Resume: d.marks, Save: func(marks []uint8) error {
		d.marks = marks
		d.save()
		return nil
	}})
	if err == nil {
		d.Strong, d.strong, d.marks = true, scc.Labels, scc.Marks()
		d.save()
	}
	return scc, err
}
