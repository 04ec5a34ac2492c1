package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/judge"
)

// decided returns the layout of a text.
func decided(t *testing.T, text string, o Options) *Layout {
	t.Helper()
	l, err := Decide(TakeSample([]byte(text)), &o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return l
}

// Comments among the lines of a list.
func TestIsComment(t *testing.T) {
	const (
		numbers = "# x\n1 2\n2 3\n3 1\n"
		marked  = "# some words here\na b\n#b c\nc a\nb a\n"
		partial = "a,b\n# a text\nb,c\nc,a\n"
		weights = "a,b\nb,c,2\nc,a\n# a text\n"
		urls    = "http://a/,http://b/\n# x\nhttp://b/,http://c/\nhttp://c/,http://a/\n"
	)
	for _, c := range []struct{ name, text, comments, others string }{
		{"numbers", numbers, "#;# 1 2;#1 2;  %1 2;\t# x", "1 2;; ;1#2 3"},
		{"marked", marked, "#;# a;##;#!a;#\ta", "#b;#b c;%x;a b;"},
		{"partial", partial, "#;#a;# a;#a,b,c;#a,;#,b,", "#a,b;# a,b;a;a,b;%a"},
		{"weights", weights, "#a;#a,b,1,2", "#a,b;#a,b,1"},
		{"URLs", urls, "#http://a/,http://b/;# http://a/,x", "#a,b"},
	} {
		l := decided(t, c.text, Options{})
		for line := range strings.SplitSeq(c.comments, ";") {
			if !l.IsComment([]byte(line)) {
				t.Errorf("%s: %q is no comment", c.name, line)
			}
		}
		for line := range strings.SplitSeq(c.others, ";") {
			if l.IsComment([]byte(line)) {
				t.Errorf("%s: %q is a comment", c.name, line)
			}
		}
	}
}

// Comments before the first record.
func TestIsPreamble(t *testing.T) {
	for _, c := range []struct{ name, text, comments, others string }{
		{"none", "a,b\nb,c\nc,a\n", "", "# x,y;#;a,b;"},
		{"marked", "# a text\n# x,y\na,b\nb,c\nc,a\n", "# x,y; #;##a,b", "#a,b;a,b;"},
		{"the header", "#source,target\na,b\nb,c\nc,a\n", "#source,target; #source,target", "#source,targets;#a,b"},
		{"the header of numbers", "#from to\n1 2\n2 3\n3 1\n", "#from to", "# x;#"},
	} {
		l := decided(t, c.text, Options{})
		for line := range strings.SplitSeq(c.comments, ";") {
			if c.comments != "" && !l.IsPreamble([]byte(line)) {
				t.Errorf("%s: %q is no comment before the list", c.name, line)
			}
		}
		for line := range strings.SplitSeq(c.others, ";") {
			if l.IsPreamble([]byte(line)) {
				t.Errorf("%s: %q is a comment before the list", c.name, line)
			}
		}
	}
}

// Headers that come again below the first line, with columns in the same and in another order.
func TestHeaderAgain(t *testing.T) {
	const text = "from,to,x\na,b,1\nb,c,2\n"
	for _, c := range []struct {
		name, text string
		o          Options
		line       string
		want       string
	}{
		{"again", text, Options{}, "from,to,x", "again"},
		{"with a mark", text, Options{}, "\xef\xbb\xbffrom,to,x", "again"},
		{"in quotes after a mark", text, Options{}, "\xef\xbb\xbf\"from\",to,x", "again"},
		{"another word", text, Options{}, "from,to,y", ""},
		{"fewer fields", text, Options{}, "from,to", ""},
		{"more fields", text, Options{}, "from,to,x,y", ""},
		{"in upper case", text, Options{}, "From,to,x", ""},
		{"turned", text, Options{}, "to,from,x", "turned"},
		{"turned with a mark", text, Options{}, "\xef\xbb\xbfto,from,x", "turned"},
		{"moved", text, Options{}, "x,from,to", "turned"},
		{"moved further", text, Options{}, "to,x,from", "turned"},
		{"another source", text, Options{}, "x,to,from", "turned"},
		{"in quotes that are of names", "from\tto\na\tb\nb\tc\n", Options{}, "\"from\"\tto", ""},
		{"an arc from x", text, Options{}, "from,x,to", "turned"},
		{"a word twice", text, Options{}, "to,to,x", ""},
		{"turned, fewer fields", text, Options{}, "to,from", ""},
		{"said, again", text, Options{FirstLine: FirstIsHeader}, "from,to,x", "again"},
		{"said, turned", text, Options{FirstLine: FirstIsHeader}, "to,from,x", ""},
		{"letters", "u,v\na,b\nb,c\n", Options{}, "v,u", ""},
		{"row names", "from to\n1 a b\n2 b c\n3 c a\n", Options{}, "from to", ""},
		{"a name missing", "from,to\na,b,1\nb,c,2\n", Options{}, "from,to", "again"},
		{"no header", "a,b\nb,c\nc,a\n", Options{}, "a,b", ""},
	} {
		l := decided(t, c.text, c.o)
		fields, _ := l.Split(nil, []byte(c.line))
		got := ""
		switch {
		case l.IsHeaderAgain(fields):
			got = "again"
		case l.IsHeaderTurned(fields):
			got = "turned"
		}
		if got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.name, c.line, got, c.want)
		}
	}
}

// Directions of rows, by the column for directions.
func TestIsBoth(t *testing.T) {
	const gephi, directed = "Source,Target,Type\na,b,Undirected\nb,c,Directed\n", "source,target,directed\na,b,yes\nb,c,F\n"
	for _, c := range []struct {
		text, row string
		want      bool
	}{
		{gephi, "a,b,Undirected", true},
		{gephi, "a,b,UNDIRECTED", true},
		{gephi, "a,b,Directed", false},
		{gephi, "a,b,no", false},
		{gephi, "a,b,", false},
		{directed, "a,b,yes", false},
		{directed, "a,b,true", false},
		{directed, "a,b,1", false},
		{directed, "a,b,F", true},
		{directed, "a,b,No", true},
		{directed, "a,b,0", true},
		{directed, "a,b,undirected", true},
		{"a,b\nb,c\nc,a\n", "undirected,undirected", false},
	} {
		l := decided(t, c.text, Options{})
		fields, _ := l.Split(nil, []byte(c.row))
		if got := l.IsBoth(fields); got != c.want {
			t.Errorf("%q below %.22q: both %t, want %t", c.row, c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		name, value string
		want        bool
	}{
		{"type", "undirected", true},
		{"Type", "Undirected", true},
		{"directed", "undirected", true},
		{"DIRECTED", "false", true},
		{"type", "false", false},
		{"kind", "undirected", false},
		{"kind", "no", false},
		{"directed", "true", false},
	} {
		if got := IsUndirected(c.name, []byte(c.value)); got != c.want {
			t.Errorf("%s %s: undirected %t, want %t", c.name, c.value, got, c.want)
		}
	}
}

// Names are freed from apostrophes that guard them or stand around all fields.
func TestUnguarded(t *testing.T) {
	for _, c := range []struct {
		l           Layout
		field, want string
	}{
		{Layout{}, "'a'", "'a'"},
		{Layout{apostrophes: true}, "'a'", "a"},
		{Layout{apostrophes: true}, "''", ""},
		{Layout{apostrophes: true}, "'", "'"},
		{Layout{apostrophes: true}, "'a", "'a"},
		{Layout{apostrophes: true}, "a'", "a'"},
		{Layout{guarded: true}, "'=a", "=a"},
		{Layout{guarded: true}, "'a", "a"},
		{Layout{guarded: true}, "a'", "a'"},
		{Layout{guarded: true, apostrophes: true}, "'a'", "a'"},
	} {
		if got := string(c.l.Unguarded([]byte(c.field))); got != c.want {
			t.Errorf("%s (guarded %t, apostrophes %t): got %s, want %s", c.field, c.l.guarded, c.l.apostrophes, got, c.want)
		}
	}
}

// Counts of rows that psql writes below a table.
func TestIsRowCount(t *testing.T) {
	for _, c := range []struct {
		l    Layout
		line string
		want bool
	}{
		{Layout{Drawn: true, Sep: '|'}, "(2 rows)", true},
		{Layout{Drawn: true, Sep: '|'}, "(1 row) ", true},
		{Layout{SkipHeader: true, Sep: '\t'}, "(12 rows)", true},
		{Layout{SkipHeader: true, Sep: ' '}, "(12 rows)", false},
		{Layout{Drawn: true, Sep: ' '}, "(12 rows)", true},
		{Layout{Sep: '\t'}, "(12 rows)", false},
		{Layout{Drawn: true}, "(x rows)", false},
		{Layout{Drawn: true}, " (2 rows)", false},
		{Layout{Drawn: true}, "(2 rows) a", false},
		{Layout{Drawn: true}, "", false},
	} {
		if got := c.l.IsRowCount([]byte(c.line)); got != c.want {
			t.Errorf("%q (drawn %t, header %t): got %t, want %t", c.line, c.l.Drawn, c.l.SkipHeader, got, c.want)
		}
	}
}

// A layout names the columns that are left out, the first eight of them.
func TestLeftOut(t *testing.T) {
	wide := func(n int) *Layout { return &Layout{Sep: ',', Columns: n, Source: 1, Target: 3, Direction: -1} }
	named := &Layout{Sep: ',', Columns: 4, Source: 1, Target: 2, Direction: -1, Header: []string{"", "u", "v", ""}}
	for _, c := range []struct {
		l    *Layout
		want string
	}{
		{wide(4), "columns 2 and 4 of 4, commas, names, left out: column 1, column 3"},
		{wide(10), "columns 2 and 4 of 10, commas, names, left out: column 1, column 3, column 5, column 6, column 7, column 8, column 9, column 10"},
		{wide(11), "columns 2 and 4 of 11, commas, names, left out: column 1, column 3, column 5, column 6, column 7, column 8, column 9, column 10, …"},
		{named, `columns "u" and "v" of 4, commas, names, left out: row names, ""`},
		{&Layout{Sep: ' '}, "any number of columns, blanks, names"},
		{&RawLine, `any number of columns, '\n', names`},
	} {
		if got := c.l.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// What a first line counts, as text.
func TestCountsString(t *testing.T) {
	for _, c := range []struct {
		k    countsLine
		want string
	}{
		{countsLine{Pages: 3, Arcs: -1}, "3 pages counted in the first line"},
		{countsLine{Pages: 3, Arcs: 0}, "3 pages and 0 lines counted in the first line"},
		{countsLine{Arcs: 4}, "4 lines counted in the first line"},
		{countsLine{Pages: 3, Arcs: 4, Base: 1}, "3 pages and 4 lines counted in the first line, numbers from 1"},
	} {
		if got := c.k.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Words and lines that some functions hold for what they look for, and others.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		name string
		is   func([]byte) bool
		yes  []string
		no   []string
	}{
		{"a number that begins with 0", HasZero, []string{"00", "01", "007"}, []string{"", "0", "10", "0x", "0.5"}},
		{"a missing value", IsNull, []string{`\N`}, []string{"", "N", `\n`, `\NN`}},
		{"a marked line", IsMarked, []string{"#", "# a", "#\ta", "##", "%%", "#!"}, []string{"#a", "#%", "%C3"}},
		{"escaped", IsEscaped, []string{"%C3", "%e3x"}, []string{"%", "%x", "%4", "C3"}},
		{"a rule", isRule, []string{"---", " ---+--- ", "|:--|--:|", "--|"}, []string{"", "--", "-+-", "- - -", "a--b", "+++"}},
		{"bars", hasBars, []string{"||", "|a|", " |a| "}, []string{"", "|", "|a", "a|"}},
		{"a counted line", isCountedLine, []string{"      1 a b", " 123456 a"}, []string{"1234567 a", "      1  a", "      1 ", "      x a", "     1 a b", "      1a b"}},
		{"the header of weft", IsOfWeftNames, []string{"source_name,target_name", "\xef\xbb\xbf\"source_name\"\t\"target_name\"\n", "source_name\ttarget_name_x"}, []string{"", "source_name", "source_name;target_name", "source_name,x", "xsource_name,target_name", ",target_name"}},
		{"a weight", judge.IsMeasure, []string{"1", "1.5", "", "{}"}, []string{"a"}},
		{"a URL", judge.IsURL, []string{"http://a/"}, []string{"a", "//a/"}},
		{"a page and a colon", hasHead, []string{"a: b", "a:", "1:2"}, []string{"a b: c", ": a", "a", "a:b"}},
		{"kinds of arcs", isKinds, []string{"link", "link+redirect"}, []string{"", "foo", "link,"}},
	} {
		for _, text := range slices.Concat(c.yes, c.no) {
			if got, want := c.is([]byte(text)), slices.Contains(c.yes, text); got != want {
				t.Errorf("%q is %s: got %t, want %t", text, c.name, got, want)
			}
		}
	}
}

// A list of muxViz has a node and a layer twice in each line.
func TestIsMultilayer(t *testing.T) {
	layers := func(n int) string {
		return numbered(n, func(i int) string { return fmt.Sprintf("%d %d %d %d", i, i+1, i+1000, i+1) })
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"one layer", "1 1 2 1\n2 1 3 1\n3 1 1 1\n", true},
		{"weights", "1 1 2 1 0.5\n2 1 3 1 2\n3 1 1 1 1\n", true},
		{"two lines", "1 1 2 1\n2 1 3 1\n", false},
		{"between layers", "1 1 2 2\n2 1 3 2\n3 1 1 1\n", false},
		{"half of the edges in a layer", "1 1 2 2\n2 1 3 2\n3 1 1 1\n4 1 1 1\n", false},
		{"as many layers as nodes", "1 1 2 1\n2 2 1 2\n1 2 2 2\n", false},
		{"more layers than nodes", "1 7 2 7\n2 8 1 8\n1 9 2 9\n", false},
		{"more nodes in targets than layers", "1 7 2 7\n1 8 3 8\n1 7 4 7\n", true},
		{"three fields", "1 1 2\n2 1 3\n3 1 1\n", false},
		{"six fields", "1 1 2 1 1 1\n2 1 3 1 1 1\n3 1 1 1 1 1\n", false},
		{"words", "a 1 b 1\nb 1 c 1\nc 1 a 1\n", false},
		{"a word for a weight", "1 1 2 1 x\n2 1 3 1 x\n3 1 1 1 x\n", false},
		{"100 layers", layers(100), true},
		{"101 layers", layers(101), false},
	} {
		if got := IsMultilayer(TakeSample([]byte(c.text)).Texts()); got != c.want {
			t.Errorf("%s: got %t, want %t", c.name, got, c.want)
		}
	}
}
