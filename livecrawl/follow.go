package livecrawl

import (
	"weft/crawl"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/livecrawl/folder"
)

// A Followed counts the replies that Follow has left out.
type Followed struct {
	// Again counts replies of pages that had been fetched before, whatever their content.
	Again int
}

// Follow passes to learnt all that the crawl in a folder has learnt so far, in order. The arguments are those of
// the loop's Options.Learnt, but replies have only state and note. The crawl may be running. Slices are valid
// until learnt returns. Errors are errors of reading the log, and of learnt.
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
