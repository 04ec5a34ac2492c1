package graphs

import (
	"bytes"
	"errors"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
)

// A counter is a sink that counts.
type counter struct{ nodes, edges, others int }

func (c *counter) Node(id, name []byte) error {
	if len(id)+len(name) > 4*scan.MaxWord+2*maxXMLToken {
		return errors.New("a name that is longer than any limit")
	}
	c.nodes++
	return nil
}
func (c *counter) Edge(_, _ []byte, _ bool) error { c.edges++; return nil }
func (c *counter) NodeState([]byte)               {}
func (c *counter) EdgeKinds([]byte)               {}
func (c *counter) Weighs(name string) bool        { return name == "weight" }
func (c *counter) EdgeWeight([]byte)              {}
func (c *counter) Left(string)                    { c.others++ }

func FuzzGML(f *testing.F) {
	for _, s := range []string{
		"graph [ directed 1 node [ id 1 label \"a\" ] edge [ source 1 target 1 ] ]", "Creator \"x\" graph [ # c\n node [ id -1e3 ] ]",
		"graph [ node [ id 1 label \"&amp;&#38;&\" graphics [ x [ y [ ] ] ] ] ]", "graph [ node [", "] graph", "graph [ node [ id \"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c counter
		err := (&gmlReader{Scanner: scan.NewScanner(formats.PeekReader(data)), sink: &c}).read()
		if err == nil && !bytes.Contains(data, []byte("graph")) {
			t.Error("a graph without the word graph")
		}
		isGML(data)
	})
}

func FuzzXMLGraph(f *testing.F) {
	for _, s := range []string{
		`<graphml><key id="d0" for="node" attr.name="url"/><graph edgedefault="directed"><node id="a"><data key="d0">u</data></node><edge source="a" target="a"/></graph></graphml>`,
		`<gexf><graph><nodes><node id="0" label="x"><attvalues><attvalue for="0" value="v"/></attvalues></node></nodes><edges><edge source="0" target="0" type="mutual"/></edges></graph></gexf>`,
		`<?xml version="1.0" encoding="iso-8859-1"?><graphml/>`, `<!DOCTYPE a [<!ENTITY b "c">]><graphml>&b;</graphml>`, `<graphml><![CDATA[x]]><!-- y -->`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c counter
		if err := newXMLReader(scan.NewScanner(formats.PeekReader(data)), &c).readAll(); err == nil && !bytes.Contains(data, []byte("<")) {
			t.Error("a document without a tag")
		}
	})
}
