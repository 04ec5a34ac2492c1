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

// briefLines is the number of lines of a short help at most: a small terminal.
const briefLines = 24

// dailyFlags names the flags of every day of commands with more flags than a screen holds, the most needed first.
var dailyFlags = map[string]string{
	"weft crawl":     "output contact seeds pages time depth scope exclude include delay bytes types requisites robots connections headers resume since listen config",
	"weft site live": "output contact seeds pages time epsilon depth exclude include delay bytes types requisites robots connections headers resume since listen config",
	"weft recheck":   "contact list status state address top output delay patience headers",
	"weft import":    "output format force files-from fetched columns weights separator first-line directed names keep-numbers hosts base-url index-files root cc-index cc-select max-bad skip-bad-files strict",
	"weft site":      "output format clusters keyword include exclude anyway superset capacity epsilon flow table cut",
	"weft site diff": "top clusters superset capacity epsilon flow kinds csv",
	"weft site eval": "truth draws each clusters superset capacity epsilon flow kinds view csv",
	"weft seeds":     "count output format prune core density size literal random-hub iterations tolerance kinds csv",
	"weft fidelity":  "fetched target next wanted by list alpha zero iterations rankings kinds csv output",
	"weft simulate":  "strategy count pages orders blocks sets start by alpha iterations kinds plots csv",
	"weft pages":     "top output format columns status state type sort orphan duplicate no address links list",
	"weft export":    "output format names top by host domain pages kinds kinds-column header",
	"weft generate":  "output pages degree plus-random force scale arcs alpha gamma beta forward ghosts",
	"weft distances": "from diameter top exact kinds view csv output sources runs back iterations",
	"weft clusters":  "method top output resolution inflation max-size weights kinds view csv",
	"weft cores":     "fans centers top output kind limit check kinds view csv",

	"weft fidelity components": "top members output fetched target tau method init with-excluded alpha csv",
	"weft simulate model":      "law in out in-law pages progress strategy start measure plots force",
	"weft reproduce site":      "truth output quick draws least-pages most site random over kept",
	"weft rank pagerank":       "top output alpha iterations tolerance preference dangling method weights kinds view csv",
}

// printBrief prints the short help of a command: usage, summary, examples, the first flags of every day, and the names of
// groups with further flags. The help fits a screen of 24 lines.
func printBrief(cmd *cobra.Command) {
	w := cmd.OutOrStdout()
	head := briefHead(cmd)
	daily := dailyOf(cmd)
	for shown := len(daily); ; shown-- {
		text := head + briefFlags(cmd, daily[:shown])
		if shown == 0 || strings.Count(text, "\n") <= briefLines {
			io.WriteString(w, text) //nolint:errcheck // errors of standard output cannot be reported
			return
		}
	}
}

// briefHead returns the short help up to the flags.
func briefHead(cmd *cobra.Command) string {
	var b strings.Builder
	printUsage(&b, cmd)
	b.WriteByte('\n')
	paragraph(&b, "", "", cmd.Short+".")
	briefExamples(&b, cmd)
	below := commandsBelow(cmd)
	switch {
	case !cmd.HasParent():
		section(&b, "Commands")
		for _, g := range groups {
			paragraph(&b, "  "+g.title+": ", "    ", strings.Join(g.commands, ", "))
		}
	case len(below) > 0 && len(dailyOf(cmd)) > 0: // the flags need the lines
		b.WriteByte('\n')
		paragraph(&b, "Commands: ", "  ", strings.Join(commandNames(cmd), ", "))
	case len(below) > 0:
		section(&b, "Commands")
		for _, c := range below {
			fmt.Fprintf(&b, "  %-16s %s\n", c.Name(), clause(c.Short, "", helpWidth-19))
		}
	}
	return b.String()
}

// briefExamples writes the first examples of a command, without the lines that make their crawls.
func briefExamples(w io.Writer, cmd *cobra.Command) {
	const most = 3
	example := cmd.Example
	for _, lines := range made {
		example = strings.TrimPrefix(example, lines)
	}
	if example == "" {
		return
	}
	section(w, "Examples")
	shown := 0
	for line := range strings.SplitSeq(example, "\n") {
		lines := shellLines(line, helpWidth)
		if shown += len(lines); shown > most && shown > len(lines) {
			return
		}
		for _, line := range lines {
			fmt.Fprintln(w, line) //nolint:errcheck // a strings.Builder does not fail
		}
	}
}

// briefFlags returns the end of a short help: some flags, and where the others are described.
func briefFlags(cmd *cobra.Command, shown []*pflag.Flag) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	if len(shown) > 0 {
		section(&b, "Flags")
		printLines(&b, shown)
	}
	p("\n")
	path := cmd.CommandPath()
	more := hiddenGroups(cmd, shown)
	switch {
	case !cmd.HasParent():
		p("\"weft COMMAND -h\" describes a command, \"weft --help\" shows everything.\n")
		return b.String()
	case len(more) > 0:
		paragraph(&b, "", "", "Further flags: "+strings.Join(more, ", "))
		below := ""
		if cmd.HasAvailableSubCommands() {
			below = fmt.Sprintf(" \"%s COMMAND -h\" a command,", path)
		}
		paragraph(&b, "", "", fmt.Sprintf("\"weft help %s GROUP\" shows a group,%s \"%s --help\" everything.", pathBelow(cmd), below, path))
	default:
		p("\"%s --help\" shows everything.\n", path)
		if cmd.HasAvailableSubCommands() {
			p("\"%s COMMAND -h\" describes a command.\n", path)
		}
	}
	return b.String()
}

// dailyOf returns the flags of the short help of a command: its list in dailyFlags, or else all its own flags.
func dailyOf(cmd *cobra.Command) (daily []*pflag.Flag) {
	if names := dailyFlags[cmd.CommandPath()]; names != "" {
		for name := range strings.FieldsSeq(names) {
			if f := cmd.Flags().Lookup(name); f != nil { // weft site has other flags with --live
				daily = append(daily, f)
			}
		}
		return daily
	}
	for _, s := range sectionsOf(cmd) {
		if s.title != commonFlags {
			daily = append(daily, s.flags...)
		}
	}
	return daily
}

// hiddenGroups returns the names of the groups that have further flags.
func hiddenGroups(cmd *cobra.Command, shown []*pflag.Flag) (names []string) {
	for _, s := range sectionsOf(cmd) {
		if slices.ContainsFunc(s.flags, func(f *pflag.Flag) bool { return !slices.Contains(shown, f) }) {
			names = append(names, s.name())
		}
	}
	return names
}

// printLines prints flags in a line each.
func printLines(w io.Writer, flags []*pflag.Flag) {
	const most = 28
	column := 0
	names, usages := make([]string, len(flags)), make([]string, len(flags))
	for i, f := range flags {
		names[i], usages[i] = flagText(f)
		if f.Shorthand == "" {
			names[i] = "    " + names[i]
		}
		if n := utf8.RuneCountInString(names[i]); n <= most {
			column = max(column, n)
		}
	}
	for i, name := range names {
		name = fmt.Sprintf("  %-*s  ", column, name)
		usage, standard, has := strings.Cut(usages[i], defaultMark)
		if has {
			standard = defaultMark + standard
		}
		width := helpWidth - utf8.RuneCountInString(name)
		text := clause(usage, standard, width)
		if condition, rest, has := strings.Cut(usage, ", "); has && strings.HasPrefix(usage, "with") && strings.TrimSuffix(text, standard) == condition {
			text = clause(rest, standard, width) // what the flag does says more than when it applies
		}
		fmt.Fprintln(w, name+text) //nolint:errcheck // errors of standard output cannot be reported
	}
}

// clause returns the beginning of a text that fits into width columns together with end. It cuts after a sentence, at a
// semicolon, in a list after a colon, at a bracket or at a comma. If nothing fits with end, clause leaves out end.
func clause(text, end string, width int) string {
	fits := func(s string) bool { return utf8.RuneCountInString(s) <= width }
	for _, end := range []string{end, ""} {
		if fits(text + end) {
			return text + end
		}
		first, _, _ := strings.Cut(text, ". ")
		if fits(first + end) {
			return first + end
		}
		first, _, _ = strings.Cut(first, "; ")
		if fits(first + end) {
			return first + end
		}
		if before, list, has := strings.Cut(first, ": "); has {
			items := strings.Split(list, ", ")
			for n := len(items) - 1; n > 0; n-- {
				if s := before + ": " + strings.Join(items[:n], ", ") + ", …" + end; fits(s) && n > 1 {
					return s
				}
			}
		}
		for _, mark := range []string{": ", ", such as ", " (", ", "} {
			if part, _, has := strings.Cut(first, mark); has && fits(part+end) {
				return part + end
			}
		}
	}
	cut := strings.LastIndexByte(string([]rune(text)[:width-1]), ' ')
	return text[:max(cut, 0)] + " …"
}

// printSection prints a group of flags of a command, and the paragraphs of its description that are about them.
func printSection(w io.Writer, cmd *cobra.Command, s flagSection) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) } //nolint:errcheck // errors of standard output cannot be reported
	p("%s:\n", s.title)
	printFlags(w, s.flags)
	for _, text := range about(description(cmd), s) {
		p("\n")
		wrap(w, text)
	}
	var others []string
	for _, other := range sectionsOf(cmd) {
		if other.title != s.title {
			others = append(others, other.name())
		}
	}
	if p("\n"); len(others) > 0 {
		paragraph(w, "", "", fmt.Sprintf("Other groups of %s: %s", cmd.CommandPath(), strings.Join(others, ", ")))
	}
}

// flagInText is a flag within a text of help.
var flagInText = held.Regexp(`--[a-z][a-z-]*[a-z]`)

// about returns the paragraphs of a description that begin with the title of a group, or name one of its flags.
func about(text string, s flagSection) (paragraphs []string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		names := flagInText().FindAllString(part, -1)
		if strings.HasPrefix(part, s.title) || slices.ContainsFunc(s.flags, func(f *pflag.Flag) bool { return slices.Contains(names, "--"+f.Name) }) {
			paragraphs = append(paragraphs, part)
		}
	}
	return paragraphs
}

// shellLines returns the lines of an example. A line of more than width columns continues after a backslash on the next
// line; quoted words stay whole.
func shellLines(example string, width int) (lines []string) {
	for line := range strings.SplitSeq(example, "\n") {
		for utf8.RuneCountInString(line) > width {
			at, quote := 0, rune(0)
			for i, r := range line {
				switch {
				case r == quote:
					quote = 0
				case quote == 0 && (r == '\'' || r == '"'):
					quote = r
				case quote == 0 && r == ' ' && strings.TrimSpace(line[:i]) != "" && utf8.RuneCountInString(line[:i]) <= width-2:
					at = i
				}
			}
			if at == 0 {
				break
			}
			lines, line = append(lines, line[:at]+" \\"), "      "+line[at+1:]
		}
		lines = append(lines, line)
	}
	return lines
}
