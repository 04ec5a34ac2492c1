package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Errors of the correlations; all are returned wrapped.
var (
	// ErrLength marks two score lists of different length, or too long to count pairs.
	ErrLength = errors.New("lengths do not fit")
	// ErrNotANumber marks a NaN among the scores, which has no rank.
	ErrNotANumber = errors.New("a score is not a number")
	// ErrConstant marks scores that are all equal (or fewer than two), for which no correlation exists.
	ErrConstant = errors.New("scores do not vary")
)

// Number is the type of scores: degrees, counts, ranks.
type Number interface {
	~int | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// denseRanks replaces each score by the number of distinct smaller scores, tied ones being one, and returns those ranks
// and how many there are. It sorts keys by radix, in passes over the bytes in which they differ: two or three for
// degrees, eight for floating-point scores. Memory is 4 n bytes for the result and 24 n while sorting.
func denseRanks[T Number](scores []T, ties Ties) (ranks []uint32, distinct int, err error) {
	n := len(scores)
	ranks = make([]uint32, n)
	distinct, err = rankInto(ranks, scores, ties, make([]keyed, n), make([]keyed, n))
	return ranks, distinct, err
}

// rankInto is denseRanks with the memory it takes, all of the length of scores.
func rankInto[T Number](ranks []uint32, scores []T, ties Ties, items, other []keyed) (distinct int, err error) {
	for i, s := range scores {
		if s != s {
			return 0, fmt.Errorf("score %d: %w", i, ErrNotANumber)
		}
		items[i] = keyed{orderKey(s), uint32(i)}
	}
	items = sortByKey(items, other)
	if ties > 0 {
		return rankTied(ranks, scores, ties, items), nil
	}
	rank := uint32(0)
	for i, it := range items {
		if i > 0 && it.key != items[i-1].key {
			rank++
		}
		ranks[it.index] = rank
	}
	if len(items) == 0 {
		return 0, nil
	}
	return int(rank) + 1, nil
}

// rankTied ranks sorted items, from the greatest score down, as groups of ties begin there.
func rankTied[T Number](ranks []uint32, scores []T, ties Ties, items []keyed) (distinct int) {
	below, head := uint32(0), 0.0
	for i, it := range slices.Backward(items) {
		u := it.index
		switch s := float64(scores[u]); {
		case i == len(items)-1:
			head = s
		case !ties.Tied(head, s):
			head = s
			below++
		}
		ranks[u] = below
	}
	for u := range ranks {
		ranks[u] = below - ranks[u]
	}
	if len(items) == 0 {
		return 0
	}
	return int(below) + 1
}

// keyed is 12 bytes: the key in two halves, so that it needs no padding.
type keyed struct {
	key   splitKey
	index uint32
}

type splitKey struct{ hi, lo uint32 }

// orderKey maps a number to a key of the same order. Both zeros of floating point are one.
func orderKey[T Number](v T) splitKey {
	var k uint64
	if half := 0.5; T(half) != 0 {
		bits := math.Float64bits(float64(v) + 0)
		if bits>>63 == 1 {
			k = ^bits
		} else {
			k = bits | 1<<63
		}
	} else if T(0)-1 > 0 {
		k = uint64(v)
	} else {
		k = uint64(int64(v)) ^ 1<<63
	}
	return splitKey{uint32(k >> 32), uint32(k)}
}

// digit returns byte number pass of a key, 0 being the lowest.
func (k splitKey) digit(pass int) byte {
	if pass < 4 {
		return byte(k.lo >> (8 * pass))
	}
	return byte(k.hi >> (8 * (pass - 4)))
}

// sortByKey sorts items stably, least significant byte first, and skips bytes that all keys share. It returns the
// sorted items in either of its two buffers, which are equally long.
func sortByKey(items, other []keyed) []keyed {
	var counts [8][256]int
	for i := range items {
		for pass := range counts {
			counts[pass][items[i].key.digit(pass)]++
		}
	}
	for pass := range counts {
		count := &counts[pass]
		if len(items) == 0 || count[items[0].key.digit(pass)] == len(items) {
			continue
		}
		at := 0
		for d, c := range count {
			count[d] = at
			at += c
		}
		for i := range items {
			d := items[i].key.digit(pass)
			other[count[d]] = items[i]
			count[d]++
		}
		items, other = other, items
	}
	return items
}
