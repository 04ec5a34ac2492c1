package rank

import "fmt"

// A State is the state of [PageRank] between two passes. With the same graph and options, a run that resumes from
// it returns the same bits as an uninterrupted run.
type State struct {
	Iterations int `json:"iterations"`
	// Contributions holds the contribution of each page, in the form of the solver. Save must not keep it after
	// the next pass begins.
	Contributions []float64 `json:"-"`
	Sum           float64   `json:"sum"`
	Dangling      float64   `json:"dangling"`
}

// state is that after some passes.
func (s *solver) state(iterations int, t tally) State {
	return State{iterations, s.old, t.sum, t.dangling}
}

// goOn begins where a state ends.
func (s *solver) goOn(from *State) (tally, error) {
	if len(from.Contributions) != len(s.old) {
		return tally{}, fmt.Errorf("pagerank: a saved state of %d pages, for a graph of %d pages", len(from.Contributions), len(s.old))
	}
	copy(s.old, from.Contributions)
	if s.sweep != nil {
		s.sweep.mass = from.Sum
	}
	return tally{sum: from.Sum, dangling: from.Dangling}, nil
}

// A HITSState is where [HITS] stands between two iterations, likewise.
type HITSState struct {
	Iterations int `json:"iterations"`
	// Authorities and Hubs are sums that have not been scaled yet; Scale is the factor of the vector that is
	// summed next. Save must not keep the arrays after the next iteration begins.
	Authorities []float64 `json:"-"`
	Hubs        []float64 `json:"-"`
	OfAuthority float64   `json:"of_authority"`
	OfHub       float64   `json:"of_hub"`
	Scale       float64   `json:"scale"`
}

// state is that after some iterations.
func (h *hits) state(iterations int, out, in half) HITSState {
	return HITSState{iterations, h.authorities, h.hubs, in.scaled.of, out.scaled.of, h.scale}
}

// goOn begins where a state ends. Pages that link to themselves are found again by the first half step, whose sums are
// the same to the bit.
func (h *hits) goOn(from *HITSState, out, in half) error {
	h.spread()
	defer h.squeeze()
	if len(from.Authorities) != len(h.authorities) || len(from.Hubs) != len(h.hubs) {
		return fmt.Errorf("hits: a saved state of %d and %d scores, for %d pages", len(from.Authorities), len(from.Hubs), len(h.hubs))
	}
	copy(h.authorities, from.Authorities)
	copy(h.hubs, from.Hubs)
	h.scale, in.scaled.of, out.scaled.of = from.Scale, from.OfAuthority, from.OfHub
	return nil
}
