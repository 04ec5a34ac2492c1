package livecrawl

import (
	"weft/crawl"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/livecrawl/folder"
)

// A Followed says what Follow has left out.
type Followed struct {
	// Again are replies of pages that had been had before, whatever they say.
	Again int
}

// Follow tells of all that the crawl in a folder has learnt so far, in the order in which it was learnt: what the loop
// told its Options.Learnt, but of replies state and note alone. The crawl may be running. Slices are lent. Errors are
// those of reading the log, and those of learnt.
func Follow(dir string, learnt func(crawl.Pick, *crawl.Reply, []crawl.Link) error) (Followed, error) {
	var did Followed
	if _, err := folder.Read(dir); err != nil {
		return did, err
	}
	var had bitset.Set
	f := &folder.Replies{Dir: dir}
	return did, f.Each(func(e *crawl.Event, from crawl.Page) error {
		p := e.Pick
		p.Page = from
		if from != crawl.None {
			if had.Has(int(from)) {
				did.Again++
				return nil
			}
			if e.Reply.State == page.Fetched && !e.Reply.Aside {
				had.Put(int(from))
			}
		}
		return learnt(p, &e.Reply, e.Links)
	})
}
