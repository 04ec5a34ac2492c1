package seeds

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"weft/algo/distance"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/internal/choice"
	"weft/store"
)

// A Comparison asks how good seeds are.
type Comparison struct {
	Seeds   []graph.Node
	Against []string                // of Rivals
	Lists   map[string][]graph.Node // more seeds, by name
	Depth   int                     // 20 if it is 0
	Draws   int                     // of random seeds, 10 if it is 0
	Sites   *store.Sites            // what is counted; hosts or domains if it is nil
	Domains bool                    // count domains and not hosts
	answer.Options
}

// Rivals lists the pages to which seeds can be compared: as many random pages, or the best by PageRank or
// in-degree.
var Rivals = []string{"random", measure.PageRank, measure.InDegree}

// Compared is how good seeds are.
//
//json:object seeds eval
type Compared struct {
	Walks  []*Walk `json:"walks"`  // one walk for each set of seeds
	Groups string  `json:"groups"` // unit of the groups: hosts, domains or sites; empty if unknown
	Depth  int     `json:"depth"`  // greatest number of links from the seeds

	files []answer.File // that were requested
}

// Compare walks over all links of a crawl from seeds, and from the pages to which they are compared.
// Papers: seed sets, §3.5.3.
func Compare(ctx context.Context, c *store.Crawl, q Comparison) (*Compared, error) {
	q.Depth, q.Draws = cmp.Or(q.Depth, 20), cmp.Or(q.Draws, 10)
	pr, err := measure.GetRanking(ctx, c, measure.PageRank, measure.RankOptions{Options: q.Options})
	if err != nil {
		return nil, err
	}
	var linked []graph.Node // the best by in-degree, found before lists are kept for walks
	if slices.Contains(q.Against, measure.InDegree) {
		r, err := measure.GetRanking(ctx, c, measure.InDegree, measure.RankOptions{Options: q.Options})
		if err != nil {
			return nil, err
		}
		linked = rank.TopK(r.Scores, len(q.Seeds), 0)
	}
	s, err := q.stage(ctx, c)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &q.Options, s, func(v *store.View) (*Compared, error) {
		g := &Ground{Out: v.Out, PageRank: pr.Scores, Ties: pr.Ties(), Depth: q.Depth, Work: v.Work(q.Workers), Aside: v.Aside}
		res := &Compared{Depth: q.Depth}
		if g.Group, res.Groups, err = q.groupsOf(c); err != nil {
			return nil, err
		}
		return res, q.walk(ctx, g, linked, res)
	})
}

func (q *Comparison) stage(ctx context.Context, c *store.Crawl) (answer.Stage, error) {
	n := c.NumPages()
	v, err := q.View(ctx, "walks from seeds", true, false, store.Arrays(measure.SearchPart, distance.BFSBytes(n)).And(store.Heap("what each page counts", 12*int64(n))))
	v.Often = true
	return answer.Stage{View: v, Passes: "1 for each walk"}, err
}

// groupsOf returns the group of each page, and what they are called.
func (q *Comparison) groupsOf(c *store.Crawl) ([]uint32, string, error) {
	if q.Sites != nil {
		all, err := q.Sites.All(nil)
		return all, "sites", err
	}
	if !c.HasNames() {
		return nil, "", nil
	}
	groups, what := c.Hosts, "hosts"
	if q.Domains {
		groups, what = c.Domains, "domains"
	}
	g, err := groups()
	if err != nil {
		return nil, "", err
	}
	all, err := g.All(nil)
	return all, what, err
}

// walk makes all walks.
func (q *Comparison) walk(ctx context.Context, g *Ground, linked []graph.Node, res *Compared) error {
	add := func(w *Walk, err error) error {
		res.Walks = append(res.Walks, w)
		return err
	}
	if err := add(g.Walk(ctx, "seeds", q.Seeds)); err != nil {
		return err
	}
	for _, name := range q.Against {
		var err error
		switch name {
		case "random":
			err = add(g.Random(ctx, len(q.Seeds), q.Draws, q.Seed))
		case measure.PageRank:
			err = add(g.Walk(ctx, name, rank.TopK(g.PageRank, len(q.Seeds), g.Ties)))
		case measure.InDegree:
			err = add(g.Walk(ctx, name, linked))
		default:
			if q.Lists[name] == nil {
				return fmt.Errorf("there is no %q to compare with: expected a file, or %s", name, choice.Of(name, Rivals))
			}
			err = add(g.Walk(ctx, name, q.Lists[name]))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
