// Package assortativity measures whether pages link to pages of like degree.
package assortativity

import (
	"context"
	"math"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "assortativity", Short: "Measure whether pages link to pages of like degree",
	Long: `Measure whether pages link to pages of similar degree: the correlation (Pearson) between a degree of the linking page and
a degree of the linked page, over all links between different pages. There are four correlations: out-degree or in-degree
of either page (Newman 2003; Foster, Foster, Grassberger and Paczuski 2010). A positive value means that pages link to
pages of similar degree. A negative value means that they link to pages of different degree.`,
	Section: &answer.Section{Title: "Links between pages of like degree", Asked: look, How: how},
	Gives:   []answer.Answer{(*Assortativity)(nil)},
	New:     func() answer.Asker { return look },
}

var how = []string{
	"Each figure is Pearson’s correlation, over all links between different pages, of a degree of the page that links with a degree of the page that it leads to. " +
		"Links of a page to itself count neither as links nor in degrees.",
	"Above 0 pages link to pages of like degree, below 0 to pages of unlike degree " +
		"(Newman, “Mixing patterns in networks”, 2003; Foster, Foster, Grassberger and Paczuski, “Edge direction and the structure of networks”, PNAS 107, 2010).",
}

var look = answer.Look{Stage: stage, Work: work}

func stage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "assortativity", true, false, store.Arrays("the degrees", 8*int64(c.NumPages())).And(store.Heap("sums of parts", 160*int64(len(graph.Parts(c.Graph()))))))
	return answer.Stage{View: v, Passes: "2 over the graph"}, err
}

func work(ctx context.Context, v *store.View, o answer.Options) (answer.Answer, error) {
	r, err := Measure(ctx, v.Out, v.Work(o.Workers))
	if err != nil {
		return nil, err
	}
	r.Kinds, r.View = v.Kinds.String(), v.Filter
	return r, nil
}

// An Assortativity holds four correlations. Links from a page to itself count neither as links nor in degrees.
//
//json:object assortativity
//json:note The first degree is that of the page that links, the second that of the page linked to.
type Assortativity struct {
	Kinds string `json:"kinds"`                                             // kinds of arcs that count, joined by +
	View  string `json:"view,omitempty"`                                    // filter applied to the crawl, such as between-hosts
	Arcs  int64  `json:"arcs" label:"links" note:"between different pages"` // arcs between different pages
	// correlation of out-degree and in-degree, −1 to 1
	OutIn  *float64 `json:"out_in" absent:"null: one does not vary" label:"out, in" show:"fixed:4" none:"none: one of the two degrees does not vary"`
	OutOut *float64 `json:"out_out" absent:"null: one does not vary" label:"out, out" show:"fixed:4" none:"none: one of the two degrees does not vary"` // correlation of out-degree and out-degree
	InIn   *float64 `json:"in_in" absent:"null: one does not vary" label:"in, in" show:"fixed:4" none:"none: one of the two degrees does not vary"`     // correlation of in-degree and in-degree
	InOut  *float64 `json:"in_out" absent:"null: one does not vary" label:"in, out" show:"fixed:4" none:"none: one of the two degrees does not vary"`   // correlation of in-degree and out-degree
}

// Measure counts degrees in a first pass, and how they vary together in a second. Each correlation is
//
//	r(α, β) = Σ (α(u) − ᾱ)(β(v) − β̄) / √(Σ (α(u) − ᾱ)² · Σ (β(v) − β̄)²)
//
// over the arcs u → v, ᾱ and β̄ being means over arcs, not over pages. Sums are of parts of the graph, added in order,
// so that the result does not depend on the workers. Memory: 8 bytes a page.
//
// Source: Foster et al., "Edge direction and the structure of networks", PNAS 107, 2010, equation 1.
func Measure(ctx context.Context, g graph.Random, w graph.Work) (*Assortativity, error) {
	m := alloc.Maker{Space: w.Space}
	d := &degrees{g: graph.Watched(g, func(graph.Node) error { return ctx.Err() }), in: alloc.From[uint32](&m, g.NumNodes()), out: alloc.From[uint32](&m, g.NumNodes())}
	if m.Err != nil {
		return nil, m.Err
	}
	arcs, err := d.count()
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(g)
	sums := make([]moments, len(parts))
	mean := d.means(arcs)
	err = par.Do(ctx, len(sums), w.Workers, func(i int) error {
		return d.vary(parts[i], &mean, &sums[i])
	})
	if err != nil {
		return nil, err
	}
	var all moments
	for i := range sums {
		all.add(&sums[i])
	}
	return all.correlations(arcs), nil
}

type degrees struct {
	g       graph.Graph
	in, out []uint32
}

// count counts the degrees and the arcs.
func (d *degrees) count() (arcs int64, err error) {
	err = graph.EachList(d.g, graph.Everything(d.g), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			if v != u {
				d.out[u]++
				d.in[v]++
				arcs++
			}
		}
	})
	return arcs, err
}

// ends are values at the end of an arc: the in-degree and the out-degree.
type ends [2]float64

const (
	in = iota
	out
)

func (d *degrees) at(u graph.Node, mean ends) ends {
	return ends{float64(d.in[u]) - mean[in], float64(d.out[u]) - mean[out]}
}

// means returns the mean degrees over arcs, of linking pages and of linked pages.
func (d *degrees) means(arcs int64) (mean [2]ends) {
	for u := range d.in {
		i, o := float64(d.in[u]), float64(d.out[u])
		mean[0][in], mean[0][out] = mean[0][in]+o*i, mean[0][out]+o*o
		mean[1][in], mean[1][out] = mean[1][in]+i*i, mean[1][out]+i*o
	}
	for k := range mean {
		for j := range mean[k] {
			mean[k][j] /= max(1, float64(arcs))
		}
	}
	return mean
}

// moments are sums over arcs, of deviations from the means.
type moments struct {
	together [2]ends // of the page that links (in, out), with that that is linked to (in, out)
	squares  [2]ends // of the page that links, and of that that is linked to
}

func (m *moments) add(o *moments) {
	for i := range 2 {
		for j := range 2 {
			m.together[i][j] += o.together[i][j]
			m.squares[i][j] += o.squares[i][j]
		}
	}
}

// vary adds up the arcs of a part.
func (d *degrees) vary(r graph.Range, mean *[2]ends, m *moments) error {
	return graph.EachList(d.g, r, func(u graph.Node, succ []graph.Node) {
		from := d.at(u, mean[0])
		for _, v := range succ {
			if v == u {
				continue
			}
			to := d.at(v, mean[1])
			for i := range 2 {
				for j := range 2 {
					m.together[i][j] += from[i] * to[j]
				}
				m.squares[0][i] += from[i] * from[i]
				m.squares[1][i] += to[i] * to[i]
			}
		}
	})
}

// least is the variance over arcs below which a degree counts as constant: the error that rounding leaves.
const least = 1e-18

func (m *moments) correlations(arcs int64) *Assortativity {
	of := func(i, j int) *float64 {
		x, y := m.squares[0][i], m.squares[1][j]
		if x <= least*float64(arcs) || y <= least*float64(arcs) {
			return nil
		}
		r := max(-1, min(1, m.together[i][j]/math.Sqrt(x)/math.Sqrt(y)))
		return &r
	}
	return &Assortativity{Arcs: arcs, OutIn: of(out, in), OutOut: of(out, out), InIn: of(in, in), InOut: of(in, out)}
}

// Blocks implements answer.Answer.
func (a *Assortativity) Blocks() []answer.Block { return answer.Describe(a) }

// Kept implements answer.Answer: nothing is known of single pages.
func (a *Assortativity) Kept() answer.Kept { return answer.Kept{} }
