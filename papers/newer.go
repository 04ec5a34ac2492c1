package papers

import (
	"errors"

	"weft/answers/seeds"
	"weft/graph"
)

// NewerResult is the result for seeds in a newer crawl.
//
//json:object newer result
type NewerResult struct {
	Pages   int             `json:"pages"`                      // pages of the newer crawl
	Looked  int             `json:"seeds"`                      // seeds that were sought
	Named   int             `json:"named"`                      // seeds that are pages of the newer crawl
	Fetched int             `json:"fetched"`                    // seeds that were fetched in the newer crawl
	Carried *seeds.Compared `json:"carried,omitempty"`          // walks from the seeds fetched there
	Own     *seeds.Compared `json:"own" absent:"null: unknown"` // walks from seeds found in the newer crawl
}

// newer finds the seeds in the newer crawl, and crawls it from the found seeds and from its own.
func (r *run) newer() error {
	if r.Newer == nil {
		return nil
	}
	n := &NewerResult{Pages: r.Newer.NumPages()}
	r.r.Newer = n
	var there []graph.Node
	for _, s := range r.found.Seeds[:min(paperSurvivors, len(r.found.Seeds))] {
		n.Looked++
		u, ok, err := r.Newer.Page(r.c.Label(s.Page))
		if err := errors.Join(err, r.c.Damage()); err != nil {
			return err
		}
		if !ok {
			continue
		}
		n.Named++
		if r.Newer.State(u).MayLink() {
			n.Fetched++
			there = append(there, u)
		}
	}
	if len(there) > 0 {
		var err error
		if n.Carried, err = seeds.Compare(r.ctx, r.Newer, r.comparison(there, nil, nil)); err != nil {
			return err
		}
	}
	q := r.request(r.NewerFilter, r.Seeds, 0)
	v, err := r.view(r.Newer, q)
	if err != nil {
		return err
	}
	q.Work = v.Work(r.Workers)
	own, err := seeds.Find(r.ctx, v.Out, v.In, q.Options)
	if e := v.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	n.Own, err = r.compare(r.Newer, own, nil)
	return err
}
