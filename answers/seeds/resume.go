package seeds

import (
	"fmt"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/store"
)

// A State is the progress of [Find] within a ranking. Continuing from it gives the same result, if graph and
// options are the same.
type State struct {
	Seeds   []Seed         `json:"seeds"`
	Rounds  []Round        `json:"rounds"`
	Ranking rank.HITSState `json:"ranking"`
	// Removed are the pages of all cores so far, a bit for each page, valid until Save returns.
	Removed []uint64 `json:"-"`
}

// goOn begins where a state ends.
func (f *finder) goOn(s *State) error {
	if len(s.Removed) != len(f.removed) {
		return fmt.Errorf("saved state: %d words of pages, expected %d", len(s.Removed), len(f.removed))
	}
	copy(f.removed, s.Removed)
	f.ranking, f.result.Seeds, f.result.Rounds = &s.Ranking, s.Seeds, s.Rounds
	for _, x := range s.Seeds {
		f.choose(x.Core) // as it was, so that the next is drawn like it would have been
	}
	return nil
}

// save tells where the search stands.
func (f *finder) save(s rank.HITSState) error {
	return f.o.Save(State{f.result.Seeds, f.result.Rounds, s, f.removed})
}

// resume makes the search continue where a command with the same options was killed, and save its state. Call the
// returned function when the search has ended, with its error.
func (r *Request) resume(v *store.View) (ended func(error) error) {
	// Each way has a name of its own, because --both runs both. Folders of earlier versions have the same names.
	o, what := r.Options, "seeds cold"
	if o.Warm {
		what = "seeds"
	}
	u := r.Seen.Unfinished(v, what, fmt.Sprintf("%d seeds core %+v of %dx%d rounds %d iterations %d tolerance %g random %v seed %d",
		o.Seeds, o.Core, o.MinHubs, o.MinAuthorities, o.Rounds, o.Iterations, o.Tolerance, o.Random != nil, r.Seen.Seed))
	at := func(s *State) string { return "in round " + digits.Grouped(len(s.Rounds)+1) }
	arrays := func(s *State) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Removed), npy.PieceOf(&s.Ranking.Authorities), npy.PieceOf(&s.Ranking.Hubs)}
	}
	r.Resume, r.Save = answer.Resume(u, State{}, arrays, at)
	return u.Ended
}
