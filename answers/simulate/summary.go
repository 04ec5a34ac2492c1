package simulate

import (
	"math"
	"slices"

	"weft/algo/distance"
	"weft/algo/hak"
)

// A Cell is the outcomes of one order and block, each value with the 95 % interval of its mean over the sets (Student's t).
//
//json:object cell of crawls
type Cell struct {
	Order   Order             `json:"order"`   // order in which pages were fetched
	Block   float64           `json:"block"`   // share of the pages that was left unfetched, 0 to 1
	Sets    int               `json:"sets"`    // sets of seeds that were drawn
	Target  distance.Estimate `json:"target"`  // pages that the seeds reach, with the interval
	Crawled distance.Estimate `json:"crawled"` // pages that were crawled, with the interval
	// sets with a crawled page; `gamma`, `im` and `x` are means over them, 0 if there are none
	GammaSets int               `json:"gamma_sets"`
	Gamma     distance.Estimate `json:"gamma"` // γ, with its interval
	Im        distance.Estimate `json:"im"`    // mean impact on a crawled page, with its interval
	X         distance.Estimate `json:"x"`     // share of crawled pages impacted, with its interval
	// sets with at least two crawled pages; `hak` is the mean over them, 0 if there are none
	HAKSets int               `json:"hak_sets"`
	HAK     distance.Estimate `json:"hak"` // HAK, with its interval
	// Shares are of the best 30, 50, 70 and 100 % by either ranking. Sets where all is tied are left out.
	Shares []CellShare `json:"shares"` // values for the best 30, 50, 70 and 100 % by either ranking
	// mean of HAK minus tau-b of the best 30 %, over the sets that have both; 0 if none has
	Error float64 `json:"error"`
	// ErrorOf is Error with its interval, and ErrorSets are the sets that it is of.
	ErrorOf   distance.Estimate `json:"-"`
	ErrorSets int               `json:"-"`
}

// A CellShare is the agreement of rankings on the best of both.
//
//json:object cell share
type CellShare struct {
	Share        float64           `json:"share"`        // share of the best pages that is compared, 0 to 1
	Sets         int               `json:"sets"`         // sets that were counted; other values are 0 if there are none
	TauB         distance.Estimate `json:"tau_b"`        // tau-b over the sets
	TauA         distance.Estimate `json:"tau_a"`        // tau-a over the sets
	Displacement distance.Estimate `json:"displacement"` // displacement of pages over the sets
}

// Summarise puts the outcomes of an experiment into cells: by order, then by block.
func Summarise(e *Experiment, outcomes []Outcome) []Cell {
	of := map[Trial][]Outcome{}
	for _, o := range outcomes {
		t := o.Trial
		t.Set = 0
		of[t] = append(of[t], o)
	}
	var cells []Cell
	for _, order := range e.Orders {
		for _, block := range e.Blocks {
			if list := of[Trial{Order: order, Block: block}]; len(list) > 0 {
				cells = append(cells, newCell(order, block, list))
			}
		}
	}
	return cells
}

func newCell(order Order, block float64, list []Outcome) Cell {
	crawled := atLeast(1, list)
	ordered := atLeast(2, crawled)
	c := Cell{
		Order: order, Block: block, Sets: len(list),
		Target:    mean(list, func(o *Outcome) float64 { return float64(o.Target) }).Within(0, math.Inf(1)),
		Crawled:   mean(list, func(o *Outcome) float64 { return float64(o.Crawled) }).Within(0, math.Inf(1)),
		GammaSets: len(crawled),
		Gamma:     mean(crawled, func(o *Outcome) float64 { return o.Gamma }).Within(0, 1),
		Im:        mean(crawled, func(o *Outcome) float64 { return o.Im }).Within(0, math.Inf(1)),
		X:         mean(crawled, func(o *Outcome) float64 { return o.X }).Within(0, math.Inf(1)),
		HAKSets:   len(ordered),
		HAK:       mean(ordered, func(o *Outcome) float64 { return o.HAK }).Within(0, 1),
	}
	for i, s := range list[0].Shares {
		c.Shares = append(c.Shares, newCellShare(s.Share, i, list))
	}
	both := slices.DeleteFunc(ordered, func(o Outcome) bool { return len(o.Shares) == 0 || o.Shares[0].Undefined })
	c.ErrorOf, c.ErrorSets = mean(both, func(o *Outcome) float64 { return o.HAK - o.Shares[0].TauB }).Within(-1, 2), len(both)
	c.Error = c.ErrorOf.Value
	return c
}

// atLeast returns the outcomes of crawls with at least a number of pages.
func atLeast(pages int, list []Outcome) []Outcome {
	return slices.DeleteFunc(slices.Clone(list), func(o Outcome) bool { return o.Crawled < pages })
}

// mean returns the mean of a value over a list; 0 for an empty list.
func mean[T any](list []T, value func(*T) float64) distance.Estimate {
	values := make([]float64, len(list))
	for i := range list {
		values[i] = value(&list[i])
	}
	return distance.EstimateMean(values)
}

func newCellShare(share float64, i int, list []Outcome) CellShare {
	var defined []hak.Agreement
	for k := range list {
		if a := list[k].Shares[i]; !a.Undefined {
			defined = append(defined, a)
		}
	}
	return CellShare{
		Share: share, Sets: len(defined),
		TauB: mean(defined, func(a *hak.Agreement) float64 { return a.TauB }).Within(-1, 1),
		TauA: mean(defined, func(a *hak.Agreement) float64 { return a.TauA }).Within(-1, 1),

		Displacement: mean(defined, func(a *hak.Agreement) float64 { return a.Displacement }).Within(0, math.Inf(1)),
	}
}
