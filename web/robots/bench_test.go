package robots

import (
	"fmt"
	"strings"
	"testing"
)

// benchFile is a robots.txt of 40 groups with 1,200 rules, 30 kB: a large one.
var benchFile = func() []byte {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "User-agent: bot%d\nCrawl-delay: %d\n# what it may\n", i, i)
		for j := range 30 {
			fmt.Fprintf(&b, "Disallow: /section%d/*/page%d\n", j, i)
		}
	}
	return []byte(b.String())
}()

var (
	sinkRules   *Rules
	sinkPolicy  Policy
	sinkAllowed bool
)

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(benchFile)))
	b.ReportAllocs()
	for b.Loop() {
		sinkRules = Parse(benchFile, Options{})
	}
}

func BenchmarkFor(b *testing.B) {
	r := Parse(benchFile, Options{})
	b.ReportAllocs()
	for b.Loop() {
		sinkPolicy = r.For("bot7")
	}
}

func BenchmarkAllowed(b *testing.B) {
	p := Parse(benchFile, Options{}).For("bot7")
	for name, path := range map[string]string{"30 rules": "/docs/manual/index.html?version=2&lang=en", "encoded": "/docs/caf\xc3\xa9/%7Euser"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkAllowed = p.Allowed(path)
			}
		})
	}
	b.Run("all allowed", func(b *testing.B) {
		for b.Loop() {
			sinkAllowed = Policy{}.Allowed("/docs/manual/index.html")
		}
	})
}
