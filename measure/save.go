package measure

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"time"

	"weft/graph"
	"weft/internal/npy"
	"weft/internal/table"
	"weft/store"
)

// A Keeper writes results, and notes what it wrote.
type Keeper struct {
	c       *store.Crawl
	results *store.Results
	step    store.Step
	change  *store.Change // nil if the results do not lie in the crawl
	wrote   bool          // or is about to
}

// NewKeeper returns a Keeper of results in dir, or in the crawl if dir is empty; nil for a bare graph without a dir,
// whose results are not kept.
func NewKeeper(c *store.Crawl, dir, command, version string, now time.Time, seed uint64) (*Keeper, error) {
	if dir == "" && c.Manifest == nil {
		return nil, nil //nolint:nilnil // a nil Keeper keeps nothing
	}
	r, err := c.Results(dir)
	if err == nil {
		err = r.Ready()
	}
	k := &Keeper{c: c, results: r, step: store.Step{Command: command, Version: version, Time: now, Seed: seed}}
	if err == nil && dir == "" {
		k.change, err = c.Change()
	}
	return k, err
}

// Close records in the manifest what was kept, also if not all was; nothing if nothing was.
func (k *Keeper) Close() error {
	if k == nil {
		return nil
	}
	if !k.wrote {
		return k.change.Close()
	}
	return k.change.Record(k.step)
}

// writes says that files of the results are about to be written.
func (k *Keeper) writes(names ...string) error {
	paths := make([]string, 0, len(names))
	for _, n := range names {
		paths = append(paths, path.Join(store.ResultsDir, n))
	}
	k.wrote = true
	return k.change.Writes(paths...)
}

// Page says that the report is about to be written.
func (k *Keeper) Page() error {
	if k == nil {
		return nil
	}
	k.wrote = true
	return k.change.Writes(store.ReportDir + "/index.html")
}

// A seenAs says of which arcs a result is: their kinds, and the lens through which the crawl was seen.
type seenAs struct{ kinds, view string }

// named returns the name under which a result is kept: pagerank@between-hosts.
func (s seenAs) named(name string) string {
	if s.view == "" {
		return name
	}
	return name + "@" + s.view
}

func (r *Ranking) seen() seenAs    { return seenAs{r.Kinds, r.View} }
func (d *Degrees) seen() seenAs    { return seenAs{d.Kinds, d.View} }
func (r *Components) seen() seenAs { return seenAs{r.Kinds, r.View} }
func (d *Distances) seen() seenAs  { return seenAs{d.Kinds, d.View} }
func (s *Search) seen() seenAs     { return seenAs{s.Kinds, s.View} }

func saveVector[T npy.Value](k *Keeper, name string, as seenAs, params map[string]any, values []T) error {
	name = as.named(name)
	if err := k.writes(name+".npy", name+".json"); err != nil {
		return err
	}
	res := store.Result{Name: name, Kinds: as.kinds, View: as.view, Params: params, Command: k.step.Command, Version: k.step.Version, Time: k.step.Time}
	if err := store.SaveVector(k.results, res, values); err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	return nil
}

// saveTable writes a table beside the vectors.
func (k *Keeper) saveTable(name string, cols []table.Column, fill func(*table.Writer) error) error {
	p, err := k.results.Path(name + ".parquet")
	if err == nil {
		err = k.writes(name + ".parquet")
	}
	if err != nil {
		return err
	}
	if err := table.Create(p, cols, fill); err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	return nil
}

// Ranking keeps the scores of a ranking: NAME.npy, or NAME-authorities.npy and NAME-hubs.npy, and NAME.parquet with
// names.
func (k *Keeper) Ranking(r *Ranking) error {
	if k == nil {
		return nil
	}
	var err error
	cols := []table.Column{{Name: "page", Type: table.Int}, {Name: "url", Type: table.Text}, {Name: "score", Type: table.Float}}
	switch {
	case r.HubScores != nil:
		cols[2].Name = "authority"
		cols = append(cols, table.Column{Name: "hub", Type: table.Float})
		err = errors.Join(
			saveVector(k, r.Name+"-authorities", r.seen(), r.params(), r.Scores),
			saveVector(k, r.Name+"-hubs", r.seen(), r.params(), r.HubScores))
	case r.Name == InDegree:
		err = saveVector(k, r.Name, r.seen(), r.params(), r.degrees)
	default:
		err = saveVector(k, r.Name, r.seen(), r.params(), r.Scores)
	}
	if err != nil {
		return err
	}
	return k.saveTable(r.seen().named(r.Name), cols, func(w *table.Writer) error { return k.scores(w, r) })
}

// params are the options and the end of a computation, as they stand beside its result.
func (r *Ranking) params() map[string]any {
	p := map[string]any{"iterations": r.Iterations, "residual": r.Residual, "norm": r.Norm, "converged": r.Converged}
	maps.Copy(p, r.Params)
	return p
}

func (k *Keeper) scores(w *table.Writer, r *Ranking) error {
	var name []byte
	for u, s := range r.Scores {
		if name = name[:0]; k.c.HasNames() {
			var err error
			if name, err = k.c.AppendName(name, graph.Node(u)); err != nil {
				return err
			}
		}
		values := []any{int64(u), name, s}
		if r.HubScores != nil {
			values = append(values, r.HubScores[u])
		}
		if err := w.Append(values...); err != nil {
			return err
		}
	}
	return nil
}

// Degrees keeps the degrees of all pages, and the laws as a table.
func (k *Keeper) Degrees(d *Degrees) error {
	if k == nil {
		return nil
	}
	laws := []Law{d.In, d.Out, d.Total}
	if d.Hosts != nil {
		laws = append(laws, d.Hosts.In, d.Hosts.Out, d.Hosts.Pages)
	}
	return errors.Join(
		saveVector(k, InDegree, d.seen(), nil, d.InDegrees),
		saveVector(k, "outdegree", d.seen(), nil, d.OutDegrees),
		k.laws(d.seen().named("degrees"), laws))
}

// laws writes histograms: what the law is of, value, count, and the share of values that are at least as large.
func (k *Keeper) laws(name string, laws []Law) error {
	cols := []table.Column{
		{Name: "law", Type: table.Text}, {Name: "value", Type: table.Int}, {Name: "count", Type: table.Int}, {Name: "ccdf", Type: table.Float},
	}
	return k.saveTable(name, cols, func(w *table.Writer) error {
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

// Components keeps the components and the class of every page, and the laws of the sizes as a table.
func (k *Keeper) Components(r *Components) error {
	if k == nil {
		return nil
	}
	return errors.Join(
		saveVector(k, "wcc", r.seen(), nil, r.WCCLabels),
		saveVector(k, "scc", r.seen(), nil, r.SCCLabels),
		saveVector(k, "bowtie", r.seen(), map[string]any{"classes": []string{
			"scc", "in", "out", "tendrils_in", "tendrils_out", "tubes", "other", "disconnected",
		}}, r.Classes),
		k.laws(r.seen().named("components"), []Law{r.WCC.Sizes, r.SCC.Sizes}))
}

// Distances keeps the harmonic centrality of every page, and the neighbourhood function as a table.
func (k *Keeper) Distances(d *Distances) error {
	if k == nil {
		return nil
	}
	params := map[string]any{"runs": d.Runs, "iterations": d.Iterations, "distances": d.summary()}
	cols := []table.Column{{Name: "distance", Type: table.Int}, {Name: "pairs", Type: table.Float}}
	return errors.Join(
		saveVector(k, "harmonic", d.seen(), params, d.Harmonic),
		k.saveTable(d.seen().named("distances"), cols, func(w *table.Writer) error {
			for t, pairs := range d.Pairs {
				if err := w.Append(int64(t), pairs); err != nil {
					return err
				}
			}
			return nil
		}))
}

// Fidelity keeps γ of every page, NaN where there is none; nil is not kept.
func (k *Keeper) Fidelity(kinds, view string, params map[string]any, gammas []float32) error {
	if k == nil || gammas == nil {
		return nil
	}
	return saveVector(k, "fidelity", seenAs{kinds, view}, params, gammas)
}

// FidelityComponents keeps the component of high fidelity of every page, 2³²−1 where it is in none.
func (k *Keeper) FidelityComponents(kinds string, params map[string]any, labels []uint32) error {
	if k == nil {
		return nil
	}
	return saveVector(k, "fidelity-component", seenAs{kinds: kinds}, params, labels)
}

// DistanceVector is the result of a search: the distances of the pages.
const DistanceVector = "distance"

// Search keeps the distance of every page: 2³²−1 where there is no path.
func (k *Keeper) Search(s *Search) error {
	if k == nil {
		return nil
	}
	return saveVector(k, DistanceVector, s.seen(), map[string]any{"from": s.From}, s.Distances)
}
