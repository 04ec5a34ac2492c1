package texts

import (
	"cmp"
	"context"

	"weft/internal/mem"
	"weft/internal/par"
	"weft/store"
	"weft/store/lookup"
	"weft/store/textindex"
)

// Options are the options of an index of texts.
type Options struct {
	// Archive has the texts: WARC, ARC and WACZ files, or folders of live crawls. Without any, it is found as by
	// Archives.
	Archive []string
	// Memory bounds the memory of the process, in bytes.
	Memory  int64
	Workers int // 0 for all processors; they do not change the index
	// Command is noted as the command that made the index.
	Command, Version string
	// Note, if not nil, receives the progress of each step.
	Note func(what string, done, total int64)
}

// Needs lists the parts of the least memory of Index.
func Needs(c *store.Crawl) []mem.Part { return append(textindex.LeastMemory(c), readingNeeds(c)...) }

// Index makes the index of the texts of a crawl from its archive, and keeps it in the crawl. Memory: as in the
// options; below [Needs] it is refused. Half of the rest is for more workers.
func Index(ctx context.Context, c *store.Crawl, o Options) (s textindex.Stats, err error) {
	if c.Manifest == nil {
		return s, lookup.ErrBare
	}
	if !c.HasNames() {
		return s, store.ErrNoNames
	}
	if err := mem.Check("the index of texts", mem.Sum(Needs(c))-mem.Base, o.Memory); err != nil {
		return s, err
	}
	paths := o.Archive
	if len(paths) == 0 {
		if paths, err = Archives(c); err != nil {
			return s, err
		}
	}
	if o.Note == nil {
		o.Note = func(string, int64, int64) {}
	}
	o.Note("opening the archive", 0, 0)
	a, err := Open(ctx, paths)
	if err != nil {
		return s, err
	}
	rest := o.Memory - mem.Sum(Needs(c))
	r := Reading{Workers: int(min(int64(par.Workers(o.Workers)), 1+rest/2/workerBytes)), Note: o.Note}
	held := mem.Sum(readingNeeds(c)) + int64(r.Workers-1)*workerBytes
	s, err = textindex.Build(ctx, c, ForSearch(c, a, r), textindex.Options{Memory: o.Memory, Held: held, Command: o.Command, Version: o.Version, Note: o.Note})
	return s, cmp.Or(err, a.Close())
}
