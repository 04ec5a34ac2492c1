package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/making/quotient"
	"weft/store"
)

// quotientFlags are the flags of weft quotient.
type quotientFlags struct {
	madeFlags
	by, sites, kinds string
	loops            bool
	top              int
}

// quotients are the values of --by.
var quotients = []string{quotient.ByHost, quotient.ByDomain, quotient.BySite}

func (a *app) quotientCmd() *cobra.Command {
	var fl quotientFlags
	c := &cobra.Command{
		Use:   "quotient CRAWL -o CRAWL --by host|domain|site",
		Short: "Make a graph of the hosts, domains or sites of a crawl",
		Long: `Make the graph of the hosts, domains or sites of a crawl, as a new crawl. Its pages are the groups, sorted by name: hosts
and domains are named http://host/; sites have their names in --sites, or the representative pages of "weft site all".
There is an arc between two groups if a page of one links to a page of the other. Pages without host, domain or site form
one group.

Results hold for each group the number of its pages (pages), of its fetched pages (fetched) and of the arcs inside it
(arcs-inside). counts.npy holds the number of page arcs behind each arc, in the order of the graph.

The new CRAWL appears only when everything is done.`,
		Example: made["crawl"] + "  weft quotient crawl -o hosts --by host && weft rank pagerank hosts",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fl.check(); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.quotient(cmd, c, fl) })
		},
	}
	f := c.Flags()
	f.StringVar(&fl.by, "by", quotient.ByHost, "make one node of each of these `GROUPS` of pages: host, domain or site")
	offered.Set(f, "by", quotients)
	f.StringVar(&fl.sites, "sites", "", "read the sites for --by site from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	addKinds(f, &fl.kinds)
	f.BoolVar(&fl.loops, "loops", false, "keep arcs from a group to itself")
	fl.add(f)
	f.IntVarP(&fl.top, "top", "n", 10, "list the `K` pairs of groups with the most arcs")
	return c
}

func (fl *quotientFlags) check() error {
	if !slices.Contains(quotients, fl.by) {
		return usagef("--by %s: expected %s", fl.by, choice.Of(fl.by, quotients))
	}
	if err := answer.SitesGo("by", fl.by, quotient.BySite, fl.sites); err != nil {
		return err
	}
	if err := fl.madeFlags.check(); err != nil {
		return err
	}
	return answer.CheckTop(fl.top)
}

func (a *app) quotient(cmd *cobra.Command, c *store.Crawl, fl quotientFlags) error {
	o := quotient.Options{
		Crawl: c, By: fl.by, Loops: fl.loops, Top: fl.top, DraftOptions: a.draft(fl.madeFlags),
	}
	var err error
	if fl.kinds != "" {
		if o.Kinds, err = kinds.Parse(fl.kinds); err != nil {
			return usagef("--kinds: %w", err)
		}
	}
	if o.Groups, err = a.groups(c, fl); err != nil {
		return err
	}
	if a.plan {
		return a.planQuotient(c, o)
	}
	s, err := quotient.Run(cmd.Context(), o)
	if err != nil {
		return err
	}
	a.sayWeights(c)
	return a.print(s, func(w io.Writer) { printQuotient(w, fl.output, s) })
}

// groups returns what the pages are divided into.
func (a *app) groups(c *store.Crawl, fl quotientFlags) (g store.Groups, err error) {
	switch fl.by {
	case quotient.ByHost:
		g, err = c.Hosts()
	case quotient.ByDomain:
		g, err = c.Domains()
	default:
		o := a.options(fl.kinds)
		return o.SitesFor(c, "by", fl.by, fl.sites)
	}
	if err != nil {
		err = fmt.Errorf("the graph of %ss: %w", fl.by, err)
	}
	return g, err
}

func (a *app) planQuotient(c *store.Crawl, o quotient.Options) error {
	if err := o.CountNames(); err != nil {
		return err
	}
	p, err := c.Plan(o.View())
	if err != nil {
		return err
	}
	const passes = "1 over the arcs of pages, whose counts are sorted within the budget, or on disk"
	return a.printPlanned(plan{Groups: o.Groups.Len(), Form: p.Form, Parts: p.Parts, Passes: passes})
}

func printQuotient(w io.Writer, path string, s *quotient.Summary) {
	row(w, "crawl", "%s", path)
	row(w, s.By+"s", "%s, of %s", grouped(s.Groups), digits.Plural(s.Pages, "page"))
	row(w, "arcs", "%s, for %s of pages; inside a %[4]s: %[3]s", grouped(s.Arcs), digits.Plural(s.Between, "arc"), digits.Plural(s.Inside, "arc"), s.By)
	for _, p := range s.Top {
		row(w, grouped(p.PageArcs), "%s → %s", p.From, p.To)
	}
}
