package papers

import (
	"errors"

	"weft/answers/seeds"
	"weft/graph"
)

// NewerResult is what became of seeds in a newer crawl.
type NewerResult struct {
	Pages   int `json:"pages"`
	Looked  int `json:"seeds"`
	Named   int `json:"named"`   // of them a page there
	Fetched int `json:"fetched"` // of those, with content, or not known to be without
	// Carried walks from the fetched ones, Own from seeds that were found there.
	Carried *seeds.Compared `json:"carried,omitempty"`
	Own     *seeds.Compared `json:"own"`
}

// newer looks for the seeds in the newer crawl, and crawls it from those that are there, and from its own.
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
