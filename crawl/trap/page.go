package trap

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/splitmix"
	"weft/web/similar"
)

// A Page is what is known of a page that was fetched.
type Page struct {
	URL []byte
	// Said are its phrases, see [similar.Hasher.Said].
	Said []uint64
	// Tokens are its words, numbers and addresses. Nil for a page that was not admitted by the guard: it costs nothing, so
	// its phrases are enough.
	Tokens *similar.Tokens
	// Before are the tokens of an earlier answer to the same request; nil if the page was requested once.
	Before *similar.Tokens
}

// Examine finds out what a page says that is new, and writes it to f. It changes nothing: [Guard.Keep] does. Most is the
// largest number of new phrases that f gets. Time: about 50 ns a token.
func (g *Guard) Examine(f *Finding, s Suspicion, p *Page, most int) {
	f.Reset()
	f.Said = g.unsaid(f.Said, s.site(), p.Said, most)
	phrases := len(f.Said) > 0
	if f.Verdict = Same; phrases {
		f.Verdict = News
	}
	if p.Tokens == nil || s.Rule == None {
		return
	}
	e := &g.exam
	*e = exam{guard: g, f: f, s: s, page: p, learnt: g.learnt.look(s.Group), account: g.groups.look(s.Group), numbers: urlNumbers(e.numbers[:0], p.URL), rows: e.rows}
	if s.Rule == Shape {
		e.folder = xxhash.Sum64(p.URL[:bytes.LastIndexByte(p.URL, '/')+1])
	}
	quiet := true // what changes was known to change
	if p.Before != nil {
		quiet = e.quiet()
		e.compare()
	}
	bare, whole := e.print(p.Tokens)
	seen := g.said.has(bare) || g.said.has(whole)
	e.learnTemplate()
	extra := e.beyond()
	if p.Before != nil {
		e.judgeTwice(quiet)
	}
	f.Verdict = e.verdict(phrases, seen, extra)
	if f.Verdict == News {
		f.Template, f.Gone = f.Template[:0], f.Gone[:0]
	} else {
		f.Said = f.Said[:0]
		e.observe()
	}
	for _, m := range []uint32{bare, whole} {
		if !g.said.has(m) && !slices.Contains(f.Said, m) {
			f.Said = append(f.Said, m)
		}
	}
}

// least is how many tokens beyond the template of its group a page must have to say something. An address counts twice.
const least = 2

// verdict says what a page is worth. In a group whose pages change from request to request, what was said as a whole
// counts before single phrases.
func (e *exam) verdict(phrases, seen bool, extra int) Verdict {
	noisy := e.account.is(noisyGroup) || e.f.Noisy
	idle := e.account.is(idleGroup)
	if e.f.Idle || len(e.f.Stable) > 0 {
		idle = e.f.Idle
	}
	switch {
	case idle:
		return Same
	case phrases && !noisy:
		return News
	case seen:
		return Same
	case extra < least && e.templated():
		return Thin
	case phrases:
		return News
	}
	return Weak
}

// templated says whether the group has a template.
func (e *exam) templated() bool { return e.learnt != nil && e.learnt.pages > 0 }

// An exam is a page that is examined.
type exam struct {
	guard   *Guard
	f       *Finding
	s       Suspicion
	page    *Page
	learnt  *learning // nil before anything was learnt of the group
	account account
	numbers []int64 // of the URL
	folder  uint64  // of the URL, for addresses that depend on it; 0 where folders repeat themselves
	rows    rows    // what is left of the page
}

// masked says whether a token is known to change from request to request, or to follow from a number of the URL.
func (e *exam) masked(t *similar.Token, ordinal uint32) bool {
	if t.Kind != similar.Word {
		m := mark(e.s.site(), spot(t))
		if e.guard.noise.has(m) || slices.Contains(e.f.Noise, m) {
			return true
		}
	}
	c := corner(t, ordinal)
	if e.learnt == nil {
		return slices.Contains(e.f.Corners, c)
	}
	return slices.Contains(e.learnt.corners, c) || slices.Contains(e.f.Corners, c) || t.Whole && e.learnt.follows(t, e.numbers)
}

// spot is the place of a number by its element and the word before it.
func spot(t *similar.Token) uint64 {
	return splitmix.Mix(uint64(t.Place)<<32 | uint64(t.Before))
}

// corner is a part of a page by its element and how many rows of such elements stand before it.
func corner(t *similar.Token, ordinal uint32) uint32 {
	return max(uint32(splitmix.Mix(uint64(t.Place)<<32|uint64(ordinal))>>32), 1) //nolint:gosec // half of a hash
}

// print reads the rows of a page without what is masked. It returns the mark of them all, whatever their order, without and
// with what the page has of its URL.
func (e *exam) print(t *similar.Tokens) (bare, whole uint32) {
	e.rows.folder = e.folder
	e.rows.read(t, e.masked)
	sum := uint64(len(e.rows.hashes))
	for _, h := range e.rows.hashes {
		sum += splitmix.Mix(h)
	}
	return mark(e.s.site(), splitmix.Mix(sum)^barePage), mark(e.s.site(), splitmix.Mix(e.rows.whole)^wholePage)
}

// barePage and wholePage tell marks of pages from those of phrases.
const (
	barePage  = 0x7061676573
	wholePage = 0x77686f6c65
)

// rows are what is left of a page.
type rows struct {
	tokens   []similar.Token
	ends     []int
	hashes   []uint64 // of the rows, their tokens in order
	places   []uint64 // of the rows: element, and how many rows of it stand before
	ordinals map[uint32]uint32
	folder   uint64
	whole    uint64 // sum of the rows with what they have of the page's URL
}

// counted stands for a number that follows on the one before in the same place, as the days of a month do.
const counted = 0x636f756e746564

// read takes the tokens of a page that are not masked, and not of its URL.
func (r *rows) read(t *similar.Tokens, masked func(*similar.Token, uint32) bool) {
	r.tokens, r.ends, r.hashes, r.places = r.tokens[:0], r.ends[:0], r.hashes[:0], r.places[:0]
	if r.ordinals == nil {
		r.ordinals = map[uint32]uint32{}
	}
	clear(r.ordinals)
	r.whole = 0
	var last similar.Token
	for i := range t.Ends {
		row := t.Row(i)
		place := row[0].Place
		ordinal := r.ordinals[place]
		r.ordinals[place]++
		h, all, before := uint64(0), uint64(0), len(r.tokens)
		for k := range row {
			x := row[k]
			if x.Relative {
				x.Hash = splitmix.Mix(x.Hash + r.folder)
			}
			if x.Whole && last.Whole && x.Value == last.Value+1 && spot(&x) == spot(&last) {
				last.Value++
				x.Hash, x.Whole, x.Own = counted, false, false
			} else if x.Whole {
				last = x
			}
			if masked != nil && masked(&x, ordinal) {
				continue
			}
			all = splitmix.Mix(all + x.Hash)
			if !x.Own {
				h = splitmix.Mix(h + x.Hash)
				r.tokens = append(r.tokens, x)
			}
		}
		r.whole += splitmix.Mix(all)
		if len(r.tokens) > before {
			r.ends, r.hashes = append(r.ends, len(r.tokens)), append(r.hashes, h)
			r.places = append(r.places, uint64(place)<<32|uint64(ordinal))
		}
	}
}

func (r *rows) row(i int) []similar.Token {
	if i == 0 {
		return r.tokens[:r.ends[0]]
	}
	return r.tokens[r.ends[i-1]:r.ends[i]]
}

// learnTemplate finds out what of the template this page lacks; of the first page all is template.
func (e *exam) learnTemplate() {
	l := e.learnt
	if l != nil && l.pages >= templatePages {
		return
	}
	var have marks
	for i, h := range e.rows.hashes {
		have.add(rowMark(h))
		for _, t := range e.rows.row(i) {
			have.add(tokenMark(&t))
		}
	}
	if !e.templated() {
		all := have.sorted()
		e.f.Template = append(e.f.Template, all[:min(len(all), maxTemplate)]...)
		return
	}
	for i, m := range l.template.sorted() {
		if !have.has(m) {
			e.f.Gone = append(e.f.Gone, uint32(i)) //nolint:gosec // at most maxTemplate
		}
	}
}

func rowMark(h uint64) uint32 { return max(uint32(splitmix.Mix(h)>>32), 1) } //nolint:gosec // half of a hash

func tokenMark(t *similar.Token) uint32 { return max(uint32(t.Hash), 1) } //nolint:gosec // half of a hash

// beyond counts the tokens that the page has beyond the template of its group. Known tokens in a new order count, too, if
// nothing else is new in their row.
func (e *exam) beyond() int { return e.beyondOf(&e.rows, nil) }

// beyondOf counts those of some rows alone, if only is not nil.
func (e *exam) beyondOf(r *rows, only func(i int) bool) (n int) {
	if !e.templated() {
		return 0
	}
	for i, h := range r.hashes {
		if only != nil && !only(i) || e.learnt.template.has(rowMark(h)) {
			continue
		}
		fresh, row := 0, r.row(i)
		for k := range row {
			switch {
			case e.learnt.template.has(tokenMark(&row[k])):
			case row[k].Kind == similar.Resource:
				fresh += 2
			default:
				fresh++
			}
		}
		if fresh == 0 && len(row) > 1 {
			fresh = len(row)
		}
		n += fresh
	}
	return n
}
