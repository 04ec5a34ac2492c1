package warc

import (
	"fmt"
	"io"
)

// A Writer writes one WARC file. It is not safe for concurrent use.
type Writer struct {
	w      io.Writer
	pack   *Packer
	offset int64
	err    error
}

// NewWriter returns a Writer to w. It fails if the options make no sense.
func NewWriter(w io.Writer, opts WriterOptions) (*Writer, error) {
	opts.Seed = max(opts.Seed, 1) // 0 would stand for another one each time
	pack, err := NewPacker(opts)
	if err != nil {
		return nil, err
	}
	return &Writer{w: w, pack: pack}, nil
}

// Write writes one record, with one call of the underlying writer. After an error of that the file ends in a torn record
// and all further calls return that error; a record that cannot be written leaves the file as it was. Dates are written in
// UTC, to the second, or to the nanosecond in WARC/1.1 if they have a fraction.
func (w *Writer) Write(rec NewRecord) (Placed, error) {
	if w.err != nil {
		return Placed{}, w.err
	}
	w.pack.reset()
	placed, err := w.pack.Add(rec)
	if err != nil {
		return Placed{}, err
	}
	placed.Offset = w.offset
	n, err := w.w.Write(w.pack.out)
	w.offset += int64(n)
	if err != nil {
		w.err = fmt.Errorf("write record at %d: %w", placed.Offset, err)
		return Placed{}, w.err
	}
	return placed, nil
}
