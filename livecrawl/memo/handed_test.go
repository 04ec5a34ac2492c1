package memo

import (
	"bytes"
	"fmt"
	"testing"

	"weft/crawl"
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// list is names in memory.
type list []string

func (l *list) Len() int { return len(*l) }
func (l *list) Name(dst []byte, p crawl.Page) ([]byte, error) {
	if int(p) >= len(*l) {
		return dst, fmt.Errorf("there is no page %d", p)
	}
	return append(dst, (*l)[p]...), nil
}

func handedTrackers(t *testing.T, names *list) *Trackers {
	t.Helper()
	c := &folder.Config{Seeds: []string{"http://a.example/"}, Scope: folder.Scope{Area: "host", Depth: 9}, Traps: true}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	tr, err := New(c, names, func() (int, int) { return 2026, 11 })
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// hand lets trackers learn pages that were handed out.
func hand(t *testing.T, tr *Trackers, links []crawl.Link, founds ...visit.Found) {
	t.Helper()
	r := crawl.Reply{Handed: true}
	for i := range founds {
		r.Note = founds[i].Append(r.Note)
	}
	if err := tr.Learn(crawl.Pick{Page: crawl.None}, &r, links, true); err != nil {
		t.Fatal(err)
	}
}

// What other crawls have found of a page holds here as it did there, survives a checkpoint, and is passed on.
func TestHanded(t *testing.T) {
	names := &list{"http://a.example/", "http://a.example/map.xml", "http://a.example/deep", "http://b.example/"}
	tr := handedTrackers(t, names)
	if err := tr.Learn(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}}, true); err != nil {
		t.Fatal(err)
	}
	founds := []visit.Found{
		{Role: visit.SitemapRole, Depth: 1, Path: []byte("LM")},
		{Marks: visit.InSitemap, Depth: 7, Place: scope.Place{Hops: 7}, Path: []byte("LLLLLLR")},
		{Seed: true, Path: []byte("R")},
	}
	hand(t, tr, []crawl.Link{{To: 1, New: true, Kinds: kinds.Sitemap}, {To: 2, New: true}, {To: 3, New: true}}, founds...)
	var saved bytes.Buffer
	if err := tr.save(&saved); err != nil {
		t.Fatal(err)
	}
	again := handedTrackers(t, names)
	if err := again.load(&saved); err != nil {
		t.Fatal(err)
	}
	for what, one := range map[string]*Trackers{"at once": tr, "after a checkpoint": again} {
		for i, want := range founds {
			if got := one.Found(crawl.Page(i + 1)); !bytes.Equal(got.Append(nil), want.Append(nil)) {
				t.Errorf("%s: page %d was found as %+v, want %+v", what, i+1, got, want)
			}
		}
		if !one.steering.scope.Judge([]byte("http://b.example/x"), scope.Place{}, kinds.Link).In {
			t.Errorf("%s: a seed that was handed out does not widen the scope", what)
		}
		if one.steering.seedings != 1 {
			t.Errorf("%s: pages that were handed out count as %d seedings", what, one.steering.seedings)
		}
	}
	// Links of the page that was handed out go on from where it stands.
	tr.Start(crawl.Pick{Seq: 0, Page: 2})
	*names = append(*names, "http://a.example/deeper")
	v := tr.At(0)
	if v == nil || v.Depth != 7 || v.Path != "LLLLLLR" || v.Role != visit.PageRole {
		t.Fatalf("the visit is %+v", v)
	}
	n := visit.Note{Status: 200}
	if err := tr.Learn(crawl.Pick{Page: 2}, &crawl.Reply{State: page.Fetched, Note: n.Append(nil)}, []crawl.Link{{To: 4, New: true, Kinds: kinds.Link}}, true); err != nil {
		t.Fatal(err)
	}
	if f := tr.Found(4); f.Depth != 8 || string(f.Path) != "LLLLLLRL" || f.Place.Hops != 8 {
		t.Errorf("a link of it is found as %+v", f)
	}
}

// A shorter way that another crawl reports holds, and a longer one does not.
func TestHandedAgain(t *testing.T) {
	names := &list{"http://a.example/", "http://a.example/x"}
	tr := handedTrackers(t, names)
	hand(t, tr, []crawl.Link{{To: 0, New: true}, {To: 1, New: true}}, visit.Found{Seed: true}, visit.Found{Depth: 5, Place: scope.Place{Hops: 5}})
	hand(t, tr, []crawl.Link{{To: 1}}, visit.Found{Depth: 3, Place: scope.Place{Hops: 3}})
	hand(t, tr, []crawl.Link{{To: 1}, {To: 0}}, visit.Found{Depth: 6, Place: scope.Place{Hops: 6}}, visit.Found{Depth: 2, Place: scope.Place{Hops: 2}})
	if f := tr.Found(1); f.Depth != 3 || f.Place.Hops != 3 {
		t.Errorf("the page is found as %+v, want depth 3", f)
	}
	if f := tr.Found(0); f.Depth != 0 || !f.Seed {
		t.Errorf("the seed is found as %+v, want depth 0", f)
	}
}

// A note that describes other pages than the record has is damage.
func TestHandedMismatch(t *testing.T) {
	tr := handedTrackers(t, &list{"http://a.example/"})
	f := visit.Found{Depth: 1}
	for name, note := range map[string][]byte{"none": nil, "two": f.Append(f.Append(nil)), "nonsense": {255}} {
		if err := tr.Learn(crawl.Pick{Page: crawl.None}, &crawl.Reply{Handed: true, Note: note}, []crawl.Link{{To: 0, New: true}}, true); err == nil {
			t.Errorf("%s: learnt without an error", name)
		}
	}
}
