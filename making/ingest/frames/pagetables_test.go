package frames_test

import (
	"os"
	"path/filepath"
	"testing"

	"weft/making/ingest/ingesttest"
)

type (
	// An edge is a row of a table of arcs, as Common Crawl writes it.
	edge struct {
		S int64 `parquet:"s"`
		T int64 `parquet:"t"`
	}
	// A stated is a row of the table of pages of weft, without names.
	stated struct {
		Page  *int64  `parquet:"page,optional"`
		State *string `parquet:"state,optional"`
	}
	// A named is a row of the table of pages of weft, with names.
	named struct {
		Page  *int64  `parquet:"page,optional"`
		URL   *string `parquet:"url,optional"`
		State *string `parquet:"state,optional"`
	}
	// A vertex is a row of a table of pages of another program.
	vertex struct {
		ID   int64   `parquet:"id"`
		Name *string `parquet:"name,optional"`
	}
	// A labelled is such a row, with names that are no hosts.
	labelled struct {
		Node  int64  `parquet:"node"`
		Label string `parquet:"label"`
		X     string `parquet:"x"`
	}
)

// Tables of pages that weft wrote, with states.
func TestPagesOfWeft(t *testing.T) {
	arcs := table(t, edge{0, 1}, edge{1, 2})
	type wrongState struct {
		Page, State int64
	}
	type wrongPage struct {
		Page, URL, State string
	}
	type onlyPages struct {
		Page, X int64
	}
	type others struct {
		Pages, Hosts int64
	}
	type further struct {
		Page  int64
		State string
		X     int64
	}
	bad := ingesttest.Options{MaxBad: 1}
	numbered := tableBy(t, "weft", stated{new(int64(0)), new("fetched")}, stated{new(int64(1)), new("ghost")}, stated{new(int64(3)), new("unknown")})
	beside := filepath.Join(filepath.Dir(arcs), "pages.parquet")
	if err := ingesttest.Write(beside, ingesttest.Read(t, tableBy(t, "weft", onlyPages{0, 1}))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(arcs, filepath.Join(filepath.Dir(arcs), "arcs.parquet")); err != nil {
		t.Fatal(err)
	}
	arcs = filepath.Join(filepath.Dir(arcs), "arcs.parquet")
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "states", Options: in(numbered), Want: `
as parquet, pages numbered by "page", states in "state"
pages 0:fetched 1:ghost 2 3
records 3+0`},
		{Name: "states before arcs", Options: in(numbered, arcs), Want: `
as parquet, pages numbered by "page", states in "state"
as parquet, arcs from "s" to "t"
pages 0:fetched 1:ghost 2 3
arcs 0→1
note 1 arcs of pages that were not fetched, left out
records 5+0`},
		{Name: "states after arcs", Options: in(arcs, numbered), Want: `
as parquet, pages numbered by "page", states in "state"
as parquet, arcs from "s" to "t"
pages 0:fetched 1:ghost 2 3
arcs 0→1
note 1 arcs of pages that were not fetched, left out
records 5+0`},
		{Name: "bad states", Options: with(bad, tableBy(t, "weft", stated{new(int64(0)), new("x")}, stated{nil, new("fetched")}, stated{new(int64(-1)), new("fetched")}, stated{new(int64(1)), nil}, stated{new(int64(1)), new("failed")})), Want: `
as parquet, pages numbered by "page", states in "state"
pages 0 1:failed
records 1+4
log t.parquet 0 skipped row 1: "x" is no state of a page
log t.parquet 1 skipped row 2: an end of the arc is missing
log t.parquet 2 skipped row 3: -1 is not the number of a page
log t.parquet 3 skipped row 4: "" is no state of a page`},
		{Name: "names and states", Options: in(tableBy(t, "weft", named{new(int64(0)), new("http://b.example/"), new("fetched")}, named{new(int64(1)), new("http://a.example/"), new("redirected")}, named{new(int64(2)), new("c"), new("excluded")}), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state"
as parquet, arcs from "s" to "t"
pages http://b.example/:fetched http://a.example/:redirected c:excluded
arcs http://b.example/→http://a.example/ http://a.example/→c
records 5+0`},
		{Name: "names in order", Options: in(tableBy(t, "weft", named{new(int64(0)), new("http://a.example/"), new("fetched")}, named{new(int64(1)), new("http://b.example/"), new("ghost")}, named{new(int64(2)), new("http://c.example/"), new("ghost")}), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state"
as parquet, arcs from "s" to "t"
pages http://a.example/:fetched http://b.example/:ghost http://c.example/:ghost
arcs http://a.example/→http://b.example/
note 1 arcs of pages that were not fetched, left out
records 5+0`},
		{Name: "bad names", Options: with(bad, tableBy(t, "weft", named{new(int64(0)), nil, new("fetched")}, named{nil, new("b"), new("fetched")}, named{new(int64(2)), new("c"), new("x")}, named{new(int64(3)), new(""), new("fetched")}, named{new(int64(0)), new("d"), new("ghost")}), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state"
as parquet, arcs from "s" to "t"
pages c d:ghost
records 3+6
log t.parquet 0 skipped row 1: page 0 has no name
log t.parquet 1 skipped row 2: an end of the arc is missing
log t.parquet 2 skipped row 3: "x" is no state of a page
log t.parquet 3 skipped row 4: an empty name
log arcs.parquet 0 skipped arc 0 → 1: there is no page with this number
log arcs.parquet 1 skipped arc 1 → 2: there is no page with this number`},
		{Name: "states that are numbers", Options: in(tableBy(t, "weft", wrongState{0, 1})), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "state"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
		{Name: "pages that are texts", Options: in(tableBy(t, "weft", wrongPage{"0", "a", "fetched"})), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "url" "state"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
		{Name: "a table of pages without states", Options: in(tableBy(t, "weft", onlyPages{0, 1})), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "x"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
		{Name: "a table beside arcs", Options: in(beside), Want: `
records 0+0
error pages.parquet: the table has the columns ["page" "x"]: weft wrote it with a page a row, and no arcs: give arcs.parquet`},
		{Name: "another table of weft", Options: in(tableBy(t, "weft", others{0, 1})), Want: `
records 0+0
error t.parquet: the table has the columns ["pages" "hosts"]: weft wrote it with other things than arcs: give arcs.parquet, which an export writes`},
		{Name: "arcs of weft", Options: in(tableBy(t, "weft", numbers{new(int64(0)), new(int64(1))})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "further columns of weft", Options: in(tableBy(t, "weft", further{0, "fetched", 1})), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "state" "x"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
		{Name: "states of another program", Options: in(table(t, stated{new(int64(0)), new("fetched")})), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("page", "state"), and no two columns look like pages on both sides: it looks like a list of nodes with their names, counts or classes: say how to read it
  'columns' 1,2   0 -> fetched`},
		{Name: "states of a program with a like name", Options: in(tableBy(t, "wefts", stated{new(int64(0)), new("fetched")})), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("page", "state"), and no two columns look like pages on both sides: it looks like a list of nodes with their names, counts or classes: say how to read it
  'columns' 1,2   0 -> fetched`},
	})
}
