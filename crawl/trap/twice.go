package trap

import (
	"slices"

	"weft/internal/splitmix"
	"weft/web/similar"
)

// A page that is requested twice shows which content changes from request to request: clocks, counters,
// advertisements, tokens, random words.

const (
	// maxNoise is the largest number of locations, and of contexts, that one page reports as changing.
	maxNoise = 64
	// maxStable is the largest number of marks of shared rows that one page reports.
	maxStable = 128
	// stableRows keeps the marks of pairs of shared rows apart from the marks of phrases.
	stableRows = 0x737461626c65
)

// tally counts the tokens of a place: tokens in both responses, and tokens in only one.
type tally struct {
	shared, first, second int
	bare                  bool // for a context: no word stands before
}

// noise reports whether a context changes. A context with a word before is narrow: it changes if more tokens differ
// than are shared, counted in both responses. A bare context is all of a page's cells or paragraphs: one number that
// stays outweighs one clock.
func (t tally) noise() bool {
	if t.bare {
		return max(t.first, t.second) > t.shared
	}
	return t.first+t.second > t.shared
}

// A comparison counts the tokens of two responses by place.
type comparison struct {
	left      map[uint64]int // tokens of the first response that were not matched, by identity
	locations map[uint32]tally
	contexts  map[uint64]tally
	wordy     bool // a word was not matched
}

// compare finds the places in which more tokens differ between two responses than are shared.
func (e *examination) compare() {
	c := comparison{left: map[uint64]int{}, locations: map[uint32]tally{}, contexts: map[uint64]tally{}}
	var a, b rows
	a.read(e.page.Before, nil)
	b.read(e.page.Tokens, nil)
	for i := range a.tokens {
		c.left[identity(&a.tokens[i])]++
	}
	c.matchSecond(&b)
	c.countLeft(&a)
	for at, t := range c.locations {
		if t.first+t.second > t.shared {
			e.f.Locations = append(e.f.Locations, at)
		}
	}
	for context, t := range c.contexts {
		if t.noise() {
			e.f.Noise = append(e.f.Noise, markOf(e.s.SiteHash(), context))
		}
	}
	e.f.Locations, e.f.Noise, e.f.Wordy = leastOf(e.f.Locations), leastOf(e.f.Noise), c.wordy
}

// matchSecond counts the tokens of the second response, and removes the matching tokens from the first.
func (c *comparison) matchSecond(b *rows) {
	for i := range b.ends {
		row := b.row(i)
		for k := range row {
			id := identity(&row[k])
			if c.left[id] > 0 {
				c.left[id]--
				c.count(&row[k], b.places[i], tally{shared: 1})
			} else {
				c.count(&row[k], b.places[i], tally{second: 1})
			}
		}
	}
}

// countLeft counts the tokens of the first response that the second one lacks.
func (c *comparison) countLeft(a *rows) {
	for i := range a.ends {
		row := a.row(i)
		for k := range row {
			if id := identity(&row[k]); c.left[id] > 0 {
				c.left[id]--
				c.count(&row[k], a.places[i], tally{first: 1})
			}
		}
	}
}

// count adds one token in a row to the places of the token.
func (c *comparison) count(t *similar.Token, row uint64, one tally) {
	c.wordy = c.wordy || one.shared == 0 && t.Kind == similar.Word
	one.bare = t.Before == 0
	at, context := location(t, row), contextOf(t)
	c.locations[at] = c.locations[at].plus(one)
	c.contexts[context] = c.contexts[context].plus(one)
}

func (t tally) plus(x tally) tally {
	return tally{t.shared + x.shared, t.first + x.first, t.second + x.second, x.bare}
}

// identity is equal for tokens that say the same in the same element.
func identity(t *similar.Token) uint64 { return splitmix.Mix(t.Hash + uint64(t.Place)) }

// leastOf returns the least maxNoise marks in increasing order, each once. The order of the list does not matter.
func leastOf(list []uint32) []uint32 {
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), maxNoise)]
}

// quiet reports whether two responses are equal without the places that were known to change.
func (e *examination) quiet() bool {
	a, _ := e.fingerprints(e.page.Before)
	b, _ := e.fingerprints(e.page.Tokens)
	return a == b
}

// judgeTwice examines the common content of two responses, without the places that change. The group is idle if
// the shared rows followed each other on pages requested twice before, or if the template has nearly all of them:
// the rest is random.
func (e *examination) judgeTwice(quiet bool) {
	e.f.Twice = true
	var a, b rows
	a.read(e.page.Before, nil)
	b.read(e.page.Tokens, nil)
	e.f.Noisy = !slices.Equal(a.hashes, b.hashes)
	if quiet {
		return
	}
	a.read(e.page.Before, e.masked)
	shared := sharedBy(&a, &e.rows)
	known := e.learnStable(shared)
	thin := e.templated() && e.profile.pages > 1 && e.beyondIn(shared) < least
	e.f.Idle = len(e.f.Stable) == 0 && known > 0 || thin
}

// learnStable notes the marks of shared rows, each with the shared row before. It returns how many of them are known.
func (e *examination) learnStable(shared []bool) (known int) {
	last := uint64(0)
	for i, h := range e.rows.hashes {
		if !shared[i] {
			continue
		}
		m := markOf(e.s.SiteHash(), splitmix.Mix(splitmix.Mix(last)+h)^stableRows)
		last = h
		if e.guard.said.has(m) {
			known++
		} else if len(e.f.Stable) < maxStable && !slices.Contains(e.f.Stable, m) {
			e.f.Stable = append(e.f.Stable, m)
		}
	}
	return known
}
