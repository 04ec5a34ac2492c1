package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
)

func TestDetectMatrixMarket(t *testing.T) {
	formatstest.Detect(t, &lists.MatrixMarketFormat, map[string]bool{"%%MatrixMarket matrix": true, "%%matrixmarket": false, "%MatrixMarket": false, "": false})
}

func TestMatrixMarket(t *testing.T) {
	const general, symmetric, pattern = "%%MatrixMarket matrix coordinate real general\n", "%%MatrixMarket matrix coordinate integer symmetric\n", "%%MatrixMarket matrix coordinate pattern general\n"
	weigh := formatstest.Options{Weights: "auto"}
	formatstest.Run(t, &lists.MatrixMarketFormat, []formatstest.Case{
		{Name: "general", Text: general + "% x\n3 3 3\n1 2 0.5\n2 3 1\n3 3 2\n", Graph: "0 1 2; 0>1 1>2 2>2; 4 records", Notes: "1 comment lines, which are not kept"},
		{Name: "pattern", Text: pattern + "2 2 1\n1 2\n", Graph: "0 1; 0>1; 2 records"},
		{Name: "symmetric", Text: symmetric + "3 3 2\n2 1 1\n3 3 1\n", Graph: "0 1 2; 0>1 1>0 2>2; 3 records"},
		{Name: "capitals and a byte order mark", Text: "\ufeff%%MatrixMarket MATRIX Coordinate Real Skew-Symmetric \r\n2 2 1\n2 1 1\n", Graph: "0 1; 0>1 1>0; 2 records"},
		{Name: "rectangular", Text: general + "2 3 2\n1 3 1\n2 1 1\n", Graph: "0 1 2 3 4; 0>4 1>2; 3 records"},
		{Name: "rectangular and symmetric", Text: symmetric + "2 3 1\n1 3 1\n", Err: "line 2: a matrix of 2 rows and 3 columns, and the banner says that both are the same: expected as many of both"},
		{Name: "rectangular and symmetric, strict", Options: formatstest.Options{Strict: true}, Text: symmetric + "2 3 1\n1 3 1\n", Err: "line 2: a matrix of 2 rows and 3 columns, and the banner says that both are the same: expected as many of both"},
		{Name: "entries outside", Text: general + "2 3 4\n3 1 1\n1 4 1\n0 1 1\nx 1 1\n", Graph: "0 1 2 3 4; ; 1 records", Bad: "52 line 3: row 3 and column 1 among 2 rows and 3 columns: \"3 1 1\"\n58 line 4: row 1 and column 4 among 2 rows and 3 columns: \"1 4 1\"\n64 line 5: pages are numbered from 1: \"0 1 1\"\n70 line 6: \"x\" is not the number of a page: \"x 1 1\"\n76 the text ends, and 2 arcs that the first line counts are missing\n6 bad"},
		{Name: "entries missing", Text: general + "2 2 3\n1 2 1\n", Graph: "0 1; 0>1; 2 records", Bad: "58 the text ends, and 2 arcs that the first line counts are missing\n2 bad"},
		{Name: "an entry more", Text: general + "2 2 1\n1 2 1\n2 1 1\n", Err: "line 4: an entry more than the 1 that the line with the size counts: correct this line, or remove the entry"},
		{Name: "one column", Text: general + "2 2 1\n1\n", Graph: "0 1; ; 1 records", Bad: "52 line 3: one column: an arc takes two: \"1\"\n54 the text ends, and 1 arcs that the first line counts are missing"},
		{Name: "weights", Options: weigh, Text: general + "2 2 4\n1 2 2.5\n2 1\n2 2 x\n1 1 0\n", Graph: "0 1; 0>0=0 0>1=2.5; 3 records", Notes: "2 arcs with weights, which are kept", Bad: "60 line 4: 2 columns: expected a row, a column and a value, which is the weight: \"2 1\"\n64 line 5: the weight \"x\": expected a finite number: \"2 2 x\""},
		{Name: "weights of both ways", Options: weigh, Text: symmetric + "2 2 1\n2 1 7\n", Graph: "0 1; 0>1=7 1>0=7; 2 records", Notes: "2 arcs with weights, which are kept"},
		{Name: "weights of a pattern", Options: weigh, Text: pattern + "2 2 1\n1 2\n", Err: "the options do not fit the input: 'weights': a pattern matrix has no weights: its first line is \"%%matrixmarket matrix coordinate pattern general\""},
		{Name: "complex weights", Options: weigh, Text: "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 1 1\n", Err: "the options do not fit the input: 'weights': a complex matrix has no weights: its first line is \"%%matrixmarket matrix coordinate complex general\""},
		{Name: "skew weights", Options: weigh, Text: "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n", Err: "the options do not fit the input: 'weights': a skew-symmetric matrix has no weights: its first line is \"%%matrixmarket matrix coordinate real skew-symmetric\""},
		{Name: "hermitian weights", Options: weigh, Text: "%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 1\n", Err: "the options do not fit the input: 'weights': a hermitian matrix has no weights: its first line is \"%%matrixmarket matrix coordinate real hermitian\""},
		{Name: "array", Text: "%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n1\n", Err: "line 1: a Matrix Market file of another kind than coordinates (array, all values): write coordinates, by scipy.io.mmwrite(FILE, scipy.sparse.coo_array(MATRIX))"},
		{Name: "short banner", Text: "%%MatrixMarket matrix coordinate real\n2 2 1\n1 2 1\n", Err: "line 1: the banner \"%%matrixmarket matrix coordinate real\" ends before one of the words general, symmetric, skew-symmetric, hermitian"},
		{Name: "other object", Text: "%%MatrixMarket vector coordinate real general\n2 2 1\n1 2 1\n", Err: "line 1: the banner has the word \"vector\": expected matrix"},
		{Name: "other field", Text: "%%MatrixMarket matrix coordinate text general\n2 2 1\n1 2 1\n", Err: "line 1: the banner has the word \"text\": expected real, double, complex, integer, pattern"},
		{Name: "long banner", Text: "%%MatrixMarket matrix coordinate real general more\n2 2 1\n1 2 1\n", Err: "line 1: the banner has the further word \"more\": expected 5 words"},
		{Name: "size of two numbers", Text: general + "2 2\n1 2 1\n", Err: "line 2: 2 columns: expected the numbers of rows, columns and entries"},
		{Name: "word for the rows", Text: general + "x 2 1\n", Err: "line 2: \"x 2 1\": expected the numbers of rows, columns and entries"},
		{Name: "word for the columns", Text: general + "2 x 1\n", Err: "line 2: \"2 x 1\": expected the numbers of rows, columns and entries"},
		{Name: "word for the entries", Text: general + "2 2 x\n", Err: "line 2: \"2 2 x\": expected the numbers of rows, columns and entries"},
		{Name: "too large", Text: general + "4294967290 5 0\n", Err: "line 2: a matrix of 4294967290 rows and 5 columns: they cannot be numbered"},
		{Name: "no entries", Text: general + "2 1 0\n", Graph: "0 1 2; ; 1 records"},
	})
}

func TestSMAT(t *testing.T) {
	formatstest.Detect(t, &lists.SMATFormat, map[string]bool{
		"3 3 2\n0 1 1\n2 0 1\n":                      true,
		"3 3 2\n0 1 1\n":                             false,
		"3 3 1\n0 1 1\n2 0 1\n":                      false,
		"3 3 2\n0 1 1\n3 0 1\n":                      false,
		"3 3 2\n0 1 1\n0 3 1\n":                      false,
		"3 3 2\n0 1\n2 0 1\n":                        false,
		"3 3 2\n0 x 1\n2 0 1\n":                      false,
		"3 3\n0 1 1\n2 0 1\n":                        false,
		"3 3 x\n0 1 1\n2 0 1\n":                      false,
		"x 3 2\n0 1 1\n2 0 1\n":                      false,
		"3 x 2\n0 1 1\n2 0 1\n":                      false,
		"3 3 0\n":                                    false,
		"3 4 2\n0 1 1\n2 0 1\n":                      false, // short
		"3 5 8\n" + strings.Repeat("2 4 1\n", 8):     true,
		"3 5 7\n" + strings.Repeat("2 4 1\n", 7):     false,
		"3 3 9\n" + strings.Repeat("2 1 1\n", 9):     true,
		"2 4 9\n" + strings.Repeat("1 3 1\n", 9):     false, // more entries than places
		"3 5 99\n" + strings.Repeat("2 4 1\n", 70):   false,
		"30 50 70\n" + strings.Repeat("2 4 1\n", 70): true,
		"30 50 71\n" + strings.Repeat("2 4 1\n", 70): false,
		"30 30 90\n" + strings.Repeat("2 4 1\n", 70): true,
		"2 2 1\n": false,
	})
	formatstest.Run(t, &lists.SMATFormat, []formatstest.Case{
		{Name: "entries", Text: "3 3 3\n0 1 1\n2 0 0.5\n1 1 2\n", Graph: "0 1 2; 0>1 1>1 2>0; 4 records"},
		{Name: "rectangular", Text: "2 3 2\n0 2 1\n1 0 1\n", Graph: "0 1 2 3 4; 0>4 1>2; 3 records"},
		{Name: "entries outside", Text: "2 2 2\n2 0 1\n0 2 1\n", Graph: "0 1; ; 1 records", Bad: "6 line 2: row 2 and column 0 among 2 rows and 2 columns: \"2 0 1\"\n12 line 3: row 0 and column 2 among 2 rows and 2 columns: \"0 2 1\""},
		{Name: "weights", Options: formatstest.Options{Weights: "auto"}, Text: "2 2 1\n0 1 2.5\n", Graph: "0 1; 0>1=2.5; 2 records", Notes: "1 arcs with weights, which are kept"},
		{Name: "empty text", Text: "", Graph: "; ; 0 records"},
	})
}

func TestCountsOfMatrices(t *testing.T) {
	for text, want := range map[string]string{"3 3 2\n0 1 1\n": "3", "3 5 2\n": "8", "3\n": "", "x 3 2\n": "", "3 x 2\n": ""} {
		if got := formatstest.Counts(&lists.SMATFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"3 3 2\n0 1 1\n": "", "3 5 2\n": "rectangular: arcs from 3 rows to 5 columns, which are the pages from 3 on", "3\n": "", "x 3 2\n": "", "3 x 2\n": "", "": "",
	} {
		if got := lists.SMATFormat.Describe([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
