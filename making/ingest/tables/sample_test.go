package tables

import (
	"fmt"
	"strings"
	"testing"

	"weft/making/ingest/scan"
)

// describeSample returns the lines of a sample between bars, with marks: the sign and whether the line is cut.
func describeSample(s *Sample) string {
	var parts []string
	for _, l := range s.Lines {
		text := string(l.Text)
		if len(text) > 20 {
			text = fmt.Sprintf("%d bytes", len(text))
		}
		if l.Sign >= 0 {
			text += fmt.Sprintf(" (sign %d)", l.Sign)
		}
		if l.cut {
			text += " (cut)"
		}
		parts = append(parts, text)
	}
	got := fmt.Sprintf("%d plain: %s", s.Plain, strings.Join(parts, "|"))
	if !s.whole {
		got += "; more follows"
	}
	if s.sep != 0 {
		got += fmt.Sprintf("; between %q", s.sep)
	}
	return got
}

func TestTakeSample(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "0 plain: "},
		{"lines", "a b\nc", "2 plain: a b|c"},
		{"empty lines", "\n \n\t\r\na\n\n", "1 plain: a"},
		{"carriage returns", "a\r\nb\r\r\n", "2 plain: a|b"},
		{"signs", "#a\nb\n %c\nd#\n", "2 plain: #a (sign 0)|b| %c (sign 1)|d#"},
		{"mark", "\xef\xbb\xbfa\nb", "2 plain: a|b"},
		{"directive", "sep=;\na;b\n", "1 plain: a;b; between ';'"},
		{"directive in quotes", "\"SEP=,\"\r\na,b\n", "1 plain: a,b; between ','"},
		{"mark and directive", "\xef\xbb\xbfsep=\t\na\n", "1 plain: a; between '\\t'"},
		{"no directive: two characters", "sep=,,\na\n", "2 plain: sep=,,|a"},
		{"no directive: none", "sep=\na\n", "2 plain: sep=|a"},
		{"a long line", strings.Repeat("x", scan.LongRow+1) + "\nb\n", "2 plain: 65536 bytes (cut)|b"},
		{"no long line", strings.Repeat("x", scan.LongRow) + "\nb\n", "2 plain: 65536 bytes|b"},
		{"a long text", strings.Repeat("x", scan.TextPeek), "1 plain: 65536 bytes (cut); more follows"},
		{"a long text, a short line", strings.Repeat(" ", scan.TextPeek-2) + "\nb", "1 plain: b (cut); more follows"},
		{"no long text", strings.Repeat(" ", scan.TextPeek-3) + "\nb", "1 plain: b"},
		{"a long text with whole lines", "b\n" + strings.Repeat("\n", scan.TextPeek-2), "1 plain: b; more follows"},
	} {
		got := describeSample(TakeSample([]byte(c.text)))
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// A sample ends after SampleLines lines or SampleBytes bytes, and has as many comments.
func TestSampleEnds(t *testing.T) {
	wide := strings.Repeat("x", scan.LongRow-1) + "\n"
	for _, c := range []struct {
		name, text   string
		lines, plain int
	}{
		{"lines", strings.Repeat("a\n", SampleLines+5), SampleLines, SampleLines},
		{"bytes", strings.Repeat(wide, 40), 17, 17},
		{"comments", strings.Repeat("#a\n", SampleLines+5) + "b\n", SampleLines + 1, 1},
		{"comments after the last line", strings.Repeat("a\n", SampleLines) + "#b\n", SampleLines, SampleLines},
	} {
		s := TakeSample([]byte(c.text))
		if len(s.Lines) != c.lines || s.Plain != c.plain {
			t.Errorf("%s: got %d lines, %d without signs, want %d, %d", c.name, len(s.Lines), s.Plain, c.lines, c.plain)
		}
	}
}

// Texts leaves out lines with signs, and cut lines if there are others.
func TestTexts(t *testing.T) {
	long := strings.Repeat("x", scan.LongRow+1)
	for _, c := range []struct{ name, text, want string }{
		{"plain lines", "#a\nb\nc\n", "b|c"},
		{"signs alone", "#a\n%b\n", "#a|%b"},
		{"a cut line", long + "\nb\n", "b"},
		{"cut lines alone", long + "\n#b\n", long[:scan.LongRow]},
		{"nothing", "", ""},
	} {
		var got []string
		for _, text := range TakeSample([]byte(c.text)).Texts() {
			got = append(got, string(text))
		}
		if text := strings.Join(got, "|"); text != c.want {
			t.Errorf("%s: got %.80s, want %.80s", c.name, text, c.want)
		}
	}
}

func TestShareOf(t *testing.T) {
	isA := func(b []byte) bool { return string(b) == "a" }
	for _, c := range []struct {
		text string
		want float64
	}{{"", 0}, {"a", 1}, {"b", 0}, {"a b", 0.5}, {"a b a a", 0.75}} {
		var lines [][]byte
		for word := range strings.FieldsSeq(c.text) {
			lines = append(lines, []byte(word))
		}
		if got := ShareOf(lines, isA); got != c.want {
			t.Errorf("%q: got %g, want %g", c.text, got, c.want)
		}
	}
}

// The counts of a text longer than the sample are compared with what the numbers of its beginning say.
func TestCountsOfLongTexts(t *testing.T) {
	// Lines of 16 bytes fill the sample: the first line, and 262,143 others.
	const n = scan.TextPeek/16 - 1
	long := numbered(n, func(i int) string { return fmt.Sprintf("%d %d", 1000000+i%500, 1000000+(i+1)%500) })
	for _, c := range []struct{ first, want string }{
		{"1000500 9000000", ", 1000500 pages and 9000000 lines counted in the first line"},
		{"1000500 131072", ", 1000500 pages and 131072 lines counted in the first line"},
		{"1000500 131071", ""},
		{"9000000 1000500", ", 1000500 pages and 9000000 lines counted in the first line"},
		{"9000000 1000499", ", 1000499 pages and 9000000 lines counted in the first line, numbers from 1"},
		{"9000000 1000600", ", 9000000 pages and 1000600 lines counted in the first line"},
		{"200000 1000500", ""},
		{"100 1000500", ""},
	} {
		got, _, _ := strings.Cut(describe(fmt.Sprintf("%-15s\n", c.first)+long, &Options{}), " | ")
		if want := "two columns, blanks, numbers" + c.want; got != want {
			t.Errorf("%s: got %s, want %s", c.first, got, want)
		}
	}
}
