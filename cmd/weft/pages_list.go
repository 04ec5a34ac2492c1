package main

import (
	"encoding/json"
	"io"
	"strings"

	"weft/answers/pages"
	"weft/internal/inert"
	"weft/internal/sheet"
)

// A soughtWriter writes the pages of a list as text, CSV or JSON lines. In text, tabs separate the columns.
type soughtWriter struct {
	w       io.Writer
	csv     *sheet.Writer // nil for other formats
	lines   bool          // JSON lines
	columns []string
}

func newSoughtWriter(w io.Writer, format string, columns []string) *soughtWriter {
	s := &soughtWriter{w: w, lines: format == "jsonl", columns: columns}
	if format == "csv" {
		s.csv = sheet.New(w)
		s.csv.Row(append([]string{"asked"}, columns...)...) //nolint:errcheck // close reports it
	}
	return s
}

func (s *soughtWriter) write(p *soughtPage) error {
	if s.lines {
		text, err := json.Marshal(p)
		if err == nil {
			_, err = s.w.Write(append(inert.JSON(text), '\n'))
		}
		return err
	}
	fields := make([]string, len(s.columns))
	for i, name := range s.columns {
		if p.Row != nil {
			fields[i] = p.Row.Text(name)
		}
	}
	if s.csv != nil {
		s.csv.Text(p.Asked)
		for i, name := range s.columns {
			if pages.IsText(name) {
				s.csv.Text(fields[i])
			} else {
				s.csv.Number(fields[i])
			}
		}
		return s.csv.End()
	}
	for i := range fields {
		fields[i] = inert.Text(fields[i])
	}
	_, err := io.WriteString(s.w, strings.Join(fields, "\t")+"\n")
	return err
}

func (s *soughtWriter) close() error {
	if s.csv == nil {
		return nil
	}
	return s.csv.Close()
}
