package measure

import (
	"cmp"
	"context"

	"weft/graph"
	"weft/internal/topk"
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
	// Texts are numbered in the order of the texts.
	best := topk.New(k, func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for text := range counts {
		best.Add(uint32(text))
	}
	var top []AnchorText
	for _, text := range best.Sorted() {
		words, err := cur.Text(nil, store.Anchor{Text: text})
		if err != nil {
			return nil, err
		}
		top = append(top, AnchorText{string(words), int64(counts[text])})
	}
	return top, nil
}
