package seeds

import (
	"context"
	"fmt"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/store"
)

// A Request asks for seeds of a crawl.
type Request struct {
	Options
	Seen answer.Options // how the crawl is seen: the filter may leave out arcs inside sites
}

// Found holds the results for a crawl.
//
//json:object seeds
type Found struct {
	*Result
	Pages     int    `json:"pages"`     // pages
	Arcs      int64  `json:"arcs"`      // arcs that count
	View      string `json:"view"`      // filter applied to the crawl, such as between-hosts; empty if none was applied
	Form      string `json:"form"`      // how the graph was read: memory, scratch, stream or disk
	Requested int    `json:"requested"` // number of seeds that the question asked for
	// smaller cores or further links that min-core auto chose
	Chosen   string      `json:"chosen,omitempty" absent:"the given options gave seeds"`
	Starting []Listed    `json:"seeds"`           // seeds, in the order found
	Other    *Difference `json:"other,omitempty"` // difference from the seeds that the other method finds
	Apart    *Apart      `json:"apart,omitempty"` // distances between the cores

	least string        // the smallest core that gives a seed, such as 3x3
	files []answer.File // that were requested
}

// A Difference says how seeds differ that were found with rankings that begin anew, or do not.
//
//json:object seeds found otherwise
type Difference struct {
	How  string   `json:"how"`  // the other method: cold or warm
	Same int      `json:"same"` // seeds that both methods found
	Only []string `json:"only"` // seeds that only the other method found
}

// Differ compares seeds with others.
func Differ(list, others []Listed, warm bool) *Difference {
	d := &Difference{How: "cold", Only: []string{}}
	if warm {
		d.How = "warm"
	}
	of := map[graph.Node]bool{}
	for _, s := range list {
		of[s.Page] = true
	}
	for _, s := range others {
		if of[s.Page] {
			d.Same++
		} else {
			d.Only = append(d.Only, s.URL)
		}
	}
	return d
}

// A Listed is a seed with names.
//
//json:object seed
type Listed struct {
	Page  graph.Node `json:"page"`            // number of the page, from 0
	URL   string     `json:"url"`             // URL of the page
	Title string     `json:"title,omitempty"` // most frequent anchor text of links to the page
	Round int        `json:"round"`           // round in which it was found, from 1
	Core  ListedCore `json:"core"`            // core to which the seed belongs
	Why   string     `json:"why"`             // reason why it was chosen
	// hosts of a closed group around the core, at most 50; no other host links to them
	Closed []string `json:"closed_hosts,omitempty" absent:"other hosts link to them"`
}

// A ListedCore is a core with names.
//
//json:object core of a seed
type ListedCore struct {
	Hubs        []string `json:"hubs"`        // names of the hubs
	Authorities []string `json:"authorities"` // names of the authorities
	Arcs        int      `json:"arcs"`        // arcs between hubs and authorities
	Density     float64  `json:"density"`     // arcs between hubs and authorities, % of all possible
	Hosts       int      `json:"hosts"`       // number of hosts of its pages; 0 if pages have no names
}

// Stage is how a request reads a crawl.
func (r *Request) Stage(ctx context.Context, c *store.Crawl) (answer.Stage, error) {
	v, err := r.Seen.View(ctx, "seeds", true, true, store.Arrays(measure.ScoresPart, Bytes(c.NumPages())).And(store.Arrays("hosts of the pages", 4*int64(c.NumPages()))).And(store.Heap("cores and their subgraphs", 64<<20)))
	v.Often = true
	return answer.Stage{View: v, Passes: "up to 60 over the graph and as many over the transpose, for each core; up to 8 over the graph at the end"}, err
}

// InCrawl finds seeds in a crawl.
// Papers: seed sets, §2.5, §2.6.
func InCrawl(ctx context.Context, c *store.Crawl, r Request) (*Found, error) {
	s, err := r.Stage(ctx, c)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &r.Seen, s, func(v *store.View) (*Found, error) { return r.find(ctx, c, v) })
}

func (r *Request) find(ctx context.Context, c *store.Crawl, v *store.View) (*Found, error) {
	r.Work, r.Aside = v.Work(r.Seen.Workers), v.Aside
	r.Starts = func(u graph.Node) bool { s := c.State(u); return s == page.Fetched || s == page.Unknown }
	ended := r.resume(v)
	res, err := Find(ctx, v.Out, v.In, r.Options)
	if err = ended(err); err != nil {
		return nil, err
	}
	f := &Found{Result: res, Pages: c.NumPages(), Arcs: v.Out.NumArcs(), View: v.Filter, Form: v.Form, Requested: r.Seeds, Starting: []Listed{}, least: fmt.Sprintf("%dx%d", r.MinHubs, r.MinAuthorities)}
	if f.Rounds == nil {
		f.Rounds = []Round{} // lists of nothing are lists in JSON, too
	}
	titles, err := titlesOf(c, res.Seeds)
	if err != nil {
		return nil, err
	}
	for _, s := range res.Seeds {
		l, err := list(c, s)
		if err != nil {
			return nil, err
		}
		l.Title = titles[s.Page]
		f.Starting = append(f.Starting, l)
	}
	if err := f.lookAround(ctx, c, v); err != nil {
		return nil, err
	}
	return f, c.Damage()
}

// lookAround finds the closed groups of hosts, where pages have names.
func (f *Found) lookAround(ctx context.Context, c *store.Crawl, v *store.View) error {
	if !c.HasNames() || len(f.Starting) == 0 {
		return nil
	}
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	of, err := hosts.All(v.Space)
	if err != nil {
		return err
	}
	return f.findClosed(ctx, hosts, of, v.Out)
}

// list gives a seed its names.
func list(c *store.Crawl, s Seed) (Listed, error) {
	l := Listed{Page: s.Page, URL: c.Label(s.Page), Round: s.Round, Core: ListedCore{
		Hubs: labels(c, s.Core.Hubs), Authorities: labels(c, s.Core.Authorities), Arcs: s.Core.Arcs, Density: s.Core.Density,
	}}
	l.Why = fmt.Sprintf("the best of %d hubs that link to %d authorities (%.0f %% of all possible links), the core of round %d",
		len(s.Core.Hubs), len(s.Core.Authorities), s.Core.Density, s.Round)
	if !c.HasNames() {
		return l, nil
	}
	hosts, err := c.Hosts()
	if err != nil {
		return l, err
	}
	seen := map[int]bool{}
	for _, side := range [][]graph.Node{s.Core.Hubs, s.Core.Authorities} {
		for _, u := range side {
			seen[hosts.Of(u)] = true
		}
	}
	l.Core.Hosts = len(seen)
	return l, nil
}

func labels(c *store.Crawl, pages []graph.Node) []string {
	out := make([]string, len(pages))
	for i, u := range pages {
		out[i] = c.Label(u)
	}
	return out
}
