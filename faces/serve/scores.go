package serve

import (
	"errors"
	"slices"
	"sync"

	"weft/answers/measure"
	"weft/graph"
	"weft/internal/npy"
	"weft/stats"
	"weft/store"
)

// ranked are the kept results that order pages, in the order of menus.
var ranked = []string{"pagerank", "indegree", "outdegree", "hits-authorities", "hits-hubs", "salsa-authorities", "salsa-hubs", "harmonic"}

// A held is a value that is computed once, for the first request that needs it.
type held[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (h *held[T]) get(f func() (T, error)) (T, error) {
	h.once.Do(func() { h.value, h.err = f() })
	return h.value, h.err
}

// scores returns the kept rankings of a crawl, mapped until the crawl is closed. Results that are damaged or belong to another
// graph are left out; the overview says why.
func (o *opened) scores() []measure.Scored {
	all, _ := o.kept.get(func() (all []measure.Scored, err error) {
		if o.Manifest == nil {
			return nil, nil
		}
		kept, err := o.Results("")
		if err != nil {
			return nil, err
		}
		for _, name := range ranked {
			if !kept.Has(name) {
				continue
			}
			if m, err := mapped(kept, name); err == nil {
				all = append(all, m)
			}
		}
		return all, nil
	})
	return all
}

// mapped maps a kept ranking.
func mapped(kept *store.Results, name string) (measure.Scored, error) {
	m := measure.Scored{Name: name, Sums: name != "harmonic"}
	v, res, err := store.LoadVector[float64](kept, name)
	if errors.Is(err, npy.ErrType) {
		d, res, err := store.LoadVector[uint32](kept, name)
		if err != nil {
			return m, err
		}
		m.At, m.Close = func(u graph.Node) float64 { return float64(d.Values[u]) }, d.Close
		return m, usual(res, m.Close)
	}
	if err != nil {
		return m, err
	}
	if m.Ties = measure.TiesOf(res.Params); name == "harmonic" {
		m.Ties = stats.Rounding
	}
	m.At, m.Close = func(u graph.Node) float64 { return v.Values[u] }, v.Close
	return m, usual(res, m.Close)
}

// usual refuses a result of other than the default options, and frees it.
func usual(res store.Result, free func() error) error {
	if err := measure.CheckUsual(res); err != nil {
		return errors.Join(err, free())
	}
	return nil
}

// score returns the kept ranking with a name.
func (o *opened) score(name string) (measure.Scored, bool) {
	all := o.scores()
	i := slices.IndexFunc(all, func(m measure.Scored) bool { return m.Name == name })
	if i < 0 {
		return measure.Scored{}, false
	}
	return all[i], true
}

// command returns the command that makes a ranking.
func command(name string) string {
	switch name {
	case "outdegree":
		return "weft degrees"
	case "hits-authorities", "hits-hubs":
		return "weft rank hits"
	case "salsa-authorities", "salsa-hubs":
		return "weft rank salsa"
	case "harmonic":
		return "weft distances"
	default:
		return "weft rank " + name
	}
}

// sites returns the representative page of the site of each page, if sites were found.
func (o *opened) sites() ([]uint32, bool) {
	v, err := o.front.get(o.FoundFronts)
	if err != nil {
		return nil, false
	}
	return v.Values, true
}

// clusters returns the cluster of each page, if the crawl keeps clusters.
func (o *opened) clusters() ([]uint32, bool) {
	v, err := o.group.get(func() (*npy.Vector[uint32], error) {
		kept, err := o.Results("")
		if err != nil {
			return nil, err
		}
		v, _, err := store.LoadVector[uint32](kept, "clusters")
		return v, err
	})
	if err != nil {
		return nil, false
	}
	return v.Values, true
}
