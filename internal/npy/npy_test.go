package npy

import (
	"bytes"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"
)

func roundTrip[T Value](t *testing.T, values []T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "v.npy")
	if err := WriteFile(path, values); err != nil {
		t.Fatal(err)
	}
	v, err := Open[T](path)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if !slices.Equal(v.Values, values) {
		t.Errorf("got %v, want %v", v.Values, values)
	}
	var b bytes.Buffer
	if err := Write(&b, values); err != nil {
		t.Fatal(err)
	}
	unaligned := append([]byte{0}, b.Bytes()...)[1:]
	if got, err := Parse[T](unaligned); err != nil || !slices.Equal(got, values) {
		t.Errorf("unaligned: got %v, %v; want %v", got, err, values)
	}
	for n := range b.Len() {
		if _, err := Parse[T](b.Bytes()[:n]); err == nil {
			t.Errorf("%d of %d bytes: no error", n, b.Len())
		}
	}
}

func TestRoundTrip(t *testing.T) {
	roundTrip(t, []uint8{0, 1, 255})
	roundTrip(t, []uint32{0, math.MaxUint32})
	roundTrip(t, []int64{-1, math.MaxInt64})
	roundTrip(t, []uint64{math.MaxUint64})
	roundTrip(t, []float64{0.1, math.Inf(1), -0.5})
	roundTrip(t, []float64(nil))
}

// The bytes are what numpy.save (NumPy 2.4) writes for numpy.array([1, 2], dtype='<u4').
func TestBytesOfNumPy(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, []uint32{1, 2}); err != nil {
		t.Fatal(err)
	}
	head := "\x93NUMPY\x01\x00v\x00{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }"
	want := head + string(bytes.Repeat([]byte{' '}, 127-len(head))) + "\n\x01\x00\x00\x00\x02\x00\x00\x00"
	if b.String() != want {
		t.Errorf("got  %q\nwant %q", b.String(), want)
	}
}

func TestOtherType(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, []uint32{1, 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse[float64](b.Bytes()); !errors.Is(err, ErrType) {
		t.Errorf("u4 read as f8: got %v", err)
	}
	b.Reset()
	if err := Write(&b, []float32{1, 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse[float64](b.Bytes()); !errors.Is(err, ErrType) {
		t.Errorf("f4 read as f8: got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, []float64{1, 2}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if v, err := Parse[float64](data); err == nil && len(v)*8 > len(data) {
			t.Fatalf("%d values from %d bytes", len(v), len(data))
		}
	})
}
