package jsons_test

import (
	"testing"

	"weft/making/ingest/ingesttest"
)

// Nodes by their identifiers, names and addresses, in the forms that programs write.
func TestJSONGraphNodes(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "identifiers", Text: `{"nodes":[{"id":"a"},{"key":"b"}],"links":[{"source":"a","target":"b"}]}`, Want: `
as jsongraph, links by identifier
pages a b
arcs a→b
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "numbers", Text: `{"nodes":[{"id":2},{"id":7}],"links":[{"source":2,"target":7}]}`, Want: `
as jsongraph, links by identifier
pages 0:ghost 1:ghost 2 3:ghost 4:ghost 5:ghost 6:ghost 7
arcs 2→7
note 1 graphs without a word about direction, read as directed
note 6 numbers without a node, which become ghosts
records 3+0`},
		{Name: "names before identifiers", Text: `{"nodes":[{"id":"1","label":"a","name":"x"},{"id":"2","name":"b"},{"id":"3","url":"http://c.example/","label":"y"},{"id":"4","uri":"http://d.example/"},{"id":"5","href":"http://e.example/"},{"id":"6"}],"links":[{"source":"1","target":"2"},{"source":"3","target":"4"},{"source":"5","target":"6"}]}`, Want: `
as jsongraph, links by identifier
pages 6 a b http://c.example/ http://d.example/ http://e.example/
arcs a→b http://c.example/→http://d.example/ http://e.example/→6
note 1 graphs without a word about direction, read as directed
records 9+0`},
		{Name: "addresses as identifiers", Text: `{"nodes":[{"id":"http://a.example/","label":"x"},{"id":"http://b.example/","name":"y"}],"links":[{"source":"http://a.example/","target":"http://b.example/"}]}`, Want: `
as jsongraph, links by identifier
pages http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "hosts", Text: `{"nodes":[{"id":"a.example"},{"id":"2","label":"b.example"}],"links":[{"source":"a.example","target":"2"}]}`, Want: `
as jsongraph, links by identifier
pages http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "texts and numbers as nodes", Text: `{"nodes":["a",7],"links":[{"source":"a","target":"7"}]}`, Want: `
as jsongraph, links by identifier
pages 7 a
arcs a→7
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "other nodes", Text: `{"nodes":["a",null],"links":[]}`, Want: `
records 1+0
error -: line 1, offset 18: a node is an object {…}, a text or a number: found something else`},
		{Name: "a list as node", Text: `{"nodes":[["a"]],"links":[]}`, Want: `
records 0+0
error -: line 1, offset 11: a node is an object {…}, a text or a number: found something else`},
		{Name: "names only", Text: `{"nodes":[{"name":"a"},{"name":"b"},{"label":"c"}],"links":[{"source":"a","target":"c"}]}`, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→c
note 1 graphs without a word about direction, read as directed
records 4+0`},
		{Name: "equal names", Text: `{"nodes":[{"name":"a"},{"name":"a"},{"name":"b"}],"links":[{"source":0,"target":1},{"source":1,"target":2}]}`, Want: `
as jsongraph, links by the position of nodes, from 0
pages a "a #0" b
arcs a→b "a #0"→a
note 1 graphs without a word about direction, read as directed
note 1 pages with the name of another, kept under another name
records 5+0`},
		{Name: "no names", Text: `{"nodes":[{},{"x":1},{"name":""}],"links":[{"source":0,"target":2}]}`, Want: `
as jsongraph, links by identifier
pages 0 1 2
arcs 0→2
note 1 graphs without a word about direction, read as directed
records 4+0`},
		{Name: "attributes", Text: `{"nodes":[{"key":"1","attributes":{"label":"a","key":"9"}},{"data":{"id":"2","name":"b"}},{"metadata":{"id":"3","label":"c","x":{"label":"d"}}},{"x":{"id":"e"},"id":"4"},{"id":"5","label":["f"],"name":null}],"edges":[{"source":"1","target":"2"},{"source":"3","target":"4"},{"source":"5","target":"4"}]}`, Want: `
as jsongraph, links by identifier
pages 4 5 a b c
arcs 5→4 a→b c→4
note 1 graphs without a word about direction, read as directed
records 8+0`},
		{Name: "attributes in attributes", Text: `{"nodes":[{"id":"1","data":{"data":{"label":"a"}}}],"edges":[{"source":"1","target":"1"}]}`, Want: `
as jsongraph, links by identifier
pages 0
arcs 0→0
note 1 graphs without a word about direction, read as directed
note 1 nodes that count from 1: node 1 is page 0
records 2+0`},
		{Name: "an object of nodes", Text: `{"graph":{"nodes":{"a":{"label":"x"},"b":{"metadata":{"url":"http://b.example/"}},"c":7,"d":["e"]},"edges":[{"source":"a","target":"b"},{"source":"c","target":"d"}]}}`, Want: `
as jsongraph, links by identifier
pages c d x http://b.example/
arcs c→d x→http://b.example/
note 1 graphs without a word about direction, read as directed
records 6+0`},
		{Name: "a node twice", Text: `{"nodes":[{"id":"a"},{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b
arcs a→b
note 1 graphs without a word about direction, read as directed
records 3+1
log - 31 skipped line 1: node: "a" is declared twice`},
		{Name: "a node twice by position", Text: `{"nodes":[{"id":"a"},{"id":"a"},{"id":"b"}],"links":[{"source":1,"target":2}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by the position of nodes, from 0
pages a b
arcs a→b
note 1 graphs without a word about direction, read as directed
records 3+1
log - 31 skipped line 1: node: "a" is declared twice`},
	})
}

// The members that hold nodes and links.
func TestJSONGraphParts(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "any order", Text: `{"links":[{"source":"a","target":"b"}],"x":[{"nodes":[]}],"nodes":[{"id":"a"},{"id":"b"}],"y":{"links":[7]}}`, Want: `
as jsongraph, links by identifier
pages a b
arcs a→b
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "elements", Text: `{"elements":{"nodes":[{"data":{"id":"a"}},{"data":{"id":"b"}}],"edges":[{"data":{"source":"a","target":"b"}}]}}`, Want: `
as jsongraph, links by identifier
pages a b
arcs a→b
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "a flat list of elements", Text: `{"elements":[{"data":{"id":"a"}},{"data":{"id":"b","name":"x"}},{"data":{"id":"ab","source":"a","target":"b"}}]}`, Want: `
as jsongraph, links by identifier
pages a x
arcs a→x
note 1 graphs without a word about direction, read as directed
records 3+0`},
		{Name: "a flat list alone", Text: `[{"data":{"id":"a"}},{"id":"b","attributes":{"label":"x"}},{"source":"a","target":"b"},{"attributes":{"from":"b","to":"a"}}]`, Want: `
as jsongraph, links by identifier
pages a x
arcs a→x x→a
note 1 graphs without a word about direction, read as directed
records 4+0`},
		{Name: "a flat list with other elements", Text: `[{"data":{"id":"a"}},7]`, Want: `
records 1+0
error -: line 1, offset 22: an element is an object {…}: found something else`},
		{Name: "a flat list with a fault", Text: `[{"data":{"id":"a"}},{"data":{"id":"b"}]`, Want: `
records 1+0
error -: line 1, offset 39: found ']' inside an object: expected a comma or '}'`},
		{Name: "no links", Text: `{"nodes":[{"id":"a"}]}`, Want: `
records 1+0
error -: line 1, offset 22: the object has no lists "nodes" and "links" or "edges": expected a graph; write another one (HAR) as a list of arcs`},
		{Name: "no nodes", Text: `{"links":[{"source":"a","target":"b"}]}`, Want: `
records 0+0
error -: line 1, offset 39: the object has no lists "nodes" and "links" or "edges": expected a graph; write another one (HAR) as a list of arcs`},
		{Name: "empty lists", Text: `{"nodes":[],"links":[]}`, Want: `
records 0+0
error bad input: there is no record in -`},
		{Name: "another object", Text: `{"log":{"entries":[]}}`, Want: `
records 0+0
error -: line 1, offset 22: the object has no lists "nodes" and "links" or "edges": expected a graph; write another one (HAR) as a list of arcs`},
		{Name: "links and edges", Text: `{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b"}],"edges":[{"source":"b","target":"a"}]}`, Want: `
as jsongraph, links by identifier
pages a b
arcs a→b b→a
note 1 graphs without a word about direction, read as directed
records 4+0`},
		{Name: "two graphs", Text: `{"nodes":[],"links":[]} {"nodes":[],"links":[]}`, Want: `
records 0+0
error -: line 1, offset 24: found '{' after the graph: expected the end`},
		{Name: "a graph that ends early", Text: `{"nodes":[{"id":"a"}],"links":[`, Want: `
records 1+0
error -: line 1, offset 31: the text ends inside a value`},
		{Name: "a fault in a node", Text: `{"nodes":[{"id":"a",}],"links":[]}`, Want: `
records 0+0
error -: line 1, offset 20: found '}' inside an object: expected '"'`},
		{Name: "a fault in an object of nodes", Text: `{"nodes":{"a":{"label":"x"},"b":{7}},"links":[]}`, Want: `
records 1+0
error -: line 1, offset 33: found '7' inside an object: expected '"'`},
		{Name: "a fault in attributes", Text: `{"nodes":[{"id":"a","attributes":{"label"}}],"links":[]}`, Want: `
records 0+0
error -: line 1, offset 41: found '}' inside an object: expected ':'`},
		{Name: "a fault in a member that is left out", Text: `{"nodes":[{"id":"a","x":["y\z"]}],"links":[]}`, Want: `
records 0+0
error -: line 1, offset 29: found \z inside a text: expected one of " \ / b f n r t u`},
		{Name: "words that are no lists", Text: `{"nodes":7,"links":"x","elements":null,"graph":[1],"edges":{}}`, Want: `
records 0+0
error -: line 1, offset 62: the object has no lists "nodes" and "links" or "edges": expected a graph; write another one (HAR) as a list of arcs`},
	})
}

// Directions of whole graphs and of links.
func TestJSONGraphDirections(t *testing.T) {
	const nodes = `"nodes":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]`
	const links = `"links":[{"source":"a","target":"b"},{"source":"b","target":"c","directed":true},{"source":"c","target":"d","undirected":true},{"source":"d","target":"d","directed":false},{"source":"d","target":"a","undirected":false,"directed":"false"}]`
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "no word", Text: `{` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
note 1 graphs without a word about direction, read as directed
records 9+0`},
		{Name: "directed", Text: `{"directed":true,` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "undirected", Text: `{"directed":false,` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b a→d b→a b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "undirected at the end", Text: `{` + nodes + `,` + links + `,"directed":false}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b a→d b→a b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "undirected by graphology", Text: `{"options":{"type":"undirected"},` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b a→d b→a b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "directed by graphology", Text: `{"options":{"type":"directed"},` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "mixed", Text: `{"options":{"type":"mixed"},` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
records 9+0`},
		{Name: "another type", Text: `{"type":"x",` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
note 1 graphs without a word about direction, read as directed
records 9+0`},
		{Name: "another word", Text: `{"directed":"false","type":7,` + nodes + `,` + links + `}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→c c→d d→a d→c d→d
note 1 edges with weights or other attributes, which are not kept
note 1 graphs without a word about direction, read as directed
records 9+0`},
		{Name: "both words", Text: `{"directed":true,"options":{"type":"undirected"},` + nodes + `,` + links + `}`, Want: `
records 0+0
error -: line 1, offset 47: the graph is called directed and undirected: remove one of the words`},
		{Name: "both words the other way", Text: `{"directed":false,"type":"mixed",` + nodes + `,` + links + `}`, Want: `
records 0+0
error -: line 1, offset 32: the graph is called directed and undirected: remove one of the words`},
		{Name: "a word twice", Text: `{"directed":false,"type":"undirected",` + nodes + `,"links":[{"source":"a","target":"b"}]}`, Want: `
as jsongraph, links by identifier
pages a b c d
arcs a→b b→a
records 5+0`},
	})
}
