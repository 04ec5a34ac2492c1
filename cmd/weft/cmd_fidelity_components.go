package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/algo/hak"
	"weft/answer"
	"weft/fidelity"
	"weft/graph"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/store"
)

const fidelityComponentsHelp = `Find parts of a crawl that are hardly touched by what is missing: sets of pages of whose links at least a share of --tau each leads into the
set (Holzmann, Anand and Khosla 2019), and their weak components. Links to pages that were not crawled count as links.

--method grow is their Algorithm 1: it begins with the pages without links and those with the fewest, and adds pages as long as it
finds any. It keeps what it began with, also pages below tau; --strict takes those out, and what falls with them. One page with one
link makes it begin with next to nothing; --init quantile begins with pages up to a quantile of the numbers of links. --method
maximum finds the greatest set there is, by taking pages out until none is below tau: what the paper calls naive pruning. How much each
selects stands below the list.

--target GRAPH, a larger crawl such as the whole, says how far ranks are true: Kendall's tau-b on the --top pages between PageRank of the
component, its missing pages being sinks, and of the target personalised to it; "in whole" is that of the same pages as the whole crawl ranks
them. The component of each page goes to results/fidelity-component.npy, 4294967295 for none.`

// componentFlags are what the command line says.
type componentFlags struct {
	fidelityFlags
	c                 fidelity.ComponentOptions
	strict            bool
	init, members     string
	quantile          float64
	quantileWasChosen bool
}

func (a *app) fidelityComponentsCmd() *cobra.Command {
	var fl componentFlags
	c := &cobra.Command{
		Use:     "components CRAWL",
		Short:   "Find the parts of a crawl whose ranking can be trusted",
		Long:    fidelityComponentsHelp,
		Example: madePart + "  weft fidelity components part --tau 0.5\n  weft fidelity components part --strict --init quantile --members members.tsv",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			fl.quantileWasChosen = cmd.Flags().Changed("quantile")
			if err := fl.set(a); err != nil {
				return err
			}
			return a.open(args[0], func(c *store.Crawl) error {
				return a.openTarget(fl.target, func(t *store.Crawl) error {
					fl.c.Target = t
					return a.fidelityComponents(cmd, c, &fl)
				})
			})
		},
	}
	fl.common(c)
	f := c.Flags()
	f.Float64Var(&fl.c.Tau, "tau", 0.5, "the least share `T` of links that stay inside, from 0 to 1")
	f.StringVar(&fl.c.Method, "method", fidelity.Grow, "select by `METHOD`: grow or maximum")
	f.BoolVar(&fl.strict, "strict", false, "take out pages below tau")
	f.StringVar(&fl.init, "init", fidelity.FromMinimum, "begin to grow with pages of the `LEAST` number of links: minimum or quantile")
	f.Float64Var(&fl.quantile, "quantile", 0.1, "the quantile `Q` of --init quantile, from 0 to 1")
	f.StringVar(&fl.target, "target", "", "compare with a larger `GRAPH`, of which this is a part")
	f.IntVar(&fl.o.List, "list", 10, "list `N` components")
	f.IntVar(&fl.c.Hosts, "hosts", 3, "list `N` hosts of each")
	f.StringVar(&fl.members, "members", "", "write the selected pages to `FILE`: component, tab, page; - for standard output")
	f.StringVarP(&fl.output, "output", "o", "", "`DIR` for the result vector; CRAWL/results by default; that of a bare graph is kept only if it is given")
	return c
}

// openTarget opens a crawl for f; nil if there is none.
func (a *app) openTarget(path string, f func(*store.Crawl) error) error {
	if path == "" {
		return f(nil)
	}
	return a.open(path, f)
}

// set reads what the flags say.
func (fl *componentFlags) set(a *app) error {
	output := fl.output
	fl.output = "" // here it is a folder
	err := fl.fidelityFlags.set(a)
	fl.output = output
	c := &fl.c
	c.Options = fl.o
	switch {
	case err != nil:
		return err
	case c.Method != fidelity.Grow && c.Method != fidelity.Maximum:
		return usagef("--method %s: want grow or maximum", c.Method)
	case fl.init != fidelity.FromMinimum && fl.init != fidelity.FromQuantile:
		return usagef("--init %s: want minimum or quantile", fl.init)
	case fl.quantileWasChosen && fl.init != fidelity.FromQuantile:
		return usagef("--quantile goes with --init quantile")
	case !(c.Tau >= 0 && c.Tau <= 1) || !(fl.quantile >= 0 && fl.quantile <= 1):
		return usagef("--tau %v, --quantile %v: want numbers from 0 to 1", c.Tau, fl.quantile)
	case fl.o.List < 1 || c.Hosts < 0:
		return usagef("--list %d, --hosts %d: want 1 or more, and 0 or more", fl.o.List, c.Hosts)
	case fl.members == "-" && a.json:
		return usagef("--members - does not go with --json")
	}
	if fl.init == fidelity.FromQuantile {
		c.Quantile = fl.quantile
	}
	if fl.strict && c.Method == fidelity.Grow {
		c.Method = fidelity.Strict
	}
	return nil
}

func (a *app) fidelityComponents(cmd *cobra.Command, c *store.Crawl, fl *componentFlags) error {
	if err := a.assume(c, fl.fetched); err != nil {
		return err
	}
	if a.plan {
		s, err := fidelity.ComponentsStage(cmd.Context(), c, fl.c)
		if err != nil {
			return err
		}
		return a.printStages(c, "fidelity components", []answer.Stage{s})
	}
	var r *fidelity.Components
	err := a.keep(c, resultFlags{output: fl.output}, func(k *answer.Keeper) (err error) {
		if r, err = fidelity.GetComponents(cmd.Context(), c, fl.c); err != nil {
			return err
		}
		return k.Keep(r.Kept(fl.fetched))
	})
	if err == nil {
		err = a.writeMembers(c, fl.members, r)
	}
	if err != nil || fl.members == "-" {
		return err
	}
	return a.print(r, func(w io.Writer) { printHighFidelity(w, r) })
}

// writeMembers writes the selected pages, a line each.
func (a *app) writeMembers(c *store.Crawl, path string, r *fidelity.Components) error {
	write := func(out io.Writer) error {
		w := bufio.NewWriter(out)
		err := r.EachMember(func(component int, u graph.Node) error {
			_, err := fmt.Fprintf(w, "%d\t%s\n", component, c.Label(u))
			return errors.Join(err, c.Damage())
		})
		return errors.Join(err, w.Flush())
	}
	switch path {
	case "":
		return nil
	case "-":
		a.progress.Close()
		return a.data(write)
	}
	return atomicfile.Write(path, write)
}

func printHighFidelity(w io.Writer, r *fidelity.Components) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) } //nolint:errcheck // a strings.Builder does not fail
	row(w, "crawled", "%s of %s known pages, γ %.4f; %s are below tau %v", grouped(r.Crawled), grouped(r.Crawled+r.Ghosts), r.Whole.Gamma, grouped(r.Whole.BelowTau), r.Tau)
	for _, d := range r.Doubts {
		row(w, "mind", "%s", d.Text)
	}
	if k := r.Whole.Kendall; k != nil {
		row(w, "", "Kendall's tau %s on the top %s; the target lacks %s of the pages", tau(k), grouped(r.Settings.Top), grouped(r.Whole.Missing))
	}
	row(w, "selected", "%s in %s by %s, γ %.4f; %s are below tau", digits.Plural(r.Members.Pages, "page"), digits.Plural(r.Count, "component"), r.Method, r.Members.Gamma, grouped(r.Members.BelowTau))
	p("\n%9s %10s %12s %8s %10s", "component", "pages", "arcs", "γ", "below tau")
	if r.Whole.Kendall != nil {
		p(" %8s %8s", "tau", "in whole")
	}
	p("  hosts\n")
	for i := range r.Components {
		c := &r.Components[i]
		p("%9d %10s %12s %8.4f %10s", c.Component, grouped(c.Pages), grouped(c.Arcs), c.Gamma, grouped(c.BelowTau))
		if c.Kendall != nil {
			p(" %8s %8s", tau(c.Kendall), tau(c.InWhole))
		}
		p("  %s\n", hostList(c.Hosts))
	}
	p("\n%-9s %10s %8s %10s %10s %12s %12s %8s\n", "method", "pages", "γ", "below tau", "components", "the largest:", "arcs", "γ")
	for i := range r.Methods {
		m := &r.Methods[i]
		p("%-9s %10s %8.4f %10s %10s %12s %12s %8.4f\n", m.Method, grouped(m.Pages), m.Gamma, grouped(m.BelowTau), grouped(m.Components),
			grouped(m.Largest.Pages), grouped(m.Largest.Arcs), m.Largest.Gamma)
	}
	if beganSmall(r) {
		p("\nFew pages have the least number of links, with which %s begins, so that it found little: try --init quantile or --method maximum.\n", r.Method)
	}
}

// beganSmall says whether growing from the pages with the fewest links found less than half of what there is.
func beganSmall(r *fidelity.Components) bool {
	return r.Init == fidelity.FromMinimum && slices.ContainsFunc(r.Methods, func(m fidelity.Selected) bool {
		return r.Method != m.Method && m.Method == fidelity.Maximum && 2*r.Members.Pages < m.Pages
	})
}

// tau writes Kendall's tau-b.
func tau(g *hak.Agreement) string {
	if g == nil || g.Undefined {
		return "-"
	}
	return fmt.Sprintf("%.4f", g.TauB)
}

func hostList(hosts []fidelity.HostPages) string {
	list := make([]string, 0, len(hosts))
	for _, h := range hosts {
		list = append(list, fmt.Sprintf("%s %s", cmp.Or(inert.Text(h.Host), "(no host)"), grouped(h.Pages)))
	}
	return strings.Join(list, ", ")
}
