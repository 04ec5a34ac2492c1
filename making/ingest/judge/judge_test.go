package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest/judge"
)

// rows cuts lines at blanks.
func rows(text string) (out [][][]byte) {
	for line := range strings.Lines(text) {
		var row [][]byte
		for f := range strings.FieldsSeq(line) {
			row = append(row, []byte(f))
		}
		out = append(out, row)
	}
	return out
}

// table makes a table of lines; the words of header, if there are any, name its columns.
func table(header, text string) *judge.Table {
	t := &judge.Table{Rows: rows(text), Maybe: header == ""}
	if header != "" {
		t.Header = strings.Split(header, ",")
	}
	return t
}

// repeat draws n lines.
func repeat(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// Words that a header uses for source and target are known in any order, in several languages, and beside other columns.
func TestFindPair(t *testing.T) {
	for _, c := range []struct {
		header         string
		source, target int
	}{
		{"source,target", 0, 1},
		{"Target,Weight,Source", 2, 0},
		{"from,to", 0, 1},
		{"linked_from,page", 0, 1},
		{"page,linked_from", 1, 0},
		{"url,linked by", 1, 0},
		{"cible;source", 1, 0},
		{"Quelle;Ziel", 0, 1},
		{"Źródło;Cel", 0, 1},
		{"origen,destino", 0, 1},
		{"à,de", 1, 0},
		{"von,nach", 0, 1},
		{"source_id,target_id", 0, 1},
		{"id_from,id_to", 0, 1},
		{"Person1Id|Person2Id", 0, 1},
		{"node 1 (x),node 2 (y)", 0, 1},
		{"source layer,source node,target layer,target node", 1, 3},
		{"source_layer,target_layer", -1, -1},
		{"start_time,end_time", -1, -1},
		{"x1,y1,x2,y2", -1, -1},
		{"head,relation,tail", 0, 2},
		{"tail,head", -1, -1},
		{"parent,child", 0, 1},
		{"child,parent", -1, -1},
		{"head,tail", -1, -1},
		{"h,r,t", 0, 2},
		{"subject,predicate,object", 0, 2},
		{"userId,movieId,rating", -1, -1},
		{"name,city", -1, -1},
		{"liker,liked", -1, -1},
		{"Referring page URL,Anchor,Target URL", 0, 2},
		{"Type,Source,Destination,Size", 1, 2},
		{"리크,대상", -1, -1},
		{"リンク元,リンク先", 0, 1},
		{"a,b", -1, -1},
		{"page,page", -1, -1},
		{"http://a.example/1,http://a.example/2", -1, -1},
		{"n1,n2", -1, -1},
		{"author1,author2", 0, 1},
		{"nodeA,nodeB", 0, 1},
		{"from_zip,to_zip", 0, 1},
		{"url,referring page,target url", 1, 2},
	} {
		names := strings.FieldsFunc(c.header, func(r rune) bool { return strings.ContainsRune(",;|", r) })
		u, v, ok := judge.FindPair(names)
		if ok != (c.source >= 0) || ok && (u != c.source || v != c.target) {
			t.Errorf("%s: got %d, %d, %v; want %d, %d", c.header, u, v, ok, c.source, c.target)
		}
	}
}

// A table is read if its header states how, or if no second reading is plausible. Otherwise the likeliest reading comes first.
func TestJudge(t *testing.T) {
	hub := repeat(20, func(i int) string { return fmt.Sprint(i%7, " ", (i*5)%13) })
	weighted := repeat(20, func(i int) string { return fmt.Sprint(i%7, " ", (i*5)%7, " ", i%3+50) })
	for _, c := range []struct {
		name, header, text string
		want               string // columns of the reading, or of the readings after "?"
	}{
		{"numbers", "", hub, "0,1"},
		{"a path", "", "0 1\n1 2\n2 3\n3 4\n4 5\n", "0,1"},
		{"a cycle", "", "1 2\n2 3\n3 1\n", "0,1"},
		{"nodes and classes", "", "0 1\n1 1\n2 0\n3 1\n4 0\n", "?0,1 1,0"},
		{"three nodes and classes", "", "0 1\n1 1\n2 0\n", "?0,1 1,0"},
		{"a few arcs in no order", "", "42 38\n37 17\n38 20\n9 41\n11 4\n", "0,1"},
		{"nodes by degree", "", "42 38\n37 31\n38 20\n9 4\n11 4\n", "?0,1 1,0"},
		{"nodes and classes in no order", "", "42 1\n37 2\n38 1\n9 2\n11 1\n", "?0,1 1,0"},
		{"a histogram", "", "1 94\n2 51\n3 20\n4 11\n5 3\n", "?0,1 1,0"},
		{"names", "", "ann bob\nbob cel\ncel ann\n", "0,1"},
		{"names of two kinds", "", "ann sales\nbob sales\ncel labs\n", "?0,1 1,0"},
		{"a first row that may be a header", "", "person friend\nann bob\nbob ann\n", "?0,1 0,1 1,0"},
		{"a first row of hosts", "", "x.example y.example\na.example b.example\nb.example a.example\n", "0,1"},
		{"a first row like the others", "", "w17 w99\nw1 w2\nw2 w1\n", "0,1"},
		{"hosts and addresses", "", "a.example 10.0.0.1\nb.example 10.0.0.2\n", "?0,1 1,0"},
		{"URLs", "", "http://a/ http://b/\nhttp://c/ http://d/\n", "0,1"},
		{"URLs behind numbers", "", "7 http://a/ http://b/\n8 http://c/ http://d/\n", "1,2"},
		{"URLs and texts", "", "http://a/ A\nhttp://b/ B\n", "?0,1 1,0"},
		{"measurements", "", "1.5 2.5\n2.5 1.5\n", "?0,1"},
		{"decimals behind", "", "0 1 0.5\n1 2 0.25\n2 0 0.125\n0 2 1.5\n", "0,1"},
		{"ones behind", "", "0 1 1\n1 2 1\n2 0 1\n0 2 1\n", "0,1"},
		{"times behind", "", "0 1 1217567877\n1 2 1217567999\n2 0 1217568000\n0 2 1217568001\n", "0,1"},
		{"ratings with decimals", "", repeat(9, func(i int) string { return fmt.Sprint(i/3+1, " ", 100+i, " ", "3.5") }), "?0,1 1,0"},
		{"weights that are no pages", "", weighted, "0,1"},
		{"triples of numbers", "", repeat(20, func(i int) string { return fmt.Sprint(i%7, " ", i%3, " ", (i*5)%7) }), "?0,2"},
		{"counted rows", "", repeat(9, func(i int) string { return fmt.Sprint(i, " ", i%4, " ", (i*3)%4) }), "?1,2"},
		{"words between", "", "ann likes bob\nbob knows cel\ncel likes ann\n", "?0,2"},
		{"a word between", "", "ann pp bob\nbob pp cel\ncel pp ann\n", "0,2"},
		{"a count before", "", "7 ann bob\n2 bob cel\n2 cel ann\n", "1,2"},
		{"dates before", "", "2023-04-01T00:00:00Z 5 7\n2023-04-01T00:01:00Z 7 8\n2023-04-01T00:03:00Z 5 8\n", "1,2"},
		{"a name before numbers", "", "x 5 7\ny 7 8\nz 5 8\n", "?1,2"},
		{"several names in a field", "", "ann bob;cel\nbob cel\ncel ann;bob\n", "?0,1"},
		{"several targets", "source,target,destination", "a b c\nb c a\nc a b\n", "?0,1 0,2"},
		{"a target that is a window", "source,target,destination", "http://a/ _blank http://b/\nhttp://b/ _blank http://a/\n", "0,2"},
		{"a matrix", "", "0 1 0\n1 0 1\n0 1 0\n", "?"},
		{"keys, groups and scores", "", repeat(9, func(i int) string { return fmt.Sprint(i, " ", i%3, " 0.5") }), "?0,1 1,0"},
		{"a known header", "source,target", "0 1\n1 1\n2 0\n3 1\n", "0,1"},
		{"a known header, turned", "to,from", "0 1\n1 1\n2 0\n3 1\n", "1,0"},
		{"a known header over measurements", "u,v", "0.5 1.5\n1.5 2.5\n", "?0,1"},
		{"an unknown header", "page,backlink", "a b\nb c\nc a\n", "?0,1 1,0"},
		{"an unknown header over numbers", "liker,liked", "1 2\n2 3\n3 1\n", "?0,1 1,0"},
		{"an unknown header over URLs", "a,b,c", "http://a/ x http://b/\nhttp://c/ y http://d/\n", "?0,2 2,0"},
		{"few arcs upwards", "from,to", "1 2\n3 4\n", "0,1"},
		{"few arcs of SNAP", "FromNodeId,ToNodeId", "1 2\n3 4\n5 9\n", "0,1"},
		{"starts and ends", "chrom,chromStart,chromEnd", "x 100 200\ny 300 420\n", "?1,2"},
		{"intervals", "from,to,grade", "0 9 F\n10 19 E\n20 29 D\n", "?0,1"},
		{"a table of people", "name,city", "ann x\nbob y\n", "?0,1"},
	} {
		if got := said(judge.Judge(table(c.header, c.text))); got != c.want && !strings.HasPrefix(got, c.want+" ") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// said returns the columns of a reading as text, or the columns of all readings of a doubt.
func said(r judge.Reading, d *judge.Doubt) string {
	if d == nil {
		return fmt.Sprintf("%d,%d", r.Source, r.Target)
	}
	var columns []string
	for _, r := range d.Readings {
		columns = append(columns, fmt.Sprintf("%d,%d", r.Source, r.Target))
	}
	return "?" + strings.Join(columns, " ")
}

// Marks of writers decide, and types.
func TestMarks(t *testing.T) {
	triples := "5 1 2\n3 2 3\n7 3 1\n"
	for name, c := range map[string]struct {
		table judge.Table
		want  string
	}{
		"listed":         {judge.Table{Listed: true}, "0,1"},
		"counted":        {judge.Table{Counted: true}, "1,2"},
		"nothing":        {judge.Table{}, "?1,2 0,1 0,2"},
		"barred":         {judge.Table{Header: []string{"a", "b", "c"}, Barred: []bool{true, false, false}}, "?1,2 2,1"},
		"all are barred": {judge.Table{Header: []string{"a", "b", "c"}, Barred: []bool{true, true, true}}, "?0,1"},
	} {
		c.table.Rows = rows(triples)
		if got := said(judge.Judge(&c.table)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Whatever the columns are: each reading shows its first three arcs, a table without known words is read only from its first
// column to its second or from URL to URL, and a known header decides in any order of columns.
func TestDrawnTables(t *testing.T) {
	r := drawn.Rand(t)
	words := []string{"node", "ref", "kind2", "w", "class", "liker", "x"}
	for range 2000 {
		columns, n := 2+r.IntN(4), 1+r.IntN(30)
		kinds := make([]int, columns)
		for i := range kinds {
			kinds[i] = r.IntN(5)
		}
		text := repeat(n, func(i int) string {
			fields := make([]string, columns)
			for k, kind := range kinds {
				fields[k] = []string{fmt.Sprint(r.IntN(20)), fmt.Sprint(i), fmt.Sprintf("%c", 'a'+r.IntN(20)), fmt.Sprintf("http://h%d/", r.IntN(9)), fmt.Sprintf("%.2f", r.Float64())}[kind]
			}
			return strings.Join(fields, " ")
		})
		tab := table("", text)
		reading, doubt := judge.Judge(tab)
		if first := tab.Rows[0][reading.Source]; doubt == nil && !(reading.Source == 0 && reading.Target == 1 || judge.IsURL(first) || first[0] >= 'a') {
			t.Fatalf("%q is read by %d,%d", text, reading.Source, reading.Target)
		}
		readings := []judge.Reading{reading}
		if doubt != nil {
			readings = doubt.Readings
		}
		for _, x := range readings {
			from := 0
			if x.Header {
				from = 1
			}
			for i, a := range x.Arcs {
				if a[0] != string(tab.Rows[from+i][x.Source]) || a[1] != string(tab.Rows[from+i][x.Target]) {
					t.Fatalf("%q: arcs %q of columns %d,%d", text, x.Arcs, x.Source, x.Target)
				}
			}
			if len(x.Arcs) != min(3, n-from) {
				t.Fatalf("%q: %d arcs", text, len(x.Arcs))
			}
		}
		header := make([]string, columns)
		for i := range header {
			header[i] = words[(i*3+n)%len(words)]
		}
		if _, doubt := judge.Judge(&judge.Table{Header: header, Rows: tab.Rows}); doubt == nil {
			t.Fatalf("%q below %q is read", text, header)
		}
		at := r.Perm(columns)
		header[at[0]], header[at[1]] = "Source", "Target"
		reading, doubt = judge.Judge(&judge.Table{Header: header, Rows: tab.Rows})
		if both := slices.Equal([]int{kinds[at[0]], kinds[at[1]]}, []int{4, 4}); both != (doubt != nil) || doubt == nil && (reading.Source != at[0] || reading.Target != at[1]) {
			t.Fatalf("%q below %q: got %v, %v", text, header, reading, doubt)
		}
	}
}

// A long name or one with control characters does not break the line of an error.
func TestShow(t *testing.T) {
	got := judge.Show([][2]string{{"a\nb", strings.Repeat("é", 90)}, {"c", "\xff"}}, true)
	if want := "a b -- " + strings.Repeat("é", 60) + "…, c -- ?"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A table with one column has no arcs, whatever its header says.
func TestOneColumn(t *testing.T) {
	for _, header := range []string{"", "source", "page"} {
		if _, doubt := judge.Judge(table(header, "a\nb\n")); doubt == nil || len(doubt.Readings) > 0 {
			t.Errorf("%q: got %v", header, doubt)
		}
	}
}
