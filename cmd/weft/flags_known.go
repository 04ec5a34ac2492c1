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
	usePageTime    = "use --page-time DURATION for one response, such as 30s, or --time DURATION for the whole crawl"
)

// knownFlags lists former names and flags of other programs. A row for a command precedes a row for all commands; a row
// for all commands counts where the command has its flag.
var knownFlags = slices.Concat([]knownFlag{
	{"seeds", "seeds limit head max-results", "count", ""},
	{"seeds", "n", "", "use -k N, --count N: find N seeds"},
	{"reproduce seeds", "seeds", "count", ""},
	{"simulate", "seeds", "start", ""},
	{"rank pagerank", "damping damping-factor", "alpha", ""},
	{"rank pagerank", "personalization teleport", "preference", ""},
	{"rank pagerank", "d", "", "use --alpha A, the damping factor"},
	{"pages", "n k m max-count", "", "use --top N: list at most N pages"},
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
	{"", "n k", "top", "use --top K: list at most K"},
	{"", "f y yes", "force", "use --force to replace what exists"},
	{"", "j", "workers", "use --workers N"},
	{"", "s", "", "use -q, --quiet"},
	{"", "O", "output", "use -o, --output"},
	{"", "v verbose debug", "", "progress and messages go to standard error by default; use --progress json for a line for each step"},
	{"", "dry-run", "", "use --plan: it prints what the command would read, and stops"},
	{"", "pretty", "", "use --json for one JSON object"},
	{"", "V", "", "use weft version"},
})

// crawlWords are the flags of other crawlers, for a command that crawls.
func crawlWords(command string) []knownFlag {
	all := []knownFlag{
		{"", "max-depth", "depth", ""},
		{"", "limit max-pages page-limit max-files", "pages", ""},
		{"", "email mail", "contact", ""},
		{"", "time-limit", "time", ""},
		{"", "wait", "delay", ""},
		{"", "no-check-certificate", "insecure", ""},
		{"", "page-requisites", "requisites", ""},
		{"", "input-file seed-file url-file urls", "seeds", ""},
		{"", "quota size-limit max-bytes", "bytes", ""},
		{"", "max-file-size max-page-size", "max-page", ""},
		{"", "extra-hops", "outside", ""},
		{"", "out outdir output-dir dir directory directory-prefix", "output", ""},
		{"", "load-cookies", "cookies-from", ""},
		{"", "l d level", "", "use --depth N: follow at most N links from a seed; 0 fetches only the seeds, -1 sets no limit"},
		{"", "n max", "", "use --pages N: stop after N fetched pages"},
		{"", "j t concurrency parallel threads jobs", "", useConnections},
		{"", "T timeout connect-timeout max-time", "", usePageTime},
		{"", "H header u user http-user password http-password", "", useHeaders},
		{"", "warc warc-file", "", "weft writes WARC files to DIR/warc in any case; use --collection NAME to begin their names"},
		{"", "wacz generate-wacz", "", "weft writes WARC files; pack them after the crawl: weft export DIR --format wacz -o FILE.wacz"},
		{"", "v verbose debug log-level", "", useLog},
		{"", "w rate rate-limit limit-rate random-wait", "", "use --delay SECONDS: wait after a response before the next request to the host"},
		{"", "r recursive", "", "weft follows links in any case; use --depth N to follow at most N from a seed"},
		{"", "k", "", "use --insecure to accept any certificate; pages stay as the servers sent them"},
		{"", "p", "", "use --requisites to fetch images, style sheets, scripts and fonts of pages"},
		{"", "np no-parent", "", "use --scope prefix: only URLs below the paths of the seeds"},
		{"", "span-hosts all-domains", "", "use --scope anywhere"},
		{"", "D domain domains allowed-domains subdomains same-domain", "", useDomain},
		{"", "scope-type", "", "use --scope SCOPE: host, domain, prefix, anywhere, surt:FILE or regex:RE"},
		{"", "A R accept reject allow deny", "", "use --include RE and --exclude RE for URLs, or --types LIST for media types"},
		{"", "i url seed start-url", "", "write the URLs as arguments, without a flag, or use --seeds FILE"},
		{"", "c continue", "", "use --resume DIR"},
		{"", "retry retries max-retries", "", "use --tries N: request a page N times, the first included (default 3)"},
		{"", "e no-robots ignore-robots", "", "use --robots ignore"},
		{"", "max-size", "", "use --bytes SIZE for the whole crawl, or --max-page SIZE for each page"},
		{"", "b cookie", "", "use --cookies-from FILE, in the format of cookies.txt"},
		{"", "U", "", "use --user-agent TEXT"},
		{"", "x", "", "use --proxy URL"},
		{"", "N timestamping update incremental", "", "use --since DIR: pages unchanged since the crawl in DIR become revisit records"},
		{"", "m mirror", "", "weft fetches the whole host in any case; add --requisites for images, style sheets, scripts and fonts"},
		{"", "screenshot headless browser render javascript js", "", "weft runs no JavaScript and draws no pages: import the archive of a browser's crawl with weft import"},
		{"", "L location follow", "", "weft follows redirects in any case"},
	}
	for i := range all {
		all[i].command = command
	}
	return all
}

// knownFor returns the row of a word for a command: a flag that the command has, or what to use instead.
func knownFor(cmd *cobra.Command, word string) (knownFlag, bool) {
	own := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "weft"), " ")
	i := slices.IndexFunc(knownFlags, func(k knownFlag) bool {
		return (k.command == own || k.command == "") && (k.flag == "" || hasFlag(cmd, k.flag)) && slices.Contains(strings.Fields(k.words), word)
	})
	if i < 0 {
		return knownFlag{}, false
	}
	return knownFlags[i], true
}

// hasFlag reports whether a command has a flag, of its own or of all commands.
func hasFlag(cmd *cobra.Command, name string) bool {
	return cmd.Flags().Lookup(name) != nil || cmd.Root().PersistentFlags().Lookup(name) != nil
}

// understandKnown lets commands accept flags that other programs call otherwise, and words joined by underscores or
// capitals: --user_agent and --userAgent are --user-agent.
func understandKnown(cmd *cobra.Command) {
	own := map[string]bool{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { own[f.Name] = true })
	same := map[string]string{}
	for _, k := range knownFlags {
		for word := range strings.FieldsSeq(k.words) {
			if is, _ := knownFor(cmd, word); is.flag != "" && is.says == "" && !own[word] {
				same[word] = is.flag
			}
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
