package site

import (
	"bytes"
	"context"
	"slices"
	"unicode"

	"weft/answers/texts"
	"weft/graph"
	"weft/internal/splitmix"
)

// A sketch holds the smallest hash values of the words of a page, in ascending order. Two sketches give the share
// of words that two pages have in common (Broder, "On the resemblance and containment of documents", 1997). A page
// without a text has no sketch.
type sketch []uint32

// sketchWords is how many words are kept of a page: the share of common words has a standard error of 0.06 at most.
const sketchWords = 64

// sketchBytes is the memory per page.
const sketchBytes = 24 + 4*sketchWords

// sketches reads the texts of all pages.
func sketches(ctx context.Context, n int, read texts.Texts) ([]sketch, error) {
	all := make([]sketch, n)
	var words []uint32
	err := read(func(u graph.Node, text []byte) error {
		words = words[:0]
		for _, w := range bytes.FieldsFunc(bytes.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words = append(words, hashWord(w))
		}
		slices.Sort(words)
		words = slices.Compact(words)
		all[u] = slices.Clone(words[:min(sketchWords, len(words))])
		return ctx.Err()
	})
	return all, err
}

// hashWord hashes a word, the same each time.
func hashWord(w []byte) uint32 {
	h := uint64(14695981039346656037) // FNV-1a, mixed
	for _, b := range w {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return uint32(splitmix.Mix(h) >> 32) //nolint:gosec // the upper half
}

// common is which share of the words of either page both have, by the smallest of both.
func (a sketch) common(b sketch) float64 {
	both, n := 0, 0
	for i, j := 0, 0; n < sketchWords && (i < len(a) || j < len(b)); n++ {
		switch {
		case j == len(b) || i < len(a) && a[i] < b[j]:
			i++
		case i == len(a) || b[j] < a[i]:
			j++
		default:
			both++
			i++
			j++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(both) / float64(n)
}

// textual weighs a link by its evidence and by the texts of both pages. Equal texts double the weight, and texts
// without a common word halve it. If a text is missing, the weight stays.
func (g *Ground) textual(says []sketch) func(u, v graph.Node) float64 {
	return func(u, v graph.Node) float64 {
		w := g.returned(u, v)
		if len(says[u]) == 0 || len(says[v]) == 0 {
			return w
		}
		return w * (0.5 + 1.5*says[u].common(says[v]))
	}
}
