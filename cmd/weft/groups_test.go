package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
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

// An everyday word is no command itself, and leads to one.
func TestEverydayWords(t *testing.T) {
	root := (&app{}).root()
	for word, line := range everyday {
		if commandOf(root, word) != nil {
			t.Errorf("%s is a command", word)
		}
		words := strings.Fields(line)
		if c, _, err := root.Find(words[1:2]); err != nil || c == root {
			t.Errorf("%s: there is no command %s", word, line)
		}
		var out, failed bytes.Buffer
		if status := run([]string{word, "crawl"}, nil, &out, &failed); status != exitUsage || !strings.Contains(failed.String(), line) {
			t.Errorf("weft %s: status %d, %s", word, status, failed.String())
		}
	}
}

// The help of every command fits 80 columns, but for examples, addresses, and words that are longer.
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
