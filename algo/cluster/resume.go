package cluster

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A LeidenState is the state of [Leiden] between two levels or two iterations. With the same graph and options,
// work that resumes from it finds the same clusters.
type LeidenState struct {
	Iteration int  `json:"iteration"` // number of the present iteration
	Changed   bool `json:"changed"`   // some node has moved in it
	Stable    bool `json:"stable"`    // none had in the one before
	// Levels holds the number of nodes of each level above the first. Parts holds, for each node of each level
	// except the last, its node in the level above. Of holds the cluster of each node of the last level. Save must
	// not keep them after it returns.
	Levels []int    `json:"levels"`
	Parts  []uint32 `json:"-"`
	Of     []uint32 `json:"-"`
}

// above keeps where an iteration stands, whose next level begins with clusters.
func (c *climber) above(s *LeidenState, parts, of []uint32, changed bool) error {
	if c.o.Save == nil {
		return nil
	}
	s.Levels, s.Parts, s.Of, s.Changed = append(s.Levels, len(of)), append(s.Parts, parts...), of, changed
	return c.o.Save(*s)
}

// climb rebuilds the levels of a state. It returns the last level, its clusters, and the node of this level for
// each node of the graph.
func (c *climber) climb(ctx context.Context, l *level, s *LeidenState) (top *level, of, at []uint32, err error) {
	rest := s.Parts
	defer func() {
		if err != nil {
			err = errors.Join(err, l.free())
		}
	}()
	for _, count := range s.Levels {
		if len(rest) < l.n || count < 0 || count > l.n {
			return nil, nil, nil, fmt.Errorf("a state of levels that do not fit: %d of %d nodes, above one of %d", len(rest), count, l.n)
		}
		parts := rest[:l.n:l.n]
		rest = rest[l.n:]
		for _, p := range parts {
			if int(p) >= count {
				return nil, nil, nil, fmt.Errorf("a state with part %d of %d", p, count)
			}
		}
		up, err := l.aggregate(ctx, parts, count, &c.o)
		if err != nil {
			return nil, nil, nil, err
		}
		if at == nil {
			at = append([]uint32(nil), parts...) // which belong to the state
		} else {
			at = through(at, parts)
		}
		err = l.free()
		if l = up; err != nil {
			return nil, nil, nil, err
		}
	}
	if len(s.Of) != l.n {
		return nil, nil, nil, fmt.Errorf("a saved state of %d nodes, for a graph of %d", len(s.Of), l.n)
	}
	return l, append([]uint32(nil), s.Of...), at, nil
}

// An MCLState is where [MCL] stands between two iterations, likewise.
type MCLState struct {
	Passes []MCLPass `json:"passes"`
	// Lengths holds the number of entries of each column. Save must not keep it after it returns.
	Lengths []uint32 `json:"-"`

	columns [][]entry
	body    []byte
}

// EntryBytes is the size of an entry in a file.
const EntryBytes = 8

// EntriesBytes is how long all entries are.
func (s *MCLState) EntriesBytes() int {
	n := 0
	for _, l := range s.Lengths {
		n += int(l)
	}
	return EntryBytes * n
}

// WriteEntries writes all entries: the row and the value of each, in the order of columns.
func (s *MCLState) WriteEntries(to io.Writer) error {
	out := bufio.NewWriterSize(to, 1<<16)
	var buf [EntryBytes]byte
	for _, column := range s.columns {
		for _, e := range column {
			binary.LittleEndian.PutUint32(buf[:], e.row)
			binary.LittleEndian.PutUint32(buf[4:], math.Float32bits(e.value))
			if _, err := out.Write(buf[:]); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// LendEntries gives a state the written entries to resume from.
func (s *MCLState) LendEntries(body []byte) { s.body = body }

// state is that after some passes.
func (f *flow) state(passes []MCLPass) MCLState {
	s := MCLState{Passes: passes, Lengths: make([]uint32, f.n), columns: f.now.columns}
	for u, column := range s.columns {
		s.Lengths[u] = uint32(len(column))
	}
	return s
}

// goOn takes the matrix of a state.
func (f *flow) goOn(s *MCLState) error {
	if len(s.Lengths) != f.n || s.EntriesBytes() != len(s.body) {
		return fmt.Errorf("a saved state of %d columns and %d bytes, for %d columns", len(s.Lengths), len(s.body), f.n)
	}
	w, body := f.workers.Get(), s.body
	defer f.workers.Put(w)
	for u, n := range s.Lengths {
		w.column = w.column[:0]
		for range n {
			e := entry{binary.LittleEndian.Uint32(body), math.Float32frombits(binary.LittleEndian.Uint32(body[4:]))}
			if int(e.row) >= f.n {
				return fmt.Errorf("a state with row %d of %d", e.row, f.n)
			}
			w.column, body = append(w.column, e), body[EntryBytes:]
		}
		if err := w.put(f.arena, f.now, u, w.column); err != nil {
			return err
		}
	}
	return nil
}

// A DivideState is where [Divide] stands between two clusters, likewise.
type DivideState struct {
	Next   int      `json:"next"`
	Labels []uint32 `json:"-"` // Save must not keep it after it returns
}

// DivideOptions say how [Divide] goes.
type DivideOptions struct {
	// Most is how many nodes a cluster has that is not divided, at most.
	Most int
	// Again divides the graph of a cluster alone.
	Again func(ctx context.Context, cluster int, g *Graph) (*Clusters, error)
	// Save, if not nil, receives the state between two clusters. Resume, if not nil, is an earlier state; the work
	// continues from there.
	Save   func(DivideState) error
	Resume *DivideState
}
