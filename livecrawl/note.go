package livecrawl

import (
	"encoding/binary"
	"math"

	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/internal/corrupt"
	"weft/web/similar"
)

// A note is what a crawl keeps in its log of a reply, besides state and links.
type note struct {
	status   int    // of HTTP, or the negative number of a cause; 0 if the page was not asked for
	size     uint64 // bytes that were received
	firm     bool   // see package capture
	html     bool
	pretends bool         // to exist
	final    bool         // it failed, though it may be picked once more
	cut      cutWhy       // why the answer is kept and not whole
	limit    uint64       // bytes of the body that the limit permitted, where cut is cutLength or cutMemory
	shell    bool         // the page is an application shell, see web/shell
	wall     bool         // the page asks for cookies, see web/shell
	words    uint64       // of the text
	print    uint64       // of three words in a row, numbers and dates alike; see similar.Hasher
	data     []uint16     // marks of numbers and table cells, see similar.Print; earlier versions kept none
	places   []linkPlace  // of links that lead beyond the area
	limited  []uint64     // numbers of links that a limit of depth bars, and nobody's will
	finding  trap.Finding // what traps are told of the page
}

// A linkPlace says how far beyond the area a link leads.
type linkPlace struct {
	link            uint64 // its number among the links of the page
	outside, embeds uint8
}

// reset forgets what a note says.
func (n *note) reset() {
	f := n.finding
	f.Reset()
	*n = note{data: n.data[:0], places: n.places[:0], limited: n.limited[:0], finding: f}
}

const (
	firmFlag = 1 << iota
	htmlFlag
	printFlag
	placesFlag
	pretendsFlag
	finalFlag
	limitedFlag
	newsFlag
)

// All flags are taken. The thousands of a status are further marks: the reason of a cut in three bits, then a bit each.
const (
	marksFactor = 1000
	cutMask     = 1<<3 - 1
	shellMark   = 1 << 3
	wallMark    = 1 << 4
	dataMark    = 1 << 5
)

// A cutWhy is the reason why an answer is kept and not whole. The numbers are those of the log.
type cutWhy uint8

const (
	notCut        cutWhy = iota
	cutUnknown           // an earlier version did not log the reason
	cutLength            // the body is larger than the limit
	cutTime              // the body took longer than the limit
	cutDisconnect        // the body broke off
	cutCoding            // all bytes came, and their content coding breaks off
	cutMemory            // the body is kept whole, and was read up to a limit
	cutPart              // the server sent a part that nobody asked for
)

// String returns the reason as text.
func (c cutWhy) String() string {
	return [cutMask + 1]string{
		"", "not whole", "larger than the limit of a page", "slower than the limit of a page", "the body breaks off",
		"the content coding breaks off", "read in part, as memory was short", "the server sent a part",
	}[c&cutMask]
}

// isPart reports whether the archive holds the answer in part. What memory was too short for is there.
func (n *note) isPart() bool { return n.cut != notCut && n.cut != cutMemory }

// limited reports whether the cut came from a limit on bytes, which a later run may raise.
func (c cutWhy) limited() bool { return c == cutLength || c == cutMemory }

// marks returns what is added to the status.
func (n *note) marks() int64 {
	m := int64(n.cut)
	if n.shell {
		m |= shellMark
	}
	if n.wall {
		m |= wallMark
	}
	if n.words > 0 && len(n.data) > 0 {
		m |= dataMark
	}
	return m * marksFactor
}

// mark reads what marks returned, without the factor. It reports whether the print has data.
func (n *note) mark(m int) (data bool) {
	n.cut, n.shell, n.wall = cutWhy(m&cutMask), m&shellMark != 0, m&wallMark != 0
	return m&dataMark != 0
}

// append writes a note: flags, status with its marks, size, the limit of a cut; words, their print and its data, places
// of links, and the numbers of links that a limit bars, each as difference from the one before, if there are any.
// appendFinding comes last.
func (n *note) append(b []byte) []byte {
	flags := byte(0)
	for _, f := range []struct {
		is   bool
		flag byte
	}{{n.firm, firmFlag}, {n.html, htmlFlag}, {n.words > 0, printFlag}, {len(n.places) > 0, placesFlag}, {n.pretends, pretendsFlag}, {n.final, finalFlag}, {len(n.limited) > 0, limitedFlag}} {
		if f.is {
			flags |= f.flag
		}
	}
	b = append(b, flags)
	status := int64(n.status)
	if status >= 0 {
		status += n.marks()
	}
	b = binary.AppendVarint(b, status)
	b = binary.AppendUvarint(b, n.size)
	if status >= 0 && n.cut.limited() {
		b = binary.AppendUvarint(b, n.limit)
	}
	if flags&printFlag != 0 {
		b = binary.AppendUvarint(b, n.words)
		b = binary.LittleEndian.AppendUint64(b, n.print)
		if status >= 0 && len(n.data) > 0 {
			b = appendData(b, n.data)
		}
	}
	if flags&placesFlag != 0 {
		b = binary.AppendUvarint(b, uint64(len(n.places)))
		for _, p := range n.places {
			b = binary.AppendUvarint(b, p.link)
			b = append(b, p.outside, p.embeds)
		}
	}
	if flags&limitedFlag != 0 {
		b = binary.AppendUvarint(b, uint64(len(n.limited)))
		last := uint64(0)
		for _, i := range n.limited {
			b = binary.AppendUvarint(b, i-last)
			last = i
		}
	}
	return b
}

// appendData writes marks: how many, and each as difference from the one before.
func appendData(b []byte, data []uint16) []byte {
	b = binary.AppendUvarint(b, uint64(len(data)))
	last := uint16(0)
	for _, m := range data {
		b = binary.AppendUvarint(b, uint64(m-last))
		last = m
	}
	return b
}

// parseData reads what appendData wrote.
func (n *note) parseData(p *corrupt.Parser) {
	count, last := p.Uint(), uint64(0)
	for i := uint64(0); i < count && !p.Bad; i++ {
		gap := p.Uint()
		if last += gap; count > similar.MaxData || gap > math.MaxUint16 || last > math.MaxUint16 || i > 0 && gap == 0 {
			p.Bad = true
			return
		}
		n.data = append(n.data, uint16(last)) //nolint:gosec // checked
	}
}

// pretends reports whether a note says that the page only pretends to exist.
func pretends(note []byte) bool { return len(note) > 0 && note[0]&pretendsFlag != 0 }

// appendFinding adds to a note what traps are told of the page, unless that is nothing.
func appendFinding(b []byte, f *trap.Finding) []byte {
	if f.Empty() {
		return b
	}
	b[0] |= newsFlag
	return f.Append(append(b, 0))
}

// parseFinding reads what appendFinding wrote. Earlier versions wrote how many phrases were new, and a mark of four bytes each.
func (n *note) parseFinding(p *corrupt.Parser) error {
	count := p.Uint()
	if count == 0 && !p.Bad {
		return n.finding.Parse(p.Bytes(uint64(len(p.Rest))))
	}
	n.finding.Verdict = trap.News
	for ; count > 0 && !p.Bad; count-- {
		n.finding.Said = append(n.finding.Said, p.Uint32())
	}
	return nil
}

// parse reads a note.
func (n *note) parse(b []byte) error {
	n.reset()
	p := corrupt.Parser{Rest: b}
	flags := p.Byte()
	n.firm, n.html, n.pretends = flags&firmFlag != 0, flags&htmlFlag != 0, flags&pretendsFlag != 0
	n.final = flags&finalFlag != 0
	data := false
	if n.status, n.size = int(p.Int()), p.Uint(); n.status >= marksFactor {
		data = n.mark(n.status / marksFactor)
		n.status %= marksFactor
	}
	if n.cut.limited() {
		n.limit = p.Uint()
	}
	if flags&printFlag != 0 {
		n.words, n.print = p.Uint(), p.Uint64()
		if data {
			n.parseData(&p)
		}
	}
	if flags&placesFlag != 0 {
		for count := p.Uint(); count > 0 && !p.Bad; count-- {
			n.places = append(n.places, linkPlace{p.Uint(), p.Byte(), p.Byte()})
		}
	}
	if flags&limitedFlag != 0 {
		last := uint64(0)
		for count := p.Uint(); count > 0 && !p.Bad; count-- {
			last += p.Uint()
			n.limited = append(n.limited, last)
		}
	}
	if flags&newsFlag != 0 {
		if err := n.parseFinding(&p); err != nil {
			return err
		}
	}
	if p.Bad || len(p.Rest) > 0 {
		return corrupt.Errorf("a note of %d bytes makes no sense", len(b))
	}
	return nil
}

// placeOf returns where a page stands that a link of another leads to.
func placeOf(from scope.Place, redirect bool, beyond linkPlace) scope.Place {
	hops := from.Hops
	if !redirect && hops < 1<<16-1 {
		hops++
	}
	return scope.Place{Hops: hops, Outside: beyond.outside, Embeds: beyond.embeds}
}
