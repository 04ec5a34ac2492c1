package frontier

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	blocksFile  = "names.blocks"
	blocksMagic = "weftseen"
	version     = 1
	fileHeader  = 16
	batchHeader = 16
	blockHeader = 8
)

// A blockFile is the file of blocks, as doc.go describes it. Blocks that are in it do not change.
type blockFile struct {
	f     *disk.File
	path  string
	at    []uint64 // where each block begins
	end   uint64   // where the last one ends
	names int

	batches []batch
}

// A batch is where some blocks begin.
type batch struct {
	first int // name
	at    uint64
}

func createBlocks(dir string) error {
	b := append([]byte(blocksMagic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[8:], version)
	binary.LittleEndian.PutUint32(b[12:], perBlock)
	return atomicfile.WriteFile(filepath.Join(dir, blocksFile), b)
}

// openBlocks reads where the blocks of the first names names are. More may follow, and be incomplete; fewer are an error.
func openBlocks(dir string, names int, flag int) (*blockFile, error) {
	path := filepath.Join(dir, blocksFile)
	f, err := disk.OpenFile(path, flag, 0)
	if err != nil {
		return nil, err
	}
	b := &blockFile{f: f, path: path, end: fileHeader}
	if err := b.read(names); err != nil {
		f.Close() //nolint:errcheck // the first error is told
		return nil, &FileError{path, err}
	}
	return b, nil
}

func (b *blockFile) read(names int) error {
	var head [fileHeader]byte
	if _, err := b.f.ReadAt(head[:], 0); err != nil || string(head[:8]) != blocksMagic {
		return corrupt.Errorf("not a file of names, or a cut one: it begins with %q, want %q", head[:8], blocksMagic)
	}
	if v := binary.LittleEndian.Uint32(head[8:]); v != version {
		return fmt.Errorf("names of version %d: only version %d can be read", v, version)
	}
	if n := binary.LittleEndian.Uint32(head[12:]); n != perBlock {
		return corrupt.Errorf("names in blocks of %d, want %d", n, perBlock)
	}
	info, err := b.f.Stat()
	if err != nil {
		return err
	}
	for b.names < names {
		if err := b.readBatch(uint64(info.Size())); err != nil {
			return fmt.Errorf("batch at byte %d, of the names from %d on (there are %d at least): %w", b.end, b.names, names, err)
		}
	}
	if b.names != names {
		return corrupt.Errorf("%d names, where a batch should end after %d", b.names, names)
	}
	return nil
}

// readBatch reads where the blocks of the next batch are.
func (b *blockFile) readBatch(size uint64) error {
	var head [batchHeader]byte
	if _, err := b.f.ReadAt(head[:], int64(b.end)); err != nil {
		return cutOr(err)
	}
	first, blocks := binary.LittleEndian.Uint32(head[:]), uint64(binary.LittleEndian.Uint32(head[4:]))
	begin := b.end + batchHeader + 4*blocks
	if int64(first) != int64(b.names) || blocks == 0 || begin > size {
		return corrupt.Errorf("%d blocks of the names from %d on, in a file of %d bytes", blocks, first, size)
	}
	lengths := make([]byte, 4*blocks)
	if _, err := b.f.ReadAt(lengths, int64(b.end+batchHeader)); err != nil {
		return cutOr(err)
	}
	sum := crc32.Update(crc32.Checksum(head[:12], castagnoli), castagnoli, lengths)
	if sum != binary.LittleEndian.Uint32(head[12:]) {
		return corrupt.Errorf("wrong checksum")
	}
	end := begin
	for i := range blocks {
		end += uint64(binary.LittleEndian.Uint32(lengths[4*i:]))
	}
	if end > size {
		return corrupt.Errorf("it ends at byte %d of %d: the file is cut", end, size)
	}
	for i := range blocks {
		b.at = append(b.at, begin)
		begin += uint64(binary.LittleEndian.Uint32(lengths[4*i:]))
	}
	b.batches = append(b.batches, batch{b.names, b.end})
	b.end = end
	b.names += int(blocks) * perBlock
	return nil
}

func cutOr(err error) error {
	if err == io.EOF { //nolint:errorlint // that of ReadAt
		return corrupt.Errorf("the file is cut")
	}
	return err
}

// encodeBatch makes a batch of blocks of names, a multiple of perBlock of them, and returns how long each block is.
func encodeBatch(dst []byte, enc *zstd.Encoder, text []byte, ends []uint32, first int) (batch []byte, lengths []uint32) {
	blocks := len(ends) / perBlock
	dst = append(dst, make([]byte, batchHeader+4*blocks)...)
	var coded []byte
	from := uint32(0)
	for i := range blocks {
		of := ends[i*perBlock : (i+1)*perBlock]
		coded = frontCode(coded[:0], text, of, from)
		from = of[perBlock-1]
		begin := len(dst)
		dst = enc.EncodeAll(coded, append(dst, make([]byte, blockHeader)...))
		payload := dst[begin+blockHeader:]
		binary.LittleEndian.PutUint32(dst[begin:], uint32(len(payload)))
		binary.LittleEndian.PutUint32(dst[begin+4:], blockSum(first/perBlock+i, payload))
		binary.LittleEndian.PutUint32(dst[batchHeader+4*i:], uint32(len(dst)-begin))
		lengths = append(lengths, uint32(len(dst)-begin))
	}
	binary.LittleEndian.PutUint32(dst, uint32(first))
	binary.LittleEndian.PutUint32(dst[4:], uint32(blocks))
	binary.LittleEndian.PutUint32(dst[8:], uint32(len(dst)-batchHeader-4*blocks))
	sum := crc32.Update(crc32.Checksum(dst[:12], castagnoli), castagnoli, dst[batchHeader:batchHeader+4*blocks])
	binary.LittleEndian.PutUint32(dst[12:], sum)
	return dst, lengths
}

// blockSum is the checksum of a block's content and place.
func blockSum(number int, payload []byte) uint32 {
	var n [4]byte
	binary.LittleEndian.PutUint32(n[:], uint32(number))
	return crc32.Update(crc32.Checksum(n[:], castagnoli), castagnoli, payload)
}

// A blockReader reads blocks of a file. The arrays are a snapshot: more blocks may be added meanwhile.
type blockReader struct {
	f    *disk.File
	path string
	at   []uint64
	end  uint64
	dec  *zstd.Decoder
}

// until returns where block i ends at the latest.
func (r *blockReader) until(i int) uint64 {
	if i+1 < len(r.at) {
		return r.at[i+1]
	}
	return r.end
}

// Scratch is room for a block as it is in the file, and as it was before it was compressed.
type scratch struct{ stored, coded []byte }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// read reads block i into b.
func (r *blockReader) read(b *block, i int) error {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	n := int(r.until(i) - r.at[i])
	if cap(s.stored) < n {
		s.stored = make([]byte, n)
	}
	s.stored = s.stored[:n]
	_, err := r.f.ReadAt(s.stored, int64(r.at[i]))
	if err == nil {
		err = s.decode(b, r.dec, i)
	}
	if err != nil {
		return &FileError{r.path, fmt.Errorf("block %d at byte %d: %w", i, r.at[i], cutOr(err))}
	}
	return nil
}

// decode reads the block with a number from the bytes that begin with it.
func (s *scratch) decode(b *block, dec *zstd.Decoder, number int) error {
	data := s.stored
	if len(data) < blockHeader {
		return corrupt.Errorf("%d bytes", len(data))
	}
	n, sum := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
	data = data[blockHeader:]
	if uint64(n) > uint64(len(data)) {
		return corrupt.Errorf("a block of %d bytes in %d", n, len(data))
	}
	if blockSum(number, data[:n]) != sum {
		return corrupt.Errorf("wrong checksum")
	}
	coded, err := dec.DecodeAll(data[:n], s.coded[:0])
	if err != nil {
		return corrupt.Errorf("%v", err)
	}
	s.coded = coded
	return b.unFront(coded)
}
