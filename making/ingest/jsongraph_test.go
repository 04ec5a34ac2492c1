package ingest_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/jsons"
	"weft/store"
)

// Graphs of other programs, as these write them: D3, NetworkX of either age, graphology, Cytoscape, the JSON Graph Format,
// lists, Graphviz, GUESS and Gephi.
func TestGraphsOfPrograms(t *testing.T) {
	ab := []string{"a b", "b c"}
	for _, c := range []struct {
		name, text, format string
		arcs               []string
		pages              int
	}{
		{"d3, positions and names", `{"nodes":[{"name":"a","group":1},{"name":"b"},{"name":"c"}],"links":[{"source":0,"target":1,"value":2},{"source":1,"target":2}]}`, "jsongraph", ab, 3},
		{"d3, positions and identifiers", `{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"links":[{"source":0,"target":1},{"source":1,"target":2}]}`, "jsongraph", ab, 3},
		{"d3, names that are the same", `{"nodes":[{"name":"a"},{"name":"a"}],"links":[{"source":0,"target":1}]}`, "jsongraph", []string{"a #0 a"}, 2},
		{"d3, sorted keys", `{"links":[{"source":0,"target":1},{"source":1,"target":2}],"nodes":[{"name":"a"},{"name":"b"},{"name":"c"}]}`, "jsongraph", ab, 3},
		{"d3, nodes as ends", `{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"links":[{"source":{"id":"a","x":1},"target":{"id":"b"}},{"source":{"id":"b"},"target":{"id":"c"}}]}`, "jsongraph", ab, 3},
		{"networkx, identifiers that are numbers", `{"directed":true,"multigraph":false,"graph":{},"nodes":[{"id":2},{"id":1},{"id":0}],"links":[{"source":2,"target":1},{"source":1,"target":0}]}`, "jsongraph", []string{"1 0", "2 1"}, 3},
		{"networkx, undirected", `{"directed":false,"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"source":"a","target":"b","key":0}]}`, "jsongraph", []string{"a b", "b a"}, 2},
		{"networkx, labels", `{"directed":true,"nodes":[{"id":5,"label":"a"},{"id":3,"label":"b"},{"id":4,"label":"c"}],"edges":[{"source":5,"target":3},{"source":3,"target":4}]}`, "jsongraph", ab, 3},
		{"graphology", `{"options":{"type":"mixed","multi":false},"attributes":{"name":"x"},"nodes":[{"key":"1","attributes":{"label":"a","x":1}},{"key":"2","attributes":{"label":"b"}},{"key":"3","attributes":{"label":"c"}}],"edges":[{"key":"e","source":"1","target":"2","attributes":{"weight":1}},{"source":"2","target":"3","undirected":true}]}`, "jsongraph", []string{"a b", "b c", "c b"}, 3},
		{"graphology, undirected", `{"options":{"type":"undirected"},"nodes":[{"key":"a"},{"key":"b"}],"edges":[{"source":"a","target":"b"}]}`, "jsongraph", []string{"a b", "b a"}, 2},
		{"cyjs", `{"format_version":"1.0","data":{"name":"n"},"elements":{"nodes":[{"data":{"id":"1","name":"a"},"position":{"x":1}},{"data":{"id":"2","name":"b"}},{"data":{"id":"3","name":"c"}}],"edges":[{"data":{"id":"9","source":"1","target":"2","interaction":"pp"}},{"data":{"source":"2","target":"3"}}]}}`, "jsongraph", ab, 3},
		{"cytoscape.js, flat", `[{"data":{"id":"a"}},{"data":{"id":"b"}},{"data":{"id":"c"}},{"group":"edges","data":{"id":"ab","source":"a","target":"b"}},{"data":{"source":"b","target":"c"}}]`, "jsongraph", ab, 3},
		{"JSON Graph Format", `{"graph":{"directed":true,"nodes":{"a":{"metadata":{}},"b":{},"c":{}},"edges":[{"source":"a","target":"b","relation":"r"},{"source":"b","target":"c"}]}}`, "jsongraph", ab, 3},
		{"hosts", `{"directed":true,"nodes":[{"id":"http://a.example"},{"id":"b","url":"http://b.example/x"}],"links":[{"source":"http://a.example","target":"b"}]}`, "jsongraph", []string{"http://a.example/ http://b.example/x"}, 2},
		{"a list of pairs", "[\n [\"a\", \"b\"],\n [\"b\",\"c\", 0.5]\n]\n", "jsonarray", ab, 3},
		{"a list of pairs of numbers", "[[0,1],[1,2]]", "jsonarray", []string{"0 1", "1 2"}, 3},
		{"a list of objects", "[\n {\n  \"source\": \"a\",\n  \"target\": \"b\", \"x\": [1, {\"y\": \"]\"}]\n },\n {\"source\":\"b\",\"target\":\"c\"}]", "jsonarray", ab, 3},
		{"a list of pages", `[{"url":"http://a.example/","links":["/b","http://c.example/"]}]`, "jsonarray", []string{"http://a.example/ http://a.example/b", "http://a.example/ http://c.example/"}, 3},
		{"dot", "// made\ndigraph \"G\" {\n graph [rankdir=LR]; node [shape=box]\n a -> b [label=\"x\"];\n b -> c; }\n", "dot", ab, 3},
		{"dot, chains, ports and subgraphs", "strict digraph { a:n -> {b; c d} -> \"e f\":p:s\n subgraph cluster_1 { label = one; g } /* g -> h */ }", "dot", []string{"a b", "a c", "a d", "b e f", "c e f", "d e f"}, 6},
		{"dot, labels of two backslashes and of one", "digraph { 1 -> 2; 1 [label=\"a\\\\b\"]; 2 [label=\"b\\n\"] }", "dot", []string{`a\b 2`}, 2},
		{"dot, labels", "digraph { 1 -> 2; 2 -> 3; 1 [label=\"a\"]; 2 [label=\"b\", color=red]; 3 [URL=\"http://c.example/\"] }", "dot", []string{"a b", "b http://c.example/"}, 3},
		{"dot, undirected", "graph {\n# comment\n a -- b\n \"say \\\"hi\\\"\" -- \"x\" + \"y\" }", "dot", []string{"a b", "b a", `say "hi" xy`, `xy say "hi"`}, 4},
		{"gdf", "nodedef>name VARCHAR,label VARCHAR,x DOUBLE\ns1,\"a\",1.5\ns2,'b',2\ns3,c\nedgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN\ns1,s2,1.2,true\ns2,s3,0.3,TRUE\n", "gdf", ab, 3},
		{"gdf, quotes and no directions", "nodedef> name VARCHAR\n\"a, \\\"x\\\"\"\nb\nedgedef>node1,node2\n\"a, \\\"x\\\"\",b\nb,c\n", "gdf", []string{`a, "x" b`, `b a, "x"`, "b c", "c b"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			crawl, _ := importText(t, c.text, ingest.Options{Strict: true})
			if got := crawl.Manifest.Steps[0].Inputs[0].Format; got != c.format {
				t.Errorf("it is taken for %s, want %s", got, c.format)
			}
			if got := plainArcs(t, crawl); !slices.Equal(got, c.arcs) || crawl.NumPages() != c.pages {
				t.Errorf("got %d pages and arcs %q, want %d and %q", crawl.NumPages(), got, c.pages, c.arcs)
			}
		})
	}
}

// What is wrong with such a text is said, with its place.
func TestGraphsOfProgramsRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[{"a":1}]`, "nothing says which are an arc"},
		{`[[1,2],[3`, "the text ends inside a value"},
		{`[[1,2]] x`, "after the list"},
		{`{"nodes":[{"id":"a"}],"links":[{"source":"c","target":"b"}]}`, `there is no node "c"`},
		{`{"nodes":[{"id":"a"}],"links":[],"directed":1} {`, "after the graph"},
		{"digraph { a -- b }", "expected -> in a digraph"},
		{"digraph { a -> b", "the text ends inside the graph"},
		{"digraph { a -> [x] }", "expected a node"},
		{"digraph { \"a", "the text ends inside a text"},
		{"digraph " + strings.Repeat("{ subgraph ", 300), "subgraphs inside each other"},
		{"nodedef>name\na\nedgedef>node1,node2\na,\n", "expected the two nodes of an edge"},
	} {
		o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(c.text), Strict: true, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
		_, err := ingest.Import(t.Context(), o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, want %q", c.text, err, c.want)
		}
	}
}

// Drawn graphs in every one of these formats are the same graph.
func TestDrawnGraphsOfPrograms(t *testing.T) {
	rng := drawn.Rand(t)
	for range 10 {
		n := 2 + rng.IntN(30)
		name := func(i int) string { return fmt.Sprintf("n%c%d", 'a'+i%7, i) }
		var arcs [][2]int
		var want []string
		for range 1 + rng.IntN(60) {
			a := [2]int{rng.IntN(n), rng.IntN(n)}
			if text := name(a[0]) + " " + name(a[1]); !slices.Contains(want, text) {
				arcs, want = append(arcs, a), append(want, text)
			}
		}
		slices.Sort(want)
		for format, text := range drawnTexts(n, name, arcs) {
			o := ingest.Options{Strict: true}
			if format == "pairs" { // which a table of two kinds of names may be
				o.Format = jsons.JSONArray
			}
			crawl, _ := importText(t, text, o)
			if got := plainArcs(t, crawl); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", format, got, want)
			}
		}
	}
}

func drawnTexts(n int, name func(int) string, arcs [][2]int) map[string]string {
	var ids, named, keyed, data, byID, byPosition, pairs, inData, dot, gdf []string
	for i := range n {
		ids = append(ids, fmt.Sprintf(`{"id":%q}`, name(i)))
		named = append(named, fmt.Sprintf(`{"name":%q}`, name(i)))
		keyed = append(keyed, fmt.Sprintf(`{"key":"%d","attributes":{"label":%q}}`, i, name(i)))
		data = append(data, fmt.Sprintf(`{"data":{"id":%q}}`, name(i)))
		gdf = append(gdf, fmt.Sprintf("%d,%s", i, name(i)))
	}
	gdf = append(gdf, "edgedef>node1 VARCHAR,node2 VARCHAR,directed BOOLEAN")
	var byKey []string
	for _, a := range arcs {
		u, v := name(a[0]), name(a[1])
		byID = append(byID, fmt.Sprintf(`{"source":%q,"target":%q}`, u, v))
		byKey = append(byKey, fmt.Sprintf(`{"source":"%d","target":"%d"}`, a[0], a[1]))
		byPosition = append(byPosition, fmt.Sprintf(`{"source":%d,"target":%d}`, a[0], a[1]))
		pairs = append(pairs, fmt.Sprintf(`[%q,%q]`, u, v))
		inData = append(inData, fmt.Sprintf(`{"data":{"source":%q,"target":%q}}`, u, v))
		dot = append(dot, fmt.Sprintf("%s->%q", u, v))
		gdf = append(gdf, fmt.Sprintf("%d,%d,true", a[0], a[1]))
	}
	list := func(s []string) string { return "[" + strings.Join(s, ",\n") + "]" }
	return map[string]string{
		"networkx":   `{"directed":true,"nodes":` + list(ids) + `,"edges":` + list(byID) + "}",
		"d3":         `{"nodes":` + list(named) + `,"links":` + list(byPosition) + "}",
		"graphology": `{"edges":` + list(byKey) + `,"nodes":` + list(keyed) + "}",
		"cyjs":       `{"elements":{"nodes":` + list(data) + `,"edges":` + list(inData) + "}}",
		"flat":       list(append(data, inData...)),
		"pairs":      list(pairs),
		"objects":    list(byID),
		"dot":        "digraph x {\n" + strings.Join(dot, ";\n") + "\n}",
		"gdf":        "nodedef>name VARCHAR,label VARCHAR\n" + strings.Join(gdf, "\n") + "\n",
	}
}

// plainArcs lists arcs without their kinds.
func plainArcs(t *testing.T, c *store.Crawl) (out []string) {
	t.Helper()
	for _, a := range arcsOf(t, c) {
		out = append(out, strings.TrimSuffix(a, " link"))
	}
	return out
}
