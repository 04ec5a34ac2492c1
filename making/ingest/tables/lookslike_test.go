package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Texts that split into columns and are no lists of arcs, by the beginning of what they look like.
func TestLooksLike(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"a list", "a b\nb c\n", ""},
		{"line ends", "a b\rb c\nc d\re f\n", "lines that end in carriage returns"},
		{"Mermaid", "flowchart LR\na --- b\n", "a diagram of Mermaid"},
		{"Mermaid, graph", "  graph TD\na\n", "a diagram of Mermaid"},
		{"DOT", "digraph {\na\n", "a graph in DOT"},
		{"DOT, strict", "strict graph x\na\n", "a graph in DOT"},
		{"GML is no DOT", "graph [\n", ""},
		{"SQL", "INSERT INTO a VALUES (1, 2);\n", "statements of SQL"},
		{"SQL comment", "-- a dump\nx\n", "statements of SQL"},
		{"SQL copy", "COPY public.links (a, b) FROM stdin;\n1 2\n", "statements of SQL"},
		{"RDF", "<http://a/> <http://b/> <http://c/> .\n_:x <http://b/> \"c\" .\n", "RDF"},
		{"Turtle", "@prefix x: <http://a/> .\n<http://a/> <http://b/> x:c .\n", "RDF"},
		{"rows of a matrix", "row 0: 1 2\nrow 1: 0\n", "the rows of a matrix"},
		{"fields and values", "User-agent: *\nDisallow: /x\n", "fields and their values"},
		{"log", "1.1.1.1 - - [01/Jan/2020:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n", "an access log"},
		{"arrows", "a -> b\nb => c\nc → d\n", "arcs drawn with arrows (\"a -> b\")"},
		{"arrows below a title", "My graph\na -> b\nb -> c\n", "arcs drawn with arrows (\"a -> b\")"},
		{"arrows below two titles", "My graph\nof links\na -> b\nb -> c\n", ""},
		{"nine arrows of ten", strings.Repeat("a -> b\n", 9) + "x y\n", "arcs drawn with arrows (\"a -> b\")"},
		{"eight arrows of ten", strings.Repeat("a -> b\n", 8) + "x y\nx y\n", ""},
		{"a title alone", "My graph\n", ""},
		{"arrows to the left", "a <- b\nb <-- c\n", "arcs drawn with arrows to the left"},
		{"hyphens", "a -- b\nb -- c\n", "edges drawn with hyphens"},
		{"angle brackets", "<http://a/> <http://b/>\n<http://b/> <http://c/>\n", "URLs in angle brackets"},
		{"YAML", "a/x: [b, c]\nb/y: []\n", "lists in YAML"},
		{"JSON", "[{\"a\": 1},\n", "a list in JSON"},
		{"XML", "<?xml version=\"1.0\"?>\n<a/>\n", "XML of another kind"},
		{"HTML", "<html>\n", "XML of another kind"},
		{"muxViz", "1 1 2 1\n2 1 3 1\n3 1 1 1\n", "a multilayer list of muxViz"},
		{"a printed matrix", "Adjacency Matrix: \n0 1\n1 0\n", "a matrix printed for people"},
		{"comments do not count", "# a -> b\na b\nb c\n", ""},
	} {
		got := ""
		if err := LooksLike(TakeSample([]byte(c.text))); err != nil {
			got = err.Error()
		}
		if want := "it looks like " + c.want; c.want == "" && got != "" || c.want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// describeAdjacency describes a layout of adjacency lists.
func describeAdjacency(l *Layout) string {
	got := l.String()
	if l.colon {
		got += ", colon"
	}
	for i, use := range l.Signs {
		got += fmt.Sprintf(" %c%d", SignBytes[i], use)
	}
	return got
}

// Lists of pages, each with a colon and its successors.
func TestIsAdjacency(t *testing.T) {
	const numbers, names, urls = "any number of columns, blanks, numbers, colon #3 %3", "any number of columns, blanks, names, colon #3 %1", "any number of columns, blanks, URLs, colon #3 %1"
	for _, c := range []struct {
		name, text string
		sep        byte
		want       string
	}{
		{"numbers", "0: 1 2\n1: 2\n2:\n", 0, numbers},
		{"numbers without blanks", "0:1 2\n1:2\n", 0, numbers},
		{"URLs", "http://a/: http://b/\nhttp://b/: http://c/\n", 0, urls},
		{"names", "a: b c\nb: a\n", 0, names},
		{"names of one side", "a: x y\nb: z\n", 0, ""},
		{"URLs of one side", "http://a/: http://b/\nhttp://c/: http://d/\n", 0, urls},
		{"numbers of one side", "0: 5\n1: 6\n", 0, numbers},
		{"key and value", "name: ann\nage: 7\n", 0, ""},
		{"commas", "a: b, c\nb: a\n", 0, "any number of columns, commas, names, colon #3 %1"},
		{"semicolons", "a: b; c\nb: a\n", 0, "any number of columns, semicolons, names, colon #3 %1"},
		{"tabs", "a:\tb\tc d\nb: a\n", 0, "any number of columns, tabs, names, colon #3 %1"},
		{"a separator that is said", "a: b|c\nb: a\n", '|', "any number of columns, pipes, names, colon #3 %1"},
		{"commas, blanks are said", "0: 1,2 3\n1: 2\n", ' ', numbers},
		{"commas in words between blanks", "a: b,x c d\nb: a b,x\nc: a\n", 0, names},
		{"YAML", "a: [b]\nb: [a]\n", 0, ""},
		{"nine of ten", strings.Repeat("0: 1 2\n", 9) + "x\n", 0, numbers},
		{"eight of ten", strings.Repeat("0: 1 2\n", 8) + "x\nx\n", 0, ""},
		{"no colon", "0 1 2\n1 2\n", 0, ""},
		{"no page", ": 1 2\n: 2\n", 0, ""},
		{"blanks in pages", "a b: c\nc d: a\n", 0, ""},
		{"some numbers", "0: a\na: 0\n", 0, names},
		{"nine numbers of ten", strings.Repeat("0: 1 a\n", 9) + "a: 0\n", 0, numbers},
		{"eight numbers of ten", strings.Repeat("0: 1 a\n", 8) + "a: 0\na: 0\n", 0, names},
		{"nine URLs of ten", strings.Repeat("http://a/: a\n", 9) + "a: b\n", 0, urls},
		{"eight URLs of ten", strings.Repeat("http://a/: a\n", 8) + "a: b\na: b\n", 0, names},
		{"commas, bars are said", "0: 1,2\n1: 2\n", '|', "any number of columns, pipes, numbers, colon #3 %3"},
		{"comments", "# x\n0: 1 2\n1: 0\n", 0, "any number of columns, blanks, # comments, numbers, colon #3 %3"},
		{"percent among names", "a: b c\n% x\nb: a\n", 0, "any number of columns, blanks, % comments, names, colon #3 %1"},
		{"nothing", "", 0, ""},
	} {
		l, ok := IsAdjacency(TakeSample([]byte(c.text)), c.sep)
		got := ""
		if ok != (l != nil) {
			t.Errorf("%s: ok %t, layout %v", c.name, ok, l)
		}
		if ok {
			got = describeAdjacency(l)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Lists of pages and successors without colons, where the format is named.
func TestDecideAdjacency(t *testing.T) {
	for _, c := range []struct {
		name, text string
		named      byte
		want       string
	}{
		{"blanks", "0 1 2\n1 2\n", 0, "any number of columns, blanks, numbers #3 %3"},
		{"commas", "0,1,2\n1,2\n", 0, "any number of columns, commas, numbers #3 %3"},
		{"tabs", "a b\tc\nc\n", 0, "any number of columns, tabs, names #3 %1"},
		{"commas named", "0 1,2\n1 2\n", ',', "any number of columns, commas, names #3 %1"},
		{"commas that begin lines", ",a\n,b\n", 0, "any number of columns, commas, names #3 %1"},
		{"commas in nine of ten", strings.Repeat("a,b\n", 9) + "a b,c d\n", 0, "any number of columns, commas, names #3 %1"},
		{"commas in eight of ten", strings.Repeat("a,b\n", 8) + "a b,c d\na b,c d\n", 0, "any number of columns, blanks, names #3 %1"},
		{"nine numbers of ten", strings.Repeat("0 1\n", 9) + "a b\n", 0, "any number of columns, blanks, numbers #3 %3"},
		{"eight numbers of ten", strings.Repeat("0 1\n", 8) + "a b\na b\n", 0, "any number of columns, blanks, names #3 %1"},
		{"colons in nine of ten", strings.Repeat("0: 1\n", 9) + "2 3\n", 0, "any number of columns, blanks, numbers, colon #3 %3"},
		{"colons in eight of ten", strings.Repeat("0: 1\n", 8) + "2 3\n2 3\n", 0, "any number of columns, blanks, numbers #3 %3"},
	} {
		l := &Layout{Direction: -1}
		l.DecideAdjacency(TakeSample([]byte(c.text)), c.named)
		if got := describeAdjacency(l); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// An adjacency list is cut after its page.
func TestCutColon(t *testing.T) {
	for _, c := range []struct {
		line, head, rest string
		ok               bool
	}{
		{"a: b", "a", "b", true},
		{" a : b ", "a", "b", true},
		{"a:", "a", "", true},
		{"a:b", "a:b", "", false},
		{"1:2", "1", "2", true},
		{"a:b: c", "a:b", "c", true},
		{"a: b: c", "a", "b: c", true},
		{"http://a:80/: http://b/", "http://a:80/", "http://b/", true},
		{"a:\tb", "a", "b", true},
		{": b", "", "b", true},
		{" a b ", "a b", "", false},
		{"", "", "", false},
	} {
		head, rest, ok := cutColon([]byte(c.line))
		if string(head) != c.head || string(rest) != c.rest || ok != c.ok {
			t.Errorf("%q: got %q, %q, %t, want %q, %q, %t", c.line, head, rest, ok, c.head, c.rest, c.ok)
		}
	}
}

// Columns of fixed width are parted by two blanks and more.
func TestAreFixed(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"ann lee  bob\ncid      dee ann\n", true},
		{"ann  bob\ncid  dee\n", false},
		{"ann lee\nbob cid\n", false},
		{"ann lee  bob\ncid\n", false},
		{"ann lee  bob  x\ncid  dee\n", false},
		{"  ann lee   bob  \n", true},
	} {
		if got := areFixed(TakeSample([]byte(c.text)).Texts()); got != c.want {
			t.Errorf("%q: got %t, want %t", c.text, got, c.want)
		}
	}
}

// Rows look like pages and their successors if half of the first names stand in other columns.
func TestLinksHeads(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"a b c|b c|c a", true},
		{"a b c|b c", false},
		{"a b|a c|c a", false},
		{"a x|b y|c z", false},
		{"a b c|b x y|c z|d w", true},
		{"a b x|b z|c w|d v", false},
		{"a b c|b d y|c z", true},
		{"a b c d e|b f g|h i j", false},
	} {
		var rows [][][]byte
		for line := range strings.SplitSeq(c.text, "|") {
			rows = append(rows, (&Splitter{Sep: ' '}).Split(nil, []byte(line)))
		}
		k := candidate{rows: rows}
		if got := k.linksHeads(); got != c.want {
			t.Errorf("%q: got %t, want %t", c.text, got, c.want)
		}
	}
}

// Signs that begin lines of formats with lines of their own.
func TestDecideSigns(t *testing.T) {
	for _, c := range []struct {
		name, text, chosen string
		numbers            bool
		want               []string // signs and plain lines before, of each line that is asked about
		uses               [len(SignBytes)]SignUse
	}{
		{"numbers", "#a\n1\n", "", true, nil, [2]SignUse{SignAlways, SignAlways}},
		{"names", "#a\n#b\nc\n#b\n", "", false, []string{"#a false", "#b false", "#b true"}, [2]SignUse{signMarked, SignNever}},
		{"signs alone", "#b\n#b\n", "", false, []string{"#b true", "#b true"}, [2]SignUse{SignNever, SignNever}},
		{"comments", "%a\nb\n", "", false, []string{"%a false"}, [2]SignUse{SignNever, SignAlways}},
		{"chosen", "#b\n%a\nb\n", "%", true, nil, [2]SignUse{SignNever, SignAlways}},
	} {
		var asked []string
		var l Layout
		l.DecideSigns(TakeSample([]byte(c.text)), c.chosen, c.numbers, func(line []byte, sign int, after bool) bool {
			if line[0] != SignBytes[sign] {
				t.Errorf("%s: %q has not the sign %d", c.name, line, sign)
			}
			asked = append(asked, fmt.Sprintf("%s %t", line, after))
			return line[1] == 'b'
		})
		if l.Signs != c.uses || !slices.Equal(asked, c.want) {
			t.Errorf("%s: got %v after %q, want %v after %q", c.name, l.Signs, asked, c.uses, c.want)
		}
	}
}
