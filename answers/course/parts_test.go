package course

import (
	"testing"

	"weft/crawl/model"
	"weft/internal/mem"
)

// A crawl of a model takes what the crawl needs, or what measuring needs, whichever is more: not both, as one is over
// before the other begins.
func TestPartsOfAModel(t *testing.T) {
	law, err := model.Zipf(2.5, 1)
	if err != nil {
		t.Fatal(err)
	}
	parts := func(pages, crawled int) (names map[string]int64) {
		o := ModelOptions{Pages: pages, In: law, Out: law, Options: Options{At: []int{crawled}}}
		o.SetDefaults()
		names = map[string]int64{}
		for _, p := range o.Parts() {
			names[p.Name] = p.Bytes
		}
		return names
	}
	few := parts(1<<26, 100)
	if few["the crawl"] != crawlBytes(1<<26) || few["graph of the crawled pages"] > 0 {
		t.Errorf("a short crawl of a large Web: got %v", few)
	}
	many := parts(1<<20, 1<<20)
	if many["the crawl"] > 0 || many["graph of the crawled pages"]+many["the dearest measure"] <= crawlBytes(1<<20) {
		t.Errorf("a crawl of all of a Web: got %v", many)
	}
	if few[mem.Itself.Name] != mem.Itself.Bytes || few["notes of the crawl"] >= many["notes of the crawl"] {
		t.Errorf("got %v and %v", few, many)
	}
}
