// Package npy writes and maps vectors in NumPy's .npy format, version 1.0.
package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"weft/internal/atomicfile"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/mmap"
)

// Value is the type of the values of a vector.
type Value interface {
	uint8 | int32 | uint32 | int64 | uint64 | float32 | float64
}

// descr is NumPy's name of a type, in little-endian order.
func descr[T Value]() string {
	var v T
	switch any(v).(type) {
	case uint8:
		return "|u1"
	case int32:
		return "<i4"
	case uint32:
		return "<u4"
	case int64:
		return "<i8"
	case uint64:
		return "<u8"
	case float32:
		return "<f4"
	}
	return "<f8"
}

const magic = "\x93NUMPY\x01\x00"

// headerAlign is the alignment of the data.
const headerAlign = 64

// Header returns the bytes before the n values.
func Header[T Value](n int) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", descr[T](), n)
	total := len(magic) + 2 + len(text) + 1
	pad := (headerAlign - total%headerAlign) % headerAlign
	b := append([]byte(magic), 0, 0)
	binary.LittleEndian.PutUint16(b[len(magic):], uint16(len(text)+pad+1))
	b = append(b, text...)
	return append(append(b, strings.Repeat(" ", pad)...), '\n')
}

// Write writes values to out.
func Write[T Value](out io.Writer, values []T) error {
	if _, err := out.Write(Header[T](len(values))); err != nil {
		return err
	}
	return writeValues(out, values)
}

func writeValues[T Value](out io.Writer, values []T) error {
	buf := make([]byte, 0, 1<<15)
	for len(values) > 0 {
		n := min(len(values), 1<<12)
		buf, err := binary.Append(buf[:0], binary.LittleEndian, values[:n])
		if err == nil {
			_, err = out.Write(buf)
		}
		if err != nil {
			return err
		}
		values = values[n:]
	}
	return nil
}

// WriteFile writes values to a file that appears whole or not at all.
func WriteFile[T Value](path string, values []T) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, values) })
}

// A Vector is a mapped vector. Its pages belong to the file.
type Vector[T Value] struct {
	// Values must not be changed, nor used after Close.
	Values []T
	file   *mmap.File
	path   string
}

// ErrType is the error of a vector with values of another type, which may be the right one.
var ErrType = errors.New("vector of another type")

// A typeError is also marked as damage, as most vectors are of one type.
type typeError struct{ msg string }

func (e *typeError) Error() string   { return e.msg }
func (e *typeError) Unwrap() []error { return []error{ErrType, corrupt.Err} }

// descrs are all types of values.
var descrs = []string{descr[uint8](), descr[int32](), descr[uint32](), descr[int64](), descr[uint64](), descr[float32](), descr[float64]()}

// Open maps the vector at path; values of another type are ErrType.
func Open[T Value](path string) (*Vector[T], error) {
	f, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	values, err := Parse[T](f.Data)
	if err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Vector[T]{Values: values, file: f, path: path}, nil
}

// Guard compares the whole file with its checksums: values are handed out as they lie there.
func (v *Vector[T]) Guard(s blocksum.Sums) error { return blocksum.Check(v.path, v.file.Data, s) }

// Close unmaps the vector.
func (v *Vector[T]) Close() error { return v.file.Close() }

// Parse returns the vector whose file holds data; it shares memory with data where the machine allows it.
func Parse[T Value](data []byte) ([]T, error) {
	text, body, err := split(data)
	if err != nil {
		return nil, err
	}
	want := "'descr': '" + descr[T]() + "'"
	if !strings.Contains(text, want) && slices.ContainsFunc(descrs, func(d string) bool { return strings.Contains(text, "'descr': '"+d+"'") }) {
		return nil, &typeError{fmt.Sprintf("vector of another type: its header is %.80q, want %s", text, want)}
	}
	if !strings.Contains(text, want) || !strings.Contains(text, "'fortran_order': False") {
		return nil, corrupt.Errorf("vector of another type: its header is %.80q, want %s", text, want)
	}
	_, shape, ok1 := strings.Cut(text, "'shape': (")
	shape, _, ok2 := strings.Cut(shape, ",)")
	n, err := strconv.ParseUint(shape, 10, 62)
	size := uint64(unsafe.Sizeof(*new(T)))
	if !ok1 || !ok2 || err != nil || n > uint64(len(body)) || n*size != uint64(len(body)) {
		return nil, corrupt.Errorf("vector of shape %.20q in %d bytes: want one dimension of %d-byte values", shape, len(body), size)
	}
	return view[T](body, int(n)), nil
}

// Body returns the bytes of the values of an array of any type.
func Body(data []byte) ([]byte, error) {
	_, body, err := split(data)
	return body, err
}

func split(data []byte) (text string, body []byte, err error) {
	if len(data) < len(magic)+2 || string(data[:len(magic)]) != magic {
		return "", nil, corrupt.Errorf("not a vector in .npy format 1.0")
	}
	n := int(binary.LittleEndian.Uint16(data[len(magic):]))
	data = data[len(magic)+2:]
	if n > len(data) {
		return "", nil, corrupt.Errorf("a vector's header of %d bytes is cut", n)
	}
	return string(data[:n]), data[n:], nil
}

// view interprets bytes as values in place, or copies them where alignment or byte order forbid it.
func view[T Value](body []byte, n int) []T {
	if n == 0 {
		return nil
	}
	var one uint16 = 1
	little := *(*byte)(unsafe.Pointer(&one)) == 1
	p := unsafe.Pointer(&body[0])
	if little && uintptr(p)%unsafe.Alignof(*new(T)) == 0 {
		return unsafe.Slice((*T)(p), n)
	}
	values := make([]T, n)
	binary.Decode(body, binary.LittleEndian, values) //nolint:errcheck // there are as many bytes
	return values
}
