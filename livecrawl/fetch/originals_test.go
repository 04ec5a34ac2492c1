package fetch

import (
	"testing"

	"weft/web/warc"
)

// remembered adds the payloads of the numbers in from to originals that remember so many, and returns those that are known.
func remembered(o *originals, turn bool, first []int, then ...int) (known map[int]bool) {
	digest := func(i int) string { return warc.Digest([]byte{byte(i), byte(i >> 8)}) }
	for _, i := range first {
		o.add(digest(i), 0, "x", int64(i))
		o.add(digest(i), 0, "x", int64(i))
	}
	if turn {
		o.turn()
	}
	for _, i := range then {
		o.add(digest(i), 0, "x", int64(i))
	}
	known = map[int]bool{}
	for i := range len(first) + len(then) {
		d, _ := parseDigest(digest(i))
		if at, ok := o.at[(&original{digest: d}).key()]; ok && o.list[at].digest == d && o.list[at].offset == int64(i) {
			known[i] = true
		}
	}
	return known
}

// What is remembered is bounded, the oldest is forgotten, and that is counted.
func TestOriginalsAreBounded(t *testing.T) {
	o := newOriginals("")
	o.most = 10
	var all []int
	for i := range 25 {
		all = append(all, i)
	}
	got := remembered(o, false, all)
	if _, forgotten := o.counts(); len(got) != 10 || forgotten != 15 {
		t.Errorf("%d are remembered, %d forgotten", len(got), forgotten)
	}
	for i := 15; i < 25; i++ {
		if !got[i] {
			t.Errorf("%d is forgotten, and older ones are not", i)
		}
	}
}

// A crawl that is resumed reads payloads from the newest back, and forgets the oldest first.
func TestForgetsTheOldest(t *testing.T) {
	o := newOriginals("")
	o.most = 50
	var newestFirst []int
	for i := range 50 {
		newestFirst = append(newestFirst, 49-i)
	}
	if known := remembered(o, true, newestFirst, 50); known[0] || len(known) != 50 {
		t.Errorf("known: %v", known)
	}
}
