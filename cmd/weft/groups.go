package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A group is a part of the list of all commands, with the commands in the order in which people need them.
type group struct {
	title    string
	commands []string
	rare     bool // listed in one line, without summaries
}

// groups holds all commands.
var groups = []group{
	{title: "Crawl and import", commands: []string{"demo", "crawl", "import", "missing", "recheck", "verify"}},
	{title: "Look and measure", commands: []string{"info", "report", "serve", "pages", "note", "links", "map", "contents", "degrees", "components", "distances"}},
	{title: "Rank pages, and trust the ranking", commands: []string{"rank", "fidelity"}},
	{title: "Sites, seeds and clusters", commands: []string{"site", "boundary", "seeds", "clusters", "cores"}},
	{title: "Combine and compare crawls", commands: []string{"extract", "quotient", "union", "difference", "compare"}},
	{title: "Convert and export", commands: []string{"export", "worker", "spark"}},
	{title: "More measures", commands: []string{"reciprocity", "assortativity", "triangles", "kcore", "chance", "inequality", "portrait", "order"}, rare: true},
	{title: "Laboratory", commands: []string{"generate", "simulate", "reproduce", "bench"}, rare: true},
	{title: "About weft", commands: []string{"version", "licences", "help", "completion", "man"}, rare: true},
}

// printFirst prints the introduction that weft shows without arguments: what it is, and what to do first.
func printFirst(w io.Writer) {
	//nolint:errcheck // errors of standard output cannot be reported
	io.WriteString(w, `weft turns a crawl of the Web into a graph that can be measured.

Try it without network, in some seconds:
  weft demo

Start from a website, an archive, or a list of links:
  weft crawl https://example.org/ -o crawl --contact you@example.org --pages 500
  weft import crawl.warc.gz -o crawl
  weft import links.tsv -o crawl

Then see the result:
  weft info crawl
  weft report crawl

All commands: weft --help
`)
}

// printGroups prints the list of all commands.
func printGroups(w io.Writer, root *cobra.Command) {
	for _, g := range groups {
		section(w, g.title)
		if g.rare {
			paragraph(w, "  ", "  ", strings.Join(g.commands, ", "))
		}
		for _, name := range g.commands {
			if c := commandOf(root, name); !g.rare && c != nil {
				paragraph(w, fmt.Sprintf("  %-12s ", name), "               ", c.Short)
			}
		}
	}
}

// commandOf returns a command by its name; nil if there is none.
func commandOf(root *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
	if i < 0 {
		return nil
	}
	return root.Commands()[i]
}
