package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/internal/choice"
)

// help prints what -h or --help asks for: the flag that was given decides between a screen and everything.
func (a *app) help(cmd *cobra.Command, _ []string) {
	if slices.ContainsFunc(a.words, func(word string) bool { return strings.HasPrefix(word, "--help") }) {
		printHelp(cmd)
	} else {
		printBrief(cmd)
	}
}

// checkCobraCommands lets the commands that cobra makes, help and completion, refuse what they do not know, as all
// others do. By themselves they print another help then, on standard output, and end well: a shell would read that as a
// script.
func checkCobraCommands(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			replaceHelp(c)
		case "completion":
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(*cobra.Command, []string) error {
				return usagef("no shell given: expected bash, fish, powershell or zsh")
			}
			for _, shell := range c.Commands() {
				shell.Args = exactly(0, "no arguments")
			}
		}
	}
}

// replaceHelp makes "weft help COMMAND GROUP" of the command that cobra makes.
func replaceHelp(c *cobra.Command) {
	c.Use, c.Short = "help [COMMAND [GROUP]]", "Describe a command, or a group of its flags"
	c.Long = `Describe a command, as its flag --help does. With a GROUP, describe only this group of its flags, and print the paragraphs
about them. A group is named by the beginning of its title, in any case: scope, or sha for Shared frontier. The flag -h of a
command prints a screen with the flags of every day, and the names of the groups.`
	c.Example = "  weft help crawl\n  weft help crawl scope\n  weft crawl -h"
	c.Args, c.Run = nil, nil
	c.RunE = func(c *cobra.Command, args []string) error {
		of, left, err := c.Root().Find(args)
		switch {
		case err != nil:
			return usagef("%w", err)
		case len(left) == 0:
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			printHelp(of)
			return nil
		case !of.HasParent():
			return noCommand(of, left)
		}
		of.InitDefaultHelpFlag()
		s, err := sectionOf(of, strings.Join(left, " "))
		if err == nil {
			printSection(c.OutOrStdout(), of, s)
		}
		return err
	}
	c.ValidArgsFunction = completeHelp
}

// completeHelp offers commands, and the groups of flags of a command by the first words of their titles.
func completeHelp(c *cobra.Command, args []string, begun string) (words []cobra.Completion, _ cobra.ShellCompDirective) {
	of, left, err := c.Root().Find(args)
	if err != nil || len(left) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	offer := func(word, what string) {
		if strings.HasPrefix(word, begun) {
			words = append(words, cobra.CompletionWithDesc(word, what))
		}
	}
	for _, below := range of.Commands() {
		if below.IsAvailableCommand() {
			offer(below.Name(), below.Short)
		}
	}
	if of.HasParent() {
		for _, s := range sectionsOf(of) {
			offer(strings.Fields(s.name())[0], fmt.Sprintf("the group %s", s.name()))
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// sectionOf returns the only group of a command whose name is word or begins with it.
func sectionOf(cmd *cobra.Command, word string) (flagSection, error) {
	var names []string
	var meant []flagSection
	for _, s := range sectionsOf(cmd) {
		names = append(names, s.name())
		if name := strings.ToLower(word); name == s.name() {
			return s, nil
		} else if strings.HasPrefix(s.name(), name) {
			meant = append(meant, s)
		}
	}
	switch {
	case len(meant) == 1:
		return meant[0], nil
	case len(meant) > 1:
		return flagSection{}, usagef("%q begins several groups of %s: expected one of %s", word, cmd.CommandPath(), strings.Join(names, ", "))
	case cmd.HasAvailableSubCommands():
		for _, c := range commandsBelow(cmd) {
			names = append(names, c.Name())
		}
		return flagSection{}, usagef("%s has no command and no group of flags %q: expected %s", cmd.CommandPath(), word, choice.Of(word, names))
	}
	return flagSection{}, usagef("%s has no group of flags %q: expected %s", cmd.CommandPath(), word, choice.Of(word, names))
}
