package measure

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"weft/algo/distance"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/store"
)

// resume makes PageRank continue where a command with the same options was killed, and save its state. Call the
// returned function when PageRank has ended, with its error.
func (o *RankOptions) resume(v *store.View, r *Ranking, ro *rank.PageRankOptions) (ended func(error) error) {
	weights := ""
	if o.Weights == KeptWeights {
		weights = " weights kept"
	}
	u := o.Unfinished(v, PageRank, fmt.Sprintf("leading pages, alpha %g dangling %s method %s tolerance %g iterations %d of the power method %v preference %s",
		ro.Alpha, ro.Dangling, r.method, ro.Tolerance, ro.MaxIterations, ro.Method == rank.Power, sumOf(ro.Preference))+weights)
	ResumePageRank(u, ro)
	return u.Ended
}

// ResumePageRank makes PageRank continue with unfinished work, and keep where it stands.
func ResumePageRank(u *answer.Unfinished, ro *rank.PageRankOptions) {
	at := func(s *rank.State) string { return "after " + digits.Plural(s.Iterations, "iteration") }
	arrays := func(s *rank.State) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Contributions)} }
	ro.Resume, ro.Save = answer.Resume(u, rank.State{}, arrays, at)
}

// sumOf is a checksum of scores; none of none.
func sumOf(scores []float64) string {
	if scores == nil {
		return "none"
	}
	h, buf := sha256.New(), make([]byte, 0, 1<<15)
	for _, x := range scores {
		if buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x)); len(buf) == cap(buf) {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// resumeHITS does the same for HITS.
func (o *RankOptions) resumeHITS(v *store.View, ho *rank.HITSOptions) (ended func(error) error) {
	u := o.Unfinished(v, HITS, fmt.Sprintf("norm %s loops %v tolerance %g iterations %d", ho.Norm, ho.Loops, ho.Tolerance, ho.Iterations))
	ResumeHITS(u, ho)
	return u.Ended
}

// ResumeHITS makes HITS continue with unfinished work, and save its state.
func ResumeHITS(u *answer.Unfinished, ho *rank.HITSOptions) {
	arrays := func(s *rank.HITSState) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Authorities), npy.PieceOf(&s.Hubs)}
	}
	at := func(s *rank.HITSState) string { return "after " + digits.Plural(s.Iterations, "iteration") }
	ho.Resume, ho.Save = answer.Resume(u, rank.HITSState{}, arrays, at)
}

// ballState is where HyperBall stands, and what the searches before it have found.
type ballState struct {
	distance.BallState
	Found *Distances `json:"found"`
}

// resume does the same for HyperBall, and fills in the results from before it.
func (o *DistanceOptions) resume(v *store.View, ho *distance.HyperBallOptions, d *Distances) (ended func(error) error) {
	if d.Exact {
		return nil
	}
	u := o.Unfinished(v, "distances", fmt.Sprintf("seed %d sources %d runs %d iterations %d centrality %v", ho.Seed, d.Sources, ho.Runs, ho.MaxIterations, ho.Centrality))
	arrays := func(s *distance.BallState) []npy.Piece {
		return []npy.Piece{
			npy.PieceOf(&s.Harmonic), npy.PieceOf(&s.Spread), npy.PieceOf(&s.Registers), npy.PieceOf(&s.Grew), npy.PieceOf(&s.Sizes), npy.PieceOf(&s.OfRun),
		}
	}
	at := func(s *distance.BallState) string {
		if s.Iteration == 0 {
			return "after " + digits.Plural(len(s.Pairs), "run")
		}
		return fmt.Sprintf("after distance %d of run %d", s.Iteration, len(s.Pairs))
	}
	state := ballState{}
	if u.Load(&state, arrays(&state.BallState)...) && state.Found != nil {
		_ = o.unfinishedSearches(v, d).Ended(nil) // their state lies there until the question is done, if that was broken off after them
		form := d.Form
		ho.Resume, *d = &state.BallState, *state.Found
		d.Form = form
		u.GoesOn(at(ho.Resume))
	}
	ho.Save = func(s distance.BallState) error {
		u.Save(at(&s), ballState{s, d}, arrays(&s)...)
		return nil
	}
	return u.Ended
}

// resumeCount does the same for searches.
func (o *DistanceOptions) resumeCount(v *store.View, co *distance.CountOptions, d *Distances) (ended func(error) error) {
	u := o.unfinishedSearches(v, d)
	at := func(s *distance.CountState) string { return "after " + digits.Plural(s.Done, "page") }
	arrays := func(s *distance.CountState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Harmonic)} }
	co.Resume, co.Save = answer.Resume(u, distance.CountState{}, arrays, at)
	return u.Ended
}

// unfinishedSearches returns the saved state of searches.
func (o *DistanceOptions) unfinishedSearches(v *store.View, d *Distances) *answer.Unfinished {
	return o.Unfinished(v, "searches", fmt.Sprintf("seed %d sources %d iterations %d", o.Seed, d.Sources, o.MaxIterations))
}

// resumeDiameter does the same for the search for the diameter.
func resumeDiameter(v *store.View, o *answer.Options, do *distance.DiameterOptions) (ended func(error) error) {
	u := o.Unfinished(v, "diameter", "")
	arrays := func(s *distance.DiameterState) []npy.Piece {
		all := []npy.Piece{npy.NumbersOf(&s.Pivots)}
		for way := range s.Low {
			all = append(all, npy.PieceOf(&s.Low[way]), npy.PieceOf(&s.High[way]), npy.PieceOf(&s.By[way]))
		}
		return all
	}
	at := func(s *distance.DiameterState) string { return fmt.Sprintf("after pass %d", s.Best.Searches) }
	do.Resume, do.Save = answer.Resume(u, distance.DiameterState{}, arrays, at)
	return u.Ended
}
