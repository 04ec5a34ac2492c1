package crawl

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"weft/internal/bitset"
	"weft/internal/corrupt"
)

// Replay holds the history of a stopped or killed crawl. Pages has numbered everything that it mentions.
type Replay struct {
	// Saved, if not nil, is the output of Options.Checkpoint. The strategy loads its part.
	Saved io.Reader
	// Next, if not nil, returns the events since then, in order, and io.EOF after the last. An event is valid
	// until the next call.
	Next func() (*Event, error)
	// Since is the first pick of this strategy; another strategy made the picks before. This strategy knows
	// nothing of the saved events, and may name pages that were picked before.
	Since uint64
}

// An Event is a pick, or a reply that was learnt.
type Event struct {
	Learnt bool
	Pick   Pick
	Reply  Reply // state and note
	Links  []Link
}

// replay brings the crawl to where it was.
func (l *loop) replay() error {
	if l.o.Replay.Saved != nil {
		if err := l.load(l.o.Replay.Saved); err != nil {
			return err
		}
	}
	if l.o.Replay.Next == nil {
		return nil
	}
	for {
		e, err := l.o.Replay.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e.Learnt {
			err = l.relearn(e)
		} else {
			err = l.repick(e.Pick)
		}
		if err != nil {
			return err
		}
	}
}

// repick checks that the strategy chooses what it chose before.
func (l *loop) repick(p Pick) error {
	if p.Seq != l.stats.Picked {
		return corrupt.Errorf("pick %d follows on %d picks", p.Seq, l.stats.Picked)
	}
	if int64(p.Page) < int64(l.o.Pages.Len()) && l.again.Has(int(p.Page)) {
		p.Key = l.o.Pages.Key(p.Page)
		l.start(p)
		return nil
	}
	if p.Seq >= l.o.Replay.Since {
		got, turn, err := l.choose()
		if err != nil {
			return err
		}
		if turn != Take || got.Page != p.Page {
			return fmt.Errorf("pick %d was page %d, and now the strategy chooses page %d: was the crawl begun by another version, or with other options?",
				p.Seq, p.Page, got.Page)
		}
	}
	if int64(p.Page) >= int64(l.o.Pages.Len()) || l.taken.Has(int(p.Page)) {
		return corrupt.Errorf("pick %d is page %d, which is unknown or was picked before", p.Seq, p.Page)
	}
	p.Key = l.o.Pages.Key(p.Page)
	l.start(p)
	return nil
}

func (l *loop) relearn(e *Event) error {
	if _, ok := l.under[e.Pick.Seq]; !ok && e.Pick.Page != None {
		return corrupt.Errorf("a reply to pick %d, which is not under way", e.Pick.Seq)
	}
	if e.Pick.Page != None {
		e.Pick = l.under[e.Pick.Seq]
	}
	for _, link := range e.Links {
		if link.New {
			l.bar(link)
		}
	}
	return l.learnt(e.Pick, &e.Reply, e.Links)
}

// waiting returns the picks under way in their order.
func (l *loop) waiting() []Pick {
	var picks []Pick
	for _, seq := range slices.Sorted(maps.Keys(l.under)) {
		picks = append(picks, l.under[seq])
	}
	return picks
}

// The first version has no set of pages that may be picked once more, the second none of pages that were fetched in part.
const (
	savedMagic  = "weft loop 3\n"
	savedMagic2 = "weft loop 2\n"
	savedMagic1 = "weft loop 1\n"
)

// save writes the state of the crawl, then the state of the strategy. The first part is magic; picked, learnt,
// fetched, links and the picks under way as varints; the sets of pages as lengths and words.
func (l *loop) save(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	b := binary.AppendUvarint([]byte(savedMagic), l.stats.Picked)
	under := append(l.waiting(), slices.Collect(maps.Values(l.shelved))...)
	slices.SortFunc(under, func(a, b Pick) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, v := range []uint64{l.stats.Learnt, l.stats.Fetched, l.stats.Links, uint64(len(under))} {
		b = binary.AppendUvarint(b, v)
	}
	for _, p := range under {
		b = binary.AppendUvarint(binary.AppendUvarint(b, p.Seq), uint64(p.Page))
	}
	out.Write(b) //nolint:errcheck // kept until Flush
	for _, set := range []bitset.Set{l.taken, l.barred, l.again, l.part} {
		out.Write(binary.AppendUvarint(nil, uint64(len(set)))) //nolint:errcheck // likewise
		for _, word := range set {
			out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), word)) //nolint:errcheck // likewise
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return l.o.Strategy.Save(w)
}

// load reads what save wrote.
func (l *loop) load(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var magic [len(savedMagic)]byte
	sets := []*bitset.Set{&l.taken, &l.barred, &l.again, &l.part}
	if _, err := io.ReadFull(in, magic[:]); err != nil {
		return corrupt.Errorf("checkpoint: its head is missing: %v", err)
	}
	switch string(magic[:]) {
	case savedMagic:
	case savedMagic2:
		sets = sets[:3]
	case savedMagic1:
		sets = sets[:2]
	default:
		return corrupt.Errorf("checkpoint: it begins with %q, want %q", magic, savedMagic)
	}
	var n uint64
	for _, v := range []*uint64{&l.stats.Picked, &l.stats.Learnt, &l.stats.Fetched, &l.stats.Links, &n} {
		var err error
		if *v, err = corrupt.ReadUvarint(in); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
	}
	for ; n > 0; n-- {
		seq, err1 := corrupt.ReadUvarint(in)
		at, err2 := corrupt.ReadUvarint(in)
		if err := errors.Join(err1, err2); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		if at >= uint64(l.o.Pages.Len()) || seq >= l.stats.Picked {
			return corrupt.Errorf("checkpoint: pick %d is page %d of %d", seq, at, l.o.Pages.Len())
		}
		l.under[seq] = Pick{Seq: seq, Page: Page(at), Key: l.o.Pages.Key(Page(at))}
	}
	for _, set := range sets {
		if err := loadSet(set, in, l.o.Pages.Len()); err != nil {
			return err
		}
	}
	l.seeded = true
	return l.o.Strategy.Load(in)
}

// loadSet reads a set of pages below n.
func loadSet(b *bitset.Set, in *bufio.Reader, n int) error {
	words, err := corrupt.ReadUvarint(in)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if words > uint64(n/64+1) {
		return corrupt.Errorf("checkpoint: a set of %d pages, want at most %d", 64*words, n)
	}
	*b = make(bitset.Set, words)
	if err := binary.Read(in, binary.LittleEndian, []uint64(*b)); err != nil {
		return corrupt.Errorf("checkpoint: a set of pages is cut")
	}
	return nil
}
