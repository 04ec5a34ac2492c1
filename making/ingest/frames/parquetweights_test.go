package frames_test

import (
	"math"
	"testing"

	"weft/making/ingest/ingesttest"
)

// Weights of arcs, of all types of numbers.
func TestParquetWeights(t *testing.T) {
	type double struct {
		Source, Target int64
		Weight         *float64 `parquet:"weight,optional"`
	}
	type weight[W any] struct {
		Source, Target int64
		Weight         W
	}
	type decimal32 struct {
		Source, Target int64
		Weight         int32 `parquet:"weight,decimal(1:9)"`
	}
	type decimal64 struct {
		Source, Target int64
		Weight         int64 `parquet:"weight,decimal(2:18)"`
	}
	type decimal16 struct {
		Source, Target int64
		Weight         [16]byte `parquet:"weight,decimal(1:38)"`
	}
	type list struct {
		Source, Target int64
		Weight         []float64 `parquet:"weight,list"`
	}
	type dates struct {
		Source, Target int64
		Weight         int32 `parquet:"weight,date"`
	}
	type named struct {
		Source, Target string
		X, Y           float64
	}
	type doubled struct {
		Source, Target int64
		Weight, Wt     float64
		WEIGHTS        float64
	}
	type kinded struct {
		Source, Target int64
		Kinds          string
		Weight         float64
	}
	weigh := ingesttest.Options{Weights: "weight", MaxBad: 1}
	named2 := table(t, named{"a", "b", 2, 3}, named{"b", "a", 4, 5})
	by := func(column string) ingesttest.Options { return ingesttest.Options{Weights: column} }
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "double", Options: with(weigh, table(t, double{0, 1, new(2.5)}, double{1, 2, nil}, double{2, 0, new(-1.0)})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1 2
arcs 0→1*2.5 2→0*-1
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 2 arcs with weights, which are kept
records 2+1
log t.parquet 1 skipped row 2: the weight of the arc is missing`},
		{Name: "float", Options: with(weigh, table(t, weight[float32]{0, 1, 0.5})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*0.5
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "int64", Options: with(weigh, table(t, weight[int64]{0, 1, -3})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*-3
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "int32", Options: with(weigh, table(t, weight[int32]{0, 1, -3})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*-3
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "uint32", Options: with(weigh, table(t, weight[uint32]{0, 1, 1<<32 - 1})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*4.294967295e+09
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "uint64", Options: with(weigh, table(t, weight[uint64]{0, 1, 1<<64 - 1})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*1.8446744073709552e+19
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "texts", Options: with(weigh, table(t, weight[string]{0, 1, "2.5"}, weight[string]{1, 2, "x"}, weight[string]{1, 0, "inf"})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*2.5
note 1 arcs with weights, which are kept
records 1+2
log t.parquet 1 skipped row 2: the weight "x": expected a finite number
log t.parquet 2 skipped row 3: the weight "inf": expected a finite number`},
		{Name: "decimals of 32 bits", Options: with(weigh, table(t, decimal32{0, 1, 25})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*2.5
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "decimals of 64 bits", Options: with(weigh, table(t, decimal64{0, 1, -25})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*-0.25
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "decimals of 16 bytes", Options: with(weigh, table(t, decimal16{0, 1, [16]byte{15: 25}}, decimal16{1, 0, [16]byte(fixed(16, -25).ByteArray())})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*2.5 1→0*-2.5
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 2 arcs with weights, which are kept
records 2+0`},
		{Name: "not finite", Options: with(weigh, table(t, weight[float64]{0, 1, math.Inf(1)}, weight[float64]{1, 2, math.Inf(-1)}, weight[float64]{2, 1, math.NaN()}, weight[float64]{0, 2, 1})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1:ghost 2
arcs 0→2*1
note 1 arcs with weights, which are kept
note 1 numbers that occur in no line: they are ghosts without arcs, and no ranking lists them (the option compact leaves them out)
records 1+3
log t.parquet 0 skipped row 1: the weight +Inf: expected a finite number
log t.parquet 1 skipped row 2: the weight -Inf: expected a finite number
log t.parquet 2 skipped row 3: the weight NaN: expected a finite number`},
		{Name: "names", Options: with(by("y"), named2), Want: `
as parquet, arcs from "source" to "target", weights in "y"
pages a b
arcs a→b*3 b→a*5
note 2 arcs with weights, which are kept
note 1 further columns, which are not kept
records 2+0`},
		{Name: "the number of a column", Options: with(by("3"), named2), Want: `
as parquet, arcs from "source" to "target", weights in "x"
pages a b
arcs a→b*2 b→a*4
note 2 arcs with weights, which are kept
note 1 further columns, which are not kept
records 2+0`},
		{Name: "the number of an end", Options: with(by("2"), named2), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' 2: no further column is called so: the table has ["source" "target" "x" "y"]`},
		{Name: "the number 0 of a column", Options: with(by("0"), named2), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' 0: no further column is called so: the table has ["source" "target" "x" "y"]`},
		{Name: "a number beyond the columns", Options: with(by("5"), named2), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' 5: no further column is called so: the table has ["source" "target" "x" "y"]`},
		{Name: "the name of an end", Options: with(by("source"), named2), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' source: no further column is called so: the table has ["source" "target" "x" "y"]`},
		{Name: "no such column", Options: with(by("z"), named2), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' z: no further column is called so: the table has ["source" "target" "x" "y"]`},
		{Name: "found", Options: with(by("auto"), table(t, weight[float64]{0, 1, 2})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*2
note 1 arcs with weights, which are kept
records 1+0`},
		{Name: "two that may be", Options: with(by("auto"), table(t, doubled{0, 1, 2, 3, 4})), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' auto: "weight" and "weights" may both be the weights: expected one: name it, as in 'weights' weight, or say the number of its column`},
		{Name: "lists", Options: with(weigh, table(t, list{0, 1, []float64{2}})), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights': the column "weight" does not hold numbers`},
		{Name: "dates", Options: with(weigh, table(t, dates{0, 1, 2})), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights': the column "weight" does not hold numbers`},
		{Name: "truth values", Options: with(weigh, table(t, weight[bool]{0, 1, true})), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights': the column "weight" does not hold numbers`},
		{Name: "kinds as weights", Options: with(by("kinds"), table(t, kinded{0, 1, "link", 2})), Want: `
records 0+0
error t.parquet: the options do not fit the input: 'weights' kinds: no further column is called so: the table has ["source" "target" "kinds" "weight"]`},
		{Name: "further columns beside weights", Options: with(by("weight"), table(t, doubled{0, 1, 2, 3, 4})), Want: `
as parquet, arcs from "source" to "target", weights in "weight"
pages 0 1
arcs 0→1*2
note 1 arcs with weights, which are kept
note 2 further columns, which are not kept
records 1+0`},
	})
}
