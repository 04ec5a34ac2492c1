package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how many columns help has.
const helpWidth = 80

// printHelp prints the help of a command: what it does, how it is written, an example, the commands below it, and its
// flags. It fits 80 columns.
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
		fmt.Fprintln(w, cmd.Example) //nolint:errcheck // nobody else to tell
	}
	switch {
	case !cmd.HasParent():
		printGroups(w, cmd)
	case cmd.HasAvailableSubCommands():
		section(w, "Commands")
		for _, c := range commandsBelow(cmd) {
			paragraph(w, fmt.Sprintf("  %-12s ", c.Name()), "               ", c.Short)
		}
	}
	printFlags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n\"%s COMMAND --help\" explains a command.\n", cmd.CommandPath()) //nolint:errcheck // likewise
	}
}

func section(w io.Writer, title string) {
	fmt.Fprintf(w, "\n%s:\n", title) //nolint:errcheck // nobody else to tell
}

// usages are the lines that show how a command is written.
func usages(cmd *cobra.Command) (lines []string) {
	if cmd.Runnable() && cmd.HasParent() {
		lines = append(lines, cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		lines = append(lines, cmd.CommandPath()+" COMMAND [flags]")
	}
	return lines
}

// printFlags prints the flags of a command under their headings, and at last those that all commands have.
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

// heading is the key of the annotation that says under which heading a flag stands in help.
const heading = "heading"

// under puts flags under one of headings in help.
func under(flags *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, heading, []string{title}); err != nil {
			panic(err) // a flag of this name was not declared
		}
	}
}

// headings are the headings of flags in their order; "Flags" and the like come before them.
var headings = []string{"Scope", "Limits", "Politeness", "Requests", "Archive", "Expert"}

// byHeading divides flags by their headings. Flags that are under none stand under the first one. It returns the headings
// that have flags, in their order.
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

// printFlag prints a flag with its value and what it does, beside it or, where that is long, below it.
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
		fmt.Fprintln(w, name) //nolint:errcheck // nobody else to tell
		name = ""
	}
	paragraph(w, fmt.Sprintf("%-*s", column, name), strings.Repeat(" ", column), usage)
}

// item matches a line of a list: an indent, perhaps a term with two blanks behind it, and a text.
var item = regexp.MustCompile(`^( +)(\S+(?: \S+)* {2,})?(.*)$`)

// wrap writes a text of paragraphs and lists in lines of at most 80 columns. Lines that follow each other without an
// indent are one paragraph; a line with an indent begins an item, and deeper ones after it belong to it.
func wrap(w io.Writer, text string) {
	var first, rest, open string
	flush := func() {
		if open != "" {
			paragraph(w, first, rest, open)
		}
		first, rest, open = "", "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		m := item.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			flush()
			fmt.Fprintln(w) //nolint:errcheck // nobody else to tell
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

// paragraph writes words in lines of at most 80 columns, which begin with first, and then with rest.
func paragraph(w io.Writer, first, rest, text string) {
	line, used := first, 0
	for word := range strings.FieldsSeq(text) {
		if used > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpWidth {
			fmt.Fprintln(w, strings.TrimRight(line, " ")) //nolint:errcheck // nobody else to tell
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
