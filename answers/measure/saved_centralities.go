package measure

import (
	"errors"
	"fmt"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/kinds"
	"weft/store"
)

// A SavedRanking is a ranking that a crawl keeps.
type SavedRanking struct {
	Ranking // without scores and lists
	Scored  Scored
}

// SavedCentralities returns the [Centralities] that a crawl keeps of some kinds of arcs, with the default options. It
// maps their scores. doubts are the reasons why results are left out: they belong to another graph, or were computed with
// other options. Damage is an error.
func SavedCentralities(c *store.Crawl, arcs kinds.Set) (saved []SavedRanking, doubts []error, err error) {
	if c.Manifest == nil {
		return nil, nil, nil // a bare graph keeps nothing
	}
	results, err := c.Results("")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range Centralities {
		kept := answer.ResultName(name, arcs.String(), "")
		if !results.Has(kept) {
			continue
		}
		s, err := savedRanking(results, name, kept)
		switch {
		case err == nil:
			saved = append(saved, s)
		case errors.Is(err, store.ErrCorrupt):
			for _, s := range saved {
				err = errors.Join(err, s.Scored.Close())
			}
			return nil, nil, err
		default:
			doubts = append(doubts, fmt.Errorf("%s: %w", name, err))
		}
	}
	return saved, doubts, nil
}

func savedRanking(results *store.Results, name, kept string) (s SavedRanking, err error) {
	v, res, err := store.LoadVector[float64](results, kept)
	if err != nil {
		return s, err
	}
	if err := CheckUsual(res); err != nil {
		return s, errors.Join(err, v.Close())
	}
	s.Scored = Scored{Name: name, Ties: TiesOf(res.Params), Sums: SumsOverHosts(name), At: func(u graph.Node) float64 { return v.Values[u] }, Close: v.Close}
	number := func(key string) float64 {
		x, _ := res.Params[key].(float64)
		delete(res.Params, key)
		return x
	}
	s.Name, s.Kinds, s.View = name, res.Kinds, res.View
	s.Iterations, s.Residual = int(number("iterations")), number("residual")
	s.Norm, _ = res.Params["norm"].(string)
	s.Converged, _ = res.Params["converged"].(bool)
	delete(res.Params, "norm")
	delete(res.Params, "converged")
	s.Params = res.Params
	return s, nil
}
