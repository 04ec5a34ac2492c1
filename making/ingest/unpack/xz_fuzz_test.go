package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"

	"weft/internal/mem"

	"github.com/ulikunitz/xz"
)

// sameXZ compares what is decoded under watch with what the decoder makes of the bytes alone.
func sameXZ(t *testing.T, data []byte) {
	const most = 1 << 20
	z, err := NewXZ(bufio.NewReader(bytes.NewReader(data)), 0)
	var got []byte
	if err == nil {
		got, err = io.ReadAll(io.LimitReader(z, most))
	}
	if _, short := errors.AsType[*mem.ShortError](err); short || errors.Is(err, io.ErrUnexpectedEOF) { // the decoder misses some cuts
		return
	}
	alone, err2 := xz.NewReader(bytes.NewReader(data))
	var want []byte
	if err2 == nil {
		want, err2 = io.ReadAll(io.LimitReader(alone, most))
	}
	if !bytes.Equal(got, want) || (err == nil) != (err2 == nil) {
		t.Errorf("under watch %d bytes and %v, else %d and %v", len(got), err, len(want), err2)
	}
}

func FuzzXZ(f *testing.F) {
	f.Add([]byte(xzMagic + "\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3"))
	var whole bytes.Buffer
	if w, err := (xz.WriterConfig{BlockSize: 5}).NewWriter(&whole); err == nil {
		io.WriteString(w, "a few words")
		w.Close()
	}
	f.Add(whole.Bytes())
	f.Add(make([]byte, 1024))
	f.Fuzz(func(t *testing.T, data []byte) {
		if need := xzDictionary(data); need < 0 || need > 1<<32 {
			t.Errorf("a dictionary of %d bytes", need)
		}
		sameXZ(t, data)
	})
}
