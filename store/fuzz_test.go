package store

import (
	"os"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/graph/kinds"
	"weft/store/names"
)

// kindsFile returns a file of kinds of so many lists.
func kindsFile(tb testing.TB, lists int) []byte {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "kinds")
	p, err := createPerList(path, kindsMagic)
	if err != nil {
		tb.Fatal(err)
	}
	w := &kindsWriter{p: p}
	for u := range lists {
		list := make([]kinds.Set, u%5)
		for i := range list {
			list[i] = kinds.Link << ((u + i) % 4)
		}
		if err := w.append(list); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.finish(); err != nil {
		tb.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// Whatever the bytes, reading kinds and anchors ends in an error or in values that are in range.
func FuzzRecords(f *testing.F) {
	f.Add(kindsFile(f, 0), 0)
	f.Add(kindsFile(f, 3), 3)
	f.Add(kindsFile(f, 600), 600)
	texts, err := names.New(textTable(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, lists int) {
		if lists < 0 || lists > 1<<12 {
			return
		}
		if p, err := parsePerList(data, kindsMagic, lists); err == nil {
			for _, from := range []int{0, lists / 2} {
				r, err := newKindReader(p, from)
				for u := from; u < lists && err == nil; u++ {
					var ks []kinds.Set
					if ks, err = r.next(u % 5); err == nil && len(ks) != u%5 {
						t.Fatalf("list %d: %d kinds", u, len(ks))
					}
				}
			}
		}
		if len(data) > 8 {
			copy(data, anchorsMagic)
		}
		if p, err := parsePerList(data, anchorsMagic, lists); err == nil {
			c := newAnchorCursor(p, texts, graph.Range{Lo: 0, Hi: lists})
			for c.Next() {
				for _, a := range c.Anchors() {
					if int(a.From) >= lists || int(a.Text) >= texts.Len() {
						t.Fatalf("anchor %+v", a)
					}
				}
			}
		}
	})
}

func textTable(tb testing.TB) []byte {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "texts")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	w := names.NewWriter(f)
	for _, s := range []string{"a", "b"} {
		if err := w.Append([]byte(s)); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		tb.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func FuzzManifest(f *testing.F) {
	m := Manifest{Order: ByName}
	text, err := m.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"weft_format":1,"manifest_sha256":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, err := parseManifest(text); err == nil && (m.Format < FirstFormat || m.Format > FormatVersion) {
			t.Fatalf("got %+v", m)
		}
	})
}
