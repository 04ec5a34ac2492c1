package ingest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"weft/internal/drawn"
	"weft/internal/shared"
	"weft/making/ingest"
)

// casesImport is the folder of inputs that were read wrongly (its README.md says what is right).
const casesImport = "cases-import"

// wild is an input in a form that other programs write, and what is in it.
type wild struct {
	name, text string
	o          ingest.Options
	arcs       []string // nil for a refusal
	how        string   // part of how it is read, or of the refusal
}

// checkWild imports each text, and compares arcs and reading, or the refusal.
func checkWild(t *testing.T, cases []wild) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.arcs == nil {
				checkRefused(t, c.text, c.o, c.how)
				return
			}
			crawl, s := importText(t, c.text, withStrict(c.o))
			want := slices.Clone(c.arcs)
			for i := range want {
				want[i] += " link"
			}
			slices.Sort(want)
			if got := arcsOf(t, crawl); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q (read as %q)", got, want, s.Manifest.Steps[0].Inputs[0].ReadAs)
			}
			if got := s.Manifest.Steps[0].Inputs[0].ReadAs; !strings.Contains(got, c.how) {
				t.Errorf("read as %q, want %q in it", got, c.how)
			}
		})
	}
}

// checkRefused imports a text that must be refused, with words that say why, and that leaves nothing.
func checkRefused(t *testing.T, text string, o ingest.Options, want string) {
	t.Helper()
	dir := t.TempDir()
	o.Inputs, o.Output = []string{filepath.Join(dir, "in")}, filepath.Join(dir, "c")
	if err := os.WriteFile(o.Inputs[0], []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := ingest.Import(t.Context(), o)
	switch {
	case err == nil:
		t.Errorf("no error: read as %q", s.Manifest.Steps[0].Inputs[0].ReadAs)
	case !strings.Contains(err.Error(), want):
		t.Errorf("got %q, want %q in it", err, want)
	}
	if _, err := os.Stat(o.Output); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a crawl is left: %v", err)
	}
}

// caseText returns the text of a case.
func caseText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(shared.File(t, casesImport, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inUTF16 writes a text in UTF-16.
func inUTF16(text string, little, mark bool) string {
	var b strings.Builder
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	for _, u := range units {
		if little {
			b.WriteByte(byte(u))
		}
		b.WriteByte(byte(u >> 8))
		if !little {
			b.WriteByte(byte(u))
		}
	}
	return b.String()
}

// Lists in UTF-16 and with carriage returns say what they say in UTF-8 with line feeds.
func TestEncodings(t *testing.T) {
	const table = "source,target\nä,b\nb,c😀\n"
	arcs := []string{"ä b", "b c😀"}
	var cases []wild
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll(table, "\n", end)
		cases = append(cases, wild{name: fmt.Sprintf("UTF-8 %q", end), text: text, arcs: arcs})
		for _, little := range []bool{true, false} {
			for _, mark := range []bool{true, false} {
				cases = append(cases, wild{name: fmt.Sprintf("UTF-16 %q little %v mark %v", end, little, mark), text: inUTF16(text, little, mark), arcs: arcs})
			}
		}
	}
	cases = append(
		cases,
		wild{name: "numbers below a comment", text: "# a b\r1 2\r2 3\r", arcs: []string{"1 2", "2 3"}},
		wild{name: "returns and a line feed at the end", text: "1 2\r2 3\r\n", arcs: []string{"1 2", "2 3"}},
		wild{name: "a return within a line", text: "1 2\n2 3\r4 5\n", how: "carriage returns"},
		wild{name: "UTF-32", text: "\xff\xfe\x00\x001\x00\x00\x00 \x00\x00\x002\x00\x00\x00", how: "not a text"},
		wild{name: "GraphML in UTF-16", text: inUTF16(`<?xml version="1.0" encoding="UTF-16"?><graphml><graph edgedefault="directed"><node id="ä"/><node id="b"/><edge source="ä" target="b"/></graph></graphml>`, true, true), arcs: []string{"ä b"}},
	)
	checkWild(t, cases)
}

// Graphs in GML, GraphML and Pajek as igraph 0.10, NetworkX 3 and yEd write them.
func TestGraphsOfOthers(t *testing.T) {
	const igraphGML = "Creator \"igraph version 0.10\"\nVersion 1\ngraph\n[\n  directed 1\n  node\n  [\n    id 0\n    label NaN\n    size NaN\n  ]\n  node\n  [\n    id 1\n    label \"b\"\n  ]\n  edge\n  [\n    source 0\n    target 1\n    weight Inf\n  ]\n  edge\n  [\n    source 1\n    target 0\n    weight -Inf\n  ]\n]\n"
	const yed = `<graphml xmlns:y="http://www.yworks.com/xml/graphml"><key for="node" id="d6" yfiles.type="nodegraphics"/><graph edgedefault="directed">` +
		`<node id="n0"><data key="d5"/><data key="d6"><y:ShapeNode><y:NodeLabel hasText="false"/><y:NodeLabel alignment="center">Al<y:LabelModel><y:Smart d="4">x</y:Smart></y:LabelModel>pha<y:ModelParameter/>` + "\n" + `</y:NodeLabel></y:ShapeNode></data></node>` +
		`<node id="n1"><data key="d6"><y:GenericNode><y:NodeLabel>Beta</y:NodeLabel></y:GenericNode></data></node><edge source="n0" target="n1"/></graph></graphml>`
	const yFiles = `<graphml><key id="d1" for="node" attr.name="NodeLabels"/><graph edgedefault="directed">` +
		`<node id="n0"><data key="d1"><x:List><y:Label><y:Label.Text>Alpha</y:Label.Text></y:Label></x:List></data></node>` +
		`<node id="n1"><data key="d1"><x:List><y:Label Text="Beta"/></x:List></data></node><edge source="n0" target="n1"/></graph></graphml>`
	const prefixed = `<?xml version="1.0"?><!-- g --><ns0:graphml xmlns:ns0="http://graphml.graphdrawing.org/xmlns"><ns0:key id="k" for="node" attr.name="label"/><ns0:graph edgedefault="undirected">` +
		`<ns0:node id="0"><ns0:data key="k">a</ns0:data></ns0:node><ns0:node id="1"><ns0:data key="k">b</ns0:data></ns0:node><ns0:edge source="0" target="1"/></ns0:graph></ns0:graphml>`
	checkWild(t, []wild{
		{name: "igraph's GML", text: igraphGML, arcs: []string{"0 b", "b 0"}, how: "gml"},
		{name: "GML with a mark", text: "\ufeffgraph [ directed 1 node [ id 7 label \"a\" x nan ] node [ id 8 label \"b\" ] edge [ source 8 target 7 ] ]", arcs: []string{"b a"}, how: "gml"},
		{name: "yEd", text: yed, arcs: []string{"Alpha Beta"}, how: "graphml"},
		{name: "yFiles", text: yFiles, arcs: []string{"Alpha Beta"}, how: "graphml"},
		{name: "prefixed GraphML", text: prefixed, arcs: []string{"a b", "b a"}, how: "graphml"},
		{name: "prefixed GEXF", text: `<g:gexf xmlns:g="http://gexf.net/1.3"><g:graph defaultedgetype="directed"><g:nodes><g:node id="0" label="a"/><g:node id="1" label="b"/></g:nodes><g:edges><g:edge source="1" target="0"/></g:edges></g:graph></g:gexf>`, arcs: []string{"b a"}, how: "gexf"},
		{name: "igraph's Pajek", text: "*Vertices 3\r\n1 \"say &#34;hi&#34;\"\r\n2 \"C:\\dir\\\"\r\n3 \"it&#39;s &#8364;\" 0.5\r\n*Arcs\r\n1 2\r\n2 3\r\n", arcs: []string{`say "hi" C:\dir\`, `C:\dir\ it's €`}, how: "pajek"},
		{name: "an earlier igraph's Pajek", text: "*Vertices 2\n1 \"say \\\"hi\\\" \\\\o/\" ic \"Red\"\n2 \"b\"\n*Edges\n1 2\n", arcs: []string{`say "hi" \o/ b`, `b say "hi" \o/`}, how: "pajek"},
		{name: "a matrix", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Matrix\n0 1 0\n0 0 2.5\n1 0 1\n", arcs: []string{"a b", "b c", "c a", "c c"}, how: "pajek"},
		{name: "a matrix of two modes", text: "*Vertices 5 2\n*Matrix\n1 0 1\n0 0 -1\n", arcs: []string{"0 2", "0 4", "1 4"}, how: "pajek"},
		{name: "two matrices", text: "*Vertices 2\n*Matrix :1 \"x\"\n0 1\n0 0\n*Matrix :2 \"y\"\n0 0\n1 0\n", arcs: []string{"0 1", "1 0"}, how: "pajek"},
		{name: "a matrix that is cut", text: "*Vertices 3\n*Matrix\n0 1 0\n0 0 1\n", how: "bad"},
		{name: "a matrix with a short row", text: "*Vertices 2\n*Matrix\n0 1\n0\n", how: "bad"},
		{name: "a first mode that is too large", text: "*Vertices 2 3\n*Matrix\n0 1\n0 0\n", how: "of the first mode"},
	})
	for name, want := range map[string][]string{"yed-label.graphml": {"Alpha Beta"}, "bom.gml": {"a b"}, "pajek-igraph-entity.net": {`say "hi" b`}} {
		checkWild(t, []wild{{name: name, text: caseText(t, name), arcs: want}})
	}
}

// A domain in capital letters is the same domain; names of other graphs keep their case.
func TestDomainsInTwoCases(t *testing.T) {
	checkWild(t, []wild{
		{name: "dated", text: `{"nodes":[{"domain":"A.example"},{"domain":"a.example"}],"links":[{"date":"20140225","src":"a.Example","dst":"b.example","count":1}]}`, arcs: []string{"http://a.example/ http://b.example/"}},
		{name: "nodes by id", text: `{"directed":true,"nodes":[{"id":"Node.js"},{"id":"node.js"}],"links":[{"source":"Node.js","target":"node.js"}]}`, arcs: []string{"Node.js http://node.js/"}},
	})
}

// metisText writes an undirected graph in METIS's format.
func metisText(n int, edges [][2]int) string {
	lists := make([][]int, n)
	for _, e := range edges {
		lists[e[0]] = append(lists[e[0]], e[1]+1)
		lists[e[1]] = append(lists[e[1]], e[0]+1)
	}
	var b strings.Builder
	fmt.Fprintln(&b, n, len(edges))
	for _, l := range lists {
		slices.Sort(l)
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(l), "[]"))
	}
	return b.String()
}

// regular draws the edges of a regular graph: each page u is joined with u+1, …, u+half, of n, under drawn numbers.
func regular(r *rand.Rand, n, half int) [][2]int {
	p := r.Perm(n)
	var edges [][2]int
	for u := range n {
		for k := 1; k <= half; k++ {
			edges = append(edges, [2]int{p[u], p[(u+k)%n]})
		}
	}
	return edges
}

// METIS is told from a list also where all pages have the same degree, and where it is longer than what is peeked at.
func TestMETISIsTold(t *testing.T) {
	r := drawn.Rand(t)
	for _, c := range []struct{ n, half int }{{4, 1}, {300, 1}, {7, 2}, {100, 2}, {50, 3}, {200_000, 2}, {330_000, 1}} {
		edges := regular(r, c.n, c.half)
		crawl, s := importText(t, metisText(c.n, edges), ingest.Options{})
		if got := s.Manifest.Steps[0].Inputs[0].Format; got != "metis" || crawl.NumPages() != c.n || crawl.Manifest.Counts.Arcs != int64(2*len(edges)) {
			t.Errorf("%d pages of degree %d: got %s, %d pages, %d arcs", c.n, 2*c.half, got, crawl.NumPages(), crawl.Manifest.Counts.Arcs)
		}
	}
	crawl, s := importText(t, caseText(t, "metis-cycle-300.graph"), ingest.Options{})
	if got := s.Manifest.Steps[0].Inputs[0].Format; got != "metis" || crawl.NumPages() != 300 || crawl.Manifest.Counts.Arcs != 600 {
		t.Errorf("the case: got %s, %d pages, %d arcs", got, crawl.NumPages(), crawl.Manifest.Counts.Arcs)
	}
}

// A file of names may begin with a header, and its columns may stand in any order.
func TestNamesWithHeader(t *testing.T) {
	const arcs = "0 1\n1 2\n2 3\n"
	want := []string{"one two link", "two 3 link", "zero one link"}
	for _, names := range []string{
		"id\tlabel\n0\tzero\n1\tone\n2\ttwo\n", "Id,Label\n0,zero\n1,one\n2,two\n", "label;id\nzero;0\none;1\ntwo;2\n", "id label\n0 zero\n1 one\n2 two\n",
		"\ufeffId,Label,timeset\r\n0,\"zero\",\r\n1,one,\r\n2,two,\r\n", "\"node\"|\"name\"|\"x\"\n0|zero|7\n1|one|7\n2|two|7\n", "Knoten,Bezeichnung\n2,two\n1,one\n0,zero\n",
		"id,label\n0,zero\n1,one\nid,label\n2,two\n3,\n", "0;zero\n1;one\n2;two\n", "Id\tLabel\r0\tzero\r1\tone\r2\ttwo\r", "# of pages\nid\tlabel\n0\tzero\n1\tone\n2\ttwo\n",
		inUTF16("id\tlabel\n0\tzero\n1\tone\n2\ttwo\n", true, true), caseText(t, "names-with-header.tsv"),
	} {
		c, _ := importText(t, arcs, ingest.Options{Names: written(t, names), Strict: true})
		if got := arcsOf(t, c); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", names, got, want)
		}
	}
	for _, c := range []struct{ names, want string }{
		{"label\nzero\none\ntwo\nthree\n", "may be a header or the name of page 0"},
		{"Name\tx\nzero\t1\none\t2\ntwo\t3\nthree\t4\n", "may be a header or the name of page 0"},
		{"id,label\n0,\"a\n1,b\n", "does not end in its line"},
		{"id,label\n" + strings.Repeat("#\n", 3) + "0,a\n1,b\n2,c\n3,d\n4,e\n5,f\n6,g\n7,h\n8,i\n9,j\n10,k\nx,b\n", "does not begin with the number"},
	} {
		checkRefused(t, arcs, ingest.Options{Names: written(t, c.names)}, c.want)
	}
	c, _ := importText(t, "0 1\n", ingest.Options{Names: written(t, "url\thits\nhttp://a.example/\t3\nhttp://b.example/\t1\n")})
	if got := arcsOf(t, c); !slices.Equal(got, []string{"http://a.example/ http://b.example/ link"}) {
		t.Errorf("URLs below a header: got %q", got)
	}
	c, _ = importText(t, "0 1\n", ingest.Options{Names: written(t, "0,\"a, b\"\n1,\"say \"\"hi\"\"\"\n")})
	if got := arcsOf(t, c); !slices.Equal(got, []string{`a, b say "hi" link`}) {
		t.Errorf("quoted names: got %q", got)
	}
}
