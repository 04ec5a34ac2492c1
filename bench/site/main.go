// Command site writes docsites as crawls for bench/site/run.sh: with its URLs, with others that say nothing, and in
// another order. See bench/README.md.
package main

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"weft/web/weburl"
)

func main() {
	data := flag.String("data", "", "folder of docsites")
	out := flag.String("out", "", "folder for the lists")
	seed := flag.Uint64("seed", 1, "seed of the order")
	flag.Parse()
	if err := run(*data, *out, *seed); err != nil {
		log.Fatal(err)
	}
}

// A web is docsites: URL and site of each page, and its links.
type web struct {
	urls, sites []string
	links       [][]int
}

func run(data, out string, seed uint64) error {
	w := &web{}
	if err := each(filepath.Join(data, "mid.nodes.tsv.gz"), w.page); err != nil {
		return err
	}
	if err := each(filepath.Join(data, "mid.adj.txt.gz"), w.list); err != nil {
		return err
	}
	if len(w.links) != len(w.urls) {
		return fmt.Errorf("%s: %d pages and %d lists of links", data, len(w.urls), len(w.links))
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(w.urls))
	for name, url := range map[string]func(u int) string{
		"urls":    func(u int) string { return w.urls[u] },
		"hashes":  func(u int) string { return fmt.Sprintf("http://h.test/%x", sha256.Sum256([]byte(w.urls[u]))) },
		"numbers": func(u int) string { return "http://h.test/?id=" + strconv.Itoa(order[u]) },
		"hosts":   func(u int) string { return fmt.Sprintf("http://h%d.test/", order[u]) },
	} {
		if err := w.write(filepath.Join(out, name), url); err != nil {
			return err
		}
	}
	return nil
}

// each calls f with each line of a compressed file.
func each(path string, f func(line string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // nothing was written
	z, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r := bufio.NewReader(z)
	for n := 1; ; n++ {
		line, err := r.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := f(strings.TrimSuffix(line, "\n")); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
}

func (w *web) page(line string) error {
	fields := strings.Split(line, "\t")
	if len(fields) < 2 {
		return fmt.Errorf("%.80q: want a URL, a tab, and its site", line)
	}
	url, err := weburl.Parse(fields[0]) // as weft writes it, so that lists can be compared
	w.urls, w.sites = append(w.urls, url), append(w.sites, fields[1])
	return err
}

// list reads the links of a page: the first, and how much farther each of the others is.
func (w *web) list(line string) error {
	var links []int
	at := 0
	for word := range strings.FieldsSeq(line) {
		gap, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		if at += gap; at < 0 || at >= len(w.urls) {
			return fmt.Errorf("a link to page %d of %d", at, len(w.urls))
		}
		links = append(links, at)
	}
	w.links = append(w.links, links)
	return nil
}

// write writes NAME.tsv, the links, and NAME.truth, the sites, of pages called by url.
func (w *web) write(name string, url func(u int) string) error {
	err := save(name+".truth", func(out io.Writer) {
		for u, site := range w.sites {
			fmt.Fprintf(out, "%s\t%s\n", url(u), site) //nolint:errcheck // kept until Flush
		}
	})
	if err != nil {
		return err
	}
	return save(name+".tsv", func(out io.Writer) {
		for u, links := range w.links {
			for _, v := range links {
				fmt.Fprintf(out, "%s\t%s\n", url(u), url(v)) //nolint:errcheck // likewise
			}
		}
	})
}

func save(path string, fill func(io.Writer)) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	fill(w)
	if err := w.Flush(); err != nil {
		file.Close() //nolint:errcheck // the first error tells
		return err
	}
	return file.Close()
}
