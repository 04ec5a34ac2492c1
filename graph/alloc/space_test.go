package alloc_test

import (
	"errors"
	"testing"
	"unsafe"

	"weft/graph/alloc"
	"weft/internal/mmap"
)

func TestMake(t *testing.T) {
	scratch := mmap.NewScratch(t.TempDir())
	defer scratch.Close()
	for name, s := range map[string]alloc.Space{"heap": nil, "mapped": scratch} {
		for _, n := range []int{0, 1, 100_000} {
			a, err := alloc.Make[float64](s, n)
			if err != nil || len(a) != n {
				t.Fatalf("%s: got %d values and error %v, want %d", name, len(a), err, n)
			}
			for i := range a {
				if a[i] != 0 {
					t.Fatalf("%s: value %d is %v, want 0", name, i, a[i])
				}
				a[i] = float64(i)
			}
			for i := range a {
				if a[i] != float64(i) {
					t.Fatalf("%s: value %d became %v", name, i, a[i])
				}
			}
		}
	}
}

func TestMappedIsAligned(t *testing.T) {
	scratch := mmap.NewScratch(t.TempDir())
	defer scratch.Close()
	for range 3 {
		a, err := alloc.Make[uint8](scratch, 100)
		if err != nil {
			t.Fatal(err)
		}
		if at := uintptr(unsafe.Pointer(&a[0])); at%64 != 0 {
			t.Errorf("an array begins at %x, want a multiple of 64", at)
		}
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Bytes(int64) ([]byte, error) { return nil, errFull }

func TestMakerRemembersTheError(t *testing.T) {
	m := alloc.Maker{Space: full{}}
	if a := alloc.From[uint32](&m, 10); a != nil || !errors.Is(m.Err, errFull) {
		t.Errorf("got %v and error %v, want none and %v", a, m.Err, errFull)
	}
	if b := alloc.From[uint8](&m, 1); b != nil {
		t.Errorf("after an error: got %v", b)
	}
}

func TestScratchTellsWhatItCannotHold(t *testing.T) {
	scratch := mmap.NewScratch(t.TempDir())
	if _, err := scratch.Bytes(1 << 60); err == nil {
		t.Error("room for 2^60 bytes: no error")
	}
	if err := errors.Join(scratch.Close(), scratch.Close()); err != nil {
		t.Errorf("close twice: %v", err)
	}
}
