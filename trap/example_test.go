package trap_test

import (
	"fmt"

	"weft/trap"
)

func Example() {
	g := trap.New(trap.Options{Year: 2026, Month: 11})
	fmt.Println(g.Check([]byte("http://example.org/a/b/a/b/a/b/a/b/")))
	fmt.Println(g.Check([]byte("http://example.org/calendar/2099/05")))

	// A calendar goes on and on, and its pages say the same.
	for n := 1; ; n++ {
		url := fmt.Appendf(nil, "http://example.org/shows?week=%d", n)
		if r := g.Admit(url, -1); r != trap.None {
			fmt.Println(n, r)
			break
		}
		g.Learn(url, trap.Content{Hash: 0xfeed, Words: 80})
	}
	// Output:
	// trap: repeated path
	// trap: date far from now
	// 119 trap: calendar
}
