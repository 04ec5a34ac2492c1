package livecrawl

import (
	"context"
	"net/http"

	"weft/graph/page"
	"weft/web/similar"
)

// purposeTwice marks the first of two answers in the archive. The second one is the page.
const purposeTwice = "twice"

// asksTwice reports whether the answer is the first of two that are to be compared. If so it keeps its records and tokens.
func (f *fetcher) asksTwice(ctx context.Context) (bool, error) {
	v, a := f.v, &f.answer
	if !v.twice || v.live.firstSaid != nil || a.Status != http.StatusOK || a.Truncated != "" {
		return false, nil
	}
	err := f.readBody(ctx, v.url)
	defer f.giveRoom()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil || f.page.State != page.Fetched || f.page.Part || f.brokeInside() {
		return false, nil //nolint:nilerr // the answer is learnt as it is
	}
	var t similar.Tokens
	f.linker.tokens(&t, v.url, &f.page)
	v.live.firstSaid = t.Clone()
	return true, v.keep(string(v.url), a, purposeTwice)
}
