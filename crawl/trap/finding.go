package trap

import (
	"encoding/binary"

	"weft/internal/corrupt"
)

// A Verdict is the worth of a page.
type Verdict uint8

const (
	// Unheard is the verdict on a page whose content is unknown.
	Unheard Verdict = iota
	// Same is the verdict on a page that repeats another page.
	Same
	// Thin is the verdict on a page with fewer than two tokens beyond the template of its group.
	Thin
	// Weak is the verdict on a page without a new phrase that is new as a whole.
	Weak
	// News is the verdict on a page with a phrase that no page of its site had.
	News
)

// A Finding is the result of [Guard.Examine]. A crawl writes the finding to its log. [Guard.Keep] learns it, both then
// and when the log is replayed.
type Finding struct {
	Verdict Verdict
	// Twice reports that two responses were compared, Noisy that they differ, Wordy that their words differ. Idle
	// reports that the rows which both responses share say nothing new.
	Twice, Noisy, Wordy, Idle bool
	// Echoes reports that the page is Same or Thin and has links that echo their addresses.
	Echoes bool
	// Page is the mark of the page as a whole, if the page was read as tokens and its shape has numbers; otherwise 0.
	Page uint32
	// Texts are marks of texts of links that the site had not had, at most maxTexts. Stale are the numbers of links whose
	// texts the site had, increasing. Both are kept of suspected pages of a site that repeats itself.
	Texts, Stale []uint32

	Said     []uint32 // marks of new phrases and of the page as a whole; at most the limit given to Examine and two
	Template []uint32 // marks of the rows and tokens of the first page of a group; at most 512
	Gone     []uint32 // marks that the template loses, as increasing indices into its sorted marks
	// Locations and Noise are places that change from request to request, at most 64 each: rows of pages of the group,
	// and contexts of numbers on all pages of the site.
	Locations, Noise []uint32
	Numbers          []Observation // numbers that may follow from the URL; at most 8
	Stable           []uint32      // marks of new rows that two responses share, each with the row before; at most 128
}

// Empty reports whether there is nothing to learn from the finding.
func (f *Finding) Empty() bool {
	return (f.Verdict == Unheard || f.Verdict == Same) && !f.Twice && !f.Echoes && f.Page == 0 && !f.hasTexts() && len(f.Said)+len(f.Template)+len(f.Gone)+len(f.Numbers) == 0
}

// Reset makes f the finding about an unknown page. It keeps the memory of the lists.
func (f *Finding) Reset() {
	*f = Finding{
		Said: f.Said[:0], Template: f.Template[:0], Gone: f.Gone[:0], Locations: f.Locations[:0], Noise: f.Noise[:0],
		Numbers: f.Numbers[:0], Stable: f.Stable[:0], Texts: f.Texts[:0], Stale: f.Stale[:0],
	}
}

const (
	verdictBits = 0x07
	echoCodes   = 4 // Same and Thin with Echoes are stored as 5 and 6
	extended    = 7 // a byte with the verdict and the flag withTexts follows, and the mark of the page
	withTexts   = 0x08
	wordyFlag   = 0x08
	twiceFlag   = 0x10
	noisyFlag   = 0x20
	idleFlag    = 0x40
	moreFlag    = 0x80 // lists follow Said
)

// Append appends the encoding of a finding: a byte with verdict and flags, the mark of the page, then the lists. A list
// is its length as a varint and four bytes a mark, little-endian. Gone and Stale are stored as differences.
func (f *Finding) Append(b []byte) []byte {
	verdict := byte(f.Verdict)
	if f.Echoes {
		verdict += echoCodes
	}
	head := verdict
	extends := f.Page != 0 || f.hasTexts()
	if extends {
		head = extended
	}
	more := f.Twice || len(f.Template)+len(f.Gone)+len(f.Locations)+len(f.Noise)+len(f.Numbers) > 0
	for _, x := range []struct {
		is   bool
		flag byte
	}{{f.Twice, twiceFlag}, {f.Noisy, noisyFlag}, {f.Wordy, wordyFlag}, {f.Idle, idleFlag}, {more, moreFlag}} {
		if x.is {
			head |= x.flag
		}
	}
	b = append(b, head)
	if extends {
		b = f.appendExtension(b, verdict)
	}
	b = appendMarks(b, f.Said)
	if !more {
		return b
	}
	b = appendMarks(appendMarks(appendMarks(b, f.Template), f.Locations), f.Noise)
	b = appendIndices(b, f.Gone)
	b = binary.AppendUvarint(b, uint64(len(f.Numbers)))
	for _, o := range f.Numbers {
		b = binary.AppendVarint(binary.LittleEndian.AppendUint32(b, o.Where), o.Value)
	}
	if f.Twice {
		b = appendMarks(b, f.Stable)
	}
	return b
}

// appendExtension appends the verdict, the mark of the page, and texts of links if there are any.
func (f *Finding) appendExtension(b []byte, verdict byte) []byte {
	if f.hasTexts() {
		verdict |= withTexts
	}
	b = binary.LittleEndian.AppendUint32(append(b, verdict), f.Page)
	if f.hasTexts() {
		b = appendIndices(appendMarks(b, f.Texts), f.Stale)
	}
	return b
}

func (f *Finding) hasTexts() bool { return len(f.Texts)+len(f.Stale) > 0 }

// appendIndices appends increasing numbers as differences.
func appendIndices(b []byte, list []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	last := uint32(0)
	for _, i := range list {
		b = binary.AppendUvarint(b, uint64(i-last))
		last = i
	}
	return b
}

func appendMarks(b []byte, list []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, m := range list {
		b = binary.LittleEndian.AppendUint32(b, m)
	}
	return b
}

// Parse reads what Append wrote. An error is [ErrCorrupt], and leaves f undefined.
func (f *Finding) Parse(b []byte) error {
	f.Reset()
	p := corrupt.Parser{Rest: b}
	head := p.Byte()
	f.Verdict = Verdict(head & verdictBits)
	if f.Verdict == extended {
		f.parseExtension(&p)
	}
	if f.Echoes = f.Verdict > News && f.Verdict <= Thin+echoCodes; f.Echoes {
		f.Verdict -= echoCodes
	}
	f.Twice, f.Noisy, f.Idle, f.Wordy = head&twiceFlag != 0, head&noisyFlag != 0, head&idleFlag != 0, head&wordyFlag != 0
	f.Said = parseMarks(f.Said, &p)
	if head&moreFlag != 0 {
		f.parseMore(&p)
	}
	if p.Bad || len(p.Rest) > 0 || f.Verdict > News || f.Echoes && f.Verdict == Unheard {
		return corrupt.Errorf("a finding of %d bytes is damaged", len(b))
	}
	return nil
}

// parseMore reads the lists that follow Said.
func (f *Finding) parseMore(p *corrupt.Parser) {
	f.Template, f.Locations, f.Noise = parseMarks(f.Template, p), parseMarks(f.Locations, p), parseMarks(f.Noise, p)
	f.Gone = parseIndices(f.Gone, p)
	for n := p.Uint(); n > 0 && !p.Bad; n-- {
		o := Observation{p.Uint32(), p.Int()}
		p.Bad = p.Bad || o.Value < 0 || o.Value > largest
		f.Numbers = append(f.Numbers, o)
	}
	if f.Twice {
		f.Stable = parseMarks(f.Stable, p)
	}
}

// parseExtension reads what appendExtension wrote.
func (f *Finding) parseExtension(p *corrupt.Parser) {
	head := p.Byte()
	f.Verdict, f.Page = Verdict(head&^withTexts), p.Uint32()
	if head&withTexts != 0 {
		f.Texts = parseMarks(f.Texts, p)
		f.Stale = parseIndices(f.Stale, p)
	}
}

// parseIndices reads what appendIndices wrote.
func parseIndices(dst []uint32, p *corrupt.Parser) []uint32 {
	last := uint64(0)
	for n := p.Uint(); n > 0 && !p.Bad; n-- {
		step := p.Uint()
		last += step
		p.Bad = p.Bad || step >= 1<<32 || last >= 1<<32
		dst = append(dst, uint32(last)) //nolint:gosec // larger ones are damage
	}
	return dst
}

func parseMarks(dst []uint32, p *corrupt.Parser) []uint32 {
	for n := p.Uint(); n > 0 && !p.Bad; n-- {
		dst = append(dst, p.Uint32())
	}
	return dst
}

// Keep learns a finding about the page of a URL.
func (g *Guard) Keep(s Suspicion, url []byte, f *Finding) {
	for _, m := range f.Said {
		g.said.add(max(m, 1))
	}
	for _, m := range f.Noise {
		g.noise.add(max(m, 1))
	}
	for _, m := range f.Stable {
		g.said.add(max(m, 1))
	}
	for _, m := range f.Texts {
		g.texts.add(max(m, 1))
	}
	if s.Rule == None {
		return
	}
	if f.Twice {
		g.keepTwice(s, f)
	}
	if f.Echoes {
		form, _ := g.groups.get(s.Form)
		form.state |= echoForm
		g.groups.put(s.Form, form)
	}
	if len(f.Template)+len(f.Gone)+len(f.Locations)+len(f.Numbers) == 0 && f.Verdict == News {
		return
	}
	p := g.profiles.look(s.profile())
	if p == nil {
		if len(f.Template) == 0 && !f.Twice {
			return
		}
		p = new(profile)
	}
	before := p.bytes()
	p.keep(url, f)
	g.profiles.put(s.profile(), p, before)
}

// keepTwice learns from two responses how pages of the group and its site change.
func (g *Guard) keepTwice(s Suspicion, f *Finding) {
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.SiteHash())
	a.state |= checkedGroup
	if f.Noisy {
		a.state |= noisyGroup
	}
	if f.Idle {
		a.state |= idleGroup
	} else if len(f.Stable) > 0 {
		a.state &^= idleGroup
	}
	if f.Wordy {
		site.state |= noisyGroup
	}
	g.groups.put(s.Group, a)
	g.groups.put(s.SiteHash(), site)
}
