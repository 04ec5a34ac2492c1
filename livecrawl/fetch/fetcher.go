package fetch

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"weft/crawl"
	"weft/crawl/archive"
	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/graph/page"
	"weft/internal/http1"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/links"
	"weft/web/live"
	"weft/web/warc"
)

// A fetcher holds the state of a worker.
type fetcher struct {
	web     *Web
	answer  live.Answer
	capture capture.Reader
	needs   links.Requisites
	page    capture.Reading
	linker  *linker
	packer  *warc.Packer
	reading int64            // bytes of the room for pages that are read
	since   *archive.Reader  // of an earlier crawl; nil without
	earlier *archive.Earlier // the page under way there; nil if it was not
	outer   context.Context  //nolint:containedctx // of the page under way, if a hold has another; see lasting

	v *task // current task, with its result
	p *parcel
	r *crawl.Reply
}

// visit asks for a page, unless something is in the way.
func (f *fetcher) visit(ctx context.Context) error {
	w, v := f.web, f.v
	v.asked = false
	if v.Rule != "" || v.Out != "" {
		w.sched.Drop(v.turn)
		return f.leaveOut()
	}
	if v.doubt == nil {
		if done, err := f.admit(); done || err != nil {
			return err
		}
	}
	if w.polite.AddressDelay != 0 {
		addr, err := w.client.Locate(ctx, string(v.URL))
		if err != nil {
			return f.unanswered(ctx, err)
		}
		if addr.IsValid() && !w.sched.Located(v.turn, addr) { // a proxy hides the address
			return crawl.ErrLater
		}
	}
	if v.doubt != nil {
		return f.check(ctx)
	}
	verdict, err := w.robots.Ask(context.WithValue(ctx, visitKey{}, v), string(v.URL))
	if err != nil {
		return f.unanswered(ctx, err)
	}
	f.noteSitemaps(verdict)
	if done, err := f.obey(ctx, verdict); done || err != nil {
		return err
	}
	if err := f.probe(ctx); err != nil {
		return err
	}
	if v.wall != "" {
		return f.walk(ctx)
	}
	return f.get(ctx)
}

// admit postpones a page whose origin is down, or gives it up with the other pages of the origin. It reports whether the
// page needs no request.
func (f *fetcher) admit() (done bool, err error) {
	w, v := f.web, f.v
	fate, status, reason := w.waits.Ask(&v.Attempt)
	if fate == patience.Ask {
		return false, nil
	}
	w.sched.Drop(v.turn)
	if fate == patience.Wait {
		return true, f.putOff(status, reason)
	}
	return true, f.giveUp(status, reason, fate == patience.Refuse)
}

// obey does what robots.txt says. It returns whether that is all.
func (f *fetcher) obey(ctx context.Context, verdict live.Verdict) (done bool, err error) {
	w, v := f.web, f.v
	if verdict.Unread {
		return true, f.noRobots(ctx, verdict)
	}
	if verdict.CrawlDelay > 0 && w.polite.Delay > 0 {
		w.sched.SetDelay(v.Host, verdict.CrawlDelay)
	}
	switch {
	case !verdict.Allowed:
		w.sched.Drop(v.turn)
		return true, f.without(page.Excluded, live.CauseRobots.Status(), verdict.Reason)
	case verdict.CrawlDelay > maxCrawlDelay && w.polite.Delay > 0:
		w.sched.Drop(v.turn)
		return true, f.without(page.Excluded, live.CauseRobots.Status(), fmt.Sprintf("robots: Crawl-delay: %s, more than a day", verdict.CrawlDelay))
	case v.asked && w.polite.Delay > 0:
		w.sched.Back(v.turn, polite.Outcome{})
		return true, crawl.ErrLater
	}
	return false, nil
}

// get asks for the page.
func (f *fetcher) get(ctx context.Context) error {
	w, v := f.web, f.v
	cond, err := f.condition(v.URL)
	if err != nil {
		return err
	}
	if v.Role == visit.PageRole {
		f.answer.Want = f.wants
	}
	err = w.client.Get(ctx, string(v.URL), cond, &f.answer)
	f.answer.Want = nil // of robots.txt and the like
	if f.secondFails(ctx, err) {
		return f.learnFirst(ctx, err)
	}
	if err != nil {
		return f.unanswered(ctx, err)
	}
	return f.receive(ctx)
}

// receive decides what comes of a response: the page is requested again, at once or later, or learnt.
func (f *fetcher) receive(ctx context.Context) error {
	w, v, a := f.web, f.v, &f.answer
	out := w.outcome(a)
	switch {
	case notNow(a.Status):
		return f.notNow(ctx, out)
	case a.Truncated == live.TruncatedDisconnect && !v.breaksOff(len(a.Response), w.polite.Tries):
		learn := func() error { return f.learn(ctx) }
		return f.fail(failure{status: live.CauseReset.Status(), reason: "the body breaks off", out: out, learn: learn})
	}
	w.waits.Answered(&v.Attempt)
	if a.Truncated == live.TruncatedTime && w.waits.BrokeOff(&v.Attempt, live.CauseTotalTime.Status(), true) {
		w.sched.Done(v.turn, out)
		return f.putOff(live.CauseTotalTime.Status(), "the body did not come in the time for a page")
	}
	if walled, err := f.walled(); walled || err != nil {
		w.sched.Back(v.turn, out)
		return cmp.Or(err, crawl.ErrLater)
	}
	if twice, err := f.asksTwice(ctx); twice || err != nil {
		w.sched.Back(v.turn, out)
		return cmp.Or(err, crawl.ErrLater)
	}
	w.sched.Done(v.turn, out)
	if err := v.keepFirst(); err != nil {
		return err
	}
	if done, err := f.read(ctx); done || err != nil {
		return err
	}
	if f.brokeInside() && !v.breaksOff(len(a.Response), w.polite.Tries) {
		if v.tries+1 < w.polite.Tries {
			return f.onceMore()
		}
		if w.waits.BrokeOff(&v.Attempt, live.CauseReset.Status(), false) {
			return f.putOff(live.CauseReset.Status(), "the content coding breaks off")
		}
	}
	return f.tell()
}

// learn makes the reply of a response.
func (f *fetcher) learn(ctx context.Context) error {
	if done, err := f.read(ctx); done || err != nil {
		return err
	}
	return f.tell()
}

// read reads a response. It returns done if nothing more follows, because there is nothing to read.
func (f *fetcher) read(ctx context.Context) (done bool, err error) {
	ctx = f.lasting(ctx)
	a := &f.answer
	f.linker.note.Cut = visit.NotCut // whatever was read before it, to know what its host says of pages that do not exist
	if a.Truncated == live.TruncatedUnwanted {
		return true, f.without(page.Excluded, visit.StatusLeftOut, "media type: "+mediaType(contentType(a)))
	}
	if err := f.readAnswer(ctx, f.v.URL); ctx.Err() != nil {
		return true, ctx.Err()
	} else if err != nil {
		return true, f.without(page.Failed, live.CauseProtocol.Status(), err.Error())
	}
	return false, nil
}

// tell makes the reply of a response that was read.
func (f *fetcher) tell() error {
	v, a := f.v, &f.answer
	if c, ok := cuts[a.Truncated]; ok {
		f.linker.note.Cut, f.linker.note.Limit = c, uint64(f.web.body) //nolint:gosec // not negative
	}
	f.remark()
	f.readMap()
	f.readRequisites()
	f.setAside()
	f.p.arena = f.linker.fill(f.r, v.Visit, v.mentions, &f.page, f.p.arena)
	f.linker.note.Status, f.linker.note.Size = a.Status, uint64(len(a.Response))
	f.lookForShell()
	f.linker.note.Unread = f.page.Unread && f.v.Role == visit.PageRole
	if f.linker.note.Cut != visit.NotCut && f.r.State == page.Fetched { // the part is kept, and the next run asks for the whole
		f.r.Again, f.linker.note.Final = true, true
	}
	if f.pretends() {
		f.linker.note.Pretends = true
		f.p.remarks = append(f.p.remarks, "soft404")
	}
	return f.p.exchange(f, string(v.URL))
}

// readBody reads the response of a URL as a page, once there is room for its content. The size of packed content
// is a guess. If the guess was too low, the page is read again when there is room for the largest.
func (f *fetcher) readBody(ctx context.Context, url []byte) error {
	most := min(f.web.reading.Size()/ReadFactor, MaxDecoded)
	size := int64(len(f.answer.Response))
	if f.answer.Field("Content-Encoding") != "" {
		size *= unpacked
	}
	for {
		size = min(size, most)
		if err := f.takeRoom(ctx, size); err != nil {
			return err
		}
		f.capture.MaxBody = size
		err := f.capture.Response(url, f.answer.Response, &f.page)
		if err != nil || int64(len(f.page.Body)) < size {
			return err
		}
		if size == MaxDecoded {
			return nil
		}
		if size == most { // memory is short
			f.linker.note.Cut, f.linker.note.Limit = visit.CutMemory, uint64(most) //nolint:gosec // not negative
			f.p.remarks = append(f.p.remarks, fmt.Sprintf("read:%d", most))
			return nil
		}
		size = most
	}
}

// takeRoom waits for the room to read a page of a size; giveRoom gives it back.
func (f *fetcher) takeRoom(ctx context.Context, size int64) (err error) {
	f.giveRoom()
	f.reading, err = f.web.reading.Take(ctx, ReadFactor*size)
	return err
}

func (f *fetcher) giveRoom() {
	f.web.reading.Give(f.reading)
	f.reading = 0
}

// outcome says how the host took the request. Without politeness only its own wish for a pause counts.
func (w *Web) outcome(a *live.Answer) polite.Outcome {
	o := polite.Outcome{Took: a.Took}
	if a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable {
		o.RetryAfter = http1.RetryAfter(a.Field("Retry-After"), a.Began.Add(a.Took))
	}
	if w.polite.Delay > 0 || o.RetryAfter > 0 {
		o.Status = a.Status
	}
	return o
}

// without makes the reply of a page that was not fetched.
func (f *fetcher) without(s page.State, status int, reason string) error {
	f.page.Reset()
	f.page.State, f.page.Firm = s, true
	if f.v.Role != visit.PageRole {
		f.page.Firm, f.r.Aside = false, true
	}
	if s == page.Excluded { // a change of the configuration lets it be judged again
		f.r.Again, f.linker.note.Final = true, true
	}
	f.r.Links = f.r.Links[:0]
	f.p.arena = f.linker.fill(f.r, f.v.Visit, f.v.mentions, &f.page, f.p.arena) // what sitemaps said
	f.linker.note.Status = status
	if f.r.Aside {
		s = page.Ghost // the archive says nothing of it
	}
	f.p.without(s, status, reason)
	return nil
}

// Largest buffers that a worker keeps for the next page.
const (
	maxKeptBody  = 2 << 20
	maxKeptLinks = 20_000
)

// shrink gives back the memory that only few pages need.
func (f *fetcher) shrink() {
	if len(f.page.Body) > maxKeptBody || cap(f.page.Links) > maxKeptLinks {
		f.page, f.capture = capture.Reading{}, capture.Reader{}
	}
	if len(f.linker.at) > maxKeptLinks {
		f.linker.at = map[crawl.Key]int{}
	}
}

// leaveOut makes the reply of a page that a rule postpones, or the scope leaves out by now.
func (f *fetcher) leaveOut() error {
	if f.v.Rule != "" {
		return f.hold()
	}
	return f.without(page.Excluded, visit.StatusLeftOut, f.v.Out)
}

// hold makes the reply of a page that a rule postpones. The archive records limits. Pages postponed by a trap rule
// may be released at any moment; cut.tsv lists those that remain in the end.
func (f *fetcher) hold() error {
	if visit.IsTrap(f.v.Rule) && f.v.Rule != visit.RedirectsInARow {
		f.p.silent = true
	} else {
		f.p.limit = f.v.Rule
	}
	return f.putOff(visit.StatusLeftOut, f.v.Rule)
}
