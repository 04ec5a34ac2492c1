package shards

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/npy"
	"weft/internal/responses"
	"weft/internal/table"
	"weft/store"
)

// shardBytes is the size at which a file ends if no number of rows is set. A row group of it may follow.
const shardBytes = 32 << 20

// A Writer writes the tables of a folder, kind by kind, and at last the manifest.
type Writer struct {
	ctx  context.Context //nolint:containedctx // a writer lives as long as one call of its user
	dir  string
	rows int64 // of a file, at least, before it ends; 0 for shardBytes
	m    Manifest
}

// NewWriter returns a writer into an empty folder. A file ends after rows rows, or after about 32 MiB if rows is 0; of arcs and
// texts, at the end of a list.
func NewWriter(ctx context.Context, dir string, rows int64) *Writer {
	return &Writer{ctx: ctx, dir: dir, rows: rows, m: Manifest{Format: Format, Version: Version}}
}

// counted counts and sums up the bytes of a file.
type counted struct {
	w   io.Writer
	sum hash.Hash
	n   int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.sum.Write(p[:n])
	c.n += int64(n)
	return n, err
}

// A Table writes rows into the files of a folder.
type Table struct {
	w       *Writer
	folder  string
	columns []table.Column

	files []File
	file  *atomicfile.File
	out   *counted
	table *table.Writer
	rows  int64 // of the file
	all   int64
}

// table returns a writer of a folder's files.
func (w *Writer) table(folder string, columns []table.Column) (*Table, error) {
	return &Table{w: w, folder: folder, columns: columns}, disk.MkdirAll(filepath.Join(w.dir, filepath.FromSlash(folder)), 0o755)
}

// ensure begins the first file, for the columns of a table without rows.
func (t *Table) ensure() error {
	if t.file != nil || len(t.files) > 0 {
		return nil
	}
	return t.begin()
}

// cut ends the file if it is long enough. It is called where a file may end.
func (t *Table) cut() error {
	if t.file == nil {
		return nil
	}
	if t.w.rows > 0 && t.rows < t.w.rows || t.w.rows == 0 && t.out.n < shardBytes {
		return nil
	}
	return t.end()
}

// append adds a row, as [table.Writer.Append] says.
func (t *Table) append(values ...any) error {
	if t.all&(1<<14-1) == 0 {
		if err := t.w.ctx.Err(); err != nil {
			return err
		}
	}
	if t.file == nil {
		if err := t.begin(); err != nil {
			return err
		}
	}
	t.rows++
	t.all++
	return t.table.Append(values...)
}

func (t *Table) begin() (err error) {
	name := fmt.Sprintf("part-%06d%s", len(t.files), tableExt)
	if t.file, err = atomicfile.Create(filepath.Join(t.w.dir, filepath.FromSlash(t.folder), name)); err != nil {
		return err
	}
	t.out = &counted{w: t.file, sum: sha256.New()}
	t.table = table.New(t.out, t.columns)
	t.files, t.rows = append(t.files, File{Name: name}), 0
	return nil
}

// end ends the file.
func (t *Table) end() error {
	if t.file == nil {
		return nil
	}
	if err := t.table.Close(); err != nil {
		return err
	}
	last := &t.files[len(t.files)-1]
	last.Rows, last.Bytes, last.SHA256 = t.rows, t.out.n, hex.EncodeToString(t.out.sum.Sum(nil))
	err := t.file.Commit()
	t.file = nil
	return err
}

// abort removes the file that was not ended.
func (t *Table) abort() {
	if t.file != nil {
		t.file.Abort()
		t.file = nil
	}
}

// listed adds the files of a table to the manifest.
func (w *Writer) listed(t *Table) {
	for _, f := range t.files {
		f.Name = t.folder + "/" + f.Name
		w.m.Files = append(w.m.Files, f)
	}
}

// write calls fill with a table, ends its last file and lists its files.
func (w *Writer) write(folder string, columns []table.Column, fill func(*Table) error) (int64, error) {
	t, err := w.table(folder, columns)
	if err != nil {
		return 0, err
	}
	defer t.abort()
	if err := fill(t); err != nil {
		return 0, err
	}
	if err := t.end(); err != nil {
		return 0, err
	}
	w.listed(t)
	return t.all, nil
}

// Finish writes the manifest. made names the program, inputs the files that the crawl was made of, and counts their responses
// (nil if they are not known).
func (w *Writer) Finish(made string, inputs []store.Input, counts *responses.Total) (*Manifest, error) {
	w.m.MadeBy, w.m.Inputs = made, inputs
	if counts != nil {
		w.m.Responses = []*responses.Total{counts}
	}
	slices.SortFunc(w.m.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	w.m.Checksum = checksum(w.m.Files)
	return &w.m, writeJSON(filepath.Join(w.dir, ManifestFile), &w.m)
}

// Checksum returns the checksum of the files written so far. Results carry it.
func (w *Writer) Checksum() string {
	slices.SortFunc(w.m.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return checksum(w.m.Files)
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, append(text, '\n'))
}

// WriteVector writes a vector and its description, which is given without files.
func WriteVector[T npy.Value](w *Writer, r Result, values []T) error {
	columns := []table.Column{{Name: "number", Type: table.Delta}, {Name: "value", Type: table.Int}}
	if isFloat[T]() {
		columns[1].Type = table.Float
	}
	t, err := w.table(ResultFolder+"/"+r.Name, columns)
	if err != nil {
		return err
	}
	defer t.abort()
	for i, v := range values {
		var value any = int64(v)
		if isFloat[T]() {
			value = float64(v)
		}
		if err := t.cut(); err != nil {
			return err
		}
		if err := t.append(int64(i), value); err != nil {
			return err
		}
	}
	if err := t.end(); err != nil {
		return err
	}
	r.Of, r.Pages, r.Files = w.Checksum(), int64(len(values)), t.files
	return writeJSON(filepath.Join(w.dir, ResultFolder, r.Name, ResultFile), &r)
}
