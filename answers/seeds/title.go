package seeds

import (
	"fmt"

	"weft/graph"
	"weft/store"
)

// titlesOf returns the text by which most links call each seed, where the crawl keeps texts; ties go to the text that
// sorts first.
func titlesOf(c *store.Crawl, list []Seed) (map[graph.Node]string, error) {
	titles := map[graph.Node]string{}
	for _, s := range list {
		cur := c.Anchors(graph.Range{Lo: int(s.Page), Hi: int(s.Page) + 1})
		for cur.Next() {
			title, err := mostUsed(cur)
			if err != nil {
				return nil, err
			}
			titles[s.Page] = title
		}
		if err := cur.Err(); err != nil {
			return nil, fmt.Errorf("texts of %s: %w", c.Label(s.Page), err)
		}
	}
	return titles, nil
}

func mostUsed(cur *store.AnchorCursor) (string, error) {
	counts := map[uint32]int{}
	best, most := uint32(0), 0
	for _, a := range cur.Anchors() {
		counts[a.Text]++
		if n := counts[a.Text]; n > most || n == most && a.Text < best {
			best, most = a.Text, n
		}
	}
	if most == 0 {
		return "", nil
	}
	text, err := cur.Text(nil, store.Anchor{Text: best})
	return string(text), err
}
