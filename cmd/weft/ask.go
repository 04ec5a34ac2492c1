package main

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers"
	"weft/answers/answer"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/store"
)

// askCmds returns the commands of all questions. A question with a name of two words is a subcommand of the first word:
// of another question, or of a group.
func (a *app) askCmds() []*cobra.Command {
	var all []*cobra.Command
	first := map[string]*cobra.Command{}
	top := func(name string, c *cobra.Command) {
		first[name] = c
		all = append(all, c)
	}
	for _, g := range answers.Groups {
		top(g.Name, groupCmd(g))
	}
	for _, q := range answers.Questions {
		group, name, below := strings.Cut(q.Name, " ")
		if !below {
			switch top(group, a.topCmd(q, group)); group {
			case "site":
				first[group].AddCommand(a.siteLiveCmd("live"))
			case "simulate":
				first[group].AddCommand(a.simulateModelCmd())
			}
			continue
		}
		first[group].AddCommand(a.askCmd(q, name))
	}
	return all
}

// topCmd is the command of a question with a name of one word. weft site --live is a crawl.
func (a *app) topCmd(q answer.Question, name string) *cobra.Command {
	if name != "site" || !slices.Contains(a.words, "--live") {
		return a.askCmd(q, name)
	}
	c := a.siteLiveCmd(name)
	c.Flags().Bool("live", true, "crawl the live Web")
	return c
}

// groupCmd is the command that the questions of a group are below.
func groupCmd(g answer.Group) *cobra.Command {
	var names []string
	for _, q := range answers.Questions {
		if first, name, _ := strings.Cut(q.Name, " "); first == g.Name {
			names = append(names, name)
		}
	}
	return &cobra.Command{
		Use:   g.Name + " " + strings.Join(names, "|") + " CRAWL",
		Short: g.Short, Annotations: map[string]string{groupMark: g.What},
		Example: made["crawl"] + "  weft " + g.Name + " " + names[0] + " crawl --top 20",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("no %s given: weft %s takes %s", g.What, g.Name, strings.Join(names[:len(names)-1], ", ")+" or "+names[len(names)-1])
			}
			return usagef("there is no %s %q: expected %s", g.What, args[0], choice.Of(args[0], names))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
}

// askCmd is the command of a question.
func (a *app) askCmd(q answer.Question, name string) *cobra.Command {
	of, takes := cmp.Or(q.Of, "crawl"), cmp.Or(q.Takes, "CRAWL")
	crawls, _, _ := strings.Cut(takes, " --") // a flag that must be given is shown after them
	least, most := q.Pages()
	if most > 0 {
		crawls = crawls[:strings.LastIndexByte(crawls, ' ')]
	}
	n := len(strings.Fields(crawls))
	what := []string{"a crawl", "two crawls"}[n-1]
	wants := exactly(n, what)
	several := strings.HasSuffix(crawls, "…")
	switch {
	case most > 0 && least == 0:
		wants = between(n, n+most, what+", and perhaps a page")
	case most > 0:
		wants = atLeast(n, what+", and the pages behind")
	case several:
		wants = atLeast(n, what+" or more")
	}
	example := made[of] + "  " + strings.ReplaceAll(q.Before+"weft "+q.Name+" "+of+q.More, "\n", "\n  ")
	e := &asking{app: a, q: q, asked: q.New(), crawls: n, several: several}
	c := &cobra.Command{
		Use: name + " " + takes, Short: q.Short, Long: q.Long, Example: example, Args: e.sought(wants),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args) },
	}
	e.flags(c)
	return c
}

// asking is a question with its command.
type asking struct {
	*app
	q             answer.Question
	asked         answer.Asker
	output, kinds string
	view, sites   string
	csv           string // the table that is printed as CSV; empty: none
	crawls        int    // that it is about
	several       bool   // or as many as are named
	others        []*store.Crawl
}

// soughtMemory bounds the memory for the first line of a file. Arguments are checked before --memory is read.
const soughtMemory = 64 << 20

// sought names the crawl that a file belongs to, if an option names the file and no crawl is given.
func (e *asking) sought(wants cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if s, is := e.asked.(answer.Seeker); is && len(args) == 0 {
			if file, graph := s.Seeks(answer.Options{Stdin: e.stdin, Memory: soughtMemory}); graph != "" {
				return usagef("%s takes a crawl: %s was made from the crawl whose graph_id begins with %.12s; weft info CRAWL --json prints the graph_id", cmd.CommandPath(), file, graph)
			}
		}
		return wants(cmd, args)
	}
}

// flags adds the shared flags of questions, and the flags of this question.
func (e *asking) flags(c *cobra.Command) {
	f := c.Flags()
	if e.has("output") {
		f.StringVarP(&e.output, "output", "o", "", "write result vectors and tables to `DIR`; the default is CRAWL/results; results of a bare graph are saved only with this flag")
		ending.Set(f, "output", ending.Folder)
	}
	if e.has("kinds") {
		addKinds(f, &e.kinds)
	}
	if e.has("view") {
		f.StringVar(&e.view, "view", "", "measure a `VIEW` of the crawl: symmetrised (arcs in both directions), between-hosts, between-domains, between-sites (no arcs inside one), in-scope (no arcs to excluded pages), answered (only arcs between fetched or redirected pages); names of saved results end with @ and the view")
		offered.Set(f, "view", store.Filters)
		f.StringVar(&e.sites, "sites", "", "read the sites for --view between-sites from `FILE`: lines of URL or page number, tab, site; the default is the result of weft site all")
	}
	if e.has("csv") {
		f.StringVar(&e.csv, "csv", "", "print one `TABLE` of the result as CSV, with the keys of --json as header")
		offered.List(f, "csv", e.tables())
	}
	e.asked.Flags(f)
	for title, names := range map[string][]string{"Graph": {"kinds", "view"}, "Output": {"csv", "output", "plots", "top"}} {
		for _, name := range names {
			if f.Lookup(name) != nil {
				under(f, title, name)
			}
		}
	}
	if e.has("view") {
		under(f, "Graph", "sites")
	}
}

// tables returns the names of the tables that results of the question can have.
func (e *asking) tables() (names []string) {
	for _, g := range e.q.Gives {
		for _, name := range answer.CSVTables(reflect.TypeOf(g)) {
			if !slices.Contains(names, name) && !slices.Contains(e.q.Lacks, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// sized has the tables whose number of rows a flag sets, by flag. A name after a colon counts only for the question before it.
var sized = map[string]string{
	"top":   "top authorities hubs top_hosts targets nodes kcore:hosts compare:hosts compare:ranks.up compare:ranks.down",
	"hosts": "missing:by_host",
}

// checkSize refuses a table without rows: its number of rows is set to 0.
func (e *asking) checkSize(cmd *cobra.Command) error {
	for _, flag := range slices.Sorted(maps.Keys(sized)) {
		tables := strings.Fields(sized[flag])
		f := cmd.Flags().Lookup(flag)
		if f == nil || f.Value.String() != "0" || !slices.Contains(tables, e.csv) && !slices.Contains(tables, e.q.Name+":"+e.csv) {
			continue
		}
		return usagef("--csv %s --%s 0: this table would have no rows: set their number, such as --%s 1000", e.csv, flag, flag)
	}
	return nil
}

// checkCSV refuses unknown tables, and other output together with a table.
func (e *asking) checkCSV(cmd *cobra.Command) error {
	switch {
	case e.csv == "":
		return nil
	case e.json:
		return usagef("--csv %s cannot be combined with --json: use one of them", e.csv)
	case e.plan:
		return usagef("--csv %s cannot be combined with --plan, which prints no result", e.csv)
	case !slices.Contains(e.tables(), e.csv):
		return usagef("--csv %s: expected %s", e.csv, choice.Of(e.csv, e.tables()))
	}
	return e.checkSize(cmd)
}

func (e *asking) has(option string) bool { return !slices.Contains(e.q.Own, option) }

// run opens the crawls and asks the question.
func (e *asking) run(cmd *cobra.Command, args []string) error {
	if n, is := e.asked.(answer.Named); is {
		n.Named(args[e.crawls:])
		args = args[:e.crawls]
	}
	if err := e.asked.Check(); err != nil {
		return err
	}
	if err := e.checkCSV(cmd); err != nil {
		return err
	}
	if l, is := e.asked.(answer.Lister); is && (e.json || e.csv != "") {
		if option, value := l.Lists(); value != "" {
			return usagef("%s cannot be combined with %s", strings.TrimSuffix("--"+option+" "+value, " true"), map[bool]string{true: "--json", false: "--csv"}[e.json])
		}
	}
	e.logged, e.states = e.q.Logged, e.q.States
	if c, is := e.asked.(answer.Comparer); is && c.Other() != "" {
		args = append(args, c.Other())
	}
	return e.again(args[0], func() error { return e.askOf(args) })
}

// askOf opens the crawls, and asks the question.
func (e *asking) askOf(args []string) error {
	e.others = nil
	return e.open(args[0], func(c *store.Crawl) error {
		if e.several {
			return e.each(args[1:], func() error { return e.ask(c, nil) })
		}
		if len(args) == 1 {
			return e.ask(c, nil)
		}
		return e.open(args[1], func(other *store.Crawl) error { return e.ask(c, other) })
	})
}

// each opens the other crawls, one within the other.
func (e *asking) each(paths []string, f func() error) error {
	if len(paths) == 0 {
		return f()
	}
	return e.open(paths[0], func(c *store.Crawl) error {
		e.others = append(e.others, c)
		return e.each(paths[1:], f)
	})
}

// ask plans a question or answers it, saves the result, and prints it.
func (e *asking) ask(c, other *store.Crawl) error {
	o := e.options(e.kinds)
	o.Other, o.Others, o.Keep = other, e.others, e.has("output") && (e.output != "" || c.Manifest != nil)
	var err error
	if o.Filter, err = o.NewFilter(e.ctx, c, e.view, e.sites); err != nil {
		return err
	}
	o.Interim = interim(e.output)
	work, err := e.asked.Plan(e.ctx, c, o) // also to refuse what cannot be, before folders for results are made
	if err != nil {
		return err
	}
	if e.plan {
		if len(work.Stages) == 0 {
			return usagef("--plan does not apply to a list: it takes one pass")
		}
		return e.printStages(c, cmp.Or(e.q.Planned, e.q.Name), work.Stages)
	}
	got, err := e.answer(c, work, o.Keep && !work.Aside)
	if err != nil {
		return err
	}
	for _, f := range got.Kept().Files {
		if c.Owns(f.Path) {
			return usagef("%s is a file of the crawl itself: choose another name", f.Path)
		}
		if f.Path == "-" && e.csv != "" {
			return usagef("--csv %s and a file both use standard output: name the file", e.csv)
		}
	}
	listed, err := e.writeFiles(got.Kept().Files)
	if err == nil && !listed { // standard output is the list, or the report
		err = e.show(got)
	}
	if err != nil {
		return err
	}
	if err := e.saveOutcome(got); err != nil {
		return err
	}
	o.Interim.Done()
	if f, is := got.(answer.Failure); is {
		return f.Err()
	}
	return nil
}

// show prints a result: one table as CSV with --csv, else all of it.
func (e *asking) show(got answer.Answer) error {
	if e.csv == "" {
		return e.tell(got)
	}
	e.progress.Close()
	nameOptions(got)
	err := answer.WriteCSV(e.stdout, got, e.csv)
	if o, is := errors.AsType[*answer.OptionError](err); is { // the option belongs to another result of the question
		return usagef("--csv %s: this result has no such table: expected %s", e.csv, o.Want)
	}
	return err
}

// interim stores unfinished parts of a result until the whole is done: in dir, or in the crawls.
func interim(dir string) *answer.Interim {
	i := answer.NewInterim(dir)
	i.Version, i.Hold = version, true
	return i
}

// answer does the work and saves the result if keep is set.
func (e *asking) answer(c *store.Crawl, work answer.Work, keep bool) (got answer.Answer, err error) {
	if !keep {
		return work.Do()
	}
	err = e.keep(c, e.output, func(k *answer.Keeper) error {
		if got, err = work.Do(); err != nil {
			return err
		}
		return k.Keep(got.Kept())
	})
	return got, err
}

// writeFiles writes files, each whole; it says whether one was standard output.
func (a *app) writeFiles(files []answer.File) (printed bool, err error) {
	for _, f := range files {
		if f.Path == "-" {
			a.progress.Close()
			printed, err = true, a.data(f.Write)
		} else {
			if f.Folder {
				err = os.MkdirAll(filepath.Dir(f.Path), 0o755)
			}
			if err == nil {
				err = atomicfile.Write(f.Path, f.Write)
			}
		}
		if err != nil {
			return printed, err
		}
	}
	return printed, nil
}

// writePlots writes the plots of a result into a folder.
func (a *app) writePlots(of answer.Plotter, dir string) error {
	_, err := a.writeFiles(answer.Plots(dir, of))
	return err
}

// drawAndTell writes plots into a folder, if one is named, and prints the answer that they belong to.
func (a *app) drawAndTell(got interface{ Blocks() []answer.Block }, of answer.Plotter, dir string) error {
	if dir != "" {
		if err := a.writePlots(of, dir); err != nil {
			return err
		}
	}
	return a.tell(got)
}

// tell prints a result or a plan.
func (a *app) tell(got interface{ Blocks() []answer.Block }) error {
	nameOptions(got)
	return a.print(got, func(w io.Writer) { answer.Print(w, got.Blocks(), flagOf) })
}

// nameOptions replaces option names in the commands of a result by flags.
func nameOptions(got any) {
	if c, is := got.(answer.Commanding); is {
		c.Named(flagOf)
	}
}

// printStages prints the plan of some stages.
func (a *app) printStages(c *store.Crawl, name string, stages []answer.Stage) error {
	p, err := answer.MakePlan(c, name, a.budget, stages)
	if err != nil {
		return err
	}
	return a.tell(p)
}

// keep prepares the folder of results, calls f to compute and save them, and records what was saved.
func (a *app) keep(c *store.Crawl, dir string, f func(*answer.Keeper) error) error {
	k, err := answer.NewKeeper(c, dir, store.Step{Command: a.args, Version: version, Time: time.Now().UTC().Truncate(time.Second), Seed: a.seed})
	if err != nil {
		return err
	}
	if k != nil {
		k.Sites = a.used
	}
	err = errors.Join(f(k), k.Close())
	if k != nil && len(k.Apart) > 0 {
		a.say("the results carry their options in their names and do not replace the default results: %s", strings.Join(k.Apart, ", "))
	}
	return err
}
