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

const magic = "weft traps 1\n"

// Save writes what the Guard knows: magic, a hash of the options, the four generations each with its length, accounts of 41 bytes or fingerprints of 8
// in the order of their keys, little-endian, and a hash of all that. The same state gives the same bytes.
func (g *Guard) Save(w io.Writer) error {
	sum := xxhash.New()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	buf := binary.LittleEndian.AppendUint64([]byte(magic), g.options())
	for _, m := range []map[uint64]account{g.shapes.young, g.shapes.old} {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(len(m)))
		for _, k := range slices.Sorted(maps.Keys(m)) {
			buf = appendAccount(binary.LittleEndian.AppendUint64(buf, k), m[k])
			out.Write(buf) //nolint:errcheck // kept until Flush
			buf = buf[:0]
		}
	}
	for _, m := range []map[uint64]struct{}{g.once.young, g.once.old} {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(len(m)))
		for _, k := range slices.Sorted(maps.Keys(m)) {
			buf = binary.LittleEndian.AppendUint64(buf, k)
			out.Write(buf) //nolint:errcheck // kept until Flush
			buf = buf[:0]
		}
	}
	out.Write(buf) //nolint:errcheck // kept until Flush
	if err := out.Flush(); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, sum.Sum64())); err != nil {
		return fmt.Errorf("save traps: %w", err)
	}
	return nil
}

// options is a hash of the options, now left out.
func (g *Guard) options() uint64 {
	o := g.opt
	o.Year, o.Month = 0, 0
	return xxhash.Sum64String(fmt.Sprint(o))
}

func appendAccount(dst []byte, a account) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, a.admitted)
	dst = binary.LittleEndian.AppendUint32(dst, a.different)
	dst = append(dst, a.kept)
	for _, h := range a.hashes {
		dst = binary.LittleEndian.AppendUint64(dst, h)
	}
	return dst
}

const accountSize = 4 + 4 + 1 + 4*8

// Load reads what a Guard of the same options has saved. On an error the Guard is as it was; damage is ErrCorrupt.
func (g *Guard) Load(r io.Reader) error {
	l := loader{in: bufio.NewReader(r), sum: xxhash.New()}
	if got := l.bytes(len(magic)); l.err == nil && string(got) != magic {
		l.fail("it begins with %q, want %q", got, magic)
	}
	if got := l.uint(); l.err == nil && got != g.options() {
		return errors.New("load traps: the state was saved by a guard of other options; take the same again")
	}
	fresh := New(g.opt)
	for _, m := range []map[uint64]account{fresh.shapes.young, fresh.shapes.old} {
		l.each(fresh.shapes.half, func(key uint64) { m[key] = l.account() })
	}
	for _, m := range []map[uint64]struct{}{fresh.once.young, fresh.once.old} {
		l.each(fresh.once.half, func(key uint64) { m[key] = struct{}{} })
	}
	if l.finish(); l.err != nil {
		return fmt.Errorf("load traps: %w", l.err)
	}
	g.shapes, g.once = fresh.shapes, fresh.once
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

// each reads a length and calls read for each key, which are in order.
func (l *loader) each(most int, read func(key uint64)) {
	n := l.uint()
	if n > uint64(most) { //nolint:gosec // not negative
		l.fail("a generation of %d, want at most %d", n, most)
	}
	last := uint64(0)
	for i := uint64(0); i < n && l.err == nil; i++ {
		key := l.uint()
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
	a := account{admitted: binary.LittleEndian.Uint32(b), different: binary.LittleEndian.Uint32(b[4:]), kept: b[8]}
	if int(a.kept) >= 2*len(a.hashes) {
		l.fail("%d hashes kept, want less than %d", a.kept, 2*len(a.hashes))
	}
	for i := range a.hashes {
		a.hashes[i] = binary.LittleEndian.Uint64(b[9+8*i:])
	}
	return a
}

// finish compares the hash of all that was read.
func (l *loader) finish() {
	want := l.sum.Sum64()
	if got := l.uint(); l.err == nil && got != want {
		l.fail("hash %x, want %x", got, want)
	}
}
