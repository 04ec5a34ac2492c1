package trap

import (
	"slices"

	"weft/internal/splitmix"
	"weft/web/similar"
)

// A page that is requested twice shows what changes by itself: clocks, counters, advertisements, tokens, random words.

// tally counts the tokens of a part of two answers.
type tally struct{ stay, change int }

func (t tally) changes() bool { return t.change > t.stay }

// maxNoise is how many parts of a page are noted at a time that change.
const maxNoise = 64

// compare finds the parts of a page in which more changes between two answers than stays.
func (e *exam) compare() {
	corners, spots := map[uint32]tally{}, map[uint64]tally{}
	var a, b rows
	a.read(e.page.Before, nil)
	b.read(e.page.Tokens, nil)
	left := map[uint64]int{}
	for _, t := range a.tokens {
		left[identity(&t)]++
	}
	note := func(r *rows, took func(id uint64) bool, once bool) {
		for i := range r.ends {
			row := r.row(i)
			for k := range row {
				stays := took(identity(&row[k]))
				e.f.Wordy = e.f.Wordy || !stays && row[k].Kind == similar.Word
				if !stays || once {
					count(corners, corner(&row[k], uint32(r.places[i])), stays) //nolint:gosec // the lower half
					count(spots, spot(&row[k]), stays)
				}
			}
		}
	}
	take := func(id uint64) bool {
		if left[id] == 0 {
			return false
		}
		left[id]--
		return true
	}
	note(&b, take, true)
	note(&a, func(id uint64) bool { return !take(id) }, false) // those that are left were not matched
	for c, t := range corners {
		if t.changes() {
			e.f.Corners = append(e.f.Corners, c)
		}
	}
	for s, t := range spots {
		if t.changes() {
			e.f.Noise = append(e.f.Noise, mark(e.s.site(), s))
		}
	}
	e.f.Corners, e.f.Noise = leastOf(e.f.Corners), leastOf(e.f.Noise)
}

// leastOf returns at most maxNoise marks, each once, in order.
func leastOf(list []uint32) []uint32 {
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), maxNoise)]
}

func identity(t *similar.Token) uint64 { return splitmix.Mix(t.Hash + uint64(t.Place)) }

func count[K comparable](m map[K]tally, key K, stays bool) {
	t := m[key]
	if stays {
		t.stay++
	} else {
		t.change++
	}
	m[key] = t
}

// quiet says whether two answers are equal but for what was known to change.
func (e *exam) quiet() bool {
	a, _ := e.print(e.page.Before)
	b, _ := e.print(e.page.Tokens)
	return a == b
}

// judgeTwice looks at what two answers share when all is masked that is known to change. If the same rows follow each other on
// pages that were requested twice before, or hardly anything is shared, then what these pages say is random.
func (e *exam) judgeTwice(quiet bool) {
	e.f.Twice = true
	var a, b rows
	a.read(e.page.Before, nil)
	b.read(e.page.Tokens, nil)
	e.f.Noisy = !slices.Equal(a.hashes, b.hashes)
	if quiet {
		return
	}
	before := *e
	before.rows = rows{}
	before.print(e.page.Before)
	stable := sharedBy(&before.rows, &e.rows)
	known, last := 0, uint64(0)
	for i, h := range e.rows.hashes {
		if !stable[i] {
			continue
		}
		m := mark(e.s.site(), splitmix.Mix(splitmix.Mix(last)+h)^stableRows)
		last = h
		if e.guard.said.has(m) {
			known++
		} else if len(e.f.Stable) < maxStable && !slices.Contains(e.f.Stable, m) {
			e.f.Stable = append(e.f.Stable, m)
		}
	}
	if len(e.f.Stable) == 0 && known > 0 || e.templated() && e.learnt.pages > 1 && e.beyondOf(&e.rows, func(i int) bool { return stable[i] }) < least {
		e.f.Idle = true
	}
}

// stableRows tells marks of rows and the one before from those of phrases.
const stableRows = 0x737461626c65

// maxStable is how many marks of what two answers share are kept.
const maxStable = 128

// sharedBy says which rows of the second of two answers the first one has, too. Rows are equal, or stand in the same place and
// share more than half of their pairs of neighbours: random texts of few words share most words, but not their order.
func sharedBy(a, b *rows) (stable []bool) {
	stable = make([]bool, len(b.hashes))
	left, places := map[uint64]int{}, map[uint64]int{}
	for i, h := range a.hashes {
		left[h]++
		places[a.places[i]] = i
	}
	for i, h := range b.hashes {
		if left[h] > 0 {
			left[h]--
			stable[i] = true
		}
	}
	for i := range b.hashes {
		if k, ok := places[b.places[i]]; ok && !stable[i] {
			stable[i] = 2*commonPairs(a.row(k), b.row(i)) > max(len(a.row(k)), len(b.row(i)))
		}
	}
	return stable
}

// commonPairs returns how many pairs of neighbours two rows share. The first token has the row's start as its neighbour.
func commonPairs(a, b []similar.Token) (n int) {
	left := map[uint64]int{}
	eachPair(a, func(pair uint64) { left[pair]++ })
	eachPair(b, func(pair uint64) {
		if left[pair] > 0 {
			left[pair]--
			n++
		}
	})
	return n
}

func eachPair(row []similar.Token, f func(pair uint64)) {
	before := uint64(0)
	for i := range row {
		f(splitmix.Mix(splitmix.Mix(before) + row[i].Hash))
		before = row[i].Hash
	}
}
