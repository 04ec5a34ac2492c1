package combine

import (
	"errors"
	"fmt"

	"weft/graph/bv"
	"weft/graph/view"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/store"
)

// Options of [Union], [Difference] and [Extract].
type Options struct{ store.DraftOptions }

// ErrBare reports a graph that cannot be combined because it does not belong to a crawl.
var ErrBare = errors.New("it is a bare graph: weft import makes a crawl of it")

// workerBytes is the memory of a worker that compresses lists.
const workerBytes = 2 * bv.BatchBytes

// Need is the memory for making a crawl from others. Per page of the inputs: the numbers of [store.Places], or 11/32 bytes of
// bits, and 5 bytes of state and number. Further 16 bytes per host or domain, 4 per anchor text, and the longest lists of each
// input. Last 2 MiB for each worker and for reading and writing, or [store.FactsBytes] if a crawl has facts.
func (o *Options) Need(crawls ...*store.Crawl) store.Need {
	pages, texts, hosts, withFacts := 0, 0, 0, 0
	var each []int
	facts := int64(0)
	var out, in bv.Longest
	for _, c := range crawls {
		pages += c.NumPages()
		if c.HasFacts() {
			withFacts++
		}
		each = append(each, c.NumPages())
		texts += c.NumTexts()
		out, in = out.And(c.Longest(store.ViewOptions{Out: true})), in.And(c.Longest(store.ViewOptions{In: true}))
		if c.Manifest != nil {
			hosts += c.Manifest.Counts.Hosts + c.Manifest.Counts.Domains
		}
	}
	switch {
	case withFacts > openFacts:
		facts = store.FactsBytes + factsMemory + factReaderBytes
	case withFacts > 0:
		facts = store.FactsBytes + int64(withFacts)*factReaderBytes
	}
	members := max(2*view.SubsetBytes(pages), store.PlacesBytes(each...))
	workers := int64(par.Workers(o.Workers))
	return store.Heap("membership of pages in crawls", members).And(store.Heap("states and numbers of pages", 5*int64(pages))).
		And(store.Heap("hosts and domains", 16*int64(hosts))).And(store.Heap("texts of anchors", 5*int64(texts))).
		And(store.Heap("the longest lists, read, joined and compressed", max(longBytes(out), longBytes(in)))).And(store.Heap("buffers of workers, or facts of pages", max((workers+1)*workerBytes+2<<20, facts)))
}

// factReaderBytes is the memory of a [store.FactReader].
const factReaderBytes = 3 << 20

// longBytes is the memory for reading long lists side by side, selecting, joining and compressing them.
func longBytes(l bv.Longest) int64 {
	const kept, joined = 5, 5 // of a node and its kind
	return l.ReadBytes() + (kept+joined)*l.List + l.WriteBytes()
}

// check completes the options, and refuses crawls that cannot be combined, or not within the budget.
func (o *Options) check(crawls ...*store.Crawl) error {
	o.SetDefaults()
	for _, c := range crawls {
		switch {
		case c.Manifest == nil:
			return fmt.Errorf("%s: %w", c.Path, ErrBare)
		case c.HasNames() && c.Manifest.Order != store.ByName:
			return fmt.Errorf("%s: %w", c.Path, store.ErrOrder)
		}
	}
	if err := o.Apart(crawls...); err != nil {
		return err
	}
	return mem.Check("a crawl of crawls", o.Need(crawls...).Total(), o.Memory)
}
