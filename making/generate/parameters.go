package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"weft/graph"
	"weft/graph/random"
	"weft/internal/option"
)

// A Model is a random graph that can be chosen by its name. To add one is to add it to Models.
type Model struct {
	Name string
	// About describes the model for people, in lines of about 100 characters.
	About string
	// Takes names the parameters of the model, from the parameters that Parameters.Flags declares. Parameters that
	// no model names belong to all models.
	Takes []string
	// Needs is the name of a required parameter, Why its meaning.
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

// pagesToBe describes the parameter pages.
const pagesToBe = "the number of pages"

// Models are all models, in the order in which help lists them.
var Models = []Model{
	{
		Name: "web", Takes: []string{"pages", "arcs", "degree", "ghosts", "failed"}, Needs: "pages", Why: pagesToBe,
		About: `a realistic Web: named pages in the order of their URLs, hosts of power-law sizes, directories, menus, a bow tie;
in-degrees with an exponent of about 2.1. --arcs and --degree are met within a few per cent; weft reports if so few
pages have no room for that many arcs. No page can exist: hosts end in .alt, .example, .internal, .invalid or .test`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewWeb(random.WebOptions{Pages: p.Pages, Degree: p.Degree, Ghosts: p.Ghosts, Failed: p.Failed, Seed: p.Seed})
		},
	},
	{
		Name: "gnp", Takes: []string{"pages", "arcs", "degree", "loops"}, Needs: "pages", Why: pagesToBe,
		About: "every arc has the same probability (Gilbert 1959); --arcs is the expected number",
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewGNP(random.GNPOptions{Pages: p.Pages, Degree: p.Degree, Loops: p.Loops, Seed: p.Seed})
		},
	},
	{
		Name: "copying", Takes: []string{"pages", "arcs", "degree", "alpha"}, Needs: "pages", Why: pagesToBe,
		About: `each page draws --degree links: with probability --alpha a copy of a link of an earlier page, else a link to any earlier
page (Kumar et al. 2000). In-degrees have the exponent 1 + 1/alpha. Repeated links are merged`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewCopying(random.CopyingOptions{Pages: p.Pages, Degree: p.Degree, Alpha: p.Growth.Alpha, Seed: p.Seed})
		},
	},
	{
		Name: "evolving", Takes: []string{"pages", "arcs", "degree"}, Needs: "pages", Why: pagesToBe,
		About: `each page draws --degree links to earlier pages, with probability proportional to their in-degree + 1 (the Evolving
Network of Albert, Barabási, Jeong 1999). In-degrees have the exponent 2 + 1/degree. Repeated links are merged`,
		New: func(p *Parameters) (graph.Graph, error) {
			return random.NewEvolving(random.EvolvingOptions{Pages: p.Pages, Degree: p.Degree, Seed: p.Seed})
		},
	},
	{
		Name: "kronecker", Takes: []string{"arcs", "degree", "scale", "initiator"}, Needs: "scale", Why: "the number of pages, as a power of 2",
		About: `each of --degree arcs per page falls into a quarter of the matrix of 2^scale pages with the probabilities of
--initiator, then into a quarter of this quarter, and so on (R-MAT: Chakrabarti, Zhan, Faloutsos 2004). Repeated arcs
are merged, loops are kept`,
		New: newKronecker,
	},
	{
		Name: "scale-free", Takes: []string{"pages", "alpha", "beta", "gamma", "delta-in", "delta-out"}, Needs: "pages", Why: pagesToBe,
		About: `pages and arcs are added one by one and choose by degree (Bollobás, Borgs, Chayes, Riordan 2003): with probability
--alpha a new page that links, with --beta an arc, with --gamma a new page that is linked to. Parallel arcs are
merged, loops are kept. The number of arcs follows from the parameters. It uses one processor, and up to 40 bytes per
page and 20 per arc of --memory`,
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
		About: `each page links to the pages that a fire reaches from an earlier page (Leskovec, Kleinberg, Faloutsos 2007). With
--back-links, earlier pages may also link to later ones. Fires are large: 100,000 pages have about 2 million arcs. It
needs as much memory per page and arc as scale-free`,
		New: func(p *Parameters) (graph.Graph, error) {
			o := p.Fire
			if o.Forward == 0 && o.Backward == 0 {
				return nil, option.Errorf("nothing burns with {forward} 0 and {backward} 0: set one of them above 0")
			}
			o.Pages, o.Seed, o.Watch = p.Pages, p.Seed, p.Watch
			return random.NewForestFire(o)
		},
	},
	{
		Name: Plus, OfCrawl: true, Needs: "plus-random", Why: "the number of random arcs to add, as a share of the pages",
		About: "the crawl and --plus-random more arcs; old arcs keep their kinds",
	},
	{
		Name: Rewired, OfCrawl: true,
		About: `a null model: each page keeps its in-degree and out-degree, and the arcs are drawn anew. There are no parallel
arcs, and loops only if the crawl has some; all arcs are plain links. It uses one processor, about 3 µs per arc, up to
10 µs in very dense graphs, and 4 bytes per page and per arc`,
	},
}

// Parameters are the user's parameters of the models.
type Parameters struct {
	Pages          int
	Arcs           int64   // about how many; instead of Degree
	Degree         float64 // the mean number of arcs of a page
	Loops          bool
	Ghosts, Failed float64 // shares of the pages
	Scale          int
	Initiator      []float64
	Growth         random.ScaleFreeOptions // its Alpha is also the Alpha of copying
	Fire           random.ForestFireOptions
	Seed           uint64
	// Watch, if not nil, receives the numbers of pages and arcs from time to time while a model grows. Its error
	// ends the run.
	Watch func(pages int, arcs int64) error

	flags *pflag.FlagSet
}

// set says whether the user gave a parameter.
func (p *Parameters) set(name string) bool { return p.flags != nil && p.flags.Changed(name) }

// Flags declares the parameters: their names, defaults and help, which begins with the models that take them if not all
// do.
func (p *Parameters) Flags(f *pflag.FlagSet) {
	p.flags = f
	f.IntVar(&p.Pages, "pages", 0, "make `N` pages")
	f.Int64Var(&p.Arcs, "arcs", 0, "make about `M` arcs; replaces --degree")
	f.Float64Var(&p.Degree, "degree", 20, "give pages `MEAN` arcs on average")
	f.Float64Var(&p.Growth.Alpha, "alpha", 0.5, fmt.Sprintf("copy a link with `PROBABILITY`; scale-free adds a new page that links with it (default 0.5; scale-free %g)", random.DefaultAlpha))
	f.IntVar(&p.Scale, "scale", 0, "make 2 to the power of `S` pages, up to 2^31")
	f.Float64SliceVar(&p.Initiator, "initiator", random.Graph500[:], "divide arcs among the quarters of the matrix in proportion to four `NUMBERS`: upper left, upper right, lower left, lower right")
	f.Lookup("initiator").DefValue = strings.Trim(strings.ReplaceAll(fmt.Sprint(random.Graph500), " ", ","), "[]")
	f.BoolVar(&p.Loops, "loops", false, "allow links from a page to itself")
	f.Float64Var(&p.Ghosts, "ghosts", 0, "make `SHARE` of the pages ghosts without arcs, such as 0.3")
	f.Float64Var(&p.Failed, "failed", 0, "make `SHARE` of the pages failed, without arcs, such as 0.1")
	f.Float64Var(&p.Growth.Beta, "beta", random.DefaultBeta, "add an arc between existing pages with `PROBABILITY`")
	f.Float64Var(&p.Growth.Gamma, "gamma", random.DefaultGamma, "add a new page that is linked to with `PROBABILITY`")
	f.Float64Var(&p.Growth.DeltaIn, "delta-in", random.DefaultDeltaIn, "add `X` to in-degrees when choosing pages by in-degree")
	f.Float64Var(&p.Growth.DeltaOut, "delta-out", 0, "add `X` to out-degrees when choosing pages by out-degree")
	f.Float64Var(&p.Fire.Forward, "forward", random.DefaultForward, "burn on along an arc with `PROBABILITY`")
	f.Float64Var(&p.Fire.Backward, "backward", random.DefaultBackward, "burn on against an arc with `PROBABILITY`")
	f.Float64Var(&p.Fire.Back, "back-links", 0, "link an earlier page to a later one with `PROBABILITY`")
	f.VisitAll(func(flag *pflag.Flag) {
		var names []string
		for _, m := range Models {
			if slices.Contains(m.Takes, flag.Name) {
				names = append(names, m.Name)
			}
		}
		if len(names) > 0 && len(names) < 3 {
			flag.Usage = strings.Join(names, ", ") + ": " + flag.Usage
		}
	})
}
