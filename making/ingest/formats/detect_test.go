package formats_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
)

func TestFirstRows(t *testing.T) {
	long := strings.Repeat("x ", scan.LongRow) // a line of twice the length
	for _, c := range []struct {
		name, head string
		most       int
		want       string
	}{
		{"empty", "", 9, "[]"},
		{"lines without words", "\n  \n\t\r\n", 9, "[]"},
		{"words between blanks and tabs", " a\tb  c\nd", 9, "[[a b c] [d]]"},
		{"comments", "# a\n% b\na b\n# c\nc\n", 9, "[[a b] [c]]"},
		{"at most", "a\nb\nc\n", 2, "[[a] [b]]"},
		{"none", "a\n", 0, "[]"},
		{"mark", "\xef\xbb\xbf3 4\n", 9, "[[3 4]]"},
		{"mark before a comment", "\xef\xbb\xbf# a\nb\n", 9, "[[b]]"},
		{"whole text without a line end", "a b", 9, "[[a b]]"},
		{"carriage returns", "a b\r\nc\r\n", 9, "[[a b] [c]]"},
	} {
		if got := fmt.Sprintf("%s", formats.FirstRows([]byte(c.head), c.most)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	rows := formats.FirstRows([]byte(long+"\nb"), 9)
	if len(rows) != 2 || len(rows[0]) != scan.LongRow/2-1 || string(rows[1][0]) != "b" {
		t.Errorf("a long line: got %d rows, %d words, want 2, %d", len(rows), len(rows[0]), scan.LongRow/2-1)
	}
}

// The head of a longer text may end inside a word: this word is left out. The last word of a whole text is kept.
func TestFirstRowsOfCutHead(t *testing.T) {
	start := "a b\n12 345"
	comment := "#" + strings.Repeat("-", scan.TextPeek-len(start)-2) + "\n"
	head := []byte(comment + start)
	if len(head) != scan.TextPeek {
		t.Fatalf("the head has %d bytes, want %d", len(head), scan.TextPeek)
	}
	for _, c := range []struct {
		head []byte
		want string
	}{
		{head, "[[a b] [12]]"},
		{head[1:], "[[a b] [12 345]]"},
		{head[:len(head)-4], "[[a b] [12]]"},
	} {
		c.head = bytes.Clone(c.head)
		c.head[0] = '#'
		if got := fmt.Sprintf("%s", formats.FirstRows(c.head, 9)); got != c.want {
			t.Errorf("%d bytes: got %s, want %s", len(c.head), got, c.want)
		}
	}
}

func TestFirstWords(t *testing.T) {
	rows := [][][]byte{{[]byte("5"), []byte("7"), []byte("011")}, {[]byte("1")}}
	for n, want := range []string{"[]", "[5]", "[5 7]", "[5 7 011]", "[5 7 011]"} {
		if got := fmt.Sprintf("%s", formats.FirstWords(n)(rows)); got != want {
			t.Errorf("%d words: got %s, want %s", n, got, want)
		}
	}
}

// The page of a host is its front page. Names that URLs write otherwise stay names.
func TestAppendHost(t *testing.T) {
	for host, want := range map[string]string{
		"example.org":     "http://example.org/",
		"www.a-b.example": "http://www.a-b.example/",
		"192.0.2.1":       "http://192.0.2.1/",
		"Example.org":     "Example.org",
		"example.org:80":  "example.org:80",
		"a b":             "a b",
		"":                "",
	} {
		if got := string(formats.AppendHost([]byte("…"), []byte(host))); got != "…"+want {
			t.Errorf("%q: got %q, want %q", host, got, "…"+want)
		}
	}
}

func TestNames(t *testing.T) {
	if got := formats.Auto.String(); got != "auto" {
		t.Errorf("got %q, want auto", got)
	}
	if got := formats.Name("gml").String(); got != "gml" {
		t.Errorf("got %q, want gml", got)
	}
}
