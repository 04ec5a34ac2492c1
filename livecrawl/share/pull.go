package share

import (
	"fmt"
	"time"

	"weft/crawl/frontier"
	"weft/crawl/shared"
	"weft/graph/kinds"
	"weft/internal/inert"
	"weft/livecrawl/visit"
	"weft/web/weburl"
)

const (
	// perHost is how many pages of a host the crawl holds that it could request. More would keep them from others, and fewer
	// would let a fast host wait.
	perHost = 8
	// mostPulled is how many pages are pulled at once at most.
	mostPulled = 256
	// leastPause and longestPause are the pauses before the frontier is asked again that had no page.
	leastPause, longestPause = 100 * time.Millisecond, time.Second
)

// pull pulls pages until the feed ends.
func (f *Feed) pull() {
	pause := leastPause
	for f.ctx.Err() == nil {
		pulled, err := f.pullOnce()
		switch {
		case f.ctx.Err() != nil:
			return
		case err != nil:
			f.fail(err)
			return
		case pulled > 0:
			pause = leastPause
			continue
		}
		if !f.rest(pause) {
			pause = min(2*pause, longestPause)
			continue
		}
		pause = leastPause
		if err := f.o.Client.Flush(f.ctx); err != nil { // the frontier may have pages when it has the news
			if f.ctx.Err() == nil {
				f.fail(err)
			}
			return
		}
	}
}

// rest waits for a pause, or until the frontier has received news. It reports the latter.
func (f *Feed) rest(pause time.Duration) bool {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return false
	case <-f.ctx.Done():
		return false
	case <-f.wake:
		return true
	}
}

// pullOnce pulls as many pages as there is room for, and returns their number.
func (f *Feed) pullOnce() (int, error) {
	f.mu.Lock()
	room, changes, told := f.o.InHand-len(f.active), f.changes, f.news.count() == 0
	f.mu.Unlock()
	if room <= 0 {
		return 0, nil
	}
	pages, left, err := f.o.Client.Pull(f.pulling, min(room, mostPulled), perHost)
	if err != nil {
		return 0, err
	}
	for i := range pages {
		if err := check(&pages[i]); err != nil {
			return 0, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range pages { // in hand; the loop says once more what it keeps
		f.active[p.Key] = true
		delete(f.kept, p.Key)
		delete(f.news.of, p.Key)
	}
	f.inbox, f.left = append(f.inbox, pages...), left
	if left.Over() && told && len(f.inbox) == 0 && changes == f.changes {
		f.over = changes + 1
	}
	if len(f.inbox) > 0 || f.over == f.changes+1 {
		signal(f.ready)
	}
	return len(pages), nil
}

// check refuses a page that no crawl of this program has offered: it would break the log.
func check(p *shared.Page) error {
	url, err := weburl.Parse(string(p.URL))
	var found []visit.Found
	if err == nil {
		found, err = visit.ParseFounds(p.Note, nil)
	}
	scheme := string(weburl.Cut(p.URL).Scheme)
	if err != nil || url != string(p.URL) || len(found) != 1 || scheme != "http" && scheme != "https" || frontier.Fingerprint(p.URL) != p.Key || hostOf(p.URL) != p.Host {
		return fmt.Errorf("%w: it hands out the page %s of the host %s, but no crawl of weft offered it: use a new frontier",
			shared.ErrRefused, inert.Text(string(p.URL[:min(len(p.URL), 200)])), inert.Text(p.Host[:min(len(p.Host), 200)]))
	}
	return nil
}

// kindsOf returns the kinds by which the log names a page that was handed out.
func kindsOf(p *shared.Page) kinds.Set {
	found, err := visit.ParseFounds(p.Note, nil)
	if err != nil || len(found) != 1 {
		return 0 // check has seen it
	}
	return visit.MentionOf(found[0].Role)
}

// hostOf returns the host whose turns a page takes.
func hostOf(url []byte) string { return string(weburl.Cut(url).Authority) }
