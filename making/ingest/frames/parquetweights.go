package frames

import (
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"weft/internal/option"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// weightColumn finds the column of weights of a table of arcs; nil if they are not kept.
func (a *tableArcs) weightColumn(columns []tableColumn, w *tables.WeightColumn) (*tableColumn, error) {
	if w == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	if a.to.isList {
		return nil, option.Errorf("%w: {weights}: a row has a list of successors: write a row for each arc, with its weight", option.ErrUnfit)
	}
	i, err := a.weightIndex(columns, w)
	switch {
	case err != nil:
		return nil, err
	case i < 0:
		return nil, option.Errorf("%w: {weights} %s: no further column is called so: the table has %q", option.ErrUnfit, w.Column, columnNames(columns))
	case columns[i].isList || !columns[i].isWeight():
		return nil, option.Errorf("%w: {weights}: the column %q does not hold numbers", option.ErrUnfit, columns[i].name)
	}
	return &columns[i], nil
}

// weightIndex returns the index of the column of weights, which the user names by number or by name; -1 if there is none.
func (a *tableArcs) weightIndex(columns []tableColumn, w *tables.WeightColumn) (int, error) {
	names := columnNames(columns)
	for i := range columns {
		if c := &columns[i]; c == a.from || c == a.to || c == a.kinds {
			names[i] = ""
		}
	}
	if n, err := strconv.Atoi(w.Column); err == nil && n >= 1 && n <= len(names) && names[n-1] != "" {
		return n - 1, nil
	}
	return w.Pick(names)
}

// isWeight says whether the values of a column are numbers.
func (c *tableColumn) isWeight() bool { return c.isNumber() || c.holds == holdsTexts || c.isFloat }

// weigh sets the weight of the arcs of a row.
func (r *arcRows) weigh(row [][]parquet.Value) error {
	if r.weight == nil {
		return nil
	}
	v := row[len(row)-1][0]
	x := 0.0
	switch k := v.Kind(); {
	case v.IsNull():
		return tally.Badf("the weight of the arc is missing")
	case k == parquet.Double:
		x = v.Double()
	case k == parquet.Float:
		x = float64(v.Float())
	case r.weight.holds == holdsTexts:
		return r.im.Weigh.Read(v.ByteArray())
	default:
		n := r.weight.unscaled(v)
		var err error
		if x, err = strconv.ParseFloat(n+"e-"+strconv.Itoa(int(r.weight.scale)), 64); err != nil {
			return tally.Badf("the weight %.40q: expected a finite number", n)
		}
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return tally.Badf("the weight %v: expected a finite number", x)
	}
	r.im.Weigh.Next = x
	return nil
}

// unscaled returns the digits of an integer or a decimal, without the point of a decimal.
func (c *tableColumn) unscaled(v parquet.Value) string {
	switch k := v.Kind(); {
	case k == parquet.Int32 && c.unsigned:
		return strconv.FormatUint(uint64(v.Uint32()), 10)
	case k == parquet.Int32:
		return strconv.FormatInt(int64(v.Int32()), 10)
	case k == parquet.Int64 && c.unsigned:
		return strconv.FormatUint(v.Uint64(), 10)
	case k == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	}
	return c.signed(v.ByteArray()).String()
}
