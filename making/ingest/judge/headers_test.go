package judge_test

import (
	"strings"
	"testing"

	"weft/making/ingest/judge"
)

// A doubt about a text shows first how its columns are read below a header, if the first row may be one.
func TestDoubtsBelowHeaders(t *testing.T) {
	const text = "person job\nann sales\nbob sales\ncel labs\n"
	for _, c := range []struct {
		name  string
		table judge.Table
		want  string
	}{
		{"text", judge.Table{Rows: rows(text), Maybe: true}, "header 0,1; header 1,0; 0,1; 1,0; "},
		{"a file that states that it has no header", judge.Table{Rows: rows(text)}, "0,1; 1,0; "},
		{"one row", judge.Table{Rows: rows("person job\n"), Maybe: true}, "0,1; 1,0; "},
		{"a first row with a known name", judge.Table{Rows: rows("person sales\nann sales\nbob labs\n"), Maybe: true}, "0,1; 1,0; "},
		{"a first row with a number", judge.Table{Rows: rows("7 job\nann sales\nbob labs\n"), Maybe: true}, "0,1; 1,0; "},
	} {
		_, doubt := judge.Judge(&c.table)
		if doubt == nil {
			t.Fatalf("%s is read", c.name)
		}
		var got strings.Builder
		for _, r := range doubt.Readings {
			if r.Header {
				got.WriteString("header ")
			}
			got.WriteString(said(r, nil) + "; ")
		}
		if got.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got.String(), c.want)
		}
	}
}

// Starts and ends that share no number are intervals, and so are times. Two rows show it.
func TestSpans(t *testing.T) {
	check(t, []judged{
		{"starts and ends", "start,end", "0 5\n10 19\n", "?0,1"},
		{"a start that is an end", "start,end", "0 5\n5 9\n", "0,1"},
		{"an end before its start", "start,end", "0 5\n9 7\n", "0,1"},
		{"an end that is its start", "start,end", "0 5\n9 9\n", "0,1"},
		{"one row", "start,end", "0 5\n", "0,1"},
		{"other names", "source,target", "0 5\n10 19\n", "0,1"},
		{"times", "source,target", "1500000000 1500000009\n1500000100 1500000200\n", "?0,1"},
		{"a time and a number", "target,source", "1500000000 9\n1500000100 4\n", "1,0"},
		{"rows in no order, no number in both columns", "", columns("5 1 4 2 6 3", "12 19 12 18 19 17"), "?0,1 1,0"},
	})
}

// Two columns are nearer than two others if they have more than twice as much in common.
func TestAreNearer(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"1 1 1 9\n2 2 8 8\n", true},           // all, and a third
		{"1 1 1 1\n2 2 2 2\n3 3 3 6\n", false}, // all, and half
		{"1 1 5 5\n2 2 6 6\n", false},          // all, and all
	} {
		tab := judge.Table{Rows: rows(c.text)}
		if got := tab.AreNearer(0, 1, 2, 3); got != c.want {
			t.Errorf("%q: got %v", c.text, got)
		}
	}
}
