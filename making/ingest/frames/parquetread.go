package frames

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/table"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// readArcs reads a table of arcs.
func (p *parquetTable) readArcs(ctx context.Context, a *tableArcs) error {
	if a.left > 0 {
		p.im.Notes["further columns, which are not kept"] += int64(a.left)
	}
	r := &arcRows{parquetTable: p, tableArcs: a, seeds: judge.Leads(a.from.name) && !a.to.isList}
	of := []*tableColumn{a.from, a.to}
	if a.kinds != nil {
		of = append(of, a.kinds)
	}
	if a.direction != nil {
		of = append(of, a.direction)
	}
	if a.weight != nil {
		of = append(of, a.weight)
	}
	switch {
	case a.asNames():
		return p.im.Named(func() error { return p.rows(ctx, of, r.names) })
	case p.im.Vertices:
		return p.im.Named(func() error {
			return p.rows(ctx, of, func(row [][]parquet.Value) error { return r.numbers(row, p.t.LooseArc, r.noPage) })
		})
	}
	return p.im.Numbered(func() error {
		return p.rows(ctx, of, func(row [][]parquet.Value) error {
			return r.numbers(row, p.t.ArcOf, func(u uint32) error { return countedPage(p.im, u) })
		})
	})
}

// arcRows reads rows of arcs.
type arcRows struct {
	*parquetTable
	*tableArcs
	from2, to2 []byte // names
	seeds      bool   // a row without a source names a page that nothing leads to
}

// kindsOf returns the kinds of a row.
func (r *arcRows) kindsOf(row [][]parquet.Value) (kinds.Set, error) {
	if r.kinds == nil {
		return kinds.Link, nil
	}
	v := row[2][0]
	if v.IsNull() {
		return kinds.Link, nil
	}
	k, ok := kinds.ParseWritten(v.ByteArray())
	if !ok {
		return 0, tally.Badf("%.40q is not a kind of arc", v.ByteArray())
	}
	return k, nil
}

// seed takes a page without a referrer.
func (r *arcRows) seed(target parquet.Value) (err error) {
	if r.to2, err = r.to.appendName(r.to2[:0], target); err != nil {
		return err
	}
	return r.t.Mention(r.to2, page.Unknown)
}

// isBoth says whether the edge of a row has no direction, and counts such edges.
func (r *arcRows) isBoth(row [][]parquet.Value) bool {
	if r.direction == nil {
		return false
	}
	at := 2
	if r.kinds != nil {
		at++
	}
	if !tables.IsUndirected(r.direction.name, r.direction.appendText(nil, row[at][0])) {
		return false
	}
	r.im.Notes[tables.BothNote]++
	return true
}

// noPage is for lists of successors that are empty: the page is there all the same, as another input names it.
func (r *arcRows) noPage(uint32) error { return nil }

func (r *arcRows) numbers(row [][]parquet.Value, add func(u, v uint32, k kinds.Set) error, lone func(uint32) error) error {
	u, err := r.from.page(row[0][0])
	if err != nil {
		return err
	}
	k, err := r.kindsOf(row)
	if err == nil {
		err = r.weigh(row)
	}
	if err != nil {
		return err
	}
	if r.isEmptyList(row[1]) {
		return lone(u)
	}
	both := r.isBoth(row)
	for _, x := range row[1] {
		v, err := r.to.page(x)
		if err == nil {
			err = add(u, v, k)
		}
		if err == nil && both && u != v {
			err = add(v, u, k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isEmptyList says whether a row has no successors.
func (r *arcRows) isEmptyList(list []parquet.Value) bool {
	return r.to.isList && len(list) == 1 && list[0].IsNull()
}

func (r *arcRows) names(row [][]parquet.Value) error {
	if v := row[0][0]; r.seeds && (v.IsNull() || v.Kind() == parquet.ByteArray && len(v.ByteArray()) == 0) {
		return r.seed(row[1][0])
	}
	var err error
	if r.from2, err = r.from.appendName(r.from2[:0], row[0][0]); err != nil {
		return err
	}
	k, err := r.kindsOf(row)
	if err == nil {
		err = r.weigh(row)
	}
	if err != nil {
		return err
	}
	if r.isEmptyList(row[1]) {
		return r.t.Mention(r.from2, page.Unknown)
	}
	both := r.isBoth(row)
	for _, x := range row[1] {
		if r.to2, err = r.to.appendName(r.to2[:0], x); err == nil {
			err = r.t.NamedArcOf(r.from2, r.to2, k)
		}
		if err == nil && both && !r.t.IsLoop(r.from2, r.to2) {
			err = r.t.NamedArcOf(r.to2, r.from2, k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// countedPage makes a number a page, be it with arcs or not.
func countedPage(im *formats.Import, u uint32) error {
	im.NumPages = max(im.NumPages, u+1)
	return im.LonePage(u)
}

// readPages reads a list of pages: their numbers, with names, states or both.
func (p *parquetTable) readPages(ctx context.Context, of *tablePages) error {
	columns := []*tableColumn{of.page}
	if of.name != nil {
		columns = append(columns, of.name)
	}
	if of.state != nil {
		columns = append(columns, of.state)
	}
	columns = append(columns, of.facts...)
	if n := len(p.columns) - len(columns); n > 0 {
		p.im.Notes["further columns, which are not kept"] += int64(n)
	}
	if of.name == nil {
		return p.im.Numbered(func() error {
			return p.rows(ctx, columns, func(row [][]parquet.Value) error { return p.statedPage(of, row) })
		})
	}
	if of.state == nil {
		p.im.NodeTables++
	}
	if p.im.Arcs != nil {
		return fmt.Errorf("the names of pages follow their arcs: name the table of pages first")
	}
	if of.host {
		names, err := p.source.first(of.name, 64)
		if err != nil {
			return err
		}
		of.reversed = isReversed(names)
	}
	return p.im.Named(func() error {
		p.im.Vertices = true
		return p.rows(ctx, columns, func(row [][]parquet.Value) error { return p.namedPage(of, row) })
	})
}

// statedPage reads the number of a page and its state.
func (p *parquetTable) statedPage(of *tablePages, row [][]parquet.Value) error {
	n, err := of.page.page(row[0][0])
	if err != nil {
		return err
	}
	p.im.NumPages, p.im.Counted = max(p.im.NumPages, n+1), true
	if err := p.im.LonePage(n); err != nil {
		return err
	}
	return p.setState(n, row[1][0])
}

func (p *parquetTable) setState(n uint32, v parquet.Value) error {
	s, ok := assemble.StateNamed(v.ByteArray())
	if !ok {
		return tally.Badf("%.40q is no state of a page", v.ByteArray())
	}
	return p.im.SetState(n, s)
}

// namedPage reads the number of a page, its name, and perhaps its state.
func (p *parquetTable) namedPage(of *tablePages, row [][]parquet.Value) error {
	n, err := of.page.page(row[0][0])
	if err != nil {
		return err
	}
	if n%4096 == 0 {
		if err := mem.Check(fmt.Sprintf("pages that are numbered up to %d", n), 4*int64(n), p.im.Set.Memory); err != nil {
			return err
		}
	}
	if row[1][0].IsNull() {
		return tally.Badf("page %d has no name", n)
	}
	name := row[1][0].ByteArray()
	switch {
	case of.reversed:
		p.t.Host = formats.AppendHost(p.t.Host[:0], lists.AppendReversed(p.t.Key2[:0], name))
		name = p.t.Host
	case of.host && judge.IsHost(name):
		p.t.Host = formats.AppendHost(p.t.Host[:0], name)
		name = p.t.Host
	}
	if err := p.t.Node(n, name); err != nil || of.state == nil {
		return err
	}
	p.last = p.im.KeepOrder(p.last, p.t.Key)
	if err := p.setState(n, row[2][0]); err != nil || of.facts == nil {
		return err
	}
	state, _ := assemble.StateNamed(row[2][0].ByteArray()) // setState knows it
	return p.sightedInTable(state, row[3:])
}

// first implements [tableSource].
func (p *parquetTable) first(c *tableColumn, most int) (names [][]byte, err error) {
	for _, g := range p.f.RowGroups() {
		r := newColumnReader(g.ColumnChunks()[c.index], false, 0)
		for len(names) < most && err == nil {
			var v []parquet.Value
			if v, err = r.next(); err == nil && !v[0].IsNull() {
				names = append(names, append([]byte(nil), v[0].ByteArray()...))
			}
		}
		r.Close() //nolint:errcheck // nothing was written
		if err != nil && !errors.Is(err, io.EOF) {
			return names, err
		}
		err = nil
	}
	return names, nil
}

// IsPageTable says whether a file is a table of pages, whose arcs are in another input.
func IsPageTable(f io.ReaderAt, size int64) (is bool) {
	defer func() { // the library panics on some damage, which is reported when the file is read
		if recover() != nil {
			is = false
		}
	}()
	head := make([]byte, len(ParquetMagic))
	if _, err := f.ReadAt(head, 0); err != nil || string(head) != ParquetMagic {
		return false
	}
	t, err := table.Open(f, size)
	if err != nil {
		return false
	}
	_, is = pageColumns(tableColumns(t), isOfWeft(t), true)
	return is
}
