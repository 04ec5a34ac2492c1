package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/jsons"
)

// Matrices, and lists of numbers that are none.
func TestJSONMatrix(t *testing.T) {
	matrix := ingesttest.Options{Format: jsons.JSONMatrix, MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "bits", Text: `[[0,1,0],[0,0,1],[1,0,1]]`, Want: `
as jsonmatrix
pages 0 1 2
arcs 0→1 1→2 2→0 2→2
records 3+0`},
		{Name: "bits over lines", Text: " [\n [ 0, 1,0 ],\n\t[0,0 ,1],\r\n[1,0,0]]\n", Want: `
as jsonmatrix
pages 0 1 2
arcs 0→1 1→2 2→0
records 3+0`},
		{Name: "other numbers", Text: `[[0,0.5,0],[-0.0,0,2],[1e3,0,0]]`, Want: `
as jsonmatrix
pages 0 1 2
arcs 0→1 1→2 2→0
note 3 edges with weights or other attributes, which are not kept
records 3+0`},
		{Name: "a matrix, or arcs with weights", Text: `[[0,1,5],[1,2,6],[2,0,7]]`, Want: `
records 0+0
error -: as many lists as numbers in each are a matrix, or arcs with weights and the like: say 'format' jsonmatrix for a matrix; write arcs as pairs, or name three numbers arcs with 'format' jsonarray`},
		{Name: "five rows", Text: `[[0,1,0,0,3],[0,0,1,0,0],[0,0,0,1,0],[0,0,0,0,1],[1,0,0,0,0]]`, Want: `
records 0+0
error -: as many lists as numbers in each are a matrix, or arcs with weights and the like: say 'format' jsonmatrix for a matrix; write arcs as pairs, or name three numbers arcs with 'format' jsonarray`},
		{Name: "six rows", Text: `[[0,2,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[1,0,0,0,0,2],[0,0,0,0,0,0]]`, Want: `
as jsonmatrix
pages 0 1 2 3 4 5
arcs 0→1 1→2 2→3 3→4 4→0 4→5
note 2 edges with weights or other attributes, which are not kept
records 6+0`},
		{Name: "said", Text: `[[0,1,5],[1,2,6],[2,0,7]]`, Options: matrix, Want: `
as jsonmatrix
pages 0 1 2
arcs 0→1 0→2 1→0 1→1 1→2 2→0 2→2
note 5 edges with weights or other attributes, which are not kept
records 3+0`},
		{Name: "fractions in the first two", Text: `[[0,0.5,5],[1,2,6],[2,0,7]]`, Want: `
as jsonmatrix
pages 0 1 2
arcs 0→1 0→2 1→0 1→1 1→2 2→0 2→2
note 6 edges with weights or other attributes, which are not kept
records 3+0`},
		{Name: "a fraction in the third", Text: `[[0,1,0.5],[1,2,6],[2,0,7]]`, Want: `
records 0+0
error -: as many lists as numbers in each are a matrix, or arcs with weights and the like: say 'format' jsonmatrix for a matrix; write arcs as pairs, or name three numbers arcs with 'format' jsonarray`},
		{Name: "wide", Text: `[[0,1,0,1],[1,0,0,0]]`, Want: `
records 0+0
error -: it looks like a rectangular matrix in JSON, with other numbers of rows than of columns: write it as arcs, or in Matrix Market`},
		{Name: "one row", Text: `[[0,1,0,1]]`, Want: `
records 0+0
error -: it looks like a rectangular matrix in JSON, with other numbers of rows than of columns: write it as arcs, or in Matrix Market`},
		{Name: "four rows", Text: `[[0,1,0,1],[1,0,0,0],[0,0,0.5,0],[0,0,0,1]]`, Want: `
records 0+0
error -: as many lists as numbers in each are a matrix, or arcs with weights and the like: say 'format' jsonmatrix for a matrix; write arcs as pairs, or name three numbers arcs with 'format' jsonarray`},
		{Name: "four rows and fractions", Text: `[[0.5,1,0,1],[1,0,0,0],[0,0,0,0],[0,0,0,1]]`, Want: `
as jsonmatrix
pages 0 1 2 3
arcs 0→0 0→1 0→3 1→0 3→3
note 1 edges with weights or other attributes, which are not kept
records 4+0`},
		{Name: "high", Text: `[[0,1,0,1],[1,0,0,0],[0,0,0,0],[0,0,0,1],[0,0,1,0]]`, Want: `
records 0+0
error -: it looks like a rectangular matrix in JSON, with other numbers of rows than of columns: write it as arcs, or in Matrix Market`},
		{Name: "three numbers in four lists", Text: `[[0,1,2],[1,2,3],[2,3,4],[3,0,5]]`, Want: `
as jsonarray, a pair an arc, numbers
pages 0 1 2 3
arcs 0→1 1→2 2→3 3→0
note 4 further members of objects, which are not kept
records 4+0`},
		{Name: "three numbers in two lists", Text: `[[0,1,2],[1,2,3]]`, Want: `
records 0+0
error -: the first of 3 columns looks like a time, or counts the rows (the first row is "0 1 2"); if the first of each pair links to the second, say 'format' jsonarray`},
		{Name: "two numbers", Text: `[[0,1],[1,0]]`, Want: `
as jsonarray, a pair an arc, numbers
pages 0 1
arcs 0→1 1→0
records 2+0`},
		{Name: "rows of other lengths", Text: `[[0,1,0,1],[1,0,0,0],[0,0,0],[0,0,0,1]]`, Options: matrix, Want: `
records 2+0
error -: row 3 has 3 numbers, and the first 4: expected a square matrix`},
		{Name: "longer rows", Text: `[[0,1],[1,0,1]]`, Options: matrix, Want: `
records 1+0
error -: row 2 has 3 numbers, and the first 2: expected a square matrix`},
		{Name: "no rows", Text: `[0,[1,0],{}]`, Options: matrix, Want: `
records 1+0
error -: row 2 has 2 numbers, and the first 0: expected a square matrix`},
		{Name: "more rows", Text: `[[0,1],[1,0],[1,1]]`, Options: matrix, Want: `
records 2+0
error -: there are more rows than the 2 columns, so the matrix is rectangular: write it as a list of arcs, or in Matrix Market`},
		{Name: "fewer rows", Text: `[[0,1],[1,0]`[:6] + `]`, Options: matrix, Want: `
records 1+0
error -: the list ends after row 1 of 2: write a rectangular matrix as a list of arcs, or in Matrix Market`},
		{Name: "other values", Text: `[[0,null,NaN,1],[x,0,1,0],[0,0,1,"1"],[0,0,Infinity,0]]`, Options: matrix, Want: `
as jsonmatrix
pages 0 1 2 3
arcs 0→3 2→2 3→2
note 1 edges with weights or other attributes, which are not kept
records 2+2
log - 15 skipped line 2: "x" in row 2, column 1: expected a number: "[x,0,1,0]"
log - 25 skipped line 3: "\"1\"" in row 3, column 4: expected a number: "[0,0,1,\"1\"]"`},
		{Name: "one page", Text: `[[1]]`, Options: matrix, Want: `
as jsonmatrix
pages 0
arcs 0→0
records 1+0`},
		{Name: "a row without numbers", Text: `[[]]`, Options: matrix, Want: `
records 0+1
log - 0 skipped line 1: "" in row 1, column 1: expected a number: "[]"
error bad input: there is no record in -`},
	})
}

// A matrix is known by its beginning, if there are many rows or long ones.
func TestLargeJSONMatrix(t *testing.T) {
	row := func(n int) string { return "[" + strings.Repeat("0,", n-1) + "1]" }
	for _, c := range []struct {
		name          string
		rows, columns int
		want          string
	}{
		{"a thousand", 1000, 1000, "as jsonmatrix"},
		{"more rows than columns", 5000, 100, "it looks like a rectangular matrix in JSON"},
		{"a beginning that is cut", 2100, 2100, "as jsonmatrix"},
		{"a beginning that is cut, and fewer rows", 30, 200_000, "the list ends after row 30 of 200000"},
	} {
		text := "[" + strings.Repeat(row(c.columns)+",", c.rows-1) + row(c.columns) + "]"
		got := ingesttest.Tell(t, ingesttest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text)})
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.300s, want %q", c.name, got, c.want)
		}
	}
}
