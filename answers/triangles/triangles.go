// Package triangles says how clustered a crawl is: how often pages that are linked with the same page are linked with
// each other.
package triangles

import (
	"context"
	"fmt"
	"math"

	"weft/algo/distance"
	"weft/algo/triangle"
	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/digits"
	"weft/internal/npy"
	"weft/stats"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "triangles", Short: "Count triangles and measure clustering",
	Long: `Count triangles: three pages that are linked pairwise, in one direction or both. Measure clustering by four
definitions, which are often confused:

  transitivity   the share of all pairs of neighbours of a page that are linked with each other: 3 · triangles / pairs.
                 A few pages with very many neighbours dominate this figure.
  local          the mean over pages of the same share among the page's own neighbours. "local" covers pages with two or
                 more neighbours; "local of all" covers all pages and counts the others as 0.
  transitive     the share of paths x → y → z with a link x → z.
  cyclic         the share of paths x → y → z with a link z → x.

Links from a page to itself do not count. The local share of each page is written to results/clustering.npy, the number
of its triangles to results/triangles.npy. With --samples the four shares are estimated from random draws, with
intervals; triangles are not counted, and nothing is saved.`,
	More:  "\nweft triangles crawl --samples 20000",
	Gives: []answer.Answer{(*Triangles)(nil)},
	New:   func() answer.Asker { return new(asker) },
}

type asker struct{ samples int }

// Flags implements answer.Asker.
func (q *asker) Flags(f answer.Flags) {
	f.IntVar(&q.samples, "samples", 0, "estimate each share from `N` draws; 0 to count exactly")
}

// Check implements answer.Asker.
func (q *asker) Check() error { return answer.CheckAll(answer.AtLeast("samples", q.samples, 0)) }

// Plan implements answer.Asker.
func (q *asker) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	look := answer.Look{Stage: countStage, Work: count}
	if q.samples > 0 {
		look = answer.Look{Stage: q.sampleStage, Work: q.sample}
	}
	w, err := look.Plan(ctx, c, o)
	w.Aside = q.samples > 0
	return w, err
}

// Parts of a plan.
const (
	arraysPart = "neighbours, triangles and lists of pages"
	marksPart  = "marks of workers"
	blockPart  = "a block of oriented lists"
)

// leastBlock is the memory of a block of lists for which a form of the view is chosen.
const leastBlock = 16 << 20

func countStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	arrays, marks := triangle.Bytes(c.NumPages(), o.Workers)
	all := triangle.ListBytes(c.Graph().NumArcs())
	least := min(leastBlock, all)
	need := store.Arrays(arraysPart, arrays+8*int64(c.NumPages())).And(store.Heap(marksPart, marks)).And(store.Heap(blockPart, least))
	v, err := o.View(ctx, "triangles", true, true, need)
	if err != nil {
		return answer.Stage{}, err
	}
	if planned, err := c.Plan(v); err == nil { // otherwise the work reports the error
		left := max(o.Memory-planned.NeedBytes, 0) / 8 * 7
		v.Need = need.And(store.Heap(blockPart, min(least+left, all)))
	}
	return answer.Stage{View: v, Passes: "3 over graph and transpose, 2 by one worker with one block, and 2 for each block of lists beyond the first"}, nil
}

func (q *asker) sampleStage(ctx context.Context, _ *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "triangles", true, true, store.Heap("draws", triangle.SampleBytes(q.samples)))
	v.Singly = true
	return answer.Stage{View: v, Passes: "2 over graph and transpose, and two lists for each draw"}, err
}

// Triangles say how clustered a crawl is. Shares are nil where there is nothing to share.
//
//json:object triangles
//json:note Loops do not count. Where all was counted, both ends of an interval are the value.
type Triangles struct {
	Kinds   string `json:"kinds"`                                                                                                                                                            // kinds of arcs that count, joined by +
	View    string `json:"view,omitempty"`                                                                                                                                                   // filter applied to the crawl, such as between-hosts
	Form    string `json:"form"`                                                                                                                                                             // how lists were read: memory, stream or disk
	Pages   int    `json:"pages"`                                                                                                                                                            // all pages
	Edges   int64  `json:"edges" label:"joined" unit:"pair" note:"of different pages"`                                                                                                       // pairs of different pages that are linked in one direction or both
	Wedges  int64  `json:"wedges" label:"wedges" unit:"pair" note:"of neighbours of a page"`                                                                                                 // pairs of neighbours of a page, summed over all pages
	Several int    `json:"pages_with_wedges" label:"with wedges" unit:"page" note:"with two neighbours or more"`                                                                             // pages with at least two neighbours
	Paths   int64  `json:"paths" label:"paths" note:"x → y → z"`                                                                                                                             // paths x → y → z of three different pages
	Samples int    `json:"samples,omitempty" absent:"all was counted" label:"draws" hide:"zero" note:"for each share: intervals hold the truth with 95 % probability (Clopper and Pearson)"` // random draws for each share
	// sets of three pages in which each two are linked
	Triangles *int64 `json:"triangles" absent:"null: with 'samples'" label:"triangles"`
	Cycles    *int64 `json:"cycles" absent:"null: with 'samples'" label:"cycles" note:"x → y → z → x"` // cycles x → y → z → x
	// triples x → y → z with an arc x → z
	Transitive *int64 `json:"transitive_triples" absent:"null: with 'samples'" label:"triples" note:"x → y → z with x → z"`

	// share of `wedges` whose ends are linked
	Transitivity *distance.Estimate `json:"transitivity" absent:"null: there are none" label:"transitivity" show:"small:4" note:", of the wedges" none:"none: there are no pairs of neighbours of a page"`
	// mean local clustering: over pages with at least two neighbours, the share of pairs of neighbours
	// that are linked
	Local *distance.Estimate `json:"local" absent:"null: there are none" label:"local" show:"small:4" note:", the mean over pages with two neighbours or more" none:"none: there are no pages with two neighbours"`
	// mean local clustering over all pages; pages with fewer than two neighbours count as 0
	LocalOfAll *distance.Estimate `json:"local_of_all" absent:"null: there are no pages" label:"local of all" show:"small:4" note:", the mean over all pages, those with fewer as 0" none:"none: there are no pages"`
	// share of `paths` that have an arc x → z
	Closed *distance.Estimate `json:"transitive" absent:"null: there are none" label:"transitive" show:"small:4" note:", of the paths, with x → z" none:"none: there are no paths x → y → z"`
	// share of `paths` that have an arc z → x
	Cyclic   *distance.Estimate `json:"cyclic" absent:"null: there are none" label:"cyclic" show:"small:4" note:", of the paths, with z → x" none:"none: there are no paths x → y → z"`
	InBlocks int                `json:"blocks,omitempty" absent:"with 'samples'"` // blocks of lists in which the work was done

	of    []uint64
	local []float64
}

func count(ctx context.Context, v *store.View, o answer.Options) (answer.Answer, error) {
	to := triangle.Options{Work: v.Work(o.Workers), Progress: func(block, blocks int) {
		o.Tell("counting triangles", int64(block), int64(blocks))
	}}
	to.Lists = lists(v)
	ended := resume(v, &o, &to)
	c, err := triangle.Count(ctx, v.Out, v.In, to)
	if err = ended(err); err != nil {
		return nil, err
	}
	t := known(v, &c.Totals, c.Nodes)
	t.Triangles, t.Cycles, t.Transitive, t.InBlocks, t.of = &c.Triangles, &c.Cycles, &c.Transitive, c.Blocks, c.Of
	if t.local, err = alloc.Make[float64](v.Space, c.Nodes); err != nil {
		return nil, err
	}
	sum := shares(t.local, c)
	t.Transitivity = ratio(3*float64(c.Triangles), float64(c.Wedges))
	t.Local, t.LocalOfAll = ratio(sum, float64(c.Several)), ratio(sum, float64(c.Nodes))
	t.Closed, t.Cyclic = ratio(float64(c.Transitive), float64(c.Paths)), ratio(3*float64(c.Cycles), float64(c.Paths))
	return t, nil
}

// lists is the memory for a block of lists, as planned.
func lists(v *store.View) int64 {
	for _, p := range v.Parts {
		if p.Name == blockPart {
			return p.Bytes
		}
	}
	return 0
}

// resume makes a count continue where a command that was killed has come to, and keep where it stands.
func resume(v *store.View, o *answer.Options, to *triangle.Options) (ended func(error) error) {
	u := o.Unfinished(v, "triangles", fmt.Sprintf("lists %d", to.Lists))
	arrays := func(s *triangle.State) []npy.Piece { return []npy.Piece{npy.PieceOf(&s.Of)} }
	to.Resume, to.Save = answer.Resume(u, triangle.State{}, arrays, at)
	return u.Ended
}

func at(s *triangle.State) string {
	return fmt.Sprintf("after %s of block %d", digits.Plural(s.Part, "part"), s.Block+1)
}

func known(v *store.View, t *triangle.Totals, pages int) *Triangles {
	return &Triangles{Kinds: v.Kinds.String(), View: v.Filter, Form: v.Form, Pages: pages, Edges: t.Edges, Wedges: t.Wedges, Several: t.Several, Paths: t.Paths}
}

// shares writes the share of pairs of neighbours that are linked for each page, NaN with fewer than two of them, and
// returns their sum.
func shares(to []float64, c *triangle.Counted) (sum float64) {
	for u, d := range c.Degrees {
		if d < 2 {
			to[u] = math.NaN()
			continue
		}
		to[u] = float64(c.Of[u]) / (float64(d) * float64(d-1) / 2)
		sum += to[u]
	}
	return sum
}

func ratio(part, all float64) *distance.Estimate {
	if all == 0 {
		return nil
	}
	x := part / all
	return &distance.Estimate{Value: x, Low: x, High: x}
}

func (q *asker) sample(ctx context.Context, v *store.View, o answer.Options) (answer.Answer, error) {
	s, err := triangle.Sample(ctx, v.Out, v.In, triangle.SampleOptions{Work: graph.Work{Workers: o.Workers}, Samples: q.samples, Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	t := known(v, &s.Totals, s.Nodes)
	t.Samples = s.Samples
	drawn := func(hits int, of int64, scale float64) *distance.Estimate {
		if of == 0 {
			return nil
		}
		low, high := stats.Binomial(hits, s.Samples)
		return &distance.Estimate{Value: scale * float64(hits) / float64(s.Samples), Low: scale * low, High: scale * high}
	}
	t.Transitivity, t.Local = drawn(s.Joined, s.Wedges, 1), drawn(s.Local, int64(s.Several), 1)
	t.LocalOfAll = drawn(s.Local, int64(s.Several), float64(s.Several)/float64(max(s.Nodes, 1)))
	if s.Several == 0 {
		t.LocalOfAll = ratio(0, float64(s.Nodes)) // which needs no draw
	}
	t.Closed, t.Cyclic = drawn(s.Transitive, s.Paths, 1), drawn(s.Cyclic, s.Paths, 1)
	return t, nil
}

// Blocks implements answer.Answer.
func (t *Triangles) Blocks() []answer.Block { return answer.Describe(t) }

// Kept implements answer.Answer.
func (t *Triangles) Kept() answer.Kept {
	as := answer.Kept{Kinds: t.Kinds, View: t.View}
	if t.of != nil {
		answer.AddVector(&as, "clustering", nil, t.local)
		answer.AddVector(&as, "triangles", nil, t.of)
	}
	return as
}
