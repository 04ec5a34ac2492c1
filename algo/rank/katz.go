package rank

import (
	"context"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// KatzShare is the default of alpha, as a share of the inverse of [KatzResult].Bound.
const KatzShare = 0.85

// KatzOptions is ready to use as its zero value.
type KatzOptions struct {
	// Alpha is the factor of each arc of a walk, above 0. 0 stands for [KatzShare] divided by an upper bound of the
	// largest eigenvalue, with which the scores always converge.
	Alpha         float64
	Tolerance     float64 // iteration stops when each score is certain to be within this share of itself; 0 stands for 1e-9
	MaxIterations int     // maximum number of iterations for the scores; 0 stands for 1000
	// Hidden reports whether a page counts as if it were not there: its score is 0. Hidden pages must have no arcs. If
	// it is nil, no page is hidden.
	Hidden func(u graph.Node) bool
	// Push is the graph, for pushing scores along arcs, as in [PageRankOptions].
	Push graph.Random
	graph.Work
	// Progress, if not nil, is called after each pass with its number and the present bound of the error; NaN while
	// the eigenvalue is bounded.
	Progress func(pass int, residual float64)
	// Save, if not nil, receives the state after each pass except the last. An error that it returns ends the work.
	Save func(KatzState) error
	// Resume, if not nil, is the state of earlier work with the same graph and options.
	Resume *KatzState
}

// A KatzState is the state of [Katz] between two passes.
type KatzState struct {
	Pass       int       `json:"pass"`
	Iterations int       `json:"iterations"` // for the scores
	Alpha      float64   `json:"alpha"`      // 0 while the eigenvalue is bounded
	Bound      float64   `json:"bound"`      // of the eigenvalue
	Still      int       `json:"still"`      // passes in a row that lowered the bound little
	Changes    []float64 `json:"changes"`    // greatest changes of the last iterations
	// Scores are the scores so far, or the vector that bounds the eigenvalue. Save must not keep them after the next
	// pass begins.
	Scores []float64 `json:"-"`
}

// A KatzResult is the result of Katz.
type KatzResult struct {
	Scores     []float64 // the sum of their squares is 1, unless no page is visible
	Alpha      float64
	Bound      float64 // upper bound of the largest eigenvalue of the adjacency matrix; 0 if Alpha was given
	Iterations int     // passes for the scores
	Residual   float64 // upper bound of the error of each score as a share of the score, without rounding errors
	Converged  bool    // stopped because Residual ≤ Tolerance
}

// A KatzError says that alpha is too large for the scores to be known.
type KatzError struct {
	Alpha      float64
	Growth     float64 // factor by which changes grew in an iteration, on average over the last ones; 0 after few iterations
	Iterations int
}

// Eigenvalue estimates the largest eigenvalue, from the growth of the changes.
func (e *KatzError) Eigenvalue() float64 { return e.Growth / e.Alpha }

func (e *KatzError) Error() string {
	if e.Growth >= 1 {
		return fmt.Sprintf("katz: the scores diverge with alpha %.4g: changes grow by a factor of %.3g; expected alpha below %.4g, the inverse of the largest eigenvalue", e.Alpha, e.Growth, 1/e.Eigenvalue())
	}
	return fmt.Sprintf("katz: after %d iterations the scores may still change by more than themselves with alpha %.4g; expected a smaller alpha, or more iterations", e.Iterations, e.Alpha)
}

// Katz returns the Katz centrality of each page: the number of walks that end at the page. A walk of k arcs counts αᵏ,
// also with k = 0. It reads the transpose.
//
// With A the adjacency matrix, the scores x solve x = α·Aᵀx + 1, and are then divided by the root of the sum of their
// squares. This is katz_centrality of networkx with beta 1. Loops are arcs like others. Dangling pages need no
// treatment: their walks end.
//
// Let λ be the largest eigenvalue of A: 0 if the graph has no cycles, else 1 or more. The scores exist if α is below 1/λ.
// Without a given alpha, passes first bound λ. For any vector y > 0, λ is at most the largest ratio of Aᵀy
// to y (Collatz and Wielandt). Each pass multiplies y by the root of its ratios, or by 1 if that is more, which never
// raises the largest ratio. The passes end when the bound has fallen by less than a thousandth twice in a row, or after
// 48. Alpha is then [KatzShare] divided by the bound, or by 1 if that is more.
//
// The scores are iterated from x = 1. Changes d = x' − x are never negative. Let no change be
// above δ < 1. Then all later changes add up to Σ (αAᵀ)ʲd ≤ δ·Σ (αAᵀ)ʲ1. So α < 1/λ, and δ bounds the error of each
// score as a share of the score. If δ is still 1 or more after MaxIterations, Katz returns a [*KatzError].
//
// Memory: [KatzBytes], and [BlockBytes] if Push is given. The result is the same to the last bit for any number of
// workers. Errors: bad options, reading the graph, allocating memory, ctx, and [*KatzError].
//
// Source: L. Katz, "A new status index derived from sociometric analysis", Psychometrika 18, 1953; M. Newman,
// "Networks", 2010, §7.3, with the constant for each page.
func Katz(ctx context.Context, in graph.Random, o KatzOptions) (*KatzResult, error) {
	if o.Tolerance == 0 {
		o.Tolerance = 1e-9
	}
	if o.MaxIterations == 0 {
		o.MaxIterations = 1000
	}
	if !(o.Alpha >= 0 && o.Alpha <= math.MaxFloat64) || !(o.Tolerance > 0) || o.MaxIterations < 0 {
		return nil, fmt.Errorf("katz: options out of range: alpha %v, tolerance %v, %d iterations", o.Alpha, o.Tolerance, o.MaxIterations)
	}
	n := in.NumNodes()
	m := alloc.Maker{Space: o.Space}
	k := &katz{o: o, in: in, parts: graph.Parts(in), scores: alloc.From[float64](&m, n), spare: alloc.From[float64](&m, n)}
	k.at.Alpha = o.Alpha
	if m.Err != nil {
		return nil, m.Err
	}
	for u := range k.scores {
		k.scores[u] = 1
	}
	var err error
	if o.Push != nil {
		k.push, err = newBlocker(ctx, o.Push, true, o.Work)
	} else {
		k.byLength, err = newLengths(ctx, in, k.parts, 1, o.Work)
	}
	if err == nil && o.Resume != nil {
		err = k.resume(o.Resume)
	}
	if err != nil {
		return nil, fmt.Errorf("katz: %w", err)
	}
	return k.run(ctx)
}

// KatzBytes returns the memory of [Katz] for n pages, with its result: two vectors, and the order of short lists.
func KatzBytes(n int) int64 { return 16*int64(n) + lengthsBytes(n) }

type katz struct {
	o             KatzOptions
	in            graph.Random
	parts         []graph.Range
	scores, spare []float64
	push          *blocker
	byLength      *lengths
	at            KatzState // without scores
}

func (k *katz) resume(s *KatzState) error {
	if len(s.Scores) != len(k.scores) {
		return fmt.Errorf("a saved state of %d pages, for a graph of %d pages", len(s.Scores), len(k.scores))
	}
	copy(k.scores, s.Scores)
	k.at = *s
	k.at.Scores = nil
	return nil
}

func (k *katz) run(ctx context.Context) (*KatzResult, error) {
	if err := k.bound(ctx); err != nil {
		return nil, err
	}
	residual, converged := 0.0, len(k.scores) == 0
	for !converged && k.at.Iterations < k.o.MaxIterations {
		alpha := k.at.Alpha
		change, err := k.pass(ctx, func(from, to []float64) (most float64) {
			for u, sum := range to {
				x := 1 + alpha*sum
				most = max(most, x-from[u])
				to[u] = x
			}
			return most
		})
		if err != nil {
			return nil, err
		}
		k.at.Iterations++
		k.at.Changes = append(k.at.Changes[max(0, len(k.at.Changes)-lastChanges+1):], change)
		residual, converged = change, change <= k.o.Tolerance
		if !(change < mostChange) {
			break
		}
		if err := k.ended(residual, converged || k.at.Iterations == k.o.MaxIterations); err != nil {
			return nil, err
		}
	}
	if !(residual < 1) {
		return nil, &KatzError{k.at.Alpha, k.growth(), k.at.Iterations}
	}
	k.normalise()
	return &KatzResult{k.scores, k.at.Alpha, k.at.Bound, k.at.Iterations, residual, converged}, nil
}

const (
	lastChanges = 13    // changes from which growth is estimated: changes may come back after 2, 3, 4 or 6 iterations
	mostChange  = 1e100 // above it, iteration ends: it diverges
)

// growth is the mean factor between the last changes; 0 after too few iterations.
func (k *katz) growth() float64 {
	last := k.at.Changes
	if len(last) < lastChanges {
		return 0
	}
	return math.Pow(last[len(last)-1]/last[0], 1/float64(len(last)-1))
}

// mostBounding is the number of passes that bound the eigenvalue, at most. The vector has no value above 2^(16·48).
const mostBounding = 48

// bound finds alpha, unless it was given.
func (k *katz) bound(ctx context.Context) error {
	for k.at.Alpha == 0 {
		bound, err := k.pass(ctx, func(from, to []float64) (most float64) {
			for u, sum := range to {
				ratio := max(sum/from[u], 1)
				most = max(most, ratio)
				to[u] = from[u] * math.Sqrt(ratio)
			}
			return most
		})
		if err != nil {
			return err
		}
		if k.at.Still++; k.at.Bound == 0 || bound < 0.999*k.at.Bound {
			k.at.Still = 0
		}
		k.at.Bound = max(bound, 1)
		if k.at.Still == 2 || k.at.Pass+1 == mostBounding || bound <= 1 {
			k.at.Alpha = KatzShare / k.at.Bound
			for u := range k.scores {
				k.scores[u] = 1
			}
		}
		if err := k.ended(math.NaN(), false); err != nil {
			return err
		}
	}
	return nil
}

// ended reports and saves a pass, unless it is the last.
func (k *katz) ended(residual float64, last bool) error {
	k.at.Pass++
	if k.o.Progress != nil {
		k.o.Progress(k.at.Pass, residual)
	}
	if k.o.Save == nil || last {
		return nil
	}
	s := k.at
	s.Scores = k.scores
	return k.o.Save(s)
}

// pass sums the scores over the lists. finish turns the sums of a range of pages, to, into new scores. pass returns the
// maximum of the numbers that finish returns.
func (k *katz) pass(ctx context.Context, finish func(from, to []float64) float64) (float64, error) {
	if k.push != nil {
		if err := k.push.sum(ctx, k.scores, k.spare); err != nil {
			return 0, err
		}
	}
	mosts := make([]float64, len(k.parts))
	err := par.Do(ctx, len(k.parts), k.o.Workers, func(i int) error {
		r := k.parts[i]
		if err := k.sum(i, r); err != nil {
			return err
		}
		mosts[i] = finish(k.scores[r.Lo:r.Hi], k.spare[r.Lo:r.Hi])
		return nil
	})
	k.scores, k.spare = k.spare, k.scores
	most := 0.0
	for _, x := range mosts {
		most = max(most, x)
	}
	return most, err
}

// sum sets spare to the sums over the lists of a part, unless they were pushed.
func (k *katz) sum(part int, r graph.Range) error {
	switch {
	case k.push != nil:
		return nil
	case k.byLength != nil:
		k.byLength.eachBlock(part, r, func(block int, pages graph.Range, room *[copied]float64) {
			k.byLength.sum(k.spare[pages.Lo:pages.Hi], k.scores, block, pages.Lo, room)
		})
		return nil
	}
	return graph.EachList(k.in, r, func(u graph.Node, list []graph.Node) { k.spare[u] = gather(k.scores, list) })
}

// normalise hides pages, and divides the scores by the root of the sum of their squares. The greatest score is divided
// out first, so that no square overflows.
func (k *katz) normalise() {
	most := 0.0
	for u := range k.scores {
		if k.o.Hidden != nil && k.o.Hidden(graph.Node(u)) { //nolint:gosec // a page
			k.scores[u] = 0
		}
		most = max(most, k.scores[u])
	}
	if most == 0 {
		return
	}
	squares := 0.0
	for _, r := range k.parts {
		sum := 0.0
		for _, x := range k.scores[r.Lo:r.Hi] {
			sum += float64(x / most * (x / most))
		}
		squares += sum
	}
	norm := most * math.Sqrt(squares)
	for u := range k.scores {
		k.scores[u] /= norm
	}
}
