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
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/internal/splitmix"
	"weft/store"
)

const seedsLong = `Find pages from which the next crawl should start: hubs of different communities. weft ranks pages by HITS, without links
inside hosts. It takes the best hub of the core around the best authority as a seed, removes this core, and repeats. Each
ranking starts from ones, as in the paper. --warm starts from the last scores, which takes fewer iterations; if cores tie,
the seeds may differ.

--prune sets which links are ignored: links inside a host, a domain, a site (from "weft site all", or from --sites), or
none.

--core density takes cores with at least --density percent of all possible links between hubs and authorities. Hubs and
authorities are added in turn. When one side would make the core too thin, it is closed and the other side continues.
--literal uses the loop as printed in the paper: it adds both before it checks, so a core ends with pages that made it too
thin. --core size takes cores of --size pages. Cores with fewer hubs and authorities than --min-core give no seed.

Seeds are fetched pages, or pages of unknown state. If no hub of a core was fetched, its best fetched authority is the seed, such
as the target of a redirect. A core without such pages gives no seed.

A seed gets a warning if it lies in a closed group of 2 to 50 hosts that no other host links to: link farms look like
this. A group does not count if it is half or more of the hosts that link to others.

-o writes the seeds to a file, one URL per line, or in the --format of Heritrix or Browsertrix.`

// Questions lists the questions of this package.
var Questions = []answer.Question{
	{
		Name: "seeds", Short: "Find good start pages for the next crawl", Long: seedsLong,
		More: " -k 10\nweft seeds crawl -k 10 --prune none -o seeds.txt", Own: []string{"view", "output"},
		Gives: []answer.Answer{(*Found)(nil)},
		New:   func() answer.Asker { return new(asked) },
	},
	{
		Name: "seeds eval", Short: "Compare seeds with random pages, and the best pages by PageRank and in-degree", Long: evalLong, Takes: "CRAWL --seeds FILE",
		Before: "weft seeds crawl -k 5 -o seeds.txt\n", More: " --seeds seeds.txt -o plots", Own: []string{"view", "output", "kinds"},
		Gives: []answer.Answer{(*Compared)(nil)},
		New:   func() answer.Asker { return new(askedHowGood) },
	},
}

// Allowed kinds of cores, prunings and counts.
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
	f.IntVarP(&q.r.Seeds, "count", "k", 10, "find `N` seeds")
	f.StringVar(&q.prune, "prune", "host", "ignore links inside a `GROUP`")
	offered.List(f, "prune", Prunes)
	f.StringVar(&q.sites, "sites", "", "read the sites for --prune site from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	f.StringVar(&q.core, "core", "density", "end a core by `RULE`")
	offered.List(f, "core", Cores)
	f.Float64Var(&q.r.Core.Density, "density", 100, "with --core density, keep at least `PERCENT` of all possible links in a core")
	f.BoolVar(&q.r.Core.Literal, "literal", false, "with --core density, grow cores by the loop printed in the paper")
	f.IntVar(&q.r.Core.Size, "size", 20, "with --core size, take `N` pages per core")
	f.IntVar(&q.r.Core.Members, "members", 1, "with --core size, add `N` hubs, then N authorities at a time")
	f.IntVar(&q.r.Core.MaxHubs, "max-hubs", 999, "allow at most `N` hubs per core; 0 for any number")
	f.StringVar(&q.minCore, "min-core", autoCore, "take a seed only from cores of at least `HxA` hubs and authorities; auto is 3x3, or less in small crawls")
	f.IntVar(&q.r.Rounds, "rounds", 0, "examine at most `N` cores; 0 for 20 per seed")
	f.IntVar(&q.r.Iterations, "iterations", 60, "run at most `N` iterations of HITS per core")
	f.Float64Var(&q.r.Tolerance, "tolerance", 1e-9, "stop HITS when the residual is at most `T`; a negative number for never")
	f.BoolVar(&q.cold, "cold", false, "start each ranking from ones, as in the paper; this is the default")
	f.BoolVar(&q.r.Warm, "warm", false, "start each ranking from the last scores: fewer iterations, but other seeds where cores tie")
	f.BoolVar(&q.apart, "distances", false, "measure distances between the cores along all links, and the average distance of pages")
	f.BoolVar(&q.both, "both", false, "find seeds with --cold and with --warm, and report the differences")
	f.BoolVar(&q.random, "random-hub", false, "take a random hub of each core as seed, instead of the best")
	f.StringVarP(&q.output, "output", "o", "", "write the seeds to `FILE`")
	f.StringVar(&q.format, "format", "", "write the seeds as `FORMAT` (default by the ending of -o, or else list)")
	offered.List(f, "format", Formats)
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	r := &q.r
	if q.cold && r.Warm {
		return answer.Refused("{cold} and {warm} exclude each other: use one of them, or {both} to compare them")
	}
	var err error
	if q.format, err = ending.Of(q.output, q.format, Formats...); err != nil {
		return &answer.OptionError{Why: err}
	}
	if err := answer.CheckAll(answer.OneOf("prune", q.prune, Prunes), answer.OneOf("core", q.core, Cores), answer.OneOf("format", q.format, Formats)); err != nil {
		return err
	}
	if q.core != "size" {
		r.Core.Size = 0
	} else if err := answer.CheckAll(answer.AtLeast("size", r.Core.Size, 2), answer.AtLeast("members", r.Core.Members, 1)); err != nil {
		return err
	} else if r.Core.Density = 0; r.Core.Literal {
		return answer.Refused("{literal} requires {core} density")
	}
	least := q.minCore
	if least == autoCore {
		least = "3x3"
	}
	_, err = fmt.Sscanf(least, "%dx%d", &r.MinHubs, &r.MinAuthorities)
	two := answer.Rule{Holds: err == nil && r.MinHubs > 0 && r.MinAuthorities > 0, Option: "min-core", Value: q.minCore, Want: "two numbers such as 3x3, or auto"}
	return answer.CheckAll(append([]answer.Rule{two}, r.rules()...)...)
}

// autoCore is the value of --min-core that suits the crawl.
const autoCore = "auto"

// ofCores is the use of the random draw that orders the search for cores.
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

// Pruned returns the filter that leaves out arcs inside groups; prune is one of Prunes. sites is a file of sites;
// if it is empty, the found sites are used.
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
		return nil, option.Errorf("{prune} %s: %w ({prune} none uses all links)", prune, store.ErrNoNames)
	}
	return o.NewFilter(ctx, c, views[prune], "")
}

// find finds the seeds of a crawl, and what else was requested.
func (q *asked) find(ctx context.Context, c *store.Crawl, o answer.Options) (*Found, error) {
	f, err := InCrawl(ctx, c, q.r)
	if err == nil && len(f.Starting) == 0 && q.minCore == autoCore {
		f, err = q.findSmaller(ctx, c, f)
	}
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

// findSmaller searches small crawls, where the usual cores give no seed: for smaller cores, then along the links inside
// groups. It returns f, the result of the usual search, if nothing gives a seed.
func (q *asked) findSmaller(ctx context.Context, c *store.Crawl, f *Found) (*Found, error) {
	for _, next := range []struct {
		least int
		all   bool // along all links
		how   string
	}{{1, false, "cores of 1x1 or more"}, {3, true, "cores of 3x3 or more along all links"}, {1, true, "cores of 1x1 or more along all links"}} {
		r := q.r
		r.MinHubs, r.MinAuthorities = next.least, next.least
		if next.all {
			var err error
			if r.Seen.Filter, err = Pruned(ctx, c, "none", "", &r.Seen); err != nil {
				return nil, err
			}
		}
		other, err := InCrawl(ctx, c, r)
		if err != nil {
			return nil, err
		}
		if len(other.Starting) > 0 {
			q.r, other.Chosen = r, next.how
			return other, nil
		}
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
	return option.Errorf("no seed was found: %s"+f.allow(noArcs), f.Why)
}

// allow names the options that find more seeds, after a semicolon: only options that the search did not have. It names smaller
// cores if the search met some. why is the reason of the end.
func (f *Found) allow(why string) string {
	var more []string
	if small, _ := f.seedless(); small > 0 && f.least != "1x1" {
		more = append(more, "{min-core} 1x1 allows smaller cores")
	}
	switch {
	case why != noArcs:
		more = append(more, "{rounds} examines more cores")
	case f.View != "":
		more = append(more, "{prune} none uses all links")
	}
	if len(more) == 0 {
		return ""
	}
	return "; " + strings.Join(more, ", ")
}

// Blocks are the cores with their seeds.
func (f *Found) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("seeds", "%s found of %s requested", digits.Grouped(len(f.Starting)), digits.Grouped(f.Requested)),
	}
	if f.Chosen != "" {
		all = append(all, answer.Row("chosen", "%s, because cores of 3x3 or more give no seed", f.Chosen))
	}
	if f.Why != "" {
		all = append(all, f.fewer())
	}
	all = append(
		all,
		answer.Row("arcs", "%s that count, of %s", digits.Grouped(f.Arcs), digits.Plural(f.Pages, "page")),
		answer.Row("cores", "%s, %d of them with a seed", digits.Grouped(len(f.Rounds)), len(f.Starting)),
	)
	if d := f.Other; d != nil {
		all = append(all, answer.Row("found "+d.How, "%d the same, %s", d.Same, digits.Plural(len(d.Only), "other")))
	}
	if d := f.Apart; d != nil {
		all = append(all, d.block(), answer.Row("pages apart", "%.2f links in the mean (95 %%: %.2f to %.2f)", d.Average.Value, d.Average.Low, d.Average.High))
	}
	t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "round", Width: 5}, {Title: "hubs", Width: 5}, {Title: "authorities", Width: 11}, {Title: "density", Width: 7}, {Title: "seed", Names: answer.OfPages}, {Title: "title"}}}
	for _, s := range f.Starting {
		t.Add(fmt.Sprint(s.Round), fmt.Sprint(len(s.Core.Hubs)), fmt.Sprint(len(s.Core.Authorities)), fmt.Sprintf("%.0f %%", s.Core.Density), s.URL, strings.Join(strings.Fields(s.Title), " "))
	}
	return append(append(all, t), f.doubts()...)
}

// seedless counts the cores that are too small for a seed, and the cores without a fetched page.
func (f *Found) seedless() (small, unfetched int) {
	for _, r := range f.Rounds {
		switch {
		case r.Unfetched:
			unfetched++
		case !r.Seed:
			small++
		}
	}
	return small, unfetched
}

// fewer explains why there are fewer seeds than requested, and which options find more.
func (f *Found) fewer() answer.Block {
	small, unfetched := f.seedless()
	why := f.Why
	if unfetched > 0 {
		why += fmt.Sprintf(", and %s %s no fetched page", digits.Plural(unfetched, "core"), digits.Verb(unfetched, "has", "have"))
	}
	more := f.allow(f.Why)
	if small == 0 {
		return answer.Advise("fewer because", "%s"+more, why)
	}
	return answer.Advise("fewer because", "%s, and %s %s smaller than {min-core} %s"+more, why, digits.Plural(small, "core"), digits.Verb(small, "is", "are"), f.least)
}

// doubts warns of seeds without links from outside.
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
