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
	// Takes names the parameters of the model, among those that Parameters.Flags declares. Parameters that no
	// model names belong to all models.
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

// pagesToBe describes the parameter pages.
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
	f.IntVar(&p.Pages, "pages", 0, "`N` pages")
	f.Int64Var(&p.Arcs, "arcs", 0, "about `M` arcs; instead of --degree")
	f.Float64Var(&p.Degree, "degree", 20, "`MEAN` number of arcs of a page")
	f.Float64Var(&p.Growth.Alpha, "alpha", 0.5, fmt.Sprintf("`PROBABILITY` that a link is copied, or of a new page that links (scale-free: default %g)", random.DefaultAlpha))
	f.IntVar(&p.Scale, "scale", 0, "make 2 to the power of `S` pages, up to 2^31")
	f.Float64SliceVar(&p.Initiator, "initiator", random.Graph500[:], "four `NUMBERS`, in proportion to the arcs from the upper half of the pages to the upper and the lower half, and from the lower half")
	f.Lookup("initiator").DefValue = strings.Trim(strings.ReplaceAll(fmt.Sprint(random.Graph500), " ", ","), "[]")
	f.BoolVar(&p.Loops, "loops", false, "pages may link to themselves")
	f.Float64Var(&p.Ghosts, "ghosts", 0, "`SHARE` of pages, such as 0.3, that were never requested, and have no arcs")
	f.Float64Var(&p.Failed, "failed", 0, "`SHARE` of pages, such as 0.1, that failed, and have no arcs")
	f.Float64Var(&p.Growth.Beta, "beta", random.DefaultBeta, "`PROBABILITY` of an arc between pages that are there")
	f.Float64Var(&p.Growth.Gamma, "gamma", random.DefaultGamma, "`PROBABILITY` of a new page that is linked to")
	f.Float64Var(&p.Growth.DeltaIn, "delta-in", random.DefaultDeltaIn, "`X` is added to in-degrees where pages are chosen by them")
	f.Float64Var(&p.Growth.DeltaOut, "delta-out", 0, "`X` is added to out-degrees where pages are chosen by them")
	f.Float64Var(&p.Fire.Forward, "forward", random.DefaultForward, "`PROBABILITY` of burning on along arcs")
	f.Float64Var(&p.Fire.Backward, "backward", random.DefaultBackward, "`PROBABILITY` of burning on against arcs")
	f.Float64Var(&p.Fire.Back, "back-links", 0, "`PROBABILITY` that an earlier page links to a later one")
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
