package pages

import (
	"errors"
	"math"
	"slices"
	"sync"

	"weft/answers/measure"
	"weft/graph"
	"weft/internal/held"
	"weft/internal/npy"
	"weft/stats"
	"weft/store"
	"weft/store/lookup"
	"weft/store/textindex"
)

// ranked are the kept results that order pages, in the order of menus.
var ranked = []string{"pagerank", InDegree, "outdegree", "hits-authorities", "hits-hubs", "salsa-authorities", "salsa-hubs", "harmonic", measure.Katz, measure.Closeness, measure.Betweenness}

// A Source selects pages of a crawl. It is safe for concurrent use. Index, rankings and sites are opened at their first use.
type Source struct {
	c     *store.Crawl
	index held.Value[*lookup.Index]
	texts held.Value[*textindex.Index]
	kept  held.Value[[]measure.Scored]
	bad   []error // of kept rankings that cannot be read; set with kept
	front held.Value[*npy.Vector[uint32]]
	noted notedPages
	best  sync.Map // for each order, *held.Value[[]graph.Node]: the first mostHeld pages of the whole crawl
}

// New returns a source of the pages of a crawl, which must stay open until the source is closed.
func New(c *store.Crawl) *Source { return &Source{c: c} }

// NumPages returns the number of pages of the crawl.
func (s *Source) NumPages() int { return s.c.NumPages() }

// Close frees what was opened. No other method is under way.
func (s *Source) Close() error {
	err := measure.CloseScored(s.kept.Got)
	if s.index.Got != nil {
		err = errors.Join(err, s.index.Got.Close())
	}
	if s.texts.Got != nil {
		err = errors.Join(err, s.texts.Got.Close())
	}
	if s.front.Got != nil {
		err = errors.Join(err, s.front.Got.Close())
	}
	return err
}

// Index returns the index of the crawl, or the reason why there is none: [lookup.ErrNone], [lookup.ErrOld], or damage.
func (s *Source) Index() (*lookup.Index, error) {
	return s.index.Get(func() (*lookup.Index, error) { return lookup.Open(s.c) })
}

// Drop closes an index that turned out to be damaged, and reports whether it was open. From then on the source has no index,
// for this reason. No other method is under way, and no reader of rows is used again.
func (s *Source) Drop(damage error) bool {
	if _, err := s.Index(); err != nil {
		return false
	}
	s.index.Got.Close() //nolint:errcheck // only read
	s.index.Got, s.index.Err = nil, damage
	return true
}

// Rankings returns the kept rankings of the crawl. Results that are damaged, belong to another graph, or were computed with
// other than the default options are left out.
func (s *Source) Rankings() []measure.Scored {
	all, _ := s.kept.Get(func() (all []measure.Scored, err error) {
		if s.c.Manifest == nil {
			return nil, nil
		}
		kept, err := s.c.Results("")
		if err != nil {
			return nil, err
		}
		for _, name := range ranked {
			if !kept.Has(name) {
				continue
			}
			m, err := mapped(kept, name)
			switch {
			case err == nil:
				all = append(all, m)
			case !errors.Is(err, errUnusual) && !errors.Is(err, store.ErrOtherGraph):
				s.bad = append(s.bad, err)
			}
		}
		return all, nil
	})
	return all
}

// Damage returns the errors of kept rankings that cannot be read. A result of another graph or of other options is no damage.
func (s *Source) Damage() []error {
	s.Rankings()
	return s.bad
}

// errUnusual says that a result was computed with other than the default options.
var errUnusual = errors.New("not of the default options")

// mapped maps a kept ranking.
func mapped(kept *store.Results, name string) (measure.Scored, error) {
	m := measure.Scored{Name: name, Sums: measure.SumsOverHosts(name)}
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
		return errors.Join(errUnusual, err, free())
	}
	return nil
}

// Orders returns the orders that the crawl has values for, [ByURL] first.
func (s *Source) Orders() []string {
	orders := []string{ByURL}
	for _, m := range s.Rankings() {
		orders = append(orders, m.Name)
	}
	x, err := s.Index()
	if err != nil {
		return orders
	}
	if !slices.Contains(orders, InDegree) {
		orders = append(orders, InDegree)
	}
	if x.HasTimes() {
		orders = append(orders, Newest, Oldest, ByStatus)
	}
	return orders
}

// scored returns the scores of an order, the greatest first. ok is false for [ByURL], [ByStatus] and unknown orders.
func (s *Source) scored(order string) (m measure.Scored, ok bool, err error) {
	for _, m := range s.Rankings() {
		if m.Name == order {
			return m, true, nil
		}
	}
	x, err := s.Index()
	if err != nil {
		return m, false, nil //nolint:nilerr // the order is unknown then
	}
	switch {
	case order == InDegree:
		degrees, err := x.InDegrees()
		m.At = func(u graph.Node) float64 { return float64(degrees(u)) }
		return m, true, err
	case (order == Newest || order == Oldest) && x.HasTimes():
		times, err := x.Times()
		sign := 1.0
		if order == Oldest {
			sign = -1
		}
		m.At = func(u graph.Node) float64 {
			ms := times(s.c.KeyOf(u))
			if ms == 0 {
				return math.Inf(-1)
			}
			return sign * float64(ms)
		}
		return m, true, err
	}
	return m, false, nil
}

// Score returns the score that orders pages, if rows show it: of rankings and of the in-degree.
func (s *Source) Score(order string) (func(u graph.Node) float64, bool) {
	m, ok, err := s.scored(order)
	if !ok || err != nil || order == Newest || order == Oldest {
		return nil, false
	}
	return m.At, true
}

// Sites returns the representative page of the site of each page. Errors are as for [store.Crawl.FoundFronts].
func (s *Source) Sites() ([]uint32, error) {
	v, err := s.front.Get(s.c.FoundFronts)
	if err != nil {
		return nil, err
	}
	return v.Values, nil
}
