package lists_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/scan"
)

// square returns a matrix of n names with an arc from each row to the next.
func square(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",n%d", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\nn%d%s", i, strings.Repeat(",0", n))
	}
	return b.String() + "\n"
}

func TestDetectLabelledMatrices(t *testing.T) {
	formatstest.Detect(t, &lists.MatrixFormat, map[string]bool{
		",a,b\na,0,1\nb,1,0\n":                 true,
		"\ufeff,a,b\r\n\r\na,0,1\r\nb,1,0":     true,
		"\ta\tb\na\t0\t1\nb\t1\t0\n":           true,
		";a;b\na;0;1\nb;1;0\n":                 true,
		"a b\na 0 1\nb 1 0\n":                  true, // no field above the rows
		"a,b\na,0,1\nb,1,0\n":                  true,
		"source,a,b\na,0,1\nb,1,0\n":           true,
		"city,a,b\na,0,1\nb,1,0\n":             false,
		"7,a,b\na,0,1\nb,1,0\n":                false,
		",a,b\na,0,\nb,,0\n":                   true,
		",a,b\na,0,x\nb,1,0\n":                 false,
		",a,b\na,0,-1\nb,1,0\n":                false,
		",a,b\na,0,1\nb,1\n":                   false,
		",a,b\na,0,1\na,1,0\n":                 false,
		",a,a\na,0,1\nb,1,0\n":                 false,
		",a,\na,0,1\nb,1,0\n":                  false,
		",a,b\na,0,1\n,1,0\n":                  false,
		",a,b\na,0,1\nb,\"1,0\n":               false,
		",a,b\na,0,1\n":                        false,
		",a\na,0\nb,1\n":                       false,
		",1,2\n1,0,1\n2,1,0\n":                 true,
		",a,b\na,0,1\nc,1,0\n":                 false, // rectangular, of two columns
		",a,b,c\nx,0,1,1\ny,1,0,1\n":           true,
		",a,b,3\nx,0,1,1\ny,1,0,1\n":           false,
		",a,b,c\nx,0,1,1\n7,1,0,1\n":           false,
		",source,target,c\nx,0,1,1\ny,1,0,1\n": false,
		"node,a,b,c\nx,0,1,1\ny,1,0,1\n":       false,
		",a,b,c\na,0,1,1\nb,1,0,1\n":           true, // a row is missing: rectangular
		square(63):                             true,
		square(64):                             true,
		square(70):                             true,
	})
	long := square(1500)
	if len(long) < scan.TextPeek {
		t.Fatalf("the matrix has %d bytes, want more than %d", len(long), scan.TextPeek)
	}
	if !formatstest.Is(&lists.MatrixFormat, long[:scan.TextPeek]) {
		t.Error("the beginning of a long matrix is no matrix")
	}
}

func TestDoubtAboutMatrices(t *testing.T) {
	const (
		totals      = "it looks like a matrix with sums: the column %q holds the sums of the others: remove it, and the row of sums"
		rectangular = "it looks like a rectangular matrix: its rows are called \"x\" and so on, its columns \"a\" and so on: rows and columns are different things; write it as a list of arcs, or in Matrix Market; if two of the columns are arcs, say 'format' edges and 'columns'"
	)
	for text, want := range map[string]string{
		",a,b\na,0,1\nb,1,0\n":                                                 "",
		",a,b,c\nx,0,1,1\ny,1,0,1\n":                                           rectangular,
		",a,b,Total\na,0,1,1\nb,1,2,3\nTotal,1,3,4\n":                          fmt.Sprintf(totals, "Total"),
		",a,b,Summe\na,0,1,1\nb,1,,1\n":                                        fmt.Sprintf(totals, "Summe"),
		",a,b,total\na,0,1,1\nb,1,2,4\ntotal,1,3,4\n":                          "",
		",a,b,c\na,0,1,1\nb,1,2,3\nc,1,3,4\n":                                  "",
		",a,b,sum\na,0,0.1,0.1\nb,0.1,0.2,0.30000000000004\nsum,0.1,0.3,0.4\n": fmt.Sprintf(totals, "sum"),
		"a\tb\n1\t2\n": "",
	} {
		if got := formatstest.Doubt(&lists.MatrixFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLabelledMatrix(t *testing.T) {
	var names []string
	for i := range 70 {
		names = append(names, fmt.Sprintf("n%d", i))
	}
	slices.Sort(names)
	names70 := strings.Join(names, " ")
	formatstest.Run(t, &lists.MatrixFormat, []formatstest.Case{
		{Name: "names", Text: ",a,b,c\na,0,1,\nb,2.5,0,0\nc,nan,inf,1\n", Graph: "a b c; a>b b>a c>c; 6 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "numbers", Text: "0 1\n0 0 1\n1 1 1\n", Graph: "0 1; 0>1 1>0 1>1; 5 records"},
		{Name: "other order of rows", Text: ",a,b\r\nb,1,0\r\na,1,1\r\n", Graph: "a b; a>a a>b b>a; 5 records"},
		{Name: "quotes", Text: "source,\"a,x\",b\n\"a,x\",0,1\nb,0,0\n", Graph: "a,x b; a,x>b; 3 records"},
		{Name: "rectangular", Text: ",a,b,c\nx,0,1,1\ny,1,0,1\n", Err: "expected a matrix with the same names in its first row and column, and numbers inside, between tabs, commas, semicolons or blanks"},
		{Name: "no matrix", Text: "a,b\nb,c\n", Err: "expected a matrix with the same names in its first row and column, and numbers inside, between tabs, commas, semicolons or blanks"},
		{Name: "bad rows after the first", Text: square(70) + "n1,0\nx" + strings.Repeat(",0", 70) + "\nn1" + strings.Repeat(",0", 70) + "\n", Graph: names70 + "; ; 70 records", Bad: "10341 line 72: 2 fields: expected a name and 70 numbers: \"n1,0\"\n10346 line 73: there is no column \"x\", as this row is called: \"x,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\"\n10488 line 74: the row \"n1\" stands there twice: \"n1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\""},
		{Name: "row missing", Text: strings.TrimSuffix(square(70), "n69"+strings.Repeat(",0", 70)+"\n"), Graph: names70 + "; ; 70 records", Bad: "10197 the matrix ends, and 1 of its 70 rows are missing"},
		{Name: "rows missing", Text: strings.Join(strings.SplitAfter(square(70), "\n")[:67], ""), Graph: names70 + "; ; 70 records", Bad: "9765 the matrix ends, and 4 of its 70 rows are missing\n4 bad"},
		{Name: "rows missing, strict", Options: formatstest.Options{Strict: true}, Text: strings.Join(strings.SplitAfter(square(70), "\n")[:67], ""), Bad: "1 bad", Err: "bad input: text, offset 9765: the matrix ends, and 4 of its 70 rows are missing"},
		{Name: "word in a later row", Text: strings.Join(strings.SplitAfter(square(70), "\n")[:70], "") + "n69,1,x" + strings.Repeat(",0", 68) + "\n", Graph: names70 + "; n69>n0; 71 records", Bad: "10197 line 71: \"x\" in column \"n1\": expected a number: \"n69,1,x,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\""},
		{Name: "open quote in a later row", Text: strings.Join(strings.SplitAfter(square(70), "\n")[:70], "") + "n69" + strings.Repeat(",0", 69) + ",\"1\n", Graph: names70 + "; ; 70 records", Bad: "10197 line 71: 71 fields: expected a name and 70 numbers: \"n69,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\"\n10342 the matrix ends, and 1 of its 70 rows are missing"},
		{Name: "breaks off", Options: formatstest.Options{Broken: true}, Text: ",a,b\na,0,1\nb,1,0\n", Graph: "a b; a>b b>a; 4 records", Bad: "17 the text breaks off: the file ends too early"},
		{Name: "too large for the memory", Options: formatstest.Options{Memory: 16<<20 + 1000}, Text: square(4), Err: "a matrix of 4 names needs 16.0 MiB, 'memory' is 16.0 MiB: give at least 'memory' 17MiB"},
	})
	for text, want := range map[string]string{",a,b\na,0,1\nb,1,0\n": "arcs from rows to columns, 2 names between commas", "a b c\na 0 1 1\nb 1 0 1\nc 1 1 1\n": "arcs from rows to columns, 3 names between blanks", "a,b\n": ""} {
		if got := lists.MatrixFormat.Describe([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Sums of a row may differ from its numbers by a millionth, as sums of rounded numbers do.
func TestRoundedSums(t *testing.T) {
	const sums = "it looks like a matrix with sums: the column %q holds the sums of the others: remove it, and the row of sums"
	for last, want := range map[string]string{"2000001": fmt.Sprintf(sums, "Total"), "2000002": fmt.Sprintf(sums, "Total"), "1999998": fmt.Sprintf(sums, "Total"), "2000003": "", "1999997": ""} {
		text := ",a,b,Total\na,1000000,1000000," + last + "\nb,1,1,2\nTotal,1000001,1000001,2000002\n"
		if got := formatstest.Doubt(&lists.MatrixFormat, text); got != want {
			t.Errorf("the sum %s: got %q, want %q", last, got, want)
		}
	}
}
