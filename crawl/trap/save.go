package trap

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/corrupt"
)

// ErrCorrupt marks a saved state that is damaged.
var ErrCorrupt = corrupt.Err

// What an earlier version saved belongs to other rules: a Guard that loads it begins anew.
const (
	magic        = "weft traps 3\n"
	earlierMagic = "weft traps 2\n"
)

// Save writes what the Guard knows: magic, a hash of the options, two generations each of accounts, of fingerprints and
// of what was said, each with its length, in the order of their keys, little-endian, and a hash of all that. The same
// state gives the same bytes.
func (g *Guard) Save(w io.Writer) error {
	sum := xxhash.New()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	put := func(b []byte) { out.Write(b) } //nolint:errcheck // kept until Flush
	put(binary.LittleEndian.AppendUint64([]byte(magic), g.options()))
	saveTable(put, &g.groups, appendAccount)
	saveTable(put, &g.once, binary.LittleEndian.AppendUint32)
	for _, m := range []*marks{&g.said.young, &g.said.old, &g.noise.young, &g.noise.old} {
		put(binary.LittleEndian.AppendUint64(nil, uint64(m.n))) //nolint:gosec // not negative
		for _, x := range m.sorted() {
			put(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), x))
		}
	}
	for _, m := range []map[uint64]*learning{g.learnt.young, g.learnt.old} {
		put(binary.LittleEndian.AppendUint64(nil, uint64(len(m))))
		for _, k := range slices.Sorted(maps.Keys(m)) {
			b := m[k].append(nil)
			put(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), k))
			put(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), uint64(len(b))))
			put(b)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, sum.Sum64())); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	return nil
}

func saveTable[V any](put func([]byte), t *table[V], add func([]byte, V) []byte) {
	var buf []byte
	for _, m := range []map[uint64]V{t.young, t.old} {
		put(binary.LittleEndian.AppendUint64(nil, uint64(len(m))))
		for _, k := range slices.Sorted(maps.Keys(m)) {
			buf = add(binary.LittleEndian.AppendUint64(buf[:0], k), m[k])
			put(buf)
		}
	}
}

// sorted returns the marks in their order.
func (t *marks) sorted() []uint32 {
	list := make([]uint32, 0, t.n)
	for _, m := range t.slots {
		if m != 0 {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}

// options is a hash of the options. What may change from run to run is left out.
func (g *Guard) options() uint64 {
	o := g.opt
	o.Year, o.Month, o.Budget = 0, 0, 0
	return xxhash.Sum64String(fmt.Sprint(o))
}

func appendAccount(dst []byte, a account) []byte {
	for _, n := range []uint32{a.debt, a.flying, a.asked, a.looked, a.news, a.weak, a.credits, a.state} {
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	return dst
}

const accountSize = 8 * 4

// Load reads what a Guard of the same options has saved. On an error the Guard is as it was; damage is ErrCorrupt.
func (g *Guard) Load(r io.Reader) error {
	l := loader{in: bufio.NewReader(r), sum: xxhash.New()}
	got := l.bytes(len(magic))
	if l.err == nil && string(got) == earlierMagic {
		return nil
	}
	if l.err == nil && string(got) != magic {
		l.fail("it begins with %q, want %q", got, magic)
	}
	if got := l.uint(); l.err == nil && got != g.options() {
		return errors.New("load traps: the state was saved by a guard of other options; take the same again")
	}
	fresh := New(g.opt)
	for _, m := range []map[uint64]account{fresh.groups.young, fresh.groups.old} {
		l.each(fresh.groups.half, l.uint, func(key uint64) { m[key] = l.account() })
	}
	for _, m := range []map[uint64]uint32{fresh.once.young, fresh.once.old} {
		l.each(fresh.once.half, l.uint, func(key uint64) { m[key] = l.uint32() })
	}
	for i, m := range []*marks{&fresh.said.young, &fresh.said.old, &fresh.noise.young, &fresh.noise.old} {
		most := fresh.said.half
		if i > 1 {
			most = fresh.noise.half
		}
		l.each(most, func() uint64 { return uint64(l.uint32()) }, func(key uint64) {
			if key == 0 {
				l.fail("a mark that is 0")
				return
			}
			m.add(uint32(key)) //nolint:gosec // it was one
		})
	}
	for i, m := range []map[uint64]*learning{fresh.learnt.young, fresh.learnt.old} {
		l.each(fresh.learnt.half, l.uint, func(key uint64) {
			m[key] = l.learning()
			fresh.learnt.bytes[i] += m[key].bytes()
		})
	}
	if l.finish(); l.err != nil {
		return fmt.Errorf("load traps: %w", l.err)
	}
	g.groups, g.once, g.said, g.noise, g.learnt = fresh.groups, fresh.once, fresh.said, fresh.noise, fresh.learnt
	return nil
}

// A loader reads what Save wrote. After an error it reads zeros.
type loader struct {
	in  *bufio.Reader
	sum *xxhash.Digest
	at  int64
	buf [accountSize]byte
	err error
}

func (l *loader) fail(format string, args ...any) {
	if l.err == nil {
		l.err = corrupt.Errorf("at byte %d: %s", l.at, fmt.Sprintf(format, args...))
	}
}

// bytes returns the next n bytes, at most accountSize, lent.
func (l *loader) bytes(n int) []byte {
	b := l.buf[:n]
	clear(b)
	if l.err != nil {
		return b
	}
	if _, err := io.ReadFull(l.in, b); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		l.fail("it is cut")
		clear(b)
	} else if err != nil {
		l.err = err
	}
	l.sum.Write(b) //nolint:errcheck // never fails
	l.at += int64(n)
	return b
}

func (l *loader) uint() uint64 { return binary.LittleEndian.Uint64(l.bytes(8)) }

func (l *loader) uint32() uint32 { return binary.LittleEndian.Uint32(l.bytes(4)) }

// each reads a length and calls read for each key, which are in order.
func (l *loader) each(most int, next func() uint64, read func(key uint64)) {
	n := l.uint()
	if n > uint64(most) { //nolint:gosec // not negative
		l.fail("a generation of %d, want at most %d", n, most)
	}
	last := uint64(0)
	for i := uint64(0); i < n && l.err == nil; i++ {
		key := next()
		if i > 0 && key <= last {
			l.fail("key %x behind %x", key, last)
			return
		}
		read(key)
		last = key
	}
}

func (l *loader) account() account {
	b := l.bytes(accountSize)
	var a account
	for i, n := range []*uint32{&a.debt, &a.flying, &a.asked, &a.looked, &a.news, &a.weak, &a.credits, &a.state} {
		*n = binary.LittleEndian.Uint32(b[4*i:])
	}
	return a
}

// maxLearning is how many bytes a learning has at most.
const maxLearning = 64 << 10

func (l *loader) learning() *learning {
	x := new(learning)
	n := l.uint()
	if n > maxLearning {
		l.fail("a group of %d bytes, want at most %d", n, maxLearning)
	}
	if l.err != nil {
		return x
	}
	b := make([]byte, n)
	for at := 0; at < len(b); at += len(l.buf) {
		copy(b[at:], l.bytes(min(len(l.buf), len(b)-at)))
	}
	if err := x.parse(b); err != nil && l.err == nil {
		l.fail("%v", err)
	}
	return x
}

// append writes what is known of a group.
func (x *learning) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(x.pages)) //nolint:gosec // not negative
	b = appendMarks(appendMarks(b, x.template.sorted()), x.corners)
	b = binary.AppendUvarint(b, uint64(len(x.lines)))
	for _, n := range x.lines {
		b = append(binary.LittleEndian.AppendUint32(b, n.where), n.which, n.hits)
		for _, v := range []int64{n.u0, n.x0, n.u1, n.x1} {
			b = binary.AppendVarint(b, v)
		}
	}
	return b
}

// parse reads what append wrote.
func (x *learning) parse(b []byte) error {
	p := corrupt.Parser{Rest: b}
	x.pages = int(p.Uint() % (templatePages + 1)) //nolint:gosec // small
	for _, m := range parseMarks(nil, &p) {
		x.template.add(max(m, 1))
	}
	x.corners = parseMarks(nil, &p)
	for n := p.Uint(); n > 0 && !p.Bad; n-- {
		x.lines = append(x.lines, line{p.Uint32(), p.Byte(), p.Byte(), p.Int(), p.Int(), p.Int(), p.Int()})
	}
	if p.Bad || len(p.Rest) > 0 {
		return corrupt.Errorf("a group of %d bytes makes no sense", len(b))
	}
	return nil
}

// finish compares the hash of all that was read.
func (l *loader) finish() {
	want := l.sum.Sum64()
	if got := l.uint(); l.err == nil && got != want {
		l.fail("hash %x, want %x", got, want)
	}
}
