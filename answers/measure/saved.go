package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/stats"
	"weft/store"
)

// mostKept bounds the neighbourhood function that goes into the description of a result; the table has all of it.
const mostKept = 4096

// summary returns the part of a measurement that the description of harmonic.npy keeps, for reports.
func (d *Distances) summary() Distances {
	s := *d
	s.Top, s.Harmonic = nil, nil
	if len(s.Pairs) > mostKept {
		s.Pairs = nil
	}
	return s
}

// SavedDistances returns the distances along some kinds of arcs that weft distances kept in a crawl, with the top
// pages by harmonic centrality; nil if there are none. It returns an error for distances of another graph, of a
// version that kept less, or of other than default options. Earlier versions kept these under the same name
// (*UnusualError).
func SavedDistances(c *store.Crawl, arcs kinds.Set, top int) (*Distances, error) {
	if c.Manifest == nil {
		return nil, nil //nolint:nilnil // a bare graph keeps nothing
	}
	results, err := c.Results("")
	name := answer.ResultName(harmonicVector, arcs.String(), "")
	if err != nil || !results.Has(name) {
		return nil, err
	}
	v, res, err := store.LoadVector[float64](results, name)
	if errors.Is(err, fs.ErrNotExist) { // half of it is there
		err = fmt.Errorf("the result %s is incomplete: %w", name, err)
	}
	if err != nil {
		return nil, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	var d Distances
	text, err := json.Marshal(res.Params["distances"])
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil || d.Sources == 0 && c.NumPages() > 0 {
		return nil, errors.New("saved by an earlier version without a summary: run weft distances CRAWL again")
	}
	if err := CheckUsual(res); err != nil {
		return nil, err
	}
	if d.cutEarly() {
		return nil, &UnusualError{name, []string{fmt.Sprintf("iterations=%d", d.Iterations)}}
	}
	if top > 0 {
		d.Top = topPages(c, v.Values, top, stats.Rounding)
	}
	return &d, c.Damage()
}

// SavedScores returns a copy of the kept scores of a ranking along some kinds of arcs, with the default options. It returns
// nil if the crawl keeps none. Errors: a damaged result, or one of another graph or of other options.
func SavedScores(c *store.Crawl, name string, arcs kinds.Set) ([]float64, error) {
	if c.Manifest == nil {
		return nil, nil // a bare graph keeps nothing
	}
	results, err := c.Results("")
	kept := answer.ResultName(name, arcs.String(), "")
	if err != nil || !results.Has(kept) {
		return nil, err
	}
	v, res, err := store.LoadVector[float64](results, kept)
	if err != nil {
		return nil, err
	}
	scores := slices.Clone(v.Values)
	return scores, errors.Join(v.Close(), CheckUsual(res), c.Damage())
}

// PageRankOf returns the PageRank of each page: the kept result if it fits, else computed anew.
func PageRankOf(ctx context.Context, c *store.Crawl, o RankOptions) ([]float64, error) {
	arcs, err := o.Arcs()
	if err != nil {
		return nil, err
	}
	kept, err := SavedScores(c, PageRank, arcs)
	if kept != nil && err == nil {
		return kept, nil
	}
	if err != nil {
		o.Warn("the kept PageRank is not used: " + err.Error() + "; it is computed again")
	}
	r, err := GetRanking(ctx, c, PageRank, o)
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.Scores), nil
}
