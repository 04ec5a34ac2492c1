package trap

import (
	"encoding/binary"

	"weft/internal/corrupt"
)

// A Verdict says what a page of a group is worth.
type Verdict uint8

const (
	// Unheard is that of a page of which nothing is known.
	Unheard Verdict = iota
	// Same says what another page has said.
	Same
	// Thin has fewer than two tokens beyond the template of its group.
	Thin
	// Weak is a page whose words, numbers and addresses are known, but not together.
	Weak
	// News has a phrase that no page of its site had.
	News
)

// A Finding is what was found out about a page. A crawl writes it to its log, and [Guard.Keep] learns it, then and when the log is
// replayed.
type Finding struct {
	Verdict Verdict
	// Twice says that two answers were compared, Noisy that they differ, Wordy that words do, and Idle that what they share says
	// nothing.
	Twice, Noisy, Wordy, Idle bool
	Said                      []uint32 // marks of phrases that are new, and of the page
	Template                  []uint32 // marks of the first page of a group
	Gone                      []uint32 // numbers of the marks that the template loses
	Corners, Noise            []uint32 // places that change from request to request
	Numbers                   []Observation
	Stable                    []uint32 // marks of rows that two answers share, each with the row before
}

// Empty says that there is nothing to be learnt.
func (f *Finding) Empty() bool {
	return (f.Verdict == Unheard || f.Verdict == Same) && !f.Twice && len(f.Said)+len(f.Template)+len(f.Gone)+len(f.Numbers) == 0
}

// Reset makes f that of a page of which nothing is known. It keeps its memory.
func (f *Finding) Reset() {
	*f = Finding{
		Said: f.Said[:0], Template: f.Template[:0], Gone: f.Gone[:0], Corners: f.Corners[:0], Noise: f.Noise[:0], Numbers: f.Numbers[:0], Stable: f.Stable[:0],
	}
}

const (
	wordyFlag = 0x08
	twiceFlag = 0x10
	noisyFlag = 0x20
	idleFlag  = 0x40
	moreFlag  = 0x80
)

// Append writes a finding: verdict and flags as a byte, then the marks, each list as its length and four bytes each.
func (f *Finding) Append(b []byte) []byte {
	head := byte(f.Verdict)
	more := f.Twice || len(f.Template)+len(f.Gone)+len(f.Corners)+len(f.Noise)+len(f.Numbers) > 0
	for _, x := range []struct {
		is   bool
		flag byte
	}{{f.Twice, twiceFlag}, {f.Noisy, noisyFlag}, {f.Wordy, wordyFlag}, {f.Idle, idleFlag}, {more, moreFlag}} {
		if x.is {
			head |= x.flag
		}
	}
	b = appendMarks(append(b, head), f.Said)
	if !more {
		return b
	}
	b = appendMarks(appendMarks(appendMarks(b, f.Template), f.Corners), f.Noise)
	b = binary.AppendUvarint(b, uint64(len(f.Gone)))
	last := uint32(0)
	for _, i := range f.Gone {
		b = binary.AppendUvarint(b, uint64(i-last))
		last = i
	}
	b = binary.AppendUvarint(b, uint64(len(f.Numbers)))
	for _, o := range f.Numbers {
		b = binary.AppendVarint(binary.LittleEndian.AppendUint32(b, o.Where), o.Value)
	}
	if f.Twice {
		b = appendMarks(b, f.Stable)
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

// Parse reads what Append wrote.
func (f *Finding) Parse(b []byte) error {
	f.Reset()
	p := corrupt.Parser{Rest: b}
	head := p.Byte()
	f.Verdict = Verdict(head & 0x7)
	f.Twice, f.Noisy, f.Idle, f.Wordy = head&twiceFlag != 0, head&noisyFlag != 0, head&idleFlag != 0, head&wordyFlag != 0
	f.Said = parseMarks(f.Said, &p)
	if head&moreFlag != 0 {
		f.Template, f.Corners, f.Noise = parseMarks(f.Template, &p), parseMarks(f.Corners, &p), parseMarks(f.Noise, &p)
		last := uint64(0)
		for n := p.Uint(); n > 0 && !p.Bad; n-- {
			last += p.Uint()
			f.Gone = append(f.Gone, uint32(last)) //nolint:gosec // what is too large names no mark
		}
		for n := p.Uint(); n > 0 && !p.Bad; n-- {
			f.Numbers = append(f.Numbers, Observation{p.Uint32(), p.Int()})
		}
		if f.Twice {
			f.Stable = parseMarks(f.Stable, &p)
		}
	}
	if p.Bad || len(p.Rest) > 0 || f.Verdict > News {
		return corrupt.Errorf("a finding of %d bytes makes no sense", len(b))
	}
	return nil
}

func parseMarks(dst []uint32, p *corrupt.Parser) []uint32 {
	for n := p.Uint(); n > 0 && !p.Bad; n-- {
		dst = append(dst, p.Uint32())
	}
	return dst
}

// Keep learns a finding about a page of a URL.
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
	if s.Rule == None {
		return
	}
	if f.Twice {
		g.keepTwice(s, f)
	}
	if len(f.Template)+len(f.Gone)+len(f.Corners)+len(f.Numbers) == 0 && f.Verdict == News {
		return
	}
	l := g.learnt.look(s.Group)
	if l == nil {
		if len(f.Template) == 0 && !f.Twice {
			return
		}
		l = new(learning)
	}
	before := l.bytes()
	l.keep(url, f)
	g.learnt.put(s.Group, l, l.bytes()-before)
}

// keepTwice learns what two answers say of the group and its site.
func (g *Guard) keepTwice(s Suspicion, f *Finding) {
	a, _ := g.groups.get(s.Group)
	site, _ := g.groups.get(s.site())
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
	g.groups.put(s.site(), site)
}

// keep learns what a finding says of the group.
func (l *learning) keep(url []byte, f *Finding) {
	if len(f.Template) > 0 && l.pages == 0 {
		for _, m := range f.Template {
			l.template.add(max(m, 1))
		}
	}
	if len(f.Gone) > 0 {
		l.template.drop(f.Gone)
	}
	if l.pages < templatePages && (len(f.Template)+len(f.Gone) > 0 || f.Verdict != News) {
		l.pages++
	}
	for _, c := range f.Corners {
		if len(l.corners) < maxCorners {
			l.corners = append(l.corners, c)
		}
	}
	if numbers := urlNumbers(nil, url); len(numbers) > 0 {
		for _, o := range f.Numbers {
			l.learn(o, numbers)
		}
	}
}
