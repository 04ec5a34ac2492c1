package ledger

import (
	"strings"

	"weft/crawl"
	"weft/livecrawl/visit"
)

// markCircles gives the fate Circle to pages whose redirects lead into a loop.
func (l *Ledger) markCircles() {
	for p := range l.to {
		if l.fates[p] != Redirects {
			delete(l.to, p)
		}
	}
	for p := range visit.Circles(l.to) {
		l.fates[p] = Circle
	}
}

// mostHops is how many redirects of a loop are named.
const mostHops = 5

// hops names the redirects of a loop, from a page on.
func (l *Ledger) hops(p crawl.Page) string {
	var b strings.Builder
	seen := map[crawl.Page]bool{}
	for range mostHops {
		url, err := l.names.Name(nil, p)
		if err != nil {
			return ""
		}
		if b.Write(url); seen[p] {
			return b.String()
		}
		seen[p] = true
		b.WriteString(" → ")
		p = l.to[p]
	}
	return b.String() + "…"
}
