package sitemap

import (
	"fmt"
	"strings"
	"testing"
)

var sinkEntry Entry

func BenchmarkRead(b *testing.B) {
	var xml, text strings.Builder
	xml.WriteString(urlset)
	for i := range 10000 {
		fmt.Fprintf(&xml, "  <url>\n    <loc>https://www.example.org/section/%d/page.html?a=1&amp;b=2</loc>\n    <lastmod>2024-05-01T12:00:00+00:00</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.8</priority>\n  </url>\n", i)
		fmt.Fprintf(&text, "https://www.example.org/section/%d/page.html?a=1&b=2\n", i)
	}
	xml.WriteString("</urlset>")
	for name, doc := range map[string]string{"xml": xml.String(), "text": text.String()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				sum, err := Read(strings.NewReader(doc), Options{}, func(e Entry) error {
					sinkEntry = e
					return nil
				})
				if err != nil || sum.Entries != 10000 {
					b.Fatal(sum, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10000, "ns/url")
		})
	}
}
