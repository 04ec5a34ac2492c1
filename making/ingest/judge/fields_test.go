package judge

import (
	"strings"
	"testing"
)

// Each kind of field has its examples, and near misses that are of another kind.
func TestKindsOfFields(t *testing.T) {
	long := func(n int) string { return strings.Repeat("a", n) }
	for _, c := range []struct {
		name    string
		is      func([]byte) bool
		yes, no []string
	}{
		{
			"a URL has a scheme that begins with a letter, within the first 40 bytes", IsURL,
			[]string{"http://a.example/", "x://y", "git+ssh://a", "view-source://a", "x.509://a", long(37) + "://"},
			[]string{"", "://a", "1://a", "mailto:ann@a.example", "a.example", "url: http://a/", "toUrl=http://a/", "see/http://a", long(38) + "://"},
		},
		{"blank", IsBlank, []string{"", "-"}, []string{"--", "0", " "}},
		{"a URL or blank", isURLOrBlank, []string{"", "-", "http://a/"}, []string{"a", "0"}},
		{"a number that is not whole", isDecimal, []string{"1.5", "-1", "1e3"}, []string{"15", "", "x", "a.example"}},
		{
			"a weight, a time, attributes or nothing", IsMeasure,
			[]string{"", "-", "7", "-3", "+5", "1.5", "NaN", "Inf", "{}", "{'weight': 1}", "2023-04-01", "12:30", "2023-04-01T00:00:00Z"},
			[]string{"ann", "ann1", "1ann", "-:-", "..", "T", "{", "{a", "a}", "a.example"},
		},
		{
			"a date or a time of day, not a fraction or a negative number", isDate,
			[]string{"12:30", "1/2023", "2023-04-01", "2023/04/01", "2023-04-01T00:00:00Z"},
			[]string{"", "1/20", "12345", "-12345", "-12-30", "1-abcd", "x2023-04-01"},
		},
		{
			"a date, a time or a decimal number", isMeasureOnly,
			[]string{"1.5", "2023-04-01", "-", "-1"},
			[]string{"", "+491234567", "12", "ann", "http://a/", "10.0.0.1"},
		},
		{
			"a host with a domain, in any letters", isHostName,
			[]string{"a.example", "WWW.Example.ORG", "a.example/x"},
			[]string{"ann", "index.html", "INDEX.HTML", "1.e5", "10.0.0.1", "a.b"},
		},
		{
			"a URL without its scheme", IsBareURL,
			[]string{"a.example", "a.xy", " a.example ", "a.example/Path?q"},
			[]string{"", "a", "a.x", "a.12", "a.1x", "A.example", "/a.example", "http://a.example/"},
		},
		{
			"a host in lower case, of at most 255 bytes", IsHost,
			[]string{"a.z", "0.9", "a-b.c_d", "10.0.0.1", long(253) + ".a"},
			[]string{"", "a", ".a", "A.b", "a b.c", "a.b:80", "a.b/", "a`.b", "a{.b", "ä.example", long(254) + ".a"},
		},
		{"an address of a machine", isAddress, []string{"10.0.0.1", "192.168.10.20"}, []string{"", "10.0.1", "1.0.0.0.1", "a.b.c.d", "1.2.3.x"}},
		{"a file of a page", isPageFile, []string{"index.html", "a/B.PHP", "x.y.jsp"}, []string{"", "html", "a.example", "a.htmlx"}},
		{
			"a name of a column: it begins with a letter and has at most 40 bytes", isWord,
			[]string{"a", "z", "A", "Z", "é", "a_1 b-c.d:e/f (g)", long(40)},
			[]string{"", "1a", " a", "_a", "a*b", "@a", "[a", "`a", "{a", "a{", long(41)},
		},
		{
			"a name with more than one letter that headers use for sources", func(f []byte) bool { return IsSourceWord(string(f)) },
			[]string{"Source", "from", "Quelle", "referrer", "de"},
			[]string{"", "u", "s", "target", "page 1"},
		},
		{"a source that led to its target", func(f []byte) bool { return Leads(string(f)) }, []string{"via", "Referrer"}, []string{"source", ""}},
		{"a name of a measure", func(f []byte) bool { return IsMeasureWord(string(f)) }, []string{"Weight", "time (s)", "e-mail"}, []string{"page", ""}},
	} {
		for _, f := range c.yes {
			if !c.is([]byte(f)) {
				t.Errorf("%s: %q is none", c.name, f)
			}
		}
		for _, f := range c.no {
			if c.is([]byte(f)) {
				t.Errorf("%s: %q is one", c.name, f)
			}
		}
	}
}

// Whole numbers have at most 19 digits, so that each has a place in 64 bits.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"42", 42, true},
		{"007", 7, true},
		{"9999999999999999999", 9999999999999999999, true},
		{"99999999999999999999", 0, false},
		{"", 0, false},
		{"-1", 0, false},
		{"1.0", 0, false},
		{"1a", 0, false},
	} {
		if n, ok := whole([]byte(c.text)); n != c.want || ok != c.ok {
			t.Errorf("%q: got %d, %v, want %d, %v", c.text, n, ok, c.want, c.ok)
		}
	}
}

// The shape of a text shows how letters, digits and signs alternate.
func TestShape(t *testing.T) {
	for text, want := range map[string]string{
		"":          "",
		"page12":    "A9",
		"azAZ09":    "A9",
		"1a2b":      "9A9A",
		"über":      "A",
		"\x80":      "A",
		"a--b":      "A--A",
		"/:":        "/:",
		"@[`{\x7f":  "@[`{\x7f",
		"a.example": "A.A",
	} {
		if got := shape([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Names are alike if they differ in the digits at their ends alone.
func TestIsAlike(t *testing.T) {
	for _, c := range []struct {
		name, other string
		want        bool
	}{
		{"page1", "page12", true},
		{"page1", "page1", true},
		{"page1", "node1", false},
		{"page", "page", false},
		{"1", "12", false},
		{"1", "a", false},
	} {
		if got := IsAlike(c.name, c.other); got != c.want {
			t.Errorf("%q and %q: got %v", c.name, c.other, got)
		}
	}
}

// An error shows names of up to 60 characters in full.
func TestShort(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{strings.Repeat("é", 60), strings.Repeat("é", 60)},
		{strings.Repeat("é", 61), strings.Repeat("é", 60) + "…"},
		{"a\tb\x7f", "a b "},
		{"", ""},
	} {
		if got := short(c.name); got != c.want {
			t.Errorf("%q: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := Show([][2]string{{"a", "b"}, {"b", "c"}}, false); got != "a -> b, b -> c" {
		t.Errorf("got %q", got)
	}
}
