package combine

import (
	"context"
	"errors"
	"slices"

	"weft/graph"
	"weft/graph/bv"
	"weft/kinds"
	"weft/page"
	"weft/store"
)

// A builder makes one crawl.
type builder struct {
	ctx    context.Context //nolint:containedctx // a builder lives as long as one call
	o      *Options
	r      *recipe
	d      *store.Draft
	m      store.Manifest
	states []uint8
}

func (b *builder) build() error {
	for _, step := range []func() error{
		b.writeStates, b.writeGraph, b.writeTranspose, b.writeNames, b.writeAnchors, b.writeNumbers,
	} {
		if err := errors.Join(b.ctx.Err(), step()); err != nil {
			return err
		}
	}
	step := store.Step{Command: b.o.Command, Version: b.o.Version, Time: b.o.Now}
	for _, c := range b.r.inputs {
		step.Inputs = append(step.Inputs, store.Input{
			Path: c.Path, Format: "crawl", Bytes: (c.Graph().SizeBits() + 7) / 8, SHA256: c.Manifest.GraphID, Records: int64(c.NumPages()),
		})
	}
	b.m.Steps = []store.Step{step}
	b.note("checksums", 0, 0)
	return b.d.Commit(&b.m)
}

func (b *builder) note(phase string, done, total int) {
	if b.o.Progress != nil {
		b.o.Progress(phase, int64(done), int64(total))
	}
}

// pass tells now and then how far a pass over the pages is, and returns the reason to stop.
func (b *builder) pass(phase string, x graph.Node) error {
	if x%(1<<14) != 0 {
		return nil
	}
	b.note(phase, int(x), b.r.pages)
	return b.ctx.Err()
}

// writeStates gives every page the best state that it has in a part.
func (b *builder) writeStates() error {
	b.states = make([]uint8, b.r.pages)
	for _, p := range b.r.parts {
		for u := range graph.Node(p.c.NumPages()) {
			if x, taken := p.place(u); taken {
				b.states[x] = uint8(page.Join(page.State(b.states[x]), p.c.State(u)))
			}
		}
	}
	return b.d.WriteStates(&b.m.Counts, b.states)
}

func (b *builder) writeGraph() error {
	st, err := b.writeLists("joining arcs", store.GraphBase, store.KindsFile, false, b.count)
	c := &b.m.Counts
	c.Arcs, c.GraphBits, c.BitsPerArc = st.Arcs, st.Bits, st.BitsPerArc()
	return err
}

func (b *builder) writeTranspose() error {
	st, err := b.writeLists("joining arcs of the transpose", store.TransposeBase, store.BackKindsFile, true, func(graph.Node, *list) {})
	b.m.Counts.TransBitsPA = st.BitsPerArc()
	return err
}

// writeLists writes one graph and its kinds; the kinds only if some arc is not a plain link.
func (b *builder) writeLists(phase, base, kindsFile string, back bool, count func(graph.Node, *list)) (bv.Stats, error) {
	kw, err := store.CreateKinds(b.d.Path(kindsFile))
	if err != nil {
		return bv.Stats{}, err
	}
	defer kw.Abort()
	special := false
	st, err := bv.Create(b.d.Path(base), bv.Options{Workers: b.o.Workers}, func(add func([]graph.Node) error) error {
		return b.r.eachList(back, func(x graph.Node, l *list) error {
			if err := b.pass(phase, x); err != nil {
				return err
			}
			count(x, l)
			special = special || slices.ContainsFunc(l.kinds, func(k kinds.Set) bool { return k != kinds.Link })
			return errors.Join(kw.Append(l.kinds), add(l.succ))
		})
	})
	if err == nil && special {
		err = kw.Finish()
	}
	return st, err
}

// count adds the arcs of a page to the counts.
func (b *builder) count(x graph.Node, l *list) {
	c := &b.m.Counts
	if len(l.succ) == 0 && page.State(b.states[x]).MayLink() {
		c.Dangling++
	}
	if _, loop := slices.BinarySearch(l.succ, x); loop {
		c.SelfLoops++
	}
	for _, k := range l.kinds {
		if k&kinds.Measured != 0 {
			c.Measured++
		}
		for one := kinds.Set(1); one <= kinds.All; one <<= 1 {
			if k&one != 0 {
				b.countKind(one)
			}
		}
	}
}

func (b *builder) countKind(one kinds.Set) {
	if b.m.Counts.Kinds == nil {
		b.m.Counts.Kinds = map[string]int64{}
	}
	b.m.Counts.Kinds[one.String()]++
}

// writeNumbers keeps which pages of the input the new ones are.
func (b *builder) writeNumbers() error {
	if b.r.numbers == nil {
		return nil
	}
	numbers := make([]uint32, b.r.pages)
	for i := range numbers {
		numbers[i] = uint32(b.r.numbers.Select(i))
	}
	return store.AddResult(b.d, store.Result{
		Name: SourceVector, Kinds: kinds.All.String(), Params: map[string]any{"crawl": b.r.inputs[0].Path},
		Command: b.o.Command, Version: b.o.Version, Time: b.o.Now,
	}, numbers)
}
