package papers

import (
	"slices"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/algo/rank"
	"weft/answers/fidelity"
	"weft/answers/simulate"
	"weft/graph"
)

// A RankingFate is the agreement of a ranking between crawls of half of a graph and their targets, which the
// paper's last words ask for. Rankings are those in package fidelity. PageRank is compared with the target's
// PageRank personalised to the crawl, as in the paper, and with the plain one.
//
//json:object ranking fate
type RankingFate struct {
	Graph   string         `json:"graph"`   // name of the graph
	Ranking string         `json:"ranking"` // name of the ranking
	Order   simulate.Order `json:"order"`   // order in which pages were fetched
	Block   float64        `json:"block"`   // share of the pages that was left unfetched, 0 to 1
	Sets    int            `json:"sets"`    // number of sets; 0 if it was not computed
	// Top30 and All are the means of tau-b over the sets, of the best 30 % by either ranking and of all crawled pages.
	// Sets where all is tied are left out.
	Top30 distance.Estimate `json:"tau_b_top30"` // tau-b of the best 30 % by either ranking
	All   distance.Estimate `json:"tau_b_all"`   // Kendall's tau-b of all crawled pages
}

const (
	// harmonicPages is the largest number of pages for which harmonic centrality is measured, from all pages. The
	// errors of samples of pages, and of HyperBall's counters, reorder pages more than missing pages do. On
	// cnr-2000 two samples of 2,048 pages each agree by a tau of .55 to .91.
	harmonicPages = 50_000
	fateBlock     = 0.5
)

// fates measures how other rankings than the paper's fare.
func (f *fidelityRun) fates(s *Subject) error {
	parts, err := s.exp.Parts(f.ctx)
	if err != nil {
		return err
	}
	f.r.Settings.count(s)
	sets := min(f.Few, s.exp.Sets)
	var all []RankingFate
	for _, r := range fidelity.Rankings {
		for _, o := range s.exp.Orders {
			all = append(all, RankingFate{Graph: s.Name, Ranking: r, Order: o, Block: fateBlock})
		}
	}
	x := &fating{f: f, s: s, total: int64(sets * len(all))}
	x.top, x.whole = make([][]float64, len(all)), make([][]float64, len(all))
	for set := range sets {
		for k, o := range s.exp.Orders {
			trial := simulate.Trial{Order: o, Block: fateBlock, Set: set}
			_, pages, crawl, err := parts.Make(trial)
			if err != nil {
				return err
			}
			x.take(pages, crawl)
			if err := x.all(k, trial); err != nil {
				return err
			}
		}
	}
	for i := range all {
		all[i].Sets, all[i].Top30, all[i].All = len(x.top[i]), meanTau(x.top[i]), meanTau(x.whole[i])
	}
	f.r.Rankings = append(f.r.Rankings, all...)
	return nil
}

// meanTau is the mean of some values of tau.
func meanTau(values []float64) distance.Estimate { return distance.EstimateMean(values).Within(-1, 1) }

// fating is the comparison of rankings of one crawl after the other.
type fating struct {
	f      *fidelityRun
	s      *Subject
	pages  []graph.Node // of the target
	target *part
	crawl  *part
	truth  map[string][]float64 // of the target, as far as they do not depend on the crawl
	// tau-b of the best 30 % and of all, by ranking and order; and how many comparisons are done, of how many.
	top, whole  [][]float64
	done, total int64
}

// all compares all rankings of the crawl of a trial, of the k-th order.
func (x *fating) all(k int, trial simulate.Trial) error {
	for i, r := range fidelity.Rankings {
		x.f.Tell("rankings of "+x.s.Name, x.done, x.total)
		x.done++
		if r == fidelity.Harmonic && x.s.Pages > harmonicPages {
			continue
		}
		g, err := x.compare(r)
		if err != nil {
			return err
		}
		if r == fidelity.Personalised {
			x.f.r.Settings.again(x.s.outcome(trial), g[0])
		}
		for j, to := range [][][]float64{x.top, x.whole} {
			if at := i*len(x.s.exp.Orders) + k; !g[j].Undefined {
				to[at] = append(to[at], g[j].TauB)
			}
		}
	}
	return nil
}

// take makes a crawl the one to compare.
func (x *fating) take(pages []graph.Node, crawl *simulate.Part) {
	g := x.s.exp.Graph
	if x.target == nil || !slices.Equal(pages, x.pages) {
		x.pages, x.target, x.truth = pages, partOf(g, setOf(x.s.Pages, pages)), map[string][]float64{}
	}
	x.crawl = partOf(g, crawl.Crawled)
}

// compare compares a ranking: on the best 30 %, and on all.
func (x *fating) compare(ranking string) ([]hak.Agreement, error) {
	a, err := x.score(x.crawl, ranking, x.crawl.known)
	if err != nil {
		return nil, err
	}
	b := x.truth[ranking]
	if b == nil {
		from := x.target.known
		if ranking == fidelity.Personalised {
			from = x.crawl.crawled
		}
		if b, err = x.score(x.target, ranking, from); err != nil {
			return nil, err
		}
		if ranking != fidelity.Personalised {
			x.truth[ranking] = b
		}
	}
	return hak.Compare(pick(a, x.crawl.crawled), pick(b, x.crawl.crawled), []float64{0.3, 1})
}

func (x *fating) score(p *part, ranking string, from []graph.Node) ([]float64, error) {
	ctx, w := x.f.ctx, x.f.work()
	switch ranking {
	case fidelity.InDegree:
		degrees, err := rank.InDegrees(ctx, p.out, w)
		scores := make([]float64, len(degrees))
		for u, d := range degrees {
			scores[u] = float64(d)
		}
		return scores, err
	case fidelity.HITS:
		in, err := p.transpose()
		if err != nil {
			return nil, err
		}
		res, err := rank.HITS(ctx, p.out, in, rank.HITSOptions{Work: w})
		if err != nil {
			return nil, err
		}
		return res.Authorities, nil
	case fidelity.Harmonic:
		in, err := p.transpose()
		if err != nil {
			return nil, err
		}
		b, err := distance.Count(ctx, in, distance.CountOptions{Sources: p.crawled, MaxIterations: -1, Work: w})
		if err != nil {
			return nil, err
		}
		return b.Harmonic, nil
	}
	return p.pageRank(ctx, from, w)
}
