package main

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"weft/web/warc"
)

// makeFolder writes a folder of archives like a crawl, with records of all kinds, and resumes once at an earlier
// mark.
func makeFolder(dir string) error {
	o := warc.FilesOptions{Prefix: "made", Size: 100_000, Info: []string{"software", "weft", "format", "WARC File Format 1.1"}}
	files, err := warc.CreateFiles(dir, o)
	if err != nil {
		return err
	}
	w := writer{files: files}
	if w.pack, err = warc.NewPacker(warc.WriterOptions{}); err != nil {
		return err
	}
	var mark warc.Mark
	for i := range 500 {
		if i == 300 {
			mark = files.Mark()
		}
		if err := w.page(i); err != nil {
			return err
		}
	}
	if err := files.Abandon(); err != nil {
		return err
	}
	if w.files, err = warc.OpenFiles(dir, mark, o); err != nil {
		return err
	}
	for i := 300; i < 500; i++ {
		if err := w.page(i); err != nil {
			return err
		}
	}
	return w.files.Close()
}

type writer struct {
	files  *warc.Files
	pack   *warc.Packer
	packed warc.Packed
}

// page writes what a crawl writes of a page: response or revisit, request, metadata.
func (w *writer) page(i int) error {
	uri := fmt.Sprintf("http://www.example.org/Page/%d?b=ü&a=%d", i, i%7)
	date := time.Date(2024, 5, 18, 1, 0, i, 123456789, time.UTC)
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: \"x\"\r\n\r\n"
	body := fmt.Sprintf("<html><title>%d</title>%s</html>", i, strings.Repeat(fmt.Sprintf("<p>page %d, <a href=/page/%d>next</a>", i*i, i+1), i%200))
	rec := warc.HTTPResponse(uri, date, []byte(head+body))
	digest, first := warc.Digest([]byte(body)), "http://www.example.org/Page/0?b=ü&a=0"
	start := time.Date(2024, 5, 18, 1, 0, 0, 0, time.UTC)
	switch i % 10 {
	case 3:
		rec = warc.Revisit(uri, date, []byte(head), warc.Earlier{Digest: warc.Digest([]byte("<html><title>0</title></html>")), URI: first, Date: start})
	case 5:
		rec = warc.NotModified(uri, date, []byte("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"), warc.Earlier{Digest: digest, URI: first, Date: start})
	case 7:
		rec.Truncated = "length"
	case 9:
		rec = warc.HTTPResponse(uri, date, fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body))
	}
	rec.IP, rec.Protocols = netip.MustParseAddr("192.0.2.7"), []string{"http/1.1"}
	placed, err := w.pack.Add(rec)
	if err == nil {
		request := fmt.Sprintf("GET /Page/%d HTTP/1.1\r\nHost: www.example.org\r\nUser-Agent: weft\r\n\r\n", i)
		_, err = w.pack.Add(warc.HTTPRequest(uri, date, placed.ID, []byte(request)))
	}
	if err == nil && i%4 == 0 {
		_, err = w.pack.Add(warc.Metadata(uri, date, placed.ID, []byte("weft-excluded: scope: host\thttp://other.example/\r\n")))
	}
	if err != nil {
		return err
	}
	w.pack.Take(&w.packed)
	_, err = w.files.Append(&w.packed)
	return err
}
