package archive_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl/archive"
	"weft/web/capture"
	"weft/web/warc"
)

// What was fetched is read again, page by page.
func Example() {
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
	p, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"", "a", "b"} {
		block := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>")
		if _, err := p.Add(warc.HTTPResponse("http://example.org/"+name, time.Unix(0, 0), block)); err != nil {
			fmt.Println(err)
		}
	}
	var out warc.Packed
	p.Take(&out)
	f.Write(out.Bytes)
	f.Close()

	a, err := archive.Open(context.Background(), []string{path})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	r := a.NewReader()
	var page capture.Reading
	for _, name := range []string{"a", "c"} {
		found, err := r.Read([]byte("http://example.org/"+name), &page)
		fmt.Println(name, found, page.State, len(page.Links), err)
	}
	// Output:
	// a true fetched 3 <nil>
	// c false failed 0 <nil>
}
