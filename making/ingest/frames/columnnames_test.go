package frames_test

import (
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/tables"
)

// The columns that are arcs, by the options, by their names and by their content.
func TestColumnNames(t *testing.T) {
	type st struct {
		S int64 `parquet:"s"`
		T int64 `parquet:"t"`
	}
	type three struct {
		At, First, Second int64
	}
	type ab struct {
		A, B string
	}
	type one struct {
		Source int64
	}
	type timed struct {
		When float64
		A, B int64
	}
	type structured struct {
		Edge struct{ From, To int64 }
		X    int64
	}
	type kindsAsEnd struct {
		Kinds, Target string
	}
	type numberKinds struct {
		Source, Target, Kinds int64
	}
	type typeAsEnd struct {
		Type, Target string
	}
	type numberType struct {
		Source, Target, Type int64
	}
	type listType struct {
		Source, Target string
		Type           []string `parquet:"type,list"`
		Kinds          []string `parquet:"kinds,list"`
	}
	type directedType struct {
		Source, Target string
		Type           int64
		Directed       string
	}
	forced := ingesttest.Options{Format: "parquet"}
	chosen := func(columns string) ingesttest.Options { return ingesttest.Options{Columns: columns} }
	rows := table(t, three{20, 1, 2}, three{40, 2, 3}, three{60, 3, 1})
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "s and t", Options: in(table(t, st{0, 1})), Want: `
as parquet, arcs from "s" to "t"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "s and t, named parquet", Options: with(forced, table(t, st{0, 1})), Want: `
as parquet, arcs from "s" to "t"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "names of columns", Options: with(chosen("first,Second"), rows), Want: `
as parquet, arcs from "first" to "second"
pages 0:ghost 1 2 3
arcs 1→2 2→3 3→1
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 3+0`},
		{Name: "numbers of columns", Options: with(chosen("3,2"), rows), Want: `
as parquet, arcs from "second" to "first"
pages 0:ghost 1 2 3
arcs 1→3 2→1 3→2
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 3+0`},
		{Name: "a number that is no column", Options: with(chosen("1,4"), rows), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'columns': there is no column "4": the table has ["at" "first" "second"]`},
		{Name: "the number 0", Options: with(chosen("0,1"), rows), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'columns': there is no column "0": the table has ["at" "first" "second"]`},
		{Name: "a name that is no column", Options: with(chosen("x,first"), rows), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'columns': there is no column "x": the table has ["at" "first" "second"]`},
		{Name: "unknown names", Options: in(rows), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("at", "first", "second"): say how to read it
  'columns' 2,3   1 -> 2, 2 -> 3, 3 -> 1
  'columns' 3,2   2 -> 1, 3 -> 2, 1 -> 3
  'columns' 1,2   20 -> 1, 40 -> 2, 60 -> 3
  'columns' 2,1   1 -> 20, 2 -> 40, 3 -> 60
  'columns' 1,3   20 -> 2, 40 -> 3, 60 -> 1
  'columns' 3,1   2 -> 20, 3 -> 40, 1 -> 60`},
		{Name: "unknown names, named parquet", Options: with(forced, rows), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("at", "first", "second"): say how to read it
  'columns' 2,3   1 -> 2, 2 -> 3, 3 -> 1
  'columns' 3,2   2 -> 1, 3 -> 2, 1 -> 3
  'columns' 1,2   20 -> 1, 40 -> 2, 60 -> 3
  'columns' 2,1   1 -> 20, 2 -> 40, 3 -> 60
  'columns' 1,3   20 -> 2, 40 -> 3, 60 -> 1
  'columns' 3,1   2 -> 20, 3 -> 40, 1 -> 60`},
		{Name: "two unknown names", Options: in(table(t, ab{"x", "y"}, ab{"y", "z"}, ab{"z", "x"})), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("a", "b"): say how to read it
  'columns' 1,2   x -> y, y -> z, z -> x
  'columns' 2,1   y -> x, z -> y, x -> z`},
		{Name: "two unknown names, named parquet", Options: with(forced, table(t, ab{"x", "y"})), Want: `
as parquet, arcs from "a" to "b"
pages x y
arcs x→y
records 1+0`},
		{Name: "two columns of three types", Options: in(table(t, timed{0.5, 1, 2}, timed{0.7, 2, 3})), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("when", "a", "b"): say how to read it
  'columns' 2,3   1 -> 2, 2 -> 3
  'columns' 3,2   2 -> 1, 3 -> 2`},
		{Name: "two columns of three types, named parquet", Options: with(forced, table(t, timed{0.5, 1, 2}, timed{0.7, 2, 3})), Want: `
as parquet, arcs from "a" to "b"
pages 0:ghost 1 2 3
arcs 1→2 2→3
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 2+0`},
		{Name: "one column", Options: in(table(t, one{0})), Want: `
records 0+0
error t.parquet: the table has the columns ["source"]: expected two, such as source and target`},
		{Name: "parts of a structure", Options: with(chosen("edge.from,edge.to"), table(t, structured{Edge: struct{ From, To int64 }{1, 2}})), Want: `
as parquet, arcs from "edge.from" to "edge.to"
pages 0:ghost 1 2
arcs 1→2
note 1 further columns, which are not kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+0`},
		{Name: "kinds as an end", Options: with(chosen("kinds,target"), table(t, kindsAsEnd{"a", "b"})), Want: `
as parquet, arcs from "kinds" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "kinds that are numbers", Options: in(table(t, numberKinds{0, 1, 2})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1
arcs 0→1
note 1 further columns, which are not kept
records 1+0`},
		{Name: "a type as an end", Options: with(chosen("type,target"), table(t, typeAsEnd{"a", "b"})), Want: `
as parquet, arcs from "type" to "target"
pages a b
arcs a→b
records 1+0`},
		{Name: "a type as the other end", Options: with(chosen("target,type"), table(t, typeAsEnd{"a", "b"})), Want: `
as parquet, arcs from "target" to "type"
pages a b
arcs b→a
records 1+0`},
		{Name: "kinds as the other end", Options: with(chosen("target,kinds"), table(t, kindsAsEnd{"a", "b"})), Want: `
as parquet, arcs from "target" to "kinds"
pages a b
arcs b→a
records 1+0`},
		{Name: "kinds as type", Options: in(table(t, listType{"a", "b", []string{"undirected"}, []string{"link"}})), Want: `
as parquet, arcs from "source" to "target"
pages a b
arcs a→b
note 2 further columns, which are not kept
records 1+0`},
		{Name: "a thousand rows", Options: in(table(t, slices.Concat(slices.Repeat([]ab{{"x", "y"}, {"y", "z"}}, 500), slices.Repeat([]ab{{"1", "u"}, {"2", "v"}}, 1000))...)), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("a", "b"): say how to read it
  'columns' 1,2   x -> y, y -> z, x -> y
  'columns' 2,1   y -> x, z -> y, y -> x`},
		{Name: "long rows", Options: in(table(t, slices.Concat([]ab{{"x", "y"}, {"y", "z"}, {"z", strings.Repeat("w", tables.SampleBytes)}}, slices.Repeat([]ab{{"1", "u"}, {"2", "v"}}, 100))...)), Want: `
records 0+0
error t.parquet: the header names neither source nor target ("a", "b"): say how to read it
  'columns' 1,2   x -> y, y -> z, z -> wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww…
  'columns' 2,1   y -> x, z -> y, wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww… -> z`},
		{Name: "a type that is a number", Options: in(table(t, numberType{0, 1, 2})), Want: `
as parquet, arcs from "source" to "target"
pages 0 1
arcs 0→1
note 1 further columns, which are not kept
records 1+0`},
		{Name: "directed beside another type", Options: in(table(t, directedType{"a", "b", 1, "false"}, directedType{"b", "c", 1, "yes"})), Want: `
as parquet, arcs from "source" to "target"
pages a b c
arcs a→b b→a b→c
note 1 edges without direction, which are two arcs
note 1 further columns, which are not kept
records 2+0`},
	})
}
