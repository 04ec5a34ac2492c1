package cores

import (
	"errors"
	"fmt"
	"maps"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/store"
)

// A state is where a command stands.
type state struct {
	// Cells are the finished shapes of disjoint cliques without a file. A shape does not depend on the other
	// requested shapes.
	Cells []cellDone `json:"cells,omitempty"`
	// Under is the shape that is at hand.
	Under *shapeUnder `json:"under,omitempty"`
	// Sets and Maximal are the counts, where those are requested.
	Sets    *core.CountState `json:"sets,omitempty"`
	Maximal *core.CountState `json:"maximal,omitempty"`
	// First holds the first cliques of the current work. File is the length of the file up to the last found
	// clique.
	First []core.Clique `json:"first,omitempty"`
	File  *sum          `json:"file,omitempty"`

	fans, centers []uint64 // that are unused, of the shape at hand
}

// A cellDone is a shape that is done, with the cliques that are listed of it.
type cellDone struct {
	Cell
	First []core.Clique `json:"first,omitempty"`
}

// A shapeUnder is a shape with some cliques found so far.
type shapeUnder struct {
	core.Shape
	core.DisjointState
}

func (s *state) arrays() []npy.Piece {
	return []npy.Piece{npy.PieceOf(&s.fans), npy.PieceOf(&s.centers)}
}

// A search continues the work of a command that was killed, with its file if there is one.
type search struct {
	*asked
	file  *file
	kept  *answer.Unfinished
	state state
	pages int
}

// begin opens the file, and resumes the search.
func (q *asked) begin(c *store.Crawl, v *store.View, f *Found, o *answer.Options) (*search, error) {
	file, err := q.open(c, f, o)
	if err != nil {
		return nil, err
	}
	s := &search{asked: q, file: file, pages: f.Pages, kept: o.Unfinished(v, "cores", q.key())}
	end := file.end
	if s.kept.Load(&s.state, s.state.arrays()...) {
		if !s.fits() {
			s.state = state{Cells: s.state.Cells}
		}
		switch x := s.state.File; {
		case x != nil && !file.has(*x):
			s.state = state{}
		case x != nil:
			end = x.Bytes
			fallthrough
		case q.output == "":
			s.kept.GoesOn(s.state.at(s.pages))
		}
	}
	for _, x := range s.state.Cells {
		x.first = x.First
		file.done[x.Shape] = x.Cell
	}
	if err := file.goOn(end); err != nil {
		return nil, errors.Join(err, file.close())
	}
	return s, nil
}

// key has the options on which a state depends.
func (q *asked) key() string {
	key := fmt.Sprintf("kind %s max degree %d steps %d top %d file %q", q.kind, q.maxDegree, q.steps, q.top, q.output)
	if q.kind != disjoint {
		key += fmt.Sprintf(" fans %d centers %d to %d limit %d", q.fans.From, q.centers.From, q.centers.To, q.limit)
	}
	return key
}

// fits says whether the shape at hand of a state, if there is one, is the first that is not done.
func (s *search) fits() bool {
	x := s.state.Under
	if x == nil {
		return true
	}
	x.DisjointState.Fans, x.DisjointState.Centers = s.state.fans, s.state.centers
	done := maps.Clone(s.file.done)
	for _, y := range s.state.Cells {
		done[y.Shape] = y.Cell
	}
	for i := s.fans.From; i <= s.fans.To; i++ {
		for j := s.centers.From; j <= s.centers.To; j++ {
			if _, is := done[core.Shape{Fans: i, Centers: j}]; !is {
				return x.Shape == core.Shape{Fans: i, Centers: j}
			}
		}
	}
	return false
}

// at tells people where a state is.
func (s *state) at(pages int) string {
	page := func(u graph.Node) string {
		return fmt.Sprintf("page %s of %s", digits.Grouped(int(u)), digits.Grouped(pages))
	}
	switch x := s.Under; {
	case x != nil && len(s.Cells) > 0:
		return fmt.Sprintf("after %s, at %s", digits.Plural(len(s.Cells), "shape"), page(x.Next))
	case x != nil:
		return fmt.Sprintf("with (%d,%d), at %s", x.Shape.Fans, x.Shape.Centers, page(x.Next))
	case s.Maximal != nil:
		return "with maximal cliques, at " + page(s.Maximal.Next)
	case s.Sets != nil && s.Sets.Ended:
		return "with maximal cliques"
	case s.Sets != nil:
		return "at " + page(s.Sets.Next)
	}
	return "after " + digits.Plural(len(s.Cells), "shape")
}

// save keeps where the search stands, if it is time to.
func (s *search) save() error {
	if !s.kept.Due() {
		return nil
	}
	if s.file.out != nil {
		if err := s.file.sync(); err != nil {
			return err
		}
		now := s.file.sum
		s.state.File = &now
	}
	s.kept.Save(s.state.at(s.pages), &s.state, s.state.arrays()...)
	return nil
}

// A sharedKept keeps where it stands what fans share.
type sharedKept struct {
	core.Keep[core.SharedState]
	ended func(error) error
}

// keepShared resumes the shared links of fans. Without room for them the work starts again, because a saved state
// would be read into the budget.
func (q *asked) keepShared(v *store.View, o *answer.Options, left spare) sharedKept {
	if !left.shared || q.sharedBytes(v.Crawl().NumPages()) == 0 {
		return sharedKept{ended: func(err error) error { return err }}
	}
	kept := o.Unfinished(v, "what fans share", fmt.Sprintf("max degree %d fans %v centers %v held %d", q.maxDegree, q.fans, q.centers, left.held))
	k := sharedKept{core.Keep[core.SharedState]{Due: kept.Due}, kept.Ended}
	k.From, k.Save = answer.Resume(kept, core.SharedState{}, func(s *core.SharedState) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Of)} },
		func(s *core.SharedState) string { return "at fan " + digits.Grouped(s.Next) })
	return k
}

// disjointKeep resumes the search for the disjoint cliques of a shape, and saves its state. The cell has the first
// cliques.
func (s *search) disjointKeep(x *Cell) (k core.Keep[core.DisjointState]) {
	if u := s.state.Under; u != nil && u.Shape == x.Shape {
		k.From, x.first = &u.DisjointState, s.state.First
	}
	k.Due = s.kept.Due
	k.Save = func(d core.DisjointState) error {
		s.state.Under, s.state.First, s.state.fans, s.state.centers = &shapeUnder{x.Shape, d}, x.first, d.Fans, d.Centers
		return s.save()
	}
	return k
}

// done keeps a shape that is done.
func (s *search) done(x Cell) error {
	s.state.Under, s.state.First, s.state.fans, s.state.centers = nil, nil, nil, nil
	if s.file.out != nil {
		return s.file.finish(x)
	}
	s.state.Cells = append(s.state.Cells, cellDone{x, x.first})
	return s.save()
}

// countKeep resumes a count, and saves its state.
func (s *search) countKeep(at **core.CountState, first *[]core.Clique) core.Keep[core.CountState] {
	return core.Keep[core.CountState]{From: *at, Due: s.kept.Due, Save: func(c core.CountState) error {
		*at, s.state.First = &c, *first
		return s.save()
	}}
}
