package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"weft/algo/hak"
)

// A Results is a file of outcomes that grows during an experiment. Its first line of JSON describes the
// experiment. Each later line is an outcome, in the order in which they came. A process that was killed while it
// wrote continues after the last complete line. The zero value keeps outcomes in memory alone.
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

// unlike reports how a header differs from the expected header.
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

// OpenResults opens or makes the file of an experiment on the graph with a given checksum. It cuts off an
// incomplete last line. It refuses a file of an experiment with other options, and a file to which another process
// writes. Earlier damage is an error that names the line. The number of sets, the orders and the blocks may
// differ.
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

// Run makes the missing trials of an experiment, records them, and returns the outcomes of all trials, in its
// order. If it fails, it returns the outcomes of the finished trials. note receives the numbers of finished and of
// all trials, first at the start and then after each recorded trial.
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

// add records an outcome. Outcomes that were there when the file was opened do not change, so they may be read
// meanwhile.
func (r *Results) add(o *Outcome) error {
	if err := r.lines.add(o); err != nil {
		return err
	}
	r.list = append(r.list, *o)
	return nil
}

// Outcomes returns the outcomes of an experiment, in its order. There are fewer than trials if some trials are not
// done.
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
