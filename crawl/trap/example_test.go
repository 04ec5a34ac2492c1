package trap_test

import (
	"fmt"

	"weft/crawl/trap"
	"weft/web/similar"
)

func Example() {
	g := trap.New(trap.Options{Year: 2026, Month: 11, Budget: 100})
	fmt.Println(g.Of([]byte("http://example.org/a/b/a/b/a/b/a/b/")).Rule)
	fmt.Println(g.Of([]byte("http://example.org/calendar/2099/05")).Rule)

	// A calendar without end: the pages repeat each other, so that the group and then the site pay for them.
	var z similar.Tokenizer
	var tokens similar.Tokens
	var f trap.Finding
	for n := 1; ; n++ {
		url := fmt.Appendf(nil, "http://example.org/shows?week=%d", n)
		s, share := g.Judge(url), trap.Group
		if !g.Admit(s) {
			if !g.Spare(s) {
				fmt.Println(n, s.Rule)
				break
			}
			share = trap.Site
			g.Take(s, share)
		}
		page := fmt.Appendf(nil, "<h1>Week %d</h1><p>No shows. <a href='?week=%d'>Next</a>", n, n+1)
		z.Read(&tokens, url, page, true)
		g.Examine(&f, s, &trap.Evidence{URL: url, Tokens: &tokens}, 16)
		g.Keep(s, url, &f)
		g.Learn(s, f.Verdict, share)
	}
	// Output:
	// trap: repeated path
	// trap: date far from now
	// 102 trap: calendar
}
