package graphs

import (
	"bytes"
	"context"
	"html"
	"io"
	"strings"

	"weft/internal/ascii"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// GML is nested lists of keys and values.
const GML formats.Name = "gml"

// GMLFormat is the format GML.
var GMLFormat = formats.Format{
	Name: GML, Group: formats.Programs, Endings: []string{".gml"},
	Says:  "nodes are named by url, label or id",
	Takes: []string{formats.WeightsOption}, Marks: isGML, Read: readNodes,
}

// gmlKind is the kind of a token of GML.
type gmlKind uint8

const (
	gmlEnd gmlKind = iota
	gmlKey
	gmlValue // a number or a quoted text
	gmlOpen
	gmlClose
)

// A gmlReader reads a graph in GML (M. Himsolt, "GML: a portable graph file format", 1997): lists of keys and values.
// It needs the same memory for any depth.
type gmlReader struct {
	*scan.Scanner
	sink     sink
	word     []byte
	long     bool // the word was longer than scan.MaxWord
	directed bool
	edges    bool // there was an edge
	graphs   int
	id, name []byte // of the node; and the ends of the edge
	url      []byte
	from, to []byte
}

// isGML says whether a text begins with keys, and a graph among them.
func isGML(head []byte) bool {
	r := gmlReader{Scanner: scan.NewScanner(formats.PeekReader(head))}
	for range 64 {
		kind, err := r.token()
		if err != nil || kind != gmlKey {
			return false
		}
		graph := string(r.word) == "graph"
		switch kind, err = r.token(); {
		case err != nil:
			return false
		case kind == gmlOpen:
			return graph
		case kind != gmlValue:
			return false
		}
	}
	return false
}

// Read reads the whole text.
func (r *gmlReader) read() error {
	for {
		kind, err := r.token()
		switch {
		case err != nil:
			return err
		case kind == gmlEnd && r.graphs == 0:
			return r.Errorf("the text ends: expected \"graph [\"")
		case kind == gmlEnd:
			return nil
		case kind != gmlKey:
			return r.Errorf("found %s: expected a key, such as graph", r.found(kind))
		}
		graph := string(r.word) == "graph"
		switch kind, err = r.value(); {
		case err != nil:
			return err
		case kind != gmlOpen:
			continue
		case !graph:
			err = r.skipList()
		case r.graphs > 0:
			return r.Errorf("a second graph: expected one in a file")
		default:
			r.graphs++
			err = r.list(r.graphKey)
		}
		if err != nil {
			return err
		}
	}
}

// list reads keys and values up to the end of the list, and calls f with each key and the kind of its value.
func (r *gmlReader) list(f func(key string, kind gmlKind) error) error {
	for {
		kind, err := r.token()
		switch {
		case err != nil:
			return err
		case kind == gmlClose:
			return nil
		case kind == gmlEnd:
			return r.Cut("a list: \"]\" is missing")
		case kind != gmlKey:
			return r.Errorf("found %s: expected a key or \"]\"", r.found(kind))
		}
		key := string(r.word)
		if kind, err = r.value(); err != nil {
			return err
		}
		if err := f(key, kind); err != nil {
			return err
		}
	}
}

// value reads the token after a key.
func (r *gmlReader) value() (gmlKind, error) {
	key := string(r.word[:min(len(r.word), 40)])
	kind, err := r.token()
	switch {
	case err != nil:
		return kind, err
	case kind == gmlEnd:
		return kind, r.Cut("the value of " + key)
	case kind == gmlKey && isBareValue(r.word):
		if word := r.word[:min(len(r.word), 3)]; !bytes.EqualFold(word, []byte("inf")) {
			r.word = r.word[:0] // no value: a node without a label is called by its identifier
		}
		return gmlValue, nil
	case kind != gmlValue && kind != gmlOpen:
		return kind, r.Errorf("found %s: expected a value for %s", r.found(kind), key)
	}
	return kind, nil
}

// isBareValue says whether a word without quotes is a number all the same: igraph, NetworkX and R write NaN and Inf.
func isBareValue(word []byte) bool {
	switch strings.ToLower(string(word)) {
	case "nan", "inf", "infinity", "na":
		return true
	}
	return false
}

// skipList reads over a list, with all lists in it.
func (r *gmlReader) skipList() error {
	for depth := 1; depth > 0; {
		kind, err := r.token()
		switch {
		case err != nil:
			return err
		case kind == gmlEnd:
			return r.Cut("a list: \"]\" is missing")
		case kind == gmlOpen:
			depth++
		case kind == gmlClose:
			depth--
		}
	}
	return nil
}

// skip reads over a value whose first token was read.
func (r *gmlReader) skip(kind gmlKind) error {
	if kind == gmlOpen {
		return r.skipList()
	}
	return nil
}

func (r *gmlReader) graphKey(key string, kind gmlKind) error {
	switch {
	case key == "node" && kind == gmlOpen:
		return r.node()
	case key == "edge" && kind == gmlOpen:
		return r.edge()
	case key == "directed" && kind == gmlValue:
		directed := string(r.word) == "1"
		if r.edges && directed != r.directed {
			return r.Errorf("\"directed\" comes after edges: move it to the beginning of the graph")
		}
		r.directed = directed
		return nil
	}
	return r.skip(kind)
}

func (r *gmlReader) node() error {
	r.id, r.name, r.url = r.id[:0], r.name[:0], r.url[:0]
	extra := false
	err := r.list(func(key string, kind gmlKind) error {
		switch {
		case kind == gmlOpen:
			return r.skipList()
		case key == "id":
			r.id = append(r.id[:0], r.word...)
		case key == "label", key == "name" && len(r.name) == 0:
			r.name = append(r.name[:0], r.word...)
		case key == "url":
			r.url = append(r.url[:0], r.word...)
		default:
			extra = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	if extra {
		r.sink.Left("nodes with further attributes, which are not kept")
	}
	return r.sink.Node(r.id, nameOf(r.url, r.name))
}

// nameOf chooses the name of a node.
func nameOf(url, label []byte) []byte {
	if len(url) > 0 {
		return url
	}
	return label
}

func (r *gmlReader) edge() error {
	r.from, r.to = r.from[:0], r.to[:0]
	extra, weighed := false, ""
	err := r.list(func(key string, kind gmlKind) error {
		switch {
		case kind == gmlOpen:
			return r.skipList()
		case key == "source":
			r.from = append(r.from[:0], r.word...)
		case key == "target":
			r.to = append(r.to[:0], r.word...)
		case r.sink.Weighs(key):
			if weighed != "" && weighed != key {
				return tables.TwoWeights(weighed, key)
			}
			weighed = key
			r.sink.EdgeWeight(r.word)
		case key != "id":
			extra = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	if extra {
		r.sink.Left("edges with weights or other attributes, which are not kept")
	}
	r.edges = true
	return r.sink.Edge(r.from, r.to, !r.directed)
}

// found describes the token that was read last.
func (r *gmlReader) found(kind gmlKind) string {
	switch kind {
	case gmlOpen:
		return "\"[\""
	case gmlClose:
		return "\"]\""
	case gmlEnd:
		return "the end"
	}
	return string(r.word[:min(len(r.word), 40)])
}

// token reads the next token; keys and values are in word.
func (r *gmlReader) token() (gmlKind, error) {
	r.word, r.long = r.word[:0], false
	for {
		c, ok := r.SkipSpace()
		if !ok {
			if r.Err != io.EOF {
				return gmlEnd, r.Cut("the graph")
			}
			return gmlEnd, nil
		}
		r.Next()
		switch {
		case c == '#':
			r.SkipLine()
			continue
		case c == '[':
			return gmlOpen, nil
		case c == ']':
			return gmlClose, nil
		case c == '"':
			return gmlValue, r.quoted()
		case ascii.IsLetter(c) || c == '_':
			r.take(c, isKeyByte)
			return gmlKey, nil
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
			r.take(c, scan.IsNumberByte)
			return gmlValue, nil
		}
		r.Back()
		return gmlEnd, r.Errorf("found %q: expected a key, a number, a text in double quotes, \"[\" or \"]\"", c)
	}
}

func isKeyByte(c byte) bool { return ascii.IsAlnum(c) || c == '_' }

// stayLong makes a word that was too long too long to be taken for a name or an identifier.
func (r *gmlReader) stayLong() {
	if r.long {
		r.word = append(r.word, make([]byte, scan.MaxWord+1)...)
	}
}

// take reads the rest of a word.
func (r *gmlReader) take(c byte, part func(byte) bool) {
	defer r.stayLong()
	r.keep(c)
	for {
		c, ok := r.Next()
		if !ok {
			return
		}
		if !part(c) {
			r.Back()
			return
		}
		r.keep(c)
	}
}

func (r *gmlReader) keep(c byte) {
	if len(r.word) >= scan.MaxWord {
		r.long = true
		return
	}
	r.word = append(r.word, c)
}

// quoted reads a text up to its closing quote, and replaces character entities.
func (r *gmlReader) quoted() error {
	line := r.Line
	for {
		c, ok := r.Next()
		switch {
		case !ok:
			return r.Errorf("the text that is opened by a quote in line %d does not end", line)
		case c == '"':
			r.word = UnescapeEntities(r.word)
			r.stayLong()
			return nil
		}
		r.keep(c)
	}
}

// longestEntity is the length of &CounterClockwiseContourIntegral;.
const longestEntity = 33

// UnescapeEntities replaces &amp;, &#38; and their like, where they end in a semicolon.
func UnescapeEntities(b []byte) []byte {
	at := bytes.IndexByte(b, '&')
	if at < 0 {
		return b
	}
	out := append([]byte(nil), b[:at]...)
	for b = b[at:]; len(b) > 0; {
		character, n := entity(b)
		if n == 0 {
			character, n = string(b[:1]), 1
		}
		out = append(out, character...)
		b = b[n:]
	}
	return out
}

// entity returns the text of the entity that b begins with, and its length; 0 if b begins with none. HTML also knows &not
// without a semicolon: this would change &notify=1; in a URL.
func entity(b []byte) (text string, n int) {
	n = bytes.IndexByte(b[:min(len(b), longestEntity)], ';') + 1
	if n == 0 || b[0] != '&' || bytes.IndexByte(b[1:n], '&') >= 0 {
		return "", 0
	}
	text = html.UnescapeString(string(b[:n]))
	if len(text) > 1 && text[len(text)-1] == ';' {
		return "", 0
	}
	return text, n
}

// A sink receives the nodes and edges of a decoder, in any order. Bytes are valid during the call. An errLine
// rejects the record; any other error ends the import.
type sink interface {
	// Node declares a node; its name is empty if it has none.
	Node(id, name []byte) error
	// Edge joins two nodes, both ways if it has no direction.
	Edge(from, to []byte, both bool) error
	// Left counts something that is read and has no place in a crawl.
	Left(what string)
	// NodeState receives the attribute "state" of the next node, edgeKinds the attribute "kinds" of the next edge.
	NodeState(word []byte)
	EdgeKinds(text []byte)
	// Weighs says whether an attribute of edges with a name holds weights that are kept. edgeWeight receives it from the
	// next edge.
	Weighs(name string) bool
	EdgeWeight(text []byte)
}

// readNodes reads a text whose nodes have identifiers.
func readNodes(ctx context.Context, t *formats.Text) (err error) {
	s := t.Scan(ctx)
	where := func() (line, offset int64) { return s.Line, s.Offset }
	g, err := formats.NewIDGraph(t.Import, where)
	if err != nil {
		return err
	}
	defer g.Close()
	g.UsualWeight(t.How.Name == GEXF)
	if t.How.Name == GML {
		err = (&gmlReader{Scanner: s, sink: g}).read()
	} else {
		err = newXMLReader(s, g).readAll()
	}
	if err != nil {
		return err
	}
	return g.Finish()
}
