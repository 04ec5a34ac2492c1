//go:build linux

// Command lives crawls sites that are unlucky or hostile, each for its whole life in real time, with seconds for
// hours. The program is unchanged, and is killed and resumed where a site asks for it. The command prints the
// outcomes of the pages of each site. A page is lost if it was available within the patience, and was neither
// fetched nor listed with a reason. Exit status 1 if a page was lost, or an endless site cost more than 200
// requests.
//
//	go build ./cmd/weft && go run ./bench/crawl/lives -weft ./weft
//
// A DNS server of the bench on a loopback address knows the names. The program finds it by a resolv.conf in a
// mount namespace of its own, which takes Linux and root.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

type bench struct {
	weft, work string
	dns        *dns
	seed       uint64
}

func main() {
	weft := flag.String("weft", "weft", "the program")
	only := flag.String("only", "", "names of sites, with commas between; all without")
	dir := flag.String("dir", "", "folder of the crawls; temporary without")
	together := flag.Int("together", 4, "sites at a time")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of faults and kills") //nolint:gosec // positive
	flag.Parse()
	b := &bench{weft: *weft, work: *dir, seed: *seed}
	ok, err := b.run(*only, *together)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lives:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

func (b *bench) run(only string, together int) (ok bool, err error) {
	if b.work == "" {
		if b.work, err = os.MkdirTemp("", "lives"); err != nil {
			return false, err
		}
		defer os.RemoveAll(b.work) //nolint:errcheck // temporary
	}
	if b.dns, err = serveNames(filepath.Join(b.work, "resolv.conf")); err != nil {
		return false, err
	}
	log.SetOutput(io.Discard) // of servers, which see connections break off
	fmt.Printf("seed %d\n%s\n", b.seed, header)
	ok = true
	var mu sync.Mutex
	var group sync.WaitGroup
	room := make(chan struct{}, together)
	for i, s := range sites(b.seed) {
		if only != "" && !strings.Contains(","+only+",", ","+s.name+",") {
			continue
		}
		group.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			t, e := b.live(s, i)
			mu.Lock()
			defer mu.Unlock()
			ok = ok && t.good()
			if fmt.Println(t.row()); e != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", s.name, e))
			}
		})
	}
	group.Wait()
	return ok, err
}
