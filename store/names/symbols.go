package names

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Symbols stand for pieces of names of up to eight bytes, such as "index", ".html" or "/python". A code below the
// number of symbols is a symbol; the code escape precedes a literal byte.
//
// The idea is that each string can be read alone because many strings share a fixed table (FSST: P. Boncz, T.
// Neumann and V. Leis, "FSST: fast random access string compression", PVLDB 13, 2020). The table is improved
// repeatedly: a sample is coded with the present table, and frequent symbols and pairs of symbols form the next
// one.
const (
	maxSymbols = 255
	maxSymbol  = 8
	escape     = 255
	rounds     = 5
	tableLen   = 8 + 9*maxSymbols // bytes of a table of symbols at most
)

// A codebook writes with a set of symbols.
type codebook struct {
	symbols [][]byte
	// first lists the codes of symbols that begin with a byte, the longest first.
	first [256][]uint8
}

func newCodebook(symbols [][]byte) *codebook {
	b := &codebook{symbols: symbols}
	for code, s := range symbols {
		b.first[s[0]] = append(b.first[s[0]], uint8(code))
	}
	for _, codes := range b.first {
		slices.SortStableFunc(codes, func(x, y uint8) int { return cmp.Compare(len(symbols[y]), len(symbols[x])) })
	}
	return b
}

// longest returns the code of the longest symbol that text begins with; escape if there is none.
func (b *codebook) longest(text []byte) (code uint8, length int) {
	for _, code := range b.first[text[0]] {
		if s := b.symbols[code]; bytes.HasPrefix(text, s) {
			return code, len(s)
		}
	}
	return escape, 1
}

// append appends text, written with symbols, to dst.
func (b *codebook) append(dst, text []byte) []byte {
	for len(text) > 0 {
		code, n := b.longest(text)
		dst = append(dst, code)
		if code == escape {
			dst = append(dst, text[0])
		}
		text = text[n:]
	}
	return dst
}

// learn finds symbols for texts that resemble a sample.
func learn(sample [][]byte) *codebook {
	b := newCodebook(nil)
	for range rounds {
		b = newCodebook(b.better(sample))
	}
	return b
}

// A piece is a candidate for a symbol: up to eight bytes, the first lowest, and how many.
type piece struct {
	bytes uint64
	n     uint8
}

func (p piece) append(q piece) piece {
	return piece{p.bytes | q.bytes<<(8*p.n), min(p.n+q.n, maxSymbol)}.cut()
}

func (p piece) cut() piece {
	if p.n < maxSymbol {
		p.bytes &= 1<<(8*p.n) - 1
	}
	return p
}

// better writes the sample and returns the pieces, and pairs of pieces, that save the most bytes.
func (b *codebook) better(sample [][]byte) [][]byte {
	counts := map[piece]int{}
	for _, text := range sample {
		var last piece
		for len(text) > 0 {
			_, n := b.longest(text)
			p := newPiece(text[:n])
			counts[p]++
			if n > 1 { // so that a good byte is not crowded out by longer pieces
				counts[newPiece(text[:1])]++
			}
			if last.n > 0 && last.n < maxSymbol {
				counts[last.append(p)]++
			}
			last, text = p, text[n:]
		}
	}
	type candidate struct {
		piece
		gain int
	}
	all := make([]candidate, 0, len(counts))
	for p, c := range counts {
		gain := c * int(p.n)
		if p.n == 1 {
			gain = 8 * c // otherwise each takes an escape
		}
		if c > 1 || p.n == 1 {
			all = append(all, candidate{p, gain})
		}
	}
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.gain, x.gain), cmp.Compare(y.n, x.n), cmp.Compare(x.bytes, y.bytes))
	})
	symbols := make([][]byte, 0, maxSymbols)
	for _, c := range all[:min(len(all), maxSymbols)] {
		symbols = append(symbols, binary.LittleEndian.AppendUint64(nil, c.bytes)[:c.n])
	}
	return symbols
}

func newPiece(text []byte) piece {
	var b [maxSymbol]byte
	copy(b[:], text)
	return piece{binary.LittleEndian.Uint64(b[:]), uint8(len(text))}
}

// appendTable appends the symbols in their stored form: their number in 8 bytes, each in 8 bytes, their lengths in
// a byte each, and zeros up to a multiple of 8.
func (b *codebook) appendTable(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(b.symbols)))
	for _, s := range b.symbols {
		dst = binary.LittleEndian.AppendUint64(dst, newPiece(s).bytes)
	}
	for _, s := range b.symbols {
		dst = append(dst, byte(len(s)))
	}
	return append(dst, make([]byte, -len(b.symbols)&7)...)
}

// A symbolTable reads symbols from where they are stored.
type symbolTable struct {
	symbols []byte // 8 bytes each
	lengths []byte
}

// readTable returns the table that data begins with.
func readTable(data []byte) (symbolTable, bool) {
	if len(data) < 8 {
		return symbolTable{}, false
	}
	n := binary.LittleEndian.Uint64(data)
	if n > maxSymbols || uint64(len(data)) < 8+9*n {
		return symbolTable{}, false
	}
	t := symbolTable{data[8 : 8+8*n], data[8+8*n : 8+9*n]}
	for _, l := range t.lengths {
		if l == 0 || l > maxSymbol {
			return symbolTable{}, false
		}
	}
	return t, true
}

// append appends what the codes stand for to dst; false if there is no such symbol.
func (t *symbolTable) append(dst, codes []byte) ([]byte, bool) {
	for i := 0; i < len(codes); i++ {
		code := int(codes[i])
		if code < len(t.lengths) {
			var b [maxSymbol]byte
			copy(b[:], t.symbols[8*code:8*code+8])
			end := len(dst) + int(t.lengths[code])
			dst = append(dst, b[:]...)[:end]
			continue
		}
		if i++; code != escape || i >= len(codes) {
			return dst, false
		}
		dst = append(dst, codes[i])
	}
	return dst, true
}
