package livecrawl

import (
	"context"
	"net/http"

	"weft/graph/page"
	"weft/web/similar"
)

// purposeTwice marks the first of two responses in the archive. The second one is the page.
const purposeTwice = "twice"

// asksTwice reports whether the response is the first of two to be compared. If so, it keeps its records and tokens.
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
	v.live.firstSaid = new(similar.Tokens)
	f.linker.tokens(v.live.firstSaid, v.url, &f.page)
	return true, v.keep(string(v.url), a, purposeTwice)
}
