package visit

import (
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"weft/crawl/trap"
	"weft/internal/drawn"
	"weft/store"
	"weft/web/similar"
)

// What a note says is read back, with all marks, and a note of an earlier version says what it said.
func TestNotes(t *testing.T) {
	rng := drawn.Rand(t)
	for range 2000 {
		n := Note{Status: 100 + rng.IntN(900), Size: rng.Uint64N(1 << 30), Firm: rng.IntN(2) > 0, HTML: rng.IntN(2) > 0, Final: rng.IntN(2) > 0, Pretends: rng.IntN(2) > 0, Cut: CutWhy(rng.IntN(8)), Shell: rng.IntN(2) > 0, Wall: rng.IntN(2) > 0}
		if n.Cut.Limited() {
			n.Limit = rng.Uint64N(1 << 40)
		}
		if rng.IntN(2) > 0 {
			n.Words, n.Print = 1+rng.Uint64N(99), rng.Uint64()
			for range rng.IntN(2) * rng.IntN(similar.MaxData+1) {
				n.Data = append(n.Data, uint16(rng.Uint32()))
			}
			slices.Sort(n.Data)
			n.Data = slices.Compact(n.Data)
		}
		if rng.IntN(4) == 0 {
			n.Limited = []uint64{1, 4, 9}
		}
		if rng.IntN(2) > 0 {
			n.Facts = store.Facts{Status: n.Status, Size: 1 + rng.Int64N(1<<40), Type: []byte("text/html"), Digest: []byte("sha1:ABC"), Title: []byte("Bücher")}
		}
		if rng.IntN(9) == 0 { // no answer: there are no marks
			n.Status, n.Cut, n.Limit, n.Shell, n.Wall, n.Data, n.Facts = -1-rng.IntN(9999), 0, 0, false, false, nil, store.Facts{}
		}
		var got Note
		if err := got.Parse(n.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if len(got.Limited) == 0 {
			got.Limited = nil
		}
		if len(got.Data) == 0 {
			got.Data = nil
		}
		if got.Places, got.Finding = nil, (trap.Finding{}); !reflect.DeepEqual(got, n) {
			t.Fatalf("got %+v, want %+v", got, n)
		}
	}
	old := binary.AppendUvarint(binary.AppendVarint([]byte{firmFlag}, 1200), 77)
	var n Note
	if err := n.Parse(old); err != nil || n.Status != 200 || n.Cut != cutUnknown || n.Size != 77 || n.Shell || n.Wall {
		t.Errorf("a note of an earlier version is read as %+v, %v", n, err)
	}
}

// A finding comes back from a note; what an earlier version noted of phrases is news.
func TestFindingsInNotes(t *testing.T) {
	n := Note{Status: 200, HTML: true, Words: 9, Print: 7}
	f := trap.Finding{Verdict: trap.Weak, Said: []uint32{5, 6}, Numbers: []trap.Observation{{Where: 3, Value: 9}}, Gone: []uint32{1, 4}}
	var got Note
	if err := got.Parse(AppendFinding(n.Append(nil), &f)); err != nil || got.Finding.Verdict != f.Verdict || !slices.Equal(got.Finding.Said, f.Said) ||
		!slices.Equal(got.Finding.Numbers, f.Numbers) || !slices.Equal(got.Finding.Gone, f.Gone) {
		t.Errorf("got %+v, %v; want %+v", got.Finding, err, f)
	}
	if b := n.Append(nil); len(AppendFinding(b, &trap.Finding{Verdict: trap.Same})) != len(b) {
		t.Error("a page that says nothing new takes room in the log")
	}
	old := n.Append(nil)
	old[0] |= newsFlag
	old = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(append(old, 2), 77), 88)
	if err := got.Parse(old); err != nil || got.Finding.Verdict != trap.News || !slices.Equal(got.Finding.Said, []uint32{77, 88}) {
		t.Errorf("an earlier version: got %+v, %v", got.Finding, err)
	}
	if err := got.Parse(old[:len(old)-1]); err == nil {
		t.Error("a cut note is read")
	}
}

// Marks that no page has are refused: too many, too large, not increasing.
func TestWrongDataInNotes(t *testing.T) {
	good := Note{Status: 200, HTML: true, Words: 9, Print: 7, Data: []uint16{3, 5}}
	b := good.Append(nil)
	head := b[:len(b)-3]
	for _, tail := range [][]byte{{2, 3}, {2, 3, 0}, {1, 3, 2}, {1, 0xff, 0xff, 0x04}, {2, 3, 0xff, 0xff, 0x03}, binary.AppendUvarint(nil, 1<<60), append([]byte{33}, slices.Repeat([]byte{1}, 33)...)} {
		var n Note
		if err := n.Parse(append(slices.Clone(head), tail...)); err == nil {
			t.Errorf("marks % x are read as %v", tail, n.Data)
		}
	}
	var n Note
	if err := n.Parse(b); err != nil || !slices.Equal(n.Data, good.Data) {
		t.Errorf("got %v, %v", n.Data, err)
	}
}

func FuzzNote(f *testing.F) {
	n := Note{Status: 200, Cut: CutLength, Limit: 9, Size: 5}
	f.Add(n.Append(nil))
	n = Note{Status: 200, HTML: true, Words: 9, Print: 7, Data: []uint16{3, 5}}
	f.Add(n.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var n Note
		if n.Parse(b) != nil {
			return
		}
		if n.Status < 0 && (n.Shell || n.Wall || n.Cut != NotCut) {
			t.Errorf("%+v was not asked for, and has marks", n)
		}
		if len(n.Data) > similar.MaxData || !slices.IsSorted(n.Data) {
			t.Errorf("marks of numbers %v", n.Data)
		}
	})
}
