package frames_test

import (
	"bytes"
	"fmt"
	"testing"

	"weft/internal/mem"
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
	var sorted []vertex
	for i := range 70 {
		sorted = append(sorted, vertex{int64(i), new(fmt.Sprintf("com.example.h%02d", i))})
	}
	sorted = append(sorted, vertex{70, new("com.another")})
	type both struct {
		ID   int64
		Name string
		S, T int64
	}
	type digits struct {
		ID   int64
		Host string
	}
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
		{Name: "other names before hosts", Options: in(table(t, host{0, "Not A Host"}, host{1, "com.example"}, host{2, "com.example.www"}), arcs), Want: `
as parquet, pages numbered by "vid", names in "host_name"
as parquet, arcs from "s" to "t"
pages "Not A Host" http://com.example/ http://com.example.www/
arcs "Not A Host"→http://com.example/ http://com.example/→http://com.example.www/
records 5+0`},
		{Name: "numbers as hosts", Options: in(table(t, digits{0, "10"}, digits{1, "com.example"}, digits{2, "org.example"}), arcs), Want: `
as parquet, pages numbered by "id", names in "host"
as parquet, arcs from "s" to "t"
pages 10 http://com.example/ http://org.example/
arcs 10→http://com.example/ http://com.example/→http://org.example/
records 5+0`},
		{Name: "addresses as hosts", Options: in(table(t, digits{0, "10.0.0.1"}, digits{1, "com.example"}, digits{2, "org.example"}), arcs), Want: `
as parquet, pages numbered by "id", names in "host"
as parquet, arcs from "s" to "t"
pages http://10.0.0.1/ http://com.example/ http://org.example/
arcs http://10.0.0.1/→http://com.example/ http://com.example/→http://org.example/
records 5+0`},
		{Name: "equal hosts", Options: in(table(t, digits{0, "com.example"}, digits{1, "com.example"}, digits{2, "org.example"}), arcs), Want: `
as parquet, pages numbered by "id", names in "host"
as parquet, arcs from "s" to "t"
pages http://com.example/ http://org.example/
arcs http://com.example/→http://com.example/ http://com.example/→http://org.example/
note 1 numbers that share a page, because their URLs are equal
records 5+0`},
		{Name: "the first 64 hosts", Options: in(table(t, sorted...), arcs), Want: `
as parquet, pages numbered by "id", names in "name", which are reversed hosts
as parquet, arcs from "s" to "t"
pages http://another.com/ http://h00.example.com/ http://h01.example.com/ http://h02.example.com/ http://h03.example.com/ http://h04.example.com/ http://h05.example.com/ http://h06.example.com/ http://h07.example.com/ http://h08.example.com/ http://h09.example.com/ http://h10.example.com/ http://h11.example.com/ http://h12.example.com/ http://h13.example.com/ http://h14.example.com/ http://h15.example.com/ http://h16.example.com/ http://h17.example.com/ http://h18.example.com/ http://h19.example.com/ http://h20.example.com/ http://h21.example.com/ http://h22.example.com/ http://h23.example.com/ http://h24.example.com/ http://h25.example.com/ http://h26.example.com/ http://h27.example.com/ http://h28.example.com/ http://h29.example.com/ http://h30.example.com/ http://h31.example.com/ http://h32.example.com/ http://h33.example.com/ http://h34.example.com/ http://h35.example.com/ http://h36.example.com/ http://h37.example.com/ http://h38.example.com/ http://h39.example.com/ http://h40.example.com/ http://h41.example.com/ http://h42.example.com/ http://h43.example.com/ http://h44.example.com/ http://h45.example.com/ http://h46.example.com/ http://h47.example.com/ http://h48.example.com/ http://h49.example.com/ http://h50.example.com/ http://h51.example.com/ http://h52.example.com/ http://h53.example.com/ http://h54.example.com/ http://h55.example.com/ http://h56.example.com/ http://h57.example.com/ http://h58.example.com/ http://h59.example.com/ http://h60.example.com/ http://h61.example.com/ http://h62.example.com/ http://h63.example.com/ http://h64.example.com/ http://h65.example.com/ http://h66.example.com/ http://h67.example.com/ http://h68.example.com/ http://h69.example.com/
arcs http://h00.example.com/→http://h01.example.com/ http://h01.example.com/→http://h02.example.com/
records 73+0`},
		{Name: "arcs with names beside them", Options: in(people, table(t, both{0, "x", 0, 1})), Want: `
as parquet, pages numbered by "node", names in "label"
as parquet, arcs from "s" to "t"
pages Ann Bob
arcs Ann→Bob
note 3 further columns, which are not kept
records 3+0`},
		{Name: "a large number in a small budget", Options: within(mem.Least, table(t, vertex{4096 * 4096, new("com.example")}), arcs), Want: `
records 0+0
error t.parquet: row group 0: pages that are numbered up to 16777216 needs 80.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 80MiB`},
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
