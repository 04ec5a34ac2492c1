package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A knownFlag is a list of flags that people know from other programs. Without says, flag is the flag of weft with the same
// meaning, and takes the value. With says, the error ends with this sentence; a flag beside it limits the row to commands
// with this flag. Letters stand for short flags.
type knownFlag struct{ command, words, flag, says string }

const (
	useConnections = "weft requests pages of many hosts at once; use --connections N for up to N connections to one host (default 1)"
	useLog         = "progress and messages go to standard error by default, and DIR/log holds each decision and response; use --listen ADDRESS for a status page"
	useHeaders     = "use --headers FILE: header fields and logins for sites of your own, in lines below [https://example.org]"
	useDomain      = "use --scope domain for all hosts of the domain of the seeds, or --include RE for further URLs"
	usePages       = "use words as arguments, and flags such as --status: weft pages CRAWL WORD…"
	useExternal    = "weft judges only requested pages. --outside 1 also requests the targets of links to other sites: weft crawl URL -o NEW --contact ADDRESS --outside 1"
	useConvert     = "weft writes WARC files and a graph; convert them after the crawl: weft export CRAWL -o FILE.csv"
	usePageTime    = "use --page-time DURATION for one response, such as 30s, or --time DURATION for the whole crawl"
)

// knownFlags lists former names and flags of other programs. A row for a command precedes a row for all commands; a row
// for all commands counts where the command has its flag.
var knownFlags = slices.Concat([]knownFlag{
	{"seeds", "seeds limit head max-results", "count", ""},
	{"seeds", "n", "", "use -k N, --count N: find N seeds"},
	{"rank", "a algorithm algo method by m measure type ranking metric r", "", "name the ranking after weft rank: weft rank pagerank CRAWL"},
	{"generate", "nodes vertices", "pages", ""},
	{"generate", "n", "", "use --pages N"},
	{"generate", "m model type graph", "", "name the model after weft generate: weft generate web -o NEW --pages N"},
	{"export", "to type t as", "format", ""},
	{"export", "csv tsv parquet gexf graphml wacz warc bvgraph", "", "use --format FORMAT, or the ending of -o: weft export CRAWL -o FILE.csv"},
	{"links", "status code", "", "use --broken, or list the pages: weft pages CRAWL --status 404"},
	{"links", "check-extern external extern externals outside", "", useExternal},
	{"links", "backlinks inlinks incoming inbound to", "", "use --in, after a page: weft links CRAWL URL --in"},
	{"links", "errors errors-only broken-only only-broken dead 404", "broken", ""},
	{"links", "redirects redirections", "redirected", ""},
	{"reproduce seeds", "seeds", "count", ""},
	{"simulate", "seeds", "start", ""},
	{"rank pagerank", "damping damping-factor", "alpha", ""},
	{"rank pagerank", "personalization teleport", "preference", ""},
	{"rank pagerank", "d", "", "use --alpha A, the damping factor"},
	{"pages", "k m max-count", "", "use --top N: list at most N pages"},
	{"pages", "e q i where filter query pattern regexp", "", usePages},
	{"serve", "p port", "", "use --listen 127.0.0.1:PORT"},
	{"serve", "bind host address", "", "use --listen HOST:PORT"},
	{"import", "delimiter delim sep", "separator", ""},
	{"import", "overwrite", "force", ""},
	{"import", "undirected", "", "use --directed no"},
	{"import", "f", "", "use --force to replace the crawl, or --format FORMAT for the format of the input"},
}, crawlWords("crawl"), crawlWords("site live"), []knownFlag{
	{"", "limit head max-results max-count rows", "top", ""},
	{"", "max-iter max-iterations iters", "iterations", ""},
	{"", "tol", "tolerance", ""},
	{"", "overwrite", "force", ""},
	{"", "out outfile output-file output-dir outdir output-document", "output", ""},
	{"", "threads jobs parallel concurrency cpus", "workers", ""},
	{"", "seed rng-seed", "random-seed", ""},
	{"", "mem ram max-memory", "memory", ""},
	{"", "silent no-progress", "quiet", ""},
	{"", "k", "top", "use --top K, or -n K: list at most K"},
	{"", "output-format export-format file-format", "format", ""},
	{"", "f", "format", "use --format FORMAT"},
	{"", "csv jsonl", "format", "use --format csv or --format jsonl"},
	{"", "f t format output-format file-format as to", "csv", "use --csv TABLE for a table of the result, or --json for all of it"},
	{"", "t format output-format file-format as to jsonl", "", "use --json for one JSON object"},
	{"", "f y yes", "force", "use --force to replace what exists"},
	{"", "j", "workers", "use --workers N"},
	{"", "s", "", "use -q, --quiet"},
	{"", "O", "output", "use -o, --output"},
	{"", "v verbose debug", "", "progress and messages go to standard error by default; use --progress json for a line for each step"},
	{"", "dry-run", "", "use --plan: it prints what the command would read, and stops"},
	{"", "pretty", "", "use --json for one JSON object"},
	{"", "V", "", "use weft version"},
})

// ofCrawlers are the flags of other crawlers.
var ofCrawlers = []knownFlag{
	{"", "max-depth max-hops recursion-level depth-limit", "depth", ""},
	{"", "limit max-pages page-limit max-files max-documents max-urls closespider-pagecount", "pages", ""},
	{"", "exclude-regex exclude-regexp exclude-pattern exclude-url exclude-urls reject-regex ignore-url deny-regex blacklist", "exclude", ""},
	{"", "include-regex include-regexp include-pattern include-url include-urls accept-regex allow-regex whitelist", "include", ""},
	{"", "no-follow-url exclude-domains exclude-directories X I", "", "use --exclude RE: skip URLs that match the regular expression RE"},
	{"", "output-format format f export-format export-tabs bulk-export", "", useConvert},
	{"", "email mail", "contact", ""},
	{"", "time-limit max-time-seconds closespider-timeout", "time", ""},
	{"", "wait download-delay crawl-delay", "delay", ""},
	{"", "no-check-certificate", "insecure", ""},
	{"", "page-requisites", "requisites", ""},
	{"", "input-file seed-file url-file urls", "seeds", ""},
	{"", "quota size-limit max-bytes", "bytes", ""},
	{"", "max-file-size max-page-size", "max-page", ""},
	{"", "extra-hops", "outside", ""},
	{"", "out outdir output-dir dir directory directory-prefix output-folder", "output", ""},
	{"", "load-cookies", "cookies-from", ""},
	{"", "l d level", "", "use --depth N: follow at most N links from a seed; 0 fetches only the seeds, -1 sets no limit"},
	{"", "n max", "", "use --pages N: stop after N fetched pages"},
	{"", "j t concurrency parallel threads jobs", "", useConnections},
	{"", "T timeout connect-timeout read-timeout max-time page-load-timeout download-timeout", "", usePageTime},
	{"", "H header u user http-user password http-password", "", useHeaders},
	{"", "warc warc-file", "", "weft writes WARC files to DIR/warc in any case; use --collection NAME to begin their names"},
	{"", "wacz generate-wacz", "", "weft writes WARC files; pack them after the crawl: weft export CRAWL --format wacz -o FILE.wacz"},
	{"", "v verbose debug log-level logfile nolog loglevel", "", useLog},
	{"", "w rate rate-limit limit-rate random-wait", "", "use --delay DURATION: wait after a response before the next request to the host"},
	{"", "r recursive", "", "weft follows links in any case; use --depth N to follow at most N from a seed"},
	{"", "k", "", "use --insecure to accept any certificate; pages stay as the servers sent them"},
	{"", "p", "", "use --requisites to fetch images, style sheets, scripts and fonts of pages"},
	{"", "np no-parent", "", "use --scope prefix: only URLs below the paths of the seeds"},
	{"", "span-hosts all-domains external", "", "use --scope anywhere"},
	{"", "check-extern follow-extern", "", "use --outside 1: also fetch pages outside the scope that a link leads to"},
	{"", "D domain domains allow-domain allow-domains allowed-domain allowed-domains allowed-hosts subdomains same-domain", "", useDomain},
	{"", "scope-type", "", "use --scope SCOPE: host, domain, prefix, anywhere, surt:FILE or regex:RE"},
	{"", "A R accept reject allow deny", "", "use --include RE and --exclude RE for URLs, or --types LIST for media types"},
	{"", "i url seed start-url start-urls crawl", "", "write the URLs as arguments, without a flag, or use --seeds FILE"},
	{"", "c continue nc no-clobber", "", "use --resume DIR: weft crawl --resume CRAWL"},
	{"", "retry retries max-retries waitretry", "", "use --tries N: request a page N times, the first included (default 3)"},
	{"", "e no-robots ignore-robots", "", "use --robots ignore"},
	{"", "max-size", "", "use --bytes SIZE for the whole crawl, or --max-page SIZE for each page"},
	{"", "b cookie", "", "use --cookies-from FILE, in the format of cookies.txt"},
	{"", "U", "", "use --user-agent TEXT"},
	{"", "x", "", "use --proxy URL"},
	{"", "N timestamping update incremental", "", "use --since DIR: pages unchanged since the crawl in DIR become revisit records"},
	{"", "m mirror", "", "weft fetches the whole host in any case; add --requisites for images, style sheets, scripts and fonts"},
	{"", "screenshot headless browser render javascript js behaviors js-rendering", "", "weft runs no JavaScript and draws no pages: import the archive of a browser's crawl: weft import FILE -o NEW"},
	{"", "L location follow", "", "weft follows redirects in any case"},
}

// crawlWords are the flags of other crawlers, for a command that crawls.
func crawlWords(command string) []knownFlag {
	all := slices.Clone(ofCrawlers)
	for i := range all {
		all[i].command = command
	}
	return all
}

// knownFor returns the row of a word for a command: a flag that the command has, or what to use instead.
func knownFor(cmd *cobra.Command, word string) (knownFlag, bool) {
	own := pathBelow(cmd)
	i := slices.IndexFunc(knownFlags, func(k knownFlag) bool {
		return k.isFor(cmd, own) && slices.Contains(strings.Fields(k.words), word)
	})
	if i < 0 {
		return knownFlag{}, false
	}
	return knownFlags[i], true
}

// isFor reports whether a row is for a command, whose path below weft is own.
func (k *knownFlag) isFor(cmd *cobra.Command, own string) bool {
	return (k.command == own || k.command == "") && (k.flag == "" || hasFlag(cmd, k.flag))
}

// pathBelow returns the path of a command without weft itself.
func pathBelow(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "weft"), " ")
}

// hasFlag reports whether a command has a flag, of its own or of all commands.
func hasFlag(cmd *cobra.Command, name string) bool {
	return cmd.Flags().Lookup(name) != nil || cmd.Root().PersistentFlags().Lookup(name) != nil
}

// understandKnown lets commands accept flags that other programs call otherwise, and words joined by underscores or
// capitals: --user_agent and --userAgent are --user-agent.
func understandKnown(cmd *cobra.Command) {
	seen := map[string]bool{} // own flags, and words of earlier rows
	cmd.Flags().VisitAll(func(f *pflag.Flag) { seen[f.Name] = true })
	same := map[string]string{}
	own := pathBelow(cmd)
	for i := range knownFlags {
		k := &knownFlags[i]
		if !k.isFor(cmd, own) {
			continue
		}
		for word := range strings.FieldsSeq(k.words) {
			if !seen[word] && k.flag != "" && k.says == "" {
				same[word] = k.flag
			}
			seen[word] = true
		}
	}
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		name = hyphenated(name)
		if now, is := same[name]; is {
			name = now
		}
		return pflag.NormalizedName(name)
	})
	for _, c := range cmd.Commands() {
		understandKnown(c)
	}
}

// hyphenated returns the name of a flag in lower case, its words joined by hyphens.
func hyphenated(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_':
			r = '-'
		case unicode.IsUpper(r):
			if i > 0 && unicode.IsLower(rune(name[i-1])) {
				b.WriteByte('-')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
