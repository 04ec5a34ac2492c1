package tally_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"weft/making/ingest/tally"
)

// An import fails if more than the allowed share is bad: records, cut pages, or bytes of archives. The share itself passes.
func TestCheckShares(t *testing.T) {
	for _, c := range []struct {
		name string
		t    tally.Tally
		most float64
		want string // part of the error; empty for none
	}{
		{"nothing", tally.Tally{}, 0, ""},
		{"no bad records", tally.Tally{Records: 10}, 0, ""},
		{"as many as allowed", tally.Tally{Records: 90, Bad: 10}, 0.1, ""},
		{"one more", tally.Tally{Records: 89, Bad: 11}, 0.1, "11 of 100 records are bad, more than 10 %"},
		{"one of none allowed", tally.Tally{Records: 1_000_000, Bad: 1}, 0, "1 of 1000001 records are bad, more than 0 %"},
		{"all bad", tally.Tally{Bad: 3}, 0.5, "3 of 3 records are bad"},
		{"all bad, all allowed", tally.Tally{Bad: 3}, 1, ""},
		{"links do not count", tally.Tally{Records: 10, Links: 100}, 0, ""},
		{"cut pages as many as allowed", tally.Tally{Records: 90, Bad: 10, Beyond: 10}, 0.1, ""},
		{"cut pages, one more", tally.Tally{Records: 100, Beyond: 11}, 0.1, "11 of 100 records are pages larger than"},
		{"lost bytes as many as allowed", tally.Tally{Records: 9, Lost: 100, All: 1000}, 0.1, ""},
		{"lost bytes, one more", tally.Tally{Records: 9, Lost: 101, All: 1000}, 0.1, "101 of 1000 bytes of the archives hold no readable record"},
		{"a missing part of unknown size", tally.Tally{Records: 9, Breaks: []tally.Break{{Input: "x.gz", Offset: 77, Missing: -1}}}, 0.99, "x.gz is truncated at offset 77"},
		{"a missing part of unknown size, all allowed", tally.Tally{Records: 9, Breaks: []tally.Break{{Missing: -1}}}, 1, ""},
		{"missing bytes as many as allowed", tally.Tally{Records: 9, Breaks: []tally.Break{{Missing: 60}, {Missing: 40}}}, 0.1, ""},
		{"missing bytes, one more", tally.Tally{Records: 9, Breaks: []tally.Break{{Input: "x.gz", Missing: 60}, {Missing: 41}}}, 0.1, "101 of 1000 bytes of the input are missing"},
	} {
		err := c.t.CheckShares(c.most, 1000)
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		case !errors.Is(err, tally.ErrMostlyBad) || !errors.Is(err, tally.ErrBadInput):
			t.Errorf("%s: %v is no ErrMostlyBad", c.name, err)
		}
	}
}

// The error shows the first bad record, and no later one.
func TestFirstBadRecord(t *testing.T) {
	tl := &tally.Tally{Out: io.Discard, Input: "a", Base: 10}
	for i, why := range []string{"no target", "no source"} {
		if err := tl.Reject(int64(i), why); err != nil {
			t.Fatal(err)
		}
	}
	err := tl.CheckShares(0, 0)
	if err == nil || !strings.HasSuffix(err.Error(), ". The first: a, offset 10: no target") {
		t.Errorf("got %v", err)
	}
}

// Since counts one input of several. Its first bad record is known only if no earlier input had one.
func TestSince(t *testing.T) {
	tl := &tally.Tally{Out: io.Discard, Input: "a", Records: 5, Lost: 1, All: 10, Beyond: 2, Breaks: []tally.Break{{Input: "a"}}}
	start := *tl
	tl.Input, tl.Records, tl.Lost, tl.All, tl.Beyond = "b", 8, 3, 20, 3
	tl.Breaks = append(tl.Breaks, tally.Break{Input: "b"})
	for i, why := range []string{"no target", "no source"} {
		if err := tl.Reject(int64(4+i), why); err != nil {
			t.Fatal(err)
		}
	}
	d := tl.Since(&start)
	if d.Input != "b" || d.Records != 3 || d.Bad != 2 || d.Lost != 2 || d.All != 10 || d.Beyond != 1 {
		t.Errorf("got %+v", d)
	}
	if len(d.Breaks) != 1 || d.Breaks[0].Input != "b" {
		t.Errorf("got the breaks %v, want one of b", d.Breaks)
	}
	if err := d.CheckShares(0.3, 0); err == nil || !strings.HasSuffix(err.Error(), ". The first: b, offset 4: no target") {
		t.Errorf("the first bad record of b: got %v", err)
	}
	next := *tl
	if err := tl.Reject(9, "no source"); err != nil {
		t.Fatal(err)
	}
	if err := tl.Since(&next).CheckShares(0, 0); err == nil || strings.Contains(err.Error(), "The first") {
		t.Errorf("a later input: got %v, want no first bad record", err)
	}
}
