package frames_test

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/making/ingest/frames"
	"weft/making/ingest/ingesttest"
)

// table writes rows into a file, in groups of two.
func table[R any](t *testing.T, rows ...R) string {
	t.Helper()
	return tableBy(t, "x", rows...)
}

// tableBy is table for a file that says which program wrote it.
func tableBy[R any](t *testing.T, program string, rows ...R) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[R](&b, parquet.CreatedBy(program, "1", "2"))
	for len(rows) > 0 {
		n := min(2, len(rows))
		_, err := w.Write(rows[:n])
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return ingesttest.File(t, "t.parquet", b.String())
}

// A names is a row of an arc between names, a numbers one between numbers.
type (
	names struct {
		Source *string `parquet:"source,optional"`
		Target *string `parquet:"target,optional"`
	}
	numbers struct {
		Source *int64 `parquet:"source,optional"`
		Target *int64 `parquet:"target,optional"`
	}
)

// Tables of arcs, with names and with numbers.
func TestParquetArcs(t *testing.T) {
	type kinds struct {
		Source, Target int64
		Kinds          *string `parquet:"Kinds,optional"`
	}
	type namedKinds struct {
		Source, Target string
		Kinds          string
	}
	type directed struct {
		Source   string `parquet:"source"`
		Target   string `parquet:"target"`
		Directed bool   `parquet:"directed"`
	}
	type gephi struct {
		Source, Target int64
		Type           string
		Label          string
	}
	type all struct {
		Source, Target int64
		Type           string
		Kinds          string
		Weight         float64
	}
	type seeds struct {
		Referrer *string `parquet:"referrer,optional"`
		URL      *string `parquet:"url,optional"`
	}
	type further struct {
		Source string `parquet:"source"`
		Target string `parquet:"target"`
		X, Y   int64
	}
	bad := ingesttest.Options{MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "names", Options: in(table(t, names{new("a"), new("b")}, names{new("b"), new("b")}, names{new("c"), new("a")})), Want: `
as parquet, arcs from "source" to "target"
pages a b c
arcs a→b b→b c→a
records 3+0`},
		{Name: "numbers", Options: in(table(t, numbers{new(int64(0)), new(int64(1))}, numbers{new(int64(1)), new(int64(1))}, numbers{new(int64(3)), new(int64(0))})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1 2:ghost 3
arcs 0→1 1→1 3→0
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 3+0`},
		{Name: "missing names", Options: with(bad, table(t, names{new("a"), nil}, names{nil, new("b")}, names{new("c"), new("")}, names{new("a"), new("b")})), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
records 1+3
log t.parquet 0 skipped row 1: an end of the arc is missing
log t.parquet 1 skipped row 2: an end of the arc is missing
log t.parquet 2 skipped row 3: an empty name`},
		{Name: "missing numbers", Options: with(bad, table(t, numbers{new(int64(0)), nil}, numbers{nil, new(int64(1))}, numbers{new(int64(-1)), new(int64(1))}, numbers{new(int64(0)), new(int64(1))})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+3
log t.parquet 0 skipped row 1: an end of the arc is missing
log t.parquet 1 skipped row 2: an end of the arc is missing
log t.parquet 2 skipped row 3: -1 is not the number of a page`},
		{Name: "hashes", Options: with(bad, table(t, numbers{new(int64(1 << 40)), new(int64(1))}, numbers{new(int64(1)), new(int64(-5))}, numbers{nil, new(int64(5))})), Want: `
as parquet, arcs from "source" to "target"
pages -5 1 1099511627776
arcs 1→-5 1099511627776→1
records 2+1
log t.parquet 2 skipped row 3: an end of the arc is missing`},
		{Name: "columns without values", Options: with(bad, table(t, numbers{nil, new(int64(1))}, numbers{nil, new(int64(2))}, numbers{new(int64(0)), new(int64(1))})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+2
log t.parquet 0 skipped row 1: an end of the arc is missing
log t.parquet 1 skipped row 2: an end of the arc is missing`},
		{Name: "hashes as targets", Options: in(table(t, numbers{new(int64(1)), new(int64(1 << 33))})), Want: `
as parquet, arcs from "source" to "target"
pages 1 8589934592
arcs 1→8589934592
records 1+0`},
		{Name: "the largest number", Options: with(bad, table(t, numbers{new(int64(1)), new(int64(1<<32 - 1))}, numbers{new(int64(1)), new(int64(2))})), Want: `
as parquet, arcs from "source" to "target"
pages 0:ghost 1 2
arcs 1→2
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+1
log t.parquet 0 skipped row 1: 4294967295 is not the number of a page`},
		{Name: "kinds", Options: with(bad, table(t, kinds{0, 1, new("redirect")}, kinds{1, 2, nil}, kinds{2, 0, new("nofollow+link")}, kinds{2, 1, new("x")})), Want: `
as parquet, arcs from "source" to "target", kinds in "kinds"
pages 0 1 2
arcs 0→1:redirect 1→2
records 2+2
log t.parquet 2 skipped row 3: "nofollow+link" is not a kind of arc
log t.parquet 3 skipped row 4: "x" is not a kind of arc`},
		{Name: "kinds of names", Options: with(bad, table(t, namedKinds{"a", "b", "redirect"}, namedKinds{"b", "c", "x"})), Want: `
as parquet, arcs from "source" to "target", kinds in "kinds"
pages a b
arcs a→b:redirect
records 1+1
log t.parquet 1 skipped row 2: "x" is not a kind of arc`},
		{Name: "directed", Options: in(table(t, directed{"a", "b", true}, directed{"b", "c", false}, directed{"c", "c", false})), Want: `
as parquet, arcs from "source" to "target"
pages a b c
arcs a→b b→c c→b c→c
note 2 edges without direction, which are two arcs
records 3+0`},
		{Name: "a type", Options: in(table(t, gephi{0, 1, "Undirected", ""}, gephi{1, 1, "undirected", "x"}, gephi{1, 2, "Directed", ""})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1 2
arcs 0→1 1→0 1→1 1→2
note 2 edges without direction, which are two arcs
note 1 further columns, which are not kept
records 3+0`},
		{Name: "a type beside kinds and weights", Options: with(ingesttest.Options{Weights: "weight"}, table(t, all{0, 1, "Undirected", "redirect", 2.5}, all{1, 2, "Directed", "link", 0})), Want: `
as parquet, arcs from "source" to "target", kinds in "kinds", weights in "weight"
pages 0 1 2
arcs 0→1:redirect*2.5 1→0:redirect*2.5 1→2*0
note 3 arcs with weights, which are kept
note 1 edges without direction, which are two arcs
records 2+0`},
		{Name: "kinds and weights that are not kept", Options: in(table(t, all{0, 1, "Undirected", "redirect", 2.5})), Want: `
as parquet, arcs from "source" to "target", kinds in "kinds"
pages 0 1
arcs 0→1:redirect 1→0:redirect
note 1 edges without direction, which are two arcs
note 1 further columns, which are not kept
records 1+0`},
		{Name: "seeds", Options: with(bad, table(t, seeds{nil, new("http://a.example/")}, seeds{new(""), new("http://b.example/")}, seeds{new("http://a.example/"), new("http://b.example/")}, seeds{new("http://a.example/"), nil}, seeds{nil, nil})), Want: `
as parquet, arcs from "referrer" to "url"
pages http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
records 3+2
log t.parquet 3 skipped row 4: an end of the arc is missing
log t.parquet 4 skipped row 5: an end of the arc is missing`},
		{Name: "further columns", Options: in(table(t, further{"a", "b", 1, 2})), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
note 2 further columns, which are not kept
records 1+0`},
		{Name: "strict", Options: with(ingesttest.Options{Strict: true}, table(t, numbers{new(int64(0)), new(int64(1))}, numbers{new(int64(0)), new(int64(2))}, numbers{new(int64(0)), nil})), Want: `
records 2+1
error row group 1: bad input: t.parquet, offset 2: row 3: an end of the arc is missing`},
		{Name: "no rows", Options: in(table[names](t)), Want: `
records 0+0
error bad input: there is no record in t.parquet`},
	})
}

// Damage of a file is an error, as is a file that is too large for the budget.
func TestParquetFaults(t *testing.T) {
	whole := ingesttest.Read(t, table(t, numbers{new(int64(0)), new(int64(1))}))
	file := func(text string) ingesttest.Options { return in(ingesttest.File(t, "t.parquet", text)) }
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "the first bytes alone", Options: file(whole[:8]), Want: `
records 0+0
error t.parquet: the Parquet file is damaged, or cut: 8 bytes are too few for a Parquet file`},
		{Name: "no footer", Options: file(whole[:len(whole)-9]), Want: `
records 0+0
error t.parquet: the Parquet file is damaged, or cut: the footer has 1846297 bytes, the file 543: it is damaged, or cut`},
	})
	for name, want := range map[string]bool{"PAR1": true, "PAR1\x15": true, "PAR": false, "PAR2": false, "": false} {
		if got := frames.IsParquet([]byte(name)); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
