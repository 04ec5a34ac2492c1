package main

import (
	"context"
	"fmt"
	"io"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/watch"
	"weft/store"
)

// setTrust turns on estimates of gamma and HAK during the crawl, if a rule uses them or a status display shows
// them. A job of weft serve has a status display. They cost too much for plain lines.
func (a *app) setTrust(fl *crawlFlags) {
	o := &fl.run
	if o.Limits.AboutTrust() || fl.listen != "" || a.job.dir != "" || !a.quiet && watch.Draws(a.stderr) {
		o.Trust = a.assess(answer.Options{Memory: livecrawl.MemoryOfTrust(a.budget), Workers: 1}) // the others have pages to fetch
		o.Snapshot = a.snapshotOptions()
	}
}

// assess returns a function that estimates gamma and HAK.
func (a *app) assess(o answer.Options) livecrawl.Assess {
	return func(ctx context.Context, c *store.Crawl) (livecrawl.Trust, error) {
		r, err := fidelity.Measure(ctx, c, fidelity.Options{Options: o, List: 1, Samples: -1}, false)
		if err != nil {
			return livecrawl.Trust{}, err
		}
		t := livecrawl.Trust{Gamma: r.Gamma, HAK: r.HAK, Crawled: r.Crawled, Ghosts: r.Ghosts, Pages: r.Pages}
		for _, d := range r.Doubts {
			t.Doubts = append(t.Doubts, string(d.Name))
		}
		return t, nil
	}
}

// lastTrust estimates gamma and HAK of the snapshot of a run that has ended.
func (a *app) lastTrust(s *livecrawl.Snapshot) (*livecrawl.Trust, error) {
	return livecrawl.AssessSnapshot(a.ctx, s, a.assess(answer.Options{Memory: a.budget, Workers: a.workers, Note: a.progress.Steps}))
}

// printTrust prints how far the ranking of the crawled pages can be trusted.
func printTrust(w io.Writer, r *crawlResult) {
	t, of := r.Trust, ""
	if t == nil {
		return
	}
	if t.Learnt < r.Learnt { // an estimate counts each response, also of pages that were requested again
		of = fmt.Sprintf(", of the first %s", digits.Plural(t.Learnt, "response"))
	}
	row(w, "trust", "gamma %.3f, HAK %.3f%s; more: weft fidelity %s", t.Gamma, t.HAK, of, option.Word(r.Crawl))
	for _, d := range t.Doubts {
		row(w, "mind", "%s", hak.Doubt(d).Explain())
	}
}
