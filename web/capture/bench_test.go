package capture_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"weft/internal/shared"
	"weft/web/capture"
	"weft/web/warc"
)

var sink int

// BenchmarkResponse reads the pages of HTML of blackbook, with keys of links alone and with URLs too.
func BenchmarkResponse(b *testing.B) {
	f, err := os.Open(shared.File(b, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var uris, blocks [][]byte
	total := 0
	for rd := warc.NewReader(f, warc.Options{}); ; {
		rec, err := rd.Next()
		if err != nil {
			break
		}
		if rec.IsHTTP() && bytes.Contains(rec.Body[:min(len(rec.Body), 1000)], []byte("text/html")) {
			uris, blocks = append(uris, bytes.Clone(rec.TargetURIBytes())), append(blocks, bytes.Clone(rec.Body))
			total += len(rec.Body)
		}
	}
	for _, keys := range []bool{true, false} {
		b.Run(fmt.Sprintf("NoURLs=%v", keys), func(b *testing.B) {
			r := capture.Reader{NoURLs: keys}
			var p capture.Reading
			b.SetBytes(int64(total))
			b.ReportAllocs()
			links := 0
			for b.Loop() {
				for i, block := range blocks {
					if err := r.Response(uris[i], block, &p); err != nil {
						b.Fatal(err)
					}
					links += len(p.Links)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(links), "ns/link")
			sink = links
		})
	}
}
