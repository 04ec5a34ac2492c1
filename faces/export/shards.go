package export

import (
	"context"
	"errors"
	"fmt"
	"math"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/npy"
	"weft/internal/responses"
	"weft/making/shards"
	"weft/store"
	"weft/web/weburl"
)

// ShardOptions of [Job.Shards].
type ShardOptions struct {
	// Rows is the number of rows at which a file ends; 0 ends files at about 32 MiB.
	Rows int64
	// Results are kept results, which are written too as far as shards carry them; nil for none.
	Results *store.Results
	// Memory is the budget in bytes. Texts of links are sorted within it.
	Memory int64
	// MadeBy names the program.
	MadeBy string
	// Left is called with each result that is not written, and why; nil for no report.
	Left func(name string, why error)
}

// ShardsBytes is the memory for writing shards, without the longest list and the sorting of texts. It is for a table of facts,
// its reader, and a table of results.
const ShardsBytes = 2*store.FactsBytes + 6<<20

// Shards writes a folder of shards: the whole crawl in tables of bounded size, with a manifest, and its kept results.
// docs/format.md describes it. weft import restores the crawl.
func (j *Job) Shards(ctx context.Context, dir string, o ShardOptions) (Summary, error) {
	c := j.Crawl
	if c.HasNames() && c.Manifest.Order != store.ByName {
		return Summary{}, fmt.Errorf("%s: %w", c.Path, store.ErrOrder)
	}
	s := j.summary(0)
	left := int64(0)
	err := atomicFolder(dir, func(dir string) error {
		w := shards.NewWriter(ctx, dir, o.Rows)
		x := &shardExport{Job: j, ctx: ctx, w: w, o: o, dir: dir}
		for _, do := range []func() error{x.pages, x.arcs, x.texts, x.results} {
			if err := do(); err != nil {
				return err
			}
		}
		m, err := w.Finish(o.MadeBy, j.inputs(), j.responses())
		s.Arcs, left = m.Arcs, x.left
		return err
	})
	if c.HasWeights() {
		s.Lost = append(s.Lost, Loss{LostWeights, s.Arcs})
	}
	if left > 0 {
		s.Lost = append(s.Lost, Loss{LostResults, left})
	}
	return s, err
}

// inputs returns the files that the crawl was made of.
func (j *Job) inputs() []store.Input {
	if m := j.Crawl.Manifest; m != nil && len(m.Steps) > 0 {
		return m.Steps[0].Inputs
	}
	return nil
}

// responses returns the counts of the responses in those files; nil if they are not known.
func (j *Job) responses() *responses.Total {
	if m := j.Crawl.Manifest; m != nil {
		return m.Responses
	}
	return nil
}

// A shardExport writes the shards of a crawl.
type shardExport struct {
	*Job
	ctx  context.Context //nolint:containedctx // it lives as long as one call of Shards
	w    *shards.Writer
	o    ShardOptions
	dir  string
	left int64 // results that were not written
}

func (x *shardExport) pages() (err error) {
	c := x.Crawl
	var facts *store.FactReader
	if c.HasFacts() {
		if facts, err = c.OpenFacts(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, facts.Close()) }()
	}
	keys := noKeys
	if c.HasNames() {
		if keys, err = eachName(c); err != nil {
			return err
		}
	}
	return x.w.WritePages(c.HasNames(), facts != nil, func(add func(key, url []byte, s page.State, f *store.Facts) error) error {
		for u := range graph.Node(c.NumPages()) { //nolint:gosec // numbered so
			key, url, err := keys(u)
			if err != nil {
				return err
			}
			var f *store.Facts
			if facts != nil {
				if f, err = facts.At(u); err != nil {
					return err
				}
			}
			if err := add(key, url, c.State(u), f); err != nil {
				return err
			}
		}
		return nil
	})
}

func noKeys(graph.Node) (key, url []byte, err error) { return nil, nil, nil }

// eachName returns a function that returns key and URL of the pages, called in their order.
func eachName(c *store.Crawl) (func(graph.Node) (key, url []byte, err error), error) {
	keys, err := c.ScanKeys()
	if err != nil {
		return nil, err
	}
	var url []byte
	return func(u graph.Node) ([]byte, []byte, error) {
		if !keys.Next() {
			return nil, nil, errors.Join(keys.Err(), fmt.Errorf("%s: no name of page %d", c.Path, u))
		}
		var err error
		url, err = weburl.AppendName(url[:0], keys.Key())
		return keys.Key(), url, err
	}, nil
}

func (x *shardExport) arcs() error {
	return x.w.WriteArcs(x.hasKinds(), func(add func(graph.Node, []graph.Node, []kinds.Set) error) error {
		return x.each(x.ctx, add)
	})
}

// texts writes the texts of links, which the crawl holds by target.
func (x *shardExport) texts() error {
	c := x.Crawl
	if c.NumTexts() == 0 {
		return nil
	}
	sorter := extsort.New(extsort.Options{Memory: max(0, (x.o.Memory-mem.Base-ShardsBytes)/2), Dir: x.dir, Labels: extsort.Distinct})
	defer sorter.Close() //nolint:errcheck // a scratch file
	cur := c.Anchors(graph.Range{Lo: 0, Hi: c.NumPages()})
	for cur.Next() {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		for _, a := range cur.Anchors() {
			if err := sorter.Add(uint32(a.From), uint32(cur.Node()), a.Text); err != nil {
				return err
			}
		}
	}
	if err := cur.Err(); err != nil {
		return err
	}
	it, err := sorter.Sort()
	if err != nil {
		return err
	}
	return x.w.WriteTexts(func(add func(source, target graph.Node, text []byte) error) error {
		var text []byte
		for it.Next() {
			var err error
			if text, err = cur.Text(text[:0], store.Anchor{Text: it.Label()}); err != nil {
				return err
			}
			if err := add(graph.Node(it.From()), graph.Node(it.To()), text); err != nil {
				return err
			}
		}
		return it.Err()
	})
}

// results writes the kept results that shards carry. It counts other results, and unreadable ones.
func (x *shardExport) results() error {
	if x.o.Results == nil {
		return nil
	}
	names, err := x.o.Results.Names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		load, err := loadKept(x.o.Results, name)
		if err != nil {
			x.left++
			if x.o.Left != nil {
				x.o.Left(name, err)
			}
			continue
		}
		if err := load(x.w, x.o.MadeBy); err != nil {
			return err
		}
	}
	return nil
}

// loadKept opens a result and returns what writes it. An error is of the result.
func loadKept(r *store.Results, name string) (func(*shards.Writer, string) error, error) {
	kept, err := shards.KeptOf(name)
	if err != nil {
		return nil, err
	}
	switch kept.Type {
	case "float64":
		return loadVector[float64](r, name, &kept)
	case "float32":
		return loadVector[float32](r, name, &kept)
	case "uint64":
		return loadVector[uint64](r, name, &kept)
	case "uint8":
		return loadVector[uint8](r, name, &kept)
	}
	return loadVector[uint32](r, name, &kept)
}

func loadVector[T npy.Value](r *store.Results, name string, kept *shards.Kept) (func(*shards.Writer, string) error, error) {
	v, res, err := store.LoadVector[T](r, name)
	if err != nil {
		return nil, err
	}
	return func(w *shards.Writer, engine string) error {
		defer v.Close() //nolint:errcheck // only read
		return shards.WriteVector(w, describeKept(&res, kept.Type, engine), v.Values)
	}, nil
}

// describeKept describes a kept result for shards.
func describeKept(res *store.Result, typ, engine string) shards.Result {
	r := shards.Result{Name: res.Name, Type: typ, Engine: engine, Options: map[string]any{"kinds": res.Kinds}}
	for key, v := range res.Params {
		switch x := v.(type) {
		case float64:
			if key == "iterations" && x == math.Trunc(x) {
				n := int64(x)
				r.Iterations = &n
				continue
			}
			if key == "residual" {
				r.Residual = &x
				continue
			}
		case bool:
			if key == "converged" {
				r.Converged = &x
				continue
			}
		case string:
			if key == "engine" {
				r.Engine = x
				continue
			}
		case map[string]any:
			if key == "figures" {
				r.Figures = x
				continue
			}
		}
		r.Options[key] = v
	}
	return r
}
