package judge

import (
	"fmt"
	"strings"
	"testing"
)

// cut makes a table of lines with blanks between fields.
func cut(text string) *Table {
	var t Table
	for line := range strings.Lines(text) {
		var row [][]byte
		for f := range strings.FieldsSeq(line) {
			row = append(row, []byte(f))
		}
		t.Rows = append(t.Rows, row)
	}
	return &t
}

// lines draws n lines.
func lines(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// first returns a for the first n lines, and b for the others.
func first(n, i int, a, b string) string {
	if i < n {
		return a
	}
	return b
}

// A column is of a kind if nine fields of ten are.
func TestMostly(t *testing.T) {
	for _, c := range []struct {
		fits, of int
		want     bool
	}{{1, 1, true}, {0, 1, false}, {9, 10, true}, {18, 20, true}, {17, 20, false}, {8, 9, false}, {0, 0, false}} {
		tab := cut(lines(c.of, func(i int) string { return "7 " + first(c.fits, i, "1", "x") }))
		if got := tab.mostly(1, isNumber); got != c.want {
			t.Errorf("%d of %d: got %v", c.fits, c.of, got)
		}
		if got := tab.both(pair{0, 1}, isNumber); got != c.want {
			t.Errorf("%d of %d and all: got %v", c.fits, c.of, got)
		}
		if got := tab.both(pair{1, 0}, isNumber); got != c.want {
			t.Errorf("all and %d of %d: got %v", c.fits, c.of, got)
		}
	}
}

// Columns are unlike if nine fields of ten in the one are of a kind, and at most one of ten in the other.
func TestUnlike(t *testing.T) {
	for _, c := range []struct {
		one, other int
		want       bool
	}{{10, 0, true}, {9, 1, true}, {8, 0, false}, {10, 2, false}, {10, 10, false}, {0, 0, false}} {
		tab := cut(lines(10, func(i int) string { return first(c.one, i, "1", "x") + " " + first(c.other, i, "2", "y") }))
		if tab.unlike(pair{0, 1}, isNumber) != c.want || tab.unlike(pair{1, 0}, isNumber) != c.want {
			t.Errorf("%d and %d of 10: want %v", c.one, c.other, c.want)
		}
	}
}

// Each distinct value counts once. Rows that begin with a sign of comments count, too.
func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		rows, signed            string
		shared, sources, target int
		jaccard                 float64
	}{
		{"a b\nb c\na c\n", "", 1, 2, 2, 1. / 3},
		{"a b\nb c\n", "c d\n", 2, 3, 3, 0.5},
		{"a a\n", "", 1, 1, 1, 1},
		{"a b\na c\n", "", 0, 1, 2, 0},
		{"a b\n", "", 0, 1, 1, 0},
		{"", "", 0, 0, 0, 0},
	} {
		tab := cut(c.rows)
		tab.Signed = cut(c.signed).Rows
		if shared, sources, targets := tab.overlap(pair{0, 1}); shared != c.shared || sources != c.sources || targets != c.target {
			t.Errorf("%q: got %d, %d, %d", c.rows, shared, sources, targets)
		}
		if got := tab.jaccard(pair{0, 1}); got != c.jaccard {
			t.Errorf("%q: got %v, want %v", c.rows, got, c.jaccard)
		}
	}
}

// Names are pages on both sides if one of twenty stands in both columns. Hosts and files of pages are pages in any case.
func TestArePages(t *testing.T) {
	chain := func(n int) string { return lines(n, func(i int) string { return fmt.Sprintf("s%d t%d", i, i) }) }
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"one of 20 in both", chain(19) + "x x\n", true},
		{"one of 21 in both", chain(20) + "x x\n", false},
		{"one of 2 targets in both", lines(30, func(i int) string { return fmt.Sprintf("s%d %s", i, first(1, i, "s0", "t")) }), true},
		{"none in both", chain(2), false},
		{"hosts", "a.example b.example\nc.example d.example\n", true},
		{"hosts and names", "a.example ann\nc.example bob\n", false},
		{"hosts and addresses", "a.example 10.0.0.1\nb.example 10.0.0.2\n", false},
		{"files", "a.html b.html\nc.html d.html\n", true},
		{"files and names", "a.html ann\nc.html bob\n", false},
	} {
		if got := cut(c.text).arePages(pair{0, 1}); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// What the fields of one column say together.
func TestColumn(t *testing.T) {
	const key, constant, counts, rising, falling, time = "key", "constant", "counts", "never falls", "never rises", "time"
	for _, c := range []struct{ column, want string }{
		{"a b c", "key"},
		{"a b a", ""},
		{"a a", "constant"},
		{"a", "key constant"},
		{"0 1 2", "key counts, never falls"},
		{"1 2 3", "key counts, never falls"},
		{"2 3 4", "key never falls"},
		{"0 1 3", "key never falls"},
		{"0 1 1 2", "never falls"},
		{"0 0", "constant never falls, never rises"},
		{"0 1 x", "key"},
		{"x 1 2", "key"},
		{"3 2 2", "never rises"},
		{"3 2 x", "key"},
		{"1 0 2", "key"},
		{"0", "key constant counts, never falls, never rises"},
		{"2", "key constant never falls, never rises"},
		{"100000000 100000001", "key never falls, time"},
		{"100000001 100000000", "key never rises, time"},
		{"99999999 100000001", "key never falls"},
		{"100000000 x", "key"},
		{"9999999999999999999", "key constant never falls, never rises, time"},
	} {
		tab := cut(strings.ReplaceAll(c.column, " ", "\n"))
		says := map[string]bool{
			key: tab.IsKey(0), constant: tab.isConstant(0), counts: tab.CountsRows(0),
			rising: tab.neverFalls(0), falling: tab.neverRises(0), time: tab.isTime(0),
		}
		for what, got := range says {
			if want := strings.Contains(c.want, what); got != want {
				t.Errorf("%s: %s: got %v", c.column, what, got)
			}
		}
	}
	if got := cut("a\nb\na\n").distinct(0); got != 2 {
		t.Errorf("got %d distinct values, want 2", got)
	}
}

// A time is a hundred times as large as every number of other columns that are no times.
func TestIsTime(t *testing.T) {
	for text, want := range map[string]bool{
		"100000000 1000000":                true,
		"100000000 1000001":                false,
		"100000000 5\n100000000 1000001":   false,
		"100000000 ann":                    true,
		"300000000 100000000":              true,
		"300000000 99999999":               false,
		"1500000000 1500000009 7 0.25":     true,
		"99999999 5":                       false,
		"1500000000 1\nx 2\n":              false,
		"1500000000 ann 7\n1400000000 b 8": true,
	} {
		if got := cut(text).isTime(0); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// Rows make a path if nine of ten begin where the row before ends.
func TestIsPath(t *testing.T) {
	broken := func(n, at int) string {
		return lines(n, func(i int) string { return fmt.Sprint(i+first10(i, at), " ", i+1+first10(i, at)) })
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a path", "0 1\n1 2\n2 0\n", true},
		{"a star", "0 1\n0 2\n0 3\n", false},
		{"the other way", "1 0\n2 1\n3 2\n", false},
		{"one break in ten", broken(11, 5), true},
		{"one break in nine", broken(10, 5), false},
	} {
		if got := cut(c.text).isPath(pair{0, 1}); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// first10 returns 0 before a row, and 10 from it on.
func first10(i, at int) int {
	if i < at {
		return 0
	}
	return 10
}

// The first and the last numbers of intervals rise without gaps, three rows at least.
func TestAreIntervals(t *testing.T) {
	for text, want := range map[string]bool{
		"0 9\n10 19\n20 29": true,
		"0 9\n10 19":        false,
		"0 9\n10 19\n21 29": false,
		"0 9\n10 19\n19 29": false,
		"0 9\n11 19\n20 29": false,
		"0 9\n10 19\n20 20": false,
		"0 9\n10 19\nx 29":  false,
		"x 9\n10 19\n20 29": false,
		"0 9\n10 19\n20 x":  false,
		"0 4\n5 4\n5 9":     false,
		"0 5\n5 10\n10 15":  true,
		"0 5\n5 10":         false,
		"0 5\n5 10\n10 16":  false,
		"0 1\n1 2\n2 3":     false,
	} {
		tab := cut(text)
		tab.Header = []string{"source", "target"}
		if got := tab.areIntervals(pair{0, 1}); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// Communities of several levels count the nodes of each level, which are the communities of the level before.
func TestAreLevels(t *testing.T) {
	for text, want := range map[string]bool{
		"0 0\n1 0\n2 1\n3 1\n0 0\n1 0":                true,
		"0 0\n1 0\n2 1\n3 2\n0 0\n1 1\n2 0\n0 0\n1 0": true,
		"0 0\n1 0\n2 1\n3 1\n4 1\n0 0":                true,
		"0 0\n1 0\n2 1\n0 0\n1 0":                     false,
		"0 0\n1 0\n2 1\n3 1\n4 0\n5 1":                false,
		"0 0\n1 0\n2 1\n3 1\n0 0\n1 0\n2 0":           false,
		"0 0\n1 0\n2 1\n3 1\n0 0\n2 0":                false,
		"0 1\n0 2\n0 3\n0 4\n0 5\n0 6":                false,
		"0 1\n1 0\n0 1\n1 0\n0 1\n1 0":                false,
		"0 0\n1 0\n2 1\n3 1\n0 0\n1 x":                false,
	} {
		tab := cut(text)
		if got := tab.areLevels(pair{0, 1}); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// Two columns hold sentences if their texts have five words and no text stands in both.
func TestAreSentences(t *testing.T) {
	const four, five, other = "one two three four", "one two three four five", "un deux trois quatre cinq"
	for _, c := range []struct {
		name string
		rows [][2]string
		want bool
	}{
		{"sentences", [][2]string{{five, other}, {five + "!", other + "!"}}, true},
		{"one row", [][2]string{{five, other}}, false},
		{"four words", [][2]string{{five, four}, {five + "!", four + "!"}}, false},
		{"a text in both", [][2]string{{five, other}, {other, five + "!"}}, false},
	} {
		var tab Table
		for _, r := range c.rows {
			tab.Rows = append(tab.Rows, [][]byte{[]byte(r[0]), []byte(r[1])})
		}
		if got := tab.areSentences(pair{0, 1}); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// A matrix has as many rows as columns, three at least, of zeros and ones alone.
func TestIsMatrix(t *testing.T) {
	for text, want := range map[string]bool{
		"0 1 0\n1 0 1\n0 1 0":                true,
		"0 1 0 0\n1 0 1 1\n0 1 0 0\n0 1 0 1": true,
		"0 1 0\n1 0 1":                       false,
		"0 1\n1 0":                           false,
		"0 1 0\n1 0 2\n0 1 0":                false,
		"0 1 0\n1 0 /\n0 1 0":                false,
		"0 1 0\n1 0 10\n0 1 0":               false,
	} {
		if got := cut(text).isMatrix(); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// Columns of two kinds are called as two identifiers.
func TestAreKinds(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"userId", "movieId", true},
		{"user_id", "userId", false},
		{"userId", "movie", false},
		{"user", "movieId", false},
		{"id", "movieId", false},
		{"userId", "id", false},
	} {
		tab := Table{Header: []string{c.a, c.b}}
		if got := tab.areKinds(pair{0, 1}); got != c.want {
			t.Errorf("%s and %s: got %v", c.a, c.b, got)
		}
	}
}

// A column may hold pages unless its name, its type or its fields say otherwise.
func TestMayBePage(t *testing.T) {
	for _, c := range []struct {
		name, header, text string
		barred             bool
		want               bool
	}{
		{"numbers", "", "1 x\n2 x\n", false, true},
		{"one number throughout", "", "1 x\n1 x\n", false, false},
		{"one row", "", "1 x\n", false, true},
		{"times", "", "1500000000 x\n1500000001 x\n", false, false},
		{"decimals", "", "1.5 x\n2.5 x\n", false, false},
		{"names", "", "ann x\nbob x\n", false, true},
		{"one name throughout, with one other column", "", "ann x\nann y\nann z\n", false, true},
		{"one name throughout, with two other columns", "", "ann x y\nann y z\nann z x\n", false, false},
		{"one name in two rows", "", "ann x y\nann y z\n", false, true},
		{"a name of measures", "weight,b", "1 x\n2 x\n", false, false},
		{"a name of measures over URLs", "hash,b", "http://a/ x\nhttp://b/ x\n", false, true},
		{"one URL throughout", "", "http://a/ x\nhttp://a/ x\n", false, true},
		{"a type that is no page's", "", "1 x\n2 x\n", true, false},
		{"a header without rows", "a,b", "", false, true},
	} {
		tab := cut(c.text)
		if c.header != "" {
			tab.Header = strings.Split(c.header, ",")
		}
		if c.barred {
			tab.Barred = []bool{true, false}
		}
		if got := tab.mayBePage(0); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// A table that is no list of arcs has a kind.
func TestKind(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb\n":                   "one column",
		"1 ann\n2 bob\n":           "list of nodes",
		"http://a/ A\nhttp://b/ B": "table of pages",
		"1.5 2.5\n":                "measurements",
		"1.5 ann\n":                "a table, not",
	} {
		if got := cut(text).kind(); !strings.Contains(got, want) {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

// Errors name columns by the header, or by numbers from 1.
func TestName(t *testing.T) {
	tab := Table{Header: []string{"page", ""}}
	for column, want := range []string{`"page"`, "column 2", "column 3"} {
		if got := tab.name(column); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := cut("a b\n").name(0); got != "column 1" {
		t.Errorf("got %s", got)
	}
}

// A first field names its column if it is a word of its own form that stands nowhere else.
func TestMayName(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a word", "person x\nann y\nbob z\n", true},
		{"a word beside it", "person x\nann PERSON\nbob z\n", false},
		{"a word below it", "person x\nPerson y\nbob z\n", false},
		{"a number", "7 x\nann y\nbob z\n", false},
		{"a missing value", "NaN x\nann y\nbob z\n", false},
		{"a URL", "http://a/ x\nann y\nbob z\n", false},
		{"a sign", "*p x\nann y\nbob z\n", false},
		{"half of the same form", "id1 x\nw12 y\nann z\n", true},
		{"more than half of the same form", "id1 x\nw12 y\nw13 z\n", false},
		{"a host above hosts", "my.host x\nw1.example y\nw2.example z\n", false},
		{"a word above nine hosts", "person x\n" + lines(9, func(i int) string { return fmt.Sprintf("w%d.example y", i) }), true},
		{"a host above names", "my.host x\nann y\nbob z\n", true},
		{"a file above files", "a.html x\nb1.html y\nb2.html z\n", false},
		{"a word above nine files", "person x\n" + lines(9, func(i int) string { return fmt.Sprintf("b%d.html y", i) }), true},
		{"a file above names", "a.html x\nann y\nbob z\n", true},
		{"no other row", "person x\n", true},
	} {
		if got := cut(c.text).MayName(0); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
