package livecrawl

import (
	"encoding/binary"
	"reflect"
	"testing"

	"weft/internal/drawn"
)

// What a note says is read back, with all marks, and a note of an earlier version says what it said.
func TestNotes(t *testing.T) {
	rng := drawn.Rand(t)
	for range 2000 {
		n := note{status: 100 + rng.IntN(900), size: rng.Uint64N(1 << 30), firm: rng.IntN(2) > 0, html: rng.IntN(2) > 0, final: rng.IntN(2) > 0, pretends: rng.IntN(2) > 0, cut: cutWhy(rng.IntN(8)), shell: rng.IntN(2) > 0, wall: rng.IntN(2) > 0}
		if n.cut.limited() {
			n.limit = rng.Uint64N(1 << 40)
		}
		if rng.IntN(2) > 0 {
			n.words, n.print = 1+rng.Uint64N(99), rng.Uint64()
		}
		if rng.IntN(4) == 0 {
			n.limited = []uint64{1, 4, 9}
		}
		if rng.IntN(9) == 0 { // no answer: there are no marks
			n.status, n.cut, n.limit, n.shell, n.wall = -rng.IntN(9999), 0, 0, false, false
		}
		var got note
		if err := got.parse(n.append(nil)); err != nil {
			t.Fatal(err)
		}
		if len(got.limited) == 0 {
			got.limited = nil
		}
		if got.places, got.news = nil, nil; !reflect.DeepEqual(got, n) {
			t.Fatalf("got %+v, want %+v", got, n)
		}
	}
	old := binary.AppendUvarint(binary.AppendVarint([]byte{firmFlag}, 1200), 77)
	var n note
	if err := n.parse(old); err != nil || n.status != 200 || n.cut != cutUnknown || n.size != 77 || n.shell || n.wall {
		t.Errorf("a note of an earlier version is read as %+v, %v", n, err)
	}
}

func FuzzNote(f *testing.F) {
	n := note{status: 200, cut: cutLength, limit: 9, size: 5}
	f.Add(n.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var n note
		if n.parse(b) != nil {
			return
		}
		if n.status < 0 && (n.shell || n.wall || n.cut != notCut) {
			t.Errorf("%+v was not asked for, and has marks", n)
		}
	})
}
