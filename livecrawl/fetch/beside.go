package fetch

import (
	"context"
	"errors"

	"weft/web/live"
	"weft/web/warc"
)

// visitKey is the key of the visit for which robots.txt is requested.
type visitKey struct{}

// fetchRobots requests a robots.txt, or the target of its redirect.
func (w *Web) fetchRobots(ctx context.Context, url string, a *live.Answer) error {
	v, _ := ctx.Value(visitKey{}).(*task)
	if err := w.client.Get(ctx, url, live.Condition{}, a); err != nil {
		return err
	}
	if v == nil {
		return errors.New("robots.txt without a caller")
	}
	v.asked = true
	return v.keep(url, a, "robots")
}

// keep packs the records of an exchange that is no page of the crawl.
func (v *task) keep(url string, a *live.Answer, purpose string) error {
	if _, err := addExchange(v.packer, warc.HTTPResponse(url, a.Began, a.Response), a, purpose); err != nil {
		return err
	}
	var p warc.Packed
	v.packer.Take(&p)
	v.before = append(v.before, p)
	return nil
}
