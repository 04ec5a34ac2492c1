package pages

import (
	"context"
	"encoding/json"
	"io"

	"weft/graph"
	"weft/internal/inert"
	"weft/internal/sheet"
	"weft/internal/table"
)

// A Record is a row of a table for other programs. In JSON it is an object.
type Record interface {
	// Text returns the value of a column as text; empty if it is unknown.
	Text(column string) string
	// Value returns the value of a column for Parquet; nil if it is unknown.
	Value(column string) any
}

// A Writer writes rows in a format for other programs.
type Writer interface {
	Row(r Record) error
	Close() error
}

// A Format is a format of rows.
type Format struct {
	Name   string // csv, jsonl or parquet; also the ending of files
	Media  string // media type
	Writer func(out io.Writer, columns []string) Writer
}

// Formats are all formats. CSV is as in RFC 4180, with a header, and its texts are guarded as in package sheet. JSON lines
// are an object for each row.
var Formats = []Format{
	{"csv", "text/csv; charset=utf-8; header=present", newCSV},
	{"jsonl", "application/jsonl; charset=utf-8", func(out io.Writer, _ []string) Writer { return lines{out} }},
	{"parquet", "application/vnd.apache.parquet", newParquet},
}

// FormatNames returns the formats of a command that prints text: text, and the formats for other programs.
func FormatNames() []string {
	names := []string{"text"}
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

type csvRows struct {
	w       *sheet.Writer
	columns []string
}

func newCSV(out io.Writer, columns []string) Writer {
	c := &csvRows{w: sheet.New(out), columns: columns}
	c.w.Row(columns...) //nolint:errcheck // Close reports it
	return c
}

func (c *csvRows) Row(p Record) error {
	for _, name := range c.columns {
		if IsText(name) {
			c.w.Text(p.Text(name))
		} else {
			c.w.Number(p.Text(name))
		}
	}
	return c.w.End()
}

func (c *csvRows) Close() error { return c.w.Close() }

// IsText reports whether the values of a column are texts.
func IsText(column string) bool {
	_, ok := types[column]
	return !ok
}

type lines struct{ w io.Writer }

func (l lines) Row(p Record) error {
	text, err := json.Marshal(p)
	if err == nil {
		_, err = l.w.Write(append(inert.JSON(text), '\n'))
	}
	return err
}

func (l lines) Close() error { return nil }

// types are the types of columns in Parquet. A column that is not listed is a text.
var types = map[string]table.Type{
	"page": table.Int, "status": table.Int, "size": table.Int, "indegree": table.Int, "time": table.Time, "score": table.Float,
	"pages": table.Int, "fetched": table.Int, "place": table.Int, // of hosts
	"redirects": table.Int, "final_status": table.Int, // of links
}

type parquetRows struct {
	w       *table.Writer
	columns []string
	values  []any
}

func newParquet(out io.Writer, columns []string) Writer {
	var cols []table.Column
	for _, name := range columns {
		t, ok := types[name]
		if !ok {
			t = table.Text
		}
		cols = append(cols, table.Column{Name: name, Type: t, Optional: name != "page" && name != "host"})
	}
	return &parquetRows{w: table.New(out, cols), columns: columns}
}

func (r *parquetRows) Row(p Record) error {
	r.values = r.values[:0]
	for _, name := range r.columns {
		r.values = append(r.values, p.Value(name))
	}
	return r.w.Append(r.values...)
}

func (r *parquetRows) Close() error { return r.w.Close() }

// Value implements [Record].
func (p *Row) Value(column string) any {
	switch column {
	case "page":
		return int64(p.Page)
	case "time":
		if p.Time != nil {
			return p.Time.UnixMilli()
		}
		return nil
	case "status":
		return known(int64(p.Status))
	case "size":
		return known(p.Size)
	case "indegree":
		if p.InDegree != nil {
			return int64(*p.InDegree)
		}
		return nil
	case "score":
		if p.Score != nil {
			return *p.Score
		}
		return nil
	}
	if text := p.Text(column); text != "" {
		return text
	}
	return nil
}

func known(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// A Part is the beginning of a result in an order.
type Part struct {
	Order string
	Most  int // pages; 0 for all, in the order of URLs only
}

// Write writes a part of a result.
func (s *Source) Write(ctx context.Context, found *Found, part Part, rows *Reader, to Writer) error {
	one := func(u graph.Node) error {
		p, err := rows.At(u)
		if err != nil {
			return err
		}
		return to.Row(&p)
	}
	if part.Most == 0 {
		if err := s.Nodes(ctx, found, one); err != nil {
			return err
		}
		return to.Close()
	}
	first, err := s.First(ctx, found, part.Order, part.Most)
	if err != nil {
		return err
	}
	for i, u := range first {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := one(u); err != nil {
			return err
		}
	}
	return to.Close()
}
