package terms

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"

	"weft/internal/corrupt"
)

// A FrameWriter writes frames, compressed by zstd, which are read in any order.
type FrameWriter struct {
	// Room takes the bytes of the frame under way.
	Room []byte

	out     *Spool
	starts  []byte // where each frame begins, and the end
	encoder *zstd.Encoder
	coded   []byte
}

// NewFrameWriter returns a writer of frames of up to most bytes. window, a power of two, bounds the distance of
// repeated texts.
func NewFrameWriter(dir string, window int) (*FrameWriter, error) {
	out, err := NewSpool(dir)
	if err != nil {
		return nil, err
	}
	w := &FrameWriter{out: out}
	w.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
	return w, err
}

// End ends a frame.
func (w *FrameWriter) End() error {
	w.start()
	w.coded = w.encoder.EncodeAll(w.Room, w.coded[:0])
	w.Room = w.Room[:0]
	_, err := w.out.Write(w.coded)
	return err
}

func (w *FrameWriter) start() {
	w.starts = binary.LittleEndian.AppendUint64(w.starts, uint64(w.out.N)) //nolint:gosec // not negative
}

// Finish ends the last frame, if it has bytes, and the writing.
func (w *FrameWriter) Finish() error {
	if len(w.Room) > 0 {
		if err := w.End(); err != nil {
			return err
		}
	}
	w.start()
	return nil
}

// Size returns the number of bytes that Send writes.
func (w *FrameWriter) Size() int64 { return int64(len(w.starts)) + w.out.N }

// Send writes where each frame begins and the last one ends, relative to the first, and the frames.
func (w *FrameWriter) Send(to io.Writer) error {
	if _, err := to.Write(w.starts); err != nil {
		return err
	}
	return w.out.CopyTo(to)
}

// Close frees the scratch file. The nil FrameWriter has none.
func (w *FrameWriter) Close() {
	if w != nil {
		w.out.Close()
	}
}

// Frames are the frames of a section of a file. They are safe for concurrent use.
type Frames struct {
	part  Part
	count int
	zstd  *zstd.Decoder
}

// NewFrames reads a number of frames, each of up to most bytes.
func NewFrames(part Part, count int, most uint64) (*Frames, error) {
	if len(part.Data) < 8*(count+1) {
		return nil, corrupt.Errorf("%d frames in %d bytes", count, len(part.Data))
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(most), zstd.WithDecoderMaxWindow(max(most, zstd.MinWindowSize)))
	return &Frames{part, count, d}, err
}

// Read appends the content of a frame.
func (f *Frames) Read(to []byte, i int) ([]byte, error) {
	if i < 0 || i >= f.count {
		return to, corrupt.Errorf("frame %d of %d", i, f.count)
	}
	at := 8 * uint64(i)
	if err := f.part.Check(at, at+16); err != nil {
		return to, err
	}
	head := uint64(f.count+1) * 8 //nolint:gosec // not negative
	from, end := binary.LittleEndian.Uint64(f.part.Data[at:]), binary.LittleEndian.Uint64(f.part.Data[at+8:])
	if size := uint64(len(f.part.Data)) - head; from > end || end > size {
		return to, corrupt.Errorf("frame %d has the bytes %d to %d of %d", i, from, end, size)
	}
	from, end = from+head, end+head
	if err := f.part.Check(from, end); err != nil {
		return to, err
	}
	to, err := f.zstd.DecodeAll(f.part.Data[from:end], to)
	if err != nil {
		err = corrupt.Errorf("frame %d: %v", i, err)
	}
	return to, err
}
