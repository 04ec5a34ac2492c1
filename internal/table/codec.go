package table

import (
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	parquetzstd "github.com/parquet-go/parquet-go/compress/zstd"
)

// A codec compresses pages like the codec of the Parquet library, to the same bytes unless a text is longer than a
// page. It reuses its encoder, with a history of two pages. The library's encoder has a history of 16 MiB, and is
// made again after each garbage collection. For a table of 300,000 pages this made 0.8 GiB of garbage, and
// sometimes exceeded a budget of 32 MiB.
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
