package ingest_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/mem"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/weburl"
)

// imported runs an import and opens the crawl.
func imported(t testing.TB, o ingest.Options) (*store.Crawl, ingest.Summary) {
	t.Helper()
	if o.Output == "" {
		o.Output = filepath.Join(t.TempDir(), "crawl")
	}
	s, err := ingest.Import(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(o.Output, nil); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, s
}

func importText(t testing.TB, text string, o ingest.Options) (*store.Crawl, ingest.Summary) {
	t.Helper()
	o.Inputs, o.Stdin = []string{"-"}, strings.NewReader(text)
	return imported(t, o)
}

// arcsOf lists arcs as text, by name where there are names.
func arcsOf(t testing.TB, c *store.Crawl) []string {
	t.Helper()
	var out []string
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			out = append(out, fmt.Sprintf("%s %s %v", c.Label(cur.Node()), c.Label(v), cur.Kinds()[i]))
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func TestTextFormats(t *testing.T) {
	numbers := []string{"0 1 link", "0 2 link", "2 2 link"}
	one := []string{"0 0 link", "0 1 link", "1 0 link"}
	names := []string{"http://a.example/ http://b.example/ link", "http://a.example/ http://b.example/x link"}
	for _, c := range []struct {
		name, text string
		pages      int
		arcs       []string
		format     string
	}{
		{"SNAP", "# Nodes: 3\n# FromNodeId\tToNodeId\n0\t1\n2\t2\n0\t2\n0\t1\n", 3, numbers, "edges"},
		{"CSV with a header", "source,target,weight\n0,1,0.5\n2,2,1\n0,2,1\n", 3, numbers, "edges"},
		{"semicolons, comment of percent", "% c\n0;1\n2;2\n0;2\n", 3, numbers, "edges"},
		{"blanks, BOM and CRLF", "\xef\xbb\xbf0 1\r\n0   2\r\n\r\n2 2\r\n", 3, numbers, "edges"},
		{"a weighted loop first", "2 2 1\n0 1 1\n0 2 1\n", 3, numbers, "edges"},
		{"SMAT", "3 3 3\n0 1 1\n0 2 1\n2 2 1\n", 3, numbers, "smat"},
		{"SMAT with a page without arcs", "9 9 3\n0 1 1\n0 2 1\n2 2 1\n", 9, numbers, "smat"},
		{"Matrix Market", "%%MatrixMarket matrix coordinate pattern general\n% c\n3 3 3\n1 2\n1 3\n3 3\n", 3, numbers, "matrixmarket"},
		{"Matrix Market, symmetric", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 7\n2 1 7\n", 2, one, "matrixmarket"},
		{"adjacency lists", "0: 1 2 -1\n1: -1\n2: 2 -1\n", 3, numbers, "adjacency"},
		{"ASCII graph", "3\n1 2\n\n2\n", 3, numbers, "asciigraph"},
		{"URLs", "http://A.example http://b.example/#x\nhttp://a.example/\thttp://b.example:80/x\n", 3, names, "edges"},
		{"CSV of URLs", "from,to\n\"http://a.example/\",\"http://b.example/\"\nhttp://a.example/,http://b.example/x\n", 3, names, "edges"},
		{"n and e", "n 0 http://a.example/\nn 1 http://b.example/\nn 2 http://b.example/x\ne 0 1\ne 0 2\n", 3, names, "nodelines"},
		{"numbered", "3 2 1\n1 http://a.example/ \n2 http://b.example/\n3 http://b.example/x\n1 2\n1 3\n", 3, names, "numbered"},
	} {
		t.Run(c.name, func(t *testing.T) {
			crawl, s := importText(t, c.text, ingest.Options{Strict: true})
			if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) {
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

// The banner of Matrix Market is no comment.
func TestBannerIsNoComment(t *testing.T) {
	for comments := range 2 {
		text := "%%MatrixMarket matrix coordinate pattern general\n" + strings.Repeat("% c\n", comments) + "2 2 1\n1 2\n"
		_, s := importText(t, text, ingest.Options{Strict: true})
		if got := s.Manifest.Steps[0].Notes["comment lines, which are not kept"]; got != int64(comments) {
			t.Errorf("got %d comment lines, want %d, of %q", got, comments, text)
		}
	}
}

func TestCompressedInput(t *testing.T) {
	var b bytes.Buffer
	for _, part := range []string{"0 1\n", "1 2\n"} { // two members
		z := gzip.NewWriter(&b)
		z.Write([]byte(part))
		z.Close()
	}
	c, _ := importText(t, b.String(), ingest.Options{})
	if got, want := arcsOf(t, c), []string{"0 1 link", "1 2 link"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	z := gzip.NewWriter(&b)
	z.Write(bytes.Repeat([]byte("3 4\n"), 1000))
	z.Close()
	cut := b.String()[:b.Len()-12]
	c, s := importText(t, cut, ingest.Options{MaxBad: 1})
	if s.Bad != 1 || c.NumPages() < 3 {
		t.Errorf("a cut member: %d bad records, %d pages; want 1 and what came before", s.Bad, c.NumPages())
	}
}

func TestBadLines(t *testing.T) {
	good := strings.Repeat("0 1\n", 500)
	for _, bad := range []string{"0\n", "0 x\n", "0 99999999999\n", "-1 2\n", strings.Repeat("7", 17<<20) + " 1\n"} {
		o := ingest.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
		c, s := importText(t, good+bad+good, o)
		if s.Bad != 1 || s.Records != 1000 || c.NumPages() != 2 {
			t.Errorf("%.20q: got %d bad and %d good records, %d pages", bad, s.Bad, s.Records, c.NumPages())
		}
		log, err := os.ReadFile(s.Log)
		if err != nil || !strings.Contains(string(log), "-\t2000\tskipped\tline 501") {
			t.Errorf("%.20q: the log says %q (%v), want offset 2000 and line 501", bad, log, err)
		}
		o = ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(good + bad), DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Strict: true}
		if _, err := ingest.Import(context.Background(), o); !errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), "offset 2000") {
			t.Errorf("%.20q, strict: got %v, want an error that names offset 2000", bad, err)
		}
	}
}

func TestTooManyBadLines(t *testing.T) {
	dir := t.TempDir()
	o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\nx\n"), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}}
	s, err := ingest.Import(context.Background(), o)
	if !errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), s.Log) {
		t.Fatalf("got %v, want an error that names the log", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 || entries[0].Name() != "c.import.log" {
		t.Errorf("the folder holds %v, want the log alone", entries)
	}
}

func TestFetchedAndPages(t *testing.T) {
	list := filepath.Join(t.TempDir(), "fetched")
	if err := os.WriteFile(list, []byte("0\n# a comment\n4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, _ := importText(t, "0 1\n0 2\n3 0\n", ingest.Options{Fetched: list, Pages: 6})
	n := c.Manifest.Counts
	if n.Pages != 6 || n.Fetched != 2 || n.Ghosts != 4 || n.Dangling != 1 || n.Arcs != 2 {
		t.Errorf("got %+v, want 6 pages, 2 fetched, 4 ghosts, 1 dangling, 2 arcs (a ghost has none)", n)
	}
	if err := os.WriteFile(list, []byte("http://A.example\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, _ = importText(t, "http://a.example/ http://b.example/\n", ingest.Options{Fetched: list})
	if c.State(0) != page.Fetched || c.State(1) != page.Ghost {
		t.Errorf("got states %v and %v, want fetched and ghost", c.State(0), c.State(1))
	}
}

func TestKeepNumbers(t *testing.T) {
	text := "3 2 1\n1 http://c.example/\n2 http://a.example/\n3 http://b.example/\n1 2\n3 1\n"
	for _, keep := range []bool{false, true} {
		c, _ := importText(t, text, ingest.Options{KeepNumbers: keep})
		var got []string
		for u := range c.NumPages() {
			got = append(got, c.Label(graph.Node(u)))
		}
		want := []string{"http://c.example/", "http://a.example/", "http://b.example/"}
		if !keep {
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("keep %v: got pages %q, want %q", keep, got, want)
		}
		arcs := []string{"http://b.example/ http://c.example/ link", "http://c.example/ http://a.example/ link"}
		if got := arcsOf(t, c); !slices.Equal(got, arcs) {
			t.Errorf("keep %v: got %q, want %q", keep, got, arcs)
		}
		for u, name := range want {
			if got, ok, err := c.Find(name); int(got) != u || !ok || err != nil {
				t.Errorf("keep %v: find %s: got %d, %v, %v; want %d", keep, name, got, ok, err, u)
			}
		}
		hosts, err := c.Hosts()
		if err != nil {
			t.Fatal(err)
		}
		of, err := hosts.All(nil)
		if err != nil {
			t.Fatal(err)
		}
		for u, all := range of {
			name, err := hosts.Name(hosts.Of(graph.Node(u)))
			if err != nil || int(all) != hosts.Of(graph.Node(u)) || !strings.Contains(want[u], name) {
				t.Errorf("keep %v: page %d, %s, is of host %q (%v)", keep, u, want[u], name, err)
			}
		}
	}
	c, _ := importText(t, "http://z.example/ http://a.example/\n", ingest.Options{KeepNumbers: true})
	if got := c.Label(0); got != "http://z.example/" {
		t.Errorf("the first page of a list is %s, want the first mentioned", got)
	}
}

// The numbers of hosts and domains, and the order, hold for names that are easily confused.
func TestHostsAndDomains(t *testing.T) {
	var text strings.Builder
	for _, h := range []string{"example.com", "example-x.com", "a.example.com", "amazonaws.com", "b.s3.amazonaws.com", "z.amazonaws.com"} {
		for _, p := range []string{"", "~x", "a/b"} {
			fmt.Fprintf(&text, "http://%s/%s https://%s:8443/%s\n", h, p, h, p)
		}
	}
	c, _ := importText(t, text.String(), ingest.Options{})
	if n := c.Manifest.Counts; n.Hosts != 6 || n.Domains != 4 {
		t.Errorf("got %d hosts and %d domains, want 6 and 4", n.Hosts, n.Domains)
	}
	domains, err := c.Domains()
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for g := range domains.Len() {
		name, err := domains.Name(g)
		if err != nil {
			t.Fatal(err)
		}
		sizes[name] = domains.Size(g)
	}
	for name, want := range map[string]int{"example.com": 12, "example-x.com": 6, "amazonaws.com": 12, "b.s3.amazonaws.com": 6} {
		if sizes[name] != want {
			t.Errorf("domain %s: got %d pages, want %d (all: %v)", name, sizes[name], want, sizes)
		}
	}
}

func TestRandomListsAtAnyBudget(t *testing.T) {
	for seed := range uint64(12) {
		g := graphtest.Random(seed)
		var b strings.Builder
		for u := range g.NumNodes() {
			for _, v := range g.Succ(graph.Node(u)) {
				fmt.Fprintf(&b, "%d\t%d\n", u, v)
			}
		}
		if b.Len() == 0 {
			continue
		}
		c, _ := importText(t, b.String(), ingest.Options{Pages: g.NumNodes(), DraftOptions: store.DraftOptions{Memory: mem.Least}})
		graphtest.Run(t, c.Graph(), g)
		tr, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.View(store.ViewOptions{In: true, Out: true, Budget: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		graphtest.Run(t, v.In, tr)
		graphtest.Run(t, v.Out, g)
	}
}

// manyNames is a list of arcs between so many names that the least budget takes several batches.
func manyNames(n int) string {
	var b strings.Builder
	x := uint32(1)
	for range n {
		x = x*1664525 + 1013904223
		y := x*2654435761 + 12345
		fmt.Fprintf(&b, "http://host%d.example/a/rather/long/path/so/that/memory/fills/%d.html http://host%d.example/%d\n", x>>27, x>>12, y>>26, y>>13)
	}
	return b.String()
}

func TestBudgetDoesNotMatterForNames(t *testing.T) {
	text := manyNames(80_000)
	for _, keep := range []bool{false, true} {
		var ids []map[string]store.FileInfo
		for _, memory := range []int64{mem.Least, 2 << 30} {
			c, _ := importText(t, text, ingest.Options{DraftOptions: store.DraftOptions{Memory: memory, Workers: 1}, KeepNumbers: keep})
			files := c.Manifest.Files
			ids = append(ids, files)
		}
		for name, info := range ids[0] {
			if ids[1][name] != info {
				t.Errorf("keep numbers %v: %s depends on the budget", keep, name)
			}
		}
	}
}

func TestMixedInputsAreRefused(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	os.WriteFile(a, []byte("0 1\n"), 0o644)
	os.WriteFile(b, []byte("http://a.example/ http://b.example/\n"), 0o644)
	_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{a, b}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}})
	if err == nil || !strings.Contains(err.Error(), "one by one") {
		t.Errorf("got %v, want an error that says to import them one by one", err)
	}
}

func TestOutputThatExists(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "c")
	run := func(replace bool) error {
		_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\n"), DraftOptions: store.DraftOptions{Output: out, Replace: replace}})
		return err
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	if err := run(false); !errors.Is(err, store.ErrExists) {
		t.Errorf("got %v, want that it exists", err)
	}
	if err := run(true); err != nil {
		t.Errorf("replace: %v", err)
	}
	os.Remove(filepath.Join(out, store.ManifestFile))
	if err := run(true); !errors.Is(err, store.ErrExists) {
		t.Errorf("replace of something that is no crawl: got %v, want that it exists", err)
	}
}

func TestRealLists(t *testing.T) {
	for _, c := range []struct {
		path        []string
		pages       int
		arcs, loops int64
	}{
		{[]string{"hollins", "hollins.dat"}, 6012, 23875, 0},
		{[]string{"harvard500", "harvard500.smat"}, 500, 2636, 73},
		{[]string{"wb-cs-stanford", "wb-cs.stanford.smat"}, 9914, 36854, 1299},
		{[]string{"cnr-2000", "cnr-2000"}, 325557, 3216152, 87442},
		{[]string{"cnr-2000", "cnr-2000.graph-txt.gz"}, 325557, 3216152, 87442},
		{[]string{"tsaparas-querygraphs", "Movies.adj_list"}, 7967, 28814, 0},
	} {
		path := filepath.Join(append([]string{shared.Dir(t)}, c.path...)...)
		crawl, s := imported(t, ingest.Options{Inputs: []string{path}})
		n := crawl.Manifest.Counts
		if n.Pages != c.pages || n.Arcs != c.arcs || n.SelfLoops != c.loops {
			t.Errorf("%s: got %d pages, %d arcs, %d loops; want %d, %d, %d (%d bad records)",
				path, n.Pages, n.Arcs, n.SelfLoops, c.pages, c.arcs, c.loops, s.Bad)
		}
	}
}

// The file has 9,664 pages and 16,150 arcs. 56 of its pages have the URL of another once URLs are canonical, such as
// http://www.ca.gov and http://www.ca.gov/: they are joined unless numbers are kept.
func TestCalifornia(t *testing.T) {
	path := shared.File(t, "california-gr0", "gr0.California")
	c, s := imported(t, ingest.Options{Inputs: []string{path}, KeepNumbers: true})
	if n := c.Manifest.Counts; n.Pages != 9664 || n.Arcs != 16150 || s.Bad != 0 {
		t.Errorf("numbers kept: got %d pages, %d arcs, %d bad records; want 9664, 16150, 0", n.Pages, n.Arcs, s.Bad)
	}
	c, s = imported(t, ingest.Options{Inputs: []string{path}})
	if n := c.Manifest.Counts; n.Pages != 9664-56 || s.Manifest.Steps[0].Notes["numbers that share a page, because their URLs are equal"] != 56 {
		t.Errorf("got %d pages, notes %v; want 9608 and 56 that are joined", n.Pages, s.Manifest.Steps[0].Notes)
	}
	want := californiaArcs(t, path)
	if got := arcsOf(t, c); !slices.Equal(got, want) {
		t.Errorf("got %d arcs, want the %d of the file with URLs made canonical", len(got), len(want))
	}
}

// californiaArcs reads the file once more, with maps.
func californiaArcs(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := map[string]string{}
	arcs := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		switch f := strings.Fields(line); f[0] {
		case "n":
			if name[f[1]], err = weburl.Parse(f[2]); err != nil {
				name[f[1]] = f[2]
			}
		case "e":
			arcs[name[f[1]]+" "+name[f[2]]+" link"] = true
		}
	}
	return slices.Sorted(maps.Keys(arcs))
}

func TestBlackbook(t *testing.T) {
	var ids []string
	for _, name := range []string{"IAH-20080430204825-00000-blackbook.warc.gz", "IAH-20080430204825-00000-blackbook.arc.gz"} {
		c, s := imported(t, ingest.Options{Inputs: []string{shared.File(t, "warc-samples", name)}})
		if s.Bad != 0 {
			t.Errorf("%s: %d bad records", name, s.Bad)
		}
		linked, byKind := 0, map[string]int{}
		cur := c.Scan(graph.Everything(c.Graph()))
		for cur.Next() {
			for _, k := range cur.Kinds() {
				if k&(kinds.Link|kinds.Embed) != 0 {
					linked++
				} else {
					byKind[k.String()]++
				}
			}
		}
		// By the rules of COUNTS.tsv, but with canonical names, there are 20,808 arcs; these kinds are ours besides.
		others := map[string]int{"redirect": 6, "refresh": 2, "alternate": 1}
		if linked != 20808 || !maps.Equal(byKind, others) || c.Manifest.Counts.Arcs != 20817 {
			t.Errorf("%s: got %d arcs of links and frames, and %v; want 20808 and %v", name, linked, byKind, others)
		}
		if got := s.Manifest.Steps[0].Notes["html"]; got != 135 {
			t.Errorf("%s: got %d pages of HTML, want 135", name, got)
		}
		ids = append(ids, c.Manifest.GraphID, c.Manifest.Files[store.NamesFile].SHA256)
	}
	if !slices.Equal(ids[:2], ids[2:]) {
		t.Errorf("WARC and ARC give different graphs or names: %v", ids)
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	var all []map[string]store.FileInfo
	for _, workers := range []int{1, 8} {
		c, _ := imported(t, ingest.Options{Inputs: []string{shared.File(t, "warc-samples", "iana.warc.gz")}, DraftOptions: store.DraftOptions{Workers: workers}})
		all = append(all, c.Manifest.Files)
	}
	for name, info := range all[0] {
		if all[1][name] != info {
			t.Errorf("%s depends on the number of workers", name)
		}
	}
}

func TestEveryArchive(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Dir(t), "warc-samples", "*arc*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	files = append(files, shared.File(t, "warc-samples", "quotes.wacz"))
	slices.SortFunc(files, cmp.Compare)
	for _, f := range files {
		if strings.HasSuffix(f, ".cdx") || strings.HasSuffix(f, ".cdxj") {
			continue
		}
		if strings.Contains(f, ".wet") || strings.Contains(f, ".wat") {
			continue // of a page without links, and of a request: see TestNoPage
		}
		c, s := imported(t, ingest.Options{Inputs: []string{f}})
		n := c.Manifest.Counts
		t.Logf("%s: %d records, %d bad; %d pages, %d arcs, %d anchors", filepath.Base(f), s.Records, s.Bad, n.Pages, n.Arcs, n.Anchors)
	}
}

func TestNoPage(t *testing.T) {
	for _, name := range []string{"whirlwind.warc.wet.gz", "whirlwind.warc.wat"} {
		o := ingest.Options{Inputs: []string{shared.File(t, "warc-samples", name)}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
		if _, err := ingest.Import(context.Background(), o); !errors.Is(err, tally.ErrBadInput) {
			t.Errorf("%s: got %v, want an error that says that there is no page", name, err)
		}
	}
}

// A WAT of the response gives the graph that the WARC gives, but for what WAT does not keep.
func TestWATEqualsWARC(t *testing.T) {
	const record = "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
	const text = `{"Envelope":{"WARC-Header-Metadata":{"WARC-Type":"response","WARC-Target-URI":"http://a.example/d/"},"Payload-Metadata":{"HTTP-Response-Metadata":` +
		`{"Response-Message":{"Status":"200"},"Headers":{"Content-Type":"text/html","Link":"</next>; rel=next"},"HTML-Metadata":{"Head":{"Base":"/e/","Link":[{"path":"LINK@/href","url":"c","rel":"canonical"},{"path":"LINK@/href","url":"s.css","rel":"stylesheet"}],` +
		`"Metas":[{"http-equiv":"refresh","content":"5; url=/r"}]},"Links":[{"path":"A@/href","url":"x#f","text":" an  x "},{"path":"A@/href","url":"y","rel":"nofollow"},{"path":"IFRAME@/src","url":"f"},{"path":"IMG@/src","url":"i.png"},{"path":"A@/href","url":"mailto:x"}]}}}}}`
	c, s := importText(t, fmt.Sprintf(record, len(text), text), ingest.Options{})
	p := "http://a.example/d/ http://a.example/"
	want := []string{p + "e/c canonical", p + "e/f embed", p + "e/x link", p + "e/y link+nofollow", p + "next next", p + "r refresh"}
	if got := arcsOf(t, c); !slices.Equal(got, want) || s.Bad != 0 {
		t.Errorf("got %q, want %q", got, want)
	}
	u, _, _ := c.Find("http://a.example/e/x")
	cur := c.Anchors(graph.Range{Lo: int(u), Hi: int(u) + 1})
	if !cur.Next() || len(cur.Anchors()) != 1 {
		t.Fatalf("anchors of x: %v, %v", cur.Anchors(), cur.Err())
	}
	if got, err := cur.Text(nil, cur.Anchors()[0]); string(got) != "an x" || err != nil {
		t.Errorf("got anchor %q, %v; want \"an x\"", got, err)
	}
}

func FuzzImport(f *testing.F) {
	for _, s := range []string{
		"0 1\n1 2 3\n", "n 0 http://a/\ne 0 0\n", "3 3 1\n0 1 1\n", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
		"1 1 1\n1 http://a/\n1 1\n", "0: 1 -1\n", "2\n1\n\n", "http://a/,http://b/\n", "a b c\n", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
		"filedesc://x 0.0.0.0 20080430204825 text/plain 0\n", "PK\x03\x04", "\x1f\x8b\x08\x00", "\x28\xb5\x2f\xfd\x00", "\x93NUMPY",
	} {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, format uint8) {
		out := filepath.Join(t.TempDir(), "c")
		names := ingest.FormatNames()
		forced, err := ingest.ParseFormat(names[int(format)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		o := ingest.Options{
			Inputs: []string{"-"}, Stdin: bytes.NewReader(data), DraftOptions: store.DraftOptions{Output: out, Workers: 1, Memory: mem.Least}, MaxBad: 1,
			Format: forced, KeepNumbers: format >= 128,
		}
		_, err = ingest.Import(context.Background(), o)
		if err != nil {
			if _, err := os.Stat(out); err == nil {
				t.Fatal("a failed import left a crawl")
			}
			return
		}
		if err := store.Verify(out, nil); err != nil {
			t.Fatal(err)
		}
	})
}

func ExampleImport() {
	dir, err := os.MkdirTemp("", "import")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	_, err = ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("http://a.example/ http://b.example/\n"), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(filepath.Join(dir, "crawl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	fmt.Println(c.NumPages(), c.Label(0), c.Label(1))
	// Output: 2 http://a.example/ http://b.example/
}
