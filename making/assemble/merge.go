package assemble

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"weft/internal/corrupt"
	"weft/internal/heap"
	"weft/making/ingest/scan"
	"weft/store/names"
)

// None is the number of a name that is left out, or of a number without a page.
const None = scan.NoPage

// part is a sorted run of names in a spool.
type part struct {
	count int
	first uint64 // mentions before the batch
	lo    int64  // where it lies
	hi    int64
	r     *bufio.Reader
	extra bool

	name  []byte
	value uint64
	out   *bufio.Writer // final numbers, in the order of the run
}

// next reads the next name of the run; false at its end.
func (p *part) next() (bool, error) {
	if p.count == 0 {
		return false, nil
	}
	p.count--
	shared, err := binary.ReadUvarint(p.r)
	if err != nil {
		return false, err
	}
	rest, err := binary.ReadUvarint(p.r)
	if err != nil {
		return false, err
	}
	if shared > uint64(len(p.name)) || shared+rest > names.MaxLen {
		return false, corrupt.Errorf("a scratch file was changed")
	}
	at := len(p.name[:shared])
	p.name = append(p.name[:at], make([]byte, rest)...)
	if _, err := io.ReadFull(p.r, p.name[at:]); err != nil {
		return false, err
	}
	if p.extra {
		p.value, err = binary.ReadUvarint(p.r)
	}
	return true, err
}

// byName orders runs by their next names.
func byName(a, b *part) bool { return bytes.Compare(a.name, b.name) < 0 }

// A Merged is a name with the facts from all batches.
type Merged struct {
	name  []byte
	state uint8
	First uint64 // the number of its first mention
}

// numberTable holds, batch by batch, the final number of each name by its rank: 4 bytes each, in a scratch file.
type numberTable struct {
	s      *Spool
	starts []int64
}

// mergeNames calls keep with each distinct name in order; keep returns its final number, or None. The runs lie in s;
// their buffers share memory. The final numbers of each run are the result.
func mergeNames(s *Spool, runs []part, memory int64, dir string, keep func(Merged) (uint32, error)) (*numberTable, error) {
	t := &numberTable{starts: make([]int64, len(runs)+1)}
	var err error
	if t.s, err = NewSpool(dir); err != nil {
		return nil, err
	}
	bufSize := int(min(1<<16, max(1<<12, memory/2/int64(max(len(runs), 1)))))
	var begun []*part
	all := make([]*part, len(runs))
	for i := range runs {
		p := &runs[i]
		all[i] = p
		t.starts[i+1] = t.starts[i] + 4*int64(p.count)
		p.r = s.section(p.lo, p.hi, bufSize)
		p.out = bufio.NewWriterSize(io.NewOffsetWriter(t.s.File, t.starts[i]), bufSize)
		ok, err := p.next()
		if err != nil {
			return t, fmt.Errorf("merge names: %w", err)
		}
		if ok {
			begun = append(begun, p)
		}
	}
	if err := mergeHeap(heap.New(byName, begun...), keep); err != nil {
		return t, fmt.Errorf("merge names: %w", err)
	}
	for _, p := range all {
		err = errors.Join(err, p.out.Flush())
	}
	return t, err
}

func mergeHeap(h *heap.Heap[*part], keep func(Merged) (uint32, error)) error {
	var same []*part
	var m Merged
	for h.Len() > 0 {
		same = same[:0]
		m.name = append(m.name[:0], h.First().name...)
		m.state, m.First = 0, 1<<63
		for h.Len() > 0 && bytes.Equal(h.First().name, m.name) {
			p := h.Pop()
			m.state = JoinStates(m.state, uint8(p.value))
			m.First = min(m.First, p.first+p.value>>8)
			same = append(same, p)
		}
		number, err := keep(m)
		if err != nil {
			return err
		}
		for _, p := range same {
			if _, err := p.out.Write(binary.LittleEndian.AppendUint32(p.out.AvailableBuffer(), number)); err != nil {
				return err
			}
			ok, err := p.next()
			if err != nil {
				return err
			}
			if ok {
				h.Push(p)
			}
		}
	}
	return nil
}

// load returns the final numbers of a batch: 4 bytes a name.
func (t *numberTable) load(i int) ([]uint32, error) {
	b := make([]byte, 1<<16)
	numbers := make([]uint32, 0, (t.starts[i+1]-t.starts[i])/4)
	r := io.NewSectionReader(t.s.File, t.starts[i], t.starts[i+1]-t.starts[i])
	for {
		n, err := io.ReadFull(r, b)
		for k := 0; k+4 <= n; k += 4 {
			numbers = append(numbers, binary.LittleEndian.Uint32(b[k:]))
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return numbers, nil
		case err != nil:
			return nil, fmt.Errorf("read a scratch file: %w", err)
		}
	}
}

// Close removes the scratch file. A nil table has none.
func (t *numberTable) Close() {
	if t != nil {
		t.s.Close()
	}
}
