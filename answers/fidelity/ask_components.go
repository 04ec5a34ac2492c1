package fidelity

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/offered"
	"weft/store"
)

const componentsLong = `Find parts of a crawl that are hardly touched by what is missing: sets of pages of whose links at least a share of --tau each leads into the
set (Holzmann, Anand and Khosla 2019), and their weak components. Links to pages that were not crawled count as links.

--method grow is their Algorithm 1: it begins with the pages without links and those with the fewest, and adds pages as long as it
finds any. It keeps what it began with, also pages below tau; --strict takes those out, and what falls with them. One page with one
link makes it begin with next to nothing; --init quantile begins with pages up to a quantile of the numbers of links. --method
maximum finds the greatest set there is, by taking pages out until none is below tau: what the paper calls naive pruning. How much each
selects stands below the list.

--target GRAPH, a larger crawl such as the whole, says how far ranks are true: Kendall's tau-b on the --top pages between PageRank of the
component, its missing pages being sinks, and of the target personalised to it; "in whole" is that of the same pages as the whole crawl ranks
them. The component of each page goes to results/fidelity-component.npy, 4294967295 for none.`

type askComponents struct {
	asked
	c             ComponentOptions
	strict        bool
	init, members string
	target        string
	quantile      float64
	given         func(option string) bool
}

// askedMethods are the values of --method; --strict makes a strict one of the first.
var askedMethods = []string{Grow, Maximum}

func (q *askComponents) Flags(f answer.Flags) {
	q.asked.Flags(f)
	f.Float64Var(&q.c.Tau, "tau", 0.5, "the least share `T` of links that stay inside, from 0 to 1")
	f.StringVar(&q.c.Method, "method", Grow, "select by `METHOD`")
	offered.List(f, "method", askedMethods)
	f.BoolVar(&q.strict, "strict", false, "take out pages below tau")
	f.StringVar(&q.init, "init", FromMinimum, "begin to grow with pages of the `LEAST` number of links: minimum or quantile")
	f.Float64Var(&q.quantile, "quantile", 0.1, "the quantile `Q` of --init quantile, from 0 to 1")
	f.StringVar(&q.target, "target", "", "compare with a larger `GRAPH`, of which this is a part")
	f.IntVar(&q.o.List, "list", 10, "list `N` components")
	f.IntVar(&q.c.Hosts, "hosts", 3, "list `N` hosts of each")
	f.StringVar(&q.members, "members", "", "write the selected pages to `FILE`: component, tab, page; - for standard output")
	q.given = f.Changed
}

// Other implements answer.Comparer.
func (q *askComponents) Other() string { return q.target }

// Lists implements answer.Lister.
func (q *askComponents) Lists() (option, value string) {
	if q.members == "-" {
		return "members", "-"
	}
	return "", ""
}

// Check implements answer.Asker.
func (q *askComponents) Check() error {
	if err := q.asked.Check(); err != nil {
		return err
	}
	if q.given("quantile") && q.init == FromMinimum {
		return answer.Refused("{quantile} goes with {init} quantile")
	}
	share := func(name string, x float64) answer.Rule {
		return answer.Rule{Holds: x >= 0 && x <= 1, Option: name, Value: x, Want: "a number from 0 to 1"}
	}
	return answer.CheckAll(
		answer.OneOf("method", q.c.Method, askedMethods),
		answer.Rule{Holds: q.init == FromMinimum || q.init == FromQuantile, Option: "init", Value: q.init, Want: "minimum or quantile"},
		share("tau", q.c.Tau), share("quantile", q.quantile), answer.AtLeast("list", q.o.List, 1), answer.AtLeast("hosts", q.c.Hosts, 0),
	)
}

func (q *askComponents) Plan(ctx context.Context, c *store.Crawl, ao answer.Options) (w answer.Work, err error) {
	o := q.c
	if o.Options, err = q.ready(c, ao); err != nil {
		return w, err
	}
	if o.Target = ao.Other; q.init == FromQuantile {
		o.Quantile = q.quantile
	}
	if q.strict && o.Method == Grow {
		o.Method = Strict
	}
	s, err := ComponentsStage(ctx, c, o)
	return answer.Work{Stages: []answer.Stage{s}, Do: func() (answer.Answer, error) {
		r, err := GetComponents(ctx, c, o)
		if err == nil && q.members != "" {
			r.files = append(r.files, answer.File{Path: q.members, Write: func(w io.Writer) error { return r.write(c, w) }})
		}
		return answer.Got(r, err)
	}}, err
}

// write writes the selected pages, a line each.
func (r *Components) write(c *store.Crawl, to io.Writer) error {
	w := bufio.NewWriter(to)
	err := r.EachMember(func(component int, u graph.Node) error {
		_, err := fmt.Fprintf(w, "%d\t%s\n", component, c.Label(u))
		return errors.Join(err, c.Damage())
	})
	return errors.Join(err, w.Flush())
}
