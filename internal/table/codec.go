package table

import (
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	parquetzstd "github.com/parquet-go/parquet-go/compress/zstd"
)

// A codec compresses pages as that of the Parquet library does, to the same bytes unless a text is longer than a page.
// But it keeps its encoder, with a history of two pages, where that of the library has one of 16 MiB, which each
// collection of garbage has it make again: 0.8 GiB of garbage for a table of 300,000 pages, and a budget of 32 MiB that
// was overrun now and then.
type codec struct {
	parquetzstd.Codec
	encoder *zstd.Encoder
}

// pageBytes is the size of a page of a column.
const pageBytes = parquet.DefaultPageBufferSize

func newCodec() (*codec, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false), zstd.WithWindowSize(2*pageBytes), zstd.WithLowerEncoderMem(true))
	return &codec{encoder: e}, err
}

// Encode implements compress.Codec.
func (c *codec) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder.EncodeAll(src, dst[:0]), nil
}
