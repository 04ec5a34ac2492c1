package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// Members of objects that are arcs.
func TestJSONLMembers(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "source and target", Text: `{"source":"a","target":"b"}
{"source":"b","target":"c"}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages a b c
arcs a→b b→c
records 2+0`},
		{Name: "numbers", Text: `{"source":0,"target":1}
{"source": 1 ,"target":2}
{"source":2,"target":2}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 2
arcs 0→1 1→2 2→2
records 3+0`},
		{Name: "numbers and texts", Text: `{"source":0,"target":"a"}
{"source":1,"target":"b"}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 a b
arcs 0→a 1→b
records 2+0`},
		{Name: "texts and numbers", Text: `{"source":"a","target":0}
{"source":"b","target":1}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 a b
arcs a→0 b→1
records 2+0`},
		{Name: "numbers and a text", Text: `{"source":0,"target":1}
{"source":1,"target":"2"}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 2
arcs 0→1 1→2
records 2+0`},
		{Name: "numbers and fractions", Text: `{"source":0,"target":1}
{"source":1,"target":2.0}
{"source":1,"target":2.5}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 2.0
arcs 0→1 1→2.0
records 2+1
log - 50 skipped line 3: "target" holds "2.5": expected a name: "{\"source\":1,\"target\":2.5}"`},
		{Name: "a seed", Text: `{"via":null,"url":"http://a.example/"}
{"via":"","url":"http://b.example/"}
{"via":"http://a.example/","url":"http://c.example/"}
{"url":"http://d.example/"}
`, Want: `
as jsonl, an object a line, arcs from "via" to "url"
pages http://a.example/ http://b.example/ http://c.example/ http://d.example/
arcs http://a.example/→http://c.example/
records 4+0`},
		{Name: "states of targets", Text: `{"via":"http://a.example/","url":"http://b.example/","status":200}
{"via":"http://a.example/","url":"http://c.example/","status":"404"}
{"via":"http://a.example/","url":"http://d.example/","status":99}
{"via":"http://a.example/","url":"http://e.example/","status":1000}
{"via":"http://a.example/","url":"http://f.example/","status":100}
{"via":"http://a.example/","url":"http://g.example/","status":999}
{"via":"http://a.example/","url":"http://h.example/","status":null}
{"via":"http://a.example/","url":"http://i.example/"}
{"via":null,"url":"http://a.example/","status": 301 }
`, Want: `
as jsonl, an object a line, arcs from "via" to "url", states by "status"
pages http://a.example/:redirected http://b.example/:fetched http://c.example/:failed http://d.example/ http://e.example/ http://f.example/:failed http://g.example/:failed http://h.example/ http://i.example/
arcs http://a.example/→http://b.example/ http://a.example/→http://c.example/ http://a.example/→http://d.example/ http://a.example/→http://e.example/ http://a.example/→http://f.example/ http://a.example/→http://g.example/ http://a.example/→http://h.example/ http://a.example/→http://i.example/
records 9+0`},
		{Name: "two members that may be states", Text: `{"via":"http://a.example/","url":"http://b.example/","statusCode":404,"http_status":200}
{"via":"http://a.example/","url":"http://c.example/","statusCode":404}
`, Want: `
as jsonl, an object a line, arcs from "via" to "url", states by "http_status"
pages http://a.example/ http://b.example/:fetched http://c.example/
arcs http://a.example/→http://b.example/ http://a.example/→http://c.example/
note 2 further members of objects, which are not kept
records 2+0`},
		{Name: "a state beside numbers", Text: `{"source":0,"target":1,"status":200}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1
arcs 0→1
note 1 further members of objects, which are not kept
records 1+0`},
		{Name: "further members", Text: `{"source":"a","target":"b","x":1,"y":[2]}
{"source":"b","target":"c"}
{"source":"c","target":"a","x":{}}
{"target":"a","x":1}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages a b c
arcs a→b b→c c→a
note 3 further members of objects, which are not kept
records 4+0`},
		{Name: "columns", Text: `{"a":"x","b":"y","c":"z"}
{"a":"y","b":"z","c":"x"}
`, Options: ingesttest.Options{Columns: "c,a"}, Want: `
as jsonl, an object a line, arcs from "c" to "a"
pages x y z
arcs x→y z→x
note 2 further members of objects, which are not kept
records 2+0`},
		{Name: "columns with a list", Text: `{"a":"x","b":["y","z"]}
`, Options: ingesttest.Options{Columns: "a,b", Format: jsons.JSONL}, Want: `
as jsonl, an object a line, arcs from "a" to each of "b"
pages x y z
arcs x→y x→z
records 1+0`},
		{Name: "columns that are not there", Text: `{"a":"x","b":"y"}
{"a":"x","b":"z"}
`, Options: ingesttest.Options{Columns: "a,c"}, Want: `
records 0+0
error -: the options do not fit the input: 'columns': the objects have no member "c": they have ["a" "b"]`},
		{Name: "no arcs", Text: `{"a":1,"b":{"c":2}}
{"a":2,"b":{"c":3}}
`, Want: `
records 0+0
error -: the objects of this JSONL have the members ["a" "b"], and nothing says which are an arc: expected via and url, source and target, or url and links, or name two with 'columns'`},
		{Name: "two members that may be arcs", Text: `{"a":"x","b":"y","c":1}
{"a":"y","b":"z","c":2}
{"a":"z","b":"x","c":3}
`, Want: `
records 0+0
error the objects of this JSONL have the members ["a" "b" "c"], and nothing says which are an arc: expected via and url, source and target, or url and links, or name two with 'columns': say how to read it
  'columns' a,b   x -> y, y -> z, z -> x
  'columns' b,a   y -> x, z -> y, x -> z`},
		{Name: "known members of other kinds", Text: `{"source":"http://a.example/","target":"blue"}
{"source":"http://b.example/","target":"red"}
{"source":"http://c.example/","target":"blue"}
{"source":"http://d.example/","target":"red"}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages blue red http://a.example/ http://b.example/ http://c.example/ http://d.example/
arcs http://a.example/→blue http://b.example/→red http://c.example/→blue http://d.example/→red
records 4+0`},
		{Name: "both directions", Text: `{"source":"a","target":"b","directed":false}
{"source":"b","target":"b","directed":false}
{"source":"b","target":"c","directed":true}
{"source":"c","target":"d","type":"undirected"}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages a b c d
arcs a→b b→a b→b b→c c→d d→c
note 2 edges without direction, which are two arcs
note 4 further members of objects, which are not kept
records 4+0`},
		{Name: "both directions of numbers", Text: `{"source":0,"target":1,"directed":false}
{"source":1,"target":1,"directed":false}
{"source":1,"target":2,"directed":"true"}
{"source":2,"target":3,"type": "Undirected" }
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 2 3
arcs 0→1 1→0 1→1 1→2 2→3 3→2
note 2 edges without direction, which are two arcs
note 4 further members of objects, which are not kept
records 4+0`},
		{Name: "direction as a target", Text: `{"source":"a","directed":"undirected"}
{"source":"b","directed":"undirected"}
`, Options: ingesttest.Options{Columns: "source,directed"}, Want: `
as jsonl, an object a line, arcs from "source" to "directed"
pages a b undirected
arcs a→undirected b→undirected
records 2+0`},
	})
}

// Lines that are no objects, weights, and words that Python writes.
func TestJSONLLines(t *testing.T) {
	const pair = `{"source":"a","target":"b"}` + "\n"
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "bad lines", Text: pair + `{"source":"b","target":
["a"]
{"source":"b"}
{"source":"b","target":null}
{"source":"b","target":""}
{"source":true,"target":"c"}
{"source":"b","target":[1]}

{"source":"b","target":"c"}`, Options: ingesttest.Options{MaxBad: 1, Format: jsons.JSONL}, Want: `
as jsonl, an object a line, arcs from "source" to each of "target"
pages 1 b
arcs b→1
records 3+6
log - 0 skipped line 1: "target" is not a list: "{\"source\":\"a\",\"target\":\"b\"}"
log - 28 skipped line 2: it is not an object of JSON: "{\"source\":\"b\",\"target\":"
log - 52 skipped line 3: it is not an object of JSON: "[\"a\"]"
log - 102 skipped line 6: "target" is not a list: "{\"source\":\"b\",\"target\":\"\"}"
log - 129 skipped line 7: "source" holds "true": expected a name: "{\"source\":true,\"target\":\"c\"}"
log - 187 skipped line 10: "target" is not a list: "{\"source\":\"b\",\"target\":\"c\"}"`},
		{Name: "a bad line in a strict import", Text: pair + "x\n", Options: ingesttest.Options{Format: jsons.JSONL, Strict: true}, Want: `
records 1+1
error bad input: -, offset 28: line 2: it is not an object of JSON: "x"`},
		{Name: "bad numbers", Text: `{"source":0,"target":1}
{"source":0,"target":4294967295}
{"source":0,"target":-1}
{"source":0}
{"target":0}
`, Options: ingesttest.Options{MaxBad: 1, Format: jsons.JSONL}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages -1 0 1 4294967295
arcs 0→-1 0→1 0→4294967295
records 4+1
log - 82 skipped line 4: "target" is missing: "{\"source\":0}"`},
		{Name: "words of Python", Text: `{"source":"a","target":"b","x":NaN,"y":-Infinity}
{"source":"NaN","target":"an \" Infinity","x":Infinity}
`, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages NaN a "an \" Infinity" b
arcs NaN→"an \" Infinity" a→b
note 3 further members of objects, which are not kept
records 2+0`},
		{Name: "words of Python alone", Text: `{"source":"a","target":"b"}
{"source":"a","target":NaN}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages a b
arcs a→b
records 1+1
log - 28 skipped line 2: "target" is missing: "{\"source\":\"a\",\"target\":NaN}"`},
		{Name: "weights", Text: `{"source":"a","target":"b","weight":2}
{"source":"b","target":"c","weight":"0.5"}
{"source":"b","target":"b","weight":-1e2}
{"source":"c","target":"a"}
{"source":"c","target":"b","weight":"x"}
{"source":"c","target":"c","weight":NaN}
{"source":null,"target":"d"}
`, Options: ingesttest.Options{Weights: "weight", MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages a b c d
arcs a→b*2 b→b*-100 b→c*0.5
note 1 arcs with a weight below 0, which PageRank and clusters refuse
note 3 arcs with weights, which are kept
records 4+3
log - 124 skipped line 4: the weight of the arc is missing: "{\"source\":\"c\",\"target\":\"a\"}"
log - 152 skipped line 5: the weight "x": expected a finite number: "{\"source\":\"c\",\"target\":\"b\",\"weight\":\"x\"}"
log - 193 skipped line 6: the weight "null": expected a finite number: "{\"source\":\"c\",\"target\":\"c\",\"weight\":NaN}"`},
		{Name: "weights of numbers", Text: `{"source":0,"target":1,"w":2,"x":1}
{"source":1,"target":2,"w":3,"directed":false}
{"source":2,"target":0}
`, Options: ingesttest.Options{Weights: "w", MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1 2
arcs 0→1*2 1→2*3 2→1*3
note 3 arcs with weights, which are kept
note 1 edges without direction, which are two arcs
note 2 further members of objects, which are not kept
records 2+1
log - 83 skipped line 3: the weight of the arc is missing: "{\"source\":2,\"target\":0}"`},
		{Name: "the target as weight", Text: `{"source":0,"target":1}
{"source":1,"target":2}
`, Options: ingesttest.Options{Weights: "target"}, Want: `
records 0+2
log - 0 skipped line 1: the weight of the arc is missing: "{\"source\":0,\"target\":1}"
log - 24 skipped line 2: the weight of the arc is missing: "{\"source\":1,\"target\":2}"
error bad input: 2 of 2 records are bad, more than 1 % ('max-bad' raises the limit). The first: -, offset 0: line 1: the weight of the arc is missing: "{\"source\":0,\"target\":1}"`},
		{Name: "two weights", Text: `{"source":"a","target":"b","weight":2,"Weight":3}
`, Options: ingesttest.Options{Weights: "weight"}, Want: `
records 0+0
error -: the options do not fit the input: 'weights' weight: "Weight" and "weight" may both be the weights: expected one: name it, as in 'weights' Weight, or say the number of its column`},
	})
}

// Lines after the first thousand, which decide how lines are read.
func TestJSONLLaterLines(t *testing.T) {
	long := strings.Repeat("x", scan.MaxWord+1)
	first := func(line string) string { return strings.Repeat(line+"\n", tables.SampleLines) }
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "other numbers", Text: first(`{"source":0,"target":1}`) + `{"source":0,"target":"2"}
{"source":4294967295,"target":0}
{"source":0}
[0,1]
{"source":1,"target":0}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target"
pages 0 1
arcs 0→1 1→0
records 1001+4
log - 24000 skipped line 1001: "\"2\"" is not the number of a page: "{\"source\":0,\"target\":\"2\"}"
log - 24026 skipped line 1002: "4294967295" is not the number of a page: "{\"source\":4294967295,\"target\":0}"
log - 24059 skipped line 1003: "" is not the number of a page: "{\"source\":0}"
log - 24072 skipped line 1004: it is not an object of JSON: "[0,1]"`},
		{Name: "long names", Text: `{"source":"a","target":"b","status":200}
{"source":null,"target":"` + long + `"}
{"source":"a","target":"` + long + `","status":200}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "source" to "target", states by "status"
pages a b:fetched
arcs a→b
records 1+2
log - 41 skipped line 2: a name of 65537 bytes: at most 65536 are read: "{\"source\":null,\"target\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
log - 65606 skipped line 3: a name of 65537 bytes: at most 65536 are read: "{\"source\":\"a\",\"target\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`},
		{Name: "long names of pages", Text: `{"url":"a","links":["b"]}
{"url":"` + long + `","links":["b"]}
{"url":"a","links":["c","` + long + `","d"]}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages a b c
arcs a→b a→c
records 1+2
log - 26 skipped line 2: a name of 65537 bytes: at most 65536 are read: "{\"url\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
log - 65588 skipped line 3: a name of 65537 bytes: at most 65536 are read: "{\"url\":\"a\",\"links\":[\"c\",\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`},
	})
}
