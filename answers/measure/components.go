package measure

import (
	"context"
	"errors"

	"weft/algo/component"
	"weft/answers/answer"
	"weft/graph/alloc"
	"weft/stats"
	"weft/store"
)

// componentsNeed is the memory that GetComponents takes for n pages.
func componentsNeed(n int) store.Need {
	return store.Arrays("the search for components", component.SCCBothBytes(n, 0)).And(store.Arrays("the bow tie", component.BowTieBytes(n))).
		And(store.Arrays("labels of pages", 9*int64(n)))
}

// GetComponents finds the weak and strong components, the laws of their sizes and the bow tie around the largest strong
// component. Labels count from the largest component down, ties by the smallest page.
func GetComponents(ctx context.Context, c *store.Crawl, o DegreeOptions) (*Components, error) {
	s, err := ComponentsStage(ctx, c, o.Options)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o.Options, s, func(v *store.View) (*Components, error) { return components(ctx, v, o) })
}

func components(ctx context.Context, v *store.View, o DegreeOptions) (*Components, error) {
	d := beginComponents(v, &o.Options)
	r, err := d.components(ctx, v, o)
	return r, d.unfinished.Ended(err)
}

// components finds what is not known of an earlier command.
func (d *componentsDone) components(ctx context.Context, v *store.View, o DegreeOptions) (*Components, error) {
	o.Tell("weak components", 0, 0)
	wcc, err := d.weakly(ctx, v)
	if err != nil {
		return nil, err
	}
	o.Tell("strong components", 0, 0)
	scc, err := d.strongly(ctx, v)
	if err != nil {
		return nil, err
	}
	o.Tell("the bow tie", 0, 0)
	bow, err := component.BowTie(ctx, v.Out, v.In, component.Known{SCC: scc, WCC: wcc}, d.work)
	if err != nil {
		return nil, err
	}
	r := &Components{Kinds: v.Kinds.String(), View: v.Filter, WCCLabels: wcc.Labels, SCCLabels: scc.Labels}
	if r.Classes, err = alloc.Make[uint8](d.work.Space, len(bow.Classes)); err != nil {
		return nil, err
	}
	for u, class := range bow.Classes {
		r.Classes[u] = uint8(class)
	}
	n := bow.Counts
	r.BowTie = BowTie{
		SCC: int(n.SCC), In: int(n.In), Out: int(n.Out), TendrilsIn: int(n.TendrilsIn), TendrilsOut: int(n.TendrilsOut),
		Tubes: int(n.Tubes), Other: int(n.Other), Disconnected: int(n.Disconnected),
	}
	var err1, err2 error
	r.WCC, err1 = partition(wcc, "weak component sizes", "weak components", o)
	r.SCC, err2 = partition(scc, "strong component sizes", "strong components", o)
	return r, errors.Join(err1, err2)
}

func partition(p *component.Components, name, population string, o DegreeOptions) (Partition, error) {
	l, err := NewLaw(name, population, stats.Decreasing(p.Sizes), o.Options, o.Samples)
	return Partition{Count: p.Count(), Largest: p.Largest(), Sizes: l}, err
}
