package bv

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"weft/graph"
	"weft/graph/bitcode"
	"weft/internal/par"
)

// A bitFile is a stream of bits that is handed on as it grows.
type bitFile struct {
	w   bitcode.Writer
	out io.Writer
	sum uint32 // checksum of the bytes written, without padding
}

// flush hands on what is whole; with all it pads to a multiple of 8 bytes first.
func (f *bitFile) flush(all bool) error {
	if !all && f.w.Buffered() < 1<<15 {
		return nil
	}
	padding := int64(0)
	if all {
		bits := f.w.Bits()
		f.w.Write(0, uint(-bits&63))
		f.w.Finish()
		padding = (f.w.Bits() - bits) / 8
	}
	data := f.w.Take()
	f.sum = crc32.Update(f.sum, castagnoli, data[:int64(len(data))-padding])
	_, err := f.out.Write(data)
	return err
}

// A Writer compresses a graph list by list.
//
// It gathers lists in batches of 2^14 nodes or 2^16 nodes and arcs. A batch goes through three steps. A guess of
// the references is made, although they depend on earlier choices. The guess is corrected when the earlier choices
// are known. And the records are written. Workers do the first and last step in parallel. The goroutine that calls
// Append does the second, and joins the bits, in order. So the bytes equal the bytes of one worker, for hardly
// more work: within a few lists, a choice no longer depends on assumptions about earlier ones.
//
// Dense batches have 2^17 nodes and arcs and refer to nothing before them. Workers do all their steps in parallel.
//
// Memory: 2·workers+2 batches, each with 4 bytes an arc, 24 bytes a node, and its bits. A batch has at most the
// size above and the lists of three windows, or of one if they are long. If batches have more arcs than that,
// fewer are in progress: as many arcs as otherwise, or a single batch. Errors of the underlying writers are kept
// and returned by Finish.
type Writer struct {
	opts           Options
	workers        int
	graph, offsets bitFile
	st             Stats
	err            error

	now               *batch        // being filled
	choosing, writing []*batch      // at the side, in order
	free              []*batch      //
	hands             chan *encoder // one a worker
	own               *comparer     // of the goroutine that calls Append
	depths            []int32       // of the batch settled last
	long              longSums
}

// NewWriter returns a Writer of the bit stream and the coded offsets of a graph; offsets may be io.Discard.
func NewWriter(graphOut, offsetsOut io.Writer, o Options) (*Writer, error) {
	o.SetDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	w := &Writer{opts: o, workers: par.Workers(o.Workers), graph: bitFile{out: graphOut}, offsets: bitFile{out: offsetsOut}}
	if o.LittleEndian {
		w.graph.w = bitcode.NewLittleWriter()
	}
	w.offsets.w.Code(0, o.Codes.Offset)
	w.hands = make(chan *encoder, w.workers)
	coders := newCoders(&o)
	for range w.workers {
		e := &encoder{comparer: newComparer(&o, coders)}
		if o.Dense {
			e.search = newBeam(o.window(), o.maxRef(), beamWidth)
		}
		w.hands <- e
	}
	w.own = newComparer(&o, coders)
	w.now = w.newBatch()
	w.long.last = make([]int, w.opts.window()+1)
	return w, nil
}

func (w *Writer) newBatch() *batch {
	if n := len(w.free); n > 0 {
		b := w.free[n-1]
		w.free = w.free[:n-1]
		return b
	}
	b := &batch{window: w.opts.window(), maxRef: w.opts.maxRef(), big: w.opts.Dense}
	if w.opts.LittleEndian {
		b.out = bitcode.NewLittleWriter()
	}
	return b
}

// Append adds the list of the next node: strictly increasing, its nodes below the number of nodes that the graph will
// have. The list is not kept.
func (w *Writer) Append(list []graph.Node) error {
	if w.err != nil {
		return w.err
	}
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			w.err = fmt.Errorf("list of node %d: successor %d follows %d", w.now.first+w.now.lists(), list[i], list[i-1])
			return w.err
		}
	}
	w.long.add(len(list))
	w.now.add(list)
	if w.now.full() {
		w.submit()
	}
	return w.err
}

// submit sends the current batch on its way.
func (w *Writer) submit() {
	b := w.now
	w.now = w.newBatch()
	w.now.follow(b)
	switch {
	case w.workers > 1 && w.opts.Dense:
		w.aside(b, b.dense)
		w.writing = append(w.writing, b)
		w.advance(w.workers)
		return
	case w.workers > 1:
		w.aside(b, func(e *encoder) { b.guess(e.comparer) })
		w.choosing = append(w.choosing, b)
		w.advance(2 * w.workers)
		return
	}
	e := <-w.hands
	if w.opts.Dense {
		b.dense(e)
	} else {
		w.settle(b)
		b.encode(e)
	}
	w.hands <- e
	w.deliver(b)
}

// aside runs a stage of a batch on a goroutine.
func (w *Writer) aside(b *batch, stage func(e *encoder)) {
	done := make(chan struct{})
	b.done = done
	go func() {
		e := <-w.hands
		stage(e)
		w.hands <- e
		close(done)
	}()
}

// advance moves batches through the steps, in order, as far as possible without waiting, and until at most most
// are in progress.
func (w *Writer) advance(most int) {
	for {
		for len(w.writing) > 0 && w.writing[0].ready(false) {
			w.deliver(w.writing[0])
			w.writing = w.writing[1:]
		}
		for len(w.choosing) > 0 && w.choosing[0].ready(false) {
			b := w.choosing[0]
			w.choosing = w.choosing[1:]
			w.settle(b)
			w.aside(b, b.encode)
			w.writing = append(w.writing, b)
		}
		switch {
		case w.underWay(most):
			return
		case len(w.writing) > 0:
			w.writing[0].ready(true)
		default:
			w.choosing[0].ready(true)
		}
	}
}

// underWay reports whether at most most batches are in progress, and their arcs are within the limit, or there is
// a single one. Long lists, which may form the context of a batch, are then not copied many times.
func (w *Writer) underWay(most int) bool {
	batches := len(w.writing) + len(w.choosing)
	if batches <= min(most, 1) {
		return true
	}
	arcs := 0
	for _, list := range [][]*batch{w.writing, w.choosing} {
		for _, b := range list {
			arcs += len(b.succ)
		}
	}
	return batches <= most && arcs <= most*w.now.fullSize()
}

// ready says whether the stage at the side is over, or waits for that.
func (b *batch) ready(wait bool) bool {
	if wait {
		<-b.done
		return true
	}
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

func (w *Writer) settle(b *batch) {
	b.settle(w.own, w.depths)
	w.depths = append(w.depths[:0], b.depths...)
}

// deliver writes what a batch has become.
func (w *Writer) deliver(b *batch) {
	w.st.add(&b.st)
	bits := b.out.Bits()
	b.out.Finish()
	w.graph.w.Append(b.out.Take(), bits)
	for _, n := range b.bits {
		w.offsets.w.Code(uint64(n), w.opts.Codes.Offset)
	}
	if w.err == nil {
		w.err = errors.Join(w.graph.flush(false), w.offsets.flush(false))
	}
	b.refs = b.refs[:0]
	if cap(b.succ) > 2*b.fullSize() {
		b.succ = nil
	}
	w.free = append(w.free, b)
}

// Finish writes what is left and returns what was done.
func (w *Writer) Finish() (Stats, error) {
	if w.err == nil {
		w.submit()
	}
	w.advance(0)
	w.st.Bits = w.graph.w.Bits()
	if w.err == nil {
		w.err = errors.Join(w.graph.flush(true), w.offsets.flush(true))
	}
	w.st.longest = w.long.most
	w.st.sums = checksums{graph: w.graph.sum, offsets: w.offsets.sum}
	return w.st, w.err
}
