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

// Earlier versions had other rules. A Guard that loads the state of one begins anew.
const (
	magic = "weft traps 4\n"
	// thirdMagic begins a state without texts of links. Its accounts lack the last two numbers.
	thirdMagic   = "weft traps 3\n"
	earlierMagic = "weft traps 2\n"
)

// Save writes the state of the Guard, little-endian. The parts are: the magic, a hash of the options, accounts, first
// URLs, marks, profiles of groups, and a hash of all parts. There are three sets of marks: what was said, noise, and
// texts of links. Each table has two generations. A generation is its length and its entries in increasing order of
// their keys. The same state gives the same bytes.
func (g *Guard) Save(w io.Writer) error {
	sum := xxhash.New()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	put := func(b []byte) { out.Write(b) } //nolint:errcheck // kept until Flush
	put(binary.LittleEndian.AppendUint64([]byte(magic), g.options()))
	saveTable(put, &g.groups, appendAccount)
	saveTable(put, &g.once, binary.LittleEndian.AppendUint32)
	for _, m := range []*marks{&g.said.young, &g.said.old, &g.noise.young, &g.noise.old, &g.texts.young, &g.texts.old} {
		put(binary.LittleEndian.AppendUint64(nil, uint64(m.n))) //nolint:gosec // not negative
		for _, x := range m.sorted() {
			put(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), x))
		}
	}
	saveTable(put, &table[*profile]{young: g.profiles.young, old: g.profiles.old}, appendProfile)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, sum.Sum64())); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	return nil
}

// saveTable writes both generations of a table.
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

// options returns a hash of the options. It leaves out the options that may change from run to run.
func (g *Guard) options() uint64 {
	o := g.opt
	o.Year, o.Month, o.Budget = 0, 0, 0
	return xxhash.Sum64String(fmt.Sprint(o))
}

func appendAccount(dst []byte, a account) []byte {
	for _, n := range []uint32{a.debt, a.flying, a.asked, a.looked, a.news, a.weak, a.credits, a.streak, a.state, a.open, a.saved} {
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	return dst
}

const (
	accountSize      = 11 * 4
	thirdAccountSize = 9 * 4
)

// Load reads the state that a Guard with the same options has saved. It leaves the Guard as it was if it returns an
// error, and if the state is one of an earlier version. Damage is [ErrCorrupt].
func (g *Guard) Load(r io.Reader) error {
	l := loader{in: bufio.NewReader(r), sum: xxhash.New()}
	got := l.bytes(len(magic))
	if l.err == nil && string(got) == earlierMagic {
		return nil
	}
	l.third = string(got) == thirdMagic
	if l.err == nil && !l.third && string(got) != magic {
		l.fail("it begins with %q, want %q", got, magic)
	}
	if got := l.uint(); l.err == nil && got != g.options() {
		return errors.New("load traps: the state was saved with other options; use the same options")
	}
	fresh := New(g.opt)
	if l.tables(fresh); l.err != nil {
		return fmt.Errorf("load traps: %w", l.err)
	}
	g.groups, g.once, g.said, g.noise, g.texts, g.profiles = fresh.groups, fresh.once, fresh.said, fresh.noise, fresh.texts, fresh.profiles
	return nil
}

// tables reads all that follows the options.
func (l *loader) tables(g *Guard) {
	for _, m := range []map[uint64]account{g.groups.young, g.groups.old} {
		l.each(g.groups.half, l.uint, func(key uint64) { m[key] = l.account() })
	}
	for _, m := range []map[uint64]uint32{g.once.young, g.once.old} {
		l.each(g.once.half, l.uint, func(key uint64) { m[key] = l.uint32() })
	}
	sets := []*set{&g.said, &g.noise, &g.texts}
	if l.third {
		sets = sets[:2]
	}
	for _, s := range sets {
		l.marks(&s.young, s.half)
		l.marks(&s.old, s.half)
	}
	for i, m := range []map[uint64]*profile{g.profiles.young, g.profiles.old} {
		l.each(g.profiles.half, l.uint, func(key uint64) {
			m[key] = l.profile()
			g.profiles.bytes[i] += m[key].bytes()
		})
	}
	l.finish()
}

// A loader reads what Save wrote. After an error it returns zeros.
type loader struct {
	in  *bufio.Reader
	sum *xxhash.Digest
	at  int64
	buf [accountSize]byte
	err error

	third bool // the state has the magic thirdMagic
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

// each reads a generation: its length, then the keys in increasing order. It calls read for the value of each key.
func (l *loader) each(most int, next func() uint64, read func(key uint64)) {
	n := l.uint()
	if n > uint64(most) { //nolint:gosec // not negative
		l.fail("a generation of %d entries, want at most %d", n, most)
	}
	last := uint64(0)
	for i := uint64(0); i < n && l.err == nil; i++ {
		key := next()
		if i > 0 && key <= last {
			l.fail("key %x after key %x", key, last)
			return
		}
		read(key)
		last = key
	}
}

// marks reads a generation of marks.
func (l *loader) marks(m *marks, most int) {
	l.each(most, func() uint64 { return uint64(l.uint32()) }, func(key uint64) {
		if key == 0 {
			l.fail("a mark that is 0")
			return
		}
		m.add(uint32(key)) //nolint:gosec // it was read as one
	})
}

func (l *loader) account() account {
	size := accountSize
	if l.third {
		size = thirdAccountSize
	}
	b := l.bytes(size)
	var a account
	for i, n := range []*uint32{&a.debt, &a.flying, &a.asked, &a.looked, &a.news, &a.weak, &a.credits, &a.streak, &a.state, &a.open, &a.saved}[:size/4] {
		*n = binary.LittleEndian.Uint32(b[4*i:])
	}
	return a
}

// maxProfile is the largest number of bytes of a saved profile.
const maxProfile = 64 << 10

// profile reads the length of a profile, and the profile.
func (l *loader) profile() *profile {
	x := new(profile)
	n := l.uint()
	if n > maxProfile {
		l.fail("a profile of %d bytes, want at most %d", n, maxProfile)
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

// appendProfile writes the length of a profile in bytes, and the profile.
func appendProfile(b []byte, x *profile) []byte {
	start := len(b)
	b = x.append(append(b, 0, 0, 0, 0, 0, 0, 0, 0))
	binary.LittleEndian.PutUint64(b[start:], uint64(len(b)-start-8)) //nolint:gosec // not negative
	return b
}

// append writes pages, template, locations and lines of a profile.
func (p *profile) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(p.pages)) //nolint:gosec // not negative
	b = appendMarks(appendMarks(b, p.template.sorted()), p.locations.sorted())
	b = binary.AppendUvarint(b, uint64(len(p.lines)))
	for _, n := range p.lines {
		b = append(binary.LittleEndian.AppendUint32(b, n.context), n.which, n.hits)
		for _, v := range []int64{n.u0, n.x0, n.u1, n.x1} {
			b = binary.AppendVarint(b, v)
		}
	}
	return b
}

// parse reads what append wrote.
func (p *profile) parse(b []byte) error {
	in := corrupt.Parser{Rest: b}
	pages := in.Uint()
	p.pages = int(pages) //nolint:gosec // checked below
	for _, t := range []*marks{&p.template, &p.locations} {
		for _, m := range parseMarks(nil, &in) {
			t.add(max(m, 1))
		}
	}
	wrong := pages > templatePages || p.template.n > maxTemplate || p.locations.n > maxLocations
	for n := in.Uint(); n > 0 && !in.Bad; n-- {
		x := line{in.Uint32(), in.Byte(), in.Byte(), in.Int(), in.Int(), in.Int(), in.Int()}
		wrong = wrong || !x.bounded()
		p.lines = append(p.lines, x)
	}
	if in.Bad || wrong || len(in.Rest) > 0 || len(p.lines) > maxLines {
		return corrupt.Errorf("a profile of %d bytes is damaged", len(b))
	}
	return nil
}

// bounded reports whether the numbers of a line are in their range.
func (x *line) bounded() bool {
	for _, v := range [...]int64{x.u0, x.x0, x.u1, x.x1} {
		if v < 0 || v > largest {
			return false
		}
	}
	return x.which < maxURLNumbers && x.hits <= sureLine
}

// finish compares the hash of all bytes before it.
func (l *loader) finish() {
	want := l.sum.Sum64()
	if got := l.uint(); l.err == nil && got != want {
		l.fail("hash %x, want %x", got, want)
	}
}
