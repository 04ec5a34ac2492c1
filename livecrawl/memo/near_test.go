package memo

import (
	"slices"
	"testing"

	"weft/crawl"
	"weft/graph/page"
	"weft/livecrawl/visit"
)

// tell tells nearPages of a page that says some words, and what its numbers and cells are.
func tell(t *testing.T, x *nearPages, at crawl.Page, print uint64, data []uint16) {
	t.Helper()
	e := event{pick: crawl.Pick{Page: at}, visit: new(visit.Visit), reply: &crawl.Reply{State: page.Fetched}, note: &visit.Note{Status: 200, HTML: true, Words: 100, Print: print, Data: data}}
	if err := x.learn(&e); err != nil {
		t.Fatal(err)
	}
}

// marksFrom returns so many marks, from one on.
func marksFrom(from, n int) (m []uint16) {
	for i := range n {
		m = append(m, uint16(from+10*i))
	}
	return m
}

// Pages of the same words are near duplicates only if their numbers are alike, also after the state was saved. In a
// checkpoint of an earlier version pages have no numbers.
func TestNearPagesByNumbers(t *testing.T) {
	var x nearPages
	tell(t, &x, 1, 7, marksFrom(1, 20))
	tell(t, &x, 2, 7, marksFrom(2, 20)) // other numbers
	tell(t, &x, 3, 7, nil)
	var s saved
	x.save(&s)
	var y nearPages
	if err := y.load(&s); err != nil {
		t.Fatal(err)
	}
	tell(t, &y, 4, 7|1<<9, append([]uint16{0}, marksFrom(2, 20)[1:]...)) // one number is another
	tell(t, &y, 5, 7, marksFrom(3, 20))
	tell(t, &y, 6, 7, marksFrom(3, 3)) // as good as none
	want := []Near{{Page: 4, Like: 2, Distance: 1}, {Page: 6, Like: 3}}
	if !slices.Equal(y.list, want) {
		t.Errorf("got %+v, want %+v", y.list, want)
	}
	if got := y.bytes() - x.bytes(); got <= 0 {
		t.Errorf("one more page takes %d bytes", got)
	}

	old := saved{Prints: []uint64{7}, Printed: []crawl.Page{9}}
	var z nearPages
	if err := z.load(&old); err != nil {
		t.Fatal(err)
	}
	tell(t, &z, 10, 7, nil)
	tell(t, &z, 11, 7, marksFrom(1, 20))
	if want := []Near{{Page: 10, Like: 9}}; !slices.Equal(z.list, want) {
		t.Errorf("after an earlier version: got %+v, want %+v", z.list, want)
	}
	for _, bad := range []saved{
		{Prints: []uint64{7}, Printed: []crawl.Page{9}, Data: []uint16{1}},
		{Prints: []uint64{7}, Printed: []crawl.Page{9}, Data: []uint16{1}, DataEnds: []uint32{2}},
		{Prints: []uint64{7, 8}, Printed: []crawl.Page{9, 10}, Data: []uint16{1}, DataEnds: []uint32{3, 1}},
		{Prints: []uint64{7, 8}, Printed: []crawl.Page{9, 10}, Data: []uint16{1}, DataEnds: []uint32{1}},
	} {
		if err := new(nearPages).load(&bad); err == nil {
			t.Errorf("%+v is loaded", bad)
		}
	}
}
