package tally_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/making/ingest/tally"
)

// Each record is counted once and a bad record has a line: input, offset, what became of it, why.
func TestTally(t *testing.T) {
	var log strings.Builder
	tl := &tally.Tally{Out: &log, Input: "links.tsv", Base: 1000}
	other := errors.New("no more memory")
	why := func(bad error) string { return "line 7: " + bad.Error() }
	for _, c := range []struct {
		err, want error
	}{
		{nil, nil},
		{tally.Badf("%d columns", 3), nil},
		{fmt.Errorf("an edge: %w", tally.Badf("no target")), nil},
		{other, other},
		{nil, nil},
	} {
		if err := tl.Judge(c.err, 42, why); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%v: got %v, want %v", c.err, err, c.want)
		}
	}
	if tl.Records != 2 || tl.Bad != 2 {
		t.Errorf("got %d good and %d bad records, want 2 and 2", tl.Records, tl.Bad)
	}
	want := "links.tsv\t1042\tskipped\tline 7: 3 columns\nlinks.tsv\t1042\tskipped\tline 7: no target\n"
	if log.String() != want {
		t.Errorf("got the log %q, want %q", log.String(), want)
	}
}

// In a strict import the first bad record is the error, and is not logged.
func TestStrict(t *testing.T) {
	var log strings.Builder
	tl := &tally.Tally{Out: &log, Input: "a", Base: 5, Strict: true}
	err := tl.Judge(tally.Badf("no target"), 2, func(bad error) string { return bad.Error() })
	if !errors.Is(err, tally.ErrBadInput) || errors.Is(err, tally.ErrMostlyBad) {
		t.Errorf("got %v, want ErrBadInput, and not ErrMostlyBad", err)
	}
	if want := "bad input: a, offset 7: no target"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if tl.Bad != 1 || log.Len() > 0 {
		t.Errorf("got %d bad records and the log %q, want 1 and none", tl.Bad, log.String())
	}
}

// Texts from inputs are harmless in the log: of one line, without tabs and control characters, and short.
func TestLogIsHarmless(t *testing.T) {
	var log strings.Builder
	tl := &tally.Tally{Out: &log, Input: "a"}
	if err := tl.Reject(0, "a\nb\tc\x1b[31m"+strings.Repeat("x", 10_000)); err != nil {
		t.Fatal(err)
	}
	line := log.String()
	if strings.Count(line, "\n") != 1 || strings.Count(line, "\t") != 3 || strings.Contains(line, "\x1b") || len(line) > 500 {
		t.Errorf("got a line of %d bytes: %.120q", len(line), line)
	}
}

// The log ends after a million lines. Later lines are only counted.
func TestLogLimit(t *testing.T) {
	const limit = 1_000_000
	var log strings.Builder
	tl := &tally.Tally{Out: &log, Input: "a", Lines: limit - 2}
	for i := range int64(4) {
		if err := tl.Reject(i, "bad"); err != nil {
			t.Fatal(err)
		}
	}
	want := "a\t0\tskipped\tbad\na\t1\t-\tmore lines than 1000000: the rest is only counted\n"
	if log.String() != want {
		t.Errorf("got %q, want %q", log.String(), want)
	}
	if tl.Lines != limit+2 || tl.Bad != 4 {
		t.Errorf("got %d lines and %d bad records, want %d and 4", tl.Lines, tl.Bad, limit+2)
	}
}

// failing is a log on a full disk.
type failing struct{ writes int }

var errFull = errors.New("disk full")

func (f *failing) Write([]byte) (int, error) {
	f.writes++
	return 0, errFull
}

var _ io.Writer = (*failing)(nil)

// A log that cannot be written ends the import, and is not written again.
func TestLogFails(t *testing.T) {
	log := &failing{}
	tl := &tally.Tally{Out: log, Input: "a"}
	for range 2 {
		if err := tl.Reject(0, "bad"); !errors.Is(err, errFull) {
			t.Errorf("got %v, want %v", err, errFull)
		}
	}
	if log.writes != 1 {
		t.Errorf("the log was written %d times, want 1", log.writes)
	}
}
