package atlas

import (
	"context"
	"fmt"
	"slices"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/ending"
	"weft/internal/extsort"
	"weft/internal/offered"
	"weft/store"
)

const long = `Draw a map of a crawl: the pages, hosts, domains or sites with the most PageRank. Linked ones are near each other.

--size chooses the area of discs: PageRank, links in, pages or fetched pages. --colour chooses their colour. By default a colour is the share of the
pages that was fetched, and a ring has no fetched page.

--layout places the discs: by forces, in cells by cluster or by domain, or in columns by their distance. The distance is the number of links of the map
from the page, host, domain or site --start to the others.

--by site needs the sites that weft site all finds. The map is kept in results/map-host.parquet (or page, domain, site), with places and links. -o draws it
as SVG, PNG or PDF, or writes it as GEXF or GraphML. The ending of FILE chooses the format.`

// How explains a map of some things.
func How(by string) []string {
	things, summed, ends := by+"s", ", summed over their pages", "their pages"
	colours := fmt.Sprintf("The colour is the share of a %s's pages that was fetched. A ring is a %s without a fetched page.", by, by)
	if by == ByPage {
		summed, ends, colours = "", "them, in both directions", "Discs are fetched pages, rings are pages that were not fetched."
	}
	return []string{
		"The map shows the " + things + " with the most PageRank" + summed + " (α = 0.85). The area of a disc is proportional to it, but small discs are enlarged to remain visible. " + colours,
		"ForceAtlas2 in its LinLog mode places the " + things + " (Jacomy, Venturini, Heymann and Bastian, “ForceAtlas2, a continuous graph layout algorithm”, PLOS ONE 9, 2014). All " + things + " repel each other. " +
			"Links attract by ln(1 + number of arcs between " + ends + "). The simulation starts from the clusters that the Leiden algorithm finds among the " + things + ". " +
			"Parts of the map without a link between them lie side by side. Some " + things + " far from the others are drawn closer.",
		"Lines are the strongest links between two " + things + " of the map, both directions together. Directions, distances to the border and the axes have no meaning.",
	}
}

// The things that a map may show.
const (
	ByPage   = "page"
	ByHost   = "host"
	ByDomain = "domain"
	BySite   = "site"
)

// Units are the values of the option by.
var Units = []string{ByHost, ByPage, ByDomain, BySite}

// drawnColours are the colours of weft map. The sites of a crawl colour the map of weft serve only.
var drawnColours = slices.DeleteFunc(slices.Clone(Colours), func(c string) bool { return c == BySiteColour })

const (
	usualTop = 200
	mostTop  = 100_000
	// crowd is the number of nodes from which a map keeps only the strongest links of each node, strongest of them.
	crowd     = 5000
	strongest = 32
	// sorting is the memory for sorting links.
	sorting = 64 << 20
)

// Of asks for a map of the best hosts, pages, domains or sites.
func Of(by string, top int) answer.Asker { return &asked{by: by, top: top} }

// Question asks for a map.
var Question = answer.Question{
	Name: "map", Short: "Draw a map of the best hosts, pages, domains or sites", Long: long,
	More: " -o map.svg\nweft map crawl --by page --top 100 -o pages.gexf", Own: []string{"output", "view"},
	Gives:   []answer.Answer{(*Map)(nil)},
	New:     func() answer.Asker { return new(asked) },
	Section: &answer.Section{Title: "Map", Asked: new(askedByReport), How: How(ByHost)},
}

type asked struct {
	by    string
	top   int
	look  Look
	files []string
}

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.StringVar(&q.by, "by", ByHost, "place these `THINGS`")
	offered.List(f, "by", Units)
	f.IntVarP(&q.top, "top", "n", usualTop, "place the `K` best")
	f.StringVar(&q.look.Size, "size", Sizes[0], "make the area of a disc proportional to `VALUE`")
	offered.List(f, "size", Sizes)
	f.StringVar(&q.look.Colour, "colour", Colours[0], "colour the discs by `VALUE`")
	offered.List(f, "colour", drawnColours)
	f.StringVar(&q.look.Layout, "layout", Layouts[0], "place the discs by `LAYOUT`")
	offered.List(f, "layout", Layouts)
	f.StringVar(&q.look.Start, "start", "", "with --layout distance, measure from the page, host, domain or site `NAME` (default the one with the most PageRank)")
	f.StringArrayVarP(&q.files, "output", "o", nil, "draw or write the map to `FILE`, by its ending: .svg, .png, .pdf, .gexf, .graphml; may be repeated")
	ending.Set(f, "output", "svg", "png", "pdf", "gexf", "graphml")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	for _, f := range q.files {
		if _, err := formOf(f); err != nil {
			return err
		}
	}
	look := q.look.WithDefaults()
	return answer.CheckAll(answer.OneOf("by", q.by, Units), answer.OneOf("size", look.Size, Sizes), answer.OneOf("colour", look.Colour, drawnColours), answer.OneOf("layout", look.Layout, Layouts),
		answer.Rule{Holds: look.Start == "" || look.Layout == Distances, Option: "start", Value: look.Start, Want: "{layout} " + Distances},
		answer.Rule{Holds: q.top >= 1 && q.top <= mostTop, Option: "top", Value: q.top, Want: fmt.Sprintf("1 to %d", mostTop)})
}

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	if !c.HasNames() && q.by != ByPage {
		return w, answer.Refused("{by} %s needs names of pages, and this crawl has only numbers: use {by} page", q.by)
	}
	if err := OffersFor(q.by, c.HasNames(), false).Check(q.look); err != nil {
		return w, answer.Refused("a map by %s of this crawl cannot be drawn so: %v", q.by, err)
	}
	groups, err := q.groups(c, &o)
	if err != nil {
		return w, err
	}
	ranking := measure.RankOptions{Options: o}
	ranks, err := measure.RankingStage(ctx, c, measure.PageRank, ranking)
	if err != nil {
		return w, err
	}
	view, err := o.View(ctx, "map", true, false, q.need(c, groups, o.Memory))
	if err != nil {
		return w, err
	}
	drawn := answer.Stage{View: view, Passes: "1 over the graph", How: []answer.Figure{answer.Row("map", "of the %d best by %s", q.top, q.by)}}
	w.Stages = []answer.Stage{ranks, drawn}
	w.Do = func() (answer.Answer, error) {
		scores, err := measure.PageRankOf(ctx, c, ranking)
		if err != nil {
			return nil, err
		}
		return answer.See(c, &o, drawn, func(v *store.View) (answer.Answer, error) {
			return answer.Got(q.find(ctx, v, &o, groups, scores))
		})
	}
	return w, nil
}

// groups returns the hosts, domains or sites; nil for single pages.
func (q *asked) groups(c *store.Crawl, o *answer.Options) (store.Groups, error) {
	switch q.by {
	case ByHost:
		return c.Hosts()
	case ByDomain:
		return c.Domains()
	case BySite:
		return o.SitesFor(c, "by", BySite, "")
	}
	return nil, nil //nolint:nilnil // single pages are not grouped
}

// need is the memory for finding and counting: 12 bytes per page, 20 per group, and the links of the map.
func (q *asked) need(c *store.Crawl, groups store.Groups, memory int64) store.Need {
	n, top, arcs := int64(c.NumPages()), int64(q.top), c.Graph().NumArcs()
	pairs := min(top*top, arcs)
	if top > crowd {
		pairs = min(strongest*top, arcs)
	}
	need := store.Heap("the scores", 8*n).And(store.Heap("links of the map", 80*pairs+4<<10*min(top, crowd)+1<<10*top)).And(store.Heap("sorting links", sorted(arcs, memory)))
	if groups == nil {
		return need.And(store.Heap("places of pages", 4*n))
	}
	return need.And(store.Heap("groups of pages", 4*n)).And(store.Heap("sums of groups", 20*int64(groups.Len())))
}

// sorted is the memory for sorting the links of a map, in bytes: up to a quarter of the budget.
func sorted(arcs, memory int64) int64 {
	return min(max(extsort.MinMemory, memory/4), sorting, extsort.MinMemory+48*arcs)
}

// askedByReport asks for the map of a report: of hosts, or of pages if the crawl has no names or hardly any hosts.
type askedByReport struct{ asked }

// Plan implements answer.Asker.
func (q *askedByReport) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	const few = 8
	q.asked = asked{by: ByPage, top: usualTop}
	if c.HasNames() {
		hosts, err := c.Hosts()
		if err != nil {
			return answer.Work{}, err
		}
		if hosts.Len() >= few {
			q.by = ByHost
		}
	}
	return q.asked.Plan(ctx, c, o)
}
