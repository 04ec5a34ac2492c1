package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// guesses are flags that people type who know wget, curl, httrack, Heritrix, Browsertrix, scrapy, ripgrep, jq, DuckDB or
// networkx, with the flag that must take their value (flag=value), or what the error must say.
var guesses = []struct{ line, want string }{
	{"crawl u --max-depth 3", "depth=3"},
	{"crawl u --level 3", "--depth N"},
	{"crawl u -l 3", "--depth N"},
	{"crawl u --limit 50", "pages=50"},
	{"crawl u --max-pages 50", "pages=50"},
	{"crawl u --page-limit 50", "pages=50"},
	{"crawl u -n 50", "--pages N"},
	{"crawl u --concurrency 8", "--connections N"},
	{"crawl u --parallel 8", "--connections N"},
	{"crawl u -j 8", "--connections N"},
	{"crawl u --threads 8", "--connections N"},
	{"crawl u --email a@b.org", "contact=a@b.org"},
	{"crawl u --timeout 10", "--page-time DURATION"},
	{"crawl u -T 10", "--page-time DURATION"},
	{"crawl u --max-time 1h", "--time DURATION"},
	{"crawl u --time-limit 1h", "time=1h0m0s"},
	{"crawl u --time-limit 90", "time=1m30s"},
	{"crawl u --wait 500ms", "delay=0.5"},
	{"crawl u --header X:y", "--headers FILE"},
	{"crawl u -H X:y", "--headers FILE"},
	{"crawl u --warc x", "DIR/warc"},
	{"crawl u --warc-file x", "DIR/warc"},
	{"crawl u --wacz", "weft export CRAWL --format wacz"},
	{"crawl u --verbose", "DIR/log"},
	{"crawl u -v", "DIR/log"},
	{"crawl u --debug", "DIR/log"},
	{"crawl u -q", "quiet=true"},
	{"crawl u --silent", "quiet=true"},
	{"crawl u --wait 2", "delay=2"},
	{"crawl u -w 2", "--delay DURATION"},
	{"crawl u --rate-limit 5", "--delay DURATION"},
	{"crawl u --limit-rate 5k", "--delay DURATION"},
	{"crawl u -r", "--depth N"},
	{"crawl u --recursive", "--depth N"},
	{"crawl u -k", "--insecure"},
	{"crawl u --no-check-certificate", "insecure=true"},
	{"crawl u --page-requisites", "requisites=1000"},
	{"crawl u -p", "--requisites"},
	{"crawl u --no-parent", "--scope prefix"},
	{"crawl u -np", "--scope prefix"},
	{"crawl u --span-hosts", "--scope anywhere"},
	{"crawl u --domains a.org", "--scope domain"},
	{"crawl u --subdomains", "--scope domain"},
	{"crawl u --same-domain", "--scope domain"},
	{"crawl u --accept x", "--types LIST"},
	{"crawl u --reject x", "--exclude RE"},
	{"crawl u --input-file f", "seeds=f"},
	{"crawl u -i f", "--seeds FILE"},
	{"crawl u --seed-file f", "seeds=f"},
	{"crawl u --url u", "without a flag"},
	{"crawl u --seed u", "without a flag"},
	{"crawl u --continue", "--resume DIR"},
	{"crawl u -c", "--resume DIR"},
	{"crawl u --retries 3", "--tries N"},
	{"crawl u --ignore-robots", "--robots ignore"},
	{"crawl u --no-robots", "--robots ignore"},
	{"crawl u -e robots=off", "--robots ignore"},
	{"crawl u --quota 1GB", "bytes=1GB"},
	{"crawl u --max-size 1GB", "--max-page SIZE"},
	{"crawl u --max-file-size 1GB", "max-page=1GB"},
	{"crawl u --extra-hops 1", "outside=1"},
	{"crawl u --output-dir d", "output=d"},
	{"crawl u --directory-prefix d", "output=d"},
	{"crawl u --out d", "output=d"},
	{"crawl u --userAgent x", "user-agent=x"},
	{"crawl u --user_agent x", "user-agent=x"},
	{"crawl u --load-cookies f", "cookies-from=f"},
	{"crawl u --cookie a=b", "--cookies-from FILE"},
	{"crawl u --user a:b", "--headers FILE"},
	{"crawl u --dry-run", "--plan"},
	{"crawl u --update", "--since DIR"},
	{"crawl u --incremental", "--since DIR"},
	{"crawl u --mirror", "--requisites"},
	{"crawl u --screenshot", "JavaScript"},
	{"crawl u --headless", "JavaScript"},
	{"site live u --max-depth 2", "depth=2"},
	{"rank pagerank c -n 5", "top=5"},
	{"rank pagerank c --limit 5", "top=5"},
	{"rank pagerank c -k 5", "--top K"},
	{"rank pagerank c --damping 0.9", "alpha=0.9"},
	{"rank pagerank c --max-iter 9", "iterations=9"},
	{"rank pagerank c --tol 0.1", "tolerance=0.1"},
	{"rank pagerank c --personalization f", "preference=f"},
	{"rank pagerank c --threads 2", "workers=2"},
	{"rank pagerank c -j 2", "--workers N"},
	{"rank pagerank c --seed 7", "random-seed=7"},
	{"seeds c --limit 5", "count=5"},
	{"seeds c --seeds 5", "count=5"},
	{"seeds c -n 5", "--count N"},
	{"pages c --limit 5", "top=5"},
	{"pages c -n 5", "top=5"},
	{"pages c --where x", "weft pages CRAWL WORD"},
	{"pages c -e x", "weft pages CRAWL WORD"},
	{"serve c --port 80", "--listen 127.0.0.1:PORT"},
	{"serve c -p 80", "--listen 127.0.0.1:PORT"},
	{"serve c --bind 0.0.0.0", "--listen HOST:PORT"},
	{"import f --delimiter x", "separator=x"},
	{"import f --overwrite", "force=true"},
	{"import f -f", "--force"},
	{"import f --undirected", "--directed no"},
	{"info c --verbose", "--progress json"},
	{"info c --pretty", "--json"},
	{"info c --limit 3", "no flag --limit"},
	{"report c --out x", "output=x"},
	{"cores c --limit 3", "limit=3"},
	{"info c --mem 1GiB", "memory=1GiB"},
	{"info c --no-progress", "quiet=true"},
	{"crawl u --exclude-regex x", "exclude=[x]"},
	{"crawl u --include-regex x", "include=[x]"},
	{"crawl u --recursion-level 2", "depth=2"},
	{"crawl u --output-format csv", "weft export CRAWL -o FILE.csv"},
	{"crawl u --export-tabs x", "weft export CRAWL -o FILE.csv"},
	{"crawl u --allow-domains a.org", "--scope domain"},
	{"crawl u --exclude-domains a.org", "--exclude RE"},
	{"crawl u --check-extern", "--outside 1"},
	{"crawl --crawl u --output-folder d", "without a flag"},
	{"crawl u --no-clobber", "weft crawl --resume CRAWL"},
	{"links c --status 404", "weft pages CRAWL --status 404"},
	{"links c --check-extern", "--outside 1"},
	{"links c --backlinks", "weft links CRAWL URL --in"},
	{"links c --broken-only", "broken=true"},
	{"links c -f csv", "--format FORMAT"},
	{"links c --output-format csv", "format=csv"},
	{"rank --algorithm pagerank c", "weft rank pagerank CRAWL"},
	{"rank --by pagerank c", "weft rank pagerank CRAWL"},
	{"rank -a pagerank c", "weft rank pagerank CRAWL"},
	{"generate --model web -o c", "weft generate web -o NEW --pages N"},
	{"generate web --nodes 10", "pages=10"},
	{"generate web -n 10", "--pages N"},
	{"rank pagerank c --format csv", "--csv TABLE"},
	{"degrees c -f csv", "--csv TABLE"},
	{"info c --format json", "--json"},
	{"verify c --format json", "use --json for one JSON object"},
	{"pages c --csv", "--format csv"},
	{"export c -f warc", "use --format FORMAT"},
	{"export c --to graphml", "format=graphml"},
	{"export c --csv", "weft export CRAWL -o FILE.csv"},
	{"links c -k 5", "-n K"},
}

// Every flag that people know from other programs is understood or named in the error, and none leads to another flag by
// the likeness of its name.
func TestGuesses(t *testing.T) {
	for _, g := range guesses {
		cmd, rest, err := (&app{stdout: &counted{}}).root().Find(strings.Fields(g.line))
		if err != nil {
			t.Fatalf("%s: %v", g.line, err)
		}
		if name, value, is := strings.Cut(g.want, "="); is {
			if err := parsed(cmd, rest); err != nil {
				t.Errorf("weft %s: %v", g.line, err)
			} else if f := cmd.Flags().Lookup(name); !f.Changed || f.Value.String() != value {
				t.Errorf("weft %s: --%s is %s, want %s", g.line, name, f.Value, value)
			}
			continue
		}
		err = parsed(cmd, rest)
		if err == nil || !isUsage(err) || !strings.Contains(err.Error(), g.want) || strings.Contains(err.Error(), "did you mean") {
			t.Errorf("weft %s: %v, want %q", g.line, err, g.want)
		}
	}
}

// parsed reads flags as cobra does before it runs a command.
func parsed(cmd *cobra.Command, args []string) error {
	if err := cmd.ParseFlags(args); err != nil {
		return cmd.FlagErrorFunc()(cmd, err)
	}
	return nil
}

// Every flag that the table leads to exists in some command, and no word is there twice for one command.
func TestKnownFlags(t *testing.T) {
	root := (&app{}).root()
	known := map[string]bool{}
	for _, k := range knownFlags {
		for word := range strings.FieldsSeq(k.words) {
			row := k.command + " --" + word
			if k.command == "" { // such rows are limited to commands with a flag
				row += " " + k.flag
			}
			if known[row] {
				t.Errorf("weft %s --%s is known twice", k.command, word)
			}
			known[row] = true
		}
		cmd, _, err := root.Find(strings.Fields(k.command))
		if err != nil || strings.TrimPrefix(cmd.CommandPath(), "weft") != strings.TrimSuffix(" "+k.command, " ") {
			t.Errorf("%s: there is no such command", k.command)
			continue
		}
		if k.flag != "" && k.command != "" && cmd.Flags().Lookup(k.flag) == nil {
			t.Errorf("weft %s has no flag --%s", k.command, k.flag)
		}
		if k.flag == "" && k.says == "" {
			t.Errorf("weft %s: %s: expected a flag or a sentence", k.command, k.words)
		}
	}
}
