package site

import (
	"context"

	"weft/answers/answer"
	"weft/store"
)

// askedAgain repeats an earlier question for all sites. The report then does not replace the sites that were
// found.
type askedAgain struct{ askedAll }

func (q *askedAgain) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	as := q.askedAll
	if u, err := c.HowFound(); err == nil {
		as.method, as.o.Leak, as.o.Least = u.Method, u.Leak, u.Least
	}
	return as.Plan(ctx, c, o)
}
