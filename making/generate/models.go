package generate

import (
	"fmt"
	"slices"
	"strings"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/choice"
	"weft/internal/option"
)

// newKronecker makes the graph of 2^scale pages.
func newKronecker(p *Parameters) (graph.Graph, error) {
	o := random.KroneckerOptions{Scale: p.Scale, Degree: p.Degree, Seed: p.Seed}
	if len(p.Initiator) != len(o.Initiator) {
		return nil, option.Errorf("{initiator} has %d numbers, expected %d, such as 0.57,0.19,0.19,0.05", len(p.Initiator), len(o.Initiator))
	}
	copy(o.Initiator[:], p.Initiator)
	if o.Initiator == ([4]float64{}) { // which would stand for the default
		return nil, fmt.Errorf("an initiator of %v: expected four numbers of 0 to 1e9, not all 0", o.Initiator)
	}
	return random.NewKronecker(o)
}

// FindModel returns the model of a name.
func FindModel(name string) (*Model, error) {
	names := ModelNames()
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("generate %s: expected %s%s", name, oneOf(names), choice.Meant(name, names))
	}
	return &Models[i], nil
}

// ModelNames returns the names of all models, in order.
func ModelNames() []string {
	var names []string
	for _, m := range Models {
		names = append(names, m.Name)
	}
	return names
}

// Draws reports whether the model has a parameter for the number of arcs.
func (m *Model) Draws() bool { return slices.Contains(m.Takes, "degree") }

// takers returns the models as users of options.
func takers() []option.Taker {
	var all []option.Taker
	for _, m := range Models {
		all = append(all, option.Taker{Name: m.Name, Takes: m.Takes})
	}
	return all
}

// Check completes the parameters. It refuses parameters that do not fit the model or each other. The error depends
// on the parameters alone.
func (m *Model) Check(p *Parameters) error {
	if w, found := option.FindMisplaced(takers(), func(name string) bool { return name == m.Name }, p.set); found {
		if len(m.Takes) == 0 {
			return option.Errorf("%s is for generate %s", option.Name(w.Option), oneOf(w.For))
		}
		if w.Option == "pages" && m.Needs == "scale" {
			return option.Errorf("{pages} is for generate %s: of generate %s, {scale} says how many pages there are", oneOf(w.For), m.Name)
		}
		return option.Errorf("%s is for generate %s; generate %s takes %s", option.Name(w.Option), oneOf(w.For), m.Name, option.Names(m.Takes))
	}
	switch {
	case m.Needs != "" && !p.set(m.Needs):
		return option.Errorf("generate %s: %s is missing: %s", m.Name, option.Name(m.Needs), m.Why)
	case m.OfCrawl:
		return nil
	case p.set("arcs") && p.set("degree"):
		return option.Errorf("{arcs} and {degree} say the same: give one of them")
	case m.Needs == "scale":
		p.Pages = 1 << min(max(p.Scale, 0), 31)
	}
	if p.Pages < 1 {
		return option.Errorf("{pages} %d: expected 1 or more", p.Pages)
	}
	if p.set("arcs") {
		p.Degree = float64(p.Arcs) / float64(p.Pages)
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
