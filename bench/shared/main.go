// Command shared measures a shared frontier in Redis: memory for each URL, and pages a second that are offered, offered
// again, and pulled and done.
//
//	redis-server --port 7000 --save '' &
//	go run ./bench/shared -frontier 'redis://127.0.0.1:7000?name=bench'
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"weft/crawl"
	"weft/crawl/frontier/frontiertest"
	"weft/crawl/shared"
	"weft/crawl/shared/redis"
	"weft/internal/splitmix"
)

func main() {
	address := flag.String("frontier", "redis://127.0.0.1:6379?name=bench", "a new frontier; its keys stay in Redis")
	n := flag.Int("n", 300_000, "URLs")
	hosts := flag.Int("hosts", 5000, "hosts")
	batch := flag.Int("batch", 500, "pages in a call")
	flag.Parse()
	if err := run(context.Background(), *address, *n, *hosts, *batch); err != nil {
		fmt.Fprintln(os.Stderr, "shared:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address string, n, hosts, batch int) error {
	a, err := redis.Parse(address)
	if err != nil {
		return err
	}
	s, err := redis.Open(ctx, a)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // the program ends
	x, held, err := s.Join(ctx, "bench", time.Hour)
	if err != nil {
		return err
	}
	if len(held) > 0 {
		return errors.New("the frontier is not new: give another name")
	}
	pages, bytes := draw(n, hosts)
	fmt.Printf("%d URLs of %d hosts, %.1f bytes each\n", n, hosts, float64(bytes)/float64(n))
	b := bench{ctx, s, x, batch}
	return errors.Join(b.offer("offered", pages), b.offer("offered again", pages), b.fetch(n))
}

// draw returns pages of the generated Web, and the length of their URLs.
func draw(n, hosts int) (pages []shared.Page, bytes int) {
	web := frontiertest.New()
	for i := range n {
		at := frontiertest.Address{Host: uint32(i % hosts), Doc: uint32(i / hosts)} //nolint:gosec // few
		url := web.AppendURL(nil, at)
		home := web.AppendURL(nil, frontiertest.Address{Host: at.Host})
		host := string(home[len("https://") : len(home)-1])
		pages = append(pages, shared.Page{Key: crawl.Key(splitmix.Mix(uint64(i))), Host: host, URL: url, Note: []byte{1, 2}}) //nolint:gosec // not negative
		bytes += len(url)
	}
	return pages, bytes
}

// A bench makes calls, a batch of pages each.
type bench struct {
	ctx   context.Context //nolint:containedctx // of the whole program
	s     *redis.Service
	x     shared.Session
	batch int
}

// measure prints how many pages a second work passes, and how much more memory Redis then uses for each.
func (b bench) measure(name string, pages int, work func() error) error {
	before, err := b.s.UsedMemory(b.ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := work(); err != nil {
		return err
	}
	took := time.Since(start)
	after, err := b.s.UsedMemory(b.ctx)
	fmt.Printf("%-16s %9.0f pages/s %8.1f bytes a page\n", name, float64(pages)/took.Seconds(), float64(after-before)/float64(pages))
	return err
}

func (b bench) offer(name string, pages []shared.Page) error {
	return b.measure(name, len(pages), func() error {
		for i := 0; i < len(pages); i += b.batch {
			if err := b.x.Offer(b.ctx, pages[i:min(len(pages), i+b.batch)]); err != nil {
				return err
			}
		}
		return nil
	})
}

// fetch pulls all pages, up to 16 of a host at once, and says that they are done.
func (b bench) fetch(n int) error {
	return b.measure("pulled and done", n, func() error {
		for {
			pages, left, err := b.x.Pull(b.ctx, b.batch, 16)
			if err != nil || left.Over() {
				return err
			}
			keys := make([]crawl.Key, len(pages))
			for i, p := range pages {
				keys[i] = p.Key
			}
			if err := b.x.Done(b.ctx, keys); err != nil {
				return err
			}
		}
	})
}
