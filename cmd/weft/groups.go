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
	{title: "Crawl and import", commands: []string{"demo", "crawl", "import", "missing", "verify"}},
	{title: "Look and measure", commands: []string{"info", "report", "serve", "pages", "links", "map", "contents", "degrees", "components", "distances"}},
	{title: "Rank pages, and trust the ranking", commands: []string{"rank", "fidelity"}},
	{title: "Sites, seeds and clusters", commands: []string{"site", "seeds", "clusters", "cores"}},
	{title: "Combine and compare crawls", commands: []string{"extract", "quotient", "union", "difference", "compare"}},
	{title: "Convert and export", commands: []string{"export", "worker", "spark"}},
	{title: "More measures", commands: []string{"reciprocity", "assortativity", "triangles", "kcore", "chance", "inequality", "portrait", "order"}, rare: true},
	{title: "Laboratory", commands: []string{"generate", "simulate", "reproduce", "bench"}, rare: true},
	{title: "About weft", commands: []string{"version", "licences", "help", "completion", "man"}, rare: true},
}

// everyday maps words that people try first to the command line that does what they mean.
var everyday = wordsFor(map[string]string{
	"weft info":                    "stats stat statistics summary summarise summarize show describe count counts overview status about inspect ls",
	"weft rank pagerank":           "top pagerank score scores ranking best important popular",
	"weft rank hits":               "hits hubs authorities",
	"weft rank salsa":              "salsa",
	"weft rank indegree":           "indegree",
	"weft rank katz":               "katz alpha-centrality eigenvector",
	"weft rank closeness":          "closeness",
	"weft rank betweenness":        "betweenness between brandes",
	"weft compare":                 "diff changes changed delta",
	"weft difference":              "subtract minus",
	"weft union":                   "merge combine join concat add",
	"weft components":              "scc wcc bowtie bow-tie connected component connectivity",
	"weft clusters":                "communities community cluster leiden mcl louvain partition modularity groups",
	"weft verify":                  "check fsck validate integrity test checksum damage",
	"weft extract":                 "filter subset sample subgraph select cut slice part head random",
	"weft quotient --by host":      "hosts hostgraph host-graph aggregate collapse",
	"weft quotient --by domain":    "domains domaingraph",
	"weft report":                  "html plot plots chart dashboard view",
	"weft serve":                   "browse browser server http gui ui web walk explore",
	"weft pages":                   "find search grep urls lookup",
	"weft map":                     "draw picture image svg png visualise visualize layout atlas",
	"weft links":                   "outlinks linklist linkcheck link-checker",
	"weft links --in":              "backlinks inlinks",
	"weft links --broken":          "404 broken broken-links brokenlinks dead deadlinks dead-links",
	"weft links --redirected":      "redirects redirect redirections",
	"weft pages --orphan":          "orphans orphan",
	"weft pages --duplicate title": "duplicates duplicate",
	"weft pages --no title":        "titles title",
	"weft crawl --sitemaps":        "sitemap sitemaps",
	"weft missing":                 "gaps todo failed errors lost",
	"weft distances":               "paths path distance shortest bfs harmonic hyperball centrality",
	"weft distances --diameter":    "diameter eccentricity",
	"weft site all":                "sites websites",
	"weft site":                    "website boundary",
	"weft triangles":               "clustering transitivity triangle",
	"weft kcore":                   "coreness degeneracy k-core k-cores core-number core_number",
	"weft fidelity":                "trust hak quality reliability",
	"weft cores":                   "cliques bicliques core",
	"weft degrees":                 "degree powerlaw power-law distribution histogram indegrees outdegrees laws law fit",
	"weft order":                   "llp reorder permute compress",
	"weft assortativity":           "correlation",
	"weft chance":                  "null configuration rewire swap significance baseline",
	"weft inequality":              "gini lorenz concentration",
	"weft reciprocity":             "reciprocal mutual",
	"weft seeds":                   "seed start starts",
	"weft seeds carry":             "migrate moved",
	"weft simulate":                "strategies strategy experiment",
	"weft reproduce":               "paper papers replicate",
	"weft generate":                "synth synthetic make model gnp",
	"weft bench":                   "benchmark speed time",
	"weft demo":                    "try tutorial example quickstart",
	"weft spark job":               "pyspark sail hadoop distributed",
	"weft export --format tsv":     "edges arcs list tsv csv cat print",
	"weft export":                  "dump save write out parquet gephi gexf graphml duckdb networkx",
	"weft export --format wacz":    "wacz archive package pack",
	"weft import":                  "load open read ingest warc",
	"weft crawl":                   "fetch spider download mirror wget get scrape harvest recrawl new init run",
	"weft crawl --resume":          "resume continue restart",
	"weft crawl --recover":         "recover repair clean fix",
	"weft crawl --since":           "update refresh schedule dedupe dedup",
	"weft licences":                "license licenses licence",
	"weft import (into a crawl) or weft export (into other formats)": "convert transform graph",
	"weft export --format pages":                                     "states",
	"weft portrait":                                                  "study table",
})

// wordsFor turns lists of words by command line into command lines by word.
func wordsFor(lists map[string]string) map[string]string {
	lines := map[string]string{}
	for line, words := range lists {
		for word := range strings.FieldsSeq(words) {
			lines[word] = line
		}
	}
	return lines
}

// meantBy returns the command line that an everyday word stands for, or "" if there is none. Only words after weft itself
// have a meaning.
func meantBy(cmd *cobra.Command, word string) string {
	if cmd.HasParent() {
		return ""
	}
	return everyday[strings.ToLower(word)]
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
