package memo

import (
	"testing"

	"weft/crawl"
)

// Hosts keep their numbers over a checkpoint.
func TestHostNumbers(t *testing.T) {
	number := func(h *hostNumbers, url string) uint32 { return h.number(crawl.Link{Name: []byte(url)}) }
	h := &hostNumbers{of: map[string]uint32{}}
	for i, url := range []string{"http://a.test/", "http://b.test/x", "http://a.test:81/"} {
		if n := number(h, url); n != uint32(i) {
			t.Errorf("%s has number %d", url, n)
		}
	}
	var again hostNumbers
	again.set(h.list)
	for i, url := range []string{"http://a.test/y", "http://b.test/", "http://a.test:81/z", "http://c.test/"} {
		if n := number(&again, url); n != uint32(i) {
			t.Errorf("%s has number %d behind a checkpoint", url, n)
		}
	}
}
