// Package reciprocity measures how many links are returned.
package reciprocity

import (
	"context"
	"slices"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/par"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "reciprocity", Short: "Measure how many links are returned",
	Long: `Measure the share of links between different pages that are returned: the linked page links back. The second figure, rho,
compares this share with chance: 0 is the value of a random graph with as many pages and links, 1 means that all links are
returned, and a negative value means fewer than by chance (Garlaschelli and Loffredo 2004).`,
	Section: &answer.Section{Title: "Links that are returned", Asked: look, How: how},
	Gives:   []answer.Answer{(*Reciprocity)(nil)},
	New:     func() answer.Asker { return look },
}

var how = []string{
	"A link between different pages is returned if the page that it leads to links back. The share is the number of returned links divided by the number of links between different pages; " +
		"of two pages that link to each other both links count.",
	"Beyond chance: ρ = (s − d)/(1 − d), where s is the share and d the share of linked pairs among all ordered pairs of different pages. ρ is 0 for a random graph of as many pages and links, " +
		"1 if every link is returned, and below 0 if fewer links are returned than by chance (Garlaschelli and Loffredo, “Patterns of link reciprocity in directed networks”, 2004, equations 1 and 3).",
}

var look = answer.Look{Stage: stage, Work: work}

func stage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "reciprocity", true, true, store.Heap("counts of parts", 48*int64(len(graph.Parts(c.Graph())))))
	return answer.Stage{View: v, Passes: "1 over graph and transpose"}, err
}

func work(ctx context.Context, v *store.View, o answer.Options) (answer.Answer, error) {
	r, err := Count(ctx, v.Out, v.In, o.Workers)
	if err != nil {
		return nil, err
	}
	r.Kinds, r.View = v.Kinds.String(), v.Filter
	return r, nil
}

// A Reciprocity counts links that are returned. A page's link to itself is neither counted nor returned.
//
//json:object reciprocity
type Reciprocity struct {
	Kinds    string   `json:"kinds"`                                                             // kinds of arcs that count, joined by +
	View     string   `json:"view,omitempty"`                                                    // filter applied to the crawl, such as between-hosts
	Pages    int      `json:"pages"`                                                             // all pages
	Arcs     int64    `json:"arcs" label:"links" note:"between different pages"`                 // arcs between different pages
	Returned int64    `json:"returned" label:"returned"`                                         // arcs whose reverse arc exists
	Share    *float64 `json:"share" absent:"null: there are no arcs" label:"share" show:"share"` // `returned` / `arcs`
	// `arcs` / (n(n − 1)), the share expected in a random graph
	Density *float64 `json:"density" absent:"null: there are no arcs" label:"by chance" show:"small:4" note:", the share of all pairs of pages that are linked"`
	// (`share` − `density`) / (1 − `density`); 0 in a random graph
	Rho *float64 `json:"rho" absent:"null: there are no arcs, or all that can be" label:"beyond chance" show:"small:4" note:"(0 is chance, 1 is all)" none:"none: every page links to every other"`
}

// Count goes through the successors and the predecessors of all pages beside each other, in one pass. Memory: nothing
// for a page.
//
// Source: Garlaschelli and Loffredo, "Patterns of link reciprocity in directed networks", 2004, equations 1 and 3.
func Count(ctx context.Context, out, in graph.Random, workers int) (*Reciprocity, error) {
	parts := graph.Parts(out)
	arcs, returned := make([]int64, len(parts)), make([]int64, len(parts))
	err := par.Do(ctx, len(parts), workers, func(i int) error {
		return graph.EachBoth(graph.Watched(out, func(graph.Node) error { return ctx.Err() }), in, parts[i], func(u graph.Node, succ, pred []graph.Node) {
			a, r := common(u, succ, pred)
			arcs[i], returned[i] = arcs[i]+a, returned[i]+r
		})
	})
	if err != nil {
		return nil, err
	}
	r := &Reciprocity{Pages: out.NumNodes()}
	for i := range parts {
		r.Arcs, r.Returned = r.Arcs+arcs[i], r.Returned+returned[i]
	}
	r.relate()
	return r, nil
}

// common counts the successors of a page except itself, and the successors that are also predecessors. Both lists
// are sorted.
func common(u graph.Node, succ, pred []graph.Node) (all, both int64) {
	all, both = int64(len(succ)), graph.Common(succ, pred)
	if _, loop := slices.BinarySearch(succ, u); loop {
		return all - 1, both - 1
	}
	return all, both
}

func (r *Reciprocity) relate() {
	if r.Arcs == 0 {
		return
	}
	share, density := float64(r.Returned)/float64(r.Arcs), float64(r.Arcs)/(float64(r.Pages)*float64(r.Pages-1))
	r.Share, r.Density = &share, &density
	if density < 1 {
		rho := (share - density) / (1 - density)
		r.Rho = &rho
	}
}

// Blocks implements answer.Answer.
func (r *Reciprocity) Blocks() []answer.Block {
	if r.Share == nil {
		return []answer.Block{answer.Text("No link leads from one page to another, so that none is returned.")}
	}
	return answer.Describe(r)
}

// Kept implements answer.Answer: nothing is known of single pages.
func (r *Reciprocity) Kept() answer.Kept { return answer.Kept{} }
