package main

import (
	"io"
	"os"
	"path/filepath"

	"weft/answers/answer"
	"weft/faces/report"
)

// writeFigures writes all figures of a report into a folder: numbers as CSV, pictures as SVG and PDF. The folder is there even
// if there are no figures, as between two crawls that are the same.
func (a *app) writeFigures(dir string, figures []report.Figure) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if len(figures) == 0 {
		a.warn("the report has no figures: nothing was written to %s", dir)
	}
	var files []answer.File
	add := func(name string, write func(io.Writer) error) {
		files = append(files, answer.File{Path: filepath.Join(dir, name), Write: write, Folder: true})
	}
	for i := range figures {
		f := &figures[i]
		if len(f.Rows) > 0 {
			add(f.Name+".csv", func(w io.Writer) error { return writeAll(w, f.CSV()) })
		}
		if f.Sheet != nil {
			add(f.Name+".svg", func(w io.Writer) error { return writeAll(w, f.SVG()) })
			add(f.Name+".pdf", func(w io.Writer) error { return f.Sheet.PDF(w, f.Title) })
		}
	}
	_, err := a.writeFiles(files)
	return err
}

func writeAll(w io.Writer, data []byte) error {
	_, err := w.Write(data)
	return err
}

// printReported prints where the page is, and where its figures are.
func (a *app) printReported(r reported) error {
	return a.print(r, func(w io.Writer) {
		row(w, "report", "%s", r.Report)
		if r.Figures != "" {
			row(w, "figures", "%s", r.Figures)
		}
	})
}
