package graphs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// DOT is the language of Graphviz.
const DOT formats.Name = "dot"

// DOTFormat is the format DOT.
var DOTFormat = formats.Format{
	Name: DOT, Group: formats.Programs, Endings: []string{".dot", ".gv"},
	Says:  "Graphviz",
	Takes: []string{formats.WeightsOption}, Marks: isDOT, Read: readDOT,
}

// dotHead begins a graph: a text of other words would need "graph", an identifier and a brace.
var dotHead = held.Regexp(`(?is)^(\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*(strict\s+)?(di)?graph(\s+("([^"\\]|\\.)*"|[\w.\x80-\xff-]+))?\s*(//[^\n]*\n\s*|/\*.*?\*/\s*)*\{`)

func isDOT(head []byte) bool { return dotHead().Match(head[:min(len(head), 1<<14)]) }

// Limits of DOT: subgraphs inside each other, and edges that one statement with subgraphs makes.
const (
	maxDOTDepth = 256
	maxDOTEdges = 1 << 22
)

// A dotReader reads a graph of DOT (graphviz.org/doc/info/lang.html). The name of a node is its attribute URL or
// href, or else label, or else its identifier. Edges declare their nodes. Subgraphs stand for their nodes. A
// subgraph that is opened again in the same parent keeps its nodes. Nodes between commas stand for each of them.
// Memory: the identifiers, and the nodes of subgraphs of a statement or with a name.
type dotReader struct {
	*scan.Scanner
	g     *assemble.Nodes
	both  bool
	begun bool // a byte of the text was read
	tok   dotToken
	word  []byte // of the token
	html  bool   // the word is a text of HTML
	quote bool   // the word was in quotes
	err2  error  // of the token
	label []byte
	url   []byte

	within    string              // the subgraph of the statement
	anonymous int                 // subgraphs without a name
	subgraphs map[string][]uint32 // nodes of subgraphs with names, which a later statement may open again
	kept      int64               // how many these are
	// weight is the text of the weight of the edges of a statement; nil if they have none, or weights are not kept
	weight []byte
	// usual is the text of the weight of edges that state none, within the subgraph.
	usual []byte
}

// dotToken is the kind of a token.
type dotToken byte

const (
	dotEnd  dotToken = 0
	dotID   dotToken = 'i' // an identifier, a number or a text
	dotEdge dotToken = '-' // -> or --
	// Others are the byte itself, one of {}[];,:=.
)

func readDOT(ctx context.Context, t *formats.Text) error {
	s := t.Scan(ctx)
	g, err := formats.NewIDGraph(t.Import, func() (line, offset int64) { return s.Line, s.Offset })
	if err != nil {
		return err
	}
	defer g.Close()
	g.Implicit = true
	if err := (&dotReader{Scanner: s, g: g}).read(); err != nil {
		return err
	}
	return g.Finish()
}

// read reads the whole text.
func (r *dotReader) read() error {
	r.next1()
	if r.isWord("strict") {
		r.next1()
	}
	switch {
	case r.isWord("graph"):
		r.both = true
	case !r.isWord("digraph"):
		return r.fail("expected \"graph\" or \"digraph\"")
	}
	if r.next1(); r.tok == dotID {
		r.next1()
	}
	if r.tok != '{' {
		return r.fail("expected \"{\"")
	}
	r.next1()
	if _, err := r.statements(0); err != nil {
		return err
	}
	if r.next1(); r.tok != dotEnd {
		return r.fail("expected the end: one graph a file is read")
	}
	return r.err2
}

// fail describes the fault of the token.
func (r *dotReader) fail(want string) error {
	switch {
	case r.err2 != nil:
		return r.err2
	case r.tok == dotEnd:
		return r.Cut("the graph: " + want)
	case r.tok == dotID:
		return r.Errorf("found %.40q: %s", r.word, want)
	}
	return r.Errorf("found %q: %s", rune(r.tok), want)
}

// isWord says whether the token is a keyword.
func (r *dotReader) isWord(word string) bool {
	return r.tok == dotID && !r.quote && !r.html && ascii.EqualFold(r.word, word)
}

// statements reads up to the closing brace, and returns the nodes that are mentioned.
func (r *dotReader) statements(depth int) (nodes []uint32, err error) {
	if depth > maxDOTDepth {
		return nil, r.Errorf("more than %d subgraphs inside each other", maxDOTDepth)
	}
	for {
		switch {
		case r.tok == '}':
			return nodes, nil
		case r.tok == ';' || r.tok == ',':
			r.next1()
			continue
		case r.isWord("edge"):
			r.next1()
			var weight []byte
			if weight, _, err = r.readWeight(); weight != nil {
				r.usual = weight
			}
		case r.isWord("graph") || r.isWord("node"):
			r.next1()
			err = r.attributes(nil)
		default:
			var of []uint32
			of, err = r.statement(depth)
			if depth > 0 {
				nodes = append(nodes, of...)
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// statement reads a node, edges, a subgraph or "name = value", and returns its nodes.
func (r *dotReader) statement(depth int) ([]uint32, error) {
	ends, isNode, err := r.operand(depth)
	if err != nil || ends == nil && isNode { // name = value
		return nil, err
	}
	all, held := ends, [][]uint32{ends}
	if r.tok != dotEdge {
		if !isNode {
			return all, nil
		}
		r.label, r.url = r.label[:0], r.url[:0]
		if err := r.attributes(r.nodeAttribute); err != nil {
			return nil, err
		}
		for _, i := range ends {
			if err := r.declare(i, r.g.NameOf(i)); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	for r.tok == dotEdge {
		r.next1()
		next, _, err := r.operand(depth)
		if err != nil {
			return nil, err
		}
		if r.g.KeepsWeights() { // the weight follows
			held = append(held, next)
		} else if err := r.join(ends, next); err != nil {
			return nil, err
		}
		if ends = next; depth > 0 {
			all = append(slices.Clip(all), next...)
		}
	}
	return all, r.edgeAttributes(held)
}

// edgeAttributes reads the attributes of the edges of a statement, and joins the nodes that waited for the weight.
func (r *dotReader) edgeAttributes(held [][]uint32) error {
	weight, n, err := r.readWeight()
	if err != nil {
		return err
	}
	if n > 0 {
		r.g.Left(assemble.EdgeAttributes)
	}
	if r.weight = weight; weight == nil {
		r.weight = r.usual
	}
	for i := range len(held) - 1 {
		if err := r.join(held[i], held[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// readWeight reads attributes. It returns the weight, nil without one, and the number of other attributes.
func (r *dotReader) readWeight() (weight []byte, others int, err error) {
	weighed, two := "", error(nil)
	err = r.attributes(func(name, value []byte) {
		switch {
		case !r.g.Weighs(string(name)):
			others++
			return
		case weighed != "" && weighed != string(name):
			two = tables.TwoWeights(weighed, string(name))
		}
		weighed, weight = string(name), append([]byte{}, value...)
	})
	if err == nil {
		err = two
	}
	return weight, others, err
}

// operand reads nodes between commas, or a subgraph; nil nodes stand for an assignment.
func (r *dotReader) operand(depth int) (nodes []uint32, isNode bool, err error) {
	if r.isWord("subgraph") || r.tok == '{' {
		nodes, err = r.subgraph(depth)
		return nodes, false, err
	}
	for {
		i, isNode, err := r.node()
		if err != nil || !isNode {
			return nodes, true, err
		}
		nodes = append(nodes, i)
		if r.tok != ',' {
			return nodes, true, nil
		}
		if r.next1(); r.tok != dotID || r.isWord("graph") || r.isWord("node") || r.isWord("edge") || r.isWord("subgraph") {
			return nodes, true, nil // the comma ends a statement, as some programs write it
		}
	}
}

// subgraph reads a subgraph, or the name of an earlier subgraph, and returns its nodes.
func (r *dotReader) subgraph(depth int) ([]uint32, error) {
	parent, key, named := r.within, "", false
	if r.isWord("subgraph") {
		if r.next1(); r.tok == dotID {
			key, named = parent+"\x00"+string(r.word), true
			r.next1()
		}
		if of, known := r.subgraphs[key]; r.tok != '{' && known {
			return of, nil
		}
	}
	if r.tok != '{' {
		return nil, r.fail("expected \"{\" and the nodes of the subgraph")
	}
	if !named {
		r.anonymous++
		key = parent + "\x00\x00" + strconv.Itoa(r.anonymous)
	}
	r.within = key
	r.next1()
	usual := r.usual
	nodes, err := r.statements(depth + 1)
	if err != nil {
		return nil, err
	}
	r.within, r.usual = parent, usual
	r.next1()
	if named {
		nodes = append(nodes, r.subgraphs[key]...)
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	if named {
		if r.subgraphs == nil {
			r.subgraphs = map[string][]uint32{}
		}
		r.kept += int64(len(nodes) - len(r.subgraphs[key]))
		r.subgraphs[key] = nodes
		if err := r.g.Fits(fmt.Sprintf("subgraphs with names, of %d nodes together", r.kept), 8*r.kept); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// node reads a node; isNode is false for an assignment.
func (r *dotReader) node() (i uint32, isNode bool, err error) {
	if r.tok != dotID {
		return 0, false, r.fail("expected a node, \"subgraph\" or \"}\"")
	}
	id := bytes.Clone(r.word)
	r.next1()
	if r.tok == '=' {
		if r.next1(); r.tok != dotID {
			return 0, false, r.fail("expected a value")
		}
		r.next1()
		return 0, false, nil
	}
	for r.tok == ':' { // a port, and a point of the compass
		if r.next1(); r.tok != dotID {
			return 0, false, r.fail("expected a port")
		}
		r.next1()
	}
	if len(id) == 0 {
		return 0, false, r.Errorf("a node without an identifier")
	}
	i, err = r.g.ID(id)
	return i, true, err
}

// join adds the edges between two sets of nodes.
func (r *dotReader) join(from, to []uint32) error {
	if int64(len(from))*int64(len(to)) > maxDOTEdges {
		return r.Errorf("a statement that makes %d edges: at most %d are read", int64(len(from))*int64(len(to)), maxDOTEdges)
	}
	text := func(i uint32) []byte { return r.g.NameOf(i) }
	for _, u := range from {
		for _, v := range to {
			if r.weight != nil {
				r.g.EdgeWeight(r.weight)
			}
			if err := r.g.Edge(text(u), text(v), r.both); err != nil {
				return err
			}
		}
	}
	return nil
}

// declare makes a node known by its name, once.
func (r *dotReader) declare(i uint32, id []byte) error {
	name := r.url
	if len(name) == 0 && !judge.IsURL(id) {
		name = r.label
	}
	if r.g.Has(i) {
		if len(name) > 0 {
			r.g.Left(assemble.NodeAttributes)
		}
		return nil
	}
	if len(name) == 0 {
		return nil // a later statement may name it
	}
	return r.g.Node(id, name)
}

// nodeAttribute takes the name of a node. Labels that are records, HTML or patterns are for the eye; two backslashes in
// a label are one.
func (r *dotReader) nodeAttribute(name, value []byte) {
	switch strings.ToLower(string(name)) {
	case "url", "href":
		r.url = append(r.url[:0], value...)
	case "label":
		plain := value
		if bytes.IndexByte(value, '\\') >= 0 {
			plain = bytes.ReplaceAll(value, []byte(`\\`), nil)
			value = bytes.ReplaceAll(value, []byte(`\\`), []byte(`\`))
		}
		if !r.html && !bytes.ContainsAny(plain, `\{|`) {
			r.label = append(r.label[:0], value...)
		}
	}
}

// attributes reads lists in brackets, if there are any.
func (r *dotReader) attributes(f func(name, value []byte)) error {
	var name []byte
	for r.tok == '[' {
		r.next1()
		for r.tok != ']' {
			if r.tok == ';' || r.tok == ',' {
				r.next1()
				continue
			}
			if r.tok != dotID {
				return r.fail("expected an attribute or \"]\"")
			}
			name = append(name[:0], r.word...)
			if r.next1(); r.tok != '=' {
				continue // true
			}
			if r.next1(); r.tok != dotID {
				return r.fail("expected a value")
			}
			if f != nil {
				f(name, r.word)
			}
			r.next1()
		}
		r.next1()
	}
	return r.err2
}

// next1 reads the next token; an error stands in err2, and the token is dotEnd then.
func (r *dotReader) next1() {
	r.word, r.html, r.quote = r.word[:0], false, false
	if r.err2 != nil {
		r.tok = dotEnd
		return
	}
	c, ok := r.skipComments()
	if !ok {
		if r.tok = dotEnd; r.err2 == nil && r.Err != io.EOF {
			r.err2 = r.Cut("the graph")
		}
		return
	}
	switch {
	case strings.IndexByte("{}[];,:=", c) >= 0:
		r.tok = dotToken(c)
	case c == '"':
		r.tok, r.quote = dotID, true
		r.quoted()
	case c == '<':
		r.tok, r.html = dotID, true
		r.markup()
	case c == '-':
		r.dash()
	case isDOTByte(c):
		r.tok = dotID
		r.plain(c)
	default:
		r.tok, r.err2 = dotEnd, r.Errorf("found %q: expected a node, an edge or \"}\"; other characters stand in quotes", c)
	}
	if len(r.word) > scan.MaxWord {
		r.tok, r.err2 = dotEnd, r.Errorf("an identifier or text of more than %d bytes", scan.MaxWord)
	}
}

// isDOTByte says whether a byte may stand in an identifier without quotes, or in a number.
func isDOTByte(c byte) bool { return ascii.IsAlnum(c) || c == '_' || c == '.' || c >= 0x80 }

// plain reads the rest of an identifier.
func (r *dotReader) plain(c byte) {
	for r.word = append(r.word, c); len(r.word) <= scan.MaxWord; {
		c, ok := r.Next()
		if !ok {
			return
		}
		if !isDOTByte(c) {
			r.Back()
			return
		}
		r.word = append(r.word, c)
	}
}

// dash reads -> and --, or a negative number.
func (r *dotReader) dash() {
	c, ok := r.Next()
	switch {
	case ok && (c == '>' || c == '-'):
		r.tok = dotEdge
		if (c == '-') != r.both {
			r.tok, r.err2 = dotEnd, r.Errorf("found -%c: expected -> in a digraph, -- in a graph", c)
		}
	case ok && (c == '.' || c >= '0' && c <= '9'):
		r.tok = dotID
		r.word = append(r.word, '-')
		r.plain(c)
	default:
		r.tok, r.err2 = dotEnd, r.Errorf("found \"-\": expected -> or --")
	}
}

// quoted reads a text up to its closing quote; "a" + "b" is one text. A backslash escapes a quote, and joins lines.
func (r *dotReader) quoted() {
	for len(r.word) <= scan.MaxWord {
		c, ok := r.Next()
		switch {
		case !ok:
			r.err2 = r.Cut("a text")
			return
		case c == '\\':
			switch c, _ = r.Next(); c {
			case '"':
				r.word = append(r.word, '"')
			case '\n':
			default:
				r.word = append(r.word, '\\', c)
			}
		case c != '"':
			r.word = append(r.word, c)
		case !r.isJoined():
			return
		}
	}
}

// isJoined says whether a plus and another text follow, and reads up to it.
func (r *dotReader) isJoined() bool {
	c, ok := r.skipComments()
	if !ok {
		return false
	}
	if c != '+' {
		r.Back()
		return false
	}
	if c, ok = r.skipComments(); !ok || c != '"' {
		r.err2 = r.Errorf("expected a text in quotes after \"+\"")
		return false
	}
	return true
}

// markup reads a text of HTML up to its closing bracket.
func (r *dotReader) markup() {
	for depth := 1; len(r.word) <= scan.MaxWord; {
		c, ok := r.Next()
		switch {
		case !ok:
			r.err2 = r.Cut("a text of HTML")
			return
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				return
			}
		}
		r.word = append(r.word, c)
	}
}

// skipComments returns the next byte outside white space and comments. Comments are // and, at the start of a
// line, #, up to the end of the line, and /* up to */.
func (r *dotReader) skipComments() (byte, bool) {
	starts := !r.begun // a line starts here
	for r.begun = true; ; {
		line := r.Line
		c, ok := r.SkipSpace()
		if !ok {
			return 0, false
		}
		starts = starts || r.Line > line
		r.Next()
		switch {
		case c == '#' && starts:
			r.SkipLine()
			continue
		case c != '/':
			return c, true
		}
		c, _ = r.Next()
		switch starts = c == '/'; c {
		case '/':
			r.SkipLine()
		case '*':
			for last := byte(0); ; {
				c, ok := r.Next()
				if !ok {
					r.err2 = r.Cut("a comment")
					return 0, false
				}
				if last == '*' && c == '/' {
					break
				}
				last = c
			}
		default:
			r.err2 = r.Errorf("found \"/\": expected a comment, // or /*")
			return 0, false
		}
	}
}
