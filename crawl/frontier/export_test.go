package frontier

import (
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// SetFull makes tails end after so many bytes of names.
func (n *Names) SetFull(bytes int) { n.full = bytes }

// Settle waits until no tail is becoming blocks.
func (n *Names) Settle() { n.wait() }

// PerBlock is for tests.
const PerBlock = perBlock

// Encode and Decode are those of a block, without its checksum.
func Encode(names [][]byte) []byte {
	var l list
	for _, name := range names {
		l.add(name)
	}
	return frontCode(nil, l.text, l.ends, 0)
}

// Decode reads what Encode made.
func Decode(coded []byte) (names [][]byte, err error) {
	var b block
	if err := b.unFront(coded); err != nil {
		return nil, err
	}
	for i := range perBlock {
		names = append(names, b.name(i))
	}
	return names, nil
}

// DecodeStored reads a block as it is in the file, after its checksum was set right.
func DecodeStored(dec *zstd.Decoder, payload []byte) error {
	head := make([]byte, blockHeader)
	binary.LittleEndian.PutUint32(head, uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[4:], blockSum(7, payload))
	return (&scratch{stored: append(head, payload...)}).decode(new(block), dec, 7)
}

// ParseTail returns the names of a tail whose file holds data, and how many bytes of it are whole.
func ParseTail(first int, data []byte) (names [][]byte, whole int) {
	t := &tail{list: list{first: first}}
	whole = t.parse(data)
	for i := range t.ends {
		names = append(names, t.name(i))
	}
	return names, whole
}

// Frames writes a tail, a frame for each list of names.
func Frames(first int, frames [][][]byte) (data []byte) {
	t := &tail{list: list{first: first}}
	for _, names := range frames {
		for _, name := range names {
			t.write(name)
		}
		if len(t.frame) > 0 {
			data = append(data, t.seal()...)
			t.frame = t.frame[:0]
		}
	}
	return data
}

// BeginCut does the first half of cutting names, up to where a crash changes nothing any more.
func (n *Names) BeginCut(atMost int) error { return n.cut(atMost) }
