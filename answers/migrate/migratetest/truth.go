package migratetest

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
)

// A Fate is the fate of a page, as far as its text shows it.
type Fate struct {
	Known bool
	Right []int // the texts that it continued in, of the newer ones; none if it is lost
}

// Bounds for the same page, by its runs of three words that few pages have: the runs that both texts have, as a
// share of the runs that either has. Between the bounds the answer is open.
const (
	samePage  = 0.25
	otherPage = 0.05
	leastRuns = 20
)

// Fates finds the fates of missing texts among the new texts, by the texts alone. Runs of words that more than a
// tenth of all pages have are ignored. Texts with too few other runs are left open.
func Fates(gone, fresh, all []string) []Fate {
	seen := map[uint64]int{}
	for _, text := range all {
		for _, run := range runs(text, nil, 0) {
			seen[run]++
		}
	}
	most := max(len(all)/10, 3)
	var newer [][]uint64
	holders := map[uint64][]int{}
	for k, text := range fresh {
		newer = append(newer, runs(text, seen, most))
		for _, run := range newer[k] {
			holders[run] = append(holders[run], k)
		}
	}
	fates := make([]Fate, len(gone))
	for i, text := range gone {
		fates[i] = fateOf(runs(text, seen, most), newer, holders)
	}
	return fates
}

func fateOf(old []uint64, newer [][]uint64, holders map[uint64][]int) Fate {
	if len(old) < leastRuns {
		return Fate{}
	}
	shared := map[int]int{}
	for _, run := range old {
		for _, k := range holders[run] {
			shared[k]++
		}
	}
	alike := func(k int) float64 { return float64(shared[k]) / float64(len(old)+len(newer[k])-shared[k]) }
	best := 0.0
	for k := range shared {
		best = max(best, alike(k))
	}
	switch {
	case best < otherPage:
		return Fate{Known: true}
	case best < samePage:
		return Fate{}
	}
	f := Fate{Known: true}
	for k := range shared {
		if alike(k) >= 0.9*best {
			f.Right = append(f.Right, k)
		}
	}
	slices.Sort(f.Right)
	return f
}

var runSeed = maphash.MakeSeed()

// runs returns hashes of the runs of three words of a text, each once. With seen it returns only runs that at most
// `most` pages have.
func runs(text string, seen map[uint64]int, most int) []uint64 {
	words := strings.FieldsFunc(spread(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var list []uint64
	for i := 3; i <= len(words); i++ {
		run := maphash.String(runSeed, strings.ToLower(strings.Join(words[i-3:i], " ")))
		if seen == nil || seen[run] <= most {
			list = append(list, run)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// spread puts blanks between signs of scripts that have none.
func spread(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
