package npy

import (
	"encoding/binary"
	"io"
	"unsafe"

	"weft/internal/corrupt"
)

// A Piece is an array of some type, one of several in a vector of bytes.
type Piece struct {
	size  int // of a value
	bytes func() int
	write func(out io.Writer) error
	lend  func(body []byte)
}

// PieceOf returns a piece that writes the array at p. Reading the vector replaces it by an array of the vector's
// memory.
func PieceOf[T Value](p *[]T) Piece {
	size := int(unsafe.Sizeof(*new(T)))
	return Piece{
		size:  size,
		bytes: func() int { return size * len(*p) },
		write: func(out io.Writer) error { return writeValues(out, *p) },
		lend:  func(body []byte) { *p = view[T](body, len(body)/size) },
	}
}

// PieceBy returns a piece of values of size bytes, little-endian. bytes returns the size of all, and write writes
// them. When the vector is read, lend receives the written bytes.
func PieceBy(size int, bytes func() int, write func(out io.Writer) error, lend func(body []byte)) Piece {
	return Piece{size: size, bytes: bytes, write: write, lend: lend}
}

// NumbersOf is [PieceOf] an array of numbers that have a type of their own.
func NumbersOf[T ~uint32](p *[]T) Piece {
	return PieceOf((*[]uint32)(unsafe.Pointer(p)))
}

// pieceAlign is the alignment of each piece, for any type.
const pieceAlign = 8

func aligned(n int) int { return (n + pieceAlign - 1) &^ (pieceAlign - 1) }

// PiecesBytes is how long the file is that [WritePieces] writes.
func PiecesBytes(pieces []Piece) int64 {
	n := bodyBytes(pieces)
	return int64(len(Header[uint8](n)) + n)
}

func bodyBytes(pieces []Piece) int {
	n := 8 * len(pieces)
	for _, p := range pieces {
		n += aligned(p.bytes())
	}
	return n
}

// WritePieces writes a vector of bytes: 8 bytes with the size of each piece, then the pieces, each padded with
// zeros to a multiple of 8 bytes.
func WritePieces(out io.Writer, pieces []Piece) error {
	head := Header[uint8](bodyBytes(pieces))
	for _, p := range pieces {
		head = binary.LittleEndian.AppendUint64(head, uint64(p.bytes())) //nolint:gosec // no array has a negative length
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	for _, p := range pieces {
		if err := p.write(out); err != nil {
			return err
		}
		n := p.bytes()
		if _, err := out.Write(make([]byte, aligned(n)-n)); err != nil {
			return err
		}
	}
	return nil
}

// LendPieces gives each piece its part of the values of a vector, which keeps the memory. After an error, no piece
// has received any.
func LendPieces(values []byte, pieces []Piece) error {
	bodies, err := bodiesOf(values, pieces)
	if err != nil {
		return err
	}
	for i, p := range pieces {
		p.lend(bodies[i])
	}
	return nil
}

// bodiesOf finds what a vector has for each piece.
func bodiesOf(values []byte, pieces []Piece) (bodies [][]byte, err error) {
	if len(values) < 8*len(pieces) {
		return nil, corrupt.Errorf("%d bytes are too few for %d arrays", len(values), len(pieces))
	}
	sizes, body := values[:8*len(pieces)], values[8*len(pieces):]
	for i, p := range pieces {
		n := binary.LittleEndian.Uint64(sizes[8*i:])
		if n > uint64(len(body)) || aligned(int(n)) > len(body) { //nolint:gosec // it was compared
			return nil, corrupt.Errorf("array %d has %d bytes, %d are left", i+1, n, len(body))
		}
		if n%uint64(p.size) != 0 { //nolint:gosec // sizes are small
			return nil, corrupt.Errorf("array %d has %d bytes, want values of %d", i+1, n, p.size)
		}
		bodies = append(bodies, body[:n:n])
		body = body[aligned(int(n)):] //nolint:gosec // it was compared
	}
	if len(body) > 0 {
		return nil, corrupt.Errorf("%d bytes behind %d arrays", len(body), len(pieces))
	}
	return bodies, nil
}
