package corrupt

import "encoding/binary"

// A Parser takes numbers and bytes from the front of untrusted data. After missing data it reads zeros.
type Parser struct {
	Rest []byte
	Bad  bool // something was not there
}

// Uint takes a varint.
func (p *Parser) Uint() uint64 {
	v, n := binary.Uvarint(p.Rest)
	return p.took(v, n)
}

// Int takes a zigzag varint.
func (p *Parser) Int() int64 {
	v, n := binary.Varint(p.Rest)
	return int64(p.took(uint64(v), n))
}

func (p *Parser) took(v uint64, n int) uint64 {
	if n <= 0 {
		p.Bad, p.Rest = true, nil
		return 0
	}
	p.Rest = p.Rest[n:]
	return v
}

// Bytes takes n bytes; they are part of Rest.
func (p *Parser) Bytes(n uint64) []byte {
	if n > uint64(len(p.Rest)) {
		p.Bad, p.Rest = true, nil
		return nil
	}
	b := p.Rest[:n:n]
	p.Rest = p.Rest[n:]
	return b
}

// Byte takes a byte.
func (p *Parser) Byte() byte {
	if b := p.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint32 takes 4 bytes, little-endian.
func (p *Parser) Uint32() uint32 {
	if b := p.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 takes 8 bytes, little-endian.
func (p *Parser) Uint64() uint64 {
	if b := p.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}
