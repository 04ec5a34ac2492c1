package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every command stands in one group, and groups name no others.
func TestGroups(t *testing.T) {
	root := (&app{}).root()
	var grouped []string
	for _, g := range groups {
		for _, name := range g.commands {
			if slices.Contains(grouped, name) {
				t.Errorf("%s is in two groups", name)
			}
			if grouped = append(grouped, name); commandOf(root, name) == nil {
				t.Errorf("%s: there is no command %s", g.title, name)
			}
		}
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && !slices.Contains(grouped, c.Name()) {
			t.Errorf("%s is in no group", c.Name())
		}
	}
}

// Each flag that has a heading exists.
func TestFlagsOfHeadings(t *testing.T) {
	root := (&app{}).root()
	for path, groups := range flagGroups {
		c, _, err := root.Find(strings.Fields(path)[1:])
		if err != nil || c.CommandPath() != path {
			t.Errorf("there is no command %s", path)
			continue
		}
		for _, g := range groups {
			for _, name := range g.flags {
				if c.Flags().Lookup(name) == nil {
					t.Errorf("%s has no flag --%s", path, name)
				}
			}
		}
	}
}

// The usage of a flag quotes only the name of its value: help would print other backquotes as they are.
func TestQuotesOfFlags(t *testing.T) {
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, usage := pflag.UnquoteUsage(f); strings.Contains(usage, "`") {
				t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, usage)
			}
		})
		for _, b := range commandsBelow(c) {
			each(b)
		}
	}
	each((&app{}).root())
}

// Headings hold at most a screenful of flags each.
func TestFewFlagsUnderOneHeading(t *testing.T) {
	const most = 13
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		titles, of := byHeading(c.NonInheritedFlags(), "Flags")
		shown := 0
		for _, title := range titles {
			if shown += len(of[title]); len(of[title]) > most {
				t.Errorf("%s: %d flags under %s, expected at most %d", c.CommandPath(), len(of[title]), title, most)
			}
		}
		all := 0
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				all++
			}
		})
		if shown != all {
			t.Errorf("%s: help shows %d of %d flags: a heading is not in the list", c.CommandPath(), shown, all)
		}
		for _, b := range commandsBelow(c) {
			each(b)
		}
	}
	each((&app{}).root())
}

// The help of every command fits 80 columns, except for examples, addresses and longer words.
func TestHelpIsNarrow(t *testing.T) {
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		var out, failed bytes.Buffer
		words := append(strings.Fields(c.CommandPath())[1:], "--help")
		if status := run(words, nil, &out, &failed); status != exitDone {
			t.Errorf("weft %s: status %d: %s", words, status, failed.String())
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if utf8.RuneCountInString(line) > helpWidth && !strings.Contains(c.Example, line) && len(strings.Fields(line)) > 1 {
				t.Errorf("%s: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, b := range commandsBelow(c) {
			each(b)
		}
	}
	each((&app{}).root())
}

func TestWrap(t *testing.T) {
	words := strings.Repeat("word ", 20)
	for text, want := range map[string]string{
		"one\ntwo\n\nthree": "one two\n\nthree\n",
		"a list:\n  x    first\n  yy   second\n       more": "a list:\n  x    first\n  yy   second more\n",
		words:               strings.TrimSpace(words[:80]) + "\n" + strings.TrimSpace(words[80:]) + "\n",
		"  --key  " + words: "  --key  " + strings.TrimSpace(words[:70]) + "\n         " + strings.TrimSpace(words[70:]) + "\n",
	} {
		var b bytes.Buffer
		if wrap(&b, text); b.String() != want {
			t.Errorf("%q: got\n%s\nwant\n%s", text, b.String(), want)
		}
	}
}
