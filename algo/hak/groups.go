package hak

import (
	"context"

	"weft/graph"
	"weft/internal/par"
)

// Groups puts pages into groups, such as hosts; store.Groups is one.
type Groups interface {
	Len() int
	Of(u graph.Node) int
}

// A Group holds the counts of the crawled pages and ghosts of a group, or of all groups.
type Group struct {
	Crawled int
	Counted int     // of them those whose γ counts: all but what Zero leaves out
	Gamma   float64 // sum of γ(v) over its crawled pages
	Im      float64 // sum, over its crawled pages u, of the shares of their PageRank that come from crawled pages
	Ghosts  int     // ghosts that crawled pages link to, without failed ones
	Want    float64 // sum over its ghosts of Σ 1/d(v) over the crawled pages v that link there: what Gamma would grow by
	Flow    float64 // PageRank that flows into its ghosts from crawled pages
	// Best is its ghost with the greatest want; nothing if that is 0.
	Best     graph.Node
	BestWant float64
}

func (g *Group) add(o *Group) {
	g.Crawled += o.Crawled
	g.Counted += o.Counted
	g.Gamma += o.Gamma
	g.Im += o.Im
	g.Ghosts += o.Ghosts
	g.Want += o.Want
	g.Flow += o.Flow
	if o.BestWant > g.BestWant {
		g.Best, g.BestWant = o.Best, o.BestWant
	}
}

// partsAtATime is how many parts a worker is given before what was found in all of them is added up.
const partsAtATime = 2

// eachPart works on the parts of a graph, and adds up what is found in their order. fold empties what it is given: that
// is used again, so that no more than the findings of a few parts are kept.
func eachPart[P any](ctx context.Context, parts []graph.Range, workers int, work func(p *P, r graph.Range) error, fold func(p *P)) error {
	found := make([]P, min(partsAtATime*par.Workers(workers), len(parts)))
	for len(parts) > 0 {
		some := parts[:min(len(found), len(parts))]
		parts = parts[len(some):]
		if err := par.Do(ctx, len(some), workers, func(i int) error { return work(&found[i], some[i]) }); err != nil {
			return err
		}
		for i := range some {
			fold(&found[i])
		}
	}
	return nil
}

// groupRuns are the groups of the pages of a part. Most often the pages of a group follow each other, and have one
// entry. Where they do not, entries of the same group are joined now and then.
type groupRuns struct {
	ids  []int
	sums []Group
	most int // entries before they are joined; 0 stands for leastJoined
}

// leastJoined is the number of entries below which joining is not worth its cost.
const leastJoined = 4096

func groupOf(g Groups, u graph.Node) int {
	if g == nil {
		return 0
	}
	return g.Of(u)
}

func (r *groupRuns) add(id int, g *Group) {
	n := len(r.ids)
	if n > 0 && r.ids[n-1] == id {
		r.sums[n-1].add(g)
		return
	}
	if n >= max(r.most, leastJoined) {
		r.join()
	}
	r.ids, r.sums = append(r.ids, id), append(r.sums, *g)
}

// join leaves one entry for each group, in the order in which they came first.
func (r *groupRuns) join() {
	at := make(map[int]int, len(r.ids)/2)
	kept := 0
	for i, id := range r.ids {
		if k, has := at[id]; has {
			r.sums[k].add(&r.sums[i])
			continue
		}
		at[id] = kept
		r.ids[kept], r.sums[kept] = id, r.sums[i]
		kept++
	}
	r.ids, r.sums, r.most = r.ids[:kept], r.sums[:kept], 2*kept
}

// fold adds the entries up, in their order, and empties them.
func (r *groupRuns) fold(whole *Group, groups []Group) {
	for i := range r.ids {
		whole.add(&r.sums[i])
		if groups != nil {
			groups[r.ids[i]].add(&r.sums[i])
		}
	}
	r.ids, r.sums, r.most = r.ids[:0], r.sums[:0], 0
}
