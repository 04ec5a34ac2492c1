package ingest_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/tables"
)

// Each reading that a question offers is taken with its options, and its arcs are those that the question shows.
func TestReadingsAreTaken(t *testing.T) {
	r := drawn.Rand(t)
	words := strings.Fields("node ref kind page liker w class group source target")
	asked := 0
	for range drawn.Draws(150, 20) {
		columns, sep := 2+r.IntN(3), []string{",", "\t", ";", " "}[r.IntN(4)]
		kinds := make([]int, columns)
		for i := range kinds {
			kinds[i] = r.IntN(6)
		}
		var b strings.Builder
		if r.IntN(2) == 0 {
			r.Shuffle(len(words), func(i, k int) { words[i], words[k] = words[k], words[i] })
			b.WriteString(strings.Join(words[:columns], sep) + "\n")
		}
		for i := range 2 + r.IntN(30) {
			fields := make([]string, columns)
			for k, kind := range kinds {
				fields[k] = []string{
					fmt.Sprint(r.IntN(20)), fmt.Sprint(i), string(rune('a' + r.IntN(20))), fmt.Sprintf("http://h%d/", r.IntN(9)),
					fmt.Sprintf("%.2f", r.Float64()), fmt.Sprintf("%03d", r.IntN(30)),
				}[kind]
			}
			b.WriteString(strings.Join(fields, sep) + "\n")
		}
		path := written(t, b.String())
		_, err := first(t, ingest.Options{Inputs: []string{path}})
		var q *tables.Question
		if !errors.As(err, &q) {
			continue
		}
		asked++
		for _, reading := range q.Readings {
			o := ingest.Options{Inputs: []string{path}, MaxBad: 1}
			o.Choose(&reading)
			if got, err := first(t, o); err != nil || got != reading.Arcs {
				t.Errorf("%q with %+v: got %q, %v\n%s", q.Why, reading, got, err, b.String())
			}
		}
	}
	if asked == 0 {
		t.Error("no table is asked about")
	}
}

// first imports and returns the first arcs.
func first(t *testing.T, o ingest.Options) (string, error) {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "c")
	s, err := ingest.Import(t.Context(), o)
	return s.FirstArcs, err
}

// Files that were misread, or refused with wrong advice, are read rightly, or asked about.
func TestCasesOfTables(t *testing.T) {
	for name, want := range map[string]string{
		"r-write-table.txt":            "ann -> bob, bob -> cel, cel -> ann",
		"r-write-table-comma.txt":      "17 -> 20, 20 -> 31, 31 -> 17",
		"kg-head-relation-tail.csv":    "ann -> bob, bob -> cel, cel -> ann",
		"uniq-c.txt":                   "1 -> 2, 2 -> 3, 3 -> 1",
		"excel-sep.csv":                "n1 -> n8, n2 -> n15, n3 -> n22",
		"edge-count-then-weighted.txt": "?'columns' 1,2 'first-line' counts   0 -> 1, 1 -> 2, 2 -> 3",
		"node-department-labels.txt":   "?'columns' 1,2 'first-line' arc   0 -> 0, 1 -> 1, 2 -> 4",
		"layer-first.txt":              "?'columns' 2,3 'first-line' arc   ann -> bob, bob -> cel, cel -> ann",
		"table-name-city.parquet":      "?names neither source nor target",
	} {
		got, err := first(t, ingest.Options{Inputs: []string{shared.File(t, "cases-import-2", name)}})
		asked, isAsked := strings.CutPrefix(want, "?")
		if isAsked && (err == nil || !strings.Contains(err.Error(), asked)) || !isAsked && (err != nil || got != want) {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
}

// What is decided by the beginning of a list holds for the lines below it, in blocks too.
func TestMarksBelowTheSample(t *testing.T) {
	rows := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text  string
		o     ingest.Options
		pages int
	}{
		"zeros":   {text: rows(30_000, func(i int) string { return fmt.Sprintf("%05d\t%05d", i/2%9000, (i*7)%9000) }), pages: 9000},
		"sep=":    {text: "sep=;\n" + rows(30_000, func(i int) string { return fmt.Sprintf("%d;%d", i/2%9000, (i*7)%9000) }), pages: 9000},
		"rules":   {text: "| source | target |\n|---|---|\n" + rows(3000, func(i int) string { return fmt.Sprintf("| p%d | p%d |", i%90, (i*7)%90) }), pages: 90},
		"psql":    {text: " source | target \n--------+--------\n" + rows(3000, func(i int) string { return fmt.Sprintf(" %d | %d", i%90, (i*7)%90) }) + "(3000 rows)\n", pages: 90},
		"titles":  {text: "Links of a site;\n;\nsource;target\n" + rows(3000, func(i int) string { return fmt.Sprintf("p%d;p%d", i%90, (i*7)%90) }), pages: 90},
		"uniq -c": {text: rows(3000, func(i int) string { return fmt.Sprintf("%7d %d %d", 1+i%5, i%90, (i*7)%90) }), pages: 90},
		"quotes":  {text: rows(3000, func(i int) string { return fmt.Sprintf("'p%d','p%d'", i%90, (i*7)%90) }), pages: 90},
		"R":       {text: "\"from\" \"to\"\n" + rows(3000, func(i int) string { return fmt.Sprintf("\"%d\" \"p%d\" \"p%d\"", i+1, i%90, (i*7)%90) }), pages: 90},
		"m n":     {text: fmt.Sprintln(30_000, 9000) + rows(30_000, func(i int) string { return fmt.Sprint(i%9000, " ", (i*7)%9000) }), pages: 9000},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Strict = true
			crawl, s := importText(t, c.text, c.o)
			if crawl.NumPages() != c.pages || s.Bad != 0 {
				t.Errorf("got %d pages, %d bad, read as %q", crawl.NumPages(), s.Bad, s.Manifest.Steps[0].Inputs[0].ReadAs)
			}
		})
	}
}
