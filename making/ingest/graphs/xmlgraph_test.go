package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestDetectGraphML(t *testing.T) {
	formatstest.Detect(t, &graphs.GraphMLFormat, map[string]bool{
		`<graphml>`: true,
		"\n <?xml version=\"1.0\"?>\n<!-- x --><GraphML xmlns=\"y\">": true,
		`<g:graphml>`:            true,
		`<gexf>`:                 false,
		`<graphmls>`:             false,
		`x <graphml>`:            false,
		`<svg>`:                  false,
		`<?xml?><gexf><graphml>`: false,
		`<a>` + strings.Repeat(" ", 4000) + `<graphml>`: true,
		`<a>` + strings.Repeat(" ", 4086) + `<graphml>`: false,
		"": false,
	})
	formatstest.Detect(t, &graphs.GEXFFormat, map[string]bool{`<?xml?><gexf version="1.3">`: true, `<ns:GEXF>`: true, `<graphml>`: false, `gexf`: false, `<a>`: false})
}

// graphML returns a document with the given edges between the nodes a, b and c.
func graphML(edges string) string {
	return `<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/>` + edges + `</graph></graphml>`
}

func TestGraphML(t *testing.T) {
	const names = `<key id="u" for="node" attr.name="url"/><key id="l" for="all" attr.name="Label"/><key id="n" attr.name="name"/><key id="h" for="node" attr.name="href"/><key id="e" for="edge" attr.name="label"/><key id="o" for="node" attr.name="size"/>`
	node := func(data string) string {
		return `<graphml>` + names + `<graph edgedefault="directed"><node id="1">` + data + `</node><node id="2"/></graph></graphml>`
	}
	formatstest.Run(t, &graphs.GraphMLFormat, []formatstest.Case{
		{Name: "directed", Text: graphML(`<edge source="a" target="b"/><edge source="b" target="b"/>`), Graph: "a b c; a>b b>b; 5 records"},
		{Name: "directions of edges", Text: graphML(`<edge source="a" target="b" directed="false"/><edge source="b" target="c" directed="true"/>`), Graph: "a b c; a>b b>a b>c; 5 records"},
		{Name: "undirected", Text: `<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/><edge directed="true" source="b" target="b"/></graph></graphml>`, Graph: "a b; a>b b>a b>b; 4 records"},
		{Name: "direction not said", Text: `<graphml><graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>`, Graph: "a b; a>b; 3 records", Notes: "1 graphs without a word about direction, read as directed"},
		{Name: "other direction", Text: `<graphml><graph edgedefault="both"></graph></graphml>`, Err: "line 1, offset 35: edgedefault=\"both\": expected directed or undirected"},
		{Name: "other direction of an edge", Text: graphML(`<edge source="a" target="b" directed="yes"/>`), Err: "line 1, offset 125: an edge whose direction is \"yes\""},
		{Name: "edge outside of a graph", Text: `<graphml><edge source="a" target="b"/></graphml>`, Graph: "a b; a>b; 3 records", Notes: "2 ends of edges that no node declares: each is a page called by its identifier"},
		{Name: "url", Text: node(`<data key="l">L</data><data key="u"> http://u.example/ </data>`), Graph: "2 http://u.example/; ; 2 records"},
		{Name: "label", Text: node(`<data key="l"> L l </data>`), Graph: "2 L l; ; 2 records"},
		{Name: "label that keeps blanks", Text: node(`<data key="l" xml:space="preserve"> L </data>`), Graph: " L  2; ; 2 records"},
		{Name: "url that keeps blanks", Text: node(`<data key="u" xml:space="preserve"> http://u.example/ </data>`), Graph: "2 http://u.example/; ; 2 records"},
		{Name: "empty label", Text: node(`<data key="l"> </data>`), Graph: "0 1; ; 2 records", Notes: "2 nodes that count from 1: node 1 is page 0"},
		{Name: "name", Text: node(`<data key="n">N</data>`), Graph: "2 N; ; 2 records"},
		{Name: "href", Text: node(`<data key="h">http://h.example/</data>`), Graph: "2 http://h.example/; ; 2 records"},
		{Name: "other data", Text: node(`<data key="o">7</data><data key="e">x</data><data key="zz">x</data><data>y</data>`), Graph: "0 1; ; 2 records", Notes: "4 attributes of nodes, which are not kept\n2 nodes that count from 1: node 1 is page 0"},
		{Name: "characters", Text: node(`<data key="l">a&amp;b<![CDATA[<c>]]>&#100;<!-- x -->e</data>`), Graph: "2 a&b<c>de; ; 2 records"},
		{Name: "element inside a label", Text: node(`<data key="l">a<x>b</x>c</data>`), Graph: "2 ac; ; 2 records"},
		{Name: "text of a description", Text: node(`<desc>text</desc>text<data key="l">L</data>text`), Graph: "2 L; ; 2 records"},
		{Name: "keys of edges", Text: `<graphml><key id="l" for="edge" attr.name="label"/><key id="g" for="graph" attr.name="label"/><graph edgedefault="directed"><data key="g">x</data><node id="a"><data key="l">x</data></node><node id="b"/><edge source="a" target="b"><data key="l">y</data></edge></graph></graphml>`, Graph: "a b; a>b; 3 records", Notes: "1 attributes of nodes, which are not kept\n1 edges with weights or other attributes, which are not kept"},
		{Name: "states and kinds", Text: `<graphml><key id="s" for="node" attr.name="state"/><key id="k" for="edge" attr.name="kinds"/><graph edgedefault="directed"><node id="a"><data key="s">fetched</data></node><node id="b"><data key="s">ghost</data></node><edge source="a" target="b"><data key="k"> redirect </data></edge><edge source="b" target="a"/></graph></graphml>`, Graph: "a(fetched) b(ghost); a>b(redirect); 4 records", Notes: "1 arcs of pages that were not fetched, left out"},
		{Name: "other states and kinds", Text: `<graphml><key id="s" for="node" attr.name="state"/><key id="k" for="edge" attr.name="kinds"/><graph edgedefault="directed"><node id="a"><data key="s">Ohio</data></node><node id="b"><data key="k">x</data></node><edge source="a" target="b"><data key="k">road</data><data key="s">x</data></edge></graph></graphml>`, Graph: "a b; a>b; 3 records", Notes: "2 attributes of nodes, which are not kept\n2 edges with weights or other attributes, which are not kept"},
		{Name: "nested graphs", Text: `<graphml><graph edgedefault="directed"><node id="a"><graph edgedefault="undirected"><node id="b"/><edge source="a" target="b"/></graph></node><node id="c"/><edge source="b" target="c"/></graph></graphml>`, Graph: "a b c; a>b b>a b>c; 5 records"},
		{Name: "nested node with data after it", Text: `<graphml>` + names + `<graph edgedefault="directed"><node id="1"><data key="l">L</data><graph edgedefault="directed"><node id="2"><data key="l">M</data></node></graph><data key="u">http://late.example/</data></node></graph></graphml>`, Graph: "L M; ; 2 records", Notes: "1 attributes of nodes after the nodes inside them, which are not kept"},
		{Name: "hyperedges and ports", Text: graphML(`<hyperedge><endpoint node="a"/><endpoint node="b"/></hyperedge><edge source="a" target="b" sourceport="x"/>`), Graph: "a b c; a>b; 4 records", Notes: "1 hyperedges, which are not read"},
		{Name: "namespaces", Text: `<g:graphml xmlns:g="x"><g:graph edgedefault="directed"><g:node id="a"/><g:edge source="a" target="a"/></g:graph></g:graphml>`, Graph: "a; a>a; 2 records"},
		{Name: "numbers", Text: `<graphml><graph edgedefault="directed"><node id="0"/><node id="1"/><edge source="1" target="0"/></graph></graphml>`, Graph: "0 1; 1>0; 3 records"},
		{Name: "node twice", Text: graphML("\n<node id=\"a\"/>\n<node/>\n<edge source=\"a\"/>"), Graph: "a b c; ; 3 records", Bad: "96 line 2: node: \"a\" is declared twice\n104 line 3: node: it has no identifier\n123 line 4: edge: it has no identifier"},
		{Name: "node that is not declared", Text: graphML(`<edge source="a" target="d"/>`), Graph: "a b c d; a>d; 5 records", Notes: "1 ends of edges that no node declares: each is a page called by its identifier"},
		{Name: "two graphs", Text: `<graphml><graph edgedefault="directed"><node id="a"/></graph><graph edgedefault="directed"><node id="b"/><edge source="a" target="b"/></graph></graphml>`, Graph: "a b; a>b; 3 records"},
	})
}

// yEd and yFiles keep labels inside of drawings.
func TestLabelsOfDrawings(t *testing.T) {
	drawing := func(data string) string {
		return `<graphml><key id="d" for="node" yfiles.type="nodegraphics"/><key id="y" for="node" attr.name="NodeLabels"/><key id="l" for="node" attr.name="label"/><key id="o" for="node" attr.name="o"/><graph edgedefault="directed"><node id="a">` + data + `</node><node id="b"/></graph></graphml>`
	}
	formatstest.Run(t, &graphs.GraphMLFormat, []formatstest.Case{
		{Name: "label of yEd", Text: drawing(`<data key="d"><y:ShapeNode><y:NodeLabel> L <y:x>z</y:x></y:NodeLabel><y:NodeLabel>M</y:NodeLabel></y:ShapeNode></data>`), Graph: "L b; ; 2 records"},
		{Name: "empty label first", Text: drawing(`<data key="d"><NodeLabel> </NodeLabel><NodeLabel>M</NodeLabel></data>`), Graph: "M b; ; 2 records"},
		{Name: "label of yFiles", Text: drawing(`<data key="y"><y:Label Text="T"/></data>`), Graph: "T b; ; 2 records"},
		{Name: "label of yFiles as an element", Text: drawing(`<data key="y"><y:Label><y:Label.Text>T</y:Label.Text></y:Label></data>`), Graph: "T b; ; 2 records"},
		{Name: "other label is better", Text: drawing(`<data key="d"><NodeLabel>L</NodeLabel></data><data key="l">M</data>`), Graph: "M b; ; 2 records"},
		{Name: "label of other data", Text: drawing(`<data key="o"><NodeLabel>L</NodeLabel></data>`), Graph: "a b; ; 2 records", Notes: "1 attributes of nodes, which are not kept"},
		{Name: "label after the data", Text: drawing(`<data key="d"></data><NodeLabel>L</NodeLabel>`), Graph: "a b; ; 2 records"},
		{Name: "label after a nested node", Text: drawing(`<graph edgedefault="directed"><node id="c"/></graph><data key="d"><NodeLabel>L</NodeLabel></data>`), Graph: "a b c; ; 3 records", Notes: "1 attributes of nodes after the nodes inside them, which are not kept"},
		{Name: "label outside of nodes", Text: `<graphml><Label Text="x"/><NodeLabel>y</NodeLabel><graph edgedefault="directed"><node id="a"/></graph></graphml>`, Graph: "a; ; 1 records"},
	})
}

func TestGEXF(t *testing.T) {
	const attributes = `<attributes class="node"><attribute id="0" title="url"/><attribute id="1" title="Label"/><attribute id="2" title="size"/><attribute id="3" title="state"/></attributes><attributes class="edge"><attribute id="0" title="kinds"/><attribute id="1" title="x"/></attributes>`
	gexf := func(nodes, edges string) string {
		return `<gexf><graph defaultedgetype="directed">` + attributes + `<nodes>` + nodes + `</nodes><edges>` + edges + `</edges></graph></gexf>`
	}
	formatstest.Run(t, &graphs.GEXFFormat, []formatstest.Case{
		{Name: "directed", Text: gexf(`<node id="a"/><node id="b"/>`, `<edge source="a" target="b"/>`), Graph: "a b; a>b; 3 records"},
		{Name: "undirected", Text: `<gexf><graph defaultedgetype="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></gexf>`, Graph: "a b; a>b b>a; 3 records"},
		{Name: "direction not said", Text: `<gexf><graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></gexf>`, Graph: "a b; a>b b>a; 3 records"},
		{Name: "mutual", Text: `<gexf><graph defaultedgetype="mutual"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></gexf>`, Graph: "a b; a>b b>a; 3 records"},
		{Name: "other direction", Text: `<gexf><graph defaultedgetype="x"></graph></gexf>`, Err: "line 1, offset 33: defaultedgetype=\"x\": expected directed or undirected"},
		{Name: "directions of edges", Text: gexf(`<node id="a"/><node id="b"/><node id="c"/>`, `<edge source="a" target="b" type="mutual"/><edge source="b" target="c" type="undirected"/><edge source="c" target="a" type="directed"/>`), Graph: "a b c; a>b b>a b>c c>a c>b; 6 records"},
		{Name: "other direction of an edge", Text: gexf(`<node id="a"/>`, `<edge source="a" target="a" type="x"/>`), Err: "line 1, offset 381: an edge whose direction is \"x\""},
		{Name: "labels", Text: gexf(`<node id="a" label=" A "/><node id="b" label=" B " xml:space="preserve"/><node id="c" label="C"><attvalues><attvalue for="0" value="http://c.example/"/></attvalues></node><node id="d"><attvalues><attvalue id="1" value="D"/></attvalues></node><node id="e" label="e"/>`, ``), Graph: " B  A D e http://c.example/; ; 5 records"},
		{Name: "attributes of nodes", Text: gexf(`<node id="a"><attvalues><attvalue for="2" value="9"/><attvalue for="7" value="x"/><attvalue value="y"/></attvalues></node>`, ``), Graph: "a; ; 1 records", Notes: "3 attributes of nodes, which are not kept"},
		{Name: "states", Text: gexf(`<node id="a"><attvalues><attvalue for="3" value="fetched"/></attvalues></node><node id="b"><attvalues><attvalue for="3" value="excluded"/></attvalues></node>`, ``), Graph: "a(fetched) b(excluded); ; 2 records"},
		{Name: "kinds", Text: gexf(`<node id="a"/><node id="b"/>`, `<edge source="a" target="b"><attvalues><attvalue for="0" value="redirect"/></attvalues></edge><edge source="b" target="a"><attvalues><attvalue for="1" value="y"/></attvalues></edge>`), Graph: "a b; a>b(redirect) b>a; 4 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "weights are left out", Text: gexf(`<node id="a"/><node id="b"/>`, `<edge source="a" target="b" weight="2"/><edge source="b" target="a"/>`), Graph: "a b; a>b b>a; 4 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "nested nodes", Text: gexf(`<node id="a" label="A"><nodes><node id="b" label="B"/></nodes></node>`, `<edge source="a" target="b"/>`), Graph: "A B; A>B; 3 records"},
		{Name: "nested nodes with attributes after them", Text: gexf(`<node id="a" label="A"><nodes><node id="b"/></nodes><attvalues><attvalue for="1" value="L"/><attvalue for="2" value="9"/></attvalues></node>`, ``), Graph: "A b; ; 2 records", Notes: "2 attributes of nodes after the nodes inside them, which are not kept"},
		{Name: "attributes of edges with the name of nodes", Text: gexf(`<node id="a"><attvalues><attvalue for="1" value="A"/></attvalues></node>`, `<edge source="a" target="a"><attvalues><attvalue for="1" value="B"/></attvalues></edge>`), Graph: "A; A>A; 2 records", Notes: "1 edges with weights or other attributes, which are not kept"},
	})
}
