package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/drawn"
	"weft/internal/table"
)

// factsFile returns a table of the facts of some pages, and these facts.
func factsFile(tb testing.TB, pages int) (data []byte, all []Facts) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), FactsFile)
	err := table.Create(path, factColumns, func(w *table.Writer) error {
		for i := range pages {
			f := Facts{}
			if i%3 > 0 {
				f = Facts{Status: 200 + i%300, Size: int64(i), Time: time.UnixMilli(1e12 + int64(i)).UTC(), Type: []byte("text/html"), Title: fmt.Appendf(nil, "Page %d", i)}
			}
			if i%5 == 1 {
				f.Digest = []byte("sha1:ABC")
			}
			if i%7 == 1 {
				f.Site, f.Skin = fmt.Appendf(nil, "Site %d", i%11), uint64(i) //nolint:gosec // not negative
			}
			all = append(all, f)
			if err := w.Append(f.AppendRow(nil)...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	if data, err = os.ReadFile(path); err != nil {
		tb.Fatal(err)
	}
	return data, all
}

// TestFactsAtRandom reads rows in any order, over the borders of groups of rows.
func TestFactsAtRandom(t *testing.T) {
	rng := drawn.Rand(t)
	data, all := factsFile(t, 300_000)
	r := &FactReader{path: "facts"}
	if err := r.open(data, blocksum.Sums{}, int64(len(all))); err != nil {
		t.Fatal(err)
	}
	at := 0
	for i := range 3000 {
		if at++; i%3 > 0 || at == len(all) {
			at = rng.IntN(len(all))
		}
		f, err := r.atName(int64(at))
		if err != nil {
			t.Fatal(err)
		}
		want := &all[at]
		if f.Status != want.Status || f.Size != want.Size || !f.Time.Equal(want.Time) || !bytes.Equal(f.Type, want.Type) || !bytes.Equal(f.Digest, want.Digest) || !bytes.Equal(f.Title, want.Title) || !bytes.Equal(f.Site, want.Site) || f.Skin != want.Skin {
			t.Fatalf("row %d: got %+v, want %+v", at, f, want)
		}
	}
}

// TestTexts cuts and cleans what servers send.
func TestTexts(t *testing.T) {
	var f Facts
	for in, want := range map[string]string{
		" Text/HTML ; charset=x": "text/html", "image/png": "image/png", "": "", "text/h\u00e9": "", "a b": "a", ";x": "",
	} {
		if f.SetType(in); string(f.Type) != want {
			t.Errorf("type %q: got %q, want %q", in, f.Type, want)
		}
	}
	long := bytes.Repeat([]byte("\u00e9"), MaxTitle)
	for in, want := range map[string]string{
		"  a \n\t b\u00a0\u3000c ": "a b c", "x\x00y\x1b[1m": "xy[1m", "\xff\xfea": "a", string(long): string(long[:MaxTitle]), "": "",
	} {
		if f.SetTitle([]byte(in)); string(f.Title) != want {
			t.Errorf("title %.20q: got %.20q, want %.20q", in, f.Title, want)
		}
	}
	for in, want := range map[string]string{"sha1:ABC": "sha1:ABC", "a b": "", "\x01": ""} {
		if f.SetDigest(in); string(f.Digest) != want {
			t.Errorf("digest %q: got %q, want %q", in, f.Digest, want)
		}
	}
}

// FuzzFacts reads damaged tables and notes: the end is an error, or values within their limits.
func FuzzFacts(f *testing.F) {
	data, _ := factsFile(f, 20)
	f.Add(data, int64(20))
	f.Add((&Facts{Status: 200, Size: 7, Type: []byte("text/html"), Title: []byte("x"), Site: []byte("y"), Skin: 5}).Append(nil), int64(1))
	f.Fuzz(func(t *testing.T, data []byte, pages int64) {
		if pages < 0 || pages > 1<<10 {
			return
		}
		var facts Facts
		p := corrupt.Parser{Rest: data}
		if facts.Parse(&p); !p.Bad {
			var again Facts
			q := corrupt.Parser{Rest: facts.Append(nil)}
			if again.Parse(&q); q.Bad || fmt.Sprint(again) != fmt.Sprint(facts) {
				t.Errorf("%+v is read again as %+v", facts, again)
			}
		}
		r := &FactReader{path: "facts"}
		if r.open(data, blocksum.Sums{}, pages) != nil {
			return
		}
		for i := range pages {
			f, err := r.atName(i)
			if err != nil {
				return
			}
			if f.Status < 0 || f.Status > 999 || f.Size < 0 {
				t.Errorf("row %d: %+v", i, f)
			}
		}
	})
}
