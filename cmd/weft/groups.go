package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A group is commands that stand together in the list of all, in the order in which people need them.
type group struct {
	title    string
	commands []string
	rare     bool // named in one line, without what each does
}

// groups are all commands.
var groups = []group{
	{title: "Crawl and import", commands: []string{"demo", "crawl", "import", "missing", "verify"}},
	{title: "Look", commands: []string{"info", "report", "map", "degrees", "components", "distances"}},
	{title: "Rank, and how far to trust it", commands: []string{"rank", "fidelity"}},
	{title: "Sites, seeds and clusters", commands: []string{"site", "seeds", "clusters", "cores"}},
	{title: "Make crawls of crawls", commands: []string{"extract", "quotient", "union", "difference", "compare"}},
	{title: "Export", commands: []string{"export"}},
	{title: "More measures", commands: []string{"reciprocity", "assortativity", "triangles", "portrait", "order"}, rare: true},
	{title: "Laboratory", commands: []string{"generate", "simulate", "reproduce", "bench"}, rare: true},
	{title: "About weft", commands: []string{"version", "licences", "help", "completion", "man"}, rare: true},
}

// everyday has words that people try first, by the command line that does what they mean.
var everyday = map[string]string{
	"stats": "weft info", "summary": "weft info", "show": "weft info",
	"top": "weft rank pagerank", "pagerank": "weft rank pagerank", "hits": "weft rank hits", "salsa": "weft rank salsa", "score": "weft rank pagerank",
	"diff": "weft compare", "scc": "weft components", "wcc": "weft components", "bowtie": "weft components", "bow-tie": "weft components",
	"communities": "weft clusters", "community": "weft clusters", "cluster": "weft clusters",
	"merge": "weft union", "combine": "weft union", "check": "weft verify", "fsck": "weft verify",
	"filter": "weft extract", "subset": "weft extract", "sample": "weft extract",
	"html": "weft report", "plot": "weft map", "draw": "weft map", "picture": "weft map", "graph": "weft map", "gaps": "weft missing",
	"paths": "weft distances", "diameter": "weft distances --diameter", "hosts": "weft quotient --by host", "domains": "weft quotient --by domain",
	"sites": "weft site all", "clustering": "weft triangles", "trust": "weft fidelity", "cliques": "weft cores",
	"convert": "weft import (into a crawl) or weft export (into other formats)", "dump": "weft export", "load": "weft import", "open": "weft import",
	"fetch": "weft crawl", "spider": "weft crawl", "resume": "weft crawl --resume", "recover": "weft crawl --recover", "repair": "weft crawl --recover",
	"license": "weft licences", "licenses": "weft licences", "licence": "weft licences",
}

// meantBy returns the command line that an everyday word below root stands for; empty if there is none.
func meantBy(cmd *cobra.Command, word string) string {
	if cmd.HasParent() {
		return ""
	}
	return everyday[strings.ToLower(word)]
}

// printFirst prints what somebody sees who types weft alone: what it is, and what to do first.
func printFirst(w io.Writer) {
	//nolint:errcheck // nobody else to tell
	io.WriteString(w, `weft turns a crawl of the Web into a graph that can be measured.

Try it, without network, in some seconds:
  weft demo

Begin with a site, with an archive, or with a list of links:
  weft crawl https://example.org/ -o crawl --contact you@example.org --pages 500
  weft import crawl.warc.gz -o crawl
  weft import links.tsv -o crawl

Then look:
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
