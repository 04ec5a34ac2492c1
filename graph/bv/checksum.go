package bv

import (
	"fmt"
	"hash/crc32"
	"strings"

	"weft/internal/corrupt"
)

// The format has no checksums, and most changed bits give another valid graph. So graphs written here have a
// property that other programs ignore: crc32c=GRAPH OFFSETS PROPERTIES. It holds three CRC-32C in hexadecimal: of
// the bytes of the graph up to its length, of the bytes of the offsets likewise, and of the properties that
// decoding depends on. Padding does not count, so padding can be added.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksums are the checksums of a graph; nil if its properties have none.
type checksums struct{ graph, offsets, properties uint32 }

func (c *checksums) String() string {
	return fmt.Sprintf("%08x %08x %08x", c.graph, c.offsets, c.properties)
}

// checksumOf returns the checksum of the properties that decoding depends on.
func (p *Properties) checksumOf() uint32 {
	o := p.Options
	flags := o.Codes.flags(true)
	text := fmt.Sprintln(p.Nodes, p.Arcs, p.Length, o.window(), o.minInterval(), o.LittleEndian, flags)
	if strings.Contains(flags, "GOLOMB") {
		text += fmt.Sprintln(o.ZetaK)
	}
	return crc32.Checksum([]byte(text), castagnoli)
}

// parseChecksums reads the property and compares its last part with the other properties.
func (p *Properties) parseChecksums(text string) error {
	if text == "" {
		return nil
	}
	var c checksums
	if _, err := fmt.Sscanf(text, "%08x %08x %08x", &c.graph, &c.offsets, &c.properties); err != nil || c.String() != text {
		return corrupt.Errorf("property crc32c is %q: want three checksums of eight digits", clip(text))
	}
	if got := p.checksumOf(); got != c.properties {
		return corrupt.Errorf("the properties have the checksum %08x, they say %08x: one of them is damaged", got, c.properties)
	}
	p.sums = &c
	return nil
}

// checkData compares the checksum of the bit stream, if there is one.
func (g *Graph) checkData() error {
	if g.guards != nil {
		return g.guards.data.All()
	}
	if g.props.sums == nil || g.props.Length < 0 {
		return nil
	}
	want := g.props.sums.graph
	if got := crc32.Checksum(g.data[:(g.props.Length+7)/8], castagnoli); got != want {
		return corrupt.Errorf("%s: the bits have the checksum %08x, the properties say %08x: copy or build the graph again", g.name, got, want)
	}
	return nil
}

// checkOffsets compares the checksum of the coded offsets. bits is the number of bits that were read.
func (g *Graph) checkOffsets(bits uint64) error {
	if g.props.sums == nil || g.guards != nil {
		return nil
	}
	want := g.props.sums.offsets
	if got := crc32.Checksum(g.offData[:(bits+7)/8], castagnoli); got != want {
		return corrupt.Errorf("%s: the offsets have the checksum %08x, the properties say %08x: remove the file of offsets, it can be done without",
			g.name, got, want)
	}
	return nil
}

// checkEnd checks that the graph ends after its last list: at the length in the properties, or else with less than
// 16 bytes of padding, all zeros.
func (g *Graph) checkEnd(pos uint64) error {
	if g.props.Length >= 0 {
		if pos != uint64(g.props.Length) {
			return corrupt.Errorf("%s: the lists end at bit %d, the properties say %d", g.name, pos, g.props.Length)
		}
		return nil
	}
	rest := g.data[min((pos+7)/8, uint64(len(g.data))):]
	for _, b := range rest {
		if b != 0 || len(rest) >= 16 {
			return corrupt.Errorf("%s: the lists end at bit %d, %d bytes before the end", g.name, pos, len(rest))
		}
	}
	return nil
}
