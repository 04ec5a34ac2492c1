package visit

import (
	"bytes"
	"reflect"
	"testing"

	"weft/crawl/scope"
	"weft/crawl/shared"
	"weft/internal/drawn"
)

// How pages were found is read back, one after the other, and fits into a note of the frontier.
func TestFounds(t *testing.T) {
	rng := drawn.Rand(t)
	var all []byte
	var want []Found
	for range 1000 {
		f := Found{
			Role: Role(rng.IntN(4)), Seed: rng.IntN(2) > 0, Marks: uint8(rng.IntN(4)), Depth: uint8(rng.Uint32()),
			Place: scope.Place{Hops: uint16(rng.Uint32()), Outside: uint8(rng.Uint32()), Embeds: uint8(rng.Uint32())},
			Path:  bytes.Repeat([]byte{byte('A' + rng.IntN(26))}, rng.IntN(60)),
		}
		one := f.Append(nil)
		if len(one) > shared.LongestNote {
			t.Fatalf("%+v takes %d bytes, want at most %d", f, len(one), shared.LongestNote)
		}
		f.Path = f.Path[max(len(f.Path)-toldPath, 0):]
		all, want = append(all, one...), append(want, f)
	}
	got, err := ParseFounds(all, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("what was written is read as something else")
	}
	if _, err := ParseFounds(all[:len(all)-len(want[999].Append(nil))/2], nil); err == nil {
		t.Error("a cut note is read without an error")
	}
}

// Whatever a frontier hands out is read without a panic, and what is accepted is written as it was.
func FuzzFounds(f *testing.F) {
	one := Found{Role: GuessRole, Seed: true, Marks: InSitemap, Depth: 3, Place: scope.Place{Hops: 300, Embeds: 1}, Path: []byte("LLR")}
	f.Add(one.Append(nil))
	f.Add(one.Append(one.Append(nil)))
	f.Add([]byte{0, 0, 0, 0, 0, 1, 'l'})
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := ParseFounds(b, nil)
		if err != nil {
			return
		}
		var again []byte
		for i := range list {
			again = list[i].Append(again)
		}
		if second, err := ParseFounds(again, nil); err != nil || len(second) != len(list) || len(list) > 0 && !reflect.DeepEqual(second, list) {
			t.Errorf("%v is written as %v, which is read as %+v, %v", b, again, second, err)
		}
	})
}
