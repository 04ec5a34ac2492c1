package share

import (
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/graph/page"
	"weft/livecrawl/visit"
)

// newsEvery is the longest time that news waits for the disk and the frontier. Tests change it.
var newsEvery = 200 * time.Millisecond

// mostNews is the largest number of pages in the news.
const mostNews = 4096

// news holds the part of the log that the frontier does not know yet.
type news struct {
	since  time.Time
	offers []shared.Page
	of     map[crawl.Key]fate // the last word on each page
}

// A fate is the state of a page that the crawl held.
type fate uint8

const (
	done  fate = iota // it need not be fetched
	waits             // it is requested again later
	aside             // a rule holds it
	idle              // it waits, and this run may not request it any more
)

// fateOf returns the fate of a page by its reply.
func fateOf(r *crawl.Reply, n *visit.Note) fate {
	switch {
	case !r.Again || r.State != page.Ghost: // postponed pages with another state were left out or given up
		return done
	case n.Status == visit.StatusLeftOut:
		return aside
	}
	return waits
}

// Learnt receives what the loop learns, also in a replay: the frontier gets the links of the page, and the page's fate.
func (f *Feed) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if r.Handed {
		return nil
	}
	for _, l := range links {
		if !l.New || l.Barred {
			continue
		}
		page, err := f.o.Page(l.To)
		if err != nil {
			return err
		}
		f.offer(page)
	}
	if p.Page == crawl.None {
		return nil
	}
	var n visit.Note
	if err := n.Parse(r.Note); err != nil {
		return err
	}
	f.settle(p.Key, fateOf(r, &n))
	return nil
}

// Replayed receives what a replay learns. It does not gather much, as a log is long.
func (f *Feed) Replayed(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if err := f.Learnt(p, r, links); err != nil || f.newsCount() < mostNews {
		return err
	}
	return f.Flush()
}

func (f *Feed) offer(p shared.Page) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isNews()
	f.news.offers = append(f.news.offers, p)
}

// settle notes the fate of a page, which is not in hand any more.
func (f *Feed) settle(key crawl.Key, to fate) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settled(key, to)
}

// settled is settle under the lock.
func (f *Feed) settled(key crawl.Key, to fate) {
	f.isNews()
	f.news.of[key] = to
	delete(f.active, key)
	if delete(f.kept, key); to != done {
		f.kept[key] = to
	}
	if len(f.active) == 0 {
		signal(f.ready) // the news is due, as nothing else is in hand
	}
}

// isNews notes that there is news.
func (f *Feed) isNews() {
	f.changes++
	if f.news.count() == 0 {
		f.news.since = time.Now()
		time.AfterFunc(newsEvery, func() { signal(f.ready) })
	}
}

func (n *news) count() int { return len(n.offers) + len(n.of) }

func (f *Feed) newsCount() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.news.count()
}

// newsDue reports whether to send the news: after newsEvery, or at once if no page is in hand.
func (f *Feed) newsDue() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.news.count()
	return n >= mostNews || n > 0 && (len(f.active) == 0 || time.Since(f.news.since) >= newsEvery)
}

// release writes everything that was learnt to the disk, and then hands the news to the client.
func (f *Feed) release() error {
	if f.newsCount() == 0 {
		return nil
	}
	if err := f.o.Sync(); err != nil {
		return err
	}
	f.mu.Lock()
	sent := f.news
	f.news = news{of: map[crawl.Key]fate{}}
	f.mu.Unlock()
	c := f.o.Client
	if len(sent.offers) > 0 {
		c.Offer(sent.offers)
	}
	for to, say := range map[fate]func([]crawl.Key){done: c.Done, waits: c.Wait, aside: c.Aside, idle: c.Aside} {
		if keys := sent.with(to); len(keys) > 0 {
			say(keys)
		}
	}
	signal(f.wake)
	return nil
}

// with returns the pages of a fate.
func (n *news) with(to fate) (keys []crawl.Key) {
	for key, is := range n.of {
		if is == to {
			keys = append(keys, key)
		}
	}
	return keys
}
