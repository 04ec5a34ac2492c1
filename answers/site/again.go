package site

import (
	"context"

	"weft/answers/answer"
	"weft/store"
)

// askedAgain is the question for all sites as it was asked before, so that a report does not put other sites in the
// place of those that were found.
type askedAgain struct{ askedAll }

func (q *askedAgain) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	as := q.askedAll
	if u, err := c.HowFound(); err == nil {
		as.method, as.o.Leak, as.o.Least = u.Method, u.Leak, u.Least
	}
	return as.Plan(ctx, c, o)
}
