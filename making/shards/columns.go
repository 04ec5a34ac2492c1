package shards

import (
	"fmt"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A columnType is the type of the values of a column.
type columnType uint8

const (
	numbers columnType = iota // integers of any width up to 64 bits
	floats                    // floating-point numbers, or integers
	texts
	times
)

var columnTypes = [...]string{numbers: "integers", floats: "floating-point numbers", texts: "strings", times: "timestamps"}

// A column is a column of a table as the layout names it.
type column struct {
	name string
	what columnType
	// need says that the column must be there and have a value in each row.
	need bool
}

// A reading says how the values of a column of a file are decoded.
type reading struct {
	what     columnType
	unsigned bool
	unit     time.Duration // of timestamps in 64 bits
}

// readingOf returns how a column of a file is read as one of the layout.
func readingOf(of column, t parquet.Type) (r reading, ok bool) {
	r.what = of.what
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	kind := t.Kind()
	switch of.what {
	case numbers, floats:
		if of.what == floats && (kind == parquet.Float || kind == parquet.Double) {
			return r, logical == nil
		}
		i, isInt := logical.(*format.IntType)
		r.unsigned = isInt && !i.IsSigned
		return r, (kind == parquet.Int32 || kind == parquet.Int64) && (isInt || logical == nil)
	case texts:
		switch logical.(type) {
		case nil, *format.StringType, *format.EnumType, *format.JsonType:
			return r, kind == parquet.ByteArray
		}
		return r, false
	}
	if kind == parquet.Int96 {
		return r, true
	}
	at, isTime := logical.(*format.TimestampType)
	if !isTime || kind != parquet.Int64 {
		return r, false
	}
	switch at.Unit.Value.(type) {
	case *format.MilliSeconds:
		r.unit = time.Millisecond
	case *format.MicroSeconds:
		r.unit = time.Microsecond
	case *format.NanoSeconds:
		r.unit = time.Nanosecond
	}
	return r, r.unit > 0
}

// number decodes an integer; ok is false beyond 63 bits.
func (r *reading) number(v parquet.Value) (n int64, ok bool) {
	if v.Kind() == parquet.Int32 {
		if r.unsigned {
			return int64(v.Uint32()), true
		}
		return int64(v.Int32()), true
	}
	n = v.Int64()
	return n, n >= 0 || !r.unsigned
}

// float decodes a floating-point number, or an integer that is exact as one.
func (r *reading) float(v parquet.Value) (x float64, ok bool) {
	switch v.Kind() {
	case parquet.Double:
		return v.Double(), true
	case parquet.Float:
		return float64(v.Float()), true
	}
	n, ok := r.number(v)
	return float64(n), ok && n <= 1<<53 && n >= -1<<53
}

// milliseconds decodes a time as milliseconds since 1970.
func (r *reading) milliseconds(v parquet.Value) (ms int64, ok bool) {
	if v.Kind() == parquet.Int96 {
		return julian(v.Int96())
	}
	n := v.Int64()
	switch r.unit {
	case time.Microsecond:
		n = floorDiv(n, 1000)
	case time.Nanosecond:
		n = floorDiv(n, 1000_000)
	}
	return n, true
}

func floorDiv(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// julian decodes the timestamps of earlier versions of Spark: nanoseconds of the day, and the Julian day.
func julian(v [3]uint32) (ms int64, ok bool) {
	const epoch, msPerDay = 2440588, 24 * 60 * 60 * 1000
	nanos := int64(uint64(v[1])<<32 | uint64(v[0])) //nolint:gosec // two halves of a number
	day := int64(v[2]) - epoch
	return day*msPerDay + floorDiv(nanos, 1000_000), day > -1<<40 && day < 1<<32
}

// findColumns returns, for each column of the layout, its index in a file and how it is read; index −1 if it is absent.
func findColumns(f *parquet.File, want []column) (index []int, how []reading, err error) {
	index, how = make([]int, len(want)), make([]reading, len(want))
	for i := range index {
		index[i] = -1
	}
	for at, path := range f.Schema().Columns() {
		for i, c := range want {
			if len(path) == 0 || !strings.EqualFold(path[0], c.name) {
				continue
			}
			leaf, _ := f.Schema().Lookup(path...)
			if len(path) > 1 || leaf.MaxRepetitionLevel > 0 {
				return nil, nil, fmt.Errorf("the column %q holds lists or structures: expected %s", path[0], columnTypes[c.what])
			}
			if index[i] >= 0 {
				return nil, nil, fmt.Errorf("two columns are called %q: expected one", c.name)
			}
			var ok bool
			if how[i], ok = readingOf(c, leaf.Node.Type()); !ok {
				return nil, nil, fmt.Errorf("the column %q is of type %s: expected %s", path[0], leaf.Node.Type(), columnTypes[c.what])
			}
			index[i] = at
		}
	}
	for i, c := range want {
		if c.need && index[i] < 0 {
			return nil, nil, fmt.Errorf("there is no column %q: the table has %q", c.name, columnNames(f))
		}
	}
	return index, how, nil
}

func columnNames(f *parquet.File) (all []string) {
	for _, path := range f.Schema().Columns() {
		all = append(all, strings.Join(path, "."))
	}
	return all
}
