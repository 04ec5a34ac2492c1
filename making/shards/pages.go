package shards

import (
	"bytes"
	"context"
	"time"

	"weft/graph/page"
	"weft/store"
	"weft/store/names"
	"weft/web/weburl"
)

// The columns of pages/.
const (
	pageNumber = iota
	pageKey
	pageURL
	pageState
	pageStatus
	pageType
	pageSize
	pageDigest
	pageTime
	pageTitle
	pageSite
	pageSkin
)

var pageColumns = []column{
	pageNumber: {"number", numbers, true},
	pageKey:    {"key", texts, false},
	pageURL:    {"url", texts, false},
	pageState:  {"state", texts, true},
	pageStatus: {"status", numbers, false},
	pageType:   {"type", texts, false},
	pageSize:   {"size", numbers, false},
	pageDigest: {"digest", texts, false},
	pageTime:   {"time", times, false},
	pageTitle:  {"title", texts, false},
	pageSite:   {"site", texts, false},
	pageSkin:   {"skin", numbers, false},
}

// A PageCursor reads pages in the order of their numbers. It refuses gaps between numbers, keys out of the order of their
// bytes, keys of other URLs, and unknown states.
type PageCursor struct {
	r      *rows
	next   int64
	named  bool   // there are keys
	facts  bool   // there are facts
	key    []byte // of the page
	last   []byte // the key before
	name   []byte // scratch
	state  page.State
	known  store.Facts
	unkept int64
}

// ReadPages returns a cursor over all pages. It opens the first table, whose columns say what is known of pages. Close it after
// use.
func (f *Folder) ReadPages(ctx context.Context) *PageCursor {
	c := &PageCursor{r: f.rows(ctx, "", f.in(PagesFolder), pageColumns)}
	if c.r.begin(); c.r.file != nil {
		c.named = c.r.index[pageKey] >= 0
		for _, at := range c.r.index[pageStatus:] {
			c.facts = c.facts || at >= 0
		}
	}
	return c
}

// Next moves to the next page; false at the end or after an error.
func (c *PageCursor) Next() bool {
	if !c.r.next() {
		return false
	}
	if n := c.r.number(pageNumber); c.r.err == nil && n != c.next {
		c.r.fail("the page has the number %d, expected %d: pages are numbered from 0 without a gap", n, c.next)
	}
	if c.r.err == nil {
		c.takeKey()
	}
	if c.r.err == nil {
		c.takeState()
	}
	if c.r.err != nil {
		return false
	}
	c.takeFacts()
	c.next++
	return c.r.err == nil
}

// takeKey takes and checks the key of the row.
func (c *PageCursor) takeKey() {
	key, url := c.r.text(pageKey), c.r.text(pageURL)
	hasKey := !c.r.values[pageKey].IsNull()
	if hasKey != c.named {
		c.r.fail("\"key\" is %s, and other pages differ: expected a key for every page, or for none", map[bool]string{true: "there", false: "missing"}[hasKey])
		return
	}
	if !hasKey {
		if url != nil {
			c.r.fail("the page has \"url\" %.200q and no \"key\": expected its sort key", url)
		}
		return
	}
	c.last, c.key = c.key, append(c.last[:0], key...)
	if len(key) > names.MaxLen {
		c.r.fail("the key has %d bytes: at most %d are allowed", len(key), names.MaxLen)
		return
	}
	if c.next > 0 && bytes.Compare(c.last, c.key) >= 0 {
		c.r.fail("the key %.200q follows %.200q: expected keys in the order of their bytes, each once", c.key, c.last)
		return
	}
	var err error
	if c.name, err = weburl.AppendName(c.name[:0], key); err != nil {
		c.r.fail("%.200q is not a sort key: %v", key, err)
		return
	}
	if !c.r.values[pageURL].IsNull() && !bytes.Equal(c.name, url) {
		c.r.fail("the key %.200q is of %.200q, and \"url\" is %.200q: expected the key of the URL", key, c.name, url)
	}
}

// states maps the words to states.
var states = func() map[string]page.State {
	m := map[string]page.State{}
	for s := range page.NumStates {
		m[page.State(s).String()] = page.State(s) //nolint:gosec // a few
	}
	return m
}()

func (c *PageCursor) takeState() {
	word := c.r.text(pageState)
	var ok bool
	if c.state, ok = states[string(word)]; !ok {
		c.r.fail("the state is %.40q: expected ghost, excluded, failed, redirected, fetched or unknown", word)
	}
}

// takeFacts takes the facts of the row, and counts values that a crawl cannot keep.
func (c *PageCursor) takeFacts() {
	f, r := &c.known, c.r
	f.Reset()
	keep := func(kept bool) {
		if !kept {
			c.unkept++
		}
	}
	if n := r.number(pageStatus); n != 0 {
		if keep(0 < n && n <= 999); 0 < n && n <= 999 {
			f.Status = int(n)
		}
	}
	if n := r.number(pageSize); n > 0 {
		f.Size = n
	} else {
		keep(n == 0)
	}
	if text := r.text(pageType); len(text) > 0 {
		f.SetType(string(text))
		keep(len(f.Type) > 0)
	}
	if text := r.text(pageDigest); len(text) > 0 {
		f.SetDigest(string(text))
		keep(len(f.Digest) > 0)
	}
	if text := r.text(pageTitle); len(text) > 0 {
		f.SetTitle(text)
		keep(len(f.Title) > 0)
	}
	if text := r.text(pageSite); len(text) > 0 {
		f.SetSite(text)
		keep(len(f.Site) > 0)
	}
	if n := r.number(pageSkin); n != 0 {
		if keep(0 < n && n <= store.MaxSkin); 0 < n && n <= store.MaxSkin {
			f.Skin = uint64(n)
		}
	}
	if v := r.values[pageTime]; !v.IsNull() {
		ms, ok := r.how[pageTime].milliseconds(v)
		if keep(ok && isYear(ms)); ok && isYear(ms) {
			f.Time = time.UnixMilli(ms).UTC()
		}
	}
}

// isYear reports whether a time is in the years 1 to 9999.
func isYear(ms int64) bool { return -62135596800_000 <= ms && ms < 253402300800_000 }

// State returns the state of the page.
func (c *PageCursor) State() page.State { return c.state }

// HasKeys reports whether the pages have names.
func (c *PageCursor) HasKeys() bool { return c.named }

// HasFacts reports whether facts of pages may be known: the first table has columns for them.
func (c *PageCursor) HasFacts() bool { return c.facts }

// Key returns the sort key of the page, valid until the next call of Next.
func (c *PageCursor) Key() []byte { return c.key }

// Facts returns the facts of the page, valid until the next call of Next.
func (c *PageCursor) Facts() *store.Facts { return &c.known }

// Unkept returns the number of values of facts that a crawl cannot hold, such as a negative size.
func (c *PageCursor) Unkept() int64 { return c.unkept }

// Err returns the error that ended the reading; nil before its end, and after all pages.
func (c *PageCursor) Err() error {
	return c.r.err
}

// Close ends the reading.
func (c *PageCursor) Close() { c.r.close() }
