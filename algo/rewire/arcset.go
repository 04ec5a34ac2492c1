package rewire

import (
	"math/bits"

	"weft/graph"
	"weft/internal/splitmix"
)

// key is an arc as a number. It is 0 only for the loop of node 0.
func key[N ~uint32](from N, to graph.Node) uint64 { return uint64(from)<<32 | uint64(to) }

// slotsPerArc is the number of slots for each arc: half of them are free.
const slotsPerArc = 2

// An arcSet is a set of keys of arcs: a table with linear probing. The number of arcs is constant, except within a
// step.
type arcSet struct{ slots []uint64 } // 0: free

func newArcSet(arcs int) arcSet { return arcSet{make([]uint64, slotsPerArc*arcs+4)} }

// home is the slot where the search for a key begins.
func (s arcSet) home(k uint64) int {
	h, _ := bits.Mul64(splitmix.Mix(k), uint64(len(s.slots)))
	return int(h)
}

// find returns the slot of a key, or the free slot where it belongs.
func (s arcSet) find(k uint64) int {
	i := s.home(k)
	for s.slots[i] != k && s.slots[i] != 0 {
		if i++; i == len(s.slots) {
			i = 0
		}
	}
	return i
}

func (s arcSet) has(k uint64) bool { return s.slots[s.find(k)] == k }

func (s arcSet) add(k uint64) { s.slots[s.find(k)] = k }

// remove removes a key, and moves keys after it so that no search ends early.
func (s arcSet) remove(k uint64) {
	free := s.find(k)
	for i := free; ; {
		if i++; i == len(s.slots) {
			i = 0
		}
		other := s.slots[i]
		if other == 0 {
			break
		}
		// other stays if its home lies cyclically after the free slot and not after its own.
		home := s.home(other)
		if free < i && (home > free && home <= i) || free > i && (home > free || home <= i) {
			continue
		}
		s.slots[free], free = other, i
	}
	s.slots[free] = 0
}
