package tables

import (
	"fmt"
	"strings"
	"testing"
)

// Each separator is found, and the content of the columns.
func TestDecideSeparators(t *testing.T) {
	checkTexts(t, []textCase{
		{"nothing", "", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | "},
		{"comments alone", "# a b\n# c d\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | "},
		{"comments that are names", "#a #b\n#b #c\n#c #a\n", Options{}, "two columns, blanks, # begins names, names | 0→1, no quotes | #a -> #b, #b -> #c, #c -> #a"},
		{"a line that may be a comment", "#a #b\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | "},
		{"comments alone, none said", "# a b\n# b c\n", Options{Comments: "none"}, "asks: columns 2,3 first-line arc: a -> b, b -> c; columns 1,2 first-line arc: # -> a, # -> b; columns 1,3 first-line arc: # -> b, # -> c"},
		{"tabs", "a\tb\nb\tc\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a -> b, b -> c"},
		{"commas", "a,b\nb,c\n", Options{}, "two columns, commas, names | 0→1, needed quotes | a -> b, b -> c"},
		{"semicolons", "a;b\nb;c\n", Options{}, "two columns, semicolons, names | 0→1, needed quotes | a -> b, b -> c"},
		{"bars", "a|b\nb|c\n", Options{}, "two columns, pipes, names | 0→1, needed quotes | a -> b, b -> c"},
		{"blanks", "a b\nb c\n", Options{}, "two columns, blanks, names | 0→1, no quotes | a -> b, b -> c"},
		{"runs of blanks", "a   b\n b \t c\n", Options{}, "two columns, blanks, names | 0→1, no quotes | a -> b, b -> c"},
		{"numbers", "0 1\n1 2\n2 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 0"},
		{"numbers that begin with 0", "007 1\n1 2\n2 007\n", Options{}, "two columns, blanks, names | 0→1, no quotes | 007 -> 1, 1 -> 2, 2 -> 007"},
		{"a zero alone is a number", "0 10\n10 2\n2 0\n", Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 0 -> 10, 10 -> 2, 2 -> 0"},
		{"zeros in targets", "1 02\n2 3\n3 1\n", Options{}, "two columns, blanks, names | 0→1, no quotes | 1 -> 02, 2 -> 3, 3 -> 1"},
		{"zeros in sources", "01 2\n2 3\n3 2\n", Options{}, "two columns, blanks, names | 0→1, no quotes | 01 -> 2, 2 -> 3, 3 -> 2"},
		{"a count of rows between blanks is an arc", "a (2\n(2 rows)\n", Options{}, "two columns, blanks, names | 0→1, no quotes | a -> (2, (2 -> rows)"},
		{"numbers and names", "0 a\na b\nb 0\n", Options{}, "two columns, blanks, names | 0→1, no quotes | 0 -> a, a -> b, b -> 0"},
		{"numbers of sources alone", "from to\n1 a\n2 b\n3 a\n", Options{}, `two columns, blanks, header, names | 0→1, header ["from" "to"], no quotes | 1 -> a, 2 -> b, 3 -> a`},
		{"numbers of targets alone", "from to\na 1\nb 2\na 3\n", Options{}, `two columns, blanks, header, names | 0→1, header ["from" "to"], no quotes | a -> 1, b -> 2, a -> 3`},
		{"URLs", "http://a/ http://b/\nhttp://b/ http://c/\n", Options{}, "two columns, blanks, URLs | 0→1, no quotes | http://a/ -> http://b/, http://b/ -> http://c/"},
		{"blanks in names", "a b\tc d\nc d\te f\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a b -> c d, c d -> e f"},
		{"a separator that is said", "a:b\nb:c\n", Options{Sep: ':'}, "two columns, ':', names | 0→1, needed quotes | a -> b, b -> c"},
		{"tabs said, blanks in the lines", "a b\nb c\n", Options{Sep: '\t'}, "refuses: no separator makes two columns of each line, a source and a target: name it with 'separator'"},
		{"commas in names between tabs", "a,b\tc\nc\td,e\nd,e\tf\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a,b -> c, c -> d,e, d,e -> f"},
		{"one column", "a\nb\nc\n", Options{}, "refuses: no separator makes two columns of each line, a source and a target: name it with 'separator'"},
		{"three columns", "a b c\nd e f\ng h i\n", Options{}, "asks: columns 1,2 first-line header: d -> e, g -> h; columns 1,3 first-line header: d -> f, g -> i; columns 2,3 first-line header: e -> f, h -> i; columns 1,2 first-line arc: a -> b, d -> e, g -> h; columns 1,3 first-line arc: a -> c, d -> f, g -> i; columns 2,3 first-line arc: b -> c, e -> f, h -> i"},
		{"three columns, an arc is said", "a b c\nd e f\ng h i\n", Options{FirstLine: FirstIsArc}, "asks: columns 1,2 first-line arc: a -> b, d -> e, g -> h; columns 1,3 first-line arc: a -> c, d -> f, g -> i; columns 2,3 first-line arc: b -> c, e -> f, h -> i"},
		{"three columns of KONECT", "% asym\na b c\nd e f\ng h i\n", Options{}, "columns 1 and 2 of 3, blanks, % comments, names, left out: column 3 | 0→1, no quotes, % always | a -> b, d -> e, g -> h"},
		{"prose", "this is a text\nof some lines\nwithout any structure at all\n", Options{}, "refuses: the lines have 3 to 5 columns between blanks: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"prose, forced", "this is a text\nof some lines\nwithout any structure at all\n", Options{Forced: true}, "columns 1 and 2 of 5, blanks, names, left out: column 3, column 4, column 5 | 0→1, no quotes | without -> any"},
		{"adjacency lists of numbers", "0 1 2\n1 2\n2 0 1 3\n3\n", Options{}, "refuses: the lines hold 1 to 4 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"adjacency lists of names", "a b c\nb c\nc a b d\nd a\n", Options{}, "refuses: the lines have 2 to 4 columns between blanks, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' blank; if two of the columns are an arc, 'columns' 1,2"},
		{"adjacency lists with commas", "a,b,c\nb,c\nc,a,b,d\nd,a\n", Options{}, "refuses: the lines have 2 to 4 columns between commas, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' comma; if two of the columns are an arc, 'columns' 1,2"},
		{"blanks in names of a part", "a b\tc\nc\td\nd\te\ne\tf\nf\tg\ng\th\nh\ti\ni\tj\nj\tk\nk\ta\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a b -> c, c -> d, d -> e"},
		{"URLs after texts", "a b,http://a/ http://b/\n", Options{}, "asks: columns 1,2 first-line arc: a b -> http://a/ http://b/; columns 2,1 first-line arc: http://a/ http://b/ -> a b"},
		{"texts of a comma and URLs", "http://a/?x,y http://b/?x,y\nhttp://c/?x,y http://d/?x,y\n", Options{}, "two columns, blanks, URLs | 0→1, no quotes | http://a/?x,y -> http://b/?x,y, http://c/?x,y -> http://d/?x,y"},
		{"one comma and URLs, forced", "http://a/?x,y http://b/\nhttp://b/ http://c/?x,y\n", Options{Forced: true}, "two columns, blanks, URLs | 0→1, no quotes | http://a/?x,y -> http://b/, http://b/ -> http://c/?x,y"},
		{"nothing between tabs, numbers between blanks", "1 2\t3 4\n2 3\t4 5\n", Options{}, "asks: columns 1,2 first-line arc: 1 2 -> 3 4, 2 3 -> 4 5; columns 2,1 first-line arc: 3 4 -> 1 2, 4 5 -> 2 3"},
	})
}

// Some lines may have other columns: one in ten of names, half of numbers and URLs.
func TestDecideShares(t *testing.T) {
	words := func(n int) string {
		return numbered(n, func(i int) string { return fmt.Sprintf("x%dy\tx%dy", i, (i+1)%n) })
	}
	some := func(bad string, n, good int, line string) string {
		return strings.Repeat(line, good) + strings.Repeat(bad+"\n", n)
	}
	checkTexts(t, []textCase{
		{"one of ten names", "bad\n" + words(9), Options{}, "two columns, tabs, names | 0→1, needed quotes | x0y -> x1y, x1y -> x2y, x2y -> x3y"},
		{"two of ten names", "bad\nbad\n" + words(8), Options{}, "refuses: the lines have 1 to 2 columns between tabs: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"two of ten names, forced", "bad\nbad\n" + words(8), Options{Forced: true}, "two columns, tabs, names | 0→1, needed quotes | x0y -> x1y, x1y -> x2y, x2y -> x3y"},
		{"half of URLs", some("bad", 5, 5, "http://a/\thttp://b/\n"), Options{}, "two columns, tabs, URLs | 0→1, needed quotes | http://a/ -> http://b/, http://a/ -> http://b/, http://a/ -> http://b/"},
		{"most of URLs", some("bad", 6, 4, "http://a/\thttp://b/\n"), Options{}, "refuses: no separator makes two columns of each line, a source and a target: name it with 'separator'"},
		{"four of ten are URLs", strings.Repeat("http://a/\thttp://b/\n", 4) + strings.Repeat("bad\n", 3) + strings.Repeat("a\tb\tc\n", 3), Options{}, "refuses: the lines have 1 to 3 columns between tabs: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"URLs among names with blanks", "http://a/\thttp://b/\nhttp://b/\thttp://c/\nhttp://c/\thttp://d/\nhttp://d/\thttp://a/\na b\tc d\nc d\ta b\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | http://a/ -> http://b/, http://b/ -> http://c/, http://c/ -> http://d/"},
		{"two of ten numbers", some("7", 2, 8, "1\t2\n"), Options{}, "two columns, tabs, numbers | 0→1, needed quotes, # always, % always | 1 -> 2, 1 -> 2, 1 -> 2"},
		{"two of ten numbers of three", some("1\t2\t3", 2, 8, "1\t2\n"), Options{}, "refuses: the lines hold 2 to 3 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"words among numbers", some("bad", 2, 8, "1\t2\n"), Options{}, "two columns, tabs, numbers | 0→1, needed quotes, # always, % always | 1 -> 2, 1 -> 2, 1 -> 2"},
	})
}

// Weights may follow some lines, as in NCOL.
func TestDecideSomeWeights(t *testing.T) {
	checkTexts(t, []textCase{
		{"names", "a b 1.5\nb c\nc d 2\n", Options{}, "two columns, blanks, names, left out: weights | 0→1, no quotes, weights may follow | a -> b, b -> c, c -> d"},
		{"all have one", "a b 1.5\nb c 1\nc d 2\n", Options{}, "columns 1 and 2 of 3, blanks, names, left out: column 3 | 0→1, no quotes | a -> b, b -> c, c -> d"},
		{"a name in the third column", "a b 1.5\nb c\nc d e\n", Options{}, "refuses: the lines have 2 to 3 columns between blanks, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' blank; if two of the columns are an arc, 'columns' 1,2"},
		{"a fourth column", "a b 1.5\nb c\nc d 1 2\n", Options{}, "refuses: the lines have 2 to 4 columns between blanks, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' blank; if two of the columns are an arc, 'columns' 1,2"},
		{"numbers, one of three", "0 1 5\n1 2\n2 0\n", Options{}, "refuses: the lines hold 2 to 3 numbers: if each is a page and its successors, say 'format' adjacency; if two of the columns are an arc, 'columns' 1,2"},
		{"numbers, nearly all", numbered(20, func(i int) string {
			if i == 7 {
				return "7 8"
			}
			return fmt.Sprintf("%d %d %d", i, (i+1)%20, i%3+1)
		}), Options{}, "two columns, blanks, numbers, left out: weights | 0→1, no quotes, # always, % always, weights may follow | 0 -> 1, 1 -> 2, 2 -> 3"},
		{"kept weights", "a b 1.5\nb c\nc d 2\n", Options{Weigh: &WeightColumn{AutoWeights}}, "two columns, blanks, names, weights in column 3 | 0→1, no quotes, weights may follow | a -> b, b -> c, c -> d"},
		{"header", "from,to,weight\na,b,1.5\nb,c\nc,d,2\n", Options{}, `two columns, commas, header, names, left out: weights | 0→1, header ["from" "to"], needed quotes, weights may follow | a -> b, b -> c, c -> d`},
		{"header of four", "from,to,weight,x\na,b,1.5\nb,c\nc,d,2\n", Options{}, "refuses: the lines have 2 to 4 columns between commas, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' comma; if two of the columns are an arc, 'columns' 1,2"},
	})
}

// Quotes quote fields if fields need them, or nearly all have them.
func TestDecideQuotes(t *testing.T) {
	checkTexts(t, []textCase{
		{"commas", "\"a\",\"b\"\n\"b\",\"c\"\n", Options{}, "two columns, commas, quoted fields, names | 0→1, quotes | a -> b, b -> c"},
		{"commas in quotes", "\"a,x\",b\nb,c\nc,\"a,x\"\n", Options{}, "two columns, commas, quoted fields, names | 0→1, quotes | a,x -> b, b -> c, c -> a,x"},
		{"two quotes for one", "\"a \"\"x\"\" b\",b\nb,c\n", Options{}, `two columns, commas, quoted fields, names | 0→1, quotes | a "x" b -> b, b -> c`},
		{"a line end in quotes", "\"a\nx\",b\nb,c\nc,\"a\nx\"\n", Options{}, "two columns, commas, quoted fields, names | 0→1, quotes | a x -> b, b -> c, c -> a x"},
		{"quotes in names between tabs", "a\t\"b\" c\n\"b\" c\td\n", Options{}, `two columns, tabs, names | 0→1, no quotes | a -> "b" c, "b" c -> d`},
		{"tabs, all in quotes", "\"a\"\t\"b\"\n\"b\"\t\"c\"\n", Options{}, "two columns, tabs, quoted fields, names | 0→1, quotes | a -> b, b -> c"},
		{"tabs, some in quotes", "\"a\"\tb\nb\tc\nc\td\nd\te\ne\tf\n", Options{}, `two columns, tabs, names | 0→1, no quotes | "a" -> b, b -> c, c -> d`},
		{"tabs, nine of ten in quotes", numbered(9, func(i int) string { return fmt.Sprintf("\"x%dy\"\tx%dy", i, i+1) }) + "x9y\tx0y\n", Options{}, "two columns, tabs, quoted fields, names | 0→1, quotes | x0y -> x1y, x1y -> x2y, x2y -> x3y"},
		{"tabs, eight of ten in quotes", numbered(8, func(i int) string { return fmt.Sprintf("\"x%dy\"\tx%dy", i, i+1) }) + "x8y\tx9y\nx9y\tx0y\n", Options{}, `two columns, tabs, names | 0→1, no quotes | "x0y" -> x1y, "x1y" -> x2y, "x2y" -> x3y`},
		{"tabs, needed quotes", "\"a\tx\"\tb\nb\tc\nc\t\"a\tx\"\n", Options{}, "two columns, tabs, quoted fields, names | 0→1, quotes | a x -> b, b -> c, c -> a x"},
		{"blanks, all in quotes", "\"a x\" \"b\"\n\"b\" \"c\"\n", Options{}, "two columns, blanks, quoted fields, names | 0→1, quotes | a x -> b, b -> c"},
		{"blanks, some in quotes", "\"a\" b\nb c\nc d\nd e\ne \"a\"\n", Options{}, `two columns, blanks, names | 0→1, no quotes | "a" -> b, b -> c, c -> d`},
		{"blanks, quotes in words", "a \"b\nb c\nc d\n", Options{}, `two columns, blanks, names | 0→1, no quotes | a -> "b, b -> c, c -> d`},
		{"a quote that does not end", "\"a,b\nb,c\nc,d\nd,e\n", Options{}, `two columns, commas, names | 0→1, no quotes | "a -> b, b -> c, c -> d`},
		{"quotes for inches", "12\" disk,b\nb,c\n", Options{}, `two columns, commas, names | 0→1, needed quotes | 12" disk -> b, b -> c`},
		{"apostrophes", "'a','b'\n'b','c'\n", Options{}, "two columns, commas, names | 0→1, needed quotes, apostrophes | a -> b, b -> c"},
		{"apostrophes below a header", "source,target\n'a','b'\n'b','c'\n", Options{}, `two columns, commas, header, names | 0→1, header ["source" "target"], needed quotes, apostrophes | a -> b, b -> c`},
		{"some apostrophes", "'a','b'\n'b',c\n", Options{}, "two columns, commas, names | 0→1, needed quotes | 'a' -> 'b', 'b' -> c"},
		{"apostrophes in the second of two lines", "b,c\n'a','b'\n", Options{}, "asks: columns 1,2 first-line header: 'a' -> 'b'; columns 2,1 first-line header: 'b' -> 'a'; columns 1,2 first-line arc: b -> c, 'a' -> 'b'; columns 2,1 first-line arc: c -> b, 'b' -> 'a'"},
		{"one apostrophe is a name", "',b\nb,'\n", Options{}, "two columns, commas, names | 0→1, needed quotes | ' -> b, b -> '"},
	})
}

// Backslashes escape quotes if all fields below the first line are quoted or missing.
func TestDecideBackslashes(t *testing.T) {
	checkTexts(t, []textCase{
		{"escaped quotes", lines(`"a \"x\" b","b"`, `"b","c"`, `"c","a \"x\" b"`), Options{}, `two columns, commas, quoted fields, names | 0→1, quotes, backslashes | a "x" b -> b, b -> c, c -> a "x" b`},
		{"header without quotes", lines(`source,target`, `"a \"x\" b","b"`, `"b","c"`), Options{}, `two columns, commas, quoted fields, header, names | 0→1, header ["source" "target"], quotes, backslashes | a "x" b -> b, b -> c`},
		{"missing values", lines(`"a \"x\", b","b"`, `"b",\N`, `"b","c"`), Options{}, `asks: columns 1,2 first-line arc: a "x", b -> b, b -> c`},
		{"a field without quotes", lines(`"a \"x\", b","b"`, `"b",c`, `"c","d"`), Options{}, "refuses: the lines have 2 to 3 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"malformed all the same", lines(`"a \"x\", b","b"`, `"b"x,"c"`, `"c","d"`), Options{}, "refuses: the lines have 2 to 3 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"blanks", lines(`"a\"x" "b"`, `"b" "c"`), Options{}, `two columns, blanks, names | 0→1, no quotes | "a\"x" -> "b", "b" -> "c"`},
		{"a backslash at the end of a name", lines(`"a\","b"`, `"b","c"`), Options{}, `two columns, commas, quoted fields, names | 0→1, quotes | a\ -> b, b -> c`},
		{"names of weft", lines(`source_name,target_name`, `"a\","b"`, `"b\"","c"`), Options{}, `two columns, commas, quoted fields, header, names | 0→1, header ["source_name" "target_name"], quotes, guarded, bare header | a\ -> b, "b\"" -> c`},
		{"rows with missing values", "a\tb\n\\N\tb\nb\t\\N\n", Options{}, "asks: columns 1,2 first-line arc: a -> b; columns 2,1 first-line arc: b -> a"},
		{"missing values alone", "\\N\tb\n\\N\tb\n", Options{}, `asks: columns 1,2 first-line arc: \N -> b, \N -> b; columns 2,1 first-line arc: b -> \N, b -> \N`},
	})
}

// A word for a missing value that is one page several times, in one column alone, is asked about.
func TestDecideMissing(t *testing.T) {
	checkTexts(t, []textCase{
		{"twice", "a\tNA\nb\tNA\na\tb\n", Options{}, "asks: format edges columns 1,2: a -> NA, b -> NA, a -> b"},
		{"once", "a\tNA\nb\tc\na\tb\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a -> NA, b -> c, a -> b"},
		{"in both columns", "a\tNA\nb\tNA\nNA\tb\n", Options{}, "two columns, tabs, names | 0→1, needed quotes | a -> NA, b -> NA, NA -> b"},
		{"in sources", "null,a\nnull,b\na,b\n", Options{}, "asks: format edges columns 1,2: null -> a, null -> b, a -> b"},
		{"header", "from,to\na,NA\nb,NA\na,b\n", Options{}, "asks: format edges columns 1,2 first-line header: a -> NA, b -> NA, a -> b"},
		{"forced", "a\tNA\nb\tNA\na\tb\n", Options{Forced: true}, "two columns, tabs, names | 0→1, needed quotes | a -> NA, b -> NA, a -> b"},
		{"another column", "from,to,x\na,b,NA\nb,c,NA\n", Options{}, `columns "from" and "to" of 3, commas, header, names, left out: "x" | 0→1, header ["from" "to" "x"], needed quotes | a -> b, b -> c`},
		{"R", "from,to\na,N/A\nb,N/A\na,b\n", Options{}, "asks: format edges columns 1,2 first-line header: a -> N/A, b -> N/A, a -> b"},
	})
}
