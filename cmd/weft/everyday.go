package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/internal/choice"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/weburl"
)

// An everydayLine is a command line with the words that people try in its place. Users replace its words in capitals.
type everydayLine struct {
	line  string
	words string
	note  string // what the line does, where that is not plain
}

// everydayLines holds all everyday words with their command lines.
var everydayLines = []everydayLine{
	{"weft info CRAWL", "stats stat statistics summary summarise summarize show describe count counts overview status about inspect ls", ""},
	{"weft rank pagerank CRAWL", "top pagerank page-rank score scores ranking best important popular", ""},
	{"weft rank hits CRAWL", "hits hubs authorities", ""},
	{"weft rank salsa CRAWL", "salsa", ""},
	{"weft rank indegree CRAWL", "indegree", ""},
	{"weft rank katz CRAWL", "katz alpha-centrality eigenvector", ""},
	{"weft rank closeness CRAWL", "closeness", ""},
	{"weft rank betweenness CRAWL", "betweenness between brandes", ""},
	{"weft compare CRAWL OTHER", "diff changes changed delta", ""},
	{"weft difference CRAWL OTHER -o NEW", "subtract minus", ""},
	{"weft union CRAWL OTHER -o NEW", "merge combine join concat add", ""},
	{"weft components CRAWL", "scc wcc bowtie bow-tie connected component connectivity connected-components", ""},
	{"weft clusters CRAWL", "communities community cluster leiden mcl louvain partition modularity groups", ""},
	{"weft verify CRAWL", "check fsck validate integrity test checksum damage", ""},
	{"weft extract CRAWL --top N -o NEW", "filter subset sample subgraph select cut slice part random", ""},
	{"weft quotient CRAWL --by host -o NEW", "hosts hostgraph host-graph aggregate collapse", "a graph of the hosts; to count their pages: weft contents CRAWL"},
	{"weft quotient CRAWL --by domain -o NEW", "domains domaingraph", ""},
	{"weft report CRAWL", "html plot plots chart dashboard view", ""},
	{"weft serve CRAWL", "browse browser server http gui ui web walk explore", ""},
	{"weft pages CRAWL", "list urls url pagelist page head first", ""},
	{"weft pages CRAWL WORD", "find search grep lookup query match filter-pages", ""},
	{"weft map CRAWL -o FILE.svg", "draw picture image svg png visualise visualize layout atlas visualization", ""},
	{"weft links CRAWL", "outlinks linklist inspect-links", ""},
	{"weft links CRAWL URL --in", "backlinks inlinks referrers referers", ""},
	{"weft links CRAWL --broken", "404 broken broken-links brokenlinks dead deadlinks dead-links linkcheck link-check link-checker linkchecker check-links", ""},
	{"weft links CRAWL --redirected", "redirects redirect redirections redirected", ""},
	{"weft recheck CRAWL", "re-check revalidate retest retry", "it requests the failed pages once more, and says which work again"},
	{"weft pages CRAWL --orphan", "orphans orphan", ""},
	{"weft pages CRAWL --duplicate title", "duplicates duplicate", ""},
	{"weft pages CRAWL --no title", "titles title", ""},
	{"weft pages CRAWL --state fetched --columns url --format csv", "sitemap sitemaps", "a list of the fetched pages; weft crawl reads the sitemaps of a site"},
	{"weft missing CRAWL", "gaps todo failed errors lost", ""},
	{"weft distances CRAWL", "harmonic hyperball centrality average-distance", ""},
	{"weft distances CRAWL --from PAGE", "paths path distance shortest shortest-path shortest-paths shortestpath bfs dijkstra", "the distances from a page; weft serve shows a shortest path between two pages"},
	{"weft distances CRAWL --diameter", "diameter eccentricity", ""},
	{"weft site all CRAWL", "sites websites", ""},
	{"weft site CRAWL URL", "website", ""},
	{"weft triangles CRAWL", "clustering transitivity triangle", ""},
	{"weft kcore CRAWL", "coreness degeneracy k-core k-cores core-number core_number", ""},
	{"weft fidelity CRAWL", "trust hak quality reliability", ""},
	{"weft cores CRAWL", "cliques bicliques core", ""},
	{"weft degrees CRAWL", "degree powerlaw power-law distribution histogram indegrees outdegrees laws law fit", ""},
	{"weft order CRAWL", "llp reorder permute compress", ""},
	{"weft assortativity CRAWL", "correlation", ""},
	{"weft chance CRAWL", "null configuration rewire swap significance baseline", ""},
	{"weft inequality CRAWL", "gini lorenz concentration", ""},
	{"weft reciprocity CRAWL", "reciprocal mutual", ""},
	{"weft portrait CRAWL", "study table", ""},
	{"weft seeds CRAWL", "seed start starts", ""},
	{"weft seeds carry CRAWL OTHER --all", "migrate moved", ""},
	{"weft simulate CRAWL", "strategies strategy experiment", ""},
	{"weft reproduce seeds", "paper papers replicate", ""},
	{"weft generate web -o NEW --pages N", "synth synthetic make model gnp", ""},
	{"weft bench CRAWL", "benchmark speed time", ""},
	{"weft demo", "try tutorial example quickstart", ""},
	{"weft spark job", "pyspark sail hadoop distributed", ""},
	{"weft export CRAWL --format tsv", "edges edgelist edge-list arcs tsv cat print", ""},
	{"weft export CRAWL --format csv", "csv spreadsheet excel", ""},
	{"weft export CRAWL --format pages", "states", ""},
	{"weft export CRAWL --format parquet -o NEW", "parquet pandas polars", ""},
	{"weft export CRAWL --format parquet -o NEW", "sql duckdb sqlite", "programs such as DuckDB query the tables in NEW"},
	{"weft export CRAWL --top N -o FILE.gexf", "gephi gexf", ""},
	{"weft export CRAWL --top N -o FILE.graphml", "graphml networkx igraph", ""},
	{"weft export CRAWL --format wacz -o FILE.wacz", "wacz archive package pack", ""},
	{"weft export CRAWL -o FILE.tsv", "dump save write out convert transform graph", "to make a crawl of files: weft import FILE -o NEW"},
	{"weft import FILE -o NEW", "load open read ingest warc", ""},
	{"weft crawl URL -o NEW --contact ADDRESS", "fetch spider download mirror wget get scrape harvest recrawl new init run", ""},
	{"weft crawl --resume CRAWL", "resume continue restart", ""},
	{"weft crawl --recover CRAWL", "recover repair clean fix", ""},
	{"weft crawl URL --since CRAWL -o NEW --contact ADDRESS", "update refresh schedule dedupe dedup", ""},
	{"weft licences", "license licenses licence", ""},
}

// everydayFor returns the row of a word; nil if there is none.
func everydayFor(word string) *everydayLine {
	word = strings.ToLower(word)
	i := slices.IndexFunc(everydayLines, func(e everydayLine) bool { return slices.Contains(strings.Fields(e.words), word) })
	if i < 0 {
		return nil
	}
	return &everydayLines[i]
}

// text returns the row as advice. The first argument after the word takes the place of CRAWL, if it is a file or a folder.
func (e *everydayLine) text(more []string) string {
	line := e.line
	if len(more) > 0 {
		if _, err := os.Stat(more[0]); err == nil {
			line = strings.Replace(line, "CRAWL", option.Word(more[0]), 1)
		}
	}
	if e.note != "" {
		line += " (" + e.note + ")"
	}
	return line
}

// lineFor returns the command line for arguments that begin with an everyday word, a URL, a crawl or a file; "" for other
// arguments.
func lineFor(args []string) string {
	word := args[0]
	if e := everydayFor(word); e != nil {
		return e.text(args[1:])
	}
	info, err := os.Stat(word)
	switch {
	case err == nil && info.IsDir() && holdsCrawl(word):
		return "weft info " + option.Word(word)
	case err == nil:
		return "weft import " + option.Word(word) + " -o NEW"
	case isAddress(word):
		return "weft crawl " + option.Word(weburl.HideUserinfo(word)) + " -o NEW --contact ADDRESS"
	}
	return ""
}

// holdsCrawl reports whether a folder is a crawl.
func holdsCrawl(dir string) bool {
	if folder.Is(dir) {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, store.ManifestFile))
	return err == nil
}

// isAddress reports whether a word is meant as the address of a page: it has a scheme, or begins with the name of a host.
func isAddress(word string) bool {
	if strings.Contains(word, "://") {
		return true
	}
	host, _, _ := strings.Cut(word, "/")
	url, _, err := folder.SeedURL(word)
	return err == nil && url != "" && strings.Contains(strings.Trim(host, "."), ".")
}

// noCommand reports that a command has no such subcommand. After weft itself, the error names the command line for everyday
// words.
func noCommand(cmd *cobra.Command, args []string) error {
	word := weburl.HideUserinfo(args[0])
	if !cmd.HasParent() {
		if line := lineFor(args); line != "" {
			return usagef("there is no command %q: use %s", word, line)
		}
	}
	return usagef("there is no command %q: %s --help lists them%s", word, cmd.CommandPath(), choice.Meant(args[0], commandNames(cmd)))
}

// commandNames returns the names of the commands below a command.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}
