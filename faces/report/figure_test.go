package report

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"weft/answers/measure"
	seeds "weft/internal/drawn"
	"weft/internal/plots"
)

// downloads returns the links of a page that take figures away: the files by name.
func downloads(root *html.Node) map[string]string {
	files := map[string]string{}
	for _, n := range elements(root) {
		if name := attr(n, "download"); name != "" {
			files[name] = attr(n, "href")
		}
	}
	return files
}

// Each figure has a stable anchor on the page, a caption without numbers, and the numbers and the picture that Figures
// returns.
func TestFiguresAreOnThePage(t *testing.T) {
	d := sample(t)
	all, err := Figures(d)
	if err != nil {
		t.Fatal(err)
	}
	_, root := render(t, d)
	files := downloads(root)
	names, pictures := map[string]bool{}, 0
	for i := range all {
		f := &all[i]
		names[f.Name] = true
		if byID(root, "fig-"+f.Name) == nil {
			t.Errorf("%s has no anchor", f.Name)
		}
		if len(f.Caption) < 20 || strings.ContainsFunc(f.Caption, unicode.IsDigit) {
			t.Errorf("%s: caption %q", f.Name, f.Caption)
		}
		text, err := url.PathUnescape(strings.TrimPrefix(files["example-crawl--march-2026-"+f.Name+".csv"], "data:text/csv;charset=utf-8,"))
		if err != nil || text != string(f.CSV()) {
			t.Errorf("%s: the page has another CSV: %v\n%s", f.Name, err, text)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll() // refuses rows of different lengths
		if err != nil || len(rows) != len(f.Rows)+1 {
			t.Errorf("%s: %d rows, %v", f.Name, len(rows), err)
		}
		if f.Sheet == nil {
			continue
		}
		pictures++
		if err := xml.Unmarshal(f.SVG(), new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		svg := string(f.SVG())
		for _, want := range []string{"<title>", "<desc>", "#fig-" + f.Name, `fill="#ffffff"`, "graph SHA-256 9f86d081884c"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: the picture lacks %q", f.Name, want)
			}
		}
		for _, bad := range []string{"#fe0", "#010000", "#020000", "#030000", "NaN", "class="} {
			if strings.Contains(svg, bad) {
				t.Errorf("%s: the picture has %q", f.Name, bad)
			}
		}
		picture, is := strings.CutPrefix(files["example-crawl--march-2026-"+f.Name+".svg"], "data:image/svg+xml;base64,")
		if data, err := base64.StdEncoding.DecodeString(picture); !is || err != nil || string(data) != svg {
			t.Errorf("%s: the page has another picture (%v)", f.Name, err)
		}
	}
	for _, name := range []string{"states", "counts", "ranks-pages", "ranks-hosts", "bowtie", "matrix", "links", "trust", "gamma", "law-in-degree", "laws"} {
		if !names[name] {
			t.Errorf("no figure %s", name)
		}
	}
	if pictures < 8 || len(names) != len(all) {
		t.Errorf("%d pictures, %d names of %d figures", pictures, len(names), len(all))
	}
}

// A page stays below its limit: the smallest files are in it, and the command stands for the others.
func TestTakeAwayHasALimit(t *testing.T) {
	d := sample(t)
	b, err := newBuilder(d)
	if err != nil {
		t.Fatal(err)
	}
	page := "<p>"
	for i := range b.figures {
		page += string(taken(i))
	}
	before := 1 << 30
	for _, most := range []int{1 << 20, 100_000, 30_000, 10_000, 0} {
		got := b.takeAway(page, most)
		if len(got) > max(most, 250*len(b.figures)+len(page)) {
			t.Errorf("%d bytes of at most %d", len(got), most)
		}
		if len(got) > before || strings.Contains(got, "<!--take") {
			t.Errorf("at most %d bytes: %d bytes, before %d", most, len(got), before)
		}
		before = len(got)
		largest, smallest := longest(got)
		if has := strings.Contains(got, "weft report crawls/example --figures figures"); has != (most < 1<<20) {
			t.Errorf("at most %d bytes: the command is there: %v", most, has)
		}
		if most == 30_000 && (smallest == 0 || largest > 20_000) {
			t.Errorf("at most %d bytes: links of %d to %d bytes", most, smallest, largest)
		}
	}
}

// longest returns the lengths of the longest and the shortest file in a page.
func longest(page string) (most, least int) {
	for _, m := range regexp.MustCompile(`href="(data:[^"]*)"`).FindAllStringSubmatch(page, -1) {
		if most = max(most, len(m[1])); least == 0 || len(m[1]) < least {
			least = len(m[1])
		}
	}
	return most, least
}

// No cell of a CSV is a formula of a spreadsheet, and negative numbers are no texts.
func TestCSVIsNoFormula(t *testing.T) {
	f := Figure{Columns: []string{"name", "value"}}
	evil := []string{"=1+1", "+1", "-1", "@x", " =1", "＝1", "'quoted", "\t=1", "http://a.example/", "a,b\"c", "", "\x00\xff\u202e"}
	for _, name := range evil {
		f.Rows = append(f.Rows, []any{name, -0.5})
	}
	rows, err := csv.NewReader(strings.NewReader(string(f.CSV()))).ReadAll()
	if err != nil || len(rows) != len(evil)+1 {
		t.Fatal(rows, err)
	}
	for i, row := range rows[1:] {
		if strings.ContainsAny(row[0][:min(1, len(row[0]))], "=+-@\t\r") || strings.HasPrefix(row[0], "＝") {
			t.Errorf("%q would be a formula: %q", evil[i], row[0])
		}
		if row[1] != "-0.5" {
			t.Errorf("a number became %q", row[1])
		}
	}
	if rows[9][0] != "http://a.example/" || rows[1][0] != "'=1+1" || rows[7][0] != "''quoted" || strings.Contains(rows[12][0], "\u202e") {
		t.Errorf("rows %q", rows)
	}
}

// The picture of the matrix shows each count of the table, and nothing of links inside a host.
func TestMatrixFigure(t *testing.T) {
	m := measure.HostMatrix{
		Rows: []measure.MatrixRow{{Host: "a.example"}, {Host: strings.Repeat("long-", 30) + ".example"}, {}}, Columns: []string{"a.example", strings.Repeat("long-", 30) + ".example", ""},
		Arcs: [][]int64{{7, 1000, 0}, {5, 9, 1}, {30, 0, 0}},
	}
	f := matrixFigure(m, 1000)
	svg := string(f.SVG())
	for _, want := range []string{">1k<", ">5<", ">30<", "a.example", "(no host)", "…"} {
		if !strings.Contains(svg, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if len(f.Rows) != 6 || strings.Contains(svg, ">7<") || strings.Contains(svg, ">9<") {
		t.Errorf("%d rows, or links inside a host", len(f.Rows))
	}
}

// The columns of distances are in proportion, and the diameter is where it is.
func TestDistanceBars(t *testing.T) {
	c, ok := newDistanceBars([]float64{4, 7, 9, 10, 10.001}, 2.4)
	if !ok || len(c.shares) != 4 { // the last distance has too few pairs for a column of its own
		t.Fatalf("%+v", c)
	}
	if got := c.describe(); !strings.Contains(got, "distance 1: 50.0") || !strings.Contains(got, "diameter is 2.4") {
		t.Error(got)
	}
	for _, pairs := range [][]float64{nil, {4}, {4, 4}} {
		if _, ok := newDistanceBars(pairs, 1); ok {
			t.Errorf("a plot of %v", pairs)
		}
	}
}

// A simplified line keeps its ends, and no point of the line is farther from it than can be seen.
func TestSimplified(t *testing.T) {
	rng := seeds.Rand(t)
	for range 200 {
		path := make([]plots.Point, 2+rng.IntN(40))
		for i := range path {
			path[i] = plots.Point{X: 20 * float64(i), Y: 100 * math.Sin(float64(i)/10) * rng.Float64()}
			if rng.IntN(3) == 0 && i > 0 {
				path[i].Y = path[i-1].Y
			}
		}
		got := simplified(slices.Clone(path))
		if got[0] != path[0] || got[len(got)-1] != path[len(path)-1] {
			t.Fatalf("the ends of %v became %v", path, got)
		}
		for _, p := range path {
			i := 1
			for got[i].X < p.X {
				i++
			}
			a, b := got[i-1], got[i]
			if off := math.Abs(a.Y + (b.Y-a.Y)*(p.X-a.X)/(b.X-a.X) - p.Y); off*(b.X-a.X)/math.Hypot(b.X-a.X, b.Y-a.Y) > slightly+1e-9 {
				t.Fatalf("%v is %g off", p, off)
			}
		}
	}
	if got := simplified([]plots.Point{{X: 0}, {X: 5, Y: 0.1}, {X: 10}}); len(got) != 2 {
		t.Errorf("a straight line has %d points", len(got))
	}
	if got := simplified([]plots.Point{{X: 1}, {X: 5, Y: 9}, {X: 1}}); len(got) != 3 {
		t.Errorf("a line there and back has %d points", len(got))
	}
}
