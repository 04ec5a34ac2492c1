package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/scan"
)

const (
	abc  = `{"directed":true,"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"links":[`
	tens = `{"directed":true,"nodes":[{"id":10},{"id":20},{"id":30}],"links":[`
)

// Ends of links: identifiers, positions, nodes and lists.
func TestJSONGraphLinks(t *testing.T) {
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "names of ends", Text: abc + `{"source":"a","target":"b"},{"from":"b","to":"c"},{"src":"c","dst":"a"},{"tail":"c","head":"b"}]}`, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b b→c c→a c→b
records 7+0`},
		{Name: "positions", Text: abc + `{"source":0,"target":1},{"source":1,"target":2}]}`, Want: `
as jsongraph, links by the position of nodes, from 0
pages a b c
arcs a→b b→c
records 5+0`},
		{Name: "positions as texts", Text: abc + `{"source":0,"target":"1"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
records 3+1
log - 94 skipped edge: there is no node "0"`},
		{Name: "a position beyond the nodes", Text: abc + `{"source":0,"target":3}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
records 3+1
log - 92 skipped edge: there is no node "0"`},
		{Name: "a fraction", Text: abc + `{"source":0,"target":1.5}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
records 3+1
log - 94 skipped edge: there is no node "0"`},
		{Name: "identifiers that are numbers", Text: tens + `{"source":10,"target":20},{"source":30,"target":10}]}`, Want: `
as jsongraph, links by identifier
pages 0:ghost 1:ghost 2:ghost 3:ghost 4:ghost 5:ghost 6:ghost 7:ghost 8:ghost 9:ghost 10 11:ghost 12:ghost 13:ghost 14:ghost 15:ghost 16:ghost 17:ghost 18:ghost 19:ghost 20 21:ghost 22:ghost 23:ghost 24:ghost 25:ghost 26:ghost 27:ghost 28:ghost 29:ghost 30
arcs 10→20 30→10
note 28 numbers without a node, which become ghosts
records 5+0`},
		{Name: "positions of nodes with numbers", Text: tens + `{"source":0,"target":1},{"source":2,"target":0}]}`, Want: `
as jsongraph, links by the position of nodes, from 0
pages 0:ghost 1:ghost 2:ghost 3:ghost 4:ghost 5:ghost 6:ghost 7:ghost 8:ghost 9:ghost 10 11:ghost 12:ghost 13:ghost 14:ghost 15:ghost 16:ghost 17:ghost 18:ghost 19:ghost 20 21:ghost 22:ghost 23:ghost 24:ghost 25:ghost 26:ghost 27:ghost 28:ghost 29:ghost 30
arcs 10→20 30→10
note 28 numbers without a node, which become ghosts
records 5+0`},
		{Name: "numbers that may be both", Text: `{"directed":true,"nodes":[{"id":2},{"id":1},{"id":0}],"links":[{"source":0,"target":1}]}`, Want: `
as jsongraph, links by identifier
pages 0 1 2
arcs 0→1
records 4+0`},
		{Name: "some identifiers are positions", Text: `{"directed":true,"nodes":[{"id":1},{"id":2},{"id":3}],"links":[{"source":0,"target":1},{"source":1,"target":2}]}`, Want: `
as jsongraph, links by the position of nodes, from 0
pages 0 1 2
arcs 0→1 1→2
note 3 nodes that count from 1: node 1 is page 0
records 5+0`},
		{Name: "nodes as ends", Text: abc + `{"source":{"id":"a","x":{"id":"z"}},"target":{"key":"b","id":["q"]}},{"source":{"name":"c"},"target":"a"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b
records 4+1
log - 174 skipped line 1: link: expected a source and a target, of at most 65536 bytes each`},
		{Name: "nodes with numbers as ends", Text: tens + `{"source":{"id":10},"target":{"id":30}}]}`, Want: `
as jsongraph, links by identifier
pages 0:ghost 1:ghost 2:ghost 3:ghost 4:ghost 5:ghost 6:ghost 7:ghost 8:ghost 9:ghost 10 11:ghost 12:ghost 13:ghost 14:ghost 15:ghost 16:ghost 17:ghost 18:ghost 19:ghost 20 21:ghost 22:ghost 23:ghost 24:ghost 25:ghost 26:ghost 27:ghost 28:ghost 29:ghost 30
arcs 10→30
note 28 numbers without a node, which become ghosts
records 4+0`},
		{Name: "lists as links", Text: abc + `["a","b"],["b","c",1],["c","a","x",{}]]}`, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b b→c c→a
note 2 edges with weights or other attributes, which are not kept
records 6+0`},
		{Name: "short lists", Text: abc + `["a","b"],["b"],[]]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b
records 4+2
log - 84 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 87 skipped line 1: link: expected a source and a target, of at most 65536 bytes each`},
		{Name: "other links", Text: abc + `"a"]}`, Want: `
records 3+0
error -: line 1, offset 72: a link is an object {…}: found something else`},
		{Name: "ends that are missing", Text: abc + `{"source":"a"},{"target":"a"},{"source":"","target":"b"},{"source":null,"target":"b"},{"source":["a"],"target":"b"},{"source":"b","target":"a"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
arcs b→a
records 4+5
log - 83 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 98 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 125 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 154 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 184 skipped line 1: link: expected a source and a target, of at most 65536 bytes each`},
		{Name: "an unknown node", Text: abc + `{"source":"a","target":"b"},{"source":"x","target":"b"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c x
arcs a→b x→b
note 1 ends of edges that no node declares: each is a page called by its identifier
records 6+0`},
		{Name: "an unknown node in a strict import", Text: abc + "\n{\"source\":\"a\",\"target\":\"b\"},\n{\"source\":\"x\",\"target\":\"b\"}]}", Options: ingesttest.Options{Strict: true}, Want: `
as jsongraph, links by identifier
pages a b c x
arcs a→b x→b
note 1 ends of edges that no node declares: each is a page called by its identifier
records 6+0`},
		{Name: "a fault in a node as end", Text: abc + `{"source":{"id":"a",},"target":"b"}]}`, Want: `
records 3+0
error -: line 1, offset 89: found '}' inside an object: expected '"'`},
		{Name: "a fault in a list as link", Text: abc + `["a","b" "c"]]}`, Want: `
records 3+0
error -: line 1, offset 78: found '"' inside a list: expected a comma or ']'`},
		{Name: "a fault in a link", Text: abc + `{"source":"a" "target":"b"}]}`, Want: `
records 3+0
error -: line 1, offset 83: found '"' inside an object: expected a comma or '}'`},
		{Name: "attributes of links", Text: abc + `{"source":"a","target":"b","id":"1","key":0},{"source":"b","target":"c","x":1},{"data":{"source":"c","target":"a"}},{"attributes":{"directed":false},"source":"c","target":"b"},{"x":{"source":"q"},"source":"b","target":"b"}]}`, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b b→b b→c c→a c→b
note 2 edges with weights or other attributes, which are not kept
records 8+0`},
		{Name: "long ends", Text: abc + `{"source":"a","target":"` + strings.Repeat("x", scan.MaxWord+1) + `"},{"source":"` + strings.Repeat("y", scan.MaxWord+1) + `","target":"a"},{"source":"a","target":"b"}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b
records 4+2
log - 65632 skipped line 1: link: expected a source and a target, of at most 65536 bytes each
log - 131196 skipped line 1: link: expected a source and a target, of at most 65536 bytes each`},
		{Name: "a long identifier", Text: `{"directed":true,"nodes":[{"id":"` + strings.Repeat("x", scan.MaxWord+1) + `"},{"id":"b"}],"links":[{"source":1,"target":1}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by the position of nodes, from 0
pages b
arcs b→b
records 2+1
log - 65572 skipped line 1: node: its identifier is longer than 65536 bytes`},
		{Name: "a position of a bad node", Text: `{"directed":true,"nodes":[{"id":"` + strings.Repeat("x", scan.MaxWord+1) + `"},{"id":"b"}],"links":[{"source":0,"target":1},{"source":1,"target":1}]}`, Options: ingesttest.Options{MaxBad: 1}, Want: `
as jsongraph, links by the position of nodes, from 0
pages 0 b
arcs 0→b b→b
note 1 ends of edges that no node declares: each is a page called by its identifier
records 4+1
log - 65572 skipped line 1: node: its identifier is longer than 65536 bytes`},
	})
}

// Weights of links.
func TestJSONGraphWeights(t *testing.T) {
	weigh := ingesttest.Options{Weights: "weight", MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "members", Text: abc + `{"source":"a","target":"b","weight":2},{"source":"b","target":"c","weight":"0.5"},{"source":"c","target":"a","weight":null},{"source":"c","target":"b"},{"source":"c","target":"c","weight":"x"}]}`, Options: weigh, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*2 b→c*0.5
note 2 arcs with weights, which are kept
note 1 edges with weights or other attributes, which are not kept
records 5+3
log - 192 skipped line 1: link: the weight of the arc is missing
log - 220 skipped line 1: link: the weight of the arc is missing
log - 261 skipped line 1: link: the weight "x": expected a finite number`},
		{Name: "members of another name", Text: abc + `{"source":"a","target":"b","weight":2,"x":3}]}`, Options: ingesttest.Options{Weights: "x"}, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*3
note 1 arcs with weights, which are kept
note 1 edges with weights or other attributes, which are not kept
records 4+0`},
		{Name: "attributes with weights", Text: abc + `{"source":"a","target":"b","attributes":{"weight":2}},{"data":{"source":"b","target":"c","weight":3}}]}`, Options: weigh, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*2 b→c*3
note 2 arcs with weights, which are kept
records 5+0`},
		{Name: "two members", Text: abc + `{"source":"a","target":"b","weight":2,"Weight":3}]}`, Options: weigh, Want: `
records 3+0
error -: the options do not fit the input: 'weights': "weight" and "Weight" may both be the weight of an edge: name one, as in 'weights' weight`},
		{Name: "a member twice", Text: abc + `{"source":"a","target":"b","weight":2,"weight":3}]}`, Options: weigh, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*3
note 1 arcs with weights, which are kept
records 4+0`},
		{Name: "lists", Text: abc + `["a","b",2],["b","c",3,4],["c","a"],["c","b","5",6]]}`, Options: weigh, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*2 b→c*3
note 2 arcs with weights, which are kept
note 2 edges with weights or other attributes, which are not kept
records 5+2
log - 104 skipped line 1: link: the weight of the arc is missing
log - 120 skipped line 1: link: the weight of the arc is missing`},
		{Name: "lists without the name", Text: abc + `["a","b",2]]}`, Options: ingesttest.Options{Weights: "x", MaxBad: 1}, Want: `
as jsongraph, links by identifier
pages a b c
note 1 edges with weights or other attributes, which are not kept
records 3+1
log - 80 skipped line 1: link: the weight of the arc is missing`},
		{Name: "both directions", Text: abc + `{"source":"a","target":"b","weight":2,"directed":false},{"source":"b","target":"a","weight":1}]}`, Options: weigh, Want: `
as jsongraph, links by identifier
pages a b c
arcs a→b*2 b→a*3
note 2 arcs with weights, which are kept
note 1 weights of arcs that come several times, added to the first
records 5+0`},
		{Name: "weights by position", Text: abc + `{"source":0,"target":1,"weight":2},{"source":1,"target":0,"weight":3}]}`, Options: weigh, Want: `
as jsongraph, links by the position of nodes, from 0
pages a b c
arcs a→b*2 b→a*3
note 2 arcs with weights, which are kept
records 5+0`},
	})
}
