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

// A Model is a random graph that can be chosen by its name. To add one is to add it to Models.
type Model struct {
	Name string
	// About describes the model for people, in lines of about 100 characters.
	About string
	// Takes names the parameters that the model has, of those that Parameters.Flags declares. Parameters that no model
	// names are for all.
	Takes []string
	// Needs is a parameter that must be set, and Why what it says.
	Needs, Why string
	// OfCrawl says that the graph is made of a crawl, and not from nothing. Such a model has no New.
	OfCrawl bool
	// New makes the graph.
	New func(*Parameters) (graph.Graph, error)
}

// Plus and Rewired are the models that are made of a crawl.
const (
	Plus    = "plus"
	Rewired = "rewired"
)

// pagesToBe says what the parameter pages is for.
const pagesToBe = "how many pages there are to be"

// Models are all models, in the order in which help lists them.
var Models = []Model{
	{
		Name: "web", Takes: []string{"pages", "arcs", "degree", "ghosts", "failed"}, Needs: "pages", Why: pagesToBe,
		About: `a Web as crawlers find it: named pages in the order of their URLs, hosts of power-law sizes, directories, menus,
a bow tie; in-degrees with an exponent of about 2.1. --arcs and --degree are met within a few per cent,
unless so few pages have no room for more arcs, which is reported.
No page can exist: hosts are below .alt, .example, .internal, .invalid and .test`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewWeb(random.WebOptions{Pages: p.Pages, Degree: p.Degree, Ghosts: p.Ghosts, Failed: p.Failed, Seed: p.Seed})
		},
	},
	{
		Name: "gnp", Takes: []string{"pages", "arcs", "degree", "loops"}, Needs: "pages", Why: pagesToBe,
		About: "every arc with the same probability (Gilbert 1959): --arcs is the expected number",
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewGNP(random.GNPOptions{Pages: p.Pages, Degree: p.Degree, Loops: p.Loops, Seed: p.Seed})
		},
	},
	{
		Name: "copying", Takes: []string{"pages", "arcs", "degree", "alpha"}, Needs: "pages", Why: pagesToBe,
		About: `each page copies links of an earlier one with probability --alpha, else links to any earlier page (Kumar et al.
2000): in-degrees have the exponent 1 + 1/alpha. Pages draw --degree links; repetitions are merged`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewCopying(random.CopyingOptions{Pages: p.Pages, Degree: p.Degree, Alpha: p.Growth.Alpha, Seed: p.Seed})
		},
	},
	{
		Name: "evolving", Takes: []string{"pages", "arcs", "degree"}, Needs: "pages", Why: pagesToBe,
		About: `each link of a page leads to an earlier one, with a probability proportional to its in-degree + 1 (the Evolving
Network of Albert, Barabási, Jeong 1999): in-degrees have the exponent 2 + 1/degree. Pages draw --degree links;
repetitions are merged`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewEvolving(random.EvolvingOptions{Pages: p.Pages, Degree: p.Degree, Seed: p.Seed})
		},
	},
	{
		Name: "kronecker", Takes: []string{"arcs", "degree", "scale", "initiator"}, Needs: "scale", Why: pagesToBe + ", 2 to the power of it",
		About: `each of --degree arcs a page falls to a quarter of the matrix of 2^scale pages with the probabilities of
--initiator, to a quarter of this, and so on to a pair (R-MAT: Chakrabarti, Zhan, Faloutsos 2004). Repetitions are
merged, loops kept`,
		New: newKronecker,
	},
	{
		Name: "scale-free", Takes: []string{"pages", "alpha", "beta", "gamma", "delta-in", "delta-out"}, Needs: "pages", Why: pagesToBe,
		About: `pages and arcs come one by one and choose by degree (Bollobás, Borgs, Chayes, Riordan 2003): with probability
--alpha a new page that links, --beta an arc, --gamma a new page that is linked to. Parallel arcs are merged, loops
kept. It needs one processor, and within --memory up to 40 bytes a page and 20 an arc; how many arcs there are
follows from the parameters`,
		New: func(p *Parameters) (graph.Graph, error) {
			o := p.Growth
			if !p.set("alpha") {
				o.Alpha = random.DefaultAlpha
			}
			o.Pages, o.Seed, o.Watch = p.Pages, p.Seed, p.Watch
			return random.NewScaleFree(o)
		},
	},
	{
		Name: "forest-fire", Takes: []string{"pages", "forward", "backward", "back-links"}, Needs: "pages", Why: pagesToBe,
		About: `each page links to those that burn from an earlier one on (Leskovec, Kleinberg, Faloutsos 2007); with
--back-links, any earlier page may link to any later one too. Fires of many pages are large: 100,000 pages have some
2 million arcs. It needs what scale-free needs`,
		New: func(p *Parameters) (graph.Graph, error) {
			o := p.Fire
			if o.Forward == 0 && o.Backward == 0 {
				return nil, option.Errorf("nothing burns: give {forward} or {backward} more than 0")
			}
			o.Pages, o.Seed, o.Watch = p.Pages, p.Seed, p.Watch
			return random.NewForestFire(o)
		},
	},
	{
		Name: Plus, OfCrawl: true, Needs: "plus-random", Why: "how many arcs are to come, as a share of the number of pages",
		About: "the crawl with --plus-random arcs more; its arcs keep their kinds",
	},
	{
		Name: Rewired, OfCrawl: true,
		About: `a null model: each page has as many arcs to it and from it as in the crawl, but which pages they join is drawn
anew. There are no parallel arcs, and loops only if the crawl has some; all arcs are plain links. It needs one
processor, some 3 µs an arc, up to 10 where no more arcs fit, 4 bytes a page and 4 an arc`,
	},
}

// newKronecker makes the graph of 2^scale pages.
func newKronecker(p *Parameters) (graph.Graph, error) {
	o := random.KroneckerOptions{Scale: p.Scale, Degree: p.Degree, Seed: p.Seed}
	if len(p.Initiator) != len(o.Initiator) {
		return nil, option.Errorf("{initiator} has %d numbers, want %d, such as 0.57,0.19,0.19,0.05", len(p.Initiator), len(o.Initiator))
	}
	copy(o.Initiator[:], p.Initiator)
	if o.Initiator == ([4]float64{}) { // which would stand for the default
		return nil, fmt.Errorf("an initiator of %v: want four numbers of 0 to 1e9, not all 0", o.Initiator)
	}
	return random.NewKronecker(o)
}

// FindModel returns the model of a name.
func FindModel(name string) (*Model, error) {
	names := ModelNames()
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("generate %s: want %s%s", name, oneOf(names), choice.Meant(name, names))
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

// Draws says whether the model is told how many arcs it draws.
func (m *Model) Draws() bool { return slices.Contains(m.Takes, "degree") }

// takers are the models, as those that take options.
func takers() []option.Taker {
	var all []option.Taker
	for _, m := range Models {
		all = append(all, option.Taker{Name: m.Name, Takes: m.Takes})
	}
	return all
}

// Check completes the parameters, and refuses those that do not go with the model or with each other. Which error comes
// depends on the parameters alone.
func (m *Model) Check(p *Parameters) error {
	if w, found := option.FindMisplaced(takers(), func(name string) bool { return name == m.Name }, p.set); found {
		if len(m.Takes) == 0 {
			return option.Errorf("%s is for generate %s", option.Name(w.Option), oneOf(w.For))
		}
		return option.Errorf("%s is for generate %s; generate %s takes %s", option.Name(w.Option), oneOf(w.For), m.Name, option.Names(m.Takes))
	}
	switch {
	case m.Needs != "" && !p.set(m.Needs):
		return option.Errorf("generate %s: say with %s %s", m.Name, option.Name(m.Needs), m.Why)
	case m.OfCrawl:
		return nil
	case p.set("arcs") && p.set("degree"):
		return option.Errorf("{arcs} and {degree} say the same: give one of them")
	case m.Needs == "scale":
		p.Pages = 1 << min(max(p.Scale, 0), 31)
	}
	if p.Pages < 1 {
		return option.Errorf("{pages} %d: want 1 or more", p.Pages)
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
