package warc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"weft/web/warc"
)

// The loop of everyone who reads archives: go on after damage, stop at an error of reading.
func ExampleReader() {
	var file bytes.Buffer
	date := time.Date(2024, 5, 18, 1, 58, 10, 0, time.UTC)
	w, err := warc.NewWriter(&file, warc.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	page := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/b>b</a>")
	for _, uri := range []string{"http://example.com/a", "http://example.com/b", "http://example.com/c"} {
		if _, err := w.Write(warc.HTTPResponse(uri, date, page)); err != nil {
			fmt.Println(err)
		}
	}
	damaged := file.Bytes()
	damaged[file.Len()/2] ^= 0xff // somewhere in the second record

	r := warc.NewReader(bytes.NewReader(damaged), warc.Options{})
	var resp warc.Response
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if errors.Is(err, warc.ErrBadRecord) {
			fmt.Println("skipped one bad record")
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		if !rec.IsHTTP() {
			continue
		}
		if err := resp.Parse(rec.Body); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s %d %s %s\n", rec.TargetURI(), resp.Status, resp.ContentType(), resp.Body)
	}
	// Output:
	// http://example.com/a 200 text/html <a href=/b>b</a>
	// skipped one bad record
	// http://example.com/c 200 text/html <a href=/b>b</a>
}

// What a crawler does: workers pack, one goroutine appends.
func ExampleFiles() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	date := time.Date(2024, 5, 18, 1, 58, 10, 0, time.UTC)
	files, err := warc.CreateFiles(dir, warc.FilesOptions{Prefix: "crawl", Info: []string{"software", "weft"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	packer, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	uri := "http://www.example.com/a"
	placed, err := packer.Add(warc.HTTPResponse(uri, date, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")))
	if err == nil {
		_, err = packer.Add(warc.HTTPRequest(uri, date, placed.ID, []byte("GET /a HTTP/1.1\r\nHost: www.example.com\r\n\r\n")))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	var packed warc.Packed
	packer.Take(&packed)
	mark, err := files.Append(&packed)
	fmt.Println(mark.File, err)
	fmt.Println(files.Close())
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, name := range names {
		fmt.Println(filepath.Base(name))
	}
	// Output:
	// 0 <nil>
	// <nil>
	// crawl-00000.cdxj
	// crawl-00000.warc.gz
	// index.cdxj
}

func ExampleAppendSURT() {
	fmt.Printf("%s\n", warc.AppendSURT(nil, []byte("https://www.Example.com:443/A/?b=2&a=1")))
	// Output: com,example)/a?a=1&b=2
}

func ExampleParseWAT() {
	text := []byte(`{"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http://example.com/"},
		"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},
		"HTML-Metadata":{"Links":[{"path":"A@/href","url":"/about","text":"About us"}]}}}}}`)
	var page warc.WATPage
	if err := warc.ParseWAT(text, &page); err != nil {
		fmt.Println(err)
		return
	}
	for _, link := range page.Links {
		fmt.Printf("%s -> %s %s %q\n", page.URI, link.Path, link.URL, link.Text)
	}
	// Output: http://example.com/ -> A@/href /about "About us"
}
