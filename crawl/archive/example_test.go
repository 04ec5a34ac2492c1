package archive_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl"
	"weft/crawl/archive"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/web/warc"
)

// What was fetched is crawled again, in another order.
func ExampleWeb() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "site.warc.gz")
	f, err := os.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := warc.NewWriter(f, warc.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"", "a", "b"} {
		block := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>")
		if _, err := w.Write(warc.HTTPResponse("http://example.org/"+name, time.Unix(0, 0), block)); err != nil {
			fmt.Println(err)
		}
	}
	f.Close()

	a, err := archive.Open(context.Background(), []string{path}, archive.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	stats, err := crawl.Run(context.Background(), crawl.Options{
		Web: archive.NewWeb(a), Strategy: new(strategy.BreadthFirst), Pages: new(frontier.Known),
		Seeds: []crawl.Out{archive.Seed(a.Seeds()[0])},
	})
	fmt.Println(a.Pages(), "in the archive,", stats.Fetched, "fetched,", stats.Learnt-stats.Fetched, "not there", err)
	// Output: 3 in the archive, 3 fetched, 1 not there <nil>
}
