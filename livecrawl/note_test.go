package livecrawl

import (
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"weft/crawl/trap"
	"weft/internal/drawn"
	"weft/web/similar"
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
			for range rng.IntN(2) * rng.IntN(similar.MaxData+1) {
				n.data = append(n.data, uint16(rng.Uint32()))
			}
			slices.Sort(n.data)
			n.data = slices.Compact(n.data)
		}
		if rng.IntN(4) == 0 {
			n.limited = []uint64{1, 4, 9}
		}
		if rng.IntN(9) == 0 { // no answer: there are no marks
			n.status, n.cut, n.limit, n.shell, n.wall, n.data = -rng.IntN(9999), 0, 0, false, false, nil
		}
		var got note
		if err := got.parse(n.append(nil)); err != nil {
			t.Fatal(err)
		}
		if len(got.limited) == 0 {
			got.limited = nil
		}
		if len(got.data) == 0 {
			got.data = nil
		}
		if got.places, got.finding = nil, (trap.Finding{}); !reflect.DeepEqual(got, n) {
			t.Fatalf("got %+v, want %+v", got, n)
		}
	}
	old := binary.AppendUvarint(binary.AppendVarint([]byte{firmFlag}, 1200), 77)
	var n note
	if err := n.parse(old); err != nil || n.status != 200 || n.cut != cutUnknown || n.size != 77 || n.shell || n.wall {
		t.Errorf("a note of an earlier version is read as %+v, %v", n, err)
	}
}

// A finding comes back from a note; what an earlier version noted of phrases is news.
func TestFindingsInNotes(t *testing.T) {
	n := note{status: 200, html: true, words: 9, print: 7}
	f := trap.Finding{Verdict: trap.Weak, Said: []uint32{5, 6}, Numbers: []trap.Observation{{Where: 3, Value: 9}}, Gone: []uint32{1, 4}}
	var got note
	if err := got.parse(appendFinding(n.append(nil), &f)); err != nil || got.finding.Verdict != f.Verdict || !slices.Equal(got.finding.Said, f.Said) ||
		!slices.Equal(got.finding.Numbers, f.Numbers) || !slices.Equal(got.finding.Gone, f.Gone) {
		t.Errorf("got %+v, %v; want %+v", got.finding, err, f)
	}
	if b := n.append(nil); len(appendFinding(b, &trap.Finding{Verdict: trap.Same})) != len(b) {
		t.Error("a page that says nothing new takes room in the log")
	}
	old := n.append(nil)
	old[0] |= newsFlag
	old = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(append(old, 2), 77), 88)
	if err := got.parse(old); err != nil || got.finding.Verdict != trap.News || !slices.Equal(got.finding.Said, []uint32{77, 88}) {
		t.Errorf("an earlier version: got %+v, %v", got.finding, err)
	}
	if err := got.parse(old[:len(old)-1]); err == nil {
		t.Error("a cut note is read")
	}
}

// Marks that no page has are refused: too many, too large, not increasing.
func TestWrongDataInNotes(t *testing.T) {
	good := note{status: 200, html: true, words: 9, print: 7, data: []uint16{3, 5}}
	b := good.append(nil)
	head := b[:len(b)-3]
	for _, tail := range [][]byte{{2, 3}, {2, 3, 0}, {1, 3, 2}, {1, 0xff, 0xff, 0x04}, {2, 3, 0xff, 0xff, 0x03}, binary.AppendUvarint(nil, 1<<60), append([]byte{33}, slices.Repeat([]byte{1}, 33)...)} {
		var n note
		if err := n.parse(append(slices.Clone(head), tail...)); err == nil {
			t.Errorf("marks % x are read as %v", tail, n.data)
		}
	}
	var n note
	if err := n.parse(b); err != nil || !slices.Equal(n.data, good.data) {
		t.Errorf("got %v, %v", n.data, err)
	}
}

func FuzzNote(f *testing.F) {
	n := note{status: 200, cut: cutLength, limit: 9, size: 5}
	f.Add(n.append(nil))
	n = note{status: 200, html: true, words: 9, print: 7, data: []uint16{3, 5}}
	f.Add(n.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var n note
		if n.parse(b) != nil {
			return
		}
		if n.status < 0 && (n.shell || n.wall || n.cut != notCut) {
			t.Errorf("%+v was not asked for, and has marks", n)
		}
		if len(n.data) > similar.MaxData || !slices.IsSorted(n.data) {
			t.Errorf("marks of numbers %v", n.data)
		}
	})
}
