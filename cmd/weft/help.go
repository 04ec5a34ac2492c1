package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/held"
)

// helpWidth is the maximum number of columns in help.
const helpWidth = 80

// printHelp prints the help of a command: description, usage, example, subcommands and flags, in 80 columns.
func printHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	wrap(w, text)
	section(w, "Usage")
	for _, line := range usages(cmd) {
		paragraph(w, "  ", "      ", line)
	}
	if cmd.Example != "" {
		section(w, "Examples")
		fmt.Fprintln(w, cmd.Example) //nolint:errcheck // errors of standard output cannot be reported
	}
	switch {
	case !cmd.HasParent():
		printGroups(w, cmd)
	case cmd.HasAvailableSubCommands():
		section(w, "Commands")
		for _, c := range commandsBelow(cmd) {
			paragraph(w, fmt.Sprintf("  %-15s ", c.Name()), strings.Repeat(" ", 18), c.Short)
		}
	}
	printFlags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n\"%s COMMAND --help\" describes a command.\n", cmd.CommandPath()) //nolint:errcheck // likewise
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

// printFlags prints the flags of a command under their headings, then the flags of all commands.
func printFlags(w io.Writer, cmd *cobra.Command) {
	own := cmd.NonInheritedFlags()
	title := "Flags"
	if !cmd.HasParent() {
		title = "Flags of all commands"
	}
	titles, of := byHeading(own, title)
	for _, h := range titles {
		section(w, h)
		for _, f := range of[h] {
			printFlag(w, f)
		}
	}
	if inherited := cmd.InheritedFlags(); inherited.HasAvailableFlags() {
		section(w, "Flags of all commands")
		inherited.VisitAll(func(f *pflag.Flag) { printFlag(w, f) })
	}
}

// printFlag prints a flag with its value and its usage. The usage starts on the next line if the flag is long.
func printFlag(w io.Writer, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	name := "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	if d := f.DefValue; d != "" && d != "false" && d != "[]" && d != "0" && d != "0s" {
		usage += " (default " + d + ")"
	}
	const column = 28
	if utf8.RuneCountInString(name) > column-2 {
		fmt.Fprintln(w, name) //nolint:errcheck // errors of standard output cannot be reported
		name = ""
	}
	paragraph(w, fmt.Sprintf("%-*s", column, name), strings.Repeat(" ", column), usage)
}

// item matches a line of a list: an indent, an optional term followed by two or more blanks, and a text.
var item = held.Regexp(`^( +)(\S+(?: \S+)* {2,})?(.*)$`)

// wrap writes a text of paragraphs and lists in lines of at most 80 columns. Consecutive lines without indent form one
// paragraph. An indented line starts an item of a list; deeper lines after it belong to the item.
func wrap(w io.Writer, text string) {
	var first, rest, open string
	flush := func() {
		if open != "" {
			paragraph(w, first, rest, open)
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
func paragraph(w io.Writer, first, rest, text string) {
	line, used := first, 0
	for word := range strings.FieldsSeq(text) {
		if used > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpWidth {
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
