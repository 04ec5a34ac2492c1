package tables

import (
	"fmt"
	"strings"
	"testing"
)

// The first line or the last comment before it names the columns.
func TestDecideHeaders(t *testing.T) {
	checkTexts(t, []textCase{
		{"source and target", "source,target\na,b\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["source" "target"], needed quotes | a -> b, b -> c`},
		{"turned columns", "to,from\na,b\nb,c\n", Options{}, `columns "from" and "to" of 2, commas, header, names | 1→0, header ["to" "from"], needed quotes | b -> a, c -> b`},
		{"further columns", "x,target,source,y\n1,a,b,z\n2,b,c,z\n", Options{}, `columns "source" and "target" of 4, commas, header, names, left out: "x", "y" | 2→1, header ["x" "target" "source" "y"], needed quotes | b -> a, c -> b`},
		{"a header alone", "source,target\n", Options{}, `two columns, commas, header, names | 0→1, header ["source" "target"], needed quotes | `},
		{"a known pair that is an arc", "u v\nv w\nw u\n", Options{}, "two columns, blanks, names | 0→1, no quotes | u -> v, v -> w, w -> u"},
		{"a known pair that may be an arc", "from,to\nto,x\nx,y\ny,from\n", Options{}, "asks: columns 1,2 first-line header: to -> x, x -> y, y -> from; columns 1,2 first-line arc: from -> to, to -> x, x -> y"},
		{"a known pair with one letter", "de a\na b\nb c\nc de\n", Options{}, "two columns, blanks, names | 0→1, no quotes | de -> a, a -> b, b -> c"},
		{"a known pair, its source below", "from,to\nfrom,x\nx,y\ny,z\n", Options{}, "asks: columns 1,2 first-line header: from -> x, x -> y, y -> z; columns 1,2 first-line arc: from -> to, from -> x, x -> y"},
		{"a known pair, its target below", "from,to\nx,to\nx,y\ny,z\n", Options{}, "asks: columns 1,2 first-line header: x -> to, x -> y, y -> z; columns 1,2 first-line arc: from -> to, x -> to, x -> y"},
		{"a known pair, its target a source below", "from,to\nx,y\nto,z\ny,z\n", Options{}, "asks: columns 1,2 first-line header: x -> y, to -> z, y -> z; columns 1,2 first-line arc: from -> to, x -> y, to -> z"},
		{"a known pair, its source a target below", "from,to\nx,y\nz,from\ny,z\n", Options{}, "asks: columns 1,2 first-line header: x -> y, z -> from, y -> z; columns 1,2 first-line arc: from -> to, x -> y, z -> from"},
		{"a known pair that short lines repeat", "from,to,x\na,b,1\nfrom\nb,c,2\nc,d,3\nd,e,1\ne,f,1\nf,g,1\ng,h,2\nh,i,3\ni,j,3\nj,k,3\n", Options{}, `columns "from" and "to" of 3, commas, header, names, left out: "x" | 0→1, header ["from" "to" "x"], needed quotes | a -> b, b -> c, c -> d`},
		{"a known pair again below", "from,to\na,b\nfrom,to\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["from" "to"], needed quotes | a -> b, from -> to, b -> c`},
		{"a known pair, turned below", "from,to\na,b\nto,from\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["from" "to"], needed quotes | a -> b, to -> from, b -> c`},
		{"a known pair like its pages", "node1,node2\nnode3,node4\nnode4,node5\n", Options{}, "two columns, commas, names | 0→1, needed quotes | node1 -> node2, node3 -> node4, node4 -> node5"},
		{"a known pair in other lines only", "from,to\na,b\nb\n", Options{}, "refuses: the lines have 1 to 2 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"in a comment", "# source target\na b\nb c\n", Options{}, `two columns, blanks, # comments, names | 0→1, header ["source" "target"], no quotes, # always, head comment "# source target" | a -> b, b -> c`},
		{"in the last of two comments", "# some text\n# target source\na b\nb c\n", Options{}, `columns "source" and "target" of 2, blanks, # comments, names | 1→0, header ["target" "source"], no quotes, # always, head comment "# target source" | b -> a, c -> b`},
		{"in the first of two comments", "# target source\n# some text\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"in a comment between commas", "#source,target\na,b\nb,c\n", Options{}, `two columns, commas, # comments, names | 0→1, header ["source" "target"], needed quotes, # partial, preamble, head comment "#source,target" | a -> b, b -> c`},
		{"in a comment of other width", "# source target x\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"said", "x,y\na,b\nb,c\n", Options{FirstLine: FirstIsHeader}, "asks: columns 1,2 first-line header: a -> b, b -> c"},
		{"said of one field", "x\na,b\nb,c\n", Options{FirstLine: FirstIsHeader}, "refuses: the lines have 1 to 2 columns between commas, and the first names of some lines stand in others: if each line is a page and its successors, say 'format' adjacency 'separator' comma; if two of the columns are an arc, 'columns' 1,2"},
		{"an arc, said", "from,to\na,b\nb,c\n", Options{FirstLine: FirstIsArc}, "two columns, commas, names | 0→1, needed quotes | from -> to, a -> b, b -> c"},
		{"strange above numbers", "x,y\n1,2\n2,3\n3,1\n", Options{}, "asks: columns 1,2 first-line header: 1 -> 2, 2 -> 3, 3 -> 1"},
		{"strange above numbers, an arc is said", "x,y\n1,2\n2,3\n3,1\n", Options{FirstLine: FirstIsArc}, "two columns, commas, names | 0→1, needed quotes | x -> y, 1 -> 2, 2 -> 3"},
		{"strange above URLs", "x,y\nhttp://a/,http://b/\nhttp://b/,http://c/\n", Options{}, "asks: columns 1,2 first-line header: http://a/ -> http://b/, http://b/ -> http://c/; columns 2,1 first-line header: http://b/ -> http://a/, http://c/ -> http://b/"},
		{"a number above URLs", "x,7\nhttp://a/,http://b/\nhttp://b/,http://c/\n", Options{}, "two columns, commas, names | 0→1, needed quotes | x -> 7, http://a/ -> http://b/, http://b/ -> http://c/"},
		{"seeds", "via,url\n,http://a/\nhttp://a/,http://b/\nhttp://b/,http://c/\n", Options{}, `two columns, commas, header, names | 0→1, header ["via" "url"], needed quotes, seeds |  -> http://a/, http://a/ -> http://b/, http://b/ -> http://c/`},
		{"empty fields", "from,to,x\na,b,\nb,c,\n", Options{}, `columns "from" and "to" of 3, commas, header, names, left out: "x" | 0→1, header ["from" "to" "x"], needed quotes | a -> b, b -> c`},
		{"a name of two columns missing", "from,to,x\na,b,c,d,e\nb,c,d,e,f\n", Options{}, "refuses: the lines have 3 to 5 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"two names above three fields", "from to\nann lee bob\nbob cid lee\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: row names | 1→2, header ["" "from" "to"], no quotes | lee -> bob, cid -> lee`},
		{"two names above three fields, forced", "from to\nann lee bob\nbob cid lee\n", Options{Forced: true}, `columns "from" and "to" of 3, blanks, header, names, left out: row names | 1→2, header ["" "from" "to"], no quotes | lee -> bob, cid -> lee`},
		{"two names above weights", "from,to\na,b,1\nb,c,2\n", Options{}, `columns "from" and "to" of 3, commas, header, names, left out: "" | 0→1, header ["from" "to" ""], needed quotes | a -> b, b -> c`},
		{"source beyond the columns", "x,y,from,to\na,b\nb,c\n", Options{}, "refuses: the lines have 2 to 4 columns between commas: it looks like prose, or a table of another kind; for a list of arcs, describe its form ('separator', 'columns', 'format' edges)"},
		{"byte order mark", "\xef\xbb\xbffrom,to\na,b\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["from" "to"], needed quotes | a -> b, b -> c`},
		{"directive", "sep=;\nfrom;to\na;b\nb;c\n", Options{}, `two columns, semicolons, header, names | 0→1, header ["from" "to"], needed quotes, directive | a -> b, b -> c`},
	})
}

// Columns are taken by number or name.
func TestDecideColumns(t *testing.T) {
	of := func(source, target string) Options { return Options{Columns: []string{source, target}} }
	const named = "x,y,z\na,b,1\nb,c,2\n"
	checkTexts(t, []textCase{
		{"numbers", "a,b,1\nb,c,2\n", of("2", "1"), "columns 2 and 1 of 3, commas, names, left out: column 3 | 1→0, needed quotes | b -> a, c -> b"},
		{"numbers from the end", "1,a,b\n2,b,c\n", of("3", "2"), "columns 3 and 2 of 3, commas, names, left out: column 1 | 2→1, needed quotes | b -> a, c -> b"},
		{"names", named, of("Y", "x"), `columns "y" and "x" of 3, commas, header, names, left out: "z" | 1→0, header ["x" "y" "z"], needed quotes | b -> a, c -> b`},
		{"name and number", named, of("x", "2"), `columns "x" and "y" of 3, commas, header, names, left out: "z" | 0→1, header ["x" "y" "z"], needed quotes | a -> b, b -> c`},
		{"one unknown name", named, of("x", "w"), `refuses: the options do not fit the input: 'columns': there is no column "w": the first line calls them ["x" "y" "z"]`},
		{"unknown name above numbers", "x,y,z\n1,2,3\n2,3,1\n", of("x", "w"), `refuses: the options do not fit the input: 'columns': there is no column "w": the first line calls them ["x" "y" "z"]`},
		{"number 0", "a,b\nb,c\n", of("0", "1"), `refuses: the options do not fit the input: 'columns': there is no column "0" among the 2 of most lines`},
		{"number beyond", "a,b\nb,c\n", of("1", "3"), `refuses: the options do not fit the input: 'columns': there is no column "3" among the 2 of most lines`},
		{"numbers that the first line holds", "1,2\n2,3\n3,1\n", of("1", "2"), "two columns, commas, numbers | 0→1, needed quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"numbers of a header", "from,to,x\na,b,c\nb,c,d\n", of("3", "1"), `columns "x" and "from" of 3, commas, header, names, left out: "to" | 2→0, header ["from" "to" "x"], needed quotes | c -> a, d -> b`},
		{"names that are pages below", "from,to\nto,x\nx,y\n", of("from", "to"), `two columns, commas, header, names | 0→1, header ["from" "to"], needed quotes | to -> x, x -> y`},
		{"uneven lines", "from to\nann lee bob\nbob cid lee\n", of("1", "3"), `columns "" and "to" of 3, blanks, header, names, left out: "from" | 0→2, header ["" "from" "to"], no quotes | ann -> bob, bob -> lee`},
	})
}

// Row names stand before the columns that the header names, and weights after them.
func TestDecideRowNames(t *testing.T) {
	long := func(last string) string {
		return "from to\n" + numbered(9, func(i int) string { return fmt.Sprintf("%d %d %d", i+1, i%4, (i+1)%4) }) + last
	}
	checkTexts(t, []textCase{
		{"counted rows", "from to\n1 a b\n2 b c\n3 c a\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: row names | 1→2, header ["" "from" "to"], no quotes | a -> b, b -> c, c -> a`},
		{"counted rows between commas", "from,to\n1,a,b\n2,b,c\n3,c,a\n", Options{}, `columns "from" and "to" of 3, commas, header, names, left out: row names | 1→2, header ["" "from" "to"], needed quotes | a -> b, b -> c, c -> a`},
		{"named rows", "from to\nr1 a b\nr2 b a\nr3 a b\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: row names | 1→2, header ["" "from" "to"], no quotes | a -> b, b -> a, a -> b`},
		{"counted rows without common pages", "from to\n1 a b\n2 c d\n3 e f\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: row names | 1→2, header ["" "from" "to"], no quotes | a -> b, c -> d, e -> f`},
		{"a key that is no row name", "from to\na b 1.5\nb c 2\nc a 2\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: "" | 0→1, header ["from" "to" ""], no quotes | a -> b, b -> c, c -> a`},
		{"a repeated first field", "from to\na b 1.5\na c 2\nc a 2\n", Options{}, `columns "from" and "to" of 3, blanks, header, names, left out: "" | 0→1, header ["from" "to" ""], no quotes | a -> b, a -> c, c -> a`},
		{"both plausible", "from to\n1 2 3\n2 3 1\n3 1 2\n", Options{}, "asks: columns 2,3 first-line header: 2 -> 3, 3 -> 1, 1 -> 2; columns 1,2 first-line header: 1 -> 2, 2 -> 3, 3 -> 1"},
		{"both plausible, forced", "from to\n1 2 3\n2 3 1\n3 1 2\n", Options{Forced: true}, `columns "from" and "to" of 3, blanks, header, numbers, left out: "" | 0→1, header ["from" "to" ""], no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1`},
		{"both plausible, columns", "from to\n1 2 3\n2 3 1\n3 1 2\n", Options{Columns: []string{"1", "2"}}, `columns "from" and "to" of 3, blanks, header, numbers, left out: "" | 0→1, header ["from" "to" ""], no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1`},
		{"a long count", long(""), Options{}, `columns "from" and "to" of 3, blanks, header, numbers, left out: row names | 1→2, header ["" "from" "to"], no quotes, # always, % always | 0 -> 1, 1 -> 2, 2 -> 3`},
		{"a long count that breaks", long("77 0 1\n"), Options{}, "asks: columns 2,3 first-line header: 0 -> 1, 1 -> 2, 2 -> 3; columns 1,2 first-line header: 1 -> 0, 2 -> 1, 3 -> 2"},
		{"no pages in common", "from to\n1 2 7\n2 3 8\n3 4 9\n", Options{}, `columns "from" and "to" of 3, blanks, header, numbers, left out: "" | 0→1, header ["from" "to" ""], no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 4`},
		{"farther", "from to\n4 5 1\n5 6 1\n6 4 1\n", Options{}, `columns "from" and "to" of 3, blanks, header, numbers, left out: "" | 0→1, header ["from" "to" ""], no quotes, # always, % always | 4 -> 5, 5 -> 6, 6 -> 4`},
		{"four columns", "from to x\n1 a b 3\n2 b c 4\n3 c a 5\n", Options{}, `columns "from" and "to" of 4, blanks, header, names, left out: row names, "x" | 1→2, header ["" "from" "to" "x"], no quotes | a -> b, b -> c, c -> a`},
		{"four columns without row names", "from to x\na b 3 4\nb c 4 5\nc a 5 6\n", Options{}, "asks: columns 2,3 first-line header: b -> 3, c -> 4, a -> 5; columns 1,2 first-line header: a -> b, b -> c, c -> a"},
	})
}

// Titles of sheets may stand before a header with known words.
func TestDecideTitles(t *testing.T) {
	checkTexts(t, []textCase{
		{"one title", "My links,\n,\nsource,target\na,b\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["source" "target"], needed quotes, titled | a -> b, b -> c`},
		{"a row of two", "My,links\nsource,target\na,b\nb,c\n", Options{}, `refuses: row 2 ("source target") names source and target, and other rows stand before it: remove these rows`},
		{"a row of two, forced", "My,links\nsource,target\na,b\nb,c\n", Options{Forced: true}, "two columns, commas, names | 0→1, needed quotes | My -> links, source -> target, a -> b"},
		{"a row of two, columns", "My,links\nsource,target\na,b\nb,c\n", Options{Columns: []string{"1", "2"}}, "two columns, commas, names | 0→1, needed quotes | My -> links, source -> target, a -> b"},
		{"the words are pages", "a,source\nsource,target\ntarget,b\n", Options{}, "two columns, commas, names | 0→1, needed quotes | a -> source, source -> target, target -> b"},
		{"eighth row", strings.Repeat("t,\n", 7) + "source,target\na,b\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["source" "target"], needed quotes, titled | a -> b, b -> c`},
		{"ninth row", strings.Repeat("t,\n", 8) + "source,target\na,b\nb,c\n", Options{}, "two columns, commas, names | 0→1, needed quotes | t -> , t -> , t -> "},
		{"a header before", "from,to\na,b\nsource,target\nb,c\n", Options{}, `two columns, commas, header, names | 0→1, header ["from" "to"], needed quotes | a -> b, source -> target, b -> c`},
		{"an arc is said", "My links,\nsource,target\na,b\nb,c\n", Options{FirstLine: FirstIsArc}, "two columns, commas, names | 0→1, needed quotes | My links -> , source -> target, a -> b"},
	})
}

// Tables of psql and Markdown are drawn.
func TestDecideDrawn(t *testing.T) {
	checkTexts(t, []textCase{
		{"psql", " source | target \n--------+--------\n a      | b\n b      | c\n(2 rows)\n", Options{}, `two columns, pipes, header, names | 0→1, header ["source" "target"], needed quotes, drawn | a -> b, b -> c`},
		{"psql, one row", " source | target \n--------+--------\n a      | b\n(1 row)\n", Options{}, `two columns, pipes, header, names | 0→1, header ["source" "target"], needed quotes, drawn | a -> b`},
		{"Markdown", "| source | target |\n|:---|---:|\n| a | b |\n| b | c |\n", Options{}, `two columns, pipes, header, names | 0→1, header ["source" "target"], needed quotes, drawn, barred | a -> b, b -> c`},
		{"bars without a rule", "|a|b|\n|b|c|\n", Options{}, "columns 2 and 3 of 4, pipes, names, left out: column 1, column 4 | 1→2, needed quotes | a -> b, b -> c"},
		{"rules alone", "--|--\n--|--\n", Options{}, "refuses: no separator makes two columns of each line, a source and a target: name it with 'separator'"},
		{"a count of rows between tabs", "source\ttarget\na\tb\nb\tc\n(2 rows)\n", Options{}, `two columns, tabs, header, names | 0→1, header ["source" "target"], needed quotes | a -> b, b -> c`},
	})
}

// Headers of lists that weft and other programs write.
func TestDecideWritten(t *testing.T) {
	checkTexts(t, []textCase{
		{"names of weft", "source_name\ttarget_name\n\"1\"\t\"2\"\n\"2\"\t\"3\"\n", Options{}, `two columns, tabs, quoted fields, header, names | 0→1, header ["source_name" "target_name"], quotes, bare header | 1 -> 2, 2 -> 3`},
		{"names of weft between commas", "source_name,target_name\n'=a,b\nb,\"c,d\"\n", Options{}, `two columns, commas, quoted fields, header, names | 0→1, header ["source_name" "target_name"], quotes, guarded, bare header | '=a -> b, b -> c,d`},
		{"names of weft, header in quotes", "\"source_name\",\"target_name\"\n\"a\",\"b\"\n\"b\",\"c\"\n", Options{}, `two columns, commas, quoted fields, header, names | 0→1, header ["source_name" "target_name"], quotes, guarded | a -> b, b -> c`},
		{"names of weft with kinds", "source_name\ttarget_name\tkinds\na\tb\tlink\nb\tc\tlink+redirect\n", Options{}, `columns "source_name" and "target_name" of 3, tabs, header, names, kinds of arcs in column 3 | 0→1, header ["source_name" "target_name" "kinds"], quotes, bare header | a -> b, b -> c`},
		{"names of weft that are pages below", "source_name\ttarget_name\nsource_name\tb\nb\tc\n", Options{}, `two columns, tabs, header, names | 0→1, header ["source_name" "target_name"], quotes, bare header | source_name -> b, b -> c`},
		{"weft links", "from,to,kinds,text,state,status,fault\na,b,link,x,fetched,200,\nb,c,link,y,fetched,200,\n", Options{}, `columns "from" and "to" of 7, commas, header, names, kinds of arcs in column 3, left out: "text", "state", "status", "fault" | 0→1, header ["from" "to" "kinds" "text" "state" "status" "fault"], needed quotes, guarded | a -> b, b -> c`},
		{"kinds without a header", "a\tb\tlink\nb\tc\tredirect\nc\ta\tlink\n", Options{}, "asks: columns 1,2 first-line arc: a -> b, b -> c, c -> a; columns 1,3 first-line arc: a -> link, b -> redirect, c -> link; columns 2,3 first-line arc: b -> link, c -> redirect, a -> link"},
		{"kinds under another name", "from\tto\tx\na\tb\tlink\nb\tc\tredirect\n", Options{}, `columns "from" and "to" of 3, tabs, header, names, left out: "x" | 0→1, header ["from" "to" "x"], needed quotes | a -> b, b -> c`},
		{"kinds, one unknown", "from\tto\tkinds\na\tb\tlink\nb\tc\tfoo\n", Options{}, `columns "from" and "to" of 3, tabs, header, names, left out: "kinds" | 0→1, header ["from" "to" "kinds"], needed quotes | a -> b, b -> c`},
		{"NetworkX", "a b {'weight': 1}\nb c {}\n", Options{}, "columns 1 and 2 of 3, blanks, names, left out: column 3 | 0→1, no quotes, attributes | a -> b, b -> c"},
		{"NetworkX with tabs", "a\tb\t{}\nb\tc\t{}\n", Options{}, "columns 1 and 2 of 3, tabs, names, left out: column 3 | 0→1, needed quotes, attributes | a -> b, b -> c"},
		{"NetworkX with blanks in attributes", "a b {'x': 'y z', 'w': 2}\nb c {'x': 'q r'}\n", Options{}, "columns 1 and 2 of 3, blanks, names, left out: column 3 | 0→1, no quotes, attributes | a -> b, b -> c"},
		{"uniq -c", "      3 a b\n      1 b c\n     12 c a\n", Options{}, "columns 2 and 3 of 3, blanks, names, left out: column 1 | 1→2, no quotes | a -> b, b -> c, c -> a"},
		{"uniq -c of numbers", "      3 1 2\n      1 2 3\n     12 3 1\n", Options{}, "columns 2 and 3 of 3, blanks, numbers, left out: column 1 | 1→2, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
	})
}
