package fetch

import (
	"cmp"
	"context"
	"strings"
	"time"

	"weft/crawl"
	"weft/crawl/polite"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/weburl"
)

// A cookie wall sets cookies and redirects back, at once or by way of other pages of its origin, to check whether
// the cookies are sent. Learnt as redirects, these responses would be all that the crawl gets of the page. So the
// crawl requests a page once more when it redirects to itself. It follows the first redirects of each origin at once, also to
// other hosts, as a single sign-on does, to see whether they lead back. All these responses are kept with the page's.
const (
	maxWallSteps = 20 // as browsers follow
	// maxWallWalks is how many redirects of an origin are followed so in vain.
	maxWallWalks = 3
)

// walled reports whether a response is, or may be, a cookie wall.
func (f *fetcher) walled() (bool, error) {
	v, a := f.v, &f.answer
	if !f.web.cookies || v.walled || !page.Redirects(a.Status) || v.Role != visit.PageRole {
		return false, nil
	}
	to := f.leadsTo(string(v.URL))
	switch {
	case to == "":
		return false, nil
	case to == string(v.URL):
		if v.walled = true; a.Field("Set-Cookie") == "" {
			return false, nil
		}
	case v.Scope.Excludes([]byte(to)) != "" || !f.web.mayWalk(v.Origin):
		return false, nil
	}
	if v.walled = true; to != string(v.URL) {
		v.wall = to
	}
	return true, v.keep(string(v.URL), a, "cookies")
}

// leadsTo returns where the answer of a URL redirects to; "" if it does not.
func (f *fetcher) leadsTo(url string) string {
	to := f.answer.Location()
	href, err := weburl.Resolve(url, to)
	if !page.Redirects(f.answer.Status) || to == "" || err != nil || !strings.HasPrefix(href, "http") {
		return ""
	}
	bare, _ := weburl.CutUserinfo([]byte(href))
	return string(bare)
}

// mayWalk says whether redirects of an origin are still followed, and counts.
func (w *Web) mayWalk(origin string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.walks[origin]++
	return w.walks[origin] <= maxWallWalks
}

// walk takes the next step after a wall, in the turn of the page's host. Whatever comes of it, the page is requested once
// more in the end, and that response is learnt.
func (f *fetcher) walk(ctx context.Context) error {
	w, v := f.web, f.v
	url := v.wall
	v.wall = ""
	v.steps++
	origin := visit.OriginOf([]byte(url))
	if !w.mayStep(v.Origin, origin, w.polite.Delay) {
		return f.stepLater(url)
	}
	verdict, err := w.robots.Ask(context.WithValue(ctx, visitKey{}, v), url)
	if err != nil || !verdict.Allowed {
		w.sched.Back(v.turn, polite.Outcome{})
		return cmp.Or(ctx.Err(), crawl.ErrLater)
	}
	if v.asked && w.polite.Delay > 0 || !w.mayStep(v.Origin, origin, min(verdict.CrawlDelay, maxCrawlDelay)) {
		return f.stepLater(url)
	}
	if err := w.client.Get(ctx, url, live.Condition{}, &f.answer); err != nil {
		w.sched.Back(v.turn, polite.Outcome{Failed: true})
		return cmp.Or(ctx.Err(), crawl.ErrLater)
	}
	err = v.keep(url, &f.answer, "cookies")
	switch to := f.leadsTo(url); {
	case to == string(v.URL): // it was one
		w.mu.Lock()
		w.walks[v.Origin]--
		w.mu.Unlock()
	case to != "" && v.Scope.Excludes([]byte(to)) == "" && v.steps < maxWallSteps:
		v.wall = to
	}
	out := w.outcome(&f.answer)
	if origin != v.Origin { // how another host responds says nothing of the page's host
		if out = (polite.Outcome{}); notNow(f.answer.Status) {
			v.wall = ""
		}
	}
	w.stepped(origin)
	w.sched.Back(v.turn, out)
	return cmp.Or(err, crawl.ErrLater)
}

// stepLater takes a step when the page has its next turn.
func (f *fetcher) stepLater(url string) error {
	v := f.v
	v.wall = url
	v.steps--
	f.web.sched.Back(v.turn, polite.Outcome{})
	return crawl.ErrLater
}

// mayStep reports whether a step to an origin keeps the delay after the last step to it. The origin of the page has its own
// turns.
func (w *Web) mayStep(from, to string, delay time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return from == to || w.polite.Delay == 0 || time.Since(w.steps[to]) >= delay
}

// stepped notes when a step to an origin was taken.
func (w *Web) stepped(to string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps[to] = time.Now()
}
