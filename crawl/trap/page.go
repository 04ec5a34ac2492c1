package trap

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"

	"weft/internal/splitmix"
	"weft/web/similar"
)

// Evidence is the content of a page that was fetched.
type Evidence struct {
	URL []byte
	// Said are the phrases of the page, see [similar.Hasher.Said].
	Said []uint64
	// Unread says that the crawl did not read the page as tokens, since pages of its group say something new.
	Unread bool
	// Tokens are the words, numbers and addresses of the page. Nil tokens are permitted for a page without a
	// payer: its phrases alone decide.
	Tokens *similar.Tokens
	// Before are the tokens of an earlier response to the same request; nil if the page was requested once.
	Before *similar.Tokens
}

// Examine finds out what a page says that is new, and writes it to f. It changes nothing: [Guard.Keep] learns the
// finding. Most limits the number of new phrases in f. Time: about 40 ns a token, 500 ns with two responses.
func (g *Guard) Examine(f *Finding, s Suspicion, p *Evidence, most int) {
	f.Reset()
	f.Said = g.newPhrases(f.Said, s.SiteHash(), p.Said, most)
	phrases := len(f.Said) > 0
	if f.Verdict = Same; phrases {
		f.Verdict = News
	}
	if p.Unread && f.Verdict == Same {
		f.Verdict = Weak
	}
	if p.Tokens == nil || s.Rule == None {
		return
	}
	e := &g.examination
	*e = examination{
		guard: g, f: f, s: s, page: p, profile: g.profiles.look(s.profile()), account: g.groups.look(s.Group),
		numbers: urlNumbers(e.numbers[:0], p.URL), rows: e.rows,
	}
	e.judge(phrases)
	*e = examination{numbers: e.numbers[:0], rows: e.rows} // keeps buffers, and no page
}

// judge completes the finding about a page whose tokens are known.
func (e *examination) judge(phrases bool) {
	quiet := true // two responses differ only in places that were known to change
	if e.page.Before != nil {
		quiet = e.quiet()
		e.compare()
	}
	bare, whole := e.fingerprints(e.page.Tokens)
	seen := e.guard.said.has(bare) || e.guard.said.has(whole)
	e.learnTemplate()
	extra := e.beyond()
	if e.page.Before != nil {
		e.judgeTwice(quiet)
	}
	f := e.f
	f.Verdict = e.verdict(phrases, seen, extra)
	f.Echoes = e.rows.echoes && f.Verdict < Weak
	if e.s.Numbered() {
		f.Page = bare
	}
	switch {
	case f.Verdict == News && e.rows.echoes: // later pages need the template
	case f.Verdict == News:
		f.Template, f.Gone = f.Template[:0], f.Gone[:0]
	default:
		f.Said = f.Said[:0]
		e.observe()
	}
	for _, m := range []uint32{bare, whole} {
		if !e.guard.said.has(m) && !slices.Contains(f.Said, m) {
			f.Said = append(f.Said, m)
		}
	}
}

// least is the number of tokens beyond the template that a page must have to be more than Thin. An address counts
// twice.
const least = 2

// verdict combines the results. In a group whose pages change from request to request, the page as a whole comes before
// single phrases.
func (e *examination) verdict(phrases, seen bool, extra int) Verdict {
	noisy := e.account.is(noisyGroup) || e.f.Noisy
	idle := e.account.is(idleGroup)
	if e.f.Idle || len(e.f.Stable) > 0 {
		idle = e.f.Idle
	}
	switch {
	case idle:
		return Same
	case phrases && !noisy && !e.hollow(seen, extra):
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

// hollow reports whether new phrases of a page prove nothing. A finding has only some phrases, so a page that repeats
// another may seem to have new ones. Plain pages have their links as a phrase, and may have news.
func (e *examination) hollow(seen bool, extra int) bool {
	if e.rows.echoes {
		return seen || extra < least && e.templated()
	}
	return seen && e.s.Rule != Plain
}

// An examination is the work on one page.
type examination struct {
	guard   *Guard
	f       *Finding
	s       Suspicion
	page    *Evidence
	profile *profile // nil if nothing was learnt of the group
	account account
	numbers []int64 // of the URL
	rows    rows    // of the page, without what is masked
}

// templated reports whether the group has a template.
func (e *examination) templated() bool { return e.profile != nil && e.profile.pages > 0 }

// masked reports whether a token is known to change from request to request, or to follow from a number of the URL. The
// row is the place of its row, see rows.
func (e *examination) masked(t *similar.Token, row uint64) bool {
	if t.Kind != similar.Word && (e.guard.noise.young.n > 0 || len(e.f.Noise) > 0) {
		m := markOf(e.s.SiteHash(), contextOf(t))
		if e.guard.noise.has(m) || isIn(e.f.Noise, m) {
			return true
		}
	}
	if len(e.f.Locations) > 0 && isIn(e.f.Locations, location(t, row)) {
		return true
	}
	if e.profile == nil {
		return false
	}
	if t.Whole && e.profile.follows(t, e.numbers) {
		return true
	}
	return e.profile.locations.n > 0 && e.profile.locations.has(location(t, row))
}

// isIn reports whether a sorted list has a mark.
func isIn(list []uint32, m uint32) bool {
	_, has := slices.BinarySearch(list, m)
	return has
}

// contextOf returns the context of a token: its element and the word before it.
func contextOf(t *similar.Token) uint64 {
	return splitmix.Mix(uint64(t.Place)<<32 | uint64(t.Before))
}

// contextMark returns the context as 32 bits.
func contextMark(t *similar.Token) uint32 { return uint32(contextOf(t)) } //nolint:gosec // half of a hash

// location returns the location of a token on its page: its element and the place of its row.
func location(t *similar.Token, row uint64) uint32 {
	return upper(splitmix.Mix(row) + uint64(t.Place))
}

// fingerprints reads the rows of a page without what is masked. It returns the marks of all rows in any order: bare
// leaves out the tokens of the page's own URL, and whole includes them.
func (e *examination) fingerprints(t *similar.Tokens) (bare, whole uint32) {
	e.rows.folder = 0
	if e.s.Rule == Shape { // elsewhere folders may grow without end
		e.rows.folder = xxhash.Sum64(e.page.URL[:bytes.LastIndexByte(e.page.URL, '/')+1])
	}
	e.rows.read(t, e.masked)
	sum := uint64(len(e.rows.hashes))
	for _, h := range e.rows.hashes {
		sum += splitmix.Mix(h)
	}
	return markOf(e.s.SiteHash(), splitmix.Mix(sum)^barePage), markOf(e.s.SiteHash(), splitmix.Mix(e.rows.whole)^wholePage)
}

// barePage and wholePage keep the marks of pages apart from the marks of phrases.
const (
	barePage  = 0x7061676573
	wholePage = 0x77686f6c65
)

// learnTemplate removes the rows and tokens that this page lacks from the template. All of the first page is
// template.
func (e *examination) learnTemplate() {
	p := e.profile
	if p != nil && p.pages >= templatePages {
		return
	}
	var have marks
	for i, h := range e.rows.hashes {
		have.add(rowMark(h))
		row := e.rows.row(i)
		for k := range row {
			have.add(tokenMark(&row[k]))
		}
	}
	if !e.templated() {
		all := have.sorted()
		e.f.Template = append(e.f.Template, all[:min(len(all), maxTemplate)]...)
		return
	}
	for i, m := range p.template.sorted() {
		if !have.has(m) {
			e.f.Gone = append(e.f.Gone, uint32(i)) //nolint:gosec // at most maxTemplate
		}
	}
}

func rowMark(h uint64) uint32 { return upper(h) }

func tokenMark(t *similar.Token) uint32 { return max(uint32(t.Hash), 1) } //nolint:gosec // half of a hash

// beyond counts the tokens of the page that the template of its group lacks.
func (e *examination) beyond() int { return e.beyondIn(nil) }

// beyondIn counts the tokens in the rows that only selects, or in all rows if only is nil. An address counts twice. A
// row of known tokens counts as a whole if the template lacks the row: the order is new.
func (e *examination) beyondIn(only []bool) (n int) {
	if !e.templated() {
		return 0
	}
	for i, h := range e.rows.hashes {
		if only != nil && !only[i] || e.profile.template.has(rowMark(h)) {
			continue
		}
		fresh, row := 0, e.rows.row(i)
		for k := range row {
			switch {
			case e.profile.template.has(tokenMark(&row[k])):
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

// observe notes whole numbers of the page that may follow from its URL. It skips numbers of the template.
func (e *examination) observe() {
	if len(e.numbers) == 0 || e.profile != nil && e.profile.pages >= templatePages {
		return
	}
	for i := range e.rows.tokens {
		t := &e.rows.tokens[i]
		if !t.Whole || t.Value > largest || e.profile != nil && e.profile.template.has(tokenMark(t)) {
			continue
		}
		if e.f.Numbers = append(e.f.Numbers, Observation{contextMark(t), t.Value}); len(e.f.Numbers) == maxObserved {
			return
		}
	}
}
