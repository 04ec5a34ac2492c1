package extsort

import (
	"errors"
	"fmt"
	"math"
)

// Labels is the treatment of the labels of arcs.
type Labels int

// The treatments of labels.
const (
	None     Labels = iota // arcs have no labels; each arc comes out once
	Union                  // each arc comes out once, its labels or-ed together
	Distinct               // an arc comes out once for each of its labels, in increasing order
	Sum                    // each arc comes out with its labels added up; again where a sum does not fit into a label
)

// Options of a Sorter.
type Options struct {
	// Memory is the maximum memory of the Sorter in bytes; at least [MinMemory], which is the default.
	Memory int64
	// Dir is the folder of scratch files; the system's where it is empty.
	Dir    string
	Labels Labels
	// Expect is about how many arcs will come, if that is known. A Sorter that knows allocates once.
	Expect int64
}

// MinMemory is the least memory of a Sorter.
const MinMemory = 1 << 20

// Sizes of buffers: of the run that is written, and of each run that is merged.
const (
	writeBuffer = 1 << 16
	readBuffer  = 1 << 15
)

// A Sorter takes arcs in any order and gives them back sorted by From, then To, without repetitions. Memory: what the
// options say, at 16 bytes an arc that is held (24 with labels). Arcs beyond are spilled, at about 2 to 5 bytes each.
type Sorter struct {
	opts  Options
	buf   columns
	tmp   columns
	n     int
	spool *spool
	runs  []run
	added int64
	peak  int // runs merged at a time
}

// New returns a Sorter. It allocates as arcs come.
func New(o Options) *Sorter {
	o.Memory = max(o.Memory, MinMemory)
	return &Sorter{opts: o, peak: max(2, int(o.Memory/2/readBuffer))}
}

func (s *Sorter) labelled() bool { return s.opts.Labels != None }

// capacity is the number of arcs that are held at most.
func (s *Sorter) capacity() int {
	per := int64(16)
	if s.labelled() {
		per = 24
	}
	return int((s.opts.Memory - writeBuffer) / per)
}

// Len returns the number of arcs added.
func (s *Sorter) Len() int64 { return s.added }

// Add takes an arc. The label is ignored where there are none.
func (s *Sorter) Add(from, to, label uint32) error {
	if s.n == len(s.buf.keys) {
		if err := s.room(); err != nil {
			return err
		}
	}
	s.buf.keys[s.n] = uint64(from)<<32 | uint64(to)
	if s.buf.labels != nil {
		s.buf.labels[s.n] = label
	}
	s.n++
	s.added++
	return nil
}

// AddKeys takes many arcs without labels, each as From<<32 | To.
func (s *Sorter) AddKeys(keys []uint64) error {
	if s.labelled() {
		for _, k := range keys {
			if err := s.Add(uint32(k>>32), uint32(k), 0); err != nil {
				return err
			}
		}
		return nil
	}
	for len(keys) > 0 {
		if s.n == len(s.buf.keys) {
			if err := s.room(); err != nil {
				return err
			}
		}
		k := copy(s.buf.keys[s.n:], keys)
		s.n += k
		s.added += int64(k)
		keys = keys[k:]
	}
	return nil
}

// room makes place for an arc: it grows the buffer up to the capacity, then thins it out by dropping repetitions, then
// spills.
func (s *Sorter) room() error {
	limit := s.capacity()
	if s.n < limit {
		grown := makeColumns(min(limit, max(1<<12, 2*s.n, int(min(s.opts.Expect, int64(limit))))), s.labelled())
		copy(grown.keys, s.buf.keys)
		copy(grown.labels, s.buf.labels)
		s.buf = grown
		return nil
	}
	s.sortBuffer()
	if s.n <= limit/2 {
		return nil
	}
	return s.spill()
}

// sortBuffer sorts what is held and drops repetitions.
func (s *Sorter) sortBuffer() {
	if len(s.tmp.keys) < s.n {
		s.tmp = makeColumns(len(s.buf.keys), s.labelled())
	}
	sorted, scratch := sortColumns(s.buf.head(s.n), s.tmp.head(s.n), s.opts.Labels == Distinct)
	full := len(s.buf.keys)
	s.buf, s.tmp = sorted.head(full), scratch.head(full)
	s.n = compact(s.buf.head(s.n), s.opts.Labels)
}

// compact joins repetitions in sorted columns and returns how many arcs are left.
func compact(c columns, how Labels) int {
	n := 0
	for i, k := range c.keys {
		if n > 0 && k == c.keys[n-1] {
			switch how {
			case None:
				continue
			case Union:
				c.labels[n-1] |= c.labels[i]
				continue
			case Distinct:
				if c.labels[i] == c.labels[n-1] {
					continue
				}
			case Sum:
				if sum := uint64(c.labels[n-1]) + uint64(c.labels[i]); sum <= math.MaxUint32 {
					c.labels[n-1] = uint32(sum)
					continue
				}
			}
		}
		c.keys[n] = k
		if c.labels != nil {
			c.labels[n] = c.labels[i]
		}
		n++
	}
	return n
}

// spill writes the sorted buffer as a run.
func (s *Sorter) spill() error {
	if s.n == 0 {
		return nil
	}
	if s.spool == nil {
		var err error
		if s.spool, err = newSpool(s.opts.Dir); err != nil {
			return err
		}
	}
	w := s.spool.newRun(writeBuffer, s.labelled())
	for i, k := range s.buf.keys[:s.n] {
		label := uint32(0)
		if s.buf.labels != nil {
			label = s.buf.labels[i]
		}
		if err := w.add(k, label); err != nil {
			return fmt.Errorf("spill arcs: %w", err)
		}
	}
	r, err := w.finish()
	if err != nil {
		return fmt.Errorf("spill arcs: %w", err)
	}
	s.runs = append(s.runs, r)
	s.n = 0
	return nil
}

// Sort ends the input and returns the sorted arcs. It releases the memory of the buffers. Runs are merged as they
// are read.
func (s *Sorter) Sort() (*Iterator, error) {
	s.sortBuffer()
	s.tmp = columns{}
	if len(s.runs) == 0 {
		held := s.buf.head(s.n)
		s.buf = columns{}
		return &Iterator{held: held, how: s.opts.Labels}, nil
	}
	if err := s.spill(); err != nil {
		return nil, err
	}
	s.buf = columns{}
	for len(s.runs) > s.peak {
		if err := s.mergeOnce(); err != nil {
			return nil, err
		}
	}
	return newMerge(s.spool, s.runs, s.opts.Labels), nil
}

// mergeOnce replaces the first runs, as many as can be merged at a time, by one.
func (s *Sorter) mergeOnce() error {
	in := newMerge(s.spool, s.runs[:s.peak], s.opts.Labels)
	w := s.spool.newRun(writeBuffer, s.labelled())
	for in.Next() {
		if err := w.add(in.key, in.label); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	r, err := w.finish()
	s.runs = append(s.runs[s.peak:], r)
	return err
}

// Close gives scratch space back. The iterators of the Sorter must no longer be used.
func (s *Sorter) Close() error {
	s.buf, s.tmp = columns{}, columns{}
	if s.spool == nil {
		return nil
	}
	err := s.spool.f.Close()
	s.spool = nil
	if err != nil {
		return errors.Join(errors.New("close a scratch file"), err)
	}
	return nil
}
