package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"weft/internal/shared"
)

// tally is what a file holds by our reader.
type tally struct {
	records, http, revisits int
	types                   map[string]int
	bad                     []*BadRecord
	offsets                 []int64
	ids                     []string
}

// count reads an archive to its end and fails the test on any error but damage.
func count(tb testing.TB, r io.Reader, opts Options) tally {
	tb.Helper()
	n := tally{types: map[string]int{}}
	rd := NewReader(r, opts)
	for {
		rec, err := rd.Next()
		var bad *BadRecord
		switch {
		case err == io.EOF:
			return n
		case errors.As(err, &bad):
			n.bad = append(n.bad, bad)
			continue
		case err != nil:
			tb.Fatal(err)
		}
		n.records++
		n.types[rec.Type]++
		n.offsets = append(n.offsets, rec.Offset)
		n.ids = append(n.ids, rec.Type+" "+rec.TargetURI()+" "+rec.ID())
		if rec.IsHTTP() && rec.Type == TypeResponse {
			n.http++
		}
		if rec.Type == TypeRevisit {
			n.revisits++
		}
	}
}

func load(tb testing.TB, elem ...string) []byte {
	tb.Helper()
	b, err := os.ReadFile(shared.File(tb, elem...))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// onlyReader hides Seek, so that the reader has to do with what it remembers.
type onlyReader struct{ io.Reader }

func TestTruncatedCopies(t *testing.T) {
	for _, name := range []string{"whirlwind.warc.gz", "whirlwind.warc", "IAH-urls-wget.warc.gz"} {
		whole := load(t, "warc-samples", name)
		want := count(t, bytes.NewReader(whole), Options{})
		for cut := 0; cut < len(whole); cut += 997 {
			got := count(t, bytes.NewReader(whole[:cut]), Options{})
			lost := 0
			for lost < len(want.offsets) && want.offsets[lost] < int64(cut) {
				lost++ // records that begin before the cut: all but the last must be there
			}
			if got.records < lost-1 || got.records > lost {
				t.Fatalf("%s cut at %d: %d records, want %d or one less", name, cut, got.records, lost)
			}
			for i := range got.ids {
				if got.ids[i] != want.ids[i] {
					t.Fatalf("%s cut at %d: record %d is %s, want %s", name, cut, i, got.ids[i], want.ids[i])
				}
			}
			if got.records < lost && len(got.bad) == 0 {
				t.Fatalf("%s cut at %d: a record is missing without an error", name, cut)
			}
		}
	}
}

// TestCorruptMember damages one member in many ways; exactly its record must be missing, and be named.
func TestCorruptMember(t *testing.T) {
	whole := load(t, "warc-samples", "IAH-urls-wget.warc.gz")
	want := count(t, bytes.NewReader(whole), Options{})
	for _, victim := range []int{1, 7, 20, 34} {
		lo, hi := want.offsets[victim], want.offsets[victim+1]
		for at := lo; at < hi; at += max((hi-lo)/40, 1) {
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				broken := bytes.Clone(whole)
				broken[at] ^= flip
				got := count(t, onlyReader{bytes.NewReader(broken)}, Options{})
				if at >= lo+3 && at < lo+gzipHeader(whole[lo:]) && got.records == want.records {
					continue // flags, time stamp, system and extra field of the gzip header: no checksum covers them
				}
				name := fmt.Sprintf("member %d, byte %d of %d ^ %#x", victim, at-lo, hi-lo, flip)
				expectLost(t, name, got, want, victim)
			}
		}
	}
}

// gzipHeader is the size of a gzip header with or without an extra field.
func gzipHeader(b []byte) int64 {
	if b[3]&4 == 0 {
		return 10
	}
	return 12 + int64(b[10]) + int64(b[11])<<8
}

func expectLost(t *testing.T, name string, got, want tally, victim int) {
	t.Helper()
	if got.records != want.records-1 {
		t.Fatalf("%s: %d records, want %d; %v", name, got.records, want.records-1, got.bad)
	}
	for i, id := range got.ids {
		j := i
		if i >= victim {
			j++
		}
		if id != want.ids[j] {
			t.Fatalf("%s: record %d is %s, want %s", name, i, id, want.ids[j])
		}
	}
	if len(got.bad) == 0 || got.bad[0].Offset != want.offsets[victim] {
		t.Fatalf("%s: errors %v, want one at %d", name, got.bad, want.offsets[victim])
	}
}
