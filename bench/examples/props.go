package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A prop is a file or crawl that an example reads without making it.
type prop struct {
	name  string // as examples name it
	made  string // an example with this text makes it itself
	needs string // a file of the research data; after "!", a command that must succeed
	make  string // shell commands that make it; $DATA is the folder of research data
}

var props = []prop{
	{name: "crawl-*.warc.gz", needs: "warc-samples/iana.warc.gz", make: `cp "$DATA/warc-samples/iana.warc.gz" crawl-1.warc.gz; cp "$DATA/warc-samples/whirlwind.warc.gz" crawl-2.warc.gz`},
	{name: "crawl.warc.gz", needs: "warc-samples/iana.warc.gz", make: `cp "$DATA/warc-samples/iana.warc.gz" crawl.warc.gz`},
	{name: "links.tsv", make: `printf 'https://a.example/\thttps://b.example/\nhttps://b.example/\thttps://c.example/\n' >links.tsv`},
	{name: "import cnr-2000", needs: "cnr-2000/cnr-2000.graph", make: `cp "$DATA"/cnr-2000/cnr-2000.{graph,offsets,properties} . 2>/dev/null || cp "$DATA"/cnr-2000/cnr-2000.{graph,properties} .`},
	{name: "table.csv", make: `printf 'id,from,to\n1,https://a.example/,https://b.example/\n2,https://b.example/,https://c.example/\n' >table.csv`},
	{name: "vertices.gz edges.gz", make: `printf '0\torg.example\t1\n1\torg.example.www\t1\n' | gzip >vertices.gz; printf '0\t1\n1\t0\n' | gzip >edges.gz`},
	{name: "site.tar.xz", needs: "kafka-site-2snap/kafka.apache.org-2017-06-30.tar.xz", make: `cp "$DATA/kafka-site-2snap/kafka.apache.org-2017-06-30.tar.xz" site.tar.xz`},
	{name: "manual-2018", needs: "httpd-docs-2snap/httpd-manual-2018-01-01.tar.xz", make: `for y in 2018 2026; do
mkdir manual-$y; tar -C manual-$y --strip-components=2 -xf "$DATA/httpd-docs-2snap/httpd-manual-$y-01-01.tar.xz"; done`},
	{name: "numpy", needs: "!python3 -c 'import numpy'"},
	{name: "go run ", make: `git clone -q "$REPO" .`},
	{name: "go test ", make: `git clone -q "$REPO" .`},
	// a server that the page started before, with a token for programs; it ends after a minute
	{name: "token.txt", make: `timeout 60 weft serve crawl --token token.txt >serve.log 2>&1 &
for i in $(seq 100); do if curl -s http://127.0.0.1:8080/ >/dev/null; then exit 0; fi; sleep 0.1; done; cat serve.log; exit 1`},
	{name: "spark-submit", needs: "!command -v spark-submit"},
	{name: "redis-server", needs: "!command -v redis-server redis-cli"},
	// a crawl of a dozen pages, with ghosts
	{name: " crawl", made: "-o crawl", make: `weft crawl http://example.org/ -o live --contact you@example.org --pages 12 --allow-private --delay 0.01 --quiet
weft import live/warc/*.warc.gz -o crawl --quiet >/dev/null; weft rank pagerank crawl --quiet >/dev/null; rm -r live`},
}

// provide makes the folder of an example, and the props that it needs. It returns what this machine lacks.
func (t *trial) provide(dir, text string) (missing string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for _, p := range props {
		if !strings.Contains(" "+text, p.name) || p.made != "" && strings.Contains(text, p.made) {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, strings.TrimSpace(p.name))); err == nil {
			continue // an earlier example of the folder made it
		}
		if key := dir + " " + p.name; t.provided[key] {
			continue
		} else if t.provided == nil {
			t.provided = map[string]bool{key: true}
		} else {
			t.provided[key] = true
		}
		if check, isCommand := strings.CutPrefix(p.needs, "!"); isCommand {
			if t.shell(dir, check) != nil {
				return check, nil
			}
		} else if _, err := os.Stat(filepath.Join(t.data, p.needs)); err != nil {
			return p.needs, nil
		}
		if err := t.shell(dir, p.make); err != nil {
			return "", fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return "", nil
}

func (t *trial) shell(dir, script string) error {
	cmd := exec.Command("bash", "-e", "-c", wrapper+script)
	cmd.Dir, cmd.Env = dir, append(t.env, "DATA="+t.data)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}
