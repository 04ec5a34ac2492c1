package store

import (
	"errors"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/internal/corrupt"
	"weft/store/names"
)

// Anchors are read whose pages and texts there are; others are damage, which the first record that has it tells.
func TestDamagedAnchors(t *testing.T) {
	const lists = 300 // more than a sample
	texts, err := names.New(textTable(t))
	if err != nil {
		t.Fatal(err)
	}
	count := uint64(texts.Len())
	for _, c := range []struct {
		name string
		last []Anchor // of the last page
		more uint64   // anchors that the record says it has, and has not
		good bool
	}{
		{"none", nil, 0, true},
		{"the last page and text", []Anchor{{0, 0}, {lists - 1, uint32(count - 1)}}, 0, true},
		{"a page too many", []Anchor{{lists, 0}}, 0, false},
		{"a page too many behind a good one", []Anchor{{lists - 1, 0}, {lists, 0}}, 0, false},
		{"a text too many", []Anchor{{0, uint32(count)}}, 0, false},
		{"a record that does not end", nil, 1 << 20, false},
	} {
		path := filepath.Join(t.TempDir(), "anchors")
		w, err := createAnchors(path)
		if err != nil {
			t.Fatal(err)
		}
		for u := range lists {
			list := []Anchor{{graph.Node(u), uint32(u) % uint32(count)}}
			if u == lists-1 {
				list = c.last
			}
			if c.more > 0 && u == lists-1 {
				w.w.Gamma(c.more)
			} else if err := w.append(list); err != nil {
				t.Fatal(err)
			}
			if c.more > 0 && u == lists-1 {
				w.lists++ // it was begun by hand
			}
		}
		if err := w.finish(); err != nil {
			t.Fatal(err)
		}
		p, err := openPerList(path, anchorsMagic, lists)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []int{0, 1, lists - 1} {
			cur := newAnchorCursor(p, texts, graph.Range{Lo: from, Hi: lists})
			read := 0
			for cur.Next() {
				read++
			}
			if err := cur.Err(); c.good && (err != nil || read != lists-from) || !c.good && (read != lists-from-1 || !errors.Is(err, corrupt.Err)) || cap(cur.list) > 1000 {
				t.Errorf("%s, from page %d: %d records of %d, %v", c.name, from, read, lists-from, err)
			}
			if cur.Next() {
				t.Errorf("%s: it goes on behind its end", c.name)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
