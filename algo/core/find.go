package core

import (
	"math/bits"
	"slices"

	"weft/graph"
	"weft/graph/ahead"
	"weft/internal/bitset"
)

// A finder searches for the first clique of a fan v: the clique with the first centers by their numbers, and with
// the first other fans. It only considers fans after v. Earlier fans are used or have no clique left, because live
// pages only become fewer.
//
// Each other fan is a bit set of the centers of v that it links to. Fans with fewer than j are left out. Centers
// are chosen in increasing order. Each choice removes the fans that do not link to it, and the fans that link to
// too few of the later centers. A search with fewer than i−1 fans is a dead end.
type finder struct {
	c      *Core
	out    *graph.Memory // lists of fans, if they are in memory
	in     *graph.Memory // of centers, likewise
	coming *ahead.Lists  // of centers, if both are

	heads []graph.Node
	pairs []uint64 // another fan and the place of a center, as both fit in a word
	list  []graph.Node
	table []uint32 // by the hash of a fan, its number among the fans met, from 1 on
	met   []met

	others []graph.Node
	words  int      // of a mask
	masks  []uint64 // of each of the others, its centers
	levels [][]int32
	chosen []int32
	steps  int64 // that may still be gone
	read   int64 // lists that were read

	// The clique that was found: fans in increasing order, and centers.
	fans, centers []graph.Node
}

// A verdict is the outcome of a search.
type verdict uint8

const (
	none  verdict = iota // there is no clique
	found                // there is one
	cut                  // there may be one
)

// find searches for the clique of v.
func (f *finder) find(v graph.Node) (verdict, error) {
	c := f.c
	if err := f.readHeads(v); err != nil || len(f.heads) < c.Centers {
		return none, err
	}
	f.fans = append(f.fans[:0], v)
	if c.Fans == 1 {
		f.centers = append(f.centers[:0], f.heads[:c.Centers]...)
		return found, nil
	}
	if err := f.readOthers(v); err != nil || len(f.heads) < c.Centers {
		return none, err
	}
	f.join()
	if f.prune(); len(f.others) < c.Fans-1 {
		return none, nil
	}
	f.steps, f.chosen = c.o.Steps, f.chosen[:0]
	if !f.extend(f.level(c.Centers), 0, c.Centers) {
		if f.steps < 0 {
			return cut, nil
		}
		return none, nil
	}
	f.centers = f.centers[:0]
	for _, k := range f.chosen {
		f.centers = append(f.centers, f.heads[k])
	}
	return found, nil
}

// readHeads reads the live centers of v.
func (f *finder) readHeads(v graph.Node) error {
	list, err := f.succ(f.out, f.c.fans.g, v)
	if err != nil {
		return err
	}
	f.heads = f.heads[:0]
	live := f.c.bits[headSide]
	for _, h := range list {
		if h != v && live.Has(int(h)) {
			f.heads = append(f.heads, h)
		}
	}
	return nil
}

// readOthers reads the live fans after v of each of its centers, and leaves out centers with too few.
func (f *finder) readOthers(v graph.Node) error {
	heads := f.heads
	f.heads, f.pairs = f.heads[:0], f.pairs[:0]
	for i, h := range heads {
		if len(f.heads)+len(heads)-i < f.c.Centers {
			return nil
		}
		list, err := f.succ(f.in, f.c.heads.g, h)
		if err != nil {
			return err
		}
		from := len(f.pairs)
		f.pair(list, v, h)
		if len(f.pairs)-from < f.c.Fans-1 {
			f.pairs = f.pairs[:from]
			continue
		}
		f.heads = append(f.heads, h)
	}
	return nil
}

// pair appends to the pairs the live fans after v in the list of center h. The processor cannot predict which fans
// these are, so pair has no branch: it writes each fan after the pairs, and moves the end if the fan counts.
func (f *finder) pair(list []graph.Node, v, h graph.Node) {
	for len(list) > 0 && list[0] <= v {
		list = list[1:]
	}
	live, place, n := f.c.bits[fanSide], uint64(len(f.heads)), len(f.pairs)
	f.pairs = slices.Grow(f.pairs, len(list))
	all := f.pairs[:n+len(list)]
	for _, w := range list {
		all[n] = uint64(w)<<32 | place
		n += bitset.One(w != h) & int(live[w/64]>>(w%64)&1)
	}
	f.pairs = all[:n]
}

// A met is another fan, how many of the centers it links, and where it stands among the others; -1 if these are too few.
type met struct {
	fan graph.Node
	n   int32
	at  int32
}

// join makes the masks of the other fans that link to enough centers. Most link to too few: fans are counted in a
// hash table, and only the remaining ones are sorted, which is three times as fast as sorting all.
func (f *finder) join() {
	f.meet()
	f.words, f.others = (len(f.heads)+63)/64, f.others[:0]
	for _, m := range f.met {
		if int(m.n) >= f.c.Centers {
			f.others = append(f.others, m.fan)
		}
	}
	slices.Sort(f.others)
	for i := range f.met {
		m := &f.met[i]
		if m.at = -1; int(m.n) >= f.c.Centers {
			at, _ := slices.BinarySearch(f.others, m.fan)
			m.at = int32(at)
		}
	}
	f.masks = append(f.masks[:0], make([]uint64, len(f.others)*f.words)...)
	for _, p := range f.pairs {
		if at := f.met[p>>32].at; at >= 0 {
			k := uint32(p)
			f.masks[int(at)*f.words+int(k/64)] |= 1 << (k % 64)
		}
	}
}

// meet numbers the other fans as they come, counts their centers, and puts the numbers into the pairs.
func (f *finder) meet() {
	size := bits.Len(uint(2 * len(f.pairs)))
	if len(f.table) < 1<<size {
		f.table = make([]uint32, 1<<size)
	}
	table, shift := f.table[:1<<size], 64-size
	clear(table)
	f.met = f.met[:0]
	for i, p := range f.pairs {
		w := p >> 32
		at := w * 0x9e3779b97f4a7c15 >> shift // of the golden ratio (Knuth), so that close numbers come apart
		for table[at] != 0 && uint64(f.met[table[at]-1].fan) != w {
			at = (at + 1) & uint64(len(table)-1)
		}
		if table[at] == 0 {
			f.met = append(f.met, met{fan: graph.Node(w)})
			table[at] = uint32(len(f.met))
		}
		number := table[at] - 1
		f.met[number].n++
		f.pairs[i] = uint64(number)<<32 | p&0xffffffff
	}
}

// prune takes centers that too few of the others link out of their masks, and others with too few centers, until there
// are none.
func (f *finder) prune() {
	for again := true; again && len(f.others) >= f.c.Fans-1; {
		again = false
		few := make([]uint64, f.words)
		for k := range f.heads {
			n := 0
			for o := range f.others {
				n += f.has(o, k)
			}
			if n > 0 && n < f.c.Fans-1 {
				few[k/64] |= 1 << (k % 64)
				again = true
			}
		}
		if again {
			f.without(few)
		}
	}
}

// without removes centers from all masks, and then the fans with too few centers.
func (f *finder) without(few []uint64) {
	kept := 0
	for o, w := range f.others {
		n, at := 0, f.masks[o*f.words:(o+1)*f.words]
		for i, x := range few {
			at[i] &^= x
			n += bits.OnesCount64(at[i])
		}
		if n >= f.c.Centers {
			f.others[kept] = w
			copy(f.masks[kept*f.words:], at)
			kept++
		}
	}
	f.others = f.others[:kept]
}

// has is 1 if another fan links a center.
func (f *finder) has(other, k int) int {
	return int(f.masks[other*f.words+k/64] >> (k % 64) & 1)
}

// level returns all others, in the list from which the first center chooses.
func (f *finder) level(need int) []int32 {
	for len(f.levels) <= need {
		f.levels = append(f.levels, nil)
	}
	f.levels[need] = f.levels[need][:0]
	for o := range f.others {
		f.levels[need] = append(f.levels[need], int32(o))
	}
	return f.levels[need]
}

// extend chooses the centers that are still needed, from a place on, for others that link all that were chosen.
func (f *finder) extend(others []int32, from, need int) bool {
	for k := from; k <= len(f.heads)-need; k++ {
		if f.steps--; f.steps < 0 {
			return false
		}
		next := f.linking(others, k, need-1)
		if len(next) < f.c.Fans-1 {
			continue
		}
		f.chosen = append(f.chosen, int32(k))
		if need == 1 {
			for _, o := range next[:f.c.Fans-1] {
				f.fans = append(f.fans, f.others[o])
			}
			return true
		}
		if f.extend(next, k+1, need-1) {
			return true
		}
		f.chosen = f.chosen[:len(f.chosen)-1]
	}
	return false
}

// linking returns the fans that link to the center at index k and to at least behind centers after it.
func (f *finder) linking(others []int32, k, behind int) []int32 {
	next := f.levels[behind][:0]
	word, bit := k/64, k%64
	for _, o := range others {
		mask := f.masks[int(o)*f.words : (int(o)+1)*f.words]
		if mask[word]>>bit&1 == 0 {
			continue
		}
		n := bits.OnesCount64(mask[word] >> bit >> 1)
		for _, x := range mask[word+1:] {
			n += bits.OnesCount64(x)
		}
		if n >= behind {
			next = append(next, o)
		}
	}
	f.levels[behind] = next
	return next
}
