package tables

import (
	"fmt"
	"strings"
	"testing"
)

// Fields, quotes and attributes of a line.
func TestSplit(t *testing.T) {
	comma, blank := Splitter{Sep: ',', Quotes: true}, Splitter{Sep: ' ', Quotes: true}
	needed := Splitter{Sep: ',', Quotes: true, needed: true}
	escapes := Splitter{Sep: ',', Quotes: true, escapes: true}
	for _, c := range []struct {
		s          Splitter
		line, want string
	}{
		{comma, `a,b`, `a|b`},
		{comma, ` a , b `, `a|b`},
		{comma, `a,,b,`, `a||b|`},
		{comma, `,`, `|`},
		{comma, ``, ``},
		{comma, `"a","b"`, `a|b; 2 quoted`},
		{comma, ` "a" , "b" `, `a|b; 2 quoted`},
		{comma, `"a,x",b`, `a,x|b; 1 quoted, 1 needing`},
		{comma, `"a ""x""",b`, `a "x"|b; 1 quoted, 1 needing`},
		{comma, `"",b`, `|b; 1 quoted, 1 needing`},
		{comma, `" a",b`, ` a|b; 1 quoted, 1 needing`},
		{comma, `"a ",b`, `a |b; 1 quoted, 1 needing`},
		{comma, `"#a",b`, `#a|b; 1 quoted, 1 needing`},
		{comma, `"a#",b`, `a#|b; 1 quoted`},
		{comma, "\"a\rb\",c", "a\rb|c; 1 quoted, 1 needing"},
		{comma, `"a"x,b`, `"a"x|b; 1 malformed`},
		{comma, `"a,b`, `"a|b; 1 malformed, open`},
		{comma, `a,"`, `a|"; 1 malformed, open`},
		{comma, `a,"b""`, `a|"b""; 1 malformed, open`},
		{comma, `a"b,c`, `a"b|c`},
		{Splitter{Sep: ','}, `"a,x",b`, `"a|x"|b`},
		{needed, `"a",b`, `"a"|b`},
		{needed, `"a,x",b`, `a,x|b; 1 quoted, 1 needing`},
		{needed, `"a,b`, `"a|b; 1 malformed`},
		{escapes, `"a\"x",b`, `a"x|b; 1 quoted, 1 needing`},
		{escapes, `"\"a",b`, `"a|b; 1 quoted, 1 needing`},
		{escapes, `"a\\",b`, `a\|b; 1 quoted`},
		{escapes, `"a\n",b`, `a\n|b; 1 quoted`},
		{escapes, `"a\`, `"a\; 1 malformed, open`},
		{escapes, `a\"b,c`, `a\"b|c`},
		{comma, `"a\",b`, `a\|b; 1 quoted`},
		{Splitter{Sep: '\t', Quotes: true}, "a b\t c\t", "a b|c|"},
		{Splitter{Sep: '\t', Quotes: true}, "\ta", "|a"},
		{Splitter{Sep: '\t', Quotes: true}, "\"a\tx\"\tb", "a\tx|b; 1 quoted, 1 needing"},
		{blank, " a \t b\v\fc\r", `a|b|c`},
		{blank, `   `, ``},
		{blank, `"a x" b`, `a x|b; 1 quoted, 1 needing`},
		{blank, `"a"x b`, `"a"x|b; 1 malformed`},
		{blank, `"a" "b"`, `a|b; 2 quoted`},
		{blank, `"a x`, `"a|x; 1 malformed, open`},
		{Splitter{Sep: '\n'}, ` a b,c `, ` a b,c `},
		{Splitter{Sep: ' ', dicts: true}, `a b {'w': 1}`, `a|b|{'w': 1}`},
		{Splitter{Sep: ' ', dicts: true}, "a b\t{}", `a|b|{}`},
		{Splitter{Sep: ' ', dicts: true}, `a b{} {`, `a|b{}|{`},
		{Splitter{Sep: ' ', dicts: true}, `{}`, `{}`},
		{Splitter{Sep: ',', dicts: true}, `a,b,{'w': 1, 'x': 2}`, `a|b|{'w': 1, 'x': 2}`},
		{Splitter{Sep: ',', dicts: true}, `a,b {'w': 1, 'x': 2}`, `a|b {'w': 1|'x': 2}`},
		{Splitter{Sep: ' '}, `a b {'w': 1}`, `a|b|{'w':|1}`},
	} {
		s := c.s
		if got := splitText(&s, c.line); got != c.want {
			t.Errorf("%q between %q (quotes %t, needed %t, escapes %t): got %s, want %s", c.line, c.s.Sep, c.s.Quotes, c.s.needed, c.s.escapes, got, c.want)
		}
	}
}

// splitText returns the fields of a line between bars, and what the splitter counted.
func splitText(s *Splitter, line string) string {
	got := strings.Join(Texts(s.Split(nil, []byte(line))), "|")
	var counts []string
	for _, n := range []struct {
		n    int
		what string
	}{{s.quoted, "quoted"}, {s.needing, "needing"}, {s.malformed, "malformed"}} {
		if n.n != 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n.n, n.what))
		}
	}
	if s.Open {
		counts = append(counts, "open")
	}
	if counts != nil {
		got += "; " + strings.Join(counts, ", ")
	}
	return got
}

// The fields are appended, and Open is of the last line.
func TestSplitAgain(t *testing.T) {
	s := Splitter{Sep: ',', Quotes: true}
	row := s.Split(nil, []byte(`a,"b`))
	if row = s.Split(row, []byte("c,d")); s.Open || strings.Join(Texts(row), "|") != `a|"b|c|d` {
		t.Errorf("got %q, open %t", row, s.Open)
	}
}

// Lines that one quoted field spans are joined, up to MaxJoined lines and MaxRecord bytes.
func TestCutAll(t *testing.T) {
	long := strings.Repeat("x", MaxRecord)
	for _, c := range []struct {
		name, text string
		rows       int
		malformed  int
	}{
		{"two lines", "\"a\nb\",c\nd,e", 2, 0},
		{"three lines", "\"a\nb\nc\",c\nd,e", 2, 0},
		{"never closed", "\"a\nb\nc,c\nd,e", 4, 1},
		{"as many lines as may be", `"a` + strings.Repeat("\nb", MaxJoined-2) + "\n\",c\nd,e", 2, 0},
		{"a line more", `"a` + strings.Repeat("\nb", MaxJoined-1) + "\n\",c\nd,e", MaxJoined + 2, 2},
		{"too long", `"` + long + "\nb\",c\nd,e", 3, 1},
		{"blank lines", "a,b\n", 2, 0},
	} {
		sp := &Splitter{Sep: ',', Quotes: true}
		var texts [][]byte
		for line := range strings.SplitSeq(c.text, "\n") {
			texts = append(texts, []byte(line))
		}
		rows := cutAll(sp, texts)
		malformed := min(sp.malformed, 2)
		if c.rows != len(rows) || malformed < c.malformed || c.malformed == 0 && malformed > 0 {
			t.Errorf("%s: got %d rows, %d malformed, want %d, %d", c.name, len(rows), sp.malformed, c.rows, c.malformed)
		}
	}
}

// Lines as the layouts of lists split them.
func TestLayoutSplit(t *testing.T) {
	for _, c := range []struct {
		name string
		l    Layout
		line string
		want string
		open bool
	}{
		{"empty", Layout{Sep: ','}, " \t", "none", false},
		{"a rule", Layout{Sep: '|', Drawn: true}, "---|---", "none", false},
		{"a rule of a list that is not drawn", Layout{Sep: '|'}, "---|---", "---|---", false},
		{"bars", Layout{Sep: '|', Drawn: true, barred: true}, " | a | b | ", "a|b", false},
		{"no bar at the end", Layout{Sep: '|', Drawn: true, barred: true}, "| a | b", "|a|b", false},
		{"one bar", Layout{Sep: '|', Drawn: true, barred: true}, "|", "|", false},
		{"bars of a list without", Layout{Sep: '|'}, "|a|b|", "|a|b|", false},
		{"quotes", Layout{Sep: ',', Quotes: QuotesAlways}, `"a","b`, `a|"b`, true},
		{"needed quotes", Layout{Sep: ',', Quotes: quotesNeeded}, `"a",",",b`, `"a"|,|b`, false},
		{"no quotes", Layout{Sep: ','}, `"a","b`, `"a"|"b`, false},
		{"backslashes", Layout{Sep: ',', Quotes: QuotesAlways, escapes: true}, `"a\"",b`, `a"|b`, false},
		{"attributes", Layout{Sep: ' ', Dicts: true}, `a b {'x': 1}`, `a|b|{'x': 1}`, false},
		{"a colon", Layout{Sep: ' ', colon: true}, `a: b c`, `a|b|c`, false},
		{"a colon at the end", Layout{Sep: ' ', colon: true}, `a:`, `a`, false},
		{"a colon of a URL", Layout{Sep: ' ', colon: true}, `http://a/: http://b/`, `http://a/|http://b/`, false},
		{"a colon after a number", Layout{Sep: ',', colon: true}, ` 1:2,3 `, `1|2|3`, false},
		{"a colon within a word", Layout{Sep: ' ', colon: true}, `a:b c`, `a:b c`, false},
		{"raw", RawLine, ` a b `, ` a b `, false},
		{"any", AnyLine, ` a "b c"`, `a|"b|c"`, false},
	} {
		fields, open := c.l.Split(nil, []byte(c.line))
		got := strings.Join(Texts(fields), "|")
		if len(fields) == 0 {
			got = "none"
		}
		if got != c.want || open != c.open {
			t.Errorf("%s: %q is split to %s, open %t; want %s, %t", c.name, c.line, got, open, c.want, c.open)
		}
	}
}

// Names of separators, and separators by name.
func TestSeparators(t *testing.T) {
	for _, c := range []struct {
		text string
		sep  byte
		name string
	}{
		{"", 0, ""},
		{"tab", '\t', "tabs"},
		{"Tabs", '\t', "tabs"},
		{`\t`, '\t', "tabs"},
		{"comma", ',', "commas"},
		{",", ',', "commas"},
		{"semicolon", ';', "semicolons"},
		{"pipe", '|', "pipes"},
		{"blanks", ' ', "blanks"},
		{"space", ' ', "blanks"},
		{"spaces", ' ', "blanks"},
		{" ", ' ', "blanks"},
		{":", ':', "':'"},
		{"!", '!', "'!'"},
		{"~", '~', "'~'"},
	} {
		sep, err := ParseSeparator(c.text)
		if sep != c.sep || err != nil {
			t.Errorf("%q: got %q and %v, want %q", c.text, sep, err, c.sep)
		}
		if c.sep != 0 && SepName(c.sep) != c.name {
			t.Errorf("%q is called %s, want %s", c.sep, SepName(c.sep), c.name)
		}
	}
	for _, text := range []string{"a", "7", `"`, "\t\t", "::", "\x7f", "\n", "é", "tabulator"} {
		if sep, err := ParseSeparator(text); sep != 0 || err == nil {
			t.Errorf("%q: got %q and no error", text, sep)
		}
	}
}
