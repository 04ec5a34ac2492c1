package ingest_test

import (
	"bytes"
	"compress/gzip"
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
	"weft/graph/bv"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/making/ingest/formats"
	"weft/making/ingest/lists"
	"weft/making/ingest/tally"
	"weft/store"
)

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFetchedByNumberOrName(t *testing.T) {
	const text = "n 0 http://b.example/\nn 1 http://a.example/\nn 2 http://c.example/\ne 0 1\ne 1 2\n"
	for _, list := range []string{"0\n1\n", "http://b.example/\nhttp://a.example\n"} {
		c, _ := importText(t, text, ingest.Options{Fetched: written(t, list)})
		for u, want := range []page.State{page.Fetched, page.Fetched, page.Ghost} {
			if got := c.State(graph.Node(u)); got != want {
				t.Errorf("list %q: %s is %v, want %v", list, c.Label(graph.Node(u)), got, want)
			}
		}
		if c.Manifest.Counts.Arcs != 2 {
			t.Errorf("list %q: got %d arcs, want 2", list, c.Manifest.Counts.Arcs)
		}
	}
}

// A list of pages is read in one way, whoever asks for it; a line that is refused, and a list that is cut, are told.
func TestListedPages(t *testing.T) {
	var got []string
	list := written(t, "\ufeffhttp://a.example/\t7\r\n# no page\r\n\r\n  3 \r\nb c\td\n#\n9")
	comments, err := ingest.EachListed(list, ingest.ListOptions{Memory: mem.Least}, func(page []byte) error {
		got = append(got, string(page))
		return nil
	})
	if want := []string{"http://a.example/", "3", "b c", "9"}; err != nil || !slices.Equal(got, want) || comments != 2 {
		t.Errorf("got %q and %d comments, %v; want %q and 2", got, comments, err, want)
	}
	refused := errors.New("refused")
	_, err = ingest.EachListed(list, ingest.ListOptions{Memory: mem.Least}, func(page []byte) error {
		if string(page) == "3" {
			return refused
		}
		return nil
	})
	if !errors.Is(err, refused) || !strings.Contains(err.Error(), "line 4:") {
		t.Errorf("got %v, want that line 4 is refused", err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 1000 {
		fmt.Fprintln(z, i)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	cut := written(t, packed.String()[:packed.Len()-100])
	if _, err := ingest.EachListed(cut, ingest.ListOptions{Memory: mem.Least}, func([]byte) error { return nil }); err == nil {
		t.Error("a list that is cut is taken for whole")
	}
	o := ingest.Options{Inputs: []string{written(t, "0 1\n")}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Fetched: cut}
	if _, err := ingest.Import(context.Background(), o); err == nil || !strings.Contains(err.Error(), "'fetched' "+cut) {
		t.Errorf("got %v, want that %s is cut", err, cut)
	}
}

// Whether a line of a list that begins with # or % is a page is decided once, as for lists of arcs.
func TestCommentsOfListedPages(t *testing.T) {
	all := func([]byte) (bool, error) { return true, nil }
	for _, c := range []struct {
		list, chosen string
		isPage       func([]byte) (bool, error)
		want         string // pages, with bars between
		comments     int64
	}{
		{"a\n#tag\nb\n", "", nil, "a|#tag|b", 0},
		{"# pages\na\n#tag\n#\n## b\n#!x\n#other tag\t7\n", "", nil, "a|#tag|#other tag", 4},
		{"#tag\n#other\n", "", nil, "#tag|#other", 0},
		{"#tag\n# other\n", "", nil, "#tag", 1},
		{"#name\na\nb\n", "", nil, "a|b", 1}, // a header
		{"#name\na\nb\n", "none", nil, "#name|a|b", 0},
		{"#name\na\nb\n", "", all, "#name|a|b", 0},
		{"a\n#b\n% c\n", "#", nil, "a|% c", 1},
		{"a\n#b\n%c\n", "%", nil, "a|#b", 1},
		{"a\n#b\n%c\n", "#%", nil, "a", 2},
		{"%E3%81%82\n%C3%BC\n% of pages\na\n", "", nil, "%E3%81%82|%C3%BC|a", 1},
		{"a\n%no escape\n", "", nil, "a", 1},
		{"http://a.example/\nhttp://b.example/\n#http://c.example/\n %x\n", "", nil, "http://a.example/|http://b.example/", 2},
		{"1\n2\n#3\n\t# 4\n", "", nil, "1|2", 2},
		{"1\n2\n#3\n", "none", nil, "1|2|#3", 0},
		{"\ufeff\ta \n  #tag \r\n", "", nil, "a|#tag", 0},
		{"# nothing\n", "", nil, "", 1},
		{"", "", nil, "", 0},
	} {
		var got []string
		o := ingest.ListOptions{Memory: mem.Least, Comments: c.chosen, IsPage: c.isPage}
		comments, err := ingest.EachListed(written(t, c.list), o, func(page []byte) error {
			got = append(got, string(page))
			return nil
		})
		if text := strings.Join(got, "|"); err != nil || text != c.want || comments != c.comments {
			t.Errorf("%q with comments %q: got %q and %d comments, %v; want %q and %d", c.list, c.chosen, text, comments, err, c.want, c.comments)
		}
	}
}

// Names that begin with signs are fetched if the list says so, and what is passed over is counted.
func TestFetchedNamesWithSigns(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		arcs, list, comments := "start\tplain\n", "plain\n", int64(0)
		want := map[string]page.State{"start": page.Ghost, "plain": page.Fetched}
		for i := range 20 {
			name := fmt.Sprintf("%s%c%d", []string{"#tag", "%C3%BC", "x#", "#C3", "50%"}[r.IntN(5)], 'a'+r.IntN(20), i)
			arcs += "plain\t" + name + "\n" + name + "\tstart\n"
			if want[name] = page.Ghost; r.IntN(2) == 0 {
				list += name + "\n"
				want[name] = page.Fetched
			}
			if r.IntN(4) == 0 {
				list += []string{"# ", "## ", "% "}[r.IntN(3)] + name + "\n"
				comments++
			}
		}
		c, s := importText(t, arcs, ingest.Options{Fetched: written(t, list)})
		if got := s.Manifest.Steps[0].Notes["comment lines of the list of fetched pages, which are not kept"]; got != comments {
			t.Errorf("got %d comments, want %d, of %q", got, comments, list)
		}
		if c.NumPages() != len(want) {
			t.Errorf("got %d pages, want %d", c.NumPages(), len(want))
		}
		for name, state := range want {
			if u, ok, err := c.Page(name); err != nil || !ok || c.State(u) != state {
				t.Errorf("%s: got %v %v, %v; want %v, of %q", name, ok, c.State(u), err, state, list)
			}
		}
	}
}

// What the option says of comments holds for the list of fetched pages, too.
func TestCommentsOption(t *testing.T) {
	for comments, want := range map[string]page.State{"": page.Ghost, "none": page.Fetched, "%": page.Fetched, "#": page.Unknown} {
		arcs := "#tag\tb\nb\t#tag\n"
		if comments == "#" {
			arcs = "b\tc\nc\tb\n"
		}
		c, _ := importText(t, arcs, ingest.Options{Fetched: written(t, "#tag\nb\n"), Comments: comments})
		if u, ok, err := c.Page("#tag"); err != nil || ok != (want != page.Unknown) || ok && c.State(u) != want {
			t.Errorf("comments %q: got %v %v, %v; want %v", comments, ok, c.State(u), err, want)
		}
	}
	o := ingest.Options{Inputs: []string{written(t, "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Comments: "#"}
	if _, err := ingest.Import(context.Background(), o); !errors.Is(err, ingest.ErrOptions) {
		t.Errorf("without a list: got %v", err)
	}
}

// Numbers of fetched pages that no page has are counted, whatever becomes of the numbers.
func TestFetchedNumbersOfNoPage(t *testing.T) {
	for name, c := range map[string]struct {
		text, list string
		want       int64
	}{
		"positions":         {"0 1\n1 2\n", "0\n3\n64\n2\n", 2},
		"all are pages":     {"0 1\n1 2\n", "0\n2\n", 0},
		"numbers with gaps": {"7 30000000\n9 7\n", "7\n8\n30000000\n5\n", 2},
		"pages with names":  {"n 0 http://b.example/\nn 5 http://a.example/\ne 0 5\n", "0\n3\n5\n900\n4\n", 3},
	} {
		_, s := importText(t, c.text, ingest.Options{Fetched: written(t, c.list)})
		if got := s.Manifest.Steps[0].Notes["numbers of the list of fetched pages that no page has, left out"]; got != c.want {
			t.Errorf("%s: %d are noted, want %d", name, got, c.want)
		}
	}
}

// A list of fetched pages with no page says that none was, of numbers and of names.
func TestNothingFetched(t *testing.T) {
	for _, text := range []string{"0 1\n1 2\n", "a b\nb c\n"} {
		c, s := importText(t, text, ingest.Options{Fetched: written(t, "# none\n\n")})
		if n := c.Manifest.Counts; n.Ghosts != 3 || n.Arcs != 0 || s.Manifest.Steps[0].Notes["arcs of pages that were not fetched, left out"] != 2 {
			t.Errorf("%q: got %+v with the notes %v, want 3 ghosts, and 2 arcs left out", text, n, s.Manifest.Steps[0].Notes)
		}
	}
}

// A rule says which pages were fetched: all, or those with links, in numbers, names and graphs.
func TestFetchedByARule(t *testing.T) {
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		return errors.Join(add([]graph.Node{1, 2}), add(nil), add([]graph.Node{2}))
	}); err != nil {
		t.Fatal(err)
	}
	for _, input := range []string{written(t, "0 1\n0 2\n2 2\n"), written(t, "a b\na c\nc c\n"), base} {
		for rule, want := range map[string][]page.State{
			"": {page.Unknown, page.Unknown, page.Unknown}, ingest.AllFetched: {page.Fetched, page.Fetched, page.Fetched}, ingest.LinkingFetched: {page.Fetched, page.Ghost, page.Fetched},
		} {
			c, _ := imported(t, ingest.Options{Inputs: []string{input}, Fetched: rule})
			for u, s := range want {
				if got := c.State(graph.Node(u)); got != s {
					t.Errorf("%s, rule %q, page %d: got %v, want %v", filepath.Base(input), rule, u, got, s)
				}
			}
			if n := c.Manifest.Counts; n.Arcs != 3 || n.SelfLoops != 1 || rule == ingest.AllFetched && n.Dangling != 1 || rule == ingest.LinkingFetched && (n.Dangling != 0 || n.Ghosts != 1 || n.Fetched != 2) {
				t.Errorf("%s, rule %q: got %+v", filepath.Base(input), rule, n)
			}
		}
	}
}

func TestOptionsThatDoNotFit(t *testing.T) {
	warc := "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http\r\nContent-Length: 44\r\n\r\n" +
		"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\r\n\r\n"
	for _, c := range []struct {
		text string
		o    ingest.Options
	}{
		{"http://a.example/ http://b.example/\n", ingest.Options{Pages: 7}},
		{"http://a.example/ http://b.example/\n", ingest.Options{Fetched: written(t, "0\n1\n")}},
		{"0 1\n", ingest.Options{Fetched: written(t, "http://a.example/\n")}},
		{warc, ingest.Options{Fetched: written(t, "http://a.example/\n")}},
		{"0 1\n", ingest.Options{Hosts: true}},
		{"0 1\n", ingest.Options{Dates: "2020"}},
		{"{\"via\": \"a\", \"url\": \"b\"}\n", ingest.Options{Comments: "none"}},
		{"{\"via\": \"a\", \"url\": \"b\"}\n", ingest.Options{Columns: "via,target"}},
		{"a,b\n0,1\n", ingest.Options{Columns: "a,c"}},
		{"graph [ node [ id 1 ] ]", ingest.Options{Columns: "1,2"}},
		{string(siteArchive(t)), ingest.Options{BaseURL: "http://a.example/", Root: "../x"}},
		{string(siteArchive(t)), ingest.Options{BaseURL: "http://a.example/?x"}},
		{string(siteArchive(t)), ingest.Options{BaseURL: "ftp://a.example/"}},
		{string(siteArchive(t)), ingest.Options{BaseURL: "http://a.example/", IndexFiles: []string{"index.html", "a/b"}}},
		{string(siteArchive(t)), ingest.Options{BaseURL: "http://a.example/", IndexFiles: []string{".."}}},
		{`{"nodes":[{"id":"a"}],"links":[{"src":"a","dst":"a"}]}`, ingest.Options{Dates: "2020"}},
	} {
		c.o.Inputs, c.o.Stdin, c.o.Output = []string{"-"}, strings.NewReader(c.text), filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(context.Background(), c.o); !errors.Is(err, ingest.ErrOptions) {
			t.Errorf("%.30q with %+v: got %v, want that they do not fit", c.text, c.o, err)
		}
	}
}

// siteArchive is the archive of a site of a page.
func siteArchive(t *testing.T) []byte {
	t.Helper()
	_, archive := siteOf(t, map[string]string{"a.html": "<p>x"})
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestHugeNumbersAreRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		o    ingest.Options
	}{
		{"n 0 http://a.example/\nn 4294967290 http://b.example/\ne 0 1\n", ingest.Options{}},
		{"%%MatrixMarket matrix coordinate pattern general\n4294967290 4294967290 1\n1 2\n", ingest.Options{}},
		{"0 1\n", ingest.Options{Fetched: written(t, "4294967294\n")}},
		{"0 1\n", ingest.Options{Pages: 4294967290}},
	} {
		c.o.Inputs, c.o.Stdin, c.o.Output, c.o.Memory = []string{"-"}, strings.NewReader(c.text), filepath.Join(t.TempDir(), "c"), 64<<20
		_, err := ingest.Import(context.Background(), c.o)
		if _, ok := errors.AsType[*mem.ShortError](err); !ok {
			t.Errorf("%q: got %v, want that the budget is too small", c.text, err)
		}
	}
}

// What a text is shows behind long comments and long lines too.
func TestDetectionBehindLongLines(t *testing.T) {
	var successors strings.Builder
	for v := range 30_000 {
		fmt.Fprintf(&successors, " %d", v)
	}
	for _, c := range []struct {
		name, text, format string
		arcs               int64
		bad                int64
	}{
		{"a long list first", "30000\n" + successors.String() + strings.Repeat("\n1", 29_999) + "\n", "asciigraph", 59_999, 0},
		{"a long adjacency list first", "0:" + successors.String() + "\n1: 2\n", "adjacency", 30_001, 0},
		{"many comments", strings.Repeat("# a comment\n", 9000) + "http://a.example/ http://b.example/\n", "edges", 1, 0},
		{"a long comment", "#" + strings.Repeat("x", 80_000) + "\nhttp://a.example/ http://b.example/\n", "edges", 1, 0},
		{"a URL of 1 MB", "http://a.example/" + strings.Repeat("x", 1<<20) + " http://b.example/\n" + strings.Repeat("http://a.example/ http://b.example/\n", 500), "edges", 1, 1},
	} {
		crawl, s := importText(t, c.text, ingest.Options{})
		if got := s.Manifest.Steps[0].Inputs[0].Format; got != c.format || s.Bad != c.bad || crawl.Manifest.Counts.Arcs != c.arcs {
			t.Errorf("%s: got format %s, %d bad records, %d arcs; want %s, %d, %d", c.name, got, s.Bad, crawl.Manifest.Counts.Arcs, c.format, c.bad, c.arcs)
		}
	}
}

// A text that says how much there is, and holds less, is bad.
func TestTextsThatEndEarly(t *testing.T) {
	for text, format := range map[string]formats.Name{
		"100\n1\n2\n": formats.Auto, "3 3 100\n0 1 1\n": lists.SMAT, "%%MatrixMarket matrix coordinate pattern general\n3 3 100\n1 2\n": formats.Auto,
		"2 100 1\n1 http://a.example/\n2 http://b.example/\n1 2\n": formats.Auto,
	} {
		o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Format: format}
		s, err := ingest.Import(context.Background(), o)
		if !errors.Is(err, tally.ErrBadInput) || s.Bad < 98 {
			t.Errorf("%q: got %v and %d bad records, want a failure for the missing ones", text, err, s.Bad)
		}
	}
}

// An import can be stopped in every phase, and leaves nothing.
func TestStoppedImport(t *testing.T) {
	text := manyNames(3000)
	var phases []string
	for _, stop := range []string{"", "sorting names", "sorting arcs", "compressing", "transposing"} {
		ctx, cancel := context.WithCancel(context.Background())
		dir := t.TempDir()
		o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(text), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Progress: func(phase string, _, _ int64) {
			if !slices.Contains(phases, phase) {
				phases = append(phases, phase)
			}
			if phase == stop {
				cancel()
			}
		}}}
		_, err := ingest.Import(ctx, o)
		cancel()
		if stop == "" {
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		entries, _ := os.ReadDir(dir)
		if !errors.Is(err, context.Canceled) || len(entries) > 0 {
			t.Errorf("stopped while %s: got %v and %v, want that it was cancelled and nothing", stop, err, entries)
		}
		if !slices.Contains(phases, stop) {
			t.Errorf("there is no phase %q among %q", stop, phases)
		}
	}
}

// Lists that are read in blocks say the same as when they are read line by line: odd lines anywhere, at any budget.
func TestBlocks(t *testing.T) {
	odd := []string{"# a comment\n", "\n", "5 6\r\n", "7,8\n", "7;8;x\n", "9 10 0.5\n", "9\t10\t0.5\n", "1  2\n", " 3 4\n", "x y\n", "3\n", "4294967295 1\n", "12345678901 1\n", "\"1\",\"2\"\n", "1 2, 3\n", "1 2 3\t4\n", "1,2,3 4\n", "1;2;3 4\n", "1\t2\t\n", "1\t2\t3 4\n"}
	for seed := range uint64(9) {
		if testing.Short() && seed%4 != 0 {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 3))
		var text strings.Builder
		want, bad := map[[2]int]bool{}, int64(0)
		for range 20_000 {
			if seed > 3 && r.IntN(4000) == 0 {
				text.WriteString(odd[r.IntN(len(odd))])
				continue
			}
			u, v := r.IntN(3000), r.IntN(3000)
			want[[2]int{u, v}] = true
			fmt.Fprintf(&text, "%d%s%d\n", u, []string{"\t", " ", ",", ";"}[seed%4], v)
		}
		if seed == 4 {
			text.WriteString("1 2" + strings.Repeat(" 3", 1<<20) + "\n5 6") // longer than a block, and a last line without an end
		}
		var files []map[string]store.FileInfo
		var logs []int64
		for _, o := range []ingest.Options{{DraftOptions: store.DraftOptions{Workers: 1}}, {DraftOptions: store.DraftOptions{Workers: 3, Memory: mem.Least}}, {DraftOptions: store.DraftOptions{Workers: 2, Memory: 1 << 30}}} {
			o.MaxBad = 0.5
			c, s := importText(t, text.String(), o)
			files, logs = append(files, c.Manifest.Files), append(logs, s.Bad, s.Records)
			if seed <= 3 && (c.Manifest.Counts.Arcs != int64(len(want)) || s.Bad != bad) {
				t.Errorf("seed %d: got %d arcs and %d bad lines, want %d and %d", seed, c.Manifest.Counts.Arcs, s.Bad, len(want), bad)
			}
		}
		for i := range files {
			if !maps.Equal(files[i], files[0]) || logs[2*i] != logs[0] || logs[2*i+1] != logs[1] {
				t.Errorf("seed %d: the crawl depends on workers or budget: %v", seed, logs)
			}
		}
	}
}
