package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/judge"
)

// columns joins columns of words, first with first.
func columns(lists ...string) string {
	cut := make([][]string, len(lists))
	for i, l := range lists {
		cut[i] = strings.Fields(l)
	}
	return repeat(len(cut[0]), func(i int) string {
		var row []string
		for _, c := range cut {
			row = append(row, c[i])
		}
		return strings.Join(row, " ")
	})
}

// judged is a table and the columns that it is read by.
type judged struct{ name, header, text, want string }

func check(t *testing.T, cases []judged) {
	for _, c := range cases {
		if got := said(judge.Judge(table(c.header, c.text))); got != c.want && !strings.HasPrefix(got, c.want+" ") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Two columns of numbers are arcs unless each source stands once, as in a table of nodes. Few rows in no order are arcs.
func TestTwoColumns(t *testing.T) {
	mixed := func(n, of int) string {
		return repeat(n, func(i int) string { return fmt.Sprint(7*i%of, " ", (11*i+3)%of) })
	}
	check(t, []judged{
		{"one row", "", "5 1\n", "0,1"},
		{"two rows with one target", "", "5 1\n6 1\n", "?0,1 1,0"},
		{"three rows in order", "", "5 1\n6 2\n7 3\n", "0,1"},
		{"four rows in order", "", "5 1\n6 2\n7 3\n8 4\n", "?0,1 1,0"},
		{"four rows, a source twice", "", "5 1\n5 2\n7 3\n8 4\n", "0,1"},
		{"19 rows in no order", "", mixed(19, 19), "0,1"},
		{"20 rows in no order", "", mixed(20, 23), "?0,1 1,0"},
		{"half as many targets as rows", "", columns("5 1 4 2 6 3", "2 9 2 8 9 8"), "?0,1 1,0"},
		{"more than half as many targets", "", columns("5 1 4 2 6 3", "2 9 2 8 9 7"), "0,1"},
		{"sources in order", "", columns("1 2 3 4", "4 1 9 3"), "?0,1 1,0"},
		{"targets rise", "", columns("4 2 3 1", "1 3 5 9"), "?0,1 1,0"},
		{"targets fall", "", columns("4 2 3 1", "9 5 3 1"), "?0,1 1,0"},
		{"URLs and gaps", "", "http://a/ -\nhttp://b/ http://c/\n", "0,1"},
		{"hosts", "", "a.example b.example\nc.example d.example\n", "0,1"},
		{"a header word beside a known name", "", "person bob\nann bob\nbob ann\n", "0,1"},
	})
}

// Beside two columns of pages, the other columns hold measures.
func TestOnlyTwoMayBePages(t *testing.T) {
	kinds := func(n int) string {
		return repeat(n, func(i int) string { return fmt.Sprint(i/2+1, " ", 100+i%3, " 0.5") })
	}
	check(t, []judged{
		{"three keys", "", "5 1 0.5\n6 2 0.5\n7 3 0.5\n", "0,1"},
		{"four keys", "", "5 1 0.5\n6 2 0.5\n7 3 0.5\n8 4 0.5\n", "?0,1 1,0"},
		{"a path", "", "0 1 0.5\n1 2 0.5\n2 3 0.5\n3 4 0.5\n", "0,1"},
		{"seven rows of two kinds", "", kinds(7), "0,1"},
		{"eight rows of two kinds", "", kinds(8), "?0,1 1,0"},
		{"eight rows with a number in both columns", "", kinds(7) + "100 101 0.5\n", "0,1"},
		{"four names, a source each", "", "ann bob 0.5\nbob cel 0.5\ncel ann 0.5\ndan ann 0.5\n", "0,1"},
		{"eight rows of hosts", "", repeat(8, func(i int) string { return fmt.Sprintf("a%d.example b%d.example 0.5", i, i) }), "0,1"},
		{"names of two kinds", "", "ann sales 0.5\nbob sales 1.5\ncel labs 2.5\n", "?0,1 1,0"},
		{"hosts", "", "a.example b.example 0.5\nc.example d.example 1.5\n", "0,1"},
		{"URLs and gaps", "", "http://a/ - 0.5\nhttp://b/ http://c/ 0.25\n", "0,1"},
		{"numbers behind a name", "", "x 5 7\nx 7 8\nx 5 8\n", "?1,2"},
		{"numbers behind a decimal", "", "0.5 5 7\n1.5 7 8\n2.5 5 8\n", "?1,2"},
		{"numbers around a time", "", "5 1500000000 7\n7 1500000007 8\n5 1500000001 8\n", "0,2"},
		{"names around a decimal", "", "ann 0.5 bob\nbob 1.5 ann\n", "0,2"},
		{"measurements", "", "1.5 2.5 3.5\n4.5 5.5 6.5\n", "?0,1"},
	})
}

// The first two of several columns of numbers are the arcs if eight rows show that they share a fifth of their numbers, and
// four times as much as other columns. A path of three rows shows it, too.
func TestFirstTwoStand(t *testing.T) {
	const from, to = "1 2 3 4 1 2 3 4", "2 3 4 1 3 4 1 2"
	const weights = "50 51 52 50 51 52 50 51"
	check(t, []judged{
		{"eight rows", "", columns(from, to, weights), "0,1"},
		{"seven rows", "", columns(from[2:], to, weights), "?0,1"},
		{"a fifth in both", "", columns("1 2 3 1 2 3 1 2", "3 4 5 4 5 3 5 4", weights), "0,1"},
		{"a sixth in both", "", columns("1 2 3 1 2 3 1 2", "3 4 5 4 6 3 5 4", weights), "?0,1"},
		{"a quarter as much in the third", "", columns(from, to, "3 4 50 51 52 53 3 4"), "0,1"},
		{"more than a quarter in the third", "", columns(from, to, "3 4 50 51 52 52 3 4"), "?0,1"},
		{"sources in order", "", columns("1 1 2 2 3 3 4 4", "2 3 3 4 4 1 1 2", weights), "0,1"},
		{"sources in order, each target once", "", columns("1 1 2 2 3 3 4 4", "2 3 4 1 8 6 7 5", weights), "0,1"},
		{"each source once", "", columns("3 1 4 2 8 6 7 5", "2 3 1 4 5 8 6 7", weights), "0,1"},
		{"each source once, in order", "", columns("2 4 6 8 10 12 14 16", "4 2 8 6 12 10 16 14", weights), "?0,1"},
		{"a path", "", "1 2 9\n2 3 8\n3 1 7\n", "0,1"},
		{"a path of two rows", "", "1 2 9\n2 3 8\n", "?0,1"},
		{"one number throughout", "", "5 5 1\n5 5 2\n5 5 3\n", "?0,1"},
		{"a path of names", "", "a b x\nb c y\nc a z\n", "?0,1"},
		{"two paths", "", "1 2 2\n2 3 3\n3 1 1\n", "?0,1"},
		{"names", "", columns("a b c d a b c d", "b c d a c d a b", "p q r p q r p q"), "?0,1"},
		{"three columns of URLs", "", "http://a/ http://b/ http://c/\nhttp://c/ http://d/ http://e/\n", "?0,2 0,1 1,2"},
		{"URLs before numbers with more in common", "", "1 http://a/ 2 - \n2 - 1 http://b/\n", "?1,3 0,2"},
	})
}

// The reason of a doubt names what the table looks like.
func TestWhy(t *testing.T) {
	for _, c := range []struct{ name, header, text, want string }{
		{"counted rows", "", repeat(9, func(i int) string { return fmt.Sprint(i, " ", i%4, " ", (i*3)%4) }), `looks like a time, or counts the rows (the first row is "0 0 0")`},
		{"one row", "", "1 2 3\n", `nothing says which are source and target (the first row is "1 2 3")`},
		{"a first column that falls", "", "3 1 2\n2 2 3\n1 1 3\n", "nothing says"},
		{"more in common with the first column", "", "1 2 7\n2 3 8\n2 1 9\n", "nothing says"},
		{"as much in common with the first column", "", "1 5 8\n2 6 9\n3 1 5\n", "looks like a time"},
		{"a decimal in the third column", "", "1 5 0.5 9\n2 6 1.5 5\n3 7 2.5 6\n", "nothing says"},
		{"a decimal in the second column", "", "1 0.5 5 7\n2 1.5 7 5\n3 2.5 8 6\n", "nothing says"},
		{"measurements", "", "1.5 2.5 3.5\n", "measurements"},
		{"two kinds of identifiers", "userId,movieId", "1 5\n2 6\n", "rectangular"},
		{"two names", "liker,liked", "1 2\n2 3\n", `the header names neither source nor target ("liker", "liked")`},
		{"a header of one column", "page", "", "one column"},
		{"pages and sizes", "page,size", "a 10\nb 20\n", "no two columns look like pages on both sides"},
		{"several targets", "source,target,destination", "a b c\n", "several sources or targets"},
		{"dates", "start,end", "2023-04-01 2023-04-02\n2023-04-03 2023-04-04\n", `"start" and "end" hold dates`},
		{"intervals", "from,to", "0 9\n10 19\n20 29\n", "intervals"},
		{"a list in a field", "source,target", "a b;c\nb c\nc a\n", `"b;c" may hold several names`},
	} {
		_, doubt := judge.Judge(table(c.header, c.text))
		if doubt == nil || !strings.Contains(doubt.Why, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, doubt, c.want)
		}
	}
	if _, doubt := judge.Judge(table("liker,liked", "1 2\n2 3\n")); strings.Contains(doubt.Why, "rectangular") {
		t.Errorf("got %v", doubt)
	}
}

// Sentences below a known header are no pages.
func TestSentences(t *testing.T) {
	en, fr := []byte("this is a short sentence"), []byte("ceci est une phrase courte")
	tab := judge.Table{Header: []string{"source", "target"}, Rows: [][][]byte{{en, fr}, {en, fr}}}
	if _, doubt := judge.Judge(&tab); doubt == nil || !strings.Contains(doubt.Why, "sentences") {
		t.Errorf("got %v", doubt)
	}
}

// A known header decides, unless it names several pairs. Of these, a pair with a column of other things does not count.
func TestKnownHeader(t *testing.T) {
	const header = "source,target,destination"
	blank := func(n int) string {
		return repeat(10, func(i int) string {
			if i < n {
				return fmt.Sprintf("s%d - d%d", i, i)
			}
			return fmt.Sprintf("s%d t%d d%d", i, i, i)
		})
	}
	check(t, []judged{
		{"no rows", "source,target", "", "0,1"},
		{"several targets, no rows", header, "", "?0,1 0,2"},
		{"one target of ten is blank", header, blank(1), "?0,1 0,2"},
		{"two targets of ten are blank", header, blank(2), "0,2"},
		{"one source of ten is blank", "target,source,from,to", strings.ReplaceAll(blank(1), "\n", " x\n"), "?1,0 2,3"},
		{"two sources of ten are blank", "target,source,from,to", strings.ReplaceAll(blank(2), "\n", " x\n"), "2,3"},
		{"a target that is a number", header, "a 1 b\nb 2 a\n", "0,2"},
		{"a target that is a number, in one row", header, "a 1 b\n", "0,2"},
		{"targets that are numbers", header, "a 1 2\nb 2 1\n", "0,1"},
		{"an unknown header without rows", "a,b", "", "?0,1 1,0"},
		{"arcs between intervals", "from,to", "0 9\n10 19\n21 5\n", "0,1"},
		{"two spaces of identifiers", ":START_ID(Person),:END_ID(Movie),role", "1 2 x\n2 1 y\n", "?0,1"},
		{"one space of identifiers", ":START_ID(Person),:END_ID(Person),role", "1 2 x\n2 1 y\n", "0,1"},
		{"two spaces of URLs", ":START_ID(Page),:END_ID(Post)", "http://a/ http://b/\nhttp://b/ http://a/\n", "0,1"},
		{"names twice", "from,to,from,to", "1 2 7 8\n2 1 8 7\n", "?0,1 2,3"},
		{"one name twice", "from,to,from", "1 2 7\n2 1 8\n", "0,1"},
		{"arrows that turn rows", "source,dir,target", "a -> b\nb <- c\n", "?0,2"},
		{"arrows that turn no row", "source,dir,target", "a -> b\nb -> c\n", "0,2"},
		{"directions that turn rows", "source,target,direction", "a b in\nb a out\n", "?0,1"},
		{"ends that are words of directions", "source,target", "in out\nout reverse\nreverse in\n", "0,1"},
		{"rows that remove arcs", "op,source,target", "add a b\nremove a b\n", "?1,2"},
		{"rows that add arcs", "op,source,target", "add a b\nadd b c\n", "1,2"},
		{"signs of arcs", "source,target,sign", "a b +\nb c -\n", "0,1"},
		{"one list in a field", "source,target", "a b|c\nb c\nc a\n", "?0,1"},
	})
	r, _ := judge.Judge(table("to,from", "a b\nb c\nc d\nd e\n"))
	if got := judge.Show(r.Arcs, false); got != "b -> a, c -> b, d -> c" || !r.Header || r.Arc {
		t.Errorf("got %q, %v, %v", got, r.Header, r.Arc)
	}
}

// Without a header, the first row is an arc like the others, in a reading and in a doubt.
func TestNoHeader(t *testing.T) {
	for text, want := range map[string]string{
		"1 2\n1 3\n2 3\n2 4\n": "1 -> 2, 1 -> 3, 2 -> 3",
		"5 1\n6 2\n7 3\n8 4\n": "5 -> 1, 6 -> 2, 7 -> 3",
	} {
		r, doubt := judge.Judge(table("", text))
		if doubt != nil {
			r = doubt.Readings[0]
		}
		if got := judge.Show(r.Arcs, false); got != want || r.Header || r.Arc {
			t.Errorf("got %q, %v, %v, want %q", got, r.Header, r.Arc, want)
		}
	}
}

// A field is a list of names if half of its parts stand alone elsewhere.
func TestListsInFields(t *testing.T) {
	check(t, []judged{
		{"one of two parts", "", "ann x,bob\nbob ann\n", "?0,1"},
		{"one of three parts", "", "ann x,y,bob\nbob ann\n", "0,1"},
		{"two of four parts", "", "ann x|ann|y|bob\nbob ann\n", "?0,1"},
		{"none of two parts", "", "ann x;y\nbob ann\n", "0,1"},
		{"in the first column", "", "x;bob ann\nann bob\n", "?0,1"},
	})
	tab := judge.Table{Rows: [][][]byte{{[]byte("ann"), []byte("x; bob")}, {[]byte("bob"), []byte("ann")}}}
	if _, doubt := judge.Judge(&tab); doubt == nil {
		t.Error("a part after a blank is unknown")
	}
}

// A first row that may be a header is shown as an arc, as a header, and as a header that names the columns in the other order.
func TestFirstRow(t *testing.T) {
	const text = "person friend\nann bob\nbob ann\nbob cel\ncel ann\n"
	_, doubt := judge.Judge(table("", text))
	if doubt == nil || len(doubt.Readings) != 3 || !strings.Contains(doubt.Why, `("person", "friend")`) {
		t.Fatalf("got %v", doubt)
	}
	for i, want := range []struct {
		arcs        string
		header, arc bool
	}{
		{"person -> friend, ann -> bob, bob -> ann", false, true},
		{"ann -> bob, bob -> ann, bob -> cel", true, false},
		{"bob -> ann, ann -> bob, cel -> bob", true, false},
	} {
		if r := doubt.Readings[i]; judge.Show(r.Arcs, false) != want.arcs || r.Header != want.header || r.Arc != want.arc {
			t.Errorf("reading %d: got %v", i, r)
		}
	}
	for _, c := range []struct {
		name  string
		table judge.Table
		want  string
	}{
		{"a file without a header", judge.Table{Rows: rows(text)}, "0,1"},
		{"one row", judge.Table{Rows: rows("person friend\n"), Maybe: true, Listed: true}, "0,1"},
		{"two rows", judge.Table{Rows: rows("person friend\nann bob\n"), Maybe: true, Listed: true}, "?0,1"},
		{"a known target", judge.Table{Rows: rows("person bob\nann bob\nbob ann\n"), Maybe: true}, "0,1"},
		{"a known source", judge.Table{Rows: rows("bob friend\nann bob\nbob ann\n"), Maybe: true}, "0,1"},
		{"a file that counts its rows", judge.Table{Rows: rows("5 1\n6 2\n7 3\n8 4\n"), Sized: true}, "0,1"},
		{"two columns with a mark", judge.Table{Rows: rows("5 ann\n6 bob\n"), Listed: true}, "0,1"},
	} {
		if got := said(judge.Judge(&c.table)); got != c.want && !strings.HasPrefix(got, c.want+" ") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := judge.Show(judge.FirstArcs(rows("a b c\nd e f\n"), 2, 0), false); got != "c -> a, f -> d" {
		t.Errorf("got %q", got)
	}
}

// A table with very many columns is asked about, too: few of its columns are compared.
func TestWideTable(t *testing.T) {
	const columns = 3000
	var header []string
	var row [][]byte
	for i := range columns {
		header, row = append(header, fmt.Sprintf("c%d", i)), append(row, fmt.Append(nil, i%7))
	}
	other := append([][]byte{[]byte("9")}, row[1:]...)
	for i := range other[:100] {
		other[i] = fmt.Append(nil, i+1)
	}
	rows := slices.Repeat([][][]byte{row, other}, 200)
	for _, names := range [][]string{header, nil} {
		if _, doubt := judge.Judge(&judge.Table{Header: names, Rows: rows}); doubt == nil || len(doubt.Readings) != 6 {
			t.Errorf("%d names: got %v", len(names), doubt)
		}
	}
	header[70], header[2000] = "Source", "Target"
	if r, doubt := judge.Judge(&judge.Table{Header: header, Rows: rows}); doubt != nil || r.Source != 70 || r.Target != 2000 {
		t.Errorf("with known words: got %d, %d, %v", r.Source, r.Target, doubt)
	}
}
