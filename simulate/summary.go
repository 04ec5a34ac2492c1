package simulate

import (
	"weft/algo/distance"
	"weft/algo/hak"
)

// A Cell is the outcomes of one order and block, each value with the 95 % interval of its mean over the sets (Student's t).
type Cell struct {
	Order   Order             `json:"order"`
	Block   float64           `json:"block"`
	Sets    int               `json:"sets"`
	Target  distance.Estimate `json:"target"`  // pages that the seeds reach
	Crawled distance.Estimate `json:"crawled"` // pages
	Gamma   distance.Estimate `json:"gamma"`
	Im      distance.Estimate `json:"im"`
	X       distance.Estimate `json:"x"`
	HAK     distance.Estimate `json:"hak"`
	// Shares are of the best 30, 50, 70 and 100 % by either ranking. Sets where all is tied are left out.
	Shares []CellShare `json:"shares"`
	Error  float64     `json:"error"` // mean of HAK less that of tau-b of the best 30 %; 0 if no set has one
}

// A CellShare is the agreement of rankings on the best of both.
type CellShare struct {
	Share        float64           `json:"share"`
	Sets         int               `json:"sets"` // that were not left out; if none, the rest is 0
	TauB         distance.Estimate `json:"tau_b"`
	TauA         distance.Estimate `json:"tau_a"`
	Displacement distance.Estimate `json:"displacement"`
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
	mean := func(value func(*Outcome) float64) distance.Estimate {
		values := make([]float64, len(list))
		for i := range list {
			values[i] = value(&list[i])
		}
		return distance.EstimateMean(values)
	}
	c := Cell{
		Order: order, Block: block, Sets: len(list),
		Target:  mean(func(o *Outcome) float64 { return float64(o.Target) }),
		Crawled: mean(func(o *Outcome) float64 { return float64(o.Crawled) }),
		Gamma:   mean(func(o *Outcome) float64 { return o.Gamma }),
		Im:      mean(func(o *Outcome) float64 { return o.Im }),
		X:       mean(func(o *Outcome) float64 { return o.X }),
		HAK:     mean(func(o *Outcome) float64 { return o.HAK }),
	}
	for i, s := range list[0].Shares {
		c.Shares = append(c.Shares, newCellShare(s.Share, i, list))
	}
	if len(c.Shares) > 0 && c.Shares[0].Sets > 0 {
		c.Error = c.HAK.Value - c.Shares[0].TauB.Value
	}
	return c
}

func newCellShare(share float64, i int, list []Outcome) CellShare {
	var defined []*hak.Agreement
	for k := range list {
		if a := &list[k].Shares[i]; !a.Undefined {
			defined = append(defined, a)
		}
	}
	mean := func(value func(*hak.Agreement) float64) distance.Estimate {
		values := make([]float64, len(defined))
		for k, a := range defined {
			values[k] = value(a)
		}
		return distance.EstimateMean(values)
	}
	return CellShare{
		Share: share, Sets: len(defined),
		TauB: mean(func(a *hak.Agreement) float64 { return a.TauB }),
		TauA: mean(func(a *hak.Agreement) float64 { return a.TauA }),

		Displacement: mean(func(a *hak.Agreement) float64 { return a.Displacement }),
	}
}
