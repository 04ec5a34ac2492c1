package carry

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"weft/internal/splitmix"
)

// The kinds of features by which candidates are found.
const (
	featToken = iota + 1
	featBigram
	featOut
	featIn
	featWord
)

// common is how many fresh pages may have a feature that still counts as rare.
const common = 256

// entry says that a fresh page has a feature.
type entry struct {
	key  uint64
	page int32
}

// An index lists the fresh pages that have a feature, by feature and page.
type index struct{ entries []entry }

func key(kind int, a, b uint32) uint64 {
	return splitmix.Mix(splitmix.Mix(uint64(kind)<<32|uint64(a)) + uint64(b))
}

// newIndex indexes the fresh pages.
func (m *matcher) newIndex() *index {
	x := &index{}
	for k := range m.new.pages {
		put := func(f uint64) { x.entries = append(x.entries, entry{f, int32(k)}) }
		nameFeatures(m.new.tokens[k], put)
		for _, v := range m.out[k] {
			put(key(featOut, uint32(v), 0))
		}
		for _, v := range m.in[k] {
			put(key(featIn, uint32(v), 0))
		}
		for _, w := range m.new.words[k] {
			put(key(featWord, w, 0))
		}
	}
	slices.SortFunc(x.entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.page, b.page)) })
	x.entries = slices.Compact(x.entries)
	return x
}

func nameFeatures(tokens []uint32, put func(uint64)) {
	for i, t := range tokens {
		put(key(featToken, t, 0))
		if i > 0 {
			put(key(featBigram, tokens[i-1], t))
		}
	}
}

// find returns the entries of a feature; nothing if it is too common.
func (x *index) find(f uint64) []entry {
	lo := sort.Search(len(x.entries), func(i int) bool { return x.entries[i].key >= f })
	hi := lo
	for hi < len(x.entries) && x.entries[hi].key == f {
		if hi++; hi-lo > common {
			return nil
		}
	}
	return x.entries[lo:hi]
}

// vote adds the pages of a feature to the votes, rare features weighing more.
func (m *matcher) vote(s *scratch, f uint64) {
	list := m.index.find(f)
	if len(list) == 0 {
		return
	}
	w := float32(math.Log(1 + float64(len(m.new.pages))/float64(len(list))))
	for _, e := range list {
		if s.votes[e.page] == 0 {
			s.met = append(s.met, e.page)
		}
		s.votes[e.page] += w
	}
}

// nominate fills met with the fresh pages that share most features with a page that is gone, the best first.
func (m *matcher) nominate(s *scratch, i int) {
	for _, k := range s.met {
		s.votes[k] = 0
	}
	s.met = s.met[:0]
	put := func(f uint64) { m.vote(s, f) }
	nameFeatures(m.old.tokens[i], put)
	s.renamed = s.renamed[:0]
	for _, t := range m.old.tokens[i] {
		s.renamed = append(s.renamed, m.rules.likely(t, m.old.dirs[i]))
	}
	if !slices.Equal(s.renamed, m.old.tokens[i]) {
		nameFeatures(s.renamed, put)
	}
	for _, v := range s.out {
		put(key(featOut, uint32(v), 0))
	}
	for _, v := range s.in {
		put(key(featIn, uint32(v), 0))
	}
	for _, w := range m.old.words[i] {
		put(key(featWord, w, 0))
	}
	slices.SortFunc(s.met, func(a, b int32) int { return cmp.Or(-cmp.Compare(s.votes[a], s.votes[b]), cmp.Compare(a, b)) })
}
