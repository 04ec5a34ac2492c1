package simulate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"weft/algo/hak"
	"weft/internal/atomicfile"
	"weft/internal/flock"
)

// A Results is a file of outcomes that grows as an experiment goes on: a line of JSON that says what the experiment is, and one for each outcome, in the
// order in which they came. What was killed while it wrote goes on behind the last whole line. The zero value keeps outcomes in memory alone.
type Results struct {
	file *os.File // nil if there is none
	lock *flock.Lock
	path string
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
func (h header) unlike(want header) string {
	var parts []string
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"graph", fmt.Sprintf("%.12s", h.Graph), fmt.Sprintf("%.12s", want.Graph)},
		{"pages", h.Pages, want.Pages},
		{"arcs", h.Arcs, want.Arcs},
		{"share of seeds", h.SeedShare, want.SeedShare},
		{"seeds from the top", h.TopSeeds, want.TopSeeds},
		{"alpha", h.Alpha, want.Alpha},
		{"iterations", h.Iterations, want.Iterations},
		{"random seed", h.Seed, want.Seed},
		{"way of drawing", h.Drawing, want.Drawing},
	} {
		if x.got != x.want {
			parts = append(parts, fmt.Sprintf("its %s: %v, here %v", x.what, x.got, x.want))
		}
	}
	return strings.Join(parts, "; ")
}

// header returns what the file of an experiment begins with.
func (e *Experiment) header(graphID string) header {
	return header{graphID, e.Graph.NumNodes(), e.Graph.NumArcs(), e.SeedShare, e.TopSeeds, e.Alpha, e.Iterations, e.Seed, drawing}
}

// OpenResults opens or makes the file of an experiment on the graph of a given checksum. A file of an experiment with other options is refused, a line that
// is not whole at its end cut off; damage before it is an error that names the line, and so is a file to which
// another process adds. The number of sets, the orders and the blocks may differ.
func OpenResults(path, graphID string, e *Experiment) (*Results, error) {
	x := *e
	if err := x.setDefaults(); err != nil {
		return nil, err
	}
	h := x.header(graphID)
	first, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := atomicfile.WriteFile(path, append(first, '\n')); err != nil {
			return nil, err
		}
	}
	r := &Results{path: path, done: map[Trial]bool{}}
	if r.lock, err = flock.Acquire(path); err != nil {
		return nil, fmt.Errorf("does another process add outcomes? %w", err)
	}
	if r.file, err = os.OpenFile(path, os.O_RDWR, 0o644); err != nil {
		return nil, errors.Join(err, r.lock.Release())
	}
	if err := r.goOn(h); err != nil {
		return nil, errors.Join(err, r.file.Close(), r.lock.Release())
	}
	return r, nil
}

// goOn reads what is there, and cuts off what is not whole.
func (r *Results) goOn(want header) error {
	end, err := r.read(r.file, want)
	if err != nil {
		return err
	}
	if err := r.file.Truncate(end); err != nil {
		return err
	}
	_, err = r.file.Seek(end, io.SeekStart)
	return err
}

// read reads what is there, and returns where what is whole ends.
func (r *Results) read(from io.Reader, want header) (end int64, err error) {
	in := bufio.NewReader(from)
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if err := r.line(line, bytes.TrimSpace(text), want); err != nil {
			return 0, fmt.Errorf("%s, line %d: %w", r.path, line, err)
		}
		end += int64(len(text))
	}
	if end == 0 {
		return 0, fmt.Errorf("%s: it does not begin with a line about an experiment: name another file", r.path)
	}
	return end, nil
}

func (r *Results) line(n int, text []byte, want header) error {
	if n > 1 {
		var o Outcome
		if err := json.Unmarshal(text, &o); err != nil {
			return fmt.Errorf("not an outcome: %w", err)
		}
		if len(o.Shares) != len(hak.Shares) {
			return fmt.Errorf("not an outcome: it compares %d parts of the rankings, want %d", len(o.Shares), len(hak.Shares))
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
		return fmt.Errorf("of another experiment: %s: name another file", got.unlike(want))
	}
	return nil
}

// Run makes the trials of an experiment that are not done, notes them, and returns the outcomes of all, in its order; of those that are done, if it fails.
// note is told how many are done, of how many: what is there already, and then each.
func (r *Results) Run(ctx context.Context, e *Experiment, note func(done, total int64)) ([]Outcome, error) {
	done, total := int64(len(r.Outcomes(e))), int64(e.Trials())
	note(done, total)
	err := e.Run(ctx, func(t Trial) bool { return r.done[t] }, func(o *Outcome) error {
		done++
		note(done, total)
		return r.add(o)
	})
	return r.Outcomes(e), err
}

// add notes an outcome. What was done when the file was opened stays as it is, so that it may be asked meanwhile.
func (r *Results) add(o *Outcome) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if r.file != nil {
		if _, err := r.file.Write(append(text, '\n')); err != nil {
			return fmt.Errorf("%s: %w", r.path, err)
		}
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

// Close syncs and closes the file.
func (r *Results) Close() error {
	if r.file == nil {
		return nil
	}
	return errors.Join(r.file.Sync(), r.file.Close(), r.lock.Release())
}
