package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weft/answers/answer"
	"weft/internal/choice"
	"weft/internal/par"
	"weft/internal/usage"
	"weft/store"
)

// A Speed is the cost of an operation on a graph on this machine.
//
//json:object speed
type Speed struct {
	Operation string  `json:"operation"`  // operation that was measured
	Workers   int     `json:"workers"`    // number of workers
	Passes    int     `json:"passes"`     // number of iterations
	CPU       float64 `json:"cpu_ns"`     // processor time, ns per arc and pass
	Wall      float64 `json:"wall_ns"`    // elapsed time, ns per arc and pass
	Seconds   float64 `json:"seconds"`    // total elapsed time, s
	Need      int64   `json:"need_bytes"` // planned memory, bytes
	Peak      int64   `json:"peak_bytes"` // measured peak of memory, bytes
	Result    string  `json:"result"`     // result, to check that two programs computed the same
}

// SpeedOptions of GetSpeeds.
type SpeedOptions struct {
	answer.Options
	// Only are the operations to be measured; all if there are none.
	Only []string
	// Dir is a folder for the output of compression and transposition.
	Dir string
	// Each is called with each speed when it is known.
	Each func(Speed)
}

// A racer runs operations on one crawl.
type racer struct {
	ctx context.Context
	c   *store.Crawl
	o   SpeedOptions
}

// An operation prepares what it needs and does its work in the function that the timer measures.
type operation struct {
	name string
	run  func(r *racer, timed timer) error
}

// A timer measures f.
type timer func(workers int, f func() (outcome, error)) error

// An outcome is the result of an operation: its passes, its own estimate of its memory, and its output.
type outcome struct {
	passes int
	need   int64
	result string
}

// Operations returns the names of the operations that GetSpeeds measures.
func Operations() []string {
	var names []string
	for _, op := range operations {
		names = append(names, op.name)
	}
	return names
}

// ErrOperation says that there is no operation of a name.
var ErrOperation = errors.New("there is no operation")

// GetSpeeds measures time and memory of the basic operations on this machine. For operations of less than half a
// second it takes the median of several runs.
func GetSpeeds(ctx context.Context, c *store.Crawl, o SpeedOptions) ([]Speed, error) {
	r := &racer{ctx, c, o}
	for _, name := range o.Only {
		if !slices.Contains(Operations(), name) {
			return nil, fmt.Errorf("%w %q: expected %s", ErrOperation, name, choice.Of(name, Operations()))
		}
	}
	if c.NumPages() == 0 {
		return nil, fmt.Errorf("%s has no pages to measure", c.Path)
	}
	var all []Speed
	for _, op := range operations {
		if len(o.Only) > 0 && !slices.Contains(o.Only, op.name) {
			continue
		}
		o.Tell(op.name, 0, 0)
		err := op.run(r, func(workers int, f func() (outcome, error)) error {
			s, err := r.time(op.name, workers, f)
			if err != nil {
				return err
			}
			if all = append(all, s); o.Each != nil {
				o.Each(s)
			}
			return nil
		})
		if err != nil {
			return all, fmt.Errorf("%s: %w", op.name, err)
		}
	}
	return all, nil
}

// Short operations are measured again, as the first run of anything is slow: until so much time is over, or so often.
const (
	enough = 500 * time.Millisecond
	most   = 9
)

// time measures f: its memory in the first run, and its time. The time of a short f is the median of further runs.
func (r *racer) time(name string, workers int, f func() (outcome, error)) (Speed, error) {
	var out outcome
	run := func() (err error) {
		out, err = f()
		return err
	}
	first, err := usage.Of(run)
	if err != nil {
		return Speed{Operation: name}, err
	}
	costs := []usage.Cost{first}
	for spent := first.Wall; spent < enough && len(costs) < most; {
		c, err := usage.Time(run)
		if err != nil {
			return Speed{Operation: name}, err
		}
		costs, spent = append(costs, c), spent+c.Wall
	}
	if len(costs) > 2 {
		costs = costs[1:]
	}
	slices.SortFunc(costs, func(a, b usage.Cost) int { return cmp.Compare(a.Wall, b.Wall) })
	cost := costs[len(costs)/2]
	per := 1 / float64(max(1, r.c.Graph().NumArcs())*int64(max(1, out.passes)))
	return Speed{
		Operation: name, Workers: par.Workers(workers), Passes: out.passes, CPU: float64(cost.CPU) * per, Wall: float64(cost.Wall) * per,
		Seconds: cost.Wall.Seconds(), Need: out.need, Peak: first.Peak, Result: out.result,
	}, nil
}
