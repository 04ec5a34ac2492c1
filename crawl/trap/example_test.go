package trap_test

import (
	"fmt"

	"weft/crawl/trap"
)

func Example() {
	g := trap.New(trap.Options{Year: 2026, Month: 11})
	fmt.Println(g.Of([]byte("http://example.org/a/b/a/b/a/b/a/b/")).Rule)
	fmt.Println(g.Of([]byte("http://example.org/calendar/2099/05")).Rule)

	// A calendar goes on and on, and its pages say the same.
	text := []uint64{0xfeed, 0xf00d}
	for n := 1; ; n++ {
		s := g.Judge(fmt.Appendf(nil, "http://example.org/shows?week=%d", n))
		if !g.Admit(s) {
			fmt.Println(n, s.Rule)
			break
		}
		outcome := trap.Same
		if news := g.News(nil, s.Host, text, nil, 16); len(news) > 0 {
			outcome = trap.News
			g.Keep(news)
		}
		g.Learn(s, outcome, true)
	}
	// Output:
	// trap: repeated path
	// trap: date far from now
	// 104 trap: calendar
}
