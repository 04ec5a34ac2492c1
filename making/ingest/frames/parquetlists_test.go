package frames_test

import (
	"testing"

	"weft/making/ingest/ingesttest"
)

// Tables with a list of successors in a row.
func TestParquetLists(t *testing.T) {
	type numbered struct {
		ID   int64   `parquet:"id"`
		Adj  []int64 `parquet:"adj,list"`
		Type string  `parquet:"type"`
	}
	type named struct {
		URL   string   `parquet:"url"`
		Links []string `parquet:"links,list"`
	}
	type pair struct {
		Source string   `parquet:"source"`
		Target []string `parquet:"target,list"`
	}
	type inner struct {
		L []int64 `parquet:"l,list"`
	}
	type nested struct {
		ID  int64   `parquet:"id"`
		Adj []inner `parquet:"adj,list"`
	}
	type turned struct {
		Source []string `parquet:"source,list"`
		Target string   `parquet:"target"`
	}
	type two struct {
		Node   int64   `parquet:"node"`
		First  []int64 `parquet:"first,list"`
		Second []int64 `parquet:"second,list"`
	}
	type chosen struct {
		Node int64   `parquet:"node"`
		X    []int64 `parquet:"x,list"`
		Out  []int64 `parquet:"out,list"`
	}
	type only struct {
		X int64   `parquet:"x"`
		L []int64 `parquet:"l,list"`
	}
	type unclear struct {
		X, Y int64
		L    []int64 `parquet:"l,list"`
	}
	list := table(t, named{"http://a.example/", []string{"http://b.example/", "http://a.example/"}}, named{"http://c.example/", nil}, named{"http://b.example/", []string{"http://c.example/"}})
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "lists of numbers", Options: in(table(t, numbered{0, []int64{1, 0}, "undirected"}, numbered{5, nil, ""}, numbered{1, []int64{2}, ""})), Want: `
as parquet, arcs from "id" to each of "adj"
pages 0 1 2 3:ghost 4:ghost 5
arcs 0→0 0→1 1→0 1→2
note 1 edges without direction, which are two arcs
note 2 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 3+0`},
		{Name: "lists of names", Options: in(list), Want: `
as parquet, arcs from "url" to each of "links"
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://a.example/ http://a.example/→http://b.example/ http://b.example/→http://c.example/
records 3+0`},
		{Name: "usual names", Options: in(table(t, pair{"a", []string{"b", "c"}}, pair{"b", []string{""}})), Want: `
records 1+1
log t.parquet 1 skipped row 2: an empty name
error bad input: 1 of 2 records are bad, more than 1 % ('max-bad' raises the limit). The first: t.parquet, offset 1: row 2: an empty name`},
		{Name: "weights", Options: with(ingesttest.Options{Weights: "type"}, list), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights': a row has a list of successors: write a row for each arc, with its weight`},
		{Name: "lists of lists", Options: in(table(t, nested{0, []inner{{[]int64{1}}}})), Want: `
records 0+0
error t.parquet: the column adj holds lists: expected a number or a text a row, or a list of them as target`},
		{Name: "lists of sources", Options: in(table(t, turned{[]string{"a"}, "b"})), Want: `
records 0+0
error t.parquet: the column source holds lists: expected a number or a text a row, or a list of them as target`},
		{Name: "two lists", Options: in(table(t, two{0, []int64{1}, []int64{2}})), Want: `
records 0+0
error t.parquet: the table has the columns ["node" "first" "second"], of which "first" hold lists, and nothing says which are a page and its successors: name two with 'columns'`},
		{Name: "two lists, one of them called", Options: in(table(t, chosen{0, []int64{1}, []int64{2}})), Want: `
as parquet, arcs from "node" to each of "out"
pages 0 1:ghost 2
arcs 0→2
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "an unknown name", Options: in(table(t, only{0, []int64{1}})), Want: `
as parquet, arcs from "x" to each of "l"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "two unknown names", Options: in(table(t, unclear{0, 1, []int64{1}})), Want: `
records 0+0
error t.parquet: the table has the columns ["x" "y" "l"], of which "l" hold lists, and nothing says which are a page and its successors: name two with 'columns'`},
		{Name: "chosen columns", Options: with(ingesttest.Options{Columns: "Y,L"}, table(t, unclear{0, 1, []int64{2, 3}})), Want: `
as parquet, arcs from "y" to each of "l"
pages 0:ghost 1 2 3
arcs 1→2 1→3
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
	})
}
