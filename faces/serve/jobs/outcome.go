package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"weft/answers/answer"
	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// Files and folders of a job, within its folder.
const (
	StateFile   = "job.json"
	lockFile    = ".lock"
	ResultFile  = "result.json" // what the command printed with --json
	TextFile    = "result.txt"  // the same for people
	outcomeFile = "outcome.json"
	PlotsDir    = "plots"  // drawings as SVG and PDF, their values as CSV
	TablesDir   = "tables" // tables of the result as CSV
	FilesDir    = "files"  // files that the question wrote
	UploadsDir  = "uploads"
)

// An Outcome is the result of a question as its command prints it for people.
type Outcome struct {
	Parts []Part `json:"parts"`
}

// A Part is one block of a result: a figure, a text or a table.
type Part struct {
	Label string `json:"label,omitempty"` // of a figure
	Text  string `json:"text,omitempty"`  // of a figure its value
	Table *Table `json:"table,omitempty"`
}

// A Table is a table of a result. Each row has a cell for each column.
type Table struct {
	Title   string     `json:"title,omitempty"`
	NoHead  bool       `json:"no_head,omitempty"`
	Columns []Column   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// A Column is a column of a table.
type Column struct {
	Title  string            `json:"title"`
	Number bool              `json:"number,omitempty"` // cells are set at the right
	Names  answer.NamedThing `json:"names,omitempty"`
}

// Save writes a result into the folder of a job: as shown, its drawings, and its tables. Options are named by call.
func Save(dir string, got answer.Answer, call func(option string) string) error {
	out := outcomeOf(got.Blocks(), call)
	err := atomicfile.Write(filepath.Join(dir, outcomeFile), func(w io.Writer) error { return json.NewEncoder(w).Encode(out) })
	if err != nil {
		return err
	}
	if p, is := got.(answer.Plotter); is {
		for _, f := range answer.Plots(filepath.Join(dir, PlotsDir), p) {
			if err := write(f.Path, f.Write); err != nil {
				return err
			}
		}
	}
	for _, name := range answer.CSVTables(reflect.TypeOf(got)) {
		if err := saveTable(filepath.Join(dir, TablesDir, name+".csv"), got, name); err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
	}
	return nil
}

// saveTable writes a table of a result, unless it has no rows.
func saveTable(path string, got answer.Answer, name string) error {
	lines := 0
	err := write(path, func(w io.Writer) error { return answer.WriteCSV(counter{w, &lines}, got, name) })
	if err == nil && lines < 2 {
		return os.Remove(path)
	}
	return err
}

// A counter counts the lines that are written.
type counter struct {
	io.Writer
	lines *int
}

func (c counter) Write(p []byte) (int, error) {
	*c.lines += bytes.Count(p, []byte("\n"))
	return c.Writer.Write(p)
}

// write writes a file, and makes its folder.
func write(path string, f func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(path, f)
}

// outcomeOf converts blocks.
func outcomeOf(blocks []answer.Block, call func(option string) string) *Outcome {
	out := &Outcome{Parts: []Part{}}
	for _, block := range blocks {
		if a, is := block.(answer.Advice); is {
			block = a.As(call)
		}
		switch b := block.(type) {
		case answer.Figure:
			out.Parts = append(out.Parts, Part{Label: b.Label, Text: b.Value})
		case answer.Text:
			if b != "" { // an empty text parts blocks on a terminal alone
				out.Parts = append(out.Parts, Part{Text: string(b)})
			}
		case *answer.Table:
			out.Parts = append(out.Parts, Part{Table: tableOf(b)})
		}
	}
	return out
}

// tableOf converts a table. Rows of a terminal may end early: they are filled.
func tableOf(t *answer.Table) *Table {
	all := &Table{Title: t.Title, NoHead: t.NoHead, Rows: [][]string{}}
	for _, c := range t.Columns {
		all.Columns = append(all.Columns, Column{c.Title, c.Width > 0, c.Names})
	}
	for _, row := range t.Rows {
		all.Rows = append(all.Rows, append(slices.Clone(row), make([]string, len(t.Columns)-len(row))...))
	}
	return all
}

// mostOutcome is the size of the largest result that is read to be shown, in bytes.
const mostOutcome = 16 << 20

// ErrLong reports a result that is too large to be shown. Its files can be downloaded.
var ErrLong = errors.New("the result is too large to be shown")

// LoadOutcome reads what Save wrote. It returns nil if the job has no result of this kind.
func LoadOutcome(dir string) (*Outcome, error) {
	path := filepath.Join(dir, outcomeFile)
	switch text, err := disk.ReadRegular(path, mostOutcome); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil //nolint:nilnil // there is none
	case errors.Is(err, disk.ErrLong):
		return nil, ErrLong
	case err != nil:
		return nil, err
	default:
		return decode(path, text)
	}
}

// LoadText reads what the command printed for people; empty if it printed nothing.
func LoadText(dir string) string {
	f, err := disk.OpenRegular(filepath.Join(dir, TextFile))
	if err != nil {
		return ""
	}
	defer f.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(f, mostText))
	if err != nil {
		return ""
	}
	return string(text)
}

// mostText is the number of bytes of a text that are read to be shown.
const mostText = 1 << 20

// decode checks a result that was read from a file.
func decode(path string, text []byte) (*Outcome, error) {
	var out Outcome
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range out.Parts {
		if p.Table == nil {
			continue
		}
		for _, row := range p.Table.Rows {
			if len(row) != len(p.Table.Columns) {
				return nil, fmt.Errorf("%s: a row of %d cells in a table of %d columns", path, len(row), len(p.Table.Columns))
			}
		}
	}
	return &out, nil
}
