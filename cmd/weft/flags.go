package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/internal/option"
)

// flagError describes a wrong flag and its expected value.
func flagError(cmd *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	explains := cmd.CommandPath() + " --help explains"
	if err := wrongWord(cmd); err != nil {
		return err
	}
	switch {
	case errors.As(err, &none):
		return noFlag(cmd, none)
	case errors.As(err, &missing):
		return usagef("--%s needs %s: %s", missing.GetFlag().Name, wanted(missing.GetFlag()), explains)
	case errors.As(err, &invalid):
		return usagef("--%s %s: expected %s: %s", invalid.GetFlag().Name, invalid.GetValue(), wanted(invalid.GetFlag()), explains)
	case errors.As(err, &syntax):
		return usagef("%s is not a flag: %s", syntax.GetSpecifiedFlag(), explains)
	}
	return usagef("%w: %s", err, explains)
}

// wrongWord returns the error of a word that is no command, before a wrong flag; nil if there is no such word. The word is the
// cause: the flag may belong to the command that the word means.
func wrongWord(cmd *cobra.Command) error {
	words := cmd.Flags().Args()
	switch {
	case len(words) == 0:
		return nil
	case !cmd.HasParent():
		return noCommand(cmd, words)
	case isGroup(cmd):
		return cmd.ValidateArgs(words)
	case cmd.HasAvailableSubCommands() && choice.Nearest(words[0], commandNames(cmd)) != "":
		return noCommand(cmd, words)
	}
	return nil
}

// groupMark is the annotation of a command that only has commands below it.
const groupMark = "weft_group"

// isGroup reports whether a command does nothing without one of its commands.
func isGroup(cmd *cobra.Command) bool { return cmd.Annotations[groupMark] != "" }

// noFlag reports that a command has no such flag, and which flag does what the flag of another program does.
func noFlag(cmd *cobra.Command, none *pflag.NotExistError) error {
	name, word := "--"+none.GetSpecifiedName(), hyphenated(none.GetSpecifiedName())
	if short := none.GetSpecifiedShortnames(); short != "" {
		name, word = "-"+none.GetSpecifiedName(), none.GetSpecifiedName()
		if _, is := knownFor(cmd, short); is {
			name, word = "-"+short, short
		}
	}
	if known, is := knownFor(cmd, word); is {
		return usagef("there is no flag %s for %s: %s", name, cmd.CommandPath(), known.says)
	}
	text := fmt.Sprintf("there is no flag %s for %s: %s --help explains", name, cmd.CommandPath(), cmd.CommandPath())
	for _, k := range knownFlags {
		if slices.Contains(strings.Fields(k.words), word) {
			return usagef("%s", text) // a flag with a similar name would do something else
		}
	}
	return usagef("%s%s", text, choice.Meant(name, flagNames(cmd)))
}

// addKinds adds the kinds of arcs that count.
func addKinds(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "kinds", "", "use only arcs of these `KINDS`, such as link,embed, or all (default link,embed,redirect,refresh)")
	offered.Set(f, "kinds", kindNames())
}

// A counts is a flag of one or several whole numbers, which may be abbreviated: 300k, 20M, 2G.
type counts struct{ pflag.Value }

// Set accepts the values of the flag itself, and numbers in the form of [digits.ParseCount].
func (c counts) Set(text string) error {
	err := c.Value.Set(text)
	if err == nil {
		return nil
	}
	numbers := strings.Split(text, ",")
	for i, number := range numbers {
		n, e := digits.ParseCount(number)
		if e != nil {
			return err
		}
		numbers[i] = strconv.FormatInt(n, 10)
	}
	return c.Value.Set(strings.Join(numbers, ","))
}

// eachOwnFlag calls f with the flags that a command declares. The command must not have run yet: cobra then merges the
// flags of its parents into the set.
func eachOwnFlag(cmd *cobra.Command, f func(*pflag.Flag)) {
	cmd.Flags().VisitAll(f)
	cmd.PersistentFlags().VisitAll(f)
}

// understandCounts lets every flag of whole numbers accept abbreviated numbers.
func understandCounts(cmd *cobra.Command) {
	wrap := func(f *pflag.Flag) {
		if kind := strings.TrimPrefix(f.Value.Type(), "u"); strings.HasPrefix(kind, "int") {
			f.Value = counts{f.Value}
			if f.DefValue == "[]" { // no list, which pflag knows of its own lists alone
				f.DefValue = ""
			}
		}
	}
	eachOwnFlag(cmd, wrap)
	for _, c := range cmd.Commands() {
		understandCounts(c)
	}
}

// wanted describes the values of a flag.
func wanted(f *pflag.Flag) string {
	switch kind := f.Value.Type(); {
	case kind == "bool":
		return "true or false"
	case strings.HasPrefix(kind, "int"):
		return "a whole number such as 25000, 300k or 20M"
	case strings.HasPrefix(kind, "uint"):
		return "a whole number, 0 or more"
	case strings.HasPrefix(kind, "float"):
		return "a number"
	case kind == "duration" || kind == "seconds":
		return "a duration such as 500ms, 90s, 30m or 2h, or a number of seconds"
	}
	what, _ := pflag.UnquoteUsage(f)
	words := offered.Of(f)
	switch {
	case len(words) == 0:
		return "a value, " + what
	case offered.IsAll(f):
		return "a value, " + what + ": one of " + strings.Join(words, ", ")
	}
	return "a value, " + what + ", such as " + strings.Join(words, ", ")
}

// refuseSwallowed lets every command call checkSwallowed before it counts its arguments.
func refuseSwallowed(cmd *cobra.Command) {
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := checkSwallowed(cmd, args); err != nil || check == nil {
			return err
		}
		return check(cmd, args)
	}
	for _, c := range cmd.Commands() {
		refuseSwallowed(c)
	}
}

// checkSwallowed refuses a flag whose value is a flag: the value of the first is missing.
func checkSwallowed(cmd *cobra.Command, args []string) error {
	var first error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if first != nil || f.Value.Type() != "string" || !isFlag(cmd, value) {
			return
		}
		advice := cmd.CommandPath() + " --help explains"
		if f.Name == "resume" && len(args) > 0 {
			advice = "to resume a crawl: " + cmd.CommandPath() + " --resume " + option.Word(args[len(args)-1])
		}
		first = usagef("--%s needs %s, got the flag %s: %s", f.Name, wanted(f), value, advice)
	})
	return first
}

// isFlag reports whether a word is a flag of a command, long or short.
func isFlag(cmd *cobra.Command, word string) bool {
	if name, long := strings.CutPrefix(word, "--"); long {
		name, _, _ = strings.Cut(name, "=")
		return name != "" && cmd.Flags().Lookup(name) != nil
	}
	return len(word) == 2 && word[0] == '-' && cmd.Flags().ShorthandLookup(word[1:]) != nil
}

// flagNames are the flags of a command, with their dashes.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	add := func(f *pflag.Flag) { names = append(names, "--"+f.Name) }
	cmd.Flags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return names
}
