package trap

import (
	"slices"

	"weft/internal/splitmix"
	"weft/web/similar"
)

// rows are the rows of a page without what is masked. A row without tokens is left out.
type rows struct {
	tokens   []similar.Token // without the tokens of the page's own URL
	ends     []int           // of the rows in tokens
	hashes   []uint64        // of the rows, their tokens in order
	places   []uint64        // of the rows: element of the first token in the upper half, number of earlier rows of it in the lower
	ordinals map[uint32]uint32
	folder   uint64 // hash of the page's folder, for relative addresses; 0 to compare these as they are
	echoes   bool   // a token is an echo of an address
	whole    uint64 // sum of the hashes of all rows, with the tokens of the page's own URL
}

// counted is the hash of a number that is one more than the number before, such as the days of a month.
const counted = 0x636f756e746564

// read takes the tokens of a page that are not masked. A nil function masks nothing.
func (r *rows) read(t *similar.Tokens, masked func(t *similar.Token, row uint64) bool) {
	r.reset()
	var x, last similar.Token // the token, and the whole number before; one allocation for all tokens
	for i := range t.Ends {
		row := t.Row(i)
		element := row[0].Place
		place := uint64(element)<<32 | uint64(r.ordinals[element])
		r.ordinals[element]++
		hash, all, before := uint64(0), uint64(0), len(r.tokens)
		for k := range row {
			x = row[k]
			if x.Relative {
				x.Hash = splitmix.Mix(x.Hash + r.folder)
			}
			if x.Whole && last.Whole && x.Value == last.Value+1 && contextOf(&x) == contextOf(&last) {
				last.Value++
				x.Hash, x.Whole, x.Own = counted, false, false
			} else if x.Whole {
				last = x
			}
			if masked != nil && masked(&x, place) {
				continue
			}
			all = splitmix.Mix(all + x.Hash)
			r.echoes = r.echoes || x.Echo
			if !x.Own && !x.Echo {
				hash = splitmix.Mix(hash + x.Hash)
				r.tokens = append(r.tokens, x)
			}
		}
		r.whole += splitmix.Mix(all)
		if len(r.tokens) > before {
			r.ends, r.hashes = append(r.ends, len(r.tokens)), append(r.hashes, hash)
			r.places = append(r.places, place)
		}
	}
}

// reset empties the rows and keeps their memory.
func (r *rows) reset() {
	r.tokens, r.ends, r.hashes, r.places = r.tokens[:0], r.ends[:0], r.hashes[:0], r.places[:0]
	if r.ordinals == nil {
		r.ordinals = map[uint32]uint32{}
	}
	clear(r.ordinals)
	r.whole, r.echoes = 0, false
}

// row returns the tokens of row i.
func (r *rows) row(i int) []similar.Token {
	if i == 0 {
		return r.tokens[:r.ends[0]]
	}
	return r.tokens[r.ends[i-1]:r.ends[i]]
}

// sharedBy reports for each row of the second response whether the first response shares it. Shared rows are equal, or
// stand in the same place and share more than half of their pairs of neighbours. Random texts of few words share most
// words, and not their order.
func sharedBy(a, b *rows) (shared []bool) {
	shared = make([]bool, len(b.hashes))
	left, places := map[uint64]int{}, map[uint64]int{}
	for i, h := range a.hashes {
		left[h]++
		places[a.places[i]] = i
	}
	for i, h := range b.hashes {
		if left[h] > 0 {
			left[h]--
			shared[i] = true
		}
	}
	for i := range b.hashes {
		if k, ok := places[b.places[i]]; ok && !shared[i] {
			shared[i] = areShared(a.row(k), b.row(i))
		}
	}
	return shared
}

// areShared reports whether two rows share more than half of their pairs of neighbours. Rows without words, such as the rows
// of a board, share most pairs by chance. They must agree in three of four places.
func areShared(a, b []similar.Token) bool {
	n := max(len(a), len(b))
	if slices.ContainsFunc(b, func(t similar.Token) bool { return t.Kind == similar.Word }) {
		return 2*commonPairs(a, b) > n
	}
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i].Hash == b[i].Hash {
			same++
		}
	}
	return 2*commonPairs(a, b) > n && 4*same >= 3*n
}

// commonPairs returns how many pairs of neighbours two rows share. The start of the row is the neighbour of its first
// token.
func commonPairs(a, b []similar.Token) (n int) {
	left := map[uint64]int{}
	eachPair(a, func(pair uint64) { left[pair]++ })
	eachPair(b, func(pair uint64) {
		if left[pair] > 0 {
			left[pair]--
			n++
		}
	})
	return n
}

func eachPair(row []similar.Token, f func(pair uint64)) {
	before := uint64(0)
	for i := range row {
		f(splitmix.Mix(splitmix.Mix(before) + row[i].Hash))
		before = row[i].Hash
	}
}
