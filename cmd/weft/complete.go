package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/clusters"
	"weft/answers/compare"
	"weft/answers/cores"
	"weft/answers/course"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/answers/seeds"
	"weft/answers/simulate"
	"weft/answers/site"
	"weft/answers/strategies"
	"weft/build/ingest"
	"weft/crawl/strategy"
	"weft/graph/kinds"
	"weft/livecrawl/folder"
	"weft/store"
)

// valuesOf are what flags can be, by their names; where a name means different things, the command stands before it.
var valuesOf = map[string][]string{
	"export --format": exportFormats, "import --format": ingest.FormatNames(), "seeds --format": seeds.Formats,
	"--kinds": kindNames(), "--view": store.Filters, "--calibrate": calibrateWhen, "pagerank --method": measure.Methods, "components --method": names(fidelity.SelectionMethods), "--norm": measure.Norms,
	"--dangling": rank.DanglingNames(), "--zero": hak.ZeroNames(), "--prune": seeds.Prunes, "--core": seeds.Cores, "quotient --by": quotients, "--rankings": fidelity.Rankings,
	"--strategy": folder.Strategies(), "crawl --capacity": folder.FlowCapacities, "site --capacity": site.Capacities, "--flow": site.Flows, "crawl --order": {"arrival", "strict"},
	"--scope": {"host", "domain", "prefix", "anywhere", "surt:", "regex:"}, "--robots": {"obey", "google", "ignore"}, "--nofollow": {"obey", "ignore"},
	"--only": measure.Operations(), "--memory": {"auto", "1GiB", "4GiB", "25%"}, "simulate --orders": names(simulate.Orders),
	"simulate --strategy": append(forms(simulate.Entrants), strategies.All), "course --strategy": forms(course.Strategies()), "fit --strategy": forms(course.Strategies()),
	"model --strategy": forms(course.Strategies()), "clusters --method": clusters.Methods, "clusters --weights": clusters.Weights, "clusters --quality": clusters.Qualities,
	"cores --kind": cores.Kinds, "compare --list": {compare.Gone, compare.New, compare.Kept}, "simulate --by": strategies.By, "simulate --start": {"random", "top"},
}

// forms are the names of strategies, with a colon where something is named behind it.
func forms(of []strategy.Named) []string {
	var words []string
	for _, n := range of {
		if n.Takes != "" {
			n.Name += ":"
		}
		words = append(words, n.Name)
	}
	return words
}

func kindNames() []string {
	names := []string{"measured", "all"}
	for k := kinds.Set(1); k <= kinds.All; k <<= 1 {
		names = append(names, k.String())
	}
	return names
}

func names[T any](list []T) []string {
	var names []string
	for _, x := range list {
		names = append(names, fmt.Sprint(x))
	}
	return names
}

// isCompletion says whether a shell asks what could be typed.
func isCompletion(words []string) bool {
	return len(words) > 0 && (words[0] == cobra.ShellCompRequestCmd || words[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete tells shells what flags and arguments can be: values, rankings, crawls, which are folders, and files. Cobra
// keeps that, and with it the commands, as long as the process lives.
func complete(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		values, ok := valuesOf[cmd.Name()+" --"+f.Name]
		if !ok {
			values, ok = valuesOf["--"+f.Name]
		}
		if ok {
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) //nolint:errcheck // each flag once
		}
	})
	if words := strings.Fields(cmd.Use); cmd.ValidArgsFunction == nil && len(words) > 1 && isCrawl(words[1]) {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	}
	for _, c := range cmd.Commands() {
		complete(c)
	}
}

func isCrawl(word string) bool {
	return slices.Contains([]string{"CRAWL", "[CRAWL]", "A", "OLD"}, word)
}
