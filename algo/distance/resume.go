package distance

import (
	"fmt"

	"weft/graph"
)

// A BallState is the state of [HyperBall] after an iteration, or between two runs. With the same graph and
// options, work that resumes from it returns the same bits.
type BallState struct {
	// Pairs are the neighbourhood functions of the runs; the last belongs to the present run, if there is one.
	Pairs [][]float64 `json:"pairs"`
	// Iteration is the iteration of the present run; 0 between two.
	Iteration int  `json:"iteration"`
	Cut       bool `json:"cut"`
	// Harmonic and Spread belong to the finished runs, if centralities are wanted. Save must not keep the arrays
	// after the next iteration.
	Harmonic []float64 `json:"-"`
	Spread   []float32 `json:"-"`
	// Registers, Grew and Sizes belong to the balls, and OfRun holds the centralities of the present run; empty
	// between two.
	Registers []byte    `json:"-"`
	Grew      []uint8   `json:"-"`
	Sizes     []float32 `json:"-"`
	OfRun     []float32 `json:"-"`
}

// save tells where the work stands, within a run if it has come to an iteration.
func (h *balls) save(pairs [][]float64) error {
	if h.o.Save == nil {
		return nil
	}
	s := BallState{Pairs: pairs, Iteration: h.iteration, Cut: h.cut, Harmonic: h.harmonic, Spread: h.spread}
	if h.iteration > 0 {
		s.Registers, s.Grew, s.Sizes, s.OfRun = h.now, h.grew, h.size, h.ofRun
	}
	return h.o.Save(s)
}

// goOn begins where a state ends, and returns the functions of the runs.
func (h *balls) goOn(s *BallState) ([][]float64, error) {
	within := 0 // nodes of the run under way
	if s.Iteration > 0 {
		within = len(h.size)
	}
	if runs := len(s.Pairs); runs > h.o.Runs || s.Iteration > 0 && runs == 0 || len(s.Harmonic) != len(h.harmonic) || len(s.Spread) != len(h.spread) ||
		len(s.Registers) != counterBytes*within || len(s.Grew) != within || len(s.Sizes) != within || len(s.OfRun) != min(within, len(h.ofRun)) {
		return nil, fmt.Errorf("hyperball: a state of %d runs and %d balls to go on from, for %d runs and %d balls", len(s.Pairs), len(s.Grew), h.o.Runs, len(h.size))
	}
	copy(h.harmonic, s.Harmonic)
	copy(h.spread, s.Spread)
	copy(h.now, s.Registers)
	copy(h.next, s.Registers) // balls that can no longer grow are not written again
	copy(h.grew, s.Grew)
	copy(h.size, s.Sizes)
	copy(h.ofRun, s.OfRun)
	h.iteration, h.cut = s.Iteration, s.Cut
	return s.Pairs, nil
}

// A DiameterState is where [Diameter] stands after a search or a pass of bounds, likewise; strong components are to be
// labelled alike.
type DiameterState struct {
	Turn int        `json:"turn"` // that is done
	Best Longest    `json:"best"`
	Last graph.Node `json:"last"` // that was searched from
	// Low and High bound the eccentricities forwards and backwards. Pivots and By belong to the components. Save
	// must not keep them after it returns.
	Low    [2][]uint32  `json:"-"`
	High   [2][]uint32  `json:"-"`
	By     [2][]uint32  `json:"-"`
	Pivots []graph.Node `json:"-"`
}

func (d *diameter) save(turn int) error {
	if d.o.Save == nil {
		return nil
	}
	return d.o.Save(DiameterState{turn, d.best, d.last, d.low, d.high, d.bounds.by, d.bounds.pivots})
}

// goOn begins where a state ends, and returns the turn that was done.
func (d *diameter) goOn(s *DiameterState) (int, error) {
	fits := len(s.Pivots) == len(d.bounds.pivots) && int(s.Last) < d.n
	for way := range d.low {
		fits = fits && len(s.Low[way]) == d.n && len(s.High[way]) == d.n && len(s.By[way]) == len(d.bounds.pivots)
	}
	if !fits {
		return 0, fmt.Errorf("diameter: a state of %d pages and %d components to go on from, for %d and %d", len(s.Low[0]), len(s.Pivots), d.n, len(d.bounds.pivots))
	}
	for way := range d.low {
		copy(d.low[way], s.Low[way])
		copy(d.high[way], s.High[way])
		copy(d.bounds.by[way], s.By[way])
	}
	copy(d.bounds.pivots, s.Pivots)
	d.best, d.last = s.Best, s.Last
	return s.Turn, nil
}
