package corrupt_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"weft/internal/corrupt"
)

func TestReadUvarint(t *testing.T) {
	for _, want := range []uint64{0, 1, 127, 128, 300, 1 << 62, 1 << 63, math.MaxUint64} {
		data := binary.AppendUvarint(nil, want)
		if got, err := corrupt.ReadUvarint(bytes.NewReader(data)); got != want || err != nil {
			t.Errorf("got %d, %v; want %d", got, err, want)
		}
		for n := range len(data) {
			if _, err := corrupt.ReadUvarint(bytes.NewReader(data[:n])); !errors.Is(err, corrupt.Err) {
				t.Errorf("%d, cut after %d bytes: got %v", want, n, err)
			}
		}
	}
	for _, data := range []string{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"} {
		if _, err := corrupt.ReadUvarint(bytes.NewReader([]byte(data))); !errors.Is(err, corrupt.Err) {
			t.Errorf("%x: got %v, want that it is too large", data, err)
		}
	}
}
