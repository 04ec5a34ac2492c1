package papers

import (
	"math"

	"weft/algo/hak"
	"weft/answers/simulate"
	"weft/internal/digits"
)

// Settings is the result of checking that crawls were ranked with the settings of the paper: some were ranked
// again, each alone and not in a batch, with exactly these settings.
//
//json:object settings of a paper
type Settings struct {
	Again      int     `json:"ranked_again"`        // crawls that were ranked again on their own
	Worst      float64 `json:"greatest_difference"` // greatest difference in tau-b of the best 30 %
	Crawls     int     `json:"crawls"`              // number of all crawls
	OtherSeeds int     `json:"with_other_seeds"`    // crawls whose seeds are not 1 % of the pages
}

// again records the result of a crawl that was ranked again.
func (s *Settings) again(o *simulate.Outcome, g hak.Agreement) {
	if o == nil || o.Shares[0].Undefined != g.Undefined {
		s.Worst = 2 // as far apart as two values of tau can be
		s.Again++
		return
	}
	s.Again++
	s.Worst = max(s.Worst, math.Abs(o.Shares[0].TauB-g.TauB))
}

// count checks the seeds of the crawls of a graph.
func (s *Settings) count(of *Subject) {
	const share = 0.01
	want := max(1, int(hak.Top(share, of.Pages)))
	for i := range of.result {
		s.Crawls++
		if of.result[i].Seeds != want {
			s.OtherSeeds++
		}
	}
}

// settings judges whether the crawls were ranked with the settings of the paper.
func (f *fidelityRun) settings(c *claim) []finding {
	s := &f.r.Settings
	if s.Again == 0 || s.Crawls == 0 {
		return notRun("no crawl was ranked")
	}
	v := c.judge(s.Worst)
	if v == Agrees && s.OtherSeeds > 0 {
		v = CannotTell
	}
	if 2*s.OtherSeeds >= s.Crawls {
		v = Differs
	}
	return found(
		v,
		"%s crawls ranked again: tau of the top 30 %% differs by %.1g at most; of %s crawls %s have other seeds",
		digits.Grouped(s.Again),
		s.Worst,
		digits.Grouped(s.Crawls),
		digits.Grouped(s.OtherSeeds),
	)
}
