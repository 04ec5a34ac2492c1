package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// heading is the key of the annotation that holds the heading of a flag in help.
const heading = "heading"

// under puts flags under a heading in help. The heading must be in the list headings.
func under(flags *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, heading, []string{title}); err != nil {
			panic(err) // a flag of this name was not declared
		}
	}
}

// headings lists all headings of flags in the order of help. Flags without a heading come before them.
var headings = []string{
	"Scope", "Limits", "Politeness", "Requests", "Archive", "Shared frontier", // crawl
	"Lists and graphs", "HTML and containers", "Common Crawl", "Errors", // import
	"Models",               // generate
	"Part of the crawl",    // export
	"BVGraph",              // export
	"Clusters", "Boundary", // site
	"Cores", "Leiden", "MCL",
	"Strategies", "Parts of the graph", "Estimates",
	"Texts", // pages
	"Ranking", "Comparison", "Next crawl",
	"Graph", "Output", "Expert",
}

// A flagGroup is a heading with the flags of one command under it.
type flagGroup struct {
	title string
	flags []string
}

// boundaryGroups are the headings of commands that find the boundary of a site.
var boundaryGroups = []flagGroup{
	{"Clusters", []string{"clusters", "superset", "merge", "resolution", "inflation", "leak", "least", "drop"}},
	{"Boundary", []string{"flow", "capacity", "texts", "sigma", "epsilon", "most", "height", "threshold"}},
}

// flagGroups holds the headings of commands with many flags, by command path. The headings of weft crawl are set where
// its flags are declared.
var flagGroups = map[string][]flagGroup{
	"weft import": {
		{"Lists and graphs", []string{"columns", "separator", "first-line", "comments", "directed", "names", "pages", "compact", "keep-numbers", "hosts", "date"}},
		{"HTML and containers", []string{"base-url", "root", "index-files", "languages"}},
		{"Common Crawl", []string{"cc-index", "cc-select", "cc-select-from", "cc-root"}},
		{"Errors", []string{"strict", "max-bad", "skip-bad-files"}},
		{"Expert", []string{"dense"}},
	},
	"weft pages": {
		{"Texts", []string{"text", "index-texts", "archive"}},
		{"Output", []string{"sort", "top", "format", "columns", "output", "list"}},
	},
	"weft export": {
		{"Part of the crawl", []string{"top", "by", "host", "domain", "pages", "results", "scores", "force"}},
		{"BVGraph", []string{"dense", "window", "max-ref"}},
	},
	"weft generate": {
		{"Models", []string{"alpha", "back-links", "backward", "beta", "delta-in", "delta-out", "failed", "forward", "gamma", "ghosts", "initiator", "loops", "scale"}},
	},
	"weft site":      append([]flagGroup{{"Clusters", []string{"keyword"}}, {"Output", []string{"output", "format", "table", "cut", "plots", "list", "save"}}}, boundaryGroups...),
	"weft site diff": append([]flagGroup{{"Output", []string{"top"}}}, boundaryGroups...),
	"weft site eval": append([]flagGroup{{"Output", []string{"each"}}}, boundaryGroups...),
	"weft seeds": {
		{"Cores", []string{"core", "density", "literal", "size", "members", "max-hubs", "min-core", "random-hub", "rounds"}},
		{"Ranking", []string{"iterations", "tolerance", "cold", "warm", "both"}},
		{"Graph", []string{"prune", "sites"}},
		{"Output", []string{"output", "format", "distances"}},
	},
	"weft clusters": {
		{"Leiden", []string{"quality", "resolution"}},
		{"MCL", []string{"inflation", "keep", "first-wins"}},
	},
	"weft fidelity": {
		{"Ranking", []string{"alpha", "iterations", "zero"}},
		{"Comparison", []string{"target", "rankings"}},
		{"Next crawl", []string{"next", "wanted", "any"}},
		{"Output", []string{"list"}},
	},
	"weft fidelity components": {
		{"Ranking", []string{"alpha", "iterations"}},
		{"Comparison", []string{"target", "top"}},
		{"Output", []string{"list", "hosts", "members"}},
	},
	"weft fidelity calibrate": {{"Ranking", []string{"alpha", "iterations"}}},
	"weft simulate": {
		{"Parts of the graph", []string{"orders", "blocks", "seed-share", "results"}},
		{"Strategies", []string{"strategy", "count", "pages", "by", "sites", "fidelity-points", "plots"}},
		{"Ranking", []string{"alpha", "iterations"}},
	},
	"weft distances": {{"Estimates", []string{"sources", "runs"}}},
	"weft reproduce site": {
		{"MCL", []string{"keep", "kept", "keyword", "over", "random"}},
	},
}

// addHeadings puts the flags of cmd, and of all commands below it, under their headings. It skips flags that cmd does not
// have: with --live, weft site has the flags of weft crawl.
func addHeadings(cmd *cobra.Command) {
	for _, g := range flagGroups[cmd.CommandPath()] {
		for _, name := range g.flags {
			if cmd.Flags().Lookup(name) != nil {
				under(cmd.Flags(), g.title, name)
			}
		}
	}
	for _, c := range cmd.Commands() {
		addHeadings(c)
	}
}

// headingsOf returns the headings of the flags of a command in the order of help, and the heading of each flag that has
// one. The command is named without weft.
func headingsOf(command string) (titles []string, of map[string]string) {
	of = map[string]string{}
	cmd, _, err := (&app{}).root().Find(strings.Fields(command))
	if err != nil {
		return nil, of
	}
	titles, flags := byHeading(cmd.Flags(), "")
	for title, all := range flags {
		for _, f := range all {
			if title != "" {
				of[f.Name] = title
			}
		}
	}
	return slices.DeleteFunc(titles, func(title string) bool { return title == "" }), of
}

// byHeading divides flags by their headings. Flags without a heading are put under first. It returns the headings that
// have visible flags, in the order of help.
func byHeading(flags *pflag.FlagSet, first string) (titles []string, of map[string][]*pflag.Flag) {
	of = map[string][]*pflag.Flag{}
	flags.VisitAll(func(f *pflag.Flag) {
		title := first
		if a := f.Annotations[heading]; len(a) > 0 {
			title = a[0]
		}
		if !f.Hidden {
			of[title] = append(of[title], f)
		}
	})
	for _, title := range append([]string{first}, headings...) {
		if len(of[title]) > 0 {
			titles = append(titles, title)
		}
	}
	return titles, of
}

// A flagSection is a group of flags of a command, as help shows it.
type flagSection struct {
	title string
	flags []*pflag.Flag
}

// commonFlags is the title of the flags that all commands have.
const commonFlags = "Flags of all commands"

// name returns the name of a group for "weft help COMMAND GROUP".
func (s *flagSection) name() string { return strings.ToLower(strings.TrimPrefix(s.title, "Flags of ")) }

// sectionsOf returns the groups of all visible flags of a command in the order of help. The flag --help is among the flags
// of all commands, which are the last group.
func sectionsOf(cmd *cobra.Command) (sections []flagSection) {
	cmd.InheritedFlags() // until the command runs, cobra knows the flags of its parents only after this call
	common := pflag.NewFlagSet("", pflag.ContinueOnError)
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.InheritedFlags().VisitAll(common.AddFlag)
	cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || !cmd.HasParent() {
			common.AddFlag(f)
		} else {
			own.AddFlag(f)
		}
	})
	titles, of := byHeading(own, "Flags")
	for _, title := range titles {
		s := flagSection{title, of[title]}
		if title == "Flags" && len(titles) > 1 {
			s.title = "Main flags"
		}
		sections = append(sections, s)
	}
	_, of = byHeading(common, commonFlags)
	return append(sections, flagSection{commonFlags, of[commonFlags]})
}
