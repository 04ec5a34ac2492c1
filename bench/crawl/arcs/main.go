// Command arcs compares the graph of a crawl of the mini-web with the results of miniweb.py, an independent
// reader: the reachable pages, and each arc between them.
//
//	go run ./bench/crawl/arcs -out DIR/out -seeds FILE CRAWL
//
// Pages are the same if miniweb.py looks them up as one: without scheme, www., query, escapes and index.html.
// Links that it resolves in the file system of the package, kind deblocal, do not exist for HTTP and are ignored.
package main

import (
	"bufio"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"weft/graph"
	"weft/graph/page"
	"weft/store"
)

type arc [2]int

func main() {
	out := flag.String("out", "out", "folder of miniweb.py's output")
	seeds := flag.String("seeds", "", "file of the seeds of the crawl")
	show := flag.Int("show", 5, "examples of each difference")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("want the folder of a crawl with its snapshot")
	}
	w, err := load(*out)
	if err != nil {
		log.Fatal(err)
	}
	c, err := readCrawl(w, flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	reach, err := w.reachable(*seeds)
	if err != nil {
		log.Fatal(err)
	}
	if !compare(w, c, reach, *show) {
		os.Exit(1)
	}
}

// A miniweb holds the results of miniweb.py.
type miniweb struct {
	urls []string
	look map[string]int
	arcs map[arc]string // and their kind
}

func load(dir string) (*miniweb, error) {
	w := &miniweb{look: map[string]int{}, arcs: map[arc]string{}}
	err := lines(filepath.Join(dir, "manifest.tsv"), func(f []string) {
		if _, ok := w.look[key(f[1])]; !ok {
			w.look[key(f[1])] = len(w.urls)
		}
		w.urls = append(w.urls, f[1])
	})
	if err != nil {
		return nil, err
	}
	err = lines(filepath.Join(dir, "aliases.tsv"), func(f []string) {
		if _, ok := w.look[key(f[0])]; !ok {
			w.look[key(f[0])] = w.look[key(f[1])]
		}
	})
	if err != nil {
		return nil, err
	}
	err = lines(filepath.Join(dir, "links.tsv.gz"), func(f []string) {
		i, _ := strconv.Atoi(f[0])
		j, _ := strconv.Atoi(f[1])
		w.arcs[arc{i, j}] = f[2]
	})
	return w, err
}

func lines(path string, do func(fields []string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	s := bufio.NewScanner(r)
	for s.Scan() {
		do(strings.Split(s.Text(), "\t"))
	}
	return s.Err()
}

var (
	slashes = regexp.MustCompile(`/+`)
	index   = regexp.MustCompile(`/index\.x?html?$`)
)

// key returns the key under which miniweb.py looks up a page.
func key(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	path := index.ReplaceAllString(slashes.ReplaceAllString(u.Path, "/"), "/")
	if path == "" {
		path = "/"
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") + path
}

// find returns the number of a page, trying the names that miniweb.py tries.
func (w *miniweb) find(raw string) (int, bool) {
	k := key(raw)
	tries := []string{k}
	switch short, html := strings.CutSuffix(k, ".html"); {
	case html:
		tries = append(tries, short)
	case !strings.HasSuffix(k, "/"):
		tries = append(tries, k+".html", k+"/")
	default:
		tries = append(tries, k[:len(k)-1]+".html")
	}
	for _, t := range tries {
		if i, ok := w.look[t]; ok {
			return i, true
		}
	}
	return 0, false
}

// reachable returns the pages that links lead to from the seeds.
func (w *miniweb) reachable(seeds string) (map[int]bool, error) {
	next := map[int][]int{}
	for a, kind := range w.arcs {
		if kind != "deblocal" {
			next[a[0]] = append(next[a[0]], a[1])
		}
	}
	seen := map[int]bool{}
	var queue []int
	add := func(i int) {
		if !seen[i] {
			seen[i] = true
			queue = append(queue, i)
		}
	}
	err := lines(seeds, func(f []string) {
		if i, ok := w.find(f[0]); ok {
			add(i)
		}
	})
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range next[i] {
			add(j)
		}
	}
	return seen, err
}

// A crawled holds the results of a crawl of the mini-web.
type crawled struct {
	fetched map[int]bool
	arcs    map[arc]string // and the kinds
}

func readCrawl(w *miniweb, dir string) (*crawled, error) {
	g, err := store.Open(filepath.Join(dir, "snapshot"))
	if err != nil {
		return nil, err
	}
	defer g.Close() //nolint:errcheck // only read
	c := &crawled{fetched: map[int]bool{}, arcs: map[arc]string{}}
	cur := g.Scan(graph.Everything(g.Graph()))
	for cur.Next() {
		i, ok := w.find(g.Label(cur.Node()))
		if !ok || g.State(cur.Node()) != page.Fetched {
			continue
		}
		c.fetched[i] = true
		for n, to := range cur.Succ() {
			if j, ok := w.find(g.Label(to)); ok && i != j {
				c.arcs[arc{i, j}] = cur.Kinds()[n].String()
			}
		}
	}
	return c, cur.Err()
}

// compare prints what differs, and says whether nothing does that has no explanation.
func compare(w *miniweb, c *crawled, reach map[int]bool, show int) bool {
	var missed, extra tally
	both, aside := 0, 0
	lacking := 0
	for i := range reach {
		if !c.fetched[i] {
			if lacking++; lacking <= show {
				fmt.Println("  not fetched:", w.urls[i])
			}
		}
	}
	for a, kind := range w.arcs {
		switch ours := c.arcs[a]; {
		case !c.fetched[a[0]]:
		case ours != "":
			both++
		case kind == "deblocal":
			aside++
		default:
			missed.add("miniweb.py alone, "+kind, w, a, show)
		}
	}
	for a, kinds := range c.arcs {
		if w.arcs[a] == "" {
			extra.add("weft alone, "+kinds, w, a, show)
		}
	}
	fmt.Printf("pages: %d of %d that can be reached were fetched, %d in all\n", len(reach)-lacking, len(reach), len(c.fetched))
	fmt.Printf("arcs: %d in both; %d of files, aside\n", both, aside)
	missed.print()
	extra.print()
	return lacking == 0 && len(missed.n) == 0
}

// A tally counts differences by cause, with examples.
type tally struct {
	n        map[string]int
	examples map[string][]string
}

func (t *tally) add(cause string, w *miniweb, a arc, show int) {
	if t.n == nil {
		t.n, t.examples = map[string]int{}, map[string][]string{}
	}
	if t.n[cause]++; len(t.examples[cause]) < show {
		t.examples[cause] = append(t.examples[cause], w.urls[a[0]]+" -> "+w.urls[a[1]])
	}
}

func (t *tally) print() {
	for cause, n := range t.n {
		fmt.Printf("%s: %d\n  %s\n", cause, n, strings.Join(t.examples[cause], "\n  "))
	}
}
