package graphs

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"

	"weft/internal/held"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// GraphML is XML: graph, node, edge, data.
const GraphML formats.Name = "graphml"

// GraphMLFormat is the format GraphML.
var GraphMLFormat = formats.Format{
	Name: GraphML, Group: formats.Programs, Endings: []string{".graphml"}, Exports: []string{"graphml"},
	Says:  "nodes are named by url, label or id",
	Takes: []string{formats.WeightsOption}, Marks: isGraphML, Read: readNodes,
}

// GEXF is XML of Gephi.
const GEXF formats.Name = "gexf"

// GEXFFormat is the format GEXF.
var GEXFFormat = formats.Format{
	Name: GEXF, Group: formats.Programs, Endings: []string{".gexf"}, Exports: []string{"gexf"},
	Says:  "Gephi: nodes are named by url, label or id",
	Takes: []string{formats.WeightsOption}, Marks: isGEXF, Read: readNodes,
}

// Limits of an XML text: of a tag or a stretch of text, and of the depth of elements.
const (
	maxXMLToken = 1 << 20
	maxXMLDepth = 256
)

// An xmlReader reads GraphML (U. Brandes and others, "GraphML Progress Report", 2002; also as yEd writes it) and GEXF
// (gexf.net, 1.1 to 1.3). Entities that a document type declares are refused, so nothing can swell. Memory: one tag, the
// names of the open elements.
type xmlReader struct {
	*scan.Scanner
	sink  sink
	dec   *xml.Decoder
	start int64 // where the present token begins
	stack []string
	gexf  bool

	directed  []bool              // edges of the open graphs that do not say
	keys      map[string]attrRole // what attributes stand for, by domain and identifier
	edgeKeys  []string            // of GEXF: the attributes of edges that hold kinds
	node      []xmlNode           // open nodes
	weightKey string              // the attribute of edges that holds weights
	weighed   string              // the name of that attribute
	declares  bool                // the attribute that is being declared holds weights
	usual     string              // its value for edges that state none
	edge      xmlEdge
	text      []byte   // of the element at textAt
	textAt    int      // depth of the element whose text is kept, 0 for none; the text of inner elements is not kept
	role      attrRole // of the present data element
	exact     bool     // blanks around it count
	domain    string   // of the attributes of GEXF that are declared: node or edge
}

// attrRole is the meaning of a node's attribute.
type attrRole uint8

const (
	roleOther attrRole = iota
	roleURL
	roleLabel
	roleGraphics // yEd's drawing, with a label inside
	roleState    // of a page, as weft writes it
	roleKinds    // of an edge, as weft writes them
	roleWeight   // of an edge
)

// lateData counts values of a node that follow the nodes inside it. The node was passed on before these. GraphML requires
// the values to stand first.
const lateData = "attributes of nodes after the nodes inside them, which are not kept"

// An xmlNode is a node on its way.
type xmlNode struct {
	id, url, label, drawn string
	state                 string
	exact                 bool // blanks around its label belong to it
	sent                  bool
}

type xmlEdge struct {
	open, both bool
	from, to   string
}

func newXMLReader(s *scan.Scanner, to sink) *xmlReader {
	r := &xmlReader{Scanner: s, sink: to, keys: map[string]attrRole{}}
	r.dec = xml.NewDecoder(r)
	r.dec.CharsetReader = charsetReader
	return r
}

// charsetReader decodes a document. One in UTF-16 was decoded with its text.
func charsetReader(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	return charset.NewReaderLabel(label, in)
}

var errLongToken = errors.New("a tag or text that is too long")

// ReadByte hands out the text, and ends tokens that are too long.
func (r *xmlReader) ReadByte() (byte, error) {
	if r.Offset-r.start > maxXMLToken {
		return 0, fmt.Errorf("%w: more than %d bytes", errLongToken, maxXMLToken)
	}
	c, ok := r.Next()
	if !ok {
		return 0, r.Err
	}
	return c, nil
}

// Read is there for decoders of other encodings than UTF-8.
func (r *xmlReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := r.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

// readAll reads the whole text.
func (r *xmlReader) readAll() error {
	for seen := false; ; {
		r.start = r.Offset
		tok, err := r.dec.RawToken()
		if errors.Is(err, io.EOF) && len(r.stack) == 0 && seen {
			return nil
		}
		if err != nil {
			return r.ended(err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			seen = true
			err = r.open(t)
		case xml.EndElement:
			err = r.closed(t.Name.Local)
		case xml.CharData:
			err = r.chars(t)
		case xml.Directive:
			if bytes.Contains(t, []byte("<!ENTITY")) {
				err = r.Errorf("the document type declares entities, which are not read: replace them")
			}
		}
		if err != nil {
			return err
		}
	}
}

// ended describes the error that ended the text.
func (r *xmlReader) ended(err error) error {
	breaks := r.Err != nil && !errors.Is(r.Err, io.EOF)
	switch isEnd := errors.Is(err, io.EOF); {
	case (breaks || isEnd) && len(r.stack) > 0:
		return r.Cut("<" + r.stack[len(r.stack)-1] + ">")
	case breaks:
		return r.Cut("the document")
	case isEnd:
		return r.Errorf("the text ends: expected <graphml> or <gexf>")
	}
	return r.Errorf("%w", err)
}

func (r *xmlReader) open(t xml.StartElement) error {
	name := t.Name.Local
	if len(r.stack) == 0 {
		switch name {
		case "graphml":
		case "gexf":
			r.gexf = true
		default:
			return r.Errorf("the document is a <%s>: expected <graphml> or <gexf>", name)
		}
	}
	if len(r.stack) >= maxXMLDepth {
		return r.Errorf("more than %d elements inside each other", maxXMLDepth)
	}
	r.stack = append(r.stack, name)
	if hasText(name) {
		r.text, r.textAt = r.text[:0], len(r.stack)
	}
	if r.gexf {
		return r.openGEXF(name, t.Attr)
	}
	return r.openGraphML(name, t.Attr)
}

// closed ends the innermost element.
func (r *xmlReader) closed(name string) error {
	switch {
	case len(r.stack) == 0:
		return r.Errorf("found </%.40s>: expected the end of the document", name)
	case r.stack[len(r.stack)-1] != name:
		return r.Errorf("found </%.40s>: expected </%s>", name, r.stack[len(r.stack)-1])
	}
	r.stack = r.stack[:len(r.stack)-1]
	switch name {
	case "graph":
		r.directed = r.directed[:len(r.directed)-1]
	case "node":
		return r.endNode()
	case "edge":
		return r.endEdge()
	}
	if hasText(name) {
		r.takeData(name)
		r.textAt = 0
	}
	return nil
}

// hasText says whether the text of an element may name a node. yEd writes labels as NodeLabel, yFiles as Label.Text.
// Declarations of attributes have a default.
func hasText(name string) bool {
	return name == "data" || name == "default" || name == "NodeLabel" || name == "Label.Text"
}

func (r *xmlReader) chars(t xml.CharData) error {
	if len(r.stack) != r.textAt {
		return nil
	}
	if len(r.text)+len(t) <= scan.MaxWord {
		r.text = append(r.text, t...)
	} else if r.role == roleURL || r.role == roleLabel {
		return r.Errorf("the name of a node of more than %d bytes", scan.MaxWord)
	}
	return nil
}

func (r *xmlReader) openGraphML(name string, attrs []xml.Attr) error {
	switch name {
	case "graph":
		return r.openGraph(attr(attrs, "edgedefault"), "edgedefault")
	case "key":
		r.declares = false
		switch f := attr(attrs, "for"); {
		case f == "edge" && attr(attrs, "attr.name") == "kinds":
			r.keys[attr(attrs, "id")] = roleKinds
		case f != "node" && f != "graph" && r.sink.Weighs(attr(attrs, "attr.name")):
			r.keys[attr(attrs, "id")] = roleWeight
			return r.declareWeight(attr(attrs, "attr.name"), attr(attrs, "id"))
		case f == "node" || f == "all" || f == "":
			role := roleOf(attr(attrs, "attr.name"))
			if attr(attrs, "yfiles.type") == "nodegraphics" || attr(attrs, "attr.name") == "NodeLabels" {
				role = roleGraphics
			}
			r.keys[attr(attrs, "id")] = role
		}
	case "node":
		return r.openNode(xmlNode{id: attr(attrs, "id")})
	case "edge":
		return r.openEdge(attrs, attr(attrs, "directed"))
	case "data":
		r.openData(r.keys[attr(attrs, "key")])
		r.exact = keepsSpace(attrs)
	case "Label":
		r.drawLabel(attr(attrs, "Text"))
	case "hyperedge":
		r.sink.Left("hyperedges, which are not read")
	}
	return nil
}

// declareWeight takes the attribute of edges that holds weights. Two such attributes are refused.
func (r *xmlReader) declareWeight(name, key string) error {
	if r.weighed != "" {
		return tables.TwoWeights(r.weighed, name)
	}
	r.weighed, r.weightKey, r.declares = name, key, true
	return nil
}

// openGraph begins a graph; one inside a node has a default of its own for the direction of its edges.
func (r *xmlReader) openGraph(kind, attribute string) error {
	directed := true
	switch kind {
	case "directed":
	case "undirected", "mutual":
		directed = false
	case "":
		// GEXF says that edges are undirected then; GraphML demands the attribute, and who forgets it means arcs.
		directed = !r.gexf
		if !r.gexf {
			r.sink.Left("graphs without a word about direction, read as directed")
		}
	default:
		return r.Errorf("%s=%.40q: expected directed or undirected", attribute, kind)
	}
	r.directed = append(r.directed, directed)
	return nil
}

func (r *xmlReader) openNode(n xmlNode) error {
	if len(r.node) > 0 {
		if err := r.send(&r.node[len(r.node)-1]); err != nil {
			return err
		}
	}
	r.node = append(r.node, n)
	return nil
}

// send passes a node on, once.
func (r *xmlReader) send(n *xmlNode) error {
	if n.sent {
		return nil
	}
	n.sent = true
	name := n.url
	for _, s := range []string{n.label, n.drawn} {
		if name == "" && n.exact {
			name = s
		} else if name == "" {
			name = strings.TrimSpace(s)
		}
	}
	if n.state != "" {
		r.sink.NodeState([]byte(n.state))
	}
	return r.sink.Node([]byte(n.id), []byte(name))
}

func (r *xmlReader) endNode() error {
	if len(r.node) == 0 {
		return nil
	}
	n := r.node[len(r.node)-1]
	r.node = r.node[:len(r.node)-1]
	return r.send(&n)
}

// openEdge begins an edge; kind states its direction.
func (r *xmlReader) openEdge(attrs []xml.Attr, kind string) error {
	both := len(r.directed) > 0 && !r.directed[len(r.directed)-1]
	r.edge = xmlEdge{open: true, both: both, from: attr(attrs, "source"), to: attr(attrs, "target")}
	switch kind {
	case "":
	case "true", "directed":
		r.edge.both = false
	case "false", "undirected", "mutual":
		r.edge.both = true
	default:
		return r.Errorf("an edge whose direction is %.40q", kind)
	}
	if r.usual != "" {
		r.sink.EdgeWeight([]byte(r.usual))
	}
	switch weight := attr(attrs, "weight"); {
	case weight == "":
	case r.sink.Weighs("weight"):
		r.sink.EdgeWeight([]byte(weight))
	default:
		r.sink.Left(assemble.EdgeAttributes)
	}
	return nil
}

func (r *xmlReader) endEdge() error {
	if !r.edge.open {
		return nil
	}
	r.edge.open = false
	return r.sink.Edge([]byte(r.edge.from), []byte(r.edge.to), r.edge.both)
}

// openData begins a value of a node or an edge.
func (r *xmlReader) openData(role attrRole) {
	r.role = roleOther
	switch {
	case r.edge.open && (role == roleKinds || role == roleWeight):
		r.role = role
	case r.edge.open:
		r.sink.Left(assemble.EdgeAttributes)
	case len(r.node) > 0 && r.node[len(r.node)-1].sent:
		r.sink.Left(lateData)
	case len(r.node) > 0:
		if r.role = role; role == roleOther || role == roleKinds || role == roleWeight {
			r.sink.Left(assemble.NodeAttributes)
		}
	}
}

// takeData ends a value.
func (r *xmlReader) takeData(name string) {
	if name == "default" {
		if r.declares {
			r.usual = strings.TrimSpace(string(r.text))
		}
		return
	}
	if r.edge.open && r.role == roleKinds {
		r.sink.EdgeKinds(bytes.TrimSpace(r.text))
		r.role = roleOther
		return
	}
	if r.edge.open && r.role == roleWeight {
		r.sink.EdgeWeight(r.text)
		r.role = roleOther
		return
	}
	if len(r.node) == 0 {
		return
	}
	switch {
	case name == "data" && r.exact && r.role == roleLabel:
		n := &r.node[len(r.node)-1]
		n.label, n.exact = string(r.text), true
	case name != "data":
		r.drawLabel(string(bytes.TrimSpace(r.text)))
	case r.role != roleGraphics:
		setName(&r.node[len(r.node)-1], r.role, string(bytes.TrimSpace(r.text)))
	}
	if name == "data" {
		r.role = roleOther
	}
}

// drawLabel reads a label of a drawing. The first label that is not empty names the node.
func (r *xmlReader) drawLabel(label string) {
	if r.role != roleGraphics || len(r.node) == 0 {
		return
	}
	if n := &r.node[len(r.node)-1]; n.drawn == "" {
		n.drawn = label
	}
}

func setName(n *xmlNode, role attrRole, value string) {
	switch role {
	case roleURL:
		n.url = value
	case roleLabel:
		n.label = value
	case roleState:
		n.state = value
	}
}

// keepsSpace says whether an element asks for its white space to be kept (XML 1.0, section 2.10).
func keepsSpace(attrs []xml.Attr) bool { return attr(attrs, "space") == "preserve" }

func roleOf(name string) attrRole {
	switch strings.ToLower(name) {
	case "url", "uri", "href":
		return roleURL
	case "label", "name":
		return roleLabel
	case "state":
		return roleState
	}
	return roleOther
}

func attr(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *xmlReader) openGEXF(name string, attrs []xml.Attr) error {
	switch name {
	case "graph":
		return r.openGraph(attr(attrs, "defaultedgetype"), "defaultedgetype")
	case "attributes":
		r.domain = attr(attrs, "class")
	case "attribute":
		r.declares = false
		switch {
		case r.domain == "node":
			r.keys[attr(attrs, "id")] = roleOf(attr(attrs, "title"))
		case attr(attrs, "title") == "kinds":
			r.edgeKeys = append(r.edgeKeys, attr(attrs, "id"))
		case r.sink.Weighs(attr(attrs, "title")):
			return r.declareWeight(attr(attrs, "title"), attr(attrs, "id"))
		}
	case "node":
		return r.openNode(xmlNode{id: attr(attrs, "id"), label: attr(attrs, "label"), exact: keepsSpace(attrs)})
	case "edge":
		return r.openEdge(attrs, attr(attrs, "type"))
	case "attvalue":
		key := cmp.Or(attr(attrs, "for"), attr(attrs, "id"))
		if r.edge.open && slices.Contains(r.edgeKeys, key) {
			r.sink.EdgeKinds([]byte(attr(attrs, "value")))
			return nil
		}
		if r.edge.open && key == r.weightKey && key != "" {
			r.sink.EdgeWeight([]byte(attr(attrs, "value")))
			return nil
		}
		r.openData(r.keys[key])
		if len(r.node) > 0 && !r.edge.open {
			setName(&r.node[len(r.node)-1], r.role, attr(attrs, "value"))
		}
	}
	return nil
}

func isGraphML(head []byte) bool { return firstElement(head) == GraphML }
func isGEXF(head []byte) bool    { return firstElement(head) == GEXF }

// firstElement tells GraphML and GEXF by their first elements.
func firstElement(head []byte) formats.Name {
	start := bytes.TrimLeft(head, formats.BlankBytes)
	if !bytes.HasPrefix(start, []byte("<")) {
		return formats.Auto
	}
	m := rootElement().FindSubmatch(start[:min(len(start), 4096)])
	switch {
	case m == nil:
		return formats.Auto
	case bytes.EqualFold(m[1], []byte("gexf")):
		return GEXF
	}
	return GraphML
}

// rootElement finds the first tag of GraphML or GEXF, whose name may have the prefix of a namespace.
var rootElement = held.Regexp(`(?i)<(?:[\w.-]+:)?(graphml|gexf)\b`)
