package ingest_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"github.com/ulikunitz/xz"

	"weft/graph/kinds"
	"weft/internal/shared"
	"weft/internal/usage"
	"weft/making/ingest"
	"weft/store"
	"weft/web/links"
	"weft/web/warc"
)

// A document is an HTML file of a site.
type document struct {
	url  string
	body []byte
}

// documents returns the HTML files of httpd-docs-2snap, 2018.
func documents(b *testing.B) []document {
	b.Helper()
	f, err := os.Open(shared.File(b, "httpd-docs-2snap", "httpd-manual-2018-01-01.tar.xz"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	text, err := xz.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	var list []document
	for files := tar.NewReader(text); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			b.Fatal(err)
		}
		body, err := io.ReadAll(files)
		if err != nil {
			b.Fatal(err)
		}
		if bytes.Contains(body[:min(len(body), 1000)], []byte("<html")) {
			list = append(list, document{"https://httpd.apache.org/" + path.Clean(h.Name), body})
		}
	}
}

// writeWARC writes documents as responses, compressed.
func writeWARC(b *testing.B, to string, list []document) {
	b.Helper()
	f, err := os.Create(to)
	if err != nil {
		b.Fatal(err)
	}
	w, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range list {
		head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n", len(d.body))
		if _, err := w.Add(warc.HTTPResponse(d.url, time.Unix(0, 0), append([]byte(head), d.body...))); err != nil {
			b.Fatal(err)
		}
	}
	var out warc.Packed
	w.Take(&out)
	if _, err := f.Write(out.Bytes); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// writeWAT writes what Common Crawl keeps of such responses, compressed, and returns its size before.
func writeWAT(b *testing.B, to string, list []document) (size int) {
	b.Helper()
	f, err := os.Create(to)
	if err != nil {
		b.Fatal(err)
	}
	var x links.Extractor
	for _, d := range list {
		type link map[string]string
		var found []link
		_, err := x.Extract(links.Document{URL: []byte(d.url), ContentType: "text/html", Body: d.body}, func(l links.Reference) {
			if l.Kinds&kinds.Link != 0 {
				found = append(found, link{"path": "A@/href", "url": string(l.URL), "text": string(l.Anchor)})
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		type object map[string]any
		text, err := json.Marshal(object{"Envelope": object{
			"WARC-Header-Metadata": object{"WARC-Type": "response", "WARC-Target-URI": d.url, "WARC-Date": "2018-01-01T00:00:00Z"},
			"Payload-Metadata": object{"HTTP-Response-Metadata": object{
				"Response-Message": object{"Status": "200"}, "Headers": object{"Content-Type": "text/html"},
				"HTML-Metadata": object{"Head": object{"Title": d.url}, "Links": found},
			}},
		}})
		if err != nil {
			b.Fatal(err)
		}
		record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: %s\r\nWARC-Date: 2018-01-01T00:00:00Z\r\n"+
			"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", d.url, len(text), text)
		size += len(record)
		z := gzip.NewWriter(f)
		if _, err := z.Write([]byte(record)); err != nil {
			b.Fatal(err)
		}
		if err := z.Close(); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return size
}

// BenchmarkArchives measures whole imports, in MB of HTML and of WAT, before compression, for each second of a core. The
// pages of a site, 20 times under other names.
func BenchmarkArchives(b *testing.B) {
	const times = 20
	site, html := documents(b), 0
	var list []document
	for i := range times {
		for _, d := range site {
			list = append(list, document{fmt.Sprintf("%s?%d", d.url, i), d.body})
			html += len(d.body)
		}
	}
	dir := b.TempDir()
	files := map[string]int{"html.warc.gz": html}
	writeWARC(b, filepath.Join(dir, "html.warc.gz"), list)
	files["links.wat.gz"] = writeWAT(b, filepath.Join(dir, "links.wat.gz"), list)
	for name, size := range files {
		b.Run(name, func(b *testing.B) {
			spent := time.Duration(0)
			for b.Loop() {
				cost, err := usage.Of(func() error {
					_, err := ingest.Import(context.Background(), ingest.Options{
						Inputs: []string{filepath.Join(dir, name)}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl"), Replace: true, Memory: 1 << 30},
					})
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
				spent += cost.CPU
			}
			b.ReportMetric(float64(size)*float64(b.N)/1e6/spent.Seconds(), "MB/core-s")
			b.ReportMetric(float64(size)/1e6, "MB")
		})
	}
}
