package trap

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/web/similar"
)

const (
	// templatePages is how many pages of a group say what its template is.
	templatePages = 64
	// maxTemplate is how many rows and tokens a template has at most. What a page has beyond them counts as its own.
	maxTemplate = 512
	maxCorners  = 256
	maxLines    = 48
	// maxObserved is how many numbers of a page are noted.
	maxObserved = 8
	// sureLine is on how many pages a number must follow from the URL.
	sureLine = 8
	// maxURLNumbers is how many numbers of a URL count.
	maxURLNumbers = 3
)

// A learning is what is known of the pages of a group that say nothing new, or that were requested twice.
type learning struct {
	template marks // rows and tokens that all of its first pages have
	pages    int   // that have formed the template
	corners  []uint32
	lines    []line
}

// A line is a number in a place of pages that follows from a number of their URLs by a linear law: "41 to 60" on page 3.
type line struct {
	where  uint32 // the place
	which  uint8  // number of the URL
	hits   uint8  // pages that agree; of 1 there is one point alone
	u0, x0 int64
	u1, x1 int64
}

// An Observation is a number in a place of a page.
type Observation struct {
	Where uint32
	Value int64
}

// bytes is about what a learning takes.
func (l *learning) bytes() int64 {
	return 256 + 4*int64(len(l.template.slots)) + 4*int64(cap(l.corners)) + 40*int64(cap(l.lines))
}

// learnings hold what is known of groups, in two generations as a table does, and count its bytes.
type learnings struct {
	half       int
	young, old map[uint64]*learning
	bytes      [2]int64 // of young and old
}

func newLearnings(most int) learnings {
	return learnings{half: max(most/2, 1), young: map[uint64]*learning{}, old: map[uint64]*learning{}}
}

// look returns what is known of a group; nil for nothing.
func (t *learnings) look(group uint64) *learning {
	if l := t.young[group]; l != nil {
		return l
	}
	return t.old[group]
}

// put keeps what is known of a group, which has grown by some bytes.
func (t *learnings) put(group uint64, l *learning, grown int64) {
	if t.young[group] == nil {
		grown = l.bytes()
		if before := t.old[group]; before != nil {
			delete(t.old, group)
			t.bytes[1] = max(t.bytes[1]-grown, 0)
		}
		if len(t.young) >= t.half {
			t.old, t.young, t.bytes = t.young, map[uint64]*learning{}, [2]int64{0, t.bytes[0]}
		}
	}
	t.young[group] = l
	t.bytes[0] += grown
}

// follows says whether a number follows from one of the URL.
func (l *learning) follows(t *similar.Token, numbers []int64) bool {
	if len(l.lines) == 0 || len(numbers) == 0 {
		return false
	}
	where := uint32(spot(t)) //nolint:gosec // half of a hash
	for i := range l.lines {
		x := &l.lines[i]
		if x.where == where && x.hits >= sureLine && int(x.which) < len(numbers) && x.holds(numbers[x.which], t.Value) {
			return true
		}
	}
	return false
}

func (x *line) holds(u, v int64) bool {
	return (v-x.x0)*(x.u1-x.u0) == (x.x1-x.x0)*(u-x.u0)
}

// largest is the largest number that is looked at, so that products do not overflow.
const largest = 1 << 30

// observe notes numbers of the page that may follow from its URL.
func (e *exam) observe() {
	if len(e.numbers) == 0 || e.learnt != nil && e.learnt.pages >= templatePages {
		return
	}
	for i := range e.rows.tokens {
		t := &e.rows.tokens[i]
		if !t.Whole || t.Value > largest || e.learnt != nil && e.learnt.template.has(tokenMark(t)) {
			continue
		}
		if e.f.Numbers = append(e.f.Numbers, Observation{uint32(spot(t)), t.Value}); len(e.f.Numbers) == maxObserved { //nolint:gosec // half of a hash
			return
		}
	}
}

// learn notes an observation.
func (l *learning) learn(o Observation, numbers []int64) {
	for which, u := range numbers {
		i := slices.IndexFunc(l.lines, func(x line) bool { return x.where == o.Where && int(x.which) == which })
		if i < 0 {
			if len(l.lines) < maxLines {
				l.lines = append(l.lines, line{where: o.Where, which: uint8(which), hits: 1, u0: u, x0: o.Value}) //nolint:gosec // small
			}
			continue
		}
		l.lines[i].learn(u, o.Value)
	}
}

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

// urlNumbers appends the first numbers of the path and the query of a URL.
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
			if v := int64(atoi(url[i:end])); v <= largest {
				dst = append(dst, v)
			}
		}
		i = max(end, i+1)
	}
	return dst
}
