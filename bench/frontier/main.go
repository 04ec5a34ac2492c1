//go:build linux

// Command frontier crawls a generated Web breadth first, without fetching, until a number of URLs are known. It
// prints the cost: memory, disk, and time for each link.
//
//	go run ./bench/frontier -n 10000000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/internal/mem"
	"weft/internal/usage"
)

func main() {
	n := flag.Int("n", 10_000_000, "URLs to know")
	dir := flag.String("dir", "", "where to keep them; a temporary folder if empty")
	workers := flag.Int("workers", 2, "for starting again")
	flag.Parse()
	mem.KeepClean()
	if err := run(*n, *dir, *workers); err != nil {
		fmt.Fprintln(os.Stderr, "frontier:", err)
		os.Exit(1)
	}
}

func run(n int, dir string, workers int) (err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "weft-frontier-*"); err != nil {
			return err
		}
		defer os.RemoveAll(dir) //nolint:errcheck // scratch
	}
	folder := filepath.Join(dir, "names")
	if err := first(n, dir, folder); err != nil {
		return err
	}
	return again(folder, workers)
}

// first crawls, and looks up again what is known.
func first(n int, dir, folder string) (err error) {
	w, err := newWalk(dir, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	cost, err := usage.Of(func() error { return w.until(n) })
	if err != nil {
		return err
	}
	pages, links := w.pages, w.links
	repeat, repeated, err := w.repeat(min(pages, 200_000))
	if err != nil {
		return err
	}
	known := float64(repeat) / float64(repeated)
	all := float64(cost.CPU - w.generating - w.picking)
	size, err := folderSize(folder)
	if err != nil {
		return err
	}
	news := float64(w.known.Len())
	fmt.Printf("URLs known           %12d, %.1f bytes each, after %d pages with %d links\n", w.known.Len(), float64(w.bytes)/news, pages, links)
	fmt.Printf("anonymous memory     %12.1f MiB at most, %.2f bytes a URL\n", float64(cost.Peak)/(1<<20), float64(cost.Peak)/news)
	fmt.Printf("disk                 %12.1f MB, %.2f bytes a URL\n", float64(size)/1e6, float64(size)/news)
	fmt.Printf("a link, mean         %12.3f µs CPU\n", all/float64(links)/1000)
	fmt.Printf("a link that is known %12.3f µs CPU\n", known/1000)
	fmt.Printf("a new link           %12.3f µs CPU\n", (all-known*(float64(links)-news))/news/1000)
	fmt.Printf("a pick with its URL  %12.3f µs CPU\n", float64(w.picking)/float64(pages)/1000)
	fmt.Printf("wall                 %12.1f s, CPU %.1f s, of which the Web took %.1f s\n", cost.Wall.Seconds(), cost.CPU.Seconds(), w.generating.Seconds())
	return nil
}

// again opens the names as after a kill.
func again(folder string, workers int) error {
	var known frontier.Known
	cost, err := usage.Of(func() error {
		names, err := frontier.OpenNames(folder, -1)
		if err != nil {
			return err
		}
		return errors.Join(known.Fill(context.Background(), names, workers), names.Close())
	})
	fmt.Printf("start again          %12.1f s for %d URLs, CPU %.1f s, %.1f MiB at most\n", cost.Wall.Seconds(), known.Len(), cost.CPU.Seconds(), float64(cost.Peak)/(1<<20))
	return err
}

func folderSize(dir string) (size int64, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		info, e := e.Info()
		if e != nil {
			return 0, e
		}
		size += info.Size()
	}
	return size, err
}

// newWalk begins a crawl at the home page of the first host.
func newWalk(dir, folder string) (*walk, error) {
	names, err := frontier.CreateNames(folder)
	if err != nil {
		return nil, err
	}
	ids, err := newIDs(filepath.Join(dir, "pages"))
	if err != nil {
		return nil, errors.Join(err, names.Close())
	}
	return &walk{names: names, ids: ids, known: new(frontier.Known), bfs: new(strategy.BreadthFirst)}, nil
}

// Number of pages whose picking and learning are timed together, because reading the clock takes a microsecond.
const atOnce = 1000

// until crawls until n URLs are known.
func (w *walk) until(n int) error {
	if err := w.seed(); err != nil {
		return err
	}
	told := time.Now()
	for w.known.Len() < n {
		pages := min(atOnce, w.known.Len()-w.pages)
		if pages == 0 {
			return fmt.Errorf("the Web has only %d pages", w.known.Len())
		}
		if err := w.pick(pages); err != nil {
			return err
		}
		if err := w.generate(pages); err != nil {
			return err
		}
		for i := range pages {
			if err := w.learn(crawl.Page(w.pages-pages+i), w.batch.of(i)); err != nil {
				return err
			}
		}
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			fmt.Fprintf(os.Stderr, "%d URLs after %d pages, %d MiB\n", w.known.Len(), w.pages, mem.Anonymous()>>20)
		}
	}
	return nil
}
