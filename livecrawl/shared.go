package livecrawl

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/internal/digits"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/livecrawl/share"
)

// A crawl may share its frontier with other crawls, which a service keeps (Config.Frontier). It then fetches only the pages
// that the service hands out. The log says which, so that a replay needs no service.

// Sharing is how a run shares the frontier of its crawl.
type Sharing struct {
	// Service keeps the frontier. The caller closes it.
	Service shared.Service
	// Lease, Margin and Away are as in shared.ClientOptions.
	Lease, Margin, Away time.Duration
	// Warn receives sentences about settings with which pages may be lost. It may be nil.
	Warn func(text string)
}

// A SharedFrontier counts the pages that a shared frontier has left.
//
//json:object shared frontier
type SharedFrontier struct {
	Address string `json:"address"` // address of the frontier, without a password
	Crawler string `json:"crawler"` // name of this crawler at the frontier
	Queued  uint64 `json:"queued"`  // pages that no crawler holds
	// pages that crawlers hold, this one among them, without pages that trap rules hold back
	Held     uint64 `json:"held"`
	Crawlers uint64 `json:"crawlers"` // crawlers at work, this one among them while it runs
}

// String returns it as text.
func (s *SharedFrontier) String() string {
	return fmt.Sprintf("shared frontier: %s queued, %s held by %s", digits.Grouped(s.Queued), digits.Grouped(s.Held), digits.Plural(s.Crawlers, "crawler"))
}

// newCrawler returns a name for a crawler that no other has.
func newCrawler() string { return "crawl-" + rand.Text() }

// pagesInHand is how many pages a crawl holds at most for each worker.
const pagesInHand = 32

// mayShare refuses options of a run that do not go with a shared frontier, and a shared frontier without a service.
func (h *home) mayShare() error {
	o := &h.opts
	if h.cfg.Frontier == "" {
		if o.Sharing != nil {
			return fmt.Errorf("%w: the crawl in %s has a frontier of its own, and cannot share one now: begin a new crawl", ErrOptions, o.Dir)
		}
		return nil
	}
	for _, refused := range []struct {
		is   bool
		what string
	}{
		{o.Strategy != "", "its strategy cannot change, because the frontier chooses the pages"},
		{len(o.Only) > 0, "it cannot request listed pages only, because the frontier chooses the pages"},
		{o.Config != nil, "its configuration cannot change, because the other crawlers keep theirs"},
	} {
		if refused.is {
			return fmt.Errorf("%w: the crawl in %s shares its frontier: %s", ErrOptions, o.Dir, refused.what)
		}
	}
	if o.Sharing == nil {
		return fmt.Errorf("%w: the crawl in %s shares the frontier %s, and no service for it was given", ErrOptions, o.Dir, h.cfg.Frontier)
	}
	return nil
}

// connect joins the frontier, if the crawl shares one.
func (j *Job) connect(ctx context.Context) error {
	if j.cfg.Frontier == "" {
		return nil
	}
	s := j.opts.Sharing
	if err := j.identify(s.Service); err != nil {
		return err
	}
	if err := j.agree(ctx, s); err != nil {
		return fmt.Errorf("%s: %w", j.cfg.Frontier, err)
	}
	if j.opts.Note != nil {
		j.opts.Note("joining the shared frontier")
	}
	c, err := shared.Connect(ctx, s.Service, shared.ClientOptions{Crawler: j.cfg.Crawler, Lease: s.Lease, Margin: s.Margin, Away: s.Away, Tell: j.told.add})
	if err != nil {
		return fmt.Errorf("%s: %w", j.cfg.Frontier, err)
	}
	j.client = c
	j.feed.Store(share.New(ctx, share.Options{
		Client: c, Page: j.sharedPage, Postponed: j.trackers.Postponed, Sync: j.book.journal.Sync, InHand: pagesInHand * j.memory.Workers,
	}))
	return nil
}

// agree warns if the first crawler of the frontier has other settings. A crawler leaves out a page that its own settings
// exclude, and no other crawler gets the page then.
func (j *Job) agree(ctx context.Context, s *Sharing) error {
	service, ok := s.Service.(shared.Agreed)
	if !ok || s.Warn == nil {
		return nil
	}
	own := j.cfg.Belonging()
	text, err := json.Marshal(own)
	if err != nil {
		return err
	}
	kept, err := service.Agree(ctx, string(text))
	if err != nil {
		return err
	}
	var first map[string]string
	if json.Unmarshal([]byte(kept), &first) != nil { // of another version
		return nil
	}
	var differ []string
	for name, sum := range own {
		if other, known := first[name]; known && other != sum {
			differ = append(differ, name)
		}
	}
	if slices.Sort(differ); len(differ) > 0 {
		s.Warn(fmt.Sprintf("%s: the first crawler of this frontier has another setting of %s. Each crawler leaves out the pages that its own settings exclude, "+
			"so the union of the crawls may lack pages. Give all crawlers the same seeds, scope and options.", j.cfg.Frontier, strings.Join(differ, ", ")))
	}
	return nil
}

// identify refuses a frontier that the runs before did not have, and notes the frontier of the first run.
func (j *Job) identify(s shared.Service) error {
	named, ok := s.(shared.Identified)
	if !ok || named.Identity() == j.folder.Identity {
		return nil
	}
	if j.folder.Identity != "" {
		return fmt.Errorf("%s: %w: it is not the frontier of the runs before; the service was emptied, or has lost its data; begin the crawl again", j.cfg.Frontier, shared.ErrRefused)
	}
	j.folder.Identity = named.Identity()
	return j.folder.Write(j.opts.Dir)
}

// sharedPage returns a page as other crawls learn it.
func (j *Job) sharedPage(p crawl.Page) (shared.Page, error) {
	url, err := j.book.frontier.Name(nil, p)
	if err != nil {
		return shared.Page{}, err
	}
	found := j.trackers.Found(p)
	return share.PageOf(j.book.pages.Key(p), url, &found), nil
}

// hold is the fetch.Hold of a crawl that shares its frontier; nil for others.
func (j *Job) hold() fetch.Hold {
	if j.cfg.Frontier == "" {
		return nil
	}
	return func(ctx context.Context, key crawl.Key) (context.Context, context.CancelFunc, bool) {
		return j.feed.Load().Hold(ctx, key)
	}
}

// idles is the Options.Idles of fetch.
func (j *Job) idles(key crawl.Key) bool { return j.client != nil && j.client.Waits(key) }

// shareLoop sets the options of the loop of a crawl that shares its frontier.
func (j *Job) shareLoop(o *crawl.Options) {
	f := j.feed.Load()
	if f == nil {
		return
	}
	o.Feed = f
	o.Only = func(p crawl.Page) bool { return j.client.Holds(j.book.pages.Key(p)) }
}

// shareLearnt tells the feed what was learnt.
func (j *Job) shareLearnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	switch f := j.feed.Load(); {
	case f == nil:
		return nil
	case j.book.replaying:
		return f.Replayed(p, r, links)
	default:
		return f.Learnt(p, r, links)
	}
}

// beginFeed lets pages come, when the log was replayed.
func (j *Job) beginFeed() error {
	f := j.feed.Load()
	if f == nil {
		return nil
	}
	if err := f.Begin(j.source.live.Patience().Retried(j.folder.Retry)); err != nil || !j.folder.Retry {
		return err
	}
	j.folder.Retry = false
	return j.folder.Write(j.opts.Dir)
}

// leaveTime is how long the end of a run waits for the frontier to take pages back.
const leaveTime = 10 * time.Second

// leave leaves the shared frontier at the end of a run. After an error it says nothing there: the next run of the crawl
// continues with the pages, or the lease ends.
func (j *Job) leave(complete bool, failed error) error {
	f := j.feed.Load()
	if f == nil {
		return nil
	}
	if failed != nil {
		return f.Abandon()
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	if _, err := f.End(ctx, complete); err != nil {
		j.told.add(fmt.Sprintf("%s: this crawler could not leave: %v; its pages return when its lease is over", j.cfg.Frontier, err))
		return nil
	}
	j.folder.Retry = complete
	return nil
}

// sharedFrontier counts the pages that the shared frontier has left; nil if the crawl shares none.
func (j *Job) sharedFrontier() *SharedFrontier {
	f := j.feed.Load()
	if f == nil {
		return nil
	}
	left := f.Standing()
	return &SharedFrontier{Address: j.cfg.Frontier, Crawler: j.cfg.Crawler, Queued: left.Queued, Held: left.Held, Crawlers: left.Crawlers}
}

// whyShared is the reason of a crawl that is complete for this crawler, though the frontier has pages; "" if it has none.
func (s *SharedFrontier) whyShared() string {
	if s == nil || s.Queued+s.Held == 0 {
		return ""
	}
	return fmt.Sprintf("the shared frontier has %s left", digits.Plural(s.Queued+s.Held, "page"))
}

// checkShared fills in the parts of a configuration that shares its frontier.
func checkShared(c *folder.Config) {
	if c.Frontier != "" && c.Crawler == "" {
		c.Crawler = newCrawler()
	}
}
