package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// eachCommand calls f with weft and all its commands, and print, which returns what a function prints for a command.
func eachCommand(f func(c *cobra.Command, print func(func(*cobra.Command)) string)) {
	var out bytes.Buffer
	root := (&app{stdout: &counted{Writer: &out}, stderr: &out}).root()
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		f(c, func(print func(*cobra.Command)) string {
			out.Reset()
			print(c)
			return out.String()
		})
		for _, below := range commandsBelow(c) {
			each(below)
		}
	}
	each(root)
}

// The short help of every command begins with usage, fits a screen of 24 lines and 80 columns, cuts no sentence within a
// clause, and names groups that exist.
func TestBriefHelp(t *testing.T) {
	eachCommand(func(c *cobra.Command, print func(func(*cobra.Command)) string) {
		text := print(printBrief)
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if lines[0] != "Usage:" || !strings.HasPrefix(lines[1], "  "+c.CommandPath()) {
			t.Errorf("%s -h does not begin with usage: %q", c.CommandPath(), lines[:2])
		}
		if len(lines) > briefLines {
			t.Errorf("%s -h has %d lines, expected at most %d", c.CommandPath(), len(lines), briefLines)
		}
		if own := len(dailyOf(c)); strings.Count(text, "\n      --")+strings.Count(text, "\n  -") < min(own, 5) {
			t.Errorf("%s -h shows too few flags of %d:\n%s", c.CommandPath(), own, text)
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s -h: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
			if strings.HasSuffix(line, " …") && !strings.HasSuffix(line, ", …") {
				t.Errorf("%s -h cuts a sentence: %s", c.CommandPath(), line)
			}
		}
		_, groups, _ := strings.Cut(strings.Join(strings.Fields(text), " "), "Further flags: ")
		groups, _, _ = strings.Cut(groups, ` "weft help`)
		for name := range strings.SplitSeq(groups, ", ") {
			if name != "" {
				if _, err := sectionOf(c, name); err != nil {
					t.Errorf("%s -h names a group: %v", c.CommandPath(), err)
				}
			}
		}
	})
}

// The whole help begins with usage, then describes the command, and has all flags.
func TestWholeHelp(t *testing.T) {
	eachCommand(func(c *cobra.Command, print func(func(*cobra.Command)) string) {
		text := print(printHelp)
		about := strings.Index(text, strings.Fields(description(c))[0])
		examples := strings.Index(text, "\nExamples:\n")
		flags := strings.Index(text, "\n"+sectionsOf(c)[0].title+":\n")
		if !strings.HasPrefix(text, "Usage:\n") || about < 0 || c.HasExample() && (examples < about || flags < examples) || flags < about {
			t.Errorf("%s --help: usage, description at %d, examples at %d, flags at %d", c.CommandPath(), about, examples, flags)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s --help: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, s := range sectionsOf(c) {
			for _, f := range s.flags {
				if !strings.Contains(text, "--"+f.Name) {
					t.Errorf("%s --help lacks --%s", c.CommandPath(), f.Name)
				}
			}
		}
	})
}

// Each group of flags of each command is shown by the first word of its name, with all its flags and no others.
func TestHelpOfGroups(t *testing.T) {
	eachCommand(func(c *cobra.Command, print func(func(*cobra.Command)) string) {
		if !c.HasParent() {
			return
		}
		for _, s := range sectionsOf(c) {
			word := strings.Fields(s.name())[0]
			if found, err := sectionOf(c, word); err != nil || found.title != s.title {
				t.Errorf("weft help %s %s: %v", c.CommandPath(), word, err)
			}
			text := print(func(c *cobra.Command) { printSection(c.OutOrStdout(), c, s) })
			if !strings.HasPrefix(text, s.title+":\n") {
				t.Errorf("%s, group %s: %s", c.CommandPath(), s.title, text)
			}
			listed := regexp.MustCompile(`(?m)^  (?:-\S, |    )--([a-z0-9-]+)`).FindAllStringSubmatch(text, -1)
			for i, f := range s.flags {
				if len(listed) != len(s.flags) || listed[i][1] != f.Name {
					t.Errorf("%s, group %s: %q, expected %d flags", c.CommandPath(), s.title, listed, len(s.flags))
					break
				}
			}
		}
	})
}

// -h prints the short help; --help and the command help print the whole help.
func TestHelpFlags(t *testing.T) {
	brief, whole := asked(t, exitDone, "rank", "pagerank", "-h"), asked(t, exitDone, "rank", "pagerank", "--help")
	if !strings.Contains(brief, "\nFurther flags: graph, output, all commands\n") || strings.Contains(brief, "--workers") || !strings.Contains(whole, "--workers") {
		t.Errorf("-h: %s\n--help: %s", brief, whole)
	}
	if got := asked(t, exitDone, "help", "rank", "pagerank"); got != whole {
		t.Errorf("weft help: %s", got)
	}
}

// A group has the paragraphs about it; a word that is no group names the groups.
func TestHelpOfCrawlGroups(t *testing.T) {
	text := asked(t, exitDone, "help", "crawl", "Scope")
	if !strings.Contains(text, "Scopes define") || !strings.Contains(text, "--include") || strings.Contains(text, "--delay") || strings.Contains(text, "Outages:") {
		t.Errorf("weft help crawl Scope: %s", text)
	}
	if text = asked(t, exitDone, "help", "crawl", "shared", "frontier"); !strings.Contains(text, "Several crawlers") {
		t.Errorf("weft help crawl shared frontier: %s", text)
	}
	for line, want := range map[string]string{
		"help crawl speed":    `weft crawl has no group of flags "speed": expected one of main flags, scope, limits`,
		"help crawl s":        `"s" begins several groups of weft crawl: expected one of main flags, scope`,
		"help site speed":     `weft site has no command and no group of flags "speed"`,
		"help crawl politnes": "did you mean politeness?",
		"help speed":          `there is no command "speed": use weft bench`,
	} {
		if got := asked(t, exitUsage, strings.Fields(line)...); !strings.Contains(got, want) {
			t.Errorf("weft %s: got %s, want %s", line, got, want)
		}
	}
	for begun, want := range map[string]string{"sh": "shared\t", "": "politeness\t"} {
		if got := asked(t, exitDone, "__complete", "help", "crawl", begun); !strings.Contains(got, want) {
			t.Errorf("weft help crawl %s<TAB>: %s", begun, got)
		}
	}
}

// The lists of flags of every day name flags, each once, at most a screenful for a command.
func TestDailyFlags(t *testing.T) {
	root := (&app{}).root()
	for path, list := range dailyFlags {
		c, _, err := root.Find(strings.Fields(path)[1:])
		if err != nil || c.CommandPath() != path {
			t.Errorf("there is no command %s", path)
			continue
		}
		names := strings.Fields(list)
		for _, name := range names {
			if c.Flags().Lookup(name) == nil {
				t.Errorf("%s has no flag --%s", path, name)
			}
		}
		if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) || len(names) > briefLines {
			t.Errorf("%s: %q", path, names)
		}
	}
}

// Each example of a command parses: weft has its commands, flags, values and numbers of arguments.
func TestExamplesParse(t *testing.T) {
	seen := 0
	root := (&app{}).root()
	eachCommand(func(c *cobra.Command, _ func(func(*cobra.Command)) string) {
		if !c.HasExample() && c.Runnable() && !c.HasSubCommands() && !strings.Contains(c.CommandPath(), "completion") {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, line := range regexp.MustCompile(`\n|&&|\|`).Split(quotedText.ReplaceAllString(c.Example, "QUOTED"), -1) {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "weft" {
				continue
			}
			seen++
			if i := slices.Index(words, ">"); i > 0 {
				words = words[:i]
			}
			of, rest, err := root.Find(words[1:])
			if err == nil && of.Name() != "help" {
				err = of.ParseFlags(rest)
				if help := of.Flags().Lookup("help"); err == nil && (help == nil || !help.Changed) {
					err = of.ValidateArgs(of.Flags().Args())
				}
			}
			if err != nil {
				t.Errorf("%s: %s: %v", c.CommandPath(), strings.TrimSpace(line), err)
			}
		}
	})
	if seen < 100 {
		t.Errorf("%d command lines were seen", seen)
	}
}

// quotedText matches a quoted word of a shell.
var quotedText = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// No flag states two defaults, and none that only a number stands for.
func TestDefaultsOnce(t *testing.T) {
	stated := regexp.MustCompile(`\bdefaults?\b`)
	eachCommand(func(c *cobra.Command, _ func(func(*cobra.Command)) string) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			_, usage := flagText(f)
			if len(stated.FindAllString(usage, -1)) > 1 || strings.Contains(usage, "0 for the default") {
				t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, usage)
			}
		})
	})
}

// Long lines of examples continue after a backslash, outside quotes.
func TestShellLines(t *testing.T) {
	for line, want := range map[string]string{
		"  weft info a":                        "  weft info a",
		"  weft union a b -o c && weft info c": "  weft union a b -o \\\n      c && weft info c",
		"  weft pages a 'one two three four'":  "  weft pages a \\\n      'one two three four'",
		"  https://example.org/long/address":   "  https://example.org/long/address",
	} {
		if got := strings.Join(shellLines(line, 22), "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got, want)
		}
	}
}

// The first part of a text that fits is taken.
func TestClause(t *testing.T) {
	for _, x := range []struct {
		text, end string
		width     int
		want      string
	}{
		{"stop after N pages", " (default 5)", 30, "stop after N pages (default 5)"},
		{"stop after N pages", " (default 5)", 29, "stop after N pages"},
		{"read FILE; - for standard input", "", 20, "read FILE"},
		{"print as FORM: text, csv, jsonl", " (default text)", 40, "print as FORM (default text)"},
		{"print as FORM: text, csv, jsonl", "", 29, "print as FORM: text, csv, …"},
		{"print as FORM: text or csv, or jsonl", "", 20, "print as FORM"},
		{"read files (of any kind) here", "", 20, "read files"},
		{"wörter ohne jedes Zeichen", "", 14, "wörter ohne …"},
	} {
		if got := clause(x.text, x.end, x.width); got != x.want {
			t.Errorf("%q in %d columns: got %q, want %q", x.text+x.end, x.width, got, x.want)
		}
	}
}
