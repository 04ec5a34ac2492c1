package shards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"

	"weft/internal/corrupt"
	"weft/internal/mem"
	"weft/internal/table"
)

// rows reads the rows of several tables, one after the other, as one table. It opens a file when the one before has ended.
// Memory: a page of each column, whose size the writer chose. The columns of a row group together must fit the budget.
type rows struct {
	ctx   context.Context //nolint:containedctx // rows live as long as one call of a reader
	f     *Folder
	base  string // before the names of the files
	files []File
	want  []column

	at     int // the next file
	file   *held
	name   string // of the open file
	table  *parquet.File
	index  []int
	how    []reading
	group  int             // the next row group
	read   []*table.Cursor // of the open group, by column; nil for an absent one
	row    int64           // of the file, from 1
	values []parquet.Value // of the row; null where a column is absent
	all    int64           // rows read
	err    error
}

func (f *Folder) rows(ctx context.Context, base string, files []File, want []column) *rows {
	return &rows{ctx: ctx, f: f, base: base, files: files, want: want, values: make([]parquet.Value, len(want)), read: make([]*table.Cursor, len(want))}
}

// close ends the reading.
func (r *rows) close() {
	r.endGroup()
	if r.file != nil {
		r.file.close() //nolint:errcheck // only read
		r.file = nil
	}
}

// next moves to the next row; false at the end or after an error.
func (r *rows) next() bool {
	if r.err != nil {
		return false
	}
	defer r.recovered()
	if r.all&(1<<14-1) == 0 && r.ctx.Err() != nil {
		r.err = r.ctx.Err()
		return false
	}
	for {
		if r.file == nil && (r.at == len(r.files) || !r.begin()) {
			return false
		}
		switch ok, err := r.step(); {
		case err != nil:
			r.err = r.bad(err)
			return false
		case ok:
			return true
		}
	}
}

// begin opens the next file, if there is one; false after an error.
func (r *rows) begin() bool {
	defer r.recovered()
	if r.at < len(r.files) {
		r.err = r.open()
	}
	return r.err == nil
}

// recovered turns a panic of the library, which damage can cause, into an error.
func (r *rows) recovered() {
	if p := recover(); p != nil {
		r.err = r.bad(corrupt.Errorf("the Parquet file is damaged: %v", p))
	}
}

// bad names the file and, if one was read, the row in an error.
func (r *rows) bad(err error) error {
	if r.row == 0 {
		return fmt.Errorf("%s: %w", r.f.shown(r.name), err)
	}
	return fmt.Errorf("%s: row %d: %w", r.f.shown(r.name), r.row, err)
}

// fail ends the reading at the present row.
func (r *rows) fail(format string, args ...any) {
	r.err = r.bad(corrupt.Errorf(format, args...))
}

// open opens the next file.
func (r *rows) open() error {
	entry := &r.files[r.at]
	r.at++
	r.name, r.row = r.base+entry.Name, 0
	var err error
	if r.file, err = r.f.open(r.ctx, r.base, entry); err != nil {
		return err
	}
	if r.table, err = table.Open(r.file, r.file.size); err != nil {
		return r.bad(err)
	}
	if n := r.table.NumRows(); n != entry.Rows {
		return r.bad(corrupt.Errorf("%d rows, and %d are listed: make the shards again", n, entry.Rows))
	}
	if r.index, r.how, err = findColumns(r.table, r.want); err != nil {
		return r.bad(err)
	}
	r.group = 0
	return nil
}

// step reads a row of the open file. It returns false, and closes the file, at its end.
func (r *rows) step() (bool, error) {
	for {
		if r.isReading() {
			if ok, err := r.valuesOf(); ok || err != nil {
				return ok, err
			}
			r.endGroup()
		}
		groups := r.table.RowGroups()
		if r.group == len(groups) {
			if entry := r.files[r.at-1]; r.row != entry.Rows {
				return false, corrupt.Errorf("%d rows, and %d are listed: make the shards again", r.row, entry.Rows)
			}
			err := r.file.close()
			r.file = nil
			return false, err
		}
		if err := r.beginGroup(groups[r.group]); err != nil {
			return false, err
		}
		r.group++
	}
}

func (r *rows) isReading() bool {
	for _, c := range r.read {
		if c != nil {
			return true
		}
	}
	return false
}

// beginGroup opens the columns of a row group.
func (r *rows) beginGroup(g parquet.RowGroup) error {
	need := int64(0)
	for _, at := range r.index {
		if at >= 0 {
			need += max(0, chunkBytes(r.table, r.group, at))
		}
		if need < 0 || need > r.f.opts.Memory-mem.Base {
			return &mem.ShortError{What: fmt.Sprintf("a Parquet file with %s or more in the columns of a row group", mem.Format(max(0, need))), Need: max(0, need) + mem.Base, Budget: r.f.opts.Memory}
		}
	}
	for i, at := range r.index {
		if at >= 0 {
			r.read[i] = table.NewCursor(g.ColumnChunks()[at])
		}
	}
	return nil
}

// valueBytes is the memory of a value of a page for its level and its place in a dictionary. A page of equal values is a few
// bytes in the file.
const valueBytes = 8

// chunkBytes returns how large a column of a row group is, unpacked, at most.
func chunkBytes(f *parquet.File, group, column int) int64 {
	groups := f.Metadata().RowGroups
	if group >= len(groups) || column >= len(groups[group].Columns) {
		return 0
	}
	of := &groups[group].Columns[column].MetaData
	values := max(groups[group].NumRows, of.NumValues)
	if values > math.MaxInt64/valueBytes {
		return math.MaxInt64
	}
	return max(of.TotalUncompressedSize, valueBytes*values)
}

func (r *rows) endGroup() {
	for i, c := range r.read {
		if c != nil {
			c.Close() //nolint:errcheck // only read
			r.read[i] = nil
		}
	}
}

// valuesOf reads a value of each column; false at the end of the group.
func (r *rows) valuesOf() (bool, error) {
	ended, open := 0, 0
	for i, c := range r.read {
		if c == nil {
			r.values[i] = parquet.Value{}
			continue
		}
		open++
		v, err := c.Next()
		switch {
		case errors.Is(err, io.EOF):
			ended++
		case err != nil:
			return false, corrupt.Errorf("the Parquet file is damaged: %v", err)
		}
		r.values[i] = v
	}
	switch {
	case ended == open:
		return false, nil
	case ended > 0:
		return false, corrupt.Errorf("the Parquet file is damaged: one column is shorter than another")
	}
	r.row++
	r.all++
	for i := range r.values {
		if r.want[i].need && r.values[i].IsNull() {
			return false, corrupt.Errorf("the column %q has no value: expected one in each row", r.want[i].name)
		}
	}
	return true, nil
}

// number returns the value of a column of integers; 0 if there is none.
func (r *rows) number(i int) int64 {
	if r.values[i].IsNull() {
		return 0
	}
	n, ok := r.how[i].number(r.values[i])
	if !ok {
		r.fail("%q is %d: expected a number of at most 63 bits", r.want[i].name, r.values[i].Uint64())
	}
	return n
}

// page returns the value of a column of numbers of pages, below n.
func (r *rows) page(i int, n int64) uint32 {
	v := r.number(i)
	if r.err == nil && (v < 0 || v >= n) {
		r.fail("%q is %d, and there are %d pages: expected 0 to %d", r.want[i].name, v, n, n-1)
	}
	return uint32(v) //nolint:gosec // checked, or not used
}

// text returns the value of a column of strings, lent; nil if there is none.
func (r *rows) text(i int) []byte {
	if r.values[i].IsNull() {
		return nil
	}
	return r.values[i].ByteArray()
}
