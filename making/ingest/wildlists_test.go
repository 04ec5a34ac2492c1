package ingest_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/lists"
)

// Rows whose names begin with signs of comments are arcs where they have all columns, and comments where they have not.
func TestNamesThatBeginWithSigns(t *testing.T) {
	long := strings.Repeat("b\tc\n", 2000)
	checkWild(t, []wild{
		{name: "percent-and-hash-names.tsv", text: caseText(t, "percent-and-hash-names.tsv"), arcs: []string{"# of pages x", "%share x", "a b"}},
		{name: "below a plain line", text: "a,b\n# of pages,b\n% c,a\n%d,a\n#e,a\n", arcs: []string{"# of pages b", "% c a", "%d a", "#e a", "a b"}},
		{name: "among comments", text: "# made by hand\na;b\n# another comment\n# of pages;a\n", arcs: []string{"# of pages a", "a b"}},
		{name: "beyond the sample", text: "# a comment\nb\tc\nc\tb\n" + long + "# of pages\tb\n# the end\n", arcs: []string{"# of pages b", "b c", "c b"}},
		{name: "the first line, without a blank", text: "%share\tx\nx\tb\n", arcs: []string{"%share x", "x b"}},
		{name: "the first line", text: "# of pages\tx\nx\tb\n", how: "may be a comment or an arc"},
		{name: "the first line, said", text: "# of pages\tx\nx\tb\n", o: ingest.Options{Comments: "none"}, arcs: []string{"# of pages x", "x b"}},
		{name: "a comment with a tab in a block", text: "# a graph\n# made\tby hand\na\tb\nb\tc\n", arcs: []string{"a b", "b c"}},
		{name: "a comment that names columns", text: "#Source\tTarget\na\tb\nc\td\n", arcs: []string{"a b", "c d"}, how: "# comments"},
		{name: "between blanks", text: "a b\n%share a\n# a comment\nb %share\n", arcs: []string{"%share a", "a b", "b %share"}},
		{name: "an arc of URLs that is commented out", text: "http://a.example/\thttp://b.example/\n#http://c.example/\thttp://a.example/\n# http://d.example/\thttp://a.example/\n", arcs: []string{"http://a.example/ http://b.example/"}},
		{name: "numbers", text: "0,1\n# 1,2\n1,0\n", arcs: []string{"0 1", "1 0"}},
	})
}

// Comments of SNAP and KONECT say whether arcs have a direction.
func TestDirectionOfComments(t *testing.T) {
	two := []string{"1 2", "2 1", "2 3", "3 2"}
	one := []string{"1 2", "2 3"}
	checkWild(t, []wild{
		{name: "konect-sym.txt", text: caseText(t, "konect-sym.txt"), arcs: two, how: "undirected"},
		{name: "KONECT, asym", text: "% asym positive\n% 2 3 3\n1 2 1\n2 3 4\n", arcs: one},
		{name: "KONECT, tabs", text: "% sym positive\n1\t2\t5\n2\t3\t7\n", arcs: two},
		{name: "SNAP, undirected", text: "# Undirected graph: ../../data/x.ungraph.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n", arcs: two},
		{name: "SNAP, directed", text: "# Directed graph (each unordered pair of nodes is saved once): x.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n", arcs: one},
		{name: "names", text: "# undirected\na,b\nb,a\nb,c\n", arcs: []string{"a b", "b a", "b c", "c b"}},
		{name: "in other words", text: "% directed: false\n1 2\n2 3\n", arcs: two},
		{name: "said", text: "# undirected\n1 2\n2 3\n", o: ingest.Options{Directed: "yes"}, arcs: one},
		{name: "said of a list without comments", text: "1 2\n2 3\n", o: ingest.Options{Directed: "no"}, arcs: two},
		{name: "both", text: "# an undirected graph, made of a directed one\n1 2\n2 3\n", how: "say 'directed' yes or 'directed' no"},
		{name: "KONECT of two sides", text: "% bip unweighted\n% 3 2 4\n1 1\n2 1\n2 4\n", arcs: []string{"1 3", "2 3", "2 6"}, how: "two sides, numbers of the second + 2"},
		{name: "KONECT of two sides, with weights and times", text: "% bip weighted\n% 3 2 4\n1 1 3 100\n2 1 2 101\n2 4 1 102\n", arcs: []string{"1 3", "2 3", "2 6"}},
		{name: "KONECT of two sides, not counted", text: "% bip unweighted\n1 1\n2 1\n", how: "numbered apart"},
		{name: "a source of the other side", text: "% bip unweighted\n% 2 2 2\n3 1\n1 1\n", how: "bad"},
	})
	// On several workers, in blocks.
	r := drawn.Rand(t)
	var b strings.Builder
	b.WriteString("# Undirected graph\n")
	want := map[string]bool{}
	for range 50_000 {
		u, v := r.IntN(3000), r.IntN(3000)
		fmt.Fprintf(&b, "%d\t%d\n", u, v)
		want[fmt.Sprint(u, " ", v, " link")], want[fmt.Sprint(v, " ", u, " link")] = true, true
	}
	c, _ := importText(t, b.String(), ingest.Options{})
	if got := arcsOf(t, c); !slices.Equal(got, keysOf(want)) {
		t.Errorf("got %d arcs, want %d", len(got), len(want))
	}
}

// A first line that counts pages and arcs is no arc, and one that could be either is asked about.
func TestCountsInFirstLine(t *testing.T) {
	ring := func(n, base int) string {
		var b strings.Builder
		for u := range n {
			fmt.Fprintln(&b, u+base, (u+1)%n+base)
		}
		return b.String()
	}
	arcs := func(n int) (out []string) {
		for u := range n {
			out = append(out, fmt.Sprint(u, " ", (u+1)%n))
		}
		return out
	}
	weighted := strings.ReplaceAll(ring(9, 1), "\n", " 0.5\n")
	checkWild(t, []wild{
		{name: "counts-first-line.txt", text: caseText(t, "counts-first-line.txt"), arcs: arcs(3), how: "3 pages and 3 lines"},
		{name: "from 0", text: "12 12\n" + ring(12, 0), arcs: arcs(12)},
		{name: "from 1", text: "12 12\n" + ring(12, 1), arcs: arcs(12), how: "numbers from 1"},
		{name: "more pages than are linked", text: "20 12\n" + ring(12, 0), arcs: arcs(12), how: "20 pages"},
		{name: "a matrix", text: "9 9 9\n" + weighted, arcs: arcs(9), how: "numbers from 1"},
		{name: "a matrix without values", text: "9 9 9\n" + ring(9, 1), arcs: arcs(9)},
		{name: "before weights", text: "9 9\n" + weighted, arcs: arcs(9)},
		{name: "below a comment, between commas", text: "# n,m\n12,12\n" + strings.ReplaceAll(ring(12, 0), " ", ","), arcs: arcs(12)},
		{name: "an arc that could count those below it", text: "# FromNodeId\tToNodeId\n39\t12\n" + strings.ReplaceAll(ring(12, 0), " ", "\t"), arcs: append(arcs(12), "39 12")},
		{name: "before names", text: "3 4\na b\nb c\nc a\na c\n", arcs: []string{"a b", "a c", "b c", "c a"}, how: "counted in the first line"},
		{name: "few, from 1", text: "3 3\n1 2\n2 3\n3 1\n", how: "'first-line' counts if"},
		{name: "few, said", text: "3 3\n1 2\n2 3\n3 1\n", o: ingest.Options{FirstLine: "counts"}, arcs: []string{"0 1", "1 2", "2 0"}},
		{name: "few, said otherwise", text: "3 3\n1 2\n2 3\n3 1\n", o: ingest.Options{FirstLine: "arc"}, arcs: []string{"1 2", "2 3", "3 1", "3 3"}},
		{name: "a part of them", text: "100 40\n" + ring(30, 0), how: "may be a part"},
		{name: "a rectangle", text: "9 12 9\n" + weighted, how: "9 rows, 12 columns"},
		{name: "an arc", text: "5 2\n1 2\n2 5\n5 1\n", arcs: []string{"1 2", "2 5", "5 1", "5 2"}},
		{name: "an arc from the last page", text: "9 1\n" + ring(10, 0), arcs: append(arcs(10), "9 1")},
		{name: "one number, of lines", text: "4\n0 1\n1 0\n2 0\n3 3\n", arcs: []string{"0 1", "1 0", "2 0", "3 3"}},
		{name: "one number, of lines or lists", text: "3\n0 1\n0 2\n1 2\n", how: "asciigraph"},
		{name: "a word that is said to be a header", text: "p q\na b\nb c\n", o: ingest.Options{FirstLine: "header"}, how: "'columns' 2,1 'first-line' header   b -> a, c -> b"},
		{name: "counts that fail", text: "4 5\n0 1\n1 2\n", o: ingest.Options{FirstLine: "counts"}, how: "bad"},
	})
	// Longer than what is peeked at.
	const n = 400_000
	c, s := importText(t, fmt.Sprintln(n, n)+ring(n, 0), ingest.Options{})
	if c.NumPages() != n || c.Manifest.Counts.Arcs != n || s.Bad != 0 {
		t.Errorf("a long list: got %d pages, %d arcs, %d bad", c.NumPages(), c.Manifest.Counts.Arcs, s.Bad)
	}
	checkRefused(t, fmt.Sprintln(n, 2*n+5)+ring(n, 0), ingest.Options{}, "lines follow")
	c, _ = importText(t, fmt.Sprintln(n, 3)+ring(n, 0), ingest.Options{})
	if c.Manifest.Counts.Arcs != n+1 {
		t.Errorf("a long list that begins with an arc: got %d arcs", c.Manifest.Counts.Arcs)
	}
}

// Times before source and target are asked about; weights behind them are not.
func TestTimesFirst(t *testing.T) {
	r := drawn.Rand(t)
	contacts := func(from, step, pages int) string {
		var b strings.Builder
		now := from
		for range 60 {
			now += step * r.IntN(3)
			fmt.Fprintln(&b, now, r.IntN(pages), r.IntN(pages))
		}
		return b.String()
	}
	weights := func() string {
		var b strings.Builder
		for u := range 40 {
			for range 3 {
				fmt.Fprintln(&b, u, r.IntN(40), 1+r.IntN(3))
			}
		}
		return b.String()
	}
	checkWild(t, []wild{
		{name: "sociopatterns-t-i-j.txt", text: caseText(t, "sociopatterns-t-i-j.txt"), how: "looks like a time"},
		{name: "seconds", text: contacts(31220, 20, 50), how: "looks like a time"},
		{name: "Unix times", text: "1700000000 5 6\n1700000060 7 5\n1700000060 6 7\n", arcs: []string{"5 6", "6 7", "7 5"}, how: "columns 2 and 3"},
		{name: "milliseconds", text: strings.ReplaceAll("T1 5 6\nT2 7 5\n", "T", "170000000000"), arcs: []string{"5 6", "7 5"}, how: "columns 2 and 3"},
		{name: "steps from 0", text: contacts(0, 1, 2000), how: "'columns'"},
		{name: "few steps", text: "1\t18\t30\n2\t28\t18\n3\t28\t25\n4\t3\t39\n", how: "looks like a time"},
		{name: "a ring with weights", text: "0 1 5\n1 2 7\n2 3 9\n3 0 8\n", arcs: []string{"0 1", "1 2", "2 3", "3 0"}},
		{name: "two contacts", text: "100,1,2\n120,3,4\n", how: "looks like a time"},
		{name: "said", text: "31220 58 63\n31240 63 66\n", o: ingest.Options{Columns: "2,3"}, arcs: []string{"58 63", "63 66"}},
		{name: "a header", text: "time,i,j\n31220,58,63\n31240,63,66\n", arcs: []string{"58 63", "63 66"}},
	})
	for range 20 {
		c, s := importText(t, weights(), ingest.Options{})
		if got := s.Manifest.Steps[0].Inputs[0].ReadAs; !strings.Contains(got, "columns 1 and 2 of 3") || c.Manifest.Counts.Arcs == 0 {
			t.Errorf("weights behind: read as %q", got)
		}
	}
}

// Tables whose columns do not look like pages on both sides are no graphs, until somebody says so.
func TestTablesThatAreNoGraphs(t *testing.T) {
	r := drawn.Rand(t)
	table := func(header string, n int, line func(i int) string) string {
		var b strings.Builder
		b.WriteString(header)
		for i := range n {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	first := strings.Fields("Ada Alan Grace Edsger Barbara Donald Tony John Frances Ken")
	last := strings.Fields("Lovelace Turing Hopper Dijkstra Liskov Knuth Hoare Backus Allen Thompson")
	hex := func(digits int) string { return fmt.Sprintf("%0*x", digits, r.Uint64()) }
	for name, text := range map[string]string{
		"people":                      table("", 10, func(i int) string { return first[i] + " " + last[i] }),
		"people, with a header":       table("first,last,age\n", 10, func(i int) string { return fmt.Sprintf("%s,%s,%d", first[i], last[i], 20+i) }),
		"people and cities":           table("name;city\n", 10, func(i int) string { return first[i] + ";" + last[9-i] + "ville" }),
		"people and mail":             table("", 10, func(i int) string { return first[i] + "\t" + strings.ToLower(first[i]) + "@x.test" }),
		"prices":                      table("item,price\n", 20, func(i int) string { return fmt.Sprintf("%d,%d", 1000+i, 100+r.IntN(900)) }),
		"prices without a header":     table("", 25, func(i int) string { return fmt.Sprintf("%d,%d", 10_000+i, 100+r.IntN(900)) }),
		"prices with cents":           table("", 25, func(i int) string { return fmt.Sprintf("%s %d.%02d", first[i%10], r.IntN(90), r.IntN(100)) }),
		"prices of numbers":           table("price,quantity\n", 25, func(int) string { return fmt.Sprintf("%d,%d", r.IntN(20), r.IntN(20)) }),
		"checksums of sha256sum":      table("", 9, func(i int) string { return hex(64) + "  " + first[i] + ".txt" }),
		"checksums of md5sum":         table("", 9, func(i int) string { return hex(32) + " *./" + first[i] }),
		"checksums of cksum":          table("", 9, func(i int) string { return fmt.Sprint(4_000_000+r.IntN(90_000), " ", r.IntN(9000), " ", first[i]) }),
		"hosts and addresses":         table("", 9, func(i int) string { return fmt.Sprintf("h%d.example 10.0.0.%d", i, i) }),
		"countries and capitals":      table("", 9, func(i int) string { return last[i] + "ia," + first[i] + " City" }),
		"measurements":                table("u,v\n", 9, func(int) string { return fmt.Sprintf("%.3f,%.3f", r.Float64(), r.Float64()) }),
		"periods":                     table("from,to,price\n", 9, func(i int) string { return fmt.Sprintf("2020-01-%02d,2020-02-%02d,%d", i+1, i+1, i) }),
		"pages and dates":             table("", 9, func(i int) string { return fmt.Sprintf("http://a.example/%d\t2020-01-%02d", i, i+1) }),
		"four columns of whole parts": table("", 30, func(i int) string { return fmt.Sprint(500+i, ";", r.IntN(100), ";", r.IntN(9), ";", r.IntN(9)) }),
		"words and counts":            table("", 30, func(i int) string { return fmt.Sprint(first[i%10], i, "\t", r.IntN(100)) }),
		"a table of Markdown":         "| name | city |\n|---|---|\n| Ada | London |\n| Alan | Wilmslow |\n",
		"vertices that are people":    table("", 9, func(i int) string { return fmt.Sprintf("%d\t%s.%s", i, first[i], last[i]) }),
		"settings":                    "colour red\nsize large\nshape round\n",
	} {
		t.Run(name, func(t *testing.T) { checkRefused(t, text, ingest.Options{}, "") })
	}
	checkWild(t, []wild{
		{name: "names on both sides", text: "Ada Lovelace,Alan Turing\nAlan Turing,Grace Hopper\n", arcs: []string{"Ada Lovelace Alan Turing", "Alan Turing Grace Hopper"}},
		{name: "hosts", text: "a.example b.test\nc.example d.test\n", arcs: []string{"a.example b.test", "c.example d.test"}},
		{name: "files of a site", text: "index.html a.html\nx/b.html c.htm\n", arcs: []string{"index.html a.html", "x/b.html c.htm"}},
		{name: "columns that are said", text: "Ada Lovelace\nAlan Turing\n", o: ingest.Options{Columns: "1,2"}, arcs: []string{"Ada Lovelace", "Alan Turing"}},
		{name: "a format that is said", text: "Ada Lovelace\nAlan Turing\n", o: ingest.Options{Format: lists.Edges}, arcs: []string{"Ada Lovelace", "Alan Turing"}},
		{name: "a path", text: "0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n9 10\n10 11\n", arcs: []string{"0 1", "1 2", "10 11", "2 3", "3 4", "4 5", "5 6", "6 7", "7 8", "8 9", "9 10"}},
		{name: "a few pairs", text: "0 1\n2 3\n4 5\n", arcs: []string{"0 1", "2 3", "4 5"}},
		{name: "an unknown header of numbers", text: "liker,liked\n1,2\n2,3\n3,1\n", how: "'columns' 2,1 'first-line' header   2 -> 1, 3 -> 2, 1 -> 3"},
	})
}

// Tables of files that were joined have their header again.
func TestHeadersThatComeAgain(t *testing.T) {
	checkWild(t, []wild{
		{name: "csv-shards-concatenated.csv", text: caseText(t, "csv-shards-concatenated.csv"), arcs: []string{"a b", "b c", "c d"}},
		{name: "with marks and quotes", text: "\ufeff\"src\",\"dst\",\"w\"\r\na,b,1\r\n\ufeff\"src\",\"dst\",\"w\"\r\nb,c,2\r\n", arcs: []string{"a b", "b c"}},
		{name: "of numbers", text: "u v\n0 1\n1 2\nu v\n2 0\n", arcs: []string{"0 1", "1 2", "2 0"}},
		{name: "in the middle of numbers", text: "from\tto\n" + strings.Repeat("0\t1\n1\t0\n", 1500) + "from\tto\n1\t2\n", arcs: []string{"0 1", "1 0", "1 2"}},
		{name: "an arc with one of the names", text: "source,target\nsource,a\na,target\nsource,target\n", how: "names source and target, and may be an arc"},
		{name: "an arc with one of the names, said", text: "source,target\nsource,a\na,target\n", o: ingest.Options{FirstLine: "arc"}, arcs: []string{"a target", "source a", "source target"}},
		{name: "a header with names that are pages, said", text: "source,target\nsource,a\na,target\ntarget,source\n", o: ingest.Options{FirstLine: "header"}, arcs: []string{"a target", "source a", "target source"}},
		{name: "in another order", text: "source,target\na,b\nb,a\ntarget,source\nb,c\n", how: `line 4 ("target,source") names the columns in another order`},
		{name: "in another order, of numbers", text: "from\tto\n" + strings.Repeat("0\t1\n1\t0\n", 150_000) + "to\tfrom\n1\t2\n", how: "line 300002 ("},
		{name: "of other columns in another order", text: "source,target,w\na,b,1\nb,a,2\nsource,w,target\na,3,b\n", how: "line 4 ("},
	})
}

// The first line may count the columns from 0, as pandas does where they have no names.
func TestRangesAsHeaders(t *testing.T) {
	checkWild(t, []wild{
		{name: "names", text: "0,1\nann,bob\nbob,cel\ncel,ann\n", how: "'first-line' header   ann -> bob"},
		{name: "numbers", text: "0,1\n5,7\n5,8\n7,8\n7,5\n8,5\n9,5\n9,7\n5,9\n", how: "'first-line' header   5 -> 7"},
		{name: "numbers, among them 1", text: "0,1\n5,7\n5,8\n7,8\n7,5\n8,5\n9,5\n9,7\n5,1\n", arcs: []string{"0 1", "5 1", "5 7", "5 8", "7 5", "7 8", "8 5", "9 5", "9 7"}},
		{name: "few numbers", text: "0,1\n5,7\n5,8\n", arcs: []string{"0 1", "5 7", "5 8"}},
	})
}

// Names in another encoding than UTF-8 are bad, and the first of them says how to convert the text.
func TestAnotherEncoding(t *testing.T) {
	checkWild(t, []wild{{name: "Latin-1", text: "source;target\nM\xfcller;Koch\nKoch;M\xfcller\nKoch;Ernst\n", how: "iconv -f WINDOWS-1252 -t UTF-8"}})
	got, err := first(t, ingest.Options{Inputs: []string{written(t, "source;target\nM\xfcller;Koch\nKoch;Ernst\n")}, MaxBad: 1})
	if err != nil || got != "Koch -> Ernst" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A column that is called directed says whether a row is one arc or two.
func TestDirectedColumns(t *testing.T) {
	checkWild(t, []wild{
		{name: "no", text: "source,target,directed\n1,2,false\n2,3,FALSE\n", arcs: []string{"1 2", "2 1", "2 3", "3 2"}},
		{name: "both", text: "Source;Target;Directed\na;b;True\nb;c;False\n", arcs: []string{"a b", "b c", "c b"}},
		{name: "numbers", text: "source\ttarget\tweight\tdirected\na\tb\t3\t1\nb\tc\t2\t0\n", arcs: []string{"a b", "b c", "c b"}},
		{name: "columns that are said", text: "x,y,directed\na,b,no\nb,c,yes\n", o: ingest.Options{Columns: "x,y"}, arcs: []string{"a b", "b a", "b c"}},
		{name: "other words", text: "source,target,directed\na,b,Hitchcock\nb,c,Truffaut\n", arcs: []string{"a b", "b c"}},
	})
}

// Rows whose source or target is missing are no arcs.
func TestMissingEnds(t *testing.T) {
	checkWild(t, []wild{
		{name: "of PostgreSQL", text: "source\ttarget\na\tb\nb\t\\N\n\\N\tc\nb\tc\n", arcs: []string{"a b", "b c"}},
		{name: "numbers", text: "1,2\n1,3\n2,\\N\n2,3\n", arcs: []string{"1 2", "1 3", "2 3"}, how: "numbers"},
		{name: "NA, several times", text: "source,target\nann,bob\nbob,NA\ncel,NA\nbob,cel\n", how: "'format' edges 'columns' 1,2 'first-line' header   ann -> bob, bob -> NA, cel -> NA"},
		{name: "NA, without a header", text: "ann,bob\nbob,NA\ncel,NA\nbob,cel\n", how: "\"NA\" may be a page, or a missing value"},
		{name: "NA, said", text: "source,target\nann,bob\nbob,NA\ncel,NA\n", o: ingest.Options{Format: lists.Edges}, arcs: []string{"ann bob", "bob NA", "cel NA"}},
		{name: "NA on both sides", text: "source,target\nNA,ZA\nZA,NA\nBW,NA\n", arcs: []string{"BW NA", "NA ZA", "ZA NA"}},
		{name: "a missing weight", text: "source,target,weight\na,b,\\N\nb,c,2\n", arcs: []string{"a b", "b c"}},
	})
}

// In tables of MySQL and Spark, backslashes escape quotes.
func TestBackslashesInQuotes(t *testing.T) {
	checkWild(t, []wild{
		{name: "below a header", text: "source,target\n\"ann \\\"a\\\" x\",\"bob\"\n\"bob\",\"ann \\\"a\\\" x\"\n", arcs: []string{`ann "a" x bob`, `bob ann "a" x`}, how: "quoted fields"},
		{name: "with commas and backslashes", text: "\"a, \\\"b\\\"\",\"c\\\\d\"\n\"c\\\\d\",\"a, \\\"b\\\"\"\n", arcs: []string{`a, "b" c\d`, `c\d a, "b"`}},
		{name: "with a missing value", text: "\"source\",\"target\"\n\"x \\\"y\\\"\",\"z\"\n\"z\",\\N\n\"z\",\"x \\\"y\\\"\"\n", arcs: []string{`x "y" z`, `z x "y"`}},
	})
}

// psql counts the rows below its tables, also in unaligned ones.
func TestRowCounts(t *testing.T) {
	checkWild(t, []wild{
		{name: "unaligned", text: "source|target\na|b\nb|c\n(2 rows)\n", arcs: []string{"a b", "b c"}},
		{name: "between commas", text: "source,target\na,b\n(1 row)\n", arcs: []string{"a b"}},
		{name: "without a header", text: "a|b\nb|c\n(2 rows)\n", how: "bad"},
	})
}

// In matrices, infinite distances are no arcs, and a node may be called as sums are.
func TestValuesOfMatrices(t *testing.T) {
	checkWild(t, []wild{
		{name: "infinite distances", text: ",a,b,c\na,0,inf,3\nb,Inf,0,1\nc,2,+Inf,0\n", arcs: []string{"a c", "b c", "c a"}},
		{name: "a node called All", text: ",a,b,All\na,0,1,1\nb,1,0,0\nAll,0,1,0\n", arcs: []string{"a b", "a All", "b a", "All b"}},
	})
}

// The separator that is named parts the successors of a page.
func TestSeparatorOfAdjacency(t *testing.T) {
	o := ingest.Options{Format: lists.Adjacency, Separator: "comma"}
	checkWild(t, []wild{
		{name: "names with blanks", text: "Mia Roth,Ida Lang,Ada Fox\nIda Lang,Ada Fox\n", o: o, arcs: []string{"Ida Lang Ada Fox", "Mia Roth Ada Fox", "Mia Roth Ida Lang"}},
		{name: "numbers", text: "1,2,3\n2,3\n", o: o, arcs: []string{"1 2", "1 3", "2 3"}},
	})
}

// URLs may hold commas, where blanks part them.
func TestCommasInURLs(t *testing.T) {
	checkWild(t, []wild{
		{name: "in all", text: "http://a.example/,1 http://a.example/,2\nhttp://a.example/,2 http://a.example/,3\n", arcs: []string{"http://a.example/,1 http://a.example/,2", "http://a.example/,2 http://a.example/,3"}},
		{name: "one URL and a title", text: "http://a.example/,One page\nhttp://b.example/,Two pages\n", how: "table of pages"},
	})
}

// Where the rows have more fields than the header names, the first may be a row name of R, and the last a weight.
func TestHeadersWithFewerNames(t *testing.T) {
	rows := func(header string, n int, line func(i int) string) string {
		for i := range n {
			header += line(i) + "\n"
		}
		return header
	}
	checkWild(t, []wild{
		{name: "row names of R without quotes", text: "from to\n1 14 20\n2 20 14\n3 14 20\n4 20 30\n", arcs: []string{"14 20", "20 14", "20 30"}, how: "row names"},
		{name: "row names within the numbers of pages", text: rows("source target\n", 12, func(i int) string { return fmt.Sprint(i, " ", (i*5)%7, " ", (i*5+1)%7) }), arcs: []string{"0 1", "1 2", "2 3", "3 4", "4 5", "5 6", "6 0"}, how: "row names"},
		{name: "row names of some rows", text: "from to\n2 14 20\n5 20 14\n9 14 20\n14 20 30\n", how: "'columns' 2,3 'first-line' header   14 -> 20"},
		{name: "row names, or few weights", text: "from to\n1 2 3\n2 3 1\n3 1 2\n", how: "'columns' 1,2 'first-line' header   1 -> 2"},
		{name: "weights without a name", text: "from to\n1 2 5\n1 3 5\n2 3 4\n", arcs: []string{"1 2", "1 3", "2 3"}},
		{name: "decimal weights without a name", text: "from to\n1 2 0.5\n2 3 0.5\n3 1 2.5\n", arcs: []string{"1 2", "2 3", "3 1"}},
		{name: "names with blanks", text: "source target\nNoah Kaiser Walter Thomas\nWalter Thomas Greta Wolf\n", how: "the header names 2 columns, and most lines have 4 between blanks"},
		{name: "some names with blanks", text: "source target\nNoah Ben Kaiser\nKaiser Ben Noah\n", how: "the header names 2 columns"},
	})
}

// Quotes between tabs are of the table where the fields need them, else of the names.
func TestQuotesBetweenTabs(t *testing.T) {
	long := strings.Repeat("d\te\te\n", 1500)
	checkWild(t, []wild{
		{name: "pandas-quoted.tsv", text: caseText(t, "pandas-quoted.tsv"), arcs: []string{`a"b c`, "d e", "f g"}},
		{name: "below the sample", text: "source\ttarget\tx\n" + long + "\"a\"\"b\"\td\t1\n", arcs: []string{`a"b d`, "d e"}},
		{name: "below the sample, between commas", text: "source,target,x\n" + strings.ReplaceAll(long, "\t", ",") + "\"a, \"\"b\"\"\",d,1\n", arcs: []string{`a, "b" d`, "d e"}},
		{name: "a tab within", text: "source\ttarget\n\"a\tb\"\tc\nc\td\n", arcs: []string{"a%09b c", "c d"}},
		{name: "between blanks", text: "source target\n\"a b\" c\nc d\nd \"a b\"\n", arcs: []string{"a b c", "c d", "d a b"}},
		{name: "quotes of names", text: "\"Heroes\"\tBowie\nBowie\t\"Low\"\nLow\tBowie\n", arcs: []string{`"Heroes" Bowie`, `Bowie "Low"`, "Low Bowie"}},
		{name: "a quote that opens nothing", text: "source\ttarget\n" + strings.Repeat("d\te\n", 1500) + "\"12 inch\td\n", arcs: []string{`"12 inch d`, "d e"}},
	})
}

// Lists of NetworkX end in attributes between braces; NCOL has weights where somebody gave them.
func TestAttributesAndWeights(t *testing.T) {
	checkWild(t, []wild{
		{name: "no attributes", text: "0 1 {}\n0 2 {}\n1 2 {}\n", arcs: []string{"0 1", "0 2", "1 2"}},
		{name: "attributes behind names that stand in one column", text: "a b {}\nc d {'w': 1}\n", arcs: []string{"a b", "c d"}},
		{name: "attributes with blanks", text: "a b {'weight': 1.5, 't': 'x y'}\nb c {'weight': 2.0}\n", arcs: []string{"a b", "b c"}},
		{name: "between commas", text: "a,b,{'weight': 1, 't': 'x, y'}\nb,c,{'weight': 1, 't': '}'}\n", arcs: []string{"a b", "b c"}},
		{name: "NCOL", text: "a b 1.5\nb c\nc a 2\n", arcs: []string{"a b", "b c", "c a"}, how: "left out: weights"},
		{name: "NCOL, few weights", text: "a b\nb c\nc a\nc b 7\n", arcs: []string{"a b", "b c", "c a", "c b"}},
		{name: "NCOL of numbers", text: "1 2 0.5\n2 3\n3 1\n", arcs: []string{"1 2", "2 3", "3 1"}},
		{name: "successors", text: "1 2\n2 3 1\n3 1\n", how: "'format' adjacency"},
		{name: "words behind", text: "a b x\nb c\nc a y\n", how: "'columns'"},
	})
}

// drawTable draws a list as [drawList] does and puts counts, comments about its direction, and its header again into it.
func TestDrawnShards(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 36))
		sep := []string{"\t", ",", ";", "|"}[r.IntN(4)]
		var b strings.Builder
		want := map[string]bool{}
		pages := 2 + r.IntN(300)
		name := func() string {
			return []string{"p%d", "# p%d", "%%p%d", "\"p%d\"", "a \"%d", "p, %d; x|y"}[r.IntN(6)]
		}
		quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
		for range 1 + r.IntN(5) {
			b.WriteString("source" + sep + "target\n")
			for range r.IntN(400) {
				u, v := fmt.Sprintf(name(), r.IntN(pages)), fmt.Sprintf(name(), r.IntN(pages))
				want[u+" "+v+" link"] = true
				for i, f := range []string{u, v} {
					if strings.ContainsAny(f, "\""+sep) || strings.HasPrefix(f, "# ") && r.IntN(2) == 0 {
						f = quote(f)
					}
					b.WriteString([]string{"", sep}[i] + f)
				}
				b.WriteString("\n")
			}
		}
		if len(want) == 0 {
			continue
		}
		path := written(t, b.String())
		c, s := imported(t, ingest.Options{Inputs: []string{path}, Strict: true})
		if got := arcsOf(t, c); !slices.Equal(got, keysOf(want)) {
			text, _ := os.ReadFile(path)
			t.Errorf("seed %d, read as %q: %d arcs, want %d: %.200q\n%.300s", seed, s.Manifest.Steps[0].Inputs[0].ReadAs, len(got), len(want), got, text)
		}
	}
}
