package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/npy"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/making/ingest/lists"
	"weft/store"
)

// weightsOf returns the arcs of a crawl with their weights, by the names or numbers of their ends, and verifies the crawl.
func weightsOf(t *testing.T, c *store.Crawl) map[string]float64 {
	t.Helper()
	if err := store.Verify(c.Path, nil); err != nil {
		t.Error(err)
	}
	cur, err := c.ScanWeights(graph.Everything(c.Graph()))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for cur.Next() {
		for i, v := range cur.Succ() {
			all[c.Label(cur.Node())+" "+c.Label(v)] = cur.Weights()[i]
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// weighedText imports a text with options.
func weighedText(t *testing.T, text string, o ingest.Options) *store.Crawl {
	t.Helper()
	o.Inputs, o.Stdin = []string{"-"}, strings.NewReader(text)
	return ingesttest.Import(t, o)
}

func parseArcs(text string) map[string]float64 {
	all := map[string]float64{}
	for arc := range strings.SplitSeq(text, ", ") {
		name, weight, _ := strings.Cut(arc, "=")
		var x float64
		fmt.Sscan(weight, &x)
		all[name] = x
	}
	return all
}

// Every format with a place for weights gives them, joined over parallel arcs, to both arcs of an edge without direction.
func TestWeightsOfFormats(t *testing.T) {
	for name, c := range map[string]struct {
		text, weights, want string
		o                   ingest.Options
	}{
		"numbers":             {text: "0 1 1.5\n1 2 2e3\n0 1 0.25\n2 2 0\n", weights: "auto", want: "0 1=1.75, 1 2=2000, 2 2=0"},
		"numbers, third":      {text: "0\t1\t7\t1.5\n1\t2\t8\t-2\n", weights: "4", o: ingest.Options{Columns: "1,2"}, want: "0 1=1.5, 1 2=-2"},
		"undirected":          {text: "0 1 1.5\n1 2 2\n2 2 3\n", weights: "3", o: ingest.Options{Directed: "no"}, want: "0 1=1.5, 1 0=1.5, 1 2=2, 2 1=2, 2 2=3"},
		"edge twice":          {text: "0 1 1.5\n1 0 2\n", weights: "3", o: ingest.Options{Directed: "no"}, want: "0 1=3.5, 1 0=3.5"},
		"names":               {text: "ann bob 1\nbob cel 2\nann bob 3\ncel ann 0.1\nbob ann 5\n", weights: "auto", want: "ann bob=4, bob cel=2, cel ann=0.1, bob ann=5"},
		"header":              {text: "source,target,weight,year\na,b,1,2020\nb,a,2,2021\n", weights: "auto", want: "a b=1, b a=2"},
		"other column":        {text: "source,target,weight,year\na,b,1,2020\nb,a,2,2021\n", weights: "Year", want: "a b=2020, b a=2021"},
		"kinds":               {text: "source,target,kinds,weight\na,b,link,1\nb,a,redirect,2\na,b,embed,3\n", weights: "auto", want: "a b=4, b a=2"},
		"kinds of numbers":    {text: "source,target,kinds,weight\n0,1,link,1\n1,0,redirect,2\n0,1,embed,3\n", weights: "auto", want: "0 1=4, 1 0=2"},
		"weights, perhaps":    {text: "ann bob\nbob cel 2\n", weights: "auto", o: ingest.Options{MaxBad: 1}, want: "bob cel=2"},
		"networkx":            {text: "0 1 {'weight': 2.5, 'color': 'red'}\n1 2 {'color': 'x', 'weight': 3}\n", weights: "auto", want: "0 1=2.5, 1 2=3"},
		"networkx, quotes":    {text: "a b {'label': 'q, weight: 9, z', 'weight': 1}\nb c {'x': {'weight': 9}, \"o'\": 'it\\'s, weight: 3', 'weight': 2}\n", weights: "auto", want: "a b=1, b c=2"},
		"number before name":  {text: "source,target,4,3\na,b,1,2\nb,c,3,4\n", weights: "4", want: "a b=2, b c=4"},
		"loop of names":       {text: "a\ta\t2\na\tb\t1\n", weights: "3", o: ingest.Options{Directed: "no"}, want: "a a=2, a b=1, b a=1"},
		"loop, as Gephi":      {text: "Source,Target,Type,Weight\na,a,Undirected,2\na,b,Undirected,3\n", weights: "auto", want: "a a=2, a b=3, b a=3"},
		"loop of a URL":       {text: "http://a.example\thttp://A.example/\t2\nhttp://a.example/\thttp://b.example/\t1\n", weights: "3", o: ingest.Options{Directed: "no"}, want: "http://a.example/ http://a.example/=2, http://a.example/ http://b.example/=1, http://b.example/ http://a.example/=1"},
		"sparse numbers":      {text: "5 4000000000 1\n4000000000 5 2\n5 4000000000 2\n5 7 1\n", weights: "auto", o: ingest.Options{Columns: "1,2"}, want: "5 4000000000=3, 4000000000 5=2, 5 7=1"},
		"compact":             {text: "5 90 1\n90 5 2\n5 90 4\n", weights: "auto", o: ingest.Options{Compact: true}, want: "5 90=5, 90 5=2"},
		"jsonl":               {text: "{\"source\": \"a\", \"target\": \"b\", \"weight\": 2}\n{\"source\": \"b\", \"target\": \"a\", \"weight\": \"0.5\"}\n", weights: "auto", want: "a b=2, b a=0.5"},
		"jsonl, numbers":      {text: "{\"source\": 0, \"target\": 1, \"w\": 2}\n{\"source\": 1, \"target\": 0, \"w\": 3}\n", weights: "w", want: "0 1=2, 1 0=3"},
		"json array":          {text: "[[\"a\", \"b\", 2], [\"b\", \"c\", 3.5]]", weights: "auto", want: "a b=2, b c=3.5"},
		"json graph":          {text: `{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b", "weight": 2}, {"source": "b", "target": "b", "weight": 3}]}`, weights: "auto", want: "a b=2, b b=3"},
		"cytoscape":           {text: `{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}], "edges": [{"data": {"source": "a", "target": "b", "weight": 2}}]}}`, weights: "auto", want: "a b=2"},
		"matrix market":       {text: "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 2 1.5\n2 1 2\n2 2 -1\n", weights: "auto", want: "0 1=1.5, 1 0=2, 1 1=-1"},
		"symmetric":           {text: "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 4\n3 1 2\n3 3 5\n", weights: "auto", want: "0 1=4, 1 0=4, 0 2=2, 2 0=2, 2 2=5"},
		"pajek":               {text: "*Vertices 3\n*Arcs\n1 2 1.5\n2 3\n*Edges\n1 3 4\n", weights: "auto", want: "0 1=1.5, 1 2=1, 0 2=4, 2 0=4"},
		"pajek, names":        {text: "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Arcs\n1 2 1.5\n2 1 3\n1 2 1\n", weights: "auto", want: "a b=2.5, b a=3"},
		"pajek, matrix":       {text: "*Vertices 2\n*Matrix\n0 2.5\n1 0\n", weights: "auto", want: "0 1=2.5, 1 0=1"},
		"metis":               {text: "3 2 001\n2 7 3 5\n1 7\n1 5\n", weights: "auto", o: ingest.Options{Format: lists.METIS}, want: "0 1=7, 1 0=7, 0 2=5, 2 0=5"},
		"gml":                 {text: "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 weight 2.5 ] edge [ source 1 target 0 weight 1 label \"x\" ] ]", weights: "auto", want: "0 1=2.5, 1 0=1"},
		"gml, names":          {text: "graph [ directed 1 node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 value 2.5 ] ]", weights: "value", want: "a b=2.5"},
		"dot":                 {text: "digraph { a -> b -> c [weight=2]; b -> a [weight=\"0.5\", color=red] }", weights: "auto", want: "a b=2, b c=2, b a=0.5"},
		"dot, defaults":       {text: "digraph { edge [weight=5]; a -> b; subgraph { edge [weight=7] b -> c } c -> a; a -> c [weight=1] }", weights: "auto", want: "a b=5, b c=7, c a=5, a c=1"},
		"dot, groups":         {text: "graph { {a b} -- c [weight=3] }", weights: "auto", want: "a c=3, c a=3, b c=3, c b=3"},
		"gdf":                 {text: "nodedef>name VARCHAR\na\nb\nedgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN\na,b,2.5,true\nb,a,1,true\n", weights: "auto", want: "a b=2.5, b a=1"},
		"graphml":             {text: `<graphml><key id="d0" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"><data key="d0">2.5</data></edge><edge source="b" target="a"><data key="d0"> 1 </data></edge></graph></graphml>`, weights: "auto", want: "a b=2.5, b a=1"},
		"graphml, default":    {text: `<graphml><key id="d0" for="edge" attr.name="weight"><default> 4 </default></key><key id="d1" for="node" attr.name="label"><default>x</default></key><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"><data key="d0">2.5</data></edge><edge source="b" target="a"/></graph></graphml>`, weights: "auto", want: "a b=2.5, b a=4"},
		"graphml, undirected": {text: `<graphml><key id="d0" for="edge" attr.name="Value"/><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"><data key="d0">2.5</data></edge></graph></graphml>`, weights: "value", want: "a b=2.5, b a=2.5"},
		"gexf":                {text: `<gexf><graph defaultedgetype="directed"><nodes><node id="a"/><node id="b"/></nodes><edges><edge source="a" target="b" weight="2.5"/><edge source="b" target="a"/></edges></graph></gexf>`, weights: "auto", want: "a b=2.5, b a=1"},
		"gexf, attribute":     {text: `<gexf><graph defaultedgetype="directed"><attributes class="edge"><attribute id="7" title="visits"/></attributes><nodes><node id="a"/><node id="b"/></nodes><edges><edge source="a" target="b" weight="2.5"><attvalues><attvalue for="7" value="9"/></attvalues></edge></edges></graph></gexf>`, weights: "visits", want: "a b=9"},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Weights = c.weights
			got := weightsOf(t, weighedText(t, c.text, c.o))
			if want := parseArcs(c.want); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			c.o.Weights = ""
			if weighedText(t, c.text, c.o).HasWeights() {
				t.Error("there are weights without the option")
			}
		})
	}
}

// Weights that are no finite numbers are bad records, and their arcs are left out.
func TestBadWeights(t *testing.T) {
	for _, word := range []string{"NaN", "inf", "-Inf", "x", "1e999", "-", ""} {
		c := weighedText(t, "source,target,weight\na,b,1\nb,c,"+word+"\n", ingest.Options{Weights: "weight", MaxBad: 1})
		if got, want := weightsOf(t, c), parseArcs("a b=1"); !maps.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", word, got, want)
		}
		if in := c.Manifest.Steps[0].Inputs[0]; in.Bad != 1 {
			t.Errorf("%q: %d bad records, want 1", word, in.Bad)
		}
	}
	log := filepath.Join(t.TempDir(), "c")
	_, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("0 1 1\n1 2 NaN\n"), Weights: "3", DraftOptions: store.DraftOptions{Output: log},
	})
	if err == nil {
		t.Error("half of the records are bad, and there is no error")
	}
	if text, _ := os.ReadFile(log + "." + store.LogFile); !strings.Contains(string(text), `line 2: the weight "NaN": expected a finite number`) {
		t.Errorf("the log is %q", text)
	}
}

// What has no weights is refused, with the reason.
func TestWeightsThatAreNotThere(t *testing.T) {
	for _, c := range []struct{ text, weights, want string }{
		{"0 1\n1 2\n", "auto", "--weights: the list has no column besides source and target"},
		{"0 1 5 6\n1 2 7 8\n2 0 9 7\n", "auto", "--weights auto: the lines have 4 columns: name one by its number, as in --weights 3"},
		{"source,target,visits\na,b,1\nb,a,2\n", "auto", "--weights auto: no further column is called so: the columns are"},
		{"source,target,visits\na,b,1\nb,a,2\n", "5", "--weights 5: no further column is called so"},
		{"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", "auto", "--weights: a pattern matrix has no weights"},
		{"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 5\n", "auto", "--weights: a skew-symmetric matrix has no weights"},
		{"3 2\n2 3\n1\n1\n", "auto", "has arcs without weights: leave --weights out"},
		{"a: b c\nb: c a\nc: a b a\n", "auto", "--weights is for edges, "},
		{"{\"source\":\"a\",\"target\":\"b\",\"weight\":1,\"edge_weight\":7}\n{\"source\":\"b\",\"target\":\"c\",\"weight\":2,\"edge_weight\":8}\n", "auto", `--weights auto: "edge_weight" and "weight" may both be the weights`},
		{"source,target,weight,edge_weight\na,b,1,7\nb,c,2,8\n", "auto", `--weights auto: "weight" and "edge_weight" may both be the weights`},
		{"a b {'weight': 1, 'edge_weight': 7}\nb c {'weight': 2}\n", "auto", `--weights auto: "weight" and "edge_weight" may both be the weights`},
		{"graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 weight 2 edge_weight 3 ] ]", "auto", `"weight" and "edge_weight" may both be the weight`},
		{"digraph { a -> b [weight=2, edge_weight=3] }", "auto", `"weight" and "edge_weight" may both be the weight`},
		{`{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b", "weight": 2, "edge_weight": 3}]}`, "auto", `"weight" and "edge_weight" may both be the weight`},
		{`<graphml><key id="d0" for="edge" attr.name="weight"/><key id="d1" for="edge" attr.name="edge_weight"/><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>`, "auto", `"weight" and "edge_weight" may both be the weight`},
	} {
		if got := refusal(t, ingest.Options{Weights: c.weights}, c.text); !strings.Contains(got, c.want) {
			t.Errorf("%.30q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Two inputs, one of them without weights, are refused.
func TestWeightsOfSomeInputs(t *testing.T) {
	dir := t.TempDir()
	weighted, plain := filepath.Join(dir, "w.csv"), filepath.Join(dir, "p.txt")
	for path, text := range map[string]string{weighted: "source,target,weight\na,b,1\nb,a,2\n", plain: "a: b c\nb: c a\nc: a b a\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{weighted, plain}, Weights: "weight", DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")},
	})
	if !errors.Is(err, ingest.ErrOptions) || !strings.Contains(err.Error(), "p.txt has arcs without weights") {
		t.Errorf("got %v", err)
	}
}

// Numbered pages keep their weights when a file names them, and so do nodes of tables and matrices of SciPy.
func TestWeightsOfFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list, names := write("l.txt", "0 1 1.5\n1 2 2\n0 1 0.5\n"), write("names.txt", "ann\nbob\ncel\n")
	nodes, edges := write("nodes.csv", "Id,Label\n1,ann\n2,bob\n"), write("edges.csv", "Source,Target,Type,Weight\n1,2,Directed,4\n2,1,Directed,0.5\n")
	csr := filepath.Join(dir, "csr")
	if err := os.Mkdir(csr, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(path string) error{
		"indptr.npy":  func(path string) error { return npy.WriteFile(path, []int32{0, 1, 3}) },
		"indices.npy": func(path string) error { return npy.WriteFile(path, []int32{1, 0, 1}) },
		"data.npy":    func(path string) error { return npy.WriteFile(path, []float32{0.5, 2, -3}) },
	} {
		if err := write(filepath.Join(csr, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		o    ingest.Options
		want string
	}{
		"names": {ingest.Options{Inputs: []string{list}, Names: names}, "ann bob=2, bob cel=2"},
		"nodes": {ingest.Options{Inputs: []string{nodes, edges}}, "ann bob=4, bob ann=0.5"},
		"csr":   {ingest.Options{Inputs: []string{csr}}, "0 1=0.5, 1 0=2, 1 1=-3"},
	} {
		c.o.Weights = "auto"
		if got, want := weightsOf(t, ingesttest.Import(t, c.o)), parseArcs(c.want); !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if err := os.Remove(filepath.Join(csr, "data.npy")); err != nil {
		t.Fatal(err)
	}
	_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{csr}, Weights: "auto", DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}})
	if !errors.Is(err, ingest.ErrOptions) {
		t.Errorf("without data.npy: got %v", err)
	}
}

// The bytes do not depend on the memory: sums are made in the order of the input, also over runs on disk.
func TestWeightsInAnyMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	var numbers, names strings.Builder
	for range 200_000 {
		u, v, w := r.IntN(3000), r.IntN(3000), r.NormFloat64()
		fmt.Fprintf(&numbers, "%d\t%d\t%v\n", u, v, w)
		fmt.Fprintf(&names, "n%d\tn%d\t%v\n", u, v, w)
	}
	for _, text := range []string{numbers.String(), names.String()} {
		var all [][]byte
		for _, memory := range []int64{0, 1 << 30} {
			o := ingest.Options{Weights: "3"}
			o.Memory = memory
			if memory == 0 {
				o.Memory = 32 << 20
			}
			c := weighedText(t, text, o)
			weightsOf(t, c)
			for _, file := range []string{store.WeightsFile, store.BackWeights} {
				data, err := os.ReadFile(filepath.Join(c.Path, file))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, data)
			}
		}
		if !slices.Equal(all[0], all[2]) || !slices.Equal(all[1], all[3]) {
			t.Error("the weights depend on the memory")
		}
	}
}
