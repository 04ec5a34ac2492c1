package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"weft/internal/usage"
)

var sink int

// BenchmarkReader reads the blackbook archive: MB/s of stored bytes, and of decoded ones as a metric.
func BenchmarkReader(b *testing.B) {
	files := map[string][]byte{
		"warc.gz": load(b, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz"),
		"arc.gz":  load(b, "warc-samples", "IAH-20080430204825-00000-blackbook.arc.gz"),
		"plain":   bytes.Repeat(load(b, "crawler-cases", "commoncrawl+ia-web-commons/src/test/resources/org/archive/format/warc/IAH-urls-wget.warc"), 20),
	}
	for _, name := range []string{"warc.gz", "arc.gz", "plain"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(files[name])))
			b.ReportAllocs()
			decoded := 0
			for b.Loop() {
				r := NewReader(bytes.NewReader(files[name]), Options{})
				for {
					rec, err := r.Next()
					if err == io.EOF {
						break
					}
					if err != nil {
						b.Fatal(err)
					}
					decoded += len(rec.Body)
				}
			}
			b.ReportMetric(float64(decoded)/1e6/b.Elapsed().Seconds(), "decodedMB/s")
			sink = decoded
		})
	}
}

// BenchmarkInflate is what BenchmarkReader/warc.gz cannot beat: the same members inflated and not looked at.
func BenchmarkInflate(b *testing.B) {
	file := load(b, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz")
	b.SetBytes(int64(len(file)))
	buf := make([]byte, 64<<10)
	for b.Loop() {
		s := newStream(bytes.NewReader(file))
		for s.open() == nil {
			for {
				n, err := s.in.Read(buf)
				sink += n
				if err != nil {
					break
				}
			}
			s.kind = unitNone
		}
	}
}

// BenchmarkParse parses the responses of ipwb-sample-1.
func BenchmarkParse(b *testing.B) {
	var blocks [][]byte
	total := 0
	r := NewReader(bytes.NewReader(load(b, "warc-samples", "ipwb-sample-1.warc.gz")), Options{})
	for {
		rec, err := r.Next()
		if err != nil {
			break
		}
		if rec.IsHTTP() {
			blocks = append(blocks, bytes.Clone(rec.Body))
			total += len(rec.Body)
		}
	}
	b.SetBytes(int64(total))
	b.ReportAllocs()
	var resp Response
	for b.Loop() {
		for _, block := range blocks {
			if resp.Parse(block) == nil {
				sink += len(resp.Body)
			}
		}
	}
}

// BenchmarkParseWAT parses made records of 40 links.
func BenchmarkParseWAT(b *testing.B) {
	text := madeWAT(1, 40)
	text = bytes.ReplaceAll(text, []byte(`\\`), nil) // most records have few escapes
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var p WATPage
	for b.Loop() {
		if err := ParseWAT(text, &p); err != nil && !errors.Is(err, ErrNotWAT) {
			b.Fatal(err)
		}
		sink += len(p.Links)
	}
}

// BenchmarkWriter writes pages of 20 KB.
func BenchmarkWriter(b *testing.B) {
	block := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + strings.Repeat("<p>page with <a href=/x>links</a></p>\n", 500))
	b.SetBytes(int64(len(block)))
	b.ReportAllocs()
	w, err := NewWriter(io.Discard, WriterOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := w.Write(HTTPResponse("http://a.test/", time.Unix(0, 0), block)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPacker packs the responses of ipwb-sample-1 and of blackbook with a request each: both digests, gzip, the line of
// the index. ratio is stored to given bytes.
func BenchmarkPacker(b *testing.B) {
	for _, name := range []string{"ipwb-sample-1.warc.gz", "IAH-20080430204825-00000-blackbook.warc.gz"} {
		var blocks [][]byte
		total := 0
		r := NewReader(bytes.NewReader(load(b, "warc-samples", name)), Options{})
		for {
			rec, err := r.Next()
			if err != nil {
				break
			}
			if rec.IsHTTP() && rec.Type == TypeResponse && bytes.Contains(rec.Body[:min(len(rec.Body), 1000)], []byte("text/html")) {
				blocks = append(blocks, bytes.Clone(rec.Body))
				total += len(rec.Body)
			}
		}
		request := []byte("GET /page HTTP/1.1\r\nHost: www.example.org\r\nUser-Agent: weft/1 (+https://example.org/bot)\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n")
		for level := 1; level <= 4; level++ {
			b.Run(fmt.Sprintf("%s/level%d", name[:4], level), func(b *testing.B) {
				p, err := NewPacker(WriterOptions{Level: level})
				if err != nil {
					b.Fatal(err)
				}
				var packed Packed
				stored := 0
				b.SetBytes(int64(total))
				b.ReportAllocs()
				spent := time.Duration(0)
				for b.Loop() {
					stored = 0
					cost, err := usage.Of(func() error {
						for _, block := range blocks {
							placed, err := p.Add(HTTPResponse("http://www.example.org/page", time.Unix(0, 0), block))
							if err == nil {
								_, err = p.Add(HTTPRequest("http://www.example.org/page", time.Unix(0, 0), placed.ID, request))
							}
							if err != nil {
								return err
							}
							p.Take(&packed)
							stored += len(packed.Bytes)
						}
						return nil
					})
					if err != nil {
						b.Fatal(err)
					}
					spent += cost.CPU
				}
				b.ReportMetric(float64(stored)/float64(total), "ratio")
				b.ReportMetric(float64(spent.Microseconds())/float64(b.N*len(blocks)), "µs-CPU/page")
				b.ReportMetric(float64(total)/float64(len(blocks)), "B/page")
			})
		}
	}
}
