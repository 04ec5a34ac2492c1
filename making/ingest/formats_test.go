package ingest_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/formats"
	"weft/making/ingest/graphs"
	"weft/making/ingest/lists"
	"weft/making/ingest/tally"
	"weft/store"
)

const (
	graphML = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">%s
<graph id="G" edgedefault="%s">%s</graph></graphml>`
	gexf = `<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="%s">%s</graph></gexf>`
)

// Networks of other programs. NetworkX 3.6.1 reads the GML, GraphML, GEXF and Pajek ones to the same arcs
// (bench/formats/oracle.py).
func TestNetworks(t *testing.T) {
	names := []string{"a b link", "a c link", "c c link"}
	numbers := []string{"0 1 link", "0 2 link", "2 2 link"}
	both := []string{"0 1 link", "0 2 link", "1 0 link", "2 0 link", "2 2 link"}
	for _, c := range []struct {
		name, text, format string
		force              formats.Name
		pages              int
		arcs               []string
	}{
		{"Pajek with labels", "%% c\n*Network x y\n*Vertices 4\n1 \"a\" 0.1 0.2\n2 \"b\"\n3 c ic Red\n4 \"two words\"\n*Arcs\n1 2 1.5\n1 3\n*Edges\n3 3\n", "pajek", "", 4, names},
		{"Pajek without labels", "*Vertices 4\n*arcs :1 \"links\"\n1 2 1\n1 3 1\n3 3 1\n", "pajek", "", 4, numbers},
		{"Pajek, lists", "*vertices 3\n*Arcslist\n1 2 3\n*Edgeslist\n3 3\n", "pajek", "", 3, numbers},
		{"Pajek, edges", "*Vertices 3\n1\n2\n3\n*Edges\n1 2\n3 1\n3 3\n", "pajek", "", 3, both},
		{"Pajek, a vertex without a line", "*Vertices 3\n2 \"b\"\n1 \"a\"\n*Arcs\n1 2\n1 3\n3 3\n", "pajek", "", 3, []string{"3 3 link", "a 3 link", "a b link"}},
		{"Pajek, labels twice", "*Vertices 2\n1 \"a\"\n2 \"a\"\n*Arcs\n1 2\n", "pajek", "", 2, []string{"a a #1 link"}},
		{"GML", "# c\nCreator \"x [ ]\"\ngraph\n[\n  directed 1 comment \"node [ id 9 ]\"\n node [ id 1 label \"a\" graphics [ x 1.5 y -2e3 [ ] ] ]\n", "", "", 0, nil},
		{"GML, nested", "# c\nCreator \"x [ ]\"\ngraph\n[\n  directed 1 comment \"node [ id 9 ]\"\n node [ id -1 label \"a\" graphics [ x 1.5 z [ w 1 ] y -2e3 ] ]\nnode [ label \"b\" id 2 ] node [ id 3 label \"c\" ]\nedge [ target 2 source -1 value 0.5 ] edge [ source -1 target 3 ] edge [ source 3 target 3 ] ]", "gml", "", 3, names},
		{"GML without labels", "graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 0 target 2 ] edge [ source 2 target 2 ] ]", "gml", "", 3, numbers},
		{"GML without directions", "graph [ edge [ source 0 target 1 ] edge [ source 0 target 2 ] edge [ source 2 target 2 ] node [ id 0 ] node [ id 1 ] node [ id 2 ] node [ id 5 ] ]", "gml", "", 6, both},
		{"GML, entities", "graph [ directed 1 node [ id 0 label \"http://a.example/?x=1&#38;y&amp;z\" ] edge [ source 0 target 0 ] ]", "gml", "", 1, []string{"http://a.example/?x=1&y&z http://a.example/?x=1&y&z link"}},
		{"GraphML of identifiers", fmt.Sprintf(graphML, "", "directed", `<node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="a" target="c"/><edge source="c" target="c"/>`), "graphml", "", 3, names},
		{"GraphML of numbers", fmt.Sprintf(graphML, "", "undirected", `<node id="0"/><node id="1"/><node id="2"/><edge source="0" target="1"/><edge source="2" target="2"/><edge source="0" target="2" directed="false"><data key="w">1</data></edge>`), "graphml", "", 3, both},
		{"GraphML with labels", fmt.Sprintf(graphML, `<key id="d0" for="node" attr.name="label" attr.type="string"/><key id="d1" for="node" attr.name="size"/>`, "directed",
			`<node id="n0"><data key="d1">1</data><data key="d0">a</data></node><node id="n1"><data key="d0">b</data></node><node id="n2"><data key="d0">c</data></node><edge source="n0" target="n1"/><edge source="n0" target="n2"/><edge source="n2" target="n2"/>`), "graphml", "", 3, names},
		{"GraphML of yEd", fmt.Sprintf(graphML, `<key for="node" id="d6" yfiles.type="nodegraphics"/>`, "directed",
			`<node id="n0"><data key="d6"><y:ShapeNode><y:Fill color="#F"/><y:NodeLabel x="1">a<y:Model/></y:NodeLabel></y:ShapeNode></data></node><node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>b</y:NodeLabel></y:ShapeNode></data><graph edgedefault="directed" id="n1:"><node id="n1::n0"><data key="d6"><y:ShapeNode><y:NodeLabel>c</y:NodeLabel></y:ShapeNode></data></node></graph></node><edge source="n0" target="n1"/><edge source="n0" target="n1::n0"/><edge source="n1::n0" target="n1::n0"/>`), "graphml", "", 3, nil},
		{"GraphML, graphs in graphs", fmt.Sprintf(graphML, "", "directed",
			`<node id="a"><graph edgedefault="undirected"><node id="b"/><node id="c"/><edge source="b" target="c"/></graph></node><edge source="a" target="b"/>`), "graphml", "", 3, []string{"a b link", "b c link", "c b link"}},
		{"GraphML, names with tabs and line ends", fmt.Sprintf(graphML, `<key id="d0" for="node" attr.name="label"/>`, "directed",
			`<node id="0"><data key="d0">a&#9;b</data></node><node id="1"><data key="d0">c&#10;d</data></node><node id="2"><data key="d0">a&#9;b</data></node><edge source="0" target="1"/><edge source="1" target="2"/>`), "graphml", "", 3, []string{"a%09b c%0Ad link", "c%0Ad a%09b #2 link"}},
		{"GEXF", fmt.Sprintf(gexf, "directed", `<attributes class="node"><attribute id="0" title="url" type="string"/></attributes><nodes><node id="0" label="x"><attvalues><attvalue for="0" value="a"/></attvalues></node><node id="1" label="b"/><node id="2" label="c"/></nodes><edges><edge id="0" source="0" target="1" weight="2"/><edge source="0" target="2"/><edge source="2" target="2" type="undirected"/></edges>`), "gexf", "", 3, names},
		{"METIS", "% c\n4 4\n2 3\n1 3\n2 1 4\n3\n", "metis", "", 4, []string{"0 1 link", "0 2 link", "1 0 link", "1 2 link", "2 0 link", "2 1 link", "2 3 link", "3 2 link"}},
		{"METIS with weights of both", "3 2 11 2\n7 7 2 1\n8 8 1 1 3 1\n9 9 2 1\n", "metis", "", 3, []string{"0 1 link", "1 0 link", "1 2 link", "2 1 link"}},
		{"METIS with an isolated vertex", "3 1 0\n3\n\n1\n", "metis", lists.METIS, 3, []string{"0 2 link", "2 0 link"}},
		{"node_link_data", `{"directed": true, "multigraph": false, "graph": {"x": [1, {"y": "]"}]}, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "edges": [{"source": "a", "target": "b"}, {"source": "a", "target": "c"}, {"source": "c", "target": "c"}]}`, "jsongraph", "", 3, names},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.pages == 0 {
				_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(c.text), DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Format: c.force})
				if err == nil {
					t.Error("no error")
				}
				return
			}
			crawl, s := importText(t, c.text, ingest.Options{Strict: true, Format: c.force})
			if got := arcsOf(t, crawl); c.arcs != nil && !slices.Equal(got, c.arcs) {
				t.Errorf("got arcs %q, want %q", got, c.arcs)
			}
			if crawl.NumPages() != c.pages {
				t.Errorf("got %d pages, want %d", crawl.NumPages(), c.pages)
			}
			if got := s.Manifest.Steps[0].Inputs[0].Format; got != c.format {
				t.Errorf("got format %s, want %s", got, c.format)
			}
		})
	}
}

// What is wrong is told with its place, what was found and what to do, and nothing is left.
func TestBadNetworks(t *testing.T) {
	deep := "graph [ " + strings.Repeat("a [ ", 1<<20)
	for _, c := range []struct {
		name, text, want string
		force            formats.Name
	}{
		{"Pajek without vertices", "*Network\n*Arcs\n1 2\n", "line 2: *Arcs stands before *Vertices", ""},
		{"Pajek, an unknown section", "*Vertices 2\n*Multiplex\n0 1\n", "line 2: the section", ""},
		{"Pajek that counts too many", "*Vertices 4000000000\n1 \"a\"\n", "'memory'", ""},
		{"Pajek that counts far too many", "*Vertices 5000000\n1 \"a\"\n*Arcs\n1 1\n", "only 1 of them are listed", ""},
		{"Pajek with arcs out of range", "*Vertices 2\n*Arcs\n1 3\n", "arc 1 → 3 among 2 pages", ""},
		{"GML that ends", "graph [ node [ id 1 ", "the text ends inside a list", ""},
		{"GML with a strange byte", "graph [ node { id 1 } ]", `line 1, offset 13: found '{'`, ""},
		{"GML, a text that does not end", "graph [\n node [ id 1 label \"x ] ]", "opened by a quote in line 2 does not end", ""},
		{"GML, an edge to nowhere", "graph [ node [ id 1 ] edge [ source 3 target 2 ] ]", "there is no node \"3\"", ""},
		{"GML, a node twice", "graph [ node [ id 1 ] node [ id 1 ] ]", "declared twice", ""},
		{"GML, deep", deep, "the text ends inside a list", ""},
		{"GraphML with entities", "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<graphml><graph edgedefault=\"directed\"><node id=\"&b;\"/></graph></graphml>", "entities", ""},
		{"GraphML, an unknown entity", "<graphml><graph edgedefault=\"directed\"><node id=\"&b;\"/></graph></graphml>", "entity", ""},
		{"GraphML, deep", "<graphml>" + strings.Repeat("<a>", 1000), "more than 256 elements", ""},
		{"GraphML, a giant tag", "<graphml a=\"" + strings.Repeat("x", 2<<20) + "\">", "too long", ""},
		{"GraphML that ends", "<graphml><graph edgedefault=\"directed\">", "ends inside <graph>", ""},
		{"GraphML, crossed tags", "<graphml><graph edgedefault=\"directed\"></graphml></graph>", "found </graphml>: expected </graph>", ""},
		{"another XML", "<rss></rss>", "expected <graphml> or <gexf>", graphs.GraphML},
		{"a page of HTML", "<!DOCTYPE html><html><a href=x>", "'base-url'", ""},
		{"METIS that counts wrongly", "3 3\n2\n1\n\n", "the lists hold 2 neighbours, expected 6", lists.METIS},
		{"METIS that ends", "4000000000 1\n2\n1\n", "3999999998 lists that the first line counts are missing", lists.METIS},
		{"METIS, a bad header", "3 x\n", "expected \"vertices edges", lists.METIS},
		{"Matrix Market that counts too many", "%%MatrixMarket matrix coordinate pattern general\n4000000000 4000000000 1\n1 1\n", "'memory'", ""},
		{"JSON that ends", `{"nodes": [{"domain": "a.b"}, `, "the text ends inside a value", ""},
		{"JSON without links", `{"a": {"b": [[[]]]}}`, "no lists \"nodes\" and \"links\"", ""},
		{"an empty graph of domains", `{"nodes":[],"links":[]}`, "there is no record", ""},
		{"JSON of another kind", `{"nodes": [[1]], "links": []}`, "a node is an object", ""},
		{"CDX with too few columns", " CDX N b a m s k r M S V g\na b c\n", "3 columns: the header names 11", ""},
		{"a cut xz", "\xfd7zXZ\x00\x00\x04\xe6\xd6", "xz", ""},
		{"a cut Parquet", "PAR1xxxxPAR1", "", ""},
		{"Pajek with further words", "*Vertices 2\n1\n2\n*Arcs\n1 2\n*Partition x\n*Vertices 2\n1\n2\n*Arcs\n1 9\n", "among 2", ""},
		{"GML, two graphs", "graph [ node [ id 1 ] ] graph [ ]", "a second graph", ""},
		{"GML, no key", "graph [ node [ id 1 ] 7 ]", "found 7: expected a key or", ""},
		{"GML, a list for no key", "graph [ node [ [ ] ] ]", "expected a key or", ""},
		{"GML, no value", "graph [ node ] ", "expected a value for node", ""},
		{"GML, no graph", "Creator \"x\"", "expected \"graph [\"", graphs.GML},
		{"GML, directed too late", "graph [ node [ id 1 ] edge [ source 1 target 1 ] directed 1 ]", "comes after edges", ""},
		{"GML, a value that ends", "graph [ node [ id", "the text ends inside the value of id", ""},
		{"GraphML, an odd direction", "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/><edge source=\"a\" target=\"a\" directed=\"perhaps\"/></graph></graphml>", "an edge whose direction is", ""},
		{"GraphML, a long name", "<graphml><key id=\"d\" for=\"node\" attr.name=\"label\"/><graph edgedefault=\"directed\"><node id=\"a\"><data key=\"d\">" + strings.Repeat("x", 70_000) + "</data></node></graph></graphml>", "the name of a node of more than 65536 bytes", ""},
		{"JSON without directions", `{"directed": false, "nodes": [{"domain": "a.b"}], "links": []}`, "expected one of links", ""},
		{"JSON with more behind it", `{"nodes": [{"id": 1}], "links": []} {`, "after the graph", ""},
		{"JSON, an odd escape", `{"nodes": [{"id": "a\q"}], "links": []}`, `found \q inside a text`, ""},
		{"JSON, an escape that ends", `{"nodes": [{"id": "a\`, "the text ends inside a text", ""},
		{"JSON, a number of few digits", `{"nodes": [{"id": "a\u00x0"}], "links": []}`, "expected four hexadecimal digits", ""},
		{"JSON, digits that end", `{"nodes": [{"id": "a\u00`, "the text ends inside a text", ""},
		{"Matrix Market of another kind", "%%MatrixMarket matrix array real general\n2 2\n1\n", "of another kind than coordinates", ""},
		{"Matrix Market without counts", "%%MatrixMarket matrix coordinate pattern general\n3 3\n", "expected the numbers of rows, columns and entries", ""},
		{"Matrix Market, not square", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 4 3\n1 2\n1 4\n3 3\n", "line 3: a matrix of 3 rows and 4 columns, and the banner says that both are the same: expected as many of both", ""},
		{"an ASCII graph without a count", "2 1\n1\n0\n", "expected the number of pages alone", lists.ASCIIGraph},
		{"numbered, without a count", "a b\n1 http://a.example/\n", "expected the numbers of pages and arcs", lists.Numbered},
		{"packed four times over", packedOver(4, "0 1\n"), "more than 3 times over", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			in := filepath.Join(dir, "in")
			if err := os.WriteFile(in, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{in}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Memory: 64 << 20}, Format: c.force})
			told := ""
			if err != nil {
				told = err.Error()
			}
			if log, e := os.ReadFile(filepath.Join(dir, "c.import.log")); e == nil {
				told += string(log)
			}
			if err == nil || !strings.Contains(told, c.want) || !strings.Contains(told, in) && !strings.Contains(told, "'memory'") {
				t.Errorf("got %.400q, want an error that names the file and says %q", told, c.want)
			}
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				if e.Name() != "in" && e.Name() != "c.import.log" {
					t.Errorf("%s is left", e.Name())
				}
			}
		})
	}
}

// packedOver is a text in gzip in gzip.
func packedOver(times int, text string) string {
	for range times {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		text = b.String()
	}
	return text
}

// The vertices of Common Crawl and their arcs are two files, in either order.
func TestVerticesAndArcs(t *testing.T) {
	dir := t.TempDir()
	v, a := filepath.Join(dir, "host-vertices.txt"), filepath.Join(dir, "host-edges.txt")
	os.WriteFile(v, []byte("0\tcom.example\n1\tcom.example.www\n2\torg.Odd\n3\torg.example\n"), 0o644)
	os.WriteFile(a, []byte("0\t1\n1\t3\n2\t2\n"), 0o644)
	for _, inputs := range [][]string{{v, a}, {a, v}} {
		c, s := imported(t, ingest.Options{Inputs: inputs, Strict: true})
		want := []string{"Odd.org Odd.org link", "http://example.com/ http://www.example.com/ link", "http://www.example.com/ http://example.org/ link"}
		if got := arcsOf(t, c); !slices.Equal(got, want) || c.NumPages() != 4 {
			t.Errorf("got %d pages and arcs %q, want 4 and %q", c.NumPages(), got, want)
		}
		if got := s.Manifest.Steps[0].Inputs[0].Format; got != "vertices" {
			t.Errorf("got format %s, want vertices", got)
		}
	}
	os.WriteFile(v, []byte("0\tcom.example\t2\n1\tcom.foo\t7\n"), 0o644)
	os.WriteFile(a, []byte("0\t1\n1\t9\n"), 0o644)
	_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{v, a}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}})
	if !errors.Is(err, tally.ErrBadInput) {
		t.Errorf("an arc to a vertex that is not there: got %v, want that a record is bad", err)
	}
}

func TestPolblogs(t *testing.T) {
	c, s := imported(t, ingest.Options{Inputs: []string{shared.File(t, "polblogs", "polblogs.gml")}})
	if n := c.Manifest.Counts; n.Pages != 1490 || n.Arcs != 19015 || s.Bad != 0 {
		t.Errorf("got %d pages, %d arcs, %d bad records; want 1490, 19015, 0 (NOTE.md)", n.Pages, n.Arcs, s.Bad)
	}
}

// Labels of polblogs are URLs without their scheme; hosts are counted by a regular expression.
func TestNamesThatAreHosts(t *testing.T) {
	path := shared.File(t, "polblogs", "polblogs.gml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string]bool{}
	for _, m := range regexp.MustCompile(`label "\s*([^"/]*?)\s*["/]`).FindAllStringSubmatch(string(text), -1) {
		hosts[m[1]] = true
	}
	c, _ := imported(t, ingest.Options{Inputs: []string{path}, Hosts: true})
	if got := c.Manifest.Counts.Hosts; got != len(hosts) {
		t.Errorf("got %d hosts, want %d", got, len(hosts))
	}
	plain, s := imported(t, ingest.Options{Inputs: []string{path}})
	looks := int64(0)
	for what, n := range s.Manifest.Steps[0].Notes {
		if strings.Contains(what, "--hosts") {
			looks = n
		}
	}
	if plain.Manifest.Counts.Hosts != 1 || looks != 1489 {
		t.Errorf("without the option: got %d hosts and a note of %d names, want 1 and 1489", plain.Manifest.Counts.Hosts, looks)
	}
	c, _ = importText(t, "a.example v1.2\nb.example/x?y a.example\n.example C.example\n", ingest.Options{Hosts: true})
	want := []string{".example C.example link", "http://a.example/ v1.2 link", "http://b.example/x?y http://a.example/ link"}
	if got := arcsOf(t, c); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Nodes that are numbers: from 1, with gaps, and with other inputs beside.
func TestNumberedNodes(t *testing.T) {
	const from1 = "graph [ directed 1 node [ id 3 ] node [ id 1 ] node [ id 2 ] edge [ source 1 target 3 ] ]"
	const gaps = "graph [ directed 1 node [ id 5 ] node [ id 2 ] edge [ source 2 target 5 ] ]"
	for _, c := range []struct {
		text  string
		pages int
		there []int // the others are ghosts
		arc   string
	}{
		{from1, 3, []int{0, 1, 2}, "0 2 link"},
		{strings.Replace(from1, "id 2", "id 0", 1), 4, []int{0, 1, 3}, "1 3 link"},
		{gaps, 6, []int{2, 5}, "2 5 link"},
	} {
		crawl, _ := importText(t, c.text, ingest.Options{})
		var there []int
		for u := range crawl.NumPages() {
			if crawl.State(graph.Node(u)) == page.Unknown {
				there = append(there, u)
			}
		}
		if got := crawl.Manifest.Counts.Ghosts; got != c.pages-len(c.there) {
			t.Errorf("%s: got %d ghosts, want %d", c.text, got, c.pages-len(c.there))
		}
		if arcs := arcsOf(t, crawl); crawl.NumPages() != c.pages || !slices.Equal(there, c.there) || !slices.Equal(arcs, []string{c.arc}) {
			t.Errorf("%s: got %d pages, %v there, %q; want %d, %v, %s", c.text, crawl.NumPages(), there, arcs, c.pages, c.there, c.arc)
		}
	}
	crawl, _ := importText(t, gaps, ingest.Options{Fetched: written(t, "1\n2\n")})
	if crawl.Manifest.Counts.Fetched != 2 || crawl.State(1) != page.Fetched {
		t.Errorf("a list of fetched pages: %d are fetched", crawl.Manifest.Counts.Fetched)
	}
	two, _ := imported(t, ingest.Options{Inputs: []string{written(t, from1), written(t, "1 2\n")}})
	if got := arcsOf(t, two); two.NumPages() != 4 || !slices.Equal(got, []string{"1 2 link", "1 3 link"}) {
		t.Errorf("two inputs: got %d pages, %q", two.NumPages(), got)
	}
}

// The graphs of domains hold what encoding/json finds in them, with domains in small letters.
func TestDomainGraphs(t *testing.T) {
	for _, name := range []string{"ALBERTA_alberta_oil_sands", "ALBERTA_energy_environment", "UVIC_Vancouver_Island_Local_Governments"} {
		for _, dates := range [][3]string{{"", "", "99999999"}, {"2014..2014-05-14", "20140000", "20140514"}, {"2014-02-26", "20140226", "20140226"}} {
			path := shared.File(t, "walk-domaingraphs", name+"-graph.json")
			pages, arcs := domainsByJSON(t, path, dates[1], dates[2], dates[0] == "")
			if len(arcs) == 0 {
				continue
			}
			c, _ := imported(t, ingest.Options{Inputs: []string{path}, Dates: dates[0], Strict: true})
			var got []string
			for _, a := range arcsOf(t, c) {
				u, v, _ := strings.Cut(strings.TrimSuffix(a, " link"), " ")
				got = append(got, domainOf(u)+" "+domainOf(v))
			}
			slices.Sort(got)
			if !slices.Equal(got, arcs) || c.NumPages() != pages {
				t.Errorf("%s, dates %q: got %d pages and %d arcs, want %d and %d", name, dates[0], c.NumPages(), len(got), pages, len(arcs))
			}
		}
	}
}

func domainOf(name string) string {
	return strings.TrimSuffix(strings.TrimPrefix(name, "http://"), "/")
}

// inSmall writes what may be a domain in small letters.
func inSmall(name string) string {
	if regexp.MustCompile(`^[\w-]+(\.[\w-]*)+$`).MatchString(name) {
		return strings.ToLower(name)
	}
	return name
}

func domainsByJSON(t *testing.T, path, from, to string, nodes bool) (int, []string) {
	var g struct {
		Nodes []struct{ Domain string }
		Links []struct{ Date, Src, Dst string }
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{}
	if nodes {
		for _, n := range g.Nodes {
			pages[inSmall(n.Domain)] = true
		}
	}
	var arcs []string
	for _, l := range g.Links {
		if l.Date >= from && l.Date <= to {
			src, dst := inSmall(l.Src), inSmall(l.Dst)
			pages[src], pages[dst] = true, true
			arcs = append(arcs, src+" "+dst)
		}
	}
	slices.Sort(arcs)
	return len(pages), slices.Compact(arcs)
}

func TestDatesThatDoNotFit(t *testing.T) {
	const text = `{"nodes":[],"links":[{"date":"20140225","src":"a.example","dst":"b.example","count":1}]}`
	for dates, want := range map[string]string{
		"2015": "the dates are 20140225 to 20140225", "x": "expected such as 2014", "2015..2014": "expected the first before the last", "..": "expected the first",
	} {
		_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Dates: dates})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("dates %q: got %v, want an error that says %q", dates, err, want)
		}
	}
	for _, dates := range []string{"2014", "2014-02-25", "201402", "..2014", "2013-12..", "2014-02-25..2014-02-25", "2014-02..2014", "2014..2014-02"} {
		c, _ := importText(t, text, ingest.Options{Dates: dates})
		if c.Manifest.Counts.Arcs != 1 {
			t.Errorf("dates %q: got %d arcs, want 1", dates, c.Manifest.Counts.Arcs)
		}
	}
}

// An index gives pages their states, alone or beside an archive of the same captures.
func TestIndexes(t *testing.T) {
	cdx := shared.File(t, "warc-samples", "iana.cdx")
	text, err := os.ReadFile(cdx)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]page.State{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Fields(line)
		if f[3] == "text/html" {
			s := page.Fetched
			if f[4][0] == '3' {
				s = page.Redirected
			} else if f[4][0] >= '4' {
				s = page.Failed
			}
			want[f[2]] = max(want[f[2]], s)
		}
	}
	c, _ := imported(t, ingest.Options{Inputs: []string{cdx}, Strict: true})
	if c.NumPages() != len(want) || c.Manifest.Counts.Arcs != 0 {
		t.Errorf("got %d pages, %d arcs; want %d, 0", c.NumPages(), c.Manifest.Counts.Arcs, len(want))
	}
	for u := range graph.Node(c.NumPages()) {
		if c.State(u) != want[c.Label(u)] {
			t.Errorf("%s: got %v, want %v", c.Label(u), c.State(u), want[c.Label(u)])
		}
	}
	alone, _ := imported(t, ingest.Options{Inputs: []string{shared.File(t, "warc-samples", "iana.warc.gz")}})
	joined, _ := imported(t, ingest.Options{Inputs: []string{cdx, shared.File(t, "warc-samples", "iana.warc.gz")}})
	if !slices.Equal(arcsOf(t, alone), arcsOf(t, joined)) {
		t.Error("the index of an archive changes its arcs")
	}
}

func TestIndexLines(t *testing.T) {
	for name, text := range map[string]string{
		"CDXJ":             "!meta {}\ncom,example)/ 20200101000000 {\"url\": \"http://example.com/\", \"mime\": \"text/html\", \"status\": \"404\"}\n",
		"CDXJ without URL": "com,example)/ 20200101000000 {\"mime_type\": \"text/html\", \"status_code\": 404, \"x\": [1, {}]}\n",
		"CDXJ of a year":   "com,example)/ 2020 {\"url\": \"http://example.com/\", \"mime\": \"text/html\", \"status\": \"404\"}\n",
		"9 columns":        "com,example)/ 20200101000000 http://example.com/ text/html 404 AAAA - 33 a.warc.gz\n",
		"11 columns":       "com,example)/ 20200101000000 http://example.com/ text/html 404 AAAA - - 10 33 a.warc.gz\n",
		"a header":         " CDX b a s m\n20200101000000 http://example.com/ 404 text/html\n",
		"tabs":             "\tCDX\tb\ta\ts\tm\n20200101000000\thttp://example.com/\t404\ttext/html\n",
		"tabs, no first":   "CDX\tb\ta\ts\tm\n20200101000000\thttp://example.com/\t404\ttext/html\n",
		"bars":             "|CDX|b|a|s|m\n20200101000000|http://example.com/|404|text/html\n",
	} {
		c, s := importText(t, text, ingest.Options{Strict: true})
		if c.NumPages() != 1 || c.State(0) != page.Failed || c.Label(0) != "http://example.com/" || s.Manifest.Steps[0].Inputs[0].Format != "cdx" {
			t.Errorf("%s: got %d pages, %v, %s", name, c.NumPages(), c.State(0), c.Label(0))
		}
	}
}

// A tree of files, in a folder or a tar archive.
func siteOf(t *testing.T, files map[string]string) (dir, archive string) {
	t.Helper()
	dir, archive = filepath.Join(t.TempDir(), "site"), filepath.Join(t.TempDir(), "site.tar")
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, []byte(files[name]), 0o644)
		}
		if err == nil {
			err = w.WriteHeader(&tar.Header{Name: "./" + name, Mode: 0o644, Size: int64(len(files[name])), Typeflag: tar.TypeReg})
		}
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(archive, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	return dir, archive
}

func TestTree(t *testing.T) {
	dir, archive := siteOf(t, map[string]string{
		"index.html":              `<!--#include virtual="inc/nav.htm" --><a href="a b.html">x</a><!--#include file="none.htm"-->`,
		"inc/nav.htm":             `<a href="/docs/deep/">nav</a><!--#include virtual="/docs/inc/foot.inc" -->`,
		"inc/foot.inc":            `<a href="http://other.example/">foot</a>`,
		"a b.html":                `<!--#include virtual="../../etc/passwd" --><!--#include virtual="/outside.htm" -->`,
		"q?.html":                 `<!--#include virtual="q%3f.html" --><a href="index.html">loop</a>`,
		"deep/index.html.ja.utf8": `<a href="../index.html">日</a>`,
		"deep/index.html.fr":      "",
		"deep/page.html.bak":      `<a href="x">no page</a>`,
		"deep/style.css":          "x",
	})
	want := []string{
		"http://www.example/docs/deep/index.html.ja.utf8 http://www.example/docs/index.html link",
		"http://www.example/docs/inc/nav.htm http://other.example/ link",
		"http://www.example/docs/inc/nav.htm http://www.example/docs/deep/ link",
		"http://www.example/docs/index.html http://other.example/ link",
		"http://www.example/docs/index.html http://www.example/docs/a%20b.html link",
		"http://www.example/docs/index.html http://www.example/docs/deep/ link",
		"http://www.example/docs/q%3F.html http://www.example/docs/index.html link",
	}
	var files []map[string]store.FileInfo
	for _, input := range []string{dir, archive} {
		c, s := imported(t, ingest.Options{Inputs: []string{input}, BaseURL: "http://www.example/docs"})
		if got := arcsOf(t, c); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
		if n := c.Manifest.Counts; n.Fetched != 6 || n.Ghosts != 2 {
			t.Errorf("%s: got %d fetched pages and %d ghosts, want 6 and 2", input, n.Fetched, n.Ghosts)
		}
		if got := s.Manifest.Steps[0].Notes["includes that are not in the tree, or binary"]; got != 4 {
			t.Errorf("%s: got %d includes that are not in the tree, want 4: one is missing, two lie outside, one is too deep", input, got)
		}
		delete(c.Manifest.Files, store.LogFile) // which names the input
		files = append(files, c.Manifest.Files)
	}
	if !maps.Equal(files[0], files[1]) {
		t.Error("a folder and an archive of it become different crawls")
	}
	c, _ := imported(t, ingest.Options{Inputs: []string{archive}, BaseURL: "http://www.example/docs/deep/", Root: "deep"})
	if n := c.Manifest.Counts; n.Fetched != 2 || c.Label(0) != "http://www.example/docs/deep/index.html.fr" {
		t.Errorf("the folder deep: got %d pages, the first %s", n.Fetched, c.Label(0))
	}
}

// Includes that multiply stay within the limit, and in time.
func TestIncludesThatSwell(t *testing.T) {
	files := map[string]string{"p15.html": strings.Repeat("x", 1<<16)}
	for i := range 15 {
		files[fmt.Sprintf("p%d.html", i)] = strings.Repeat(fmt.Sprintf(`<!--#include virtual="p%d.html" -->`, i+1), 8)
	}
	files["self.html"] = strings.Repeat(`<!--#include virtual="self.html" -->`, 100) // and no text at all
	dir, _ := siteOf(t, files)
	c, s := imported(t, ingest.Options{Inputs: []string{dir}, BaseURL: "http://a.example/", DraftOptions: store.DraftOptions{Memory: 256 << 20}})
	if c.NumPages() != 17 {
		t.Errorf("got %d pages, want 17", c.NumPages())
	}
	if n := s.Manifest.Steps[0].Notes["files included"]; n > 17<<12 {
		t.Errorf("%d files were included: want at most 4096 a page", n)
	}
}

func TestTarsThatAreBad(t *testing.T) {
	make := func(names ...string) string {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, name := range names {
			w.WriteHeader(&tar.Header{Name: name, Size: 2, Typeflag: tar.TypeReg})
			w.Write([]byte("hi"))
		}
		w.Close()
		return b.String()
	}
	good := make("a.html")
	for _, c := range []struct{ name, text, base, want string }{
		{"no address", good, "", "'base-url'"},
		{"a bad address", good, "ftp://a.example/", "'base-url'"},
		{"out of the tree", make("../x.html", "a.html"), "http://a.example/", "leads out of the archive"},
		{"an absolute name", make("/etc/x.html", "a.html"), "http://a.example/", "leads out of the archive"},
		{"cut", good[:513], "http://a.example/", "breaks off"},
		{"no page", make("a.css"), "http://a.example/", "no page in it"},
	} {
		out := filepath.Join(t.TempDir(), "c")
		_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(c.text), DraftOptions: store.DraftOptions{Output: out}, BaseURL: c.base})
		told := fmt.Sprint(err)
		if log, e := os.ReadFile(out + ".import.log"); e == nil {
			told += string(log)
		}
		if err == nil || !strings.Contains(told, c.want) {
			t.Errorf("%s: got %q, want an error that says %q", c.name, told, c.want)
		}
	}
}

func TestOptionsOfOtherFormats(t *testing.T) {
	for _, o := range []ingest.Options{{BaseURL: "http://a.example/"}, {Root: "x"}, {Dates: "2014"}, {IndexFiles: []string{"index.html"}}, {Languages: "de"}} {
		o.Inputs, o.Stdin, o.Output = []string{"-"}, strings.NewReader("0 1\n"), filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(context.Background(), o); !errors.Is(err, ingest.ErrOptions) {
			t.Errorf("%+v: got %v, want that the options do not fit", o, err)
		}
	}
}

// Two networks share the pages whose names are equal, and no others.
func TestTwoNetworks(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.net"), filepath.Join(dir, "b.gml")
	os.WriteFile(a, []byte("*Vertices 2\n1 \"x\"\n2 \"y\"\n*Arcs\n1 2\n"), 0o644)
	os.WriteFile(b, []byte("graph [ directed 1 node [ id 1 label \"y\" ] node [ id 2 label \"z\" ] edge [ source 1 target 2 ] ]"), 0o644)
	c, _ := imported(t, ingest.Options{Inputs: []string{a, b}, DraftOptions: store.DraftOptions{Memory: mem.Least}})
	if got, want := arcsOf(t, c), []string{"x y link", "y z link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := store.Verify(c.Path, nil); err != nil {
		t.Error(err)
	}
}

// Each column of numbers has a sign of its own: the first of these is above 2³¹.
func TestParquetOfTwoTypes(t *testing.T) {
	type arc struct {
		Source uint32 `parquet:"source"`
		Target int32  `parquet:"target"`
	}
	path := filepath.Join(t.TempDir(), "arcs.parquet")
	if err := parquet.WriteFile(path, []arc{{3_000_000_000, 1}}); err != nil {
		t.Fatal(err)
	}
	c, _ := imported(t, ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Memory: 64 << 20}})
	if got, want := arcsOf(t, c), []string{"3000000000 1 link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
