package ingest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/shared"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
)

// An input that is cut fails, even where the bad records are few, unless everything may be missing; then it says so. An
// archive of captures does not fail, and says so all the same.
func TestCutInputs(t *testing.T) {
	var list bytes.Buffer
	z := gzip.NewWriter(&list)
	z.Write([]byte(manyNames(20_000)))
	z.Close()
	warc, err := os.ReadFile(shared.File(t, "warc-samples", "IAH-20080430204825-00000-blackbook.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	_, archive := siteOf(t, map[string]string{"a.html": "<a href=b.html>b</a>", "b.html": strings.Repeat("<p>x", 5000)})
	tree, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		cut  int // bytes of it that are left
	}{"list": {list.Bytes(), list.Len() / 2}, "x.warc.gz": {warc, len(warc) * 9 / 10}, "x.tar": {tree, len(tree) * 2 / 3}} {
		for _, cut := range []bool{false, true} {
			data, want := c.data, 0
			if cut {
				data, want = c.data[:c.cut], 1
			}
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			o := ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, MaxBad: 0.5}
			if name == "x.tar" {
				o.BaseURL = "http://a.example/"
			}
			if cut && name != "x.warc.gz" { // of an archive what is there is read
				_, err := ingest.Import(context.Background(), o)
				if !errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "at offset") {
					t.Errorf("%s, cut: got %v, want that %s is bad, and where", name, err, path)
				}
				o.MaxBad, o.Output = 1, filepath.Join(t.TempDir(), "c")
			}
			s, err := ingest.Import(context.Background(), o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			notes := s.Manifest.Steps[0].Notes["inputs that break off: the rest is missing"]
			if len(s.Breaks) != want || notes != int64(want) {
				t.Errorf("%s, cut %t: got the breaks %+v and %d in the notes, want %d", name, cut, s.Breaks, notes, want)
			}
			if cut {
				o.Strict, o.Output = true, filepath.Join(t.TempDir(), "c")
				if _, err := ingest.Import(context.Background(), o); !errors.Is(err, tally.ErrBadInput) {
					t.Errorf("%s, cut, strict: got %v, want that the input is bad", name, err)
				}
			}
		}
	}
}

// A long list whose last line has no line end may be cut, and that is noted. A short one may have been typed.
func TestListWithoutLastLineEnd(t *testing.T) {
	const note = "texts whose last line has no line end and may be cut: see import.log"
	numbers := strings.Repeat("12 345\n345 12\n", 6000)
	names := manyNames(20_000)
	for name, c := range map[string]struct {
		text string
		want int64
	}{
		"numbers": {numbers, 0}, "numbers, cut": {numbers[:len(numbers)-2], 1},
		"names": {names, 0}, "names, cut": {names[:len(names)-3], 1},
		"names, typed": {"ann bob\nbob cel\ncel ann", 0},
	} {
		out := filepath.Join(t.TempDir(), "c")
		_, s := importText(t, c.text, ingest.Options{DraftOptions: store.DraftOptions{Output: out}})
		log, err := os.ReadFile(filepath.Join(out, "import.log"))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Manifest.Steps[0].Notes[note]; got != c.want || strings.Contains(string(log), "no line end") != (c.want > 0) {
			t.Errorf("%s: noted %d times, want %d, and in the log:\n%s", name, got, c.want, log)
		}
	}
}
