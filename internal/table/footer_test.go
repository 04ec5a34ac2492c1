package table

import (
	"bytes"
	"testing"
)

// TestCheckFooter refuses files whose footer is longer than they are.
func TestCheckFooter(t *testing.T) {
	var b bytes.Buffer
	w := New(&b, []Column{{Name: "n", Type: Int}})
	if err := w.Append(int64(1)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	if err := CheckFooter(bytes.NewReader(whole), int64(len(whole))); err != nil {
		t.Error(err)
	}
	for cut := range len(whole) {
		part := append(bytes.Clone(whole[:cut]), 0xff, 0xff, 0xff, 0x7f, 'P', 'A', 'R', '1')
		if CheckFooter(bytes.NewReader(part), int64(len(part))) == nil {
			t.Fatalf("a footer of 2 GiB is taken in a file of %d bytes", len(part))
		}
	}
	if CheckFooter(bytes.NewReader(nil), 0) == nil {
		t.Error("an empty file is taken")
	}
}
