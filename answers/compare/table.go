package compare

import (
	"context"
	"math"
	"strconv"

	"weft/internal/table"
	"weft/web/weburl"
)

// appendName appends the name of a page, or its number if it has none.
func (p pair) appendName(dst, key []byte) ([]byte, error) {
	if key != nil {
		return weburl.AppendName(dst, key)
	}
	return strconv.AppendUint(dst, uint64(min(p.u, p.v)), 10), nil
}

// writeTable writes a row for each page of either crawl, in the order of names: its numbers, −1 if absent, its
// states, its fate, and its scores, NaN if it has none.
func (o *Options) writeTable(ctx context.Context, r *ranker) error {
	cols := []table.Column{
		{Name: "name", Type: table.Text},
		{Name: "page_a", Type: table.Int},
		{Name: "page_b", Type: table.Int},
		{Name: "state_a", Type: table.Text},
		{Name: "state_b", Type: table.Text},
		{Name: "status", Type: table.Text},
	}
	if r != nil {
		cols = append(cols, table.Column{Name: "score_a", Type: table.Float}, table.Column{Name: "score_b", Type: table.Float})
	}
	return table.Create(o.Table, cols, func(w *table.Writer) error {
		var name []byte
		return o.each(ctx, "writing the table", func(p pair, key []byte) error {
			var err error
			if name, err = p.appendName(name[:0], key); err != nil {
				return err
			}
			return w.Append(o.rowOf(p, name, r)...)
		})
	})
}

// rowOf returns the values of a page. The name is valid until the next call.
func (o *Options) rowOf(p pair, name []byte, r *ranker) []any {
	number := func(x uint32) int64 {
		if x == uint32(none) {
			return -1
		}
		return int64(x)
	}
	status := p.status()
	if status == "" {
		status = "not fetched"
	}
	row := []any{
		name, number(uint32(p.u)), number(uint32(p.v)), stateName(stateOf(o.A, p.u)), stateName(stateOf(o.B, p.v)), status,
	}
	if r == nil {
		return row
	}
	a, b := math.NaN(), math.NaN()
	if p.u != none {
		a = r.a.at(uint32(p.u))
	}
	if p.v != none {
		b = r.b.at(uint32(p.v))
	}
	return append(row, a, b)
}
