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
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/store"
)

const long = `Find communities by bipartite cliques (i,j): i fans that each link to all of j centers. First weft leaves out fans with
--max-degree or more links out, and centers with as many links in. Then it repeatedly leaves out fans with fewer than j
centers and centers with fewer than i fans. What remains is the core. Links from a page to itself do not count.

--kind chooses the cliques:
  disjoint  cliques that share no fan and no center, until no more can be added. weft takes fans by their numbers, each with
            the first centers that enough unused fans link to. Another order could give another number of cliques
  maximal   the cliques to which no fan and no center can be added
  count     all cliques; the number may be astronomical
  a-priori  sets of j centers that i or more fans link to, and maximal cliques of exactly i fans and j centers
A search that takes more than --steps steps around a page is given up. The counts are then lower bounds.

The table has a row per i and a column per j. -o writes the cliques to a file of JSON lines: a first line with all
options, then the cliques of each (i,j), each followed by a line that ends it. A file without that last line is
incomplete. The same command, run again after an interruption, resumes; on a bare graph, after the last finished (i,j).

--check tests whether the cliques of such a file are complete, in the core, disjoint and as many as possible, and whether
the cores have the stated sizes. It needs the crawl in which the cliques were found: the file holds the checksum of its
graph, the graph_id of "weft info --json". Maximal cliques are written up to --limit.`

// Question is the question of this package.
var Question = answer.Question{
	Name: "cores", Short: "Find bipartite cores: pages that all link to the same pages", Long: long, More: " -i 2..4 -j 3 -o cliques.jsonl\nweft cores crawl --check cliques.jsonl",
	Own:   []string{"output"},
	Gives: []answer.Answer{(*Found)(nil), (*Checked)(nil)},
	New:   func() answer.Asker { return new(asked) },
}

// Kinds lists the ways to search a core.
var Kinds = []string{disjoint, maximal, count, aPriori}

const (
	disjoint = "disjoint"
	maximal  = "maximal"
	count    = "count"
	aPriori  = "a-priori"
)

// leastDegree and mostDegree are the limits of --max-degree: masks of more links would cost more than they save.
const leastDegree, mostDegree = 2, 256

type asked struct {
	i, j, kind     string
	fans, centers  span
	maxDegree, top int
	steps, limit   int
	output, check  string
}

func (q *asked) Flags(f answer.Flags) {
	f.StringVarP(&q.i, "fans", "i", "1..10", "find cliques of `FANS` fans: a number or a range")
	f.StringVarP(&q.j, "centers", "j", "1..10", "find cliques of `CENTERS` centers: a number or a range")
	f.StringVar(&q.kind, "kind", Kinds[0], "find cliques of `KIND`")
	offered.List(f, "kind", Kinds)
	f.IntVar(&q.maxDegree, "max-degree", 50, "leave out fans with `N` or more links out, and centers with N or more links in")
	f.IntVarP(&q.top, "top", "n", 5, "list `K` of the largest cliques")
	f.IntVar(&q.steps, "steps", 0, "give up the search around a page after `N` steps; 0 for 2^24 with disjoint, 2^20 with count, 2^14 with other kinds, and with --check the number in the file")
	f.IntVar(&q.limit, "limit", 1_000_000, "write at most `N` maximal cliques; 0 for all")
	f.StringVar(&q.check, "check", "", "check the disjoint cliques in `FILE`, against the crawl they were found in")
	f.StringVarP(&q.output, "output", "o", "", "write the cliques to `FILE`, or resume an unfinished FILE")
	ending.Set(f, "output", "jsonl")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	err := answer.CheckAll(answer.OneOf("kind", q.kind, Kinds), answer.AtLeast("top", q.top, 0), answer.AtLeast("steps", q.steps, 0), answer.AtLeast("limit", q.limit, 0),
		answer.Rule{Holds: q.maxDegree >= leastDegree && q.maxDegree <= mostDegree, Option: "max-degree", Value: q.maxDegree, Want: fmt.Sprintf("from %d to %d", leastDegree, mostDegree)},
		answer.Rule{Holds: q.output != "-", Option: "output", Value: q.output, Want: "a file, so that an interrupted search can resume"})
	if err != nil {
		return err
	}
	switch {
	case q.check != "" && q.kind != disjoint:
		return answer.Refused("{check} requires {kind} disjoint: it cannot check %s", q.kind)
	case q.check != "" && q.output != "":
		return answer.Refused("{check} cannot be combined with {output}: it writes nothing")
	case q.output != "" && (q.kind == count || q.kind == aPriori):
		return answer.Refused("{output} requires {kind} disjoint or maximal: %s lists no cliques", q.kind)
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

// disjointSteps is the default number of steps for disjoint cliques alone.
const disjointSteps = 1 << 24

// setSteps bounds searches so that a crawl of some hundred thousand pages, where maximal cliques may be astronomically
// many, takes a minute or two.
func (q *asked) setSteps() {
	switch {
	case q.steps > 0 || q.check != "": // takes the steps of the file
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

// first and last are the smallest and the largest of the shapes that are requested.
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
	want := fmt.Sprintf("expected a number from 1 to %d, or a range such as 1..%d", most, min(most, 4))
	if most < core.MaxSize {
		return s, answer.Refused("{"+option+"} %s: %s, because {max-degree} %d leaves out larger degrees", text, want, q.maxDegree)
	}
	return s, answer.Refused("{"+option+"} %s: %s", text, want)
}

func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	stage, spare, err := q.stage(ctx, c, o)
	if err == nil && q.output != "" && c.Owns(q.output) {
		err = answer.Refused("{output} %s is a file of the crawl itself: choose another name", q.output)
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

// spare is the rest of the budget for cores: bytes for their links, or copies of links. It also records whether
// the shared links of fans fit beside the copies; otherwise they are in a scratch file. Making each core anew
// takes several times as long as reading it from a file.
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

// need is the memory of everything except the links of cores.
func (q *asked) need(n, workers int) store.Need {
	arrays, heap := core.Bytes(n)
	need := store.Arrays("fans and centers", arrays).And(store.Heap("pages that left", heap))
	if q.kind != disjoint {
		return need.And(store.Heap("what is around a center", core.AroundBytes(q.maxDegree, workers)))
	}
	largest := core.Shape{Fans: q.fans.To, Centers: q.centers.From}
	if q.check != "" { // the shapes come from the file
		need = need.And(store.Arrays("fans and centers that were used", core.CheckBytes(n)))
		largest = core.Shape{Fans: min(q.maxDegree-1, core.MaxSize), Centers: 1}
	}
	return need.And(store.Heap("the search for cliques", core.SearchBytes(largest, q.maxDegree, workers)))
}

// sharedBytes is the memory for the shared links of fans, of n pages.
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
