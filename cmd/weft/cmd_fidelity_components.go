package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/graph"
	"weft/internal/atomicfile"
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
		return k.Keep(r.Kept())
	})
	if err == nil {
		err = a.writeMembers(c, fl.members, r)
	}
	if err != nil || fl.members == "-" {
		return err
	}
	return a.tell(r)
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
