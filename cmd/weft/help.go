package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/held"
)

// helpWidth is the maximum number of columns in help.
const helpWidth = 80

// printHelp prints the whole help of a command: usage, description, examples, subcommands and flags, in 80 columns.
func printHelp(cmd *cobra.Command) {
	w := cmd.OutOrStdout()
	printUsage(w, cmd)
	fmt.Fprintln(w) //nolint:errcheck // errors of standard output cannot be reported
	wrap(w, description(cmd))
	printExamples(w, cmd)
	switch {
	case !cmd.HasParent():
		printGroups(w, cmd)
	case cmd.HasAvailableSubCommands():
		section(w, "Commands")
		for _, c := range commandsBelow(cmd) {
			paragraph(w, fmt.Sprintf("  %-15s ", c.Name()), strings.Repeat(" ", 18), c.Short)
		}
	}
	for _, s := range sectionsOf(cmd) {
		section(w, s.title)
		printFlags(w, s.flags)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n\"%s COMMAND --help\" describes a command.\n", cmd.CommandPath()) //nolint:errcheck // likewise
	}
}

// description returns the description of a command, or its summary as a sentence if it has none.
func description(cmd *cobra.Command) string {
	if cmd.Long == "" {
		return cmd.Short + "."
	}
	return cmd.Long
}

// printUsage prints the usage lines, which begin every help.
func printUsage(w io.Writer, cmd *cobra.Command) {
	fmt.Fprintln(w, "Usage:") //nolint:errcheck // errors of standard output cannot be reported
	for _, line := range usages(cmd) {
		paragraph(w, "  ", "      ", line)
	}
}

func printExamples(w io.Writer, cmd *cobra.Command) {
	if cmd.Example != "" {
		section(w, "Examples")
		for _, line := range shellLines(cmd.Example, helpWidth) {
			fmt.Fprintln(w, line) //nolint:errcheck // errors of standard output cannot be reported
		}
	}
}

func section(w io.Writer, title string) {
	fmt.Fprintf(w, "\n%s:\n", title) //nolint:errcheck // errors of standard output cannot be reported
}

// usages returns the usage lines of a command.
func usages(cmd *cobra.Command) (lines []string) {
	if cmd.Runnable() && cmd.HasParent() {
		lines = append(lines, useLine(cmd))
	}
	if cmd.HasAvailableSubCommands() {
		lines = append(lines, cmd.CommandPath()+" COMMAND [flags]")
	}
	return lines
}

// useLine returns the line of use of a command, which names flags if there are any. Until the command runs, cobra knows
// the flags of its parents only after a call such as this one of InheritedFlags.
func useLine(cmd *cobra.Command) string {
	cmd.InheritedFlags()
	return cmd.UseLine()
}

// printFlags prints flags with their values and usages. A usage starts on the next line if the flag is long.
func printFlags(w io.Writer, flags []*pflag.Flag) {
	for _, f := range flags {
		name, usage := flagText(f)
		if f.Shorthand == "" {
			name = "    " + name
		}
		const column = 28
		if name = "  " + name; utf8.RuneCountInString(name) > column-2 {
			fmt.Fprintln(w, name) //nolint:errcheck // errors of standard output cannot be reported
			name = ""
		}
		paragraph(w, fmt.Sprintf("%-*s", column, name), strings.Repeat(" ", column), usage)
	}
}

// flagText returns the names of a flag with its value, and its usage with its default. A usage that says "(default" itself
// keeps its own words.
func flagText(f *pflag.Flag) (name, usage string) {
	value, usage := pflag.UnquoteUsage(f)
	name = "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if value != "" {
		name += " " + value
	}
	if f.Name == "help" {
		return name, "print a short help with -h, everything with --help"
	}
	none := []string{"", "false", "[]", "0", "0s"}
	if !slices.Contains(none, f.DefValue) && !strings.Contains(usage, defaultMark) {
		usage += defaultMark + f.DefValue + ")"
	}
	return name, usage
}

// defaultMark begins the default at the end of a usage.
const defaultMark = " (default "

// item matches a line of a list: an indent, an optional term followed by two or more blanks, and a text.
var item = held.Regexp(`^( +)(\S+(?: \S+)* {2,})?(.*)$`)

// wrap writes a text of paragraphs and lists in lines of at most 80 columns.
func wrap(w io.Writer, text string) { wrapTo(w, helpWidth, text) }

// wrapTo writes a text of paragraphs and lists in lines of at most width columns. Consecutive lines without indent form
// one paragraph. An indented line starts an item of a list; deeper lines after it belong to the item.
func wrapTo(w io.Writer, width int, text string) {
	var first, rest, open string
	flush := func() {
		if open != "" {
			fill(w, width, first, rest, open)
		}
		first, rest, open = "", "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		m := item().FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			flush()
			fmt.Fprintln(w) //nolint:errcheck // errors of standard output cannot be reported
		case m == nil && first == "":
			open = strings.TrimSpace(open + " " + line)
		case m == nil:
			flush()
			open = line
		case first != "" && len(m[1]) > len(first)-len(strings.TrimLeft(first, " ")):
			open += " " + strings.TrimSpace(line)
		default:
			flush()
			first, open = m[1]+m[2], m[3]
			if rest = strings.Repeat(" ", utf8.RuneCountInString(first)); m[2] == "" {
				rest += "  "
			}
		}
	}
	flush()
}

// paragraph writes text in lines of at most 80 columns. The first line begins with first, the others with rest.
func paragraph(w io.Writer, first, rest, text string) { fill(w, helpWidth, first, rest, text) }

// fill writes text in lines of at most width columns. The first line begins with first, the others with rest.
func fill(w io.Writer, width int, first, rest, text string) {
	line, used := first, 0
	for word := range strings.FieldsSeq(text) {
		if used > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			fmt.Fprintln(w, strings.TrimRight(line, " ")) //nolint:errcheck // errors of standard output cannot be reported
			line, used = rest, 0
		}
		if used > 0 {
			line += " "
		}
		line += word
		used++
	}
	fmt.Fprintln(w, strings.TrimRight(line, " ")) //nolint:errcheck // likewise
}
