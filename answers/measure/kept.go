package measure

import (
	"maps"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/table"
	"weft/store"
)

// Kept is the scores of a ranking: NAME.npy, or NAME-authorities.npy and NAME-hubs.npy, and NAME.parquet with names.
// Options that are not the defaults are part of the names.
func (r *Ranking) Kept() answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View, Options: unusual(r.Name, r.params())}
	cols := []table.Column{{Name: "page", Type: table.Int}, {Name: "url", Type: table.Text}, {Name: "score", Type: table.Float}}
	switch {
	case r.HubScores != nil:
		cols[2].Name = "authority"
		cols = append(cols, table.Column{Name: "hub", Type: table.Float})
		answer.AddVector(&k, r.Name+"-authorities", r.params(), r.Scores)
		answer.AddVector(&k, r.Name+"-hubs", r.params(), r.HubScores)
	case r.interval != nil:
		cols = append(cols, table.Column{Name: "low", Type: table.Float}, table.Column{Name: "high", Type: table.Float})
		answer.AddVector(&k, r.Name, r.params(), r.Scores)
	case r.Name == InDegree:
		answer.AddVector(&k, r.Name, r.params(), r.degrees)
	default:
		answer.AddVector(&k, r.Name, r.params(), r.Scores)
	}
	k.AddTable(r.Name, cols, r.rows)
	return k
}

// params are the options and the end of a computation, as they stand beside its result.
func (r *Ranking) params() map[string]any {
	p := map[string]any{"iterations": r.Iterations, "residual": r.Residual, "norm": r.Norm, "converged": r.Converged}
	maps.Copy(p, r.Params)
	return p
}

func (r *Ranking) rows(c *store.Crawl, w *table.Writer) error {
	names := c.Names()
	var name []byte
	for u, s := range r.Scores {
		if name = name[:0]; c.HasNames() {
			var err error
			if name, err = names.Append(name, graph.Node(u)); err != nil {
				return err
			}
		}
		w.Int(int64(u))
		w.Text(name)
		w.Float(s)
		if r.HubScores != nil {
			w.Float(r.HubScores[u])
		}
		if r.interval != nil {
			low, high := r.interval(graph.Node(u)) //nolint:gosec // a page
			w.Float(low)
			w.Float(high)
		}
		if err := w.End(); err != nil {
			return err
		}
	}
	return nil
}

// Kept is the degrees of all pages, and the laws as a table.
func (d *Degrees) Kept() answer.Kept {
	k := answer.Kept{Kinds: d.Kinds, View: d.View, Files: d.files}
	answer.AddVector(&k, InDegree, nil, d.InDegrees)
	answer.AddVector(&k, "outdegree", nil, d.OutDegrees)
	addLaws(&k, "degrees", d.list())
	return k
}

// addLaws adds a table of histograms: what the law is of, value, count, and the share of values that are at least as large.
func addLaws(k *answer.Kept, name string, laws []Law) {
	cols := []table.Column{
		{Name: "law", Type: table.Text}, {Name: "value", Type: table.Int}, {Name: "count", Type: table.Int}, {Name: "ccdf", Type: table.Float},
	}
	k.AddTable(name, cols, func(_ *store.Crawl, w *table.Writer) error {
		for _, l := range laws {
			left := l.Count
			for i, v := range l.Histogram.Values {
				n := l.Histogram.Counts[i]
				if err := w.Append(l.Name, int64(v), n, float64(left)/float64(l.Count)); err != nil {
					return err
				}
				left -= n
			}
		}
		return nil
	})
}

// Kept is the components and the class of every page, and the laws of the sizes as a table.
func (r *Components) Kept() answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View}
	answer.AddVector(&k, "wcc", nil, r.WCCLabels)
	answer.AddVector(&k, "scc", nil, r.SCCLabels)
	answer.AddVector(&k, "bowtie", map[string]any{"classes": []string{
		"scc", "in", "out", "tendrils_in", "tendrils_out", "tubes", "other", "disconnected",
	}}, r.Classes)
	addLaws(&k, "components", []Law{r.WCC.Sizes, r.SCC.Sizes})
	if r.Growth != nil {
		addGrowth(&k, r.Growth)
	}
	k.Files = r.files
	return k
}

// harmonicVector is the result with the harmonic centrality of every page.
const harmonicVector = "harmonic"

// cutEarly reports whether pairs within the default distance may be left out.
func (d *Distances) cutEarly() bool { return d.Cut && d.Iterations < farthest }

// Kept is the harmonic centrality of every page, and the neighbourhood function as a table. A smaller limit on the
// distance than the default is part of the names, if pairs were left out for it.
func (d *Distances) Kept() answer.Kept {
	k := answer.Kept{Kinds: d.Kinds, View: d.View}
	if d.cutEarly() {
		k.Apart("iterations", d.Iterations, farthest)
	}
	answer.AddVector(&k, harmonicVector, map[string]any{"exact": d.Exact, "sources": d.Sources, "runs": d.Runs, "seed": d.seed, "iterations": d.Iterations, "distances": d.summary()}, d.Harmonic)
	k.AddTable("distances", []table.Column{{Name: "distance", Type: table.Int}, {Name: "pairs", Type: table.Float}, {Name: "share", Type: table.Float}, {Name: "low", Type: table.Float}, {Name: "high", Type: table.Float}}, func(_ *store.Crawl, w *table.Writer) error {
		for t, pairs := range d.Pairs {
			if err := w.Append(int64(t), pairs, d.Lengths[t].Value, d.Lengths[t].Low, d.Lengths[t].High); err != nil {
				return err
			}
		}
		return nil
	})
	return k
}

// DistanceVector is the result of a search: the distances of the pages.
const DistanceVector = "distance"

// Kept is the distance of every page: 2³²−1 where there is no path.
func (s *Search) Kept() answer.Kept {
	k := answer.Kept{Kinds: s.Kinds, View: s.View}
	answer.AddVector(&k, DistanceVector, map[string]any{"from": s.From}, s.Distances)
	return k
}
