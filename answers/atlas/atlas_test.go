package atlas_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/atlas"
	"weft/graph"
	"weft/graph/page"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/making/generate/generatetest"
	"weft/store"
)

func web(t *testing.T, pages int) *store.Crawl {
	t.Helper()
	return generatetest.Web(t, random.WebOptions{Pages: pages, Degree: 8, Seed: drawn.Seed(t)})
}

func ask(t *testing.T, c *store.Crawl, args ...string) *atlas.Map {
	t.Helper()
	return answertest.Result[*atlas.Map](t, answertest.Ask(t, atlas.Question.New(), args...), c, answer.Options{Memory: 1 << 30, Workers: 2})
}

// name is the name of the group of a page, by its URL alone.
func name(t *testing.T, c *store.Crawl, by string, u graph.Node) string {
	t.Helper()
	if by == atlas.ByPage {
		return c.Label(u)
	}
	_, rest, _ := strings.Cut(c.Label(u), "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// Pages and links are those of a count over all arcs by the text of URLs.
func TestCounts(t *testing.T) {
	c := web(t, 3000)
	for _, by := range []string{atlas.ByHost, atlas.ByPage} {
		m := ask(t, c, "--by", by, "--top", "25")
		at := map[string]int{}
		for i, n := range m.Nodes {
			at[n.Name] = i
		}
		if len(at) != 25 {
			t.Fatalf("by %s: %d different nodes, want 25", by, len(at))
		}
		pages, fetched, arcs := make([]int, 25), make([]int, 25), map[[2]int]int64{}
		err := graph.EachList(c.Graph(), graph.Everything(c.Graph()), func(u graph.Node, succ []graph.Node) {
			a, ok := at[name(t, c, by, u)]
			if !ok {
				return
			}
			if pages[a]++; c.State(u) == page.Fetched {
				fetched[a]++
			}
			for _, v := range succ {
				if b, ok := at[name(t, c, by, v)]; ok && a != b {
					arcs[[2]int{a, b}]++
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range m.Nodes {
			if n.Pages != pages[i] || n.Fetched != fetched[i] {
				t.Errorf("by %s, %s: %d pages, %d fetched, want %d and %d", by, n.Name, n.Pages, n.Fetched, pages[i], fetched[i])
			}
			if i > 0 && n.Score > m.Nodes[i-1].Score {
				t.Errorf("by %s: node %d has a higher score than the one before", by, i)
			}
		}
		got := map[[2]int]int64{}
		for _, l := range m.Links {
			got[[2]int{l.From, l.To}] += l.Arcs
		}
		if !reflect.DeepEqual(got, arcs) {
			t.Errorf("by %s: links %v, want %v", by, got, arcs)
		}
	}
}

// The same crawl gives the same map, for any number of workers. Kept ranks change nothing.
func TestSameMap(t *testing.T) {
	c := web(t, 2000)
	want := ask(t, c)
	got := answertest.Result[*atlas.Map](t, answertest.Ask(t, atlas.Question.New()), c, answer.Options{Memory: 1 << 30, Workers: 5})
	if !reflect.DeepEqual(got.Nodes, want.Nodes) || !reflect.DeepEqual(got.Links, want.Links) {
		t.Error("another map with other workers")
	}
}

// A damaged kept rank is not used: a warning says so, and the map is the same.
func TestDamagedRank(t *testing.T) {
	c := web(t, 500)
	want := ask(t, c)
	results, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Ready(); err != nil {
		t.Fatal(err)
	}
	path, err := results.Path("pagerank.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no vector"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(strings.TrimSuffix(path, "npy")+"json", []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said []string
	o := answer.Options{Memory: 1 << 30, Workers: 1, Inform: func(text string, _ bool) { said = append(said, text) }}
	got := answertest.Result[*atlas.Map](t, answertest.Ask(t, atlas.Question.New()), c, o)
	if len(said) != 1 || !strings.Contains(said[0], "the kept PageRank is not used") {
		t.Errorf("said %q", said)
	}
	if !reflect.DeepEqual(got.Nodes, want.Nodes) {
		t.Error("another map")
	}
}

// Discs lie apart and within the map.
func TestDiscsAreApart(t *testing.T) {
	m := ask(t, web(t, 2000), "--by", "page", "--top", "120")
	for i, a := range m.Nodes {
		if a.X < a.Radius || a.Y < a.Radius || a.X > atlas.Width-a.Radius || a.Y > atlas.Height-a.Radius {
			t.Errorf("node %d at %g, %g leaves the map", i, a.X, a.Y)
		}
		for _, b := range m.Nodes[:i] {
			if math.Hypot(a.X-b.X, a.Y-b.Y) < a.Radius+b.Radius {
				t.Errorf("%s and %s overlap", a.Name, b.Name)
			}
		}
	}
}

// files writes a map in every form.
func files(t *testing.T, m *atlas.Map) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, f := range m.Kept().Files {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		all[filepath.Ext(f.Path)] = b.Bytes()
	}
	return all
}

// wellFormed reads XML to its end, and counts elements.
func wellFormed(t *testing.T, text []byte) map[string]int {
	t.Helper()
	count, d := map[string]int{}, xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

// Every form holds all nodes and links; pictures are well-formed.
func TestFiles(t *testing.T) {
	m := ask(t, web(t, 1500), "--top", "30", "-o", "m.svg", "-o", "m.PNG", "-o", "m.pdf", "-o", "m.gexf", "-o", "m.graphml")
	all := files(t, m)
	for _, ending := range []string{".gexf", ".graphml"} {
		if n := wellFormed(t, all[ending]); n["node"] != len(m.Nodes) || n["edge"] != len(m.Links) {
			t.Errorf("%s has %d nodes and %d edges, want %d and %d", ending, n["node"], n["edge"], len(m.Nodes), len(m.Links))
		}
	}
	if n := wellFormed(t, all[".svg"]); n["text"] < 5 || n["circle"] < len(m.Nodes) {
		t.Errorf("SVG: %v", n)
	}
	if picture, err := png.Decode(bytes.NewReader(all[".PNG"])); err != nil || picture.Bounds().Dx() != 2*atlas.Width {
		t.Errorf("PNG: %v, %v", picture, err)
	}
	if file := all[".pdf"]; !bytes.HasPrefix(file, []byte("%PDF-1.7")) || !bytes.Contains(file, []byte("/MediaBox[0 0 750 502.5]")) {
		t.Errorf("PDF: %.200s", file)
	}
}

// The exported place of a node is the place of its disc in the drawing.
func TestSamePlaces(t *testing.T) {
	m := ask(t, web(t, 800), "--top", "10", "-o", "m.svg", "-o", "m.gexf")
	all := files(t, m)
	for _, n := range m.Nodes {
		if !bytes.Contains(all[".gexf"], []byte(`x="`+strconv.FormatFloat(n.X, 'f', 2, 64)+`"`)) {
			t.Errorf("GEXF does not have x %g", n.X)
		}
		if x := strconv.FormatFloat(math.Round(n.X*1000)/1000, 'f', -1, 64); !bytes.Contains(all[".svg"], []byte(`cx="`+x+`"`)) {
			t.Errorf("SVG does not have x %s", x)
		}
	}
}

// A map with more links than are drawn says how many are left out.
func TestLinksThatAreNotDrawn(t *testing.T) {
	m := &atlas.Map{By: atlas.ByPage}
	for i := range 40 {
		m.Nodes = append(m.Nodes, atlas.Node{Name: "n", Pages: 1, X: 20 * float64(i), Y: 300, Radius: 5})
	}
	for i := range 40 {
		for j := range i {
			m.Links = append(m.Links, atlas.Link{From: i, To: j, Arcs: 1}, atlas.Link{From: j, To: i, Arcs: 1})
		}
	}
	if svg := string(m.Draw().SVG()); !strings.Contains(svg, "Lines: the 400 strongest of 780 links.") {
		t.Error("the legend does not say how many links are left out")
	}
	m.Links = m.Links[:20]
	if svg := string(m.Draw().SVG()); !strings.Contains(svg, "Lines: links.") {
		t.Error("the legend of a map with all links")
	}
}

// Names from the Web break neither XML nor lines.
func TestHostileNames(t *testing.T) {
	m := &atlas.Map{By: atlas.ByPage, Nodes: []atlas.Node{
		{Name: "http://a.example/<script>\"&\x01\u202e]]>", Pages: 1, Fetched: 1, Score: 1, X: 300, Y: 300, Radius: 200},
		{Name: "\xff\xfe", Pages: 1, Score: 1, X: 700, Y: 100, Radius: 20},
	}}
	if n := wellFormed(t, m.Draw().SVG()); n["script"] > 0 {
		t.Errorf("a name became an element: %v", n)
	}
}

func TestRefused(t *testing.T) {
	answertest.Checks(t, []answer.Question{atlas.Question}, `
map --by planet => --by planet: expected
map --top 0 => --top 0: expected 1 to 100000
map -o map.jpg => --output map.jpg: expected an ending .svg
`)
	bare := generatetest.Web(t, random.WebOptions{Pages: 50, Degree: 8, Seed: 1})
	q := answertest.Ask(t, atlas.Question.New(), "--by", "site")
	if _, err := q.Plan(t.Context(), bare, answer.Options{Memory: 1 << 30, Workers: 1}); !errors.Is(err, store.ErrNoSites) && !strings.Contains(answertest.Text(err), "site all") {
		t.Errorf("without sites: got %v", err)
	}
}

// A crawl of one page is a map of one disc.
func TestSmallMaps(t *testing.T) {
	for _, pages := range []int{1, 2, 3} {
		m := ask(t, web(t, pages), "--by", "page")
		if len(m.Nodes) != pages || slices.ContainsFunc(m.Nodes, func(n atlas.Node) bool { return math.IsNaN(n.X + n.Y + n.Radius) }) {
			t.Errorf("%d pages: %+v", pages, m.Nodes)
		}
		if len(m.Draw().SVG()) == 0 {
			t.Error("nothing drawn")
		}
	}
}

// TestCrowded counts the links that a map of many nodes leaves out: each node keeps the 32 with the most arcs.
func TestCrowded(t *testing.T) {
	c := web(t, 5600)
	m := ask(t, c, "--by", "page", "--top", "5500")
	at := map[string]int{}
	for i, n := range m.Nodes {
		at[n.Name] = i
	}
	const most = 32
	want, cut := make([]int, len(m.Nodes)), int64(0)
	err := graph.EachList(c.Graph(), graph.Everything(c.Graph()), func(u graph.Node, succ []graph.Node) {
		a, ok := at[c.Label(u)]
		if !ok {
			return
		}
		for _, v := range succ {
			if _, ok := at[c.Label(v)]; ok && u != v {
				want[a]++
			}
		}
		if want[a] > most {
			cut += int64(want[a] - most)
			want[a] = most
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]int, len(m.Nodes))
	for _, l := range m.Links {
		got[l.From]++
	}
	if !slices.Equal(got, want) || m.LinksCut != cut || cut == 0 {
		t.Errorf("%d links left out, want %d", m.LinksCut, cut)
	}
	for i, n := range m.Nodes {
		if n.X-n.Radius < 0 || n.X+n.Radius > atlas.Width || n.Y-n.Radius < 0 || n.Y+n.Radius > atlas.Height {
			t.Fatalf("node %d lies outside of the map: %v, %v, radius %v", i, n.X, n.Y, n.Radius)
		}
	}
	best := m.Best(100)
	if len(best.Nodes) != 100 || len(m.Nodes) != 5500 {
		t.Errorf("the best: %d of %d nodes", len(best.Nodes), len(m.Nodes))
	}
	for _, l := range best.Links {
		if l.From >= 100 || l.To >= 100 {
			t.Fatalf("a link of the best leads from %d to %d", l.From, l.To)
		}
	}
}
