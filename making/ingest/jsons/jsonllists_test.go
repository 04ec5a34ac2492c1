package jsons_test

import (
	"testing"

	"weft/making/ingest/ingesttest"
)

// Pages with lists of their links.
func TestJSONLLists(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "links", Text: `{"url":"http://a.example/x/","links":["/b","c","http://d.example/","mailto:a@a.example","ftp://a.example/","javascript:x()","tel:1","http://[","#e","//f.example"]}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages http://a.example/b http://a.example/x/ http://a.example/x/c http://d.example/ http://f.example/
arcs http://a.example/x/→http://a.example/b http://a.example/x/→http://a.example/x/ http://a.example/x/→http://a.example/x/c http://a.example/x/→http://d.example/ http://a.example/x/→http://f.example/
note 1 bad links
note 1 ftp: links, which do not lead to pages
note 1 javascript: links, which do not lead to pages
note 1 links of other schemes, which do not lead to pages
note 1 mailto: links, which do not lead to pages
records 1+0, 1 bad links
log - 0 links 1 links of http://a.example/x/ are not URLs`},
		{Name: "objects", Text: `{"url":"http://a.example/","links":[{"url":"/b"},{"href":"/c"},{"URL":"/d","href":"/e"}]}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages http://a.example/ http://a.example/b http://a.example/c http://a.example/d
arcs http://a.example/→http://a.example/b http://a.example/→http://a.example/c http://a.example/→http://a.example/d
records 1+0`},
		{Name: "objects without a name", Text: `{"url":"http://a.example/","links":[{"to":"/b"}]}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
records 0+1
log - 0 skipped line 1: "links" holds "{\"to\":\"/b\"}": expected a name: "{\"url\":\"http://a.example/\",\"links\":[{\"to\":\"/b\"}]}"
error bad input: there is no record in -`},
		{Name: "states", Text: `{"url":"http://a.example/","status":200,"links":["/b","/c"]}
{"url":"http://a.example/c","status":404,"links":[]}
{"url":"http://a.example/d","links":["/e"]}
{"url":"http://a.example/f","status":200}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links", states by "status"
pages http://a.example/:fetched http://a.example/b:ghost http://a.example/c:failed http://a.example/d http://a.example/e:ghost http://a.example/f:fetched
arcs http://a.example/→http://a.example/b http://a.example/→http://a.example/c http://a.example/d→http://a.example/e
records 4+0`},
		{Name: "states and a rule", Text: `{"url":"http://a.example/","status":200,"links":["/b"]}
`, Options: ingesttest.Options{Fetched: "linking"}, Want: `
as jsonl, an object a line, arcs from "url" to each of "links", states by "status"
pages http://a.example/:fetched http://a.example/b:ghost
arcs http://a.example/→http://a.example/b
records 1+0`},
		{Name: "names", Text: `{"id":"a","outlinks":["b","c d","../e"]}
{"id":"b","outlinks":[1,"a"]}
`, Want: `
as jsonl, an object a line, arcs from "id" to each of "outlinks"
pages ../e 1 a b "c d"
arcs a→../e a→b a→"c d" b→1 b→a
records 2+0`},
		{Name: "lists of numbers", Text: `{"id":1,"links":[2,3.0,4]}
{"id":2,"links":[2.5]}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "id" to each of "links"
pages 1 2 3.0 4
arcs 1→2 1→3.0 1→4
records 1+1
log - 27 skipped line 2: "links" holds "2.5": expected a name: "{\"id\":2,\"links\":[2.5]}"`},
		{Name: "numbers of pages with addresses", Text: `{"url":"http://a.example/","links":[7,"8"]}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages 7 http://a.example/ http://a.example/8
arcs http://a.example/→7 http://a.example/→http://a.example/8
records 1+0`},
		{Name: "hosts", Text: `{"url":"a.example","links":["b.example","/c","c.example/d"]}
`, Options: ingesttest.Options{Hosts: true}, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages /c http://a.example/ http://b.example/ http://c.example/d
arcs http://a.example/→/c http://a.example/→http://b.example/ http://a.example/→http://c.example/d
records 1+0`},
		{Name: "not a list", Text: `{"url":"http://a.example/","links":["/b"]}
{"url":"http://b.example/","links":"/b"}
{"links":["/b"]}
{"url":null,"links":["/b"]}
{"url":{},"links":["/b"]}
{"url":"http://c.example/","links":null}
{"url":"http://d.example/"}
`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages http://a.example/ http://a.example/b http://c.example/ http://d.example/
arcs http://a.example/→http://a.example/b
records 3+4
log - 43 skipped line 2: "links" is not a list: "{\"url\":\"http://b.example/\",\"links\":\"/b\"}"
log - 84 skipped line 3: "url" is missing: "{\"links\":[\"/b\"]}"
log - 101 skipped line 4: "url" is missing: "{\"url\":null,\"links\":[\"/b\"]}"
log - 129 skipped line 5: "url" holds "{}": expected a name: "{\"url\":{},\"links\":[\"/b\"]}"`},
		{Name: "a list before a pair", Text: `{"source":["x"],"target":"b","url":"c","hrefs":["d"]}
{"source":["x"],"target":"b","url":"c","hrefs":["e"]}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "hrefs"
pages c d e
arcs c→d c→e
note 4 further members of objects, which are not kept
records 2+0`},
		{Name: "the target is a list", Text: `{"source":"a","target":["b","c"]}
{"source":"b","target":["a"]}
`, Want: `
as jsonl, an object a line, arcs from "source" to each of "target"
pages a b c
arcs a→b a→c b→a
records 2+0`},
		{Name: "further members beside a list", Text: `{"url":"http://a.example/","links":[],"title":"x"}
{"url":"http://b.example/","links":[],"status":200}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links", states by "status"
pages http://a.example/ http://b.example/:fetched
note 1 further members of objects, which are not kept
records 2+0`},
		{Name: "an order of members", Text: `{"from":"f","source":"s","id":"i","page":"p","url":"u","urls":["x"],"links":["y"]}
`, Want: `
as jsonl, an object a line, arcs from "url" to each of "links"
pages u y
arcs u→y
note 5 further members of objects, which are not kept
records 1+0`},
	})
}
