package seeds

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/internal/splitmix"
	"weft/store"
)

const seedsLong = `Find pages from which the next crawl should start: hubs of different communities. Pages are ranked by HITS, without the
links inside hosts; the core around the best authority is taken out, its best hub is a seed; and again. Each ranking starts from
ones, as in the paper. --warm starts it from the scores before, which takes fewer iterations; where cores tie, other seeds may result.

--prune says which links are left out: those inside a host, a domain, a site (of those that weft site all found, or of a list in --sites), or none. --core density
takes cores of at least --density percent of all links that there could be between hubs and authorities: a hub and an authority
are added in turn, the first that would make it too thin closes its side, and the other goes on. --literal has the loop as the paper prints
it, which adds both before it looks, so that a core ends with those that made it too thin. --core size takes cores of --size pages. A core of fewer hubs and authorities than --min-core gives no seed.

A seed gets a warning if it lies in a closed group of 2 to 50 hosts, which no other host links to: link farms look like this. Half of the
hosts that link to others are no such group.

With -o the seeds go to a file: a URL a line, or with --format what Heritrix or Browsertrix take.`

// Questions are those of this package.
var Questions = []answer.Question{
	{
		Name: "seeds", Short: "Find pages from which the next crawl should start", Long: seedsLong,
		More: " -k 10\nweft seeds crawl -k 10 --prune none -o seeds.txt", Own: []string{"view", "output"},
		Gives: []answer.Answer{(*Found)(nil)},
		New:   func() answer.Asker { return new(asked) },
	},
	{
		Name: "seeds eval", Short: "Say how good seeds are, beside random pages and the best by PageRank and in-degree", Long: evalLong, Takes: "CRAWL --seeds FILE",
		Before: "weft seeds crawl -k 5 -o seeds.txt\n", More: " --seeds seeds.txt -o plots", Own: []string{"view", "output", "kinds"},
		Gives: []answer.Answer{(*Compared)(nil)},
		New:   func() answer.Asker { return new(askedHowGood) },
	},
}

// What cores, what is pruned and what is counted can be.
var (
	Cores  = []string{"density", "size"}
	Prunes = []string{"host", "domain", "site", "none"}
	Groups = []string{"host", "domain", "site"} // that are counted
)

// asked is the question for seeds.
type asked struct {
	r                   Request
	prune, sites, core  string
	minCore             string
	output, format      string
	random, both, apart bool
	cold                bool // asked for by name, though it is the default
}

func (q *asked) Flags(f answer.Flags) {
	f.IntVarP(&q.r.Seeds, "count", "k", 10, "`N` seeds")
	f.StringVar(&q.prune, "prune", "host", "leave out links inside a `GROUP`")
	offered.List(f, "prune", Prunes)
	f.StringVar(&q.sites, "sites", "", "`FILE` of the sites for --prune site: URL or page, tab, site; those that were found by default")
	f.StringVar(&q.core, "core", "density", "`HOW` a core ends")
	offered.List(f, "core", Cores)
	f.Float64Var(&q.r.Core.Density, "density", 100, "`PERCENT` of links in a core, at least")
	f.BoolVar(&q.r.Core.Literal, "literal", false, "grow cores of a density by the loop that the paper prints")
	f.IntVar(&q.r.Core.Size, "size", 20, "`N` pages of a core")
	f.IntVar(&q.r.Core.Members, "members", 1, "`N` hubs, then authorities, are added at a time to a core of a size")
	f.IntVar(&q.r.Core.MaxHubs, "max-hubs", 999, "`N` hubs of a core at most; 0 for any number")
	f.StringVar(&q.minCore, "min-core", "3x3", "`HxA` hubs and authorities that a core must have to give a seed")
	f.IntVar(&q.r.Rounds, "rounds", 0, "look at `N` cores at most; 0 is 20 for each seed")
	f.IntVar(&q.r.Iterations, "iterations", 60, "`N` iterations of HITS for each core at most")
	f.Float64Var(&q.r.Tolerance, "tolerance", 1e-9, "end them when the residual is at most `T`; less than 0 for never")
	f.BoolVar(&q.cold, "cold", false, "start each ranking from ones, as the paper does: the default")
	f.BoolVar(&q.r.Warm, "warm", false, "start each ranking from the scores before: fewer iterations, but other seeds where cores tie")
	f.BoolVar(&q.apart, "distances", false, "say how far the cores are from each other, along all links, beside the average distance of pages")
	f.BoolVar(&q.both, "both", false, "find them cold and warm, and say what differs")
	f.BoolVar(&q.random, "random-hub", false, "a seed is any hub of its core, by --random-seed, and not the best")
	f.StringVarP(&q.output, "output", "o", "", "write the seeds to `FILE`")
	f.StringVar(&q.format, "format", "list", "`FORMAT` of that file")
	offered.List(f, "format", Formats)
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	r := &q.r
	if q.cold && r.Warm {
		return answer.Refused("{cold} and {warm} exclude each other: use one of them, or {both} to compare them")
	}
	if err := answer.CheckAll(answer.OneOf("prune", q.prune, Prunes), answer.OneOf("core", q.core, Cores), answer.OneOf("format", q.format, Formats)); err != nil {
		return err
	}
	if q.core != "size" {
		r.Core.Size = 0
	} else if err := answer.CheckAll(answer.AtLeast("size", r.Core.Size, 2), answer.AtLeast("members", r.Core.Members, 1)); err != nil {
		return err
	} else if r.Core.Density = 0; r.Core.Literal {
		return answer.Refused("{literal} goes with {core} density")
	}
	_, err := fmt.Sscanf(q.minCore, "%dx%d", &r.MinHubs, &r.MinAuthorities)
	two := answer.Rule{Holds: err == nil && r.MinHubs > 0 && r.MinAuthorities > 0, Option: "min-core", Value: q.minCore, Want: "two numbers such as 3x3"}
	return answer.CheckAll(append([]answer.Rule{two}, r.rules()...)...)
}

// ofCores draws the order in which cores are looked for.
const ofCores splitmix.Domain = 0x7365656473

func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	r := &q.r
	if r.Seen = o; q.random {
		r.Random = rand.New(ofCores.PCG(o.Seed))
	}
	r.Progress = func(round, found int) {
		o.Tell(fmt.Sprintf("core %d, seeds found", round), int64(found), int64(r.Seeds))
	}
	if r.Seen.Filter, err = Pruned(ctx, c, q.prune, q.sites, &r.Seen); err != nil {
		return w, err
	}
	own, err := r.Stage(ctx, c)
	w.Stages, w.Do = []answer.Stage{own}, func() (answer.Answer, error) { return answer.Got(q.find(ctx, c, o)) }
	if err != nil || !q.apart {
		return w, err
	}
	all, err := measure.DistancesStage(ctx, c, averageOptions(o))
	if err != nil {
		return w, err
	}
	cores, err := apartStage(ctx, c, o)
	w.Stages = append(w.Stages, all, cores)
	return w, err
}

// Pruned returns the filter that leaves out arcs inside groups, one of Prunes; sites is a file of these, those that
// were found if it is empty.
// Papers: seed sets, §3.3.1.
func Pruned(ctx context.Context, c *store.Crawl, prune, sites string, o *answer.Options) (*store.Filter, error) {
	views := map[string]string{"host": store.BetweenHosts, "domain": store.BetweenDomains, "none": ""}
	if err := answer.CheckAll(answer.OneOf("prune", prune, Prunes)); err != nil {
		return nil, err
	}
	if err := answer.SitesGo("prune", prune, "site", sites); err != nil {
		return nil, err
	}
	switch {
	case prune == "site":
		return o.BetweenSites(ctx, c, "prune", prune, sites)
	case (prune == "host" || prune == "domain") && !c.HasNames():
		return nil, option.Errorf("{prune} %s: %w ({prune} none takes all links)", prune, store.ErrNoNames)
	}
	return o.NewFilter(ctx, c, views[prune], "")
}

// find finds the seeds of a crawl, and what else was asked for.
func (q *asked) find(ctx context.Context, c *store.Crawl, o answer.Options) (*Found, error) {
	f, err := InCrawl(ctx, c, q.r)
	if err != nil {
		return nil, err
	}
	if q.both {
		again := q.r
		again.Warm = !again.Warm
		other, err := InCrawl(ctx, c, again)
		if err != nil {
			return nil, err
		}
		f.Other = Differ(f.Starting, other.Starting, again.Warm)
	}
	if q.apart {
		if f.Apart, err = HowFar(ctx, c, f.Seeds, o); err != nil {
			return nil, err
		}
	}
	if q.output == "-" || q.output != "" && len(f.Starting) > 0 { // a list of an earlier time stays where there is no seed
		f.files = append(f.files, answer.File{Path: q.output, Write: func(w io.Writer) error { return Write(w, f.Starting, Format(q.format)) }})
	}
	return f, nil
}

// Kept is the list of seeds.
func (f *Found) Kept() answer.Kept { return answer.Kept{Files: f.files} }

// Err says that there are none.
func (f *Found) Err() error {
	if len(f.Starting) > 0 {
		return nil
	}
	return option.Errorf("no seed was found: %s; {min-core} 1x1 takes smaller cores, {prune} none all links", f.Why)
}

// Blocks are the cores with their seeds.
func (f *Found) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("arcs", "%s that count, of %s", digits.Grouped(f.Arcs), digits.Plural(f.Pages, "page")),
		answer.Row("cores", "%s, %d of them with a seed", digits.Grouped(len(f.Rounds)), len(f.Starting)),
	}
	if f.Why != "" {
		all = append(all, answer.Row("ended as", "%s", f.Why))
	}
	if d := f.Other; d != nil {
		all = append(all, answer.Row("found "+d.How, "%d the same, %s", d.Same, digits.Plural(len(d.Only), "other")))
	}
	if d := f.Apart; d != nil {
		all = append(all, d.block(), answer.Row("pages apart", "%.2f links in the mean (95 %%: %.2f to %.2f)", d.Average.Value, d.Average.Low, d.Average.High))
	}
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "round", Width: 5}, {Title: "hubs", Width: 5}, {Title: "authorities", Width: 11}, {Title: "density", Width: 7}, {Title: "seed"}}}
	for _, s := range f.Starting {
		name := s.URL
		if s.Title != "" {
			name += "  " + strings.Join(strings.Fields(s.Title), " ")
		}
		t.Add(fmt.Sprint(s.Round), fmt.Sprint(len(s.Core.Hubs)), fmt.Sprint(len(s.Core.Authorities)), fmt.Sprintf("%.0f %%", s.Core.Density), name)
	}
	return append(append(all, t), f.doubts()...)
}

// doubts warns of seeds that nobody else links to.
func (f *Found) doubts() []answer.Block {
	n, first := 0, ""
	for _, s := range f.Starting {
		if len(s.Closed) > 0 {
			if n++; n == 1 {
				first = s.URL + " lies in one of " + digits.Plural(len(s.Closed), "host")
			}
		}
	}
	if n == 0 {
		return nil
	}
	return []answer.Block{answer.Text(""), answer.Text("Mind: " + digits.Plural(n, "seed") + " " + digits.Verb(n, "lies", "lie") +
		" in a closed group of hosts, which no other host links to: " + first + ". Link farms look like this, and so do sites that the crawl was begun on.")}
}

// block says how far the cores are from each other.
func (d *Apart) block() answer.Block {
	switch {
	case d.Pairs == 0:
		return answer.Row("cores apart", "unknown: it takes two cores")
	case d.Apart == d.Pairs:
		return answer.Row("cores apart", "no link leads from one to another, in %d pairs", d.Pairs)
	}
	return answer.Row("cores apart", "%d to %s, %.2f in the mean; %d of %d pairs are not joined", d.Least, digits.Plural(d.Greatest, "link"), d.Mean, d.Apart, d.Pairs)
}
