// Package sheet writes CSV (RFC 4180) that spreadsheets do not run. A text that a spreadsheet could take for a formula
// begins with an apostrophe. Every command writes its CSV with this package.
// Package export writes the same form without a string for each name.
package sheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Mark precedes texts that a spreadsheet could take for formulas. It also precedes texts that begin with Mark, so that
// every text is read back by the removal of one Mark at its beginning.
const Mark = '\''

// signs begin formulas in spreadsheets; wide ones do in some languages.
const signs = "=+-@\t\r＝＋－＠"

// NeedsGuard reports whether a spreadsheet could take a text for a formula, or its beginning for the guard.
func NeedsGuard[S string | []byte](text S) bool {
	if len(text) == 0 {
		return false
	}
	i := 0
	for i < len(text) && text[i] == ' ' {
		i++
	}
	first, _ := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
	return text[0] == Mark || first != utf8.RuneError && strings.ContainsRune(signs, first)
}

// Guarded returns a text with a Mark before it if it needs one.
func Guarded(text string) string {
	if NeedsGuard(text) {
		return string(Mark) + text
	}
	return text
}

// Unguarded returns a text without a Mark at its beginning.
func Unguarded(text []byte) []byte {
	if len(text) > 0 && text[0] == Mark {
		return text[1:]
	}
	return text
}

// A Writer writes rows of CSV, cell by cell. Lines end in CR LF. It is not safe for concurrent use.
type Writer struct {
	w     *csv.Writer
	cells []string
}

// New returns a Writer.
func New(out io.Writer) *Writer {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	return &Writer{w: w}
}

// Text adds a text to the row, guarded.
func (w *Writer) Text(text string) { w.cells = append(w.cells, Guarded(text)) }

// Number adds a number, a time or a truth value to the row. An empty text stands for an unknown value.
func (w *Writer) Number(text string) { w.cells = append(w.cells, text) }

// End ends the row.
func (w *Writer) End() error {
	err := w.w.Write(w.cells)
	w.cells = w.cells[:0]
	return err
}

// Row writes a whole row. Cells that are numbers are not guarded.
func (w *Writer) Row(cells ...string) error {
	for _, c := range cells {
		if _, err := strconv.ParseFloat(c, 64); err == nil {
			w.Number(c)
		} else {
			w.Text(c)
		}
	}
	return w.End()
}

// Close writes what is buffered. It returns the first error of the Writer.
func (w *Writer) Close() error {
	w.w.Flush()
	return w.w.Error()
}
