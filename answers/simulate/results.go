package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"weft/algo/hak"
)

// A Results is a file of outcomes that grows as an experiment continues: a line of JSON that says what the experiment is,
// and one for each outcome, in the order in which they came. What was killed while it wrote continues after the last
// whole line. The zero value keeps outcomes in memory alone.
type Results struct {
	lines
	done map[Trial]bool // that were there when it was opened
	list []Outcome
}

// header is the first line of a Results.
type header struct {
	Graph      string  `json:"graph"` // its checksum
	Pages      int     `json:"pages"`
	Arcs       int64   `json:"arcs"`
	SeedShare  float64 `json:"seed_share"`
	TopSeeds   bool    `json:"top_seeds"`
	Alpha      float64 `json:"alpha"`
	Iterations int     `json:"iterations"`
	Seed       uint64  `json:"random_seed"`
	Drawing    int     `json:"drawing"`
}

// unlike says in what a header differs from the one that is wanted.
func (h header) unlike(want header) error {
	return unlike([]differing{
		{"graph", fmt.Sprintf("%.12s", h.Graph), fmt.Sprintf("%.12s", want.Graph)},
		{"pages", h.Pages, want.Pages},
		{"arcs", h.Arcs, want.Arcs},
		{"share of seeds", h.SeedShare, want.SeedShare},
		{"seeds from the top", h.TopSeeds, want.TopSeeds},
		{"alpha", h.Alpha, want.Alpha},
		{"iterations", h.Iterations, want.Iterations},
		{"random seed", h.Seed, want.Seed},
		{"way of drawing", h.Drawing, want.Drawing},
	})
}

// header returns what the file of an experiment begins with.
func (e *Experiment) header(graphID string) header {
	return header{graphID, e.Graph.NumNodes(), e.Graph.NumArcs(), e.SeedShare, e.TopSeeds, e.Alpha, e.Iterations, e.Seed, drawing}
}

// OpenResults opens or makes the file of an experiment on the graph of a given checksum. A file of an experiment with
// other options is refused, a line that is not whole at its end cut off; damage before it is an error that names the
// line, and so is a file to which another process adds. The number of sets, the orders and the blocks may differ.
func OpenResults(path, graphID string, e *Experiment) (*Results, error) {
	x := *e
	if err := x.setDefaults(); err != nil {
		return nil, err
	}
	h := x.header(graphID)
	r := &Results{lines: lines{path: path, of: "an experiment"}, done: map[Trial]bool{}}
	if err := r.open(h, func(n int, text []byte) error { return r.line(n, text, h) }); err != nil {
		return nil, err
	}
	return r, nil
}

// ResultsOf are outcomes in memory alone.
func ResultsOf(outcomes []Outcome) *Results {
	r := &Results{done: map[Trial]bool{}, list: slices.Clone(outcomes)}
	for _, o := range outcomes {
		r.done[o.Trial] = true
	}
	return r
}

func (r *Results) line(n int, text []byte, want header) error {
	if n > 1 {
		var o Outcome
		if err := json.Unmarshal(text, &o); err != nil {
			return fmt.Errorf("not an outcome: %w", err)
		}
		if len(o.Shares) != len(hak.Shares) {
			return fmt.Errorf("not an outcome: %d shares of the rankings, expected %d", len(o.Shares), len(hak.Shares))
		}
		if !r.done[o.Trial] { // or a copy, as an outcome depends on nothing else
			r.done[o.Trial] = true
			r.list = append(r.list, o)
		}
		return nil
	}
	var got header
	if err := json.Unmarshal(text, &got); err != nil {
		return fmt.Errorf("not about an experiment: %w", err)
	}
	if got != want {
		return fmt.Errorf("of another experiment: %w: choose another file", got.unlike(want))
	}
	return nil
}

// Run makes the trials of an experiment that are not done, notes them, and returns the outcomes of all, in its order;
// of those that are done, if it fails. note is told how many are done, of how many: what is there already, and then
// each, when it was noted.
func (r *Results) Run(ctx context.Context, e *Experiment, note func(done, total int64)) ([]Outcome, error) {
	done, total := int64(len(r.Outcomes(e))), int64(e.Trials())
	note(done, total)
	err := e.Run(ctx, func(t Trial) bool { return r.done[t] }, func(o *Outcome) error {
		if err := r.add(o); err != nil {
			return err
		}
		done++
		note(done, total)
		return nil
	})
	return r.Outcomes(e), err
}

// add notes an outcome. What was done when the file was opened stays as it is, so that it may be asked meanwhile.
func (r *Results) add(o *Outcome) error {
	if err := r.lines.add(o); err != nil {
		return err
	}
	r.list = append(r.list, *o)
	return nil
}

// Outcomes returns those of an experiment, in its order; fewer than it has if not all trials are done.
func (r *Results) Outcomes(e *Experiment) []Outcome {
	var list []Outcome
	for _, o := range r.list {
		if o.Set >= 0 && o.Set < e.Sets && slices.Contains(e.Orders, o.Order) && slices.Contains(e.Blocks, o.Block) {
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(a, b Outcome) int { return e.place(a.Trial) - e.place(b.Trial) })
	return list
}

func (e *Experiment) place(t Trial) int {
	return (t.Set*len(e.Orders)+slices.Index(e.Orders, t.Order))*len(e.Blocks) + slices.Index(e.Blocks, t.Block)
}
