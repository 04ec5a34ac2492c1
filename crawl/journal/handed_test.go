package journal

import (
	"errors"
	"io"
	"testing"

	"weft/crawl"
	"weft/graph/kinds"
)

// Pages that were handed out are read as they were written, and stand in no reply. The log is sound, and damage in it is
// found.
func TestHanded(t *testing.T) {
	dir := t.TempDir()
	j, err := Create(dir, []byte("{}"), new(heap), nil, End{})
	if err != nil {
		t.Fatal(err)
	}
	seed := crawl.Pick{Page: crawl.None}
	handedOut := &crawl.Reply{Handed: true, Note: []byte("how they were found")}
	links := []crawl.Link{{To: 2, New: true}, {To: 1}, {To: 3, New: true, Kinds: kinds.Sitemap}}
	err = errors.Join(
		j.Learnt(seed, new(crawl.Reply), []crawl.Link{{To: 0, New: true}, {To: 1, New: true, Barred: true}}),
		j.Learnt(seed, handedOut, links),
		j.Picked(crawl.Pick{Page: 2}),
		j.Learnt(seed, handedOut, nil),
		j.Learnt(crawl.Pick{Page: 2}, new(crawl.Reply), []crawl.Link{{To: 0}}),
		j.Close(),
	)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Look(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	var kindsSeen string
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !e.Learnt:
			kindsSeen += "p"
		case e.Reply.Handed:
			if kindsSeen += "h"; kindsSeen == "sh" {
				checkHanded(t, e, links)
			}
		case e.Pick.Page == crawl.None:
			kindsSeen += "s"
		default:
			kindsSeen += "d"
		}
	}
	if kindsSeen != "shphd" {
		t.Errorf("the log has the records %q", kindsSeen)
	}
	if h.Known() != 4 {
		t.Errorf("the log names %d pages, want 4", h.Known())
	}
	if _, _, err := Verify(dir, Check{Closed: true, Damage: func(file string, at int64, what string) { t.Errorf("%s, byte %d: %s", file, at, what) }}, new(Checked)); err != nil {
		t.Fatal(err)
	}
}

func checkHanded(t *testing.T, e *crawl.Event, links []crawl.Link) {
	t.Helper()
	if string(e.Reply.Note) != "how they were found" || e.Pick.Page != crawl.None || len(e.Links) != len(links) {
		t.Fatalf("got %+v", e)
	}
	for i, l := range e.Links {
		if want := links[i]; l.To != want.To || l.New != want.New || l.Kinds != want.Kinds || l.Barred {
			t.Errorf("link %d is %+v, want %+v", i, l, links[i])
		}
	}
}

// Records of pages that were handed out that make no sense are damage.
func TestHandedDamage(t *testing.T) {
	for name, payload := range map[string][]byte{
		"empty": {}, "a note that is longer than the record": {9, 'x'}, "links that are missing": {1, 'x'}, "a page that nobody named": {0, 1, 20, 0}, "bytes after the end": {0, 0, 0},
	} {
		d := decoder{known: 3}
		if e, err := d.decode(handed, payload); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: got %+v, %v, want damage", name, e, err)
		}
	}
}
