package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/inert"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/internal/par"
	"weft/internal/progress"
	"weft/store"
	"weft/web/weburl"
)

// An app is one run of the command: its streams and the flags shared by all commands.
type app struct {
	stdin  io.Reader
	stdout *counted
	stderr io.Writer

	memory      string
	workers     int
	seed        uint64
	json        bool
	quiet       bool
	form        string // of progress and messages
	job         jobOrders
	cancel      context.CancelFunc // ends the command
	plan        bool
	fresh       bool
	interrupted int  // exit status of a command that is interrupted; 0 stands for exitInterrupted
	logged      bool // the question reads the log of a live crawl
	states      bool // the question lists pages by their states
	// onTerminal is for tests: what is printed counts as printed on a terminal.
	onTerminal bool
	args       string   // the command line, for the manifest
	words      []string // the command line as it was given
	progress   *progress.Reporter
	budget     int64
	ctx        context.Context  //nolint:containedctx // an app is one run of the command
	look       func(v any)      // of tests: sees what is printed as JSON
	used       *store.SitesUsed // that what is printed goes by; nil if it does not
	told       sync.Map         // what measures wanted to be known
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "weft",
		Short: "Crawl the Web, and measure the crawl as a graph",
		Long: `weft turns a crawl of the Web into a graph that can be measured.

A crawl is a folder written by "weft crawl" or "weft import". All other commands read such a folder, or the basename of a BVGraph. Results go to standard output, everything else to standard error. Numbers may be abbreviated: 300k, 1.5M, 2G. Durations are numbers of seconds, or have a unit: 500ms, 90s, 2h.

Exit status:
  0    success
  1    failure
  2    wrong usage
  3    incomplete (weft crawl)
  130  interrupted`,
		Example:           "  weft demo\n  weft import crawl.warc.gz -o crawl && weft report crawl",
		Version:           version,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		PersistentPreRunE: a.start,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(cmd, args)
			}
			printFirst(cmd.OutOrStdout())
			return nil
		},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	f := root.PersistentFlags()
	f.StringVar(&a.memory, "memory", "auto", "use at most `SIZE` of memory: 4GiB, 25%, or auto for half of the memory that the machine, its control groups and ulimit allow")
	offered.Set(f, "memory", []string{"auto", "1GiB", "4GiB", "25%"})
	f.IntVar(&a.workers, "workers", 0, "use `N` workers; 0 for one per processor; results are the same for any number")
	f.Uint64Var(&a.seed, "random-seed", 1, "draw all random numbers from `SEED`")
	f.BoolVar(&a.json, "json", false, "print the result, or the error, as one JSON object; docs/json describes the keys")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "print no progress to standard error")
	a.addStandardError(f)
	f.BoolVar(&a.plan, "plan", false, "print what the command would read, in which form and with how much memory, and stop")
	f.BoolVar(&a.fresh, "fresh", false, "first make a new snapshot of a live crawl, running or stopped")
	root.AddCommand(
		a.importCmd(), a.recheckCmd(), a.verifyCmd(), a.exportCmd(),
		a.reportCmd(), a.serveCmd(), a.pagesCmd(), a.noteCmd(), a.boundaryCmd(), a.quotientCmd(), a.unionCmd(), a.workerCmd(), a.sparkCmd(), a.differenceCmd(), a.extractCmd(), a.generateCmd(), a.benchCmd(), a.crawlCmd(), a.reproduceCmd(), a.demoCmd(), a.versionCmd(), a.licencesCmd(), a.manCmd(),
	)
	root.AddCommand(a.askCmds()...)
	a.finish(root)
	return root
}

// finish adds shared behaviour to all commands.
func (a *app) finish(root *cobra.Command) {
	checkCobraCommands(root)
	if isCompletion(a.words) {
		complete(root)
	}
	root.SetHelpFunc(a.help)
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the version"
	addHeadings(root)
	describeValues(root)
	understandKnown(root)
	understandCounts(root)
	understandDurations(root)
	refuseSwallowed(root)
}

// start reads the shared flags.
func (a *app) start(cmd *cobra.Command, args []string) error {
	if err := a.checkProgress(); err != nil {
		return err
	}
	a.obey(a.cancel)
	var err error
	if a.budget, err = mem.ParseSize(a.memory); err != nil {
		return usagef("--memory: %w", err)
	}
	if a.budget < mem.Least {
		return usagef("--memory %s: expected at least %dMiB", a.memory, mem.Least>>20)
	}
	if a.plan && slices.ContainsFunc(strings.Fields(cmd.CommandPath()), isPlanless) {
		return usagef("--plan does not apply to %s: use it with imports, measures, crawls and commands that make a graph", cmd.CommandPath())
	}
	if a.workers < 0 {
		return usagef("--workers %d: expected 0 or more", a.workers)
	}
	if err := checkEndings(cmd); err != nil {
		return err
	}
	if f := cmd.Flags().Lookup("plots"); f != nil {
		if err := checkFolder("--plots", f.Value.String()); err != nil {
			return err
		}
	}
	mem.Limit(a.budget)
	a.workers = par.Workers(a.workers)
	a.ctx = cmd.Context()
	a.args = commandLine(cmd, args)
	a.progress = a.newProgress(a.quiet || a.plan)
	return nil
}

// checkEndings refuses files whose ending says another format than the command writes.
func checkEndings(cmd *cobra.Command) error {
	var first error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if err := ending.Check(f); err != nil && first == nil {
			first = &usageError{err}
		}
	})
	return first
}

// checkFolder refuses a path that cannot be a folder, before any work that would be lost.
func checkFolder(flag, path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "" || errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && !info.IsDir() || errors.Is(err, syscall.ENOTDIR):
		return usagef("%s %s: expected a folder, but this is a file or inside a file", flag, path)
	}
	return err
}

// isPlanless reports whether --plan does not apply to a command.
func isPlanless(command string) bool {
	return slices.Contains([]string{"info", "verify", "note", "boundary", "export", "bench", "reproduce", "serve", "version", "licences", "man"}, command)
}

// commandLine returns the command line with the flags in a fixed order, and without passwords in URLs.
func commandLine(cmd *cobra.Command, args []string) string {
	parts := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "quiet" || f.Name == "job" || f == cmd.Root().PersistentFlags().Lookup("progress") {
			return
		}
		if f.Value.Type() == "bool" && f.Value.String() == "true" {
			parts = append(parts, "--"+f.Name)
		} else {
			value := f.Value.String()
			if f.Name == "proxy" { // it needs no scheme
				value = remember(f.Name, value)
			}
			parts = append(parts, weburl.HideUserinfo("--"+f.Name+"="+value))
		}
	})
	for _, a := range args {
		parts = append(parts, weburl.HideUserinfo(a))
	}
	return strings.Join(parts, " ")
}

// exactly checks the number of arguments.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }

// atLeast takes n arguments or more.
func atLeast(n int, what string) cobra.PositionalArgs { return between(n, math.MaxInt, what) }

func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		takes := what
		names := commandNames(cmd)
		if len(names) > 0 {
			takes += ", or a command: " + strings.Join(names, ", ")
		}
		advice := outputAfter(cmd, args, most)
		if len(args) > 0 && advice == "" {
			advice = choice.Meant(args[0], names)
		}
		return usagef("%s takes %s, got %s: %s --help explains%s", cmd.CommandPath(), takes, digits.Plural(len(args), "argument"), cmd.CommandPath(), advice)
	}
}

// outputAfter returns advice for one argument too many that names no file: the command line with -o before it. It returns ""
// for other arguments.
func outputAfter(cmd *cobra.Command, args []string, most int) string {
	f := cmd.Flags().Lookup("output")
	if f == nil || f.Changed || len(args) != most+1 || most == 0 {
		return ""
	}
	if _, err := os.Lstat(args[most]); err == nil {
		return ""
	}
	words := []string{cmd.CommandPath()}
	for _, arg := range args[:most] {
		words = append(words, option.Word(arg))
	}
	return fmt.Sprintf("; to write to %s: %s -o %s", inert.Text(args[most]), strings.Join(words, " "), option.Word(args[most]))
}

// open opens a crawl, for f.
func (a *app) open(path string, f func(*store.Crawl) error) (err error) {
	path, err = a.graphOf(path)
	if err != nil {
		return err
	}
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	c.Waits = a.waits(path)
	defer func() {
		if err != nil && !errors.Is(err, store.ErrReplaced) && c.IsReplaced() {
			err = fmt.Errorf("%s: %w: %w", path, store.ErrReplaced, err)
		}
		if e := c.Close(); err == nil {
			err = e
		}
	}()
	return f(c)
}

// waits returns a function that says once that a crawl is being changed by another process.
func (a *app) waits(path string) func(time.Duration) error {
	said := false
	return func(waited time.Duration) error {
		if waited > time.Second && !said {
			said = true
			a.say("%s: waiting for another process that writes results", path)
		}
		return a.ctx.Err()
	}
}

// again does work on a crawl, and once more if another crawl takes its place meanwhile: a crawl that runs renews its
// snapshot.
func (a *app) again(path string, work func() error) error {
	err := work()
	if errors.Is(err, store.ErrReplaced) && a.ctx.Err() == nil {
		a.say("%s has a new graph: the work begins again", path)
		err = work()
	}
	return err
}

// options returns the options of all measures.
func (a *app) options(kinds string) answer.Options {
	return answer.Options{
		Kinds: kinds, Memory: a.budget, Workers: a.workers, Seed: a.seed, Note: a.progress.Steps, Stdin: a.stdin, Version: version,
		Used:   func(u store.SitesUsed) { a.used = &u },
		Inform: a.inform,
	}
}

// inform prints a message of a measure once, even if a part of the work is repeated.
func (a *app) inform(text string, warning bool) {
	if _, before := a.told.LoadOrStore(text, true); before {
		return
	}
	if warning {
		a.warn("%s", text)
	} else {
		a.say("%s", text)
	}
}

// say prints a message on standard error, unless --quiet is set.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		a.progress.Interrupt()
		a.message(levelInfo, fmt.Sprintf(format, args...))
	}
}

// warn prints a warning on standard error, even with --quiet.
func (a *app) warn(format string, args ...any) {
	a.message(levelWarning, fmt.Sprintf(format, args...))
}

// print writes a result as JSON, or as text by f. Text has escapes in place of control characters.
func (a *app) print(v any, f func(w io.Writer)) error {
	a.progress.Close()
	if !a.json {
		var b strings.Builder
		if a.used != nil {
			answer.Print(&b, []answer.Block{answer.UsedBlock(a.used)}, flagOf)
		}
		f(&b)
		_, err := io.WriteString(a.stdout, inert.Lines(b.String()))
		return err
	}
	if a.look != nil {
		a.look(v)
	}
	if err := a.saveText(f); err != nil {
		return err
	}
	return printJSON(a.stdout, v, a.used)
}

// row writes a label and a value, aligned, on one line.
func row(w io.Writer, label, format string, args ...any) {
	fmt.Fprintf(w, "%-16s %s\n", inert.Text(label), inert.Text(fmt.Sprintf(format, args...))) //nolint:errcheck // a strings.Builder does not fail
}

// grouped writes a number with its digits in groups of three.
func grouped[T ~int | ~int64 | ~uint64 | ~uint32](n T) string { return digits.Grouped(n) }
