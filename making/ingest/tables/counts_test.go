package tables

import (
	"fmt"
	"strings"
	"testing"
)

// Two numbers in the first line count pages and arcs.
func TestDecideTwoCounts(t *testing.T) {
	counts, arc, forced := Options{FirstLine: FirstIsCounts}, Options{FirstLine: FirstIsArc}, Options{Forced: true}
	checkTexts(t, []textCase{
		{"from 0", "10 10\n" + ring(10, 0, " "), Options{}, "two columns, blanks, numbers, 10 pages and 10 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"from 1", "10 10\n" + ring(10, 1, " "), Options{}, "two columns, blanks, numbers, 10 pages and 10 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 4"},
		{"between tabs", "10\t10\n" + ring(10, 0, "\t"), Options{}, "two columns, tabs, numbers, 10 pages and 10 lines counted in the first line | 0→1, needed quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"from 1, few", "5 5\n" + ring(5, 1, " "), Options{}, `refuses: the first line is "5 5", and the number of lines matches, but is small: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"from 1, few, forced", "5 5\n" + ring(5, 1, " "), forced, "two columns, blanks, numbers, 5 pages and 5 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 4"},
		{"from 0, few", "5 5\n" + ring(5, 0, " "), Options{}, "two columns, blanks, numbers, 5 pages and 5 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"from 0, three lines", "3 3\n" + ring(3, 0, " "), Options{}, "two columns, blanks, numbers, 3 pages and 3 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"from 1, eight lines", "8 8\n" + ring(8, 1, " "), Options{}, "two columns, blanks, numbers, 8 pages and 8 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 4"},
		{"from 1, few, more arcs than pages", "4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n", Options{}, "two columns, blanks, numbers, 4 pages and 5 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 4"},
		{"from 0, two lines", "2 2\n0 1\n1 0\n", Options{}, `refuses: the first line is "2 2", and the number of lines matches, but is small: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"half of the lines", "8 4\n" + ring(8, 0, " "), Options{}, "two columns, blanks, numbers, 8 pages and 4 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"half of few lines", "6 3\n" + ring(6, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 6 -> 3, 0 -> 1, 1 -> 2"},
		{"a page beyond", "7 9\n" + ring(9, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 7 -> 9, 0 -> 1, 1 -> 2"},
		{"arcs, then pages", "10 12\n" + ring(10, 0, " "), Options{}, "two columns, blanks, numbers, 12 pages and 10 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"many missing lines", "40 40\n" + ring(30, 0, " "), Options{}, `refuses: the first line is "40 40", and 30 lines follow, which may be a part of the counted lines: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"missing lines, fewer than 16", "40 29\n" + ring(15, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 40 -> 29, 0 -> 1, 1 -> 2"},
		{"missing lines, 16", "40 31\n" + ring(16, 0, " "), Options{}, `refuses: the first line is "40 31", and 16 lines follow, which may be a part of the counted lines: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"half of 32 lines", "40 32\n" + ring(16, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 40 -> 32, 0 -> 1, 1 -> 2"},
		{"half of the lines is missing", "40 40\n" + ring(20, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 40 -> 40, 0 -> 1, 1 -> 2"},
		{"an arc, said", "10 10\n" + ring(10, 0, " "), arc, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 10 -> 10, 0 -> 1, 1 -> 2"},
		{"counts, said", "3 9\n0 1\n1 2\n", counts, "two columns, blanks, numbers, 3 pages and 9 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2"},
		{"counts, said, that do not fit", "7 9\n" + ring(9, 0, " "), counts, `refuses: the first line ("7 9") does not count the pages and lines below it: leave out 'first-line'`},
		{"from 0, as many as pages", "8 9\n" + ring(9, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 8 -> 9, 0 -> 1, 1 -> 2"},
		{"no pages", "0 3\n0 0\n0 0\n0 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 3, 0 -> 0, 0 -> 0"},
		{"arcs first", "4 3\n0 1\n1 2\n2 0\n0 2\n", Options{}, "two columns, blanks, numbers, 3 pages and 4 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"twice the arcs first", "8 3\n0 1\n1 2\n2 0\n0 2\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 8 -> 3, 0 -> 1, 1 -> 2"},
		{"arcs first, more pages", "4 6\n0 1\n1 5\n5 2\n2 3\n", Options{}, "two columns, blanks, numbers, 6 pages and 4 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 5, 5 -> 2"},
		{"twice the arcs first, more pages", "8 6\n0 1\n1 5\n5 2\n2 3\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 8 -> 6, 0 -> 1, 1 -> 5"},
		{"arcs first, two lines", "2 6\n0 1\n1 5\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 2 -> 6, 0 -> 1, 1 -> 5"},
		{"arcs first, a page beyond", "4 5\n0 1\n1 6\n6 2\n2 3\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 4 -> 5, 0 -> 1, 1 -> 6"},
		{"names", "3 3\na b\nb c\nc a\n", Options{}, "two columns, blanks, names, 3 pages and 3 lines counted in the first line | 0→1, no quotes | a -> b, b -> c, c -> a"},
		{"other lines", "12 13\n" + ring(10, 0, " "), Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 12 -> 13, 0 -> 1, 1 -> 2"},
		{"a line of one word", "10 11\n" + ring(10, 0, " ") + "x\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 10 -> 11, 0 -> 1, 1 -> 2"},
		{"names, two lines", "3 2\na b\nb c\n", Options{}, `refuses: the first line is "3 2", and the number of lines matches, but is small: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"names, other lines", "3 7\na b\nb c\nc a\n", Options{}, `refuses: the first line is "3 7", and the 3 others have names: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"numbers and names", "3 3\na 1\n2 c\nc a\n", Options{}, "two columns, blanks, names | 0→1, no quotes | 3 -> 3, a -> 1, 2 -> c"},
		{"weights", "3 3\n0 1 0.5\n1 2 0.5\n2 0 0.5\n", Options{}, "columns 1 and 2 of 3, blanks, numbers, 3 pages and 3 lines counted in the first line, left out: column 3 | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"a comment below", "10 10\n# x\n" + ring(10, 0, " "), Options{}, "two columns, blanks, # comments, numbers, 10 pages and 10 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"empty lines", "10 10\n\n" + ring(10, 0, " ") + "\n", Options{}, "two columns, blanks, numbers, 10 pages and 10 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"carriage returns", strings.ReplaceAll("10 10\n"+ring(10, 0, " "), "\n", "\r\n"), Options{}, "two columns, blanks, numbers, 10 pages and 10 lines counted in the first line | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"a header before", "from,to\n3,3\n0,1\n1,2\n2,0\n", Options{}, `two columns, commas, header, numbers | 0→1, header ["from" "to"], needed quotes, # always, % always | 3 -> 3, 0 -> 1, 1 -> 2`},
		{"a header in a comment", "# from to\n10 10\n" + ring(10, 0, " "), Options{}, `two columns, blanks, # comments, numbers | 0→1, header ["from" "to"], no quotes, # always, % always, head comment "# from to" | 10 -> 10, 0 -> 1, 1 -> 2`},
		{"columns that are said", "10 10\n" + numbered(10, func(i int) string { return "x " + string(rune('0'+i)) + " 9" }), Options{Columns: []string{"2", "3"}}, "columns 2 and 3 of 3, blanks, numbers, 10 pages and 10 lines counted in the first line, left out: column 1 | 1→2, no quotes, # always, % always, sure counts | 0 -> 9, 1 -> 9, 2 -> 9"},
		{"columns that are said, from 1", "10 10\n" + numbered(10, func(i int) string { return fmt.Sprintf("x %d 10", i+1) }), Options{Columns: []string{"2", "3"}}, "columns 2 and 3 of 3, blanks, numbers, 10 pages and 10 lines counted in the first line, numbers from 1, left out: column 1 | 1→2, no quotes, # always, % always, sure counts | 1 -> 10, 2 -> 10, 3 -> 10"},
		{"columns that are said, turned", "10 10\n" + numbered(10, func(i int) string { return fmt.Sprintf("10 x %d", i+1) }), Options{Columns: []string{"3", "1"}}, "columns 3 and 1 of 3, blanks, numbers, 10 pages and 10 lines counted in the first line, numbers from 1, left out: column 2 | 2→0, no quotes, # always, % always, sure counts | 1 -> 10, 2 -> 10, 3 -> 10"},
		{"a header that columns name", "x y\n10 10\n" + ring(10, 0, " "), Options{Columns: []string{"x", "y"}}, `two columns, blanks, header, numbers | 0→1, header ["x" "y"], no quotes, # always, % always | 10 -> 10, 0 -> 1, 1 -> 2`},
	})
}

// One number counts pages or arcs, three count rows, columns and entries.
func TestDecideOtherCounts(t *testing.T) {
	counts := Options{FirstLine: FirstIsCounts}
	checkTexts(t, []textCase{
		{"pages", "5\n0 1\n1 2\n4 0\n", Options{}, "two columns, blanks, numbers, 5 pages counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 4 -> 0"},
		{"pages from 1", "5\n1 2\n5 1\n3 2\n", Options{}, "two columns, blanks, numbers, 5 pages counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always, sure counts | 1 -> 2, 5 -> 1, 3 -> 2"},
		{"lines", "3\n0 1\n1 7\n7 0\n", Options{}, "two columns, blanks, numbers, 3 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 7, 7 -> 0"},
		{"pages and lines", "3\n0 1\n1 2\n2 0\n", Options{}, "two columns, blanks, numbers, 3 pages and 3 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"neither", "4\n0 1\n1 7\n7 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 7, 7 -> 0"},
		{"a page beyond", "5\n0 1\n1 5\n5 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 5, 5 -> 0"},
		{"successors or arcs", "3\n0 1\n1 2\n0 2\n", Options{}, "asks: columns 1,2 first-line counts: 0 -> 1, 1 -> 2, 0 -> 2; format asciigraph: 0 -> 0, 0 -> 1, 1 -> 1"},
		{"successors or arcs, forced", "3\n0 1\n1 2\n0 2\n", Options{Forced: true}, "two columns, blanks, numbers, 3 pages and 3 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 0 -> 2"},
		{"successors or arcs, said", "3\n0 1\n1 2\n0 2\n", counts, "two columns, blanks, numbers, 3 pages and 3 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 0 -> 2"},
		{"no successors: names in further columns", "3\n0 1 x\n1 2 y\n0 2 x\n", Options{}, "columns 1 and 2 of 3, blanks, numbers, 3 pages and 3 lines counted in the first line, left out: column 3 | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 0 -> 2"},
		{"no successors: a smaller number", "3\n0 1 2\n1 2 1\n0 2 3\n", Options{}, "asks: columns 2,3 first-line counts: 1 -> 2, 2 -> 1, 2 -> 3; columns 1,2 first-line counts: 0 -> 1, 1 -> 2, 0 -> 2; columns 1,3 first-line counts: 0 -> 2, 1 -> 1, 0 -> 3"},
		{"no successors: a smaller number, columns said", "3\n0 2 1\n1 2 1\n0 1 2\n", Options{Columns: []string{"1", "2"}}, "columns 1 and 2 of 3, blanks, numbers, 3 pages and 3 lines counted in the first line, left out: column 3 | 0→1, no quotes, # always, % always, sure counts | 0 -> 2, 1 -> 2, 0 -> 1"},
		{"successors of three columns", "3\n0 1 2\n1 2 3\n0 2 3\n", Options{}, "asks: columns 1,2 first-line counts: 0 -> 1, 1 -> 2, 0 -> 2; format asciigraph: 0 -> 0, 0 -> 1, 0 -> 2"},
		{"names", "3\na b\nb c\nc a\n", Options{}, "two columns, blanks, names, 3 lines counted in the first line | 0→1, no quotes, sure counts | a -> b, b -> c, c -> a"},
		{"names, another number", "4\na b\nb c\nc a\n", Options{}, "refuses: the lines have 1 to 2 columns between blanks, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' blank; if two of the columns are an arc, 'columns' 1,2"},
		{"too large", "99999999999\n0 1\n1 2\n2 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"a word", "x\n0 1\n1 2\n2 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"three of a square", "3 3 4\n1 2\n2 3\n3 1\n1 3\n", Options{}, "two columns, blanks, numbers, 3 pages and 4 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always, sure counts | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"three of a square from 0", "4 4 4\n0 1\n1 2\n2 3\n3 0\n", Options{}, "two columns, blanks, numbers, 4 pages and 4 lines counted in the first line | 0→1, no quotes, # always, % always, sure counts | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"three of a rectangle", "2 3 3\n1 2\n2 3\n1 3\n", Options{}, "refuses: the first line counts 2 rows, 3 columns and 3 entries: row k and column k are one page in a list, so that a matrix needs as many of both; number the columns from 3 on, or say 'first-line' arc if the line is an arc"},
		{"three of a rectangle, other lines", "2 3 5\n1 2\n2 3\n1 3\n", Options{}, "two columns, blanks, numbers, 3 pages and 5 lines counted in the first line, numbers from 1 | 0→1, no quotes, # always, % always, sure counts | 1 -> 2, 2 -> 3, 1 -> 3"},
		{"three with weights", "3 3 3\n1 2 0.5\n2 3 0.5\n3 1 0.5\n", Options{}, `refuses: the first line is "3 3 3", and the number of lines matches, but is small: say 'first-line' counts if it counts pages and arcs, 'first-line' arc if it is an arc`},
		{"three of a rectangle with weights", "2 3 3\n1 2 0.5\n2 3 0.5\n1 3 0.5\n", Options{}, "refuses: the first line counts 2 rows, 3 columns and 3 entries: row k and column k are one page in a list, so that a matrix needs as many of both; number the columns from 3 on, or say 'first-line' arc if the line is an arc"},
		{"a source beyond", "1 3 3\n1 2\n2 3\n1 3\n", Options{}, "refuses: the lines hold 2 to 3 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"a target beyond", "3 2 3\n1 2\n2 3\n1 3\n", Options{}, "refuses: the lines hold 2 to 3 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"four", "3 3 4 5\n1 2\n2 3\n3 1\n", Options{}, "refuses: the lines hold 2 to 4 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"four, said", "3 3 4 5\n1 2\n2 3\n3 1\n", counts, "refuses: the lines hold 2 to 4 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"one line only", "3 3\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 3 -> 3"},
	})
}
