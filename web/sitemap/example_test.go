package sitemap_test

import (
	"fmt"
	"strings"

	"weft/web/sitemap"
)

func ExampleRead() {
	doc := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
		<url><loc>https://example.org/</loc><lastmod>2024-05-01</lastmod><priority>0.9</priority></url>
		<url><loc>https://example.org/a?b&amp;c</loc></url>
	</urlset>`
	sum, err := sitemap.Read(strings.NewReader(doc), sitemap.Options{}, func(e sitemap.Entry) error {
		fmt.Println(e.Loc)
		return nil
	})
	fmt.Println(sum.Kind == sitemap.URLSet, sum.Entries, err)
	// Output:
	// https://example.org/
	// https://example.org/a?b&c
	// true 2 <nil>
}
