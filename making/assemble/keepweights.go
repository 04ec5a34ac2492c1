package assemble

import (
	"fmt"
	"math"
	"math/bits"
	"weft/internal/extsort"
	"weft/store"
)

// closeWeights gives up the scratch file of weights by their final numbers.
func (b *Builder) closeWeights() {
	if b.weights != nil {
		b.weights.Close() //nolint:errcheck // a scratch file
	}
}

// joinedNote counts weights that were added up.
const joinedNote = "weights of arcs that come several times, added to the first"

// keepWeights writes sorted weights, if there are any.
func (b *Builder) keepWeights(weights *extsort.Weights) error {
	if weights == nil {
		return nil
	}
	it, err := weights.Sort()
	if err != nil {
		return err
	}
	var kept store.WeightsKept
	if kept, err = b.WriteWeights(it, b.ArcsMemory()); err != nil {
		return fmt.Errorf("weights of arcs: %w", err)
	}
	b.Notes["arcs with weights, which are kept"] = kept.Arcs
	b.Notes[joinedNote] = kept.Joined
	b.Notes["arcs with a weight below 0, which PageRank and clusters refuse"] = kept.Negative
	return weights.Close()
}

// BitsOf returns the bits of a weight in reverse: whole numbers have few, so that they are short in scratch files.
func BitsOf(weight float64) uint64 { return bits.Reverse64(math.Float64bits(weight)) }

func WeightOf(reversed uint64) float64 { return math.Float64frombits(bits.Reverse64(reversed)) }
