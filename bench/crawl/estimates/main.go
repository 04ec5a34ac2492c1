// Command estimates repeatedly crawls a part of a host of the mini-web. It counts how often the interval printed
// by the crawler contains the number of pages that a whole crawl finds.
//
//	go run ./bench/crawl/estimates -out DIR/out -proxy http://127.0.0.1:8980 -host httpd.apache.org -share 0.3 -runs 20
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/web/live"
)

func main() {
	out := flag.String("out", "out", "folder of manifest.tsv")
	proxy := flag.String("proxy", "http://127.0.0.1:8980", "server of the mini-web")
	host := flag.String("host", "httpd.apache.org", "that is crawled")
	share := flag.Float64("share", 0.3, "of its pages that are fetched")
	runs := flag.Int("runs", 20, "with different seeds")
	flag.Parse()
	pages, err := pagesOf(filepath.Join(*out, "manifest.tsv"), *host)
	if err != nil {
		log.Fatal(err)
	}
	for _, strategy := range []string{"bfs", "random"} {
		if err := try(pages, *proxy, strategy, *share, *runs); err != nil {
			log.Fatal(err)
		}
	}
}

// pagesOf lists the pages of a host.
func pagesOf(path, host string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	var pages []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if url := strings.Split(lines.Text(), "\t")[1]; strings.HasPrefix(url, "https://"+host+"/") {
			pages = append(pages, strings.Replace(url, "https:", "http:", 1))
		}
	}
	return pages, lines.Err()
}

func try(pages []string, proxy, strategy string, share float64, runs int) error {
	covered, tried := 0, 0
	errs, widths := 0.0, 0.0 // the width is infinite when nothing can be said
	for seed := uint64(1); tried < runs; seed++ {
		start := pages[rand.New(rand.NewPCG(seed, 9)).IntN(len(pages))]
		all, err := crawl(start, proxy, strategy, seed, 0)
		if err != nil {
			return err
		}
		if int(all.Fetched) < len(pages)/2 {
			continue // from there one does not come far
		}
		part, err := crawl(start, proxy, strategy, seed, uint64(share*float64(all.Fetched)))
		if err != nil {
			return err
		}
		tried++
		truth := float64(all.Known)
		s := part.Size
		if s.Low <= truth && truth <= s.High {
			covered++
		}
		errs += max(s.Estimate/truth, truth/s.Estimate) - 1
		widths += (s.High - s.Low) / truth
		fmt.Printf("  %s seed %d: %d of %d fetched, %.0f (%.0f to %.0f), truth %.0f\n", strategy, seed, part.Fetched, all.Fetched, s.Estimate, s.Low, s.High, truth)
	}
	fmt.Printf("%s: %d of %d intervals cover the truth; off by %.0f %% on average, width %.2f of it\n", strategy, covered, tried, 100*errs/float64(tried), widths/float64(tried))
	return nil
}

func crawl(start, proxy, strategy string, seed, limit uint64) (r livecrawl.Result, err error) {
	dir, err := os.MkdirTemp("", "estimates")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // temporary
	c := folder.Config{Seeds: []string{start}, Strategy: strategy, RandomSeed: seed, Window: 16, Traps: true, Nofollow: true, Scope: folder.Scope{Depth: -1, Exclude: []string{"^https:"}}}
	o := livecrawl.Options{Dir: filepath.Join(dir, "c"), Version: "bench", Net: live.Options{UserAgent: "weft-bench/1", AllowPrivate: true, Proxy: proxy}, Limits: livecrawl.Limits{Pages: limit}}
	j, err := livecrawl.Create(c, o)
	if err != nil {
		return r, err
	}
	r, err = j.Run(context.Background())
	return r, errors.Join(err, j.Close())
}
