package job

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"weft/capture"
	"weft/crawl"
	"weft/page"
	"weft/polite"
	"weft/similar"
	"weft/warc"
	"weft/web/archive"
	"weft/web/live"
)

// A liveWeb is the Web as a crawl.Web, and the queue of its hosts as a crawl.Queue.
type liveWeb struct {
	keeper  *keeper
	client  *live.Client
	robots  *live.Robots
	sched   *polite.Scheduler[*visit]
	polite  Politeness
	workers sync.Pool // *fetcher

	mu     sync.Mutex
	hosts  map[string]*hostHealth
	since  *archive.Archive          // of an earlier crawl; nil without
	probes map[string]*similar.Probe // of hosts; nil while they are probed
	busy   map[*visit]time.Time      // being fetched, since when
}

// Politeness says how hosts are asked. It may change from run to run.
type Politeness struct {
	Delay        time.Duration // between the end of an answer and the next request to the host
	AddressDelay time.Duration // the same for an address; less than 0 for Delay
	Connections  int           // to a host at a time; 1 if it is 0
	Tries        int           // of a page that is not answered; 3 if it is 0
}

// A visit on the live Web.
type liveVisit struct {
	turn    *polite.Turn[*visit]
	tries   int
	asked   bool          // robots.txt or a sitemap was asked for in this turn
	packer  *warc.Packer  // of the worker, while the page is being fetched
	before  []warc.Packed // records of what was asked for before the page
	maps    []string      // sitemaps to be read
	nextMap int           // of them
	entries []string      // of the one under way
	found   [][]byte      // pages of sitemaps
	mapped  bool          // robots.txt was asked for sitemaps
}

// hostHealth says whether a host answers at all.
type hostHealth struct {
	failed int // pages in a row, for want of a connection
	last   error
	again  time.Time // when it is tried again
}

const (
	// deadAfter is how many pages in a row a host may fail without a connection before the others fail with them.
	deadAfter = 3
	deadFor   = 10 * time.Minute
)

// Start is that of [crawl.Web].
func (w *liveWeb) Start(p crawl.Pick) {
	if _, err := w.keeper.start(p); err != nil {
		w.keeper.fail(err)
	}
}

// Put is that of [crawl.Queue]. A page that is left out waits for nobody.
func (w *liveWeb) Put(p crawl.Pick) {
	v := w.keeper.visit(p.Seq)
	if v == nil {
		return // the crawl ends with what Start has noted
	}
	host := v.host
	if v.rule != "" {
		host = "left out " + strconv.FormatUint(p.Seq, 10)
	}
	w.sched.Put(host, v)
}

// Take is that of [crawl.Queue].
func (w *liveWeb) Take(ctx context.Context) (crawl.Pick, error) {
	if err := w.keeper.failed(); err != nil {
		return crawl.Pick{}, err
	}
	t, err := w.sched.Take(ctx)
	if err != nil {
		return crawl.Pick{}, err
	}
	t.Item.live.turn = t
	return t.Item.pick, nil
}

// A fetcher is what a worker keeps.
type fetcher struct {
	answer  live.Answer
	capture capture.Reader
	page    capture.Page
	linker  *linker
	packer  *warc.Packer
	since   *archive.Reader  // of an earlier crawl; nil without
	earlier *archive.Earlier // the page under way there; nil if it was not
}

// Fetch is that of [crawl.Web].
func (w *liveWeb) Fetch(ctx context.Context, p crawl.Pick, r *crawl.Reply) error {
	v := w.keeper.visit(p.Seq)
	if v == nil {
		return fmt.Errorf("pick %d was not begun", p.Seq)
	}
	f := w.workers.Get().(*fetcher) //nolint:forcetypeassert // nothing else is put there
	defer w.workers.Put(f)
	defer f.answer.Release()
	w.enter(v)
	defer w.leave(v)
	v.live.packer = f.packer
	pc := parcelOf(r, v)
	f.linker.note = note{places: f.linker.note.places[:0]}
	err := w.visit(ctx, v, f, pc, r)
	if err != nil {
		return err
	}
	pc.before = v.live.before
	r.Note = f.linker.note.append(r.Note[:0])
	return nil
}

// visit asks for a page, unless something is in the way.
func (w *liveWeb) visit(ctx context.Context, v *visit, f *fetcher, pc *parcel, r *crawl.Reply) error {
	if v.rule != "" {
		w.sched.Drop(v.live.turn)
		return f.without(r, pc, page.Excluded, statusLeftOut, v.rule)
	}
	if err := w.alive(v); err != nil {
		w.sched.Drop(v.live.turn)
		return f.without(r, pc, page.Failed, live.CauseOf(err).Status(), err.Error())
	}
	if w.polite.AddressDelay != 0 {
		addr, err := w.client.Locate(ctx, string(v.url))
		if err != nil {
			return w.unanswered(ctx, v, f, pc, r, err)
		}
		if addr.IsValid() && !w.sched.Located(v.live.turn, addr) { // behind a proxy nobody knows
			return crawl.ErrLater
		}
	}
	v.live.asked = false
	verdict, err := w.robots.Ask(context.WithValue(ctx, visitKey{}, v), string(v.url))
	if err != nil {
		return w.unanswered(ctx, v, f, pc, r, err)
	}
	if done, err := w.obey(v, verdict, f, pc, r); done || err != nil {
		return err
	}
	if err := w.readSitemaps(ctx, v, f); err != nil {
		return err
	}
	if err := w.probe(ctx, v, f); err != nil {
		return err
	}
	return w.get(ctx, v, f, pc, r)
}

// obey does what robots.txt says. It returns whether that is all.
func (w *liveWeb) obey(v *visit, verdict live.Verdict, f *fetcher, pc *parcel, r *crawl.Reply) (done bool, err error) {
	if verdict.CrawlDelay > 0 && w.polite.Delay > 0 {
		w.sched.SetDelay(v.host, verdict.CrawlDelay)
	}
	if w.keeper.cfg.Sitemaps && v.first && !v.live.mapped {
		v.live.mapped = true
		for _, url := range verdict.Sitemaps {
			v.addSitemap(url)
		}
	}
	cause := live.CauseOf(verdict.Err)
	switch {
	case !verdict.Allowed && !verdict.Later && isConnect(cause):
		w.sched.Done(v.live.turn, polite.Outcome{Failed: true})
		w.note(v.host, verdict.Err)
		return true, f.without(r, pc, page.Failed, cause.Status(), verdict.Err.Error())
	case verdict.Later:
		w.sched.Retry(v.live.turn, time.Until(verdict.Again))
		return true, crawl.ErrLater
	case !verdict.Allowed:
		w.sched.Drop(v.live.turn)
		status := live.CauseRobots.Status()
		if verdict.Err != nil {
			status = live.CauseRobotsUnread.Status()
		}
		return true, f.without(r, pc, page.Excluded, status, verdict.Reason)
	case v.live.asked && w.polite.Delay > 0:
		w.sched.Back(v.live.turn, polite.Outcome{})
		return true, crawl.ErrLater
	}
	return false, nil
}

// get asks for the page.
func (w *liveWeb) get(ctx context.Context, v *visit, f *fetcher, pc *parcel, r *crawl.Reply) error {
	cond, err := f.condition(v.url)
	if err != nil {
		return err
	}
	f.answer.Want = f.wants
	err = w.client.Get(ctx, string(v.url), cond, &f.answer)
	f.answer.Want = nil // of robots.txt and the like
	if err != nil {
		return w.unanswered(ctx, v, f, pc, r, err)
	}
	w.note(v.host, nil)
	a := &f.answer
	out := w.outcome(a)
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		if v.live.tries++; v.live.tries < w.polite.Tries {
			w.sched.Retry(v.live.turn, out.RetryAfter)
			return crawl.ErrLater
		}
	}
	w.sched.Done(v.live.turn, out)
	if a.Truncated == live.TruncatedUnwanted {
		return f.without(r, pc, page.Excluded, statusLeftOut, "media type: "+mediaType(a.Field("Content-Type")))
	}
	if err := f.readAnswer(v.url); err != nil {
		return f.without(r, pc, page.Failed, live.CauseProtocol.Status(), err.Error())
	}
	pc.arena = f.linker.fill(r, v, &f.page, pc.arena)
	f.linker.note.status, f.linker.note.size = a.Status, uint64(len(a.Response))
	if f.linker.note.pretends = w.pretends(v, f); f.linker.note.pretends {
		pc.remarks = append(pc.remarks, "soft404")
	}
	return pc.exchange(f, string(v.url))
}

// outcome says how the host took the request. Without politeness only its own wish for a pause counts.
func (w *liveWeb) outcome(a *live.Answer) polite.Outcome {
	o := polite.Outcome{Took: a.Took}
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		o.RetryAfter = retryAfter(a.Field("Retry-After"), a.Began.Add(a.Took))
	}
	if w.polite.Delay > 0 || o.RetryAfter > 0 {
		o.Status = a.Status
	}
	return o
}

// unanswered tries again, or gives up.
func (w *liveWeb) unanswered(ctx context.Context, v *visit, f *fetcher, pc *parcel, r *crawl.Reply, err error) error {
	cause := live.CauseOf(err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause == live.NoCause || cause == live.CauseLocal {
		return fmt.Errorf("%s: %w", v.url, err) // not the page's fault: the crawl stops, and can go on
	}
	connect := isConnect(cause)
	if v.live.tries++; cause.Temporary() && v.live.tries < w.polite.Tries {
		if connect {
			w.sched.Retry(v.live.turn, 0)
		} else {
			w.sched.Back(v.live.turn, polite.Outcome{})
		}
		return crawl.ErrLater
	}
	w.sched.Done(v.live.turn, polite.Outcome{Failed: connect})
	if connect {
		w.note(v.host, err)
	}
	return f.without(r, pc, page.Failed, cause.Status(), err.Error())
}

// isConnect says of a cause that it concerns the host and not the page.
func isConnect(c live.Cause) bool {
	switch c {
	case live.CauseNoHost, live.CauseDNS, live.CauseRefused, live.CauseUnreachable, live.CauseConnectTime, live.CauseCertificate, live.CauseTLS,
		live.CausePrivate, live.CauseProxy:
		return true
	}
	return false
}

// without makes the reply of a page that was not had.
func (f *fetcher) without(r *crawl.Reply, pc *parcel, s page.State, status int, reason string) error {
	r.State, r.Links = s, r.Links[:0]
	n := &f.linker.note
	n.firm, n.html, n.words, n.status, n.size, n.places = true, false, 0, status, 0, n.places[:0]
	pc.without(s, status, reason)
	return nil
}

const statusLeftOut = -5000 // out of scope, in Heritrix

// note remembers whether a host answers; an error says that it does not.
func (w *liveWeb) note(host string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[host]
	if err == nil {
		if h != nil {
			delete(w.hosts, host)
		}
		return
	}
	if h == nil {
		h = new(hostHealth)
		w.hosts[host] = h
	}
	h.failed++
	h.last, h.again = err, time.Now().Add(deadFor)
}

// alive returns the error of a host that does not answer, unless it is time to try again.
func (w *liveWeb) alive(v *visit) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[v.host]
	if h == nil || h.failed < deadAfter || time.Now().After(h.again) {
		return nil
	}
	return h.last
}

func (w *liveWeb) enter(v *visit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy[v] = time.Now()
}

func (w *liveWeb) leave(v *visit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, v)
}

// visitKey is the key of the visit on whose behalf robots.txt is asked for.
type visitKey struct{}

// fetchRobots asks for a robots.txt, or for what it redirects to.
func (w *liveWeb) fetchRobots(ctx context.Context, url string, a *live.Answer) error {
	v, _ := ctx.Value(visitKey{}).(*visit)
	if err := w.client.Get(ctx, url, live.Condition{}, a); err != nil {
		return err
	}
	if v == nil {
		return errors.New("robots.txt asked for by nobody")
	}
	v.live.asked = true
	return v.keep(url, a, "robots")
}

// keep packs the records of an exchange that is no page of the crawl.
func (v *visit) keep(url string, a *live.Answer, purpose string) error {
	if _, err := addExchange(v.live.packer, warc.HTTPResponse(url, a.Began, a.Response), a, purpose); err != nil {
		return err
	}
	var p warc.Packed
	v.live.packer.Take(&p)
	v.live.before = append(v.live.before, p)
	return nil
}

// retryAfter reads the field of that name: seconds, or a date; 0 if it says nothing of use.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second //nolint:gosec // of 31 bits
	}
	if t, err := http.ParseTime(value); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// wants says whether an answer has a media type that is kept. Redirects and errors are kept whatever they are.
func (f *fetcher) wants(a *live.Answer) bool {
	types := f.linker.cfg.Scope.Types
	if len(types) == 0 || a.Status/100 != 2 {
		return true
	}
	kind := mediaType(a.Field("Content-Type"))
	for _, t := range types {
		if ok, _ := path.Match(strings.ToLower(t), kind); ok { //nolint:errcheck // checked by Config.Check
			return true
		}
	}
	return kind == ""
}

// mediaType returns the type of a Content-Type field, in lower case.
func mediaType(field string) string {
	kind, _, _ := strings.Cut(field, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}
