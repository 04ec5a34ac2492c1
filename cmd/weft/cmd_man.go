package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/atomicfile"
)

func (a *app) manCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages for all commands",
		Long: `Write one manual page per command to a folder, which is created if needed: weft.1, weft-import.1 and so on. If the folder
is a man1 on the manual path, "man weft-import" finds the pages.`,
		Example: "  weft man man1",
		Args:    exactly(1, "a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return writeManuals(cmd.Root(), args[0])
		},
	}
}

// writeManuals writes the page of a command and the pages of its subcommands.
func writeManuals(cmd *cobra.Command, dir string) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	err := atomicfile.Write(filepath.Join(dir, name+".1"), func(w io.Writer) error {
		_, err := io.WriteString(w, manual(cmd, name))
		return err
	})
	if err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if err := writeManuals(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// manualWidth is the maximum number of columns of unfilled lines: a page of 78 columns indents them by 7.
const manualWidth = 71

// manual returns the page of a command, in the macros of man(7).
func manual(cmd *cobra.Command, name string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(".TH %s 1 \"\" \"weft %s\" \"weft\"", roff(strings.ToUpper(name)), version)
	p(".SH NAME\n%s \\- %s", roff(name), roff(cmd.Short))
	var use, text strings.Builder
	for _, line := range usages(cmd) {
		fill(&use, manualWidth, "", "  ", line)
	}
	p(".SH SYNOPSIS\n.nf\n%s.fi", roff(use.String()))
	wrapTo(&text, manualWidth, description(cmd))
	p(".SH DESCRIPTION\n.nf\n%s.fi", roff(text.String()))
	if below := commandsBelow(cmd); len(below) > 0 {
		p(".SH COMMANDS")
		for _, c := range below {
			p(".TP\n.BR %s (1)\n%s", roff(strings.ReplaceAll(c.CommandPath(), " ", "-")), roff(c.Short))
		}
	}
	manualFlags(&b, "OPTIONS", cmd.NonInheritedFlags())
	manualFlags(&b, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		p(".SH EXAMPLES\n.nf\n%s\n.fi", roff(strings.Join(shellLines(cmd.Example, manualWidth), "\n")))
	}
	p(".SH EXIT STATUS\n0 success, 1 failure, 2 wrong usage.")
	if cmd.HasParent() {
		p(".SH SEE ALSO\n.BR %s (1)", roff(strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-")))
	}
	return b.String()
}

func commandsBelow(cmd *cobra.Command) []*cobra.Command {
	var below []*cobra.Command
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			below = append(below, c)
		}
	}
	return below
}

// manualFlags writes a section of flags, with a subsection for each heading.
func manualFlags(w io.Writer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(w, ".SH %s\n", title) //nolint:errcheck // a strings.Builder does not fail
	titles, of := byHeading(flags, "")
	for _, heading := range titles {
		if heading != "" {
			fmt.Fprintf(w, ".SS %s\n", roff(heading)) //nolint:errcheck // likewise
		}
		for _, f := range of[heading] {
			manualFlag(w, f)
		}
	}
}

func manualFlag(w io.Writer, f *pflag.Flag) {
	name, usage := flagText(f)
	fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(name), roff(usage)) //nolint:errcheck // a strings.Builder does not fail
}

// roff escapes a text: backslashes, hyphens (so that they can be copied), and lines that roff would take for requests.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
