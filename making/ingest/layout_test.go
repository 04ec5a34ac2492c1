package ingest_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph/page"
	"weft/internal/shared"
	"weft/making/ingest"
	"weft/store"
)

// A drawnList is a list of arcs written in a way that was drawn, and what is in it.
type drawnList struct {
	text string
	arcs map[string]bool
	how  []string // what must be said of it
}

// names of pages by class; those with blanks or separators stand only where these part nothing.
var drawnNames = map[string]func(r *rand.Rand) string{
	"numbers": func(r *rand.Rand) string { return fmt.Sprint(r.IntN(500)) },
	"URLs":    func(r *rand.Rand) string { return fmt.Sprintf("http://h%d.example/p%d?x=1", r.IntN(9), r.IntN(40)) },
	"words":   func(r *rand.Rand) string { return fmt.Sprintf("w%dx", r.IntN(300)) },
	"percent": func(r *rand.Rand) string { return fmt.Sprintf("%%E%d%%81x", r.IntN(10)) },
	"tags":    func(r *rand.Rand) string { return fmt.Sprintf("#t%d", r.IntN(90)) },
	"people":  func(r *rand.Rand) string { return fmt.Sprintf("A%d B%d", r.IntN(20), r.IntN(20)) },
	"titles":  func(r *rand.Rand) string { return fmt.Sprintf("On x%d, and y%d; z", r.IntN(20), r.IntN(20)) },
	"quotes":  func(r *rand.Rand) string { return fmt.Sprintf("the \"T%d\" one", r.IntN(99)) },
	"mixed": func(r *rand.Rand) string {
		return []string{"%41b", "c", "#d", "e%20f", "7up"}[r.IntN(5)] + fmt.Sprint(r.IntN(50))
	},
	"line end": func(r *rand.Rand) string { return fmt.Sprintf("a%d\nb", r.IntN(20)) },
}

// drawList draws a list: the class of its names, separator, order of columns, header, comments, quotes, line ends.
func drawList(r *rand.Rand) drawnList {
	classes := []string{"numbers", "URLs", "words", "percent", "tags", "people", "titles", "quotes", "mixed", "line end"}
	class := classes[r.IntN(len(classes))]
	seps := []string{"\t", ",", ";", "|", " ", "   "}
	sep := seps[r.IntN(len(seps))]
	if strings.Contains("people titles quotes", class) && strings.TrimSpace(sep) == "" {
		sep = "\t"
	}
	if class == "line end" {
		sep = ","
	}
	quoted := class == "line end" || class == "titles" && sep != "\t" || class == "quotes" && sep != "\t" || strings.TrimSpace(sep) != "" && r.IntN(4) == 0
	extra := 0
	if r.IntN(2) == 0 {
		extra = 1 + r.IntN(3)
	}
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	if class == "line end" {
		end = "\n"
	}
	header := extra > 0 && r.IntN(2) == 0
	at := make([]int, 2+extra) // what stands in each column: 0 source, 1 target, others weights
	for i := range at {
		at[i] = i
	}
	if header {
		r.Shuffle(len(at), func(i, k int) { at[i], at[k] = at[k], at[i] })
	}
	var b strings.Builder
	if sign := r.IntN(4); sign < 2 && class != "percent" && class != "tags" && class != "mixed" {
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "%s drawn at random: %d lines%s", []string{"#", "%"}[sign], r.IntN(99), end)
		}
	}
	if header {
		pair := [][2]string{{"Source", "Target"}, {"from", "to"}, {"via", "url"}, {"FromNodeId", "ToNodeId"}, {"src", "dst"}}[r.IntN(5)]
		words := make([]string, len(at))
		for i, k := range at {
			words[i] = fmt.Sprintf("weight%d", k)
			if k < 2 {
				words[i] = pair[k]
			}
		}
		b.WriteString(strings.Join(words, sep) + end)
	}
	write := func(name string) string {
		if quoted {
			return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		return name
	}
	l := drawnList{arcs: map[string]bool{}}
	for range 1 + r.IntN(1500) {
		u, v := drawnNames[class](r), drawnNames[class](r)
		fields := make([]string, len(at))
		for i, k := range at {
			switch k {
			case 0:
				fields[i] = write(u)
			case 1:
				fields[i] = write(v)
			default:
				fields[i] = fmt.Sprintf("%d.5", r.IntN(9))
			}
		}
		b.WriteString(strings.Join(fields, sep) + end)
		l.arcs[strings.ReplaceAll(u+" "+v, "\n", "%0A")+" link"] = true
	}
	l.text = b.String()
	l.how = []string{class, fmt.Sprintf("%q quoted %v header %v extra %d", sep, quoted, header, extra)}
	return l
}

var drawnLists = flag.Uint64("lists", 40, "lists that TestDrawnLists draws")

// A list says the same in whatever way it is written.
func TestDrawnLists(t *testing.T) {
	for seed := range *drawnLists {
		l := drawList(rand.New(rand.NewPCG(seed, 14)))
		dir := t.TempDir()
		o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(l.text), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}, Strict: true}
		if _, err := ingest.Import(context.Background(), o); err != nil {
			t.Errorf("seed %d, %q: %v\n%.200s", seed, l.how, err, l.text)
			continue
		}
		c, s := importText(t, l.text, ingest.Options{Strict: true})
		got, want := arcsOf(t, c), keysOf(l.arcs)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d, %q, read as %q: %d arcs, want %d: %.100q, want %.100q\n%.200s", seed, l.how, s.Manifest.Steps[0].Inputs[0].ReadAs, len(got), len(want), got, want, l.text)
		}
	}
}

func keysOf(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Lines that contradict what a list was read as are bad, one by one, and counted.
func TestLinesThatContradict(t *testing.T) {
	odd := []string{"one column\n", "a\tb\tc\n", "a,b\n", "x\t\n", "\ty\n", "# a comment\n"}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 15))
		var b strings.Builder
		bad := int64(0)
		for i := range 3000 {
			if i > 1200 && r.IntN(100) == 0 {
				b.WriteString(odd[r.IntN(len(odd))])
				bad++
				continue
			}
			fmt.Fprintf(&b, "n%d\tn%d\n", r.IntN(900), r.IntN(900))
		}
		_, s := importText(t, b.String(), ingest.Options{MaxBad: 0.05})
		if s.Bad != bad || s.Records != 3000-bad {
			t.Errorf("seed %d: got %d bad and %d good lines, want %d and %d", seed, s.Bad, s.Records, bad, 3000-bad)
		}
	}
}

// What is not a list of arcs is refused: it is said what it looks like, and what to do; nothing is left.
func TestWhatIsNoList(t *testing.T) {
	draw := func(n int, line func(i int, r *rand.Rand) string) string {
		r := rand.New(rand.NewPCG(uint64(n), 16))
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i, r) + "\n")
		}
		return b.String()
	}
	words := strings.Fields("the of and crawl page to a in is that link web it was for on are as with his they at be this from have or by one had not but what all were when")
	sentence := func(_ int, r *rand.Rand) string {
		var w []string
		for range 4 + r.IntN(14) {
			w = append(w, words[r.IntN(len(words))])
		}
		return strings.Join(w, " ") + "."
	}
	for _, c := range []struct{ name, text, want string }{
		{"prose", draw(50, sentence), "looks like prose"},
		{"prose with commas", draw(40, func(i int, r *rand.Rand) string { return strings.ReplaceAll(sentence(i, r), " and ", ", ") }), "looks like prose"},
		{"SQL", "-- MySQL dump\nINSERT INTO `pagelinks` VALUES (1,0,'A'),(2,0,'B');\n", "SQL"},
		{"N-Triples", "<http://a/> <http://x/links> <http://b/> .\n<http://b/> <http://x/links> <http://a/> .\n", "RDF"},
		{"rows", "SparseMatrix:\n" + draw(20, func(i int, r *rand.Rand) string { return fmt.Sprintf("row %d: %d %d", i, r.IntN(9), r.IntN(9)) }), "row 0"},
		{"a matrix for people", "AdjacencyMatrix:\n[1 0]\n[0 1]\n", "matrix"},
		{"an access log", draw(9, func(i int, r *rand.Rand) string {
			return fmt.Sprintf(`10.0.0.%d - - [10/Oct/2000:13:55:36 -0700] "GET /%d HTTP/1.0" 200 2326`, i, r.IntN(9))
		}), "access log"},
		{"arrows", draw(9, func(i int, r *rand.Rand) string { return fmt.Sprintf("p%d -> p%d", i, r.IntN(9)) }), "arrows"},
		{"arrows without blanks", draw(9, func(i int, r *rand.Rand) string { return fmt.Sprintf("p%d=>p%d", i, r.IntN(9)) }), "arrows"},
		{"Unicode arrows", draw(9, func(i int, r *rand.Rand) string { return fmt.Sprintf("p%d → p%d", i, r.IntN(9)) }), "([-=]+>|→|⟶)"},
		{"arrows to the left", draw(9, func(i int, r *rand.Rand) string { return fmt.Sprintf("p%d <- p%d", i, r.IntN(9)) }), "the source first"},
		{"hyphens", draw(9, func(i int, r *rand.Rand) string { return fmt.Sprintf("p%d -- p%d", i, r.IntN(9)) }), "as undirected"},
		{"a diagram of Mermaid", "graph TD\n  a --> b\n  b --> c\n", "Mermaid"},
		{"a diagram of Mermaid, in its newer form", "flowchart LR\n  a --> b\n  b --> c\n", "Mermaid"},
		{"URLs in angle brackets", draw(9, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("<http://h%d.test/> <http://h%d.test/x>", i, r.IntN(9))
		}), "sed 's/[<>]//g'"},
		{"XML with a prefix", "<x:urls>\n<x:url>http://a/</x:url>\n</x:urls>\n", "XML"},
		{"pages and successors", "ann bob cel\nbob cel\ncel ann bob dan\ndan\n", "'format' adjacency"},
		{"rules of make", "main.o: main.c util.h\nlexer.o: lexer.c util.h\n", "'format' adjacency   main.o -> main.c, main.o -> util.h, lexer.o -> lexer.c"},
		{"columns of fixed width", "Noah Kaiser   Walter Thomas\nGreta Wolf    Vera Sauer\n", "as in columns of fixed width"},
		{"a matrix with sums", ",a,b,c,Total\na,0,1,1,2\nb,1,0,0,1\nc,0,1,0,1\nTotal,1,2,1,4\n", "a matrix with sums"},
		{"a list in JSON", "[\n \"http://a.example/\",\n \"http://b.example/\"\n]\n", "a list in JSON"},
		{"JSONL of another kind", "{\"a\": 1, \"b\": 2}\n{\"a\": 2, \"b\": 3}\n", "via and url"},
		{"JSONL with names of its own", "{\"liker\": 1, \"liked\": 2}\n{\"liker\": 2, \"liked\": 3}\n", "'columns' liked,liker   2 -> 1"},
		{"XML", "<?xml version=\"1.0\"?>\n<urlset>\n<url><loc>http://a/</loc></url>\n</urlset>\n", "XML"},
		{"keys and values", "title: A page\nauthor: Somebody\ndate: today\n", "fields"},
		{"robots.txt", "# of a site\nUser-agent: *\nDisallow: /private\nDisallow:\n\nUser-agent: bot\nCrawl-delay: 10\nSitemap: http://a.test/s.xml\n", "fields"},
		{"a mail", "From: a@b.test\nTo: d@e.test\nSubject: hello\n", "fields"},
		{"nodes and names", draw(30, func(i int, r *rand.Rand) string { return fmt.Sprintf("%d\tPage %d", i, r.IntN(99)) }), "list of nodes"},
		{"a table of pages", "url,title\nhttp://a/,A\nhttp://b/,B\n", "table of pages"},
		{"measurements", draw(30, func(_ int, r *rand.Rand) string { return fmt.Sprintf("%.3f %.3f", r.Float64(), r.Float64()) }), "measurements"},
		{"successors without a colon", draw(30, func(i int, r *rand.Rand) string { return fmt.Sprint(i) + strings.Repeat(" 7", 1+r.IntN(4)) }), "'format' adjacency"},
		{"a matrix", "0 1 0\n1 0 1\n0 1 0\n", "matrix"},
		{"three columns of words", "alice knows bob\nbob knows carol\n", "'columns'"},
		{"counted lines", draw(40, func(i int, r *rand.Rand) string { return fmt.Sprintf("%d,%d,%d", i, r.IntN(9), r.IntN(9)) }), "'columns'"},
		{"one column", "http://a/\nhttp://b/\n", "'separator'"},
		{"a log of wget", "--2020-01-01 00:00:00--  http://a.test/\nResolving a.test... 10.0.0.1\nSaving to: index.html\n", "'columns'"},
	} {
		dir := t.TempDir()
		in := filepath.Join(dir, "in")
		if err := os.WriteFile(in, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		o := ingest.Options{Inputs: []string{in}, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}}
		_, err := ingest.Import(context.Background(), o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), in) {
			t.Errorf("%s: got %v, want an error that names the file and says %q", c.name, err, c.want)
		}
		if _, plan := ingest.PlanImport(t.Context(), o); plan == nil || plan.Error() != fmt.Sprint(err) {
			t.Errorf("%s: the plan says %v, the import %v", c.name, plan, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%s: %v are left", c.name, entries)
		}
	}
}

// How a list is read can be said.
func TestSaidLayouts(t *testing.T) {
	for _, c := range []struct {
		name, text, how string
		o               ingest.Options
		arcs            []string
	}{
		{"triples", "alice knows bob\nbob knows carol\n", "edges, columns 1 and 3 of 3, blanks, names, left out: column 2", ingest.Options{Columns: "1,3"}, []string{"alice bob link", "bob carol link"}},
		{"by name", "id,child,parent\n1,b,a\n2,c,a\n", `edges, columns "parent" and "child" of 3, commas, header, names, left out: "id"`, ingest.Options{Columns: "parent,child"}, []string{"a b link", "a c link"}},
		{"by unknown names", "id,liker,liked\n1,b,a\n2,c,a\n", `edges, columns "liker" and "liked" of 3, commas, header, names, left out: "id"`, ingest.Options{Columns: "liker,Liked"}, []string{"b a link", "c a link"}},
		{"a separator of one's own", "a b~c\nc~d e\n", `edges, two columns, '~', names`, ingest.Options{Separator: "~"}, []string{"a b c link", "c d e link"}},
		{"decimals as names", "1.5 2.5\n2.5 3.5\n", "edges, two columns, blanks, names", ingest.Options{Columns: "1,2"}, []string{"1.5 2.5 link", "2.5 3.5 link"}},
		{"hash names", "# a\tb\n# c\t# a\n", "edges, two columns, tabs, # begins names, names", ingest.Options{Comments: "none", Separator: "tab"}, []string{"# a b link", "# c # a link"}},
		{"Gephi", "Source;Target;Type;Id;Label;Weight\n1;2;Directed;0;;1.0\n2;3;Undirected;1;x;2.0\n", `edges, columns "Source" and "Target" of 6, semicolons, header, numbers, left out: "Id", "Label", "Weight"`, ingest.Options{}, []string{"1 2 link", "2 3 link", "3 2 link"}},
		{"SNAP", "# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n", "edges, two columns, tabs, # comments, numbers", ingest.Options{}, []string{"0 1 link", "1 2 link"}},
		{"KONECT", "% sym unweighted\n% 2 3 3\n1 2 1 1223\n2 3 1 1224\n", "edges, columns 1 and 2 of 4, blanks, % comments, numbers, undirected, left out: column 3, column 4", ingest.Options{}, []string{"1 2 link", "2 1 link", "2 3 link", "3 2 link"}},
		{"percent-encoded", "%E3%81%82 b\n%E3%81%84 %E3%81%82\nb %41\n", "edges, two columns, blanks, % begins names, names", ingest.Options{}, []string{"%E3%81%82 b link", "%E3%81%84 %E3%81%82 link", "b %41 link"}},
		{"a comment that names columns", "# weight to from\n5 b a\n6 c a\n", `edges, columns "from" and "to" of 3, blanks, # comments, names, left out: "weight"`, ingest.Options{}, []string{"a b link", "a c link"}},
		{"blanks in names", "Alan Turing,Ada Lovelace\nAda Lovelace,London\n", "edges, two columns, commas, names", ingest.Options{}, []string{"Ada Lovelace London link", "Alan Turing Ada Lovelace link"}},
		{"quotes that are of names", "\"Heroes\"\tBowie\n\"Weird Al\" Yankovic\tBowie\n", "edges, two columns, tabs, names", ingest.Options{Columns: "1,2"}, []string{"\"Heroes\" Bowie link", "\"Weird Al\" Yankovic Bowie link"}},
		{"quotes of one name", "\"Heroes\"\tBowie\nx\ty\nz\tx\n", "edges, two columns, tabs, names", ingest.Options{}, []string{"\"Heroes\" Bowie link", "x y link", "z x link"}},
		{"comments among names with signs", "# part one\n#t1\t#t2\nx\t#t1\n# part two\n#t3\tx\n", "edges, two columns, tabs, # comments, names", ingest.Options{}, []string{"#t1 #t2 link", "#t3 x link", "x #t1 link"}},
		{"blanks in some names, between tabs", "the home page\thttp://a.example/\nhttp://a.example/\thttp://b.example/\nhttp://b.example/\thttp://a.example/\n", "edges, two columns, tabs, names", ingest.Options{}, []string{
			"http://a.example/ http://b.example/ link", "http://b.example/ http://a.example/ link", "the home page http://a.example/ link",
		}},
		{"a comment without a blank", "%an example\na b\nb c\n", "edges, two columns, blanks, % comments, names", ingest.Options{}, []string{"a b link", "b c link"}},
		{"an arc between pages that are called as columns often are", "u v\nw u\n", "edges, two columns, blanks, names", ingest.Options{}, []string{"u v link", "w u link"}},
		{"one whose target alone is a page again", "parent\tchild\nchild\ttoy\n", "edges, two columns, tabs, names", ingest.Options{FirstLine: "arc"}, []string{"child toy link", "parent child link"}},
		{"a header that comes again", "from,to\na,b\nfrom,to\nb,c\n", "edges, two columns, commas, header, names", ingest.Options{}, []string{"a b link", "b c link"}},
		{"URLs behind numbers", "0\t7\thttp://a.test/\thttp://b.test/\t1\n1\t8\thttp://b.test/\thttp://a.test/\t1\n", "edges, columns 3 and 4 of 5, tabs, URLs, left out: column 1, column 2, column 5", ingest.Options{}, []string{"http://a.test/ http://b.test/ link", "http://b.test/ http://a.test/ link"}},
		{"large numbers", "123456789012 5\n5 123456789012\n", "edges, two columns, blanks, names", ingest.Options{}, []string{"123456789012 5 link", "5 123456789012 link"}},
	} {
		crawl, s := importText(t, c.text, withStrict(c.o))
		if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) {
			t.Errorf("%s: got arcs %q, want %q", c.name, got, c.arcs)
		}
		if got := s.Manifest.Steps[0].Inputs[0].ReadAs; got != c.how {
			t.Errorf("%s: read as %q, want %q", c.name, got, c.how)
		}
	}
	for _, o := range []ingest.Options{{Columns: "1"}, {Columns: "1,1"}, {Columns: "7,1"}, {Columns: "x,y"}, {Separator: "ab"}, {Separator: "a"}, {Comments: "x"}} {
		o.Inputs, o.Stdin, o.Output = []string{"-"}, strings.NewReader("a b\nb c\n"), filepath.Join(t.TempDir(), "c")
		if _, err := ingest.Import(context.Background(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// In adjacency lists a page may have no successors, and any blank may stand behind the colon, whatever parts successors.
func TestAdjacencyLists(t *testing.T) {
	for _, sep := range []string{" ", "\t", ",", ", ", ";"} {
		for _, blank := range []string{"", " ", "\t", " \t"} {
			for _, names := range [][]any{{"0", "1", "2", "3"}, {"http://a.example/", "http://b.example/", "http://c.example/", "http://d.example/"}, {"a", "b", "c", "d"}} {
				if blank == "" && names[0] != "0" {
					continue // the colon is one of the name
				}
				const lists = "%[1]s:_%[2]s~%[3]s\n%[2]s:_\n%[3]s:_%[1]s~%[2]s\n%[4]s:_\n"
				text := fmt.Sprintf(strings.NewReplacer("~", sep, "_", blank).Replace(lists), names...)
				c, s := importText(t, text, ingest.Options{Strict: true})
				if s.Manifest.Steps[0].Inputs[0].Format != "adjacency" || c.NumPages() != 4 || c.Manifest.Counts.Arcs != 4 {
					t.Errorf("%q: got %d pages and %d arcs of %s, want 4 and 4", text, c.NumPages(), c.Manifest.Counts.Arcs, s.Manifest.Steps[0].Inputs[0].ReadAs)
				}
			}
		}
	}
}

func withStrict(o ingest.Options) ingest.Options {
	o.Strict = true
	return o
}

// A crawl log has an arc from the page that led to another, and states by status.
func TestCrawlLogs(t *testing.T) {
	const log = `2026-01-02T03:04:05.678Z   200       1234 http://a.example/ - - text/html #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:05.679Z     1         56 dns:a.example P http://a.example/ text/dns #001 20260102030405678+1 - - -
2026-01-02T03:04:06.678Z   301          0 http://a.example/old L http://a.example/ text/html #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:06.778Z   200         10 http://a.example/new LR http://a.example/old text/html #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:06.779Z   404         10 http://b.example/ LL http://a.example/new text/html #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:06.780Z   200         10 http://a.example/x.png LRE http://a.example/new image/png #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:06.780Z   200         10 http://a.example/f LRE http://a.example/new text/html;charset=utf-8 #001 20260102030405678+90 sha1:AAAA - -
2026-01-02T03:04:06.781Z -9998          - http://c.example/p L http://z.example/ unknown #001 - - - Robots
2026-01-02T03:04:06.781Z     0          - http://a.example/later L http://a.example/ unknown #001 - - - -
2026-01-02T03:04:06.781Z    -2          - http://d.example/ L http://a.example/ unknown #001 - - - -
`
	c, s := importText(t, log, ingest.Options{Strict: true})
	want := []string{
		"http://a.example/ http://a.example/later link", "http://a.example/ http://a.example/old link", "http://a.example/ http://d.example/ link", "http://a.example/new http://a.example/f embed",
		"http://a.example/new http://b.example/ link", "http://a.example/old http://a.example/new redirect", "http://z.example/ http://c.example/p link",
	}
	if got := arcsOf(t, c); !slices.Equal(got, want) || s.Manifest.Steps[0].Inputs[0].Format != "crawl-log" {
		t.Errorf("got arcs %q of %s, want %q", got, s.Manifest.Steps[0].Inputs[0].Format, want)
	}
	const arcs = "arcs of crawl logs, which hold only the first link to each page"
	if got := s.Manifest.Steps[0].Notes[arcs]; got != int64(len(want)) {
		t.Errorf("%d arcs are noted, want %d", got, len(want))
	}
	for name, want := range map[string]page.State{
		"http://a.example/": page.Fetched, "http://a.example/old": page.Redirected, "http://b.example/": page.Failed, "http://c.example/p": page.Excluded,
		"http://d.example/": page.Failed, "http://a.example/later": page.Ghost, "http://z.example/": page.Unknown,
	} {
		u, ok, err := c.Find(name)
		if err != nil || !ok || c.State(u) != want {
			t.Errorf("%s: got %v, %v, %v; want %v", name, c.State(u), ok, err, want)
		}
	}
}

// A log of Heritrix: what is in it was counted by awk.
func TestHeritrixLog(t *testing.T) {
	c, s := imported(t, ingest.Options{Inputs: []string{shared.File(t, "warc-samples", "heritrix-idna-crawl.log")}})
	if s.Manifest.Steps[0].Inputs[0].Format != "crawl-log" || s.Records+s.Bad != 1548 || s.Bad != 1 {
		t.Errorf("got %s with %d records, %d bad; want a crawl log of 1,547 lines, and one that is none", s.Manifest.Steps[0].Inputs[0].Format, s.Records, s.Bad)
	}
	if c.Manifest.Counts.Fetched == 0 || c.Manifest.Counts.Excluded == 0 || c.Manifest.Counts.Arcs == 0 {
		t.Errorf("got %+v", c.Manifest.Counts)
	}
}

// JSONL of several makers.
func TestJSONL(t *testing.T) {
	for _, c := range []struct {
		name, text, how string
		o               ingest.Options
		arcs            []string
	}{
		{"via and url", "{\"url\": \"http://a.example/\", \"via\": null, \"status\": 200}\n{\"url\": \"http://b.example/\", \"via\": \"http://a.example/\", \"status\": 404}\n", `jsonl, an object a line, arcs from "via" to "url", states by "status"`, ingest.Options{}, []string{"http://a.example/ http://b.example/ link"}},
		{"numbers", "{\"source\":0,\"target\":1,\"w\":2}\n{\"target\":2,\"source\":0}\n", `jsonl, an object a line, arcs from "source" to "target"`, ingest.Options{}, []string{"0 1 link", "0 2 link"}},
		{"lists", "{\"url\":\"http://a.example/\",\"links\":[\"http://b.example/\",{\"url\":\"http://c.example/\"}]}\n{\"url\":\"http://b.example/\",\"links\":[]}\n", `jsonl, an object a line, arcs from "url" to each of "links"`, ingest.Options{}, []string{"http://a.example/ http://b.example/ link", "http://a.example/ http://c.example/ link"}},
		{"a list of targets", "{\"from\":\"a\",\"to\":[\"b\",\"c\"],\"w\":1}\n{\"from\":\"b\",\"to\":[\"a\"],\"w\":1}\n", `jsonl, an object a line, arcs from "from" to each of "to"`, ingest.Options{}, []string{"a b link", "a c link", "b a link"}},
		{"directed and not", "{\"source\":\"a\",\"target\":\"b\",\"Type\":\"Undirected\"}\n{\"source\":\"b\",\"target\":\"c\",\"Type\":\"Directed\"}\n", `jsonl, an object a line, arcs from "source" to "target"`, ingest.Options{}, []string{"a b link", "b a link", "b c link"}},
		{"numbers, not directed", "{\"source\":0,\"target\":1,\"directed\":false}\n{\"source\":1,\"target\":1,\"directed\":false}\n{\"source\":1,\"target\":2,\"directed\":true}\n", `jsonl, an object a line, arcs from "source" to "target"`, ingest.Options{}, []string{"0 1 link", "1 0 link", "1 1 link", "1 2 link"}},
		{"by name", "{\"x\":\"p\",\"y\":\"q\"}\n{\"x\":\"q\",\"y\":\"é\\u0041\"}\n", `jsonl, an object a line, arcs from "y" to "x"`, ingest.Options{Columns: "y,x"}, []string{"q p link", "éA q link"}},
	} {
		crawl, s := importText(t, c.text, withStrict(c.o))
		if got := arcsOf(t, crawl); !slices.Equal(got, c.arcs) {
			t.Errorf("%s: got arcs %q, want %q", c.name, got, c.arcs)
		}
		if got := s.Manifest.Steps[0].Inputs[0].ReadAs; got != c.how {
			t.Errorf("%s: read as %q, want %q", c.name, got, c.how)
		}
	}
	crawl, s := importText(t, strings.Repeat("{\"via\":\"http://a.example/\",\"url\":\"http://b.example/\"}\n", 200)+"{\"via\":\"http://a.example/\"}\n{\"via\":7.5,\"url\":\"x\"}\nnone\n", ingest.Options{MaxBad: 0.1})
	if s.Bad != 3 || s.Records != 200 || crawl.NumPages() != 2 {
		t.Errorf("got %d bad and %d good lines, %d pages; want 3, 200, 2", s.Bad, s.Records, crawl.NumPages())
	}
}

// Links in lists are resolved against the URL of their line, as in HTML, and those to no page are left out and counted; links
// of a page whose name is no URL are names.
func TestReferencesInJSONL(t *testing.T) {
	crawl, s := importText(t, `{"url":"https://a.example/x/y","links":["/rel","z?q",{"href":"../up"},"#here","","//b.example","mailto:x@y","javascript:void(0)","ftp://f.example/","tel:1","http://[bad/","http://c.example/"]}
{"url":"page","links":["other","/rel","mailto:x@y"]}
{"url":"http://d.example/","links":["e.example","f"]}
`, ingest.Options{Hosts: true})
	want := []string{
		"page /rel link", "page mailto:x@y link", "page other link",
		"http://d.example/ http://d.example/f link", "http://d.example/ http://e.example/ link",
	}
	for _, to := range []string{"https://a.example/rel", "https://a.example/up", "https://a.example/x/y", "https://a.example/x/z?q", "https://b.example/", "http://c.example/"} {
		want = append(want, "https://a.example/x/y "+to+" link")
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(arcsOf(t, crawl))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	notes := s.Manifest.Steps[0].Notes
	for _, which := range []string{"ftp: links", "mailto: links", "javascript: links", "links of other schemes"} {
		if got := notes[which+", which do not lead to pages"]; got != 1 {
			t.Errorf("%d %s are counted, want 1: %v", got, which, notes)
		}
	}
	log, err := os.ReadFile(s.Log)
	if err != nil || s.BadLinks != 1 || !strings.Contains(string(log), "1 links of https://a.example/x/y are not URLs") {
		t.Errorf("got %d bad links, %v, and the log %q", s.BadLinks, err, log)
	}
}

// Where a column says what led to a page, it is empty for those that nothing led to, as in JSONL; other columns may not be.
func TestSeedsInTables(t *testing.T) {
	for _, c := range []struct {
		text       string
		pages, bad int
	}{
		{"via,url\n,http://a.example/\nhttp://a.example/,http://a.example/1\n,http://b.example/\n", 3, 0},
		{"{\"via\":\"\",\"url\":\"http://a.example/\"}\n{\"via\":\"http://a.example/\",\"url\":\"http://a.example/1\"}\n{\"url\":\"http://b.example/\"}\n", 3, 0},
		{"url\tstatus\tReferrer\nhttp://a.example/\t200\t\nhttp://b.example/\t200\thttp://a.example/\nc\t404\t\n", 3, 0},
		{"url;Referer\n\"http://a.example/\";\"\"\nhttp://b.example/;http://a.example/\n;http://b.example/\n", 2, 1},
		{"from,to\n,http://a.example/\nhttp://a.example/,http://b.example/\n", 2, 1},
		{"http://a.example/,http://b.example/\n,http://c.example/\n", 2, 1},
	} {
		crawl, s := importText(t, c.text, ingest.Options{MaxBad: 0.6})
		if crawl.NumPages() != c.pages || s.Bad != int64(c.bad) || crawl.Manifest.Counts.Arcs != 1 {
			t.Errorf("%q: got %d pages, %d arcs, %d bad (%s); want %d, 1, %d", c.text, crawl.NumPages(), crawl.Manifest.Counts.Arcs, s.Bad, s.Manifest.Steps[0].Inputs[0].ReadAs, c.pages, c.bad)
		}
	}
}

// In lists of links with states, pages that are only linked to are ghosts, unless an option says more.
func TestJSONLStates(t *testing.T) {
	const text = `{"url":"http://a.example/","status":200,"links":["http://a.example/1","http://a.example/2"]}
{"url":"http://a.example/1","status":404,"links":[]}
{"url":"http://a.example/3","links":["http://a.example/1"]}
`
	crawl, _ := importText(t, text, ingest.Options{})
	want := []string{"http://a.example/1=failed", "http://a.example/2=ghost", "http://a.example/3=unknown", "http://a.example/=fetched"}
	if got := namesOf(crawl); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	crawl, _ = importText(t, text, ingest.Options{Fetched: ingest.AllFetched})
	if got := namesOf(crawl)[1]; got != "http://a.example/2=fetched" {
		t.Errorf("all are fetched: got %s", got)
	}
}
