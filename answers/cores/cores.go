// Package cores asks a crawl for its bipartite cores: pages that all link to the same pages.
package cores

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/offered"
	"weft/store"
)

const long = `Find communities by what their pages link to: cliques (i,j) of i fans, each of which links to all of j centers. Fans with --max-degree links out or more and
centers with as many in are left out first; then fans with fewer than j centers and centers with fewer than i fans, until there are none: what remains is the core.
Links of a page to itself do not count.

--kind disjoint chooses cliques of which no two share a fan or a center, until there are no more: fans in the order of their numbers, the first centers that enough
unused fans link, the first of those fans. Another order finds other cliques, and maybe another number of them.

--kind maximal counts the cliques to which neither a fan nor a center can be added; --kind count all cliques, which may be astronomically many; --kind a-priori the sets of j centers that i or
more fans link, and the maximal cliques of just i fans and j centers. A search that takes more than --steps steps around a page is given up: the counts are told to be at least that, then.

A table has a row for each i and a column for each j. With -o the cliques go to a file, a line of JSON each, below a line that says what they depend on, and behind those of an (i,j) a line that ends it: a
file without it at its end is not whole. Given again, a command that was interrupted goes on where it was, or of a graph that keeps nothing behind the last (i,j) that is done. --check looks whether the cliques of such a file are
complete, in the core, disjoint, and as many as can be added, and whether the cores are as large as it says. It wants the crawl in which they were found, too: the file has the checksum of its graph, which is the graph_id of weft info --json. Maximal cliques are written up to --limit.`

// Question is that of this package.
var Question = answer.Question{
	Name: "cores", Short: "Find bipartite cores: pages that all link to the same pages", Long: long, More: " -i 2..4 -j 3 -o cliques.jsonl\nweft cores crawl --check cliques.jsonl",
	Own:   []string{"output"},
	Gives: []answer.Answer{(*Found)(nil), (*Checked)(nil)},
	New:   func() answer.Asker { return new(asked) },
}

// Kinds are what is made of a core.
var Kinds = []string{disjoint, maximal, count, aPriori}

const (
	disjoint = "disjoint"
	maximal  = "maximal"
	count    = "count"
	aPriori  = "a-priori"
)

// leastDegree and mostDegree are what --max-degree can be: masks of more links would take more than they save.
const leastDegree, mostDegree = 2, 256

type asked struct {
	i, j, kind     string
	fans, centers  span
	maxDegree, top int
	steps, limit   int
	output, check  string
}

func (q *asked) Flags(f answer.Flags) {
	f.StringVarP(&q.i, "fans", "i", "1..10", "`FANS` of a clique: a number, or a range of them")
	f.StringVarP(&q.j, "centers", "j", "1..10", "`CENTERS` of a clique: a number, or a range of them")
	f.StringVar(&q.kind, "kind", Kinds[0], "`KIND` of what is found")
	offered.List(f, "kind", Kinds)
	f.IntVar(&q.maxDegree, "max-degree", 50, "leave out fans of `N` links or more, and centers")
	f.IntVar(&q.top, "top", 5, "list the first `K` of the largest")
	f.IntVar(&q.steps, "steps", 0, "give up the search around a page after `N` steps; 0 is 2^24 for disjoint cliques, 2^20 to count all, 2^14 for others, and for --check those of the file")
	f.IntVar(&q.limit, "limit", 1_000_000, "write `N` maximal cliques at most; 0 for all")
	f.StringVar(&q.check, "check", "", "look whether the disjoint cliques of `FILE`, found in the crawl that is named, are what they are said to be")
	f.StringVarP(&q.output, "output", "o", "", "write the cliques to `FILE`, or go on with it")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	err := answer.CheckAll(answer.OneOf("kind", q.kind, Kinds), answer.AtLeast("top", q.top, 0), answer.AtLeast("steps", q.steps, 0), answer.AtLeast("limit", q.limit, 0),
		answer.Rule{Holds: q.maxDegree >= leastDegree && q.maxDegree <= mostDegree, Option: "max-degree", Value: q.maxDegree, Want: fmt.Sprintf("from %d to %d", leastDegree, mostDegree)},
		answer.Rule{Holds: q.output != "-", Option: "output", Value: q.output, Want: "a file, as it is gone on with when it is interrupted"})
	if err != nil {
		return err
	}
	switch {
	case q.check != "" && q.kind != disjoint:
		return answer.Refused("{check} goes with {kind} disjoint: nothing is to be disjoint of %s", q.kind)
	case q.check != "" && q.output != "":
		return answer.Refused("{check} finds nothing that {output} could write")
	case q.output != "" && (q.kind == count || q.kind == aPriori):
		return answer.Refused("{output} goes with {kind} disjoint and maximal: %s lists no cliques", q.kind)
	}
	if q.setSteps(); q.check != "" { // which has shapes of its own
		return nil
	}
	if q.fans, err = q.span("fans", q.i); err != nil {
		return err
	}
	q.centers, err = q.span("centers", q.j)
	return err
}

// disjointSteps are those of disjoint cliques, where no others are asked for.
const disjointSteps = 1 << 24

// setSteps bounds searches so that a crawl of some hundred thousand pages, where maximal cliques may be astronomically
// many, takes a minute or two.
func (q *asked) setSteps() {
	switch {
	case q.steps > 0 || q.check != "": // which takes those of the file
	case q.kind == disjoint:
		q.steps = disjointSteps
	case q.kind == count:
		q.steps = 1 << 20
	default:
		q.steps = 1 << 14
	}
}

// A span is a range of numbers, with its ends.
type span struct{ From, To int }

// first and last are the smallest and the largest of the shapes that are asked for.
func (q *asked) first() core.Shape { return core.Shape{Fans: q.fans.From, Centers: q.centers.From} }
func (q *asked) last() core.Shape  { return core.Shape{Fans: q.fans.To, Centers: q.centers.To} }

// span reads a number, or two of them as 1..10.
func (q *asked) span(option, text string) (s span, err error) {
	from, to, is := strings.Cut(text, "..")
	if !is {
		to = from
	}
	s.From, err = strconv.Atoi(from)
	if err == nil {
		s.To, err = strconv.Atoi(to)
	}
	most := min(q.maxDegree-1, core.MaxSize)
	if err == nil && s.From >= 1 && s.From <= s.To && s.To <= most {
		return s, nil
	}
	want := fmt.Sprintf("want a number from 1 to %d, or a range such as 1..%d", most, min(most, 4))
	if most < core.MaxSize {
		return s, answer.Refused("{"+option+"} %s: %s, as {max-degree} %d leaves out what has more", text, want, q.maxDegree)
	}
	return s, answer.Refused("{"+option+"} %s: %s", text, want)
}

func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	stage, spare, err := q.stage(ctx, c, o)
	if err == nil && q.output != "" && c.Owns(q.output) {
		err = answer.Refused("{output} %s is a file of the crawl itself: name another", q.output)
	}
	return answer.Work{Stages: []answer.Stage{stage}, Do: func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) {
			if q.check != "" {
				return answer.Got(q.look(ctx, c, v, o))
			}
			return answer.Got(q.find(ctx, c, v, o, spare))
		})
	}}, err
}

// spare is what the budget leaves to cores: bytes for their links, or copies of them, and whether there was room for
// what fans share beside copies, which is in a scratch file otherwise: to make each core anew takes some times as long
// as to read that from a file.
type spare struct {
	held   int64
	shared bool
}

// stage is the view, and what is left of the budget.
func (q *asked) stage(ctx context.Context, c *store.Crawl, o answer.Options) (s answer.Stage, left spare, err error) {
	n := c.NumPages()
	s.Passes = "2 over graph and transpose, and some until no more than an eighth of the pages leave in one; then list by list"
	need := q.need(n, o.Workers)
	if s.View, err = o.View(ctx, "cores", true, true, need); err != nil || q.check != "" {
		return s, left, err
	}
	s.View.Often = true
	v, err := c.Plan(s.View)
	if err != nil {
		return s, left, nil //nolint:nilerr // the same refusal comes of the plan that is printed, and of the view
	}
	left.held = o.Memory - v.NeedBytes
	if shared := q.sharedBytes(n); shared+core.CopiesBytes(n) <= left.held {
		left.shared = true
		left.held -= shared
		need = need.And(store.Heap("what fans share", shared))
	}
	left.held = min(left.held, core.HeldBytes(n, n, c.Graph().NumArcs()))
	s.View.Need = need.And(store.Heap("links of cores, as far as they fit", left.held))
	return s, left, nil
}

// need is what all of it takes but the links of cores.
func (q *asked) need(n, workers int) store.Need {
	arrays, heap := core.Bytes(n)
	need := store.Arrays("fans and centers", arrays).And(store.Heap("pages that left", heap))
	if q.kind != disjoint {
		return need.And(store.Heap("what is around a center", core.AroundBytes(q.maxDegree, workers)))
	}
	largest := core.Shape{Fans: q.fans.To, Centers: q.centers.From}
	if q.check != "" { // the shapes are those of the file
		need = need.And(store.Arrays("fans and centers that were used", core.CheckBytes(n)))
		largest = core.Shape{Fans: min(q.maxDegree-1, core.MaxSize), Centers: 1}
	}
	return need.And(store.Heap("the search for cliques", core.SearchBytes(largest, q.maxDegree, workers)))
}

// sharedBytes are those of what fans share, of n pages.
func (q *asked) sharedBytes(n int) int64 {
	if q.kind != disjoint {
		return 0
	}
	return core.SharedBytes(n, q.first(), q.last())
}

func (q *asked) options(v *store.View, o answer.Options, left spare) core.Options {
	made := core.Options{Work: graph.Work{Workers: o.Workers, Space: v.Space}, MaxDegree: q.maxDegree, Held: left.held, Steps: int64(q.steps), Note: o.Note}
	if !left.shared {
		made.Aside = v.Scratch()
	}
	return made
}
