package store

import (
	"errors"
	"slices"
	"time"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/atomicfile"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/npy"
	"weft/internal/par"
	"weft/store/names"
)

// DraftOptions are the options of every command that makes a crawl, beside its input.
type DraftOptions struct {
	// Output is the directory of the crawl; it must not exist, unless Replace says that a crawl there is replaced.
	Output  string
	Replace bool
	// KeepResults keeps the results of a replaced crawl that has the same graph, kinds, weights, names and states. The
	// report and the indexes are dropped, as they depend on more.
	KeepResults bool
	// Memory bounds the anonymous memory of the process; 0 means half of the machine's, and 256 MiB for imports.
	Memory int64
	// Workers read, make, compress and transpose lists; 0 means one for each processor.
	Workers int
	// Dense looks longer for references, for fewer bits; see bv.Options.
	Dense bool
	// Command, Version and Now go into the manifest.
	Command, Version string
	Now              time.Time
	// Progress, if not nil, receives the name of the phase, its progress and its total; total is 0 if it is not
	// known.
	Progress func(phase string, done, total int64)
}

// SetDefaults replaces the zero values of memory and workers.
func (o *DraftOptions) SetDefaults() {
	o.Memory, o.Workers = mem.OrHalf(o.Memory), par.Workers(o.Workers)
}

// Beyond returns the memory for sorting beside a need that includes the minimum for it: nine tenths of the rest of
// the budget. A tenth is for garbage.
func (o *DraftOptions) Beyond(need int64) int64 {
	return extsort.MinMemory + max(0, o.Memory-mem.Base-need)*9/10
}

// Lists calls add with the successor list of each page in turn, and the kinds of its arcs, nil if all are plain
// links. add must not keep either.
type Lists func(add func(succ []graph.Node, ks []kinds.Set) error) error

// Sorted are the lists of n pages whose arcs are sorted, labelled as kinds.Set.Label says, or plain links.
func Sorted(it *extsort.Iterator, n int, labelled bool) Lists {
	return func(add func([]graph.Node, []kinds.Set) error) error {
		var ks []kinds.Set
		return EachList(it, n, func(succ []graph.Node, labels []uint32) error {
			if !labelled {
				return add(succ, nil)
			}
			ks = ks[:0]
			for _, l := range labels {
				ks = append(ks, kinds.OfLabel(l))
			}
			return add(succ, ks)
		})
	}
}

// Note reports progress. It is safe for concurrent use.
func (d *Draft) Note(phase string, done, total int) {
	if d.opts.Progress != nil {
		d.telling.Lock()
		defer d.telling.Unlock()
		d.opts.Progress(phase, int64(done), int64(total))
	}
}

// Pass reports at times that page u of n is done, and returns the reason to stop.
func (d *Draft) Pass(phase string, u, n int) error {
	if u%(1<<12) != 0 {
		return nil
	}
	d.Note(phase, u, n)
	return d.ctx.Err()
}

// WriteGraph writes the lists of the pages and their kinds, and then the states, and counts all. The state of a page
// must be there when its list is added.
func (d *Draft) WriteGraph(phase string, lists Lists) error {
	c := &d.Manifest.Counts
	st, err := d.writeLists(phase, GraphBase, KindsFile, d.count, lists)
	if err != nil {
		return err
	}
	c.Arcs, c.GraphBits, c.BitsPerArc = st.Arcs, st.Bits, st.BitsPerArc()
	c.countKinds(kinds.Link, d.links)
	return d.writeStates()
}

// WriteTranspose writes lists that are turned round already; see also [Draft.Transpose].
func (d *Draft) WriteTranspose(phase string, lists Lists) error {
	st, err := d.writeLists(phase, TransposeBase, BackKindsFile, func(int, []graph.Node, []kinds.Set) {}, lists)
	d.Manifest.Counts.TransBitsPA = st.BitsPerArc()
	return err
}

// writeLists writes one graph and its kinds, and calls see with each list.
func (d *Draft) writeLists(phase, base, kindsFile string, see func(u int, succ []graph.Node, ks []kinds.Set), lists Lists) (bv.Stats, error) {
	kw := &kindsWriter{path: d.Path(kindsFile)}
	defer kw.abort()
	o := bv.Options{Workers: d.opts.Workers, Dense: d.opts.Dense}
	st, err := bv.Create(d.Path(base), o, func(add func([]graph.Node) error) error {
		u := 0
		return lists(func(succ []graph.Node, ks []kinds.Set) error {
			if err := d.Pass(phase, u, len(d.States)); err != nil {
				return err
			}
			see(u, succ, ks)
			u++
			return errors.Join(kw.append(ks), add(succ))
		})
	})
	if err == nil {
		err = kw.finish()
	}
	return st, err
}

// count adds the list of a page to the counts.
func (d *Draft) count(u int, succ []graph.Node, ks []kinds.Set) {
	c := &d.Manifest.Counts
	if len(succ) == 0 && page.State(d.States[u]).MayLink() {
		c.Dangling++
	}
	if _, loop := slices.BinarySearch(succ, graph.Node(u)); loop {
		c.SelfLoops++
	}
	d.links += len(succ)
	for _, k := range ks {
		if k != kinds.Link {
			d.links--
			c.countKinds(k, 1)
		}
	}
}

// isPlain reports whether all arcs are plain links.
func (c *Counts) isPlain() bool { return c.Kinds["link"] == c.Arcs && len(c.Kinds) <= 1 }

// countKinds counts n arcs of the same kinds.
func (c *Counts) countKinds(k kinds.Set, n int) {
	if n == 0 {
		return
	}
	if k&kinds.Measured != 0 {
		c.Measured += int64(n)
	}
	if c.Kinds == nil {
		c.Kinds = map[string]int64{}
	}
	for one := kinds.Set(1); one <= kinds.All; one <<= 1 {
		if k&one != 0 {
			c.Kinds[one.String()] += int64(n)
		}
	}
}

// writeStates writes the state of every page, and counts them.
func (d *Draft) writeStates() error {
	var counts [page.NumStates]int
	for _, s := range d.States {
		counts[s]++
	}
	c := &d.Manifest.Counts
	c.Pages = len(d.States)
	c.Ghosts, c.Excluded, c.Failed = counts[page.Ghost], counts[page.Excluded], counts[page.Failed]
	c.Redirected, c.Fetched, c.Unknown = counts[page.Redirected], counts[page.Fetched], counts[page.Unknown]
	return npy.WriteFile(d.Path(StatesFile), d.States)
}

// Transpose turns the graph round that was written, with the kinds of its arcs, as [Transpose] does: in blocks only
// where all are plain links.
func (d *Draft) Transpose(memory int64) error {
	const phase = "transposing"
	d.Note(phase, 0, 0)
	g, err := bv.Open(d.Path(GraphBase))
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	o := TransposeOptions{Memory: memory, Dir: d.dir, Workers: d.opts.Workers, Dense: d.opts.Dense, Note: func() { d.Note(phase, 0, 0) }}
	if d.Manifest.Counts.isPlain() {
		st, err := Transpose(d.ctx, d.Path(TransposeBase), g, o)
		d.Manifest.Counts.TransBitsPA = st.BitsPerArc()
		return err
	}
	p, err := openPerList(d.Path(KindsFile), kindsMagic, g.NumNodes())
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // nothing was written
	t := &transposer{ctx: d.ctx, g: g, o: o, kinds: p}
	_, err = t.sorted(func(lists Lists) (bv.Stats, error) { return bv.Stats{}, d.WriteTranspose(phase, lists) })
	return err
}

// WriteNames writes the sort keys of the pages, in their order, and which hosts and domains they are of.
func (d *Draft) WriteNames(keys func(add func(key []byte) error) error) error {
	out, err := atomicfile.Create(d.Path(NamesFile))
	if err != nil {
		return err
	}
	defer out.Abort()
	w, c := &namesWriter{d: d, out: out, w: names.NewWriter(out)}, &d.Manifest.Counts
	err = keys(func(key []byte) error {
		c.NameBytes += int64(len(key))
		return w.append(key)
	})
	if err != nil {
		return err
	}
	d.Manifest.Names, d.Manifest.Order = true, ByName
	c.Hosts, c.Domains, err = w.finish()
	return err
}

// WriteTexts writes the texts of anchors, in the order of their bytes.
func (d *Draft) WriteTexts(texts func(add func(text []byte) error) error) error {
	out, err := atomicfile.Create(d.Path(TextsFile))
	if err != nil {
		return err
	}
	defer out.Abort()
	w := names.NewWriter(out)
	if err := texts(w.Append); err != nil {
		return err
	}
	if err := w.Finish(); err != nil {
		return err
	}
	return out.Commit()
}

// WriteAnchors writes the anchors of the arcs to each page, page by page, sorted by source, then text.
func (d *Draft) WriteAnchors(lists func(add func([]Anchor) error) error) error {
	w, err := createAnchors(d.Path(AnchorsFile))
	if err != nil {
		return err
	}
	defer w.abort()
	err = lists(func(list []Anchor) error {
		d.Manifest.Counts.Anchors += int64(len(list))
		return w.append(list)
	})
	if err != nil {
		return err
	}
	return w.finish()
}
