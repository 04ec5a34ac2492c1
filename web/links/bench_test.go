package links

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"
)

// BenchmarkExtract measures bytes of HTML a second on sites of the shared data, beside the bare tokenizer of x/net/html.
func BenchmarkExtract(b *testing.B) {
	for _, site := range samples {
		pages := site.pages(b)
		size := 0
		for _, p := range pages {
			size += len(p.Body)
		}
		b.Run(site.name, func(b *testing.B) {
			var x Extractor
			n := 0
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range pages {
					if _, err := x.Extract(p, func(l Reference) { n += len(l.URL) }); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
		b.Run(site.name+"-tokenizer", func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, p := range pages {
					z := html.NewTokenizer(bytes.NewReader(p.Body))
					for z.Next() != html.ErrorToken {
					}
				}
			}
		})
	}
}
