package jsons

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// JSONGraph is an object of JSON with nodes and links or edges: node_link_data of NetworkX, D3, graphology, Cytoscape and
// the JSON Graph Format.
const JSONGraph formats.Name = "jsongraph"

// JSONGraphFormat is the format JSONGraph.
var JSONGraphFormat = formats.Format{
	Name: JSONGraph, Group: formats.Programs, Endings: []string{".json"},
	Says:  "JSON of nodes and links or edges, by identifier or position: NetworkX, D3, graphology, Cytoscape",
	Takes: []string{formats.WeightsOption}, Read: readJSONGraph,
}

// A jsonGraph reads such an object, in any order of its parts. Links name nodes by identifier, or by their
// position from 0. They do so by position if all ends are numbers and valid positions, and some are not
// identifiers. Memory: the identifiers, as in [assemble.Nodes], and each distinct end of a link once more. Links wait
// in a scratch file.
type jsonGraph struct {
	Reader
	g *assemble.Nodes

	position []uint32 // by position of a node: its number in g.ids
	node     jsonNode
	link     jsonLink

	ends       assemble.Dict // of links, as they are written
	links      *assemble.Spool
	endTexts   bool // some end is a text
	undirected bool // the whole graph
	told       bool // the text says whether the graph is directed
	parts      int  // lists of nodes and of links
	depth      int  // of objects inside nodes and links
}

// jsonNode holds the attributes of a node.
type jsonNode struct {
	id, url, label, name []byte
}

// jsonLink is a link on its way.
type jsonLink struct {
	from, to []byte
	said     bool // whether it has a direction
	both     bool
	numbers  int // ends that are numbers
	ends     int
	further  bool // other members
	weight   []byte
	weighed  string // the member that holds it
}

func readJSONGraph(ctx context.Context, t *formats.Text) (err error) {
	s := t.Scan(ctx)
	g, err := formats.NewIDGraph(t.Import, func() (line, offset int64) { return s.Line, s.Offset })
	if err != nil {
		return err
	}
	defer g.Close()
	r := &jsonGraph{Reader: Reader{Scanner: s}, g: g}
	if r.links, err = assemble.NewSpool(t.Import.Draft.Dir()); err != nil {
		return err
	}
	defer r.links.Close()
	if t.How.Told, err = r.read(); err != nil {
		return err
	}
	return g.Finish()
}

// read reads the whole text, and says how links name nodes.
func (r *jsonGraph) read() (told string, err error) {
	c, ok := r.SkipSpace()
	switch {
	case !ok:
		return "", r.Cut("the graph")
	case c == '[':
		r.Next()
		r.parts = 2
		err = r.Elements(r.element)
	default:
		err = r.Members(r.part)
	}
	if err != nil {
		return "", err
	}
	if c, ok := r.SkipSpace(); ok {
		return "", r.Errorf("found %q after the graph: expected the end", c)
	}
	if r.Err != io.EOF {
		return "", r.Cut("the graph")
	}
	if r.parts < 2 {
		return "", r.Errorf("the object has no lists \"nodes\" and \"links\" or \"edges\": expected a graph; write another one (HAR) as a list of arcs")
	}
	if !r.told && !r.undirected {
		r.g.Left("graphs without a word about direction, read as directed")
	}
	return r.resolve()
}

// part reads a member of the graph, or of one of the objects in which programs put its parts.
func (r *jsonGraph) part(name string, kind Kind) error {
	switch {
	case name == "nodes" && kind == List:
		r.parts++
		return r.Elements(r.nodeElement)
	case name == "nodes" && kind == Object: // JSON Graph Format
		r.parts++
		return r.Members(func(id string, kind Kind) error {
			r.beginNode()
			r.node.id = append(r.node.id, id...)
			return r.endNode(kind)
		})
	case (name == "links" || name == "edges") && kind == List:
		r.parts++
		return r.Elements(r.linkElement)
	case name == "elements" && kind == List: // Cytoscape.js, flat
		r.parts += 2
		return r.Elements(r.element)
	case (name == "elements" || name == "graph" || name == "options") && kind == Object:
		return r.Members(r.part)
	case name == "directed" && kind == Word:
		return r.direct(string(r.Word) == "false")
	case name == "type" && kind == Text && string(r.Word) == "undirected": // options of graphology
		return r.direct(true)
	case name == "type" && kind == Text && (string(r.Word) == "directed" || string(r.Word) == "mixed"):
		return r.direct(false)
	}
	return r.Skip(kind)
}

func (r *jsonGraph) direct(undirected bool) error {
	if r.told && undirected != r.undirected {
		return r.Errorf("the graph is called directed and undirected: remove one of the words")
	}
	r.told, r.undirected = true, undirected
	return nil
}

// element reads a node or a link of a flat list: a link has two ends.
func (r *jsonGraph) element(kind Kind) error {
	if kind != Object {
		return r.Errorf("an element is an object {…}: found something else")
	}
	r.beginNode()
	r.beginLink()
	if err := r.Members(func(name string, kind Kind) error {
		if IsEnd(name) != 0 {
			return r.linkMember(name, kind)
		}
		if (name == "data" || name == "attributes") && kind == Object {
			return r.Members(func(name string, kind Kind) error {
				if IsEnd(name) != 0 {
					return r.linkMember(name, kind)
				}
				return r.nodeMember(name, kind)
			})
		}
		return r.nodeMember(name, kind)
	}); err != nil {
		return err
	}
	if r.link.ends > 0 {
		return r.endLink()
	}
	return r.sendNode()
}

func (r *jsonGraph) nodeElement(kind Kind) error {
	r.beginNode()
	switch kind {
	case Object:
	case Text, Number:
		r.setWord(&r.node.id)
		return r.sendNode()
	default:
		return r.Errorf("a node is an object {…}, a text or a number: found something else")
	}
	return r.endNode(kind)
}

func (r *jsonGraph) beginNode() {
	n := &r.node
	n.id, n.url, n.label, n.name = n.id[:0], n.url[:0], n.label[:0], n.name[:0]
}

// endNode reads the object of a node and passes it on.
func (r *jsonGraph) endNode(kind Kind) error {
	if kind == Object {
		if err := r.Members(r.nodeMember); err != nil {
			return err
		}
	} else if err := r.Skip(kind); err != nil {
		return err
	}
	return r.sendNode()
}

// isNested reports whether a member is an object with attributes of its node or link.
func (r *jsonGraph) isNested(name string, kind Kind) bool {
	return kind == Object && r.depth == 0 && (name == "data" || name == "attributes" || name == "metadata")
}

// nested reads the attributes of a node or link with f, and skips other members.
func (r *jsonGraph) nested(name string, kind Kind, f func(string, Kind) error) error {
	if !r.isNested(name, kind) {
		return r.Skip(kind)
	}
	r.depth++
	defer func() { r.depth-- }()
	return r.Members(f)
}

func (r *jsonGraph) nodeMember(name string, kind Kind) error {
	n := &r.node
	if kind != Text && kind != Number {
		return r.nested(name, kind, r.nodeMember)
	}
	switch name {
	case "id", "key":
		if r.depth == 0 || len(n.id) == 0 {
			r.setWord(&n.id)
		}
	case "url", "uri", "href":
		r.setWord(&n.url)
	case "label":
		r.setWord(&n.label)
	case "name":
		r.setWord(&n.name)
	}
	return nil
}

// setWord keeps the last word. A word that was too long stays too long.
func (r *jsonGraph) setWord(dst *[]byte) {
	*dst = append((*dst)[:0], r.Word...)
	if r.long {
		*dst = append(*dst, make([]byte, scan.MaxWord+1)...)
	}
}

// sendNode passes a node on. One without an identifier is known by its name, or by its position.
func (r *jsonGraph) sendNode() error {
	n := &r.node
	name := n.url
	if len(name) == 0 && !judge.IsURL(n.id) {
		if name = n.label; len(name) == 0 {
			name = n.name
		}
	}
	if id := n.id; len(id) == 0 {
		if n.id = append(n.id, name...); len(n.id) > 0 && r.isKnown(n.id) {
			n.id = append(n.id, "\x00"...) // another node with the same name: links can only name it by position
			n.id = strconv.AppendInt(n.id, int64(len(r.position)), 10)
		}
		if len(n.id) == 0 {
			n.id = strconv.AppendInt(n.id, int64(len(r.position)), 10)
		}
	}
	host := name
	if len(host) == 0 {
		host = n.id
	}
	if judge.IsHost(host) { // as in graphs of domains
		name = formats.AppendHost(nil, host)
	}
	if err := r.g.Node(n.id, name); err != nil {
		return err
	}
	i, err := r.g.ID(n.id)
	if err != nil {
		i = assemble.None // it is a bad record, and has its position all the same
	}
	r.position = append(r.position, i)
	return nil
}

// isKnown says whether an identifier was declared.
func (r *jsonGraph) isKnown(id []byte) bool {
	i, ok := r.g.Find(id)
	return ok && r.g.Has(i)
}

func (r *jsonGraph) linkElement(kind Kind) error {
	r.beginLink()
	switch kind {
	case Object:
		if err := r.Members(r.linkMember); err != nil {
			return err
		}
	case List:
		if err := r.Elements(r.pairElement); err != nil {
			return err
		}
	default:
		return r.Errorf("a link is an object {…}: found something else")
	}
	return r.endLink()
}

func (r *jsonGraph) beginLink() {
	l := &r.link
	*l = jsonLink{from: l.from[:0], to: l.to[:0], weight: l.weight[:0]}
}

// pairElement reads an element of a link that is a list.
func (r *jsonGraph) pairElement(kind Kind) error {
	switch r.link.ends {
	case 0:
		return r.end(&r.link.from, kind)
	case 1:
		return r.end(&r.link.to, kind)
	}
	if kind == Number && !r.link.further && len(r.link.weight) == 0 && r.g.Weighs("weight") { // the third
		r.setWord(&r.link.weight)
		return nil
	}
	r.link.further = true
	return r.Skip(kind)
}

// IsEnd says whether a member is the source (1) or the target (2) of a link.
func IsEnd(name string) int {
	switch name {
	case "source", "from", "src", "tail":
		return 1
	case "target", "to", "dst", "head":
		return 2
	}
	return 0
}

func (r *jsonGraph) linkMember(name string, kind Kind) error {
	switch IsEnd(name) {
	case 1:
		return r.end(&r.link.from, kind)
	case 2:
		return r.end(&r.link.to, kind)
	}
	switch {
	case name == "undirected" && kind == Word && string(r.Word) == "true", name == "directed" && kind == Word && string(r.Word) == "false":
		r.link.both, r.link.said = true, true
		return nil
	case name == "directed" && kind == Word && string(r.Word) == "true":
		r.link.both, r.link.said = false, true
		return nil
	case (kind == Number || kind == Text) && r.g.Weighs(name):
		if w := r.link.weighed; w != "" && w != name {
			return tables.TwoWeights(w, name)
		}
		r.link.weighed = name
		r.setWord(&r.link.weight)
		return nil
	case name != "id" && name != "key" && !r.isNested(name, kind):
		r.link.further = true
	}
	return r.nested(name, kind, r.linkMember)
}

// end reads the end of a link: an identifier, a position, or the node itself, as D3 leaves it.
func (r *jsonGraph) end(dst *[]byte, kind Kind) error {
	r.link.ends++
	switch kind {
	case Text:
	case Number:
		r.link.numbers++
	case Object:
		r.link.ends--
		return r.Members(func(name string, kind Kind) error {
			if (name == "id" || name == "key") && (kind == Text || kind == Number) {
				return r.end(dst, kind)
			}
			return r.Skip(kind)
		})
	default:
		return r.Skip(kind)
	}
	r.setWord(dst)
	return nil
}

// endLink keeps a link until all nodes are known.
func (r *jsonGraph) endLink() error {
	l := &r.link
	if l.further {
		r.g.Left(assemble.EdgeAttributes)
	}
	if len(l.from) == 0 || len(l.to) == 0 || len(l.from) > scan.MaxWord || len(l.to) > scan.MaxWord {
		return r.g.Record("link", tally.Badf("expected a source and a target, of at most %d bytes each", scan.MaxWord))
	}
	r.endTexts = r.endTexts || l.numbers < l.ends
	u, _ := r.ends.Add(l.from)
	v, _ := r.ends.Add(l.to)
	if u%4096 == 0 {
		if err := r.g.Fits(fmt.Sprintf("a graph with %d ends of links", len(r.ends.Entries)), r.ends.Held()); err != nil {
			return err
		}
	}
	direction := uint64(0)
	if l.said {
		direction |= saidBit
	}
	if l.both {
		direction |= bothBit
	}
	if r.g.KeepsWeights() {
		weight, err := assemble.ParseWeight(l.weight)
		if err != nil {
			return r.g.Record("link", err)
		}
		return r.links.Numbers(uint64(u)<<directionBits|direction, uint64(v), uint64(r.Offset), assemble.BitsOf(weight)) //nolint:gosec // not below 0
	}
	return r.links.Numbers(uint64(u)<<directionBits|direction, uint64(v), uint64(r.Offset)) //nolint:gosec // not below 0
}

// Bits of a link in its scratch file below its source: it goes both ways, and it says so itself. The word for the whole
// graph may follow its links.
const (
	bothBit       = 1
	saidBit       = 2
	directionBits = 2
)

// resolve gives the ends of links their nodes.
func (r *jsonGraph) resolve() (told string, err error) {
	byPosition := r.areByPosition()
	told = "links by identifier"
	if byPosition {
		told = "links by the position of nodes, from 0"
	}
	where := r.g.Where
	defer func() { r.g.Where = where }()
	var at int64
	r.g.Where = func() (line, offset int64) { return r.Line, at }
	numbers := 3
	if r.g.KeepsWeights() {
		numbers = 4
	}
	return told, r.links.Each(0, r.links.Size, numbers, func(a []uint64) error {
		if r.g.KeepsWeights() {
			r.g.SetWeight(assemble.WeightOf(a[3]))
		}
		at = int64(a[2]) //nolint:gosec // an offset
		both := a[0]&bothBit != 0 || a[0]&saidBit == 0 && r.undirected
		return r.g.Edge(r.endOf(uint32(a[0]>>directionBits), byPosition), r.endOf(uint32(a[1]), byPosition), both) //nolint:gosec // numbers of ends
	})
}

// endOf returns the identifier of the node that an end of a link is.
func (r *jsonGraph) endOf(end uint32, byPosition bool) []byte {
	text := r.ends.Text(&r.ends.Entries[end])
	if !byPosition {
		return text
	}
	n, _ := scan.ParseNumber(text)
	if i := r.position[n]; i != assemble.None {
		return r.g.NameOf(i)
	}
	return text
}

// areByPosition says whether links name nodes by position: all ends are numbers below the number of nodes, and some is no
// identifier.
func (r *jsonGraph) areByPosition() bool {
	if r.endTexts {
		return false
	}
	other := false
	for i := range r.ends.Entries {
		text := r.ends.Text(&r.ends.Entries[i])
		n, ok := scan.ParseNumber(text)
		if !ok || int64(n) >= int64(len(r.position)) {
			return false
		}
		other = other || !r.isKnown(text)
	}
	return other
}

// detectObject tells the formats of objects of JSON that are no lines of objects, by their beginning.
func detectObject(head []byte) formats.Name {
	p := &jsonPeek{Reader: Reader{Scanner: scan.NewScanner(formats.PeekReader(bytes.TrimPrefix(head, scan.BOM)))}}
	p.Members(p.part) //nolint:errcheck // the text is cut
	if p.domains {
		return Domains
	}
	return JSONGraph
}

// A jsonPeek detects the members of nodes and links that identify a dated graph of domains.
type jsonPeek struct {
	Reader
	domains bool
}

func (p *jsonPeek) part(name string, kind Kind) error {
	if kind != List || name != "nodes" && name != "links" && name != "edges" {
		return p.Skip(kind)
	}
	return p.Elements(func(kind Kind) error {
		if kind != Object {
			return p.Skip(kind)
		}
		return p.Members(func(name string, kind Kind) error {
			switch name {
			case "domain", "date", "crawlDate", "crawl_date":
				p.domains = p.domains || kind == Text
			}
			if p.domains {
				return errPeeked
			}
			return p.Skip(kind)
		})
	})
}

// errPeeked ends a look.
var errPeeked = fmt.Errorf("enough was seen")

// detectList tells lists of JSON: of elements of Cytoscape.js, or of objects and pairs that are arcs.
func detectList(head []byte) formats.Name {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, scan.BOM), formats.BlankBytes)
	if !bytes.HasPrefix(head, []byte("[")) {
		return formats.Auto
	}
	r := &Reader{Scanner: scan.NewScanner(formats.PeekReader(head))}
	r.Next()
	format := formats.Auto
	r.Elements(func(kind Kind) error { //nolint:errcheck // the text is cut
		switch kind {
		case Object:
			format = JSONArray
			return r.Members(func(name string, kind Kind) error {
				if name == "data" && kind == Object {
					format = JSONGraph
					return errPeeked
				}
				return r.Skip(kind)
			})
		case List:
			n := 0
			err := r.Elements(func(kind Kind) error {
				if n++; n <= 2 && kind != Text && kind != Number || n > 2 && kind != Number {
					n = 100
				}
				return r.Skip(kind)
			})
			if err == nil && n >= 2 && n <= 3 {
				format = JSONArray
			}
		}
		return errPeeked
	})
	return format
}

// errNoArcs says that the objects of a list are no arcs.
func errNoArcs(err error) error { return option.Errorf("a list in JSON: %w", err) }

// Detect returns the format of a text of JSON by its beginning; Auto for other texts.
func Detect(b *formats.Beginning) formats.Name {
	switch {
	case !bytes.HasPrefix(bytes.TrimLeft(b.Head, " \t\r\n\ufeff"), []byte("{")):
		return detectList(b.Head)
	case isJSONL(b.Sample(), b.Options):
		return JSONL
	}
	return detectObject(b.Head)
}
