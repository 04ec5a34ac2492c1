package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestWeightsOfGraphML(t *testing.T) {
	o := formatstest.Options{Weights: "auto"}
	weighed := func(keys, edges string) string {
		return `<graphml>` + keys + `<graph edgedefault="directed"><node id="a"/><node id="b"/>` + edges + `</graph></graphml>`
	}
	const (
		key  = `<key id="w" for="edge" attr.name="weight"/>`
		edge = `<edge source="a" target="b"><data key="w"> 2.5 </data></edge>`
	)
	formatstest.Run(t, &graphs.GraphMLFormat, []formatstest.Case{
		{Name: "weights", Options: o, Text: weighed(key, edge+`<edge source="b" target="a"/><edge source="b" target="b"><data key="w">x</data></edge>`), Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept", Bad: "200 line 1: edge: the weight of the arc is missing\n257 line 1: edge: the weight \"x\": expected a finite number"},
		{Name: "key of all elements", Options: o, Text: weighed(`<key id="w" for="all" attr.name="weight"/>`, edge), Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept"},
		{Name: "key of nodes", Options: o, Text: weighed(`<key id="w" for="node" attr.name="weight"/>`, edge), Graph: "a b; ; 2 records", Notes: "1 edges with weights or other attributes, which are not kept", Bad: "171 line 1: edge: the weight of the arc is missing"},
		{Name: "key of graphs", Options: o, Text: weighed(`<key id="w" for="graph" attr.name="weight"/>`, edge), Graph: "a b; ; 2 records", Notes: "1 edges with weights or other attributes, which are not kept", Bad: "172 line 1: edge: the weight of the arc is missing"},
		{Name: "usual weight", Options: o, Text: weighed(`<key id="w" for="edge" attr.name="weight"><default> 4 </default></key><key id="x" for="edge" attr.name="x"><default>9</default></key>`, edge+`<edge source="b" target="a"/>`), Graph: "a b; a>b=2.5 b>a=4; 4 records", Notes: "2 arcs with weights, which are kept"},
		{Name: "default of another key", Options: o, Text: weighed(key+`<key id="x" for="node" attr.name="label"><default>9</default></key>`, edge+`<edge source="b" target="a"/>`), Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept", Bad: "267 line 1: edge: the weight of the arc is missing"},
		{Name: "two keys", Options: o, Text: weighed(key+`<key id="v" for="edge" attr.name="Weight"/>`, edge), Err: "the options do not fit the input: 'weights': \"weight\" and \"Weight\" may both be the weight of an edge: name one, as in 'weights' weight"},
		{Name: "weights of nodes", Options: o, Text: `<graphml>` + key + `<graph edgedefault="directed"><node id="a"><data key="w">3</data></node><node id="b"/>` + edge + `</graph></graphml>`, Graph: "a b; a>b=2.5; 3 records", Notes: "1 arcs with weights, which are kept\n1 attributes of nodes, which are not kept"},
		{Name: "weight as an attribute", Options: o, Text: weighed("", `<edge source="a" target="b" weight="3"/>`), Graph: "a b; a>b=3; 3 records", Notes: "1 arcs with weights, which are kept"},
		{Name: "weights are left out", Text: weighed(key, edge), Graph: "a b; a>b; 3 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "other name", Options: formatstest.Options{Weights: "len"}, Text: weighed(key+`<key id="l" for="edge" attr.name="len"/>`, `<edge source="a" target="b" weight="3"><data key="w">2</data><data key="l">7</data></edge>`), Graph: "a b; a>b=7; 3 records", Notes: "1 arcs with weights, which are kept\n2 edges with weights or other attributes, which are not kept"},
	})
}

func TestWeightsOfGEXF(t *testing.T) {
	o := formatstest.Options{Weights: "auto"}
	gexf := func(attributes, edges string) string {
		return `<gexf><graph defaultedgetype="directed"><attributes class="node"><attribute id="9" title="weight"/></attributes><attributes class="edge">` + attributes + `</attributes><nodes><node id="a"/><node id="b"/></nodes><edges>` + edges + `</edges></graph></gexf>`
	}
	formatstest.Run(t, &graphs.GEXFFormat, []formatstest.Case{
		{Name: "weights", Options: o, Text: gexf("", `<edge source="a" target="b" weight="2.5"/><edge source="b" target="a"/><edge source="b" target="b" weight="x"/>`), Graph: "a b; a>b=2.5 b>a=1; 4 records", Notes: "2 arcs with weights, which are kept", Bad: "311 line 1: edge: the weight \"x\": expected a finite number"},
		{Name: "other attribute", Options: formatstest.Options{Weights: "visits"}, Text: gexf(`<attribute id="7" title="Visits"/>`, `<edge source="a" target="b" weight="2.5"><attvalues><attvalue for="7" value="9"/><attvalue for="8" value="3"/></attvalues></edge>`), Graph: "a b; a>b=9; 3 records", Notes: "1 arcs with weights, which are kept\n2 edges with weights or other attributes, which are not kept"},
		{Name: "usual weight", Options: formatstest.Options{Weights: "visits"}, Text: gexf(`<attribute id="7" title="visits"><default>5</default></attribute><attribute id="8" title="x"><default>6</default></attribute>`, `<edge source="a" target="b"><attvalues><attvalue for="7" value="9"/></attvalues></edge><edge source="b" target="a"/>`), Graph: "a b; a>b=9 b>a=5; 4 records", Notes: "2 arcs with weights, which are kept"},
		{Name: "two attributes", Options: o, Text: gexf(`<attribute id="7" title="weight"/><attribute id="8" title="Weight"/>`, ""), Err: "the options do not fit the input: 'weights': \"weight\" and \"Weight\" may both be the weight of an edge: name one, as in 'weights' weight"},
		{Name: "attribute without a key", Options: o, Text: gexf("", `<edge source="a" target="b" weight="2"><attvalues><attvalue value="9"/></attvalues></edge>`), Graph: "a b; a>b=2; 3 records", Notes: "1 arcs with weights, which are kept\n1 edges with weights or other attributes, which are not kept"},
	})
}

func TestFaultsOfXML(t *testing.T) {
	nested := func(n int) string {
		return "<graphml>" + strings.Repeat("<a>", n) + strings.Repeat("</a>", n) + "</graphml>"
	}
	labelled := func(key, text string) string {
		return `<graphml><key id="l" for="node" attr.name="label"/><key id="u" for="node" attr.name="url"/><graph edgedefault="directed"><node id="a"><data key="` + key + `">` + text + `</data></node></graph></graphml>`
	}
	formatstest.Run(t, &graphs.GraphMLFormat, []formatstest.Case{
		{Name: "other document", Text: "\n<svg></svg>", Err: "line 2, offset 6: the document is a <svg>: expected <graphml> or <gexf>"},
		{Name: "empty text", Text: "", Err: "line 1, offset 0: the text ends: expected <graphml> or <gexf>"},
		{Name: "text alone", Text: "graphml", Err: "line 1, offset 7: the text ends: expected <graphml> or <gexf>"},
		{Name: "no tag", Text: "<!-- x -->", Err: "line 1, offset 10: the text ends: expected <graphml> or <gexf>"},
		{Name: "other end", Text: "<graphml><graph edgedefault=\"directed\"></node></graphml>", Err: "line 1, offset 46: found </node>: expected </graph>"},
		{Name: "end without a beginning", Text: "<graphml></graphml></graphml>", Err: "line 1, offset 29: found </graphml>: expected the end of the document"},
		{Name: "ends inside an element", Text: "<graphml><graph edgedefault=\"directed\">", Err: "line 1, offset 39: the text ends inside <graph>"},
		{Name: "ends inside a tag", Text: "<graphml><graph edgedefault", Err: "line 1, offset 27: XML syntax error on line 1: unexpected EOF"},
		{Name: "breaks off before the document", Text: "<!-- x -->", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 10: the text breaks off inside the document: unexpected EOF"},
		{Name: "breaks off inside a tag", Text: "<graphml><gra", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 13: the text breaks off inside <graphml>: unexpected EOF"},
		{Name: "breaks off inside a label", Text: "<graphml><data>a &am", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 20: the text breaks off inside <data>: unexpected EOF"},
		{Name: "breaks off", Text: "<graphml>", Options: formatstest.Options{Broken: true}, Err: "line 1, offset 9: the text breaks off inside <graphml>: unexpected EOF"},
		{Name: "no closing quote", Text: "<graphml><node id=\"a></graphml>", Err: "line 1, offset 22: XML syntax error on line 1: unescaped < inside quoted string"},
		{Name: "entities", Text: "<!DOCTYPE graphml [<!ENTITY b \"c\">]><graphml/>", Err: "line 1, offset 36: the document type declares entities, which are not read: replace them"},
		{Name: "document type", Text: "<!DOCTYPE graphml SYSTEM \"x.dtd\"><graphml/>", Graph: "; ; 0 records"},
		{Name: "unknown entity", Text: labelled("l", "&b;"), Err: "line 1, offset 151: XML syntax error on line 1: invalid character entity &b;"},
		{Name: "deep", Text: nested(255), Graph: "; ; 0 records"},
		{Name: "too deep", Text: nested(256), Err: "line 1, offset 777: more than 256 elements inside each other"},
		{Name: "long text", Text: "<graphml>" + strings.Repeat("x", 1<<20-1) + "</graphml>", Graph: "; ; 0 records"},
		{Name: "too long a text", Text: "<graphml>" + strings.Repeat("x", 1<<20+2) + "</graphml>", Err: "line 1, offset 1048586: a tag or text that is too long: more than 1048576 bytes"},
		{Name: "longest label", Text: labelled("l", long[1:]), Graph: "" + long[1:] + "; ; 1 records"},
		{Name: "long label", Text: labelled("l", long), Err: "line 1, offset 65686: the name of a node of more than 65536 bytes"},
		{Name: "long URL", Text: labelled("u", "http://a.example/"+long[20:]+"<!-- -->xxxx"), Err: "line 1, offset 65695: the name of a node of more than 65536 bytes"},
		{Name: "long other data", Text: labelled("x", long), Graph: "a; ; 1 records", Notes: "1 attributes of nodes, which are not kept"},
		{Name: "Latin-1", Text: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + labelled("l", "M\xfcller"), Graph: "Müller; ; 1 records"},
		{Name: "UTF-16 that was decoded", Text: "<?xml version=\"1.0\" encoding=\"UTF-16LE\"?>" + labelled("l", "Müller"), Graph: "Müller; ; 1 records"},
		{Name: "unknown encoding", Text: "<?xml version=\"1.0\" encoding=\"x-none\"?><graphml/>", Err: "line 1, offset 39: xml: opening charset \"x-none\": unsupported charset: \"x-none\""},
		{Name: "bytes that are not UTF-8", Text: labelled("l", "M\xfcller"), Err: "line 1, offset 155: XML syntax error on line 1: invalid UTF-8"},
		{Name: "byte order mark", Text: "\ufeff" + labelled("l", "a"), Graph: "a; ; 1 records"},
	})
}
