package robots_test

import (
	"fmt"

	"weft/web/robots"
)

func Example() {
	rules := robots.Parse([]byte(`
User-agent: *
Disallow: /search
Allow: /search/about
Crawl-delay: 2.5

Sitemap: https://example.org/sitemap.xml
`), robots.Options{})
	policy := rules.For("examplebot")
	for _, path := range []string{"/", "/search?q=x", "/search/about"} {
		fmt.Println(path, policy.Allowed(path))
	}
	fmt.Println(policy.DelayMillis())
	fmt.Println(rules.Sitemaps())
	// Output:
	// / true
	// /search?q=x false
	// /search/about true
	// 2500 true
	// [https://example.org/sitemap.xml]
}

func ExampleDecide() {
	rules, outcome := robots.Decide(robots.Answer{Status: 503}, robots.Options{})
	fmt.Println(outcome == robots.Unreachable, rules.Allowed("examplebot", "/"), robots.Lifetime(outcome, ""))
	// Output: true false 3600
}

func ExampleFromHeader() {
	d := robots.FromHeader("noarchive, otherbot: noindex", "examplebot")
	fmt.Println(d.Has(robots.NoArchive), d.Has(robots.NoIndex))
	// Output: true false
}
