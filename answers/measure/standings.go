package measure

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/graph/page"
	"weft/stats"
	"weft/store"
)

// A Place is a rank in a measure, from 1. Pages whose scores tie share the ranks First to Last.
type Place struct{ First, Last int64 }

// A Standing is a page or a host with its places in the measures of [Standings].
type Standing struct {
	Name           string // URL or host; empty without names
	Title          string // of a page; empty if it is not known
	Page           uint32
	State          page.State // of a page
	Pages, Fetched int        // of a host
	Places         []Place
}

// Standings are the best pages and hosts by several measures, in the order of the first measure.
type Standings struct {
	Measures    []string // names of the measures of the pages
	HostMeasure []string // names of the measures that hosts are ranked by: sums over their pages
	Pages       []Standing
	Hosts       []Standing
}

// Scored is a measure of all pages. Its scores lie outside the heap until Close.
type Scored struct {
	Name  string
	Ties  stats.Ties
	At    func(u graph.Node) float64
	Sums  bool // hosts are ranked by the sums over their pages
	Close func() error
}

// Hold returns the scores of a ranking for [GetStandings]. They are mapped from the kept result of the crawl. A bare graph
// keeps none: its scores are copied into space.
func (r *Ranking) Hold(c *store.Crawl, space alloc.Space) (Scored, error) {
	s := Scored{Name: r.Name, Ties: r.Ties(), Sums: true, Close: func() error { return nil }}
	if c.Manifest == nil {
		scores, err := alloc.Make[float64](space, len(r.Scores))
		copy(scores, r.Scores)
		s.At = func(u graph.Node) float64 { return scores[u] }
		return s, err
	}
	results, err := c.Results("")
	if err != nil {
		return s, err
	}
	name := r.Name
	if r.HubScores != nil {
		name += "-authorities"
	}
	name = answer.ResultName(name, r.Kinds, r.View)
	if r.Name == InDegree {
		v, _, err := store.LoadVector[uint32](results, name)
		if err != nil {
			return s, err
		}
		s.At, s.Close = func(u graph.Node) float64 { return float64(v.Values[u]) }, v.Close
		return s, nil
	}
	v, _, err := store.LoadVector[float64](results, name)
	if err != nil {
		return s, err
	}
	s.At, s.Close = func(u graph.Node) float64 { return v.Values[u] }, v.Close
	return s, nil
}

// HoldHarmonic returns the harmonic centralities that a crawl keeps of some kinds of arcs.
func HoldHarmonic(c *store.Crawl, d *Distances) (Scored, error) {
	s := Scored{Name: harmonicVector, Ties: stats.Rounding}
	results, err := c.Results("")
	if err != nil {
		return s, err
	}
	v, _, err := store.LoadVector[float64](results, answer.ResultName(harmonicVector, d.Kinds, d.View))
	if err != nil {
		return s, err
	}
	s.At, s.Close = func(u graph.Node) float64 { return v.Values[u] }, v.Close
	return s, nil
}

// StandingsStage is the work of GetStandings.
func StandingsStage(c *store.Crawl) answer.Stage {
	return answer.Stage{
		View: store.ViewOptions{What: "places"}, Form: "the saved scores are read", Passes: "3 over each vector of scores",
		Need: store.Heap(hostsPart, 8*int64(len(Rankings))*int64(hosts(c))), Scratch: 8 * int64(len(AllRankings())) * int64(c.NumPages()),
	}
}

// GetStandings chooses k pages and k hosts: in turn the best by each measure. It counts their places among all.
// It makes three passes over each vector and holds 8 bytes for each host and measure.
func GetStandings(c *store.Crawl, all []Scored, k int) (*Standings, error) {
	s := &Standings{}
	if len(all) == 0 || k <= 0 || c.NumPages() == 0 {
		return s, nil
	}
	s.choosePages(c, all, k)
	for i := range s.Pages {
		p := &s.Pages[i]
		if p.State = c.State(graph.Node(p.Page)); c.HasNames() {
			p.Name = c.Label(graph.Node(p.Page))
		}
	}
	if err := s.addTitles(c); err != nil {
		return nil, err
	}
	if c.HasNames() {
		if err := s.chooseHosts(c, all, k); err != nil {
			return nil, err
		}
	}
	return s, c.Damage()
}

// addTitles adds the titles of the pages that the crawl knows.
func (s *Standings) addTitles(c *store.Crawl) (err error) {
	if !c.HasFacts() {
		return nil
	}
	facts, err := c.OpenFacts()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, facts.Close()) }()
	for i := range s.Pages {
		f, err := facts.At(graph.Node(s.Pages[i].Page))
		if err != nil {
			return err
		}
		s.Pages[i].Title = string(f.Title)
	}
	return nil
}

// choosePages fills Pages, with places.
func (s *Standings) choosePages(c *store.Crawl, all []Scored, k int) {
	n := c.NumPages()
	tops := make([][]graph.Node, len(all))
	for i, m := range all {
		tops[i] = slices.DeleteFunc(rank.Top(n, k, m.Ties, func(u int) float64 { return m.At(graph.Node(u)) }, nil), func(u graph.Node) bool { return isAbsent(c, u) })
	}
	for _, u := range inTurn(tops, k) {
		s.Pages = append(s.Pages, Standing{Page: uint32(u)})
	}
	for _, m := range all {
		s.Measures = append(s.Measures, m.Name)
		addPlaces(s.Pages, n, m.Ties, func(u int) float64 { return m.At(graph.Node(u)) })
	}
	sortStandings(s.Pages)
}

// chooseHosts fills Hosts, with places by the sums of the scores of their pages. Pages without a host have no place.
func (s *Standings) chooseHosts(c *store.Crawl, all []Scored, k int) error {
	groups, err := c.Hosts()
	if err != nil {
		return err
	}
	first, err := FirstHost(groups)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(slices.Clone(all), func(m Scored) bool { return !m.Sums })
	n := groups.Len() - first
	sums := make([][]float64, len(all))
	tops := make([][]graph.Node, len(all))
	for i, m := range all {
		sums[i] = make([]float64, groups.Len())
		for g, u := range groups.Sorted() {
			sums[i][g] += m.At(u)
		}
		sums[i] = sums[i][first:]
		tops[i] = rank.TopK(sums[i], k, m.Ties)
	}
	for _, g := range inTurn(tops, k) {
		s.Hosts = append(s.Hosts, Standing{Page: uint32(g), Pages: groups.Size(int(g) + first)})
	}
	for i, m := range all {
		s.HostMeasure = append(s.HostMeasure, m.Name)
		addPlaces(s.Hosts, n, m.Ties, func(g int) float64 { return sums[i][g] })
	}
	return s.describeHosts(c, groups, first)
}

// describeHosts adds the names and counts of fetched pages, and sorts. Until here Page is the number of the host.
func (s *Standings) describeHosts(c *store.Crawl, groups store.Groups, first int) error {
	at := map[int]*Standing{}
	for i := range s.Hosts {
		h := &s.Hosts[i]
		g := int(h.Page) + first
		name, err := groups.Name(g)
		if err != nil {
			return err
		}
		h.Name, at[g] = name, h
	}
	for g, u := range groups.Sorted() {
		if h := at[g]; h != nil && c.State(u) == page.Fetched {
			h.Fetched++
		}
	}
	sortStandings(s.Hosts)
	return nil
}

// inTurn takes k members of the lists: the first of each list, then the second of each, and so on, each once.
func inTurn(lists [][]graph.Node, k int) (chosen []graph.Node) {
	for i := range k {
		for _, l := range lists {
			if i < len(l) && len(chosen) < k && !slices.Contains(chosen, l[i]) {
				chosen = append(chosen, l[i])
			}
		}
	}
	return chosen
}

// sortStandings sorts by the place in the first measure, then in the next, then by number.
func sortStandings(all []Standing) {
	slices.SortFunc(all, func(a, b Standing) int {
		for i := range a.Places {
			if x := cmp.Compare(a.Places[i].First, b.Places[i].First); x != 0 {
				return x
			}
		}
		return cmp.Compare(a.Page, b.Page)
	})
}

// addPlaces counts the places of chosen units among n units: in one pass, with two binary searches for each unit.
// Two units tie if their scores tie.
func addPlaces(chosen []Standing, n int, ties stats.Ties, score func(u int) float64) {
	order := make([]int, len(chosen))
	for i := range order {
		order[i] = i
	}
	of := func(i int) float64 { return score(int(chosen[order[i]].Page)) }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(score(int(chosen[b].Page)), score(int(chosen[a].Page)))
	})
	better, tied := make([]int64, len(order)+1), make([]int64, len(order)+1)
	for u := range n {
		x := score(u)
		// The chosen units decrease: first the ones above x, then the ties with x, then the rest.
		from := sort.Search(len(order), func(i int) bool { return cmp.Compare(of(i), x) <= 0 || ties.Tied(of(i), x) })
		to := from + sort.Search(len(order)-from, func(i int) bool {
			return cmp.Compare(of(from+i), x) < 0 && !ties.Tied(x, of(from+i))
		})
		better[to]++
		tied[from]++
		tied[to]--
	}
	above, equal := int64(0), int64(0)
	for i, j := range order {
		above += better[i]
		equal += tied[i]
		chosen[j].Places = append(chosen[j].Places, Place{above + 1, above + equal})
	}
}

// CloseScored frees the scores of measures.
func CloseScored(all []Scored) error {
	var errs []error
	for _, m := range all {
		errs = append(errs, m.Close())
	}
	return errors.Join(errs...)
}

// PlaceOf returns the place of a page in a measure among n pages: as in [Standings], in one pass over the scores.
func (m *Scored) PlaceOf(u graph.Node, n int) Place {
	score, above, equal := m.At(u), int64(0), int64(0)
	// Scores that differ by more than band do not tie: if x > s > 0 tie, then x-s <= t*x, so x-s <= s*t/(1-t).
	band := 1.25 * float64(m.Ties) * math.Abs(score)
	if m.Ties > 0.1 {
		band = math.Inf(1)
	}
	for v := range graph.Node(n) { //nolint:gosec // pages are nodes
		x := m.At(v)
		if x-score > band {
			above++
			continue
		}
		if x-score < -band {
			continue
		}
		switch d := cmp.Compare(x, score); {
		case d == 0, d > 0 && m.Ties.Tied(x, score), d < 0 && m.Ties.Tied(score, x):
			equal++
		case d > 0:
			above++
		}
	}
	return Place{above + 1, above + equal}
}
