package export

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
)

// The files of a Parquet folder.
const (
	ArcsFile  = "arcs.parquet"
	PagesFile = "pages.parquet"
)

// rowsPerGroup is the number of rows that are held before they are written.
const rowsPerGroup = 1 << 18

type arcRow struct {
	Source int64 `parquet:"source,delta"`
	Target int64 `parquet:"target,delta"`
}

type arcKindsRow struct {
	Source int64  `parquet:"source,delta"`
	Target int64  `parquet:"target,delta"`
	Kinds  string `parquet:"kinds,dict"`
}

type arcWeightRow struct {
	Source int64   `parquet:"source,delta"`
	Target int64   `parquet:"target,delta"`
	Weight float64 `parquet:"weight"`
}

type arcKindsWeightRow struct {
	Source int64   `parquet:"source,delta"`
	Target int64   `parquet:"target,delta"`
	Kinds  string  `parquet:"kinds,dict"`
	Weight float64 `parquet:"weight"`
}

type namedWeightRow struct {
	Source string  `parquet:"source,dict,zstd"`
	Target string  `parquet:"target,dict,zstd"`
	Weight float64 `parquet:"weight"`
}

type namedKindsWeightRow struct {
	Source string  `parquet:"source,dict,zstd"`
	Target string  `parquet:"target,dict,zstd"`
	Kinds  string  `parquet:"kinds,dict"`
	Weight float64 `parquet:"weight"`
}

type namedRow struct {
	Source string `parquet:"source,dict,zstd"`
	Target string `parquet:"target,dict,zstd"`
}

type namedKindsRow struct {
	Source string `parquet:"source,dict,zstd"`
	Target string `parquet:"target,dict,zstd"`
	Kinds  string `parquet:"kinds,dict"`
}

type pageRow struct {
	Page  int64  `parquet:"page,delta"`
	State string `parquet:"state,dict"`
}

type namedPageRow struct {
	Page  int64  `parquet:"page,delta"`
	URL   string `parquet:"url,zstd"`
	State string `parquet:"state,dict"`
}

type factPageRow struct {
	Page   int64      `parquet:"page,delta"`
	URL    string     `parquet:"url,zstd"`
	State  string     `parquet:"state,dict"`
	Status *int64     `parquet:"status,optional"`
	Type   *string    `parquet:"type,optional,dict"`
	Size   *int64     `parquet:"size,optional"`
	Digest *string    `parquet:"digest,optional,zstd"`
	Time   *time.Time `parquet:"time,optional,timestamp(millisecond)"`
	Title  *string    `parquet:"title,optional,zstd"`
}

// Parquet writes two tables in a folder. arcs.parquet has source and target, numbers or URLs, and perhaps kinds and weights.
// pages.parquet has page, url if there are names, state, and the facts of pages if the crawl has some. Memory: a group of
// 262,144 rows.
func (j *Job) Parquet(ctx context.Context, dir string) (Summary, error) {
	s := j.summary(0)
	err := atomicFolder(dir, func(dir string) error {
		err := atomicfile.Write(filepath.Join(dir, ArcsFile), func(out io.Writer) (err error) {
			s.Arcs, err = j.arcTable(ctx, out)
			return err
		})
		if err != nil {
			return err
		}
		return atomicfile.Write(filepath.Join(dir, PagesFile), func(out io.Writer) error { return j.pageTable(ctx, out) })
	})
	s.Lost = j.lost(holds{states: true, names: true, kinds: j.KindsColumn, weights: true, arcs: true})
	return s, err
}

func (j *Job) arcTable(ctx context.Context, out io.Writer) (int64, error) {
	if j.weigh(); j.weighs {
		return j.weightTable(ctx, out)
	}
	switch {
	case j.Names && j.KindsColumn:
		return writeArcs(ctx, j, out, func(u, v string, k kinds.Set) namedKindsRow { return namedKindsRow{u, v, k.String()} }, j.nameOf)
	case j.Names:
		return writeArcs(ctx, j, out, func(u, v string, _ kinds.Set) namedRow { return namedRow{u, v} }, j.nameOf)
	case j.KindsColumn:
		return writeArcs(ctx, j, out, func(u, v int64, k kinds.Set) arcKindsRow { return arcKindsRow{u, v, k.String()} }, numberOf)
	}
	return writeArcs(ctx, j, out, func(u, v int64, _ kinds.Set) arcRow { return arcRow{u, v} }, numberOf)
}

// weightTable is arcTable with weights.
func (j *Job) weightTable(ctx context.Context, out io.Writer) (int64, error) {
	switch {
	case j.Names && j.KindsColumn:
		return writeArcs(ctx, j, out, func(u, v string, k kinds.Set) namedKindsWeightRow {
			return namedKindsWeightRow{u, v, k.String(), j.weight}
		}, j.nameOf)
	case j.Names:
		return writeArcs(ctx, j, out, func(u, v string, _ kinds.Set) namedWeightRow { return namedWeightRow{u, v, j.weight} }, j.nameOf)
	case j.KindsColumn:
		return writeArcs(ctx, j, out, func(u, v int64, k kinds.Set) arcKindsWeightRow {
			return arcKindsWeightRow{u, v, k.String(), j.weight}
		}, numberOf)
	}
	return writeArcs(ctx, j, out, func(u, v int64, _ kinds.Set) arcWeightRow { return arcWeightRow{u, v, j.weight} }, numberOf)
}

func numberOf(u graph.Node) (int64, error) { return int64(u), nil }

func (j *Job) nameOf(u graph.Node) (string, error) {
	name, err := j.Crawl.AppendName(nil, u)
	return string(name), err
}

// writeArcs writes a row for each arc; label says how pages are written.
func writeArcs[L, R any](ctx context.Context, j *Job, out io.Writer, row func(u, v L, k kinds.Set) R, label func(graph.Node) (L, error)) (int64, error) {
	t := newTable[R](out)
	err := j.each(ctx, func(u graph.Node, succ []graph.Node, ks []kinds.Set) error {
		if len(succ) == 0 {
			return nil
		}
		from, err := label(u)
		for i, v := range succ {
			var to L
			if err == nil {
				to, err = label(v)
			}
			if j.weighs {
				j.weight = j.weights[i]
			}
			if err == nil {
				err = t.add(row(from, to, ks[i]))
			}
		}
		return err
	})
	if err == nil {
		err = t.close()
	}
	return t.n, err
}

func (j *Job) pageTable(ctx context.Context, out io.Writer) error {
	if j.Crawl.HasFacts() {
		return j.factTable(ctx, out)
	}
	if j.Crawl.HasNames() {
		return writePages(ctx, j, out, func(u graph.Node) (namedPageRow, error) {
			name, err := j.nameOf(u)
			return namedPageRow{int64(u), name, j.Crawl.State(u).String()}, err
		})
	}
	return writePages(ctx, j, out, func(u graph.Node) (pageRow, error) {
		return pageRow{int64(u), j.Crawl.State(u).String()}, nil
	})
}

// factTable writes pages with their facts.
func (j *Job) factTable(ctx context.Context, out io.Writer) (err error) {
	facts, err := j.Crawl.OpenFacts()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, facts.Close()) }()
	return writePages(ctx, j, out, func(u graph.Node) (factPageRow, error) {
		name, err := j.nameOf(u)
		if err != nil {
			return factPageRow{}, err
		}
		f, err := facts.At(u)
		if err != nil {
			return factPageRow{}, err
		}
		row := factPageRow{Page: int64(u), URL: name, State: j.Crawl.State(u).String(), Type: known(string(f.Type)), Digest: known(string(f.Digest)), Title: known(string(f.Title))}
		row.Status, row.Size = known(int64(f.Status)), known(f.Size)
		if !f.Time.IsZero() {
			at := f.Time
			row.Time = &at
		}
		return row, nil
	})
}

// known returns a value for an optional column: nil for the zero value.
func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func writePages[R any](ctx context.Context, j *Job, out io.Writer, row func(graph.Node) (R, error)) error {
	t := newTable[R](out)
	for u := range graph.Node(j.Crawl.NumPages()) {
		if u%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, err := row(u)
		if err == nil {
			err = t.add(r)
		}
		if err != nil {
			return err
		}
	}
	return t.close()
}

// A table writes rows in batches.
type table[R any] struct {
	w    *parquet.GenericWriter[R]
	rows []R
	n    int64
}

func newTable[R any](out io.Writer) *table[R] {
	return &table[R]{w: parquet.NewGenericWriter[R](out, parquet.CreatedBy("weft", "", "")), rows: make([]R, 0, 1<<10)}
}

func (t *table[R]) add(r R) error {
	t.rows = append(t.rows, r)
	if t.n++; t.n%int64(cap(t.rows)) != 0 {
		return nil
	}
	if err := t.write(); err != nil || t.n%rowsPerGroup != 0 {
		return err
	}
	return t.w.Flush()
}

func (t *table[R]) write() error {
	_, err := t.w.Write(t.rows)
	t.rows = t.rows[:0]
	return err
}

func (t *table[R]) close() error {
	if err := t.write(); err != nil {
		return err
	}
	return t.w.Close()
}
