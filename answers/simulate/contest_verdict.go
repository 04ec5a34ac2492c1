package simulate

import (
	"slices"
	"sort"

	"weft/algo/distance"
)

// A Verdict names the strategy with the most PageRank after a number of pages, and its lead.
//
//json:object verdict
type Verdict struct {
	Pages int `json:"pages"` // pages that were fetched
	Sets  int `json:"sets"`  // sets whose crawls reached that number
	// strategy with the greatest mean share of PageRank, reference strategies excluded
	Leader   string            `json:"leader"`
	PageRank distance.Estimate `json:"pagerank"`       // share of PageRank that the leader reached
	Margins  []Margin          `json:"margins"`        // lead over each other strategy
	Left     []string          `json:"left,omitempty"` // strategies not compared because a crawl of theirs had ended before
}

// AmongBest reports whether a strategy leads, or cannot be distinguished from the leader.
func (v *Verdict) AmongBest(name string) bool {
	return name == v.Leader || slices.ContainsFunc(v.Margins, func(m Margin) bool { return m.Strategy == name && !m.Apart })
}

// A Margin is the lead over another strategy.
//
//json:object margin
type Margin struct {
	Strategy string `json:"strategy"` // the other strategy
	// mean difference of the shares of PageRank from the same seeds, with an interval of confidence
	// `level`
	Ahead distance.Estimate `json:"ahead"`
	// Apart reports that the interval excludes 0 and rounding errors. The lead is then more than chance in the
	// draw of the seeds.
	Apart bool `json:"apart"` // the interval excludes 0: the lead is more than chance
}

// Verdicts are comparisons that hold together.
type Verdicts struct {
	Reach int `json:"reach"` // number of pages of a crawl, median over the sets
	// confidence level of each interval of a margin: 1 − 0.05/k, where k is the number of pairs of strategies
	// after each number of pages. All intervals hold together with 95 % (Bonferroni)
	Level    float64   `json:"level"`
	Verdicts []Verdict `json:"verdicts"` // leading strategy after 1, 10 and 50 % of `reach`
}

// verdictShares are the parts of the reach after which strategies are compared.
var verdictShares = []float64{0.01, 0.1, 0.5}

// noise is by how much shares of PageRank may differ that are the same: the sums of different orders, and what the
// iteration left open.
const noise = 1e-8

// Judge compares the strategies of a contest.
func (c *Contest) Judge(tracks []Track) Verdicts {
	v := Verdicts{Reach: c.reach(tracks), Verdicts: []Verdict{}}
	var at []int // in Points
	for _, s := range verdictShares {
		i := sort.Search(len(c.Points), func(i int) bool { return float64(c.Points[i]) > s*float64(v.Reach) }) - 1
		if i >= 0 && !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	rivals := 0
	for _, e := range c.Entrants {
		if e.Name != Best {
			rivals++
		}
	}
	v.Level = 1 - 0.05/float64(max(1, rivals*(rivals-1)/2*len(at)))
	limits := c.limitsAt()
	for _, i := range at {
		if x, ok := c.verdict(tracks, i, v.Level, limits[i].pageRank); ok {
			v.Verdicts = append(v.Verdicts, x)
		}
	}
	return v
}

// reach is the median over the sets of how many pages the longest crawl fetched.
func (c *Contest) reach(tracks []Track) int {
	most := make([]int, len(c.Starts))
	for _, t := range tracks {
		most[t.Set] = max(most[t.Set], t.End.Pages)
	}
	slices.Sort(most)
	return most[(len(most)-1)/2]
}

// verdict compares the crawls at a point, from those sets from which any came so far; false if there is none. A
// strategy that had ended before from some of these sets is left out: its mean would be one of other sets.
func (c *Contest) verdict(tracks []Track, i int, level float64, b bound) (Verdict, bool) {
	shares := map[string]map[int]float64{} // of the strategies, by set
	sets := map[int]bool{}
	for _, t := range tracks {
		if i < len(t.Marks) && t.Strategy != Best {
			if shares[t.Strategy] == nil {
				shares[t.Strategy] = map[int]float64{}
			}
			shares[t.Strategy][t.Set] = t.Marks[i].PageRank
			sets[t.Set] = true
		}
	}
	v := Verdict{Pages: c.Points[i], Sets: len(sets), Margins: []Margin{}}
	var whole []string
	for _, e := range c.Entrants {
		switch {
		case e.Name == Best:
		case len(shares[e.Name]) == len(sets):
			whole = append(whole, e.Name)
		default:
			v.Left = append(v.Left, e.Name)
		}
	}
	if len(whole) == 0 || len(sets) == 0 {
		return v, false
	}
	v.lead(c, whole, shares, level, b)
	return v, true
}

// lead finds the leader of some strategies and its margins. Of several equal leaders it takes the first.
func (v *Verdict) lead(c *Contest, names []string, shares map[string]map[int]float64, level float64, b bound) {
	for _, name := range names {
		m := c.mean(inOrder(shares[name]), b, 0.95)
		if v.Leader == "" || m.Value > v.PageRank.Value+noise {
			v.Leader, v.PageRank = name, m
		}
	}
	first := inOrder(shares[v.Leader])
	for _, name := range names {
		if name == v.Leader {
			continue
		}
		ahead := inOrder(shares[name])
		for k := range ahead {
			ahead[k] = first[k] - ahead[k]
		}
		e := c.mean(ahead, b.between(), level)
		v.Margins = append(v.Margins, Margin{Strategy: name, Ahead: e, Apart: len(ahead) > 1 && e.Low > noise})
	}
}

// inOrder returns the values of a map by increasing key.
func inOrder(of map[int]float64) []float64 {
	var keys []int
	for k := range of {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	values := make([]float64, len(keys))
	for i, k := range keys {
		values[i] = of[k]
	}
	return values
}
