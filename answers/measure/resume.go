package measure

import (
	"cmp"
	"fmt"

	"weft/algo/rank"
	"weft/internal/digits"
	"weft/store"
)

// resume makes PageRank go on where a command with the same options was killed, and keep where it stands. What it returns is called when it has ended, with its error. Work that depends on more than these
// options, a preference or a list of sites, begins anew.
func (o *RankOptions) resume(v *store.View, r *Ranking, ro *rank.PageRankOptions) (ended func(error) error) {
	if o.Interim == nil || o.Preference != nil || v.Filter == store.BetweenSites {
		return func(err error) error { return err }
	}
	name := PageRank
	if v.Filter != "" {
		name += "@" + v.Filter
	}
	options := fmt.Sprintf("%s %s alpha %g dangling %s method %s tolerance %g iterations %d of the power method %v", v.Kinds, v.Filter, ro.Alpha, ro.Dangling, r.method, ro.Tolerance, ro.MaxIterations, ro.Method == rank.Power)
	state := rank.State{}
	vector, free := o.Interim.Load(name, options, &state)
	if vector != nil {
		state.Contributions, ro.Resume = vector, &state
		o.Say("going on after %s, where it was broken off", digits.Plural(state.Iterations, "iteration"))
	}
	ro.Save = func(s rank.State) error {
		if !o.Interim.Due() {
			return nil
		}
		return o.Interim.Save(name, options, s, s.Contributions)
	}
	return func(err error) error {
		if free != nil {
			err = cmp.Or(err, free())
		}
		if err != nil {
			return err
		}
		return o.Interim.Done(name)
	}
}
