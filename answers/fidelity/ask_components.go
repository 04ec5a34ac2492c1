package fidelity

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/store"
)

const componentsLong = `Find parts of a crawl that missing pages hardly affect: sets of pages in which each page has at least the share --tau of
its links inside the set, and the weak components of the set (Holzmann, Anand and Khosla 2019). Links to pages that were
not crawled count as links.

--method grow is Algorithm 1 of the paper. It starts with the pages with no links and the pages with the fewest, and adds
pages as long as it finds any. It keeps its first pages even if they are below tau; --strict removes them, and pages that
fall below tau without them. One page with one link makes it start with almost nothing; --init quantile starts with all
pages up to a quantile of the number of links. --method maximum finds the largest possible set, by removing pages below
tau until none is left: the naive pruning of the paper. Below the list weft prints the number of pages that each method
selects.

--target GRAPH, a larger crawl such as the whole, tests the ranks: Kendall's tau-b on the --top pages between PageRank of
the component, with its missing pages as sinks, and of the target, personalised to the component. "in whole" is the same
figure for these pages in the ranking of the whole crawl. The component of each page is written to
results/fidelity-component.npy; 4294967295 stands for no component.`

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
	f.Float64Var(&q.c.Tau, "tau", 0.5, "require the share `T` of the links of each page inside, from 0 to 1")
	f.StringVar(&q.c.Method, "method", Grow, "select pages by `METHOD`")
	offered.List(f, "method", askedMethods)
	f.BoolVar(&q.strict, "strict", false, "remove pages below tau")
	f.StringVar(&q.init, "init", FromMinimum, "start with the pages with the `FEWEST` links: minimum, or quantile")
	f.Float64Var(&q.quantile, "quantile", 0.1, "use quantile `Q` with --init quantile, from 0 to 1")
	f.StringVar(&q.target, "target", "", "compare with `GRAPH`, a larger crawl that contains this one")
	f.IntVar(&q.o.List, "list", 10, "list `N` components")
	f.IntVar(&q.c.Hosts, "hosts", 3, "list `N` hosts of each component")
	f.StringVar(&q.members, "members", "", "write the selected pages to `FILE`, as lines of component, tab, page; - for standard output")
	ending.Set(f, "members", "tsv")
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
		return answer.Refused("{quantile} requires {init} quantile")
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
