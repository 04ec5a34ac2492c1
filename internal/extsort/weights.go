package extsort

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"

	"weft/internal/corrupt"
	"weft/internal/heap"
)

// Weights sorts arcs with a weight by From, then To. It adds up the weights of equal arcs in the order of their input, so
// that no sum depends on the memory. Memory: at most the given number of bytes, from [MinMemory] on,
// at 32 bytes an arc. Further arcs are spilled, at about 4 to 14 bytes each.
type Weights struct {
	opts    Options
	arcs    columns // the label of an arc is its place in weights
	scratch columns
	weights []float64
	spool   *spool
	runs    []run
	added   int64
}

const weightedBytes = 32

// NewWeights returns a sorter of arcs with weights. Of the options it takes Memory and Dir.
func NewWeights(o Options) *Weights {
	o.Memory = max(o.Memory, MinMemory)
	return &Weights{opts: o}
}

// Len returns the number of arcs added.
func (s *Weights) Len() int64 { return s.added }

// capacity is the number of arcs that are held at most.
func (s *Weights) capacity() int { return int((s.opts.Memory - writeBuffer) / weightedBytes) }

// Add takes an arc.
func (s *Weights) Add(from, to uint32, weight float64) error {
	if n := len(s.weights); n == cap(s.weights) {
		if n >= s.capacity() {
			if err := s.spill(); err != nil {
				return err
			}
		} else {
			s.grow(min(s.capacity(), max(1<<12, 2*n)))
		}
	}
	s.arcs.keys = append(s.arcs.keys, uint64(from)<<32|uint64(to))
	s.arcs.labels = append(s.arcs.labels, uint32(len(s.weights))) //nolint:gosec // below the capacity
	s.weights = append(s.weights, weight)
	s.added++
	return nil
}

// grow makes room for n arcs.
func (s *Weights) grow(n int) {
	arcs, weights := makeColumns(n, true), make([]float64, n)
	held := len(s.weights)
	copy(arcs.keys, s.arcs.keys)
	copy(arcs.labels, s.arcs.labels)
	copy(weights, s.weights)
	s.arcs, s.weights, s.scratch = arcs.head(held), weights[:held], columns{}
}

// sort sorts the arcs in memory.
func (s *Weights) sort() {
	n := len(s.weights)
	if cap(s.scratch.keys) < n {
		s.scratch = makeColumns(cap(s.arcs.keys), true)
	}
	s.arcs, s.scratch = sortColumns(s.arcs, s.scratch.head(n), false)
}

// spill writes the arcs in memory as a run.
func (s *Weights) spill() error {
	if len(s.weights) == 0 {
		return nil
	}
	if s.spool == nil {
		var err error
		if s.spool, err = newSpool(s.opts.Dir); err != nil {
			return err
		}
	}
	s.sort()
	w := weightWriter{s: s.spool, w: bufio.NewWriterSize(io.NewOffsetWriter(s.spool.f, s.spool.size), writeBuffer)}
	for i, key := range s.arcs.keys {
		w.add(key, s.weights[s.arcs.labels[i]])
	}
	r, err := w.finish()
	if err != nil {
		return err
	}
	s.runs = append(s.runs, r)
	s.clear()
	return nil
}

func (s *Weights) clear() { s.arcs, s.weights = s.arcs.head(0), s.weights[:0] }

// A weightWriter writes a run: the gap of each key to the one before, and the weight with its bits in reverse. In
// reverse, whole numbers are short.
type weightWriter struct {
	s    *spool
	w    *bufio.Writer
	size int64
	last uint64
	buf  []byte
}

func (w *weightWriter) add(key uint64, weight float64) {
	w.buf = binary.AppendUvarint(w.buf[:0], key-w.last)
	w.buf = binary.AppendUvarint(w.buf, bits.Reverse64(math.Float64bits(weight)))
	w.last = key
	w.size += int64(len(w.buf))
	w.w.Write(w.buf) //nolint:errcheck // Flush reports it
}

func (w *weightWriter) finish() (run, error) {
	if err := w.w.Flush(); err != nil {
		return run{}, fmt.Errorf("spill weights of arcs: %w", err)
	}
	r := run{w.s.size, w.size}
	w.s.size += w.size
	return r, nil
}

// Sort ends the input and returns the sorted arcs.
func (s *Weights) Sort() (*WeightIterator, error) {
	if len(s.runs) == 0 {
		s.sort()
		s.scratch = columns{}
		return &WeightIterator{held: s}, nil
	}
	if err := s.spill(); err != nil {
		return nil, err
	}
	s.arcs, s.scratch, s.weights = columns{}, columns{}, nil
	most := max(2, int(s.opts.Memory/2/readBuffer))
	for len(s.runs) > most {
		if err := s.mergeOnce(most); err != nil {
			return nil, err
		}
	}
	return newWeightMerge(s.spool, s.runs)
}

// mergeOnce replaces neighbouring runs by one, in their place, so that the order of equal arcs stays.
func (s *Weights) mergeOnce(most int) error {
	var merged []run
	for lo := 0; lo < len(s.runs); lo += most {
		runs := s.runs[lo:min(lo+most, len(s.runs))]
		in, err := newWeightMerge(s.spool, runs)
		if err != nil {
			return err
		}
		w := weightWriter{s: s.spool, w: bufio.NewWriterSize(io.NewOffsetWriter(s.spool.f, s.spool.size), writeBuffer)}
		for in.more { // arc by arc: sums of parts would depend on the memory
			w.add(in.nextKey, in.nextWeight)
			in.advance()
		}
		if in.err != nil {
			return in.err
		}
		r, err := w.finish()
		if err != nil {
			return err
		}
		merged = append(merged, r)
	}
	s.runs = merged
	return nil
}

// Close gives scratch space back. The iterators of the sorter must no longer be used.
func (s *Weights) Close() error {
	s.arcs, s.scratch, s.weights = columns{}, columns{}, nil
	if s.spool == nil {
		return nil
	}
	err := s.spool.f.Close()
	s.spool = nil
	return err
}

// A WeightIterator reads sorted arcs once, each once.
type WeightIterator struct {
	key    uint64
	weight float64
	count  int64 // arcs that were added up
	begun  bool
	err    error

	more       bool // there is a next arc
	nextKey    uint64
	nextWeight float64

	held *Weights // arcs in memory, or
	at   int
	heap *heap.Heap[*weightReader]
}

func newWeightMerge(s *spool, runs []run) (*WeightIterator, error) {
	it := &WeightIterator{heap: heap.New(func(a, b *weightReader) bool {
		return a.key < b.key || a.key == b.key && a.number < b.number
	}), begun: true}
	for i, r := range runs {
		rd := &weightReader{number: i, r: bufio.NewReaderSize(io.NewSectionReader(s.f, r.off, r.size), readBuffer)}
		if ok, err := rd.next(); err != nil {
			return nil, err
		} else if ok {
			it.heap.Push(rd)
		}
	}
	it.advance()
	return it, nil
}

// From returns where the arc that Next moved to begins.
func (it *WeightIterator) From() uint32 { return uint32(it.key >> 32) }

// To returns where it ends.
func (it *WeightIterator) To() uint32 { return uint32(it.key) }

// Weight returns the sum of the weights of its equals.
func (it *WeightIterator) Weight() float64 { return it.weight }

// Count returns how many equal arcs were added.
func (it *WeightIterator) Count() int64 { return it.count }

// Err returns the error that ended the iteration, nil after a complete one.
func (it *WeightIterator) Err() error { return it.err }

// Next moves to the next arc; false at the end.
func (it *WeightIterator) Next() bool {
	if !it.begun {
		it.begun = true
		it.advance()
	}
	if !it.more || it.err != nil {
		return false
	}
	it.key, it.weight, it.count = it.nextKey, it.nextWeight, 1
	for it.advance(); it.more && it.nextKey == it.key; it.advance() {
		it.weight += it.nextWeight
		it.count++
	}
	return it.err == nil
}

// Find moves on to an arc, and reports whether it is there. The arcs of several calls are in order.
func (it *WeightIterator) Find(from, to uint32) (weight float64, ok bool) {
	key := uint64(from)<<32 | uint64(to)
	for it.count == 0 || it.key < key {
		if !it.Next() {
			return 0, false
		}
	}
	return it.weight, it.key == key
}

// advance reads the arc after the next one.
func (it *WeightIterator) advance() {
	if s := it.held; s != nil {
		if it.more = it.at < len(s.weights); it.more {
			it.nextKey, it.nextWeight = s.arcs.keys[it.at], s.weights[s.arcs.labels[it.at]]
			it.at++
		}
		return
	}
	if it.more = it.err == nil && it.heap.Len() > 0; !it.more {
		return
	}
	rd := it.heap.First()
	it.nextKey, it.nextWeight = rd.key, rd.weight
	switch ok, err := rd.next(); {
	case err != nil:
		it.err, it.more = err, false
	case ok:
		it.heap.Set(0, rd)
	default:
		it.heap.Pop()
	}
}

// A weightReader reads a run arc by arc.
type weightReader struct {
	number int
	r      *bufio.Reader
	key    uint64
	weight float64
}

// next moves to the next arc; false at the end of the run.
func (r *weightReader) next() (bool, error) {
	gap, err := binary.ReadUvarint(r.r)
	if err == io.EOF { //nolint:errorlint // ReadUvarint returns io.EOF itself, and only between numbers
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read a scratch file: %w", err)
	}
	weight, err := binary.ReadUvarint(r.r)
	if err != nil {
		return false, corrupt.Errorf("read a scratch file: the weight of an arc is cut: %v", err)
	}
	r.key += gap
	r.weight = math.Float64frombits(bits.Reverse64(weight))
	return true, nil
}
