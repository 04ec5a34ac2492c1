package tally_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/tally"
)

// A break is one bad record, with the bytes that are missing. Lack of memory is none: it ends the import.
func TestBreakOff(t *testing.T) {
	short := mem.Check("a graph", 1<<50, 1<<20)
	if short == nil {
		t.Fatal("a graph of 1 PiB fits into 1 MiB")
	}
	for _, c := range []struct {
		name   string
		cause  error
		strict bool
		why    string // of the break; empty for none
		ends   error  // the import
	}{
		{"damage", errors.New("bad block"), false, "bad block", nil},
		{"truncated", fmt.Errorf("gzip: %w", io.ErrUnexpectedEOF), false, "the file ends too early", nil},
		{"strict", errors.New("bad block"), true, "bad block", tally.ErrBadInput},
		{"memory", fmt.Errorf("read: %w", short), false, "", short},
	} {
		var log strings.Builder
		tl := &tally.Tally{Out: &log, Input: "x.gz", Strict: c.strict}
		err := tl.BreakOffWith(77, "the text", c.cause, 13)
		if !errors.Is(err, c.ends) || c.ends == nil && err != nil {
			t.Errorf("%s: got %v, want %v", c.name, err, c.ends)
		}
		if c.why == "" {
			if len(tl.Breaks) != 0 || tl.Bad != 0 {
				t.Errorf("%s: got the breaks %v and %d bad records", c.name, tl.Breaks, tl.Bad)
			}
			continue
		}
		if want := (tally.Break{Input: "x.gz", Offset: 77, Why: c.why, Missing: 13}); len(tl.Breaks) != 1 || tl.Breaks[0] != want {
			t.Errorf("%s: got %+v, want %+v", c.name, tl.Breaks, want)
		}
		if tl.Bad != 1 {
			t.Errorf("%s: got %d bad records, want 1", c.name, tl.Bad)
		}
		if want := "x.gz\t77\tskipped\tthe text breaks off: " + c.why + "\n"; !c.strict && log.String() != want {
			t.Errorf("%s: got the log %q, want %q", c.name, log.String(), want)
		}
	}
	tl := &tally.Tally{Out: io.Discard}
	if err := tl.BreakOff(0, "the text", io.ErrUnexpectedEOF); err != nil || tl.Breaks[0].Missing != -1 {
		t.Errorf("a break without a size: got %v, %+v", err, tl.Breaks)
	}
}

// An archive that ends inside a record does not fail the import, unless more than this record may be missing.
func TestEndsInside(t *testing.T) {
	tl := &tally.Tally{Out: io.Discard, Input: "x.warc", Records: 10}
	tl.EndsInside(77, "inside a record")
	if tl.Bad != 0 || len(tl.Breaks) != 1 {
		t.Errorf("got %d bad records and %d breaks, want 0 and 1", tl.Bad, len(tl.Breaks))
	}
	if err := tl.CheckBreaks(0, 1000); err != nil {
		t.Errorf("the record alone: %v", err)
	}
	for _, c := range []struct {
		missing int64
		fails   bool
	}{{0, false}, {100, false}, {101, true}, {-1, true}} {
		tl.More(0, c.missing)
		if err := tl.CheckBreaks(0.1, 1000); (err != nil) != c.fails {
			t.Errorf("%d bytes missing: got %v, want an error: %t", c.missing, err, c.fails)
		}
	}
}

func TestMissingRecords(t *testing.T) {
	for _, c := range []struct {
		lost, all, records int64
		want               int64
	}{
		{0, 1000, 10, 0},
		{500, 1000, 10, 10},
		{100, 1000, 9, 1},
		{40, 1000, 9, 0},
		{50, 1000, 9, 0},
		{60, 1000, 9, 1}, // 0.57
		{1000, 1000, 0, 0},
		{1000, 1000, 10, 0}, // no size to judge by
		{500, 1000, 0, 0},
	} {
		tl := &tally.Tally{Lost: c.lost, All: c.all, Records: c.records}
		if got := tl.MissingRecords(); got != c.want {
			t.Errorf("%d of %d bytes lost, %d records: got %d, want %d", c.lost, c.all, c.records, got, c.want)
		}
	}
}
