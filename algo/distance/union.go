package distance

import (
	"encoding/binary"

	"weft/graph"
)

// unionPlain makes dst the union of itself and the counters of a list, eight registers at a time. Registers are at most
// 59, so that the highest bit of each byte is free for the comparison.
func (c counters) unionPlain(dst *[counterBytes]byte, list []graph.Node) {
	const high = 0x8080808080808080
	for _, v := range list {
		src := c.of(v)
		for i := 0; i < counterBytes; i += 8 {
			a, b := binary.LittleEndian.Uint64(dst[i:]), binary.LittleEndian.Uint64(src[i:])
			bits := ((a | high) - b) & high // set where a ≥ b
			mask := bits<<1 - bits>>7       // all bits of these bytes
			binary.LittleEndian.PutUint64(dst[i:], a&mask|b&^mask)
		}
	}
}
