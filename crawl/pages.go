package crawl

import "fmt"

// Dense numbers keys below a known bound, in 4 bytes for each of them and 4 for each page.
type Dense struct {
	page []Page // of each key, plus 1; 0 for keys that were not mentioned
	keys []uint32
}

// NewDense returns a Dense for keys below n, which is at most 2³².
func NewDense(n int) *Dense { return &Dense{page: make([]Page, n)} }

// Number implements [Pages]. The error reports a key that is too large.
func (d *Dense) Number(k Key) (Page, bool, error) {
	if k >= Key(len(d.page)) {
		return 0, false, fmt.Errorf("key %d in a web of %d pages", k, len(d.page))
	}
	if p := d.page[k]; p != 0 {
		return p - 1, false, nil
	}
	d.keys = append(d.keys, uint32(k))
	d.page[k] = Page(len(d.keys))
	return Page(len(d.keys) - 1), true, nil
}

// Len returns how many pages have been numbered.
func (d *Dense) Len() int { return len(d.keys) }

// Key returns the key of a page.
func (d *Dense) Key(p Page) Key { return Key(d.keys[p]) }
