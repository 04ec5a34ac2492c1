package clusters

import (
	"fmt"

	"weft/algo/cluster"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/store"
)

// ResumeLeiden makes Leiden continue with unfinished work, and keep where it stands.
func ResumeLeiden(u *answer.Unfinished, lo *cluster.LeidenOptions) {
	arrays := func(s *cluster.LeidenState) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Parts), npy.PieceOf(&s.Of)}
	}
	at := func(s *cluster.LeidenState) string {
		if len(s.Levels) == 0 {
			return "after " + digits.Plural(s.Iteration, "iteration")
		}
		return fmt.Sprintf("after %s of iteration %d", digits.Plural(len(s.Levels), "level"), s.Iteration+1)
	}
	lo.Resume, lo.Save = answer.Resume(u, cluster.LeidenState{}, arrays, at)
}

// ResumeMCL does the same for MCL.
func ResumeMCL(u *answer.Unfinished, mo *cluster.MCLOptions) {
	arrays := func(s *cluster.MCLState) []npy.Piece {
		return []npy.Piece{npy.PieceOf(&s.Lengths), npy.PieceBy(cluster.EntryBytes, s.EntriesBytes, s.WriteEntries, s.LendEntries)}
	}
	at := func(s *cluster.MCLState) string { return "after " + digits.Plural(len(s.Passes), "iteration") }
	mo.Due = u.Due
	mo.Resume, mo.Save = answer.Resume(u, cluster.MCLState{}, arrays, at)
}

// unfinished is the work of the method, or of dividing its clusters again.
func (q *asked) unfinished(v *store.View, o *answer.Options, again bool) *answer.Unfinished {
	key := fmt.Sprintf("method %s weights %s iterations %d", q.method, q.weights, q.iterations)
	if q.method == "mcl" {
		key += fmt.Sprintf(" inflation %g keep %d first wins %v", q.inflation, q.keep, q.firstWins)
	} else {
		key += fmt.Sprintf(" quality %s resolution %g seed %d", q.quality, q.resolution, o.Seed)
	}
	if again {
		return o.Unfinished(v, "clusters-divided", fmt.Sprintf("%s most %d again %g", key, q.maxSize, q.again))
	}
	return o.Unfinished(v, "clusters", key)
}

// resumeDivision does the same for the division of large clusters.
func resumeDivision(u *answer.Unfinished, do *cluster.DivideOptions) {
	at := func(s *cluster.DivideState) string { return "after " + digits.Plural(s.Next, "cluster") }
	arrays := func(s *cluster.DivideState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Labels)} }
	do.Resume, do.Save = answer.Resume(u, cluster.DivideState{}, arrays, at)
}
