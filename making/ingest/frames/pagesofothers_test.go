package frames_test

import (
	"bytes"
	"testing"

	"weft/making/ingest/frames"
	"weft/making/ingest/ingesttest"
)

// Tables of pages of other programs, beside a table of arcs.
func TestPagesOfOthers(t *testing.T) {
	type host struct {
		VID      int64  `parquet:"vid"`
		HostName string `parquet:"host_name"`
	}
	type domain struct {
		ID     int64
		Domain string
	}
	type texts struct {
		ID, Name string
	}
	type lists struct {
		ID   int64
		Name []string `parquet:"name,list"`
	}
	type numbered struct {
		ID, Name int64
	}
	arcs := table(t, edge{0, 1}, edge{1, 2})
	bad := ingesttest.Options{MaxBad: 1}
	reversed := table(t, vertex{0, new("com.example")}, vertex{1, new("com.example.www")}, vertex{2, new("org.b-c")})
	people := table(t, labelled{0, "Ann", ""}, labelled{1, "Bob", ""})
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "reversed hosts", Options: in(reversed, arcs), Want: `
as parquet, pages numbered by "id", names in "name", which are reversed hosts
as parquet, arcs from "s" to "t"
pages http://example.com/ http://www.example.com/ http://b-c.org/
arcs http://example.com/→http://www.example.com/ http://www.example.com/→http://b-c.org/
records 5+0`},
		{Name: "hosts", Options: in(table(t, host{0, "www.example.com"}, host{1, "a.example"}, host{2, "Not A Host"}), arcs), Want: `
as parquet, pages numbered by "vid", names in "host_name"
as parquet, arcs from "s" to "t"
pages "Not A Host" http://www.example.com/ http://a.example/
arcs http://www.example.com/→http://a.example/ http://a.example/→"Not A Host"
records 5+0`},
		{Name: "domains", Options: in(table(t, domain{0, "b.example"}, domain{1, "a.example"}, domain{2, "c.example"}), arcs), Want: `
as parquet, pages numbered by "id", names in "domain"
as parquet, arcs from "s" to "t"
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://c.example/ http://b.example/→http://a.example/
records 5+0`},
		{Name: "hosts in another order", Options: in(table(t, vertex{0, new("com.example.www")}, vertex{1, new("com.example")}, vertex{2, new("org.b-c")}), arcs), Want: `
as parquet, pages numbered by "id", names in "name"
as parquet, arcs from "s" to "t"
pages http://org.b-c/ http://com.example/ http://com.example.www/
arcs http://com.example/→http://org.b-c/ http://com.example.www/→http://com.example/
records 5+0`},
		{Name: "hosts without dots", Options: in(table(t, vertex{0, new("a")}, vertex{1, new("b")}, vertex{2, new("c")}), arcs), Want: `
as parquet, pages numbered by "id", names in "name"
as parquet, arcs from "s" to "t"
pages a b c
arcs a→b b→c
records 5+0`},
		{Name: "a name missing", Options: with(bad, table(t, vertex{0, new("com.example")}, vertex{1, nil}, vertex{2, new("org.b-c")}), arcs), Want: `
records 4+3
log t.parquet 1 skipped row 2: page 1 has no name
log t.parquet 0 skipped arc 0 → 1: there is no page with this number
log t.parquet 1 skipped arc 1 → 2: there is no page with this number
error bad input: 1 table of pages, with numbers and names, and no input has arcs: give the table of arcs with them`},
		{Name: "labels", Options: in(people, table(t, edge{0, 1})), Want: `
as parquet, pages numbered by "node", names in "label"
as parquet, arcs from "s" to "t"
pages Ann Bob
arcs Ann→Bob
note 1 further columns, which are not kept
records 3+0`},
		{Name: "arcs first", Options: in(arcs, reversed), Want: `
as parquet, pages numbered by "id", names in "name", which are reversed hosts
as parquet, arcs from "s" to "t"
pages http://example.com/ http://www.example.com/ http://b-c.org/
arcs http://example.com/→http://www.example.com/ http://www.example.com/→http://b-c.org/
records 5+0`},
		{Name: "a number without a name", Options: with(bad, people, arcs), Want: `
as parquet, pages numbered by "node", names in "label"
as parquet, arcs from "s" to "t"
pages Ann Bob
arcs Ann→Bob
note 1 further columns, which are not kept
records 4+1
log t.parquet 1 skipped arc 1 → 2: there is no page with this number`},
		{Name: "a table alone", Options: in(people), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("node", "label", "x"), and no two columns look like pages on both sides: it looks like a list of nodes with their names, counts or classes: say how to read it
  'columns' 1,2   0 -> Ann, 1 -> Bob`},
		{Name: "no arcs", Options: in(people, reversed), Want: `
records 5+0
error bad input: 2 tables of pages, with numbers and names, and no input has arcs: give the table of arcs with them`},
		{Name: "lists of successors", Options: in(people, table(t, struct {
			ID  int64
			Adj []int64 `parquet:"adj,list"`
		}{0, []int64{1}}, struct {
			ID  int64
			Adj []int64 `parquet:"adj,list"`
		}{1, nil})), Want: `
as parquet, pages numbered by "node", names in "label"
as parquet, arcs from "id" to each of "adj"
pages Ann Bob
arcs Ann→Bob
note 1 further columns, which are not kept
records 4+0`},
		{Name: "directions between names", Options: in(people, table(t, struct {
			S, T int64
			Type string
		}{0, 1, "undirected"})), Want: `
as parquet, pages numbered by "node", names in "label"
as parquet, arcs from "s" to "t"
pages Ann Bob
arcs Ann→Bob Bob→Ann
note 1 edges without direction, which are two arcs
note 1 further columns, which are not kept
records 3+0`},
		{Name: "identifiers that are texts", Options: in(table(t, texts{"0", "a"}), arcs), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("id", "name"), and no two columns look like pages on both sides: it looks like a list of nodes with their names, counts or classes: say how to read it
  'columns' 1,2   0 -> a`},
		{Name: "names in lists", Options: in(table(t, lists{0, []string{"a"}}), arcs), Want: `
records 0+0
error t.parquet: the columns id and name are of two types: expected integers or texts in both`},
		{Name: "names that are numbers", Options: in(table(t, numbered{0, 1}), arcs), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("id", "name"): say how to read it
  'columns' 1,2   0 -> 1
  'columns' 2,1   1 -> 0`},
	})
}

// A table of pages beside others is known before it is read.
func TestIsPageTable(t *testing.T) {
	page := ingesttest.Read(t, table(t, vertex{0, new("a")}))
	for name, c := range map[string]struct {
		data string
		want bool
	}{
		"pages": {page, true},
		"arcs":  {ingesttest.Read(t, table(t, edge{0, 1})), false},
		"weft":  {ingesttest.Read(t, tableBy(t, "weft", stated{new(int64(0)), new("fetched")})), true},
		"text":  {"a,b\n1,2\n", false},
		"cut":   {page[:len(page)-9], false},
		"short": {"PA", false},
		"none":  {"", false},
		"magic": {"XXXX" + page[4:], false},
	} {
		if got := frames.IsPageTable(bytes.NewReader([]byte(c.data)), int64(len(c.data))); got != c.want {
			t.Errorf("%s: got %t, want %t", name, got, c.want)
		}
	}
}
