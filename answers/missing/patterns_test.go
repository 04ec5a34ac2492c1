package missing

import (
	"fmt"
	"strings"
	"testing"

	"weft/crawl/scope"
	"weft/internal/drawn"
)

// Each URL is in one pattern, which matches it; the patterns add up, whatever the URLs are.
func TestPatternsOfDrawnURLs(t *testing.T) {
	rng := drawn.Rand(t)
	words := []string{"", "a", "b", "cal", "2024", "x9y", "p-1", "p-2", "a.html", "%2F", "*", "word", "é"}
	for range 200 {
		var p patterns
		var urls []string
		kinds := 1 + rng.IntN(len(words))
		for i := range 1 + rng.IntN(300) {
			url := fmt.Sprintf("http://h%d.test/", rng.IntN(3))
			for range rng.IntN(5) {
				word := words[rng.IntN(kinds)]
				if rng.IntN(4) == 0 {
					word += strings.Repeat("z", 1+rng.IntN(40))
				}
				url += word + "/"[:rng.IntN(2)]
			}
			switch rng.IntN(4) {
			case 0:
				url += fmt.Sprintf("?q=%d&w=%s", i, words[rng.IntN(kinds)])
			case 1:
				url += "?"
			}
			urls = append(urls, url)
			p.add([]byte(url), "trap: "+words[rng.IntN(3)])
		}
		sum := int64(0)
		matches := map[string]bool{}
		for _, x := range p.list() {
			sum += x.Pages
			w, err := scope.ParseWildcard(x.Pattern)
			if err != nil || x.Pages < 1 || x.Reason == "" || len(x.Examples) == 0 {
				t.Fatalf("%+v: %v", x, err)
			}
			taken := int64(0)
			for _, url := range urls {
				if w.Match([]byte(url)) {
					taken++
					matches[url] = true
				}
			}
			if taken < x.Pages {
				t.Errorf("%s has %d pages, and matches %d of the URLs", x.Pattern, x.Pages, taken)
			}
			if !w.Match([]byte(x.Examples[0])) {
				t.Errorf("%s does not match its example %s", x.Pattern, x.Examples[0])
			}
		}
		if sum != int64(len(urls)) {
			t.Errorf("the patterns have %d pages, want %d", sum, len(urls))
		}
		for _, url := range urls {
			if !matches[url] {
				t.Errorf("no pattern matches %s", url)
			}
		}
	}
}

func TestPatterns(t *testing.T) {
	var p patterns
	for i := range 20 {
		p.add(fmt.Appendf(nil, "http://a.test/cal/%d/%d", 2000+i, i), "trap: calendar")
		p.add(fmt.Appendf(nil, "http://a.test/shop?page=%d&sort=a", i), "trap: pages of one shape")
		p.add(fmt.Appendf(nil, "http://a.test/w/%s.html", strings.Repeat("w", i+1)), "trap: pages that repeat others")
	}
	p.add([]byte("http://a.test/about"), "trap: pages that repeat others")
	got := ""
	for _, x := range p.list() {
		got += fmt.Sprintf("%s %d %s\n", x.Pattern, x.Pages, x.Reason)
	}
	want := "http://a.test/cal/*/* 20 trap: calendar\nhttp://a.test/shop?page=*&sort=* 20 trap: pages of one shape\nhttp://a.test/w/* 20 trap: pages that repeat others\nhttp://a.test/about 1 trap: pages that repeat others\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
