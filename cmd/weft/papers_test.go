package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The commands in the tables of docs/papers.md about papers are there, with the flags that they name, values of their
// kinds, and as many crawls and files as they take.
func TestCommandsOfPapers(t *testing.T) {
	text, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	inside, looked, named := false, 0, regexp.MustCompile("`weft ([^`]*)`")
	for line := range strings.Lines(string(text)) {
		inside = strings.HasPrefix(line, "|") && (inside || strings.HasPrefix(line, "| § | what | command |"))
		if !inside {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(strings.Split(line, "|")[3], -1) {
			looked++
			if err := understood(strings.Fields(m[1])); err != nil {
				t.Errorf("weft %s: %v", m[1], err)
			}
		}
	}
	if looked < 60 {
		t.Errorf("only %d commands were looked at", looked)
	}
}

// understood says what is wrong with a command line, without running it.
func understood(args []string) error {
	c, rest, err := (&app{}).root().Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if !c.HasParent() {
		return noCommand(c, args)
	}
	return c.ValidateArgs(c.Flags().Args())
}
