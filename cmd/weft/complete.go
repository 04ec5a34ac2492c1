package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/graph/kinds"
	"weft/internal/offered"
)

// describeValues ends the help of flags with the values that they list.
func describeValues(cmd *cobra.Command) {
	eachOwnFlag(cmd, offered.Describe)
	for _, c := range cmd.Commands() {
		describeValues(c)
	}
}

// kindNames are the values of --kinds.
func kindNames() []string {
	names := []string{"measured", "all"}
	for k := kinds.Set(1); k <= kinds.All; k <<= 1 {
		names = append(names, k.String())
	}
	return names
}

// isCompletion says whether a shell asks what could be typed.
func isCompletion(words []string) bool {
	return len(words) > 0 && (words[0] == cobra.ShellCompRequestCmd || words[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete registers what shells offer: the values that flags declare, and folders for arguments that are crawls. Cobra
// keeps that, and with it the commands, as long as the process lives.
func complete(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if values := offered.Of(f); values != nil {
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
