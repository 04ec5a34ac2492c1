package visit

import (
	"encoding/binary"
	"math"

	"weft/crawl/scope"
	"weft/crawl/trap"
	"weft/internal/corrupt"
	"weft/store"
	"weft/web/similar"
)

// A Note is the part of a reply that the log keeps, besides state and links.
type Note struct {
	Status   int    // of HTTP, or the negative number of a cause; 0 if the page was not requested
	Size     uint64 // bytes that were received
	Firm     bool   // see package capture
	HTML     bool
	Pretends bool         // to exist
	Final    bool         // it failed, though it may be picked once more
	Cut      CutWhy       // why the answer is kept and not whole
	Limit    uint64       // bytes of the body that the limit permitted, where cut is cutLength or cutMemory
	Shell    bool         // the page is an application shell, see web/shell
	Wall     bool         // the page asks for cookies, see web/shell
	Unread   bool         // the page begins like HTML, and was not read, because of its Content-Type
	Words    uint64       // of the text
	Print    uint64       // of three words in a row, numbers and dates alike; see similar.Hasher
	Data     []uint16     // marks of numbers and table cells, see similar.Print; earlier versions kept none
	Places   []LinkPlace  // of links that lead beyond the area
	Limited  []uint64     // numbers of links that only a limit of depth bars
	Finding  trap.Finding // the page as the trap rules see it
	Facts    store.Facts  // of the response, if one came, without its time; earlier versions kept none
}

// A LinkPlace says how far beyond the area a link leads.
type LinkPlace struct {
	Link            uint64 // its number among the links of the page
	Outside, Embeds uint8
}

// Reset forgets what a note says.
func (n *Note) Reset() {
	finding, facts := n.Finding, n.Facts
	finding.Reset()
	facts.Reset()
	*n = Note{Data: n.Data[:0], Places: n.Places[:0], Limited: n.Limited[:0], Finding: finding, Facts: facts}
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
	factsMark   = 1 << 6
	siteMark    = 1 << 7 // the facts have site and skin
	unreadMark  = 1 << 8
)

// A CutWhy is the reason why a kept response is incomplete. The numbers are those in the log.
type CutWhy uint8

// The reasons of a cut.
const (
	NotCut        CutWhy = iota
	cutUnknown           // an earlier version did not log the reason
	CutLength            // the body is larger than the limit
	CutTime              // the body took longer than the limit
	CutDisconnect        // the body broke off
	CutCoding            // all bytes came, and their content coding breaks off
	CutMemory            // the body is kept whole, and was read up to a limit
	CutPart              // the server sent a part that was not requested

	// CutArchive is no reason of a reply in the log: the response is damaged in the archive.
	CutArchive CutWhy = cutMask + 1
)

// String returns the reason as text.
func (c CutWhy) String() string {
	if c == CutArchive {
		return "its response is damaged in the archive"
	}
	return [cutMask + 1]string{
		"", "not whole", "larger than the limit of a page", "slower than the limit of a page", "the body breaks off",
		"the content coding breaks off", "read in part, because memory was short", "the server sent a part",
	}[c&cutMask]
}

// IsPart reports whether the archive holds a part of the response. A response cut for lack of memory is in the
// archive.
func (n *Note) IsPart() bool { return n.Cut != NotCut && n.Cut != CutMemory }

// Limited reports whether the cut came from a limit on bytes, which a later run may raise.
func (c CutWhy) Limited() bool { return c == CutLength || c == CutMemory }

// marks returns what is added to the status.
func (n *Note) marks() int64 {
	m := int64(n.Cut)
	if n.Shell {
		m |= shellMark
	}
	if n.Wall {
		m |= wallMark
	}
	if n.Unread {
		m |= unreadMark
	}
	if n.Words > 0 && len(n.Data) > 0 {
		m |= dataMark
	}
	if n.Facts.Known() {
		m |= factsMark | siteMark
	}
	return m * marksFactor
}

// mark reads what marks returned, without the factor. It reports whether the print has data, and the mark of the facts that
// follow.
func (n *Note) mark(m int) (data bool, facts int) {
	n.Cut, n.Shell, n.Wall, n.Unread = CutWhy(m&cutMask), m&shellMark != 0, m&wallMark != 0, m&unreadMark != 0
	return m&dataMark != 0, m & (factsMark | siteMark)
}

// Append writes a note: flags; status with its marks; size; the limit of a cut; words, their print and its data;
// places of links; the numbers of links that a limit bars, if any, each as the difference from the one before. The
// facts follow, and appendFinding comes last.
func (n *Note) Append(b []byte) []byte {
	flags := byte(0)
	for _, f := range []struct {
		is   bool
		flag byte
	}{{n.Firm, firmFlag}, {n.HTML, htmlFlag}, {n.Words > 0, printFlag}, {len(n.Places) > 0, placesFlag}, {n.Pretends, pretendsFlag}, {n.Final, finalFlag}, {len(n.Limited) > 0, limitedFlag}} {
		if f.is {
			flags |= f.flag
		}
	}
	b = append(b, flags)
	status := int64(n.Status)
	if status >= 0 {
		status += n.marks()
	}
	b = binary.AppendVarint(b, status)
	b = binary.AppendUvarint(b, n.Size)
	if status >= 0 && n.Cut.Limited() {
		b = binary.AppendUvarint(b, n.Limit)
	}
	if flags&printFlag != 0 {
		b = binary.AppendUvarint(b, n.Words)
		b = binary.LittleEndian.AppendUint64(b, n.Print)
		if status >= 0 && len(n.Data) > 0 {
			b = appendData(b, n.Data)
		}
	}
	if flags&placesFlag != 0 {
		b = binary.AppendUvarint(b, uint64(len(n.Places)))
		for _, p := range n.Places {
			b = binary.AppendUvarint(b, p.Link)
			b = append(b, p.Outside, p.Embeds)
		}
	}
	if flags&limitedFlag != 0 {
		b = binary.AppendUvarint(b, uint64(len(n.Limited)))
		last := uint64(0)
		for _, i := range n.Limited {
			b = binary.AppendUvarint(b, i-last)
			last = i
		}
	}
	if status >= 0 && n.Facts.Known() {
		b = n.Facts.Append(b)
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
func (n *Note) parseData(p *corrupt.Parser) {
	count, last := p.Uint(), uint64(0)
	for i := uint64(0); i < count && !p.Bad; i++ {
		gap := p.Uint()
		if last += gap; count > similar.MaxData || gap > math.MaxUint16 || last > math.MaxUint16 || i > 0 && gap == 0 {
			p.Bad = true
			return
		}
		n.Data = append(n.Data, uint16(last)) //nolint:gosec // checked
	}
}

// Pretends reports whether a note says that the page only pretends to exist.
func Pretends(note []byte) bool { return len(note) > 0 && note[0]&pretendsFlag != 0 }

// AppendFinding adds the finding for the trap rules to a note, unless it is empty.
func AppendFinding(b []byte, f *trap.Finding) []byte {
	if f.Empty() {
		return b
	}
	b[0] |= newsFlag
	return f.Append(append(b, 0))
}

// parseFinding reads what appendFinding wrote. Earlier versions wrote how many phrases were new, and a mark of four bytes each.
func (n *Note) parseFinding(p *corrupt.Parser) error {
	count := p.Uint()
	if count == 0 && !p.Bad {
		return n.Finding.Parse(p.Bytes(uint64(len(p.Rest))))
	}
	n.Finding.Verdict = trap.News
	for ; count > 0 && !p.Bad; count-- {
		n.Finding.Said = append(n.Finding.Said, p.Uint32())
	}
	return nil
}

// Parse reads a note.
func (n *Note) Parse(b []byte) error {
	n.Reset()
	p := corrupt.Parser{Rest: b}
	flags := p.Byte()
	n.Firm, n.HTML, n.Pretends = flags&firmFlag != 0, flags&htmlFlag != 0, flags&pretendsFlag != 0
	n.Final = flags&finalFlag != 0
	data, facts := false, 0
	if n.Status, n.Size = int(p.Int()), p.Uint(); n.Status >= marksFactor {
		data, facts = n.mark(n.Status / marksFactor)
		n.Status %= marksFactor
	}
	if n.Cut.Limited() {
		n.Limit = p.Uint()
	}
	if flags&printFlag != 0 {
		n.Words, n.Print = p.Uint(), p.Uint64()
		if data {
			n.parseData(&p)
		}
	}
	if flags&placesFlag != 0 {
		for count := p.Uint(); count > 0 && !p.Bad; count-- {
			n.Places = append(n.Places, LinkPlace{p.Uint(), p.Byte(), p.Byte()})
		}
	}
	if flags&limitedFlag != 0 {
		last := uint64(0)
		for count := p.Uint(); count > 0 && !p.Bad; count-- {
			last += p.Uint()
			n.Limited = append(n.Limited, last)
		}
	}
	switch facts {
	case 0:
	case factsMark:
		n.Facts.ParseEarly(&p)
	default:
		n.Facts.Parse(&p)
	}
	if flags&newsFlag != 0 {
		if err := n.parseFinding(&p); err != nil {
			return err
		}
	}
	if p.Bad || len(p.Rest) > 0 {
		return corrupt.Errorf("a note of %d bytes is damaged", len(b))
	}
	return nil
}

// PlaceOf returns where a page stands that a link of another leads to.
func PlaceOf(from scope.Place, redirect bool, beyond LinkPlace) scope.Place {
	hops := from.Hops
	if !redirect && hops < 1<<16-1 {
		hops++
	}
	return scope.Place{Hops: hops, Outside: beyond.Outside, Embeds: beyond.Embeds}
}
