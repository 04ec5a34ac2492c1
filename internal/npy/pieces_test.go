package npy

import (
	"bytes"
	"slices"
	"testing"

	"weft/internal/drawn"
)

// Arrays come back as they were written; where what is read has other ones, or is cut, there is an error, and none of
// them has changed.
func TestPieces(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		a, b := make([]uint32, r.IntN(9)), make([]uint64, r.IntN(9))
		for i := range a {
			a[i] = r.Uint32()
		}
		for i := range b {
			b[i] = r.Uint64()
		}
		written := []Piece{PieceOf(&a), PieceOf(&b)}
		var file bytes.Buffer
		if err := WritePieces(&file, written); err != nil || int64(file.Len()) != PiecesBytes(written) {
			t.Fatalf("%d bytes, want %d, %v", file.Len(), PiecesBytes(written), err)
		}
		values := file.Bytes()[file.Len()-bodyBytes(written):]
		var c []uint32
		var d, e []uint64
		if err := LendPieces(values, []Piece{PieceOf(&c), PieceOf(&d)}); err != nil || !slices.Equal(c, a) || !slices.Equal(d, b) {
			t.Fatalf("%v %v is read as %v %v, %v", a, b, c, d, err)
		}
		c, d = []uint32{7}, []uint64{8}
		for _, bad := range [][]Piece{{PieceOf(&c)}, {PieceOf(&c), PieceOf(&d), PieceOf(&e)}} {
			if err := LendPieces(values, bad); err == nil && len(bad) == 1 {
				t.Fatal("fewer arrays are read")
			} else if err != nil && (len(c) != 1 || c[0] != 7 || len(d) != 1 || d[0] != 8 || e != nil) {
				t.Fatalf("%v, and the arrays are %v %v %v", err, c, d, e)
			}
			c, d, e = []uint32{7}, []uint64{8}, nil
		}
		if cut := values[:8*r.IntN(len(values)/8)]; LendPieces(cut, []Piece{PieceOf(&c), PieceOf(&d)}) == nil || c[0] != 7 || d[0] != 8 {
			t.Fatalf("%d bytes of %d are read as %v %v", len(cut), len(values), c, d)
		}
	}
}
