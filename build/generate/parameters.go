package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"weft/graph/random"
)

// Parameters are what a user says of the models.
type Parameters struct {
	Pages          int
	Arcs           int64   // about how many; instead of Degree
	Degree         float64 // the mean number of arcs of a page
	Loops          bool
	Ghosts, Failed float64 // shares of the pages
	Scale          int
	Initiator      []float64
	Growth         random.ScaleFreeOptions // its Alpha is that of copying, too
	Fire           random.ForestFireOptions
	Seed           uint64
	// Watch, if not nil, is told now and then how many pages and arcs there are while a model grows. Its error ends the
	// making.
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
