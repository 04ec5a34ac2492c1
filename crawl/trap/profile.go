package trap

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/web/similar"
)

const (
	// templatePages is the number of pages that form the template of a group.
	templatePages = 64
	// maxTemplate is the largest number of rows and tokens in a template. Further tokens of a page count as its own.
	maxTemplate  = 512
	maxLocations = 256
	maxLines     = 48
	// maxObserved is the largest number of numbers that one page adds to lines.
	maxObserved = 8
	// sureLine is the number of pages on which a number must follow from the URL before it is masked.
	sureLine = 8
	// maxURLNumbers is how many numbers of a URL may determine a number of the page.
	maxURLNumbers = 3
	// largest is the largest number that takes part in lines. The products of differences stay below 2⁶².
	largest = 1 << 30
)

// A profile is the guard's knowledge of the repeating pages of a group and of pages requested twice.
type profile struct {
	template  marks // rows and tokens that all of the first pages have
	pages     int   // pages that formed the template
	locations marks // locations that change from request to request
	lines     []line
}

// A line is a number of a page that follows from a number of its URL by a linear law, such as "41 to 60" on page 3. Two
// points (u0, x0) and (u1, x1) determine the law.
type line struct {
	context uint32 // see contextOf
	which   uint8  // index of the number in the URL
	hits    uint8  // pages that agree; with 1, only the first point is set
	u0, x0  int64
	u1, x1  int64
}

// An Observation is a whole number of a page, with the context in which it stands.
type Observation struct {
	Where uint32
	Value int64
}

// bytes estimates the memory of a profile. It depends on the content alone, so that a loaded profile has the same size.
func (p *profile) bytes() int64 {
	return 256 + 4*int64(len(p.template.slots)+len(p.locations.slots)) + 80*int64(len(p.lines))
}

// profiles hold the profiles of groups in two generations, as a table does, and count their bytes.
type profiles struct {
	half       int
	young, old map[uint64]*profile
	bytes      [2]int64 // of young and old
}

func newProfiles(most int) profiles {
	return profiles{half: max(most/2, 1), young: map[uint64]*profile{}, old: map[uint64]*profile{}}
}

// look returns the profile of a group, or nil.
func (t *profiles) look(group uint64) *profile {
	if p := t.young[group]; p != nil {
		return p
	}
	return t.old[group]
}

// put stores the profile of a group, which had the given number of bytes when look returned it.
func (t *profiles) put(group uint64, p *profile, before int64) {
	if t.young[group] != nil {
		t.bytes[0] += p.bytes() - before
		t.young[group] = p
		return
	}
	if t.old[group] != nil {
		delete(t.old, group)
		t.bytes[1] -= before
	}
	if len(t.young) >= t.half {
		t.old, t.young, t.bytes = t.young, map[uint64]*profile{}, [2]int64{0, t.bytes[0]}
	}
	t.young[group] = p
	t.bytes[0] += p.bytes()
}

// follows reports whether a token follows from one of the numbers of the URL by a line that is sure.
func (p *profile) follows(t *similar.Token, numbers []int64) bool {
	if len(p.lines) == 0 || len(numbers) == 0 || t.Value > largest {
		return false
	}
	context := contextMark(t)
	for i := range p.lines {
		x := &p.lines[i]
		if x.context == context && x.hits >= sureLine && int(x.which) < len(numbers) && x.holds(numbers[x.which], t.Value) {
			return true
		}
	}
	return false
}

// holds reports whether the point (u, v) lies on the line.
func (x *line) holds(u, v int64) bool {
	return (v-x.x0)*(x.u1-x.u0) == (x.x1-x.x0)*(u-x.u0)
}

// learn adds an observation to the lines of its context, one line for each number of the URL.
func (p *profile) learn(o Observation, numbers []int64) {
	for which, u := range numbers {
		i := slices.IndexFunc(p.lines, func(x line) bool { return x.context == o.Where && int(x.which) == which })
		if i < 0 {
			if len(p.lines) < maxLines {
				p.lines = append(p.lines, line{context: o.Where, which: uint8(which), hits: 1, u0: u, x0: o.Value}) //nolint:gosec // less than maxURLNumbers
			}
			continue
		}
		p.lines[i].learn(u, o.Value)
	}
}

// learn adds the point (u, v). A point off the line begins the line anew, unless the line is sure.
func (x *line) learn(u, v int64) {
	switch {
	case x.hits >= sureLine:
	case x.hits > 1 && x.holds(u, v) && u != x.u1 && u != x.u0:
		x.hits++
	case x.hits > 1 && x.holds(u, v):
	case x.hits == 1 && u != x.u0 && v != x.x0:
		x.u1, x.x1, x.hits = u, v, 2
	default:
		x.u0, x.x0, x.hits = u, v, 1
	}
}

// keep learns what a finding says of the group.
func (p *profile) keep(url []byte, f *Finding) {
	if p.pages == 0 {
		for _, m := range f.Template[:min(len(f.Template), maxTemplate)] {
			p.template.add(max(m, 1))
		}
	}
	if len(f.Gone) > 0 {
		p.template.drop(f.Gone)
	}
	if p.pages < templatePages && (len(f.Template)+len(f.Gone) > 0 || f.Verdict != News) {
		p.pages++
	}
	for _, at := range f.Locations {
		if p.locations.n < maxLocations {
			p.locations.add(max(at, 1))
		}
	}
	if len(f.Numbers) == 0 {
		return
	}
	numbers := urlNumbers(nil, url)
	for _, o := range f.Numbers {
		p.learn(o, numbers)
	}
}

// urlNumbers appends the first numbers of the path and the query of a URL, at most maxURLNumbers.
func urlNumbers(dst []int64, url []byte) []int64 {
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		url = url[i+3:]
	}
	if i := bytes.IndexByte(url, '/'); i >= 0 {
		url = url[i:]
	}
	for i := 0; i < len(url) && len(dst) < maxURLNumbers; {
		end := i
		for end < len(url) && ascii.IsDigit(url[end]) {
			end++
		}
		if end > i && end-i <= 9 {
			dst = append(dst, int64(atoi(url[i:end])))
		}
		i = max(end, i+1)
	}
	return dst
}

// Key returns a number that orders the URLs of a group by the numbers in their paths and queries: versions, dates, pages.
// A larger number of a version is newer.
func Key(url []byte) uint64 {
	var buf [maxURLNumbers]int64
	numbers := urlNumbers(buf[:0], url)
	if len(numbers) == 0 {
		return 0
	}
	width := 63 / len(numbers)
	key := uint64(0)
	for _, n := range numbers {
		key = key<<width | uint64(min(n, 1<<width-1)) //nolint:gosec // not negative
	}
	return key
}
