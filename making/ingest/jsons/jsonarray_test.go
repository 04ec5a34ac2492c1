package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
)

// Lists of pairs and of objects.
func TestJSONArray(t *testing.T) {
	pairs := ingesttest.Options{Format: jsons.JSONArray, MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "pairs", Text: `[["a","b"],["b","c"]]`, Want: `
as jsonarray, a pair an arc, names
pages a b c
arcs a→b b→c
records 2+0`},
		{Name: "pairs over lines", Text: "\xef\xbb\xbf \n[\r\n [\"a\",\n\"b\"]\n,\t[\"b\" ,\"c\"]\n ] \n", Want: `
as jsonarray, a pair an arc, names
pages a b c
arcs a→b b→c
records 2+0`},
		{Name: "numbers", Text: `[[0,1],[1, 2],[2,0]]`, Want: `
as jsonarray, a pair an arc, numbers
pages 0 1 2
arcs 0→1 1→2 2→0
records 3+0`},
		{Name: "a number and a text", Text: `[[0,1],[1,"2"]]`, Want: `
as jsonarray, a pair an arc, names
pages 0 1 2
arcs 0→1 1→2
records 2+0`},
		{Name: "a text and a number", Text: `[["0",1],[1,2]]`, Want: `
as jsonarray, a pair an arc, names
pages 0 1 2
arcs 0→1 1→2
records 2+0`},
		{Name: "weights", Text: `[["a","b",2],["b","c",0.5]]`, Options: ingesttest.Options{Weights: "weight"}, Want: `
as jsonarray, a pair an arc, names
pages a b c
arcs a→b*2 b→c*0.5
note 2 arcs with weights, which are kept
records 2+0`},
		{Name: "weights that are not kept", Text: `[["a","b",2],["b","c",0.5]]`, Want: `
as jsonarray, a pair an arc, names
pages a b c
arcs a→b b→c
note 2 further members of objects, which are not kept
records 2+0`},
		{Name: "a weight missing", Text: `[["a","b",2],["b","c"]]`, Options: ingesttest.Options{Format: jsons.JSONArray, Weights: "weight", MaxBad: 1}, Want: `
as jsonarray, a pair an arc, names
pages a b
arcs a→b*2
note 1 arcs with weights, which are kept
records 1+1
log - 12 skipped line 2: the weight of the arc is missing: "[\"b\",\"c\"]"`},
		{Name: "pairs of other lengths", Text: `[["a","b"],["c"],[],["d","e","f","g"],"h",{"source":"i","target":"j"},7,["k","l",null]]`, Options: pairs, Want: `
as jsonarray, a pair an arc, names
pages a b k l
arcs a→b k→l
note 1 further members of objects, which are not kept
records 2+6
log - 10 skipped line 2: expected a pair [source, target], perhaps with a weight: "[\"c\"]"
log - 16 skipped line 3: expected a pair [source, target], perhaps with a weight: "[]"
log - 19 skipped line 4: expected a pair [source, target], perhaps with a weight: "[\"d\",\"e\",\"f\",\"g\"]"
log - 37 skipped line 5: expected a pair [source, target], perhaps with a weight: "\"h\""
log - 41 skipped line 6: expected a pair [source, target], perhaps with a weight: "{\"source\":\"i\",\"target\":\"j\"}"
log - 69 skipped line 7: expected a pair [source, target], perhaps with a weight: "7"`},
		{Name: "bad numbers", Text: `[[0,1],[1,4294967296],[2]]`, Options: pairs, Want: `
as jsonarray, a pair an arc, names
pages 0 1 4294967296
arcs 0→1 1→4294967296
records 2+1
log - 21 skipped line 3: expected a pair [source, target], perhaps with a weight: "[2]"`},
		{Name: "words of Python", Text: `[["a","b",NaN],["NaN","c",-Infinity]]`, Options: pairs, Want: `
as jsonarray, a pair an arc, names
pages NaN a b c
arcs NaN→c a→b
note 2 further members of objects, which are not kept
records 2+0`},
		{Name: "brackets, quotes and escapes in texts", Text: `[["a]","b\\"],["c,[{","d\"]"],["e\u0041",["f"]]]`, Options: pairs, Want: `
as jsonarray, a pair an arc, names
pages a] b\ c,[{ d"]
arcs a]→b\ c,[{→d"]
records 2+1
log - 29 skipped line 3: "target" holds "[\"f\"]": expected a name: "[\"e\\u0041\",[\"f\"]]"`},
		{Name: "objects", Text: `[{"source":"a","target":"b","x":{"y":[1,2]}},
{"source":"b","target":"c"}]`, Want: `
as jsonarray, an object a line, arcs from "source" to "target"
pages a b c
arcs a→b b→c
note 1 further members of objects, which are not kept
records 2+0`},
		{Name: "objects and columns", Text: `[{"u":"a","v":"b"},{"u":"b","v":"c"}]`, Options: ingesttest.Options{Columns: "v,u"}, Want: `
as jsonarray, an object a line, arcs from "v" to "u"
pages a b c
arcs b→a c→b
records 2+0`},
		{Name: "objects that are no arcs", Text: `[{"x":1},{"x":2}]`, Want: `
records 0+0
error -: a list in JSON: the objects of this JSONL have the members ["x"], and nothing says which are an arc: expected via and url, source and target, or url and links, or name two with 'columns'`},
		{Name: "objects of pages", Text: `[{"url":"http://a.example/","links":["/b"]}]`, Want: `
as jsonarray, an object a line, arcs from "url" to each of "links"
pages http://a.example/ http://a.example/b
arcs http://a.example/→http://a.example/b
records 1+0`},
		{Name: "other elements among objects", Text: `[{"source":"a","target":"b"},"x",[1],{"source":"b","target":"c"}]`, Options: pairs, Want: `
as jsonarray, an object a line, arcs from "source" to "target"
pages a b c
arcs a→b b→c
records 2+2
log - 28 skipped line 2: it is not an object of JSON: "\"x\""
log - 32 skipped line 3: it is not an object of JSON: "[1]"`},
		{Name: "an empty list", Text: `[]`, Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 2: the list is empty: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "no list", Text: `"x"`, Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 3: the text ends inside a value: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "lines without brackets", Text: `["a","b"],["c","d"]`, Options: pairs, Want: `
records 0+0
error -: a list in JSON: its first element is "\"a\"": expected pairs [source, target], or objects with source and target, between "[" and "]"`},
	})
}

// Pairs that may be rows of another table.
func TestPairsInDoubt(t *testing.T) {
	const liked = `[["ann","http://a.example/"],["bob","http://b.example/"],["cel","http://a.example/"],["ann","http://b.example/"]]`
	const long = `[["ann","http://a.example/",1],["bob","http://b.example/"],["cel","http://a.example/"],["ann","http://b.example/",2]]`
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "two kinds of names", Text: liked, Want: `
records 0+0
error -: one column holds URLs, the other texts: it looks like a table of pages, not of arcs; if the first of each pair links to the second, say 'format' jsonarray`},
		{Name: "one pair", Text: `[["ann","http://a.example/"]]`, Want: `
records 0+0
error -: one column holds URLs, the other texts: it looks like a table of pages, not of arcs; if the first of each pair links to the second, say 'format' jsonarray`},
		{Name: "one pair and others", Text: `[["ann",1],["bob"],[{}]]`, Want: `
records 0+0
error -: one column holds numbers, the other texts: it looks like a list of nodes with their names, counts or classes, not of arcs; if the first of each pair links to the second, say 'format' jsonarray`},
		{Name: "said", Text: liked, Options: ingesttest.Options{Format: jsons.JSONArray}, Want: `
as jsonarray, a pair an arc, names
pages ann bob cel http://a.example/ http://b.example/
arcs ann→http://a.example/ ann→http://b.example/ bob→http://b.example/ cel→http://a.example/
records 4+0`},
		{Name: "other lengths", Text: long, Want: `
records 0+0
error -: one column holds URLs, the other texts: it looks like a table of pages, not of arcs; if the first of each pair links to the second, say 'format' jsonarray`},
		{Name: "short pairs", Text: `[["a"],["b"]]`, Want: `
records 0+0
error it looks like a list in JSON: write an object a line (jq -c '.[]'), with source and target, or via and url. If it is a list, name its 'format'`},
	})
}

// Lists that do not end as they should, with their place.
func TestJSONArrayFaults(t *testing.T) {
	pairs := ingesttest.Options{Format: jsons.JSONArray, Strict: true}
	const first = `[["a","b"]`
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "nothing after a list", Text: first, Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 10: the text ends inside a value: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "nothing after a comma", Text: first + ",\n", Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 2, offset 12: the text ends inside a list
error bad input: -, offset 10: the text breaks off: line 2, offset 12: the text ends inside a list`},
		{Name: "a bracket after a comma", Text: first + ",\n]", Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 2, offset 12: found "]" after a comma: expected an element
error bad input: -, offset 10: the text breaks off: line 2, offset 12: found "]" after a comma: expected an element`},
		{Name: "no comma", Text: first + `["c","d"]]`, Options: pairs, Want: `
records 0+1
error bad input: -, offset 0: line 1: expected a pair [source, target], perhaps with a weight: "[\"a\",\"b\"][\"c\",\"d\"]"`},
		{Name: "two commas", Text: first + `,,["c","d"]]`, Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 1, offset 11: found ',' inside a list: expected an element
error bad input: -, offset 10: the text breaks off: line 1, offset 11: found ',' inside a list: expected an element`},
		{Name: "a comma before the first element", Text: "[," + first[1:] + "]", Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 1: found ',' before the first element: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "a text after the list", Text: first + "]\n x", Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 2, offset 13: found 'x' after the list: expected the end
error bad input: -, offset 10: the text breaks off: line 2, offset 13: found 'x' after the list: expected the end`},
		{Name: "a comma after the list", Text: first + "],", Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 1, offset 11: found ',' after the list: expected the end
error bad input: -, offset 10: the text breaks off: line 1, offset 11: found ',' after the list: expected the end`},
		{Name: "a value that does not end", Text: first + ",\n[\"c\"", Options: pairs, Want: `
records 1+1
break - 14 (-1 bytes missing) line 2, offset 16: the text ends inside a value
error bad input: -, offset 14: the text breaks off: line 2, offset 16: the text ends inside a value`},
		{Name: "an escape that does not end", Text: first + `,["c\`, Options: pairs, Want: `
records 1+1
break - 14 (-1 bytes missing) line 1, offset 15: the text ends inside a text
error bad input: -, offset 14: the text breaks off: line 1, offset 15: the text ends inside a text`},
		{Name: "a brace that closes a list", Text: first + `,["c"}]`, Options: pairs, Want: `
records 1+1
error bad input: -, offset 10: line 2: expected a pair [source, target], perhaps with a weight: "[\"c\"}"`},
		{Name: "a brace after an element", Text: first + "}", Options: pairs, Want: `
records 1+1
break - 10 (-1 bytes missing) line 1, offset 10: found '}' inside a list: expected a comma or "]"
error bad input: -, offset 10: the text breaks off: line 1, offset 10: found '}' inside a list: expected a comma or "]"`},
		{Name: "a brace after a number", Text: first + ",7}", Options: pairs, Want: `
records 1+1
error bad input: -, offset 10: line 2: expected a pair [source, target], perhaps with a weight: "7"`},
		{Name: "the first bracket alone", Text: "[", Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 1: the text ends inside a list: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "a first element that does not end", Text: "[\n{\"source\":\"a\",", Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 2, offset 16: the text ends inside a value: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "a list of blanks", Text: "\n[\n]\n", Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 4, offset 5: the list is empty: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
		{Name: "nothing", Text: "", Options: pairs, Want: `
records 0+0
error -: a list in JSON: line 1, offset 0: the text ends inside a list: expected pairs [source, target], or objects with source and target, between "[" and "]"`},
	})
}

// The first element stands whole in the beginning of the text that decides how the elements are read.
func TestLongFirstElement(t *testing.T) {
	text := `[["` + strings.Repeat("a", scan.TextPeek) + `","b"]]`
	o := ingesttest.Options{Format: jsons.JSONArray, Strict: true, Inputs: []string{"-"}, Stdin: strings.NewReader(text)}
	const want = `records 0+0
error -: a list in JSON: its first element has more than 4194304 bytes: expected pairs [source, target], or objects with source and target, between "[" and "]"`
	if got := ingesttest.Tell(t, o); got != want {
		t.Errorf("got %.300s, want %s", got, want)
	}
}

// An element has at most as many bytes as a line.
func TestLongElements(t *testing.T) {
	text := func(n int) string { return `[["a","b"],["c","` + strings.Repeat("d", n) + `"]]` }
	o := ingesttest.Options{Format: jsons.JSONArray, Strict: true}
	for _, c := range []struct {
		bytes int
		want  string
	}{
		{scan.MaxLine - len(`["c",""]`) - 1, "records 1+1\nerror bad input: -, offset 10: line 2: a name of "},
		{scan.MaxLine, "an element of more than 16777216 bytes"},
	} {
		o.Inputs, o.Stdin = []string{"-"}, strings.NewReader(text(c.bytes))
		if got := ingesttest.Tell(t, o); !strings.Contains(got, c.want) {
			t.Errorf("an element of %d bytes: got %.300s, want %q", c.bytes, got, c.want)
		}
	}
}
