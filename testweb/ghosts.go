package testweb

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// addGhosts makes URLs on hosts that are not served, the popular ones first.
func (b *builder) addGhosts() {
	n := max(10, b.opts.Pages/25)
	sites := max(4, n/12)
	for i := range n {
		site := zipf(b.r, sites)
		scheme, path := "http", ""
		if site%2 == 0 {
			scheme = "https"
		}
		if i >= sites {
			path = fmt.Sprintf("item/%d", i)
		} else {
			site = i
		}
		url := fmt.Sprintf("%s://%s.elsewhere%d.example/%s", scheme, []string{"www", "cdn", "status"}[site%3], site, path)
		if _, ok := b.byURL[url]; ok {
			continue
		}
		b.ghosts = append(b.ghosts, b.addPage(page{url: url, title: fmt.Sprintf("Elsewhere %d", i), kind: ghost, host: -1}))
	}
}

// zipf returns i in [0,n) with a chance that falls about as 1/(i+1).
func zipf(r *rand.Rand, n int) int {
	return min(n-1, int(math.Exp(r.Float64()*math.Log(float64(n+1))))-1)
}

func (b *builder) someGhost() int32 { return b.ghosts[zipf(b.r, len(b.ghosts))] }
