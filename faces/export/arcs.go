package export

import (
	"context"
	"slices"
	"strconv"

	"weft/graph"
	"weft/graph/kinds"
	"weft/store"
)

// A Job selects the parts of a crawl to write.
type Job struct {
	Crawl *store.Crawl
	// Kinds are the arcs that are written; zero stands for all.
	Kinds kinds.Set
	// Names writes URLs instead of numbers, KindsColumn the kinds of each arc, in the formats that can.
	Names, KindsColumn bool
	// Header writes the names of columns in TSV, CSV and Anchors, or leaves them out; nil for CSV and names only.
	Header *bool
	// Progress, if not nil, is told now and then how many pages of how many are done.
	Progress func(done, total int64)

	odd     int64     // arcs that are no plain links, of the last pass
	weights []float64 // of the arcs of the list in a pass, parallel to it, if weighs is set
	weight  float64   // of the arc that is written
	weighs  bool
}

// Summary counts what was written.
type Summary struct {
	Pages    int64  `json:"pages"`                                   // pages of the exported graph
	Arcs     int64  `json:"arcs"`                                    // arcs that were written
	Unlisted int64  `json:"unlisted,omitempty"`                      // pages without exported arcs, which a list of arcs cannot show
	SHA256   string `json:"sha256,omitempty" absent:"several files"` // checksum of the file, in hexadecimal
	Lost     []Loss `json:"not_held,omitempty" absent:"nothing"`     // other data that the format or the options leave out
}

func (j *Job) wanted() kinds.Set {
	if j.Kinds == 0 {
		return kinds.All
	}
	return j.Kinds
}

// weigh makes passes read the weights of arcs, if the crawl has some.
func (j *Job) weigh() { j.weighs = j.Crawl.HasWeights() }

// scanWeights returns the weights of the arcs of a range of pages; nil if they are not read.
func (j *Job) scanWeights(r graph.Range) (graph.WeightCursor, error) {
	if !j.weighs {
		return nil, nil //nolint:nilnil // as said
	}
	return j.Crawl.ScanWeights(r)
}

// each calls f with the list of every page in order, without the arcs that are not wanted. Slices are valid
// until the next call.
func (j *Job) each(ctx context.Context, f func(u graph.Node, succ []graph.Node, ks []kinds.Set) error) error {
	want, n := j.wanted(), int64(j.Crawl.NumPages())
	j.odd = 0
	hasKinds := j.hasKinds()
	var succ []graph.Node
	var ks []kinds.Set
	weights, err := j.scanWeights(graph.Everything(j.Crawl.Graph()))
	if err != nil {
		return err
	}
	cur := j.Crawl.Scan(graph.Everything(j.Crawl.Graph()))
	for cur.Next() {
		if weights != nil {
			if !weights.Next() {
				return weights.Err()
			}
			j.weights = append(j.weights[:0], weights.Weights()...)
		}
		if cur.Node()%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			j.tell(int64(cur.Node()), n)
		}
		if want == kinds.All {
			succ, ks = cur.Succ(), cur.Kinds()
		} else {
			if weights != nil {
				j.weights = wantedWeights(j.weights, cur.Kinds(), want)
			}
			succ, ks = wantedArcs(succ[:0], ks[:0], cur, want)
		}
		if hasKinds {
			j.noteKinds(ks)
		}
		if err := f(cur.Node(), succ, ks); err != nil {
			return err
		}
	}
	j.tell(n, n)
	return cur.Err()
}

// wantedArcs appends the arcs of a list that are of some of the kinds.
func wantedArcs(succ []graph.Node, ks []kinds.Set, cur graph.KindCursor, want kinds.Set) ([]graph.Node, []kinds.Set) {
	succ, ks = slices.Grow(succ, len(cur.Succ())), slices.Grow(ks, len(cur.Succ()))
	for i, v := range cur.Succ() {
		if k := cur.Kinds()[i]; k&want != 0 {
			succ, ks = append(succ, v), append(ks, k)
		}
	}
	return succ, ks
}

// wantedWeights returns the weights of these arcs, in place.
func wantedWeights(weights []float64, ks []kinds.Set, want kinds.Set) []float64 {
	n := 0
	for i, k := range ks {
		if k&want != 0 {
			weights[n] = weights[i]
			n++
		}
	}
	return weights[:n]
}

func (j *Job) tell(done, total int64) {
	if j.Progress != nil {
		j.Progress(done, total)
	}
}

// numArcs counts the arcs that are wanted, in a pass unless all are.
func (j *Job) numArcs(ctx context.Context) (int64, error) {
	if j.wanted() == kinds.All {
		return j.Crawl.Graph().NumArcs(), nil
	}
	n := int64(0)
	quiet := *j
	quiet.Progress = nil
	err := quiet.each(ctx, func(_ graph.Node, succ []graph.Node, _ []kinds.Set) error {
		n += int64(len(succ))
		return nil
	})
	return n, err
}

// label returns what appends the number or the name of a page.
func (j *Job) label() func([]byte, graph.Node) ([]byte, error) {
	if j.Names {
		return j.Crawl.AppendName
	}
	return func(dst []byte, u graph.Node) ([]byte, error) { return strconv.AppendUint(dst, uint64(u), 10), nil }
}

func (j *Job) summary(arcs int64) Summary {
	return Summary{Pages: int64(j.Crawl.NumPages()), Arcs: arcs}
}

// summaryOf says what was written, and what a format that holds so much left out.
func (j *Job) summaryOf(arcs int64, h holds) Summary {
	s := j.summary(arcs)
	s.Lost = j.lost(h)
	return s
}
