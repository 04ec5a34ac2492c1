package visit

import (
	"weft/crawl"
	"weft/graph/kinds"
)

// RedirectOf returns where the links of a page redirect; crawl.None if they do not.
func RedirectOf(links []crawl.Link) crawl.Page {
	for _, l := range links {
		if l.Kinds&kinds.Redirect != 0 {
			return l.To
		}
	}
	return crawl.None
}

// Circles returns the pages whose redirects lead into a loop. to says where pages redirect.
func Circles(to map[crawl.Page]crawl.Page) map[crawl.Page]bool {
	into := make(map[crawl.Page]bool, len(to))
	var way []crawl.Page
	for p := range to {
		way = way[:0]
		for {
			_, judged := into[p]
			next, redirects := to[p]
			if judged || !redirects {
				break
			}
			way, into[p] = append(way, p), true // if the way comes here again, it is a loop
			p = next
		}
		circle := into[p]
		for _, q := range way {
			into[q] = circle
		}
	}
	for p, circle := range into {
		if !circle {
			delete(into, p)
		}
	}
	return into
}
