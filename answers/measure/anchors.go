package measure

import (
	"cmp"
	"context"
	"slices"

	"weft/graph"
	"weft/store"
)

// GetAnchorTexts returns the k texts that most arcs carry; ties go by the text. One pass over the anchors; memory: 4
// bytes a distinct text.
func GetAnchorTexts(ctx context.Context, c *store.Crawl, k int) ([]AnchorText, error) {
	counts := make([]uint32, c.NumTexts())
	cur := c.Anchors(graph.Everything(c.Graph()))
	for cur.Next() {
		if cur.Node()%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, a := range cur.Anchors() {
			counts[a.Text]++
		}
	}
	if err := cur.Err(); err != nil {
		return nil, err
	}
	var best []uint32 // numbers of texts, which are in the order of the texts
	more := func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) }
	for text := range counts {
		best = append(best, uint32(text))
		if len(best) >= 2*k+64 {
			slices.SortFunc(best, more)
			best = best[:k]
		}
	}
	slices.SortFunc(best, more)
	var top []AnchorText
	for _, text := range best[:min(k, len(best))] {
		words, err := cur.Text(nil, store.Anchor{Text: text})
		if err != nil {
			return nil, err
		}
		top = append(top, AnchorText{string(words), int64(counts[text])})
	}
	return top, nil
}
