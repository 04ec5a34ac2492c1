package fetch

import (
	"context"
	"net/http"

	"weft/crawl/polite"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/similar"
)

// purposeTwice marks a response of a page requested twice that is not taken as the page: the first response, or a
// failed second one.
const purposeTwice = "twice"

// asksTwice reports whether the response is the first of two to be compared. If so, it keeps the response and its tokens.
func (f *fetcher) asksTwice(ctx context.Context) (bool, error) {
	v, a := f.v, &f.answer
	if !v.Twice || v.firstSaid != nil || a.Status != http.StatusOK || a.Truncated != "" || len(a.Response) > visit.MaxTwice {
		return false, nil
	}
	err := f.readBody(ctx, v.URL)
	defer f.giveRoom()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil || f.page.State != page.Fetched || f.page.Part || f.brokeInside() {
		return false, nil //nolint:nilerr // the response is learnt as it is
	}
	v.firstSaid = new(similar.Tokens)
	f.linker.tokens(v.firstSaid, v.URL, &f.page)
	v.kept = a.Copy()
	return true, nil
}

// secondFails reports whether the second request of two brought no whole page, such as where an address works once. Then
// the first response is the page.
func (f *fetcher) secondFails(ctx context.Context, err error) bool {
	a := &f.answer
	return f.v.kept != nil && ctx.Err() == nil && (err != nil || a.Status != http.StatusOK || a.Truncated != "")
}

// learnFirst makes the first response the page, and keeps the second one beside it.
func (f *fetcher) learnFirst(ctx context.Context, err error) error {
	v, out := f.v, polite.Outcome{Failed: true}
	if err == nil {
		out = f.web.outcome(&f.answer)
		if err := v.keep(string(v.URL), &f.answer, purposeTwice); err != nil {
			return err
		}
	}
	f.answer.Release()
	f.answer = *v.kept
	v.kept, v.firstSaid = nil, nil
	f.web.waits.Answered(&v.Attempt)
	f.web.sched.Done(v.turn, out)
	return f.learn(ctx)
}

// keepFirst keeps the first response beside the page.
func (v *task) keepFirst() error {
	if v.kept == nil {
		return nil
	}
	first := v.kept
	v.kept = nil
	return v.keep(string(v.URL), first, purposeTwice)
}
